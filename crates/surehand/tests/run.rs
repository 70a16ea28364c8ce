//! Subtasks from JSON to JSON on the embedded policy: a form in memory, in fake time.

#![expect(clippy::expect_used, reason = "a test that cannot go on says why and ends")]

use std::sync::Arc;

use serde_json::{Value, json};
use surehand::core::clock::Cancel;
use surehand::core::element::Checked;
use surehand::core::policy::Embedded;
use surehand::core::runner::StepEvent;
use surehand::wire::{run, subtask};
use surehand::{Allowed, Job, Session};
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key};
use surehand_picker::WordsDecider;
use surehand_testkit::clock::FakeClock;

struct Stage {
    desktop: Arc<MemoryDesktop>,
    clock: Arc<FakeClock>,
    session: Session,
}

fn stage() -> Stage {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("form", "The form", "Forms", 7).containing([
        Node::text_field("name", "Name", ""),
        Node::text_field("email", "Email", ""),
        Node::combo_box("size", "Size", &["Small", "Medium", "Large"], "Small"),
        Node::check_box("news", "Send newsletter", Checked::Off),
        Node::button("save", "Save"),
        Node::button("delete", "Delete note"),
        Node::text("status", "Ready"),
    ]));
    desktop.on(&key("save"), Reaction::nothing().then(Change::Rename(key("status"), "Saved".into())));
    desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
    let session =
        Session::builder().desktop(desktop.clone()).clock(clock.clone()).allowed(Allowed::Everything).build();
    Stage { desktop, clock, session }
}

/// The lines that a run writes.
fn lines(stage: &Stage, subtask: Value) -> Vec<Value> {
    let request =
        subtask::run(&json!({"app": {"name": "Forms"}, "subtask": subtask})).expect("a valid request");
    let secrets = request.subtask.secrets();
    let mut policy = Embedded::new(Arc::new(WordsDecider), stage.clock.clone());
    let mut lines = Vec::new();
    let cancel = Cancel::new();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    let result = stage
        .session
        .run(&job, &mut policy, &mut |event: &StepEvent| {
            lines.extend(event.record.as_ref().map(|record| run::action_line(record, &secrets)));
        })
        .expect("a result");
    lines.push(run::result_line(&result, &secrets));
    lines
}

fn all() -> Value {
    json!({
        "goal": "Fill in the name, the email and the size, switch on the newsletter and save the form.",
        "verification": ["text \"Saved\" is shown", "field \"Name\" equals {name}", "box \"Send newsletter\" is on"],
        "inputs": {"name": " Grace ", "email": "grace@example.com", "size": "large"}
    })
}

#[test]
fn a_form_is_filled_and_saved_without_a_model() {
    let stage = stage();
    let lines = lines(&stage, all());
    let result = lines.last().expect("a result");
    assert_eq!(result["status"], "SUBTASK_COMPLETE", "{result}");
    assert_eq!(result["actions_taken"], 5);
    let actions: Vec<_> = lines
        .iter()
        .filter(|line| line["type"] == "action")
        .map(|line| {
            let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            (text("action"), text("target_name"), text("value"), text("status"))
        })
        .collect();
    let row = |action: &str, target: &str, value: &str| {
        (action.to_owned(), target.to_owned(), value.to_owned(), "done".to_owned())
    };
    assert_eq!(
        actions,
        [
            row("TYPE_TEXT", "Name", " Grace "),
            row("TYPE_TEXT", "Email", "grace@example.com"),
            row("SET_VALUE", "Size", "Large"),
            row("CLICK", "Send newsletter", ""),
            row("CLICK", "Save", ""),
        ]
    );
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(" Grace "));
    assert!(
        result["observations"].as_array().is_some_and(|all| all.iter().all(|one| one["settled"] == "read"))
    );
}

#[test]
fn a_missing_value_is_asked_for_by_the_name_of_its_field() {
    let stage = stage();
    let mut subtask = all();
    subtask["inputs"].as_object_mut().expect("an object").remove("email");
    let lines = lines(&stage, subtask);
    let result = lines.last().expect("a result");
    assert_eq!(
        (&result["status"], &result["needs_input"]["name"]),
        (&json!("NEEDS_INPUT"), &json!("Email")),
        "{result}"
    );
    assert_eq!(stage.desktop.text(&key("email")).as_deref(), Some(""));
}

#[test]
fn only_what_the_goal_names_is_changed() {
    let stage = stage();
    let lines = lines(
        &stage,
        json!({
            "goal": "Change only the email.",
            "verification": ["field \"Email\" equals {email}"],
            "inputs": {"email": "ada@example.com"}
        }),
    );
    let result = lines.last().expect("a result");
    assert_eq!(
        (&result["status"], &result["actions_taken"]),
        (&json!("SUBTASK_COMPLETE"), &json!(1)),
        "{result}"
    );
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(""));
}

#[test]
fn what_cannot_be_met_ends_with_a_reason_and_touches_nothing() {
    let stage = stage();
    let goals = [
        ("Print the invoice", "text \"Printed\" is shown"),
        ("Delete the note", "text \"Deleted\" is shown"),
        ("Compute 7 * 6", "text \"42\" is shown"),
        ("Make everything nice", "Everything is nice"),
    ];
    for (goal, criterion) in goals {
        let lines = lines(&stage, json!({"goal": goal, "verification": [criterion]}));
        assert_eq!(lines.len(), 1, "{goal}: {lines:?}");
        assert_eq!(lines[0]["status"], "NEEDS_AGENT", "{goal}: {lines:?}");
        assert!(lines[0]["reason"].as_str().is_some_and(|reason| reason.len() > 20), "{lines:?}");
    }
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(""));
}

#[test]
fn a_secret_is_in_no_line() {
    let stage = stage();
    stage
        .desktop
        .on(&key("save"), Reaction::nothing().then(Change::Rename(key("status"), "Hello hunter2".into())));
    let lines = lines(
        &stage,
        json!({
            "goal": "Enter the name and save the form",
            "verification": ["text \"Hello\" is shown"],
            "inputs": {"name": "hunter2"},
            "secret_inputs": ["name"]
        }),
    );
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some("hunter2"));
    let written = lines.iter().map(Value::to_string).collect::<String>();
    assert!(!written.contains("hunter2"), "{written}");
    assert_eq!(lines.last().expect("a result")["status"], "SUBTASK_COMPLETE", "{written}");
}

#[test]
fn without_permission_nothing_is_run() {
    let stage = stage();
    let session = Session::builder().desktop(stage.desktop.clone()).clock(stage.clock.clone()).build();
    let request =
        subtask::run(&json!({"app": {"name": "Forms"}, "subtask": all()})).expect("a valid request");
    let mut policy = Embedded::new(Arc::new(WordsDecider), stage.clock.clone());
    let cancel = Cancel::new();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    let error = session.run(&job, &mut policy, &mut |_: &StepEvent| {}).expect_err("nothing is allowed");
    assert_eq!(run::error_line(&error)["code"], "permission_denied");
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(""));
}
