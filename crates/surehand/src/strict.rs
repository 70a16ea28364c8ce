//! Reading the user's TOML files, strictly.
//!
//! A key that is not known, a value of another type and a word that is not one of those there are: each is an error
//! that names file, line and key, and says how it is written right. Nothing is guessed, and nothing is passed over,
//! because a rule that is silently not read is a rule that does not hold.

use std::ops::Range;

use surehand_core::error::Invalid;
use toml_edit::{Document, Item, Key};

/// The text of a file under the name it goes by in complaints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl<'a> Source<'a> {
    /// The document, when the text is TOML at all.
    pub(crate) fn parse(self) -> Result<Document<&'a str>, Invalid> {
        Document::parse(self.text).map_err(|error| {
            let line = error.span().map_or(1, |span| self.line(span.start));
            let said = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            Invalid::new(format!("{}:{line}", self.file), format!("is not TOML: {said}"))
        })
    }

    /// The line of a byte, counted from 1.
    pub(crate) fn line(self, byte: usize) -> usize {
        let before = self.text.as_bytes().get(..byte).unwrap_or(self.text.as_bytes());
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// A complaint about the key at `span`.
    pub(crate) fn wrong(self, span: Option<Range<usize>>, key: &str, rule: impl Into<String>) -> Invalid {
        let line = span.map_or(1, |span| self.line(span.start));
        Invalid::new(format!("{}:{line}: {key}", self.file), rule.into())
    }

    /// A complaint about a key that is not known.
    pub(crate) fn unknown(self, key: &Key, known: &[&str]) -> Invalid {
        let rule = format!("is not known here; known are {}", known.join(", "));
        self.wrong(key.span(), &shown(key.get()), rule)
    }

    /// `true` or `false`, and nothing that looks like it.
    pub(crate) fn switch(self, key: &str, item: &Item) -> Result<bool, Invalid> {
        item.as_bool()
            .ok_or_else(|| self.wrong(item.span(), key, "must be true or false, without quotation marks"))
    }

    /// Which of the words the value is.
    pub(crate) fn word<T: Copy>(self, key: &str, item: &Item, words: &[(&str, T)]) -> Result<T, Invalid> {
        let found = item.as_str().and_then(|text| words.iter().find(|(word, _)| *word == text));
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.wrong(item.span(), key, format!("must be {}", words.join(" or ")))
        })
    }
}

/// A key as it may be printed: short, and without what drives a terminal.
fn shown(key: &str) -> String {
    key.chars().take(40).map(|one| if one.is_control() { '\u{fffd}' } else { one }).collect()
}
