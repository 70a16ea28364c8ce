//! What the engine answers: plain values that the faces turn into their formats.
//!
//! Nothing here is cut to a byte budget or cleaned a second time; a face that must be short cuts and says so.

use std::time::Duration;

use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::change::Change;
use crate::outcome::Outcome;
use crate::risk::Risk;
use crate::route::RouteKind;
use crate::screen::Field;
use crate::snapshot::LeftOut;
use crate::window::Window;

/// The window a call was about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowReport {
    /// The window as last seen.
    pub window: Window,
    /// The modal window of its app, in words such as `Dialog "Preferences"`, when one is open.
    pub modal: Option<String>,
    /// The titles of its app's other windows.
    pub other_windows: Vec<String>,
}

/// A candidate with its probability, when a decider was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The candidate.
    pub candidate: Candidate,
    /// The probability that it is meant.
    pub p: Option<f64>,
}

/// What asking the decider took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionReport {
    /// Which model answered.
    pub model: String,
    /// Requests that the model answered.
    pub calls: u32,
    /// Tokens billed.
    pub input_tokens: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// The answer to `observe`.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The window.
    pub window: WindowReport,
    /// What a person reads on it, in reading order.
    pub screen_text: Vec<String>,
    /// Its fields with their values.
    pub fields: Vec<Field>,
    /// How many candidates there are.
    pub total: usize,
    /// The probability that none of them is meant, when a decider was asked.
    pub p_none: Option<f64>,
    /// The first of them, in reading order or best first.
    pub candidates: Vec<Ranked>,
    /// What asking took, when a decider was asked.
    pub decision: Option<DecisionReport>,
    /// What the reading left out.
    pub left_out: LeftOut,
}

/// The action of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionReport {
    /// The candidate's id.
    pub id: String,
    /// The kind.
    pub kind: ActionKind,
    /// What it does, in words.
    pub does: String,
    /// The routes tried, in order. Empty when none was.
    pub routes: Vec<RouteKind>,
    /// Why it may need a confirmation.
    pub risk: Option<Risk>,
}

/// How the candidate was picked.
#[derive(Clone, Debug, PartialEq)]
pub struct PickReport {
    /// Its probability.
    pub p: f64,
    /// The rule of the gate that let it through: `strict` or `agree`.
    pub rule: &'static str,
}

/// How the effect was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The asked-for result was read back and is exactly so.
    pub exact: bool,
    /// How many readings of the app stand behind it.
    pub snapshots: u32,
}

/// One step of an `act`.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReport {
    /// What came of it.
    pub outcome: Outcome,
    /// The window afterwards, as far as it could be found.
    pub window: Option<WindowReport>,
    /// The action, when one was picked.
    pub action: Option<ActionReport>,
    /// How it was picked, when a decider was asked and the gate let it through.
    pub pick: Option<PickReport>,
    /// How it was verified, when something was read back.
    pub verification: Option<Verification>,
    /// What changed on the screen.
    pub change: Option<Change>,
    /// What a person reads now, when the step brought up something new.
    pub screen_text: Vec<String>,
    /// The candidates that are new, when the step brought up something new.
    pub new_candidates: Vec<Candidate>,
    /// How many candidates there are now, when there are new ones.
    pub new_total: Option<usize>,
    /// The shortlist of an `ambiguous`.
    pub shortlist: Vec<Ranked>,
    /// What asking took.
    pub decision: Option<DecisionReport>,
    /// How long the step took.
    pub elapsed: Duration,
}

/// The answer to `act`.
#[derive(Clone, Debug, PartialEq)]
pub struct ActReport {
    /// The steps that ran, at least one. The last one may be the one that stopped the chain.
    pub steps: Vec<StepReport>,
    /// The steps that did not run.
    pub skipped: usize,
}

impl ActReport {
    /// The step that decides what the chain came to: the first that is not `done`, with the weight on the worst
    /// (`unverified` only when nothing worse happened), otherwise the last.
    #[must_use]
    pub fn deciding(&self) -> Option<&StepReport> {
        let worse = |step: &&StepReport| !step.outcome.status().lets_a_chain_go_on();
        let unsure = |step: &&StepReport| step.outcome.status() != crate::outcome::Status::Done;
        self.steps.iter().find(worse).or_else(|| self.steps.iter().find(unsure)).or_else(|| self.steps.last())
    }
}

/// What was read from an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extracted {
    /// One value, whole or cut.
    Value {
        /// The text, exactly as the app holds it.
        text: String,
        /// Whether it is all of it.
        exact: bool,
    },
    /// The rows of a table or list.
    Rows {
        /// The cells of each row.
        rows: Vec<Vec<String>>,
        /// Whether there are more.
        truncated: bool,
    },
    /// The texts inside of any other container.
    Text(String),
}

/// An element that was read, or that may be meant.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedElement {
    /// Its role, such as `Table`.
    pub role: &'static str,
    /// Its label, for display.
    pub label: String,
    /// Its programmer's name.
    pub identifier: Option<String>,
    /// The probability that it is meant.
    pub p: f64,
    /// What it holds.
    pub content: Extracted,
}

/// The answer to `extract`.
#[derive(Clone, Debug, PartialEq)]
pub struct Extraction {
    /// `done`, `ambiguous` or `not_found`.
    pub outcome: Outcome,
    /// The window.
    pub window: WindowReport,
    /// The element, when it is clear which is meant.
    pub element: Option<ExtractedElement>,
    /// The shortlist of an `ambiguous`.
    pub elements: Vec<ExtractedElement>,
    /// What asking took.
    pub decision: DecisionReport,
}
