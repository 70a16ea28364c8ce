//! Progress of a call, for clients that asked for it with a token.
//!
//! A notice tells that a step begins or how it ended, that the call waits for its turn, and every few seconds that it is
//! still at it, because clients give up a call they hear nothing of. The number only ever grows, as the protocol wants:
//! whole for steps that have ended, a little for everything else. Nothing of a screen or a caller is in one.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::{Peer, RoleServer};
use surehand::Going;
use surehand::core::engine::Progress;

use crate::call::words;

/// How often a call without news says that it goes on.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);
/// How much a notice is worth that ends no step.
const A_LITTLE: f64 = 0.001;

/// What is said while a call waits for one before it.
pub(super) const WAITS: &str = "waiting for another act to end";
/// What is said when there is nothing new.
pub(super) const GOES_ON: &str = "still at it";

/// The notices of one call. Without a token it has none.
#[derive(Debug)]
pub(super) struct Notices {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
    steps: usize,
    reached: Mutex<f64>,
}

/// A notice on its way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Notice {
    /// How many steps have ended, if it says so.
    ended: Option<usize>,
    words: String,
}

impl Notice {
    pub(super) fn saying(words: &str) -> Self {
        Self { ended: None, words: words.to_owned() }
    }

    /// What there is to say of an act of so many steps, or of a run.
    pub(super) fn of(going: Going<'_>, steps: usize) -> Self {
        let ended = match going {
            Going::Step(Progress::Ended { step, .. }) => Some(step + 1),
            Going::Action { number, .. } => usize::try_from(number).ok(),
            Going::Step(Progress::Begins { .. }) | Going::WaitsForTurn => None,
        };
        Self { ended, words: words(going, steps) }
    }
}

impl Notices {
    pub(super) const fn new(peer: Peer<RoleServer>, token: Option<ProgressToken>, steps: usize) -> Self {
        Self { peer, token, steps, reached: Mutex::new(0.0) }
    }

    pub(super) const fn are_wanted(&self) -> bool {
        self.token.is_some()
    }

    /// Sends a notice. A client that has gone does not need it.
    pub(super) async fn send(&self, notice: Notice) {
        let Some(token) = self.token.clone() else { return };
        let progress = {
            let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
            *reached = further(*reached, notice.ended);
            *reached
        };
        let mut notice = ProgressNotificationParam::new(token, progress).with_message(notice.words);
        if let Some(total) = u32::try_from(self.steps).ok().filter(|total| *total > 0) {
            notice = notice.with_total(f64::from(total));
        }
        let _ = self.peer.notify_progress(notice).await;
    }
}

/// The next number after `reached`.
fn further(reached: f64, ended: Option<usize>) -> f64 {
    let ended = ended.and_then(|ended| u32::try_from(ended).ok()).map_or(0.0, f64::from);
    ended.max(reached + A_LITTLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_grows_with_every_notice() {
        let all = [None, Some(1), None, None, Some(2), Some(2), None];
        let mut reached = 0.0;
        for ended in all {
            let next = further(reached, ended);
            assert!(next > reached, "{next} after {reached}");
            reached = next;
        }
        assert!((2.0..2.1).contains(&reached), "{reached}");
    }
}
