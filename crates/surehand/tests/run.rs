//! Subtasks from JSON to JSON on the embedded policy: a form in memory, in fake time.

#![expect(clippy::expect_used, reason = "a test that cannot go on says why and ends")]

use std::sync::Arc;

use serde_json::{Value, json};
use surehand::core::clock::{Cancel, Deadline};
use surehand::core::element::Checked;
use surehand::core::error::Result;
use surehand::core::policy::{Decision, Embedded, PastAction, Policy};
use surehand::core::runner::{Ending, StepEvent, Subtask};
use surehand::core::snapshot::Snapshot;
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

/// The embedded policy in an app that gives a field another name right after a decision about it was made.
#[derive(Debug)]
struct Late {
    policy: Embedded,
    desktop: Arc<MemoryDesktop>,
    decisions: usize,
}

impl Policy for Late {
    fn decide(
        &mut self,
        subtask: &Subtask,
        snapshot: &Snapshot,
        history: &[PastAction],
        deadline: &Deadline,
    ) -> Result<Decision> {
        let decision = self.policy.decide(subtask, snapshot, history, deadline);
        self.decisions += 1;
        if self.decisions == 2 {
            self.desktop.apply(Change::Rename(key("email"), "Email address".into()));
        }
        decision
    }
}

#[test]
fn a_step_that_was_thrown_away_is_not_taken_for_done() {
    let stage = stage();
    let request = subtask::run(&json!({"app": {"name": "Forms"}, "subtask": all()})).expect("a request");
    let policy = Embedded::new(Arc::new(WordsDecider), stage.clock.clone());
    let mut policy = Late { policy, desktop: stage.desktop.clone(), decisions: 0 };
    let cancel = Cancel::new();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    let result = stage.session.run(&job, &mut policy, &mut |_: &StepEvent| {}).expect("a result");
    assert_eq!(stage.desktop.text(&key("email")).as_deref(), Some("grace@example.com"), "{}", result.reason);
    assert_eq!((result.ending, result.actions_taken), (Ending::SubtaskComplete, 5), "{}", result.reason);
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

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % most
    }

    fn some<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }
}

/// A subtask that is in order.
fn valid(dice: &mut Dice) -> Value {
    let goals = [
        "Enter the name",
        "Save the form",
        "Compute 7*6",
        "Change only the email",
        "Print it",
        "The size is wrong",
        "Switch on the newsletter and save",
        "Replace the name by the email",
        "Überall",
        "Have the newsletter on, in the form",
        "Delete the note",
        "Open the form. Then close it.",
    ];
    let criteria = [
        "text \"Saved\" is shown",
        "field \"Name\" equals {name}",
        "box \"Send newsletter\" is on",
        "dialog \"X\" is gone",
        "Everything looks right",
        "display shows \"42\"",
        "field \"Email\" is empty",
    ];
    let mut subtask = json!({"goal": dice.some(&goals), "verification": []});
    for _ in 0..=dice.below(3) {
        subtask["verification"].as_array_mut().expect("a list").push(json!(dice.some(&criteria)));
    }
    let mut inputs = serde_json::Map::new();
    for (name, values) in [
        ("name", vec![json!("Grace"), json!(""), json!(" é\n"), json!(true)]),
        ("email", vec![json!("a@b.c"), json!("x".repeat(3_000))]),
        ("size", vec![json!("large"), json!(2), json!(2.5), json!("huge")]),
    ] {
        if dice.below(2) == 0 {
            inputs.insert(name.to_owned(), dice.some(&values));
        }
    }
    if inputs.get("email").is_some() && dice.below(3) == 0 {
        subtask["secret_inputs"] = json!(["email"]);
    }
    subtask["inputs"] = Value::Object(inputs);
    if dice.below(3) == 0 {
        subtask["allowed_risks"] = json!(dice.some(&[vec!["close"], vec!["delete", "send"], vec![]]));
    }
    if dice.below(3) == 0 {
        subtask["max_actions"] = json!(1 + dice.below(40));
    }
    if dice.below(4) == 0 {
        subtask["constraints"] = json!(["Delete nothing"]);
        subtask["shortcuts"] = json!({"MOD+S": "save"});
        subtask["metadata"] = json!({"from": ["a test", 1, null]});
    }
    subtask
}

/// Makes one thing wrong, and says which.
fn spoilt(subtask: &mut Value, dice: &mut Dice) -> &'static str {
    let kinds: [(&str, Value, &'static str); 20] = [
        ("goal", json!("  "), "subtask.goal"),
        ("goal", json!(["Save"]), "subtask.goal"),
        ("goal", Value::Null, "subtask.goal"),
        ("verification", json!([]), "subtask.verification"),
        ("verification", json!("text \"Saved\" is shown"), "subtask.verification"),
        ("verification", json!(["a", 7]), "subtask.verification[1]"),
        ("verification", json!(["a", "b", " "]), "subtask.verification[2]"),
        ("inputs", json!(["name"]), "subtask.inputs"),
        ("inputs", json!({"name": null}), "subtask.inputs.name"),
        ("inputs", json!({"a": 1, "": "x"}), "subtask.inputs[1]"),
        ("inputs", json!({"name": {"value": "x"}}), "subtask.inputs.name"),
        ("constraints", json!("Delete nothing"), "subtask.constraints"),
        ("constraints", json!(["a", ""]), "subtask.constraints[1]"),
        ("max_actions", json!(0), "subtask.max_actions"),
        ("max_actions", json!("30"), "subtask.max_actions"),
        ("shortcuts", json!({"SAVE": "save"}), "subtask.shortcuts.SAVE"),
        ("allowed_risks", json!(["close", "explode"]), "subtask.allowed_risks[1]"),
        ("allowed_risks", json!(["close", "close"]), "subtask.allowed_risks[1]"),
        ("secret_inputs", json!(["nobody"]), "subtask.secret_inputs[0]"),
        ("golas", json!("typed wrongly"), "subtask.golas"),
    ];
    let (field, value, path) = dice.some(&kinds);
    // A secret that is no input any more is a fault of its own.
    if field == "inputs" {
        subtask.as_object_mut().expect("an object").shift_remove("secret_inputs");
    }
    subtask[field] = value;
    path
}

#[test]
fn five_hundred_random_subtasks_run_or_name_what_is_wrong() {
    let mut dice = Dice(20_261_201);
    let mut endings = std::collections::BTreeMap::new();
    for number in 0..500 {
        let mut subtask = valid(&mut dice);
        if dice.below(2) == 0 {
            let path = spoilt(&mut subtask, &mut dice);
            let request = json!({"app": {"name": "Forms"}, "subtask": subtask});
            let invalid = subtask::run(&request).expect_err(&format!("#{number}: {subtask}"));
            assert_eq!(invalid.path, path, "#{number}: {subtask}");
            continue;
        }
        let stage = stage();
        let lines = lines(&stage, subtask.clone());
        let status = lines.last().and_then(|line| line["status"].as_str()).expect("a status").to_owned();
        let may_delete =
            subtask["allowed_risks"].as_array().is_some_and(|risks| risks.contains(&json!("delete")));
        assert!(may_delete || stage.desktop.presses(&key("delete")) == 0, "#{number}: {subtask}");
        *endings.entry(status).or_insert(0) += 1;
    }
    for ending in ["SUBTASK_COMPLETE", "NEEDS_AGENT", "NEEDS_INPUT"] {
        assert!(endings.contains_key(ending), "{endings:?}");
    }
}

#[test]
fn a_secret_is_in_nothing_that_a_run_leaves_behind() {
    let folder = std::env::temp_dir().join(format!("surehand-secret-{}", std::process::id()));
    let stage = stage();
    // The app says it again wherever it can.
    let told = |text: &str| Change::Rename(key("status"), text.to_owned());
    let shown = Reaction::nothing()
        .then(told("Hello hunter2"))
        .then(Change::Retitle(surehand_memory::window_key("form"), "hunter2 - Forms".into()))
        .then(Change::Rename(key("email"), "hunter2@".into()));
    stage.desktop.on(&key("save"), shown);
    let journal = Arc::new(surehand::journal::Journal::in_directory(&folder));
    let session = Session::builder()
        .desktop(stage.desktop.clone())
        .clock(stage.clock.clone())
        .allowed(Allowed::Everything)
        .journal(journal)
        .build();
    let mut written = String::new();
    for goal in ["Enter the name and save the form", "Save. Then press hunter2", "Make hunter2 nice"] {
        let request = subtask::run(&json!({"app": {"name": "Forms"}, "subtask": {
            "goal": goal,
            "inputs": {"name": "hunter2"},
            "secret_inputs": ["name"],
            "verification": ["text \"Hello\" is shown", "field \"Name\" equals {name}", "hunter2 is welcome"]
        }}))
        .expect("valid");
        let secrets = request.subtask.secrets();
        let cancel = Cancel::new();
        let job = Job {
            target: &request.target,
            subtask: &request.subtask,
            config: &request.config,
            cancel: &cancel,
        };
        let result = session
            .run(&job, session.policy().as_mut(), &mut |event: &StepEvent| {
                let lines = event.record.iter().map(|record| run::action_line(record, &secrets).to_string());
                written.extend(lines);
                written += &format!("{:?}", event.action);
            })
            .expect("a result");
        written += &run::result_line(&result, &secrets).to_string();
        written += &run::result(&result, &secrets).to_string();
        written += &surehand::wire::Answer::run(&Ok(result), &secrets).json();
    }
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some("hunter2"), "it was entered");
    for entry in std::fs::read_dir(&folder).expect("the journal's folder") {
        let path = entry.expect("a file").path();
        written += &path.to_string_lossy();
        written += &std::fs::read_to_string(path).expect("text");
    }
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(written.contains("TYPE_TEXT") && written.contains("\"tool\":\"run\""), "{written}");
    assert!(!written.contains("hunter2"), "{written}");
}
