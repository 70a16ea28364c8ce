//! The embedded decider: picks a control from words, without network, operating system, clock or randomness.
//!
//! An instruction is one step in the caller's words ("Subscribe to the newsletter"). [`WordsDecider`] measures how well
//! each option fits (label, container, kind of action, synonyms, …), weighs the features in a conditional logit with
//! "none" as one more alternative, and lets a few rules hold options down whatever the weights say.
//!
//! The decision that matters: every option is judged against the instruction and "none" and not against the other
//! options, so text on a screen cannot talk other options up; a few rules let a rival hold a guess down. The forced
//! question reuses the same scores and proves nothing more; there is one threshold and no `agree`. Left out: ordinals
//! ("the second Edit"), whole tasks (they end in a shortlist), and languages other than English beyond labels that are
//! named.

mod associated;
mod association;
mod caps;
mod certainty;
pub mod encoder;
mod explain;
mod features;
pub mod fitting;
mod found;
mod instruction;
mod intent;
mod joint;
mod kinds;
mod lexicon;
mod model;
mod naming;
mod reading;
mod related;
mod stem;
mod text;
mod weights;

use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Purpose, Request, Thresholds};
use surehand_core::error::{Error, Result};

use crate::model::Measurements;

pub use crate::explain::{Contribution, Explanation, explain};
pub use crate::joint::JointDecider;

/// The model's name in answers. Any change of features, words or weights that moves a probability changes it.
pub const MODEL: &str = "surehand-words-4";

/// When a pick of [`WordsDecider`] may be acted on.
///
/// `strict` is the lowest step of 0.05 from 0.8 on at which, on apps that the weights had not seen, 98 of 100 acts were
/// right and at most 2 of 100 cases without their control were acted on; `absent` is a value that "none" reaches in at most 2 of 100
/// cases whose control is there. Options are judged one by one, so thousands fit into one question.
pub const THRESHOLDS: Thresholds = Thresholds {
    strict: weights::STRICT,
    agree: None,
    lead: 2.0,
    most_none: 0.15,
    absent: weights::ABSENT,
    shortlist: 0.03,
    options: 5_000,
};

/// Decides by words alone. Needs no key, no file and no time to start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordsDecider;

impl WordsDecider {
    /// The decider. All of them are alike.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl Decider for WordsDecider {
    fn name(&self) -> &str {
        "embedded"
    }

    fn thresholds(&self) -> Thresholds {
        THRESHOLDS
    }

    /// Never looks at the deadline: an answer takes less time than a deadline can tell. Fails on nothing but steps of a
    /// subtask, which words cannot decide.
    fn ask(&self, request: &Request, _deadline: &Deadline) -> Result<Answers> {
        if request.questions.iter().any(|question| matches!(question.purpose, Purpose::Step(_))) {
            return Err(Error::new(
                Code::DeciderUnavailable,
                "the embedded decider does not decide the steps of a subtask",
            ));
        }
        let distributions = request
            .questions
            .iter()
            .map(|question| Measurements::of(request, question, &association::FITTED).answer().distribution)
            .collect();
        Ok(Answers { distributions, model: MODEL.to_owned(), calls: 1, input_tokens: 0, thresholds: None })
    }
}
