//! Windows without end: a hundred thousand rows, and a list that claims two thousand million.
//!
//! Looking is bounded in time and in what the server holds, says how many there are, and does not keep anything else in
//! the window from being used. Times are bounds and not measurements: the machine may be busy.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test: it panics, and prints what it saw")]

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, App, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;

const LIMIT: Duration = Duration::from_secs(60);
/// The title of the window that the user has before them.
const FRONT: &str = "In front";
/// Within this a look is answered.
const SOON: Duration = Duration::from_secs(10);
/// More than the server may hold, in kilobytes.
const MOST: u64 = 200_000;

/// A desktop with a window in front that no test acts in.
fn scene(test: &str) -> Option<(HeadlessDesktop, App)> {
    let desktop = desktop::for_test(test)?;
    let front = desktop.spawn_fixture("form.py", FRONT, &["--toolkit", "gtk3"]).unwrap();
    Some((desktop, front))
}

/// The most memory that a process ever held, in kilobytes.
fn most_held(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Looks at the app and presses its button; the first look.
fn is_used(desktop: &HeadlessDesktop, app: &str) -> Value {
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let mut server = McpServer::start(desktop, program, &["mcp", "--yes"]).unwrap();
    let seen = poll_until(LIMIT, || {
        let answer = server.call("observe", json!({"app": app, "limit": 50}), LIMIT).unwrap();
        answer.json["candidates"].to_string().contains("Press me").then_some(answer)
    });
    let seen = seen.unwrap();
    // Nobody works in the window that is acted on.
    let (screen, front) = (desktop.screen().unwrap(), desktop.wait_for_window(FRONT, LIMIT).unwrap());
    screen.activate(front).unwrap();
    poll_until(LIMIT, || (screen.active_window().ok()? == front).then_some(())).unwrap();
    let pressed = server.call("act", json!({"app": app, "instruction": "Press me"}), LIMIT).unwrap();
    let held = most_held(server.pid());
    println!(
        "{app}: {:?}, {} bytes, then {:?} {}, {held} kB",
        seen.elapsed, seen.bytes, pressed.elapsed, pressed.json
    );
    assert!(
        seen.elapsed < SOON && pressed.elapsed < SOON,
        "{app}: {:?}, {:?}",
        seen.elapsed,
        pressed.elapsed
    );
    assert_eq!(pressed.status(), "done", "{app}");
    assert!(held < MOST, "{app}: {held} kB");
    seen.json
}

#[test]
fn a_hundred_thousand_rows_are_counted_and_cut() {
    let Some((desktop, _front)) = scene("a_hundred_thousand_rows_are_counted_and_cut") else { return };
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        let app = format!("surehand-many-{toolkit}");
        let arguments = ["--toolkit", toolkit, "--model", "--count", "100000"];
        let _running = desktop.spawn_fixture("many.py", &app, &arguments).unwrap();
        let seen = is_used(&desktop, &app);
        // GTK 4.8 has objects for the rows that it has built and tells of no others.
        let left_out = seen["leftOut"].as_u64().unwrap_or_default();
        assert!(left_out > 99_000 || toolkit == "gtk4", "{toolkit}: {seen}");
        assert_eq!(desktop.state(&app).unwrap()["pressed"], 1, "{toolkit}");
    }
}

#[test]
fn two_thousand_million_children_are_never_enumerated() {
    let Some((desktop, _front)) = scene("two_thousand_million_children_are_never_enumerated") else {
        return;
    };
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        let app = format!("surehand-claims-{toolkit}");
        let _running = desktop.spawn_fixture("claims.py", &app, &["--toolkit", toolkit]).unwrap();
        let seen = is_used(&desktop, &app);
        assert!(seen["leftOut"].as_u64().unwrap() > 2_000_000_000, "{toolkit}: {seen}");
        let state = desktop.state(&app).unwrap();
        assert_eq!(
            (&state["pressed"], &state["enumerated"]),
            (&json!(1), &json!(false)),
            "{toolkit}: {state}"
        );
        assert!(state["built"].as_u64().unwrap() <= 1_000, "{toolkit}: {state}");
    }
}
