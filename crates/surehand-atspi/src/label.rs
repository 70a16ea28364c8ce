//! Names as people read them, out of what toolkits call names.
//!
//! Toolkits leak class names (`GtkToggleButton`), double labels (`4 4`) and pad menu items with blanks.
//! Each rule here undoes one such habit of one toolkit and touches nothing else: a file called `my_file & co` keeps its
//! name. Texts of fields are never cleaned.

use crate::bus::Toolkit;

/// Libraries whose class names turn up where a name should be.
const PREFIXES: [&str; 6] = ["GtkSource", "Gtk", "Adw", "Gdk", "Hdy", "Bis"];

/// Whether a name is the class name of a widget.
pub(crate) fn is_class_name(name: &str) -> bool {
    PREFIXES.iter().filter_map(|prefix| name.strip_prefix(prefix)).any(|rest| {
        rest.starts_with(|first: char| first.is_ascii_uppercase())
            && rest.chars().all(|character| character.is_ascii_alphanumeric())
    })
}

/// What the names of widget classes end with.
const KINDS: [&str; 12] = [
    "View", "Entry", "Row", "Box", "Page", "Popover", "Sidebar", "Bar", "Window", "Widget", "Dialog", "Stack",
];

/// Whether a name is the class name of an app's own widget, such as `EditorSourceView`: words of letters run together,
/// three of them at least, the last one a kind of widget. Two could be a product's name (`TextView`).
fn is_own_class_name(name: &str) -> bool {
    let humps = name.chars().filter(char::is_ascii_uppercase).count();
    humps >= 3
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|character| character.is_ascii_alphanumeric())
        && KINDS.iter().any(|kind| name.ends_with(kind))
}

/// The name without its toolkit's habits. Empty when nothing remains.
pub(crate) fn clean(name: &str, toolkit: Toolkit) -> String {
    let name = name.trim();
    match toolkit {
        Toolkit::Gtk4 if name == "(None)" || is_class_name(name) || is_own_class_name(name) => String::new(),
        Toolkit::Gtk4 => undoubled(name),
        // Qt takes its mnemonics out by itself.
        Toolkit::Qt | Toolkit::Gtk3 | Toolkit::Chromium | Toolkit::LibreOffice | Toolkit::Other => {
            name.to_owned()
        }
    }
}

/// GTK 4.8 names a button that is labelled by its own child twice over: `4 4`.
/// With a mnemonic in it the first of the two keeps the mark: `_Add Clock Add Clock`.
fn undoubled(name: &str) -> String {
    let halves = name.match_indices(' ').map(|(at, blank)| (&name[..at], &name[at + blank.len()..]));
    halves
        .filter(|(left, right)| !left.is_empty() && left.len().abs_diff(right.len()) <= 1)
        .find(|(left, right)| left == right || without_mnemonics(left) == *right)
        .map_or_else(|| name.to_owned(), |(_, right)| right.to_owned())
}

/// A label without the marks of mnemonics: `_Save` is Save, and `a__b` is `a_b`.
pub(crate) fn without_mnemonics(text: &str) -> String {
    let mut characters = text.trim().chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        if character == '_' {
            plain.extend(characters.next());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// A hint such as `Undo [Ctrl+Z]` or `New tab (Ctrl+T)` as name and chord. Without a chord in brackets, the hint itself;
/// of a hint of several lines the first, which is the name that the others explain.
pub(crate) fn hint(text: &str) -> (String, Option<String>) {
    let text = without_tags(text.trim());
    let text = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    for (open, close) in [(" [", ']'), (" (", ')')] {
        let parts = text.strip_suffix(close).and_then(|rest| rest.rsplit_once(open));
        if let Some((name, chord)) = parts
            && !name.is_empty()
            && (close == ']' && !chord.is_empty() || is_chord(chord))
        {
            return (name.trim_end().to_owned(), Some(chord.to_lowercase()));
        }
    }
    (text.to_owned(), None)
}

/// Whether a text reads as a chord: modifiers, or a function key.
fn is_chord(text: &str) -> bool {
    let is_modifier = |part: &str| {
        ["ctrl", "alt", "shift", "super", "meta"].iter().any(|name| part.eq_ignore_ascii_case(name))
    };
    let is_function_key = |key: &str| {
        key.strip_prefix(['F', 'f']).is_some_and(|number| {
            !number.is_empty() && number.len() <= 2 && number.chars().all(|digit| digit.is_ascii_digit())
        })
    };
    let key = text.rsplit_once('+').map_or(text, |(modifiers, key)| {
        if !key.is_empty() && modifiers.split('+').all(is_modifier) { key } else { "" }
    });
    is_function_key(text) || (!key.is_empty() && key.len() < text.len())
}

/// A chord as menus show it beside an item: `Ctrl+N` is `ctrl+n`. Nothing for any other text.
pub(crate) fn shown_chord(text: &str) -> Option<String> {
    is_chord(text).then(|| text.to_lowercase())
}

/// Rich text, which Qt takes in hints, without its tags. What only looks like a tag in the middle of a text stays.
fn without_tags(text: &str) -> String {
    if !(text.starts_with('<') && text.ends_with('>')) {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        let Some((tag, behind)) = after.split_once('>') else { break };
        if tag.starts_with("br") || tag.starts_with("/p") {
            plain.push('\n');
        }
        rest = behind;
    }
    plain.push_str(rest);
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The chord in a key binding of AT-SPI: `q;<Alt>f:q;<Primary>q` is `ctrl+q`.
pub(crate) fn chord(binding: &str) -> Option<String> {
    let last = binding.rsplit_once(';').map_or(binding, |(_, last)| last);
    let mut rest = last.trim();
    let mut parts = Vec::new();
    while let Some((modifier, after)) = rest.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
        parts.push(match modifier.to_ascii_lowercase().as_str() {
            "primary" | "control" | "ctrl" | "ctl" => "ctrl".to_owned(),
            "alt" | "mod1" => "alt".to_owned(),
            "shift" | "shft" => "shift".to_owned(),
            "super" | "meta" | "hyper" | "mod4" => "meta".to_owned(),
            // A key written in angle brackets, such as <Space>: GTK 4's way of naming the key of a click.
            _ => return None,
        });
        rest = after;
    }
    if rest.is_empty() || rest.eq_ignore_ascii_case("VoidSymbol") {
        return None;
    }
    // A letter without modifiers is the mnemonic inside an open menu, not a shortcut of the window.
    if parts.is_empty() && rest.chars().count() == 1 {
        return None;
    }
    parts.push(rest.to_lowercase());
    Some(parts.join("+"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_mnemonics_go() {
        for (given, expected) in [("_Save", "Save"), ("a__b", "a_b"), ("Save _As…", "Save As…"), ("x_", "x")]
        {
            assert_eq!(without_mnemonics(given), expected);
        }
    }

    #[test]
    fn class_names_and_doubled_labels_of_gtk4_go() {
        for (given, expected) in [
            ("GtkToggleButton", ""),
            ("GtkSourceView", ""),
            ("AdwLeaflet", ""),
            ("EditorSourceView", ""),
            ("MyTextView 2", "MyTextView 2"),
            ("TextView", "TextView"),
            ("PushButton", "PushButton"),
            ("(None)", ""),
            ("4 4", "4"),
            ("mod mod", "mod"),
            ("_Add World Clock Add World Clock", "Add World Clock"),
            ("a a a", "a a a"),
            ("÷ ÷", "÷"),
            ("Clear search", "Clear search"),
            ("Gtk", "Gtk"),
            ("Gtk Demo", "Gtk Demo"),
            ("44", "44"),
        ] {
            assert_eq!(clean(given, Toolkit::Gtk4), expected, "{given}");
        }
        assert_eq!(clean("GtkButton", Toolkit::Gtk3), "GtkButton");
        assert_eq!(clean("Save As...      ", Toolkit::Gtk3), "Save As...");
    }

    #[test]
    fn an_ampersand_is_one() {
        for toolkit in [Toolkit::Qt, Toolkit::Gtk3, Toolkit::Gtk4] {
            assert_eq!(clean("R&D & co", toolkit), "R&D & co");
        }
    }

    #[test]
    fn the_last_part_of_a_binding_is_the_chord() {
        for (binding, expected) in [
            ("q;<Alt>f:q;<Primary>q", Some("ctrl+q")),
            ("o;<Alt>f:o;<Primary><Shift>O", Some("ctrl+shift+o")),
            ("x;<Alt>f:x;F11", Some("f11")),
            ("<Alt>f;<Alt>f;", None),
            ("<Space>", None),
            ("<VoidSymbol>", None),
            ("Ctrl+Shift+C", Some("ctrl+shift+c")),
            ("n", None),
            ("", None),
        ] {
            assert_eq!(chord(binding).as_deref(), expected, "{binding}");
        }
    }

    #[test]
    fn a_hint_may_carry_its_chord() {
        assert_eq!(hint("Undo [Ctrl+Z]"), ("Undo".into(), Some("ctrl+z".into())));
        assert_eq!(hint("Primary menu"), ("Primary menu".into(), None));
        assert_eq!(hint("[x]"), ("[x]".into(), None));
        assert_eq!(hint("New tab (Ctrl+T)"), ("New tab".into(), Some("ctrl+t".into())));
        assert_eq!(hint("Next (F3)"), ("Next".into(), Some("f3".into())));
        assert_eq!(hint("Delete (all)"), ("Delete (all)".into(), None));
        assert_eq!(hint("Sum (a+b)"), ("Sum (a+b)".into(), None));
        let rich = "<p style='white-space:pre'>Calculate number of words\n(For huge texts)</p>";
        assert_eq!(hint(rich), ("Calculate number of words".into(), None));
        assert_eq!(hint("<p>One<br>two &amp; three</p>"), ("One".into(), None));
        assert_eq!(hint("a < b > c"), ("a < b > c".into(), None));
    }
}
