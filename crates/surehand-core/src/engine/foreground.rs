//! The window in front during a step.
//!
//! Nothing that surehand does brings an app to the front; an app may do so itself. Then what was there is put back at
//! once, each time it is seen, and the step says so. An app that the user works in may move them on to its own next
//! window.

use super::Engine;
use super::perform::Run;
use super::settle::Retakes;
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
    signal: ChangeSignal,
}

/// An app pushed itself to the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Violation {
    /// What was in front is there again.
    put_back: bool,
}

impl Violation {
    pub(super) fn outcome(self) -> Outcome {
        Outcome::failed(
            Code::ForegroundViolation,
            if self.put_back {
                "the app came to the front during the step; the window that was in front is in front again"
            } else {
                "the app came to the front during the step, and the window that was in front could not be put back"
            },
        )
    }
}

impl Front {
    pub(super) fn of(target: &Snapshot, front: Option<WindowKey>, signal: ChangeSignal) -> Self {
        let mut windows = target.other_windows.iter().chain([&target.window]);
        let own = windows.any(|window| Some(&window.key) == front.as_ref());
        Self { window: front, own, pid: target.window.app.pid, signal }
    }
}

impl Engine {
    /// Puts back what was in front when the target's app pushed itself there.
    pub(super) fn guard(&self, front: &Front, deadline: &Deadline) -> Option<Violation> {
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
        Some(Violation { put_back })
    }

    /// The same while an action runs; what was seen stays seen.
    pub(super) fn guard_front(&self, run: &mut Run<'_>) {
        if let Some(violation) = self.guard(&run.front, run.deadline) {
            run.violation = Some(violation);
        }
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
