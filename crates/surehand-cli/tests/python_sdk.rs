//! The official MCP SDK for Python as a client: without a desktop, and on one with a form.
//!
//! `./x setup` installs the SDK. Where it is missing the tests say so and pass, except on CI.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use surehand_testkit::desktop;
use surehand_testkit::typing_user::TypingUser;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Python that has the SDK.
fn python() -> Option<PathBuf> {
    let found = std::env::var_os("SUREHAND_TEST_PYTHON")
        .map(PathBuf::from)
        .or_else(|| Some(root().join(".surehand/venv/bin/python")))
        .filter(|python| python.exists());
    if found.is_none() {
        let missing = "no Python with the MCP SDK: run `./x setup`, or name one by SUREHAND_TEST_PYTHON";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        println!("skipped: {missing}");
    }
    found
}

fn drive(command: &mut Command) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python_sdk.py");
    let Output { status, stdout, stderr } =
        command.arg(script).arg(env!("CARGO_BIN_EXE_surehand")).output().expect("Python starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success() && stdout.trim_end() == "ok", "{status}\n{stdout}\n{stderr}");
}

#[test]
fn the_python_sdk_lists_and_calls_without_a_desktop() {
    let Some(python) = python() else { return };
    let mut command = Command::new(python);
    for variable in
        ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "SUREHAND_TEST_APP"]
    {
        command.env_remove(variable);
    }
    // An empty one: neither a session bus nor an accessibility bus is to be found by its usual place.
    let files = std::env::temp_dir();
    drive(command.env("XDG_RUNTIME_DIR", &files).env("HOME", files.join("surehand-python-sdk-test")));
}

#[test]
fn the_python_sdk_fills_a_form() {
    const APP: &str = "surehand-form-gtk3";
    let Some(python) = python() else { return };
    let Some(desktop) = desktop::for_test("the_python_sdk_fills_a_form") else { return };
    let _form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    // The user works elsewhere: a window of theirs is not touched while they do.
    let user = TypingUser::start(&desktop).expect("the user types");
    let mut command = desktop.command(python.to_str().unwrap_or_else(|| panic!("a path in UTF-8")));
    drive(command.env("SUREHAND_TEST_APP", APP));
    user.stop().expect("a report").assert_undisturbed();
    let state = desktop.state(APP).expect("the form's state");
    assert_eq!(state["name"], "  Grace Hopper é ✓ 漢字 😀 ", "{state}");
}
