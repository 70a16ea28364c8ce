//! Asking again when a server is busy or a connection breaks, within the time of the call.
//!
//! A decision changes nothing, so asking twice is harmless. At most three times, after the pause that the server asks
//! for or a growing one, never beyond the call's deadline or [`BUDGET`]; a pause that does not fit ends it at once, so
//! that the caller hears early. Time comes from the clock, and so it can be a fake one.

use std::time::Duration;

use serde_json::Value;
use surehand_core::clock::{ChangeSignal, Clock, Deadline};

use crate::failure::Failure;
use crate::transport::{Message, Reply, Transport};

/// How often one request is sent.
pub(crate) const ATTEMPTS: u32 = 3;
/// No repetition begins later than this after the first attempt.
pub(crate) const BUDGET: Duration = Duration::from_secs(30);
/// The pause before the first repetition, where the server names none; it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How often a pause looks whether anybody still waits.
const SLICE: Duration = Duration::from_millis(100);

/// A failure with what the log should hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lost {
    pub(crate) failure: Failure,
    pub(crate) status: Option<u16>,
    pub(crate) request_id: Option<String>,
}

impl From<Failure> for Lost {
    fn from(failure: Failure) -> Self {
        Self { failure, status: None, request_id: None }
    }
}

/// Sends until there is an answer of success, or until nothing more is to be hoped for.
pub(crate) fn send(
    transport: &dyn Transport,
    message: &Message<'_>,
    clock: &dyn Clock,
    deadline: &Deadline,
) -> Result<Reply, Lost> {
    let began = clock.now();
    let mut repetition = 0;
    loop {
        if deadline.cancel.is_cancelled() {
            return Err(Failure::Cancelled.into());
        }
        let left = deadline.left(clock.now());
        if left.is_zero() {
            return Err(Failure::OutOfTime.into());
        }
        let (lost, asked_for) = match transport.exchange(&Message { repetition, ..*message }, left) {
            Ok(reply) => match failure(&reply) {
                None => return Ok(reply),
                Some(failure) => {
                    let Reply { status, retry_after, request_id, .. } = reply;
                    (Lost { failure, status: Some(status), request_id }, retry_after)
                }
            },
            Err(failure) => (failure.into(), None),
        };
        repetition += 1;
        let pause = asked_for.unwrap_or_else(|| growing(repetition, clock));
        let now = clock.now();
        let fits = now.since(began) + pause < BUDGET && pause < deadline.left(now);
        if !lost.failure.is_passing() || repetition >= ATTEMPTS || !fits {
            return Err(lost);
        }
        wait(clock, deadline, pause);
    }
}

/// Doubles each time, less up to a quarter, so that many clients do not come back at once.
fn growing(repetition: u32, clock: &dyn Clock) -> Duration {
    let full = FIRST_PAUSE.saturating_mul(1 << (repetition - 1).min(8)).min(LONGEST_PAUSE);
    let chance = clock.now().since_start().subsec_nanos() % 1000;
    full - full / 4000 * chance
}

fn wait(clock: &dyn Clock, deadline: &Deadline, pause: Duration) {
    let signal = ChangeSignal::new();
    let until = clock.now().plus(pause);
    while clock.now() < until && !deadline.cancel.is_cancelled() {
        clock.wait(&signal, signal.count(), clock.now().plus(SLICE).min(until));
    }
}

/// What a status means; `None` for success.
fn failure(reply: &Reply) -> Option<Failure> {
    let says = |words: &[&str]| words.iter().any(|word| kinds(&reply.body).iter().any(|kind| kind == word));
    Some(match reply.status {
        200..=299 => return None,
        300..=399 => Failure::Redirected,
        402 => Failure::Payment,
        413 => Failure::TooLong,
        400 | 422 if says(&["max_tokens_exceeded", "context_length_exceeded"]) => Failure::TooLong,
        429 if says(&["insufficient_quota", "billing_hard_limit_reached", "payment_required"]) => {
            Failure::Payment
        }
        401 | 403 => Failure::Key,
        404 | 405 | 410 => Failure::NotFound,
        408 => Failure::Timeout,
        429 => Failure::RateLimited,
        400..=499 => Failure::Invalid,
        501 | 505 => Failure::Unsupported,
        500..=599 => Failure::Overloaded,
        _ => Failure::Unexpected,
    })
}

/// The machine-readable words of an error's body, compared with ours and never shown.
fn kinds(body: &[u8]) -> Vec<String> {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    ["/detail/error_type", "/error_type", "/error/type", "/error/code", "/error/metadata/error_type"]
        .iter()
        .filter_map(|place| value.pointer(place)?.as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::Mutex;

    use surehand_core::clock::Moment;
    use surehand_testkit::clock::FakeClock;

    use super::*;

    /// Answers what it was given, one after the other; the last again and again. Each takes a while.
    #[derive(Debug)]
    struct Script {
        clock: std::sync::Arc<FakeClock>,
        takes: Duration,
        answers: Mutex<VecDeque<Result<Reply, Failure>>>,
        repetitions: Mutex<Vec<(u32, Duration)>>,
    }

    impl Transport for Script {
        fn exchange(&self, message: &Message<'_>, _: Duration) -> Result<Reply, Failure> {
            let at = self.clock.now().since_start();
            self.repetitions.lock().expect("alone").push((message.repetition, at));
            self.clock.advance(self.takes);
            let mut answers = self.answers.lock().expect("alone");
            let next = answers.pop_front().expect("an answer");
            if answers.is_empty() {
                answers.push_back(next.clone());
            }
            next
        }
    }

    fn status(status: u16) -> Result<Reply, Failure> {
        Ok(Reply { status, ..Reply::default() })
    }

    fn body(status: u16, body: &str) -> Reply {
        Reply { status, body: body.as_bytes().to_vec(), ..Reply::default() }
    }

    /// What came of it, when each attempt was made in milliseconds, and when it was over.
    fn run(
        answers: Vec<Result<Reply, Failure>>,
        takes: u64,
        limit: u64,
    ) -> (Result<u16, Failure>, Vec<u128>, u128) {
        let clock = FakeClock::new();
        let transport = Script {
            clock: clock.clone(),
            takes: Duration::from_millis(takes),
            answers: Mutex::new(answers.into()),
            repetitions: Mutex::default(),
        };
        let message = Message { url: "", key: None, repetition: 0, body: b"" };
        let deadline = Deadline::new(Moment::at(Duration::from_millis(limit)));
        let result = send(&transport, &message, clock.as_ref(), &deadline);
        let repetitions = transport.repetitions.into_inner().expect("alone");
        assert!(repetitions.iter().enumerate().all(|(index, (number, _))| index as u32 == *number));
        let times = repetitions.iter().map(|(_, at)| at.as_millis()).collect();
        (
            result.map(|reply| reply.status).map_err(|lost| lost.failure),
            times,
            clock.now().since_start().as_millis(),
        )
    }

    #[test]
    fn passing_trouble_is_tried_three_times_with_growing_pauses() {
        for (answer, failure) in [
            (status(408), Failure::Timeout),
            (status(429), Failure::RateLimited),
            (status(500), Failure::Overloaded),
            (status(503), Failure::Overloaded),
            (status(529), Failure::Overloaded),
            (Err(Failure::Connect), Failure::Connect),
            (Err(Failure::Broken), Failure::Broken),
            (Err(Failure::Timeout), Failure::Timeout),
        ] {
            assert_eq!(run(vec![answer], 0, 20_000), (Err(failure), vec![0, 500, 1500], 1500));
        }
    }

    #[test]
    fn lasting_trouble_is_not_repeated() {
        for (answer, failure) in [
            (status(301), Failure::Redirected),
            (status(400), Failure::Invalid),
            (status(401), Failure::Key),
            (status(402), Failure::Payment),
            (status(403), Failure::Key),
            (status(404), Failure::NotFound),
            (status(413), Failure::TooLong),
            (status(422), Failure::Invalid),
            (status(501), Failure::Unsupported),
            (status(700), Failure::Unexpected),
            (Err(Failure::Tls), Failure::Tls),
            (Err(Failure::TooLarge), Failure::TooLarge),
            (Ok(body(400, r#"{"detail":{"error_type":"max_tokens_exceeded"}}"#)), Failure::TooLong),
            (Ok(body(429, r#"{"error":{"code":"insufficient_quota"}}"#)), Failure::Payment),
        ] {
            assert_eq!(run(vec![answer], 0, 20_000), (Err(failure), vec![0], 0));
        }
    }

    #[test]
    fn the_server_s_pause_is_kept_and_one_that_does_not_fit_ends_it_at_once() {
        let busy = |milliseconds| {
            Ok(Reply {
                status: 429,
                retry_after: Some(Duration::from_millis(milliseconds)),
                ..Reply::default()
            })
        };
        assert_eq!(run(vec![busy(350), status(200)], 0, 20_000), (Ok(200), vec![0, 350], 350));
        assert_eq!(run(vec![busy(0), busy(0), status(200)], 0, 20_000), (Ok(200), vec![0, 0, 0], 0));
        assert_eq!(run(vec![busy(25_000)], 0, 20_000), (Err(Failure::RateLimited), vec![0], 0));
        assert_eq!(run(vec![busy(31_000)], 0, 90_000), (Err(Failure::RateLimited), vec![0], 0));
    }

    #[test]
    fn the_deadline_and_the_budget_hold_whatever_each_attempt_takes() {
        assert_eq!(
            run(vec![Err(Failure::Timeout)], 7_000, 14_200),
            (Err(Failure::Timeout), vec![0, 7_500], 14_500)
        );
        assert_eq!(
            run(vec![Err(Failure::Timeout)], 29_600, 90_000),
            (Err(Failure::Timeout), vec![0], 29_600)
        );
        assert_eq!(run(vec![status(200)], 0, 0), (Err(Failure::OutOfTime), vec![], 0));
    }

    #[test]
    fn nobody_who_has_left_is_asked_for() {
        let clock = FakeClock::new();
        let transport = Script {
            clock: clock.clone(),
            takes: Duration::ZERO,
            answers: Mutex::new(VecDeque::from([status(200)])),
            repetitions: Mutex::default(),
        };
        let deadline = Deadline::new(Moment::at(Duration::from_secs(9)));
        deadline.cancel.cancel();
        let message = Message { url: "", key: None, repetition: 0, body: b"" };
        let lost = send(&transport, &message, clock.as_ref(), &deadline).expect_err("cancelled");
        assert_eq!(lost.failure, Failure::Cancelled);
        assert!(transport.repetitions.into_inner().expect("alone").is_empty());
    }
}
