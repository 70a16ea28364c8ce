//! One call, as both faces make it: read, made, answered.
//!
//! So that the command line and the MCP server can differ in how they carry an answer, never in what it says.

use serde_json::Value;
use surehand::core::clock::Cancel;
use surehand::core::engine::{ObserveRequest, Progress, StepRequest, WaitRequest};
use surehand::core::error::Invalid;
use surehand::core::runner::{NeedsInput, StepEvent};
use surehand::core::window::App;
use surehand::permissions::question::{Asker, Question};
use surehand::wire::Answer;
use surehand::wire::request::{self, Arguments, ExtractRequest, ScreenshotRequest};
use surehand::wire::subtask::{self, RunRequest};
use surehand::{Going, Job, Session, Watch};

/// A call whose arguments are in order.
pub(crate) enum Call {
    Windows(Option<String>),
    Observe(ObserveRequest),
    Wait(WaitRequest),
    Screenshot(ScreenshotRequest),
    Act(Vec<StepRequest>),
    Extract(ExtractRequest),
    Run(Box<RunRequest>),
    Driver(String, Value),
}

/// What there is to say while an act of so many steps runs: nothing of what a screen or a caller says.
pub(crate) fn words(going: Going<'_>, steps: usize) -> String {
    match going {
        Going::WaitsForTurn => "waiting for another act to end".to_owned(),
        Going::Step(Progress::Begins { step, .. }) => format!("step {} of {steps}", step + 1),
        Going::Step(Progress::Ended { step, status }) => {
            format!("step {} of {steps}: {}", step + 1, status.name())
        }
        Going::Action { number, status } => format!("action {number}: {}", status.name()),
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
            "run" => subtask::tool(arguments).map(|request| Self::Run(Box::new(request))),
            "driver" => request::driver(arguments).map(|(tool, given)| Self::Driver(tool, given)),
            _ => Err(Invalid::new("tool", "must be windows, observe, wait, screenshot, act, extract or run")),
        }
    }

    /// Whether it may change something.
    pub(crate) const fn acts(&self) -> bool {
        matches!(self, Self::Act(_) | Self::Run(_) | Self::Driver(..))
    }

    /// Whether it stops at its first step because it has no other.
    pub(crate) fn is_one_step(&self) -> bool {
        match self {
            Self::Act(steps) => steps.len() <= 1,
            Self::Run(_) => false,
            _ => true,
        }
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

    /// Makes the call. Blocks until it is answered; what acts tells of itself meanwhile, and a run may ask for a value.
    pub(crate) fn answer(
        &self,
        session: &Session,
        cancel: &Cancel,
        watch: &dyn Fn(Going<'_>),
        asker: Option<&dyn Asker>,
    ) -> Answer {
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
            Self::Driver(tool, given) => Answer::driver(&session.driver(tool, given, cancel)),
            Self::Run(request) => {
                let RunRequest { target, subtask, config, .. } = request.as_ref();
                let job = Job { target, subtask, config, cancel };
                let result = session.run(&job, session.policy().as_mut(), &mut Follower { watch, asker });
                Answer::run(&result, &subtask.secrets())
            }
        }
    }
}

/// Tells of a run, and asks for what it misses.
struct Follower<'a> {
    watch: &'a dyn Fn(Going<'_>),
    asker: Option<&'a dyn Asker>,
}

impl Watch for Follower<'_> {
    fn waits(&self) {
        (self.watch)(Going::WaitsForTurn);
    }

    fn turn(&mut self, event: &StepEvent) {
        if let Some(record) = &event.record {
            (self.watch)(Going::Action { number: record.step, status: record.status });
        }
    }

    fn value(&mut self, app: &App, needs: &NeedsInput, cancel: &Cancel) -> Option<String> {
        let question = Question::Value {
            name: app.name.clone(),
            control: needs.name.clone(),
            options: needs.options.clone(),
        };
        self.asker?.ask(&question, cancel).ok().flatten()
    }
}
