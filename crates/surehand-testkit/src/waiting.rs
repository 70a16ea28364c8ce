//! Waiting on the real desktop: the one place of the testkit that sleeps and reads a clock.
//!
//! Conditions are polled up to a limit and answered as soon as they hold, so that no test contains a pause that
//! is "long enough". The clock is the monotonic one, the same that the fixtures read, so that times from two
//! processes can be compared.

use std::time::Duration;

const STEP: Duration = Duration::from_millis(5);

/// Asks `condition` until it answers something, at most for `limit`.
pub fn poll_until<T>(limit: Duration, mut condition: impl FnMut() -> Option<T>) -> Option<T> {
    let end = monotonic() + limit;
    loop {
        let answer = condition();
        if answer.is_some() || monotonic() >= end {
            return answer;
        }
        pause(STEP);
    }
}

/// Does nothing for a while; for pacing input and for letting an app run, not for waiting on a condition.
#[expect(clippy::disallowed_methods, reason = "a live test runs in real time; no Clock reaches the apps")]
pub fn pause(duration: Duration) {
    std::thread::sleep(duration);
}

/// The reading of CLOCK_MONOTONIC, which all processes of the machine share.
#[must_use]
pub fn monotonic() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Duration::try_from(now).unwrap_or_default()
}

/// The same in milliseconds, as logs and reports have it.
pub(crate) fn monotonic_ms() -> f64 {
    monotonic().as_secs_f64() * 1000.0
}
