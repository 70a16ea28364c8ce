//! The window in front during a step.
//!
//! Nothing that surehand does brings an app to the front; an app may do so itself. Then what was there is put back at
//! once, each time it is seen, and the step says so. A window that the user could see before and that pushes itself
//! there is a violation; a window or dialog that the step itself opened is its effect, and only its place in front is
//! taken back. An app that the user works in may move them on to its own next window.

use super::Engine;
use super::perform::Run;
use super::settle::Retakes;
use crate::change;
use crate::clock::{ChangeSignal, Deadline};
use crate::code::Code;
use crate::outcome::Outcome;
use crate::snapshot::Snapshot;
use crate::window::WindowKey;

/// What was in front when a step began, and whom it must not give way to.
#[derive(Clone, Debug)]
pub(super) struct Front {
    window: Option<WindowKey>,
    /// The target's app was in front itself.
    own: bool,
    pid: u32,
    /// The app's windows from before the step.
    known: Vec<WindowKey>,
    signal: ChangeSignal,
}

/// A window of the target's app came to the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pushed {
    /// The window in words, when the step opened it.
    opened: Option<String>,
    /// What was in front is there again.
    put_back: bool,
}

impl Pushed {
    pub(super) const fn is_violation(&self) -> bool {
        self.opened.is_none() || !self.put_back
    }

    /// What becomes of the outcome of a step in which this happened.
    pub(super) fn judge(&self, outcome: Outcome) -> Outcome {
        match &self.opened {
            Some(opened) if self.put_back => outcome.with_note(&format!(
                "{opened} came to the front as it opened; the window that was in front is in front again"
            )),
            _ if self.put_back => Outcome::failed(
                Code::ForegroundViolation,
                "the app came to the front during the step; the window that was in front is in front again",
            ),
            _ => Outcome::failed(
                Code::ForegroundViolation,
                "the app came to the front during the step, and the window that was in front could not be put back",
            ),
        }
    }
}

impl Front {
    pub(super) fn of(target: &Snapshot, front: Option<WindowKey>, signal: ChangeSignal) -> Self {
        let windows = target.other_windows.iter().chain([&target.window]);
        let known: Vec<WindowKey> = windows.map(|window| window.key.clone()).collect();
        let own = front.as_ref().is_some_and(|front| known.contains(front));
        Self { window: front, own, pid: target.window.app.pid, known, signal }
    }
}

impl Engine {
    /// Has the desktop watch over the window in front while an action runs.
    pub(super) fn hold_front(&self, front: &Front, deadline: &Deadline) {
        if let Some(window) = front.window.as_ref().filter(|_| !front.own) {
            // Where a desktop cannot do that, what it would have done is done each time the app is looked at.
            let _ = self.desktop.hold_front(window, front.pid, deadline);
        }
    }

    /// Ends that, and takes what the desktop saw into account.
    pub(super) fn release_front(&self, run: &mut Run<'_>) {
        self.guard_front(run);
        for pushed in self.desktop.release_front() {
            let now = self.desktop.foreground(run.deadline).ok();
            let put_back = now.is_some_and(|now| now == run.front.window);
            note(run, self.pushed(&run.front, &pushed, put_back, run.deadline));
        }
    }

    /// Puts back what was in front when the target's app pushed itself there.
    pub(super) fn guard(&self, front: &Front, deadline: &Deadline) -> Option<Pushed> {
        let now = self.desktop.foreground(deadline).ok()?;
        if now == front.window || front.own {
            return None;
        }
        let pushed = now?;
        let windows = self.desktop.windows(&self.reading(deadline)).ok()?;
        if !windows.iter().any(|window| window.key == pushed && window.app.pid == front.pid) {
            return None;
        }
        let put_back = front.window.as_ref().is_some_and(|window| {
            self.desktop.put_back(window, deadline).is_ok() && self.comes_back(front, window, deadline)
        });
        Some(self.pushed(front, &pushed, put_back, deadline))
    }

    /// The same while an action runs; what was seen stays seen.
    pub(super) fn guard_front(&self, run: &mut Run<'_>) {
        if let Some(pushed) = self.guard(&run.front, run.deadline) {
            note(run, pushed);
        }
    }

    fn pushed(&self, front: &Front, window: &WindowKey, put_back: bool, deadline: &Deadline) -> Pushed {
        let opened = (!front.known.contains(window)).then(|| {
            let windows = self.desktop.windows(&self.reading(deadline)).unwrap_or_default();
            let words = windows.iter().find(|one| one.key == *window).map(change::window_words);
            words.unwrap_or_else(|| "a window".to_owned())
        });
        Pushed { opened, put_back }
    }

    fn comes_back(&self, front: &Front, window: &WindowKey, deadline: &Deadline) -> bool {
        let mut retakes = Retakes::new(self.clock.now(), front.signal.count(), &self.settings);
        loop {
            if self.desktop.foreground(deadline).is_ok_and(|now| now.as_ref() == Some(window)) {
                return true;
            }
            if !retakes.wait(self, &front.signal, deadline) {
                return false;
            }
        }
    }
}

/// The worst that was seen is what counts.
fn note(run: &mut Run<'_>, pushed: Pushed) {
    if pushed.is_violation() || run.pushed.as_ref().is_none_or(|seen| !seen.is_violation()) {
        run.pushed = Some(pushed);
    }
}
