//! A session that asks the decider its variables name, before a mock of that decider's server.

#![expect(clippy::expect_used, reason = "a test")]

use std::ffi::OsString;

use surehand::core::clock::Cancel;
use surehand::core::engine::{StepRequest, Target};
use surehand::core::outcome::Status;
use surehand::{Allowed, Session};
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{DecisionServer, Wire};

/// What a press comes to, and which model decided it.
fn press(variables: &[(&str, &str)]) -> (Status, String) {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("form", "The form", "Forms", 7).containing([
        Node::button("save", "Save"),
        Node::button("print", "Print"),
        Node::text("status", "Ready"),
    ]));
    desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
    desktop.on(&key("save"), Reaction::usual().then(Change::Rename(key("status"), "Saved".to_owned())));
    let variable =
        |name: &str| variables.iter().find(|(set, _)| *set == name).map(|(_, value)| OsString::from(value));
    let session = Session::builder().desktop(desktop).clock(clock).allowed(Allowed::Everything);
    let session = session.decider_from_variables(&variable).expect("variables in order").build();
    let target = Target { app: Some("Forms".to_owned()), ..Target::default() };
    let step = StepRequest { target, instruction: "Save".to_owned(), ..StepRequest::default() };
    let report = session.act(&[step], &Cancel::new()).expect("a report");
    let step = report.deciding().expect("a step");
    let model = step.decision.as_ref().map(|decision| decision.model.clone());
    (step.outcome.status(), model.unwrap_or_default())
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
