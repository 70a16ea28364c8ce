//! Goals of a user on the embedded policy, in memory and in fake time: a setting and its dialog, a word for another, and
//! menus that tell nothing.

#![expect(clippy::expect_used, reason = "a test that cannot go on says why and ends")]

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use surehand::core::action::ActionKind;
use surehand::core::clock::Cancel;
use surehand::core::element::{Checked, Role};
use surehand::core::policy::Embedded;
use surehand::core::route::{Disturbance, Route, RouteKind};
use surehand::core::runner::{Ending, ExecutionResult, StepEvent};
use surehand::wire::subtask;
use surehand::{Allowed, Job, Session};
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key, window_key};
use surehand_picker::WordsDecider;
use surehand_testkit::clock::FakeClock;

const APP: u32 = 7;

/// An editor with a menu, in the background.
fn editor(items: Vec<Node>) -> (Arc<MemoryDesktop>, Arc<FakeClock>) {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    let text = Node::text_area("text", "", "The colour of the sky.\n");
    let content = [Node::new("bar", Role::MenuBar, "").below([Node::menu("edit", "Edit", items)]), text];
    desktop.open(WindowState::new("editor", "letter.txt", "Notes", APP).containing(content));
    desktop.open_in_front(WindowState::new("other", "What the user does", "Editor", 8));
    (desktop, clock)
}

/// Opens `window` when the item is chosen.
fn opens(desktop: &MemoryDesktop, item: &str, window: WindowState) {
    desktop.on(&key(item), Reaction::usual().then(Change::Open(Box::new(window))));
}

fn run(desktop: &Arc<MemoryDesktop>, clock: &Arc<FakeClock>, subtask: Value) -> ExecutionResult {
    let request = subtask::run(&json!({"app": {"name": "Notes"}, "subtask": subtask})).expect("a request");
    let builder = Session::builder().desktop(desktop.clone()).clock(clock.clone());
    let session = builder.allowed(Allowed::Everything).build();
    let mut policy = Embedded::new(Arc::new(WordsDecider), clock.clone());
    let cancel = Cancel::new();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    session.run(&job, &mut policy, &mut |_: &StepEvent| {}).expect("a result")
}

/// A dialog of preferences that nothing in it closes.
fn preferences(boxes: &[&str]) -> WindowState {
    let close = Route::quiet(ActionKind::Click, RouteKind::CloseWindow);
    let mut content: Vec<Node> =
        boxes.iter().map(|label| Node::check_box(label, label, Checked::Off)).collect();
    content.push(Node::new("cross", Role::Window, "Preferences").able(close));
    WindowState::new("preferences", "Preferences", "Notes", APP).modal_dialog().containing(content)
}

fn setting(allowed_risks: &[&str]) -> Value {
    json!({
        "goal": "Have line numbers shown from now on, in the preferences, and close those again.",
        "verification": ["window \"Preferences\" is gone"],
        "allowed_risks": allowed_risks,
    })
}

#[test]
fn a_setting_is_made_where_it_stands_and_its_dialog_is_closed_by_its_cross() {
    let boxes = ["Show line numbers", "Display line endings", "Highlight current line"];
    let (desktop, clock) = editor(vec![Node::menu_item("open", "Preferences…")]);
    opens(&desktop, "open", preferences(&boxes));
    desktop.on(&key("cross"), Reaction::nothing().then(Change::Close(window_key("preferences"))));
    let result = run(&desktop, &clock, setting(&["close"]));
    assert_eq!((result.ending, result.actions_taken), (Ending::SubtaskComplete, 3), "{}", result.reason);
    // Without the risk the cross is not there; the setting is made, and that the dialog is open is said.
    let (desktop, clock) = editor(vec![Node::menu_item("open", "Preferences…")]);
    opens(&desktop, "open", preferences(&boxes));
    let result = run(&desktop, &clock, setting(&[]));
    assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 2), "{}", result.reason);
    let ticked = |name: &str| desktop.element(&key(name)).and_then(|element| element.state.checked);
    assert_eq!(boxes.map(ticked), [Some(Checked::On), Some(Checked::Off), Some(Checked::Off)]);
}

#[test]
fn a_box_that_says_the_opposite_is_not_taken_for_the_setting() {
    let (desktop, clock) = editor(vec![Node::menu_item("open", "Preferences…")]);
    opens(&desktop, "open", preferences(&["Hide line numbers in print", "Never wrap"]));
    let result = run(&desktop, &clock, setting(&["close"]));
    assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 1), "{}", result.reason);
}

#[test]
fn a_dialog_that_comes_late_is_waited_for_and_nothing_is_pressed_twice() {
    let boxes = ["Show line numbers"];
    let (desktop, clock) = editor(vec![Node::menu_item("open", "Preferences…")]);
    let late =
        Reaction::nothing().then_after(Duration::from_secs(4), Change::Open(Box::new(preferences(&boxes))));
    desktop.on(&key("open"), late);
    desktop.on(&key("cross"), Reaction::nothing().then(Change::Close(window_key("preferences"))));
    let result = run(&desktop, &clock, setting(&["close"]));
    let pressed = |name: &str| desktop.performed().iter().filter(|one| one.element == key(name)).count();
    assert_eq!((result.ending, pressed("open")), (Ending::SubtaskComplete, 1), "{}", result.reason);
    let (desktop, clock) = editor(vec![Node::menu_item("open", "Preferences…")]);
    desktop.on(&key("open"), Reaction::nothing());
    let result = run(&desktop, &clock, setting(&["close"]));
    assert_eq!((result.ending, desktop.performed().len()), (Ending::Blocked, 1), "{}", result.reason);
    assert!(result.reason.contains("not pressed again"), "{}", result.reason);
}

#[test]
fn the_dialog_that_replaced_is_put_away_without_a_risk() {
    let (desktop, clock) = editor(vec![Node::menu_item("open", "Find and Replace…")]);
    let content = [
        Node::text_field("old", "Search for", ""),
        Node::text_field("new", "Replace with", ""),
        Node::button("all", "Replace All"),
        Node::button("away", "Close"),
        Node::text("count", "0 replaced"),
    ];
    let dialog = WindowState::new("replace", "Find and Replace", "Notes", APP);
    opens(&desktop, "open", dialog.modal_dialog().containing(content));
    let replaced = Change::Text(key("text"), "The color of the sky.\n".into());
    let told = Change::Rename(key("count"), "1 replaced".into());
    desktop.on(&key("all"), Reaction::usual().then(replaced).then(told));
    desktop.on(&key("away"), Reaction::usual().then(Change::Close(window_key("replace"))));
    let subtask = json!({
        "goal": "Put the new word wherever the old word stands in the text.",
        "inputs": {"old word": "colour", "new word": "color"},
        "verification": ["text \"colour\" is not shown"],
        "allowed_risks": ["overwrite"],
    });
    let result = run(&desktop, &clock, subtask);
    assert_eq!((result.ending, result.actions_taken), (Ending::SubtaskComplete, 5), "{}", result.reason);
}

#[test]
fn menus_that_tell_nothing_until_they_are_open_are_named() {
    let (desktop, clock) = editor(Vec::new());
    desktop.apply(Change::Edit(key("edit"), |menu| {
        menu.routes =
            vec![Route::quiet(ActionKind::Click, RouteKind::NativeAction).disturbing(Disturbance::Grab)];
    }));
    let subtask = json!({"goal": "Make a new folder.", "verification": ["text \"Drafts\" is shown"]});
    let result = run(&desktop, &clock, subtask);
    assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 0), "{}", result.reason);
    assert!(result.reason.contains("the menus Edit tell their commands only when they are open"));
    assert!(desktop.performed().is_empty());
}
