//! A session that asks the decider its variables name, before a mock of that decider's server.

#![expect(clippy::expect_used, reason = "a test")]

use std::ffi::OsString;

use surehand::core::clock::Cancel;
use surehand::core::code::Code;
use surehand::core::engine::{StepRequest, Target};
use surehand::core::outcome::Status;
use surehand::{Allowed, Session};
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{DecisionServer, Fault, Wire};

/// What a press comes to, and which model decided it.
fn press(variables: &[(&str, &str)]) -> (Status, String) {
    let pressed = press_among(2, variables);
    (pressed.outcome.expect("an answer"), pressed.model)
}

struct Pressed {
    outcome: Result<Status, Code>,
    model: String,
    /// Something was pressed.
    is_pressed: bool,
}

/// The same among so many buttons.
fn press_among(buttons: usize, variables: &[(&str, &str)]) -> Pressed {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    let others = (1..buttons).map(|place| Node::button(&format!("b{place}"), &format!("Item {place}")));
    let all = others.chain([Node::button("save", "Save"), Node::text("status", "Ready")]);
    desktop.open(WindowState::new("form", "The form", "Forms", 7).containing(all));
    desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
    desktop.on(&key("save"), Reaction::usual().then(Change::Rename(key("status"), "Saved".to_owned())));
    let variable =
        |name: &str| variables.iter().find(|(set, _)| *set == name).map(|(_, value)| OsString::from(value));
    let session = Session::builder().desktop(desktop.clone()).clock(clock).allowed(Allowed::Everything);
    let session = session.decider_from_variables(&variable).expect("variables in order").build();
    let target = Target { app: Some("Forms".to_owned()), ..Target::default() };
    let step = StepRequest { target, instruction: "Save".to_owned(), ..StepRequest::default() };
    let report = session.act(&[step], &Cancel::new());
    let is_pressed = !desktop.performed().is_empty();
    match report {
        Err(error) => Pressed { outcome: Err(error.code), model: String::new(), is_pressed },
        Ok(report) => {
            let step = report.deciding().expect("a step");
            let model = step.decision.as_ref().map(|decision| decision.model.clone()).unwrap_or_default();
            let outcome = step.outcome.code().map_or(Ok(step.outcome.status()), Err);
            Pressed { outcome, model, is_pressed }
        }
    }
}

/// What the page says that a fault comes to at a service: a code, or nothing where the answer counts.
fn documented(fault: Fault, service: &str) -> Option<Code> {
    let row = format!("| {} |", fault.name());
    let row = DOCUMENTED.lines().find(|line| line.starts_with(&row)).expect("a row for each fault");
    let cells: Vec<&str> = row.split(" | ").collect();
    let elsewhere = cells.last().expect("five cells").trim_end_matches(" |").split("; ");
    let own = elsewhere.filter_map(|part| part.strip_prefix(service)?.strip_prefix(": ")).next();
    let comes = own.unwrap_or(cells[2]);
    if comes.starts_with("an answer") {
        return None;
    }
    Some(if comes.contains("decider_unavailable") {
        Code::DeciderUnavailable
    } else {
        assert!(comes.contains("decider_bad_response"), "{comes}");
        Code::DeciderBadResponse
    })
}

const DOCUMENTED: &str = include_str!("../../../docs/decision-models.md");
const SECRET: &str = "apikey_s3cret";

#[test]
fn a_session_comes_to_what_the_page_says_for_every_provider_and_every_fault() {
    for (wire, name, service, key) in [
        (Wire::SystemOne, "system-one", "System One", "JEV_API_KEY"),
        (Wire::OpenRouter, "openrouter", "OpenRouter", "OPENROUTER_API_KEY"),
        (Wire::OpenAi, "openai", "OpenAI", "OPENAI_API_KEY"),
    ] {
        for &fault in Fault::ALL {
            let plan = match fault {
                Fault::BusyOnce | Fault::UnavailableOnce => vec![fault, Fault::None],
                lasting => vec![lasting],
            };
            let server = DecisionServer::with(wire, Some(SECRET), &plan).expect("a free port");
            let address = format!("{}{}", server.base_url(), wire.path());
            let patience = if matches!(fault, Fault::Hang | Fault::Slow) { "0.05" } else { "20" };
            let place = if wire == Wire::SystemOne { "TYPESAFE_BASE_URL" } else { "SUREHAND_BASE_URL" };
            let variables = [
                ("SUREHAND_DECIDER", name),
                (place, address.as_str()),
                (key, SECRET),
                ("JEV_READ_TIMEOUT", patience),
            ];
            let pressed = press_among(31, &variables);
            let expected = documented(fault, service);
            let at = format!("{name} {}", fault.name());
            assert_eq!(pressed.outcome, expected.map_or(Ok(Status::Done), Err), "{at}");
            assert_eq!(pressed.is_pressed, expected.is_none(), "{at}");
        }
    }
}

#[test]
fn without_variables_and_without_a_network_the_embedded_decider_picks() {
    let (status, model) = press(&[]);
    assert_eq!(status, Status::Done);
    assert!(model.starts_with("surehand-words"), "{model}");
}

#[test]
fn the_named_server_picks() {
    let server = DecisionServer::start(Wire::SystemOne).expect("a free port");
    let address = server.base_url();
    let variables = [("SUREHAND_DECIDER", "system-one"), ("TYPESAFE_BASE_URL", address.as_str())];
    assert_eq!(press(&variables), (Status::Done, "jev-latest-20260917".to_owned()));
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_cascade_sends_nothing_while_the_words_are_sure() {
    let server = DecisionServer::start(Wire::SystemOne).expect("a free port");
    let address = server.base_url();
    let variables = [("SUREHAND_DECIDER", "cascade"), ("TYPESAFE_BASE_URL", address.as_str())];
    let (status, model) = press(&variables);
    assert_eq!(status, Status::Done);
    assert!(model.starts_with("surehand-words") && server.seen().is_empty(), "{model}");
}

#[test]
fn a_wrong_variable_is_an_error_before_anything_is_looked_at() {
    let variable = |name: &str| (name == "SUREHAND_DECIDER").then(|| OsString::from("jev"));
    let error = Session::builder().decider_from_variables(&variable).expect_err("no such decider");
    assert_eq!(error.path, "SUREHAND_DECIDER");
}
