//! Questions to the person at the machine, and who puts them.
//!
//! Every question is a fixed sentence of ours. What an app calls itself or its controls goes into it cleaned and cut,
//! in quotation marks that it cannot close, because an app would otherwise word the question it is asked about. An
//! answer is a word of a short list; everything else is a no. Only a value that a subtask misses is answered in a person's
//! own words.

use std::fmt;

use surehand_core::clock::Cancel;
use surehand_core::risk::Risk;
use surehand_core::window::App;

use crate::wire::shorten;

/// The longest name or label in a question.
const LONGEST: usize = 60;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether an app may be used in this session.
    App {
        /// What the app calls itself.
        name: String,
        /// Its process.
        pid: u32,
    },
    /// Whether an installed app may be started in this session.
    Start {
        /// What it is called where it is installed.
        name: String,
    },
    /// Whether one act that may destroy something may be done.
    Act {
        /// What the app calls itself.
        name: String,
        /// What would be done, in words.
        does: String,
        /// What may come of it.
        risk: Risk,
    },
    /// A value that a subtask misses. Whatever is answered is data and allows nothing.
    Value {
        /// What the app calls itself.
        name: String,
        /// What the control is called.
        control: String,
        /// What it can be set to, where that is known.
        options: Vec<String>,
    },
}

impl Question {
    /// About an app.
    #[must_use]
    pub fn about_app(app: &App) -> Self {
        Self::App { name: app.name.clone(), pid: app.pid }
    }

    /// The sentence, safe to show.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::App { name, pid } => format!(
                "May the agent use the app “{}” (process {pid}) until this session ends? It can read what the app \
                 shows and, if you say so, operate it in the background.",
                clean(name)
            ),
            Self::Start { name } => format!(
                "The app “{}” is installed and does not run. May the agent start it in the background, until this session \
                 ends?",
                clean(name)
            ),
            Self::Act { name, does, risk } => format!(
                "The agent wants to do this in the app “{}”: “{}”. It is marked as {}. May it, this once?",
                clean(name),
                clean(does),
                risk.name()
            ),
            Self::Value { name, control, .. } => format!(
                "The agent misses a value for “{}” in the app “{}”. What is to be entered there? Not for passwords.",
                clean(control),
                clean(name)
            ),
        }
    }

    /// The words that answer it, each with what it means to the person; none where a value is asked for.
    #[must_use]
    pub const fn choices(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::App { .. } => {
                &[("full", "Read and operate it"), ("read", "Read it only"), ("no", "Neither")]
            }
            Self::Start { .. } => &[("yes", "Start it"), ("no", "Do not")],
            Self::Act { .. } => &[("yes", "Yes, this once"), ("no", "No")],
            Self::Value { .. } => &[],
        }
    }
}

/// A way to ask the person.
pub trait Asker: Send + Sync + fmt::Debug {
    /// Puts the question and waits for the answer, which is one of the words of [`Question::choices`], or the value. `None` is an
    /// answer that is none; gives up when `cancel` is raised.
    ///
    /// # Errors
    /// [`CannotAsk`] when nobody can be asked this way at all.
    fn ask(&self, question: &Question, cancel: &Cancel) -> Result<Option<String>, CannotAsk>;
}

/// Nobody can be asked: the client offers no questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotAsk;

/// A name or label as it stands in a question: one line, short, without what drives terminals or reorders text, and
/// without quotation marks.
#[must_use]
pub fn clean(text: &str) -> String {
    let shown = |one: char| match one {
        '“' | '”' | '„' | '‟' | '"' | '«' | '»' | '`' | '\u{ff02}' => Some('\''),
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => None,
        one if one.is_control() => Some(' '),
        one => Some(one),
    };
    let line: String = text.chars().filter_map(shown).collect();
    shorten(&line.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST).into_owned()
}
