//! Which surehand processes run, so that a person can end all of them at once.
//!
//! Each puts a file into the runtime directory, beside the act lock, and takes it away when it ends. The file alone
//! ends nobody: the process must still be the one that wrote it, by its start time, its program and its user. The
//! signal goes through a handle on that very process, so it cannot hit one that got the number meanwhile.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde::{Deserialize, Serialize};
use surehand_core::clock::{ChangeSignal, Clock};

use crate::lock;

/// How long a process may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look whether it has.
const AGAIN: Duration = Duration::from_millis(20);
/// What the names of the files begin with.
const PREFIX: &str = "running-";

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Running {
    pid: u32,
    /// When it started, in the kernel's ticks since the machine did.
    started: u64,
    program: PathBuf,
}

/// Says that this process runs, until it is dropped.
#[derive(Debug)]
pub struct Registration(PathBuf);

impl Drop for Registration {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// What became of the processes that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopped {
    /// These ended when they were told to.
    pub ended: Vec<u32>,
    /// These had to be ended.
    pub killed: Vec<u32>,
    /// These still run.
    pub left: Vec<u32>,
}

/// Says that this process runs.
///
/// # Errors
/// When the runtime directory cannot be used, or the kernel does not tell about processes.
pub fn register() -> io::Result<Registration> {
    register_in(&lock::directory(&|name| std::env::var_os(name)))
}

/// The same, in this directory.
///
/// # Errors
/// As [`register`].
pub fn register_in(directory: &Path) -> io::Result<Registration> {
    lock::make_private(directory)?;
    let pid = std::process::id();
    let running = Running {
        pid,
        started: started(pid).ok_or(io::ErrorKind::Unsupported)?,
        program: program(pid).ok_or(io::ErrorKind::Unsupported)?,
    };
    let path = directory.join(format!("{PREFIX}{pid}.json"));
    // Left over from a process of the same number that died.
    drop(fs::remove_file(&path));
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    file.write_all(serde_json::to_string(&running)?.as_bytes())?;
    Ok(Registration(path))
}

/// Ends every other surehand process of this user that has said it runs. One that was started with another runtime
/// directory than this process is not found.
#[must_use]
pub fn stop(clock: &dyn Clock) -> Stopped {
    stop_in(&lock::directory(&|name| std::env::var_os(name)), clock)
}

/// The same, with the files of this directory.
#[must_use]
pub fn stop_in(directory: &Path, clock: &dyn Clock) -> Stopped {
    let mut stopped = Stopped::default();
    let mut found: Vec<(Running, PathBuf)> = files(directory);
    found.retain(|(running, path)| {
        let is_so = running.is_so();
        if !is_so {
            drop(fs::remove_file(path));
        }
        is_so && running.pid != std::process::id()
    });
    for (running, _) in &found {
        running.send(Signal::TERM);
    }
    let nobody = ChangeSignal::new();
    let give_up = clock.now().plus(PATIENCE);
    while found.iter().any(|(running, _)| running.is_so()) && clock.now() < give_up {
        clock.wait(&nobody, nobody.count(), clock.now().plus(AGAIN));
    }
    for (running, path) in found {
        if !running.is_so() {
            stopped.ended.push(running.pid);
        } else if running.send(Signal::KILL) {
            let gone = clock.now().plus(PATIENCE);
            while running.is_so() && clock.now() < gone {
                clock.wait(&nobody, nobody.count(), clock.now().plus(AGAIN));
            }
            if running.is_so() { &mut stopped.left } else { &mut stopped.killed }.push(running.pid);
        } else {
            stopped.left.push(running.pid);
        }
        if !running.is_so() {
            drop(fs::remove_file(path));
        }
    }
    stopped
}

impl Running {
    /// Whether the process is the one that wrote this, and still runs.
    fn is_so(&self) -> bool {
        let same_user = fs::metadata(format!("/proc/{}", self.pid))
            .is_ok_and(|found| found.uid() == rustix::process::geteuid().as_raw());
        same_user
            && started(self.pid) == Some(self.started)
            && program(self.pid).as_ref() == Some(&self.program)
    }

    /// Sends a signal to the process, if it still is the one that wrote this.
    fn send(&self, signal: Signal) -> bool {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        let Some(handle) = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) else {
            return false;
        };
        // In this order: the handle stays with the process whatever becomes of its number.
        self.is_so() && pidfd_send_signal(&handle, signal).is_ok()
    }
}

/// The files of a directory that nobody else could have put there.
fn files(directory: &Path) -> Vec<(Running, PathBuf)> {
    let user = rustix::process::geteuid().as_raw();
    let private = directory
        .symlink_metadata()
        .is_ok_and(|found| found.is_dir() && found.uid() == user && found.mode() & 0o022 == 0);
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let ours = entries.flatten().filter(|entry| {
        private
            && entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.metadata().is_ok_and(|found| found.is_file() && found.len() < 8_192)
    });
    ours.filter_map(|entry| {
        let running = serde_json::from_slice(&fs::read(entry.path()).ok()?).ok()?;
        Some((running, entry.path()))
    })
    .collect()
}

/// When a process started; `None` when it is gone or is only waiting to be collected.
fn started(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in brackets and may hold anything, brackets included.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X") { None } else { fields.nth(18)?.parse().ok() }
}

/// The program of a process, also of one that has been replaced on the disk since.
fn program(pid: u32) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/{pid}/exe")).ok()?;
    let text = path.to_string_lossy();
    Some(text.strip_suffix(" (deleted)").map_or_else(|| path.clone(), PathBuf::from))
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command};

    use surehand_core::clock::SystemClock;

    use super::*;

    fn temporary(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("surehand-servers-test-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        lock::make_private(&path).expect("temp dir");
        path
    }

    fn running(child: &Child) -> Running {
        let pid = child.id();
        Running { pid, started: started(pid).expect("it runs"), program: program(pid).expect("it runs") }
    }

    fn file(directory: &Path, name: &str, running: &Running) -> PathBuf {
        let path = directory.join(format!("{PREFIX}{name}.json"));
        fs::write(&path, serde_json::to_string(running).expect("JSON")).expect("temp dir");
        path
    }

    /// A process of ours that is ended when the test is.
    struct Sleeper(Child);

    impl Sleeper {
        fn start() -> Self {
            Self(Command::new("sleep").arg("60").spawn().expect("it starts"))
        }

        fn runs(&mut self) -> bool {
            self.0.try_wait().expect("ours").is_none()
        }
    }

    impl Drop for Sleeper {
        fn drop(&mut self) {
            drop(self.0.kill());
            drop(self.0.wait());
        }
    }

    #[test]
    fn only_the_very_process_that_is_meant_is_ended() {
        let directory = temporary("meant");
        let (mut meant, mut other) = (Sleeper::start(), Sleeper::start());
        let clock = SystemClock::new();
        let found = running(&other.0);
        let stale = [
            file(&directory, "started", &Running { started: found.started + 1, ..found.clone() }),
            file(&directory, "program", &Running { program: "/bin/other".into(), ..found.clone() }),
            file(&directory, "gone", &Running { pid: 4_000_000, ..found.clone() }),
        ];
        fs::write(directory.join(format!("{PREFIX}odd.json")), "no JSON").expect("temp dir");
        file(&directory, "meant", &running(&meant.0));
        let stopped = stop_in(&directory, &clock);
        assert_eq!(stopped.ended, [meant.0.id()]);
        assert!((stopped.killed.is_empty(), stopped.left.is_empty()) == (true, true), "{stopped:?}");
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(meant.0.wait().expect("ours").signal(), Some(15));
        assert!(other.runs());
        assert!(stale.iter().all(|path| !path.exists()));
        assert_eq!(stop_in(&directory, &clock), Stopped::default());
    }

    #[test]
    fn a_directory_that_others_may_write_to_ends_nobody() {
        use std::os::unix::fs::PermissionsExt;
        let directory = temporary("open");
        let mut sleeper = Sleeper::start();
        file(&directory, "planted", &running(&sleeper.0));
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o777)).expect("ours");
        assert_eq!(stop_in(&directory, &SystemClock::new()), Stopped::default());
        assert!(sleeper.runs());
    }

    #[test]
    fn a_process_says_that_it_runs_until_it_does_not() {
        let directory = temporary("own");
        let registration = register_in(&directory).expect("a runtime directory");
        let files = || fs::read_dir(&directory).expect("made").count();
        assert_eq!(files(), 1);
        // It does not end itself.
        assert_eq!(stop_in(&directory, &SystemClock::new()), Stopped::default());
        assert_eq!(files(), 1);
        drop(registration);
        assert_eq!(files(), 0);
    }
}
