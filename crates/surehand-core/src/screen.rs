//! What a window shows (signatures; bodies follow).
use crate::decider::OptionFacts;
use crate::element::{Checked, Role};
use crate::identity::Identities;
use crate::snapshot::Snapshot;

/// A control that holds a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The kind of control.
    pub role: Role,
    /// Its label, for display.
    pub label: String,
    /// What it holds, for display (`on`, `off`, `mixed` for what is ticked); never of a protected one.
    pub value: Option<String>,
    /// Where it is.
    pub position: usize,
    /// The tick.
    pub checked: Option<Checked>,
    /// It reacts to input.
    pub enabled: bool,
}

/// Something `extract` may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// Where it is.
    pub position: usize,
    /// What a decider is told of it.
    pub facts: OptionFacts,
}

/// The fields of a window, in reading order.
#[must_use]
pub fn fields(_snapshot: &Snapshot, _identities: &Identities) -> Vec<Field> {
    Vec::new()
}

/// The lines a person reads, `lines` at the most.
#[must_use]
pub fn screen_text(_snapshot: &Snapshot, _lines: usize) -> Vec<String> {
    Vec::new()
}

/// What may be read.
#[must_use]
pub fn readable(_snapshot: &Snapshot, _identities: &Identities) -> Vec<Readable> {
    Vec::new()
}

/// The rows of a table, list or tree, `most` at the most, and whether there are more.
#[must_use]
pub fn rows(_snapshot: &Snapshot, _position: usize, _most: usize) -> (Vec<Vec<String>>, bool) {
    (Vec::new(), false)
}

/// The texts inside of a container, line by line.
#[must_use]
pub fn text_below(_snapshot: &Snapshot, _position: usize) -> String {
    String::new()
}
