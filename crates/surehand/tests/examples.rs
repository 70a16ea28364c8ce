//! The examples run: those in memory as they are, the one for a real app on a form of ours.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::PathBuf;
use std::process::Command;

use surehand_testkit::desktop;
use surehand_testkit::typing_user::TypingUser;

#[path = "../examples/own_desktop.rs"]
mod own_desktop;
#[path = "../examples/own_policy.rs"]
mod own_policy;

#[test]
fn a_desktop_of_one_s_own() {
    own_desktop::main().expect("it counts to two");
}

#[test]
fn a_policy_of_one_s_own() {
    own_policy::main().expect("it ticks two boxes");
}

#[test]
fn a_program_fills_in_a_form_in_under_forty_lines() {
    let text = include_str!("../examples/form.rs");
    assert!(text.lines().count() < 40, "{} lines", text.lines().count());
    let Some(desktop) = desktop::for_test("a_program_fills_in_a_form_in_under_forty_lines") else { return };
    let app = "surehand-form-gtk3";
    let _form = desktop.spawn_fixture("form.py", app, &["--toolkit", "gtk3"]).expect("the form starts");
    // Somebody works in another window, as on any desktop.
    let _user = TypingUser::start(&desktop).expect("the user types");
    let output = desktop.command(&program().to_string_lossy()).arg(app).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("SUBTASK_COMPLETE"), "{said}");
    let state = desktop.state(app).expect("the state");
    assert_eq!((&state["name"], &state["saved"]), (&"Grace Hopper".into(), &1.into()), "{said}");
}

/// The example beside this test. It is built when it is missing, as happens when this test is run alone.
fn program() -> PathBuf {
    let here = std::env::current_exe().expect("a path");
    let folder = here.ancestors().nth(2).expect("a folder");
    let program = folder.join("examples/form");
    if !program.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "surehand", "--example", "form"]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        build
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("CARGO_TARGET_DIR", folder.parent().expect("a folder"));
        assert!(build.status().is_ok_and(|status| status.success()), "the example cannot be built");
    }
    program
}
