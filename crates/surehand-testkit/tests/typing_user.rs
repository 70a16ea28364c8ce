//! The typing user reports a clean run as clean, and every kind of disturbance as what it is.

#![expect(clippy::print_stderr, reason = "reports are printed beside the verdict")]
#![expect(clippy::unwrap_used, reason = "also the helpers of tests may panic")]

use std::time::Duration;

use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::pause;
use surehand_testkit::typing_user::{Report, TypingUser};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, GrabMode};

fn xdotool(desktop: &HeadlessDesktop, arguments: &[&str]) {
    assert!(desktop.command("xdotool").args(arguments).status().unwrap().success());
}

fn run(desktop: &HeadlessDesktop, disturb: impl FnOnce()) -> Report {
    let user = TypingUser::start(desktop).unwrap();
    pause(Duration::from_millis(700));
    disturb();
    pause(Duration::from_millis(700));
    let report = user.stop().unwrap();
    eprintln!("{report}");
    report
}

#[test]
fn an_idle_desktop_is_undisturbed() {
    let Some(desktop) = desktop::for_test("an_idle_desktop_is_undisturbed") else { return };
    let report = TypingUser::baseline(&desktop, Duration::from_secs(6)).unwrap();
    eprintln!("baseline: {report}");
    report.assert_undisturbed();
    assert!(report.sent > 60, "{report}");
}

#[test]
fn a_stolen_focus_is_seen() {
    let Some(desktop) = desktop::for_test("a_stolen_focus_is_seen") else { return };
    let _other = desktop.spawn_fixture("form.py", "Thief", &["--toolkit", "gtk3"]).unwrap();
    let window = desktop.wait_for_window("Thief", Duration::from_secs(1)).unwrap().to_string();
    let report = run(&desktop, || xdotool(&desktop, &["windowactivate", "--sync", &window]));
    assert!(report.focus_changes.iter().any(|change| change["title"] == "Thief"), "{report}");
    assert!(report.lost > 3, "{report}");
    assert_eq!(report.stray, 0, "{report}");
    assert!(report.pointer_jumps.is_empty(), "{report}");
}

#[test]
fn a_focus_given_back_at_once_is_seen() {
    let Some(desktop) = desktop::for_test("a_focus_given_back_at_once_is_seen") else { return };
    let _other = desktop.spawn_fixture("form.py", "Thief", &["--toolkit", "gtk4"]).unwrap();
    let thief = desktop.wait_for_window("Thief", Duration::from_secs(1)).unwrap();
    let report = run(&desktop, || {
        let sentinel = desktop.wait_for_window("Typing user", Duration::from_secs(1)).unwrap();
        let screen = desktop.screen().unwrap();
        screen.activate(thief).unwrap();
        screen.activate(sentinel).unwrap();
    });
    assert!(!report.focus_changes.is_empty(), "{report}");
}

#[test]
fn a_moved_pointer_is_seen() {
    let Some(desktop) = desktop::for_test("a_moved_pointer_is_seen") else { return };
    let report = run(&desktop, || xdotool(&desktop, &["mousemove", "10", "10"]));
    assert!(!report.pointer_jumps.is_empty(), "{report}");
    assert_eq!(report.lost, 0, "{report}");
}

#[test]
fn a_pointer_put_back_at_once_is_seen() {
    let Some(desktop) = desktop::for_test("a_pointer_put_back_at_once_is_seen") else { return };
    let report = run(&desktop, || xdotool(&desktop, &["mousemove", "10", "10", "mousemove", "restore"]));
    assert!(!report.pointer_jumps.is_empty(), "{report}");
}

#[test]
fn a_grab_that_swallows_keys_is_seen() {
    let Some(desktop) = desktop::for_test("a_grab_that_swallows_keys_is_seen") else { return };
    let report = run(&desktop, || {
        let (connection, number) = x11rb::connect(Some(desktop.display())).unwrap();
        let root = connection.setup().roots[number].root;
        let mode = GrabMode::ASYNC;
        connection.grab_keyboard(true, root, x11rb::CURRENT_TIME, mode, mode).unwrap().reply().unwrap();
        pause(Duration::from_millis(300));
    });
    assert!((1..=8).contains(&report.lost), "{report}");
    assert!(report.focus_changes.iter().any(|change| change["what"] == "keyboard grabbed"), "{report}");
}

#[test]
fn foreign_keys_are_seen() {
    let Some(desktop) = desktop::for_test("foreign_keys_are_seen") else { return };
    let report = run(&desktop, || xdotool(&desktop, &["key", "minus", "BackSpace"]));
    assert_eq!((report.stray, report.lost), (2, 0), "{report}");
    assert!(!report.foreign_events.is_empty(), "{report}");
}
