//! `docs/tools.md`: the tools as clients are told of them, each with an example that was answered.
//!
//! The examples run on the in-memory desktop in fake time, so they are the same on every machine. With `UPDATE_DOCS=1`
//! in the environment (`./x docs`) the page is written anew instead of compared.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use surehand::core::clock::Cancel;
use surehand::core::desktop::Picture;
use surehand::core::element::Bounds;
use surehand::core::engine::ObserveRequest;
use surehand::picture::Mark;
use surehand::wire::{Answer, request};
use surehand::{Allowed, Screenshot, Session};
use surehand_memory::{Change, MemoryDesktop, Node, WindowState, key};
use surehand_testkit::clock::FakeClock;

use super::tools;
use crate::call::Call;

#[test]
fn tools_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tools.md");
    let current = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &current).expect("the page can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == current,
        "docs/tools.md differs from the tools: run ./x docs and look at the difference"
    );
}

fn page() -> String {
    let mut page = "<!-- Generated from crates/surehand-cli: tools.json and calls that were answered. Change it there and \
                    run ./x docs. -->\n\n# Tools\n\nEvery answer is one text with JSON; that of `screenshot` is a \
                    picture, then the text. Probabilities are rounded here. Statuses and codes: [outcomes.md](outcomes.md).\n"
        .to_owned();
    for tool in tools::list() {
        let description = tool.description.as_deref().unwrap_or_default();
        let _ = write!(page, "\n## `{}`\n\n{description}\n", tool.name);
        let hints = serde_json::to_value(&tool.annotations).expect("JSON");
        let looks = hints["readOnlyHint"] == true;
        let _ = writeln!(page, "\n{}", if looks { "Changes nothing." } else { "May change something." });
        arguments(&mut page, &Value::Object((*tool.input_schema).clone()));
        let (call, answer) = example(&tool.name);
        let pretty = |value: &Value| serde_json::to_string_pretty(value).expect("JSON");
        let _ = write!(page, "\n```json\n{call}\n```\n\nanswers\n\n```json\n{}\n```\n", pretty(&answer));
    }
    page
}

fn arguments(page: &mut String, schema: &Value) {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    *page += "\n| argument | type | |\n|---|---|---|\n";
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let needed = if required.contains(&name.as_str()) { ", needed" } else { "" };
        let meaning = property["description"].as_str().unwrap_or(match name.as_str() {
            "app" => "The app by name, desktop id or executable",
            "pid" => "The app by process",
            "windowId" => "One window; enough alone",
            "marks" => "Frame each control with its id",
            "subtask" => "What to reach: [subtasks.md](subtasks.md)",
            "timeout_s" => "The limit of the run, in seconds",
            "min_confidence" | "min_margin" => "The least that a decision needs to be acted on, from 0 to 1",
            "dry_run" => "Plan the first action and do not carry it out",
            _ => "",
        });
        let _ = writeln!(page, "| `{name}` | {}{needed} | {} |", kind(property), meaning.replace('|', "\\|"));
    }
}

/// The type of an argument, with its range or its parts.
fn kind(property: &Value) -> String {
    let kind = property["type"].as_str().unwrap_or_default();
    let most = property["maximum"].as_u64().filter(|most| *most < request::GREATEST_INTEGER);
    match (kind, most) {
        ("integer", Some(most)) => format!("integer, at most {most}"),
        ("integer", None) if property["maximum"].is_u64() => "integer".to_owned(),
        ("array", _) => format!("array of {}", kind_of_items(&property["items"])),
        ("object", _) => {
            let parts = property["properties"].as_object().into_iter().flatten();
            format!("object of {}", parts.map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", "))
        }
        _ => kind.to_owned(),
    }
}

fn kind_of_items(items: &Value) -> String {
    match items["enum"].as_array() {
        Some(words) => words
            .iter()
            .filter_map(Value::as_str)
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", "),
        None => "steps".to_owned(),
    }
}

/// A call of the tool, and what it was answered.
fn example(tool: &str) -> (Value, Value) {
    let (desktop, session) = contacts();
    let call = match tool {
        "observe" => json!({"app": "Contacts"}),
        "act" => json!({
            "app": "Contacts", "instruction": "Put the name into the Name field", "text": "Grace Hopper",
            "then": [{"instruction": "Delete the contact"}],
        }),
        "extract" => json!({"app": "Contacts", "instruction": "the email address"}),
        "windows" => json!({}),
        "wait" => {
            desktop.schedule(Duration::from_secs(3), Change::Rename(key("status"), "All saved".to_owned()));
            json!({"app": "Contacts", "until": {"appears": "All saved"}, "timeoutMs": 20_000})
        }
        "screenshot" => json!({"app": "Contacts", "marks": true}),
        "run" => json!({
            "app": "Contacts",
            "subtask": {
                "goal": "Correct the email.",
                "inputs": {"email": "grace@example.org"},
                "verification": ["field \"Email\" equals {email}"],
            },
        }),
        _ => panic!("{tool} has no example"),
    };
    let arguments = call.as_object().cloned().unwrap_or_default();
    let answer = match Call::parse(tool, &arguments).expect("an example in order") {
        Call::Screenshot(request) => {
            // The in-memory desktop draws nothing; the window and the ids are real, the pixels are not shown anyway.
            let look = ObserveRequest { target: request.target, ..ObserveRequest::default() };
            let seen = session.observe(&look, &Cancel::new()).expect("seen");
            let bounds = Bounds { x: 12, y: 40, width: 300, height: 34 };
            let mark = seen.candidates.first().map(|first| Mark { id: first.candidate.id.clone(), bounds });
            let picture = Picture { width: 420, height: 300, rgba: vec![255; 420 * 300 * 4] };
            let taken = Screenshot { window: seen.window, picture, marks: mark.into_iter().collect() };
            Answer::screenshot(&Ok(taken), request.marks)
        }
        call => call.answer(&session, &Cancel::new(), &|_| {}, None),
    };
    let mut answer = serde_json::from_str(&answer.json()).expect("JSON");
    round(&mut answer);
    (call, answer)
}

/// Rounds probabilities, so that a decider fitted anew does not change the page.
fn round(answer: &mut Value) {
    match answer {
        Value::Object(all) => all.iter_mut().for_each(|(name, value)| match value.as_f64() {
            Some(p) if matches!(name.as_str(), "p" | "pNone") => *value = ((p * 10.0).round() / 10.0).into(),
            _ => round(value),
        }),
        Value::Array(all) => all.iter_mut().for_each(round),
        _ => {}
    }
}

fn contacts() -> (Arc<MemoryDesktop>, Session) {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("contact", "Grace", "Contacts", 4711).containing([
        Node::text_field("name", "Name", "Grace"),
        Node::text_field("mail", "Email", "grace@example.com"),
        Node::button("save", "Save"),
        Node::button("delete", "Delete contact"),
        Node::text("status", "Saving"),
    ]));
    desktop.open_in_front(WindowState::new("letter", "Letter", "Writer", 4712));
    let session =
        Session::builder().desktop(desktop.clone()).clock(clock).allowed(Allowed::Everything).build();
    (desktop, session)
}
