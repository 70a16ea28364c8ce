//! What a subtask came to: one record per action, one observation per criterion, one ending.
//!
//! Values of secrets are never in a record; who writes a result out redacts what the app itself shows of them.

use std::time::Duration;

use crate::code::Code;
use crate::element::{Bounds, ElementKey, Role, Source};
use crate::outcome::Status;
use crate::policy::{Decision, PlannedAction};
use crate::runner::ExecutableAction;
use crate::snapshot::Snapshot;

/// One action that was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionRecord {
    /// Which action of the subtask, counted from 1.
    pub step: u32,
    /// The word for it, such as `CLICK`.
    pub action: &'static str,
    /// The control.
    pub target: Option<ElementKey>,
    /// Its name for people.
    pub target_name: Option<String>,
    /// Where the knowledge of it comes from.
    pub target_source: Option<Source>,
    /// Where it was.
    pub target_bounds: Option<Bounds>,
    /// The second control.
    pub secondary_target: Option<ElementKey>,
    /// What was entered or chosen; `•••` for a secret.
    pub value: Option<String>,
    /// The key pressed.
    pub key: Option<String>,
    /// The chord pressed.
    pub hotkey: Option<String>,
    /// The key held during the click.
    pub click_modifier: Option<&'static str>,
    /// Where it scrolled.
    pub scroll_direction: Option<&'static str>,
    /// The revision of the reading it was decided on.
    pub before_revision: String,
    /// The revision of the reading after it settled; that before it when the app could not be read again.
    pub after_revision: String,
    /// Whether the two differ.
    pub state_changed: bool,
    /// What came of it.
    pub status: Status,
    /// The code of a `failed`.
    pub code: Option<Code>,
    /// What happened, in one sentence.
    pub message: String,
    /// How sure the policy was.
    pub confidence: Option<f64>,
    /// How far ahead of its second choice it was.
    pub margin: Option<f64>,
    /// How long deciding took.
    pub decision_latency: Duration,
    /// How long the action took, with settling.
    pub elapsed: Duration,
}

/// How a subtask ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The goal is reached.
    SubtaskComplete,
    /// Actions have no effect, or the policy sees no way.
    Blocked,
    /// Somebody who sees more must decide.
    NeedsAgent,
    /// A value is missing.
    NeedsInput,
    /// The first action was planned and not carried out.
    DryRun,
}

impl Ending {
    /// Every ending with its name on the wire.
    pub const ALL: [Self; 5] =
        [Self::SubtaskComplete, Self::Blocked, Self::NeedsAgent, Self::NeedsInput, Self::DryRun];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SubtaskComplete => "SUBTASK_COMPLETE",
            Self::Blocked => "BLOCKED",
            Self::NeedsAgent => "NEEDS_AGENT",
            Self::NeedsInput => "NEEDS_INPUT",
            Self::DryRun => "DRY_RUN",
        }
    }
}

/// The value that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeedsInput {
    /// The control that waits for it.
    pub element: ElementKey,
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// What it holds now; `None` for one that hides it.
    pub value: Option<String>,
    /// What it can be set to, when that is known.
    pub options: Vec<String>,
}

/// Who settled a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settlement {
    /// The snapshot itself.
    Read,
    /// A model's word.
    Judged,
}

impl Settlement {
    /// The word on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Judged => "judged",
        }
    }
}

/// What is known about one criterion at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The criterion, as the caller wrote it.
    pub criterion: String,
    /// Whether it holds; `None` when nobody could tell.
    pub holds: Option<bool>,
    /// Who says so; `None` when nobody does.
    pub settled: Option<Settlement>,
    /// What was seen.
    pub detail: String,
}

/// How a subtask ended, and what it did.
#[derive(Clone, Debug)]
pub struct ExecutionResult {
    /// How it ended.
    pub ending: Ending,
    /// The actions carried out.
    pub actions_taken: u32,
    /// Why it ended, in one sentence.
    pub reason: String,
    /// The code, where the reason has one.
    pub code: Option<Code>,
    /// The value that is missing.
    pub needs_input: Option<NeedsInput>,
    /// What a dry run would have done first.
    pub planned_action: Option<ExecutableAction>,
    /// One for each criterion.
    pub observations: Vec<Observation>,
    /// The actions in their order.
    pub history: Vec<ActionRecord>,
    /// The last reading; `None` when the app could not be read at all.
    pub final_snapshot: Option<Snapshot>,
}

/// One turn of a running subtask.
#[derive(Clone, Debug)]
pub struct StepEvent {
    /// Which action of the subtask this turn is about, counted from 1.
    pub step: u32,
    /// The reading that was decided on.
    pub snapshot: Option<Snapshot>,
    /// What the policy decided.
    pub decision: Option<Decision>,
    /// What the policy asked for, when it was an action.
    pub planned: Option<PlannedAction>,
    /// The checked form that was carried out.
    pub action: Option<ExecutableAction>,
    /// What came of it.
    pub record: Option<ActionRecord>,
    /// Set on the last event.
    pub result: Option<ExecutionResult>,
}

impl StepEvent {
    /// Whether nothing follows.
    #[must_use]
    pub const fn terminal(&self) -> bool {
        self.result.is_some()
    }
}
