//! The window in front during a step.
//!
//! Nothing that surehand does brings an app to the front; an app may do so itself. Then what was there is put back and
//! the step says so.

use super::Engine;
use super::perform::Run;
use super::settle::Retakes;
use crate::code::Code;
use crate::outcome::Outcome;
use crate::window::WindowKey;

impl Engine {
    /// Whether the target's app pushed itself to the front; puts back what was there.
    pub(super) fn foreground_violation(&self, run: &Run<'_>) -> Option<Outcome> {
        let now = self.desktop.foreground(run.deadline).ok()?;
        if now == run.front {
            return None;
        }
        let pushed = now?;
        let windows = self.desktop.windows(&self.reading(run.deadline)).ok()?;
        let pid = run.view.snapshot.window.app.pid;
        let of_app =
            |key: &WindowKey| windows.iter().any(|window| window.key == *key && window.app.pid == pid);
        // An app that the user works in may move them on to its own next window.
        let was_in_front = run.front_app == Some(pid);
        if !of_app(&pushed) || was_in_front {
            return None;
        }
        let back = run.front.as_ref().is_some_and(|front| {
            self.desktop.put_back(front, run.deadline).is_ok() && self.comes_back(run, front)
        });
        Some(Outcome::failed(
            Code::ForegroundViolation,
            if back {
                "the app came to the front during the step; the window that was in front is in front again"
            } else {
                "the app came to the front during the step, and the window that was in front could not be put back"
            },
        ))
    }

    fn comes_back(&self, run: &Run<'_>, front: &WindowKey) -> bool {
        let mut retakes = Retakes::new(self.clock.now(), run.signal.count(), &self.settings);
        loop {
            if self.desktop.foreground(run.deadline).is_ok_and(|now| now.as_ref() == Some(front)) {
                return true;
            }
            if !retakes.wait(self, &run.signal, run.deadline) {
                return false;
            }
        }
    }
}
