//! Vectors of texts that were embedded before, so that a usual pick embeds the instruction and nothing else.
//!
//! The decision that matters: two halves instead of an order of use. What is looked up moves to the young half; when that
//! is full the old half is dropped and the young one becomes it. So what a window shows stays as long as it is looked at,
//! and the cache never holds more than twice a half.

use std::collections::HashMap;
use std::sync::Arc;

/// The most texts of one half: a long menu bar has 500, and a vector takes 1.5 KB.
const HALF: usize = 1_500;

/// The vector of a text.
pub(super) type Vector = Arc<[f32]>;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Cache {
    young: HashMap<String, Vector>,
    old: HashMap<String, Vector>,
}

impl Cache {
    /// The vector of a text that was kept.
    pub(super) fn find(&mut self, text: &str) -> Option<Vector> {
        if let Some(vector) = self.young.get(text) {
            return Some(Arc::clone(vector));
        }
        let (text, vector) = self.old.remove_entry(text)?;
        self.keep(text, Arc::clone(&vector));
        Some(vector)
    }

    /// Keeps a vector.
    pub(super) fn keep(&mut self, text: String, vector: Vector) {
        if self.young.len() >= HALF {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(text, vector);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_rest_goes() {
        let mut cache = Cache::default();
        let vector: Vector = Arc::from([1.0_f32]);
        cache.keep("used".to_owned(), Arc::clone(&vector));
        cache.keep("once".to_owned(), Arc::clone(&vector));
        for number in 0..3 * HALF {
            cache.keep(number.to_string(), Arc::clone(&vector));
            assert!(number % 100 != 0 || cache.find("used").is_some(), "gone after {number}");
            assert!(cache.young.len() + cache.old.len() <= 2 * HALF);
        }
        assert!(cache.find("once").is_none());
    }
}
