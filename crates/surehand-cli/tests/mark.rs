//! The mark at a window that is acted on: seen while it lasts, gone afterwards, and in nobody's way.

#![expect(clippy::expect_used, reason = "a test")]

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::screen::Overlay;
use surehand_testkit::typing_user::TypingUser;
use surehand_testkit::{pause, poll_until};

const APP: &str = "surehand-form-gtk3";
const TITLE: &str = "surehand is acting";
const LIMIT: Duration = Duration::from_secs(20);
const GLANCE: Duration = Duration::from_millis(5);

fn marks(desktop: &HeadlessDesktop) -> Vec<Overlay> {
    let overlays = desktop.screen().and_then(|screen| screen.overlays()).expect("the X server answers");
    overlays.into_iter().filter(|overlay| overlay.title == TITLE).collect()
}

/// An act with two steps in the form.
fn act(desktop: &HeadlessDesktop, text: &str, more: &[&str]) -> Command {
    let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
    let then = json!({"instruction": "Correct the email address", "text": text}).to_string();
    command.args(["--yes", "act", "--app", APP, "Put the name into the Name field", "--text", text]);
    command.args(["--then", &then, "--json"]).args(more).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn status(child: Child) -> Value {
    let output = child.wait_with_output().expect("it ends");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["status"].clone()
}

#[test]
fn a_window_that_is_acted_on_has_a_mark_that_disturbs_nobody() {
    let Some(desktop) = desktop::for_test("a_window_that_is_acted_on_has_a_mark_that_disturbs_nobody") else {
        return;
    };
    let _form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    let user = TypingUser::start(&desktop).expect("the user types");
    let screen = desktop.screen().expect("a screen");
    let active = screen.active_window().expect("the X server answers");

    let child = act(&desktop, "Grace", &[]).spawn().expect("it starts");
    let mark = poll_until(LIMIT, || marks(&desktop).pop()).expect("a mark is shown");
    assert!(!mark.takes_input, "the pointer goes through it: {mark:?}");
    assert!(mark.width < 100 && mark.height < 20, "it is small: {mark:?}");
    assert_eq!(screen.active_window().expect("the X server answers"), active, "the focus stays");
    let listed = screen.windows().expect("the X server answers");
    assert!(listed.iter().all(|(_, title)| title != TITLE), "no window manager handles it: {listed:?}");
    assert_eq!(status(child), "done");
    assert!(marks(&desktop).is_empty(), "gone with the act");

    // A server lives on, and its mark goes all the same.
    let mut server = surehand_testkit::mcp::McpServer::start(
        &desktop,
        env!("CARGO_BIN_EXE_surehand").as_ref(),
        &["mcp", "--yes"],
    )
    .expect("the server starts");
    let step = json!({"app": APP, "instruction": "Put the name into the Name field", "text": "Ada"});
    let call = server.begin("act", step).expect("sent");
    poll_until(LIMIT, || marks(&desktop).pop()).expect("a mark is shown");
    let windows = server.call("windows", json!({}), LIMIT).expect("answered").json;
    assert!(!windows.to_string().contains(TITLE), "{windows}");
    assert_eq!(server.answer(call, LIMIT).expect("answered").status(), "done");
    assert!(poll_until(LIMIT, || marks(&desktop).is_empty().then_some(())).is_some(), "gone with the act");
    user.stop().expect("a report").assert_undisturbed();
}

#[test]
fn the_mark_can_be_switched_off() {
    let Some(desktop) = desktop::for_test("the_mark_can_be_switched_off") else { return };
    let _form = desktop.spawn_fixture("form.py", APP, &["--toolkit", "gtk3"]).expect("the form starts");
    // The user works elsewhere: in a window of theirs nothing would be done.
    let user = TypingUser::start(&desktop).expect("the user types");
    let never_seen = |mut command: Command, what: &str| {
        let mut child = command.spawn().expect("it starts");
        while child.try_wait().expect("ours").is_none() {
            assert!(marks(&desktop).is_empty(), "{what}");
            pause(GLANCE);
        }
        assert_eq!(status(child), "done", "{what}");
    };
    never_seen(act(&desktop, "one", &["--no-mark"]), "the option");
    let mut by_environment = act(&desktop, "two", &[]);
    by_environment.env("SUREHAND_MARK", "off");
    never_seen(by_environment, "the environment");
    let files = desktop.folder().join("config-without-mark");
    std::fs::create_dir_all(files.join("surehand")).expect("temp dir");
    std::fs::write(files.join("surehand/config.toml"), "mark = false\n").expect("temp dir");
    let mut by_file = act(&desktop, "three", &[]);
    by_file.env("XDG_CONFIG_HOME", &files);
    never_seen(by_file, "config.toml");
    user.stop().expect("a report").assert_undisturbed();
}
