//! `wait` and `screenshot` of the real binary, on a desktop of the test's own.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::{pause, poll_until};

const APP: &str = "surehand-form-gtk3";
const LIMIT: Duration = Duration::from_secs(20);

fn surehand(desktop: &HeadlessDesktop, arguments: &[&str]) -> Command {
    let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
    command.arg("--yes").args(arguments);
    command
}

/// Standard output and exit code.
fn ended(output: &Output) -> (String, Option<i32>) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn run(desktop: &HeadlessDesktop, arguments: &[&str]) -> (String, Option<i32>) {
    ended(&surehand(desktop, arguments).output().expect("it runs"))
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

/// The width and height that a PNG says.
fn pixels(png: &[u8]) -> (u64, u64) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG");
    let side = |at: usize| u64::from(u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes")));
    (side(16), side(20))
}

fn is_minimized(desktop: &HeadlessDesktop) -> bool {
    json_of(&run(desktop, &["windows", "--app", APP, "--json"]).0)["windows"][0]["minimized"] == true
}

#[test]
fn a_window_is_pictured_with_marks_and_a_minimised_one_is_not() {
    let Some(desktop) = desktop::for_test("a_window_is_pictured_with_marks_and_a_minimised_one_is_not")
    else {
        return;
    };
    let _form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    let file = desktop.folder().join("shot.png");
    let file = file.to_string_lossy();
    let (out, code) = run(&desktop, &["screenshot", "--app", APP, "--marks", "-o", &file, "--json"]);
    assert_eq!(code, Some(0), "{out}");
    let answer = json_of(&out);
    assert_eq!(answer["window"]["title"], APP, "{answer}");
    let (width, height) = pixels(&std::fs::read(Path::new(&*file)).expect("the file"));
    let marks = answer["marks"].as_array().expect("marks");
    assert!(marks.len() > 3, "{answer}");
    for mark in marks {
        let part = |name: &str| mark["bounds"][name].as_u64().unwrap_or(u64::MAX / 4);
        assert!(part("x") + part("width") <= width && part("y") + part("height") <= height, "{mark}");
    }
    let plain = surehand(&desktop, &["screenshot", "--app", APP]).output().expect("it runs");
    assert_eq!((pixels(&plain.stdout), plain.status.code()), ((width, height), Some(0)));

    let mut server = McpServer::start(&desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["--yes", "mcp"])
        .expect("a server");
    let call = json!({"name": "screenshot", "arguments": {"app": APP, "marks": true}});
    let result = server.request("tools/call", call, LIMIT).expect("an answer");
    let content = &result["content"];
    assert_eq!(content.as_array().map(Vec::len), Some(2), "{result}");
    assert_eq!((&content[0]["type"], &content[0]["mimeType"]), (&json!("image"), &json!("image/png")));
    assert!(content[0]["data"].as_str().is_some_and(|data| data.starts_with("iVBORw0KGgo")));
    let text = json_of(content[1]["text"].as_str().expect("a text"));
    assert_eq!(text["marks"].as_array().map(Vec::len), Some(marks.len()), "{text}");

    let window = desktop.wait_for_window(APP, LIMIT).expect("the window").to_string();
    let status = desktop.command("xdotool").args(["windowminimize", &window]).status().expect("xdotool");
    assert!(status.success());
    poll_until(LIMIT, || is_minimized(&desktop).then_some(())).expect("it is minimised");
    let (out, code) = run(&desktop, &["screenshot", "--app", APP, "-o", &file, "--json"]);
    assert_eq!((json_of(&out)["code"].as_str(), code), (Some("capture_failed"), Some(3)), "{out}");
}

#[test]
fn a_text_is_waited_for_while_another_acts() {
    let Some(desktop) = desktop::for_test("a_text_is_waited_for_while_another_acts") else { return };
    let form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    // In front of the form, so that it is not the window the user works in.
    let _other =
        desktop.spawn_fixture("form.py", "surehand-front", &["--toolkit", "gtk3"]).expect("it starts");
    let pid = form.pid().to_string();
    let (out, code) =
        run(&desktop, &["wait", "--pid", &pid, "--appears", "Hopper", "--timeout", "300", "--json"]);
    assert_eq!((&json_of(&out)["timedOut"], code), (&json!(true), Some(1)), "{out}");

    let mut waiting = surehand(&desktop, &["wait", "--pid", &pid, "--appears", "Hopper", "--json"]);
    let waiting = waiting.stdout(std::process::Stdio::piped()).spawn().expect("it runs");
    // So that it has read the window once; if it has not, it ends at once all the same.
    pause(Duration::from_millis(500));
    let act = ["act", "Put the name into the Name field", "--pid", &pid, "--text", "Grace Hopper", "--json"];
    let (done, code) = run(&desktop, &act);
    assert_eq!((json_of(&done)["status"].as_str(), code), (Some("done"), Some(0)), "{done}");
    let (out, code) = ended(&waiting.wait_with_output().expect("it ends"));
    let answer = json_of(&out);
    assert_eq!((&answer["timedOut"], code), (&json!(false), Some(0)), "{out}");
    assert!(answer["fields"].to_string().contains("Grace Hopper"), "{out}");
}
