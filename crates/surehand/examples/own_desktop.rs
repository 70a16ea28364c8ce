//! A desktop of one's own: three methods (see, check, act), and everything else of a run comes with the executor.
//!
//! The app is a counter in memory. An action says what came of it with an outcome, whose `done` takes a reading as evidence.
//! Everything is deterministic, so what is printed is always the same.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use std::sync::{Mutex, PoisonError};

use surehand::core::action::ActionKind;
use surehand::core::clock::{Cancel, Deadline, Moment};
use surehand::core::element::{Element, ElementKey, Role};
use surehand::core::error::Result;
use surehand::core::outcome::{Evidence, Outcome};
use surehand::core::policy::{Decision, PlannedAction, Scripted, Terminal};
use surehand::core::route::{Route, RouteKind};
use surehand::core::runner::{Ending, Environment, ExecutableAction, Executor, RuntimeConfig, Subtask};
use surehand::core::snapshot::Snapshot;
use surehand::core::window::Window;
use surehand_testkit::clock::FakeClock;

/// An app with a button that counts.
#[derive(Debug, Default)]
struct Counter(Mutex<u32>);

impl Counter {
    fn count(&self) -> u32 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Environment for Counter {
    fn observe(&self, _: &Deadline) -> Result<Snapshot> {
        let mut button = Element::named(ElementKey::new("more"), Role::Button, "More");
        button.routes.push(Route::quiet(ActionKind::Click, RouteKind::NativeAction));
        let shown = Element::named(ElementKey::new("count"), Role::Text, format!("Count {}", self.count()));
        Ok(Snapshot::new(Window::default(), vec![button, shown], Moment::default()))
    }

    fn is_fresh(&self, _: &Snapshot, _: &ExecutableAction, _: &Deadline) -> Result<bool> {
        Ok(true)
    }

    fn execute(&self, action: &ExecutableAction, _: &Deadline) -> Result<Outcome> {
        let before = self.count();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let now = self.count();
        let message = format!("{} made {before} into {now}", action.operation);
        Ok(Outcome::done(message, Evidence::Shows { change: format!("Count {now}"), readings: 2 }))
    }
}

/// Runs it, and says how it ended.
pub(crate) fn main() -> std::result::Result<(), Box<dyn Error>> {
    let (counter, clock) = (Counter::default(), FakeClock::new());
    let press = || Decision::act(PlannedAction::on(ActionKind::Click, ElementKey::new("more")));
    let mut policy = Scripted::new()
        .then(press())
        .then(press())
        .then(Decision::end(Terminal::SubtaskComplete, "pressed twice"));
    let subtask = Subtask {
        goal: "Count to two".into(),
        verification: vec!["text \"Count 2\" is shown".into()],
        ..Subtask::default()
    };
    let executor = Executor::new(&counter, clock.as_ref(), RuntimeConfig::default(), Cancel::new());
    let result = executor.run(&subtask, &mut policy)?;
    for record in &result.history {
        println!("{}: {}", record.action, record.message);
    }
    println!("{}: {}", result.ending.name(), result.reason);
    if result.ending == Ending::SubtaskComplete { Ok(()) } else { Err(result.reason.into()) }
}
