//! What is seen against what is offered.

use crate::list::Seen;
use crate::offered::Offered;

/// What a comparison found.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Found {
    pub(crate) matched: usize,
    pub(crate) misses: Vec<String>,
    /// What its app shows to people only.
    pub(crate) hidden: Vec<String>,
    pub(crate) extras: Vec<String>,
    /// Controls with another shortcut than the one that is shown, or without.
    pub(crate) wrong_shortcuts: Vec<String>,
}

impl Found {
    /// How much of what is seen is offered, in percent.
    pub(crate) fn recall(&self) -> f64 {
        percent(self.matched, self.matched + self.misses.len())
    }

    /// How much of what is offered is seen, in percent.
    pub(crate) fn precision(&self) -> f64 {
        percent(self.matched, self.matched + self.extras.len())
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of controls are small")]
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Finds for each control that is seen one that is offered.
pub(crate) fn compare(seen: &[Seen], offered: &[Offered]) -> Found {
    let mut left: Vec<&Offered> = offered.iter().collect();
    let mut found = Found::default();
    for control in seen {
        let Some(place) = left.iter().position(|offered| is_same(control, offered)) else {
            if control.hidden { &mut found.hidden } else { &mut found.misses }.push(words(control));
            continue;
        };
        let offered = left.remove(place);
        found.matched += 1;
        let shown = control.shortcut.as_deref().map(chord);
        if shown.is_some() && shown != offered.shortcut.as_deref().map(chord) {
            found.wrong_shortcuts.push(format!("{}: {:?}", words(control), offered.shortcut));
        }
    }
    found.extras = left.into_iter().map(|offered| offered.does.clone()).collect();
    found
}

fn is_same(seen: &Seen, offered: &Offered) -> bool {
    let is_one_of = |names: &[String], name: &str| names.iter().any(|one| plain(one) == plain(name));
    if !offered.kinds.contains(&seen.kind.as_str()) || !is_one_of(&seen.names, &offered.name) {
        return false;
    }
    // The heading of a section may stand between a menu and its command.
    let mut levels = offered.path.iter();
    seen.path.iter().all(|names| levels.any(|level| is_one_of(names, level)))
}

/// A name without what a picture does not tell.
fn plain(name: &str) -> String {
    name.replace('…', "...").replace('²', "2")
}

fn words(seen: &Seen) -> String {
    let first = |names: &Vec<String>| names.first().cloned().unwrap_or_default();
    let path: Vec<String> = seen.path.iter().chain(std::iter::once(&seen.names)).map(first).collect();
    let shortcut = seen.shortcut.as_ref().map(|chord| format!(" @ {chord}")).unwrap_or_default();
    format!("{} \"{}\"{shortcut}", seen.kind, path.join(" > "))
}

/// A chord in one spelling: modifiers sorted, keys by one of their names.
fn chord(text: &str) -> String {
    let text = text.to_lowercase();
    // The key itself may end with a plus.
    let last = text[..text.len().saturating_sub(1)].rfind('+');
    let (modifiers, key) = last.map_or(("", text.as_str()), |place| (&text[..place], &text[place + 1..]));
    let mut parts: Vec<&str> = modifiers.split('+').filter(|part| !part.is_empty()).collect();
    parts.sort_unstable();
    let key = match key {
        "kp_add" => "kp +",
        "kp_subtract" => "kp -",
        "kp_0" => "kp 0",
        "question" => "?",
        "comma" => ",",
        "page_up" => "page up",
        "page_down" => "page down",
        "esc" => "escape",
        "del" => "delete",
        "enter" => "return",
        key => key,
    };
    parts.push(key);
    parts.join("+")
}

#[test]
fn chords_have_one_spelling() {
    for (one, other) in [
        ("Shift+Ctrl+N", "ctrl+shift+n"),
        ("Ctrl+KP +", "ctrl+kp_add"),
        ("Ctrl+?", "ctrl+question"),
        ("Ctrl+,", "ctrl+comma"),
        ("F1", "f1"),
        ("Ctrl+Page Up", "ctrl+page_up"),
    ] {
        assert_eq!(chord(one), chord(other), "{one}");
    }
}

#[test]
fn each_miss_and_each_extra_is_named() {
    let list = crate::list::List::parse(
        "start: a\nwindow: b\n[window]\nbutton Edit\nbutton Edit\nfield Name\n[menu View]\nZoom In @ Ctrl+KP +\n",
    );
    let answer = serde_json::json!({"candidates": [
        {"kind": "click", "does": "click Button \"Edit\""},
        {"kind": "click", "does": "click Button \"GtkButton\""},
        {"kind": "set_value", "does": "replace the whole text of TextField"},
        {"kind": "menu", "does": "menu View > Size > Zoom In", "shortcut": "ctrl+plus"},
    ]});
    let found = compare(&list.seen, &crate::offered::offered(&answer));
    assert_eq!(found.misses, ["button \"Edit\"", "field \"Name\""]);
    assert_eq!(found.extras, ["click Button \"GtkButton\"", "replace the whole text of TextField"]);
    assert_eq!(found.wrong_shortcuts, ["command \"View > Zoom In\" @ Ctrl+KP +: Some(\"ctrl+plus\")"]);
    assert_eq!((found.recall(), found.precision()), (50.0, 50.0));
}
