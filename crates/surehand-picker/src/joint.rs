//! Words and meaning together: one utility for an option out of what its words and what its vector say.
//!
//! The words' own fitted utility is one feature here, the cosine to the instruction the other, and a few more say how far
//! each can be trusted; the weights stand in the model file, because they belong to its encoder. The decision that
//! matters: meaning only moves what words are not certain of. What may be acted on, and every rule that forbids it, stays
//! with the words, so an encoder can put an option first and can make nobody press it.

use std::sync::Arc;

use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Purpose, Question, Request, Thresholds};
use surehand_core::error::{Error, Result};

use crate::encoder::{Damage, Encoder};
use crate::model::Measurements;
use crate::{MODEL, THRESHOLDS, WordsDecider, association};

/// How many features there are.
pub(crate) const FEATURES: usize = 9;

/// A number for each.
pub type Row = [f64; FEATURES];

/// What the weights are called in the model file.
pub const NAMES: [&str; FEATURES] =
    ["bias", "words", "cosine", "cosine squared", "menu", "menu words", "menu cosine", "held", "held cosine"];

/// A question with more options is answered by words alone: embedding them all would take seconds.
const MOST_OPTIONS: usize = 1_000;
/// Words say no more beyond these.
const WORDS: (f64, f64) = (-8.0, 5.0);

/// What is measured about one option.
pub(crate) fn row(words: f64, cosine: f64, is_menu: bool, is_held: bool) -> [f64; FEATURES] {
    let words = words.clamp(WORDS.0, WORDS.1) / 4.0;
    let (menu, held) = (f64::from(is_menu), f64::from(is_held));
    [1.0, words, cosine, cosine * cosine.abs(), menu, menu * words, menu * cosine, held, held * cosine]
}

/// Weights from a model file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Joint {
    pub(crate) weights: [f64; FEATURES],
    thresholds: Thresholds,
}

impl Joint {
    fn of(encoder: &Encoder) -> std::result::Result<Self, Damage> {
        let part = Damage::Part("logit");
        if encoder.value("words") != Some(MODEL) {
            return Err(Damage::Words(encoder.value("words").unwrap_or("none").to_owned()));
        }
        let number = |name: &str| encoder.number(name).ok_or_else(|| part.clone());
        let mut weights = [0.0; FEATURES];
        for (weight, name) in weights.iter_mut().zip(NAMES) {
            *weight = number(&format!("weight {name}"))?;
        }
        let thresholds = Thresholds { strict: number("strict")?, absent: number("absent")?, ..THRESHOLDS };
        Ok(Self { weights, thresholds })
    }
}

/// Decides by words and, where these are not certain, by meaning.
#[derive(Debug)]
pub struct JointDecider {
    encoder: Arc<Encoder>,
    joint: Joint,
    model: String,
}

impl JointDecider {
    /// With an encoder whose file holds weights for the words of this program.
    ///
    /// # Errors
    /// [`Damage::Words`] when they are for others, [`Damage::Part`] when there are none.
    pub fn new(encoder: Arc<Encoder>) -> std::result::Result<Self, Damage> {
        let joint = Joint::of(&encoder)?;
        Ok(Self { model: format!("{MODEL}+{}", encoder.name()), encoder, joint })
    }

    /// The encoder.
    #[must_use]
    pub const fn encoder(&self) -> &Arc<Encoder> {
        &self.encoder
    }

    fn is_within_reach(question: &Question) -> bool {
        question.purpose == Purpose::Act && question.options.len() <= MOST_OPTIONS
    }
}

impl Decider for JointDecider {
    fn name(&self) -> &str {
        WordsDecider.name()
    }

    fn thresholds(&self) -> Thresholds {
        self.joint.thresholds
    }

    /// Never looks at the deadline: an answer takes as long as embedding does, which is bounded. Fails on nothing but steps
    /// of a subtask. Questions to read, and those with very many options, are answered by words alone, and if one of a
    /// request is, the thresholds are those of words.
    fn ask(&self, request: &Request, deadline: &Deadline) -> Result<Answers> {
        if request.questions.iter().any(|question| matches!(question.purpose, Purpose::Step(_))) {
            return Err(Error::new(
                Code::DeciderUnavailable,
                "the embedded decider does not decide the steps of a subtask",
            ));
        }
        if !request.questions.iter().all(Self::is_within_reach) {
            let answers = WordsDecider.ask(request, deadline)?;
            return Ok(Answers { thresholds: Some(THRESHOLDS), ..answers });
        }
        let asked = self.encoder.instruction(&request.instruction);
        let answer = |question: &Question| {
            let likeness = self.encoder.likeness(&asked, &question.options);
            Measurements::of(request, question, &association::FITTED).answer_jointly(
                &likeness,
                &question.options,
                &self.joint.weights,
            )
        };
        Ok(Answers {
            distributions: request.questions.iter().map(answer).collect(),
            model: self.model.clone(),
            calls: 1,
            input_tokens: 0,
            thresholds: None,
        })
    }
}
