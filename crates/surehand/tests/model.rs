//! Subtasks on a decision model, before a mock of its server: nine actions over two windows, and everything that can be
//! wrong with an answer, at every step.

#![expect(clippy::expect_used, reason = "a test that cannot go on says why and ends")]

use std::ffi::OsString;
use std::sync::Arc;

use serde_json::{Value, json};
use surehand::core::clock::Cancel;
use surehand::core::element::Checked;
use surehand::core::runner::StepEvent;
use surehand::wire::{run, subtask};
use surehand::{Allowed, Job, Session};
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key, window_key};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{DecisionServer, Fault, StepAnswer, Wire};

const SECRET: &str = "Elm Street 1428";

/// What the model wants, step by step.
fn script() -> Vec<StepAnswer> {
    [
        ("TYPE_TEXT", "Name", "name"),
        ("TYPE_TEXT", "Email", "email"),
        ("SET_VALUE", "Size", "size"),
        ("CLICK", "Send newsletter", ""),
        ("CLICK", "Address…", ""),
        ("TYPE_TEXT", "Street", "street"),
        ("TYPE_TEXT", "City", "city"),
        ("CLICK", "Keep", ""),
        ("CLICK", "Save", ""),
    ]
    .map(|(operation, target, input)| StepAnswer::of(operation, target, input))
    .to_vec()
}

fn desktop(clock: &Arc<FakeClock>) -> Arc<MemoryDesktop> {
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("form", "The form", "Forms", 7).containing([
        Node::text_field("name", "Name", ""),
        Node::text_field("email", "Email", ""),
        Node::combo_box("size", "Size", &["Small", "Medium", "Large"], "Small"),
        Node::check_box("news", "Send newsletter", Checked::Off),
        Node::button("address", "Address…"),
        Node::button("save", "Save"),
        Node::button("delete", "Delete note"),
        Node::text("status", "Ready"),
    ]));
    let dialog = WindowState::new("dialog", "Address", "Forms", 7).modal_dialog().containing([
        Node::text_field("street", "Street", ""),
        Node::text_field("city", "City", ""),
        Node::button("keep", "Keep"),
        Node::button("discard", "Discard address"),
    ]);
    desktop.on(&key("address"), Reaction::usual().then(Change::Open(Box::new(dialog))));
    let kept = Change::Rename(key("status"), "Address kept".into());
    desktop.on(&key("keep"), Reaction::usual().then(Change::Close(window_key("dialog"))).then(kept));
    desktop.on(&key("save"), Reaction::usual().then(Change::Rename(key("status"), "Saved".into())));
    desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
    desktop
}

/// What a run came to.
struct Came {
    lines: Vec<Value>,
    desktop: Arc<MemoryDesktop>,
    sent: String,
}

impl Came {
    fn result(&self) -> &Value {
        self.lines.last().expect("a result")
    }

    fn status(&self) -> &str {
        self.result()["status"].as_str().expect("a status")
    }

    /// Whatever the model said: nothing but what it may set was set, once, and the end tells the truth.
    fn harmed_nothing(&self, about: &str) {
        let holds = |field: &str, right: &str| {
            if let Some(text) = self.desktop.text(&key(field)) {
                assert!(text.is_empty() || text == right, "{about}: {field} holds {text:?}");
            }
        };
        holds("name", " Grace ");
        holds("email", "grace@example.com");
        holds("street", SECRET);
        holds("city", "Springwood");
        for button in ["address", "keep", "save", "news"] {
            assert!(self.desktop.presses(&key(button)) <= 1, "{about}: {button} was pressed twice");
        }
        for button in ["delete", "discard"] {
            assert_eq!(self.desktop.presses(&key(button)), 0, "{about}: {button}");
        }
        let saved = self.desktop.element(&key("status")).is_some_and(|status| status.name == "Saved");
        assert!(self.status() != "SUBTASK_COMPLETE" || saved, "{about}: {}", self.result());
        let told: String = self.lines.iter().map(Value::to_string).collect();
        assert!(!told.contains(SECRET) && !self.sent.contains(SECRET), "{about}: the secret got out");
        assert!(!told.contains("hunter2"), "{about}: the server's words got out");
    }
}

fn go(wire: Wire, plan: &[Fault], script: &[StepAnswer]) -> Came {
    let server = DecisionServer::following(wire, None, plan, script).expect("a free port");
    let address = match wire {
        Wire::SystemOne => server.base_url(),
        other => format!("{}{}", server.base_url(), other.path()),
    };
    let variables = [
        ("SUREHAND_DECIDER", "system-one"),
        ("TYPESAFE_BASE_URL", address.as_str()),
        ("JEV_READ_TIMEOUT", "0.1"),
    ];
    let variable =
        |name: &str| variables.iter().find(|(set, _)| *set == name).map(|(_, value)| OsString::from(value));
    let clock = FakeClock::new();
    let desktop = desktop(&clock);
    let session = Session::builder().desktop(desktop.clone()).clock(clock).allowed(Allowed::Everything);
    let session = session.decider_from_variables(&variable).expect("variables in order").build();
    let request = subtask::run(&json!({
        "app": {"name": "Forms"},
        "subtask": {
            "goal": "Fill in the form with the address and save it",
            "verification": ["text \"Saved\" is shown", "Everything looks right"],
            "inputs": {
                "name": " Grace ", "email": "grace@example.com", "size": "large", "newsletter": true,
                "street": SECRET, "city": "Springwood"
            },
            "secret_inputs": ["street"],
            "constraints": ["Delete nothing"],
            "max_actions": 12
        }
    }))
    .expect("a valid request");
    let secrets = request.subtask.secrets();
    let mut policy = session.policy();
    let mut lines = Vec::new();
    let cancel = Cancel::new();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    let result = session
        .run(&job, policy.as_mut(), &mut |event: &StepEvent| {
            lines.extend(event.record.as_ref().map(|record| run::action_line(record, &secrets)));
        })
        .expect("a result");
    lines.push(run::result_line(&result, &secrets));
    let sent = server.seen().iter().map(|seen| String::from_utf8_lossy(&seen.body).into_owned()).collect();
    Came { lines, desktop, sent }
}

#[test]
fn nine_actions_over_two_windows_by_one_request_each() {
    let came = go(Wire::SystemOne, &[], &script());
    came.harmed_nothing("no fault");
    let result = came.result();
    assert_eq!(
        (came.status(), &result["actions_taken"]),
        ("SUBTASK_COMPLETE", &json!(9)),
        "{:?}",
        came.lines
    );
    assert!(
        came.lines
            .iter()
            .take(9)
            .all(|line| line["status"] == "done" && line["confidence"].as_f64().is_some_and(|p| p > 0.9))
    );
    assert_eq!(came.desktop.text(&key("street")), None, "its window is closed");
    let settled: Vec<_> =
        result["observations"].as_array().expect("observations").iter().map(|one| &one["settled"]).collect();
    assert_eq!(settled, ["read", "judged"]);
}

#[test]
fn a_request_holds_all_parts_and_each_element_once() {
    let came = go(Wire::SystemOne, &[], &script());
    let first = came.sent.split("}{\"model\"").next().expect("a request");
    assert_eq!(first.matches("Send newsletter").count(), 1, "{first}");
    assert!(!came.sent.contains("Delete note"), "what is not allowed is not offered");
    for held in
        ["If the next operation is TYPE_TEXT", "which of `inputs`", "`c1` of `criteria`", "Delete nothing"]
    {
        assert!(first.contains(held), "{held} is missing in {first}");
    }
    for private in [" Grace ", "grace@example.com", "Springwood"] {
        assert!(!first.contains(private), "{private} is in {first}");
    }
}

/// One of each kind: late, lost, broken, unreadable, unfitting, peculiar.
const AT_EVERY_STEP: &[Fault] = &[
    Fault::Slow,
    Fault::Drop,
    Fault::Broken,
    Fault::NotJson,
    Fault::MissingAnswer,
    Fault::Refusal,
    Fault::ForeignChoice,
    Fault::SumHigh,
    Fault::Rounded,
];

fn with_fault(fault: Fault, step: usize) -> String {
    let mut plan = vec![Fault::None; step];
    plan.extend([fault; 4]);
    let came = go(Wire::SystemOne, &plan, &script());
    came.harmed_nothing(&format!("{} at step {step}", fault.name()));
    came.status().to_owned()
}

#[test]
fn a_late_broken_or_malformed_answer_at_any_step_harms_nothing() {
    for step in 0..=script().len() {
        for fault in AT_EVERY_STEP.iter().copied() {
            let wanted = if fault == Fault::Rounded { "SUBTASK_COMPLETE" } else { "NEEDS_AGENT" };
            assert_eq!(with_fault(fault, step), wanted, "{} at step {step}", fault.name());
        }
    }
}

#[test]
fn no_fault_of_a_server_does_harm_in_the_middle_of_a_dialog() {
    let mut complete = Vec::new();
    for fault in Fault::ALL.iter().copied() {
        if with_fault(fault, 6) == "SUBTASK_COMPLETE" {
            complete.push(fault.name());
        }
    }
    for fine in ["none", "rounded", "extra-answer", "no-usage", "talking-model"] {
        assert!(complete.contains(&fine), "{complete:?}");
    }
    for wrong in ["not-json", "nan", "foreign-choice", "missing-answer", "sum-1.2", "401", "drop", "hang"] {
        assert!(!complete.contains(&wrong), "{complete:?}");
    }
}

#[test]
fn a_wrong_or_contradictory_answer_at_any_step_harms_nothing() {
    let right = script();
    let odd = [
        ("UNSURE", "", ""),
        ("CLICK", "no such control", ""),
        ("CLICK", "Delete note", ""),
        ("CLICK", "Discard address", ""),
        ("TYPE_TEXT", "Name", "no such input"),
        ("TYPE_TEXT", "", "name"),
        ("SET_VALUE", "Size", "city"),
        ("PRESS_KEY", "", "ENTER"),
        ("DRAG_TO", "Name", ""),
        ("SUBTASK_COMPLETE", "", ""),
        ("SUBTASK_COMPLETE", "although not", ""),
        ("BLOCKED", "", ""),
        ("NEEDS_AGENT", "", ""),
        ("NEEDS_INPUT", "Email", ""),
        ("NEEDS_INPUT", "", ""),
        ("WAIT", "", ""),
    ];
    for step in 0..=right.len() {
        for (operation, target, input) in odd {
            let mut script = right.clone();
            script.insert(step, StepAnswer::of(operation, target, input));
            let came = go(Wire::SystemOne, &[], &script);
            let about = format!("{operation} {target} {input} at step {step}");
            came.harmed_nothing(&about);
            let complete = came.status() == "SUBTASK_COMPLETE";
            let may_complete =
                operation == "WAIT" || (operation == "SUBTASK_COMPLETE" && step == right.len());
            assert!(!complete || may_complete, "{about}: {}", came.result());
            if operation == "WAIT" {
                assert!(complete, "{about}: {}", came.result());
            }
        }
    }
}
