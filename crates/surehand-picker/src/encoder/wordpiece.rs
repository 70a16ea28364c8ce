//! Text to pieces of words, by the rules that the encoder was trained with.
//!
//! Lower case without accents, split at blanks, punctuation and Chinese signs, then the longest known pieces from the left.
//! The decision that matters: punctuation and what cannot be seen are short ranges of our own instead of Unicode's
//! categories, the same in training/surehand_training/wordpiece.py, so that both sides split alike whatever the tables of
//! a language's library say.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The pieces that stand for no text.
const UNKNOWN: &str = "[UNK]";
const BEGIN: &str = "[CLS]";
const END: &str = "[SEP]";
/// A word of more characters is unknown as a whole.
const LONGEST_WORD: usize = 100;

/// Marks beyond ASCII that stand alone.
const MARKS: [RangeInclusive<char>; 15] = [
    '\u{a1}'..='\u{a1}',
    '\u{a7}'..='\u{a7}',
    '\u{ab}'..='\u{ab}',
    '\u{b6}'..='\u{b7}',
    '\u{bb}'..='\u{bb}',
    '\u{bf}'..='\u{bf}',
    '\u{2010}'..='\u{2027}',
    '\u{2030}'..='\u{205e}',
    '\u{3001}'..='\u{3003}',
    '\u{3008}'..='\u{3011}',
    '\u{3014}'..='\u{301f}',
    '\u{ff01}'..='\u{ff0f}',
    '\u{ff1a}'..='\u{ff20}',
    '\u{ff3b}'..='\u{ff3f}',
    '\u{ff5b}'..='\u{ff65}',
];

/// Chinese signs, each a word of its own.
const CHINESE: [RangeInclusive<char>; 6] = [
    '\u{4e00}'..='\u{9fff}',
    '\u{3400}'..='\u{4dbf}',
    '\u{20000}'..='\u{2a6df}',
    '\u{2a700}'..='\u{2ceaf}',
    '\u{f900}'..='\u{faff}',
    '\u{2f800}'..='\u{2fa1f}',
];

/// What is there and cannot be seen, besides control characters.
const UNSEEN: [RangeInclusive<char>; 7] = [
    '\u{ad}'..='\u{ad}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{2064}',
    '\u{2066}'..='\u{206f}',
    '\u{feff}'..='\u{feff}',
    '\u{fffd}'..='\u{fffd}',
];

/// A vocabulary.
#[derive(Debug)]
pub(super) struct WordPiece {
    places: HashMap<Box<str>, u32>,
    /// The bytes of the longest piece.
    longest: usize,
    begin: u32,
    end: u32,
    unknown: u32,
}

impl WordPiece {
    /// The pieces in the order of their places. [`None`] when one is missing that texts cannot do without, or one is
    /// there twice.
    pub(super) fn new<'a>(pieces: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut places: HashMap<Box<str>, u32> = HashMap::new();
        let mut longest = 0;
        for (place, piece) in pieces.enumerate() {
            longest = longest.max(piece.len());
            if places.insert(piece.into(), u32::try_from(place).ok()?).is_some() {
                return None;
            }
        }
        let place = |piece: &str| places.get(piece).copied();
        let (begin, end, unknown) = (place(BEGIN)?, place(END)?, place(UNKNOWN)?);
        Some(Self { places, longest, begin, end, unknown })
    }

    /// The places of the pieces of a text, between begin and end, at most `most` with these.
    pub(super) fn encode(&self, text: &str, most: usize) -> Vec<u32> {
        let mut places = vec![self.begin];
        for word in words(text) {
            self.split(&word, &mut places);
            if places.len() + 1 >= most {
                break;
            }
        }
        places.truncate(most.saturating_sub(1).max(1));
        places.push(self.end);
        places
    }

    fn split(&self, word: &str, places: &mut Vec<u32>) {
        let before = places.len();
        if word.chars().count() > LONGEST_WORD {
            places.push(self.unknown);
            return;
        }
        let mut start = 0;
        let mut piece = String::with_capacity(word.len() + 2);
        while start < word.len() {
            let first = (start + self.longest).min(word.len());
            let found = (start + 1..=first).rev().filter(|end| word.is_char_boundary(*end)).find_map(|end| {
                piece.clear();
                if start > 0 {
                    piece.push_str("##");
                }
                piece.push_str(&word[start..end]);
                self.places.get(piece.as_str()).map(|place| (*place, end))
            });
            let Some((place, end)) = found else {
                places.truncate(before);
                places.push(self.unknown);
                return;
            };
            places.push(place);
            start = end;
        }
    }
}

/// Words and single marks, lower case and without accents.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let finish = |word: &mut String, words: &mut Vec<String>| {
        if !word.is_empty() {
            words.push(std::mem::take(word));
        }
    };
    for character in text.to_lowercase().nfd() {
        let is_blank = matches!(character, '\t' | '\n' | '\r') || character.is_whitespace();
        if is_combining_mark(character) || is_unseen(character) {
            continue;
        }
        if is_blank {
            finish(&mut word, &mut words);
        } else if is_mark(character) || is_in(&CHINESE, character) {
            finish(&mut word, &mut words);
            words.push(character.to_string());
        } else {
            word.push(character);
        }
    }
    finish(&mut word, &mut words);
    words
}

fn is_unseen(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r') || is_in(&UNSEEN, character)
}

fn is_mark(character: char) -> bool {
    character.is_ascii_punctuation() || is_in(&MARKS, character)
}

fn is_in(ranges: &[RangeInclusive<char>], character: char) -> bool {
    ranges.iter().any(|range| range.contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, most: usize) -> Vec<&'static str> {
        const KNOWN: [&str; 12] =
            ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "save", "un", "##do", "##able", "…", "creme", "日", "&"];
        let known = WordPiece::new(KNOWN.into_iter()).unwrap();
        known.encode(text, most).into_iter().map(|place| KNOWN[place as usize]).collect()
    }

    #[test]
    fn the_longest_known_pieces_are_taken() {
        assert_eq!(pieces("Save…", 9), ["[CLS]", "save", "…", "[SEP]"]);
        assert_eq!(pieces("undoable", 9), ["[CLS]", "un", "##do", "##able", "[SEP]"]);
        assert_eq!(pieces("undone save", 9), ["[CLS]", "[UNK]", "save", "[SEP]"]);
    }

    #[test]
    fn accents_marks_and_what_cannot_be_seen() {
        assert_eq!(pieces("CRÈME\u{200b}&日save", 9), ["[CLS]", "creme", "&", "日", "save", "[SEP]"]);
        assert_eq!(pieces("", 9), ["[CLS]", "[SEP]"]);
        assert_eq!(pieces(&"x".repeat(101), 9), ["[CLS]", "[UNK]", "[SEP]"]);
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(pieces("save save save undoable", 4), ["[CLS]", "save", "save", "[SEP]"]);
        assert_eq!(pieces("undoable", 3), ["[CLS]", "un", "[SEP]"]);
    }

    #[test]
    fn a_vocabulary_needs_its_own_pieces_once() {
        assert!(WordPiece::new(["[UNK]", "[CLS]"].into_iter()).is_none());
        assert!(WordPiece::new(["[UNK]", "[CLS]", "[SEP]", "a", "a"].into_iter()).is_none());
    }
}
