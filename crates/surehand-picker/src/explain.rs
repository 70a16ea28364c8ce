//! Why an option got its probability.
//!
//! For `surehand pick` and for fitting: each feature with what was measured and what it added to the utility, and the
//! cap that held the option down, if one did. It runs the same code as an answer, so it cannot tell another story.

use surehand_core::decider::Request;

use crate::features::Feature;
use crate::model::Measurements;

/// One feature of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The feature's name, stable between versions of the same model.
    pub feature: &'static str,
    /// What was measured.
    pub value: f64,
    /// What it added to the utility: the value times the model's weight.
    pub contribution: f64,
}

/// Everything about one option.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Every feature, in the order of the model, also those that are 0.
    pub contributions: Vec<Contribution>,
    /// The rule that held it down.
    pub cap: Option<&'static str>,
    /// Its probability.
    pub p: f64,
}

/// Explains the answer to one question, for each option in its order. [`None`] when there is no such question.
#[must_use]
pub fn explain(request: &Request, question: usize) -> Option<Vec<Explanation>> {
    let measurements = Measurements::of(request, request.questions.get(question)?);
    let (distribution, caps) = measurements.answer();
    let explained = measurements.values.iter().zip(caps).zip(distribution.options);
    Some(
        explained
            .map(|((values, cap), p)| Explanation {
                contributions: Feature::ALL
                    .iter()
                    .map(|&feature| Contribution {
                        feature: feature.name(),
                        value: values[feature as usize],
                        contribution: values[feature as usize] * feature.weight(),
                    })
                    .collect(),
                cap: cap.map(|cap| cap.name),
                p,
            })
            .collect(),
    )
}
