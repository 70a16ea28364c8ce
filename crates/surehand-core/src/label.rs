//! Names and texts as answers show them.
//!
//! An app may put anything into a label: ten thousand characters, control characters, marks that turn the reading
//! direction round, letters nobody can see. [`display`] makes such a text harmless and short.
//!
//! The decision that matters: cleaning is for the eye only. Identity, comparison and what is entered into an app always
//! use the text as the app gave it, so this module is called where answers and questions are written, never before.

use unicode_segmentation::UnicodeSegmentation;

use crate::element::Role;
use crate::swatch;

/// The most graphemes of a name in a sentence.
pub const NAME: usize = 80;

/// The most graphemes of a value or a line of text in an answer.
pub const LINE: usize = 200;

/// The most code points of one grapheme. Emoji families need about ten; marks piled up without end are cut.
const GRAPHEME: usize = 16;

/// Shown for a line break.
const LINE_BREAK: char = '␊';

/// `text` for an answer: no control, bidirectional or invisible characters, a line break shown as `␊`, and at most
/// `most` graphemes with `…` where it was cut. Blanks stay as they are.
#[must_use]
pub fn display(text: &str, most: usize) -> String {
    // Most names are short and plain, and need no segmentation.
    if text.len() <= most && text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut count = 0;
    for grapheme in text.graphemes(true) {
        let clean = clean(grapheme);
        if clean.is_empty() {
            continue;
        }
        if count == most {
            shown.push('…');
            break;
        }
        shown.push_str(&clean);
        count += 1;
    }
    shown
}

/// The words for a control: its role, and its name in quotes when it has one, such as `TextField "Name"`.
#[must_use]
pub fn quoted(role: Role, name: &str) -> String {
    let name = display(name, NAME);
    if name.trim().is_empty() {
        role.name().to_owned()
    } else if swatch::is_name(&name) {
        // No words of its app.
        format!("{role} {name}")
    } else {
        format!("{role} \"{name}\"")
    }
}

fn clean(grapheme: &str) -> String {
    if grapheme == "\r\n" {
        return LINE_BREAK.to_string();
    }
    // Joiners have work to do in emoji and in scripts whose letters change shape; elsewhere they only hide.
    let joins =
        grapheme.chars().nth(1).is_some() && grapheme.chars().next().is_some_and(|first| first >= '\u{600}');
    grapheme.chars().take(GRAPHEME).filter_map(|character| harmless(character, joins)).collect()
}

/// What is shown for one character; `joins` says that a joiner in its grapheme has work to do.
fn harmless(character: char, joins: bool) -> Option<char> {
    match character {
        '\n' | '\r' | '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => Some(LINE_BREAK),
        '\t' => Some(' '),
        '\u{200c}' | '\u{200d}' => joins.then_some(character),
        // Soft hyphen, grapheme joiner, Hangul fillers, Mongolian separator.
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{3164}' | '\u{ffa0}' => None,
        // Direction marks, embeddings, overrides, isolates.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => None,
        // Zero-width and invisible operators, byte order mark, annotation marks.
        '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => None,
        // Tag characters: whole sentences can be written in them unseen.
        '\u{e0000}'..='\u{e007f}' => None,
        character if character.is_control() => None,
        character => Some(character),
    }
}

/// Lower case, letters and digits only, one blank between words: for comparing what people call a thing.
pub(crate) fn plain(text: &str) -> String {
    let words = text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_not_shown() {
        let rows = [
            ("plain", "plain"),
            ("  two blanks  ", "  two blanks  "),
            ("a\tb", "a b"),
            ("a\r\nb\nc", "a␊b␊c"),
            ("a\u{202e}b\u{2066}c\u{200b}d", "abcd"),
            ("bell\u{7}esc\u{1b}[31m", "bellesc[31m"),
            ("\u{e0049}\u{e0067}ok", "ok"),
            ("é漢字😀", "é漢字😀"),
            ("👨\u{200d}👩\u{200d}👧", "👨\u{200d}👩\u{200d}👧"),
            ("\u{200d}", ""),
            ("a\u{200d}b", "ab"),
        ];
        for (text, shown) in rows {
            assert_eq!(display(text, 50), shown, "{text:?}");
        }
    }

    #[test]
    fn a_long_text_is_cut_by_graphemes_and_says_so() {
        assert_eq!(display("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}e\u{301}…");
        assert_eq!(display("abc", 3), "abc");
        assert_eq!(display("abcd", 3), "abc…");
        let piled = format!("a{}", "\u{301}".repeat(10_000));
        assert_eq!(display(&piled, 5).chars().count(), GRAPHEME);
        assert_eq!(display(&"x".repeat(10_000), 200).chars().count(), 201);
    }

    #[test]
    fn a_control_is_named_by_role_and_name() {
        assert_eq!(quoted(Role::TextField, "Name"), "TextField \"Name\"");
        assert_eq!(quoted(Role::Button, ""), "Button");
        assert_eq!(quoted(Role::Button, "\u{200b}"), "Button");
    }
}
