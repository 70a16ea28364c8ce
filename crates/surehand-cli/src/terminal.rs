//! What only a terminal gets: colours, and how far an act is.
//!
//! Colours say nothing that the words beside them do not. There are none where output goes to a file or a program, where
//! `NO_COLOR` is set, or on a terminal that has none. Progress is one line on standard error that is gone when the answer
//! comes.

use std::env;
use std::io::{IsTerminal, Write as _, stderr, stdout};

use surehand::Going;
use surehand::core::outcome::Status;

use crate::call::words;

const CLEAR_LINE: &str = "\r\u{1b}[K";

/// Whether, and how, words are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint(bool);

/// What a word is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// As wished.
    Good,
    /// To be looked at.
    Odd,
    /// Not as wished.
    Bad,
}

impl Paint {
    /// For standard output as it is.
    pub(crate) fn of_output() -> Self {
        Self(stdout().is_terminal() && has_colours())
    }

    /// The word in the colour of its tone.
    pub(crate) fn word(self, word: &str, tone: Tone) -> String {
        let colour = match tone {
            Tone::Good => 32,
            Tone::Odd => 33,
            Tone::Bad => 31,
        };
        if self.0 { format!("\u{1b}[{colour}m{word}\u{1b}[0m") } else { word.to_owned() }
    }

    /// The name of a status in its colour.
    pub(crate) fn status(self, status: &str) -> String {
        let is = |known: Status| status == known.name();
        let tone = if is(Status::Done) {
            Tone::Good
        } else if [Status::NotFound, Status::Mismatch, Status::Failed].into_iter().any(is) {
            Tone::Bad
        } else {
            Tone::Odd
        };
        self.word(status, tone)
    }
}

fn has_colours() -> bool {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && set("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Tells how far an act of so many steps is, where a person sees it.
#[derive(Debug)]
pub(crate) struct Progress {
    steps: usize,
    shown: bool,
}

impl Progress {
    pub(crate) fn of(steps: usize, json: bool) -> Self {
        Self { steps, shown: steps > 0 && !json && stderr().is_terminal() && has_colours() }
    }

    pub(crate) fn tell(&self, going: Going<'_>) {
        if self.shown {
            show(&format!("{CLEAR_LINE}{}", words(going, self.steps)));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            show(CLEAR_LINE);
        }
    }
}

/// A closed standard error is nobody looking.
fn show(text: &str) {
    let mut error = stderr().lock();
    drop(error.write_all(text.as_bytes()).and_then(|()| error.flush()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_around_the_word_and_can_be_left_out() {
        assert_eq!(Paint(false).status("done"), "done");
        assert_eq!(Paint(true).status("done"), "\u{1b}[32mdone\u{1b}[0m");
        assert_eq!(Paint(true).status("mismatch"), "\u{1b}[31mmismatch\u{1b}[0m");
        assert_eq!(Paint(true).status("unverified"), "\u{1b}[33munverified\u{1b}[0m");
    }
}
