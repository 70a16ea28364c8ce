//! What is tried: rows of data. A new toolkit is a line of [`TOOLKITS`], a new control a line of [`CELLS`]; an app that
//! lies is a row with its own script, its acceptable answers, and those that must never come.
//!
//! Every act asks for something fresh (a text with a number, another option, the other way of a switch), so that each can
//! be told from the one before it.

use std::time::Duration;

use serde_json::{Value, json};

use super::judge::Wanted;
use crate::program::Program;

/// A toolkit that fixtures exist in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toolkit {
    /// The name in tables.
    pub name: &'static str,
    /// The name on the fixtures' command line.
    pub key: &'static str,
    /// Cells that this toolkit offers no background way for, each with its reproduction in docs/reproductions.
    pub without_way: &'static [(&'static str, &'static str)],
}

/// The toolkits.
pub const TOOLKITS: &[Toolkit] = &[
    Toolkit { name: "GTK3", key: "gtk3", without_way: &[] },
    Toolkit {
        name: "GTK4",
        key: "gtk4",
        without_way: &[
            ("check button", "gtk4-check-button"),
            ("radio button", "gtk4-check-button"),
            ("drop-down, by option", "gtk4-check-button"),
            ("drop-down, by text", "gtk4-check-button"),
        ],
    },
    Toolkit { name: "Qt 5", key: "qt5", without_way: &[] },
    Toolkit { name: "Qt 6", key: "qt6", without_way: &[] },
];

/// What is done to a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Press it; its value is how often it was pressed.
    Press,
    /// Turn it over.
    Flip,
    /// Take one of these, each of which is a control of its own.
    Take(&'static [&'static str]),
    /// Choose one of these by text.
    Choose(&'static [&'static str]),
    /// Set a number.
    Number,
    /// Replace the whole text by one of these.
    Write(&'static [&'static str]),
    /// Add to its end.
    Append(&'static [&'static str]),
    /// Put in somewhere.
    Insert(&'static [&'static str]),
}

/// A kind of action on a kind of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The name in tables.
    pub name: &'static str,
    /// The control's name in the app's state.
    pub control: &'static str,
    /// Its label; of what is [taken](Step::Take) the options are the labels.
    pub label: &'static str,
    /// The kinds of action that may stand for the step, in the product's words.
    pub kinds: &'static [&'static str],
    /// What is done.
    pub step: Step,
}

/// Whether an app takes the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// Never.
    Stays,
    /// In a step, by the window that is its effect, until it is taken back: no focus change is counted, keys are.
    TakenInAStep,
    /// By itself, with no step of ours to answer for it: nothing that happens to the typing user is counted.
    TakenAtWill,
    /// By itself, in a step, for whose end it has to be given back. Nobody types meanwhile.
    PushedTo,
}

/// How an app behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// As tables say it.
    pub words: &'static str,
    /// Everything it claims is so: its rows are in the rates.
    pub is_honest: bool,
    /// Whether it takes the front.
    pub front: Front,
    /// Something is to happen between the reading and the act.
    pub between: bool,
    /// How long after an answer it may still react.
    pub later: Duration,
}

impl Behaviour {
    /// Of an app that does what it is asked to.
    pub const HONEST: Self =
        Self { words: "honest", is_honest: true, front: Front::Stays, between: false, later: Duration::ZERO };
}

/// One line of what is tried.
#[derive(Clone, Debug)]
pub struct Row {
    /// The app.
    pub program: Program,
    /// The control and the step.
    pub cell: &'static Cell,
    /// How the app behaves.
    pub behaviour: Behaviour,
    /// Answers that are acceptable: a status, with its code behind a slash where it has one.
    pub acceptable: &'static [&'static str],
    /// Answers that must never come, whatever the app did. That a `done` must be true goes without saying.
    pub never: &'static [&'static str],
    /// The toolkit offers no background way: not in the rates, asked once a pass, and the refusal must be exact.
    pub without_way: Option<&'static str>,
}

/// Words of one line, each with a `#` for the number that makes it fresh: blanks at the ends, both ways to write an ï, a
/// family of joined signs, text from right to left.
const WORDS: &[&str] = &[
    "  Grace Hopper # ",
    "naïve café #",
    "nai\u{308}ve #",
    "# Euro: 2 €",
    "日本語テキスト#",
    "👩\u{200d}👩\u{200d}👧 family #",
    "שלום #",
    "a\u{200f}#b",
    "x# = \"y\" & <z>",
    "tab\there #",
];
/// The same of several lines.
const LINES: &[&str] =
    &["first\nsecond # ", "\n indented #", "# ends with a break\n", "одна\nдве #", "plain #"];

/// What is acceptable where a toolkit offers no background way.
const WITHOUT_WAY: &[&str] = &["done", "failed/foreground_required", "(not offered)"];

/// One of each native control.
pub const CELLS: &[Cell] = &[
    cell("button", "button", "Press me", &["click"], Step::Press),
    cell("check button", "check", "Spell checking", &["toggle", "click"], Step::Flip),
    cell("switch", "switch", "Night light", &["toggle", "click"], Step::Flip),
    cell("radio button", "level", "", &["toggle", "click"], Step::Take(&["Middle", "High", "Low"])),
    cell(
        "drop-down, by option",
        "shape",
        "",
        &["click"],
        Step::Take(&["Square", "Triangle", "Hexagon", "Circle"]),
    ),
    cell(
        "drop-down, by text",
        "shape",
        "Shape",
        &["choose_option"],
        Step::Choose(&["Triangle", "Square", "Circle", "Hexagon"]),
    ),
    cell("slider", "volume", "Volume", &["set_value"], Step::Number),
    cell("spin button", "copies", "Copies", &["set_value"], Step::Number),
    cell("expander", "details", "Details", &["toggle", "click"], Step::Flip),
    cell("entry: replace", "name", "Name", &["set_value"], Step::Write(WORDS)),
    cell("entry: append", "name", "Name", &["append"], Step::Append(WORDS)),
    cell("entry: insert", "name", "Name", &["type_into"], Step::Insert(WORDS)),
    cell("entry of a combo box", "title", "Title", &["set_value"], Step::Write(WORDS)),
    cell("note: replace", "note", "Note", &["set_value"], Step::Write(LINES)),
    cell("note: append", "note", "Note", &["append"], Step::Append(LINES)),
    cell("note: insert", "note", "Note", &["type_into"], Step::Insert(LINES)),
    cell("list row", "city", "", &["click"], Step::Take(&["Berlin", "Hanoi", "Athens", "Essen", "Cairo"])),
    cell("tab", "tab", "", &["click"], Step::Take(&["Network", "Privacy", "General"])),
    cell(
        "menu item",
        "menu",
        "",
        &["menu"],
        Step::Take(&["Export…", "Count words", "Make copy", "Sort names"]),
    ),
];

pub(super) const fn cell(
    name: &'static str,
    control: &'static str,
    label: &'static str,
    kinds: &'static [&'static str],
    step: Step,
) -> Cell {
    Cell { name, control, label, kinds, step }
}

/// The rows of an honest app: everything that is native to a toolkit is done.
#[must_use]
pub fn honest(toolkit: &Toolkit) -> Vec<Row> {
    let program = Program::fixture("controls.py", toolkit.key, &[]);
    let row = |cell: &'static Cell| {
        let without_way =
            toolkit.without_way.iter().find(|(name, _)| *name == cell.name).map(|(_, why)| *why);
        Row {
            program: program.clone(),
            cell,
            behaviour: Behaviour::HONEST,
            acceptable: if without_way.is_some() { WITHOUT_WAY } else { &["done"] },
            never: &["ambiguous", "needs_confirmation"],
            without_way,
        }
    };
    CELLS.iter().map(row).collect()
}

/// One act, ready to be asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The label of the control.
    pub label: String,
    /// The text that goes with it.
    pub text: Option<String>,
    /// What the control is to hold then.
    pub wanted: Wanted,
}

impl Cell {
    /// The act with this number, which counts up over a whole run, on an app in this state.
    #[must_use]
    pub fn plan(&self, number: usize, state: &Value) -> Planned {
        let held = &state[self.control]["value"];
        let own = |text: Option<String>, wanted| Planned { label: self.label.to_owned(), text, wanted };
        // Fresh: the next one that it does not hold already.
        let other = |options: &'static [&'static str]| {
            let rotated = options.iter().cycle().skip(number % options.len()).take(options.len());
            rotated.copied().find(|option| held.as_str() != Some(*option)).unwrap_or_default()
        };
        let fresh =
            |texts: &'static [&'static str]| texts[number % texts.len()].replace('#', &number.to_string());
        match self.step {
            Step::Press => own(None, Wanted::OneChangeTo(json!(held.as_i64().unwrap_or_default() + 1))),
            Step::Flip => own(None, Wanted::OneChangeTo(json!(!held.as_bool().unwrap_or_default()))),
            Step::Take(options) => {
                let option = other(options);
                Planned { label: option.to_owned(), text: None, wanted: Wanted::OneChangeTo(json!(option)) }
            }
            Step::Choose(options) => {
                let option = other(options);
                own(Some(option.to_owned()), Wanted::OneChangeTo(json!(option)))
            }
            Step::Number => {
                let number = [number * 7 % 101, (number * 7 + 13) % 101];
                let fresh = number.into_iter().find(|number| held.as_f64() != Some(*number as f64));
                let fresh = fresh.unwrap_or_default();
                own(Some(fresh.to_string()), Wanted::OneChangeTo(json!(fresh)))
            }
            Step::Write(texts) => own(Some(fresh(texts)), Wanted::Text(fresh(texts))),
            Step::Append(texts) => own(Some(fresh(texts)), Wanted::Appended(fresh(texts))),
            Step::Insert(texts) => own(Some(fresh(texts)), Wanted::Inserted(fresh(texts))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::judge;
    use super::*;

    /// The state of the fixture when it starts.
    fn initial() -> Value {
        let controls = CELLS.iter().map(|cell| {
            let value = match cell.step {
                Step::Press | Step::Number => json!(0),
                Step::Flip => json!(false),
                _ => json!(""),
            };
            (cell.control.to_owned(), json!({"count": 0, "value": value}))
        });
        Value::Object(controls.collect())
    }

    #[test]
    fn doing_nothing_is_never_what_was_asked_for() {
        let state = initial();
        for cell in CELLS {
            for number in 0..200 {
                let planned = cell.plan(number, &state);
                let effect = judge(cell.control, &planned.wanted, &state, &state);
                assert!(!effect.confirmed, "{}: act {number} asks for nothing: {planned:?}", cell.name);
            }
        }
    }

    #[test]
    fn what_is_held_is_not_asked_for_again() {
        let mut state = initial();
        for cell in CELLS {
            for number in 0..50 {
                let Wanted::OneChangeTo(value) = cell.plan(number, &state).wanted else { continue };
                assert_ne!(state[cell.control]["value"], value, "{}", cell.name);
                state[cell.control]["value"] = value;
            }
        }
    }

    #[test]
    fn what_has_no_way_is_reproduced_without_us() {
        for toolkit in TOOLKITS {
            for (name, reproduction) in toolkit.without_way {
                assert!(CELLS.iter().any(|cell| cell.name == *name), "no cell {name}");
                let page = surehand_testkit::fixture(&format!("../docs/reproductions/{reproduction}.md"));
                assert!(page.exists(), "{} {name}: {} is missing", toolkit.name, page.display());
            }
        }
    }
}
