//! How rare a word is on labels and in descriptions.
//!
//! The decision that matters: counted over apps, so that an app of ten thousand labels does not make its words common.

use std::collections::{BTreeMap, BTreeSet};

use surehand_picker::fitting::stems;

/// Words in fewer labels than one in so many are as rare as can be.
const RARE: f64 = 2_000.0;
/// The least that a word is worth.
const LEAST: f64 = 0.15;
/// The logarithm of how seldom the commonest words are: a description has five times the words of a label.
const LABELS: f64 = 4.0;
const DESCRIPTIONS: f64 = 2.5;
/// An app with fewer labels says little.
const FEW: usize = 20;

type Texts = BTreeMap<String, BTreeSet<String>>;

/// Stems by what they are worth, in steps of 0.05: the less of what labels and what descriptions say.
pub(crate) fn table(labels: &Texts, descriptions: &Texts) -> BTreeMap<u32, Vec<String>> {
    let mut worths: BTreeMap<String, f64> = BTreeMap::new();
    for (texts, base) in [(labels, LABELS), (descriptions, DESCRIPTIONS)] {
        let (shares, total) = shares(texts);
        for (stem, share) in shares {
            let worth = ((total / share).ln() - base) / (RARE.ln() - base);
            let worth = (LEAST + (1.0 - LEAST) * worth).clamp(LEAST, 1.0);
            let least = worths.entry(stem).or_insert(worth);
            *least = least.min(worth);
        }
    }
    let mut table: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (stem, worth) in worths {
        let step = (worth * 20.0).round() as u32;
        if step < 20 {
            table.entry(step).or_default().push(stem);
        }
    }
    table
}

fn shares(texts: &Texts) -> (BTreeMap<String, f64>, f64) {
    let mut shares: BTreeMap<String, f64> = BTreeMap::new();
    let mut total = 0.0;
    for texts in texts.values().filter(|texts| texts.len() >= FEW) {
        let weight = (texts.len() as f64).sqrt();
        total += weight;
        for text in texts {
            for stem in stems(text).into_iter().collect::<BTreeSet<_>>() {
                *shares.entry(stem).or_default() += weight / texts.len() as f64;
            }
        }
    }
    (shares, total)
}
