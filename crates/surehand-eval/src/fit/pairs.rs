//! Which words of what is said go with which words of labels.
//!
//! Counted by app, so that an app of ten thousand labels does not rule, and kept where at least two apps say so. The
//! decision that matters: a case is measured with what all *other* apps tell, so the weights learn how much such a table
//! is worth on an app that it was not made from.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use surehand_picker::fitting::{Associations, stems};

/// Apps with more labels than this count alike.
const MANY: f64 = 1_000.0;
/// What is weaker is left out.
const LEAST: f64 = 0.2;
/// Apps that must say so.
const FEWEST: u32 = 2;

/// Of one app: how often words occur, and how often together.
#[derive(Clone, Debug, Default)]
struct Counts {
    labels: f64,
    said: HashMap<u32, f64>,
    label: HashMap<u32, f64>,
    both: HashMap<(u32, u32), f64>,
}

/// All apps.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    numbers: HashMap<String, u32>,
    words: Vec<String>,
    apps: BTreeMap<String, Counts>,
    all: Counts,
    supports: HashMap<(u32, u32), u32>,
}

impl Pairs {
    fn number(&mut self, word: String) -> u32 {
        let Self { numbers, words, .. } = self;
        *numbers.entry(word).or_insert_with_key(|word| {
            words.push(word.clone());
            words.len() as u32 - 1
        })
    }

    /// Counts a label and what is said about it.
    pub(crate) fn add(&mut self, app: &str, said: &str, label: &str) {
        let said: BTreeSet<String> = stems(said).into_iter().collect();
        let label: BTreeSet<String> = stems(label).into_iter().collect();
        let only_said: Vec<u32> = said.difference(&label).cloned().map(|word| self.number(word)).collect();
        let only_label: Vec<u32> = label.difference(&said).cloned().map(|word| self.number(word)).collect();
        let counts = self.apps.entry(app.to_owned()).or_default();
        counts.labels += 1.0;
        for &word in &only_said {
            *counts.said.entry(word).or_default() += 1.0;
            for &other in &only_label {
                *counts.both.entry((word, other)).or_default() += 1.0;
            }
        }
        for &word in &only_label {
            *counts.label.entry(word).or_default() += 1.0;
        }
    }

    /// To be called once everything is added: weighs apps and adds them up.
    pub(crate) fn finish(&mut self) {
        for counts in self.apps.values_mut() {
            let weight = counts.labels.min(MANY).sqrt() / counts.labels;
            counts.labels *= weight;
            counts.said.values_mut().chain(counts.label.values_mut()).for_each(|count| *count *= weight);
            counts.both.values_mut().for_each(|count| *count *= weight);
            self.all.labels += counts.labels;
            for (word, count) in &counts.said {
                *self.all.said.entry(*word).or_default() += count;
            }
            for (word, count) in &counts.label {
                *self.all.label.entry(*word).or_default() += count;
            }
            for (pair, count) in &counts.both {
                *self.all.both.entry(*pair).or_default() += count;
                *self.supports.entry(*pair).or_default() += 1;
            }
        }
    }

    /// What goes together, strongest first, according to all apps but one.
    fn without(&self, app: Option<&str>) -> Vec<(u32, u32, f64)> {
        let none = Counts::default();
        let out = app.and_then(|app| self.apps.get(app)).unwrap_or(&none);
        let labels = self.all.labels - out.labels;
        let less = |all: &HashMap<u32, f64>, out: &HashMap<u32, f64>, word: u32| {
            all[&word] - out.get(&word).copied().unwrap_or_default()
        };
        let mut kept = Vec::new();
        for (pair, count) in &self.all.both {
            let own = out.both.get(pair).copied();
            let support = self.supports[pair] - u32::from(own.is_some());
            if support < FEWEST {
                continue;
            }
            let both = count - own.unwrap_or_default();
            let said = less(&self.all.said, &out.said, pair.0);
            let label = less(&self.all.label, &out.label, pair.1);
            let lift = (both * labels / (said * label)).ln();
            let sure = f64::from(support) / (f64::from(support) + 1.0);
            let strength = (lift * sure / 4.0).min(1.0);
            if strength >= LEAST {
                kept.push((pair.0, pair.1, (strength * 20.0).round() / 20.0));
            }
        }
        kept
    }

    /// For measuring a case of this app.
    pub(crate) fn associations(&self, app: &str) -> Associations {
        let mut associations = Associations::default();
        for (said, label, strength) in self.without(Some(app)) {
            associations.insert(&self.words[said as usize], &self.words[label as usize], strength);
        }
        associations
    }

    /// For the model: a line for each word that is said.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut by_word: BTreeMap<&str, BTreeMap<u32, BTreeSet<&str>>> = BTreeMap::new();
        for (said, label, strength) in self.without(None) {
            let hundredths = (strength * 100.0).round() as u32;
            let by_strength = by_word.entry(&self.words[said as usize]).or_default();
            by_strength.entry(hundredths).or_default().insert(&self.words[label as usize]);
        }
        let line = |(said, by_strength): (&str, BTreeMap<u32, BTreeSet<&str>>)| {
            let groups = by_strength.into_iter().rev().map(|(hundredths, words)| {
                let words: Vec<&str> = words.into_iter().collect();
                format!(" 0{hundredths} {}", words.join(" "))
            });
            format!("{said}{}", groups.collect::<String>())
        };
        by_word.into_iter().map(line).collect()
    }
}
