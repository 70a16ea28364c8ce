//! The act lock: one actor per desktop, also across processes.
//!
//! It is an advisory lock on a file in a directory of the user's own, named after the display, so that it is gone when
//! its holder is, however that ended. Looking never takes it. Waiting asks for it again and again on the clock, because
//! a wait inside the kernel could not be cancelled; there is no queue between processes.

use std::ffi::OsString;
use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use surehand_core::clock::{Cancel, ChangeSignal, Clock};
use surehand_core::code::Code;
use surehand_core::error::{Error, Result};

/// How long to wait for another actor: a chain of thirteen slow steps fits in.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often to ask again.
const AGAIN: Duration = Duration::from_millis(20);

/// Where the lock of a desktop is.
#[derive(Clone, Debug)]
pub struct ActLock(Place);

#[derive(Clone, Debug)]
enum Place {
    File { directory: PathBuf, name: String },
    Here(Arc<AtomicBool>),
}

/// The right to act. Given back when dropped.
#[derive(Debug)]
pub struct ActGuard(Held);

#[derive(Debug)]
enum Held {
    File(#[expect(dead_code, reason = "closing the file gives the lock back")] File),
    Here(Arc<AtomicBool>),
}

impl Drop for ActGuard {
    fn drop(&mut self) {
        if let Held::Here(taken) = &self.0 {
            taken.store(false, Ordering::SeqCst);
        }
    }
}

impl ActLock {
    /// The lock of the display that this process's environment names.
    #[must_use]
    pub fn of_display() -> Self {
        let variable = |name: &str| std::env::var_os(name);
        Self(Place::File { directory: directory(&variable), name: file_name(&variable) })
    }

    /// A lock file of that name in that directory, which is made, private to the user, when it is missing.
    #[must_use]
    pub fn in_directory(directory: impl Into<PathBuf>, name: impl Into<String>) -> Self {
        Self(Place::File { directory: directory.into(), name: name.into() })
    }

    /// A lock for a desktop that no other process can reach. Clones share it.
    #[must_use]
    pub fn of_this_process() -> Self {
        Self(Place::Here(Arc::default()))
    }

    /// Waits for the right to act.
    ///
    /// # Errors
    /// `cancelled` when the caller gave up waiting; nothing was done then, also when the lock came free at the same
    /// moment. `desktop_timeout` when another actor kept it too long, `internal` when the directory cannot be used.
    pub fn acquire(&self, clock: &dyn Clock, cancel: &Cancel) -> Result<ActGuard> {
        self.acquire_watched(clock, cancel, &|| {})
    }

    /// As [`ActLock::acquire`], and tells once when it has to wait.
    ///
    /// # Errors
    /// As [`ActLock::acquire`].
    pub fn acquire_watched(&self, clock: &dyn Clock, cancel: &Cancel, waits: &dyn Fn()) -> Result<ActGuard> {
        let nobody = ChangeSignal::new();
        let give_up = clock.now().plus(PATIENCE);
        let mut told = false;
        loop {
            let guard = self.try_acquire()?;
            if cancel.is_cancelled() {
                return Err(Error::new(
                    Code::Cancelled,
                    "cancelled while another act was running; nothing was done",
                ));
            }
            if let Some(guard) = guard {
                return Ok(guard);
            }
            if clock.now() >= give_up {
                return Err(Error::new(
                    Code::DesktopTimeout,
                    "another surehand process kept acting on this desktop; nothing was done",
                ));
            }
            if !std::mem::replace(&mut told, true) {
                waits();
            }
            clock.wait(&nobody, nobody.count(), clock.now().plus(AGAIN));
        }
    }

    fn try_acquire(&self) -> Result<Option<ActGuard>> {
        match &self.0 {
            Place::Here(taken) => {
                Ok((!taken.swap(true, Ordering::SeqCst)).then(|| ActGuard(Held::Here(Arc::clone(taken)))))
            }
            Place::File { directory, name } => {
                let file = open(directory, name).map_err(|_| unusable())?;
                match file.try_lock() {
                    Ok(()) => Ok(Some(ActGuard(Held::File(file)))),
                    Err(TryLockError::WouldBlock) => Ok(None),
                    Err(TryLockError::Error(_)) => Err(unusable()),
                }
            }
        }
    }
}

fn unusable() -> Error {
    Error::new(
        Code::Internal,
        "the directory of the act lock cannot be used: it must be writable, and belong to this user alone \
         (XDG_RUNTIME_DIR says where it is)",
    )
}

fn open(directory: &Path, name: &str) -> io::Result<File> {
    make_private(directory)?;
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(directory.join(name))
}

/// Makes the directory if it is missing, and refuses one that somebody else could put files into.
pub(crate) fn make_private(directory: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // Not following a link: in a shared temp directory somebody else may have put one there first.
    let found = directory.symlink_metadata()?;
    if !found.is_dir() || found.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::from(io::ErrorKind::PermissionDenied));
    }
    if found.mode() & 0o077 != 0 {
        std::fs::set_permissions(directory, Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// The user's runtime directory, also when a client did not pass its variable on; else a private one for temporary
/// files.
pub(crate) fn directory(variable: &dyn Fn(&str) -> Option<OsString>) -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    let named = variable("XDG_RUNTIME_DIR").filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || Some(PathBuf::from(format!("/run/user/{user}"))).filter(|directory| directory.is_dir());
    match named.or_else(usual) {
        Some(runtime) => runtime.join("surehand"),
        None => std::env::temp_dir().join(format!("surehand-{user}")),
    }
}

/// `:0` and `:0.0` are one display.
fn file_name(variable: &dyn Fn(&str) -> Option<OsString>) -> String {
    let display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .into_iter()
        .filter_map(variable)
        .map(|value| value.to_string_lossy().into_owned())
        .find(|value| !value.is_empty())
        .unwrap_or_else(|| "none".to_owned());
    let display = match display.rsplit_once(':') {
        Some((host, number)) => format!("{host}:{}", number.split('.').next().unwrap_or(number)),
        None => display,
    };
    let plain = |character: char| {
        if character.is_ascii_alphanumeric() || ":-.".contains(character) { character } else { '_' }
    };
    format!("act-{}.lock", display.chars().take(100).map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use surehand_core::clock::SystemClock;

    use super::*;

    fn temporary(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("surehand-lock-test-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        path
    }

    #[test]
    fn one_holder_at_a_time_and_the_next_when_it_is_gone() {
        let directory = temporary("one");
        let clock = SystemClock::new();
        for lock in [ActLock::in_directory(&directory, "a.lock"), ActLock::of_this_process()] {
            let held = lock.acquire(&clock, &Cancel::new()).expect("free");
            assert!(lock.try_acquire().expect("usable").is_none());
            drop(held);
            assert!(lock.try_acquire().expect("usable").is_some());
        }
        assert_eq!(directory.metadata().expect("made").mode() & 0o777, 0o700);
    }

    #[test]
    fn a_cancelled_wait_never_gets_it() {
        let lock = ActLock::of_this_process();
        let clock = SystemClock::new();
        let cancel = Cancel::new();
        cancel.cancel();
        let code = |result: Result<ActGuard>| result.map(|_| ()).map_err(|error| error.code);
        assert_eq!(code(lock.acquire(&clock, &cancel)), Err(Code::Cancelled));
        let held = lock.acquire(&clock, &Cancel::new()).expect("given back by the cancelled one");
        assert_eq!(code(lock.acquire(&clock, &cancel)), Err(Code::Cancelled));
        drop(held);
    }

    #[test]
    fn a_directory_that_is_a_link_is_refused_and_an_open_one_closed() {
        let directory = temporary("link");
        std::fs::create_dir(&directory).expect("temp dir");
        std::fs::set_permissions(&directory, Permissions::from_mode(0o777)).expect("ours");
        let link = temporary("link-to");
        drop(std::fs::remove_file(&link));
        std::os::unix::fs::symlink(&directory, &link).expect("temp dir");
        let clock = SystemClock::new();
        let refused = ActLock::in_directory(&link, "a.lock").acquire(&clock, &Cancel::new());
        assert_eq!(refused.map(|_| ()).map_err(|error| error.code), Err(Code::Internal));
        ActLock::in_directory(&directory, "a.lock").acquire(&clock, &Cancel::new()).expect("ours");
        assert_eq!(directory.metadata().expect("there").mode() & 0o777, 0o700);
    }

    #[test]
    fn the_display_names_the_file() {
        let name = |display: &'static str, wayland: &'static str| {
            file_name(&move |asked| match asked {
                "DISPLAY" => Some(display.into()),
                _ => Some(wayland.into()),
            })
        };
        assert_eq!(name(":0", ""), "act-:0.lock");
        assert_eq!(name(":0.0", "wayland-0"), "act-:0.lock");
        assert_eq!(name("", "../wayland-0"), "act-.._wayland-0.lock");
        assert_eq!(name("", ""), "act-none.lock");
    }
}
