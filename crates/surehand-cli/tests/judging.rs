//! `surehand eval picker` and `surehand pick` as a shell sees them: figures, the shape of the JSON, and which line of a
//! file is wrong. They need no desktop.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const SCREEN: &str = r#"{"type":"screen","id":"s","app":"Notes","window":"Notes","candidates":[{"id":"c0","role":"button","label":"Save","context":"Toolbar"},{"id":"c1","role":"button","label":"Print","context":"Toolbar"},{"id":"c2","role":"menu item","label":"Quit","context":"File"}]}"#;
const RIGHT: &str =
    r#"{"type":"case","id":"1","source":"plain","screen":"s","instruction":"Press Save","gold":["c0"]}"#;
const WRONG: &str =
    r#"{"type":"case","id":"2","source":"odd","screen":"s","instruction":"Press Print","gold":["c2"]}"#;

/// A file of these lines, taken away at the end.
struct Lines(PathBuf);

impl Lines {
    fn new(name: &str, lines: &[&str]) -> Self {
        let path = std::env::temp_dir().join(format!("surehand-judging-{name}-{}.jsonl", std::process::id()));
        std::fs::write(&path, lines.join("\n")).expect("a temporary file");
        Self(path)
    }

    /// Standard output, standard error, exit code.
    fn run(&self, before: &[&str], after: &[&str]) -> (String, String, Option<i32>) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_surehand"));
        command.args(before).arg("--file").arg(&self.0).args(after).stdin(Stdio::null());
        let output = command.output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr), output.status.code())
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[test]
fn eval_counts_what_would_have_been_done() {
    let lines = Lines::new("counts", &[SCREEN, RIGHT, WRONG]);
    let (out, errors, code) = lines.run(&["eval", "picker"], &["--json"]);
    assert_eq!((code, out.lines().count()), (Some(0), 1), "{errors}");
    let report: Value = serde_json::from_str(&out).expect("JSON on one line");
    let counts = json!([2, 0.5, 1.0, 2, 0.5, 1]);
    let keys = ["cases", "top1", "top3", "acts", "acting_precision", "absent_acts"];
    assert_eq!(json!(keys.map(|key| report[key].clone())), counts, "{report}");
    assert!(["ece", "p50_us", "p95_us"].iter().all(|key| report[key].is_number()), "{report}");
    let all = [&keys[..], &["ece", "p50_us", "p95_us", "source"]].concat();
    let told: Vec<&String> = report.as_object().expect("an object").keys().collect();
    assert_eq!(told, all, "nothing else");
    assert_eq!(report["source"]["plain"]["top1"], 1.0);
    assert_eq!(report["source"]["odd"]["top1"], 0.0);
    assert_eq!(report["source"]["odd"].as_object().expect("an object").len(), all.len() - 1);
}

#[test]
fn eval_without_json_is_a_table() {
    let lines = Lines::new("table", &[SCREEN, RIGHT, WRONG]);
    let (out, errors, code) = lines.run(&["eval", "picker"], &["--decider", "words"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let firsts: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(firsts, ["model", "source", "all", "odd", "plain"], "{out}");
}

#[test]
fn a_bad_line_is_told_with_its_number_and_key() {
    let case = r#"{"type":"case","id":"3","source":"x","screen":"s","instruction":"Save","gold":["c9"]}"#;
    for (name, lines, told) in [
        ("gold", &[SCREEN, RIGHT, case][..], ":3: gold"),
        ("object", &[SCREEN, "[]"], ":2` must be one JSON object"),
        ("none", &[SCREEN], "`--file` must hold at least one line of type \"case\""),
    ] {
        let (out, errors, code) = Lines::new(name, lines).run(&["eval", "picker"], &[]);
        assert_eq!((out.as_str(), code), ("", Some(2)));
        assert!(errors.contains(told), "{errors}");
    }
}

#[test]
fn an_unknown_decider_or_file_is_said_so() {
    let lines = Lines::new("decider", &[SCREEN, RIGHT]);
    let (_, errors, code) = lines.run(&["eval", "picker"], &["--decider", "oracle"]);
    assert!(code == Some(2) && errors.contains("SUREHAND_DECIDER"), "{errors}");
    std::fs::remove_file(&lines.0).expect("it is there");
    let (_, errors, code) = lines.run(&["eval", "picker"], &[]);
    assert!(code == Some(2) && errors.contains("`--file`"), "{errors}");
}

#[test]
fn pick_explains_the_leader_by_its_parts() {
    let lines = Lines::new("pick", &[SCREEN]);
    let (out, errors, code) = lines.run(&["pick"], &["--json", "Press Print"]);
    assert_eq!(code, Some(0), "{errors}");
    let told: Value = serde_json::from_str(&out).expect("JSON");
    let options = told["options"].as_array().expect("a list");
    assert_eq!((options.len(), &options[0]["id"], &options[0]["label"]), (3, &json!("c1"), &json!("Print")));
    assert!(options[0]["p"].as_f64() > Some(0.8) && options[1]["p"].as_f64() < Some(0.2), "{told}");
    let parts = options[0]["parts"].as_array().expect("a list");
    assert!(
        parts.iter().any(|part| part["feature"] == "exact" && part["adds"].as_f64() > Some(0.0)),
        "{told}"
    );
    let (out, ..) = lines.run(&["pick"], &["Press Print"]);
    let first = out.lines().next().unwrap_or_default();
    assert!(first.contains("Print  [c1]") && first.contains("exact +"), "{out}");
}

#[test]
fn pick_needs_one_screen() {
    let other = SCREEN.replace(r#""id":"s""#, r#""id":"t""#);
    let (_, errors, code) = Lines::new("two", &[SCREEN, &other]).run(&["pick"], &["Print"]);
    assert!(code == Some(2) && errors.contains("one line of type \"screen\""), "{errors}");
}

#[test]
fn model_says_what_is_used_and_what_is_of_no_use() {
    let model = |file: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_surehand"))
            .arg("model")
            .args(file)
            .arg("--json")
            .env("SUREHAND_ENCODER", "off")
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        let facts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (facts["says"].as_str().expect("a text").to_owned(), output.status.code())
    };
    assert_eq!(model(&[]), ("no model file is used: it picks by words".to_owned(), Some(0)));
    let missing = "the file is missing or cannot be read: it picks by words";
    assert_eq!(model(&["/nonexistent"]), (missing.to_owned(), Some(1)));
    let foreign = Lines::new("foreign", &["no model"]);
    let path = foreign.0.to_str().expect("UTF-8");
    assert_eq!(model(&[path]), ("the file is no model file: it picks by words".to_owned(), Some(1)));
}
