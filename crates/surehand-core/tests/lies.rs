//! Apps that lie, late apps and moving ones, in the time of a fake clock: what must never be answered, and what may.
//!
//! Each test is named after what the app does. The same behaviours run on real toolkits elsewhere; here every moment is
//! exact.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and ends")]

#[path = "lies/losses.rs"]
mod losses;
mod stage;

use std::sync::Arc;
use std::time::Duration;

use stage::{APP, Stage, step};
use surehand_core::clock::{Cancel, Clock as _, Deadline};
use surehand_core::code::Code;
use surehand_core::desktop::Desktop as _;
use surehand_core::element::{Bounds, Checked, ElementKey};
use surehand_core::engine::{StepReport, StepRequest};
use surehand_core::error::Error;
use surehand_core::outcome::Status;
use surehand_memory::{Change, Fault, Faulty, Method, Node, Parent, Reaction, WindowState, key, window_key};

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn form() -> Vec<Node> {
    vec![
        Node::text_field("name", "Name", ""),
        Node::text_field("email", "Email", "ada@example.com"),
        Node::check_box("news", "Send newsletter", Checked::Off),
        Node::combo_box("size", "Size", &["Small", "Medium", "Large"], "Small"),
        Node::slider("volume", "Volume", 20.0, 0.0, 100.0),
        Node::button("save", "Save"),
        Node::text("status", "Ready"),
    ]
}

const SET_NAME: &str = "replace the whole text of TextField \"Name\"";
const SET_EMAIL: &str = "replace the whole text of TextField \"Email\"";
const NEWS: &str = "turn on CheckBox \"Send newsletter\"";
const NIGHT: &str = "turn on Switch \"Night light\"";
const SAVE: &str = "click Button \"Save\"";

/// The status label shows that a save happened.
fn shows_saved() -> Change {
    Change::Rename(key("status"), "Saved".into())
}

#[track_caller]
fn assert_status(stage: &Stage, does: &str, text: Option<&str>, expected: Status) {
    let report = stage.do_it(does, text);
    assert_eq!(report.outcome.status(), expected, "{}", report.outcome.message());
}

#[test]
fn an_honest_form_is_done_with_exact_evidence() {
    let stage = Stage::new(form());
    let text = "  Grace\tHopper \né✓漢字😀";
    let report = stage.do_it(SET_NAME, Some(text));
    assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(text));
    assert!(
        report.verification.is_some_and(|verification| verification.exact && verification.snapshots >= 2)
    );
    assert_eq!(report.change.expect("a change").fields_changed.len(), 1);
    assert_status(&stage, NEWS, None, Status::Done);
    assert_status(&stage, "set Slider \"Volume\"", Some("42"), Status::Done);
    assert_status(&stage, "choose \"Large\" in ComboBox \"Size\"", None, Status::Done);
}

#[test]
fn what_the_app_rewrites_is_a_mismatch() {
    let rewrites: [fn(&str) -> String; 5] = [
        |text| text.trim().to_owned(),
        str::to_uppercase,
        |text| text.chars().take(text.chars().count().saturating_sub(1)).collect(),
        |text| format!("{text}{text}"),
        |text| format!("{text}pper"),
    ];
    for (number, rewrite) in rewrites.into_iter().enumerate() {
        let stage = Stage::new(form());
        stage.desktop.on(&key("name"), Reaction::usual().rewriting(rewrite));
        let report = stage.do_it(SET_NAME, Some(" grace "));
        assert_eq!(
            report.outcome.status(),
            Status::Mismatch,
            "rewrite {number}: {}",
            report.outcome.message()
        );
    }
}

#[test]
fn a_value_that_reverts_within_the_window_is_a_mismatch_and_later_is_told_by_the_next_read() {
    for (after, expected) in [(50, Status::Mismatch), (300, Status::Mismatch), (1_500, Status::Done)] {
        for (element, does, text) in [("name", SET_NAME, Some("Grace")), ("news", NEWS, None)] {
            let stage = Stage::new(form());
            stage.desktop.on(&key(element), Reaction::usual().reverting(milliseconds(after)));
            let report = stage.do_it(does, text);
            assert_eq!(
                report.outcome.status(),
                expected,
                "{element} after {after} ms: {}",
                report.outcome.message()
            );
        }
    }
}

#[test]
fn a_revert_that_comes_while_the_chain_still_runs_is_that_step_s_mismatch() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("name"), Reaction::usual().reverting(milliseconds(1_500)));
    // The second field takes two seconds to be reached because its app is slow to show the text.
    stage.desktop.on(&key("email"), Reaction::usual().late(milliseconds(700)));
    stage.desktop.on(&key("volume"), Reaction::usual().late(milliseconds(700)));
    let steps = [
        step(&stage.id(SET_NAME), Some("Grace")),
        step(&stage.id(SET_EMAIL), Some("g@example.com")),
        step(&stage.id("set Slider \"Volume\""), Some("42")),
    ];
    let report = stage.chain(&steps);
    let statuses: Vec<Status> = report.steps.iter().map(|step| step.outcome.status()).collect();
    assert_eq!(statuses, [Status::Mismatch, Status::Done, Status::Done]);
    assert_eq!(report.deciding().map(|step| step.outcome.status()), Some(Status::Mismatch));
}

/// A switch that may tell a tick which it does not have.
fn doubtful_switch() -> Stage {
    let bounds = Bounds { x: 10, y: 10, width: 40, height: 20 };
    let switch = Node::switch("night", "Night light", Checked::Off).with(|switch| {
        switch.state.hearsay = true;
        switch.bounds = Some(bounds);
    });
    Stage::new([switch, Node::button("save", "Save")])
}

#[test]
fn a_tick_that_may_be_told_wrong_counts_when_it_is_shown() {
    let night = key("night");
    for (stuck, late, expected) in
        [(vec![], 0, Status::Done), (vec![], 300, Status::Done), (vec![night.clone()], 0, Status::Unverified)]
    {
        let stage = doubtful_switch();
        stage.desktop.draw(&stuck);
        stage.desktop.on(&night, Reaction::usual().late(milliseconds(late)));
        assert_status(&stage, NIGHT, None, expected);
        assert_eq!(stage.desktop.performed().len(), 1, "and is not tried again");
    }
    // What it shows alone is no proof either.
    let stage = doubtful_switch();
    stage.desktop.draw(&[]);
    stage.desktop.on(&night, Reaction::usual().reverting(milliseconds(100)));
    assert_status(&stage, NIGHT, None, Status::Mismatch);
    // A window that closes takes its word with it.
    let stage = doubtful_switch();
    stage.desktop.draw(&[key("night")]);
    stage
        .desktop
        .on(&key("night"), Reaction::usual().then_after(milliseconds(30), Change::Close(window_key("form"))));
    let outcome = stage.do_it(NIGHT, None).outcome;
    assert_eq!(outcome.status(), Status::Failed, "{}", outcome.message());
    // Nor is what it says without a picture, or when it says so before anything was done.
    let stage = doubtful_switch();
    assert_status(&stage, NIGHT, None, Status::Unverified);
    let stage = doubtful_switch();
    let id = stage.id(NIGHT);
    stage.desktop.apply(Change::Check(night, Checked::On));
    let outcome = stage.act(&id, None).outcome;
    assert_eq!(outcome.status(), Status::Unverified, "{}", outcome.message());
    assert!(stage.desktop.performed().is_empty());
}

#[test]
fn what_says_yes_and_does_nothing_has_no_effect() {
    for (element, does, text) in
        [("name", SET_NAME, Some("Grace")), ("news", NEWS, None), ("save", SAVE, None)]
    {
        let stage = Stage::new(form());
        stage.desktop.on(&key(element), Reaction::nothing());
        assert_status(&stage, does, text, Status::NoEffect);
        assert!(stage.desktop.performed().len() <= 1, "it is not tried again");
    }
}

#[test]
fn no_effect_takes_at_least_800_ms_and_five_reads() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::nothing());
    let report = stage.do_it(SAVE, None);
    assert!(report.elapsed >= milliseconds(800), "{:?}", report.elapsed);
    assert!(report.verification.is_some_and(|verification| verification.snapshots >= 6));
    assert!(report.outcome.message().contains("late"), "{}", report.outcome.message());
}

#[test]
fn what_moves_by_itself_is_not_the_effect_of_a_dead_button() {
    // Watched before, or never: cold means that the act is the first thing that ever reads the window.
    for (interval, watched) in
        [100, 300, 400, 700, 1_000].into_iter().flat_map(|every| [(every, 0), (every, 3_500)])
    {
        for ticking in ["clock", "field"] {
            let mut content = form();
            content.push(Node::text("clock", "0"));
            content.push(Node::text_field("field", "Counter", "0"));
            let stage = Stage::new(content);
            stage.desktop.on(&key("save"), Reaction::nothing());
            stage.desktop.every(milliseconds(interval), Change::Tick(key(ticking)));
            let id = stage.id(SAVE);
            stage.pass(watched);
            for press in 0..6 {
                let outcome = stage.act(&id, None).outcome;
                let case = format!("{ticking} every {interval} ms after {watched} ms, press {press}");
                assert_ne!(outcome.status(), Status::Done, "{case}: {}", outcome.message());
            }
        }
    }
}

#[test]
fn a_log_that_grows_is_not_the_effect_of_a_dead_button() {
    let mut content = form();
    content.push(Node::list("log", "Log", &["one"]));
    let stage = Stage::new(content);
    stage.desktop.on(&key("save"), Reaction::nothing());
    for number in 0..60_u64 {
        let role = surehand_core::element::Role::ListItem;
        let row = Node::new(&format!("row{number}"), role, &format!("line {number}"));
        let grows = Change::Add(Parent::Element(key("log")), usize::MAX, Box::new(row));
        stage.desktop.schedule(milliseconds(400 * number), grows);
    }
    let id = stage.id(SAVE);
    for press in 0..6 {
        let outcome = stage.act(&id, None).outcome;
        assert_ne!(outcome.status(), Status::Done, "press {press}: {}", outcome.message());
    }
}

#[test]
fn a_watched_window_needs_no_second_look_and_a_new_one_only_once() {
    let stage = Stage::new(form());
    stage.desktop.on_next(&key("save"), Reaction::usual().then(shows_saved()));
    let again = Change::Rename(key("status"), "Saved 2".into());
    stage.desktop.on_next(&key("save"), Reaction::usual().then(again));
    let id = stage.id(SAVE);
    let first = stage.act(&id, None);
    assert_eq!(first.outcome.status(), Status::Done, "{}", first.outcome.message());
    let second = stage.act(&id, None);
    assert_eq!(second.outcome.status(), Status::Done, "{}", second.outcome.message());
    assert!(second.elapsed < milliseconds(100), "{:?}", second.elapsed);

    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::usual().then(shows_saved()));
    let id = stage.id(SAVE);
    stage.pass(2_500);
    let watched = stage.act(&id, None);
    assert_eq!(watched.outcome.status(), Status::Done);
    assert!(watched.elapsed < milliseconds(100), "{:?}", watched.elapsed);
}

#[test]
fn an_app_that_takes_the_front_during_a_stability_window_is_a_violation() {
    let stage = Stage::new(form());
    let comes = Reaction::usual().then_after(milliseconds(200), Change::Front(window_key("form")));
    stage.desktop.on(&key("name"), comes);
    let outcome = stage.do_it(SET_NAME, Some("Grace")).outcome;
    assert_eq!(outcome.code(), Some(Code::ForegroundViolation), "{}", outcome.message());
    assert!(outcome.message().contains("in front again"), "{}", outcome.message());
}

#[test]
fn a_window_that_closes_in_its_stability_window_is_no_done() {
    let stage = Stage::new(form());
    let closes = Reaction::usual().then_after(milliseconds(200), Change::Close(window_key("form")));
    stage.desktop.on(&key("name"), closes);
    let outcome = stage.do_it(SET_NAME, Some("Grace")).outcome;
    assert_eq!(outcome.status(), Status::Failed, "{}", outcome.message());
}

#[test]
fn a_keypad_whose_key_writes_another_character_is_not_done() {
    let keypad = |wrong: bool| {
        let mut content = vec![Node::text_field("display", "Display", "")];
        content.extend((0..10).map(|digit| Node::button(&format!("key{digit}"), &digit.to_string())));
        let stage = Stage::new(content);
        for digit in 0..10_u8 {
            let shown = if wrong && digit == 7 { "1".to_owned() } else { digit.to_string() };
            let writes = Change::Insert(key("display"), 0, shown);
            stage.desktop.on(&key(&format!("key{digit}")), Reaction::usual().then(writes));
        }
        stage.do_it("press the keys of the keypad one after the other", Some("77")).outcome
    };
    assert_eq!(keypad(false).status(), Status::Done, "{}", keypad(false).message());
    assert_eq!(keypad(true).status(), Status::Unverified, "{}", keypad(true).message());
}

/// A calculator that shows a bracket and an operator only in the number behind it, as KDE's does.
fn calculator(display: &str) -> Stage {
    let mut content = vec![Node::text_field("display", "Display", display)];
    content.extend((0..10).map(|digit| Node::button(&format!("key{digit}"), &digit.to_string())));
    content.extend([("open", "("), ("plus", "+"), ("minus", "−")].map(|(key, name)| Node::button(key, name)));
    let stage = Stage::new(content);
    for sign in ["open", "plus", "minus"] {
        stage.desktop.on(&key(sign), Reaction::nothing());
    }
    stage
}

/// What the display reads after each press of a key, one after the other.
fn presses(stage: &Stage, shown: &[(&str, &str)]) {
    for (element, text) in shown {
        let shows = Reaction::usual().then(Change::Text(key("display"), (*text).into()));
        stage.desktop.on_next(&key(element), shows);
    }
}

const KEYPAD: &str = "press the keys of the keypad one after the other";

#[test]
fn keys_that_a_calculator_keeps_to_itself_are_pressed_and_nobody_can_tell() {
    let stage = calculator("0");
    presses(&stage, &[("key4", "4"), ("key8", "48"), ("key1", "1")]);
    let outcome = stage.do_it(KEYPAD, Some("(48+1")).outcome;
    assert_eq!(outcome.status(), Status::Unverified, "{}", outcome.message());
    assert_eq!(stage.desktop.performed().len(), 5);
    // Adding a number to itself: the second one is there already.
    let stage = calculator("0");
    presses(&stage, &[("key1", "1"), ("key1", "1")]);
    let outcome = stage.do_it(KEYPAD, Some("1+1")).outcome;
    assert_eq!(outcome.status(), Status::Unverified, "{}", outcome.message());
    // A number in place of the last one is all there is to read.
    let stage = calculator("0");
    presses(&stage, &[("key4", "4"), ("key8", "48")]);
    let outcome = stage.do_it(KEYPAD, Some("48")).outcome;
    assert_eq!(outcome.status(), Status::Done, "{}", outcome.message());
    let stage = calculator("64");
    presses(&stage, &[("key4", "644"), ("key8", "6448")]);
    assert_status(&stage, KEYPAD, Some("48"), Status::Done);
    // Nothing at all was to be seen.
    let stage = calculator("0");
    assert_status(&stage, KEYPAD, Some("(("), Status::NoEffect);
}

#[test]
fn a_digit_that_does_not_show_ends_it_before_a_wrong_number_is_made() {
    let stage = calculator("0");
    presses(&stage, &[("key4", "4")]);
    stage.desktop.on(&key("key8"), Reaction::nothing());
    let outcome = stage.do_it(KEYPAD, Some("4821")).outcome;
    assert_eq!(outcome.status(), Status::Mismatch, "{}", outcome.message());
    assert_eq!(stage.desktop.performed().len(), 2);
    // A key that the app answers late or never breaks the step, not the rest of it.
    let stage = calculator("0");
    presses(&stage, &[("key4", "4")]);
    let gone = vec![(Method::Perform, Fault::Slow(Duration::ZERO)), (Method::Perform, Fault::app_gone())];
    let outcome = faulty_step(&stage, gone, KEYPAD, Some("48")).outcome;
    assert_eq!(outcome.code(), Some(Code::AppGone), "{}", outcome.message());
    assert!(outcome.message().contains("may have happened"), "{}", outcome.message());
}

#[test]
fn a_spin_button_that_shows_another_number_is_no_done() {
    let spin = Node::slider("spin", "Count", 1.0, 0.0, 10.0).with(|element| {
        element.role = surehand_core::element::Role::SpinButton;
        element.content = Some(surehand_core::element::Content::whole("2"));
    });
    let stage = Stage::new(vec![spin]);
    let report = stage.do_it("set SpinButton \"Count\"", Some("2.5"));
    assert_ne!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
}

#[test]
fn a_real_effect_is_seen_beside_a_ticking_clock() {
    let mut content = form();
    content.push(Node::text("clock", "0"));
    let stage = Stage::new(content);
    stage.desktop.on(&key("save"), Reaction::usual().late(milliseconds(120)).then(shows_saved()));
    stage.desktop.every(milliseconds(100), Change::Tick(key("clock")));
    assert_status(&stage, SAVE, None, Status::Done);
}

#[test]
fn a_late_reaction_is_waited_for_and_never_pressed_again() {
    for (late, expected) in [(250, Status::Done), (2_000, Status::NoEffect)] {
        let stage = Stage::new(form());
        stage.desktop.on(&key("save"), Reaction::usual().late(milliseconds(late)).then(shows_saved()));
        assert_status(&stage, SAVE, None, expected);
        stage.pass(5_000);
        assert_eq!(stage.desktop.presses(&key("save")), 1);
    }
}

#[test]
fn a_reaction_without_any_event_is_seen() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::usual().silent().then(shows_saved()));
    assert_status(&stage, SAVE, None, Status::Done);
    stage.desktop.on(&key("name"), Reaction::usual().silent());
    assert_status(&stage, SET_NAME, Some("Grace"), Status::Done);
}

#[test]
fn a_thousand_events_a_second_are_no_hang() {
    let stage = Stage::new(form());
    stage.desktop.every(milliseconds(1), Change::Speak(key("status")));
    stage.desktop.on(&key("save"), Reaction::nothing());
    let report = stage.do_it(SAVE, None);
    assert_eq!(report.outcome.status(), Status::NoEffect);
    assert!(report.elapsed < milliseconds(3_000), "{:?}", report.elapsed);
    assert_status(&stage, SET_NAME, Some("Grace"), Status::Done);
}

#[test]
fn a_target_that_is_renamed_between_read_and_act_is_not_acted_on() {
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    stage.desktop.apply(Change::Rename(key("save"), "Send".into()));
    assert_eq!(stage.act(&id, None).outcome.status(), Status::NotFound);
    assert_eq!(stage.desktop.presses(&key("save")), 0);
}

#[test]
fn a_target_that_is_renamed_after_the_last_reading_is_not_acted_on() {
    let stage = Stage::new(form());
    let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
    let engine = Stage::engine(&faulty, &stage.clock);
    let id = stage::id_from(&engine, SAVE);
    let desktop = Arc::clone(&stage.desktop);
    faulty.next(
        Method::Probe,
        Fault::meanwhile(move || {
            desktop.apply(Change::Rename(key("save"), "Send".into()));
        }),
    );
    let report = engine.act(&[step(&id, None)], &Cancel::new()).expect("an answer");
    let outcome = &report.steps.first().expect("a step").outcome;
    assert_eq!(outcome.status(), Status::NotFound, "{}", outcome.message());
    assert_eq!(stage.desktop.presses(&key("save")), 0);
}

#[test]
fn a_modal_dialog_between_read_and_act_is_not_acted_through() {
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    let dialog = WindowState::new("dialog", "Confirm", "Forms", APP).modal_dialog();
    stage.desktop.apply(Change::Open(Box::new(dialog.containing([Node::button("ok", "OK")]))));
    let mut by_window = step(&id, None);
    by_window.target =
        surehand_core::engine::Target { window_id: Some(window_id(&stage, "form")), ..Default::default() };
    let report = stage.chain(&[by_window]);
    let outcome = &report.steps.first().expect("a step").outcome;
    assert_eq!((outcome.status(), outcome.code()), (Status::Failed, Some(Code::BlockedByDialog)));
    // Without a window number the app's window is the dialog, which does not have the control.
    assert_eq!(stage.act(&id, None).outcome.status(), Status::NotFound);
    assert_eq!(stage.desktop.presses(&key("save")), 0);
}

fn window_id(stage: &Stage, name: &str) -> u64 {
    let windows = stage.engine.windows(None, &Cancel::new()).expect("windows");
    windows.iter().find(|window| window.key == window_key(name)).expect("the window").id
}

#[test]
fn a_dialog_that_opens_is_the_effect_and_brings_its_candidates() {
    let stage = Stage::new(form());
    let dialog = WindowState::new("dialog", "Confirm", "Forms", APP)
        .modal_dialog()
        .containing([Node::text("q", "Really?"), Node::button("ok", "OK")]);
    stage.desktop.on(&key("save"), Reaction::usual().then(Change::Open(Box::new(dialog))));
    let report = stage.do_it(SAVE, None);
    assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
    assert!(report.new_candidates.iter().any(|candidate| candidate.does == "click Button \"OK\""));
    assert_eq!(report.screen_text, ["Really?"]);
    assert_eq!(report.change.expect("a change").appeared, ["Dialog \"Confirm\""]);
}

#[test]
fn a_disabled_target_is_refused() {
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    stage.desktop.apply(Change::Enable(key("save"), false));
    let outcome = stage.act(&id, None).outcome;
    assert_eq!((outcome.status(), outcome.code()), (Status::Failed, Some(Code::NotEnabled)));
}

#[test]
fn a_window_that_closes_during_a_text_step_is_a_failure_that_may_have_happened() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("name"), Reaction::usual().then(Change::Close(window_key("form"))));
    let outcome = stage.do_it(SET_NAME, Some("Grace")).outcome;
    assert_eq!(outcome.status(), Status::Failed, "{}", outcome.message());
    assert!(matches!(outcome.code(), Some(Code::AppGone | Code::WindowNotFound)), "{:?}", outcome.code());
    assert!(outcome.message().contains("may have happened"), "{}", outcome.message());
}

#[test]
fn an_app_that_dies_during_a_step_is_never_done() {
    for (element, does, text) in
        [("name", SET_NAME, Some("Grace")), ("save", SAVE, None), ("news", NEWS, None)]
    {
        let stage = Stage::new(form());
        stage.desktop.on(&key(element), Reaction::usual().then(Change::Quit(APP)));
        let outcome = stage.do_it(does, text).outcome;
        assert_eq!(outcome.status(), Status::Failed, "{element}: {}", outcome.message());
        assert!(outcome.message().contains("may have happened"), "{element}: {}", outcome.message());
    }
}

#[test]
fn a_button_that_says_it_is_down_is_not_read_too_early() {
    let press = |reaction: Reaction| {
        let stage = Stage::new(form());
        stage.desktop.on(&key("save"), reaction);
        let report = stage.do_it(SAVE, None);
        assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
        report.verification.expect("readings").snapshots
    };
    let quiet = press(Reaction::nothing().then_after(milliseconds(30), shows_saved()));
    let down = Reaction::nothing().then(Change::Speak(key("save")));
    assert_eq!(press(down.clone().then_after(milliseconds(30), shows_saved())), quiet, "no reading in vain");
    // What shows on the button alone is seen at once.
    let renamed = down.then(Change::Rename(key("save"), "Saved".into()));
    assert!(press(renamed) <= quiet);
    // And a button that never stops talking does not keep the window from being read.
    let talking = (0..200)
        .fold(Reaction::nothing().then_after(milliseconds(30), shows_saved()), |all, turn| {
            all.then_after(milliseconds(turn * 5), Change::Speak(key("save")))
        });
    press(talking);
}

#[test]
fn what_an_ending_app_loses_first_is_no_effect() {
    let stage = Stage::new(form());
    let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
    let engine = Stage::engine(&faulty, &stage.clock);
    let id = stage::id_from(&engine, SAVE);
    let desktop = Arc::clone(&stage.desktop);
    stage.desktop.on(&key("save"), Reaction::nothing());
    // The reading of the step, one of a window that has lost a control, and none after that.
    faulty.next(Method::Snapshot, Fault::meanwhile(|| ()));
    faulty.next(Method::Snapshot, Fault::meanwhile(move || desktop.apply(Change::Remove(key("save")))));
    let desktop = Arc::clone(&stage.desktop);
    faulty.next(Method::Snapshot, Fault::meanwhile(move || desktop.apply(Change::Quit(APP))));
    let report = engine.act(&[step(&id, None)], &Cancel::new()).expect("an answer");
    let outcome = &report.steps.first().expect("a step").outcome;
    assert_eq!(outcome.code(), Some(Code::AppGone), "{}", outcome.message());
    assert!(outcome.message().contains("may have happened"), "{}", outcome.message());
}

#[test]
fn windows_of_an_app_that_has_ended_are_no_proof_that_it_lives() {
    // Its other window is listed for a moment longer, or does not answer: the first did not close as the effect.
    let gone = |code| Fault::Fails(Error::new(code, "it went away"));
    for (code, expected) in [
        (Code::AppGone, Some(Code::AppGone)),
        (Code::WindowNotFound, None),
        (Code::DesktopTimeout, Some(Code::DesktopTimeout)),
    ] {
        let stage = Stage::new(form());
        stage.desktop.open(WindowState::new("other", "", "Forms", APP));
        stage.desktop.on(&key("save"), Reaction::nothing());
        let first = if code == Code::DesktopTimeout { Fault::Hangs } else { gone(code) };
        let faults = vec![
            (Method::Snapshot, Fault::Slow(Duration::ZERO)),
            (Method::Snapshot, first),
            (Method::Snapshot, gone(Code::DesktopTimeout)),
        ];
        let outcome = faulty_step(&stage, faults, SAVE, None).outcome;
        assert_eq!(outcome.code(), expected, "{}", outcome.message());
        assert_ne!(outcome.status(), Status::Done, "{}", outcome.message());
    }
}

#[test]
fn an_app_that_is_silent_for_a_moment_as_it_ends_has_ended() {
    let silent = || Fault::Fails(Error::new(Code::DesktopTimeout, "the app does not answer any more"));
    for (risky, does) in [("quit", "click Button \"Quit\""), ("save", SAVE)] {
        let stage = Stage::new(vec![Node::button("quit", "Quit"), Node::button("save", "Save")]);
        stage.desktop.on(&key(risky), Reaction::nothing());
        let desktop = Arc::clone(&stage.desktop);
        let faults = vec![
            (Method::Snapshot, Fault::Slow(Duration::ZERO)),
            (Method::Snapshot, silent()),
            (Method::Snapshot, silent()),
            (Method::Snapshot, Fault::meanwhile(move || desktop.apply(Change::Quit(APP)))),
        ];
        let outcome = faulty_step(&stage, faults, does, None).outcome;
        let expected = if risky == "quit" { None } else { Some(Code::AppGone) };
        assert_eq!(outcome.code(), expected, "{risky}: {}", outcome.message());
        assert_eq!(outcome.status() == Status::Done, risky == "quit", "{risky}: {}", outcome.message());
    }
}

#[test]
fn what_an_app_loses_before_it_stops_answering_is_no_effect() {
    let stage = Stage::new(form());
    let desktop = Arc::clone(&stage.desktop);
    stage.desktop.on(&key("save"), Reaction::nothing());
    let faults = vec![
        (Method::Snapshot, Fault::Slow(Duration::ZERO)),
        (Method::Snapshot, Fault::meanwhile(move || desktop.apply(Change::Remove(key("status"))))),
        (Method::Snapshot, Fault::Hangs),
    ];
    assert_may_have_happened(&faulty_step(&stage, faults, SAVE, None));
}

#[test]
fn closing_is_an_effect_when_it_was_asked_for() {
    let stage = Stage::new(vec![Node::button("close", "Close"), Node::button("quit", "Quit")]);
    stage.desktop.open(WindowState::new("other", "Other", "Forms", APP));
    stage.desktop.on(&key("close"), Reaction::usual().then(Change::Close(window_key("form"))));
    let id = {
        let mut request = surehand_core::engine::ObserveRequest::default();
        request.target.window_id = Some(window_id(&stage, "form"));
        let seen = stage.engine.observe(&request, &Cancel::new()).expect("an observation");
        seen.candidates
            .iter()
            .find(|one| one.candidate.does == "click Button \"Close\"")
            .expect("it")
            .candidate
            .id
            .clone()
    };
    let mut close = step(&id, None);
    close.target.window_id = Some(window_id(&stage, "form"));
    let report = stage.chain(&[close]);
    let outcome = &report.steps.first().expect("a step").outcome;
    assert_eq!(outcome.status(), Status::Done, "{}", outcome.message());

    let stage = Stage::new(vec![Node::button("quit", "Quit")]);
    stage.desktop.on(&key("quit"), Reaction::usual().then(Change::Quit(APP)));
    assert_status(&stage, "click Button \"Quit\"", None, Status::Done);
}

#[test]
fn an_app_that_brings_itself_to_the_front_is_a_violation_and_put_back() {
    let stage = Stage::new(form());
    let reaction = Reaction::usual().then(shows_saved()).then(Change::Front(window_key("form")));
    stage.desktop.on(&key("save"), reaction);
    let outcome = stage.do_it(SAVE, None).outcome;
    assert_eq!(outcome.code(), Some(Code::ForegroundViolation), "{}", outcome.message());
    assert!(outcome.message().contains("in front again"), "{}", outcome.message());
}

#[test]
fn a_dialog_that_a_step_opens_in_front_is_its_effect_and_only_loses_the_front() {
    let stage = Stage::new(form());
    let dialog = WindowState::new("dialog", "Sure?", "Forms", APP).modal_dialog();
    let dialog = dialog.containing([Node::button("ok", "OK")]);
    let opens = Change::Open(Box::new(dialog));
    let reaction = Reaction::usual().then(opens).then(Change::Front(window_key("dialog")));
    stage.desktop.on(&key("save"), reaction);
    let report = stage.do_it(SAVE, None);
    let message = report.outcome.message();
    assert_eq!(report.outcome.status(), Status::Done, "{message}");
    assert!(message.contains("Sure?") && message.contains("in front again"), "{message}");
    assert!(report.new_candidates.iter().any(|one| one.does == "click Button \"OK\""));
    let front =
        stage.desktop.foreground(&Deadline::new(stage.clock.now().plus(milliseconds(9)))).expect("asked");
    assert_eq!(front, Some(window_key("letter")));
}

#[test]
fn the_window_the_user_works_in_is_left_alone_while_they_are_active() {
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    stage.desktop.apply(Change::Front(window_key("form")));
    stage.desktop.user_acts();
    let outcome = stage.act(&id, None).outcome;
    assert_eq!(outcome.code(), Some(Code::UserActive));
    stage.pass(2_500);
    stage.desktop.on(&key("save"), Reaction::usual().then(shows_saved()));
    assert_eq!(stage.act(&id, None).outcome.status(), Status::Done);
}

#[test]
fn text_that_lands_in_another_field_is_told() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("name"), Reaction::nothing().then(Change::Text(key("email"), "Grace".into())));
    let outcome = stage.do_it(SET_NAME, Some("Grace")).outcome;
    assert_eq!(outcome.status(), Status::Mismatch);
    assert!(outcome.message().contains("Email"), "{}", outcome.message());
}

/// One step on the scripted app, on which these faults come up one after the other.
fn faulty_step(stage: &Stage, faults: Vec<(Method, Fault)>, does: &str, text: Option<&str>) -> StepReport {
    let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
    let engine = Stage::engine(&faulty, &stage.clock);
    let id = stage::id_from(&engine, does);
    faults.into_iter().for_each(|(method, fault)| faulty.next(method, fault));
    let report = engine.act(&[step(&id, text)], &Cancel::new()).expect("an answer");
    report.steps.into_iter().next().expect("a step")
}

#[track_caller]
fn assert_may_have_happened(report: &StepReport) {
    let outcome = &report.outcome;
    assert_eq!(outcome.code(), Some(Code::DesktopTimeout), "{}", outcome.message());
    assert!(outcome.message().contains("may have happened"), "{}", outcome.message());
}

#[test]
fn an_app_that_stopped_before_the_step_is_no_empty_one() {
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    let stopped = |target: StepRequest| {
        let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
        let engine = Stage::engine(&faulty, &stage.clock);
        stage::observe(&engine);
        faulty.next(Method::Snapshot, Fault::Hangs);
        let error = engine.act(&[target], &Cancel::new()).expect_err("it is stopped");
        assert_eq!((error.code, error.may_have_happened), (Code::DesktopTimeout, false), "{error}");
    };
    stopped(step(&id, None));
    stopped(StepRequest { instruction: "Save".into(), candidate_id: None, ..step("", None) });
    assert!(stage.desktop.performed().is_empty(), "nothing was sent");
    assert_status(&stage, SAVE, None, Status::NoEffect);
}

#[test]
fn an_app_that_stops_in_the_middle_may_have_done_it() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::usual().then(shows_saved()));
    // The window is read before the action and, in vain, behind it.
    let stops = vec![
        (Method::Snapshot, Fault::Slow(Duration::ZERO)),
        (Method::Perform, Fault::HangsAfter),
        (Method::Snapshot, Fault::Hangs),
    ];
    assert_may_have_happened(&faulty_step(&stage, stops, SAVE, None));
    assert_eq!(stage.desktop.presses(&key("save")), 1, "and is not tried again");
    let stage = Stage::new(form());
    let stops = vec![
        (Method::Probe, Fault::Slow(Duration::ZERO)),
        (Method::Perform, Fault::HangsAfter),
        (Method::Probe, Fault::Hangs),
    ];
    assert_may_have_happened(&faulty_step(&stage, stops, SET_NAME, Some("Grace")));
    assert_eq!(stage.desktop.performed().len(), 1, "and is not tried again");
}

#[test]
fn a_clock_that_jumps_ends_a_step_and_repeats_nothing() {
    // The machine sleeps for an hour right before the action is sent, and right after.
    let hour = || Fault::Slow(Duration::from_secs(3_600));
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    let faulty = Arc::new(Faulty::new(Arc::clone(&stage.desktop), stage.clock.clone()));
    let engine = Stage::engine(&faulty, &stage.clock);
    stage::observe(&engine);
    faulty.next(Method::Foreground, hour());
    let error = engine.act(&[step(&id, None)], &Cancel::new()).expect_err("the time was over");
    assert_eq!((error.code, error.may_have_happened), (Code::DesktopTimeout, false), "{error}");
    assert!(stage.desktop.performed().is_empty(), "nothing was sent");
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::usual().then(shows_saved()));
    let after = vec![(Method::Snapshot, Fault::Slow(Duration::ZERO)), (Method::Snapshot, hour())];
    let report = faulty_step(&stage, after, SAVE, None);
    assert_ne!(report.outcome.status(), Status::NoEffect, "{}", report.outcome.message());
    assert_eq!(stage.desktop.presses(&key("save")), 1, "and is not tried again");
    assert_status(&stage, SET_NAME, Some("Grace"), Status::Done);
}

#[test]
fn an_effect_that_is_seen_counts_though_the_answer_never_came() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::usual().then(shows_saved()));
    let report = faulty_step(&stage, vec![(Method::Perform, Fault::HangsAfter)], SAVE, None);
    assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
    let report = faulty_step(&stage, vec![(Method::Perform, Fault::HangsAfter)], SET_NAME, Some("Grace"));
    assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
    // Without an effect nobody knows; a text that came out otherwise is known.
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::nothing());
    assert_may_have_happened(&faulty_step(&stage, vec![(Method::Perform, Fault::HangsAfter)], SAVE, None));
    assert_eq!(stage.desktop.performed().len(), 1);
    stage.desktop.on(&key("name"), Reaction::usual().rewriting(str::to_uppercase));
    let report = faulty_step(&stage, vec![(Method::Perform, Fault::HangsAfter)], SET_NAME, Some("Grace"));
    assert_eq!(report.outcome.status(), Status::Mismatch, "{}", report.outcome.message());
}

#[test]
fn a_dialog_that_keeps_the_answer_back_is_seen_at_once() {
    let stage = Stage::new(form());
    let dialog = WindowState::new("dialog", "Save As", "Forms", APP)
        .modal_dialog()
        .containing([Node::button("ok", "OK")]);
    let opens = Reaction::usual().unanswered().late(milliseconds(120));
    stage.desktop.on(&key("save"), opens.then(Change::Open(Box::new(dialog))));
    let report = stage.do_it(SAVE, None);
    assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
    assert!(report.new_candidates.iter().any(|one| one.does == "click Button \"OK\""));
    assert!(report.elapsed < milliseconds(700), "{:?}", report.elapsed);
    // It takes its time, as a file chooser does.
    let stage = Stage::new(form());
    let opens = Reaction::usual().unanswered().late(milliseconds(2_500));
    stage.desktop.on(&key("save"), opens.then(shows_saved()));
    assert_status(&stage, SAVE, None, Status::Done);
    let stage = Stage::new(form());
    // An app that is deaf as long as its dialog is open shows at least that it is.
    let dialog = || Box::new(WindowState::new("dialog", "Save As", "Forms", APP));
    stage.desktop.on(&key("save"), Reaction::usual().then(Change::Open(dialog())));
    let deaf = vec![(Method::Snapshot, Fault::Slow(Duration::ZERO)), (Method::Snapshot, Fault::Hangs)];
    let report = faulty_step(&stage, deaf, SAVE, None);
    assert_eq!(report.outcome.status(), Status::Done, "{}", report.outcome.message());
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::nothing().unanswered());
    let report = stage.do_it(SAVE, None);
    assert_may_have_happened(&report);
    assert_eq!(stage.desktop.performed().len(), 1, "and is not tried again");
}

fn rows(first: &str, second: &str) -> Vec<Node> {
    let row = |name: &str, text: &str| {
        let cell = Node::text(&format!("{name}-text"), text);
        let remove = Node::button(&format!("{name}-remove"), "Remove");
        Node::new(name, surehand_core::element::Role::ListItem, "").below([cell, remove])
    };
    vec![
        Node::new("list", surehand_core::element::Role::List, "Bills")
            .below([row("one", first), row("two", second)]),
    ]
}

fn remove_of(stage: &Stage, row: &str) -> String {
    stage.id(&format!("click Button \"Remove\" in the row of \"{row}\""))
}

#[test]
fn an_id_never_moves_to_a_twin() {
    let pressed = |stage: &Stage, element: &str| stage.desktop.presses(&key(element));
    // Re-ordered rows: the control it was issued for, wherever it is now.
    let stage = Stage::new(rows("Rent", "Food"));
    let id = remove_of(&stage, "Food");
    stage.desktop.apply(Change::Swap(key("one"), key("two")));
    stage.act(&id, None);
    assert_eq!((pressed(&stage, "one-remove"), pressed(&stage, "two-remove")), (0, 1));
    // Recycled objects: the rows change their texts. The other object is the row of "Food" now.
    let stage = Stage::new(rows("Rent", "Food"));
    let id = remove_of(&stage, "Food");
    stage.desktop.apply(Change::Rename(key("one-text"), "Food".into()));
    stage.desktop.apply(Change::Rename(key("two-text"), "Rent".into()));
    let outcome = stage.act(&id, None).outcome;
    assert_eq!(pressed(&stage, "two-remove"), 0, "{}", outcome.message());
    // A twin is inserted before it.
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    let twin = Node::button("twin", "Save");
    stage.desktop.apply(Change::Add(Parent::Window(window_key("form")), 0, Box::new(twin)));
    stage.act(&id, None);
    assert_eq!(pressed(&stage, "twin"), 0);
    // It goes and a twin comes elsewhere.
    let stage = Stage::new(form());
    let id = stage.id(SAVE);
    stage.desktop.apply(Change::Remove(key("save")));
    let twin = Node::button("twin", "Save");
    stage.desktop.apply(Change::Add(Parent::Window(window_key("form")), 0, Box::new(twin)));
    assert_eq!(stage.act(&id, None).outcome.status(), Status::NotFound);
    assert_eq!(pressed(&stage, "twin"), 0);
}

#[test]
fn appending_keeps_what_is_there_and_inserting_is_whole() {
    let note = || vec![Node::text_area("note", "Note", "todo:\n")];
    let stage = Stage::new(note());
    assert_status(&stage, "add to the end of TextArea \"Note\"", Some("buy milk"), Status::Done);
    assert_eq!(stage.desktop.text(&key("note")).as_deref(), Some("todo:\nbuy milk"));
    // A part arrives: never called done, and never written twice.
    let stage = Stage::new(note());
    stage.desktop.on(&key("note"), Reaction::usual().rewriting(|text| text.chars().take(9).collect()));
    assert_status(&stage, "add to the end of TextArea \"Note\"", Some("buy milk"), Status::Mismatch);
    assert_eq!(stage.desktop.performed().len(), 1);
}

#[test]
fn a_step_that_raises_loses_no_earlier_one() {
    let stage = Stage::new(form());
    let steps = [step(&stage.id(SET_NAME), Some("Grace")), step("zzzz", None), step(&stage.id(SAVE), None)];
    let report = stage.chain(&steps);
    let statuses: Vec<Status> = report.steps.iter().map(|step| step.outcome.status()).collect();
    assert_eq!((statuses, report.skipped), (vec![Status::Done, Status::NotFound], 1));
}

#[test]
fn a_mismatch_before_a_click_stops_the_chain_there() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("name"), Reaction::usual().reverting(milliseconds(300)));
    let report = stage.chain(&[step(&stage.id(SET_NAME), Some("Grace")), step(&stage.id(SAVE), None)]);
    let statuses: Vec<Status> = report.steps.iter().map(|step| step.outcome.status()).collect();
    assert_eq!((statuses, report.skipped), (vec![Status::Mismatch], 1));
    assert_eq!(stage.desktop.presses(&key("save")), 0, "a form with a lost value is not saved");
}

#[test]
fn stability_windows_of_a_chain_run_at_the_same_time() {
    let stage = Stage::new(form());
    let steps = [
        step(&stage.id(SET_NAME), Some("Grace")),
        step(&stage.id(SET_EMAIL), Some("g@example.com")),
        step(&stage.id(NEWS), None),
    ];
    let began = surehand_core::clock::Clock::now(&*stage.clock);
    let report = stage.chain(&steps);
    assert!(report.steps.iter().all(|step| step.outcome.status() == Status::Done));
    let took = surehand_core::clock::Clock::now(&*stage.clock).since(began);
    assert!(took < milliseconds(500), "one window of 350 ms, not three: {took:?}");
}

#[test]
fn a_chain_goes_on_in_the_dialog_that_it_opened() {
    let stage = Stage::new(form());
    let dialog = WindowState::new("dialog", "Confirm", "Forms", APP)
        .modal_dialog()
        .containing([Node::button("ok", "OK")]);
    stage.desktop.on(&key("save"), Reaction::usual().then(Change::Open(Box::new(dialog))));
    let opened = stage.do_it(SAVE, None);
    let ok: ElementKey = key("ok");
    stage.desktop.on(&ok, Reaction::usual().then(Change::Close(window_key("dialog"))));
    let id = opened.new_candidates.first().expect("OK").id.clone();
    assert_eq!(stage.act(&id, None).outcome.status(), Status::Done);
}

#[test]
fn what_a_password_field_holds_is_neither_read_nor_claimed() {
    let stage = Stage::new(vec![Node::password_field("pin", "PIN", "")]);
    let report = stage.do_it("replace the whole text of PasswordField \"PIN\"", Some("hunter2"));
    assert_eq!(report.outcome.status(), Status::Unverified, "{}", report.outcome.message());
    assert!(!format!("{report:?}").contains("hunter2"));
    assert_eq!(stage.desktop.text(&key("pin")).as_deref(), Some("hunter2"));
}

#[test]
fn an_app_that_is_in_front_may_open_its_dialog_there() {
    let stage = Stage::new(form());
    let dialog = WindowState::new("dialog", "Confirm", "Forms", APP).containing([Node::button("ok", "OK")]);
    let opens =
        Reaction::usual().then(Change::Open(Box::new(dialog))).then(Change::Front(window_key("dialog")));
    stage.desktop.on(&key("save"), opens);
    stage.desktop.apply(Change::Front(window_key("form")));
    stage.pass(3_000);
    assert_status(&stage, SAVE, None, Status::Done);
}

#[test]
fn an_id_that_turns_on_used_twice_does_not_turn_off() {
    let stage = Stage::new(form());
    let news = key("news");
    let id = stage.id(NEWS);
    assert_eq!(stage.act(&id, None).outcome.status(), Status::Done);
    stage.pass(1_000);
    let again = stage.act(&id, None);
    assert_eq!(again.outcome.status(), Status::Done);
    assert!(again.outcome.message().contains("nothing was done"), "{}", again.outcome.message());
    assert_eq!(again.action.as_ref().map(|action| action.does.as_str()), Some(NEWS));
    assert_eq!(stage.desktop.element(&news).and_then(|news| news.state.checked), Some(Checked::On));
    assert_eq!(stage.desktop.performed().len(), 1, "pressed once");
    // Turning it off has an id of its own, and the first one turns it on again.
    let off = stage.id(&NEWS.replace("turn on", "turn off"));
    assert_ne!(off, id);
    assert_eq!(stage.act(&off, None).outcome.status(), Status::Done);
    assert_eq!(stage.desktop.element(&news).and_then(|news| news.state.checked), Some(Checked::Off));
    stage.pass(1_000);
    assert_eq!(stage.act(&id, None).outcome.status(), Status::Done);
    assert_eq!(stage.desktop.element(&news).and_then(|news| news.state.checked), Some(Checked::On));
}

#[test]
fn what_is_turned_on_by_somebody_else_before_the_press_is_left_on() {
    let stage = Stage::new(form());
    let id = stage.id(NEWS);
    stage.desktop.apply(Change::Check(key("news"), Checked::On));
    let report = stage.act(&id, None);
    assert_eq!(report.outcome.status(), Status::Done);
    assert!(stage.desktop.performed().is_empty());
}

#[test]
fn a_window_that_is_not_built_up_yet_is_waited_for() {
    let stage = Stage::new([]);
    for (after, node) in [(400, Node::button("save", "Save")), (450, Node::text_field("name", "Name", ""))] {
        let appears = Change::Add(Parent::Window(window_key("form")), usize::MAX, Box::new(node));
        stage.desktop.schedule(milliseconds(after), appears);
    }
    assert_status(&stage, SET_NAME, Some("Grace"), Status::Done);
    // One that stays empty costs its time once.
    let stage = Stage::new([]);
    for most in [1_600, 10] {
        let before = stage.clock.now();
        let observation = stage::observe(&stage.engine);
        let took = stage.clock.now().since(before);
        assert!(observation.candidates.is_empty() && took <= milliseconds(most), "{took:?}");
    }
}
