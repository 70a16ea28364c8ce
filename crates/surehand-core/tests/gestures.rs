//! Scrolling, keys, double and right clicks, dragging and clicks with keys held, in the time of a fake clock: what is done,
//! what did nothing, what nobody can tell, and what is refused before anything is touched.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and ends")]

#[expect(dead_code, reason = "nothing here needs time to pass by hand")]
mod stage;

use std::time::Duration;

use stage::{Stage, observe, step, target};
use surehand_core::action::ActionKind;
use surehand_core::clock::Cancel;
use surehand_core::code::Code;
use surehand_core::desktop::{Modifier, Payload};
use surehand_core::element::{Bounds, Number, Role};
use surehand_core::engine::{DragTo, StepReport, StepRequest};
use surehand_core::outcome::Status;
use surehand_core::policy::{Decision, Direction, PlannedAction, Press, Scripted, Terminal};
use surehand_core::risk::Risk;
use surehand_core::route::{Disturbance, Route, RouteKind};
use surehand_core::runner::{ExecutionResult, Executor, RuntimeConfig, Subtask};
use surehand_memory::{Change, Node, Reaction, key};

const DOWN: &str = "scroll down in \"City\"";
const RETURN: &str = "press return in TextField \"Search\"";
const SAVE: &str = "click Button \"Save\"";

fn at(x: i32, y: i32, width: i32, height: i32) -> Option<Bounds> {
    Some(Bounds { x, y, width, height })
}

fn by_pointer(action: ActionKind) -> Route {
    Route::quiet(action, RouteKind::PointerInput)
}

/// A list with its scroll bar, a field that takes keys, a button that takes pointer events, and one that takes none.
fn content() -> Vec<Node> {
    let bar = Node::new("bar", Role::ScrollBar, "City")
        .with(|bar| {
            bar.number = Some(Number { value: 0.0, minimum: 0.0, maximum: 100.0, step: Some(60.0) });
            bar.bounds = at(200, 0, 10, 100);
        })
        .able(Route::quiet(ActionKind::Scroll, RouteKind::Value));
    vec![
        Node::list("city", "City", &["Athens", "Berlin"]).with(|list| list.bounds = at(0, 0, 200, 100)),
        bar,
        Node::text_field("search", "Search", "x")
            .with(|field| field.state.focused = true)
            .able(Route::quiet(ActionKind::Key, RouteKind::KeyInput)),
        Node::button("save", "Save")
            .with(|button| button.bounds = at(0, 200, 80, 20))
            .able(by_pointer(ActionKind::Click))
            .able(by_pointer(ActionKind::DoubleClick))
            .able(by_pointer(ActionKind::Drag))
            .able(by_pointer(ActionKind::ContextMenu).disturbing(Disturbance::Grab)),
        Node::button("plain", "Plain").with(|button| button.bounds = at(100, 300, 80, 20)),
        Node::menu(
            "edit",
            "Edit",
            [
                Node::menu_item("redo", "Redo").with(|item| item.shortcut = Some("shift+ctrl+z".into())),
                Node::menu_item("quit", "Quit").with(|item| item.shortcut = Some("ctrl+q".into())),
            ],
        ),
        Node::text("status", "Ready"),
    ]
}

fn says(words: &str) -> Change {
    Change::Rename(key("status"), words.to_owned())
}

fn stage() -> Stage {
    Stage::new(content())
}

fn one(stage: &Stage, step: StepRequest) -> StepReport {
    stage.chain(&[step]).steps.into_iter().next().expect("one step")
}

fn run(stage: &Stage, subtask: &Subtask, planned: PlannedAction) -> ExecutionResult {
    let config = RuntimeConfig { no_change_limit: 1, ..RuntimeConfig::default() };
    let workplace = stage.engine.workplace(target(), &config, Cancel::new());
    let executor = Executor::new(&workplace, stage.clock.as_ref(), config, Cancel::new());
    let end = Decision::end(Terminal::NeedsAgent, "that was all");
    let mut policy = Scripted::new().then(Decision::act(planned)).then(end);
    executor.run(subtask, &mut policy).expect("a valid subtask")
}

fn subtask() -> Subtask {
    Subtask {
        goal: "Do one thing".into(),
        verification: vec!["text \"Done\" is shown".into()],
        ..Subtask::default()
    }
}

fn pressed(name: &str) -> PlannedAction {
    let press = name.parse().map(Press::Key).or_else(|_| name.parse().map(Press::Chord));
    let press = press.unwrap_or_else(|_| panic!("{name} is neither a key nor a chord"));
    PlannedAction { press: Some(press), ..PlannedAction::bare(ActionKind::Key) }
}

#[track_caller]
fn assert_status(report: &StepReport, status: Status) {
    assert_eq!(report.outcome.status(), status, "{}", report.outcome.message());
}

#[track_caller]
fn assert_refused(result: &ExecutionResult, code: Code) {
    assert_eq!(result.code, Some(code), "{}", result.reason);
}

#[test]
fn a_page_is_scrolled_as_far_as_there_is_one() {
    let stage = stage();
    assert_status(&stage.do_it(DOWN, None), Status::Done);
    assert_status(&stage.do_it(DOWN, None), Status::Done);
    assert_eq!(stage.desktop.element(&key("bar")).and_then(|bar| bar.number).expect("a bar").value, 100.0);
    let offered = observe(&stage.engine).candidates;
    let scrolls: Vec<String> = offered
        .into_iter()
        .filter(|one| one.candidate.action == ActionKind::Scroll)
        .map(|one| one.candidate.does)
        .collect();
    assert_eq!(scrolls, ["scroll up in \"City\""], "there is nothing further down");
}

#[test]
fn a_bar_that_stays_or_goes_the_other_way_is_no_scrolling() {
    let stage = stage();
    stage.desktop.on_next(&key("bar"), Reaction::nothing());
    assert_status(&stage.do_it(DOWN, None), Status::NoEffect);
    stage.desktop.apply(Change::Number(key("bar"), 50.0));
    let id = stage.id(DOWN);
    stage.desktop.on_next(&key("bar"), Reaction::nothing().then(Change::Number(key("bar"), 10.0)));
    assert_status(&stage.act(&id, None), Status::Mismatch);
}

#[test]
fn a_run_scrolls_what_the_list_shows() {
    let stage = stage();
    let down = PlannedAction {
        direction: Some(Direction::Down),
        ..PlannedAction::on(ActionKind::Scroll, key("city"))
    };
    let result = run(&stage, &subtask(), down.clone());
    let record = result.history.first().expect("one action");
    assert_eq!((record.action, record.status), ("SCROLL", Status::Done), "{}", result.reason);
    let left = PlannedAction { direction: Some(Direction::Left), ..down };
    assert_refused(&run(&stage, &subtask(), left), Code::ForegroundRequired);
}

#[test]
fn return_is_pressed_in_a_field_that_takes_it_and_judged_by_what_changes() {
    let stage = stage();
    let id = stage.id(RETURN);
    stage.desktop.on_next(&key("search"), Reaction::usual().then(says("Found")));
    assert_status(&stage.act(&id, None), Status::Done);
    assert_status(&stage.act(&id, None), Status::NoEffect);
    let chord = stage.desktop.performed().into_iter().map(|performed| performed.payload).next();
    assert_eq!(chord, Some(Payload::Chord("return".into())));
}

#[test]
fn what_goes_on_moving_after_a_key_is_no_proof() {
    let mut content = content();
    content.push(Node::text("clock", "0"));
    let stage = Stage::new(content);
    let id = stage.id(RETURN);
    // Nobody has watched it for long enough to know that it moves by itself.
    stage.desktop.every(Duration::from_millis(200), Change::Tick(key("clock")));
    let report = stage.act(&id, None);
    assert!(
        matches!(report.outcome.status(), Status::Unverified | Status::NoEffect),
        "{}",
        report.outcome.message()
    );
}

#[test]
fn a_chord_runs_the_one_command_that_has_it() {
    let stage = stage();
    stage.desktop.on(&key("redo"), Reaction::usual().then(says("Redone")));
    let result = run(&stage, &subtask(), pressed("MOD+SHIFT+Z"));
    let record = result.history.first().expect("one action");
    assert_eq!((record.action, record.status), ("HOTKEY", Status::Done), "{}", result.reason);
    assert_eq!(stage.desktop.presses(&key("redo")), 1);
}

#[test]
fn a_chord_is_as_risky_as_its_command() {
    let stage = stage();
    assert_refused(&run(&stage, &subtask(), pressed("CTRL+Q")), Code::ActionNotOffered);
    assert!(stage.desktop.performed().is_empty());
    let allowed = Subtask { allowed_risks: vec![Risk::Close], ..subtask() };
    let _ = run(&stage, &allowed, pressed("CTRL+Q"));
    assert_eq!(stage.desktop.presses(&key("quit")), 1);
    // Without such a command the key itself is what is known of it.
    assert_refused(&run(&stage, &subtask(), pressed("MOD+W")), Code::ActionNotOffered);
}

#[test]
fn space_presses_the_button_and_is_as_risky_as_that() {
    let stage = stage();
    stage.desktop.on(&key("save"), Reaction::usual().then(says("Saved")));
    let space = PlannedAction { target: Some(key("save")), ..pressed("SPACE") };
    let result = run(&stage, &subtask(), space);
    assert_eq!(result.history.first().map(|record| record.status), Some(Status::Done), "{}", result.reason);
    assert_eq!(stage.desktop.presses(&key("save")), 1);
    let stage = Stage::new([Node::button("delete", "Delete note")]);
    let space = PlannedAction { target: Some(key("delete")), ..pressed("SPACE") };
    assert_refused(&run(&stage, &subtask(), space), Code::ActionNotOffered);
    assert!(stage.desktop.performed().is_empty());
}

#[test]
fn a_key_goes_to_the_focus_or_nowhere() {
    let stage = stage();
    stage.desktop.on(&key("search"), Reaction::usual().then(says("Moved")));
    let result = run(&stage, &subtask(), pressed("TAB"));
    assert_eq!(result.history.first().map(|record| record.status), Some(Status::Done), "{}", result.reason);
    let on_plain = PlannedAction { target: Some(key("plain")), ..pressed("TAB") };
    assert_refused(&run(&stage, &subtask(), on_plain), Code::ForegroundRequired);
    let unfocused = Stage::new([Node::button("plain", "Plain")]);
    assert_refused(&run(&unfocused, &subtask(), pressed("TAB")), Code::ForegroundRequired);
}

#[test]
fn a_window_takes_keys_for_its_focus_but_none_that_would_press_something() {
    let window = || {
        let window = Node::new("window", Role::Window, "Form");
        Stage::new([
            Node::text("status", "Ready"),
            window.able(Route::quiet(ActionKind::Key, RouteKind::KeyInput)),
        ])
    };
    let stage = window();
    stage.desktop.on(&key("window"), Reaction::usual().then(says("Moved")));
    let result = run(&stage, &subtask(), pressed("TAB"));
    assert_eq!(result.history.first().map(|record| record.status), Some(Status::Done), "{}", result.reason);
    for unknown in ["SPACE", "ENTER"] {
        let stage = window();
        assert_refused(&run(&stage, &subtask(), pressed(unknown)), Code::ForegroundRequired);
        assert!(stage.desktop.performed().is_empty());
    }
    assert_refused(&run(&window(), &subtask(), pressed("DELETE")), Code::ActionNotOffered);
}

#[test]
fn a_double_click_needs_a_way_of_its_own() {
    let stage = stage();
    stage.desktop.on_next(&key("save"), Reaction::usual().then(says("Opened")));
    let double = |name: &str| PlannedAction::on(ActionKind::DoubleClick, key(name));
    let result = run(&stage, &subtask(), double("save"));
    let record = result.history.first().expect("one action");
    assert_eq!((record.action, record.status), ("DOUBLE_CLICK", Status::Done), "{}", result.reason);
    assert_eq!(stage.desktop.presses(&key("save")), 2, "one double click");
    let result = run(&stage, &subtask(), double("save"));
    assert_eq!(result.history.first().map(|record| record.status), Some(Status::NoEffect));
    assert_refused(&run(&stage, &subtask(), double("plain")), Code::ForegroundRequired);
}

#[test]
fn a_context_menu_that_takes_a_grab_is_not_opened_unless_it_is_lent() {
    let stage = stage();
    for name in ["save", "plain"] {
        let right = PlannedAction::on(ActionKind::ContextMenu, key(name));
        assert_refused(&run(&stage, &subtask(), right), Code::ForegroundRequired);
    }
    assert!(stage.desktop.performed().is_empty());
}

fn drag(stage: &Stage, does: &str, to: DragTo) -> StepReport {
    one(stage, StepRequest { drag_to: Some(to), ..step(&stage.id(does), None) })
}

#[test]
fn a_drag_is_done_when_what_moved_keeps_still() {
    let stage = stage();
    let report = drag(&stage, SAVE, DragTo::Offset { dx: 30, dy: -10 });
    assert_status(&report, Status::Done);
    assert_eq!(report.action.expect("an action").kind, ActionKind::Drag);
    assert_eq!(stage.desktop.element(&key("save")).expect("it").bounds, at(30, 190, 80, 20));
    let onto = DragTo::Candidate(stage.id("click Button \"Plain\""));
    assert_status(&drag(&stage, SAVE, onto), Status::Done);
    assert_eq!(stage.desktop.element(&key("save")).expect("it").bounds, at(100, 300, 80, 20));
}

#[test]
fn a_drag_that_is_put_back_or_does_nothing_is_not_done() {
    let stage = stage();
    let there = || DragTo::Offset { dx: 30, dy: 0 };
    stage.desktop.on_next(&key("save"), Reaction::nothing());
    assert_status(&drag(&stage, SAVE, there()), Status::NoEffect);
    stage.desktop.on_next(&key("save"), Reaction::usual().reverting(Duration::from_millis(200)));
    assert_status(&drag(&stage, SAVE, there()), Status::Mismatch);
    stage.desktop.every(Duration::from_millis(100), Change::Move(key("save"), 1, 0));
    assert_status(&drag(&stage, SAVE, there()), Status::Unverified);
}

#[test]
fn a_drag_that_cannot_be_is_refused_before_anything_is_touched() {
    let stage = stage();
    let there = || DragTo::Offset { dx: 30, dy: 0 };
    let report = drag(&stage, "click Button \"Plain\"", there());
    assert_eq!(report.outcome.code(), Some(Code::DragNotSupported));
    let onto_nothing = DragTo::Candidate("none".to_owned());
    assert_status(&drag(&stage, SAVE, onto_nothing), Status::NotFound);
    stage.desktop.apply(Change::Edit(key("save"), |button| button.bounds = None));
    let report = drag(&stage, SAVE, there());
    assert_eq!(report.outcome.code(), Some(Code::NotVisible), "{}", report.outcome.message());
    assert!(stage.desktop.performed().is_empty());
}

#[test]
fn keys_are_held_where_a_pointer_event_gets_through() {
    let stage = stage();
    stage.desktop.on(&key("save"), Reaction::usual().then(says("Saved as")));
    let held = |does: &str| StepRequest { modifiers: vec![Modifier::Shift], ..step(&stage.id(does), None) };
    assert_status(&one(&stage, held(SAVE)), Status::Done);
    let last = stage.desktop.performed().pop().expect("one route");
    assert_eq!(
        (last.route.kind, last.payload),
        (RouteKind::PointerInput, Payload::Modifiers(vec![Modifier::Shift]))
    );
    let report = one(&stage, held("click Button \"Plain\""));
    assert_eq!(report.outcome.code(), Some(Code::ModifiersNotUsed));
    let field =
        StepRequest { text: Some("y".into()), ..held("replace the whole text of TextField \"Search\"") };
    assert_eq!(one(&stage, field).outcome.code(), Some(Code::ModifiersNotUsed));
    assert_eq!(stage.desktop.performed().len(), 1, "only the first was sent");
}

#[test]
fn a_plain_click_never_goes_by_the_pointer() {
    let stage = stage();
    stage.desktop.on(&key("save"), Reaction::usual().then(says("Saved")));
    assert_status(&stage.do_it(SAVE, None), Status::Done);
    let kinds: Vec<RouteKind> = stage.desktop.performed().iter().map(|one| one.route.kind).collect();
    assert_eq!(kinds, [RouteKind::NativeAction]);
}
