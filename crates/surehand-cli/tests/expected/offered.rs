//! Controls out of an answer of `observe`: what can be done, gathered by the control it is done to.

use std::collections::HashMap;

use serde_json::Value;

/// A control that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    /// The kinds that a person may take it for.
    pub(crate) kinds: Vec<&'static str>,
    /// The menus above it, outermost first.
    pub(crate) path: Vec<String>,
    pub(crate) name: String,
    pub(crate) shortcut: Option<String>,
    /// The words of the answer.
    pub(crate) does: String,
}

/// The ways a sentence begins that names a control afterwards.
const BEGINNINGS: [&str; 13] = [
    "click ",
    "select ",
    "choose an option of ",
    "choose ",
    "turn on ",
    "turn off ",
    "toggle ",
    "expand ",
    "collapse ",
    "set ",
    "replace the whole text of ",
    "add to the end of ",
    "insert into ",
];

/// The controls of the answer's candidates. Ways to use several controls at once, and keys, are no controls.
pub(crate) fn offered(answer: &Value) -> Vec<Offered> {
    let mut controls: Vec<(Offered, HashMap<String, usize>)> = Vec::new();
    // How often each control of these words was met with each kind of action: twins have the same words.
    let mut met: HashMap<(String, String), usize> = HashMap::new();
    for candidate in answer["candidates"].as_array().into_iter().flatten() {
        let kind = candidate["kind"].as_str().unwrap_or_default().to_owned();
        let does = candidate["does"].as_str().unwrap_or_default();
        let shortcut = candidate["shortcut"].as_str().map(ToOwned::to_owned);
        let Some((words, mut control)) = control(does) else { continue };
        control.shortcut = shortcut;
        let count = met.entry((words.clone(), kind)).or_default();
        *count += 1;
        let known = controls.iter_mut().filter(|(_, by)| by.contains_key(&words)).nth(*count - 1);
        match known {
            Some((known, _)) => known.kinds.extend(control.kinds),
            None => controls.push((control, HashMap::from([(words, 0)]))),
        }
    }
    controls.into_iter().map(|(control, _)| control).collect()
}

/// The control of a sentence, and the words for it.
fn control(does: &str) -> Option<(String, Offered)> {
    let offered = |kinds, path, name: &str| Offered {
        kinds,
        path,
        name: name.to_owned(),
        shortcut: None,
        does: does.to_owned(),
    };
    if let Some(path) = does.strip_prefix("menu ") {
        let mut path: Vec<String> = path.split(" > ").map(ToOwned::to_owned).collect();
        let name = path.pop()?;
        return Some((does.to_owned(), offered(vec!["command"], path, &name)));
    }
    let is_option = does.starts_with("choose \"");
    let (begin, words) = BEGINNINGS.iter().find_map(|begin| Some((*begin, does.strip_prefix(begin)?)))?;
    if is_option {
        return None;
    }
    let role = words.split(' ').next()?;
    let writes = begin.starts_with("replace") || begin.starts_with("add") || begin.starts_with("insert");
    let mut kinds = kinds(role);
    if writes && !kinds.contains(&"field") {
        kinds.push("field");
    }
    let rest = words[role.len()..].strip_prefix(" \"").unwrap_or_default();
    // A name may hold quotes, what tells it from its twins follows after the last but one word of ours.
    let end = ["\" in the row of ", "\" under ", "\" (", "\" near ", "\" above ", "\" below ", "\" beside "]
        .iter()
        .filter_map(|mark| rest.find(mark))
        .min()
        .or_else(|| rest.rfind('"'))
        .unwrap_or_default();
    Some((words.to_owned(), offered(kinds, Vec::new(), &rest[..end])))
}

fn kinds(role: &str) -> Vec<&'static str> {
    match role {
        "Button" | "MenuButton" | "ToggleButton" => vec!["button"],
        "CheckBox" => vec!["check"],
        "Switch" => vec!["switch"],
        "RadioButton" => vec!["radio"],
        "ComboBox" => vec!["choice"],
        "TextField" | "TextArea" | "PasswordField" | "Document" => vec!["field"],
        "SpinButton" => vec!["number"],
        "Slider" => vec!["slider"],
        "Tab" => vec!["tab"],
        "ListItem" | "TreeItem" | "Row" | "Cell" | "Icon" => vec!["row"],
        "Menu" => vec!["menu"],
        _ => Vec::new(),
    }
}

#[test]
fn a_control_counts_once() {
    let line = |kind: &str, does: &str| serde_json::json!({"kind": kind, "does": does});
    let answer = serde_json::json!({"candidates": [
        line("click", "click Button \"Edit\""),
        line("click", "click Button \"Edit\""),
        line("context_menu", "context_menu Button \"Edit\""),
        line("choose_option", "choose an option of ComboBox \"Size\""),
        line("set_value", "replace the whole text of ComboBox \"Size\""),
        line("click", "choose \"Small\" in ComboBox \"Size\""),
        line("set_value", "replace the whole text of TextArea above the keypad"),
        line("click", "click Button \"Remove\" in the row of \"Ada\""),
        line("keypad", "press the keys of the keypad one after the other"),
        line("menu", "menu File > Quit"),
    ]});
    let names: Vec<_> = offered(&answer).into_iter().map(|control| (control.kinds, control.name)).collect();
    let of = |kinds: &[&'static str], name: &str| (kinds.to_vec(), name.to_owned());
    assert_eq!(
        names,
        [
            of(&["button"], "Edit"),
            of(&["button"], "Edit"),
            of(&["choice", "choice", "field"], "Size"),
            of(&["field"], ""),
            of(&["button"], "Remove"),
            of(&["command"], "Quit"),
        ]
    );
}
