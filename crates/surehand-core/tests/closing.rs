//! Windows that are closed by asking them to: offered where nothing else closes them, and proven only by their being gone.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and ends")]

#[expect(dead_code, reason = "not every test needs all of it")]
mod stage;

use std::time::Duration;

use stage::{APP, Stage, observe, step};
use surehand_core::action::ActionKind;
use surehand_core::element::Role;
use surehand_core::engine::StepReport;
use surehand_core::outcome::Status;
use surehand_core::risk::Risk;
use surehand_core::route::{Route, RouteKind};
use surehand_memory::{Change, Node, Reaction, WindowState, key, window_key};

/// The dialog itself, as a desktop reads it whose windows can be asked to close.
fn dialog(title: &str, content: impl IntoIterator<Item = Node>) -> Node {
    let route = Route::quiet(ActionKind::Click, RouteKind::CloseWindow);
    Node::new("dialog", Role::Dialog, title).able(route).below(content)
}

/// A form with a dialog in front of it, which reacts to being asked to close like that.
fn asked(reaction: Reaction) -> (Stage, StepReport) {
    let stage = Stage::new([Node::text_field("name", "Name", "")]);
    let content = dialog("Preferences", [Node::text("tip", "Line numbers help")]);
    let open = WindowState::new("dialog", "Preferences", "Forms", APP).modal_dialog().containing([content]);
    stage.desktop.open(open);
    stage.desktop.on(&key("dialog"), reaction);
    let report = stage.do_it("close Dialog \"Preferences\"", None);
    (stage, report)
}

fn said(report: &StepReport) -> (Status, &str) {
    (report.outcome.status(), report.outcome.message())
}

#[test]
fn a_window_that_is_gone_was_closed() {
    let closes = Change::Close(window_key("dialog"));
    let (_, report) = asked(Reaction::nothing().then_after(Duration::from_millis(1_200), closes));
    assert_eq!(said(&report), (Status::Done, "Dialog \"Preferences\" closed, as was asked"));
}

#[test]
fn a_window_that_stays_or_comes_back_was_not() {
    let (stage, report) = asked(Reaction::nothing());
    assert_eq!(report.outcome.status(), Status::NoEffect, "{report:?}");
    assert_eq!(stage.desktop.performed().len(), 1, "it is asked once");
    let again = WindowState::new("dialog", "Preferences", "Forms", APP).modal_dialog();
    let closes = Reaction::nothing().then(Change::Close(window_key("dialog")));
    let (_, report) = asked(closes.then_after(Duration::from_millis(60), Change::Open(Box::new(again))));
    assert_ne!(report.outcome.status(), Status::Done, "{report:?}");
}

#[test]
fn a_question_that_comes_up_instead_is_told() {
    let question = WindowState::new("question", "Save changes?", "Forms", APP).modal_dialog();
    let asks = Change::Open(Box::new(question));
    let (_, report) = asked(Reaction::nothing().then_after(Duration::from_millis(100), asks));
    let (status, message) = said(&report);
    assert_eq!(status, Status::Unverified, "{message}");
    assert!(message.contains("is still open: Dialog \"Save changes?\" came up instead"), "{message}");
}

#[test]
fn it_is_marked_and_offered_only_where_nothing_else_closes() {
    let offers = |title: &str, content: Vec<Node>| {
        let stage = Stage::new([]);
        let content = dialog(title, content);
        let open = WindowState::new("dialog", title, "Forms", APP).modal_dialog().containing([content]);
        stage.desktop.open(open);
        let seen = observe(&stage.engine);
        let found = |one: &&surehand_core::engine::Ranked| one.candidate.key == key("dialog");
        seen.candidates.iter().find(found).map(|one| one.candidate.risk)
    };
    let (apply, close) = (|| Node::button("apply", "Apply"), || Node::button("close", "_Close"));
    assert_eq!(offers("Preferences", vec![apply()]), Some(Some(Risk::Close)));
    assert_eq!(offers("Preferences", vec![apply(), Node::button("close", "Close")]), None);
    assert_eq!(offers("Einstellungen", vec![Node::button("close", "Schließen")]), None);
    let off = close().with(|button| button.state.enabled = false);
    assert_eq!(offers("Preferences", vec![off]), Some(Some(Risk::Close)), "one that does not react");
    assert_eq!(offers("Find and Replace", vec![apply()]), Some(None), "a tool that is put away");
    assert_eq!(offers("Preferences", Vec::new()), None, "a window that tells nothing");
}

#[test]
fn nothing_is_closed_that_nobody_confirmed() {
    let stage = Stage::new([]);
    let content = dialog("Preferences", [Node::text("tip", "Line numbers help")]);
    let open = WindowState::new("dialog", "Preferences", "Forms", APP).modal_dialog().containing([content]);
    stage.desktop.open(open);
    let id = stage.id("close Dialog \"Preferences\"");
    let mut unconfirmed = step(&id, None);
    unconfirmed.allow_destructive = false;
    let report = stage.chain(&[unconfirmed]).steps.into_iter().next().expect("one step");
    assert_eq!(report.outcome.status(), Status::NeedsConfirmation, "{report:?}");
    assert!(stage.desktop.performed().is_empty());
}
