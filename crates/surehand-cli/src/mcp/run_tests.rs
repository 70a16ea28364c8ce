//! The tool `run` as a client meets it: the answer, how far it is told to be, a value that is asked for, and being cancelled.
//!
//! On the in-memory desktop, over a pipe in memory, with the permissions of a user who allows the one app.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use surehand::core::clock::SystemClock;
use surehand::core::element::Checked;
use surehand::permissions::Rules;
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key};

use super::permission_tests::{Client, can_ask, content, in_rounds_of, key_of};

const FULL: &str = "[[app]]\nmatch = [\"Forms\"]\naccess = \"full\"\n";

async fn connect(capabilities: Value) -> Client {
    connect_by(FULL, capabilities).await
}

/// The form, with the permissions of that file.
async fn connect_by(permissions: &str, capabilities: Value) -> Client {
    let clock = Arc::new(SystemClock::new());
    let desktop = MemoryDesktop::new(clock.clone());
    desktop.open(WindowState::new("form", "The form", "Forms", 7_000_001).containing([
        Node::text_field("name", "Name", ""),
        Node::text_field("email", "Email", ""),
        Node::password_field("pin", "PIN", ""),
        Node::check_box("news", "Send newsletter", Checked::Off),
        Node::button("save", "Save"),
        Node::button("delete", "Delete note"),
        Node::text("status", "Ready"),
    ]));
    let saved = Change::Rename(key("status"), "Saved".to_owned());
    desktop.on(&key("save"), Reaction::nothing().then(saved));
    let deleted = Change::Rename(key("status"), "Deleted".to_owned());
    desktop.on(&key("delete"), Reaction::usual().then(deleted));
    desktop.open_in_front(WindowState::new("editor", "Mine", "Editor", 7_000_003));
    let rules = Rules::parse(permissions).expect("rules in order");
    let client = json!({"name": "test", "version": "1"});
    Client::on(desktop, clock, rules, (client, capabilities), Duration::from_secs(5)).await
}

fn sign_up(inputs: Value) -> Value {
    json!({
        "app": "Forms",
        "subtask": {
            "goal": "Enter the name and the email, and save.",
            "inputs": inputs,
            "verification": ["text \"Saved\" is shown"],
        },
    })
}

#[tokio::test]
async fn a_run_is_answered_in_short_and_tells_how_far_it_is() {
    let mut client = connect(json!({})).await;
    let arguments = sign_up(json!({"name": "Grace", "email": "grace@example.com"}));
    let params = json!({"name": "run", "arguments": arguments, "_meta": {"progressToken": 1}});
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await;
    for number in 1..=3 {
        let notice = client.receive().await;
        assert_eq!(notice["params"]["message"], format!("action {number}: done"), "{notice}");
        assert_eq!(notice["params"]["progress"], f64::from(number), "{notice}");
    }
    let answer = content(&client.receive().await);
    assert_eq!(
        (&answer["status"], &answer["actions_taken"], &answer["observations"][0]["settled"]),
        (&json!("SUBTASK_COMPLETE"), &json!(3), &json!("read")),
        "{answer}"
    );
    assert_eq!(answer["history"][0]["value"], "Grace", "{answer}");
    assert!(answer.get("final_snapshot").is_none() && answer.get("leftOut").is_none());
}

#[tokio::test]
async fn a_value_that_is_missing_is_asked_for_and_the_run_goes_on() {
    let mut client = connect(can_ask()).await;
    client.begin(2, "run", sign_up(json!({"name": "Grace"}))).await;
    let question = client.receive().await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let message = question["params"]["message"].as_str().expect("words");
    assert!(message.contains("“Email”") && message.contains("“Forms”"), "{message}");
    assert_eq!(
        client.desktop.text(&key("name")).as_deref(),
        Some("Grace"),
        "what was known is entered before"
    );
    client.answer(&question, json!({"action": "accept", "content": {"answer": "grace@example.com"}})).await;
    let answer = content(&client.receive().await);
    assert_eq!(
        (&answer["status"], &answer["actions_taken"]),
        (&json!("SUBTASK_COMPLETE"), &json!(3)),
        "{answer}"
    );
    let steps: Vec<_> =
        answer["history"].as_array().expect("actions").iter().map(|one| &one["step"]).collect();
    assert_eq!(steps, [1, 2, 3]);
    assert_eq!(client.desktop.text(&key("email")).as_deref(), Some("grace@example.com"));
    assert_eq!(client.desktop.presses(&key("save")), 0, "its reaction does not count presses");
}

#[tokio::test]
async fn without_an_answer_the_run_ends_and_names_the_field() {
    for result in [
        json!({"action": "decline"}),
        json!({"action": "cancel"}),
        json!({"action": "accept", "content": {"answer": 5}}),
        json!({"action": "accept", "content": {"answer": "x", "more": "y"}}),
    ] {
        let mut client = connect(can_ask()).await;
        client.begin(2, "run", sign_up(json!({"name": "Grace"}))).await;
        let question = client.receive().await;
        client.answer(&question, result.clone()).await;
        let answer = content(&client.receive().await);
        assert_eq!(
            (&answer["status"], &answer["needs_input"]["name"]),
            (&json!("NEEDS_INPUT"), &json!("Email")),
            "{result}: {answer}"
        );
        assert_eq!(client.desktop.text(&key("email")).as_deref(), Some(""));
    }
    let mut client = connect(json!({})).await;
    let answer = client.call("run", sign_up(json!({"name": "Grace"}))).await;
    assert_eq!(answer["needs_input"]["name"], "Email", "a client that cannot ask: {answer}");
}

#[tokio::test]
async fn nobody_is_asked_for_a_password() {
    let mut client = connect(can_ask()).await;
    let mut arguments = sign_up(json!({}));
    arguments["subtask"]["goal"] = json!("Enter the PIN, and save.");
    let answer = client.call("run", arguments).await;
    assert_eq!(
        (&answer["status"], &answer["needs_input"]["name"]),
        (&json!("NEEDS_INPUT"), &json!("PIN")),
        "{answer}"
    );
}

/// Enters a name and deletes a note, which the subtask permits and the user wants to be asked about.
fn tidy_up() -> Value {
    json!({
        "app": "Forms",
        "subtask": {
            "goal": "Enter the name, and delete the note.",
            "inputs": {"name": "Grace"},
            "verification": ["text \"Deleted\" is shown"],
            "allowed_risks": ["delete"],
        },
    })
}

#[tokio::test]
async fn what_the_user_wants_to_be_asked_about_is_asked_in_the_middle_of_a_run() {
    let asks = format!("risks = {{ delete = \"ask\" }}\n{FULL}");
    for (result, ending, presses) in [
        (json!({"action": "accept", "content": {"answer": "yes"}}), "SUBTASK_COMPLETE", 1),
        (json!({"action": "accept", "content": {"answer": "no"}}), "NEEDS_AGENT", 0),
        (json!({"action": "decline"}), "NEEDS_AGENT", 0),
    ] {
        let mut client = connect_by(&asks, can_ask()).await;
        client.begin(2, "run", tidy_up()).await;
        let question = client.receive().await;
        let message = question["params"]["message"].as_str().expect("words");
        assert!(message.contains("Delete note") && message.contains("“Forms”"), "{message}");
        assert_eq!(client.desktop.text(&key("name")).as_deref(), Some("Grace"), "what came before is done");
        assert_eq!(client.desktop.presses(&key("delete")), 0, "nothing before the answer");
        client.answer(&question, result.clone()).await;
        let answer = content(&client.receive().await);
        assert_eq!((&answer["status"], client.desktop.presses(&key("delete"))), (&json!(ending), presses));
        if presses == 0 {
            let last = answer["history"].as_array().and_then(|history| history.last()).expect("an action");
            assert_eq!(last["code"], "permission_denied", "{result}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_risk_without_somebody_to_ask_is_refused_and_nothing_is_made_again() {
    let asks = format!("risks = {{ delete = \"ask\" }}\n{FULL}");
    let mut client = connect_by(&asks, json!({})).await;
    let answer = client.call("run", tidy_up()).await;
    assert_eq!(answer["status"], "NEEDS_AGENT", "{answer}");
    assert!(answer["reason"].as_str().is_some_and(|why| why.contains("risks.delete")), "{answer}");
    // By rounds the call would begin anew, and the name be entered twice: so it ends here.
    let mut client = connect_by(&asks, json!({})).await;
    let answer = in_rounds_of("run", &mut client, tidy_up(), Value::Null).await;
    assert_eq!(content(&answer)["status"], "NEEDS_AGENT", "{answer}");
    assert_eq!(client.desktop.presses(&key("delete")), 0);
    let mut unlisted = tidy_up();
    unlisted["subtask"]["allowed_risks"] = json!([]);
    let mut client = connect_by(FULL, can_ask()).await;
    let answer = client.call("run", unlisted).await;
    assert_eq!((&answer["status"], client.desktop.presses(&key("delete"))), (&json!("NEEDS_AGENT"), 0));
}

#[tokio::test]
async fn in_rounds_only_a_run_that_did_nothing_is_made_again() {
    let accept = json!({"action": "accept", "content": {"answer": "Ada"}});
    let mut client = connect(json!({})).await;
    let arguments = sign_up(json!({"email": "ada@example.com"}));
    // The name comes first and is missing, or the email is entered before: either way nothing is entered twice.
    let first = in_rounds_of("run", &mut client, arguments.clone(), Value::Null).await;
    if first["result"]["resultType"] == "input_required" {
        let key = key_of(&first);
        let second = content(&in_rounds_of("run", &mut client, arguments, json!({ key: accept })).await);
        assert_eq!(second["status"], "SUBTASK_COMPLETE", "{second}");
    } else {
        let answer = content(&first);
        assert_eq!(answer["status"], "NEEDS_INPUT", "{answer}");
        assert_ne!(answer["actions_taken"], 0, "{answer}");
    }
}

#[tokio::test]
async fn a_cancelled_run_ends_after_the_action_at_hand() {
    let mut client = connect(json!({})).await;
    let arguments = sign_up(json!({"name": "Grace", "email": "grace@example.com"}));
    let params = json!({"name": "run", "arguments": arguments, "_meta": {"progressToken": 1}});
    client.send(&json!({"jsonrpc": "2.0", "id": 51, "method": "tools/call", "params": params})).await;
    assert_eq!(client.receive().await["params"]["message"], "action 1: done");
    let cancelled = json!({"requestId": 51, "reason": "changed my mind"});
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled})).await;
    // The next act has its turn when the cancelled run has ended.
    let append =
        json!({"app": "Forms", "instruction": "Replace the text of the Email field", "text": "after"});
    client.begin(3, "act", append).await;
    let after = loop {
        let message = client.receive().await;
        if message["id"] == 3 {
            break content(&message);
        }
    };
    assert_eq!(after["status"], "done", "{after}");
    assert_eq!(client.desktop.text(&key("email")).as_deref(), Some("after"));
    assert_eq!(
        client.desktop.element(&key("status")).map(|status| status.name),
        Some("Ready".to_owned()),
        "it was not saved"
    );
}

#[tokio::test]
async fn wrong_arguments_are_named_by_field_and_index() {
    let mut client = connect(json!({})).await;
    for (place, value, path) in [
        ("/subtask/verification/0", json!(7), "`subtask.verification[0]`"),
        ("/subtask/allowed_risks", json!(["explode"]), "`subtask.allowed_risks[0]`"),
        ("/subtask", Value::Null, "`subtask`"),
        ("/min_margin", json!(2), "`min_margin`"),
        ("/app", json!(7), "`app`"),
    ] {
        let mut arguments = sign_up(json!({}));
        (arguments["subtask"]["allowed_risks"], arguments["min_margin"]) = (json!([]), json!(0));
        *arguments.pointer_mut(place).expect("a place") = value;
        let answer = client.call("run", arguments).await;
        let message = answer["message"].as_str().expect("a message");
        assert!(answer["code"] == "invalid_arguments" && message.contains(path), "{answer}");
    }
    assert!(client.desktop.performed().is_empty());
}
