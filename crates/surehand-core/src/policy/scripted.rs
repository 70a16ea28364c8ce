//! A policy that follows a list.
//!
//! For tests, examples and callers who know every step beforehand. Running dry is an error and no end: a list that is too
//! short must not look like a goal that was reached.

use std::collections::VecDeque;

use super::{Decision, PastAction, Policy};
use crate::clock::Deadline;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::runner::Subtask;
use crate::snapshot::Snapshot;

/// Makes a decision from what is seen: lists are written before there is a snapshot to take keys from.
type Step = Box<dyn FnMut(&Snapshot) -> Decision + Send>;

/// Answers with the next decision of a list.
#[derive(Default)]
pub struct Scripted {
    steps: VecDeque<Step>,
}

impl Scripted {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a decision that is known beforehand.
    #[must_use]
    pub fn then(self, decision: Decision) -> Self {
        self.then_from(move |_| decision.clone())
    }

    /// Adds a decision that is made from the snapshot of its turn.
    #[must_use]
    pub fn then_from(mut self, step: impl FnMut(&Snapshot) -> Decision + Send + 'static) -> Self {
        self.steps.push_back(Box::new(step));
        self
    }
}

impl std::fmt::Debug for Scripted {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Scripted({} steps left)", self.steps.len())
    }
}

impl Policy for Scripted {
    fn decide(
        &mut self,
        _: &Subtask,
        snapshot: &Snapshot,
        _: &[PastAction],
        _: &Deadline,
    ) -> Result<Decision> {
        let mut step = self
            .steps
            .pop_front()
            .ok_or_else(|| Error::new(Code::InvalidDecision, "the script has no more decisions"))?;
        Ok(step(snapshot))
    }
}
