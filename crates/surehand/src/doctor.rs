//! What is missing on this desktop for surehand to work well, each with the reason and what to do.
//!
//! [`examine`] only looks. [`mend`] changes what can be changed back and keeps a record of it beside the user's files;
//! [`undo`] puts back what still stands as it was left. The decision that matters: a check says "wrong" only where
//! something will not work, and "note" where there is a limit to know of; nothing is installed, and nothing is changed
//! that has no way back.

mod desktop;
mod files;
mod record;

use std::ffi::OsString;
use std::path::PathBuf;

use serde::Serialize;
use surehand_core::error::Invalid;

pub use record::Change;

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// As it should be.
    Ok,
    /// It works, within a limit.
    Note,
    /// Something will not work.
    Wrong,
}

/// What one look found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The stable name.
    pub check: &'static str,
    /// How it stands.
    pub standing: Standing,
    /// What was found, and what follows from it.
    pub says: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// [`mend`] can do it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mendable: bool,
    #[serde(skip)]
    remedy: Vec<Change>,
}

impl Check {
    fn ok(check: &'static str, says: impl Into<String>) -> Self {
        Self {
            check,
            standing: Standing::Ok,
            says: says.into(),
            fix: None,
            mendable: false,
            remedy: Vec::new(),
        }
    }

    fn note(check: &'static str, says: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { standing: Standing::Note, fix: Some(fix.into()), ..Self::ok(check, says) }
    }

    fn wrong(check: &'static str, says: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { standing: Standing::Wrong, fix: Some(fix.into()), ..Self::ok(check, says) }
    }

    fn mended_by(mut self, remedy: Vec<Change>) -> Self {
        self.mendable = !remedy.is_empty();
        self.remedy = remedy;
        self
    }
}

/// What is looked at: this process's surroundings, or a test's.
pub struct Surroundings<'a> {
    /// Environment variables.
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
    /// The running program.
    pub program: Option<PathBuf>,
}

impl Surroundings<'_> {
    fn text(&self, name: &str) -> Option<String> {
        (self.variable)(name).and_then(|value| value.into_string().ok()).filter(|value| !value.is_empty())
    }

    fn configuration(&self) -> Option<PathBuf> {
        crate::files::configuration_directory(self.variable)
    }
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Surroundings").field("program", &self.program).finish_non_exhaustive()
    }
}

/// Looks at everything. Changes nothing; the accessibility bus is started by being asked for, as any app would.
#[must_use]
pub fn examine(around: &Surroundings<'_>) -> Vec<Check> {
    desktop::checks(around).into_iter().chain(files::checks(around)).collect()
}

/// Changes what the checks found and can be changed back, and records it first, so that no change is ever unrecorded.
/// Answers what was changed.
///
/// # Errors
/// [`Invalid`] when there is no place for the record, or it cannot be kept; nothing is changed then.
pub fn mend(around: &Surroundings<'_>, checks: &[Check]) -> Result<Vec<Change>, Invalid> {
    let wanted: Vec<Change> = checks.iter().flat_map(|check| check.remedy.iter().cloned()).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let place = place(around)?;
    let mut kept = record::read(&place)?;
    let before = kept.len();
    kept.extend(wanted);
    record::write(&place, &kept)?;
    let made: Vec<Change> = kept.split_off(before).into_iter().filter(Change::make).collect();
    kept.extend(made.iter().cloned());
    record::write(&place, &kept)?;
    Ok(made)
}

/// Puts back what [`mend`] changed, latest first, and answers each with whether it was put back; what no longer stands
/// as it was left is let alone.
///
/// # Errors
/// [`Invalid`] when the record cannot be read or written.
pub fn undo(around: &Surroundings<'_>) -> Result<Vec<(Change, bool)>, Invalid> {
    let place = place(around)?;
    let mut kept = record::read(&place)?;
    kept.reverse();
    let undone = kept.into_iter().map(|change| (change.clone(), change.put_back())).collect();
    record::write(&place, &[])?;
    Ok(undone)
}

fn place(around: &Surroundings<'_>) -> Result<PathBuf, Invalid> {
    around
        .configuration()
        .map(|directory| directory.join(record::FILE_NAME))
        .ok_or_else(|| Invalid::new("HOME", "must be set: what is changed is recorded below it"))
}
