//! What a probability has been worth, and from which one on to act.
//!
//! A scale and an offset on utilities, so that what caps and certainty bound stays bound. The decision that matters: apps
//! count alike here as in the fit, and the threshold keeps both promises, that acts are right and that nothing is acted
//! on when what is meant is not there.

use surehand_core::decider::Distribution;
use surehand_picker::fitting::FEATURES;

use super::cases::Example;
use super::wording::Style;

/// Acts must be right in this share of the cases whose gold somebody has looked at,
const PRECISION: f64 = 0.98;
/// and at most this share of cases without what they mean may be acted on.
const ABSENT_ACTS: f64 = 0.02;
/// "Not found" may be said in at most this share of the cases that have what they mean.
const LOST: f64 = 0.02;
/// How much a case without what it means counts.
const ABSENT: f64 = 0.1;

/// A case with the answers of weights that have not seen its app.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) style: Style,
    pub(crate) is_long: bool,
    pub(crate) weight: f64,
    pub(crate) top1: bool,
    pub(crate) top3: bool,
    /// The leader's probability, "none" beside it, and the leader's without what is meant.
    pub(crate) p: f64,
    pub(crate) none: f64,
    pub(crate) absent: f64,
}

impl Judged {
    /// Answers a case.
    pub(crate) fn of(example: &Example, weights: &[f64; FEATURES]) -> Self {
        Self::of_answers(example, &example.present.answer(weights), &example.absent.answer(weights))
    }

    /// A case with its answer, and that without what is meant.
    pub(crate) fn of_answers(example: &Example, present: &Distribution, absent: &Distribution) -> Self {
        let mut order: Vec<usize> = (0..present.options.len()).collect();
        order.sort_by(|left, right| present.options[*right].total_cmp(&present.options[*left]));
        let is_gold = |place: &usize| example.places.contains(place);
        Self {
            style: example.style,
            is_long: example.is_long,
            weight: example.weight,
            top1: order.first().is_some_and(is_gold),
            top3: order.iter().take(3).any(is_gold),
            p: leader(present),
            none: present.none,
            absent: leader(absent),
        }
    }
}

fn leader(answer: &Distribution) -> f64 {
    answer.options.iter().copied().fold(0.0, f64::max)
}

/// Weights that are all greater by a scale, and a bias that is greater by an offset.
pub(crate) fn tempered(weights: &[f64; FEATURES], (scale, offset): (f64, f64)) -> [f64; FEATURES] {
    let mut result = weights.map(|weight| weight * scale);
    result[0] += offset;
    result
}

/// The scale and offset with which answers about apps that were not seen are the least surprising.
pub(crate) fn temper(examples: &[(&Example, &[f64; FEATURES])]) -> (f64, f64) {
    let loss = |by: (f64, f64)| -> f64 {
        examples.iter().map(|(example, weights)| surprise(example, &tempered(weights, by))).sum()
    };
    let mut best = ((1.0, 0.0), loss((1.0, 0.0)));
    for step in [0.4, 0.2, 0.1] {
        loop {
            let (scale, offset) = best.0;
            let around = [
                (scale + step, offset),
                (scale - step, offset),
                (scale, offset + step),
                (scale, offset - step),
            ];
            let next =
                around.into_iter().map(|by| (by, loss(by))).min_by(|left, right| left.1.total_cmp(&right.1));
            match next {
                Some(next) if next.1 < best.1 => best = next,
                _ => break,
            }
        }
    }
    best.0
}

fn surprise(example: &Example, weights: &[f64; FEATURES]) -> f64 {
    let right: f64 = {
        let present = example.present.answer(weights);
        example.places.iter().map(|place| present.options[*place]).sum()
    };
    let none = example.absent.answer(weights).none;
    -example.weight * (right.max(1e-6).ln() + ABSENT * none.max(1e-6).ln())
}

/// What to act from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub(crate) strict: f64,
    pub(crate) absent: f64,
}

/// The lowest threshold that keeps the promises and is not below that of hosted models, and the lowest of "none" for "not found".
pub(crate) fn threshold(judged: &[Judged]) -> Chosen {
    let keeps = |strict: &f64| {
        let (acts, right, ..) = counts(judged, *strict, &Style::is_sure);
        let (_, _, absent, all) = counts(judged, *strict, &|_| true);
        acts > 0.0 && right >= PRECISION * acts && absent <= ABSENT_ACTS * all
    };
    let strict = (16..=19).map(|step| f64::from(step) / 20.0).find(keeps).unwrap_or(0.99);
    let all: f64 = judged.iter().map(|each| each.weight).sum();
    let lost = |least: f64| -> f64 {
        judged.iter().filter(|each| each.none >= least && each.none > each.p).map(|each| each.weight).sum()
    };
    let absent = (500..=999)
        .map(|step| f64::from(step) / 1000.0)
        .find(|&least| lost(least) <= LOST * all)
        .unwrap_or(0.999);
    Chosen { strict, absent }
}

/// By weight, of some styles: acts, those that are right, acts without what is meant, all.
pub(crate) fn counts(judged: &[Judged], strict: f64, of: &dyn Fn(Style) -> bool) -> (f64, f64, f64, f64) {
    let sum = |is: &dyn Fn(&Judged) -> bool| {
        judged.iter().filter(|each| of(each.style) && is(each)).map(|each| each.weight).sum()
    };
    (
        sum(&|each| each.p >= strict),
        sum(&|each| each.p >= strict && each.top1),
        sum(&|each| each.absent >= strict),
        sum(&|_| true),
    )
}
