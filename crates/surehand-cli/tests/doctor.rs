//! `surehand doctor` on a desktop of the test's own with accessibility switched off, and without any desktop.

#![expect(clippy::expect_used, reason = "a test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use surehand_testkit::desktop::{self, App, HeadlessDesktop};

/// The answer of `doctor --json` and the exit code.
fn doctor(mut command: Command, arguments: &[&str]) -> (Value, Option<i32>) {
    let output = command.args(["doctor", "--json"]).args(arguments).output().expect("it runs");
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (answer, output.status.code())
}

fn standing<'a>(answer: &'a Value, name: &str) -> &'a str {
    let checks = answer["checks"].as_array().expect("checks");
    let check = checks.iter().find(|check| check["check"] == name);
    check.and_then(|check| check["standing"].as_str()).unwrap_or("missing")
}

fn property(desktop: &HeadlessDesktop, method: &str, arguments: &[&str]) -> String {
    let mut call = desktop.command("gdbus");
    call.args(["call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m"]);
    call.arg(format!("org.freedesktop.DBus.Properties.{method}")).args(["org.a11y.Status", "IsEnabled"]);
    let output = call.args(arguments).output().expect("gdbus");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn accessibility_that_is_off_is_found_mended_and_put_back() {
    let Some(desktop) = desktop::for_test("accessibility_that_is_off_is_found_mended_and_put_back") else {
        return;
    };
    let surehand = || desktop.command(env!("CARGO_BIN_EXE_surehand"));
    let (answer, code) = doctor(surehand(), &[]);
    for check in ["session_bus", "accessibility_bus", "accessibility_on", "display", "window_manager", "qt"] {
        assert_eq!(standing(&answer, check), "ok", "{check}: {answer}");
    }
    assert_eq!(code, Some(0), "{answer}");

    property(&desktop, "Set", &["<false>"]);
    let (answer, code) = doctor(surehand(), &[]);
    assert_eq!((standing(&answer, "accessibility_on"), code), ("wrong", Some(1)), "{answer}");
    assert_eq!(property(&desktop, "Get", &[]), "(<false>,)", "looking changes nothing");

    let (answer, code) = doctor(surehand(), &["--fix"]);
    assert_eq!((standing(&answer, "accessibility_on"), code), ("ok", Some(0)), "{answer}");
    assert_eq!(answer["changed"].as_array().map(Vec::len), Some(1), "{answer}");
    assert!(answer["next"].to_string().contains("start again the apps"), "{answer}");
    assert_eq!(property(&desktop, "Get", &[]), "(<true>,)");
    assert_eq!(doctor(surehand(), &["--fix"]).0["changed"].as_array().map(Vec::len), Some(0));

    let (answer, code) = doctor(surehand(), &["--undo"]);
    assert_eq!((answer["putBack"].as_array().map(Vec::len), code), (Some(1), Some(0)), "{answer}");
    assert_eq!(property(&desktop, "Get", &[]), "(<false>,)");
    assert_eq!(doctor(surehand(), &["--undo"]).0["putBack"].as_array().map(Vec::len), Some(0));
}

/// What `doctor` looks at, each with the reason; what is not in order says what to do.
const LOOKED_AT: [&str; 15] = [
    "session_bus",
    "accessibility_bus",
    "accessibility_on",
    "qt",
    "display",
    "window_manager",
    "screen_lock",
    "web_pages",
    "file_modes",
    "settings",
    "decider",
    "path",
    "cua_driver",
    "text_in_pictures",
    "model_file",
];

#[test]
fn everything_is_looked_at_with_a_reason_and_wayland_has_its_limits() {
    let Some(desktop) = desktop::for_test("everything_is_looked_at_with_a_reason_and_wayland_has_its_limits")
    else {
        return;
    };
    let surehand = || desktop.command(env!("CARGO_BIN_EXE_surehand"));
    let (answer, _) = doctor(surehand(), &[]);
    let checks = answer["checks"].as_array().expect("checks");
    let mut names: Vec<&str> = checks.iter().filter_map(|check| check["check"].as_str()).collect();
    names.sort_unstable();
    let mut known = LOOKED_AT.to_vec();
    known.sort_unstable();
    assert_eq!(names, known);
    for check in checks {
        let says = check["says"].as_str().unwrap_or_default();
        let is_ok = check["standing"] == "ok";
        assert!(
            says.len() > 10 && (is_ok || check["fix"].as_str().is_some_and(|fix| !fix.is_empty())),
            "{check}"
        );
    }
    let mut both = surehand();
    both.env("WAYLAND_DISPLAY", "wayland-none");
    assert_eq!(standing(&doctor(both, &[]).0, "display"), "note", "X11 beside Wayland");
    let mut alone = surehand();
    alone.env("WAYLAND_DISPLAY", "wayland-none").env_remove("DISPLAY");
    let (answer, _) = doctor(alone, &[]);
    assert_eq!(standing(&answer, "display"), "note", "{answer}");
    assert!(answer.to_string().contains("Wayland without X11"), "{answer}");
    let mut silent = surehand();
    silent.env("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "0");
    assert_eq!(standing(&doctor(silent, &[]).0, "qt"), "note");
}

/// What a new user meets: an app that was opened before accessibility was switched on. Qt 6 shows nothing then; GTK and
/// Qt 5 as Debian has them do.
#[test]
fn an_app_from_before_accessibility_is_named_as_such_until_it_is_started_again() {
    const FORM: &str = "surehand-form-qt6";
    let test = "an_app_from_before_accessibility_is_named_as_such_until_it_is_started_again";
    let Some(desktop) = desktop::for_test(test) else { return };
    property(&desktop, "Set", &["<false>"]);
    let surehand = |arguments: &[&str]| {
        let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
        let output = command.arg("--yes").args(arguments).output().expect("it runs");
        (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let look = ["observe", "--app", FORM];
    let start = || {
        let mut command = desktop.command("/usr/bin/python3");
        command.env_remove("QT_LINUX_ACCESSIBILITY_ALWAYS_ON").env_remove("QT_ACCESSIBILITY");
        command.arg("-B").arg(surehand_testkit::fixture("apps/form.py")).args(["--toolkit", "qt6"]);
        command.arg("--state").arg(desktop.state_file(FORM)).args(["--title", FORM]);
        let app = App::spawn(&mut command).expect("the form starts");
        desktop.wait_for_window(FORM, Duration::from_secs(30)).expect("the form's window");
        app
    };
    let early = start();
    let (shown, hint) = surehand(&look);
    assert!(shown.contains("0 candidates") && hint.contains("started again"), "{shown}{hint}");
    let (shown, _) = surehand(&["doctor", "--fix"]);
    assert!(shown.contains("start again the apps"), "{shown}");
    drop(early);
    let _late = start();
    let (shown, hint) = surehand(&look);
    assert!(!shown.contains("0 candidates") && !hint.contains("hint"), "{shown}{hint}");
}

#[test]
fn without_a_desktop_each_lack_is_named_with_what_to_do() {
    let home = std::env::temp_dir().join(format!("surehand-doctor-cli-{}", std::process::id()));
    drop(fs::remove_dir_all(&home));
    fs::create_dir_all(home.join(".config/surehand")).expect("a temporary home");
    let keys = home.join(".config/surehand/.env");
    fs::write(&keys, "OPENAI_API_KEY=sk-secret").expect("a temporary home");
    fs::set_permissions(&keys, fs::Permissions::from_mode(0o644)).expect("ours");
    let mut command = Command::new(env!("CARGO_BIN_EXE_surehand"));
    command.env_clear().env("HOME", &home).env("XDG_RUNTIME_DIR", &home);
    command.env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}/none", home.display()));
    let output = command.arg("doctor").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for words in [
        "wrong  session_bus",
        "wrong  display",
        "wrong  file_modes",
        "note   qt",
        "note   path",
        "→ ",
        "--fix",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("sk-secret"), "{text}");
    drop(fs::remove_dir_all(&home));
}
