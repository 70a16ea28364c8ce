//! A scripted app, the engine and a clock that jumps: what the tests of the loop share.

use std::sync::Arc;
use std::time::Duration;

use surehand_core::clock::{Cancel, Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Request, Thresholds};
use surehand_core::desktop::Desktop;
use surehand_core::engine::{
    ActReport, Engine, Observation, ObserveRequest, Settings, StepReport, StepRequest, Target,
};
use surehand_core::error::{Error, Result};
use surehand_core::permissions::Unrestricted;
use surehand_memory::{MemoryDesktop, Node, WindowState};
use surehand_testkit::clock::FakeClock;

/// The process of the scripted app.
pub(crate) const APP: u32 = 7;

/// Refuses to be asked: these tests act by id.
#[derive(Debug)]
pub(crate) struct Unasked;

impl Decider for Unasked {
    fn name(&self) -> &str {
        "unasked"
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::HOSTED
    }

    fn ask(&self, _: &Request, _: &Deadline) -> Result<Answers> {
        Err(Error::new(Code::DeciderUnavailable, "these tests act by id"))
    }
}

/// A scripted app with the engine before it.
pub(crate) struct Stage {
    pub(crate) clock: Arc<FakeClock>,
    pub(crate) desktop: Arc<MemoryDesktop>,
    pub(crate) engine: Engine,
}

impl Stage {
    /// The app has one window of that content, in the background; the user works in another app.
    pub(crate) fn new(content: impl IntoIterator<Item = Node>) -> Self {
        let clock = FakeClock::new();
        let desktop = MemoryDesktop::new(clock.clone());
        clock.drive(&desktop);
        desktop.open(WindowState::new("form", "Form", "Forms", APP).containing(content));
        desktop.open_in_front(WindowState::new("letter", "Letter", "Writer", 8));
        let engine = Self::engine(&desktop, &clock);
        Self { clock, desktop, engine }
    }

    /// An engine before any desktop.
    pub(crate) fn engine<D: Desktop + 'static>(desktop: &Arc<D>, clock: &Arc<FakeClock>) -> Engine {
        let desktop: Arc<dyn Desktop> = Arc::<D>::clone(desktop);
        let clock: Arc<dyn Clock> = Arc::<FakeClock>::clone(clock);
        Engine::new(desktop, Arc::new(Unasked), Arc::new(Unrestricted), clock, Settings::default())
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, milliseconds: u64) {
        self.clock.advance(Duration::from_millis(milliseconds));
    }

    /// The id of the candidate that does this.
    pub(crate) fn id(&self, does: &str) -> String {
        id_from(&self.engine, does)
    }

    /// Does one thing by id.
    pub(crate) fn act(&self, id: &str, text: Option<&str>) -> StepReport {
        let report = self.chain(&[step(id, text)]);
        report.steps.into_iter().next().expect("one step")
    }

    /// Does one thing that the app's window offers.
    pub(crate) fn do_it(&self, does: &str, text: Option<&str>) -> StepReport {
        self.act(&self.id(does), text)
    }

    /// Does several things.
    pub(crate) fn chain(&self, steps: &[StepRequest]) -> ActReport {
        self.engine.act(steps, &Cancel::new()).expect("an answer")
    }
}

/// Looks at the scripted app's window.
pub(crate) fn observe(engine: &Engine) -> Observation {
    let request = ObserveRequest { target: target(), ..ObserveRequest::default() };
    engine.observe(&request, &Cancel::new()).expect("an observation")
}

/// The id of the candidate that does this.
pub(crate) fn id_from(engine: &Engine, does: &str) -> String {
    let observation = observe(engine);
    let words: Vec<&str> = observation.candidates.iter().map(|one| one.candidate.does.as_str()).collect();
    let found = observation.candidates.iter().find(|one| one.candidate.does == does);
    found.unwrap_or_else(|| panic!("nothing does {does:?} among {words:?}")).candidate.id.clone()
}

/// The scripted app.
pub(crate) fn target() -> Target {
    Target { pid: Some(APP), ..Target::default() }
}

/// A step by id, confirmed.
pub(crate) fn step(id: &str, text: Option<&str>) -> StepRequest {
    StepRequest {
        target: target(),
        candidate_id: Some(id.to_owned()),
        text: text.map(str::to_owned),
        allow_destructive: true,
        ..StepRequest::default()
    }
}
