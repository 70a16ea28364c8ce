//! What was changed, so that it can be put back.
//!
//! A change knows what stood before, and how it left things; it is put back only where things still stand so, because
//! what somebody else has set since is theirs. The record is a file of this user alone, written before the change is
//! made.

use std::fmt;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surehand_core::error::Invalid;

use super::desktop;
use crate::files::{self, Keep};

/// The name of the record, in the configuration directory.
pub(super) const FILE_NAME: &str = "doctor.json";
const MODE: u32 = 0o7777;

/// One change that has a way back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// Accessibility was off and is on.
    AccessibilityOn,
    /// A file's mode.
    Mode {
        /// The file.
        path: PathBuf,
        /// Its mode before.
        before: u32,
        /// Its mode since.
        after: u32,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AccessibilityOn => {
                formatter.write_str("accessibility: off → on (org.a11y.Status IsEnabled)")
            }
            Self::Mode { path, before, after } => {
                write!(formatter, "mode of {}: {before:04o} → {after:04o}", path.display())
            }
        }
    }
}

impl Change {
    /// What is left for the user to do once it is made.
    #[must_use]
    pub const fn then(&self) -> Option<&'static str> {
        match self {
            Self::AccessibilityOn => {
                Some("start again the apps that are open now: most look for it only when they start")
            }
            Self::Mode { .. } => None,
        }
    }

    /// Makes it; whether that worked.
    pub(super) fn make(&self) -> bool {
        match self {
            Self::AccessibilityOn => desktop::set_accessibility(true),
            Self::Mode { path, before, after } => change_mode(path, *before, *after),
        }
    }

    /// Puts it back, if things still stand as it left them; whether that worked.
    pub(super) fn put_back(&self) -> bool {
        match self {
            Self::AccessibilityOn => {
                desktop::accessibility() == Some(true) && desktop::set_accessibility(false)
            }
            Self::Mode { path, before, after } => change_mode(path, *after, *before),
        }
    }
}

fn change_mode(path: &Path, from: u32, to: u32) -> bool {
    let stands = fs::metadata(path).is_ok_and(|found| found.permissions().mode() & MODE == from);
    stands && fs::set_permissions(path, Permissions::from_mode(to)).is_ok()
}

/// The mode of a file.
pub(super) fn mode(path: &Path) -> Option<u32> {
    fs::metadata(path).ok().map(|found| found.permissions().mode() & MODE)
}

pub(super) fn read(place: &Path) -> Result<Vec<Change>, Invalid> {
    // Somebody who can read it learns nothing; somebody who can change it could have modes changed.
    let Some(text) = files::read(place, Keep::Unwritable)? else { return Ok(Vec::new()) };
    let odd = "is no record of changes; move it away to go on without it";
    serde_json::from_str(&text).map_err(|_| Invalid::new(place.display().to_string(), odd))
}

/// Nothing to record leaves no file.
pub(super) fn write(place: &Path, changes: &[Change]) -> Result<(), Invalid> {
    let wrong = || Invalid::new(place.display().to_string(), "cannot be written");
    if changes.is_empty() {
        return match fs::remove_file(place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(wrong()),
            _ => Ok(()),
        };
    }
    if let Some(directory) = place.parent() {
        files::make_directory(directory)?;
    }
    let text = serde_json::to_string_pretty(changes).map_err(|_| wrong())?;
    files::replace(place, &(text + "\n"))
}
