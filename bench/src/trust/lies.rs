//! Apps that lie, as rows of data: what goes wrong, on which controls, which answers are acceptable and which never.
//!
//! A lie is a word of the fixture `lying.py`. Whatever is listed as acceptable, a `done` must be true: the app's own
//! state decides, at the end of the call. What an app does by itself, such as coming to the front, is tested elsewhere,
//! because it disturbs the typing user whatever the product does.

use std::time::Duration;

use super::rows::{Behaviour, CELLS, Cell, Front, Row, Step, Toolkit, cell};
use crate::program::Program;

/// One way to lie.
#[derive(Clone, Copy, Debug)]
pub struct Lie {
    /// The fixture's word for it.
    pub word: &'static str,
    /// What the app does, as tables say it.
    pub what: &'static str,
    /// On which cells.
    pub cells: &'static [&'static str],
    /// Answers that are acceptable.
    pub acceptable: &'static [&'static str],
    /// Answers that must never come, even if they were true.
    pub never: &'static [&'static str],
    /// When it goes wrong.
    pub when: When,
}

/// When something goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Each time a control is used.
    Always,
    /// So many milliseconds after the call may have ended.
    Later(u64),
    /// Once: the app is not the same afterwards.
    Once,
    /// Once, between the reading and the act.
    Between,
}

impl When {
    /// Whether every act needs an app of its own.
    #[must_use]
    pub const fn needs_a_fresh_app(self) -> bool {
        matches!(self, Self::Once | Self::Between)
    }
}

const TEXTS: &[&str] = &["entry: replace", "entry: append", "note: replace"];
const VALUES: &[&str] = &["entry: replace", "switch", "slider", "drop-down, by text"];
const GONE: &[&str] = &["failed/app_gone", "failed/window_not_found"];
const HANGS: &[&str] = &["failed/desktop_timeout"];

/// The button of the first of two rows that differ in their text alone; how the text is put to it differs by toolkit.
const TWIN: Cell = cell("button of a row", "Alpha", "Open\"\n\"Alpha", &["click"], Step::Press);

/// All of them, in the order of the specification.
pub const LIES: &[Lie] = &[
    always("trims", "trims what is entered", TEXTS, &["mismatch", "done"]),
    always("shouts", "turns it into capitals", TEXTS, &["mismatch", "done"]),
    always("shortens", "drops the last character", TEXTS, &["mismatch"]),
    always("completes", "adds to it", TEXTS, &["mismatch"]),
    always("doubles", "doubles it", TEXTS, &["mismatch"]),
    always("normalises", "normalises it", TEXTS, &["mismatch", "done"]),
    // On a busy machine it may be over before anything could be read.
    always("reverts-50", "reverts it after 50 ms", VALUES, &["mismatch", "no_effect"]),
    always("reverts-300", "reverts it after 300 ms", VALUES, &["mismatch"]),
    Lie { when: When::Later(1_600), ..always("reverts-1500", "reverts it after 1500 ms", VALUES, &["done"]) },
    Lie {
        never: &["done"],
        ..always("shows-other", "stores it and shows another", TEXTS, &["mismatch", "unverified"])
    },
    always("dead", "does nothing", &["button"], &["no_effect"]),
    always("dead", "puts it back at once", &["entry: replace", "slider"], &["no_effect", "mismatch"]),
    // A switch of GTK 4 that is turned back while it tells that it turned goes on saying that it is on.
    always("dead", "turns it back at once", &["switch"], &["no_effect", "mismatch", "unverified"]),
    always("dead-clock", "does nothing while a clock ticks", &["button"], &["no_effect", "unverified"]),
    always("late-250", "reacts 250 ms late", &["button"], &["done"]),
    Lie {
        when: When::Later(2_300),
        ..always("late-2000", "reacts 2 s late", &["button"], &["done", "no_effect"])
    },
    always("silent", "reacts and sends no event", &["button"], &["done"]),
    always(
        "floods",
        "sends 1,000 events a second",
        &["button", "switch", "slider", "entry: replace"],
        &["done"],
    ),
    always(
        "steals-focus",
        "moves the focus to another field",
        &["entry: replace", "entry: append"],
        &["done", "mismatch"],
    ),
    once("opens-dialog", "opens a dialog as the effect", &["button"], &["done"]),
    // What a press was to do nobody knows: a window that is gone with its app may have been the effect.
    once(
        "dies",
        "dies during a press",
        &["button"],
        &["failed/app_gone", "failed/window_not_found", "unverified"],
    ),
    once("dies", "dies while a value is set", &["switch", "entry: replace"], GONE),
    once("closes", "closes its window during the step", &["switch", "entry: replace"], GONE),
    once("stops", "hangs in the middle of the step", &["button", "entry: replace"], HANGS),
    between("stands-still", "hangs before the step", &["button", "entry: replace"], HANGS),
    between("renames", "renames the target before the step", &["button"], &["not_found"]),
    between("greys", "greys it before the step", &["button"], &["failed/not_enabled", "not_found"]),
    between(
        "recycles",
        "uses the rows of twins for each other",
        &["button of a row"],
        &["done", "not_found"],
    ),
    between("inserts", "inserts a look-alike before it", &["button of a row"], &["done", "not_found"]),
    between("reorders", "re-orders the rows of twins", &["button of a row"], &["done", "not_found"]),
    between("moves", "moves the target before the step", &["button"], &["done"]),
    always(
        "pushes",
        "comes to the front during the step",
        &["button", "entry: replace"],
        &["failed/foreground_violation"],
    ),
    between(
        "asks",
        "opens a modal dialog before the step",
        &["button", "switch", "entry: replace"],
        &["not_found", "failed/blocked_by_dialog"],
    ),
];

const fn always(
    word: &'static str,
    what: &'static str,
    cells: &'static [&'static str],
    acceptable: &'static [&'static str],
) -> Lie {
    Lie { word, what, cells, acceptable, never: &[], when: When::Always }
}

const fn once(
    word: &'static str,
    what: &'static str,
    cells: &'static [&'static str],
    acceptable: &'static [&'static str],
) -> Lie {
    Lie { when: When::Once, ..always(word, what, cells, acceptable) }
}

const fn between(
    word: &'static str,
    what: &'static str,
    cells: &'static [&'static str],
    acceptable: &'static [&'static str],
) -> Lie {
    Lie { when: When::Between, ..always(word, what, cells, acceptable) }
}

impl Lie {
    /// What is tried of it on a toolkit.
    #[must_use]
    pub fn rows(&self, toolkit: &Toolkit) -> Vec<Row> {
        let later = if let When::Later(milliseconds) = self.when { milliseconds } else { 0 };
        let behaviour = Behaviour {
            words: self.what,
            is_honest: false,
            front: match self.word {
                "opens-dialog" => Front::TakenInAStep,
                "asks" => Front::TakenAtWill,
                "pushes" => Front::PushedTo,
                _ => Front::Stays,
            },
            between: self.when == When::Between,
            later: Duration::from_millis(later),
        };
        let has_way = |cell: &Cell| toolkit.without_way.iter().all(|(name, _)| *name != cell.name);
        let known = CELLS.iter().chain([&TWIN]);
        known
            .filter(|cell| self.cells.contains(&cell.name) && has_way(cell))
            .map(|cell| Row {
                program: Program::fixture("lying.py", toolkit.key, &["--lie", self.word]),
                cell,
                behaviour,
                acceptable: self.acceptable,
                never: self.never,
                without_way: None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::TOOLKITS;
    use super::*;

    #[test]
    fn every_lie_is_told_by_some_control_of_each_toolkit() {
        for toolkit in TOOLKITS {
            for lie in LIES {
                let rows = lie.rows(toolkit);
                assert!(!rows.is_empty(), "{} on {}", lie.word, toolkit.name);
            }
        }
    }

    #[test]
    fn every_cell_and_every_word_exists() {
        let script = std::fs::read_to_string(surehand_testkit::fixture("apps/lying.py")).unwrap();
        for lie in LIES {
            assert!(script.contains(&format!("\"{}\"", lie.word)), "{}", lie.word);
            for name in lie.cells {
                assert!(CELLS.iter().chain([&TWIN]).any(|cell| cell.name == *name), "{name}");
            }
        }
    }
}
