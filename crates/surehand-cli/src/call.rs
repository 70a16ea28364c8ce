//! One call, as both faces make it: read, made, answered.
//!
//! So that the command line and the MCP server can differ in how they carry an answer, never in what it says.

use surehand::core::clock::Cancel;
use surehand::core::engine::{ObserveRequest, Progress, StepRequest, WaitRequest};
use surehand::core::error::Invalid;
use surehand::wire::Answer;
use surehand::wire::request::{self, Arguments, ExtractRequest, ScreenshotRequest};
use surehand::{Going, Session};

/// A call whose arguments are in order.
pub(crate) enum Call {
    Windows(Option<String>),
    Observe(ObserveRequest),
    Wait(WaitRequest),
    Screenshot(ScreenshotRequest),
    Act(Vec<StepRequest>),
    Extract(ExtractRequest),
}

/// What there is to say while an act of so many steps runs: nothing of what a screen or a caller says.
pub(crate) fn words(going: Going<'_>, steps: usize) -> String {
    match going {
        Going::WaitsForTurn => "waiting for another act to end".to_owned(),
        Going::Step(Progress::Begins { step, .. }) => format!("step {} of {steps}", step + 1),
        Going::Step(Progress::Ended { step, status }) => {
            format!("step {} of {steps}: {}", step + 1, status.name())
        }
    }
}

impl Call {
    /// Reads the arguments of a tool.
    pub(crate) fn parse(tool: &str, arguments: &Arguments) -> Result<Self, Invalid> {
        match tool {
            "windows" => request::windows(arguments).map(Self::Windows),
            "observe" => request::observe(arguments).map(Self::Observe),
            "wait" => request::wait(arguments).map(Self::Wait),
            "screenshot" => request::screenshot(arguments).map(Self::Screenshot),
            "act" => request::act(arguments).map(Self::Act),
            "extract" => request::extract(arguments).map(Self::Extract),
            _ => Err(Invalid::new("tool", "must be windows, observe, wait, screenshot, act or extract")),
        }
    }

    /// Whether it may change something.
    pub(crate) const fn acts(&self) -> bool {
        matches!(self, Self::Act(_))
    }

    /// Whether it stops at its first step because it has no other.
    pub(crate) fn is_one_step(&self) -> bool {
        !matches!(self, Self::Act(steps) if steps.len() > 1)
    }

    /// Whether it may last, without keeping anything busy.
    pub(crate) const fn waits(&self) -> bool {
        matches!(self, Self::Wait(_))
    }

    /// How many steps it has; none for what has no steps.
    pub(crate) const fn steps(&self) -> usize {
        match self {
            Self::Act(steps) => steps.len(),
            _ => 0,
        }
    }

    /// Makes the call. Blocks until it is answered; an act tells of itself meanwhile.
    pub(crate) fn answer(&self, session: &Session, cancel: &Cancel, watch: &dyn Fn(Going<'_>)) -> Answer {
        match self {
            Self::Windows(app) => Answer::windows(&session.windows(app.as_deref(), cancel)),
            Self::Observe(request) => Answer::observe(&session.observe(request, cancel), request.limit),
            Self::Wait(request) => Answer::wait(&session.wait(request, cancel)),
            Self::Screenshot(request) => {
                Answer::screenshot(&session.screenshot(&request.target, cancel), request.marks)
            }
            Self::Act(steps) => Answer::act(&session.act_watched(steps, cancel, watch)),
            Self::Extract(request) => {
                Answer::extract(&session.extract(&request.target, &request.instruction, cancel))
            }
        }
    }
}
