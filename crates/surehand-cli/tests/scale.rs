//! Windows that draw themselves twice as large, as on a fine screen: what is where is told in pixels of the screen.
//!
//! Colours without a name are the proof: a button is called by what a picture shows at its place, so that a wrong place gives
//! a wrong name or none. The window stands away from the corner of the screen.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;
use surehand_testkit::screen::Screen;

const CALL: Duration = Duration::from_secs(30);
const LATE: Duration = Duration::from_secs(10);
const FRONT: &str = "In front";
const TWICE: [(&str, &str); 2] = [("GDK_SCALE", "2"), ("QT_SCALE_FACTOR", "2")];

/// Puts the window that nobody acts in before the others.
fn step_back(desktop: &HeadlessDesktop, screen: &Screen) {
    let front = desktop.wait_for_window(FRONT, CALL).unwrap();
    screen.activate(front).unwrap();
    poll_until(CALL, || (screen.active_window().ok()? == front).then_some(())).unwrap();
}

/// The width of a window in pixels of the screen.
fn width(desktop: &HeadlessDesktop, title: &str) -> u32 {
    let window = desktop.wait_for_window(title, CALL).unwrap().to_string();
    let output = desktop.command("xdotool").args(["getwindowgeometry", "--shell", &window]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().find_map(|line| line.strip_prefix("WIDTH=")?.parse().ok()).unwrap()
}

fn check(toolkit: &str) {
    let Some(desktop) = desktop::for_test(&format!("twice_as_large_on_{toolkit}")) else { return };
    let _front = desktop.spawn_fixture("form.py", FRONT, &["--toolkit", "gtk3"]).unwrap();
    let screen = desktop.screen().unwrap();
    let app = format!("surehand-palette-{toolkit}");
    let _palette = desktop.spawn_fixture_with("palette.py", &app, &["--toolkit", toolkit], &TWICE).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let mut server = McpServer::start(&desktop, program, &["mcp", "--yes"]).unwrap();
    step_back(&desktop, &screen);
    assert!(width(&desktop, &app) > 900, "{toolkit}: its window is 640 wide by itself");
    for (colour, code) in [("purple", "#8B5CF6"), ("green", "#22C55E")] {
        let does = format!("click Button showing {colour} {code}");
        let mut seen = json!(null);
        let found = poll_until(LATE, || {
            seen = server.call("observe", json!({"app": app, "limit": 100}), CALL).unwrap().json;
            let mut all = seen["candidates"].as_array()?.iter();
            all.find(|one| one["does"] == does.as_str()).map(|one| one["id"].clone())
        });
        let id = found.unwrap_or_else(|| panic!("{toolkit}: no {does}: {seen}"));
        let step = json!({"app": app, "instruction": "the colour", "candidateId": id});
        let answer = server.call("act", step, CALL).unwrap().json;
        assert_eq!(answer["status"], "done", "{toolkit}: {answer}");
        assert_eq!(desktop.state(&app).unwrap()["colour"], code, "{toolkit}");
        // The next colour is found at another place of the screen.
        let mut tool = desktop.command("xdotool");
        let window = desktop.wait_for_window(&app, CALL).unwrap().to_string();
        assert!(tool.args(["windowmove", &window, "150", "90"]).status().unwrap().success());
    }
    let controls = format!("surehand-controls-{toolkit}");
    let arguments = ["--toolkit", toolkit];
    let _controls = desktop.spawn_fixture_with("controls.py", &controls, &arguments, &TWICE).unwrap();
    step_back(&desktop, &screen);
    // What a switch of GTK 4 says counts when a picture of it agrees.
    let instruction = "Turn on the night light";
    let answer = poll_until(LATE, || {
        let answer = server.call("act", json!({"app": controls, "instruction": instruction}), CALL).unwrap();
        (answer.code() != "bad_target").then_some(answer.json)
    });
    let answer = answer.unwrap();
    assert_eq!(answer["status"], "done", "{toolkit}: {answer}");
    assert_eq!(desktop.state(&controls).unwrap()["switch"]["value"], true, "{toolkit}");
}

#[test]
fn twice_as_large_on_gtk3() {
    check("gtk3");
}

#[test]
fn twice_as_large_on_gtk4() {
    check("gtk4");
}

#[test]
fn twice_as_large_on_qt5() {
    check("qt5");
}

#[test]
fn twice_as_large_on_qt6() {
    check("qt6");
}
