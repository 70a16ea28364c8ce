//! `surehand doctor` on a desktop of the test's own with accessibility switched off, and without any desktop.

#![expect(clippy::expect_used, reason = "a test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;
use surehand_testkit::desktop::{self, HeadlessDesktop};

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
