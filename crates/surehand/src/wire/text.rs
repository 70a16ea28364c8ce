//! Texts of bounded size.
//!
//! Sizes are bytes inside a JSON string, so that a label of quotes or control characters counts what it costs. A text
//! is cut between graphemes and before it is written, so neither a character nor an escape is ever cut in the middle.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// What stands for the rest of a text.
const REST: &str = "…";

/// The bytes that `text` takes inside a JSON string.
#[must_use]
pub fn width(text: &str) -> usize {
    text.bytes().map(byte_width).sum()
}

const fn byte_width(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..0x20 => 6,
        _ => 1,
    }
}

/// `text`, or as much of its start as takes `most` bytes with the `…` that ends it then.
#[must_use]
pub fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    // Every byte takes one at the least, so a long text is not measured to its end.
    if text.len() <= most && width(text) <= most {
        return Cow::Borrowed(text);
    }
    let room = most.saturating_sub(REST.len());
    let mut used = 0;
    let mut end = 0;
    for (start, grapheme) in text.grapheme_indices(true) {
        used += width(grapheme);
        if used > room {
            break;
        }
        end = start + grapheme.len();
    }
    Cow::Owned(format!("{}{REST}", text.get(..end).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_left_alone() {
        assert_eq!(shorten("Grüße", 7), "Grüße");
        assert!(matches!(shorten("a\"b", 4), Cow::Borrowed("a\"b")));
    }

    #[test]
    fn a_cut_falls_between_graphemes_and_counts_escapes() {
        let family = "👨‍👩‍👧";
        assert_eq!(shorten(&format!("ab{family}cd"), 2 + family.len() + 1), "ab…");
        assert_eq!(shorten(&format!("ab{family}cdef"), 2 + family.len() + 3), format!("ab{family}…"));
        assert_eq!(shorten("e\u{301}e\u{301}e\u{301}", 8), "e\u{301}…");
        for most in 0..40 {
            let cut = shorten("\u{1}\"\\\n and a plain end that is long enough", most);
            assert!(width(&cut) <= most.max(REST.len()), "{most}: {cut:?}");
        }
    }

    #[test]
    fn the_width_is_what_json_takes() {
        let text = "plain \"quoted\" \\ \n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f} é 😀";
        let json = serde_json::to_string(text).expect("a string");
        assert_eq!(width(text), json.len() - 2);
    }
}
