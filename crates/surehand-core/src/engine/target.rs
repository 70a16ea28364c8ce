//! Which window a call means, and reading it.
//!
//! A name finds the running app that answers to it; a window number alone is enough. Without a number it is the app's
//! front-most titled window, or the modal dialog that stands before it. Apps are started elsewhere.

use std::time::Duration;

use super::settle::QUIET;
use super::{Engine, Target, WindowReport};
use crate::change;
use crate::clock::{Cancel, Deadline};
use crate::code::Code;
use crate::desktop::LockState;
use crate::error::{Error, Result};
use crate::snapshot::Snapshot;
use crate::swatch;
use crate::window::{Window, WindowKey, WindowKind};

/// How long a window without content is waited for.
const BARE: Duration = Duration::from_millis(1_500);
/// How often to look although nothing was heard, and the least time between two readings.
const LOOK: Duration = Duration::from_millis(150);
const LEAST: Duration = Duration::from_millis(40);

impl Engine {
    /// The open windows of apps with a user interface, front-most first, of one app when `app` names it. Windows of
    /// apps that may not be read come without their titles.
    ///
    /// # Errors
    /// `bad_target` when no running app answers to `app`; `desktop_unavailable`, `desktop_timeout`.
    pub fn windows(&self, app: Option<&str>, cancel: &Cancel) -> Result<Vec<Window>> {
        let deadline = self.deadline(self.settings.read_limit, cancel);
        let mut windows = self.desktop.windows(&deadline)?;
        windows.retain(|window| window.kind != WindowKind::Transient);
        if let Some(app) = app {
            windows.retain(|window| window.app.answers_to(app));
            if windows.is_empty() {
                return Err(no_such_app());
            }
        }
        for window in &mut windows {
            if self.permissions.read(&window.app).is_err() {
                window.title.clear();
            }
        }
        Ok(windows)
    }

    /// The window that a call with this target would be about, before any permission is asked for.
    ///
    /// # Errors
    /// `bad_target`, `window_not_found`, `desktop_unavailable`, `desktop_timeout`.
    pub fn window_meant(&self, target: &Target, cancel: &Cancel) -> Result<Window> {
        self.find(target, &self.deadline(self.settings.read_limit, cancel))
    }

    /// The window a call means.
    pub(super) fn find(&self, target: &Target, deadline: &Deadline) -> Result<Window> {
        let windows = self.desktop.windows(deadline)?;
        let is_app = |window: &Window| {
            target.app.as_ref().is_none_or(|app| window.app.answers_to(app))
                && target.pid.is_none_or(|pid| window.app.pid == pid)
        };
        if let Some(id) = target.window_id {
            let window = windows.iter().find(|window| window.id == id).ok_or_else(|| {
                Error::new(
                    Code::WindowNotFound,
                    "no open window has this `windowId`; list them with `windows`",
                )
            })?;
            if !is_app(window) {
                return Err(Error::new(
                    Code::BadTarget,
                    "the window of this `windowId` belongs to another app than the call names",
                ));
            }
            return Ok(window.clone());
        }
        if target.app.is_none() && target.pid.is_none() {
            return Err(Error::new(
                Code::InvalidArguments,
                "`app`, `pid` or `windowId` must say which window is meant",
            ));
        }
        let mut own: Vec<&Window> =
            windows.iter().filter(|window| is_app(window) && window.kind != WindowKind::Transient).collect();
        if own.is_empty() {
            return Err(no_such_app());
        }
        // A stable sort: within a class the front-most stays first.
        own.sort_by_key(|window| (!window.modal, window.title.is_empty(), window.minimized));
        own.first().map(|window| (*window).clone()).ok_or_else(no_such_app)
    }

    /// Refuses while the screen is locked.
    pub(super) fn check_lock(&self, deadline: &Deadline) -> Result<()> {
        match self.desktop.lock_state(deadline)? {
            LockState::NotLocked => Ok(()),
            LockState::Locked => Err(Error::new(Code::ScreenLocked, "the screen is locked")),
        }
    }

    /// Reads the window and takes the reading into the memory of what moves by itself. A window may be there before what
    /// is in it, which is waited for a while; one that stayed empty is not waited for again.
    pub(super) fn look(&self, window: &Window, deadline: &Deadline) -> Result<Snapshot> {
        let mut snapshot = self.look_once(window, deadline)?;
        if snapshot.is_bare() && !self.bare().contains(&window.key) {
            let end = self.clock.now().plus(BARE).min(deadline.at);
            let signal = self.desktop.change_signal(&window.key);
            while snapshot.is_bare() && self.clock.now() < end && !deadline.cancel.is_cancelled() {
                let now = self.clock.now();
                self.clock.wait(&signal, signal.count(), now.plus(LOOK).min(end));
                self.wait_until(&signal, now.plus(LEAST).min(end));
                snapshot = self.look_once(window, deadline)?;
            }
            if snapshot.is_bare() {
                self.bare().insert(window.key.clone());
            } else {
                self.wait_for_quiet(&signal, QUIET, deadline, || ());
                snapshot = self.look_once(window, deadline)?;
            }
        }
        Ok(snapshot)
    }

    /// Reads a window. Buttons that show nothing but a colour are named by it.
    pub(super) fn read_window(&self, window: &WindowKey, deadline: &Deadline) -> Result<Snapshot> {
        let mut snapshot = self.desktop.snapshot(window, &self.settings.bounds, deadline)?;
        swatch::name(&mut snapshot, || self.desktop.capture(window, deadline).ok());
        Ok(snapshot)
    }

    /// The same, of what there is now.
    pub(super) fn look_once(&self, window: &Window, deadline: &Deadline) -> Result<Snapshot> {
        let snapshot = self.read_window(&window.key, deadline)?;
        let signal = self.desktop.change_signal(&window.key);
        self.ambient().looked(&snapshot, &signal, self.clock.now());
        Ok(snapshot)
    }
}

/// What an answer says about the window of a reading.
pub(crate) fn window_report(snapshot: &Snapshot) -> WindowReport {
    let others = || snapshot.other_windows.iter().filter(|window| window.kind != WindowKind::Transient);
    let modal = others().find(|window| window.modal).map(change::window_words);
    let modal = modal.or_else(|| snapshot.window.modal.then(|| change::window_words(&snapshot.window)));
    let other_windows =
        others().map(|window| window.title.clone()).filter(|title| !title.is_empty()).collect();
    WindowReport { window: snapshot.window.clone(), modal, other_windows }
}

fn no_such_app() -> Error {
    Error::new(Code::BadTarget, "no running app with a window answers to that; list them with `windows`")
}
