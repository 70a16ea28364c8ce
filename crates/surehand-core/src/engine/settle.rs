//! Waiting for an effect: when to read again, what counts, and when it is enough.
//!
//! Waiting is driven by the change signal and by a few fixed retakes, because some apps change without saying so
//! (a GTK4 slider sends no event; a GTK4 press takes effect 250 ms after the app said yes). A change counts when it is
//! not from something that moves by itself; a lone text in a window nobody has watched before is looked at once more.

use std::time::Duration;

use super::perform::Run;
use super::{Engine, Settings};
use crate::change::{self, Difference, Nature};
use crate::clock::{ChangeSignal, Deadline, Moment, Wake};
use crate::code::Code;
use crate::element::ElementKey;
use crate::error::Result;
use crate::snapshot::Snapshot;

/// When to read again although nothing was heard, after the action was sent.
const RETAKES: [Duration; 6] = [
    Duration::from_millis(40),
    Duration::from_millis(150),
    Duration::from_millis(300),
    Duration::from_millis(500),
    Duration::from_millis(650),
    Duration::from_millis(800),
];
/// The least time between two readings that events ask for, so that an app that floods is not read without end.
const GAP: Duration = Duration::from_millis(15);
/// A text that seems to be the effect in a window not watched for long is watched so much longer.
const CONFIRM: Duration = Duration::from_millis(260);
/// After a window opened or closed: ends when nothing was heard for the first, at the latest after the second.
pub(super) const QUIET: (Duration, Duration) = (Duration::from_millis(100), Duration::from_millis(600));

/// What waiting for an effect came to.
pub(super) enum Seen {
    Effect(Snapshot, Vec<Difference>),
    OnlyAmbient(Snapshot),
    Nothing(Snapshot),
    Gone(Code),
}

impl Engine {
    pub(super) fn watch(&self, run: &mut Run<'_>) -> Result<Seen> {
        let mut retakes = Retakes::new(run.sent, run.heard, &self.settings);
        let mut last = run.view.snapshot.clone();
        let mut ambient_seen = false;
        while retakes.wait(self, &run.signal, run.deadline) {
            let after = match self.desktop.snapshot(
                &run.window,
                &self.settings.bounds,
                &self.reading(run.deadline),
            ) {
                Ok(after) => after,
                Err(error) if matches!(error.code, Code::WindowNotFound | Code::AppGone) => {
                    return Ok(Seen::Gone(error.code));
                }
                Err(error) => return Err(error.after_sending()),
            };
            run.readings += 1;
            let all = change::differences(&run.view.snapshot, &after);
            let counting = self.without_ambient(run, Some(&after));
            ambient_seen |= counting.len() < all.len();
            last = after;
            if counting.is_empty() {
                continue;
            }
            let settled = self.settle(run, last, counting)?;
            match settled {
                Seen::OnlyAmbient(after) => {
                    ambient_seen = true;
                    last = after;
                }
                other => return Ok(other),
            }
        }
        Ok(if ambient_seen { Seen::OnlyAmbient(last) } else { Seen::Nothing(last) })
    }

    /// Something counts. Lets a new window build up, and watches a lone text that nobody has watched before.
    fn settle(&self, run: &mut Run<'_>, after: Snapshot, counting: Vec<Difference>) -> Result<Seen> {
        let windows =
            counting.iter().any(|one| matches!(one.nature, Nature::WindowOpened | Nature::WindowClosed));
        if windows {
            self.wait_for_quiet(&run.signal, QUIET, run.deadline);
            return self.confirm(run, after);
        }
        let certain = counting.iter().any(|difference| {
            let source = difference.container.as_ref().unwrap_or(&difference.source);
            !difference.nature.is_often_ambient()
                || difference.source == run.before.key
                || self.ambient().is_calm(&run.window, source)
        });
        if certain {
            return Ok(Seen::Effect(after, counting));
        }
        let until = self.clock.now().plus(CONFIRM);
        self.wait_until(&run.signal, until);
        let again = match self.confirm(run, after.clone())? {
            Seen::Effect(again, _) => again,
            other => return Ok(other),
        };
        let moving: Vec<ElementKey> =
            change::differences(&after, &again).into_iter().map(|difference| difference.source).collect();
        let now = self.clock.now();
        for difference in &counting {
            if moving.contains(&difference.source) {
                self.ambient().keeps_moving(&run.window, &difference.source, now);
            } else {
                self.ambient().keeps_calm(&run.window, &difference.source);
            }
        }
        let still = self.without_ambient(run, Some(&again));
        Ok(if still.is_empty() { Seen::OnlyAmbient(again) } else { Seen::Effect(again, still) })
    }

    fn confirm(&self, run: &mut Run<'_>, seen: Snapshot) -> Result<Seen> {
        match self.desktop.snapshot(&run.window, &self.settings.bounds, &self.reading(run.deadline)) {
            Ok(after) => {
                run.readings += 1;
                let differences = self.without_ambient(run, Some(&after));
                Ok(Seen::Effect(after, differences))
            }
            Err(error) if matches!(error.code, Code::WindowNotFound | Code::AppGone) => {
                Ok(Seen::Gone(error.code))
            }
            Err(_) => {
                let differences = self.without_ambient(run, Some(&seen));
                Ok(Seen::Effect(seen, differences))
            }
        }
    }

    /// Lets time pass until `until`.
    pub(super) fn wait_until(&self, signal: &ChangeSignal, until: Moment) {
        while self.clock.now() < until {
            self.clock.wait(signal, signal.count(), until);
        }
    }

    pub(super) fn wait_for_quiet(
        &self,
        signal: &ChangeSignal,
        (quiet, most): (Duration, Duration),
        deadline: &Deadline,
    ) {
        let end = self.clock.now().plus(most).min(deadline.at);
        loop {
            let until = self.clock.now().plus(quiet).min(end);
            let woken = self.clock.wait(signal, signal.count(), until);
            if woken == Wake::TimeIsUp || self.clock.now() >= end {
                return;
            }
        }
    }
}

/// When to read again: soon after something was heard, and at a few fixed moments all the same.
pub(super) struct Retakes {
    sent: Moment,
    patience: Duration,
    least: u32,
    taken: u32,
    last: Option<Moment>,
    heard: u64,
}

impl Retakes {
    pub(super) fn new(sent: Moment, heard: u64, settings: &Settings) -> Self {
        Self {
            sent,
            patience: settings.effect_patience,
            least: settings.effect_retakes,
            taken: 0,
            last: None,
            heard,
        }
    }

    /// Waits for the next reading; `false` when there have been enough of them for long enough.
    pub(super) fn wait(&mut self, engine: &Engine, signal: &ChangeSignal, deadline: &Deadline) -> bool {
        let now = engine.clock.now();
        let over = now >= self.sent.plus(self.patience) && self.taken >= self.least;
        if over || now >= deadline.at {
            return false;
        }
        let planned = RETAKES.iter().map(|after| self.sent.plus(*after)).find(|moment| *moment > now);
        let next = planned.unwrap_or_else(|| now.plus(GAP.saturating_mul(2))).min(deadline.at);
        // The first look counts what was heard since before the action was sent, later ones since the last look.
        engine.clock.wait(signal, self.heard, next);
        if let Some(last) = self.last {
            engine.wait_until(signal, last.plus(GAP).min(deadline.at));
        }
        self.heard = signal.count();
        self.last = Some(engine.clock.now());
        self.taken += 1;
        true
    }
}
