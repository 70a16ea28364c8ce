//! Waiting, in fake time: what ends it, what does not, and what it says then.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and ends")]

mod stage;

use std::sync::Arc;
use std::time::Duration;

use surehand_core::clock::{Cancel, Clock, Moment};
use surehand_core::code::Code;
use surehand_core::desktop::LockState;
use surehand_core::engine::{Target, Until, WaitRequest, Waited};
use surehand_core::error::Result;
use surehand_memory::{Change, Fault, Faulty, Method, Node, Parent, WindowState, key, window_key};

use stage::{Stage, target};

const MS: fn(u64) -> Duration = Duration::from_millis;

fn stage() -> Stage {
    Stage::new([
        Node::text("status", "Loading"),
        Node::text_field("name", "Name", "Ada"),
        Node::password_field("secret", "Secret", "hunter2"),
    ])
}

fn request(until: Option<Until>) -> WaitRequest {
    WaitRequest { target: target(), timeout: MS(10_000), until }
}

fn appears(text: &str) -> Option<Until> {
    Some(Until::Appears(text.to_owned()))
}

fn vanishes(text: &str) -> Option<Until> {
    Some(Until::Vanishes(text.to_owned()))
}

fn wait(stage: &Stage, until: Option<Until>) -> Waited {
    stage.engine.wait(&request(until), &Cancel::new()).expect("an answer")
}

/// Whether it changed, whether the time was up, and when it ended.
fn ended(stage: &Stage, waited: &Waited) -> (bool, bool, u64) {
    let at = stage.clock.now().since_start().as_millis();
    (waited.changed, waited.timed_out, u64::try_from(at).expect("soon"))
}

#[test]
fn a_change_ends_it_after_a_short_quiet() {
    let stage = stage();
    stage.desktop.schedule(MS(3_000), Change::Rename(key("status"), "Ready".to_owned()));
    let waited = wait(&stage, None);
    let (changed, timed_out, at) = ended(&stage, &waited);
    assert!(changed && !timed_out && (3_000..3_400).contains(&at), "{at}");
    assert!(
        waited.observation.screen_text.contains(&"Ready".to_owned()),
        "{:?}",
        waited.observation.screen_text
    );
    assert_eq!(waited.observation.fields.len(), 2);
    assert!(waited.observation.total > 0 && !waited.observation.candidates.is_empty());
}

#[test]
fn nothing_happens_and_the_time_is_up() {
    let stage = stage();
    let waited = wait(&stage, None);
    assert_eq!(ended(&stage, &waited), (false, true, 10_000));
}

#[test]
fn what_flickers_or_is_known_to_move_by_itself_is_no_change() {
    let stage = stage();
    stage.desktop.schedule(MS(1_000), Change::Show(key("name"), false));
    stage.desktop.schedule(MS(1_060), Change::Show(key("name"), true));
    assert!(wait(&stage, None).timed_out);

    stage.desktop.every(MS(400), Change::Tick(key("status")));
    for _ in 0..4 {
        stage.id("replace the whole text of TextField \"Name\"");
        stage.pass(500);
    }
    let waited = wait(&stage, None);
    assert!(waited.timed_out && !waited.changed, "a clock ticks");
}

#[test]
fn a_text_is_waited_for_wherever_it_is_shown() {
    let dialog = || WindowState::new("dialog", "Export finished", "Forms", stage::APP);
    for (text, change) in [
        ("All saved", Change::Rename(key("status"), "All  saved\nnow".to_owned())),
        ("Grace", Change::Text(key("name"), "Grace Hopper".to_owned())),
        (
            "Details",
            Change::Add(Parent::Window(window_key("form")), 9, Box::new(Node::button("more", "Details…"))),
        ),
        ("finished", Change::Open(Box::new(dialog()))),
        ("Form 2", Change::Retitle(window_key("form"), "*Form 2".to_owned())),
    ] {
        let stage = stage();
        stage.desktop.schedule(MS(2_000), Change::Rename(key("status"), "Nearly".to_owned()));
        stage.desktop.schedule(MS(5_000), change);
        let waited = wait(&stage, appears(text));
        let (changed, timed_out, at) = ended(&stage, &waited);
        assert!(changed && !timed_out && (5_000..5_100).contains(&at), "{text}: {at}");
    }
}

#[test]
fn a_change_that_nobody_tells_of_is_found_all_the_same() {
    let stage = stage();
    let rename = surehand_memory::Reaction::nothing()
        .silent()
        .then_after(MS(4_000), Change::Rename(key("status"), "Ready".to_owned()));
    stage.desktop.on_next(&key("name"), rename);
    let _ = stage.do_it("replace the whole text of TextField \"Name\"", Some("x"));
    let waited = wait(&stage, appears("Ready"));
    assert!(waited.changed && !waited.timed_out);
}

#[test]
fn case_counts_and_what_is_hidden_is_never_searched() {
    let stage = stage();
    for text in ["loading", "hunter2"] {
        assert!(wait(&stage, appears(text)).timed_out, "{text}");
    }
}

#[test]
fn what_is_so_already_ends_it_at_once() {
    let stage = stage();
    assert_eq!(ended(&stage, &wait(&stage, appears("Loading"))), (false, false, 0));
    assert_eq!(ended(&stage, &wait(&stage, vanishes("Saving"))), (false, false, 0));
}

#[test]
fn a_text_has_vanished_when_it_stays_away() {
    let stage = stage();
    for (at, text) in [(1_000, "Idle"), (1_050, "Loading"), (4_000, "Idle")] {
        stage.desktop.schedule(MS(at), Change::Rename(key("status"), text.to_owned()));
    }
    let (changed, timed_out, at) = ended(&stage, &wait(&stage, vanishes("Loading")));
    assert!(changed && !timed_out && (4_000..4_400).contains(&at), "{at}");
}

#[test]
fn the_end_of_a_dialog_waited_for_by_its_number_is_seen() {
    let stage = stage();
    stage.desktop.open(
        WindowState::new("progress", "Saving", "Forms", stage::APP)
            .containing([Node::text("copying", "Copying")]),
    );
    let windows = stage.engine.windows(None, &Cancel::new()).expect("windows");
    let number = windows.iter().find(|window| window.title == "Saving").expect("it").id;
    stage.desktop.schedule(MS(2_500), Change::Close(window_key("progress")));
    let target = Target { window_id: Some(number), ..Target::default() };
    let request = WaitRequest { target, ..request(vanishes("Copying")) };
    let waited = stage.engine.wait(&request, &Cancel::new()).expect("an answer");
    assert!(waited.changed && !waited.timed_out);
    assert_eq!(waited.observation.window.window.title, "Form");
}

#[test]
fn the_end_of_the_app_is_an_error() {
    let stage = stage();
    stage.desktop.schedule(MS(1_500), Change::Quit(stage::APP));
    let error = stage.engine.wait(&request(None), &Cancel::new()).expect_err("it ended");
    assert!(matches!(error.code, Code::WindowNotFound | Code::AppGone), "{error:?}");
    assert!(stage.clock.now() < Moment::at(MS(4_000)));
}

#[test]
fn a_busy_app_is_waited_for_and_one_that_never_answers_is_an_error() {
    let stage = stage();
    let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
    let engine = Stage::engine(&faulty, &stage.clock);
    // The first reading is answered, the next hangs for its five seconds.
    faulty.next(Method::Snapshot, Fault::Slow(MS(1)));
    faulty.next(Method::Snapshot, Fault::Hangs);
    stage.desktop.schedule(MS(2_000), Change::Rename(key("status"), "Ready".to_owned()));
    let waited = engine.wait(&request(appears("Ready")), &Cancel::new()).expect("an answer");
    assert!(!waited.timed_out && waited.changed);

    for _ in 0..5 {
        faulty.next(Method::Snapshot, Fault::Hangs);
    }
    let error = engine.wait(&request(appears("Nothing")), &Cancel::new()).expect_err("no answer");
    assert_eq!(error.code, Code::DesktopTimeout);
}

#[test]
fn it_may_be_cancelled_and_does_not_look_past_a_locked_screen() {
    let stage = stage();
    let cancel = Cancel::new();
    cancel.cancel();
    let code = |result: Result<Waited>| result.map(|_| ()).map_err(|error| error.code);
    assert_eq!(code(stage.engine.wait(&request(None), &cancel)), Err(Code::Cancelled));
    stage.desktop.lock(Ok(LockState::Locked));
    assert_eq!(code(stage.engine.wait(&request(None), &Cancel::new())), Err(Code::ScreenLocked));
    assert!(stage.desktop.performed().is_empty());
}
