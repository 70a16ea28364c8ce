//! What leaves the machine, byte by byte: captured from a server, on a screen that has more than may be sent.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use surehand_core::clock::{Cancel, Clock, Deadline, Moment};
use surehand_core::decider::{Decider, Head, OptionFacts, Purpose, Question, StepFacts};
use surehand_core::element::Checked;
use surehand_core::engine::{Engine, Settings, StepRequest, Target};
use surehand_core::error::Error;
use surehand_core::permissions::Unrestricted;
use surehand_core::request::Scene;
use surehand_core::secret::Secret;
use surehand_decide::{Endpoint, Failure, Hosted, Profile, Timeouts};
use surehand_memory::{MemoryDesktop, Node, WindowState};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{DecisionServer, Fault, Seen, Wire};
use surehand_testkit::poll_until;

use crate::stage;

/// What a password field holds, what another window shows, what is to be written, and the key.
const NEVER: &[&str] = &["hunter2", "Dear diary", "my own words", stage::KEY];

fn patience() -> Duration {
    stage::patience(Fault::None)
}

/// What `act` sends about a form with a password, beside another window.
fn sent_by_act(wire: Wire) -> Vec<Seen> {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("form", "Sign up", "Forms", 7).containing([
        Node::text("hint", "All fields are needed"),
        Node::text_field("name", "Name", "Ada"),
        Node::password_field("password", "Password", "hunter2"),
        Node::combo_box("plan", "Plan", &["Free", "Paid"], "Free"),
        Node::check_box("news", "Newsletter", Checked::Off),
        Node::group("buttons", "Buttons").below([Node::button("save", "Save")]),
    ]));
    desktop.open_in_front(
        WindowState::new("diary", "Dear diary", "Diary", 8).containing([Node::text("secret", "Dear diary")]),
    );
    let server = stage::server(wire, &[]);
    let decider = Arc::new(stage::decider(wire, &server, &clock, patience()));
    let kept: Arc<dyn Clock> = Arc::<FakeClock>::clone(&clock);
    let engine = Engine::new(desktop, decider, Arc::new(Unrestricted), kept, Settings::default());
    let target = Target { app: Some("Forms".to_owned()), ..Target::default() };
    let press =
        StepRequest { target: target.clone(), instruction: "Save".to_owned(), ..StepRequest::default() };
    let write = StepRequest {
        target,
        instruction: "Name".to_owned(),
        text: Some("my own words".to_owned()),
        ..StepRequest::default()
    };
    for step in [press, write] {
        drop(engine.act(&[step], &Cancel::new()));
    }
    server.seen()
}

/// What is sent about options that have every fact, with a secret in all of them.
fn sent_in_full(wire: Wire, plan: &[Fault]) -> Vec<Seen> {
    let clock = FakeClock::new();
    let server = stage::server(wire, plan);
    let decider = stage::decider(wire, &server, &clock, patience());
    let secrets = [Secret::new("hunter2")];
    let lines = ["Price: 7".to_owned(), "hunter2".to_owned()];
    let scene = Scene {
        instruction: "Log in with hunter2",
        text: Some("my own words"),
        app: "Forms",
        window: "Sign up",
        modal: Some("Dialog \"hunter2\""),
        screen_text: &lines,
        secrets: &secrets,
    };
    let whole = OptionFacts {
        action: "choose_option",
        role: "ComboBox",
        label: "Plan hunter2".to_owned(),
        within: vec!["Account".to_owned(), "hunter2".to_owned()],
        near: Some("Row 2".to_owned()),
        description: "What you pay hunter2".to_owned(),
        placeholder: Some("Choose hunter2".to_owned()),
        value: Some("Free".to_owned()),
        choices: vec!["Free".to_owned(), "hunter2".to_owned()],
        shortcut: Some("ctrl+p".to_owned()),
        risk: Some("purchase"),
    };
    let bare = OptionFacts { action: "click", role: "Button", ..OptionFacts::default() };
    let request = scene.ask(Purpose::Read, &[whole, bare], true);
    decider.ask(&request, &stage::deadline()).expect("an answer");
    server.seen()
}

/// What is sent about a step of a subtask, with a secret wherever one can be.
fn sent_for_a_step(wire: Wire) -> Vec<Seen> {
    let clock = FakeClock::new();
    let server = stage::server(wire, &[]);
    let decider = stage::decider(wire, &server, &clock, patience());
    let secrets = [Secret::new("hunter2")];
    let scene = Scene {
        instruction: "Log in with hunter2",
        app: "Forms",
        window: "Sign up",
        secrets: &secrets,
        ..Scene::default()
    };
    let named = |label: &str| OptionFacts { label: label.to_owned(), ..OptionFacts::default() };
    let step = StepFacts {
        constraints: vec!["Keep hunter2 to yourself".to_owned()],
        inputs: vec![
            ("pin".to_owned(), "a secret".to_owned()),
            ("stay".to_owned(), "yes or no: yes".to_owned()),
        ],
        criteria: vec!["text \"Welcome hunter2\" is shown".to_owned()],
        elements: vec![
            OptionFacts { role: "TextField", ..named("PIN hunter2") },
            OptionFacts { role: "Button", ..named("Log in") },
        ],
        focused: Some(0),
        history: vec!["CLICK on \"hunter2\": done".to_owned()],
    };
    let part = |head: Head, labels: &[&str], none: bool| Question {
        purpose: Purpose::Step(head),
        options: labels.iter().map(|label| named(label)).collect(),
        none,
    };
    let questions = vec![
        part(Head::Operation, &["CLICK", "TYPE_TEXT", "WAIT"], false),
        part(Head::Target("CLICK"), &["e1"], true),
        part(Head::Target("TYPE_TEXT"), &["e0"], true),
        part(Head::Input, &["pin"], true),
        part(Head::Key, &["ENTER", "TAB"], true),
        part(Head::Hotkey, &["MOD+A"], true),
        part(Head::Direction, &["UP", "DOWN"], true),
        part(Head::Modifier, &["no key", "SHIFT"], false),
        part(Head::Criterion(0), &["yes", "no"], false),
    ];
    decider.ask(&scene.ask_step(&step, questions), &stage::deadline()).expect("an answer");
    server.seen()
}

fn bodies(seen: &[Seen]) -> Vec<Value> {
    seen.iter().map(Seen::json).collect()
}

#[test]
fn act_sends_exactly_what_the_page_says() {
    insta::assert_json_snapshot!("act_system_one", bodies(&sent_by_act(Wire::SystemOne)));
    insta::assert_json_snapshot!("act_openai", bodies(&sent_by_act(Wire::OpenAi)));
}

#[test]
fn every_fact_has_its_place_and_secrets_have_none() {
    insta::assert_json_snapshot!("full_system_one", bodies(&sent_in_full(Wire::SystemOne, &[])));
    insta::assert_json_snapshot!("full_openai", bodies(&sent_in_full(Wire::OpenAi, &[])));
}

#[test]
fn a_step_asks_for_all_its_parts_at_once() {
    let seen = sent_for_a_step(Wire::SystemOne);
    assert!(!String::from_utf8_lossy(&seen[0].body).contains("hunter2"));
    insta::assert_json_snapshot!("step_system_one", bodies(&seen));
    insta::assert_json_snapshot!("step_openai", bodies(&sent_for_a_step(Wire::OpenAi)));
}

#[test]
fn a_screen_that_is_too_long_is_sent_again_with_less() {
    let seen = sent_in_full(Wire::SystemOne, &[Fault::TokenLimit, Fault::None]);
    assert_eq!(seen.len(), 2);
    insta::assert_json_snapshot!("lean_system_one", seen.last().map(Seen::json));
}

#[test]
fn nothing_secret_is_in_any_byte() {
    let all = Wire::ALL.iter().flat_map(|wire| [sent_by_act(*wire), sent_in_full(*wire, &[])]);
    for seen in all.flatten() {
        let mut text = String::from_utf8_lossy(&seen.body).into_owned();
        text += &seen.line;
        for (name, value) in seen.headers.iter().filter(|(name, _)| name != "authorization") {
            text += &format!("{name}: {value}\n");
        }
        for never in NEVER {
            assert!(!text.contains(never), "{never} in {text}");
        }
    }
}

#[test]
fn the_headers_are_those_of_the_page() {
    let server = stage::server(Wire::SystemOne, &[Fault::BusyOnce, Fault::None]);
    let clock = FakeClock::new();
    let decider = stage::decider(Wire::SystemOne, &server, &clock, patience());
    decider.ask(&stage::request(3), &stage::deadline()).expect("an answer");
    let names =
        |seen: &Seen| -> BTreeSet<String> { seen.headers.iter().map(|(name, _)| name.clone()).collect() };
    let seen = server.seen();
    let usual: BTreeSet<String> =
        ["accept", "authorization", "content-length", "content-type", "host", "user-agent"]
            .map(str::to_owned)
            .into();
    assert_eq!(seen.iter().map(names).next(), Some(usual.clone()));
    let again = seen.last().expect("a repetition");
    assert_eq!(again.header("x-typesafe-retry-count"), Some("1"));
    assert_eq!(names(again).difference(&usual).count(), 1);
    assert_eq!(again.header("authorization"), Some(format!("Bearer {}", stage::KEY).as_str()));
    assert_eq!(again.header("user-agent"), Some(concat!("surehand/", env!("CARGO_PKG_VERSION"))));
    // The server's pause was waited for, in the time of the clock.
    assert_eq!(clock.now().since_start(), Duration::from_millis(350));
}

#[test]
fn a_server_without_a_key_is_sent_none() {
    let clock: Arc<dyn Clock> = FakeClock::new();
    let server = DecisionServer::start(Wire::SystemOne).expect("a free port");
    let endpoint = Endpoint::parse("a test", &server.base_url()).expect("loopback");
    let profile = Profile::at(&endpoint);
    let timeouts = Timeouts::default();
    let decider = Hosted::new(profile, &endpoint, "kev", None, timeouts, clock);
    decider.ask(&stage::request(3), &stage::deadline()).expect("an answer");
    assert!(server.seen().iter().all(|seen| seen.header("authorization").is_none()));
    // One connection would do for more; what is fixed needs no request at all.
    let mut forced = stage::request(1);
    forced.questions.retain(|question| !question.none);
    let answers = decider.ask(&forced, &stage::deadline()).expect("an answer");
    assert_eq!((answers.calls, answers.model.as_str(), server.seen().len()), (0, "kev", 1));
}

#[test]
fn a_server_that_takes_fewer_options_is_asked_for_fewer_from_then_on() {
    let clock = FakeClock::new();
    let server = stage::server(Wire::SystemOne, &[Fault::Cap26]);
    let decider = stage::decider(Wire::SystemOne, &server, &clock, patience());
    assert_eq!(decider.thresholds().options, 60);
    let answers = decider.ask(&stage::request(60), &stage::deadline()).expect("an answer");
    assert_eq!((answers.calls, server.seen().len()), (4, 5));
    assert_eq!(decider.thresholds().options, 25);
}

#[test]
fn without_probabilities_only_a_confident_choice_counts() {
    let clock = FakeClock::new();
    let server = stage::server(Wire::OpenRouter, &[Fault::NoProbabilities]);
    let decider = stage::decider(Wire::OpenRouter, &server, &clock, patience());
    let answers = decider.ask(&stage::request(5), &stage::deadline()).expect("an answer");
    let thresholds = answers.thresholds.expect("thresholds of their own");
    assert_eq!((thresholds.agree, thresholds.absent, thresholds.strict), (None, 0.8, 0.8));
}

#[test]
fn no_key_is_in_any_debug_text() {
    let clock = FakeClock::new();
    let server = stage::server(Wire::SystemOne, &[]);
    let decider = stage::decider(Wire::SystemOne, &server, &clock, patience());
    let text = format!("{decider:?}");
    assert!(text.contains("has_key: true") && !text.contains(stage::KEY), "{text}");
}

/// A decider at any address, with what it fails with at the first question.
fn fails_at(address: &str, key: &str, limit: Duration) -> (Error, Duration) {
    let clock = FakeClock::new();
    let endpoint = Endpoint::parse("a test", address).expect("loopback");
    let timeouts = Timeouts { connect: Duration::from_secs(5), read: Duration::from_secs(20) };
    let kept: Arc<dyn Clock> = Arc::<FakeClock>::clone(&clock);
    let decider = Hosted::new(Profile::at(&endpoint), &endpoint, "m", Some(Secret::new(key)), timeouts, kept);
    let error = decider.ask(&stage::request(3), &Deadline::new(Moment::at(limit))).expect_err("a failure");
    (error, clock.now().since_start())
}

#[test]
fn a_wrong_key_is_said_with_the_variable_to_set() {
    let server = stage::server(Wire::SystemOne, &[]);
    let (error, _) = fails_at(&server.base_url(), "apikey_other", Duration::from_secs(20));
    assert_eq!(error.message, format!("{}: set JEV_API_KEY", Failure::Key.sentence()));
}

#[test]
fn the_call_s_deadline_ends_an_exchange_and_is_not_followed_by_another() {
    let server = stage::server(Wire::SystemOne, &[Fault::Hang]);
    let (error, _) = fails_at(&server.base_url(), stage::KEY, Duration::from_millis(80));
    // It was given up, maybe before the server had come to read it.
    poll_until(Duration::from_secs(10), || (!server.seen().is_empty()).then_some(()));
    assert_eq!((error.message.as_ref(), server.seen().len()), (Failure::OutOfTime.sentence(), 1));
}

#[test]
fn where_nobody_listens_is_tried_three_times() {
    let address = stage::server(Wire::SystemOne, &[]).base_url();
    let (error, elapsed) = fails_at(&address, stage::KEY, Duration::from_secs(20));
    assert_eq!(error.message, Failure::Connect.sentence());
    assert!((Duration::from_millis(1100)..=Duration::from_millis(1500)).contains(&elapsed), "{elapsed:?}");
}

#[test]
fn a_server_that_cannot_speak_tls_is_not_sent_the_request() {
    let server = stage::server(Wire::SystemOne, &[]);
    let address = server.base_url().replace("http://", "https://");
    let (error, _) = fails_at(&address, stage::KEY, Duration::from_millis(1500));
    assert_eq!(error.message, Failure::Tls.sentence());
    assert!(server.seen().iter().all(|seen| seen.body.is_empty()));
}
