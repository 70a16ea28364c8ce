//! A policy by a decision model: every part of the next step is asked in one request.
//!
//! The operation, its target, the input, the key and one word per criterion are parts of one request ([`offer`]); only the
//! parts that the operation uses count. The decision that matters: a model chooses among what is offered and is believed
//! only where it is sure. What it leaves open, contradicts or is unsure of ends the run with a reason, and its word that the
//! goal is reached counts only when each criterion was read from the screen or is clearly held to be true. Left out:
//! dragging, which no desktop offers yet.

mod offer;

use std::fmt;
use std::sync::Arc;

use super::entering::entering;
use super::{Decision, Direction, PastAction, PlannedAction, Policy, Press, Terminal};
use crate::action::ActionKind;
use crate::clock::{Clock, Deadline};
use crate::code::Code;
use crate::decider::{Answers, Decider, Distribution, Head, Purpose, Question, Thresholds};
use crate::desktop::Modifier;
use crate::engine::window_report;
use crate::error::{Error, Result};
use crate::request::Scene;
use crate::runner::{Criterion, Settled, Subtask};
use crate::screen::screen_text;
use crate::snapshot::Snapshot;
use crate::value::Value;
use offer::Offer;

/// Lines of the screen that are put together; fewer are told.
const LINES: usize = 60;

/// Asks a decision model for every next step.
pub struct Model {
    decider: Arc<dyn Decider>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Model {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Model").field("decider", &self.decider.name()).finish_non_exhaustive()
    }
}

impl Model {
    /// Asks `decider`, which must answer questions about steps, and takes the time from `clock`.
    #[must_use]
    pub fn new(decider: Arc<dyn Decider>, clock: Arc<dyn Clock>) -> Self {
        Self { decider, clock }
    }
}

impl Policy for Model {
    fn decide(
        &mut self,
        subtask: &Subtask,
        snapshot: &Snapshot,
        history: &[PastAction],
        deadline: &Deadline,
    ) -> Result<Decision> {
        let thresholds = self.decider.thresholds();
        let offer = Offer::of(subtask, snapshot, thresholds.options);
        let secrets = subtask.secrets();
        let lines = screen_text(snapshot, LINES);
        let report = window_report(snapshot);
        let scene = Scene {
            instruction: &subtask.goal,
            app: &snapshot.window.app.name,
            window: &snapshot.window.title,
            modal: report.modal.as_deref(),
            screen_text: &lines,
            secrets: &secrets,
            ..Scene::default()
        };
        let request = scene.ask_step(&offer.facts(history), offer.questions());
        let began = self.clock.now();
        let answers = self.decider.ask(&request, deadline)?;
        let latency = self.clock.now().since(began);
        let thresholds = answers.thresholds.unwrap_or(thresholds);
        let word = Word::new(&offer, offer.questions(), &answers, thresholds)?;
        let mut decision = word.decision()?;
        decision.latency = Some(latency);
        decision.raw = word.notes(&answers);
        Ok(decision)
    }
}

/// What one part of an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lead {
    /// The option in front; `None` for "none of these".
    option: Option<usize>,
    /// Its probability.
    p: f64,
    /// How far it is ahead of the next.
    margin: f64,
}

impl Lead {
    fn of(one: &Distribution, none: bool) -> Self {
        let options = one.options.iter().copied().enumerate().map(|(place, p)| (Some(place), p));
        let mut all: Vec<(Option<usize>, f64)> = options.chain(none.then_some((None, one.none))).collect();
        all.sort_by(|left, right| right.1.total_cmp(&left.1));
        let (option, p) = all.first().copied().unwrap_or((None, 0.0));
        Self { option, p, margin: p - all.get(1).map_or(0.0, |(_, second)| *second) }
    }
}

/// A model's answer about one step.
struct Word<'a> {
    offer: &'a Offer<'a>,
    parts: Vec<(Question, Distribution)>,
    thresholds: Thresholds,
    used: std::cell::RefCell<Vec<Lead>>,
}

/// Why a part of an answer does not lead to an action.
enum Open {
    /// The model is not sure enough.
    Unsure(String),
    /// The model says that none fits.
    Nothing,
}

impl<'a> Word<'a> {
    fn new(
        offer: &'a Offer<'a>,
        questions: Vec<Question>,
        answers: &Answers,
        thresholds: Thresholds,
    ) -> Result<Self> {
        let fits = |(question, one): (&Question, &Distribution)| {
            let all = one.options.iter().chain([&one.none]);
            one.options.len() == question.options.len() && all.clone().all(|p| (0.0..=1.000_001).contains(p))
        };
        if questions.len() != answers.distributions.len()
            || !questions.iter().zip(&answers.distributions).all(fits)
        {
            return Err(Error::new(
                Code::DeciderBadResponse,
                "the decider's answer does not fit the questions about a step",
            ));
        }
        let parts = questions.into_iter().zip(answers.distributions.iter().cloned()).collect();
        Ok(Self { offer, parts, thresholds, used: std::cell::RefCell::default() })
    }

    fn part(&self, head: Head) -> Option<&(Question, Distribution)> {
        self.parts.iter().find(|(question, _)| question.purpose == Purpose::Step(head))
    }

    /// The option in front of a part that the operation uses. It counts from now on.
    fn used(&self, head: Head, what: &str) -> std::result::Result<usize, Open> {
        let Some((question, one)) = self.part(head) else { return Err(Open::Nothing) };
        let lead = Lead::of(one, question.none);
        self.used.borrow_mut().push(lead);
        if lead.p < self.thresholds.agree.unwrap_or(self.thresholds.strict) {
            return Err(Open::Unsure(format!("the model is not sure which {what} is next")));
        }
        lead.option.ok_or(Open::Nothing)
    }

    /// The decision with the figures of the parts that it rests on.
    fn decision(&self) -> Result<Decision> {
        let mut decision = self.choice()?;
        let used = self.used.borrow();
        let least = |figure: fn(&Lead) -> f64| used.iter().map(figure).reduce(f64::min);
        decision.confidence = least(|lead| lead.p).map(|p| p.clamp(0.0, 1.0));
        decision.margin = least(|lead| lead.margin).map(|margin| margin.clamp(0.0, 1.0));
        decision.judged = self.judged();
        Ok(decision)
    }

    fn choice(&self) -> Result<Decision> {
        let operation = match self.used(Head::Operation, "operation") {
            Ok(place) => place,
            Err(open) => return Ok(agent(open, "the model names no operation")),
        };
        let misfit = || Error::new(Code::DeciderBadResponse, "the decider names an operation nobody offered");
        let operation = *self.offer.operations.get(operation).ok_or_else(misfit)?;
        Ok(match operation {
            "SUBTASK_COMPLETE" => self.complete(),
            "BLOCKED" => Decision::end(Terminal::Blocked, "the model sees no way on"),
            "NEEDS_AGENT" => Decision::end(Terminal::NeedsAgent, "the model wants somebody else to decide"),
            "NEEDS_INPUT" => match self.target(operation) {
                Ok(field) => {
                    Decision::needs_input(field.key.clone(), format!("a value is missing to {}", field.does))
                }
                Err(open) => agent(open, "the model misses a value and does not say for which control"),
            },
            "WAIT" => Decision::act(PlannedAction::bare(ActionKind::Wait)),
            "PRESS_KEY" => self.press(Head::Key),
            "HOTKEY" => self.press(Head::Hotkey),
            _ => match self.target(operation) {
                Ok(candidate) => self.on(operation, candidate),
                Err(open) => agent(
                    open,
                    &format!("the model wants {operation}, but on none of the controls there are"),
                ),
            },
        })
    }

    fn target(&self, operation: &'static str) -> std::result::Result<&crate::candidate::Candidate, Open> {
        let place = self.used(Head::Target(operation), "control")?;
        self.offer.target(operation, place).ok_or(Open::Nothing)
    }

    fn press(&self, head: Head) -> Decision {
        let pressed = self.used(head, "key").map(|place| self.offer.press(head, place));
        match pressed {
            Ok(Some(press)) => {
                let bare = PlannedAction::bare(ActionKind::Key);
                Decision::act(PlannedAction { press: Some(press), ..bare })
            }
            Ok(None) => agent(Open::Nothing, "the model names a key nobody offered"),
            Err(open) => agent(open, "the model wants to press a key, but none of those there are"),
        }
    }

    /// An operation on a control, with what it needs beside.
    fn on(&self, operation: &str, candidate: &crate::candidate::Candidate) -> Decision {
        if candidate.needs_text {
            let name = match self.used(Head::Input, "input") {
                Ok(place) => self.offer.texts().nth(place),
                Err(Open::Nothing) => {
                    let reason = format!("no input is meant for {}", candidate.does);
                    return Decision::needs_input(candidate.key.clone(), reason);
                }
                Err(unsure) => return agent(unsure, ""),
            };
            return match name {
                Some((name, value)) => entering(candidate, name, value),
                None => agent(Open::Nothing, "the model names an input nobody offered"),
            };
        }
        let mut planned = PlannedAction::on(candidate.action, candidate.key.clone());
        if operation == "SCROLL" {
            planned.direction = match self.used(Head::Direction, "direction") {
                Ok(place) => Direction::ALL.get(place).map(|(direction, _)| *direction),
                Err(open) => return agent(open, "the model does not say where to scroll"),
            };
        }
        if operation == "CLICK" && self.part(Head::Modifier).is_some() {
            planned.modifier = match self.used(Head::Modifier, "modifier") {
                Ok(0) | Err(Open::Nothing) => None,
                Ok(1) => Some(Modifier::Ctrl),
                Ok(_) => Some(Modifier::Shift),
                Err(unsure) => return agent(unsure, ""),
            };
        }
        Decision::act(planned)
    }

    /// The model's word that the goal is reached, held against what it says about each criterion itself.
    fn complete(&self) -> Decision {
        let (subtask, snapshot) = (self.offer.subtask, self.offer.snapshot);
        let judged = self.judged();
        for (criterion, word) in subtask.verification.iter().zip(judged) {
            let read = Criterion::parse(criterion, subtask).map(|parsed| parsed.settle(snapshot));
            let open = match read {
                Some(Settled::Yes(_)) => false,
                // The executor says what was seen instead.
                Some(Settled::No(_)) => false,
                Some(Settled::Open(_)) | None => word != Some(true),
            };
            if open {
                return Decision::end(
                    Terminal::NeedsAgent,
                    format!(
                        "the model calls the goal reached, but does not say clearly that \"{criterion}\" holds"
                    ),
                );
            }
        }
        Decision::end(Terminal::SubtaskComplete, "the model calls the goal reached")
    }

    /// What the model says about each criterion, where it is clear.
    fn judged(&self) -> Vec<Option<bool>> {
        let strict = self.thresholds.strict;
        let clear = |place: usize| {
            let (_, one) = self.part(Head::Criterion(place))?;
            let lead = Lead::of(one, false);
            (lead.p >= strict).then_some(lead.option == Some(0))
        };
        (0..self.offer.subtask.verification.len()).map(clear).collect()
    }

    /// What the answer said, for the log.
    fn notes(&self, answers: &Answers) -> Value {
        let probabilities = self.part(Head::Operation).map(|(_, one)| {
            let all = self.offer.operations.iter().zip(&one.options);
            all.map(|(name, p)| ((*name).to_owned(), Value::Number(*p))).collect()
        });
        Value::Map(vec![
            ("model".to_owned(), Value::Text(answers.model.clone())),
            ("input_tokens".to_owned(), Value::Number(answers.input_tokens as f64)),
            ("operation_probabilities".to_owned(), Value::Map(probabilities.unwrap_or_default())),
            ("candidate_counts".to_owned(), Value::Map(self.offer.counts())),
        ])
    }
}

fn agent(open: Open, nothing: &str) -> Decision {
    let reason = match open {
        Open::Unsure(reason) => reason,
        Open::Nothing => nothing.to_owned(),
    };
    Decision::end(Terminal::NeedsAgent, reason)
}

/// The press that an option of a part stands for.
fn parsed(head: Head, name: &str) -> Option<Press> {
    match head {
        Head::Key => name.parse().ok().map(Press::Key),
        _ => name.parse().ok().map(Press::Chord),
    }
}
