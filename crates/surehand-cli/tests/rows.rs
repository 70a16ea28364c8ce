//! A row that an instruction names and that no screen shows, on a list of ten thousand, through the real server.
//!
//! Looking offers it with an id of its own and scrolls nothing; the id selects it; what no row says is refused and changes
//! nothing.

#![expect(clippy::unwrap_used, reason = "a test: it panics")]

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::typing_user::TypingUser;

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn a_row_that_is_not_shown_is_offered_and_selected_by_its_id() {
    let Some(desktop) = desktop::for_test("a_row_that_is_not_shown_is_offered_and_selected_by_its_id") else {
        return;
    };
    for toolkit in ["gtk3", "gtk4", "qt5", "qt6"] {
        is_offered_and_selected(&desktop, toolkit);
    }
}

fn is_offered_and_selected(desktop: &HeadlessDesktop, toolkit: &str) {
    let app = format!("surehand-more-{toolkit}");
    let running = desktop.spawn_fixture("more.py", &app, &["--toolkit", toolkit]).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let mut server = McpServer::start(desktop, program, &["mcp", "--yes"]).unwrap();
    let user = TypingUser::start(desktop).unwrap();
    let mut call = |tool: &str, arguments| server.call(tool, arguments, LIMIT).unwrap().json;
    let shown = call("observe", json!({"app": app}))["screenText"].clone();
    let seen = call("observe", json!({"app": app, "instruction": "Select row 4,321", "limit": 5}));
    let first = &seen["candidates"][0];
    assert!(first["does"].as_str().unwrap().starts_with("select row \"Row 4,321\" of "), "{toolkit}: {seen}");
    assert_eq!(seen["screenText"], shown, "{toolkit}: looking scrolled");
    let selected = call("act", json!({"app": app, "candidateId": first["id"]}));
    assert_eq!(selected["status"], "done", "{toolkit}: {selected}");
    let row = |what: &str| {
        let state = desktop.state(&app).unwrap();
        assert_eq!(state["row"], "Row 4,321", "{toolkit}, {what}");
    };
    row("by its id");
    // There are ten thousand: this one is either not offered, or not found when it is gone for.
    let none = call("act", json!({"app": app, "instruction": "Select row 12,345"}));
    let status = none["status"].as_str().unwrap();
    assert!(["not_found", "ambiguous", "failed"].contains(&status), "{toolkit}: {none}");
    row("asked for one that is not there");
    let report = user.stop().unwrap();
    assert!(report.is_undisturbed(), "{toolkit}: {report}");
    drop(running);
}
