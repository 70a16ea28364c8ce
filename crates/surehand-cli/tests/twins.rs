//! One of two buttons that look alike, told apart by their rows, with a confirmation in between; and the caret.

#![expect(clippy::unwrap_used, reason = "a test: it panics")]

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;
use surehand_testkit::typing_user::TypingUser;

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn the_second_of_two_identical_buttons_is_pressed_once_it_is_confirmed() {
    let Some(desktop) =
        desktop::for_test("the_second_of_two_identical_buttons_is_pressed_once_it_is_confirmed")
    else {
        return;
    };
    for toolkit in ["gtk3", "gtk4"] {
        let app = format!("surehand-more-{toolkit}");
        let _running = desktop.spawn_fixture("more.py", &app, &["--toolkit", toolkit]).unwrap();
        let user = TypingUser::start(&desktop).unwrap();
        let mut server = server(&desktop);
        // A window may be there before what is in it.
        let mut total = || server.call("observe", json!({"app": app}), LIMIT).unwrap().json["total"].as_u64();
        poll_until(LIMIT, || total().filter(|total| *total > 0)).unwrap();
        let mut act = |arguments: Value| server.call("act", arguments, LIMIT).unwrap().json;
        let removed = || desktop.state(&app).unwrap()["removed"].clone();
        let asked = act(json!({"app": app, "instruction": "Remove Beta"}));
        assert_eq!(asked["status"], "needs_confirmation", "{toolkit}: {asked}");
        assert_eq!(removed(), json!({"Alpha": 0, "Beta": 0}), "{toolkit}");
        let id = asked["action"]["id"].clone();
        let again = act(json!({"app": app, "instruction": "Remove Beta", "candidateId": id}));
        assert_eq!(again["status"], "needs_confirmation", "{toolkit}: {again}");
        let confirmed =
            json!({"app": app, "instruction": "Remove Beta", "candidateId": id, "allowDestructive": true});
        let done = act(confirmed);
        assert_eq!(done["status"], "done", "{toolkit}: {done}");
        assert_eq!(removed(), json!({"Alpha": 0, "Beta": 1}), "{toolkit}");
        user.stop().unwrap().assert_undisturbed();
    }
}

#[test]
fn a_text_is_inserted_where_the_caret_is() {
    let Some(desktop) = desktop::for_test("a_text_is_inserted_where_the_caret_is") else { return };
    for toolkit in ["gtk3", "gtk4"] {
        let app = format!("surehand-form-{toolkit}");
        // A field that was filled by its app has the caret at the beginning.
        let seed = json!({"email": "漢字 e\u{301}😀 ‏שלום"}).to_string();
        let arguments = ["--toolkit", toolkit, "--seed", seed.as_str()];
        let _running = desktop.spawn_fixture("form.py", &app, &arguments).unwrap();
        let user = TypingUser::start(&desktop).unwrap();
        let mut server = server(&desktop);
        let seen = server.call("observe", json!({"app": app}), LIMIT).unwrap().json;
        let all = seen["candidates"].as_array().unwrap();
        let names_it = |one: &&Value| one["does"].as_str().unwrap().contains("TextField \"Email\"");
        let field = all.iter().find(names_it).unwrap();
        // The three text kinds of a field share a line.
        let id = |kind: &str| if kind == "set_value" { &field["id"] } else { &field["also"][kind] };
        let mut act = |kind: &str, text: &str| {
            let arguments = json!({"app": app, "instruction": "", "candidateId": id(kind), "text": text});
            let answer = server.call("act", arguments, LIMIT).unwrap().json;
            assert_eq!(answer["status"], "done", "{toolkit}, {kind}: {answer}");
            desktop.state(&app).unwrap()["email"].as_str().unwrap().to_owned()
        };
        assert_eq!(act("type_into", "✓ "), "✓ 漢字 e\u{301}😀 ‏שלום", "{toolkit}");
        assert_eq!(act("append", " é"), "✓ 漢字 e\u{301}😀 ‏שלום é", "{toolkit}");
        let long = "0123456789 漢字 😀 e\u{301} ‏ש ".repeat(500);
        assert!(long.chars().count() > 10_000);
        assert_eq!(act("set_value", &long), long, "{toolkit}");
        assert_eq!(act("append", "the end"), format!("{long}the end"), "{toolkit}");
        user.stop().unwrap().assert_undisturbed();
    }
}

fn server(desktop: &HeadlessDesktop) -> McpServer {
    McpServer::start(desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["mcp", "--yes"]).unwrap()
}
