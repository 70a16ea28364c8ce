//! Controls that say little by name, through the real server: colours nobody named, options that differ by a blank.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop;
use surehand_testkit::mcp::{McpServer, ToolAnswer};
use surehand_testkit::poll_until;

const CALL: Duration = Duration::from_secs(30);
const LATE: Duration = Duration::from_secs(6);

fn candidates(server: &mut McpServer, app: &str) -> Vec<Value> {
    let answer = server.call("observe", json!({"app": app, "limit": 200}), CALL).unwrap();
    assert!(!answer.is_error, "{}", answer.json);
    answer.json["candidates"].as_array().unwrap().clone()
}

fn id(candidates: &[Value], does: &str) -> Option<String> {
    let found = candidates.iter().find(|candidate| candidate["does"] == does)?;
    found["id"].as_str().map(ToOwned::to_owned)
}

/// Acts as soon as the user, who has just seen the window come, is idle.
fn act(server: &mut McpServer, step: &Value) -> ToolAnswer {
    let answer = poll_until(LATE, || {
        let answer = server.call("act", step.clone(), CALL).unwrap();
        (answer.code() != "user_active").then_some(answer)
    });
    answer.unwrap()
}

fn check(toolkit: &str) {
    let Some(desktop) = desktop::for_test(&format!("palette_on_{toolkit}")) else { return };
    let app = format!("surehand-palette-{toolkit}");
    let _app = desktop.spawn_fixture("palette.py", &app, &["--toolkit", toolkit]).unwrap();
    let mut server =
        McpServer::start(&desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["mcp", "--yes"]).unwrap();
    // A window that has just come may not be painted yet.
    let mut offered = Vec::new();
    let purple = poll_until(LATE, || {
        offered = candidates(&mut server, &app);
        id(&offered, "click Button showing purple #8B5CF6")
    });
    let purple = purple.unwrap_or_else(|| panic!("{toolkit}: {offered:?}"));
    for other in ["red #EF4444", "green #22C55E", "white #FFFFFF"] {
        assert!(id(&offered, &format!("click Button showing {other}")).is_some(), "{toolkit}: {offered:?}");
    }
    let press = json!({"app": app, "instruction": "the purple one", "candidateId": purple});
    let answer = act(&mut server, &press);
    assert_eq!(answer.status(), "done", "{toolkit}: {}", answer.json);
    assert_eq!(desktop.state(&app).unwrap()["colour"], "#8B5CF6", "{toolkit}");
    assert_eq!(id(&candidates(&mut server, &app), "click Button showing purple #8B5CF6"), Some(purple));

    // GTK 4 offers no way to choose in the background.
    if toolkit == "gtk4" {
        return;
    }
    let size = id(&offered, "choose an option of ComboBox \"Size\"").unwrap();
    let mut choose = |text: &str| {
        let step = json!({"app": app, "instruction": "the size", "candidateId": size, "text": text});
        act(&mut server, &step)
    };
    for exact in [" small", "small", "large "] {
        let answer = choose(exact);
        assert_eq!(answer.status(), "done", "{toolkit} {exact:?}: {}", answer.json);
        assert_eq!(desktop.state(&app).unwrap()["size"], exact, "{toolkit}");
    }
    let answer = choose("large");
    assert_eq!(answer.code(), "invalid_arguments", "{toolkit}: {}", answer.json);
}

#[test]
fn palette_on_gtk3() {
    check("gtk3");
}

#[test]
fn palette_on_gtk4() {
    check("gtk4");
}

#[test]
fn palette_on_qt5() {
    check("qt5");
}

#[test]
fn palette_on_qt6() {
    check("qt6");
}
