//! From what a session answers to JSON.
//!
//! Each answer keeps within its budget of bytes: first lists give way, each in its share, and only when the single
//! parts alone are too much are texts cut shorter. What was cut is counted in `leftOut`: candidates, fields, lines,
//! changes, rows, or the characters of one text, and what the reading itself left out. What a `limit` leaves out is not
//! counted there; `total` tells it.

use serde::Serialize;
use serde_json::Value;
use surehand_core::code::{Code, Surface};
use surehand_core::engine::{ActReport, Extracted, Extraction, Observation, StepReport, Waited};
use surehand_core::error::{Error, Invalid, Result};
use surehand_core::outcome::{Outcome, Status};
use surehand_core::runner::{Ending, ExecutionResult};
use surehand_core::secret::Secret;
use surehand_core::snapshot::LeftOut;
use surehand_core::window::Window;
use surehand_cua::raw::RawAnswer;

use crate::Screenshot;

use super::budget::{Room, entries_size, size};
pub use super::lines::{
    ActionLine, CandidateLine, ChangeLine, DecisionLine, ElementLine, FieldLine, PickLine, VerificationLine,
    WindowLine, WindowRow,
};
use super::lines::{Caps, Portion, milliseconds, probability};
use super::picture::{ScreenshotBody, screenshot};

/// The bytes of an `observe` without a `limit`.
pub const OBSERVE_BUDGET: usize = 4 * 1024;
/// The bytes of an `act`, and of `windows`.
pub const ACT_BUDGET: usize = 8 * 1024;
/// The bytes of an `extract`.
pub const EXTRACT_BUDGET: usize = 64 * 1024;
/// The most bytes of a driver's own answer.
pub const DRIVER_BUDGET: usize = 256 * 1024;

/// The bytes that each candidate of a `limit` adds, once they outgrow the usual budget.
const PER_CANDIDATE: usize = 200;
/// The names of lists that are empty while the rest is measured, and `leftOut`.
const KEYS: usize = 160;
/// The longest text of one line of the screen.
const SCREEN_LINE: usize = 240;

/// What an answer came to, for exit codes and `isError`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something was looked at, or everything asked for is proven.
    Done,
    /// Anything short of that: not proven, refused, not found, not clear.
    NotDone,
    /// The machinery broke, or an argument is wrong.
    Broken(Code),
}

/// An answer, ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it says.
    pub body: Body,
    /// What it came to.
    pub kind: Kind,
}

/// The bodies of all answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Body {
    /// Of `windows`.
    Windows(WindowsBody),
    /// Of `observe`.
    Observe(ObserveBody),
    /// Of `wait`.
    Wait(WaitBody),
    /// Of `screenshot`; the picture is [`Answer::png`].
    Screenshot(ScreenshotBody),
    /// Of `act`.
    Act(Box<ActBody>),
    /// Of `extract`.
    Extract(ExtractBody),
    /// Of `run`.
    Run(Value),
    /// Of `driver`; its picture is [`Answer::png`].
    Driver(DriverBody),
    /// Of any call that ended with an error.
    Failed(FailedBody),
}

/// The answer to `driver`: what the driver says, and nothing about whether it is so.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DriverBody {
    /// The driver's own words.
    pub driver: Value,
    #[serde(skip)]
    png: Option<Vec<u8>>,
}

/// The answer to `windows`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WindowsBody {
    /// The windows, front-most first where the platform tells.
    pub windows: Vec<WindowRow>,
    /// How many there was no room for.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
}

/// The answer to `observe`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObserveBody {
    /// The window.
    pub window: WindowLine,
    /// What a person reads on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub screen_text: Vec<String>,
    /// Its fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldLine>,
    /// How many candidates there are.
    pub total: usize,
    /// The probability that none is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_none: Option<f64>,
    /// The candidates.
    pub candidates: Vec<CandidateLine>,
    /// What there was no room for, and what was not read.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// What asking took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionLine>,
}

/// The answer to `wait`: that of `observe`, and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitBody {
    /// The window differs from when the waiting began.
    pub changed: bool,
    /// The time was up before what was waited for.
    pub timed_out: bool,
    /// The window now.
    #[serde(flatten)]
    pub observe: ObserveBody,
}

/// The answer to `act`: the deciding step, and every step in short when there were several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActBody {
    /// What it came to.
    pub status: &'static str,
    /// Why, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// In a sentence.
    pub message: String,
    /// The window afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowLine>,
    /// The action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionLine>,
    /// The shortlist of an `ambiguous`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateLine>,
    /// How the action was picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pick: Option<PickLine>,
    /// How its effect was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<VerificationLine>,
    /// What changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeLine>,
    /// What a person reads now, when something new came up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub screen_text: Vec<String>,
    /// What can be done now, when something new came up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new_candidates: Vec<CandidateLine>,
    /// How many candidates there are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_total: Option<usize>,
    /// What asking took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionLine>,
    /// Every step that ran, when `then` was used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepLine>,
    /// How many did not run.
    #[serde(skip_serializing_if = "is_nothing")]
    pub skipped: usize,
    /// What there was no room for.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
}

/// A step of a chain, in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepLine {
    /// What it came to.
    pub status: &'static str,
    /// Why, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// In a sentence.
    pub message: String,
    /// The action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionLine>,
    /// How it was picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pick: Option<PickLine>,
    /// How its effect was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<VerificationLine>,
    /// How long it took.
    pub ms: u64,
}

/// The answer to `extract`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExtractBody {
    /// What it came to.
    pub status: &'static str,
    /// Why, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// In a sentence, when it is not `done`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The window.
    pub window: WindowLine,
    /// What was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementLine>,
    /// The shortlist of an `ambiguous`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<ElementLine>,
    /// Rows or characters there was no room for.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// What asking took.
    pub decision: DecisionLine,
}

/// The answer to a call that ended with an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedBody {
    /// Always `failed`.
    pub status: &'static str,
    /// Why.
    pub code: &'static str,
    /// In a sentence.
    pub message: String,
}

impl Answer {
    /// The JSON, on one line.
    #[must_use]
    pub fn json(&self) -> String {
        // String keys and finite numbers only: it cannot fail, and if it did, the caller must not read a success.
        serde_json::to_string(&self.body).unwrap_or_else(|_| {
            r#"{"status":"failed","code":"internal","message":"the answer could not be written"}"#.to_owned()
        })
    }

    /// The answer to `windows`.
    #[must_use]
    pub fn windows(result: &Result<Vec<Window>>) -> Self {
        let windows = match result {
            Ok(windows) => windows,
            Err(error) => return Self::failed(error),
        };
        let mut room = Room::new(ACT_BUDGET, KEYS);
        let mut rows = windows.iter().map(|window| WindowRow::new(window, Caps::WIDE)).collect();
        room.keep(&mut rows, room.left);
        let body = WindowsBody { windows: rows, left_out: room.dropped as u64 };
        Self { body: Body::Windows(body), kind: Kind::Done }
    }

    /// The answer to `observe`; `limit` as it was asked for.
    #[must_use]
    pub fn observe(result: &Result<Observation>, limit: Option<usize>) -> Self {
        match result {
            Ok(observation) => Self { body: Body::Observe(observe(observation, limit)), kind: Kind::Done },
            Err(error) => Self::failed(error),
        }
    }

    /// The answer to `wait`. That the time was up is short of what was asked for.
    #[must_use]
    pub fn wait(result: &Result<Waited>) -> Self {
        let Waited { observation, changed, timed_out } = match result {
            Ok(waited) => waited,
            Err(error) => return Self::failed(error),
        };
        let observe = observe(observation, None);
        let body = WaitBody { changed: *changed, timed_out: *timed_out, observe };
        let kind = if *timed_out { Kind::NotDone } else { Kind::Done };
        Self { body: Body::Wait(body), kind }
    }

    /// The answer to `screenshot`, with marks drawn or not.
    #[must_use]
    pub fn screenshot(result: &Result<Screenshot>, marked: bool) -> Self {
        match result.as_ref().map_err(Clone::clone).and_then(|taken| screenshot(taken, marked)) {
            Ok(body) => Self { body: Body::Screenshot(body), kind: Kind::Done },
            Err(error) => Self::failed(&error),
        }
    }

    /// The picture that stands beside the JSON, as a PNG.
    #[must_use]
    pub fn png(&self) -> Option<&[u8]> {
        match &self.body {
            Body::Screenshot(body) => Some(&body.png),
            Body::Driver(body) => body.png.as_deref(),
            _ => None,
        }
    }

    /// The answer to `act`.
    #[must_use]
    pub fn act(result: &Result<ActReport>) -> Self {
        let report = match result {
            Ok(report) => report,
            Err(error) => return Self::failed(error),
        };
        let Some(deciding) = report.deciding() else {
            return Self::failed(&Error::new(Code::Internal, "no step ran and none was refused"));
        };
        Self { kind: kind(&deciding.outcome), body: Body::Act(Box::new(act(report, deciding))) }
    }

    /// The answer to `extract`.
    #[must_use]
    pub fn extract(result: &Result<Extraction>) -> Self {
        match result {
            Ok(extraction) => {
                Self { kind: kind(&extraction.outcome), body: Body::Extract(extract(extraction)) }
            }
            Err(error) => Self::failed(error),
        }
    }

    /// The answer to `run`.
    #[must_use]
    pub fn run(result: &Result<ExecutionResult>, secrets: &[Secret]) -> Self {
        match result {
            Ok(result) => {
                let done = result.ending == Ending::SubtaskComplete;
                let kind = if done { Kind::Done } else { Kind::NotDone };
                Self { kind, body: Body::Run(super::run::tool_answer(result, secrets)) }
            }
            Err(error) => Self::failed(error),
        }
    }

    /// Whether the call ended before it did anything.
    #[must_use]
    pub fn did_nothing(&self) -> bool {
        match &self.body {
            Body::Failed(_) => true,
            Body::Run(answer) => answer.get("actions_taken").and_then(Value::as_u64) == Some(0),
            _ => false,
        }
    }

    /// The answer to `driver`. An answer that is too long for anybody to read is refused.
    #[must_use]
    pub fn driver(result: &Result<RawAnswer>) -> Self {
        match result {
            Ok(answer) if answer.said.to_string().len() > DRIVER_BUDGET => Self::failed(&Error::new(
                Code::DesktopError,
                "the driver's answer is too long; ask for less of it",
            )),
            Ok(answer) => {
                let body = DriverBody { driver: answer.said.clone(), png: answer.png.clone() };
                Self { body: Body::Driver(body), kind: Kind::Done }
            }
            Err(error) => Self::failed(error),
        }
    }

    /// The answer to arguments that are wrong.
    #[must_use]
    pub fn invalid(invalid: &Invalid) -> Self {
        Self::failed(&Error::from(invalid.clone()))
    }

    /// The answer to a call that ended with an error.
    #[must_use]
    pub fn failed(error: &Error) -> Self {
        let outcome = Outcome::from(error.clone());
        let body = FailedBody {
            status: Status::Failed.name(),
            code: error.code.name(),
            message: Caps::WIDE.message(outcome.message()),
        };
        Self { kind: kind(&outcome), body: Body::Failed(body) }
    }
}

fn kind(outcome: &Outcome) -> Kind {
    match outcome.code() {
        Some(code) if code.row().surface == Surface::Machinery => Kind::Broken(code),
        _ if outcome.status() == Status::Done => Kind::Done,
        _ => Kind::NotDone,
    }
}

fn observe(observation: &Observation, limit: Option<usize>) -> ObserveBody {
    let caps = Caps::WIDE;
    let asked = limit.unwrap_or(0).saturating_mul(PER_CANDIDATE);
    let budget = OBSERVE_BUDGET.max(asked.saturating_add(OBSERVE_BUDGET / 2));
    let mut body = ObserveBody {
        window: WindowLine::new(&observation.window, caps),
        screen_text: Vec::new(),
        fields: Vec::new(),
        total: observation.total,
        p_none: observation.p_none.map(probability),
        candidates: Vec::new(),
        left_out: 0,
        decision: observation.decision.as_ref().map(|report| DecisionLine::new(report, caps)),
    };
    let mut screen_text = screen_lines(&observation.screen_text);
    let mut fields: Vec<_> = observation.fields.iter().map(|field| FieldLine::new(field, caps)).collect();
    let mut candidates = if observation.candidates.iter().any(|ranked| ranked.p.is_some()) {
        CandidateLine::ranked(&observation.candidates, caps)
    } else {
        CandidateLine::merged(observation.candidates.iter().map(|ranked| &ranked.candidate), caps)
    };

    let mut room = Room::new(budget, size(&body) + KEYS);
    let (texts_need, fields_need, candidates_need) =
        (entries_size(&screen_text), entries_size(&fields), entries_size(&candidates));
    // Candidates are what a caller acts by, so three fifths are theirs, and whatever the others do not need.
    let fifth = room.left / 5;
    let texts_share = texts_need.min(fifth);
    let fields_share = fields_need.min(fifth);
    let listed = ids(&candidates);
    room.keep(&mut candidates, candidates_need.min(room.left - texts_share - fields_share));
    room.dropped = listed - ids(&candidates);
    room.keep(&mut fields, room.left.saturating_sub(texts_share));
    room.keep(&mut screen_text, room.left);

    body.screen_text = screen_text;
    body.fields = fields;
    body.candidates = candidates;
    body.left_out =
        room.dropped as u64 + not_read(&observation.left_out) + WindowLine::left_out(&observation.window);
    body
}

fn screen_lines(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| super::shorten(line, SCREEN_LINE).into_owned()).collect()
}

fn ids(lines: &[CandidateLine]) -> usize {
    lines.iter().map(CandidateLine::ids).sum()
}

/// How much a reading left out; at the least one when it left something out and cannot tell how much.
fn not_read(left_out: &LeftOut) -> u64 {
    if left_out.is_nothing() { 0 } else { left_out.elements.max(1) }
}

/// Tries texts of usual length first, and shorter ones only when the parts that are no lists alone are too much.
fn act(report: &ActReport, deciding: &StepReport) -> ActBody {
    let mut body = act_within(report, deciding, Caps::WIDE);
    for caps in Caps::ALL.into_iter().skip(1) {
        if size(&body) <= ACT_BUDGET {
            break;
        }
        body = act_within(report, deciding, caps);
    }
    body
}

fn act_within(report: &ActReport, deciding: &StepReport, caps: Caps) -> ActBody {
    let chained = report.steps.len() + report.skipped > 1;
    let outcome = &deciding.outcome;
    let mut body = ActBody {
        status: outcome.status().name(),
        code: outcome.code().map(Code::name),
        message: caps.message(outcome.message()),
        window: deciding.window.as_ref().map(|window| WindowLine::new(window, caps)),
        action: deciding.action.as_ref().map(|action| ActionLine::new(action, caps)),
        candidates: CandidateLine::ranked(&deciding.shortlist, caps),
        pick: deciding.pick.as_ref().map(PickLine::new),
        verification: deciding.verification.map(VerificationLine::new),
        change: None,
        screen_text: Vec::new(),
        new_candidates: Vec::new(),
        new_total: deciding.new_total,
        decision: deciding.decision.as_ref().map(|decision| DecisionLine::new(decision, caps)),
        steps: if chained {
            report.steps.iter().map(|step| step_line(step, caps)).collect()
        } else {
            Vec::new()
        },
        skipped: report.skipped,
        left_out: 0,
    };
    let mut change = deciding.change.as_ref().and_then(|change| ChangeLine::new(change, caps));
    let mut screen_text = screen_lines(&deciding.screen_text);
    let mut new_candidates = CandidateLine::merged(deciding.new_candidates.iter(), caps);

    let mut room = Room::new(ACT_BUDGET, size(&body) + 2 * KEYS);
    if let Some(change) = &mut change {
        let third = room.left / 3;
        let least = room.left - third;
        room.left = room.left.saturating_sub(change.window_title.as_deref().map_or(0, super::width));
        for list in change.lists() {
            room.keep(list, room.left.saturating_sub(least));
        }
    }
    let texts_share = entries_size(&screen_text).min(room.left / 4);
    let listed = ids(&new_candidates);
    let dropped = room.dropped;
    room.keep(&mut new_candidates, room.left - texts_share);
    room.dropped = dropped + listed - ids(&new_candidates);
    room.keep(&mut screen_text, room.left);

    body.change = change;
    body.screen_text = screen_text;
    body.new_candidates = new_candidates;
    body.left_out = room.dropped as u64 + deciding.window.as_ref().map_or(0, WindowLine::left_out);
    body
}

fn step_line(step: &StepReport, caps: Caps) -> StepLine {
    /// Thirteen of them share the budget with the deciding step, which has its own words at length.
    const SHORT: Caps = Caps { label: 120, value: 0, message: 200 };
    let caps =
        Caps { label: caps.label.min(SHORT.label), value: 0, message: caps.message.min(SHORT.message) };
    StepLine {
        status: step.outcome.status().name(),
        code: step.outcome.code().map(Code::name),
        message: caps.message(step.outcome.message()),
        action: step.action.as_ref().map(|action| ActionLine::new(action, caps)),
        pick: step.pick.as_ref().map(PickLine::new),
        verification: step.verification.map(VerificationLine::new),
        ms: milliseconds(step.elapsed),
    }
}

fn extract(extraction: &Extraction) -> ExtractBody {
    let caps = Caps::WIDE;
    let outcome = &extraction.outcome;
    let message = (outcome.status() != Status::Done).then(|| caps.message(outcome.message()));
    let glance = |element| ElementLine::new(element, Portion::GLANCE, caps);
    let mut body = ExtractBody {
        status: outcome.status().name(),
        code: outcome.code().map(Code::name),
        message,
        window: WindowLine::new(&extraction.window, caps),
        element: None,
        elements: extraction.elements.iter().map(glance).collect(),
        left_out: WindowLine::left_out(&extraction.window),
        decision: DecisionLine::new(&extraction.decision, caps),
    };
    let Some(element) = &extraction.element else { return body };
    /// A cell longer than this is no cell to read in a table.
    const CELL: usize = 4_000;
    // Label, identifier and keys of the element are within what its caps and `KEYS` allow.
    let room = Room::new(EXTRACT_BUDGET, size(&body) + 2 * caps.label + 2 * KEYS);
    let mut line = ElementLine::new(element, Portion { text: room.left, rows: usize::MAX, cell: CELL }, caps);
    body.left_out += match (&element.content, &mut line) {
        (Extracted::Rows { .. }, ElementLine { rows: Some(rows), truncated, .. }) => {
            keep_rows(rows, truncated, room)
        }
        (Extracted::Value { text, .. }, ElementLine { value: Some(shown), .. })
        | (Extracted::Text(text), ElementLine { text: Some(shown), .. }) => characters_cut(text, shown),
        _ => 0,
    };
    body.element = Some(line);
    body
}

fn keep_rows(rows: &mut Vec<Vec<String>>, truncated: &mut Option<bool>, mut room: Room) -> u64 {
    room.keep(rows, room.left);
    if room.dropped > 0 {
        *truncated = Some(true);
    }
    room.dropped as u64
}

fn characters_cut(whole: &str, shown: &str) -> u64 {
    if shown == whole {
        return 0;
    }
    // The cut one ends in `…`, which is not of the text.
    let count = |text: &str| text.chars().count() as u64;
    count(whole).saturating_sub(count(shown).saturating_sub(1))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nothing(count: &usize) -> bool {
    *count == 0
}
