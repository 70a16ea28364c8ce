//! What is never sent to the driver, and what this driver cannot take.
//!
//! Every call passes here. The decision that matters: the list says what may be sent, not what may not, so a tool that
//! a later driver adds is refused until somebody has thought about it.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};
use surehand_core::code::Code;
use surehand_core::error::{Error, Result};

/// What a tool does, as far as these rules care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// It only reads.
    Looks,
    /// It acts on a window, and needs to be told which.
    Acts,
}

/// The tools that may be called, and whether they act.
const TOOLS: [(&str, Nature); 14] = [
    ("check_permissions", Nature::Looks),
    ("click", Nature::Acts),
    ("double_click", Nature::Acts),
    ("drag", Nature::Acts),
    ("end_session", Nature::Looks),
    ("get_config", Nature::Looks),
    ("get_window_state", Nature::Looks),
    ("hotkey", Nature::Acts),
    ("list_apps", Nature::Looks),
    ("list_windows", Nature::Looks),
    ("press_key", Nature::Acts),
    ("right_click", Nature::Acts),
    ("scroll", Nature::Acts),
    ("set_value", Nature::Acts),
];

/// One more, apart because what it reports is known to be untrue at times: cut texts count as typed.
const TYPES: (&str, Nature) = ("type_text", Nature::Acts);

/// Arguments that name files, or leave the window.
const NEVER: [&str; 9] = [
    "cursor_id",
    "experimental_pip",
    "file_path",
    "from_zoom",
    "image_path",
    "launch_path",
    "screenshot_out_file",
    "target",
    "urls",
];

/// What a tool may do; `None` for one that may not be called.
pub(crate) fn nature(tool: &str) -> Option<Nature> {
    TOOLS.iter().chain([&TYPES]).find(|(name, _)| *name == tool).map(|(_, nature)| *nature)
}

/// Refuses what may never be sent.
pub(crate) fn check(tool: &str, arguments: &Value) -> Result<Nature> {
    let refused = |why: &'static str| Err(Error::new(Code::Unsupported, why));
    let Some(nature) = nature(tool) else {
        return refused(
            "this tool of the driver is never used: it may take the front, the pointer or the desktop",
        );
    };
    let nothing = Map::new();
    let given = arguments.as_object().unwrap_or(&nothing);
    if NEVER.iter().any(|name| given.contains_key(*name)) {
        return refused("files, other targets and cursors are never handed to the driver");
    }
    let is = |name: &str, allowed: &str| given.get(name).is_none_or(|value| value == allowed);
    if !is("delivery_mode", "background") {
        return refused("input is never delivered in the foreground");
    }
    if !is("scope", "window") || !is("coordinate_frame", "window") {
        return refused("nothing is ever done to the desktop as a whole");
    }
    let is_integer = |name: &str| given.get(name).is_some_and(Value::is_u64);
    let by_token = given.get("element_token").is_some_and(Value::is_string);
    if nature == Nature::Acts && !is_integer("pid") && !by_token {
        return refused("an action needs the process as a whole number, or a control of it");
    }
    Ok(nature)
}

/// The tools a driver offers, each with the arguments that it takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers(HashMap<String, HashSet<String>>);

impl Offers {
    /// Reads the answer to `tools/list`.
    pub(crate) fn of(list: &Value) -> Self {
        let tools = list["tools"].as_array().into_iter().flatten();
        let tool = |tool: &Value| {
            let takes = tool["inputSchema"]["properties"].as_object().into_iter().flatten();
            Some((tool["name"].as_str()?.to_owned(), takes.map(|(name, _)| name.clone()).collect()))
        };
        Self(tools.filter_map(tool).collect())
    }

    /// Whether it takes such a call. A driver that ignores an argument would do something else than was asked.
    pub(crate) fn check(&self, tool: &str, arguments: &Value) -> Result<()> {
        let lacks = |what: String| {
            let tried = crate::process::TRIED.join(", ");
            Err(Error::new(Code::Unsupported, format!("this cua-driver lacks {what}; tried were {tried}")))
        };
        let Some(takes) = self.0.get(tool) else { return lacks(format!("`{tool}`")) };
        let given = arguments.as_object().into_iter().flatten().map(|(name, _)| name);
        match given.into_iter().find(|name| !takes.contains(*name)) {
            Some(missing) => lacks(format!("`{missing}` of `{tool}`")),
            None => Ok(()),
        }
    }

    /// Whether it takes that argument.
    pub(crate) fn takes(&self, tool: &str, argument: &str) -> bool {
        self.0.get(tool).is_some_and(|takes| takes.contains(argument))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_takes_something_from_the_user_is_never_sent() {
        for (tool, arguments) in [
            ("bring_to_front", json!({"pid": 7})),
            ("invoke_menu", json!({"pid": 7, "window_id": 1, "path": ["File", "Quit"]})),
            ("move_cursor", json!({"x": 1, "y": 2})),
            ("get_desktop_state", json!({})),
            ("run_script", json!({"script": "1"})),
            ("clipboard_write", json!({"text": "x"})),
            ("a_tool_of_tomorrow", json!({})),
            ("click", json!({"pid": 7, "x": 1, "y": 2, "delivery_mode": "foreground"})),
            ("click", json!({"x": 1, "y": 2, "scope": "desktop"})),
            ("click", json!({"pid": 7, "x": 1, "y": 2, "coordinate_frame": "desktop"})),
            ("click", json!({"pid": 7, "target": {"kind": "desktop", "display_id": "primary"}})),
            ("press_key", json!({"key": "a"})),
            ("press_key", json!({"key": "a", "pid": "7"})),
            ("press_key", json!({"key": "a", "pid": 7.5})),
            ("get_window_state", json!({"pid": 7, "screenshot_out_file": "/etc/passwd"})),
        ] {
            let refused = check(tool, &arguments).err().map(|error| (error.code, error.may_have_happened));
            assert_eq!(refused, Some((Code::Unsupported, false)), "{tool} {arguments}");
        }
        assert_eq!(check("click", &json!({"element_token": "s00000001:1"})), Ok(Nature::Acts));
        assert_eq!(check("hotkey", &json!({"pid": 7, "keys": ["ctrl", "a"]})), Ok(Nature::Acts));
        assert_eq!(check("list_windows", &json!({})), Ok(Nature::Looks));
    }

    #[test]
    fn what_a_driver_lacks_is_named() {
        let list = json!({"tools": [{"name": "click", "inputSchema": {"properties": {"pid": {}, "x": {}}}}]});
        let offers = Offers::of(&list);
        assert_eq!(offers.check("click", &json!({"pid": 7})), Ok(()));
        let by_token = offers.check("click", &json!({"element_token": "s"})).unwrap_err().to_string();
        assert!(by_token.contains("`element_token` of `click`"), "{by_token}");
        let no_tool = offers.check("set_value", &json!({})).unwrap_err().to_string();
        assert!(no_tool.contains("`set_value`") && no_tool.contains("0.37.0"), "{no_tool}");
    }
}
