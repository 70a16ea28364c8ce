//! A press that has shown no effect so far.
//!
//! It is not pressed again: an app may act without showing it, and then it would act twice. A busy app may also be late with
//! its dialog, so the window is watched for a while; a window that comes up is the effect, and without one the run is
//! blocked.

use super::Doing;
use crate::action::ActionKind;
use crate::policy::{Decision, PlannedAction, Terminal};
use crate::window::WindowKey;

/// How often time is let pass before it is given up.
const WAITS: u32 = 3;

#[derive(Debug)]
pub(super) struct Overdue {
    pub(super) doing: Doing,
    window: WindowKey,
    waited: u32,
}

impl Overdue {
    /// Of what was done in that window. What sets something to what it is to be may be done again, so it is never overdue.
    pub(super) fn of(doing: Doing, window: Option<WindowKey>) -> Option<Self> {
        let acts = matches!(doing, Doing::Part(_) | Doing::Confirming | Doing::Opening(_));
        window.filter(|_| acts).map(|window| Self { doing, window, waited: 0 })
    }

    /// Whether its effect has come: another window than that in which it was pressed.
    pub(super) fn has_come(&self, window: &WindowKey) -> bool {
        self.window != *window
    }

    /// What is next while it has not.
    pub(super) fn next(&mut self) -> Decision {
        self.waited += 1;
        if self.waited <= WAITS {
            return Decision::act(PlannedAction::bare(ActionKind::Wait));
        }
        Decision::end(
            Terminal::Blocked,
            "what was pressed shows no effect; it is not pressed again, because an app may act without showing it",
        )
    }
}
