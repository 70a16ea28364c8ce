//! The seam to the decision.
//!
//! A [`Decider`] answers typed questions about facts that core has put together: text in, full probabilities out. It
//! never sees a desktop and cannot act. What a request holds is built in one place (capped, secrets removed), so a
//! decider that speaks to a server sends exactly what it was given.

use std::fmt;

use crate::clock::Deadline;
use crate::error::Result;

/// What a question is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Which action carries out the instruction.
    Act,
    /// Which element holds what the instruction asks to read.
    Read,
    /// One part of the decision about the next step of a subtask.
    Step(Head),
}

/// The parts of a decision about the next step of a subtask. All are asked at once; only those that the operation uses
/// count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// Which operation is next, the ways to end among them.
    Operation,
    /// On which element, if it is this operation. Options are places in the table of elements.
    Target(&'static str),
    /// Which input is entered, if one is.
    Input,
    /// Which key is pressed, if one is.
    Key,
    /// Which chord is pressed, if one is.
    Hotkey,
    /// Where to scroll, if it scrolls.
    Direction,
    /// What is held during a click, if it is one.
    Modifier,
    /// Whether the criterion of that number, counted from 0, holds now: yes or no.
    Criterion(usize),
}

/// One thing to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionFacts {
    /// The kind of action, such as `click`; empty when reading.
    pub action: &'static str,
    /// The role, such as `Button`.
    pub role: &'static str,
    /// The label, cleaned for display and capped.
    pub label: String,
    /// What it is inside of, outermost first.
    pub within: Vec<String>,
    /// What is near it: its heading, row or neighbour, where look-alikes need it.
    pub near: Option<String>,
    /// A longer explanation.
    pub description: String,
    /// The hint shown while it is empty.
    pub placeholder: Option<String>,
    /// What it holds or how it stands (`on`, `off`), capped; never of a protected field.
    pub value: Option<String>,
    /// The options it can be set to, when they are known and few.
    pub choices: Vec<String>,
    /// Its key chord.
    pub shortcut: Option<String>,
    /// The word of [`crate::risk::Risk`] when the action may destroy something.
    pub risk: Option<&'static str>,
}

/// One choice among options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is for.
    pub purpose: Purpose,
    /// The options, in the order of the screen.
    pub options: Vec<OptionFacts>,
    /// Whether "none of these" is an answer. Without it one of the options is forced.
    pub none: bool,
}

/// Facts about the screen and the questions on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What the caller wants, in their words.
    pub instruction: String,
    /// The text that goes with it, when it has one and may be shown to a decider.
    pub text: Option<String>,
    /// The app's name.
    pub app: String,
    /// The window's title.
    pub window: String,
    /// The modal dialog in front, if any.
    pub modal: Option<String>,
    /// Lines of what the screen shows.
    pub screen_text: Vec<String>,
    /// What the next step of a subtask is decided on; `None` for a single pick.
    pub step: Option<StepFacts>,
    /// At least one question.
    pub questions: Vec<Question>,
}

/// What is known about a running subtask, beside the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// What must not be done.
    pub constraints: Vec<String>,
    /// The names of the inputs, each with what kind of value it is. Values stay here.
    pub inputs: Vec<(String, String)>,
    /// What settles whether the goal is reached.
    pub criteria: Vec<String>,
    /// The elements that can be acted on, once each. Questions about targets name their places in this table.
    pub elements: Vec<OptionFacts>,
    /// The place of the element with the focus.
    pub focused: Option<usize>,
    /// What was done before, oldest first.
    pub history: Vec<String>,
}

/// The answer to one [`Question`]: a probability for each option in its order, and for "none".
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// One finite number from 0 to 1 for each option.
    pub options: Vec<f64>,
    /// The probability that none fits; 0 for a forced question. All together add up to 1.
    pub none: f64,
}

/// What a decider answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// One per question, in their order.
    pub distributions: Vec<Distribution>,
    /// Which model answered, with its version.
    pub model: String,
    /// Requests that the model answered.
    pub calls: u32,
    /// Tokens billed.
    pub input_tokens: u64,
    /// The thresholds that these answers are judged by, where they are not those of the decider that was asked: one
    /// that asks several models answers sometimes with this one's words and sometimes with that one's.
    pub thresholds: Option<Thresholds>,
}

/// When a pick may be acted on. Fitted per decider on apps it has never seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Act when the leader has at least this probability.
    pub strict: f64,
    /// Act at this lower probability when the forced question agrees; `None` for a decider whose forced question is
    /// not independent.
    pub agree: Option<f64>,
    /// How much ahead of the runner-up the leader must be for `agree`.
    pub lead: f64,
    /// Never act when "none" has more than this.
    pub most_none: f64,
    /// `not_found` when "none" has at least this and leads.
    pub absent: f64,
    /// The least probability to be on a shortlist.
    pub shortlist: f64,
    /// The most options one question takes.
    pub options: usize,
}

impl Thresholds {
    /// The contract's figures for hosted models.
    pub const HOSTED: Self = Self {
        strict: 0.8,
        agree: Some(0.5),
        lead: 2.0,
        most_none: 0.3,
        absent: 0.5,
        shortlist: 0.03,
        options: 60,
    };
}

/// Answers typed questions.
pub trait Decider: Send + Sync + fmt::Debug {
    /// The name in answers and settings.
    fn name(&self) -> &str;

    /// When its picks may be acted on.
    fn thresholds(&self) -> Thresholds;

    /// Whether it answers questions about the steps of a subtask ([`Purpose::Step`]), which takes more than comparing words.
    fn answers_steps(&self) -> bool {
        false
    }

    /// Answers every question of `request`.
    ///
    /// # Errors
    /// `decider_unavailable`, `decider_bad_response`. Never a partial answer.
    fn ask(&self, request: &Request, deadline: &Deadline) -> Result<Answers>;
}
