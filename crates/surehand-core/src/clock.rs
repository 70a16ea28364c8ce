//! Time, waiting and cancellation.
//!
//! Everything that waits does so through [`Clock::wait`] on a [`ChangeSignal`], so that a fake clock drives the whole
//! loop in tests and no fixed sleep exists anywhere. [`SystemClock`] is the only place outside the transports of
//! desktops that reads real time.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::element::ElementKey;

/// A point in time, counted from the start of its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(Duration);

impl Moment {
    /// The moment that lies `since_start` after the clock's start.
    #[must_use]
    pub const fn at(since_start: Duration) -> Self {
        Self(since_start)
    }

    /// The time since the clock's start.
    #[must_use]
    pub const fn since_start(self) -> Duration {
        self.0
    }

    /// This moment, `later` by so much.
    #[must_use]
    pub const fn plus(self, later: Duration) -> Self {
        Self(self.0.saturating_add(later))
    }

    /// This moment, so much earlier, at the least the clock's start.
    #[must_use]
    pub const fn minus(self, earlier: Duration) -> Self {
        Self(self.0.saturating_sub(earlier))
    }

    /// The time from `earlier` to this moment; zero when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// Asks running work to stop at the next safe place. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that nobody has raised yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag for all clones. It cannot be lowered.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether somebody has raised it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// How long one call may take, and who may stop it.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// The moment after which the call must have returned.
    pub at: Moment,
    /// Raised when nobody waits for the answer any more.
    pub cancel: Cancel,
}

impl Deadline {
    /// A deadline without anybody to cancel it.
    #[must_use]
    pub fn new(at: Moment) -> Self {
        Self { at, cancel: Cancel::new() }
    }

    /// The time left at `now`.
    #[must_use]
    pub fn left(&self, now: Moment) -> Duration {
        self.at.since(now)
    }

    /// The same moment, and nobody to cancel it: for what has begun and must be known to have ended.
    #[must_use]
    pub fn to_the_end(&self) -> Self {
        Self::new(self.at)
    }

    /// The earlier of this deadline and `at`, with the same canceller.
    #[must_use]
    pub fn sooner(&self, at: Moment) -> Self {
        Self { at: self.at.min(at), cancel: self.cancel.clone() }
    }
}

/// Why [`Clock::wait`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// The signal was notified.
    Changed,
    /// The moment waited for has come.
    TimeIsUp,
}

/// A counter that goes up whenever a desktop hears of a change, with a wake-up for whoever waits and a short memory of
/// which object spoke when. Clones share one counter.
///
/// It says *that* something may have changed. What changed is read from the app, always.
#[derive(Clone, Debug, Default)]
pub struct ChangeSignal(Arc<SignalState>);

#[derive(Debug, Default)]
struct SignalState {
    log: Mutex<SignalLog>,
    woken: Condvar,
}

#[derive(Debug, Default)]
struct SignalLog {
    count: u64,
    recent: VecDeque<(Moment, ElementKey)>,
}

/// How many notifications a signal remembers.
const REMEMBERED: usize = 512;

impl ChangeSignal {
    /// A signal nobody has notified.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of notifications so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.log().count
    }

    /// Whether both are one counter.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Says that something changed at `now`; `source` is the object that said so, when one did.
    pub fn notify(&self, now: Moment, source: Option<&ElementKey>) {
        let mut log = self.log();
        log.count += 1;
        if let Some(source) = source {
            if log.recent.len() == REMEMBERED {
                log.recent.pop_front();
            }
            log.recent.push_back((now, source.clone()));
        }
        drop(log);
        self.0.woken.notify_all();
    }

    /// Which objects spoke when, between `from` (included) and `to` (excluded), oldest first, as far as remembered.
    #[must_use]
    pub fn heard_between(&self, from: Moment, to: Moment) -> Vec<(Moment, ElementKey)> {
        let log = self.log();
        log.recent.iter().filter(|(at, _)| *at >= from && *at < to).cloned().collect()
    }

    fn log(&self) -> std::sync::MutexGuard<'_, SignalLog> {
        self.0.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks the thread until the count differs from `seen`, `patience` at the most. For clocks that run in real time.
    fn block(&self, seen: u64, patience: Duration) -> Wake {
        let log = self.log();
        let (log, _) = self
            .0
            .woken
            .wait_timeout_while(log, patience, |log| log.count == seen)
            .unwrap_or_else(PoisonError::into_inner);
        if log.count == seen { Wake::TimeIsUp } else { Wake::Changed }
    }
}

/// Where time comes from.
pub trait Clock: Send + Sync + fmt::Debug {
    /// The present moment.
    fn now(&self) -> Moment;

    /// Waits until `signal` counts something other than `seen`, or until the moment `until`, whichever comes first.
    fn wait(&self, signal: &ChangeSignal, seen: u64, until: Moment) -> Wake;
}

/// Something in which things happen by themselves as time passes, such as an app in memory. A clock that is not real
/// goes from one of its moments to the next.
pub trait Scheduled: Send + Sync + fmt::Debug {
    /// The earliest moment at which something is going to happen.
    fn next_moment(&self) -> Option<Moment>;

    /// Lets happen what is due at `now` or before, in order, and tells the change signals.
    fn come_to(&self, now: Moment);
}

/// The clock of the machine: monotonic, counted from its making.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// Starts counting now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one place where real time is read")]
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment(self.start.elapsed())
    }

    fn wait(&self, signal: &ChangeSignal, seen: u64, until: Moment) -> Wake {
        signal.block(seen, until.since(self.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_remembers_who_spoke_when() {
        let signal = ChangeSignal::new();
        let key = ElementKey::new("a");
        signal.notify(Moment::at(Duration::from_millis(5)), Some(&key));
        signal.notify(Moment::at(Duration::from_millis(9)), None);
        assert_eq!(signal.count(), 2);
        let at = |ms| Moment::at(Duration::from_millis(ms));
        assert_eq!(signal.heard_between(at(5), at(6)), [(at(5), key)]);
        assert!(signal.heard_between(at(6), at(20)).is_empty());
    }

    #[test]
    fn waiting_ends_at_once_when_the_signal_moved_before() {
        let clock = SystemClock::new();
        let signal = ChangeSignal::new();
        let seen = signal.count();
        signal.notify(clock.now(), None);
        assert_eq!(clock.wait(&signal, seen, Moment::at(Duration::MAX)), Wake::Changed);
        assert_eq!(clock.wait(&signal, signal.count(), clock.now()), Wake::TimeIsUp);
    }
}
