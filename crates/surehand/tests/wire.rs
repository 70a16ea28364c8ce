//! The shapes of all answers, as golden files, and that none outgrows its budget.
//!
//! Answers are made of hand-made reports, so that a golden file changes only when the JSON does. The bytes beside each
//! are those a client gets.

#![expect(clippy::expect_used, reason = "a test")]

mod reports;

use std::time::Duration;

use serde_json::Value;
use surehand::core::code::Code;
use surehand::core::element::{ElementKey, Role};
use surehand::core::engine::{ActReport, Extracted, Extraction, Waited};
use surehand::core::error::{Error, Invalid};
use surehand::core::outcome::{Outcome, Status};
use surehand::core::risk::Risk;
use surehand::core::runner::{ActionRecord, Ending, ExecutionResult, NeedsInput, Observation, Settlement};
use surehand::core::secret::Secret;
use surehand::core::snapshot::LeftOut;
use surehand::picture::Mark;
use surehand::wire::answer::{ACT_BUDGET, EXTRACT_BUDGET, OBSERVE_BUDGET};
use surehand::wire::picture::PICTURE_BUDGET;
use surehand::wire::{Answer, Kind};

use reports::*;

/// The answer for reading: what it came to, then its JSON over several lines.
fn shown(answer: &Answer) -> String {
    let value: Value = serde_json::from_str(&answer.json()).expect("valid JSON");
    format!("{:?}\n{}", answer.kind, serde_json::to_string_pretty(&value).expect("JSON"))
}

fn act(report: ActReport) -> Answer {
    Answer::act(&Ok(report))
}

#[test]
fn windows() {
    let mut second = window();
    second.minimized = true;
    second.workspace = Some(1);
    second.title = String::new();
    insta::assert_snapshot!("windows", shown(&Answer::windows(&Ok(vec![window(), second]))));
    insta::assert_snapshot!("windows_none", Answer::windows(&Ok(Vec::new())).json());
}

#[test]
fn observe() {
    insta::assert_snapshot!("observe", shown(&Answer::observe(&Ok(observation()), None)));
    insta::assert_snapshot!("observe_ranked", shown(&Answer::observe(&Ok(ranked_observation()), None)));
    let mut empty = observation();
    (empty.screen_text, empty.fields, empty.candidates, empty.total) = Default::default();
    empty.window.modal = None;
    empty.window.other_windows.clear();
    empty.left_out = LeftOut { elements: 0, out_of_time: true, too_deep: false };
    insta::assert_snapshot!("observe_empty_and_cut", shown(&Answer::observe(&Ok(empty), None)));
}

#[test]
fn wait() {
    let mut waited = Waited { observation: observation(), changed: true, timed_out: false };
    insta::assert_snapshot!("wait", shown(&Answer::wait(&Ok(waited.clone()))));
    (waited.changed, waited.timed_out) = (false, true);
    let answer = Answer::wait(&Ok(waited));
    assert_eq!(answer.kind, Kind::NotDone);
    assert!(answer.json().starts_with(r#"{"changed":false,"timedOut":true,"window":{"#), "{}", answer.json());
}

#[test]
fn screenshot() {
    let answer = |taken, marked| Answer::screenshot(&Ok(taken), marked);
    let plain = answer(screenshot_of(400, 300), false);
    insta::assert_snapshot!("screenshot", shown(&plain));
    assert_eq!(pixels(&plain), (400, 300));
    let marked = answer(screenshot_of(400, 300), true);
    insta::assert_snapshot!("screenshot_marks", shown(&marked));
    assert_ne!(plain.png(), marked.png());
    let large = answer(screenshot_of(3000, 2000), true);
    insta::assert_snapshot!("screenshot_scaled", shown(&large));
    assert_eq!(pixels(&large), (1568, 1045));
}

#[test]
fn no_picture_outgrows_its_budget() {
    // Noise, which no compression makes smaller.
    let mut taken = screenshot_of(1000, 1000);
    let mut state = 1_u32;
    taken.picture.rgba.fill_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    taken.marks =
        (0..2_000).map(|number| Mark { id: format!("id{number}"), ..taken.marks[0].clone() }).collect();
    let answer = Answer::screenshot(&Ok(taken), true);
    let png = answer.png().expect("a picture");
    assert!(png.len() <= PICTURE_BUDGET, "{} bytes", png.len());
    assert!(answer.json().len() <= ACT_BUDGET, "{} bytes", answer.json().len());
    assert!(answer.json().contains("\"leftOut\":"));
}

fn pixels(answer: &Answer) -> (u32, u32) {
    let png = answer.png().expect("a picture");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (side(16), side(20))
}

#[test]
fn act_for_every_status() {
    for status in Status::ALL {
        let report = ActReport { steps: vec![step(status)], skipped: 0 };
        insta::assert_snapshot!(format!("act_{status}"), shown(&act(report)));
    }
}

#[test]
fn act_with_then() {
    let mut first = step(Status::Unverified);
    first.outcome = Outcome::unverified("the field cannot be read");
    insta::assert_snapshot!(
        "act_then_unverified_in_the_middle_decides",
        shown(&act(ActReport {
            steps: vec![step(Status::Done), first.clone(), step(Status::Done)],
            skipped: 0
        }))
    );
    let broken = broken_step();
    let answer = act(ActReport { steps: vec![step(Status::Done), broken], skipped: 2 });
    assert_eq!(answer.kind, Kind::Broken(Code::AppGone), "a step that raises never loses earlier ones");
    insta::assert_snapshot!("act_then_broken", shown(&answer));
    let alone = act(ActReport { steps: vec![step(Status::NotFound)], skipped: 1 });
    assert!(alone.json().contains("\"steps\":[{"), "a `then` was used, so the steps are told");
}

#[test]
fn act_without_a_step_is_no_success() {
    let answer = act(ActReport { steps: Vec::new(), skipped: 0 });
    assert_eq!(answer.kind, Kind::Broken(Code::Internal));
}

#[test]
fn extract() {
    let value = Extracted::Value { text: "  Grace Hopper ".to_owned(), exact: true };
    insta::assert_snapshot!("extract_value", shown(&Answer::extract(&Ok(extraction(value)))));
    let rows = vec![vec!["2026-09-24".to_owned(), "Rent".to_owned(), "-900.00".to_owned()]];
    let rows = Extracted::Rows { rows, truncated: false };
    insta::assert_snapshot!("extract_rows", shown(&Answer::extract(&Ok(extraction(rows)))));
    let text = Extracted::Text("Ready\n3 items".to_owned());
    insta::assert_snapshot!("extract_text", shown(&Answer::extract(&Ok(extraction(text)))));
    insta::assert_snapshot!("extract_ambiguous", shown(&Answer::extract(&Ok(ambiguous_extraction()))));
    let nothing = Extraction {
        outcome: Outcome::not_found("nothing there holds that"),
        element: None,
        ..extraction(Extracted::Text(String::new()))
    };
    insta::assert_snapshot!("extract_not_found", shown(&Answer::extract(&Ok(nothing))));
}

#[test]
fn every_code_as_it_reaches_a_caller() {
    let mut all = String::new();
    for code in Code::ALL {
        let answer = Answer::failed(&Error::new(*code, "what happened"));
        all += &format!("{:?} {}\n", answer.kind, answer.json());
    }
    let sent = Answer::failed(&Error::new(Code::DesktopTimeout, "the app did not answer").after_sending());
    all += &format!("{:?} {}\n", sent.kind, sent.json());
    let invalid = Answer::invalid(&Invalid::new("then[2].text", "must be a string"));
    all += &format!("{:?} {}\n", invalid.kind, invalid.json());
    insta::assert_snapshot!("codes", all);
}

#[test]
fn no_observe_outgrows_its_budget() {
    for (label, count) in [("Ok", 5_000), (&"\u{1}\"".repeat(3_000), 300), (&"👨‍👩‍👧 漢字 ".repeat(400), 300)]
    {
        for ranked in [false, true] {
            let observation = crowded(label, count, ranked);
            let total = observation.total;
            let answer = Answer::observe(&Ok(observation), None).json();
            let value: Value = serde_json::from_str(&answer).expect("valid JSON");
            assert!(answer.len() <= OBSERVE_BUDGET, "{} bytes", answer.len());
            assert!(value["leftOut"].as_u64() > Some(0));
            assert_eq!(value["total"], total);
            assert!(!value["candidates"].as_array().expect("a list").is_empty());
            let observation = crowded(label, count, ranked);
            let waited = Answer::wait(&Ok(Waited { observation, changed: false, timed_out: true })).json();
            assert!(waited.len() <= OBSERVE_BUDGET, "{} bytes", waited.len());
        }
    }
}

#[test]
fn no_refusal_outgrows_its_budget() {
    for label in ["x", "\u{1}\"", "👨‍👩‍👧"] {
        let long = label.repeat(100_000);
        for answer in [
            Answer::failed(&Error::new(Code::BadTarget, long.clone())),
            Answer::invalid(&Invalid::new(long.clone(), "must be a string")),
        ] {
            assert!(answer.json().len() <= OBSERVE_BUDGET, "{} bytes", answer.json().len());
        }
    }
}

#[test]
fn a_limit_raises_the_budget_so_that_it_can_be_met() {
    let observation = crowded("A button of usual length", 400, false);
    let answer = Answer::observe(&Ok(observation), Some(400)).json();
    let value: Value = serde_json::from_str(&answer).expect("valid JSON");
    assert_eq!(value["candidates"].as_array().map(Vec::len), Some(400));
    assert!(answer.len() <= 2_048 + 400 * 200, "{} bytes", answer.len());
}

#[test]
fn no_act_outgrows_its_budget() {
    for label in ["x", "\u{1}\"", "👨‍👩‍👧"] {
        let long = label.repeat(1_000);
        let report = ActReport { steps: (0..13).map(|_| crowded_step(&long)).collect(), skipped: 0 };
        let answer = act(report).json();
        let value: Value = serde_json::from_str(&answer).expect("valid JSON");
        assert!(answer.len() <= ACT_BUDGET, "{} bytes", answer.len());
        assert_eq!(value["steps"].as_array().map(Vec::len), Some(13), "steps are never left out");
        assert_eq!(value["candidates"].as_array().map(Vec::len), Some(5), "nor is a shortlist");
        assert!(value["leftOut"].as_u64() > Some(0));
    }
    let one = act(ActReport { steps: vec![crowded_step("a label")], skipped: 0 }).json();
    let value: Value = serde_json::from_str(&one).expect("valid JSON");
    assert!(one.len() <= ACT_BUDGET && one.len() > ACT_BUDGET / 2, "{} bytes", one.len());
    for part in ["/change/appeared", "/screenText", "/newCandidates"] {
        assert!(
            value.pointer(part).and_then(Value::as_array).is_some_and(|list| !list.is_empty()),
            "{part} has a share"
        );
    }
}

#[test]
fn no_extract_outgrows_its_budget_and_a_cut_one_is_not_exact() {
    let long = "\u{1f600}\n\"é".repeat(40_000);
    let value = Extracted::Value { text: long.clone(), exact: true };
    let answer = Answer::extract(&Ok(extraction(value))).json();
    let read: Value = serde_json::from_str(&answer).expect("valid JSON");
    assert!(
        answer.len() <= EXTRACT_BUDGET && answer.len() > EXTRACT_BUDGET - 2_048,
        "{} bytes",
        answer.len()
    );
    assert_eq!(read["element"]["exact"], false);
    let shown =
        read["element"]["value"].as_str().expect("a text").strip_suffix('…').expect("cut").chars().count();
    assert_eq!(read["leftOut"].as_u64(), Some((long.chars().count() - shown) as u64));

    let rows = vec![vec!["a cell".repeat(30), "\"".repeat(5_000)]; 300];
    let answer = Answer::extract(&Ok(extraction(Extracted::Rows { rows, truncated: false }))).json();
    let read: Value = serde_json::from_str(&answer).expect("valid JSON");
    assert!(answer.len() <= EXTRACT_BUDGET, "{} bytes", answer.len());
    assert_eq!(read["element"]["truncated"], true);
    let kept = read["element"]["rows"].as_array().expect("rows").len();
    assert!(kept > 0);
    assert_eq!(read["leftOut"].as_u64(), Some(300 - kept as u64));

    let text = Extracted::Text(long);
    let answer = Answer::extract(&Ok(extraction(text))).json();
    assert!(answer.len() <= EXTRACT_BUDGET);
    assert!(serde_json::from_str::<Value>(&answer).expect("valid JSON")["element"]["truncated"] == true);
}

#[test]
fn no_list_of_windows_outgrows_its_budget() {
    let answer = Answer::windows(&Ok(vec![window(); 500])).json();
    let value: Value = serde_json::from_str(&answer).expect("valid JSON");
    assert!(answer.len() <= ACT_BUDGET);
    let kept = value["windows"].as_array().expect("a list").len();
    assert_eq!(value["leftOut"].as_u64(), Some(500 - kept as u64));
}

#[test]
fn probabilities_are_numbers_from_0_to_1() {
    let mut observation = ranked_observation();
    for (ranked, p) in observation.candidates.iter_mut().zip([f64::NAN, 1.000_000_1, -0.1]) {
        ranked.p = Some(p);
    }
    let value: Value =
        serde_json::from_str(&Answer::observe(&Ok(observation), None).json()).expect("valid JSON");
    let all: Vec<_> =
        value["candidates"].as_array().expect("a list").iter().map(|line| line["p"].as_f64()).collect();
    assert_eq!(all.get(..3), Some(&[Some(0.0), Some(1.0), Some(0.0)][..]));
}

#[test]
fn a_field_that_differs_from_its_twin_kind_keeps_its_own_line() {
    let mut observation = observation();
    for ranked in &mut observation.candidates {
        if ranked.candidate.id == "p9aa" {
            ranked.candidate.risk = Some(Risk::Overwrite);
        }
    }
    let value: Value =
        serde_json::from_str(&Answer::observe(&Ok(observation), None).json()).expect("valid JSON");
    let lines = value["candidates"].as_array().expect("a list");
    let own = lines.iter().find(|line| line["id"] == "p9aa").expect("a line of its own");
    assert_eq!((&own["kind"], &own["destructive"]), (&Value::from("type_into"), &Value::from(true)));
}

/// A run of so many actions.
fn ran(actions: u32, text: &str) -> ExecutionResult {
    let record = |step: u32| ActionRecord {
        step,
        action: "TYPE_TEXT",
        target: Some(ElementKey::new("name")),
        target_name: Some(text.to_owned()),
        target_source: None,
        target_bounds: None,
        secondary_target: None,
        value: Some(text.to_owned()),
        key: None,
        hotkey: None,
        click_modifier: None,
        scroll_direction: None,
        before_revision: "a".repeat(64),
        after_revision: "b".repeat(64),
        state_changed: true,
        status: Status::Done,
        code: None,
        message: format!("TextField reads exactly \"{text}\""),
        confidence: None,
        margin: None,
        decision_latency: Duration::from_millis(2),
        elapsed: Duration::from_millis(420),
    };
    ExecutionResult {
        ending: Ending::NeedsInput,
        actions_taken: actions,
        reason: "a value is missing for Email".to_owned(),
        code: None,
        needs_input: Some(NeedsInput {
            element: ElementKey::new("email"),
            role: Role::TextField,
            name: "Email".to_owned(),
            value: Some(String::new()),
            options: vec![text.to_owned(); 200],
        }),
        planned_action: None,
        observations: vec![Observation {
            criterion: "text \"Saved\" is shown".to_owned(),
            holds: Some(false),
            settled: Some(Settlement::Read),
            detail: text.to_owned(),
        }],
        history: (1..=actions).map(record).collect(),
        final_snapshot: None,
    }
}

#[test]
fn run() {
    let mut result = ran(1, "Grace");
    if let Some(needs) = &mut result.needs_input {
        needs.options.clear();
    }
    insta::assert_snapshot!("run", shown(&Answer::run(&Ok(result), &[])));
    let secret = Secret::new("Grace");
    let told = Answer::run(&Ok(ran(3, "Grace")), &[secret]).json();
    assert!(!told.contains("Grace"), "{told}");
}

#[test]
fn no_run_outgrows_its_budget_and_the_last_actions_stay() {
    for (actions, text) in [(1_000, "x".to_owned()), (30, "é\"\n".repeat(5_000)), (0, "y".repeat(100_000))] {
        let answer = Answer::run(&Ok(ran(actions, &text)), &[]);
        let json = answer.json();
        assert!(json.len() <= ACT_BUDGET, "{} bytes of {actions} actions", json.len());
        let value: Value = serde_json::from_str(&json).expect("JSON");
        let kept = value["history"].as_array().expect("actions");
        let left_out = value["leftOut"].as_u64().unwrap_or_default();
        assert_eq!(kept.len() as u64 + left_out, u64::from(actions));
        assert!(kept.last().is_none_or(|last| last["step"] == actions));
    }
}
