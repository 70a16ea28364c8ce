//! The seam to whoever chooses the next operation of a subtask.
//!
//! A [`Policy`] is pure: it sees an immutable snapshot and what was done so far, and returns one [`Decision`]. It can
//! choose, never act; the executor checks everything again before anything happens. Building and validating subtasks
//! and executing decisions is the runner's part and is not here.

use std::fmt;

use crate::action::ActionKind;
use crate::clock::Deadline;
use crate::element::ElementKey;
use crate::error::Result;
use crate::outcome::Outcome;
use crate::risk::Risk;
use crate::secret::Secret;
use crate::snapshot::Snapshot;
use crate::value::Value;

/// A value that a subtask hands to its actions.
#[derive(Clone, Debug, PartialEq)]
pub enum InputValue {
    /// Text.
    Text(String),
    /// Text that must not be shown, logged or sent to a model.
    Secret(Secret),
    /// A finite number.
    Number(f64),
    /// Yes or no.
    Bool(bool),
}

/// A bounded piece of work on one app.
#[derive(Clone, Debug, PartialEq)]
pub struct Subtask {
    /// What is to be reached, in the caller's words.
    pub goal: String,
    /// The criteria that settle whether it was; at least one.
    pub verification: Vec<String>,
    /// The values to enter, by name, in the caller's order.
    pub inputs: Vec<(String, InputValue)>,
    /// What must not be done.
    pub constraints: Vec<String>,
    /// How many actions it may take.
    pub max_actions: u32,
    /// The caller's own notes.
    pub metadata: Value,
    /// Chords the app understands, with what they do.
    pub shortcuts: Vec<(String, String)>,
    /// The risks the caller accepts.
    pub allowed_risks: Vec<Risk>,
}

/// How a policy ends a subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// The goal is reached.
    SubtaskComplete,
    /// It cannot be reached from here.
    Blocked,
    /// Somebody who sees more must decide.
    NeedsAgent,
    /// A value is missing.
    NeedsInput,
}

/// What a policy wants next: an action or an end, exactly one of the two.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// One action.
    Act(PlannedAction),
    /// No more actions.
    End {
        /// How it ends.
        terminal: Terminal,
        /// Why, in one sentence.
        reason: String,
    },
}

/// An action that a policy asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedAction {
    /// What to do.
    pub action: ActionKind,
    /// To what.
    pub target: ElementKey,
    /// The second control of an action that has two.
    pub secondary_target: Option<ElementKey>,
    /// The name of the input to enter.
    pub input: Option<String>,
    /// The key or chord to press.
    pub chord: Option<String>,
    /// How sure the policy is, from 0 to 1.
    pub confidence: Option<f64>,
    /// How far it is ahead of its second choice, from 0 to 1.
    pub margin: Option<f64>,
}

/// One action that was carried out, as a policy sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct PastAction {
    /// What was asked for.
    pub planned: PlannedAction,
    /// What came of it.
    pub outcome: Outcome,
}

/// Chooses the next operation of a subtask.
pub trait Policy: Send + fmt::Debug {
    /// The next operation, from what is seen now and what was done before.
    ///
    /// # Errors
    /// `decider_unavailable`, `decider_bad_response`, `invalid_decision`.
    fn decide(
        &mut self,
        subtask: &Subtask,
        snapshot: &Snapshot,
        history: &[PastAction],
        deadline: &Deadline,
    ) -> Result<Decision>;
}
