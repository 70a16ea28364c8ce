//! What the fitting program needs: what was measured, and answers with other weights.
//!
//! It goes through the code of an answer, so that what is fitted is what is asked. The decision that matters: the caps
//! are applied in answers and not left to the fit, because they are rules and no weight may buy them off.

use surehand_core::decider::{Distribution, OptionFacts, Request};

pub use crate::association::Associations;
use crate::certainty::WEIGHTS as CERTAIN;
use crate::features::Feature;
use crate::joint;
use crate::model::Measurements;
use crate::text::tokens;

pub use crate::joint::{NAMES as JOINT_NAMES, Row as JointRow};

/// How many features there are.
pub const FEATURES: usize = Feature::ALL.len();

/// The names of the features, in their order.
#[must_use]
pub fn features() -> [&'static str; FEATURES] {
    std::array::from_fn(|place| Feature::ALL[place].name())
}

/// The weights that certainty is measured by: what a fit begins with, and keeps where data has nothing to say.
#[must_use]
pub fn start() -> [f64; FEATURES] {
    let mut weights = [0.0; FEATURES];
    for (feature, weight) in CERTAIN {
        weights[*feature as usize] = *weight;
    }
    weights
}

/// All that the answer to the first question of a request depends on, apart from the weights.
#[derive(Debug)]
pub struct Measured(Measurements);

impl Measured {
    /// Measures, with these associations. [`None`] when nothing is asked.
    #[must_use]
    pub fn of(request: &Request, associations: &Associations) -> Option<Self> {
        Some(Self(Measurements::of(request, request.questions.first()?, associations)))
    }

    /// What was measured about each distinct option, and the places of those that are alike.
    pub fn distinct(&self) -> impl Iterator<Item = (&[f64; FEATURES], &[usize])> {
        self.0.groups.iter().map(|group| (&self.0.values[group.places[0]], group.places.as_slice()))
    }

    /// For words and meaning together: what was measured about each distinct option, and the places of those alike.
    #[must_use]
    pub fn distinct_jointly(
        &self,
        likeness: &[f64],
        options: &[OptionFacts],
    ) -> Vec<(joint::Row, Vec<usize>)> {
        let rows = self.0.joint_rows(likeness, options);
        self.0.groups.iter().map(|group| (rows[group.places[0]], group.places.clone())).collect()
    }

    /// The answer of words and meaning together with these weights.
    #[must_use]
    pub fn answer_jointly(
        &self,
        likeness: &[f64],
        options: &[OptionFacts],
        weights: &joint::Row,
    ) -> Distribution {
        self.0.answer_jointly(likeness, options, weights)
    }

    /// The answer with these weights.
    #[must_use]
    pub fn answer(&self, weights: &[f64; FEATURES]) -> Distribution {
        self.0.answer_with(weights).distribution
    }
}

/// The stems of the words in a text that say something.
#[must_use]
pub fn stems(text: &str) -> Vec<String> {
    tokens(text).into_iter().filter(|token| !token.meaning.filler).map(|token| token.stem).collect()
}
