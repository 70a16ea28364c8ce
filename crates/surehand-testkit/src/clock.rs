//! A clock for tests: it stands still until somebody waits, and then jumps.
//!
//! [`FakeClock::wait`] goes to the next moment at which something happens in what it drives, or to the end of the
//! waiting, whichever comes first. So unit tests see every moment in order and never sleep. It knows nothing of
//! threads: nobody else's notification is waited for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Moment, Scheduled, Wake};

/// A clock that jumps instead of waiting.
#[derive(Debug, Default)]
pub struct FakeClock {
    now: Mutex<Moment>,
    driven: Mutex<Vec<Weak<dyn Scheduled>>>,
}

impl FakeClock {
    /// A clock at its start that drives nothing yet.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// From now on, lets happen what is scheduled in `driven`, as long as somebody else keeps it.
    pub fn drive<S: Scheduled + 'static>(&self, driven: &Arc<S>) {
        let driven: Arc<dyn Scheduled> = Arc::<S>::clone(driven);
        held(&self.driven).push(Arc::downgrade(&driven));
    }

    /// Goes on by `time`, through everything that happens on the way.
    pub fn advance(&self, time: Duration) {
        let until = self.now().plus(time);
        while self.step(until) < until {}
    }

    /// Goes to the next moment at which something happens, at most to `until`, and answers where it stands.
    fn step(&self, until: Moment) -> Moment {
        // Not under the lock: what is driven may ask this clock for the time.
        let driven: Vec<_> = held(&self.driven).iter().filter_map(Weak::upgrade).collect();
        let next = driven.iter().filter_map(|driven| driven.next_moment()).min();
        let now = {
            let mut now = held(&self.now);
            *now = next.unwrap_or(until).min(until).max(*now);
            *now
        };
        driven.iter().for_each(|driven| driven.come_to(now));
        now
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Clock for FakeClock {
    fn now(&self) -> Moment {
        *held(&self.now)
    }

    fn wait(&self, signal: &ChangeSignal, seen: u64, until: Moment) -> Wake {
        loop {
            if signal.count() != seen {
                return Wake::Changed;
            }
            if self.now() >= until {
                return Wake::TimeIsUp;
            }
            self.step(until);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Speaks at its moments.
    #[derive(Debug)]
    struct Bell {
        moments: Mutex<Vec<Moment>>,
        signal: ChangeSignal,
    }

    impl Scheduled for Bell {
        fn next_moment(&self) -> Option<Moment> {
            held(&self.moments).iter().min().copied()
        }

        fn come_to(&self, now: Moment) {
            held(&self.moments).retain(|moment| {
                if *moment <= now {
                    self.signal.notify(*moment, None);
                }
                *moment > now
            });
        }
    }

    fn at(milliseconds: u64) -> Moment {
        Moment::at(Duration::from_millis(milliseconds))
    }

    #[test]
    fn waiting_jumps_to_what_happens_and_else_to_the_end() {
        let clock = FakeClock::new();
        let bell = Arc::new(Bell { moments: Mutex::new(vec![at(30), at(70)]), signal: ChangeSignal::new() });
        clock.drive(&bell);
        assert_eq!(clock.wait(&bell.signal, 0, at(10)), Wake::TimeIsUp);
        assert_eq!(clock.now(), at(10));
        assert_eq!(clock.wait(&bell.signal, 0, at(100)), Wake::Changed);
        assert_eq!(clock.now(), at(30));
        clock.advance(Duration::from_millis(100));
        assert_eq!((clock.now(), bell.signal.count()), (at(130), 2));
    }

    #[test]
    fn a_signal_that_moved_before_costs_no_time() {
        let clock = FakeClock::new();
        let signal = ChangeSignal::new();
        signal.notify(clock.now(), None);
        assert_eq!(clock.wait(&signal, 0, at(10)), Wake::Changed);
        assert_eq!(clock.now(), at(0));
    }
}
