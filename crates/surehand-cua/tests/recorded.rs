//! Exchanges with a driver, replayed without one.
//!
//! Those of Linux were recorded from the real driver (0.37.0) by this very test, with `SUREHAND_RECORD=1`; what macOS and
//! Windows would say is written by hand from the driver's public schemas, says so in its first line, and has been tried on
//! neither. A replay answers only what was asked then, in that order, so it also shows which calls surehand makes.

#![expect(clippy::expect_used, clippy::print_stderr, reason = "a test and its helpers")]

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline, SystemClock};
use surehand_core::code::Code;
use surehand_core::desktop::{Desktop, Losses, Payload};
use surehand_core::element::{Checked, Element, Role};
use surehand_core::error::{Error, Result};
use surehand_core::route::{Disturbance, Route, RouteKind};
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::Window;
use surehand_cua::{Answer, Channel, CuaDesktop, Process};
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::{driver, poll_until};

fn file(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded")).join(format!("{name}.jsonl"))
}

/// What a call is known by: how long the driver may take depends on the moment.
fn question(tool: &str, arguments: &Value) -> Value {
    let mut arguments = arguments.clone();
    if let Some(arguments) = arguments.as_object_mut() {
        arguments.remove("timeout_ms");
    }
    json!({"tool": tool, "arguments": arguments})
}

/// Answers as a driver did.
#[derive(Debug)]
struct Recorded(Mutex<VecDeque<Value>>);

impl Recorded {
    fn of(name: &str) -> Arc<Self> {
        let text = fs::read_to_string(file(name)).expect("the recording is there");
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
        Arc::new(Self(Mutex::new(lines.filter(|line: &Value| line.get("tool").is_some()).collect())))
    }

    fn is_used_up(&self) -> bool {
        self.0.lock().expect("not poisoned").is_empty()
    }
}

impl Channel for Recorded {
    fn call(&self, tool: &str, arguments: Value, _: Duration) -> Result<Answer> {
        let next = self.0.lock().expect("not poisoned").pop_front();
        let next = next.ok_or_else(|| Error::new(Code::Internal, "nothing more was asked then"))?;
        let asked = question(tool, &arguments);
        assert_eq!((&next["tool"], &next["arguments"]), (&asked["tool"], &asked["arguments"]));
        Ok(Answer {
            structured: next["structured"].clone(),
            content: next["content"].clone(),
            is_error: next["is_error"].as_bool().unwrap_or(false),
            driver: 0,
        })
    }

    fn call_of(&self, _: u64, tool: &str, arguments: Value, limit: Duration) -> Result<Answer> {
        self.call(tool, arguments, limit)
    }

    fn losses(&self) -> Losses {
        Losses::default()
    }

    fn takes(&self, _: &str, _: &str) -> bool {
        true
    }

    fn version(&self) -> Result<String> {
        Ok("recorded".to_owned())
    }
}

/// Passes calls on to the real driver and keeps them.
#[derive(Debug)]
struct Recorder {
    driver: Process,
    lines: Mutex<Vec<String>>,
}

impl Recorder {
    fn keep(&self, tool: &str, arguments: &Value, answer: &Answer) {
        let mut line = question(tool, arguments);
        let mut structured = answer.structured.clone();
        if tool == "list_apps" {
            // The rest is about the machine.
            let has_windows =
                |app: &Value| app["windows"].as_array().is_some_and(|windows| !windows.is_empty());
            if let Some(apps) = structured["apps"].as_array_mut() {
                apps.retain(has_windows);
            }
        }
        line["structured"] = structured;
        if answer.is_error {
            line["is_error"] = true.into();
            line["content"] = answer.content.clone();
        }
        self.lines.lock().expect("not poisoned").push(line.to_string());
    }
}

impl Channel for Recorder {
    fn call(&self, tool: &str, arguments: Value, limit: Duration) -> Result<Answer> {
        let answer = self.driver.call(tool, arguments.clone(), limit)?;
        self.keep(tool, &arguments, &answer);
        Ok(answer)
    }

    fn call_of(&self, driver: u64, tool: &str, arguments: Value, limit: Duration) -> Result<Answer> {
        let answer = self.driver.call_of(driver, tool, arguments.clone(), limit)?;
        self.keep(tool, &arguments, &answer);
        Ok(answer)
    }

    fn losses(&self) -> Losses {
        self.driver.losses()
    }

    fn takes(&self, tool: &str, argument: &str) -> bool {
        self.driver.takes(tool, argument)
    }

    fn version(&self) -> Result<String> {
        self.driver.version()
    }
}

/// Plays a scene over the recording of that name, or over the real driver, and records it.
fn play(name: &str, start: &[(&str, &[&str])], title: &str, scene: fn(&Scene)) {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    if std::env::var_os("SUREHAND_RECORD").is_none() {
        let recorded = Recorded::of(name);
        let desktop = CuaDesktop::over(Arc::clone(&recorded) as Arc<dyn Channel>, Arc::clone(&clock));
        scene(&Scene { desktop, clock, title: title.to_owned() });
        assert!(recorded.is_used_up(), "{name}: more was asked then");
        return;
    }
    let (Some(program), Ok(headless)) = (driver::for_test(name), HeadlessDesktop::start()) else { return };
    let apps: Vec<_> = start
        .iter()
        .map(|(program, arguments)| {
            if program.ends_with(".py") {
                headless.spawn_fixture(program, title, arguments).expect("it starts")
            } else {
                headless.spawn_app(program, arguments).expect("it starts")
            }
        })
        .collect();
    headless.wait_for_window(title, Duration::from_secs(20)).expect("its window");
    let ready = || Scene {
        desktop: CuaDesktop::over(Arc::new(started(&headless, &program, &clock)), Arc::clone(&clock)),
        clock: Arc::clone(&clock),
        title: title.to_owned(),
    };
    let full = || (ready().read().elements().len() > 5).then_some(());
    poll_until(Duration::from_secs(20), full).expect("its controls");
    let recorder =
        Arc::new(Recorder { driver: started(&headless, &program, &clock), lines: Mutex::default() });
    let desktop = CuaDesktop::over(Arc::clone(&recorder) as Arc<dyn Channel>, Arc::clone(&clock));
    scene(&Scene { desktop, clock, title: title.to_owned() });
    let lines = recorder.lines.lock().expect("not poisoned").join("\n");
    let head = json!({"recorded": recorder.version().expect("its version"), "platform": "Linux, Debian 12"});
    fs::write(file(name), format!("{head}\n{lines}\n")).expect("written");
    eprintln!("recorded {name} with {} apps", apps.len());
}

fn started(headless: &HeadlessDesktop, program: &Path, clock: &Arc<dyn Clock>) -> Process {
    let process = Process::new(program.to_owned(), Duration::from_secs(60), Arc::clone(clock));
    process.with_environment(headless.environment())
}

struct Scene {
    desktop: CuaDesktop,
    clock: Arc<dyn Clock>,
    title: String,
}

impl Scene {
    fn deadline(&self) -> Deadline {
        Deadline::new(self.clock.now().plus(Duration::from_secs(20)))
    }

    fn window(&self) -> Window {
        let windows = self.desktop.windows(&self.deadline()).expect("the windows");
        let found = windows.into_iter().find(|window| window.title == self.title);
        found.expect("the window")
    }

    fn read(&self) -> Snapshot {
        let key = self.window().key;
        self.desktop.snapshot(&key, &SnapshotBounds::default(), &self.deadline()).expect("a reading")
    }

    fn perform(&self, element: &Element, route: &Route, payload: &Payload) {
        self.desktop.perform(&element.key, route, payload, &self.deadline()).expect("it is taken");
    }
}

fn find<'a>(snapshot: &'a Snapshot, role: Role, name: &str) -> Vec<&'a Element> {
    snapshot.elements().iter().filter(|element| element.role == role && element.name == name).collect()
}

fn one<'a>(snapshot: &'a Snapshot, role: Role, name: &str) -> &'a Element {
    let found = find(snapshot, role, name);
    assert_eq!(found.len(), 1, "{role} {name:?} in {:#?}", snapshot.elements());
    found[0]
}

fn click(element: &Element) -> &Route {
    element.routes_for(ActionKind::Click).next().expect("it can be pressed")
}

/// Without anybody who reads exactly, as on macOS and Windows.
fn the_form(scene: &Scene) {
    let before = scene.read();
    assert!(before.left_out.is_nothing());
    assert_eq!(before.window.app.name, "Form.py");
    let name = one(&before, Role::TextField, "Name");
    let content = name.content.as_ref().expect("a text");
    assert!(content.is_about() && content.text.is_empty(), "read about right, and never whole");
    let kinds: Vec<RouteKind> = name.routes.iter().map(|route| route.kind).collect();
    assert_eq!(kinds, [RouteKind::EditableText], "nothing is put into a text that is not known exactly");
    assert_eq!(
        one(&before, Role::TextField, "Email").content.as_ref().map(|content| content.text.as_str()),
        Some("ada@exmaple.com")
    );
    assert_eq!(one(&before, Role::CheckBox, "Send newsletter").state.checked, Some(Checked::Off));
    assert_eq!(one(&before, Role::Slider, "Volume").number.map(|number| number.value), Some(30.0));
    assert_eq!(
        one(&before, Role::ComboBox, "Size").content.as_ref().map(|content| content.text.as_str()),
        Some("Small")
    );
    let list = one(&before, Role::List, "Fruit");
    let place = before.position(&list.key).expect("its place");
    assert_eq!(before.children(place).count(), 10);
    let row = before.children(place).next().expect("a row").1;
    assert_eq!(click(row).disturbs, Disturbance::Pointer, "a row has no action of its own");

    let edits: Vec<Element> = find(&before, Role::Button, "Edit").into_iter().cloned().collect();
    assert_eq!(edits.len(), 3);
    let route = *name.routes_for(ActionKind::SetValue).next().expect("it can be filled");
    let name = name.clone();
    scene.perform(&name, &route, &Payload::Text("  Grace ".into()));
    scene.perform(&edits[1], click(&edits[1]), &Payload::Nothing);

    let after = scene.read();
    let field =
        after.element(&name.key).expect("a field keeps its key although the driver calls it by its text");
    assert_eq!((field.role, field.name.as_str()), (Role::TextField, "Name"));
    assert!(
        field.content.as_ref().is_some_and(|content| content.is_about() && content.text.trim() == "Grace")
    );
    for edit in &edits {
        assert!(after.element(&edit.key).is_some(), "look-alikes under their headings keep theirs");
    }
    assert_eq!(find(&after, Role::Text, "Edit Billing 1").len(), 1);
    let old = scene.desktop.perform(
        &edits[1].key,
        &Route::quiet(ActionKind::Menu, RouteKind::NativeAction),
        &Payload::Nothing,
        &scene.deadline(),
    );
    assert_eq!(
        old.err().map(|error| (error.code, error.may_have_happened)),
        Some((Code::Unsupported, false))
    );
}

#[test]
fn a_form_of_gtk_3() {
    play("linux-form-gtk3", &[("form.py", &["--toolkit", "gtk3"])], "Form", the_form);
}

fn the_calculator(scene: &Scene) {
    let before = scene.read();
    assert!(
        before.window.app.answers_to("org.gnome.Calculator") && before.window.app.answers_to("Calculator")
    );
    for key in ["7", "÷", "(", "="] {
        assert_eq!(click(one(&before, Role::Button, key)).disturbs, Disturbance::Nothing);
    }
    assert!(before.elements().iter().all(|element| !element.name.starts_with("Gtk")), "no names of classes");
    let seven = one(&before, Role::Button, "7").clone();
    scene.perform(&seven, click(&seven), &Payload::Nothing);
    let reads = |snapshot: &Snapshot| {
        let texts = snapshot.elements().iter().filter_map(|element| element.content.as_ref());
        texts.map(|content| content.text.clone()).collect::<Vec<_>>().concat()
    };
    // GTK 4 clicks a quarter of a second late; the driver is slower than that.
    assert_eq!(reads(&scene.read()), "7");
}

#[test]
fn a_calculator_of_gtk_4() {
    play("linux-calculator", &[("gnome-calculator", &[])], "Calculator", the_calculator);
}

fn a_mac(scene: &Scene) {
    let before = scene.read();
    assert_eq!(one(&before, Role::TextField, "Name").routes.len(), 1);
    assert!(one(&before, Role::PasswordField, "Password").content.is_none(), "what is hidden is dropped");
    assert_eq!(one(&before, Role::CheckBox, "Send newsletter").state.checked, Some(Checked::On));
    assert_eq!(
        one(&before, Role::ComboBox, "Size").content.as_ref().map(|content| content.text.as_str()),
        Some("Small")
    );
    assert_eq!(
        one(&before, Role::TextField, "Search").content.as_ref().map(|content| content.text.as_str()),
        Some(""),
        "a hint is no content"
    );
    let quit = one(&before, Role::MenuItem, "Quit");
    assert_eq!(quit.routes_for(ActionKind::Menu).count(), 1);
    let save = one(&before, Role::Button, "Save");
    assert_eq!(
        save.bounds.map(|bounds| (bounds.x, bounds.y)),
        Some((20, 200)),
        "frames count from the window here"
    );
    assert!(before.left_out.out_of_time, "what the driver cut is said");
}

#[test]
fn a_mac_by_hand() {
    play("macos-by-hand", &[], "Form", a_mac);
}

fn a_pc(scene: &Scene) {
    let before = scene.read();
    assert_eq!(one(&before, Role::TextField, "Name").identifier.as_deref(), Some("nameBox"));
    assert_eq!(one(&before, Role::Text, "Ready").routes, []);
    assert_eq!(one(&before, Role::Slider, "Volume").number.map(|number| number.value), Some(30.0));
    assert_eq!(click(one(&before, Role::Button, "Save")).disturbs, Disturbance::Nothing);
}

#[test]
fn a_pc_by_hand() {
    play("windows-by-hand", &[], "Form", a_pc);
}

/// Nothing seen in time is no empty window.
fn a_starved_reading(scene: &Scene) {
    let key = scene.window().key;
    let read = scene.desktop.snapshot(&key, &SnapshotBounds::default(), &scene.deadline());
    assert_eq!(read.err().map(|error| error.code), Some(Code::DesktopTimeout));
}

#[test]
fn a_starved_reading_is_no_empty_window() {
    play("starved-by-hand", &[], "Form", a_starved_reading);
}

#[test]
fn a_recording_is_replayed_to_the_letter() {
    let recorded = Recorded::of("linux-form-gtk3");
    let wrong = std::panic::catch_unwind(|| recorded.call("list_apps", json!({}), Duration::ZERO));
    assert!(wrong.is_err(), "another question than the first one");
    for line in fs::read_dir(file("x").parent().expect("the folder")).expect("read").flatten() {
        let text = fs::read_to_string(line.path()).expect("read");
        let head: Value = serde_json::from_str(text.lines().next().expect("a first line")).expect("JSON");
        let says = head.get("recorded").is_some() || head.get("by_hand").is_some();
        assert!(says, "{} does not say where it comes from", line.path().display());
    }
}
