//! A desktop's driver that is lost in the middle of a chain, at every point of a step, in the time of a fake clock.
//!
//! A step is never `done` when the driver was lost after its action was sent, even if the next one reads the very result;
//! what was done before it is kept. The same with a real driver: `crates/surehand-cli/tests/driver.rs`.

use std::sync::Arc;
use std::time::Duration;

use surehand_core::clock::Cancel;
use surehand_core::code::Code;
use surehand_core::engine::{ActReport, StepRequest};
use surehand_core::outcome::Status;
use surehand_memory::{Change, Fault, Faulty, Method, Node, Reaction, key};

use crate::stage::{Stage, id_from, step};

const SET_NAME: &str = "replace the whole text of TextField \"Name\"";
const SET_EMAIL: &str = "replace the whole text of TextField \"Email\"";
const SAVE: &str = "click Button \"Save\"";
const KEYPAD: &str = "press the keys of the keypad one after the other";

fn form() -> Stage {
    let stage = Stage::new(vec![
        Node::text_field("name", "Name", ""),
        Node::text_field("email", "Email", ""),
        Node::button("save", "Save"),
        Node::text("status", "Ready"),
    ]);
    let saved = Change::Rename(key("status"), "Saved".into());
    stage.desktop.on(&key("save"), Reaction::usual().then(saved));
    stage
}

/// What goes through undisturbed before the fault.
const THROUGH: Fault = Fault::Slow(Duration::ZERO);

/// A chain of these candidates, with faults that come up one after the other from its first call on.
fn chain(stage: &Stage, steps: &[(&str, Option<&str>)], faults: Vec<(Method, Fault)>) -> ActReport {
    let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
    let engine = Stage::engine(&faulty, &stage.clock);
    let steps: Vec<StepRequest> =
        steps.iter().map(|(does, text)| step(&id_from(&engine, does), *text)).collect();
    faults.into_iter().for_each(|(method, fault)| faulty.next(method, fault));
    let report = engine.act(&steps, &Cancel::new()).expect("an answer");
    assert_eq!(faulty.left(), 0, "each fault came up: {report:#?}");
    report
}

#[track_caller]
fn assert_lost(report: &ActReport, number: usize, code: Code, reads: &str) {
    let outcome = &report.steps.get(number).expect("the step").outcome;
    assert_eq!((outcome.status(), outcome.code()), (Status::Failed, Some(code)), "{}", outcome.message());
    assert!(outcome.message().contains("may have happened"), "{}", outcome.message());
    assert!(outcome.message().contains(reads), "{}", outcome.message());
}

/// The ways to lose a driver.
const LOST: [Code; 2] = [Code::DesktopUnavailable, Code::DesktopTimeout];

#[test]
fn a_driver_lost_before_anything_was_sent_costs_nothing() {
    for code in LOST {
        let stage = form();
        let faults = vec![(Method::Snapshot, Fault::Replaced(code))];
        let report = chain(&stage, &[(SAVE, None)], faults);
        let outcome = &report.steps.first().expect("a step").outcome;
        assert_eq!(outcome.status(), Status::Done, "{}", outcome.message());
    }
}

#[test]
fn a_press_whose_driver_was_lost_is_never_done() {
    for code in LOST {
        // During its call; the press has reached the app, and the next driver shows it.
        let report = chain(&form(), &[(SAVE, None)], vec![(Method::Perform, Fault::LostAfter(code))]);
        assert_lost(&report, 0, code, "Saved");
        // After its answer, while its effect is looked for.
        let faults = vec![(Method::Snapshot, THROUGH), (Method::Snapshot, Fault::Replaced(code))];
        let report = chain(&form(), &[(SAVE, None)], faults);
        assert_lost(&report, 0, code, "Saved");
    }
}

#[test]
fn a_text_whose_driver_was_lost_is_never_done() {
    for code in LOST {
        let text = [(SET_NAME, Some("Grace"))];
        let report = chain(&form(), &text, vec![(Method::Perform, Fault::LostAfter(code))]);
        assert_lost(&report, 0, code, "Grace");
        // The control is read before the action, after it, and at the end of its window.
        for readings in 1..=2 {
            let mut faults: Vec<_> = (0..readings).map(|_| (Method::Probe, THROUGH)).collect();
            faults.push((Method::Probe, Fault::Replaced(code)));
            let stage = form();
            let report = chain(&stage, &text, faults);
            assert_lost(&report, 0, code, "Grace");
            assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some("Grace"));
        }
    }
}

#[test]
fn what_was_done_before_is_kept_and_the_rest_is_skipped() {
    for code in LOST {
        let steps = [(SET_NAME, Some("Grace")), (SAVE, None), (SET_EMAIL, Some("a@b.org"))];
        let faults = vec![(Method::Perform, THROUGH), (Method::Perform, Fault::LostAfter(code))];
        let report = chain(&form(), &steps, faults);
        assert_eq!(report.steps.first().expect("a step").outcome.status(), Status::Done);
        assert_lost(&report, 1, code, "Saved");
        assert_eq!((report.steps.len(), report.skipped), (2, 1));
        // A text whose window is still open is read again at the end like any other.
        let steps = [(SET_NAME, Some("Grace")), (SET_EMAIL, Some("a@b.org"))];
        let faults = vec![(Method::Perform, THROUGH), (Method::Perform, Fault::LostAfter(code))];
        let report = chain(&form(), &steps, faults);
        assert_eq!(report.steps.first().expect("a step").outcome.status(), Status::Done);
        assert_lost(&report, 1, code, "a@b.org");
    }
}

#[test]
fn a_driver_lost_when_the_next_step_has_begun_is_not_the_step_befores() {
    let steps = [(SET_NAME, Some("Grace")), (SAVE, None)];
    // Before the action, after it, and when the press closes its window; then the next step's own first reading.
    let closing = vec![
        (Method::Probe, THROUGH),
        (Method::Probe, THROUGH),
        (Method::Probe, Fault::Replaced(Code::DesktopUnavailable)),
    ];
    // The first reading of each step, and the one after the text was entered.
    let reading = vec![
        (Method::Snapshot, THROUGH),
        (Method::Snapshot, THROUGH),
        (Method::Snapshot, Fault::Replaced(Code::DesktopTimeout)),
    ];
    for faults in [closing, reading] {
        let report = chain(&form(), &steps, faults);
        let statuses: Vec<Status> = report.steps.iter().map(|step| step.outcome.status()).collect();
        assert_eq!(statuses, [Status::Done, Status::Done], "{report:#?}");
    }
    // A reading that nobody answers ends the chain there, and nothing more.
    let faults = vec![
        (Method::Snapshot, THROUGH),
        (Method::Snapshot, THROUGH),
        (Method::Snapshot, Fault::LostAfter(Code::DesktopTimeout)),
    ];
    let report = chain(&form(), &steps, faults);
    assert_eq!(report.steps.first().expect("a step").outcome.status(), Status::Done);
    let second = &report.steps.get(1).expect("a step").outcome;
    assert_eq!(second.code(), Some(Code::DesktopTimeout), "{}", second.message());
}

#[test]
fn keys_of_a_pad_whose_driver_was_lost_are_not_done() {
    let keypad = |faults: Vec<(Method, Fault)>| {
        let mut content = vec![Node::text_field("display", "Display", "")];
        content.extend((0..10).map(|digit| Node::button(&format!("key{digit}"), &digit.to_string())));
        let stage = Stage::new(content);
        for (digit, shown) in [("key1", "1"), ("key2", "12")] {
            let shows = Change::Text(key("display"), shown.into());
            stage.desktop.on(&key(digit), Reaction::usual().then(shows));
        }
        chain(&stage, &[(KEYPAD, Some("12"))], faults)
    };
    let honest = keypad(Vec::new());
    assert_eq!(honest.steps.first().expect("a step").outcome.status(), Status::Done);
    let report = keypad(vec![
        (Method::Perform, THROUGH),
        (Method::Perform, Fault::LostAfter(Code::DesktopUnavailable)),
    ]);
    assert_lost(&report, 0, Code::DesktopUnavailable, "");
}
