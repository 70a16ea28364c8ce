//! What a desktop works through may be lost in the middle of a step: a driver ends, or does not answer in time.
//!
//! The decision that matters: from the moment the action was sent until the next step begins, such a step is `failed`, even
//! if everything reads as asked once the driver is there again. Who lost the one that carried it out knows that it may have
//! happened, and what is shown now, which the message says; but not how often it did. Steps before are kept: their results
//! were read before, and are read again at the end of the chain like any other.

use super::Engine;
use crate::code::Code;
use crate::desktop::Losses;
use crate::outcome::{Outcome, Status};

impl Engine {
    /// Whether what the desktop works through was lost since then.
    pub(super) fn has_lost(&self, since: Losses) -> bool {
        self.desktop.losses().count != since.count
    }

    /// What becomes of the outcome of a step whose action was sent after `since`.
    pub(super) fn unless_lost(&self, since: Losses, outcome: Outcome) -> Outcome {
        let now = self.desktop.losses();
        if now.count == since.count || outcome.status() == Status::Failed {
            return outcome;
        }
        let (code, what) = match now.last {
            Some(Code::DesktopTimeout) => (Code::DesktopTimeout, "did not answer in time and was ended"),
            _ => (Code::DesktopUnavailable, "ended"),
        };
        let seen = outcome.message();
        Outcome::failed(
            code,
            format!(
                "the desktop's driver {what} during the step; the action was sent before and may have happened; another \
                 driver reads now: {seen}"
            ),
        )
    }
}
