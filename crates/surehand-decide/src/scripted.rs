//! A decider that says what it was told to, in order. For tests of whatever asks.
//!
//! Running dry is an error and not a repetition: a test that asks once more than it thinks should hear of it. What was
//! asked is kept, so that a test can look at it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Request, Thresholds};
use surehand_core::error::{Error, Result};

/// Gives prepared answers, one after the other.
#[derive(Debug)]
pub struct Scripted {
    name: String,
    thresholds: Thresholds,
    answers: Mutex<VecDeque<Result<Answers>>>,
    asked: Mutex<Vec<Request>>,
}

impl Scripted {
    /// Gives `answers` in their order.
    #[must_use]
    pub fn new(name: impl Into<String>, thresholds: Thresholds, answers: Vec<Result<Answers>>) -> Self {
        Self { name: name.into(), thresholds, answers: Mutex::new(answers.into()), asked: Mutex::default() }
    }

    /// How many answers are left.
    #[must_use]
    pub fn left(&self) -> usize {
        held(&self.answers).len()
    }

    /// What was asked so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Request> {
        held(&self.asked).clone()
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Decider for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    fn ask(&self, request: &Request, _: &Deadline) -> Result<Answers> {
        held(&self.asked).push(request.clone());
        let dry = || Err(Error::new(Code::DeciderUnavailable, "the script has no more answers"));
        held(&self.answers).pop_front().unwrap_or_else(dry)
    }
}

#[cfg(test)]
mod tests {
    use surehand_core::clock::Moment;

    use super::*;

    #[test]
    fn answers_come_in_order_and_running_dry_is_an_error() {
        let answers = |model: &str| {
            Ok(Answers {
                distributions: Vec::new(),
                model: model.into(),
                calls: 1,
                input_tokens: 0,
                thresholds: None,
            })
        };
        let scripted = Scripted::new("test", Thresholds::HOSTED, vec![answers("one"), answers("two")]);
        let request = Request {
            instruction: "x".into(),
            text: None,
            app: String::new(),
            window: String::new(),
            modal: None,
            screen_text: Vec::new(),
            step: None,
            questions: Vec::new(),
        };
        let ask = || scripted.ask(&request, &Deadline::new(Moment::default())).map(|answers| answers.model);
        assert_eq!([ask(), ask()], [Ok("one".to_owned()), Ok("two".to_owned())]);
        assert_eq!(ask().map_err(|error| error.code), Err(Code::DeciderUnavailable));
        assert_eq!((scripted.asked().len(), scripted.left()), (3, 0));
    }
}
