//! Features to probabilities: a conditional logit with "none" as one more alternative.
//!
//! The utility of "none" depends on the instruction alone, so p says how well an option fits and not merely how it
//! compares, and an option that fits badly takes next to nothing from the others. Identical options are one alternative:
//! the first of them stands for all, so a doubled control does not split the mass. Where guessing among twins could
//! cost something (a risk) or nothing names them, they share the mass instead, and none is likely enough to be acted on.

use std::collections::HashMap;

use surehand_core::decider::{Distribution, OptionFacts, Purpose, Question, Request};

use crate::caps::{Cap, Others, bend, cap, cap_on_all};
use crate::features::{Feature, Measured, Prepared, Targets, measure};
use crate::instruction::Instruction;

/// The utility of "none".
const NONE: f64 = 0.0;

/// One question with everything that led to its answer.
pub(crate) struct Scored {
    /// What was measured about each option.
    pub(crate) measured: Vec<Measured>,
    /// The cap that holds each option, if one does.
    pub(crate) caps: Vec<Option<Cap>>,
    /// The answer.
    pub(crate) distribution: Distribution,
}

/// Answers one question.
pub(crate) fn score(request: &Request, question: &Question) -> Scored {
    let instruction = match question.purpose {
        Purpose::Act | Purpose::Step(_) => Instruction::read(&request.instruction, request.text.as_deref()),
        Purpose::Read => Instruction::read_question(&request.instruction),
    };
    let options: Vec<Prepared<'_>> = question.options.iter().map(Prepared::new).collect();
    let targets = Targets::count(&options, &instruction);
    let measured: Vec<Measured> =
        options.iter().map(|option| measure(option, &instruction, targets)).collect();
    let others = Others::of(&options, &measured, &instruction);
    let mut caps: Vec<Option<Cap>> = options
        .iter()
        .zip(&measured)
        .map(|(option, each)| cap(option, each, &instruction, &others))
        .collect();
    let mut utilities: Vec<f64> = measured
        .iter()
        .zip(&caps)
        .map(|(each, cap)| cap.map_or(utility(each), |cap| bend(utility(each), NONE + cap.most)))
        .collect();
    if let Some(all) = cap_on_all(&measured, &instruction) {
        hold_down(&mut utilities, all, &mut caps);
    }
    let distribution = distribution(&question.options, &utilities, question.none);
    Scored { measured, caps, distribution }
}

fn utility(measured: &Measured) -> f64 {
    Feature::ALL.iter().map(|feature| feature.weight() * measured.value(*feature)).sum()
}

/// Moves all options down together, so that the leader is below the cap and the order and distances stay.
fn hold_down(utilities: &mut [f64], all: Cap, caps: &mut [Option<Cap>]) {
    let leader = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let excess = leader - (NONE + all.most);
    if excess > 0.0 {
        for (utility, cap) in utilities.iter_mut().zip(caps) {
            *utility -= excess;
            cap.get_or_insert(all);
        }
    }
}

/// The softmax over distinct options and, if it is an answer, "none".
fn distribution(options: &[OptionFacts], utilities: &[f64], none: bool) -> Distribution {
    let twins = twins(options);
    // Shifted by the greatest, so that nothing overflows and a forced question far below "none" still adds up.
    let start = if none { NONE } else { f64::NEG_INFINITY };
    let greatest = utilities.iter().copied().fold(start, f64::max);
    let masses: Vec<f64> = utilities.iter().map(|utility| (utility - greatest).exp()).collect();
    let none_mass = if none { (NONE - greatest).exp() } else { 0.0 };
    // Added up in order of size: the order of the options must not show even in the last bit.
    let mut terms: Vec<f64> = twins.iter().map(|group| masses[group[0]]).collect();
    terms.push(none_mass);
    terms.sort_by(f64::total_cmp);
    let total: f64 = terms.iter().sum();
    let mut result = vec![0.0; options.len()];
    for group in &twins {
        let p = masses[group[0]] / total;
        let facts = &options[group[0]];
        if facts.risk.is_some() || facts.label.is_empty() {
            for &place in group {
                result[place] = p / group.len() as f64;
            }
        } else {
            result[group[0]] = p;
        }
    }
    Distribution { options: result, none: if none { none_mass / total } else { 0.0 } }
}

/// The places of the options, those with identical facts together.
fn twins(options: &[OptionFacts]) -> Vec<Vec<usize>> {
    let mut known = HashMap::with_capacity(options.len());
    let mut groups: Vec<Vec<usize>> = Vec::with_capacity(options.len());
    for (place, facts) in options.iter().enumerate() {
        let identity = (
            (facts.action, facts.role, &facts.label, &facts.within, &facts.near),
            (
                &facts.description,
                &facts.placeholder,
                &facts.value,
                &facts.choices,
                &facts.shortcut,
                facts.risk,
            ),
        );
        let group = *known.entry(identity).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(place);
    }
    groups
}
