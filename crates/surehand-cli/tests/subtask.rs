//! `surehand run` as a process: its lines, its log, what a signal does to it, and that a secret is in none of it.

#![expect(clippy::expect_used, reason = "a test")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::typing_user::TypingUser;

const APP: &str = "surehand-form-gtk3";
const SECRET: &str = "hunter2-is-secret";

/// Begins a run that enters all there is and saves.
fn begin(desktop: &HeadlessDesktop, more: &[&str]) -> Child {
    let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
    let mut child = command
        .args(["--yes", "--no-mark", "run"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let request = json!({
        "app": {"name": APP},
        "subtask": {
            "goal": "Enter the name, the email and the size, switch on the newsletter and save.",
            "inputs": {"name": SECRET, "email": "ada@example.com", "size": "Large"},
            "secret_inputs": ["name"],
            "verification": ["text \"Saved 1\" is shown"]
        }
    });
    let mut input = child.stdin.take().expect("piped");
    input.write_all(request.to_string().as_bytes()).expect("it reads");
    child
}

fn end(child: Child, already: Vec<Value>) -> (Vec<Value>, Option<i32>, String) {
    let output = child.wait_with_output().expect("it ends");
    let rest = String::from_utf8(output.stdout).expect("text");
    let more = rest.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let lines = already.into_iter().chain(more).collect();
    (lines, output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_run_prints_its_actions_logs_its_decisions_and_keeps_the_secret() {
    let test = "a_run_prints_its_actions_logs_its_decisions_and_keeps_the_secret";
    let Some(desktop) = desktop::for_test(test) else { return };
    let _form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    let _user = TypingUser::start(&desktop).expect("the user types");
    let log = desktop.folder().join("decisions.jsonl");
    let child = begin(&desktop, &["--log", &log.to_string_lossy()]);
    let (lines, code, errors) = end(child, Vec::new());
    let result = lines.last().expect("a result");
    assert_eq!((&result["status"], code), (&json!("SUBTASK_COMPLETE"), Some(0)), "{result}");
    assert_eq!(result["actions_taken"], 5, "{result}");
    assert_eq!(desktop.state(APP).expect("the state")["name"], SECRET, "it was entered");
    let log = std::fs::read_to_string(log).expect("a log");
    let decisions: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let choices: Vec<&str> = decisions.iter().filter_map(|line| line["choice"].as_str()).collect();
    assert_eq!(choices, ["TYPE_TEXT", "TYPE_TEXT", "SET_VALUE", "CLICK", "CLICK", "SUBTASK_COMPLETE"]);
    let columns: Vec<&str> =
        decisions[0].as_object().expect("an object").keys().map(String::as_str).collect();
    let contract = [
        "step",
        "choice",
        "target",
        "target_name",
        "input_key",
        "confidence",
        "margin",
        "decide_ms",
        "step_elapsed_ms",
        "state_changed",
        "candidate_counts",
        "operation_probabilities",
        "outcome",
    ];
    assert_eq!(columns, contract);
    assert_eq!((&decisions[0]["input_key"], &decisions[0]["step"]), (&json!("name"), &json!(1)));
    // Everything that the run left behind, the journal included.
    let mut written = format!("{lines:?}{errors}{log}");
    let state = Command::new("grep")
        .args(["-rl", "--exclude=*.json", SECRET])
        .arg(desktop.folder())
        .output()
        .expect("grep runs");
    written += &String::from_utf8_lossy(&state.stdout);
    assert!(!written.contains(SECRET) && state.stdout.is_empty(), "{written}");
}

#[test]
fn a_signal_ends_a_run_after_the_action_at_hand_with_its_result() {
    let test = "a_signal_ends_a_run_after_the_action_at_hand_with_its_result";
    let Some(desktop) = desktop::for_test(test) else { return };
    for signal in ["-INT", "-TERM"] {
        let form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
        let _user = TypingUser::start(&desktop).expect("the user types");
        let mut child = begin(&desktop, &[]);
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut first = String::new();
        output.read_line(&mut first).expect("a first action");
        let sent = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()), "it runs");
        let mut lines = vec![serde_json::from_str::<Value>(&first).expect("JSON")];
        lines.extend(output.lines().map(|line| serde_json::from_str(&line.expect("text")).expect("JSON")));
        let (lines, code, _) = end(child, lines);
        let result = lines.last().expect("a result");
        assert_eq!(
            (&result["status"], &result["code"], code),
            (&json!("NEEDS_AGENT"), &json!("cancelled"), Some(0)),
            "{result}"
        );
        let actions = lines.iter().filter(|line| line["type"] == "action").count();
        assert_eq!(result["actions_taken"], actions, "every action has its line");
        assert_eq!(desktop.state(APP).expect("the state")["saved"], 0, "it did not go on");
        drop(form);
    }
}
