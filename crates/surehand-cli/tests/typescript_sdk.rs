//! The official MCP SDK for TypeScript as a client: without a desktop, and on one with a form.
//!
//! `./x setup` installs the SDK, and Node where there is none. Where they are missing the tests say so and pass, except
//! on CI.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use surehand_testkit::desktop;
use surehand_testkit::typing_user::TypingUser;

/// Node, and the folder that has the SDK.
fn node() -> Option<(PathBuf, PathBuf)> {
    let setup = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.surehand");
    let folder =
        std::env::var_os("SUREHAND_TEST_NODE_FOLDER").map_or_else(|| setup.join("node"), PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let programs = std::env::split_paths(&path).chain([setup.join("venv/bin")]);
    let node = programs.map(|place| place.join("node")).find(|node| node.is_file());
    let found = node.zip(folder.join("node_modules/@modelcontextprotocol/sdk").is_dir().then_some(folder));
    if found.is_none() {
        let missing =
            "no Node with the MCP SDK: run `./x setup`, or name a folder by SUREHAND_TEST_NODE_FOLDER";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        println!("skipped: {missing}");
    }
    found
}

fn drive(command: &mut Command, folder: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typescript_sdk.mjs");
    let command = command.arg(script).arg(env!("CARGO_BIN_EXE_surehand")).arg(folder);
    let Output { status, stdout, stderr } = command.output().expect("Node starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success() && stdout.trim_end() == "ok", "{status}\n{stdout}\n{stderr}");
}

#[test]
fn the_typescript_sdk_lists_and_calls_without_a_desktop() {
    let Some((node, folder)) = node() else { return };
    let mut command = Command::new(node);
    for variable in
        ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "SUREHAND_TEST_APP"]
    {
        command.env_remove(variable);
    }
    let files = std::env::temp_dir();
    command.env("XDG_RUNTIME_DIR", &files).env("HOME", files.join("surehand-typescript-sdk-test"));
    drive(&mut command, &folder);
}

#[test]
fn the_typescript_sdk_fills_a_form() {
    const APP: &str = "surehand-form-gtk3";
    let Some((node, folder)) = node() else { return };
    let Some(desktop) = desktop::for_test("the_typescript_sdk_fills_a_form") else { return };
    let _form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    // The user works elsewhere: a window of theirs is not touched while they do.
    let user = TypingUser::start(&desktop).expect("the user types");
    let mut command = desktop.command(node.to_str().unwrap_or_else(|| panic!("a path in UTF-8")));
    drive(command.env("SUREHAND_TEST_APP", APP), &folder);
    user.stop().expect("a report").assert_undisturbed();
    let state = desktop.state(APP).expect("the form's state");
    assert_eq!(state["name"], "  Grace Hopper é ✓ 漢字 😀 ", "{state}");
}
