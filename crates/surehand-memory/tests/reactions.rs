//! Scripted apps: late, reverting, rewriting and lying ones, in the time of a fake clock.

use std::sync::Arc;
use std::time::Duration;

use surehand_core::action::ActionKind;
use surehand_core::clock::{Cancel, Clock, Deadline, Moment, Wake};
use surehand_core::code::Code;
use surehand_core::desktop::{Desktop, LockState, MenuCommand, Payload, Reply};
use surehand_core::element::{Checked, ElementKey};
use surehand_core::error::{Error, Result};
use surehand_core::route::{Route, RouteKind};
use surehand_core::snapshot::SnapshotBounds;
use surehand_memory::{
    Change, Fault, Faulty, MemoryDesktop, Method, Node, Parent, Reaction, WindowState, key, window_key,
};
use surehand_testkit::clock::FakeClock;

const CLICK: Route = Route::quiet(ActionKind::Click, RouteKind::NativeAction);
const SET: Route = Route::quiet(ActionKind::SetValue, RouteKind::EditableText);

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// A form with a name, a save button and a status text, in the background.
fn form() -> (Arc<FakeClock>, Arc<MemoryDesktop>) {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("form", "Form", "Forms", 7).containing([
        Node::text_field("name", "Name", ""),
        Node::button("save", "Save"),
        Node::text("status", "Ready"),
    ]));
    (clock, desktop)
}

fn deadline(clock: &FakeClock) -> Deadline {
    Deadline::new(clock.now().plus(Duration::from_secs(5)))
}

fn click(clock: &FakeClock, desktop: &dyn Desktop) -> Result<Reply> {
    desktop.perform(&key("save"), &CLICK, &Payload::Nothing, &deadline(clock))
}

fn enter(clock: &FakeClock, desktop: &dyn Desktop, text: &str) -> Result<Reply> {
    desktop.perform(&key("name"), &SET, &Payload::Text(text.to_owned()), &deadline(clock))
}

fn name_of(desktop: &MemoryDesktop, element: &str) -> Option<String> {
    desktop.element(&key(element)).map(|element| element.name)
}

#[test]
fn a_late_reaction_wakes_whoever_waits_at_its_moment() {
    let (clock, desktop) = form();
    let status = Change::Rename(key("status"), "Saved".to_owned());
    desktop.on(&key("save"), Reaction::usual().late(milliseconds(250)).then(status));
    let signal = desktop.change_signal(&window_key("form"));
    let seen = signal.count();
    assert_eq!(click(&clock, &*desktop), Ok(Reply::Accepted));
    assert_eq!(clock.wait(&signal, seen, clock.now().plus(milliseconds(249))), Wake::TimeIsUp);
    assert_eq!(desktop.presses(&key("save")), 0);
    assert_eq!(clock.wait(&signal, seen, clock.now().plus(milliseconds(800))), Wake::Changed);
    assert_eq!(clock.now(), Moment::at(milliseconds(250)));
    assert_eq!((desktop.presses(&key("save")), name_of(&desktop, "status")), (1, Some("Saved".to_owned())));
}

#[test]
fn without_anybody_to_drive_it_the_change_is_there_at_the_next_call() {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    desktop.open(WindowState::new("form", "Form", "Forms", 7).containing([Node::text("status", "Ready")]));
    desktop.schedule(milliseconds(100), Change::Rename(key("status"), "Done".to_owned()));
    clock.advance(milliseconds(99));
    assert_eq!(name_of(&desktop, "status").as_deref(), Some("Ready"));
    clock.advance(milliseconds(1));
    assert_eq!(name_of(&desktop, "status").as_deref(), Some("Done"));
}

#[test]
fn a_value_reverts_after_its_time() {
    let (clock, desktop) = form();
    desktop.on(&key("name"), Reaction::usual().late(milliseconds(20)).reverting(milliseconds(300)));
    enter(&clock, &*desktop, "Grace").unwrap();
    for (at, text) in [(0, ""), (20, "Grace"), (319, "Grace"), (320, "")] {
        clock.advance(Moment::at(milliseconds(at)).since(clock.now()));
        assert_eq!(desktop.text(&key("name")).as_deref(), Some(text), "at {at} ms");
    }
}

#[test]
fn validation_rewrites_at_once_or_later_and_a_queue_comes_before_the_rule() {
    let (clock, desktop) = form();
    let trimmed = |text: &str| text.trim().to_owned();
    desktop.on(&key("name"), Reaction::usual().rewriting(trimmed));
    let upper = Change::Rewrite(key("name"), str::to_uppercase);
    desktop.on_next(&key("name"), Reaction::usual().then_after(milliseconds(300), upper));
    enter(&clock, &*desktop, " Ada ").unwrap();
    assert_eq!(desktop.text(&key("name")).as_deref(), Some(" Ada "));
    clock.advance(milliseconds(300));
    assert_eq!(desktop.text(&key("name")).as_deref(), Some(" ADA "));
    enter(&clock, &*desktop, " Ada ").unwrap();
    assert_eq!(desktop.text(&key("name")).as_deref(), Some("Ada"));
}

#[test]
fn an_app_may_lie_decline_or_be_silent() {
    let (clock, desktop) = form();
    let signal = desktop.change_signal(&window_key("form"));
    let seen = signal.count();
    desktop.on_next(&key("name"), Reaction::nothing());
    desktop.on_next(&key("name"), Reaction::declined());
    desktop.on_next(&key("name"), Reaction::usual().silent());
    assert_eq!(enter(&clock, &*desktop, "x"), Ok(Reply::Accepted));
    assert_eq!(enter(&clock, &*desktop, "x"), Ok(Reply::Declined));
    assert_eq!(desktop.text(&key("name")).as_deref(), Some(""));
    assert_eq!(enter(&clock, &*desktop, "x"), Ok(Reply::Accepted));
    assert_eq!(desktop.text(&key("name")).as_deref(), Some("x"));
    assert_eq!(signal.count(), seen);
    desktop.apply(Change::Enable(key("save"), false));
    assert_eq!(click(&clock, &*desktop), Ok(Reply::Declined));
    assert_eq!((desktop.presses(&key("save")), desktop.performed().len()), (0, 4));
}

#[test]
fn what_ticks_is_heard_with_its_moments() {
    let (clock, desktop) = form();
    desktop.every(milliseconds(100), Change::Tick(key("status")));
    let signal = desktop.change_signal(&window_key("form"));
    let begin = clock.now();
    clock.advance(milliseconds(1_050));
    assert_eq!(name_of(&desktop, "status").as_deref(), Some("10"));
    let heard = signal.heard_between(begin, clock.now());
    assert_eq!((heard.len(), heard[3].0), (10, Moment::at(milliseconds(400))));
}

#[test]
fn windows_open_close_and_push_themselves_to_the_front() {
    let (clock, desktop) = form();
    desktop.open_in_front(WindowState::new("editor", "Editor", "Editor", 8));
    let question = WindowState::new("question", "Really?", "Forms", 7).modal_dialog();
    desktop.on_next(&key("save"), Reaction::usual().then(Change::Open(Box::new(question))));
    desktop.on_next(&key("save"), Reaction::usual().then(Change::Front(window_key("form"))));
    desktop.on_next(&key("save"), Reaction::usual().then(Change::Close(window_key("form"))));
    let titles = || {
        let windows = desktop.windows(&deadline(&clock)).unwrap();
        windows.into_iter().map(|window| window.title).collect::<Vec<_>>()
    };
    let foreground = || desktop.foreground(&deadline(&clock)).unwrap();
    click(&clock, &*desktop).unwrap();
    assert_eq!(
        (titles(), foreground()),
        (vec!["Editor".into(), "Really?".into(), "Form".into()], Some(window_key("editor")))
    );
    click(&clock, &*desktop).unwrap();
    assert_eq!(foreground(), Some(window_key("form")));
    desktop.put_back(&window_key("editor"), &deadline(&clock)).unwrap();
    assert_eq!(foreground(), Some(window_key("editor")));
    click(&clock, &*desktop).unwrap();
    let read = desktop.snapshot(&window_key("form"), &SnapshotBounds::default(), &deadline(&clock));
    assert_eq!(read.err().map(|error| error.code), Some(Code::WindowNotFound));
    desktop.apply(Change::Quit(7));
    let probed = desktop.probe(&[key("save")], &deadline(&clock));
    assert_eq!(probed.err().map(|error| error.code), Some(Code::AppGone));
    assert_eq!(click(&clock, &*desktop).err().map(|error| error.code), Some(Code::AppGone));
}

#[test]
fn controls_come_go_and_change_places() {
    let (clock, desktop) = form();
    let names = || {
        let read = desktop.snapshot(&window_key("form"), &SnapshotBounds::default(), &deadline(&clock));
        read.unwrap().elements().iter().map(|element| element.name.clone()).collect::<Vec<_>>()
    };
    let twin = Node::group("more", "More").below([Node::button("twin", "Twin")]);
    desktop.apply(Change::Add(Parent::Window(window_key("form")), 1, Box::new(twin)));
    assert_eq!(names(), ["Name", "More", "Twin", "Save", "Ready"]);
    desktop.apply(Change::Swap(key("twin"), key("save")));
    assert_eq!(names(), ["Name", "More", "Save", "Twin", "Ready"]);
    desktop.apply(Change::Remove(key("more")));
    assert_eq!(names(), ["Name", "Twin", "Ready"]);
    desktop.apply(Change::Focus(key("name")));
    assert!(desktop.element(&key("name")).is_some_and(|name| name.state.focused));
}

#[test]
fn one_of_several_is_on() {
    let (clock, desktop) = form();
    let radio = |name: &str, checked| Node::radio_button(name, name, checked);
    let choices = Node::group("choices", "").below([radio("a", Checked::On), radio("b", Checked::Off)]);
    desktop.apply(Change::Add(Parent::Window(window_key("form")), 9, Box::new(choices)));
    desktop.perform(&key("b"), &CLICK, &Payload::Nothing, &deadline(&clock)).unwrap();
    let checked = |name| desktop.element(&key(name)).and_then(|element| element.state.checked);
    assert_eq!((checked("a"), checked("b")), (Some(Checked::Off), Some(Checked::On)));
}

#[test]
fn the_user_the_locker_and_exported_commands() {
    let (clock, desktop) = form();
    assert!(desktop.user_idle(&deadline(&clock)).unwrap() > Duration::from_secs(60));
    desktop.user_acts();
    clock.advance(milliseconds(700));
    assert_eq!(desktop.user_idle(&deadline(&clock)), Ok(milliseconds(700)));
    desktop.lock(Ok(LockState::Locked));
    assert_eq!(desktop.lock_state(&deadline(&clock)), Ok(LockState::Locked));
    let command = MenuCommand { key: "app.quit".into(), enabled: true, ..MenuCommand::default() };
    desktop.export_command(7, command.clone(), vec![Change::Quit(7)]);
    assert_eq!(desktop.menu_commands(&window_key("form"), &deadline(&clock)), Ok(vec![command]));
    desktop.run_menu_command(&window_key("form"), "app.quit", &deadline(&clock)).unwrap();
    assert_eq!(desktop.windows(&deadline(&clock)), Ok(Vec::new()));
}

#[test]
fn nobody_waits_for_a_cancelled_call() {
    let (clock, desktop) = form();
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Deadline { cancel, ..deadline(&clock) };
    assert_eq!(desktop.windows(&cancelled).err().map(|error| error.code), Some(Code::Cancelled));
}

#[test]
fn a_fault_meets_one_call_and_says_whether_it_was_sent() {
    let (clock, desktop) = form();
    let faulty = Faulty::new(desktop.clone(), clock.clone());
    let told = |answer: Result<Reply>| answer.map_err(|error| (error.code, error.may_have_happened));
    let presses = || desktop.presses(&key("save"));
    faulty.next(Method::Perform, Fault::Hangs);
    faulty.next(Method::Perform, Fault::HangsAfter);
    faulty.next(Method::Perform, Fault::app_gone_after());
    faulty.next(Method::Perform, Fault::Fails(Error::new(Code::DesktopError, "broken")));
    let started = clock.now();
    assert_eq!(told(click(&clock, &faulty)), Err((Code::DesktopTimeout, false)));
    assert_eq!((presses(), clock.now().since(started)), (0, Duration::from_secs(5)));
    assert_eq!(told(click(&clock, &faulty)), Err((Code::DesktopTimeout, true)));
    assert_eq!(told(click(&clock, &faulty)), Err((Code::AppGone, true)));
    assert_eq!(told(click(&clock, &faulty)), Err((Code::DesktopError, false)));
    assert_eq!((presses(), faulty.left()), (2, 0));
    assert_eq!(told(click(&clock, &faulty)), Ok(Reply::Accepted));
    assert_eq!(presses(), 3);
}

#[test]
fn a_reading_may_be_slow_cut_or_overtaken() {
    let (clock, desktop) = form();
    let faulty = Faulty::new(desktop.clone(), clock.clone());
    let read = || faulty.snapshot(&window_key("form"), &SnapshotBounds::default(), &deadline(&clock));
    faulty.next(Method::Snapshot, Fault::Cut(1));
    let cut = read().unwrap();
    assert_eq!((cut.elements().len(), cut.left_out.elements, cut.left_out.out_of_time), (1, 2, true));
    faulty.next(Method::Snapshot, Fault::Slow(milliseconds(400)));
    read().unwrap();
    assert_eq!(clock.now(), Moment::at(milliseconds(400)));
    faulty.next(Method::Snapshot, Fault::Slow(Duration::from_secs(60)));
    assert_eq!(read().err().map(|error| error.code), Some(Code::DesktopTimeout));
    let app = desktop.clone();
    faulty.next(Method::Snapshot, Fault::meanwhile(move || app.apply(Change::Remove(key("save")))));
    assert!(read().unwrap().element(&ElementKey::new("save")).is_none());
}
