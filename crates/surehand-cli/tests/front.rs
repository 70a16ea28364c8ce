//! A dialog that an app opens, while the user types elsewhere.
//!
//! GTK 4 asks for the front with every dialog, and window managers grant it; Qt's dialogs come there too. Some dialogs keep
//! their caller: GTK 3 and Qt run them inside of the press that opened them, which they answer early or late. The step is `done` all the same, because
//! the dialog is its effect; the front is given back at once, and what the user types meanwhile arrives where they
//! typed it. Focus changes are printed and not judged: the app makes them.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test: it panics, and prints what it saw")]

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::typing_user::TypingUser;

const LIMIT: Duration = Duration::from_secs(60);
const ROUNDS: u64 = 3;

#[test]
fn a_dialog_opens_while_the_user_types_elsewhere() {
    let Some(desktop) = desktop::for_test("a_dialog_opens_while_the_user_types_elsewhere") else { return };
    for toolkit in ["gtk3", "gtk4"] {
        opens_and_is_answered(&desktop, toolkit, ("dialog", "Open the dialog"));
    }
    for toolkit in ["gtk3", "qt5", "qt6"] {
        opens_and_is_answered(&desktop, toolkit, ("ask", "Press Ask"));
    }
}

fn opens_and_is_answered(desktop: &HeadlessDesktop, toolkit: &str, (dialog, opens): (&str, &str)) {
    let app = format!("surehand-odd-{toolkit}");
    let running = desktop.spawn_fixture("odd.py", &app, &["--toolkit", toolkit]).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let mut server = McpServer::start(desktop, program, &["mcp", "--yes"]).unwrap();
    let user = TypingUser::start(desktop).unwrap();
    for round in 1..=ROUNDS {
        let mut act = |instruction: &str| {
            let answer =
                server.call("act", json!({"app": app, "instruction": instruction}), LIMIT).unwrap().json;
            assert_eq!(answer["status"], "done", "{toolkit}, {instruction}: {answer}");
            answer
        };
        // By itself and in a chain: a step that opens a dialog must not stop what follows.
        let opened = act(opens);
        println!("{toolkit}, {dialog}: {}", opened["message"]);
        let offered = opened["newCandidates"].to_string();
        assert!(offered.contains("click Button \\\"OK\\\""), "{offered}");
        act("Press OK");
        let then = json!([{"instruction": "Press OK"}]);
        let chain = json!({"app": app, "instruction": opens, "then": then});
        let answer = server.call("act", chain, LIMIT).unwrap().json;
        let done = answer["steps"].as_array().unwrap().iter().filter(|step| step["status"] == "done").count();
        assert_eq!(done, 2, "{toolkit}: {answer}");
        let state = desktop.state(&app).unwrap();
        assert_eq!(state[dialog], json!({"opened": 2 * round, "ok": 2 * round, "cancelled": 0}), "{toolkit}");
    }
    let report = user.stop().unwrap();
    println!("{toolkit}, {dialog}: {report}");
    assert_eq!((report.lost, report.stray, report.reordered), (0, 0, 0), "{toolkit}: {report}");
    assert!(report.sent > 0 && report.pointer_jumps.is_empty(), "{toolkit}: {report}");
    drop(running);
}
