//! Starting an installed app through the real server, while the typing user types.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop;
use surehand_testkit::mcp::McpServer;
use surehand_testkit::plain;
use surehand_testkit::typing_user::TypingUser;

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn an_app_that_does_not_run_is_started_behind_what_the_user_works_in() {
    let test = "an_app_that_does_not_run_is_started_behind_what_the_user_works_in";
    let Some(desktop) = desktop::for_test(test) else { return };
    if !Path::new("/usr/share/applications/org.xfce.mousepad.desktop").exists() {
        assert!(std::env::var_os("CI").is_none(), "{test} cannot run: mousepad is not installed");
        println!("skipped {test}: mousepad is not installed");
        return;
    }
    let user = TypingUser::start(&desktop).expect("a user who types");
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let mut server = McpServer::start(&desktop, program, &["mcp", "--yes"]).expect("a server");
    // Looking starts nothing.
    let looked = server.call("observe", json!({"app": "Mousepad"}), LIMIT).expect("an answer");
    assert_eq!(looked.code(), "bad_target", "{}", looked.json);
    let step = json!({"app": "Mousepad", "instruction": "replace the whole text", "text": "started behind"});
    let acted = server.call("act", step, LIMIT).expect("an answer");
    println!("{:.0} ms until the text was proven", acted.elapsed.as_secs_f64() * 1_000.0);
    assert_eq!(acted.status(), "done", "{}", acted.json);
    let texts = plain::texts(&desktop, "mousepad").expect("what the app holds");
    assert!(texts.iter().any(|node| node.text.as_deref() == Some("started behind")), "{texts:?}");
    // It runs now: by its id it is the same one.
    let again = json!({"app": "org.xfce.mousepad", "instruction": "replace the whole text", "text": "once"});
    let again = server.call("act", again, LIMIT).expect("an answer");
    assert_eq!(again.status(), "done", "{}", again.json);
    assert_eq!(again.json["window"]["pid"], acted.json["window"]["pid"]);
    user.stop().expect("a report").assert_undisturbed();
}
