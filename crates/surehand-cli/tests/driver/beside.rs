//! What surehand refuses through the driver, and what the driver is known to claim, beside the driver's own answer to the
//! same call made without surehand.
//!
//! Each case runs twice on a fresh app: once by the driver alone, once by `act`. The app's own state judges both. The rows
//! are those of docs/cua-driver.md: `SUREHAND_RECORD=1` writes the page, and otherwise a driver that answers differently
//! from it fails the test, so that it shows when a later one does better than what surehand refuses because of it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{App, HeadlessDesktop, for_test};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::{driver, pause, poll_until};

use crate::{FORM, LIMIT, server};

/// What may still come of a call of the driver, which answers before the app does.
const LATER: Duration = Duration::from_millis(2_000);
const TITLE: &str = "Beside";

/// An app, what is asked of surehand, and the driver's own call for it.
struct Case {
    /// Whose report it is, or what surehand cannot do.
    about: &'static str,
    script: &'static str,
    toolkit: &'static str,
    lie: Option<&'static str>,
    instruction: &'static str,
    text: Option<&'static str>,
    /// Acceptable answers of surehand; a `done` must be true all the same.
    answers: &'static [&'static str],
    call: Call,
    /// Where the state holds it, and what it holds when it was done.
    state: &'static str,
    wanted: &'static str,
}

/// A call of the driver on one element, found by the end of its role and a part of its label.
struct Call {
    tool: &'static str,
    role: &'static str,
    label: &'static str,
    /// How many before it look like it.
    behind: usize,
    value: Option<(&'static str, &'static str)>,
}

const fn click(role: &'static str, label: &'static str) -> Call {
    Call { tool: "click", role, label, behind: 0, value: None }
}

const fn set(role: &'static str, label: &'static str, value: &'static str) -> Call {
    Call { tool: "set_value", role, label, behind: 0, value: Some(("value", value)) }
}

const fn types(role: &'static str, label: &'static str, text: &'static str) -> Call {
    Call { tool: "type_text", role, label, behind: 0, value: Some(("text", text)) }
}

/// The app of a case: its script, its toolkit, and how it lies.
type Program = (&'static str, &'static str, Option<&'static str>);

const fn lying(lie: &'static str) -> Program {
    ("lying.py", "gtk3", Some(lie))
}

const fn case(
    about: &'static str,
    (script, toolkit, lie): Program,
    (instruction, text): (&'static str, Option<&'static str>),
    answers: &'static [&'static str],
    call: Call,
    (state, wanted): (&'static str, &'static str),
) -> Case {
    Case { about, script, toolkit, lie, instruction, text, answers, call, state, wanted }
}

const FRONT: &[&str] = &["failed/foreground_required"];
const UNTRUE: &[&str] = &["mismatch", "unverified", "no_effect"];

/// What surehand does not do through the driver.
const REFUSED: &[Case] = &[
    case(
        "a row of a list",
        ("form.py", "gtk3", None),
        ("Select Cherry in the fruit list", None),
        FRONT,
        Call { behind: 2, ..click("list item", "") },
        ("/fruit", "\"Cherry\""),
    ),
    case(
        "a check button of GTK 4",
        ("form.py", "gtk4", None),
        ("Subscribe to the newsletter", None),
        &["failed/foreground_required", "not_found", "ambiguous"],
        click("check box", "Send newsletter"),
        ("/newsletter", "true"),
    ),
    case(
        "a drop-down of GTK 4",
        ("form.py", "gtk4", None),
        ("Choose the size", Some("Medium")),
        &["failed/foreground_required", "not_found", "ambiguous", "no_effect"],
        set("button", "GtkToggleButton", "Medium"),
        ("/size", "\"Medium\""),
    ),
    case(
        "a combo box of Qt 5",
        ("form.py", "qt5", None),
        ("Choose the size", Some("Medium")),
        &["failed/foreground_required", "not_found", "ambiguous", "no_effect", "failed/desktop_error"],
        set("combo box", "Small", "Medium"),
        ("/size", "\"Medium\""),
    ),
];

/// What it, or another tool of its kind, was seen or reported to call done.
const CLAIMED: &[Case] = &[
    case(
        "a button that does nothing (trycua/cua#2022)",
        lying("dead"),
        ("Press me", None),
        &["no_effect"],
        click("push button", "Press me"),
        ("/button/value", "1"),
    ),
    case(
        "the same beside a running clock",
        lying("dead-clock"),
        ("Press me", None),
        &["no_effect", "unverified"],
        click("push button", "Press me"),
        ("/button/value", "1"),
    ),
    case(
        "characters counted as bytes",
        ("form.py", "gtk3", None),
        ("Add this to the end of the note", Some("buy milk ✓ é 漢字")),
        &["done"],
        types("text", "Note", "buy milk ✓ é 漢字"),
        ("/note", "\"todo:\\nbuy milk ✓ é 漢字\""),
    ),
    case(
        "blanks around a text",
        ("form.py", "gtk3", None),
        ("Put the name into the Name field", Some("  Grace ")),
        &["done"],
        set("text", "Name", "  Grace "),
        ("/name", "\"  Grace \""),
    ),
    case(
        "a field that trims",
        lying("trims"),
        ("Set the name", Some(" Grace ")),
        UNTRUE,
        set("text", "Name", " Grace "),
        ("/name/value", "\" Grace \""),
    ),
    case(
        "a field that drops the last character",
        lying("shortens"),
        ("Set the name", Some("Grace")),
        UNTRUE,
        set("text", "Name", "Grace"),
        ("/name/value", "\"Grace\""),
    ),
    case(
        "a field that is put back 50 ms later",
        lying("reverts-50"),
        ("Set the name", Some("Grace")),
        UNTRUE,
        set("text", "Name", "Grace"),
        ("/name/value", "\"Grace\""),
    ),
    case(
        "a field that is put back 300 ms later",
        lying("reverts-300"),
        ("Set the name", Some("Grace")),
        UNTRUE,
        set("text", "Name", "Grace"),
        ("/name/value", "\"Grace\""),
    ),
    case(
        "reads right, but the app never took it (trycua/cua#3807)",
        lying("dead"),
        ("Set the name", Some("Grace")),
        UNTRUE,
        set("text", "Name", "Grace"),
        ("/name/value", "\"Grace\""),
    ),
    case(
        "a pop-up that is put back (trycua/cua#3354)",
        lying("dead"),
        ("Choose the shape", Some("Hexagon")),
        UNTRUE,
        set("combo box", "Circle", "Hexagon"),
        ("/shape/value", "\"Hexagon\""),
    ),
    case(
        "a switch that is put back",
        lying("dead"),
        ("Turn on the night light", None),
        UNTRUE,
        click("check box", "Night light"),
        ("/switch/value", "true"),
    ),
    case(
        "a slider that is put back",
        lying("reverts-50"),
        ("Set the volume", Some("70")),
        UNTRUE,
        set("slider", "Volume", "70"),
        ("/volume/value", "70.0"),
    ),
    case(
        "a button that answers late (called incomplete: trycua/cua#3841)",
        lying("late-250"),
        ("Press me", None),
        &["done"],
        click("push button", "Press me"),
        ("/button/value", "1"),
    ),
];

/// Asks the driver itself, without surehand.
struct Alone(McpServer);

impl Alone {
    fn start(desktop: &HeadlessDesktop, program: &Path) -> Self {
        let program = program.to_string_lossy();
        let quiet = |mut command: Command| {
            command.env("CUA_DRIVER_RS_TELEMETRY_ENABLED", "0").env("CUA_DRIVER_RS_UPDATE_CHECK", "0");
            command
        };
        let disabled = quiet(desktop.command(&program)).args(["telemetry", "disable"]).output();
        assert!(disabled.unwrap().status.success());
        let log = fs::File::create(desktop.folder().join("logs/driver")).unwrap();
        Self(McpServer::spawn(quiet(desktop.command(&program)).arg("mcp").stderr(log)).unwrap())
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.0.request("tools/call", json!({"name": tool, "arguments": arguments}), LIMIT).unwrap()
    }

    /// The elements of the app's window, once it has told them all.
    fn elements(&mut self, pid: u32) -> Vec<Value> {
        let elements = poll_until(LATER * 5, || {
            let windows = self.call("list_windows", json!({}));
            let windows = windows["structuredContent"]["windows"].as_array()?.clone();
            let window = windows.iter().find(|window| window["pid"] == pid)?["window_id"].clone();
            let read = self.call(
                "get_window_state",
                json!({"pid": pid, "window_id": window, "include_screenshot": false, "tree_format": "both", "timeout_ms": 20_000}),
            );
            read["structuredContent"]["elements"].as_array().filter(|elements| elements.len() > 5).cloned()
        });
        elements.expect("it lists controls")
    }

    /// The driver's answer to the call of a case, in short.
    fn answer(&mut self, call: &Call, pid: u32) -> String {
        let word = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
        let is_meant =
            |one: &&Value| word(one, "role").ends_with(call.role) && word(one, "label").contains(call.label);
        let elements = self.elements(pid);
        let Some(found) = elements.iter().filter(is_meant).nth(call.behind) else {
            let all: Vec<String> = elements
                .iter()
                .map(|one| format!("{} “{}”", word(one, "role"), word(one, "label")))
                .collect();
            println!("no {} “{}” among {}", call.role, call.label, all.join(", "));
            return "(it lists no such control)".to_owned();
        };
        let mut arguments = json!({"element_token": found["element_token"]});
        if let Some((name, value)) = call.value {
            arguments[name] = value.into();
        }
        in_short(&self.call(call.tool, arguments))
    }
}

/// A driver's answer in its own words, without those that are different each time.
fn in_short(answer: &Value) -> String {
    let said = &answer["structuredContent"];
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let code = word(&said["refusal"]["code"]).or_else(|| word(&said["code"]));
    let parts = [
        (answer["isError"] == true).then(|| "`isError`".to_owned()),
        code.map(|code| format!("`code: {code}`")),
        word(&said["effect"]).map(|effect| format!("`effect: {effect}`")),
        word(&said["route"]).map(|route| format!("`route: {route}`")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "success".to_owned() } else { parts.join(", ") }
}

impl Case {
    fn start(&self, desktop: &HeadlessDesktop) -> App {
        let _old = fs::remove_file(desktop.state_file(TITLE));
        let mut arguments = vec!["--toolkit", self.toolkit];
        arguments.extend(self.lie.iter().flat_map(|lie| ["--lie", lie]));
        desktop.spawn_fixture(self.script, TITLE, &arguments).expect("the app starts")
    }

    /// What the app holds, and whether that is what was asked for.
    fn held(&self, desktop: &HeadlessDesktop) -> (String, bool) {
        let state = desktop.state(TITLE).unwrap();
        let held = state.pointer(self.state).expect("the app says").clone();
        let wanted: Value = serde_json::from_str(self.wanted).unwrap();
        let same = held == wanted || (held.is_number() && held.as_f64() == wanted.as_f64());
        (held.to_string(), same)
    }

    /// The row of the case, and what is wrong about it.
    fn perform(
        &self,
        desktop: &HeadlessDesktop,
        alone: &mut Alone,
        server: &mut McpServer,
    ) -> (String, Vec<String>) {
        let mut problems = Vec::new();
        let app = self.start(desktop);
        let says = alone.answer(&self.call, app.pid());
        pause(LATER);
        let (alone_held, _) = self.held(desktop);
        drop(app);

        let app = self.start(desktop);
        let mut arguments = json!({"pid": app.pid(), "instruction": self.instruction});
        if let Some(text) = self.text {
            arguments["text"] = text.into();
        }
        let answer = server.call("act", arguments, LIMIT).unwrap();
        let word = match answer.code() {
            "" => answer.status().to_owned(),
            code => format!("{}/{code}", answer.status()),
        };
        let (held, is_done) = self.held(desktop);
        if !self.answers.contains(&word.as_str()) {
            problems
                .push(format!("{}: answered {word}, not {:?}: {}", self.about, self.answers, answer.json));
        }
        if word == "done" && !is_done {
            problems.push(format!("{}: a false done, the app holds {held}: {}", self.about, answer.json));
        }
        let asked = self.text.map_or_else(String::new, |text| format!(" ← `{text}`"));
        let call = &self.call;
        let value = call.value.map_or_else(String::new, |(_, value)| format!(" `{value}`"));
        let row = format!(
            "| {} ({}) | {}{asked} | {word} | `{held}` | `{}` of {} “{}”{value} | {says} | `{alone_held}` |",
            self.about, self.toolkit, self.instruction, call.tool, call.role, call.label
        );
        (row, problems)
    }
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cua-driver.md")
}

/// The columns of a row that are the same each time: all but surehand's answer and what the app then held.
fn lasting(row: &str) -> Vec<&str> {
    let columns: Vec<&str> = row.split(" | ").collect();
    columns
        .iter()
        .enumerate()
        .filter(|(place, _)| ![2, 3].contains(place))
        .map(|(_, column)| *column)
        .collect()
}

/// Runs these cases and compares with the page, or writes its part of it.
fn compare(test: &str, heading: &str, cases: &[Case]) {
    let (Some(program), Some(desktop)) = (driver::for_test(test), for_test(test)) else { return };
    let mut alone = Alone::start(&desktop, &program);
    let mut server = server(&desktop, &program, &[]);
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for case in cases {
        let (row, wrong) = case.perform(&desktop, &mut alone, &mut server);
        println!("{row}");
        rows.push(row);
        problems.extend(wrong);
    }
    let text = fs::read_to_string(page()).expect("the page is there");
    if std::env::var_os("SUREHAND_RECORD").is_some() {
        fs::write(page(), with_rows(&text, heading, &rows)).unwrap();
    } else {
        let known: Vec<Vec<&str>> = text.lines().map(lasting).collect();
        let strange = rows.iter().filter(|row| !known.contains(&lasting(row)));
        problems.extend(strange.map(|row| format!("not as in docs/cua-driver.md: {row}")));
    }
    assert!(problems.is_empty(), "{test}:\n{}\n{}", problems.join("\n"), desktop.log("mcp"));
}

/// The page with these rows below that heading, as of today.
fn with_rows(page: &str, heading: &str, rows: &[String]) -> String {
    let today = Command::new("date").arg("+%Y-%m-%d").output().unwrap();
    let today = String::from_utf8_lossy(&today.stdout).trim().to_owned();
    let mut text = String::new();
    let mut is_part = false;
    for line in page.lines() {
        if line.starts_with("## ") {
            is_part = line == format!("## {heading}");
        }
        if is_part && line.starts_with("Measured on") {
            writeln!(text, "Measured on {today} with cua-driver 0.37.0 on Debian 12, X11.").unwrap();
        } else if !is_part || !line.starts_with("| ") || line.starts_with("| case") {
            writeln!(text, "{line}").unwrap();
        }
        if is_part && line.starts_with("|---") {
            writeln!(text, "{}", rows.join("\n")).unwrap();
        }
    }
    text
}

#[test]
fn every_refusal_stands_beside_the_drivers_own_answer() {
    compare("every_refusal_stands_beside_the_drivers_own_answer", "What is refused", REFUSED);
}

#[test]
fn known_false_successes_are_never_done() {
    compare("known_false_successes_are_never_done", "What is known to be claimed", CLAIMED);
}

#[test]
fn what_the_driver_says_itself() {
    let test = "what_the_driver_says_itself";
    let (Some(program), Some(desktop)) = (driver::for_test(test), for_test(test)) else { return };
    let form = desktop.spawn_fixture("form.py", FORM, &["--toolkit", "gtk3"]).expect("the form starts");
    let mut alone = Alone::start(&desktop, &program);
    let elements = alone.elements(form.pid());
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
