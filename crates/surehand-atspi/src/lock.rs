//! Whether the screen is locked, as far as a locker says so on the session bus.
//!
//! Lockers are asked, never started. No locker on the bus counts as not locked: i3lock, xscreensaver, swaylock and
//! other lockers without a bus name cannot be seen this way.

use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::desktop::LockState;
use surehand_core::error::{Error, Result};

use crate::bus::bus_call;
use crate::transport::{Call, CallError, Client, body};

/// Name, path and interface of the lockers known; the name and the interface are the same.
const LOCKERS: [(&str, &str); 6] = [
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
    ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
    ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    ("org.kde.screensaver", "/ScreenSaver"),
];

/// Asks every locker on the bus.
pub(crate) fn lock_state(session: &Client, deadline: &Deadline) -> Result<LockState> {
    let unavailable = || {
        Error::new(Code::ScreenLockUnavailable, "the screen locker did not say whether the screen is locked")
    };
    let owned = session.batch(LOCKERS.map(|(name, _)| bus_call("NameHasOwner", &(name,))).into(), deadline);
    let mut present = Vec::new();
    for (locker, answer) in LOCKERS.iter().zip(&owned) {
        if body::<bool>(answer).map_err(|_| unavailable())? {
            present.push(*locker);
        }
    }
    let calls =
        present.iter().map(|(name, path)| Call::new(name, path, interface(name), "GetActive", &())).collect();
    let answers: Vec<_> = session.batch(calls, deadline).iter().map(body::<bool>).collect();
    if answers.contains(&Ok(true)) {
        return Ok(LockState::Locked);
    }
    // A service that only keeps the screen awake owns a locker's name too, without the question; it decides nothing
    // as long as another locker answers.
    let answered = answers.iter().any(|answer| answer.is_ok());
    let silent = answers.iter().any(|answer| !matches!(answer, Ok(_) | Err(CallError::NoMethod)));
    if silent || (!answers.is_empty() && !answered) { Err(unavailable()) } else { Ok(LockState::NotLocked) }
}

/// KDE answers under the common interface.
fn interface(name: &str) -> &str {
    if name == "org.kde.screensaver" { "org.freedesktop.ScreenSaver" } else { name }
}
