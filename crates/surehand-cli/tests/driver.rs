//! `--desktop cua` when its driver dies, hangs or is not there, and what the driver says by itself.
//!
//! The real driver is ended or stopped at each point of a step by what stands between (`fixtures/driver_tap.py`). Each test
//! looks at its own server's child alone. The driver's own answers stand here so that it shows when a later one does better
//! than what surehand refuses because of it.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a test and its helpers")]

#[path = "driver/beside.rs"]
mod beside;
#[path = "driver/own_tools.rs"]
mod own_tools;
#[path = "driver/untold.rs"]
mod untold;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{App, HeadlessDesktop, for_test};
use surehand_testkit::driver::Tap;
use surehand_testkit::mcp::{McpServer, ToolAnswer};
use surehand_testkit::{driver, pause, poll_until};

const LIMIT: Duration = Duration::from_secs(90);
const SOON: Duration = Duration::from_secs(30);
/// On a new desktop the user seems to have been active just now.
const IDLE: Duration = Duration::from_secs(2);
const FORM: &str = "Form";
const OTHER: &str = "Another form";

/// A form on a desktop of its own, and the server that drives it through the driver.
struct Stage {
    server: McpServer,
    form: App,
    desktop: HeadlessDesktop,
}

impl Stage {
    fn start(test: &str, more: &[(&str, &str)]) -> Option<Self> {
        let (program, desktop) = (driver::for_test(test)?, for_test(test)?);
        let form = desktop.spawn_fixture("form.py", FORM, &["--toolkit", "gtk3"]).expect("the form starts");
        let server = server(&desktop, &program, more);
        Some(Self { server, form, desktop })
    }

    fn act(&mut self, instruction: &str, text: Option<&str>) -> ToolAnswer {
        let mut arguments = json!({"pid": self.form.pid(), "instruction": instruction});
        if let Some(text) = text {
            arguments["text"] = text.into();
        }
        self.server.call("act", arguments, LIMIT).unwrap()
    }

    /// The process of the driver, once it runs.
    fn driver(&self) -> u32 {
        poll_until(SOON, || driver_of(self.server.pid())).expect("the server has a driver")
    }

    /// The next call works, with another driver.
    fn goes_on(&mut self, before: u32) {
        let answer = self.act("Set the volume", Some("42"));
        assert_eq!(answer.status(), "done", "{}", answer.json);
        assert_eq!(self.desktop.state(FORM).unwrap()["volume"], 42.0);
        assert_ne!(self.driver(), before);
    }
}

fn server(desktop: &HeadlessDesktop, program: &Path, more: &[(&str, &str)]) -> McpServer {
    let log = fs::File::create(desktop.folder().join("logs/mcp")).unwrap();
    let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
    command.args(["--desktop", "cua", "mcp", "--yes"]).env("CUA_DRIVER_BIN", program).stderr(log);
    pause(IDLE);
    McpServer::spawn(command.envs(more.iter().copied())).unwrap()
}

/// The driver among the children of a process.
fn driver_of(server: u32) -> Option<u32> {
    let threads = fs::read_dir(format!("/proc/{server}/task")).ok()?.flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let pids: Vec<u32> = children
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect();
    let serves = |pid: &u32| {
        let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        words.split(|byte| *byte == 0).any(|word| word == b"mcp")
    };
    pids.into_iter().find(serves)
}

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args(["-s", signal, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// What the system says of a process, from the letter of its state on.
fn standing(process: u32) -> String {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().unwrap_or_default().to_owned()
}

fn is_gone(process: u32) -> bool {
    // One that has ended and was not waited for is gone, too.
    matches!(standing(process).chars().next(), None | Some('Z'))
}

fn is_stopped(process: u32) -> bool {
    standing(process).starts_with('T')
}

/// A point of a step, and the plan that meets it, for the process that the step acts on.
type Point = (&'static str, fn(u32) -> Value);

/// Where a driver is lost in the second step of a chain, which presses "Save" in another app than the first.
const POINTS: [Point; 5] = [
    (
        "before the reading",
        |pid| json!({"tool": "get_window_state", "pid": pid, "nth": 1, "moment": "before"}),
    ),
    // The step reads the window, again once the text's window is closed, and then its control; the press comes next.
    ("between", |pid| json!({"tool": "get_window_state", "pid": pid, "nth": 3, "moment": "after"})),
    ("during", |_| json!({"tool": "click", "nth": 1, "moment": "during"})),
    ("after", |_| json!({"tool": "click", "nth": 1, "moment": "after"})),
    (
        "while the effect is looked for",
        |pid| json!({"tool": "get_window_state", "pid": pid, "nth": 1, "behind": "click", "moment": "before"}),
    ),
];

/// What the second step may be answered, and how often the app has saved then.
type Ending = (&'static str, bool, u64);

/// Loses the driver at each point of a step; `endings` has the code of the step, whether it may have happened, and how
/// often the app has really saved.
fn lost_at_each_point(test: &str, signal: &str, endings: [Ending; 5]) {
    let (Some(driver), Some(desktop)) = (driver::for_test(test), for_test(test)) else { return };
    let tap = Tap::before(&driver, desktop.folder()).unwrap();
    let form = desktop.spawn_fixture("form.py", FORM, &["--toolkit", "gtk3"]).expect("the form starts");
    let other = desktop.spawn_fixture("form.py", OTHER, &["--toolkit", "gtk3"]).expect("another form starts");
    let mut stage = Stage { server: server(&desktop, &tap.program, &[]), form, desktop };
    for pid in [stage.form.pid(), other.pid()] {
        let seen = stage.server.call("observe", json!({"pid": pid}), LIMIT).unwrap();
        assert!(seen.json["total"].as_u64().is_some_and(|total| total > 5), "{}", seen.json);
    }
    for (round, ((point, plan), (code, may_have_happened, saves))) in POINTS.iter().zip(endings).enumerate() {
        let saved = |stage: &Stage| stage.desktop.state(OTHER).unwrap()["saved"].as_u64().unwrap();
        let (before, process) = (saved(&stage), stage.driver());
        let mut plan = plan(other.pid());
        plan["signal"] = signal.into();
        tap.plan(&plan.to_string()).unwrap();
        let name = format!("Grace {round}");
        let answer = stage.server.call(
            "act",
            json!({
                "pid": stage.form.pid(), "instruction": "Put the name into the Name field", "text": name,
                "then": [
                    {"pid": other.pid(), "instruction": "Save the form"},
                    {"pid": stage.form.pid(), "instruction": "Press Edit for billing"},
                ],
            }),
            LIMIT,
        );
        let answer = answer.unwrap().json;
        let said = format!("{signal} {point}: {answer}");
        assert!(tap.is_met(), "it did not come to that: {said}");
        let steps = answer["steps"].as_array().unwrap();
        assert_eq!(steps[0]["status"], "done", "what was done before is kept: {said}");
        assert_eq!(stage.desktop.state(FORM).unwrap()["name"], name, "{said}");
        let message = steps[1]["message"].as_str().unwrap();
        if code.is_empty() {
            assert_eq!(steps[1]["status"], "done", "nothing had been sent: {said}");
        } else {
            assert_eq!((&steps[1]["status"], &steps[1]["code"]), (&json!("failed"), &json!(code)), "{said}");
            assert_eq!(message.contains("may have happened"), may_have_happened, "{said}");
            assert_eq!(answer["skipped"], 1, "{said}");
        }
        assert_eq!(saved(&stage) - before, saves, "{said}");
        println!("{signal} {point}: {} {code}: {message}", steps[1]["status"]);
        // The next call works, with another driver.
        let volume = 40 + round;
        let answer = stage.act("Set the volume", Some(&volume.to_string()));
        assert_eq!(answer.status(), "done", "{signal} {point}: {}", answer.json);
        assert_eq!(stage.desktop.state(FORM).unwrap()["volume"].as_f64(), Some(volume as f64));
        assert_ne!(stage.driver(), process, "{signal} {point}");
        assert_eq!(saved(&stage) - before, saves, "never a second time: {said}");
    }
}

#[test]
fn a_driver_that_dies_at_any_point_of_a_chain_costs_one_step() {
    let lost = "desktop_unavailable";
    lost_at_each_point(
        "a_driver_that_dies_at_any_point_of_a_chain_costs_one_step",
        "KILL",
        [("", false, 1), (lost, false, 0), (lost, true, 1), (lost, true, 1), (lost, true, 1)],
    );
}

#[test]
fn a_driver_that_stops_at_any_point_of_a_chain_costs_one_step() {
    let late = "desktop_timeout";
    lost_at_each_point(
        "a_driver_that_stops_at_any_point_of_a_chain_costs_one_step",
        "STOP",
        [(late, false, 0), (late, false, 0), (late, true, 1), (late, true, 1), (late, true, 1)],
    );
}

#[test]
fn a_driver_that_ends_or_stops_while_nobody_asks_is_replaced() {
    let test = "a_driver_that_ends_or_stops_while_nobody_asks_is_replaced";
    let Some(mut stage) = Stage::start(test, &[]) else { return };
    stage.server.call("windows", json!({}), LIMIT).unwrap();
    let process = stage.driver();
    send("KILL", process);
    stage.goes_on(process);
    // A stopped one is noticed by the first call that it does not answer; nothing was sent.
    let process = stage.driver();
    send("STOP", process);
    let late = stage.act("Press Edit for billing", None);
    assert_eq!((late.is_error, late.code()), (true, "desktop_timeout"), "{}", late.json);
    assert_eq!(stage.desktop.state(FORM).unwrap()["edits"]["Billing"], 0);
    stage.goes_on(process);
}

#[test]
fn a_slow_driver_costs_time_only() {
    let Some(mut stage) = Stage::start("a_slow_driver_costs_time_only", &[]) else { return };
    stage.server.call("windows", json!({}), LIMIT).unwrap();
    let process = stage.driver();
    let chain = json!({"pid": stage.form.pid(), "instruction": "Save the form",
        "then": [{"instruction": "Press Edit for billing"}]});
    let act = stage.server.begin("act", chain).unwrap();
    for _ in 0..4 {
        send("STOP", process);
        pause(Duration::from_secs(1));
        send("CONT", process);
        pause(Duration::from_millis(300));
    }
    let answer = stage.server.answer(act, LIMIT).unwrap();
    assert_eq!(answer.status(), "done", "{}", answer.json);
    let state = stage.desktop.state(FORM).unwrap();
    assert_eq!((state["saved"].as_u64(), state["edits"]["Billing"].as_u64()), (Some(1), Some(1)));
    assert_eq!(stage.driver(), process, "it was not ended");
}

#[test]
fn a_driver_never_outlives_its_server() {
    let test = "a_driver_never_outlives_its_server";
    let secret = [("JEV_API_KEY", "a-key-of-the-user"), ("CUA_DRIVER_RS_TELEMETRY_ENABLED", "1")];
    let Some(mut stage) = Stage::start(test, &secret) else { return };
    stage.server.call("windows", json!({}), LIMIT).unwrap();
    let process = stage.driver();
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap();
    let environment = String::from_utf8_lossy(&environment);
    assert!(!environment.contains("a-key-of-the-user"));
    assert!(environment.split('\0').any(|one| one == "CUA_DRIVER_RS_TELEMETRY_ENABLED=0"), "{environment}");
    let settings = stage.desktop.folder().join("home/.cua-driver");
    let files =
        fs::read_dir(&settings).map(|files| files.flatten().map(|file| file.path()).collect::<Vec<_>>());
    let off = files.unwrap_or_default().iter().any(|file| {
        fs::read_to_string(file).unwrap_or_default().replace(' ', "").contains("\"telemetry_enabled\":false")
    });
    assert!(off, "the switch of the driver is off too, in {}", settings.display());
    send("KILL", stage.server.pid());
    assert!(poll_until(SOON, || is_gone(process).then_some(())).is_some(), "{process} lives on");

    // A stopped one cannot notice that its input is closed; the system wakes it with a hangup when it is left alone.
    let program = driver::for_test(test).unwrap();
    let mut killed = server(&stage.desktop, &program, &[]);
    killed.call("windows", json!({}), LIMIT).unwrap();
    let process = poll_until(SOON, || driver_of(killed.pid())).unwrap();
    send("STOP", process);
    poll_until(SOON, || is_stopped(process).then_some(())).expect("it stops");
    send("KILL", killed.pid());
    drop(killed);
    assert!(poll_until(SOON, || is_gone(process).then_some(())).is_some(), "{process} lives on, stopped");

    let mut server = server(&stage.desktop, &program, &[]);
    let listed = server.call("windows", json!({}), LIMIT).unwrap();
    assert!(!listed.is_error, "{}", listed.json);
    let process = poll_until(SOON, || driver_of(server.pid())).unwrap();
    assert!(server.close().unwrap().success());
    assert!(is_gone(process), "{process} lives on after a proper end");
}

#[test]
fn without_a_driver_every_call_says_so() {
    let Some(desktop) = for_test("without_a_driver_every_call_says_so") else { return };
    let mut server = server(&desktop, Path::new("/nonexistent/driver"), &[]);
    for _ in 0..2 {
        let answer = server.call("windows", json!({}), LIMIT).unwrap();
        assert_eq!((answer.is_error, answer.code()), (true, "desktop_unavailable"), "{}", answer.json);
    }
}
