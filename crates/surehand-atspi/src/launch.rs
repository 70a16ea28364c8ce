//! Starting installed apps without giving them the front.
//!
//! An app is told, in the way of startup notification (`startup.rs`), that its user asked for it before they did anything
//! else: window managers then put its first window behind what the user works in. What takes the front all the same is
//! put back by core.
//!
//! The decision that matters: an app outlives whoever started it. It gets a process group of its own, no terminal and
//! none of this process's own settings and keys.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::error::{Error, Result};

use crate::bus::bus_call;
use crate::entry::{Entry, Start};
use crate::transport::{Call, CallError, Client, body};

/// Variables of ours that are no business of the apps we start.
const OWN: [&str; 3] = ["SUREHAND_", "JEV_", "TYPESAFE_"];
/// Endings of variables that hold keys.
const KEYS: [&str; 4] = ["_API_KEY", "_TOKEN", "_SECRET", "_PASSWORD"];

/// Starts an app and answers its process, when that can be told.
pub(crate) fn launch(
    entry: &Entry,
    startup_id: &str,
    session: Option<&Client>,
    surroundings: &[(&str, &str)],
    deadline: &Deadline,
) -> Result<u32> {
    let start = entry.start.as_ref().ok_or_else(no_such_app)?;
    match session.filter(|_| start.by_bus) {
        Some(session) => match activate(&entry.id, startup_id, session, deadline) {
            // Its service is missing: the command line still says how it is started.
            Err(CallError::Refused | CallError::NoMethod) if !start.command.is_empty() => {
                spawn(start, startup_id, surroundings)
            }
            Err(CallError::Timeout) => {
                Err(Error::new(Code::DesktopTimeout, "the app did not start in time; it may still do so")
                    .after_sending())
            }
            Err(_) => Err(could_not()),
            Ok(()) => Ok(process(&entry.id, session, deadline)),
        },
        None => spawn(start, startup_id, surroundings),
    }
}

/// The answer for what is not installed or not to be started.
pub(crate) fn no_such_app() -> Error {
    Error::new(Code::BadTarget, "no installed app of that id can be started")
}

fn could_not() -> Error {
    Error::new(Code::DesktopError, "the app could not be started")
}

/// Has the session bus start the app and show its window.
fn activate(
    id: &str,
    startup_id: &str,
    session: &Client,
    deadline: &Deadline,
) -> std::result::Result<(), CallError> {
    // The bus starts a service only when it is told to: our calls never do that by themselves.
    let begun = session.call(bus_call("StartServiceByName", &(id, 0_u32)), deadline);
    body::<u32>(&begun)?;
    let path = format!("/{}", id.replace('.', "/").replace('-', "_"));
    let facts =
        std::collections::HashMap::from([("desktop-startup-id", zbus::zvariant::Value::from(startup_id))]);
    let call = Call::new(id, &path, "org.freedesktop.Application", "Activate", &(facts,));
    session.call(call, deadline).map(drop)
}

/// The process behind a name of the session bus; 0 when the bus does not say.
fn process(id: &str, session: &Client, deadline: &Deadline) -> u32 {
    let answer = session.call(bus_call("GetConnectionUnixProcessID", &(id,)), deadline);
    body::<u32>(&answer).unwrap_or_default()
}

fn spawn(start: &Start, startup_id: &str, surroundings: &[(&str, &str)]) -> Result<u32> {
    let (program, arguments) = start.command.split_first().ok_or_else(no_such_app)?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.process_group(0).env("DESKTOP_STARTUP_ID", startup_id).env_remove("XDG_ACTIVATION_TOKEN");
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_none_or(is_own) {
            command.env_remove(name);
        }
    }
    command.envs(surroundings.iter().copied());
    if let Some(home) = start.folder.clone().or_else(|| std::env::var_os("HOME").map(Into::into)) {
        command.current_dir(home);
    }
    let mut child = command.spawn().map_err(|_| could_not())?;
    let pid = child.id();
    // Somebody has to take note of its end, or it stays in the list of processes.
    let waiter = std::thread::Builder::new().name("launched app".into());
    let _ = waiter.spawn(move || child.wait());
    Ok(pid)
}

fn is_own(name: &str) -> bool {
    OWN.iter().any(|own| name.starts_with(own)) || KEYS.iter().any(|key| name.ends_with(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use surehand_core::clock::Moment;

    #[test]
    fn our_settings_and_keys_stay_with_us() {
        for name in ["SUREHAND_LOG", "JEV_API_KEY", "TYPESAFE_BASE_URL", "OPENROUTER_API_KEY", "GITHUB_TOKEN"]
        {
            assert!(is_own(name), "{name}");
        }
        for name in ["HOME", "DISPLAY", "LANG", "XDG_RUNTIME_DIR", "GTK_MODULES"] {
            assert!(!is_own(name), "{name}");
        }
    }

    #[test]
    fn what_is_not_to_be_started_is_not() {
        let error = launch(&Entry::default(), "", None, &[], &Deadline::new(Moment::default()));
        assert_eq!(error.map_err(|error| error.code), Err(Code::BadTarget));
    }
}
