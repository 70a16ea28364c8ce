//! Words of what is said and words of labels that go together.
//!
//! Descriptions beside labels, of many apps, tell that "leave the program" is about "Quit" and "bigger" about "Zoom". The
//! decision that matters: learnt from apps and not written by hand, each pair from several of them, and used for ranking
//! alone: no rule that lets an option be acted on looks at it. Left out: phrases, and languages other than English.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::associated::ASSOCIATED;

/// For stems of what is said, the stems of labels that go with them, and how well, from 0 to 1.
#[derive(Clone, Debug, Default)]
pub struct Associations {
    of: HashMap<String, HashMap<String, f64>>,
}

/// Those of the model.
pub(crate) static FITTED: LazyLock<Associations> = LazyLock::new(|| {
    let mut fitted = Associations::default();
    for entry in ASSOCIATED.split(';') {
        let mut words = entry.split_ascii_whitespace();
        let said = words.next().unwrap_or_default();
        let mut strength = 0.0;
        for word in words {
            match word.parse::<u32>() {
                Ok(hundredths) if word.starts_with('0') => strength = f64::from(hundredths) / 100.0,
                _ => fitted.insert(said, word, strength),
            }
        }
    }
    fitted
});

impl Associations {
    /// Adds a pair of stems.
    pub fn insert(&mut self, said: &str, label: &str, strength: f64) {
        self.of.entry(said.to_owned()).or_default().insert(label.to_owned(), strength);
    }

    /// What goes with a word that is said.
    pub(crate) fn with(&self, said: &str) -> Option<&HashMap<String, f64>> {
        self.of.get(said)
    }
}
