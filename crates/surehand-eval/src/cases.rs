//! Screens and cases from lines of JSON.
//!
//! A `screen` line has `id`, `app`, `window` and `candidates` (`id`, `role`, `label`, `context`), a `case` line `id`,
//! `source`, `screen`, `instruction` and `gold`, the ids that are accepted; other keys are not read. Screens stand
//! before their cases. Whatever is wrong is said with its line and key, and nothing is guessed, except that a role
//! without a name here is something to click.

use std::collections::HashMap;

use serde_json::{Map, Value};
use surehand_core::action::ActionKind;
use surehand_core::decider::OptionFacts;
use surehand_core::element::Role;
use surehand_core::error::Invalid;
use surehand_core::risk::{Risk, RiskContext, Setting};

/// What a window offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The app's name.
    pub app: String,
    /// The window's title.
    pub window: String,
    /// The ids of the candidates.
    pub ids: Vec<String>,
    /// What a decider is told of each, in the same order.
    pub options: Vec<OptionFacts>,
}

/// One instruction and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name in the file.
    pub id: String,
    /// Where it comes from; figures are also given for each source.
    pub source: String,
    /// The place of its screen.
    pub screen: usize,
    /// The caller's words.
    pub instruction: String,
    /// The places of the accepted options, those that nothing tells from them included.
    pub gold: Vec<usize>,
}

/// A file of screens and cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cases {
    /// The screens, in the order of the file.
    pub screens: Vec<Screen>,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
}

impl Cases {
    /// Reads the text of a file that goes by `name` in complaints.
    ///
    /// # Errors
    /// [`Invalid`], with the line and the key as its path.
    pub fn read(name: &str, text: &str) -> Result<Self, Invalid> {
        let mut all = Self::default();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = format!("{name}:{}", number + 1);
            let fields = match serde_json::from_str(line) {
                Ok(Value::Object(fields)) => Fields { at: &at, key: String::new(), fields },
                _ => return Err(Invalid::new(at, "must be one JSON object on one line")),
            };
            match fields.text("type")? {
                "screen" => {
                    let id = fields.text("id")?.to_owned();
                    if places.insert(id, all.screens.len()).is_some() {
                        return Err(fields.wrong("id", "must not be the id of an earlier screen"));
                    }
                    all.screens.push(screen(&fields)?);
                }
                "case" => {
                    let place = places.get(fields.text("screen")?).copied();
                    let place = place.ok_or_else(|| {
                        fields.wrong("screen", "must be the id of a screen on an earlier line")
                    })?;
                    all.cases.push(case(&fields, place, &all.screens[place])?);
                }
                _ => return Err(fields.wrong("type", "must be \"screen\" or \"case\"")),
            }
        }
        Ok(all)
    }
}

/// The fields of one object, and where they stand.
struct Fields<'a> {
    at: &'a str,
    key: String,
    fields: Map<String, Value>,
}

impl Fields<'_> {
    fn wrong(&self, key: &str, rule: &'static str) -> Invalid {
        Invalid::new(format!("{}: {}{key}", self.at, self.key), rule)
    }

    fn text(&self, key: &str) -> Result<&str, Invalid> {
        self.fields.get(key).and_then(Value::as_str).ok_or_else(|| self.wrong(key, "must be a text"))
    }

    fn list(&self, key: &str) -> Result<&[Value], Invalid> {
        let list = self.fields.get(key).and_then(Value::as_array).map(Vec::as_slice);
        list.ok_or_else(|| self.wrong(key, "must be a list"))
    }
}

fn screen(fields: &Fields<'_>) -> Result<Screen, Invalid> {
    let window = fields.text("window")?.to_owned();
    let mut screen =
        Screen { app: fields.text("app")?.to_owned(), window, ids: Vec::new(), options: Vec::new() };
    for (place, candidate) in fields.list("candidates")?.iter().enumerate() {
        let key = format!("candidates[{place}].");
        let Value::Object(candidate) = candidate else {
            return Err(fields.wrong(key.trim_end_matches('.'), "must be an object"));
        };
        let candidate = Fields { at: fields.at, key, fields: candidate.clone() };
        let id = candidate.text("id")?.to_owned();
        if screen.ids.contains(&id) {
            return Err(candidate.wrong("id", "must not be the id of an earlier candidate"));
        }
        let context = if candidate.fields.contains_key("context") { candidate.text("context")? } else { "" };
        let facts = facts(candidate.text("role")?, candidate.text("label")?, context, &screen.window);
        screen.ids.push(id);
        screen.options.push(facts);
    }
    Ok(screen)
}

fn case(fields: &Fields<'_>, place: usize, screen: &Screen) -> Result<Case, Invalid> {
    let mut gold = Vec::new();
    for id in fields.list("gold")? {
        let known = screen.ids.iter().position(|known| Some(known.as_str()) == id.as_str());
        gold.push(known.ok_or_else(|| fields.wrong("gold", "must hold ids of candidates of its screen"))?);
    }
    if gold.is_empty() {
        return Err(fields.wrong("gold", "must hold at least one id"));
    }
    let is_accepted =
        |place: &usize| gold.iter().any(|accepted| screen.options[*accepted] == screen.options[*place]);
    let gold = (0..screen.options.len()).filter(is_accepted).collect();
    let instruction = fields.text("instruction")?.to_owned();
    if instruction.trim().is_empty() {
        return Err(fields.wrong("instruction", "must not be empty"));
    }
    Ok(Case {
        id: fields.text("id")?.to_owned(),
        source: fields.text("source")?.to_owned(),
        screen: place,
        instruction,
        gold,
    })
}

/// What a decider is told of a candidate: its usual kind of action goes by its role.
fn facts(role: &str, label: &str, context: &str, window: &str) -> OptionFacts {
    let (action, role) = kind(role);
    let mut within: Vec<String> =
        context.split(" > ").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    // The window is no container of its own.
    if within.first().is_some_and(|first| first == window) {
        within.remove(0);
    }
    let setting = Setting::default();
    let context = RiskContext { role, name: label, shortcut: None, within: &within, action, setting };
    let risk = Risk::of(&context).map(Risk::name);
    OptionFacts {
        action: action.name(),
        role: role.name(),
        label: label.to_owned(),
        within,
        risk,
        ..OptionFacts::default()
    }
}

fn kind(role: &str) -> (ActionKind, Role) {
    match role.to_lowercase().replace(['_', '-'], " ").as_str() {
        "button" | "push button" => (ActionKind::Click, Role::Button),
        "check box" => (ActionKind::Toggle, Role::CheckBox),
        "switch" => (ActionKind::Toggle, Role::Switch),
        "toggle button" => (ActionKind::Toggle, Role::ToggleButton),
        "combo box" => (ActionKind::ChooseOption, Role::ComboBox),
        "radio button" => (ActionKind::Click, Role::RadioButton),
        "text field" | "entry" => (ActionKind::SetValue, Role::TextField),
        "text area" => (ActionKind::SetValue, Role::TextArea),
        "spin box" | "spin button" => (ActionKind::SetValue, Role::SpinButton),
        "slider" => (ActionKind::SetValue, Role::Slider),
        "list" => (ActionKind::Click, Role::List),
        "list item" => (ActionKind::Click, Role::ListItem),
        "menu" => (ActionKind::Click, Role::Menu),
        "menu button" => (ActionKind::Click, Role::MenuButton),
        "menu item" => (ActionKind::Menu, Role::MenuItem),
        "check menu item" => (ActionKind::Menu, Role::CheckMenuItem),
        "radio menu item" => (ActionKind::Menu, Role::RadioMenuItem),
        "link" => (ActionKind::Click, Role::Link),
        "tab" | "page tab" => (ActionKind::Click, Role::Tab),
        "icon" => (ActionKind::Click, Role::Icon),
        "image" => (ActionKind::Click, Role::Image),
        _ => (ActionKind::Click, Role::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: &str = r#"{"type":"screen","id":"s","app":"A","window":"W","candidates":[{"id":"a","role":"button","label":"Save","context":"W > Tools"},{"id":"b","role":"check box","label":"Bold","context":""},{"id":"c","role":"button","label":"Save","context":"W > Tools"}]}"#;

    fn complaint(lines: &[&str]) -> String {
        Cases::read("f", &lines.join("\n")).map_or_else(|invalid| invalid.to_string(), |_| String::new())
    }

    #[test]
    fn a_file_is_read() {
        let line =
            r#"{"type":"case","id":"1","source":"x","screen":"s","instruction":"Save it","gold":["a"]}"#;
        let cases = Cases::read("f", &format!("{SCREEN}\n\n{line}\n")).unwrap();
        let options = &cases.screens[0].options;
        assert_eq!(options[0].within, ["Tools"]);
        assert_eq!((options[1].action, options[1].role), ("toggle", "CheckBox"));
        assert_eq!(cases.cases[0].gold, [0, 2], "what nothing tells apart is as good");
    }

    #[test]
    fn what_is_wrong_is_said_with_line_and_key() {
        for (lines, expected) in [
            (&["nonsense"][..], "`f:1` must be one JSON object"),
            (&[r#"{"id":"s"}"#], "`f:1: type` must be a text"),
            (&[r#"{"type":"scene"}"#], "`f:1: type` must be \"screen\" or \"case\""),
            (&[SCREEN, SCREEN], "`f:2: id` must not be the id of an earlier screen"),
            (&[r#"{"type":"screen","id":"s","app":"A","window":"W"}"#], "`f:1: candidates` must be a list"),
            (
                &[
                    r#"{"type":"screen","id":"s","app":"A","window":"W","candidates":[{"id":"a","role":"button"}]}"#,
                ],
                "`f:1: candidates[0].label` must be a text",
            ),
            (&[r#"{"type":"case","id":"1","screen":"t"}"#], "`f:1: screen` must be the id of a screen"),
            (
                &[
                    SCREEN,
                    r#"{"type":"case","id":"1","source":"x","screen":"s","instruction":"i","gold":["z"]}"#,
                ],
                "`f:2: gold` must hold ids",
            ),
            (
                &[
                    SCREEN,
                    r#"{"type":"case","id":"1","source":"x","screen":"s","instruction":" ","gold":["a"]}"#,
                ],
                "`f:2: instruction` must not be empty",
            ),
        ] {
            let said = complaint(lines);
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
