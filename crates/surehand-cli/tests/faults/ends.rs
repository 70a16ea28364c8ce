//! The end of surehand in the middle of a chain, and a disk that takes nothing.

use super::*;
use surehand_testkit::pause;
use surehand_testkit::typing_user::TypingUser;

/// Steps of the chain that is broken off.
const STEPS: usize = 10;

#[test]
fn a_server_that_is_killed_in_a_chain_leaves_nothing_held_and_nothing_is_repeated() {
    let name = "a_server_that_is_killed_in_a_chain_leaves_nothing_held_and_nothing_is_repeated";
    let Some((desktop, _front)) = scene(name) else { return };
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        let (_running, app) = start(&desktop, "lying.py", toolkit, &["--lie", "late-250"]);
        let mut first = server(&desktop);
        let id = button(&mut first, &app);
        let user = TypingUser::start(&desktop).unwrap();
        let step = json!({"instruction": PRESS, "candidateId": id});
        let mut chain = json!({"app": app, "then": vec![step.clone(); STEPS - 1]});
        for (key, value) in step.as_object().unwrap() {
            chain[key] = value.clone();
        }
        first.begin("act", chain).unwrap();
        poll_until(LIMIT, || (pressed(&desktop, &app) >= 2).then_some(())).unwrap();
        first.crash();
        // One press may have been sent and be on its way.
        pause(Duration::from_millis(700));
        let left = pressed(&desktop, &app);
        assert!((2..=4).contains(&left), "{toolkit}: {left}");
        let mut second = server(&desktop);
        pause(Duration::from_millis(1_000));
        assert_eq!(pressed(&desktop, &app), left, "{toolkit}: something was repeated");
        let (answer, took) = press(&mut second, &app);
        println!("{toolkit}: killed after {left} presses; the next server's press took {took:?}");
        assert_eq!(
            (&answer["status"], pressed(&desktop, &app)),
            (&json!("done"), left + 1),
            "{toolkit}: {answer}"
        );
        assert!(took < Duration::from_secs(8), "{toolkit}: {took:?}");
        user.stop().unwrap().assert_undisturbed();
    }
}

#[test]
fn a_journal_that_cannot_be_written_fails_no_call() {
    let Some((desktop, _front)) = scene("a_journal_that_cannot_be_written_fails_no_call") else { return };
    let (_running, app) = start(&desktop, "controls.py", "gtk3", &[]);
    // No file may grow, as on a full disk; pipes may.
    let mut command = desktop.command("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_surehand")]);
    let output = command.args(["act", PRESS, "--app", &app, "--yes", "--json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
    assert_eq!((&answer["status"], pressed(&desktop, &app)), (&json!("done"), 1), "{answer}");
    assert!(said.contains("journal"), "it is said: {said}");
    let journal = desktop.folder().join("home/.config/surehand/journal.jsonl");
    assert!(std::fs::metadata(journal).is_ok_and(|file| file.len() == 0), "nothing half-written stays");
}
