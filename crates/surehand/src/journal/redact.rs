//! Keeping what was typed out of the journal.
//!
//! Apps put what they were given into labels ("Message to hunter2"), whole or cut, at once or later. So every text of
//! the session is remembered by its beginning, and wherever a line repeats it, as far as it does, the line says `•••`.
//! A single character is no text in this sense: it would blot out every label.

use std::collections::VecDeque;

use surehand_core::secret::Secret;

/// The texts that are remembered.
const REMEMBERED: usize = 256;
/// As much of a text as a label could hold.
const LONGEST: usize = 256;
/// So many characters in a row are no coincidence.
const HEAD: usize = 8;
/// The shortest text that is looked for.
const SHORTEST: usize = 2;
/// What stands in place of a text.
const BLOT: &str = "•••";

/// Blots out what was typed.
#[derive(Debug, Default)]
pub(super) struct Redactor(VecDeque<Secret>);

impl Redactor {
    /// Remembers a text, as it is shown: on one line.
    pub(super) fn keep_out(&mut self, text: &str) {
        // Cut first: a text may be a mebibyte.
        let start: String = text.trim_start().chars().take(LONGEST).collect();
        let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() < SHORTEST || self.0.iter().any(|known| known.expose() == line) {
            return;
        }
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(Secret::new(line));
    }

    /// `line` without what was typed.
    pub(super) fn redact(&self, line: &str) -> String {
        self.0.iter().fold(line.to_owned(), |line, text| without(&line, text.expose()))
    }
}

/// Replaces every run of `line` that begins as `text` does, for [`HEAD`] characters or the whole of it.
fn without(line: &str, text: &str) -> String {
    let head: String = text.chars().take(HEAD).collect();
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(&head) {
        let (before, found) = rest.split_at(at);
        let run: usize = found
            .chars()
            .zip(text.chars())
            .take_while(|(found, text)| found == text)
            .map(|(found, _)| found.len_utf8())
            .sum();
        out.push_str(before);
        out.push_str(BLOT);
        rest = found.get(run..).unwrap_or_default();
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_blotted_out_whole_and_cut() {
        let mut redactor = Redactor::default();
        redactor.keep_out("  correct horse\nbattery staple ");
        redactor.keep_out("7");
        redactor.keep_out("pw1");
        assert_eq!(redactor.redact("click Button \"correct horse battery staple\""), "click Button \"•••\"");
        assert_eq!(redactor.redact("click Button \"Send correct hor…\" 7"), "click Button \"Send •••…\" 7");
        assert_eq!(redactor.redact("say pw1, pw1 and pw2"), "say •••, ••• and pw2");
        assert_eq!(redactor.redact("correct answers"), "•••answers");
    }

    #[test]
    fn only_the_newest_are_remembered() {
        let mut redactor = Redactor::default();
        (0..=REMEMBERED).for_each(|number| redactor.keep_out(&format!("text{number:04}")));
        assert_eq!(redactor.0.len(), REMEMBERED);
        assert_eq!(redactor.redact("text0000 text0256"), "text0000 •••");
    }
}
