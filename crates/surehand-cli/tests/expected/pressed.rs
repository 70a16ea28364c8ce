//! Menus of buttons, which some apps build only when they are opened: opened, read and closed by surehand itself.
//!
//! Opening one takes a grab, so the user's file must lend that, and the user must be idle: it is tried until then.
//! Only commands count; what else stands in such a pop-over is not listed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;

use crate::offered::{Offered, offered};

const APPEAR: Duration = Duration::from_secs(20);
const CALL: Duration = Duration::from_secs(30);

/// Writes the user's file: this app may be operated, and a grab may be taken.
pub(crate) fn lend_grab(home: &Path, program: &str) {
    let folder = home.join(".config/surehand");
    fs::create_dir_all(&folder).unwrap();
    let rules = format!("grab = \"allow\"\n\n[[app]]\nmatch = [\"{program}\"]\naccess = \"full\"\n");
    fs::write(folder.join("permissions.toml"), rules).unwrap();
}

/// The commands in the menu of each of these buttons.
pub(crate) fn commands(server: &mut McpServer, window: u64, buttons: &[Vec<String>]) -> Vec<Offered> {
    let mut all = Vec::new();
    for names in buttons {
        let found = poll_until(APPEAR, || {
            let before = observe(server, window);
            let id = button(&before, names)?;
            Some((before, id))
        });
        let (before, id) = found.unwrap_or_else(|| panic!("no button {names:?}"));
        press(server, window, &id);
        let known: Vec<String> = offered(&before).into_iter().map(|control| control.does).collect();
        let menu = poll_until(APPEAR, || {
            let now = offered(&observe(server, window)).into_iter();
            let new = now.filter(|control| control.kinds == ["command"] && !known.contains(&control.does));
            Some(new.collect::<Vec<_>>()).filter(|menu| !menu.is_empty())
        });
        all.extend(menu.unwrap_or_else(|| panic!("{names:?} opened no menu")));
        // One menu stays open, another was opened only to be known.
        let candidates = observe(server, window);
        let is_open = candidates["candidates"].as_array().into_iter().flatten();
        if !is_open.into_iter().any(|one| one["id"] == id.as_str() && one["value"] == "expanded") {
            continue;
        }
        press(server, window, &id);
        let is_closed = |answer: &Value| {
            let now = offered(answer);
            now.iter().all(|control| control.kinds != ["command"] || known.contains(&control.does))
        };
        poll_until(APPEAR, || is_closed(&observe(server, window)).then_some(())).unwrap();
    }
    all
}

/// Chooses an option, such as that of a radio button.
pub(crate) fn choose(server: &mut McpServer, window: u64, option: &str) {
    let does = |candidate: &&Value| {
        let does = candidate["does"].as_str().unwrap_or_default();
        does.starts_with("choose ") && does.ends_with(&format!("Button \"{option}\""))
    };
    let id = poll_until(APPEAR, || {
        let answer = observe(server, window);
        let found = answer["candidates"].as_array()?.iter().find(does)?;
        found["id"].as_str().map(ToOwned::to_owned)
    });
    press(server, window, &id.unwrap_or_else(|| panic!("no option {option}")));
}

pub(crate) fn observe(server: &mut McpServer, window: u64) -> Value {
    let answer = server.call("observe", json!({"windowId": window, "limit": 2_000}), CALL).unwrap();
    assert!(!answer.is_error, "{}", answer.json);
    assert!(answer.json["leftOut"].is_null(), "{}", answer.json["leftOut"]);
    answer.json
}

fn button(answer: &Value, names: &[String]) -> Option<String> {
    let does = |candidate: &Value, name: &String| {
        let does = candidate["does"].as_str().unwrap_or_default();
        candidate["kind"] == "click" && does.ends_with(&format!("Button \"{name}\""))
    };
    let mut candidates = answer["candidates"].as_array()?.iter();
    let found = candidates.find(|candidate| names.iter().any(|name| does(candidate, name)))?;
    found["id"].as_str().map(ToOwned::to_owned)
}

fn press(server: &mut McpServer, window: u64, id: &str) {
    let step = json!({"windowId": window, "instruction": "press it", "candidateId": id});
    let mut said = Value::Null;
    let done = poll_until(APPEAR, || {
        said = server.call("act", step.clone(), CALL).unwrap().json;
        // As long as the user was not idle it is refused, and may be tried again.
        let waits = said["code"] == "foreground_required" || said["code"] == "user_active";
        (!waits).then(|| said["status"] == "done")
    });
    assert_eq!(done, Some(true), "{said}");
}
