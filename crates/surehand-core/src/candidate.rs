//! What can be done in a window (signatures; bodies follow).
use crate::action::ActionKind;
use crate::decider::OptionFacts;
use crate::element::ElementKey;
use crate::identity::{IdTable, Identities};
use crate::risk::Risk;
use crate::snapshot::Snapshot;

/// An option that a candidate chooses in its control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionTarget {
    /// Its text, exactly; the payload of [`ActionKind::ChooseOption`].
    pub text: String,
    /// Where it is in the snapshot.
    pub position: usize,
    /// Its live object.
    pub key: ElementKey,
}

/// One thing that can be done to one control.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its id.
    pub id: String,
    /// The kind.
    pub action: ActionKind,
    /// The control in the snapshot.
    pub position: usize,
    /// The live object of the control.
    pub key: ElementKey,
    /// What it does, in words.
    pub does: String,
    /// What the control holds or how it stands, for display; never of a protected one.
    pub value: Option<String>,
    /// It takes a text from the caller.
    pub needs_text: bool,
    /// What it may destroy.
    pub risk: Option<Risk>,
    /// Its chord.
    pub shortcut: Option<String>,
    /// The control reacts to input.
    pub enabled: bool,
    /// The option it chooses (kind `click` on a pop-up; performed as [`ActionKind::ChooseOption`] on the control).
    pub option: Option<OptionTarget>,
    /// Of a keypad: which position types which character.
    pub keys: Vec<(char, usize)>,
    /// The options of a pop-up, when known.
    pub choices: Vec<String>,
}

/// What can be done, in reading order.
#[must_use]
pub fn candidates(_snapshot: &Snapshot, _identities: &Identities, _table: &mut IdTable) -> Vec<Candidate> {
    Vec::new()
}

/// What a decider is told of a candidate.
#[must_use]
pub fn facts(_candidate: &Candidate, _snapshot: &Snapshot, _identities: &Identities) -> OptionFacts {
    OptionFacts::default()
}
