//! A policy of one's own: one method, which sees a reading and chooses; it cannot act.
//!
//! It ticks every box that is off and then calls the goal reached. The executor checks each choice, carries it out, proves it,
//! and does not believe the end where a criterion reads otherwise. The desktop is in memory, so this runs anywhere.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use surehand::core::action::ActionKind;
use surehand::core::clock::{Cancel, Deadline};
use surehand::core::element::{Checked, Element, Role};
use surehand::core::engine::Target;
use surehand::core::error::Result;
use surehand::core::policy::{Decision, PastAction, PlannedAction, Policy, Terminal};
use surehand::core::runner::{Ending, RuntimeConfig, StepEvent, Subtask};
use surehand::core::snapshot::Snapshot;
use surehand::{Allowed, Job, Session};
use surehand_memory::{MemoryDesktop, Node, WindowState};
use surehand_testkit::clock::FakeClock;

/// Ticks what is off.
#[derive(Debug)]
struct TickAll;

impl Policy for TickAll {
    fn decide(&mut self, _: &Subtask, seen: &Snapshot, _: &[PastAction], _: &Deadline) -> Result<Decision> {
        let is_off = |one: &&Element| one.role == Role::CheckBox && one.state.checked == Some(Checked::Off);
        Ok(match seen.elements().iter().find(is_off) {
            Some(one) => Decision::act(PlannedAction::on(ActionKind::Click, one.key.clone())),
            None => Decision::end(Terminal::SubtaskComplete, "every box is on"),
        })
    }
}

/// Runs it, and says how it ended.
pub(crate) fn main() -> std::result::Result<(), Box<dyn Error>> {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("settings", "Settings", "Settings", 7).containing([
        Node::check_box("wifi", "Wi-Fi", Checked::Off),
        Node::check_box("sound", "Sound", Checked::On),
        Node::check_box("updates", "Updates", Checked::Off),
    ]));
    let subtask = Subtask {
        goal: "Switch everything on".into(),
        verification: vec!["box \"Wi-Fi\" is on".into(), "box \"Updates\" is on".into()],
        ..Subtask::default()
    };
    let session = Session::builder().desktop(desktop).clock(clock).allowed(Allowed::Everything).build();
    let target = Target { app: Some("Settings".into()), ..Target::default() };
    let (config, cancel) = (RuntimeConfig::default(), Cancel::new());
    let job = Job { target: &target, subtask: &subtask, config: &config, cancel: &cancel };
    let result = session.run(&job, &mut TickAll, &mut |event: &StepEvent| {
        if let Some(record) = &event.record {
            println!("{} {:?}: {}", record.action, record.target_name, record.message);
        }
    })?;
    println!("{} after {} actions", result.ending.name(), result.actions_taken);
    if result.ending == Ending::SubtaskComplete && result.actions_taken == 2 {
        Ok(())
    } else {
        Err(result.reason.into())
    }
}
