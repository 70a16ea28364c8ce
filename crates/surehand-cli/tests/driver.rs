//! `--desktop cua` when its driver dies, hangs or is not there, and what the driver says by itself.
//!
//! The driver is ended or stopped at the moment when the app shows the effect of a press, which is while it is still busy
//! with that very call. Each test looks at its own server's child alone. The driver's own answers stand here so that it
//! shows when a later one does better than what surehand refuses because of it.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test and its helpers")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{App, HeadlessDesktop, for_test};
use surehand_testkit::mcp::{McpServer, ToolAnswer};
use surehand_testkit::{driver, pause, poll_until};

const LIMIT: Duration = Duration::from_secs(90);
const SOON: Duration = Duration::from_secs(30);
const FORM: &str = "Form";

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

    fn saved(&self) -> u64 {
        self.desktop.state(FORM).unwrap()["saved"].as_u64().unwrap()
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

    /// Fills in the name, saves and goes on, and sends the driver a signal as soon as the app has saved.
    fn interrupted(&mut self, signal: &str) -> ToolAnswer {
        // The first call starts the driver.
        let seen = self.server.call("observe", json!({"pid": self.form.pid()}), LIMIT).unwrap();
        assert!(seen.json["total"].as_u64().is_some_and(|total| total > 5), "{}", seen.json);
        let process = self.driver();
        let chain = json!({
            "pid": self.form.pid(),
            "instruction": "Put the name into the Name field",
            "text": "Grace",
            "then": [
                {"instruction": "Save the form"},
                {"instruction": "Press Edit for billing"},
            ],
        });
        let act = self.server.begin("act", chain).unwrap();
        poll_until(LIMIT, || (self.saved() == 1).then_some(())).expect("the app saves");
        send(signal, process);
        self.server.answer(act, LIMIT).unwrap()
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

fn is_gone(process: u32) -> bool {
    // One that has ended and was not waited for is gone, too.
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_none_or(|rest| rest.is_empty() || rest.starts_with('Z'))
}

#[test]
fn a_driver_that_dies_in_a_chain_costs_one_step() {
    let Some(mut stage) = Stage::start("a_driver_that_dies_in_a_chain_costs_one_step", &[]) else { return };
    let answer = stage.interrupted("KILL");
    let steps = answer.json["steps"].as_array().unwrap();
    assert_eq!(steps[0]["status"], "done", "what was done before is kept: {}", answer.json);
    assert_eq!(steps[1]["code"], "desktop_unavailable", "{}", answer.json);
    assert!(steps[1]["message"].as_str().unwrap().contains("may have"), "{}", answer.json);
    assert_eq!(answer.json["skipped"], 1, "{}", answer.json);
    let state = stage.desktop.state(FORM).unwrap();
    assert_eq!((state["name"].as_str(), state["saved"].as_u64()), (Some("Grace"), Some(1)));
    assert_eq!(stage.act("Press Edit for company", None).status(), "done", "the next call works");
    // It may as well die while nobody asks it anything.
    let process = stage.driver();
    send("KILL", process);
    stage.goes_on(process);
}

#[test]
fn a_driver_that_hangs_in_a_chain_is_replaced() {
    let Some(mut stage) = Stage::start("a_driver_that_hangs_in_a_chain_is_replaced", &[]) else { return };
    // The press has reached the app, and another driver reads its effect: proven, and sent once.
    let answer = stage.interrupted("STOP");
    let steps = answer.json["steps"].as_array().unwrap();
    let statuses: Vec<&str> = steps.iter().map(|step| step["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["done", "done", "done"], "{}", answer.json);
    let state = stage.desktop.state(FORM).unwrap();
    assert_eq!((state["saved"].as_u64(), state["edits"]["Billing"].as_u64()), (Some(1), Some(1)));
    // Where nothing had been sent, the step is a timeout and nothing is done.
    let process = stage.driver();
    send("STOP", process);
    let late = stage.act("Press Edit for billing", None);
    assert_eq!((late.is_error, late.code()), (true, "desktop_timeout"), "{}", late.json);
    assert_eq!(stage.desktop.state(FORM).unwrap()["edits"]["Billing"], 1);
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

    let program = driver::for_test(test).unwrap();
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

#[test]
fn the_drivers_own_tools_are_there_for_those_who_asked() {
    let test = "the_drivers_own_tools_are_there_for_those_who_asked";
    let Some(mut stage) = Stage::start(test, &[]) else { return };
    let names = |server: &mut McpServer| server.tools().unwrap()["tools"].to_string();
    assert!(!names(&mut stage.server).contains("\"driver\""));
    let unknown =
        stage.server.call("driver", json!({"tool": "list_windows"}), LIMIT).unwrap_err().to_string();
    assert!(unknown.contains("-32602"), "{unknown}");

    let program = driver::for_test(test).unwrap();
    let mut command = stage.desktop.command(env!("CARGO_BIN_EXE_surehand"));
    command.args(["--desktop", "cua", "mcp", "--driver-tool", "--yes"]).env("CUA_DRIVER_BIN", &program);
    let log = fs::File::create(stage.desktop.folder().join("logs/opted")).unwrap();
    let mut server = McpServer::spawn(command.stderr(log)).unwrap();
    assert!(names(&mut server).contains("\"driver\""));
    let pid = stage.form.pid();
    let mut call = |tool: &str, arguments: Value| {
        let given = json!({"tool": tool, "arguments": arguments});
        server.request("tools/call", json!({"name": "driver", "arguments": given}), LIMIT).unwrap()
    };
    let windows = call("list_windows", json!({"pid": pid}));
    let said: Value = serde_json::from_str(windows["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(said["driver"]["windows"][0]["title"], FORM, "{said}");
    let window = said["driver"]["windows"][0]["window_id"].clone();
    let seen = call("get_window_state", json!({"pid": pid, "window_id": window}));
    let parts = seen["content"].as_array().unwrap();
    assert_eq!((&parts[0]["type"], &parts[0]["mimeType"]), (&json!("image"), &json!("image/png")));
    for (tool, arguments) in [
        ("bring_to_front", json!({"pid": pid})),
        ("get_window_state", json!({"pid": pid, "window_id": window, "screenshot_out_file": "/tmp/x.png"})),
        ("click", json!({"pid": pid, "window_id": window, "x": 5, "y": 5, "delivery_mode": "foreground"})),
        ("click", json!({"window_id": window, "x": 5, "y": 5})),
        ("set_value", json!({"pid": pid.to_string(), "element_token": "s00000001:1", "value": "x"})),
    ] {
        let refused = call(tool, arguments)["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(refused.contains("\"code\":\"unsupported\""), "{tool}: {refused}");
    }
    let stale = call("click", json!({"pid": pid, "element_token": "s0000ffff:1"}));
    let words = stale["content"][0]["text"].as_str().unwrap();
    assert!(
        stale["isError"] == true && !words.contains("get_window_state"),
        "not the driver's words: {words}"
    );
}

/// Asks the driver itself, without surehand.
struct Alone(McpServer);

impl Alone {
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.0.request("tools/call", json!({"name": tool, "arguments": arguments}), LIMIT).unwrap()
    }

    fn elements(&mut self, pid: u32, window: &Value) -> Vec<Value> {
        let arguments = json!({"pid": pid, "window_id": window, "include_screenshot": false, "tree_format": "both", "timeout_ms": 20_000});
        let read = self.call("get_window_state", arguments);
        read["structuredContent"]["elements"].as_array().cloned().unwrap_or_default()
    }
}

#[test]
fn what_the_driver_says_itself() {
    let test = "what_the_driver_says_itself";
    let (Some(program), Some(desktop)) = (driver::for_test(test), for_test(test)) else { return };
    let form = desktop.spawn_fixture("form.py", FORM, &["--toolkit", "gtk3"]).expect("the form starts");
    let mut command = desktop.command(&program.to_string_lossy());
    let disabled = desktop
        .command(&program.to_string_lossy())
        .args(["telemetry", "disable"])
        .env("CUA_DRIVER_RS_TELEMETRY_ENABLED", "0")
        .output();
    assert!(disabled.unwrap().status.success());
    let log = fs::File::create(desktop.folder().join("logs/driver")).unwrap();
    command.arg("mcp").env("CUA_DRIVER_RS_TELEMETRY_ENABLED", "0").env("CUA_DRIVER_RS_UPDATE_CHECK", "0");
    let mut alone = Alone(McpServer::spawn(command.stderr(log)).unwrap());
    let windows = alone.call("list_windows", json!({}));
    let windows = windows["structuredContent"]["windows"].as_array().unwrap().clone();
    let window = windows.iter().find(|window| window["title"] == FORM).unwrap()["window_id"].clone();
    let elements = alone.elements(form.pid(), &window);
    let find = |role: &str, label: &str| {
        let found = elements.iter().find(|one| one["role"] == role && one["label"] == label);
        found.expect("it is listed")["element_token"].clone()
    };
    // No option of the closed pop-up is told, so "the large size" can be chosen by a text only.
    assert!(!format!("{elements:?}").contains("Large"));
    // A row of a list is clicked with a pointer, and is not selected by it.
    let row = elements.iter().find(|one| one["role"] == "list item").unwrap()["element_token"].clone();
    let clicked = alone.call("click", json!({"element_token": row}));
    assert_eq!(clicked["structuredContent"]["route"], "synthetic_events", "{clicked}");
    assert_eq!(
        desktop.state(FORM).unwrap()["fruit"],
        Value::Null,
        "said to be clicked, and nothing came of it"
    );
    // Keys are not delivered in the background.
    let keys = alone.call("press_key", json!({"element_token": find("text", "Name"), "key": "end"}));
    assert_eq!(keys["structuredContent"]["code"], "background_unavailable", "{keys}");
    // A text is typed in part, and that is no error: bytes are counted where characters are meant.
    let typed =
        alone.call("type_text", json!({"element_token": find("text", "Note"), "text": "buy milk ✓ é 漢字"}));
    assert_ne!(typed["isError"], true, "{typed}");
    assert_eq!(desktop.state(FORM).unwrap()["note"], "todo:\nbuy milk ✓ é");
    // What a toolkit hides is told. A press tells of an open menu where there is none.
    let pressed = alone.call("click", json!({"element_token": find("push button", "Save")}));
    assert_eq!(pressed["structuredContent"]["effect"], "unverifiable", "{pressed}");
}
