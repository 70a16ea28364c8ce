//! A process that a test started, together with everything it started in its process group.
//!
//! Ending is exact: the group is signalled while its leader is still unreaped, so its number cannot belong to
//! anybody else. No name is ever matched. Output goes where the caller's `Command` says.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::waiting::poll_until;

const GRACE: Duration = Duration::from_secs(2);

/// A running app and its process group; both end when it is dropped.
#[derive(Debug)]
pub struct App {
    pub(crate) child: Child,
}

impl App {
    /// Starts `command` as the leader of a process group of its own.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: command.process_group(0).spawn()? })
    }

    /// The id of the process, which is also the id of its group.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has not ended yet.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.group().is_some_and(|pid| matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// Stops the whole group (SIGSTOP): an app that hangs.
    pub fn suspend(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets a suspended group run again.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Ends the whole group at once (SIGKILL): an app that dies.
    pub fn crash(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if let Some(pid) = self.group() {
            let _gone = kill_process_group(pid, signal);
        }
    }

    fn group(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.signal(Signal::TERM);
        self.resume();
        poll_until(GRACE, || (!self.is_running()).then_some(()));
        self.crash();
        let _status = self.child.wait();
    }
}
