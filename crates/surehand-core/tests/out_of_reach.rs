//! What can only be operated with the user's focus or pointer is refused as that, also when several may be meant.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and ends")]

use std::sync::Arc;

use surehand_core::action::ActionKind;
use surehand_core::clock::{Cancel, Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Distribution, Request, Thresholds};
use surehand_core::desktop::Desktop;
use surehand_core::element::Role;
use surehand_core::engine::{Engine, Settings, StepReport, StepRequest, Target};
use surehand_core::error::Result;
use surehand_core::outcome::Status;
use surehand_core::permissions::Unrestricted;
use surehand_core::route::{Disturbance, Route, RouteKind};
use surehand_memory::{MemoryDesktop, Node, WindowState};
use surehand_testkit::clock::FakeClock;

const APP: u32 = 7;

/// Finds the options that are labelled like this equally likely, and never likely enough.
#[derive(Debug)]
struct Undecided(&'static str);

impl Decider for Undecided {
    fn name(&self) -> &str {
        "undecided"
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds { agree: None, ..Thresholds::HOSTED }
    }

    fn ask(&self, request: &Request, _: &Deadline) -> Result<Answers> {
        let answer = |question: &surehand_core::decider::Question| {
            let meant = |label: &str| label.starts_with(self.0);
            let count = question.options.iter().filter(|option| meant(&option.label)).count().max(1);
            let share = 0.8 / count as f64;
            // Other options are far behind, and still worth a line.
            let options: Vec<f64> = question
                .options
                .iter()
                .map(|option| if meant(&option.label) { share } else { 0.04 })
                .collect();
            let none = 1.0 - options.iter().sum::<f64>();
            Distribution { options, none }
        };
        let distributions = request.questions.iter().map(answer).collect();
        Ok(Answers {
            distributions,
            model: "undecided".to_owned(),
            calls: 0,
            input_tokens: 0,
            thresholds: None,
        })
    }
}

/// A button that opens something over the user's keyboard.
fn grabbing(name: &str, label: &str) -> Node {
    let route = Route::quiet(ActionKind::Click, RouteKind::NativeAction).disturbing(Disturbance::Grab);
    Node::new(name, Role::MenuButton, label).able(route)
}

fn answer(meant: &'static str) -> StepReport {
    let content = [
        grabbing("size", "Size"),
        grabbing("format", "Size format"),
        Node::button("sizes", "Paper sizes"),
        grabbing("paper", "Paper"),
    ];
    let clock = FakeClock::new();
    let memory = MemoryDesktop::new(clock.clone());
    clock.drive(&memory);
    memory.open(WindowState::new("form", "Form", "Forms", APP).containing(content));
    memory.open_in_front(WindowState::new("letter", "Letter", "Writer", 8));
    let desktop: Arc<dyn Desktop> = memory;
    let clock: Arc<dyn Clock> = clock;
    let decider = Arc::new(Undecided(meant));
    let engine = Engine::new(desktop, decider, Arc::new(Unrestricted), clock, Settings::default());
    let target = Target { pid: Some(APP), ..Target::default() };
    let step = StepRequest { target, instruction: "any".to_owned(), ..StepRequest::default() };
    let report = engine.act(&[step], &Cancel::new()).expect("an answer");
    report.steps.into_iter().next().unwrap_or_else(|| panic!("one step"))
}

#[test]
fn all_that_may_be_meant_is_out_of_reach() {
    let report = answer("Size");
    assert_eq!(report.outcome.code(), Some(Code::ForegroundRequired), "{}", report.outcome.message());
    assert_eq!(report.shortlist.len(), 4, "the shortlist still says what was considered");
}

#[test]
fn one_of_those_that_may_be_meant_is_within_reach() {
    let report = answer("Paper");
    assert_eq!(report.outcome.status(), Status::Ambiguous, "{}", report.outcome.message());
    assert_eq!(report.shortlist.len(), 4);
}
