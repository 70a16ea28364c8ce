//! What befalls a desktop while somebody is being worked for: apps that stop, end and come again, buses that are
//! restarted, a full disk, a crowd, ten clients at a time, and the end of surehand itself in the middle of a chain.
//!
//! Judged by the apps' own state files. Times are bounds and not measurements: the machine may be busy.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test: it panics, and prints what it saw"
)]

#[path = "faults/apps.rs"]
mod apps;
#[path = "faults/buses.rs"]
mod buses;
#[path = "faults/crowds.rs"]
mod crowds;
#[path = "faults/ends.rs"]
mod ends;

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, App, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::{plain, poll_until};

/// More than any call may take: what is not answered by then hangs.
const LIMIT: Duration = Duration::from_secs(30);
/// What one button of the fixtures is asked to do.
const PRESS: &str = "Press me";

/// The title of the window that the user has before them.
const FRONT: &str = "In front";

/// Its app.
const FRONT_APP: &str = "surehand-form-gtk3";

/// A desktop with a window in front that no test acts in.
fn scene(test: &str) -> Option<(HeadlessDesktop, App)> {
    let desktop = desktop::for_test(test)?;
    let front = desktop.spawn_fixture("form.py", FRONT, &["--toolkit", "gtk3"]).unwrap();
    Some((desktop, front))
}

/// A fixture of that toolkit that is on the accessibility bus and not in front, and its name.
fn start(desktop: &HeadlessDesktop, script: &str, toolkit: &str, arguments: &[&str]) -> (App, String) {
    let app = format!("surehand-{}-{toolkit}", script.trim_end_matches(".py"));
    let arguments: Vec<&str> = ["--toolkit", toolkit].into_iter().chain(arguments.iter().copied()).collect();
    let running = desktop.spawn_fixture(script, &app, &arguments).unwrap();
    let registered = || plain::apps(desktop).ok()?.contains(&app).then_some(());
    poll_until(LIMIT, registered).unwrap();
    let (screen, front) = (desktop.screen().unwrap(), desktop.wait_for_window(FRONT, LIMIT).unwrap());
    screen.activate(front).unwrap();
    poll_until(LIMIT, || (screen.active_window().ok()? == front).then_some(())).unwrap();
    (running, app)
}

fn server(desktop: &HeadlessDesktop) -> McpServer {
    McpServer::start(desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["mcp", "--yes"]).unwrap()
}

/// An answered call, and how long it took.
fn call(server: &mut McpServer, tool: &str, arguments: Value) -> (Value, Duration) {
    let answer = server.call(tool, arguments, LIMIT).unwrap();
    (answer.json, answer.elapsed)
}

fn press(server: &mut McpServer, app: &str) -> (Value, Duration) {
    call(server, "act", json!({"app": app, "instruction": PRESS}))
}

/// The id of the button.
fn button(server: &mut McpServer, app: &str) -> String {
    let (seen, _) = call(server, "observe", json!({"app": app, "limit": 100}));
    let candidates = seen["candidates"].as_array().unwrap_or_else(|| panic!("{seen}")).iter();
    let mut buttons = candidates.filter(|one| one["does"] == "click Button \"Press me\"");
    buttons.next().unwrap_or_else(|| panic!("{seen}"))["id"].as_str().unwrap().to_owned()
}

/// How often the button was pressed, by the app itself.
fn pressed(desktop: &HeadlessDesktop, app: &str) -> i64 {
    desktop.state(app).unwrap()["button"]["count"].as_i64().unwrap()
}
