//! Controls that say little, through the real server: colours nobody named, options that differ by a blank, and a menu
//! that is there only once its button was pressed.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
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
        (!["user_active", "foreground_required"].contains(&answer.code())).then_some(answer)
    });
    answer.unwrap()
}

/// The menu of a button: pressing it takes a grab, which the user's file lends. The menu's command runs in the background.
fn check_menu(toolkit: &str) {
    let Some(desktop) = desktop::for_test(&format!("menu_on_{toolkit}")) else { return };
    let app = format!("surehand-palette-{toolkit}");
    let folder = desktop.folder().join("home/.config/surehand");
    fs::create_dir_all(&folder).unwrap();
    let rules =
        format!("grab = \"allow\"\n[[app]]\nmatch = [\"{app}\", \"palette.py\"]\naccess = \"full\"\n");
    fs::write(folder.join("permissions.toml"), rules).unwrap();
    let _app = desktop.spawn_fixture("palette.py", &app, &["--toolkit", toolkit]).unwrap();
    let mut server = McpServer::start(&desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["mcp"]).unwrap();
    let mut offered = Vec::new();
    let button = poll_until(LATE, || {
        offered = candidates(&mut server, &app);
        id(&offered, "click MenuButton \"Sort\"")
    });
    let button = button.unwrap_or_else(|| panic!("{toolkit}: {offered:?}"));
    let command = "menu Sort > By size";
    // GTK 3 has the items of the closed menu in its tree.
    if toolkit != "gtk3" {
        assert_eq!(id(&offered, command), None, "{toolkit}");
        let press = json!({"app": app, "instruction": "open it", "candidateId": button});
        let answer = act(&mut server, &press);
        assert_eq!(answer.status(), "done", "{toolkit}: {}", answer.json);
        offered = candidates(&mut server, &app);
        assert_eq!(
            id(&offered, "click MenuButton \"Sort\""),
            Some(button),
            "{toolkit}: it is the same button"
        );
    }
    let by_size = id(&offered, command).unwrap_or_else(|| panic!("{toolkit}: {offered:?}"));
    let run = json!({"app": app, "instruction": "by size", "candidateId": by_size});
    let answer = act(&mut server, &run);
    assert_eq!(answer.status(), "done", "{toolkit}: {}", answer.json);
    assert_eq!(desktop.state(&app).unwrap()["order"], "By size", "{toolkit}");
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

#[test]
fn menu_on_gtk3() {
    check_menu("gtk3");
}

#[test]
fn menu_on_gtk4() {
    check_menu("gtk4");
}

#[test]
fn menu_on_qt5() {
    check_menu("qt5");
}

#[test]
fn menu_on_qt6() {
    check_menu("qt6");
}
