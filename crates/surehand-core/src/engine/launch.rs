//! Starting an installed app that a step names and that does not run.
//!
//! Only acting starts apps, only what the desktop lists as installed and visible, and only when the user's permissions
//! say so. The app is asked to stay behind; one that takes the front all the same is sent back while its window is
//! waited for.
//!
//! The decision that matters: an app is started once. What shows no window in time is an error that says that it may
//! still come, and is never started again by the same call.

use std::collections::HashMap;
use std::time::Duration;

use super::settle::QUIET;
use super::{Engine, Target};
use crate::clock::{Cancel, ChangeSignal, Deadline};
use crate::code::Code;
use crate::desktop::Launchable;
use crate::error::{Error, Result};
use crate::window::{App, Window, WindowKey, WindowKind};

/// How often to look for the window although nothing was heard.
const LOOK: Duration = Duration::from_millis(50);

/// How long a new window is still watched for taking the front.
const SHOWN: Duration = Duration::from_millis(500);

/// The apps that this engine has started.
#[derive(Debug, Default)]
pub(super) struct Launched {
    /// Those that nobody has been told of yet.
    untold: Vec<App>,
    /// The process by the desktop's id: an app may go by other names than the installed ones.
    processes: HashMap<String, u32>,
}

impl Engine {
    /// The app that acting on this target would start; `None` when it runs, or when no installed app answers to it.
    ///
    /// # Errors
    /// `bad_target` when several installed apps answer to it; `desktop_unavailable`, `desktop_timeout`.
    pub fn launch_meant(&self, target: &Target, cancel: &Cancel) -> Result<Option<Launchable>> {
        let deadline = self.deadline(self.settings.read_limit, cancel);
        match self.find(target, &deadline) {
            Err(error) if error.code == Code::BadTarget => match self.launchable(target, &deadline)? {
                Some(app) if self.running(&app, &deadline)?.is_none() => Ok(Some(app)),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// The apps that were started since this was last asked.
    pub fn take_launched(&self) -> Vec<App> {
        std::mem::take(&mut self.launched().untold)
    }

    /// The window a step means, of an app that is started if it does not run.
    pub(super) fn find_or_launch(&self, target: &Target, deadline: &Deadline) -> Result<Window> {
        match self.find(target, deadline) {
            Err(error) if error.code == Code::BadTarget => match self.launchable(target, deadline)? {
                Some(app) => match self.running(&app, deadline)? {
                    Some(target) => self.find(&target, deadline),
                    None => self.launch(&app, deadline),
                },
                None => Err(error),
            },
            found => found,
        }
    }

    /// The installed app that a target names by nothing but a name.
    fn launchable(&self, target: &Target, deadline: &Deadline) -> Result<Option<Launchable>> {
        let Target { app: Some(name), pid: None, window_id: None } = target else { return Ok(None) };
        let installed = match self.desktop.launchable(deadline) {
            Ok(installed) => installed,
            Err(error) if error.code == Code::Unsupported => return Ok(None),
            Err(error) => return Err(error),
        };
        // Its id says it best, then the name its users know, and so on: the settings of an app run the same program.
        let rank = |one: &Launchable| {
            let names = [&one.id, &one.name].into_iter().chain(&one.aliases);
            names.into_iter().position(|own| App { name: own.clone(), ..App::default() }.answers_to(name))
        };
        let mut meant: Vec<(usize, Launchable)> =
            installed.into_iter().filter_map(|one| rank(&one).map(|rank| (rank, one))).collect();
        meant.sort_by_key(|(rank, _)| *rank);
        match meant.as_slice() {
            [(first, _), (second, _), ..] if first == second => Err(Error::new(
                Code::BadTarget,
                "several installed apps answer to that, and none of them runs; name one by its desktop id",
            )),
            found => Ok(found.first().map(|(_, one)| one.clone())),
        }
    }

    /// The process of an installed app that runs under another of its names than the one it was asked for by.
    fn running(&self, installed: &Launchable, deadline: &Deadline) -> Result<Option<Target>> {
        let app = installed.app();
        let started = self.launched().processes.get(&installed.id).copied();
        let windows = self.desktop.windows(deadline)?;
        let own = windows.iter().find(|window| {
            window.kind != WindowKind::Transient && (Some(window.app.pid) == started || is_of(window, &app))
        });
        Ok(own.map(|window| Target { pid: Some(window.app.pid), ..Target::default() }))
    }

    fn launch(&self, installed: &Launchable, deadline: &Deadline) -> Result<Window> {
        let app = installed.app();
        self.permissions.read(&app)?;
        self.permissions.act(&app)?;
        self.permissions.launch(&app)?;
        self.check_lock(deadline)?;
        let front = self.desktop.foreground(deadline)?;
        let signal = self.desktop.opening_signal();
        let started = self.desktop.launch(&installed.id, deadline)?;
        {
            let mut launched = self.launched();
            launched.untold.push(App { pid: started.pid, ..app.clone() });
            if started.pid != 0 {
                launched.processes.insert(installed.id.clone(), started.pid);
            }
        }
        // Some window managers put every new window in front, whatever it asks for: what is typed meanwhile is kept for
        // whom it is meant.
        if let Some(front) = front.as_ref().filter(|_| started.pid != 0) {
            let _ = self.desktop.hold_front(front, started.pid, deadline);
        }
        let shown = self.shown(&app, started.pid, (front.as_ref(), &signal), deadline);
        drop(self.desktop.release_front());
        shown
    }

    /// The window of an app that has just been started, once it is there and built up.
    fn shown(
        &self,
        app: &App,
        pid: u32,
        (front, signal): (Option<&WindowKey>, &ChangeSignal),
        deadline: &Deadline,
    ) -> Result<Window> {
        let end = self.clock.now().plus(self.settings.launch_limit).min(deadline.at);
        let is_its = |window: &Window| (pid != 0 && window.app.pid == pid) || is_of(window, app);
        loop {
            let heard = signal.count();
            // An app that is just starting may answer late; that is no reason to give up.
            let windows = self.desktop.windows(&self.reading(deadline)).unwrap_or_default();
            let own: Vec<&Window> = windows.iter().filter(|window| is_its(window)).collect();
            self.give_back(front, &own, deadline);
            if let Some(window) = own.iter().find(|window| window.kind != WindowKind::Transient) {
                return self.settled(window, front, deadline);
            }
            if deadline.cancel.is_cancelled() {
                return Err(Error::new(Code::Cancelled, "the call was cancelled while the app was starting")
                    .after_sending());
            }
            if self.clock.now() >= end {
                return Err(Error::new(
                    Code::WindowNotFound,
                    "the app was started and showed no window in time; it may still do so",
                )
                .after_sending());
            }
            self.clock.wait(signal, heard, self.clock.now().plus(LOOK).min(end));
        }
    }

    /// Waits until a new window is built up, and answers which of its app's windows is meant then.
    fn settled(&self, window: &Window, front: Option<&WindowKey>, deadline: &Deadline) -> Result<Window> {
        let signal = self.desktop.change_signal(&window.key);
        let target = Target { pid: Some(window.app.pid), ..Target::default() };
        self.wait_for_quiet(&signal, QUIET, deadline, || {
            self.give_back(front, &[window], deadline);
        });
        // What is shown may be put in front a moment later.
        let end = self.clock.now().plus(SHOWN);
        while self.clock.now() < end && !deadline.cancel.is_cancelled() {
            self.give_back(front, &[window], deadline);
            self.clock.wait(&signal, signal.count(), self.clock.now().plus(LOOK).min(end));
        }
        self.find(&target, deadline)
    }

    /// Puts back what was in front when a window of the new app has taken its place.
    fn give_back(&self, front: Option<&WindowKey>, own: &[&Window], deadline: &Deadline) {
        let Some(front) = front else { return };
        let now = self.desktop.foreground(deadline).ok().flatten();
        if now.is_some_and(|now| own.iter().any(|window| window.key == now)) {
            // A desktop that cannot put it back has nothing better to offer either.
            let _ = self.desktop.put_back(front, deadline);
        }
    }
}

/// Whether a window's app answers to a name of `app`.
fn is_of(window: &Window, app: &App) -> bool {
    std::iter::once(&app.name).chain(&app.aliases).any(|name| window.app.answers_to(name))
}
