//! Where the driver is, and what its process is given to know.
//!
//! The decision that matters: its environment is put together from a list, not cleaned of what we know to be secret, so
//! no key of the user's gets into it. Telemetry and the search for updates are off in it, whatever else is set.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use surehand_core::error::Invalid;

/// The variable that names the program.
pub const PROGRAM: &str = "CUA_DRIVER_BIN";
/// The variable that limits a call, in seconds.
pub const TIMEOUT: &str = "CUA_DRIVER_TIMEOUT";
/// How long a call may take when that is not set.
const USUAL_TIMEOUT: u64 = 120;
/// The longest limit.
const LONGEST: u64 = 3_600;

/// What the driver's process may know of ours, by name or beginning.
const PASSED: [&str; 31] = [
    "APPDATA",
    "AT_SPI_BUS_ADDRESS",
    "COMSPEC",
    "CUA_DRIVER_HOME",
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LOCALAPPDATA",
    "LOGNAME",
    "PATH",
    "PATHEXT",
    "PROGRAMDATA",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "USERNAME",
    "USERPROFILE",
    "WAYLAND_DISPLAY",
    "WINDIR",
    "XAUTHORITY",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_CURRENT_DESKTOP",
];
/// More of those: what a session is known by.
const SESSION: [&str; 6] = [
    "XDG_DATA_DIRS",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_SESSION_ID",
    "XDG_SESSION_TYPE",
    "XDG_STATE_HOME",
];

/// What is set in it: no telemetry, and no look for a newer release.
const SET: [(&str, &str); 2] =
    [("CUA_DRIVER_RS_TELEMETRY_ENABLED", "0"), ("CUA_DRIVER_RS_UPDATE_CHECK", "0")];

/// Looks up a variable.
type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The driver's program: the one that is named, else in the user's own programs, else on the path. What is named and
/// is no program is not replaced by another.
#[must_use]
pub fn find(variable: Variable<'_>) -> Option<PathBuf> {
    let name = if cfg!(windows) { "cua-driver.exe" } else { "cua-driver" };
    if let Some(named) = variable(PROGRAM).filter(|named| !named.is_empty()) {
        return Some(PathBuf::from(named)).filter(|path| is_program(path));
    }
    let home = variable("HOME").filter(|home| !home.is_empty());
    let own = home.map(|home| PathBuf::from(home).join(".local/bin").join(name));
    let path = variable("PATH").unwrap_or_default();
    let on_path: Vec<PathBuf> = std::env::split_paths(&path).map(|folder| folder.join(name)).collect();
    own.into_iter().chain(on_path).find(|path| path.is_absolute() && is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The limit of a call.
///
/// # Errors
/// [`Invalid`] naming the variable for what is no number of seconds from 1 to 3600.
pub fn timeout(variable: Variable<'_>) -> Result<Duration, Invalid> {
    let wrong = || Invalid::new(TIMEOUT, format!("must be a whole number of seconds from 1 to {LONGEST}"));
    let seconds = match variable(TIMEOUT).filter(|value| !value.is_empty()) {
        None => USUAL_TIMEOUT,
        Some(value) => value.to_str().and_then(|text| text.parse().ok()).ok_or_else(wrong)?,
    };
    if (1..=LONGEST).contains(&seconds) { Ok(Duration::from_secs(seconds)) } else { Err(wrong()) }
}

/// The environment of the driver's process.
pub(crate) fn environment(variable: Variable<'_>) -> Vec<(OsString, OsString)> {
    let passed =
        PASSED.iter().chain(&SESSION).filter_map(|name| Some((OsString::from(name), variable(name)?)));
    passed.chain(SET.iter().map(|(name, value)| (name.into(), value.into()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_driver_gets_no_key_and_no_telemetry() {
        let ours = |name: &str| match name {
            "PATH" => Some("/usr/bin".into()),
            "HOME" => Some("/home/ada".into()),
            "JEV_API_KEY" | "OPENAI_API_KEY" | "AWS_SECRET_ACCESS_KEY" => Some("secret".into()),
            "CUA_DRIVER_RS_TELEMETRY_ENABLED" => Some("1".into()),
            _ => None,
        };
        let given = environment(&ours);
        let value = |wanted: &str| {
            let found: Vec<_> = given.iter().filter(|(name, _)| name == wanted).collect();
            assert!(found.len() <= 1, "{wanted} is said once");
            found.first().map(|(_, value)| value.clone())
        };
        assert_eq!(value("CUA_DRIVER_RS_TELEMETRY_ENABLED"), Some("0".into()));
        assert_eq!(value("CUA_DRIVER_RS_UPDATE_CHECK"), Some("0".into()));
        assert_eq!(value("HOME"), Some("/home/ada".into()));
        assert!(given.iter().all(|(_, value)| value != "secret"), "{given:?}");
    }

    #[test]
    fn a_named_program_is_the_only_one_looked_at() {
        let shell = |name: &str| match name {
            PROGRAM => Some("/bin/sh".into()),
            _ => None,
        };
        assert_eq!(find(&shell), Some(PathBuf::from("/bin/sh")));
        let nothing = |name: &str| match name {
            PROGRAM => Some("/no/such/program".into()),
            "PATH" => Some("/usr/bin:/bin".into()),
            _ => None,
        };
        assert_eq!(find(&nothing), None);
    }

    #[test]
    fn a_limit_is_a_number_of_seconds() {
        let set = |value: &'static str| timeout(&move |name| (name == TIMEOUT).then(|| value.into()));
        assert_eq!(timeout(&|_| None), Ok(Duration::from_secs(120)));
        assert_eq!(set("5"), Ok(Duration::from_secs(5)));
        for wrong in ["0", "-1", "soon", "9999", "1.5"] {
            assert_eq!(set(wrong).map_err(|invalid| invalid.path), Err(TIMEOUT.to_owned()), "{wrong}");
        }
    }
}
