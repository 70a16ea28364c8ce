//! Criteria that a reading of the app can settle.
//!
//! The forms (a quoted part may hold `{input}` for the value of an input; case and a final period do not matter):
//!
//! ```text
//! text "Saved" is shown                 text "Error" is not shown           display shows "8"
//! field "Name" equals "Grace"           field "Note" contains "milk"        field "Search" is empty
//! box "Send newsletter" is on           box "Wi-Fi" is off
//! control "Save" is there | gone | enabled | disabled
//! window "Report" is there | gone       dialog "Preferences" is there | gone
//! ```
//!
//! Plain sentences that say the same are understood too: `The Name field reads "Grace"`, `"Saved" appears`, `the
//! Preferences dialog is closed`. What is not understood is `None`, and left to the word of a policy.
//! What a reading cannot settle (it was cut, the control is not there or there twice) stays open instead of being guessed.

use crate::element::{Checked, Element, Role};
use crate::identity::Identities;
use crate::label::{LINE, display};
use crate::runner::Subtask;
use crate::snapshot::Snapshot;

/// A condition on what the app shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// A text is shown or not.
    Text {
        /// The text.
        text: String,
        /// Whether it must be shown.
        shown: bool,
    },
    /// The display of a calculator, or else some field, reads exactly this.
    Display {
        /// What it reads.
        text: String,
    },
    /// A field reads exactly this.
    Equals {
        /// The field's name.
        field: String,
        /// What it reads.
        value: String,
    },
    /// A field's text has this in it.
    Contains {
        /// The field's name.
        field: String,
        /// What is in it.
        value: String,
    },
    /// A box or switch is on or off.
    Ticked {
        /// Its name.
        control: String,
        /// Whether it must be on.
        on: bool,
    },
    /// A control is there or gone.
    Control {
        /// Its name.
        control: String,
        /// Whether it must be there.
        there: bool,
    },
    /// A control reacts to input or does not.
    Enabled {
        /// Its name.
        control: String,
        /// Whether it must.
        enabled: bool,
    },
    /// A window or dialog is open or gone.
    Window {
        /// Its title.
        title: String,
        /// Whether it must be open.
        open: bool,
    },
}

/// What a reading says about a criterion, with what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It holds.
    Yes(String),
    /// It does not.
    No(String),
    /// The reading cannot tell.
    Open(String),
}

impl Criterion {
    /// Understands a criterion; `None` for what only a model can judge.
    #[must_use]
    pub fn parse(text: &str, subtask: &Subtask) -> Option<Self> {
        Reader::new(text).criterion(subtask)
    }

    /// What `snapshot` says about it.
    #[must_use]
    pub fn settle(&self, snapshot: &Snapshot) -> Settled {
        let view = Look { snapshot, identities: &Identities::of(snapshot) };
        match self {
            Self::Text { text, shown } => view.text(text, *shown),
            Self::Display { text } => view.display(text),
            Self::Equals { field, value } => view.field(field, |read| read == value),
            Self::Contains { field, value } => view.field(field, |read| read.contains(value.as_str())),
            Self::Ticked { control, on } => view.ticked(control, *on),
            Self::Control { control, there } => view.control(control, *there),
            Self::Enabled { control, enabled } => view.enabled(control, *enabled),
            Self::Window { title, open } => view.window(title, *open),
        }
    }
}

/// A part of a criterion.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    /// In quotes or braces.
    Quoted(String),
    /// A word, in lower case.
    Word(String, String),
}

struct Reader {
    parts: Vec<Part>,
}

/// Opening and closing quotes.
const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('`', '`')];

impl Reader {
    fn new(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = text.trim().trim_end_matches('.').trim();
        while let Some(first) = rest.chars().next() {
            let quote = QUOTES.iter().find(|(open, _)| *open == first);
            let closed = quote.and_then(|(_, close)| {
                let inner = &rest[first.len_utf8()..];
                inner.find(*close).map(|end| (&inner[..end], &inner[end + close.len_utf8()..]))
            });
            if let Some((inner, after)) = closed {
                parts.push(Part::Quoted(inner.to_owned()));
                rest = after.trim_start();
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let word = rest[..end].trim_end_matches([',', ';', ':']);
            if !word.is_empty() {
                parts.push(Part::Word(word.to_lowercase(), word.to_owned()));
            }
            rest = rest[end..].trim_start();
        }
        Self { parts }
    }

    fn criterion(&self, subtask: &Subtask) -> Option<Criterion> {
        let parts = &self.parts[..];
        let shows = |at: usize| self.word(at).filter(|word| SHOWING.contains(word));
        // "the window shows X", "the display reads X"
        let subject = self.skip_article(0);
        if let Some(screen) = self.word(subject).filter(|word| SCREENS.contains(word))
            && shows(subject + 1).is_some()
        {
            let text = self.value(subject + 2, subtask)?;
            // What was computed before may still stand in a list beside the display.
            let is_display =
                matches!(screen, "display" | "result") && self.word(subject + 1) != Some("contains");
            return Some(if is_display {
                Criterion::Display { text }
            } else {
                Criterion::Text { text, shown: true }
            });
        }
        let verb = (0..parts.len()).find(|at| self.word(*at).is_some_and(|word| VERBS.contains(&word)))?;
        let (kind, name) = self.name(verb)?;
        let mut at = verb;
        let mut positive = true;
        if let Some("does" | "do" | "doesn't" | "don't") = self.word(at) {
            positive = !self.word(at)?.ends_with("n't");
            at += 1;
        }
        if self.word(at).is_some_and(|word| matches!(word, "isn't" | "wasn't" | "aren't")) {
            positive = false;
        }
        if self.word(at + 1).is_some_and(|word| word == "not" || word == "no") && self.word(at) != Some("no")
        {
            positive = false;
            at += 1;
            if self.word(at + 1) == Some("longer") {
                at += 1;
            }
        } else if self.word(at) == Some("not") {
            positive = false;
            at += 1;
        }
        let name = substituted(&name, subtask)?;
        self.after(kind, name, (at, positive), subtask)
    }

    /// What stands behind the verb at `at`.
    fn after(
        &self,
        kind: Kind,
        name: String,
        (at, positive): (usize, bool),
        subtask: &Subtask,
    ) -> Option<Criterion> {
        let verb = self.word(at)?;
        let next = self.word(at + 1).unwrap_or_default();
        let last = at + 2 >= self.parts.len();
        match (verb, next) {
            ("appears" | "exists", _) if at + 1 >= self.parts.len() => Some(kind.there(name, positive)),
            ("appear" | "exist", _) if at + 1 >= self.parts.len() => Some(kind.there(name, positive)),
            ("contains" | "includes" | "contain" | "include", _) if positive && kind.may_be_field() => {
                Some(Criterion::Contains { field: name, value: self.value(at + 1, subtask)? })
            }
            (_, "shown" | "visible" | "displayed") if last => Some(kind.there(name, positive)),
            (_, "there" | "open" | "present" | "opened") if last => Some(kind.there(name, positive)),
            (_, "gone" | "closed" | "hidden" | "absent") if last => Some(kind.there(name, !positive)),
            (_, "on" | "checked" | "ticked" | "selected" | "switched-on") if last => {
                Some(Criterion::Ticked { control: name, on: positive })
            }
            (_, "off" | "unchecked" | "unticked" | "deselected") if last => {
                Some(Criterion::Ticked { control: name, on: !positive })
            }
            ("is", "enabled" | "active") if last && kind != Kind::Box => {
                Some(Criterion::Enabled { control: name, enabled: positive })
            }
            ("is", "disabled" | "greyed") if last && kind != Kind::Box => {
                Some(Criterion::Enabled { control: name, enabled: !positive })
            }
            ("is", "enabled" | "disabled") if last => {
                Some(Criterion::Ticked { control: name, on: (next == "enabled") == positive })
            }
            ("is" | "remains", "empty" | "blank") if last && positive && kind.may_be_field() => {
                Some(Criterion::Equals { field: name, value: String::new() })
            }
            ("is" | "has" | "was", "set" | "switched" | "turned") => {
                self.set_to(name, (at + 2, positive), subtask)
            }
            ("has", "the") if self.word(at + 2) == Some("value") && positive => {
                Some(Criterion::Equals { field: name, value: self.value(at + 3, subtask)? })
            }
            _ if positive && kind.may_be_field() && EQUALS.contains(&verb) => {
                let from = if matches!(next, "exactly" | "now") { at + 2 } else { at + 1 };
                Some(Criterion::Equals { field: name, value: self.value(from, subtask)? })
            }
            _ => None,
        }
    }

    /// Behind "is set", "is switched", "is turned".
    fn set_to(&self, name: String, (at, positive): (usize, bool), subtask: &Subtask) -> Option<Criterion> {
        match self.word(at)? {
            "on" if at + 1 == self.parts.len() => Some(Criterion::Ticked { control: name, on: positive }),
            "off" if at + 1 == self.parts.len() => Some(Criterion::Ticked { control: name, on: !positive }),
            "to" if positive => Some(Criterion::Equals { field: name, value: self.value(at + 1, subtask)? }),
            _ => None,
        }
    }

    fn word(&self, at: usize) -> Option<&str> {
        match self.parts.get(at)? {
            Part::Word(lower, _) => Some(lower),
            Part::Quoted(_) => None,
        }
    }

    fn skip_article(&self, at: usize) -> usize {
        if self.word(at).is_some_and(|word| matches!(word, "the" | "a" | "an" | "its")) { at + 1 } else { at }
    }

    /// What stands before the verb: what kind of thing it is, and its name.
    fn name(&self, verb: usize) -> Option<(Kind, String)> {
        let mut parts = self.parts.get(self.skip_article(0)..verb)?;
        let mut kind = Kind::Any;
        if let Some((Part::Word(word, _), rest)) = parts.split_first()
            && let Some(known) = Kind::of(word)
            && !rest.is_empty()
        {
            (kind, parts) = (known, rest);
        } else if let Some((Part::Word(word, _), rest)) = parts.split_last()
            && let Some(known) = Kind::of(word)
            && !rest.is_empty()
        {
            (kind, parts) = (known, rest);
            // "check box", "text field"
            if let Some((Part::Word(word, _), rest)) = parts.split_last()
                && matches!(word.as_str(), "check" | "text" | "combo" | "radio" | "input" | "toggle")
                && !rest.is_empty()
            {
                parts = rest;
            }
        }
        if let [Part::Word(word, _), rest @ ..] = parts
            && matches!(word.as_str(), "named" | "called" | "titled" | "labelled" | "labeled")
        {
            parts = rest;
        }
        match parts {
            [] => None,
            [Part::Quoted(name)] => Some((kind, name.clone())),
            words => {
                let mut name = Vec::new();
                for part in words {
                    match part {
                        Part::Word(_, word) => name.push(word.clone()),
                        Part::Quoted(_) => return None,
                    }
                }
                // Bare words are only a name where a word says of what kind: "Everything is shown" is for a model.
                (kind != Kind::Any && kind != Kind::Text).then(|| (kind, name.join(" ")))
            }
        }
    }

    /// The value from `at` to the end: one quoted part, `{input}`, or one bare word or number.
    fn value(&self, at: usize, subtask: &Subtask) -> Option<String> {
        match self.parts.get(at..)? {
            [Part::Quoted(value)] => substituted(value, subtask),
            [Part::Word(_, word)] => substituted(word, subtask),
            [Part::Word(article, _), Part::Word(kind, _), Part::Quoted(name)]
                if article == "the" && matches!(kind.as_str(), "input" | "value") =>
            {
                subtask.input(name)?.text()
            }
            [Part::Word(kind, _), Part::Quoted(name)] if kind == "input" => subtask.input(name)?.text(),
            [Part::Word(kind, _), Part::Quoted(value)] if matches!(kind.as_str(), "text" | "exactly") => {
                substituted(value, subtask)
            }
            _ => None,
        }
    }
}

const SCREENS: &[&str] = &["window", "screen", "display", "app", "dialog", "result", "page"];
const SHOWING: &[&str] = &["shows", "displays", "reads", "contains", "says"];
const EQUALS: &[&str] = &["equals", "reads", "is", "holds", "shows", "says", "has", "="];
const VERBS: &[&str] = &[
    "equals", "reads", "is", "isn't", "holds", "shows", "says", "has", "contains", "includes", "appears",
    "exists", "does", "doesn't", "=", "was", "remains",
];

/// What kind of thing a criterion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Any,
    Text,
    Field,
    Box,
    Control,
    Window,
}

impl Kind {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "text" | "message" => Self::Text,
            "field" | "entry" | "slider" | "spinner" | "combo" | "combobox" | "drop-down" | "dropdown"
            | "pop-up" => Self::Field,
            "box" | "checkbox" | "switch" | "toggle" | "setting" | "option" | "radio" => Self::Box,
            "control" | "button" | "item" | "tab" | "link" | "menu" | "row" => Self::Control,
            "window" | "dialog" => Self::Window,
            _ => return None,
        })
    }

    const fn may_be_field(self) -> bool {
        matches!(self, Self::Any | Self::Field | Self::Box)
    }

    fn there(self, name: String, there: bool) -> Criterion {
        match self {
            Self::Any | Self::Text => Criterion::Text { text: name, shown: there },
            Self::Field | Self::Box | Self::Control => Criterion::Control { control: name, there },
            Self::Window => Criterion::Window { title: name, open: there },
        }
    }
}

/// `text` with each `{input}` replaced by the input's value; `None` for an unknown input or one without a text.
fn substituted(text: &str, subtask: &Subtask) -> Option<String> {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let end = rest[start..].find('}').map(|end| start + end);
        let Some(end) = end else { break };
        let name = &rest[start + 1..end];
        result.push_str(&rest[..start]);
        result.push_str(&subtask.input(name)?.text()?);
        rest = &rest[end + 1..];
    }
    result.push_str(rest);
    Some(result)
}

struct Look<'a> {
    snapshot: &'a Snapshot,
    identities: &'a Identities,
}

impl Look<'_> {
    fn is_cut(&self) -> bool {
        !self.snapshot.left_out.is_nothing()
    }

    /// The elements of that name which are shown, of those that `wanted` takes.
    fn named(&self, name: &str, wanted: impl Fn(&Element) -> bool) -> Vec<&Element> {
        let wanted_name = plain(name);
        let elements = self.snapshot.elements().iter().enumerate();
        let shown = elements.filter(|(_, element)| element.state.visible && wanted(element));
        let fits = |position: usize, element: &Element| {
            [self.identities.label(position), &element.name]
                .into_iter()
                .any(|label| plain(label) == wanted_name)
                || element.placeholder.as_deref().is_some_and(|hint| plain(hint) == wanted_name)
        };
        shown.filter(|(position, element)| fits(*position, element)).map(|(_, element)| element).collect()
    }

    fn text(&self, text: &str, shown: bool) -> Settled {
        let found = self
            .snapshot
            .elements()
            .iter()
            .filter(|element| element.state.visible)
            .find(|element| texts_of(element).into_iter().any(|own| holds_words(&own, text)));
        match (found, shown) {
            (Some(element), true) => Settled::Yes(format!("{} shows it", element.role)),
            (Some(element), false) => Settled::No(format!("{} shows it", element.role)),
            (None, _) if self.is_cut() => Settled::Open("the window was not read whole".into()),
            (None, true) => Settled::No("no text of the window shows it".into()),
            (None, false) => Settled::Yes("no text of the window shows it".into()),
        }
    }

    /// What the keypad of a calculator writes to, where there is one; else whatever holds a value.
    fn display(&self, text: &str) -> Settled {
        let elements = self.snapshot.elements();
        let keypads = self.identities.keypads().iter().filter_map(|keypad| keypad.display);
        let displays: Vec<&Element> = keypads.filter_map(|position| elements.get(position)).collect();
        let shown: Vec<&Element> = if displays.is_empty() {
            elements.iter().filter(|element| element.state.visible).collect()
        } else {
            displays
        };
        let read: Vec<String> = shown.iter().filter_map(|element| element.value()).collect();
        match read.iter().find(|read| read.trim() == text.trim()) {
            Some(_) => Settled::Yes(format!("it reads \"{}\"", display(text, LINE))),
            None if read.is_empty() => Settled::Open("nothing here has a value that can be read".into()),
            None if self.is_cut() => Settled::Open("the window was not read whole".into()),
            None => match &read[..] {
                [one] => Settled::No(format!("it reads \"{}\"", display(one, LINE))),
                _ => Settled::No("none of the values here reads so".into()),
            },
        }
    }

    fn field(&self, name: &str, holds: impl Fn(&str) -> bool) -> Settled {
        let fields = self.named(name, |element| self.reads(element).is_some() || element.state.protected);
        let [field] = fields[..] else {
            return Settled::Open(format!("{} fields of that name are shown", fields.len()));
        };
        if field.content.as_ref().is_some_and(|content| !content.is_whole()) {
            return Settled::Open("the field was not read whole".into());
        }
        match self.reads(field) {
            None => Settled::Open("the field hides what it holds".into()),
            Some(read) if holds(&read) => Settled::Yes(format!("it reads \"{}\"", display(&read, LINE))),
            Some(read) => Settled::No(format!("it reads \"{}\"", display(&read, LINE))),
        }
    }

    /// What a field or pop-up reads.
    fn reads(&self, element: &Element) -> Option<String> {
        if let Some(value) = element.value() {
            return Some(value);
        }
        (element.role == Role::ComboBox && !element.state.protected)
            .then(|| {
                let position = self.snapshot.position(&element.key)?;
                crate::candidate::standing(self.snapshot, self.identities, position)
            })
            .flatten()
    }

    fn ticked(&self, name: &str, on: bool) -> Settled {
        let boxes = self.named(name, |element| tick(element).is_some());
        let [found] = boxes[..] else {
            return Settled::Open(format!("{} boxes of that name are shown", boxes.len()));
        };
        match tick(found) {
            Some(Checked::Mixed) | None => Settled::Open("it is neither on nor off".into()),
            // What such a control says of its tick stays when the app puts it back, so nothing has been read from it.
            Some(_) if found.state.hearsay => Settled::Open("what it says of itself may not be so".into()),
            Some(checked) => {
                let word = if checked == Checked::On { "it is on" } else { "it is off" };
                if (checked == Checked::On) == on {
                    Settled::Yes(word.into())
                } else {
                    Settled::No(word.into())
                }
            }
        }
    }

    fn control(&self, name: &str, there: bool) -> Settled {
        let found = self.named(name, |element| element.role != Role::Window);
        match (found.is_empty(), there) {
            (false, true) => Settled::Yes("it is shown".into()),
            (false, false) => Settled::No("it is shown".into()),
            (true, _) if self.is_cut() => Settled::Open("the window was not read whole".into()),
            (true, true) => Settled::No("no control of that name is shown".into()),
            (true, false) => Settled::Yes("no control of that name is shown".into()),
        }
    }

    fn enabled(&self, name: &str, enabled: bool) -> Settled {
        let found = self.named(name, |element| !matches!(element.role, Role::Window | Role::Text));
        let [one] = found[..] else {
            return Settled::Open(format!("{} controls of that name are shown", found.len()));
        };
        let word = if one.state.enabled { "it reacts to input" } else { "it does not react to input" };
        if one.state.enabled == enabled { Settled::Yes(word.into()) } else { Settled::No(word.into()) }
    }

    fn window(&self, title: &str, open: bool) -> Settled {
        let wanted = plain(title);
        let windows = std::iter::once(&self.snapshot.window).chain(&self.snapshot.other_windows);
        let is_open = windows.into_iter().any(|window| plain(&window.title) == wanted);
        match (is_open, open) {
            (true, true) => Settled::Yes("it is open".into()),
            (true, false) => Settled::No("it is open".into()),
            (false, true) => Settled::No("no window of the app has that title".into()),
            (false, false) => Settled::Yes("no window of the app has that title".into()),
        }
    }
}

fn tick(element: &Element) -> Option<Checked> {
    let of_radio = (element.role == Role::RadioButton).then_some(if element.state.selected {
        Checked::On
    } else {
        Checked::Off
    });
    element.state.checked.or(of_radio)
}

/// A name without case, blanks at its ends, a colon or dots behind it.
fn plain(name: &str) -> String {
    name.trim().trim_end_matches([':', '…', '.']).trim_end().to_lowercase()
}

/// What an element shows as text: not the labels of what can be pressed, which stand there whatever happens.
fn texts_of(element: &Element) -> Vec<String> {
    let mut texts = Vec::new();
    texts.extend(element.value());
    let says = matches!(
        element.role,
        Role::Text
            | Role::Paragraph
            | Role::Heading
            | Role::StatusBar
            | Role::Alert
            | Role::Cell
            | Role::ListItem
            | Role::TreeItem
            | Role::Row
            | Role::Dialog
            | Role::Window
            | Role::Document
            | Role::TitleBar
            | Role::Tooltip
    );
    if says {
        texts.push(element.name.clone());
    }
    texts
}

/// Whether `wanted` stands in `text` as whole words and numbers: "8" is not in "48", "8.5" or "−8".
fn holds_words(text: &str, wanted: &str) -> bool {
    let (Some(first), Some(last)) = (wanted.chars().next(), wanted.chars().next_back()) else { return false };
    text.match_indices(wanted).any(|(at, found)| {
        let mut before = text[..at].chars().rev();
        let mut after = text[at + found.len()..].chars();
        let is_digit = |one: Option<char>| one.is_some_and(|one| one.is_ascii_digit());
        let goes_on_before = match before.next() {
            Some(one) if one.is_alphanumeric() => first.is_alphanumeric(),
            Some('.' | ',') => first.is_ascii_digit() && is_digit(before.next()),
            Some('-' | '−') => first.is_ascii_digit() && !before.next().is_some_and(char::is_alphanumeric),
            _ => false,
        };
        let goes_on_after = match after.next() {
            Some(one) if one.is_alphanumeric() => last.is_alphanumeric(),
            Some('.' | ',') => last.is_ascii_digit() && is_digit(after.next()),
            _ => false,
        };
        !goes_on_before && !goes_on_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::runner::InputValue;

    fn subtask() -> Subtask {
        Subtask {
            inputs: vec![
                ("name".into(), InputValue::Text("Grace".into())),
                ("size".into(), InputValue::Number(42.0)),
                ("news".into(), InputValue::Bool(true)),
            ],
            ..Subtask::default()
        }
    }

    fn parsed(text: &str) -> String {
        Criterion::parse(text, &subtask()).map_or_else(|| "-".into(), |criterion| format!("{criterion:?}"))
    }

    #[test]
    fn the_forms_and_plain_sentences_are_understood() {
        let same = [
            (
                "Equals { field: \"Name\", value: \"Grace\" }",
                &[
                    "field \"Name\" equals \"Grace\"",
                    "The Name field reads \"Grace\".",
                    "the \"Name\" text field is exactly \"Grace\"",
                    "field Name holds {name}",
                    "\"Name\" is set to {name}",
                    "field \"Name\" has the value \"{name}\"",
                    "The Name field holds the input \"name\"",
                ][..],
            ),
            ("Contains { field: \"Note\", value: \"milk\" }", &["field \"Note\" contains \"milk\""]),
            (
                "Equals { field: \"Search\", value: \"\" }",
                &["field \"Search\" is empty", "The Search field is blank."],
            ),
            (
                "Ticked { control: \"Send newsletter\", on: true }",
                &[
                    "box \"Send newsletter\" is on",
                    "The Send newsletter check box is checked.",
                    "\"Send newsletter\" is turned on",
                    "switch \"Send newsletter\" is not off",
                ],
            ),
            (
                "Text { text: \"Saved\", shown: true }",
                &[
                    "text \"Saved\" is shown",
                    "\"Saved\" appears",
                    "The window shows \"Saved\"",
                    "the status is there",
                ],
            ),
            (
                "Text { text: \"Error\", shown: false }",
                &["text \"Error\" is not shown", "\"Error\" does not appear", "\"Error\" isn't visible"],
            ),
            ("Display { text: \"8\" }", &["the display reads 8", "The result shows \"8\""]),
            (
                "Window { title: \"Preferences\", open: false }",
                &[
                    "dialog \"Preferences\" is gone",
                    "The Preferences dialog is closed",
                    "the Preferences window is no longer open",
                ],
            ),
            (
                "Control { control: \"Save\", there: true }",
                &["control \"Save\" is there", "the Save button exists"],
            ),
            ("Enabled { control: \"Save\", enabled: false }", &["button \"Save\" is disabled"]),
            (
                "Equals { field: \"Volume\", value: \"42\" }",
                &["slider \"Volume\" equals {size}", "the Volume slider is 42"],
            ),
        ];
        for (wanted, texts) in same {
            for text in texts {
                let got = parsed(text);
                // "the status is there" names no kind of thing: only a model can say what is meant.
                if *text == "the status is there" {
                    assert_eq!(got, "-");
                } else {
                    assert_eq!(got, wanted, "{text}");
                }
            }
        }
    }

    #[test]
    fn what_only_a_model_can_judge_is_left_to_it() {
        for text in [
            "Everything looks right",
            "The message was sent to Ada",
            "field \"Name\" equals {unknown}",
            "field \"News\" equals {news}",
            "The calculation is correct",
            "",
            "\"Name\"",
        ] {
            assert_eq!(parsed(text), "-", "{text}");
        }
    }

    #[test]
    fn a_reading_settles_or_leaves_open() {
        let snapshot = fixture::snapshot(
            "Window \"Form\"\n Text \"Saved 3 notes\"\n Button \"8\" click\n TextField \"Name:\" = \"Grace\" set_value\n \
             PasswordField \"PIN\" protected set_value\n CheckBox \"News\" on toggle\n TextField \"Sum\" = \"48\"\n \
             Button \"Save\" disabled click\n Button \"Edit\" click\n Button \"Edit\" click\n Button \"Hidden\" hidden click\n \
             ComboBox \"Size\" choose_option\n  ListItem \"Small\" hidden\n  ListItem \"Large\" hidden selected",
        )
        .unwrap();
        let settled =
            |text: &str| match Criterion::parse(text, &subtask()).expect("understood").settle(&snapshot) {
                Settled::Yes(_) => "yes",
                Settled::No(_) => "no",
                Settled::Open(_) => "open",
            };
        let rows = [
            ("text \"Saved\" is shown", "yes"),
            ("text \"8\" is shown", "no"),
            ("text \"48\" is shown", "yes"),
            ("field \"name\" equals {name}", "yes"),
            ("field \"Name\" equals \"grace\"", "no"),
            ("field \"PIN\" equals \"1\"", "open"),
            ("field \"Missing\" equals \"1\"", "open"),
            ("field \"Size\" equals \"Large\"", "yes"),
            ("box \"News\" is on", "yes"),
            ("box \"News\" is off", "no"),
            ("button \"Save\" is disabled", "yes"),
            ("control \"Hidden\" is there", "no"),
            ("button \"Edit\" is enabled", "open"),
            ("window \"Form\" is open", "yes"),
            ("dialog \"Other\" is gone", "yes"),
        ];
        for (text, wanted) in rows {
            assert_eq!(settled(text), wanted, "{text}");
        }
        let mut told = snapshot.elements().to_vec();
        told.iter_mut().for_each(|element| element.state.hearsay = true);
        let told = Snapshot::new(snapshot.window.clone(), told, snapshot.captured_at);
        let on = Criterion::parse("box \"News\" is on", &subtask()).expect("understood");
        assert!(matches!(on.settle(&told), Settled::Open(_)), "a tick by hearsay proves nothing");
        let mut cut = snapshot;
        cut.left_out.elements = 5;
        let gone = Criterion::parse("text \"Error\" is not shown", &subtask()).expect("understood");
        assert!(matches!(gone.settle(&cut), Settled::Open(_)), "a cut reading proves no absence");
    }

    #[test]
    fn a_display_is_not_the_list_of_what_was_computed_before() {
        let settled = |shown: &str| {
            let keys: String = (0..10).map(|digit| format!("  Button \"{digit}\" click\n")).collect();
            let window = format!(
                "Window \"Calculator\"\n List \"History\"\n  ListItem \"8\"\n Group\n  TextArea = \"{shown}\" set_value\n{keys}"
            );
            let snapshot = fixture::snapshot(&window).unwrap();
            Criterion::parse("the display shows 8", &subtask()).expect("understood").settle(&snapshot)
        };
        assert!(matches!(settled("8"), Settled::Yes(_)));
        assert!(matches!(settled("-12"), Settled::No(_)), "only the history shows it");
    }

    #[test]
    fn numbers_are_whole() {
        assert!(
            holds_words("= 8", "8")
                && holds_words("8", "8")
                && holds_words("6-8", "8")
                && holds_words("a 8.", "8")
        );
        for text in ["48", "8.5", "1,8", "−8", "x8", "80"] {
            assert!(!holds_words(text, "8"), "{text}");
        }
    }
}
