//! `--driver-tool`: the driver's own tools through surehand, and who may call them on what.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::Path;

use serde_json::{Value, json};
use surehand_testkit::desktop::{HeadlessDesktop, for_test};
use surehand_testkit::driver;
use surehand_testkit::mcp::{Answers, McpServer};

use crate::{FORM, LIMIT, Stage};

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

/// A server that offers the driver's tools and has no `--yes`: its user answers so, or cannot be asked.
fn careful(desktop: &HeadlessDesktop, user: Option<Answers>) -> McpServer {
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let arguments = ["--desktop", "cua", "mcp", "--driver-tool"];
    let server = match user {
        Some(answers) => McpServer::start_with_user(desktop, program, &arguments, answers),
        None => McpServer::start(desktop, program, &arguments),
    };
    server.unwrap()
}

/// The code that a raw call was refused with; empty when it was not.
fn code_of(server: &mut McpServer, tool: &str, arguments: &Value) -> String {
    let call = json!({"name": "driver", "arguments": {"tool": tool, "arguments": arguments}});
    let answer = server.request("tools/call", call, LIMIT).unwrap();
    let said: Value =
        serde_json::from_str(answer["content"][0]["text"].as_str().unwrap()).unwrap_or_default();
    said["code"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn without_yes_the_users_permissions_hold_for_the_drivers_own_tools() {
    let test = "without_yes_the_users_permissions_hold_for_the_drivers_own_tools";
    let (Some(program), Some(desktop)) = (driver::for_test(test), for_test(test)) else { return };
    let home = desktop.folder().join("home/.local/bin");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&home).unwrap();
    symlink(&program, home.join("cua-driver")).unwrap();
    let form = desktop.spawn_fixture("form.py", FORM, &["--toolkit", "gtk3"]).expect("the form starts");
    let windows = json!({"pid": form.pid()});
    // Acts on nothing: there is no such control.
    let press = json!({"pid": form.pid(), "element_index": 9_999});

    // Nobody can be asked, or the user says no: neither looked at nor operated, and the question comes once.
    assert_eq!(code_of(&mut careful(&desktop, None), "list_windows", &windows), "permission_denied");
    let mut declined = careful(&desktop, Some(|_| None));
    for _ in 0..2 {
        assert_eq!(code_of(&mut declined, "list_windows", &windows), "permission_denied");
    }
    assert_eq!(declined.questions().len(), 1, "{:?}", declined.questions());

    // What may be read is not operated.
    let mut reading = careful(&desktop, Some(|_| Some("read")));
    assert_eq!(code_of(&mut reading, "list_windows", &windows), "");
    assert_eq!(code_of(&mut reading, "click", &press), "permission_denied");

    // The user may allow both; what names no app, or a control by a handle, is refused all the same and unasked.
    let mut allowed = careful(&desktop, Some(|_| Some("full")));
    for (tool, arguments) in [
        ("list_apps", json!({})),
        ("list_windows", json!({})),
        ("click", json!({"pid": form.pid(), "element_token": "s00000001:1"})),
    ] {
        assert_eq!(code_of(&mut allowed, tool, &arguments), "permission_denied", "{tool} {arguments}");
    }
    assert!(allowed.questions().is_empty(), "{:?}", allowed.questions());
    assert_eq!(code_of(&mut allowed, "list_windows", &windows), "");
    assert_eq!(allowed.questions().len(), 1, "{:?}", allowed.questions());
    let sent = code_of(&mut allowed, "click", &press);
    assert!(
        !["permission_denied", ""].contains(&sent.as_str()),
        "it is the driver that has no such control: {sent}"
    );
}
