//! A window as its list says, observed through the real server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::{self, App, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;

use crate::compare::{Found, compare};
use crate::list::List;
use crate::offered::offered;
use crate::pressed;

const APPEAR: Duration = Duration::from_secs(20);
/// How long a window may take to show what it shows once it is there.
const LATE: Duration = Duration::from_secs(6);
const CALL: Duration = Duration::from_secs(30);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/expected")
}

/// The names of all lists, sorted.
pub(crate) fn lists() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let lists = files.filter(|file| file.extension().is_some_and(|extension| extension == "txt"));
    let mut names: Vec<String> =
        lists.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// Compares the window of a list with the list; fails when less than `least` percent is right.
pub(crate) fn check(test: &str, name: &str, least: f64) {
    let list = List::parse(&fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap());
    let Some(desktop) = desktop::for_test(test) else { return };
    let program = &list.start[0];
    if Path::new(program).extension().is_none_or(|extension| extension != "py") && !is_installed(program) {
        assert!(std::env::var_os("CI").is_none(), "{test} cannot run: {program} is not installed");
        println!("skipped {test}: {program} is not installed");
        return;
    }
    furnish(&desktop.folder().join("home"));
    let _app = start(&desktop, &list);
    let arguments: &[&str] = if list.pressed.is_empty() { &["mcp", "--yes"] } else { &["mcp"] };
    if !list.pressed.is_empty() {
        pressed::lend_grab(&desktop.folder().join("home"), program);
    }
    let mut server =
        McpServer::start(&desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), arguments).unwrap();
    // Until the window manager has it, a window goes by another number.
    let screen = desktop.screen().unwrap();
    let is_it = |(_, title): &(u32, String)| title.contains(&list.window);
    poll_until(APPEAR, || screen.windows().ok()?.iter().any(is_it).then_some(())).unwrap();
    let window = poll_until(APPEAR, || window_of(&mut server, &list.window)).unwrap();
    if let Some(option) = &list.chosen {
        pressed::choose(&mut server, window, option);
    }
    let commands = pressed::commands(&mut server, window, &list.pressed);
    let mut last = Found::default();
    let is_right = |found: &Found| {
        found.recall() >= least && found.precision() >= least && found.wrong_shortcuts.is_empty()
    };
    poll_until(LATE, || {
        let mut all = offered(&pressed::observe(&mut server, window));
        // Some menus are known from the moment they were opened.
        let known: Vec<String> = all.iter().map(|control| control.does.clone()).collect();
        all.extend(commands.iter().filter(|command| !known.contains(&command.does)).cloned());
        last = compare(&list.seen, &all);
        is_right(&last).then_some(())
    });
    println!(
        "| {name} | {} | {} | {:.1} % | {:.1} % | {} |",
        list.seen.len(),
        last.matched + last.extras.len(),
        last.recall(),
        last.precision(),
        last.wrong_shortcuts.len(),
    );
    for (what, lines) in [
        ("missed", &last.misses),
        ("extra", &last.extras),
        ("shortcut", &last.wrong_shortcuts),
        ("not shown to anybody but people:", &last.hidden),
    ] {
        for line in lines {
            println!("{name}: {what} {line}");
        }
    }
    assert!(is_right(&last), "{name}: recall {:.1} %, precision {:.1} %", last.recall(), last.precision());
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The files that are open or shown in some windows.
fn furnish(home: &Path) {
    fs::create_dir_all(home.join("papers/Letters")).unwrap();
    for (file, text) in [
        ("notes.txt", "First line\nSecond line\n"),
        ("papers/alpha.txt", "one\n"),
        ("papers/beta.txt", "two\n"),
    ] {
        fs::write(home.join(file), text).unwrap();
    }
}

fn start(desktop: &HeadlessDesktop, list: &List) -> App {
    let arguments: Vec<&str> = list.start[1..].iter().map(String::as_str).collect();
    if list.start[0].ends_with(".py") {
        return desktop.spawn_fixture(&list.start[0], &list.window, &arguments).unwrap();
    }
    let mut command: Command = desktop.command(&list.start[0]);
    command.args(arguments).current_dir(desktop.folder().join("home"));
    command.envs(list.variables.iter().map(|(name, value)| (name, value)));
    let log = fs::File::create(desktop.folder().join("logs/app")).unwrap();
    command.stdout(log.try_clone().unwrap()).stderr(log);
    let app = App::spawn(&mut command).unwrap();
    if let Some((title, action)) = &list.action {
        activate(desktop, title, action);
    }
    if !list.opened.is_empty() {
        open_once(desktop, list);
    }
    app
}

/// Activates an action that a window's app exports on the session bus. The window says where.
fn activate(desktop: &HeadlessDesktop, title: &str, action: &str) {
    let window = desktop.wait_for_window(title, APPEAR).unwrap().to_string();
    let done = poll_until(APPEAR, || {
        let mut properties = desktop.command("xprop");
        properties.args(["-id", &window, "_GTK_UNIQUE_BUS_NAME", "_GTK_APPLICATION_OBJECT_PATH"]);
        let told = String::from_utf8(properties.output().unwrap().stdout).unwrap();
        let mut values = told.lines().filter_map(|line| line.split('"').nth(1));
        let (bus_name, path) = (values.next()?, values.next()?);
        let mut call = desktop.command("gdbus");
        call.args(["call", "--session", "-d", bus_name, "-o", path]);
        call.args(["-m", "org.gtk.Actions.Activate", action, "[]", "{}"]);
        call.output().unwrap().status.success().then_some(())
    });
    assert!(done.is_some(), "{title} exports no {action}");
}

/// Opens each menu of the bar once, one after the other, and closes the last.
fn open_once(desktop: &HeadlessDesktop, list: &List) {
    let window = poll_until(APPEAR, || {
        let found =
            desktop.command("xdotool").args(["search", "--onlyvisible", "--name", &list.window]).output();
        String::from_utf8(found.unwrap().stdout).unwrap().lines().next().map(ToOwned::to_owned)
    });
    let mut keys = desktop.command("xdotool");
    keys.args(["windowactivate", "--sync", &window.unwrap(), "sleep", "0.3", "key", "--delay", "150", "F10"]);
    keys.arg("Down");
    keys.args(list.opened.iter().skip(1).map(|_| "Right"));
    keys.args(["Escape", "Escape"]);
    assert!(keys.status().unwrap().success(), "xdotool");
}

/// The number of the window with that in its title.
fn window_of(server: &mut McpServer, title: &str) -> Option<u64> {
    let answer = server.call("windows", json!({}), CALL).unwrap();
    let windows = answer.json["windows"].as_array()?;
    let window =
        windows.iter().find(|window| window["title"].as_str().is_some_and(|own| own.contains(title)))?;
    window["windowId"].as_u64()
}
