//! Waiting for an effect: when to read again, what counts, and when it is enough.
//!
//! Waiting is driven by the change signal and by a few fixed retakes, because some apps change without saying so
//! (a GTK4 slider sends no event; a GTK4 press takes effect 250 ms after the app said yes). A change counts when it is
//! not from something that moves by itself; what nobody has watched before must keep still for a while.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::perform::Run;
use super::{Engine, Settings};
use crate::change::{self, Difference, Nature};
use crate::clock::{ChangeSignal, Deadline, Moment, Wake};
use crate::code::Code;
use crate::element::{Element, ElementKey, State};
use crate::error::{Error, Result};
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
/// What seems to be the effect in a window not watched for long must keep still so long: longer than a clock's second.
const CONFIRM: Duration = Duration::from_millis(1_150);
/// How long that may go on at the most, and how often to look although nothing was heard.
const SIFT: Duration = Duration::from_millis(2_600);
const LOOK: Duration = Duration::from_millis(250);
/// After a window opened or closed: ends when nothing was heard for the first, at the latest after the second.
pub(super) const QUIET: (Duration, Duration) = (Duration::from_millis(100), Duration::from_millis(600));

/// What waiting for an effect came to.
pub(super) enum Seen {
    Effect(Snapshot, Vec<Difference>),
    /// Something changed that may be the effect or may move by itself.
    Unsure(Snapshot, Vec<Difference>),
    OnlyAmbient(Snapshot),
    Nothing(Snapshot),
    Gone(Code),
}

/// Windows and dialogs do not come and go by themselves.
fn is_of_windows(difference: &Difference) -> bool {
    matches!(difference.nature, Nature::WindowOpened | Nature::WindowClosed)
}

/// The objects that moved, each once.
fn movers(differences: &[Difference]) -> HashSet<ElementKey> {
    differences.iter().map(|difference| difference.mover().clone()).collect()
}

/// Whether a control reads as it did, as far as a reading of it alone tells.
fn stands_as(before: &Element, now: &Element) -> bool {
    let state = |element: &Element| {
        let State { enabled, visible, selected, checked, expanded, .. } = element.state;
        (enabled, visible, selected, checked, expanded)
    };
    (now.name == before.name || now.name.is_empty())
        && now.content.as_ref().map(|content| &content.text)
            == before.content.as_ref().map(|content| &content.text)
        && now.number == before.number
        && state(now) == state(before)
}

impl Engine {
    pub(super) fn watch(&self, run: &mut Run<'_>) -> Result<Seen> {
        let mut retakes = Retakes::of(run, &self.settings);
        let mut last = run.view.snapshot.clone();
        let mut ambient_seen = false;
        let mut unsure: Option<Vec<Difference>> = None;
        while retakes.wait(self, &run.signal, run.deadline) {
            self.guard_front(run);
            if retakes.early.is_some() && self.only_looks_pressed(run) {
                retakes.skip();
                continue;
            }
            let after = match self.read_on_as_it_ends(run) {
                Ok(after) => after,
                Err(error) if matches!(error.code, Code::WindowNotFound | Code::AppGone) => {
                    return Ok(Seen::Gone(error.code));
                }
                Err(error) => match self.opened(run) {
                    Some(seen) => return Ok(seen),
                    // Still busy with it, perhaps.
                    None if run.late.is_some() && error.code == Code::DesktopTimeout => continue,
                    None => return Err(error.after_sending()),
                },
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
                // The effect may still come, beside what moves.
                Seen::Unsure(after, differences) => {
                    unsure.get_or_insert(differences);
                    last = after;
                }
                other => return Ok(other),
            }
        }
        if let Some(differences) = unsure {
            return Ok(Seen::Unsure(last, differences));
        }
        Ok(if ambient_seen { Seen::OnlyAmbient(last) } else { Seen::Nothing(last) })
    }

    /// The window that the action opened, of an app that does not answer: what it shows cannot be read while it is inside
    /// of a dialog, but that a window is there can.
    fn opened(&self, run: &Run<'_>) -> Option<Seen> {
        let windows = self.desktop.windows(&self.reading(run.deadline)).ok()?;
        let mut after = run.view.snapshot.clone();
        let pid = after.window.app.pid;
        let others = windows.into_iter().filter(|window| window.app.pid == pid && window.key != run.window);
        after.other_windows = others.collect();
        let mut differences = self.without_ambient(run, Some(&after));
        differences.retain(|difference| difference.nature == Nature::WindowOpened);
        (!differences.is_empty()).then_some(Seen::Effect(after, differences))
    }

    /// Whether nobody spoke but the target, which stands as it did: toolkits tell that a button is down before they tell
    /// what came of it, and a window that is being read then is read too early.
    fn only_looks_pressed(&self, run: &Run<'_>) -> bool {
        let heard = run.signal.heard_between(run.sent, self.clock.now().plus(Duration::from_nanos(1)));
        let all = heard.len() as u64 == run.signal.count().saturating_sub(run.heard);
        all && !heard.is_empty()
            && heard.iter().all(|(_, source)| *source == run.before.key)
            && matches!(self.probe_one(&run.before.key, run.deadline), Ok(Some(now)) if stands_as(&run.before, &now))
    }

    /// Something counts. Lets a new window build up, and sifts what nobody has watched before.
    fn settle(&self, run: &mut Run<'_>, after: Snapshot, counting: Vec<Difference>) -> Result<Seen> {
        if counting.iter().any(is_of_windows) {
            let (signal, deadline) = (run.signal.clone(), run.deadline);
            self.wait_for_quiet(&signal, QUIET, deadline, || self.guard_front(run));
            return self.confirm(run, after);
        }
        let (after, counting) = if counting.iter().any(|difference| difference.gone) {
            match self.confirm_gone(run, after, &counting)? {
                Seen::Effect(again, differences) => (again, differences),
                other => return Ok(other),
            }
        } else {
            (after, counting)
        };
        let certain = counting.iter().any(|difference| {
            *difference.mover() == run.before.key
                || difference.source == run.before.key
                || self.ambient().is_calm(&run.window, difference.mover())
        });
        if certain { Ok(Seen::Effect(after, counting)) } else { self.sift(run, after, &counting) }
    }

    /// Watches what changed and may have done so by itself. What then keeps still for longer than a clock does changed
    /// once, because of the action; of what goes on moving nobody can tell.
    fn sift(&self, run: &mut Run<'_>, after: Snapshot, counting: &[Difference]) -> Result<Seen> {
        let mut last = after;
        let mut moves: HashMap<ElementKey, (u32, Moment)> = HashMap::new();
        let now = self.clock.now();
        counting.iter().for_each(|difference| {
            moves.insert(difference.mover().clone(), (1, now));
        });
        let end = now.plus(SIFT).min(run.deadline.at);
        loop {
            let now = self.clock.now();
            let still = moves.values().filter(|(count, _)| *count == 1).map(|(_, since)| since.plus(CONFIRM));
            let Some(until) = still.max().map(|until| until.min(end)).filter(|until| now < *until) else {
                break;
            };
            let heard = run.signal.count();
            self.clock.wait(&run.signal, heard, until.min(now.plus(LOOK)));
            self.wait_until(&run.signal, now.plus(GAP.saturating_mul(4)).min(until));
            let again = match self.confirm(run, last.clone())? {
                Seen::Effect(again, _) => again,
                other => return Ok(other),
            };
            let now = self.clock.now();
            for mover in movers(&change::differences(&last, &again)) {
                let (count, since) = moves.entry(mover).or_insert((0, now));
                (*count, *since) = (*count + 1, now);
            }
            last = again;
            let all = self.without_ambient(run, Some(&last));
            if all.iter().any(is_of_windows) {
                return self.settle(run, last, all);
            }
        }
        let moved_once = |key: &ElementKey| moves.get(key).is_some_and(|(count, _)| *count == 1);
        let all = self.without_ambient(run, Some(&last));
        let now = self.clock.now();
        for mover in movers(&all) {
            if moved_once(&mover) {
                self.ambient().keeps_calm(&run.window, &mover);
            } else {
                self.ambient().keeps_moving(&run.window, &mover, now);
                run.moving.insert(mover);
            }
        }
        let (once, more): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| moved_once(one.mover()));
        Ok(match (once.is_empty(), more.is_empty()) {
            (false, _) => Seen::Effect(last, once),
            (true, false) => Seen::Unsure(last, more),
            (true, true) => Seen::OnlyAmbient(last),
        })
    }

    /// Looks again at what lost something: an app that is ending loses its controls before it stops answering. Where the
    /// target itself is gone, the app has time to end first.
    fn confirm_gone(&self, run: &mut Run<'_>, seen: Snapshot, counting: &[Difference]) -> Result<Seen> {
        if counting.iter().any(|difference| difference.gone && difference.source == run.before.key) {
            let (signal, deadline) = (run.signal.clone(), run.deadline);
            self.wait_for_quiet(&signal, QUIET, deadline, || self.guard_front(run));
        }
        let readings = run.readings;
        Ok(match self.confirm(run, seen)? {
            // An app that answers no more may be ending.
            Seen::Effect(..) if run.readings == readings => {
                let error = Error::new(Code::DesktopTimeout, "the app stopped answering during the step");
                return Err(error.after_sending());
            }
            Seen::Effect(again, differences) if differences.is_empty() => Seen::OnlyAmbient(again),
            other => other,
        })
    }

    /// Reads the window once more. An app that is ending has left the bus before its window and its process are gone: what
    /// is refused at once is asked again for a moment.
    pub(super) fn read_on_as_it_ends(&self, run: &Run<'_>) -> Result<Snapshot> {
        let end = self.clock.now().plus(QUIET.1).min(run.deadline.at);
        loop {
            let began = self.clock.now();
            let read = self.read_window(&run.window, &self.reading(run.deadline));
            let now = self.clock.now();
            let at_once = now.since(began) < GAP.saturating_mul(4) && now < end;
            match read {
                Err(error) if error.code == Code::DesktopTimeout && at_once => {
                    self.wait_until(&run.signal, now.plus(GAP.saturating_mul(2)).min(end));
                }
                read => return read,
            }
        }
    }

    fn confirm(&self, run: &mut Run<'_>, seen: Snapshot) -> Result<Seen> {
        match self.read_on_as_it_ends(run) {
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

    /// Waits until nothing was heard for a while, and does `each` every time something was.
    pub(super) fn wait_for_quiet(
        &self,
        signal: &ChangeSignal,
        (quiet, most): (Duration, Duration),
        deadline: &Deadline,
        mut each: impl FnMut(),
    ) {
        let end = self.clock.now().plus(most).min(deadline.at);
        loop {
            each();
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
    /// Of a reading that only events asked for: when there is to be one all the same.
    early: Option<Moment>,
    /// When the window is to be read although readings before were not made.
    due: Option<Moment>,
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
            early: None,
            due: None,
        }
    }

    /// Leaves out the reading that was waited for, if only events asked for it.
    fn skip(&mut self) {
        self.due = self.early;
        self.taken -= 1;
    }

    /// For the effect of a running action.
    pub(super) fn of(run: &Run<'_>, settings: &Settings) -> Self {
        Self { patience: run.patience, ..Self::new(run.sent, run.heard, settings) }
    }

    /// Waits for the next reading; `false` when there have been enough of them for long enough.
    pub(super) fn wait(&mut self, engine: &Engine, signal: &ChangeSignal, deadline: &Deadline) -> bool {
        let now = engine.clock.now();
        let over = now >= self.sent.plus(self.patience) && self.taken >= self.least;
        if over || now >= deadline.at {
            return false;
        }
        let planned = RETAKES.iter().map(|after| self.sent.plus(*after)).find(|moment| *moment > now);
        let pause = if now < self.sent.plus(self.patience) { LOOK } else { GAP.saturating_mul(2) };
        let next = planned.unwrap_or_else(|| now.plus(pause)).min(deadline.at);
        let next = self.due.map_or(next, |due| due.min(next));
        // The first look counts what was heard since before the action was sent, later ones since the last look.
        engine.clock.wait(signal, self.heard, next);
        if let Some(last) = self.last {
            engine.wait_until(signal, last.plus(GAP).min(deadline.at));
        }
        self.heard = signal.count();
        let now = engine.clock.now();
        self.last = Some(now);
        self.early = (now < next).then_some(next);
        self.due = self.due.filter(|_| now < next);
        self.taken += 1;
        true
    }
}
