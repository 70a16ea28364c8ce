//! An app that switches its language while ids of its controls are held: they are gone, and never lead to another control,
//! although one is called then what another was called before.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test: it panics")]

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;
use surehand_testkit::typing_user::TypingUser;

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn ids_of_another_language_lead_nowhere_in_gtk() {
    let test = "ids_of_another_language_lead_nowhere_in_gtk";
    if let Some(desktop) = desktop::for_test(test) {
        ["gtk3", "gtk4"].into_iter().for_each(|toolkit| switch(&desktop, toolkit));
    }
}

#[test]
fn ids_of_another_language_lead_nowhere_in_qt() {
    let test = "ids_of_another_language_lead_nowhere_in_qt";
    if let Some(desktop) = desktop::for_test(test) {
        ["qt5", "qt6"].into_iter().for_each(|toolkit| switch(&desktop, toolkit));
    }
}

fn switch(desktop: &HeadlessDesktop, toolkit: &str) {
    let app = format!("surehand-language-{toolkit}");
    let _running = desktop.spawn_fixture("language.py", &app, &["--toolkit", toolkit]).unwrap();
    let user = TypingUser::start(desktop).unwrap();
    let mut server =
        McpServer::start(desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["mcp", "--yes"]).unwrap();
    let mut id = |does: &str| {
        let found = poll_until(LIMIT, || {
            let seen = server.call("observe", json!({"app": app}), LIMIT).unwrap().json;
            let all = seen["candidates"].as_array()?.clone();
            all.into_iter().find(|one| one["does"] == does).map(|one| one["id"].clone())
        });
        found.unwrap_or_else(|| panic!("{toolkit}: nothing does {does:?}"))
    };
    let words = ["Gift", "Poison", "Save"].map(|name| format!("click Button \"{name}\""));
    let english = words.each_ref().map(|does| id(does));
    let language = id("click Button \"Language\"");
    let mut act = |id: &Value| {
        let arguments = json!({"app": app, "instruction": "", "candidateId": id});
        server.call("act", arguments, LIMIT).unwrap().json["status"].clone()
    };
    let presses = || {
        let state = desktop.state(&app).unwrap();
        ["present", "poison", "save"].map(|what| state[what].as_u64().unwrap())
    };
    assert_eq!(act(&language), "done", "{toolkit}");
    assert_eq!(desktop.state(&app).unwrap()["language"], "german", "{toolkit}");
    for id in &english {
        assert_eq!(act(id), "not_found", "{toolkit}: an English id in a German window");
    }
    assert_eq!(presses(), [0, 0, 0], "{toolkit}");
    let mut id = |does: &str| {
        let seen = server.call("observe", json!({"app": app}), LIMIT).unwrap().json;
        let all = seen["candidates"].as_array().unwrap().clone();
        all.into_iter().find(|one| one["does"] == does).unwrap()["id"].clone()
    };
    let poison = id("click Button \"Gift\"");
    assert!(!english.contains(&poison), "{toolkit}: the poison got the id of the present");
    let mut act = |id: &Value| {
        let arguments = json!({"app": app, "instruction": "", "candidateId": id, "allowDestructive": true});
        server.call("act", arguments, LIMIT).unwrap().json["status"].clone()
    };
    // Nothing shows that it was pressed; the state tells.
    act(&poison);
    assert_eq!(presses(), [0, 1, 0], "{toolkit}: the German gift is the poison");
    assert_eq!(act(&language), "done", "{toolkit}: the one label that stays keeps its id");
    act(&english[0]);
    let [_, poison, save] = presses();
    assert_eq!((poison, save), (1, 0), "{toolkit}: the English gift is the present or nothing");
    user.stop().unwrap().assert_undisturbed();
}
