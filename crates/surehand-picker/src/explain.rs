//! Why an option got its probability.
//!
//! For `surehand pick` and for fitting: each feature with what was measured and what it added to the utility, and the
//! cap that held the option down, if one did. Where certainty decides, its weights count instead of the fitted ones, and
//! what bounds a doubtful option is a part of its own, so the parts add up. It runs the same code as an answer, so it cannot tell another story.

use surehand_core::decider::Request;

use crate::association::FITTED;
use crate::certainty::mixed;
use crate::features::{Feature, WEIGHTS};
use crate::model::Measurements;

/// One feature of one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The feature's name, stable between versions of the same model.
    pub feature: &'static str,
    /// What was measured.
    pub value: f64,
    /// What it added to the utility: the value times the weight that counted, of the fit or of certainty.
    pub contribution: f64,
}

/// Everything about one option.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Every feature, in the order of the model, also those that are 0; behind them what bounds add or take ("bounds").
    /// They add up to the utility.
    pub contributions: Vec<Contribution>,
    /// How much it speaks for the option, beside 0 for "none": probabilities are its exponentials, shared out.
    pub utility: f64,
    /// The rule that held it down.
    pub cap: Option<&'static str>,
    /// Its probability.
    pub p: f64,
}

/// Explains the answer to one question, for each option in its order. [`None`] when there is no such question.
#[must_use]
pub fn explain(request: &Request, question: usize) -> Option<Vec<Explanation>> {
    let measurements = Measurements::of(request, request.questions.get(question)?, &FITTED);
    let answer = measurements.answer();
    let explained = |place: usize| {
        let (values, utility) = (&measurements.values[place], answer.utilities[place]);
        let weights = mixed(&WEIGHTS, utility.certain);
        let part = |feature: Feature| {
            let value = values[feature as usize];
            let contribution = value * weights[feature as usize];
            Contribution { feature: feature.name(), value, contribution }
        };
        let mut contributions: Vec<Contribution> = Feature::ALL.iter().copied().map(part).collect();
        let rest = utility.value - contributions.iter().map(|each| each.contribution).sum::<f64>();
        contributions.push(Contribution { feature: "bounds", value: 1.0, contribution: rest });
        Explanation {
            contributions,
            utility: utility.value,
            cap: answer.caps[place].map(|cap| cap.name),
            p: answer.distribution.options[place],
        }
    };
    Some((0..measurements.values.len()).map(explained).collect())
}
