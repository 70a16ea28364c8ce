//! The encoder: how alike an instruction and an option are in meaning, where they share no word.
//!
//! A small transformer turns texts into vectors; the nearer two are, the more alike. Its weights come in one file of our
//! own ([`Encoder::read`]), which is made by the programs in `training/`. The decision that matters: it is pure. It reads
//! no file, starts no thread and knows no time; whoever has the bytes, and a thread to spare, calls it. Texts that were
//! embedded are kept, within bounds, because a window's labels are asked about again and again.

mod cache;
mod file;
mod network;
mod wordpiece;

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use surehand_core::decider::OptionFacts;

use cache::{Cache, Vector};

pub use file::{Damage, VERSION};

/// The most pieces of an option; kept equal to training/surehand_training/steps.py, like the next.
const LONGEST_OPTION: usize = 26;
/// The most pieces of an instruction.
const LONGEST_INSTRUCTION: usize = 40;
/// So many containers of an option are told, the innermost.
const CONTAINERS: usize = 2;
/// The most pieces of one pass, so that memory stays bounded whatever a window holds.
const PASS: usize = 1_024;

/// Weights, vocabulary, and what was embedded before.
pub struct Encoder {
    contents: file::Contents,
    cache: Mutex<Cache>,
}

impl fmt::Debug for Encoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Encoder").field("name", &self.name()).finish_non_exhaustive()
    }
}

impl Encoder {
    /// Reads a model file.
    ///
    /// # Errors
    /// What is wrong with the file. Whatever its bytes are, nothing else can happen.
    pub fn read(bytes: &[u8]) -> Result<Self, Damage> {
        let contents = file::read(bytes)?;
        if contents.header.text("name").is_none_or(str::is_empty) {
            return Err(Damage::Part("header"));
        }
        Ok(Self { contents, cache: Mutex::default() })
    }

    /// The name that training gave it, with its version.
    #[must_use]
    pub fn name(&self) -> &str {
        self.contents.header.text("name").unwrap_or_default()
    }

    /// The SHA-256 of the file, in hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.contents.hash
    }

    /// A value that the file names.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.contents.header.text(name)
    }

    /// A finite number that the file names.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// How many pieces of words it knows.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.contents.network.shape.pieces
    }

    /// A vector of length 1 for each text, read as instructions are. Nothing is kept.
    #[must_use]
    pub fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let texts: Vec<_> = texts.iter().map(|text| self.encode(text, LONGEST_INSTRUCTION)).collect();
        self.vectors(&texts).into_iter().map(|vector| vector.to_vec()).collect()
    }

    /// Embeds those of the options that are not known yet, so that [`Self::likeness`] need not.
    pub fn prepare(&self, options: &[OptionFacts]) {
        let mut texts: Vec<String> = options.iter().map(option_text).collect();
        {
            let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            let mut seen = HashSet::new();
            texts.retain(|text| seen.insert(text.clone()) && cache.find(text).is_none());
        }
        self.embed_options(texts);
    }

    /// The vector of an instruction.
    #[must_use]
    pub fn instruction(&self, words: &str) -> Vec<f32> {
        self.embed(&[words]).pop().unwrap_or_default()
    }

    /// For each option, the cosine between its vector and that of an instruction.
    #[must_use]
    pub fn likeness(&self, asked: &[f32], options: &[OptionFacts]) -> Vec<f64> {
        let texts: Vec<String> = options.iter().map(option_text).collect();
        let mut found = self.known(&texts);
        let without = texts.iter().zip(&found).filter(|(_, vector)| vector.is_none());
        let mut missing: Vec<String> = without.map(|(text, _)| text.clone()).collect();
        missing.sort_unstable();
        missing.dedup();
        let made = self.embed_options(missing);
        for (text, vector) in texts.iter().zip(&mut found).filter(|(_, vector)| vector.is_none()) {
            let place = made.binary_search_by(|(known, _)| known.cmp(text));
            *vector = place.ok().map(|place| Arc::clone(&made[place].1));
        }
        let cosine =
            |vector: Option<Vector>| vector.map_or(0.0, |vector| network::dot(asked, &vector).into());
        found.into_iter().map(cosine).collect()
    }

    fn known(&self, texts: &[String]) -> Vec<Option<Vector>> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        texts.iter().map(|text| cache.find(text)).collect()
    }

    /// Embeds texts of options and keeps their vectors. The cache is not locked meanwhile.
    fn embed_options(&self, texts: Vec<String>) -> Vec<(String, Vector)> {
        let encoded: Vec<_> = texts.iter().map(|text| self.encode(text, LONGEST_OPTION)).collect();
        let made: Vec<(String, Vector)> = texts.into_iter().zip(self.vectors(&encoded)).collect();
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        for (text, vector) in &made {
            cache.keep(text.clone(), Arc::clone(vector));
        }
        made
    }

    fn encode(&self, text: &str, most: usize) -> Vec<u32> {
        self.contents.pieces.encode(text, most.min(self.contents.network.shape.positions))
    }

    /// In passes of a bounded size.
    fn vectors(&self, texts: &[Vec<u32>]) -> Vec<Vector> {
        let network = &self.contents.network;
        let mut vectors = Vec::with_capacity(texts.len());
        let mut rest = texts;
        while !rest.is_empty() {
            let mut pieces = 0;
            let fits = rest.iter().take_while(|text| {
                pieces += text.len();
                pieces <= PASS
            });
            let (pass, later) = rest.split_at(fits.count().max(1));
            vectors.extend(network.embed(pass).chunks_exact(network.shape.width).map(Vector::from));
            rest = later;
        }
        vectors
    }
}

/// What the encoder reads of an option: `Edit > Line > Move Up (menu item)`. Kept equal to `candidate_text` in
/// training/surehand_training/data.py.
fn option_text(facts: &OptionFacts) -> String {
    let mut text = String::new();
    for container in &facts.within[facts.within.len().saturating_sub(CONTAINERS)..] {
        text.push_str(container);
        text.push_str(" > ");
    }
    text.push_str(&facts.label);
    if facts.role != "Unknown" {
        text.push_str(" (");
        for (place, character) in facts.role.chars().enumerate() {
            if character.is_uppercase() && place > 0 {
                text.push(' ');
            }
            text.extend(character.to_lowercase());
        }
        text.push(')');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_told_by_its_path_and_role() {
        let facts = OptionFacts {
            role: "CheckMenuItem",
            label: "Ruler".to_owned(),
            within: ["Window", "View", "Show"].map(str::to_owned).to_vec(),
            ..OptionFacts::default()
        };
        assert_eq!(option_text(&facts), "View > Show > Ruler (check menu item)");
        let facts = OptionFacts { role: "Unknown", within: Vec::new(), ..facts };
        assert_eq!(option_text(&facts), "Ruler");
    }
}
