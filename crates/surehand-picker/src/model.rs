//! Features to probabilities: a conditional logit with "none" as one more alternative.
//!
//! The utility of "none" depends on the instruction alone, so p says how well an option fits and not merely how it
//! compares, and an option that fits badly takes next to nothing from the others. Identical options are one alternative:
//! the first of them stands for all, so a doubled control does not split the mass. Where guessing among twins could
//! cost something (a risk) or nothing names them, they share the mass instead, and none is likely enough to be acted on.

use std::collections::HashMap;

use surehand_core::decider::{Distribution, OptionFacts, Purpose, Question, Request};

use crate::association::Associations;
use crate::caps::{Cap, Others, bend, cap, cap_on_all};
use crate::certainty::Utility;
use crate::features::{
    Measured, Prepared, Surroundings, Targets, Values, WEIGHTS, may_take, measure, place_in_tabs,
};
use crate::found::rare_here;
use crate::instruction::Instruction;
use crate::joint;
use crate::weights::{ABSENT, STRICT};

/// The utility of "none".
const NONE: f64 = 0.0;
/// What words alone would not act on stays below this utility, whatever its meaning: 0.77, seen alone.
const UNSURE: f64 = 1.2;

/// All that an answer to one question depends on, apart from the weights.
#[derive(Debug)]
pub(crate) struct Measurements {
    /// What was measured about each option.
    pub(crate) values: Vec<Values>,
    /// The cap that holds each option, if one does.
    pub(crate) caps: Vec<Option<Cap>>,
    /// The cap that holds all of them.
    all: Option<Cap>,
    /// Options that may take the caller's text, as far as their kind tells.
    takers: Vec<usize>,
    /// The options, those with identical facts together.
    pub(crate) groups: Vec<Group>,
    none: bool,
}

/// Options with identical facts.
#[derive(Debug)]
pub(crate) struct Group {
    /// Their places, the first of which stands for all.
    pub(crate) places: Vec<usize>,
    /// None of them is likelier than the others.
    is_shared: bool,
}

impl Measurements {
    /// Measures everything about one question.
    pub(crate) fn of(request: &Request, question: &Question, associations: &Associations) -> Self {
        let instruction = match question.purpose {
            Purpose::Act | Purpose::Step(_) => {
                Instruction::read(&request.instruction, request.text.as_deref())
            }
            Purpose::Read => Instruction::read_question(&request.instruction),
        };
        let mut options: Vec<Prepared<'_>> = question.options.iter().map(Prepared::new).collect();
        place_in_tabs(&mut options);
        let targets = Targets::count(&options, &instruction);
        let mut measured: Vec<Measured> = {
            let associated: Vec<_> =
                instruction.tokens.iter().map(|token| associations.with(&token.stem)).collect();
            let surroundings = Surroundings { targets, associated: &associated };
            options.iter().map(|option| measure(option, &instruction, &surroundings)).collect()
        };
        let others = Others::of(&options, &measured, &instruction);
        let caps: Vec<Option<Cap>> = options
            .iter()
            .zip(&measured)
            .map(|(option, each)| cap(option, each, &instruction, &others))
            .collect();
        let all = cap_on_all(&measured, &instruction);
        let groups: Vec<Group> = twins(&question.options)
            .into_iter()
            .map(|places| {
                let facts = &question.options[places[0]];
                Group { is_shared: facts.risk.is_some() || facts.label.is_empty(), places }
            })
            .collect();
        let is_counted = |place: &usize| caps[*place].is_none_or(Cap::is_considered);
        let counted: Vec<usize> = groups.iter().map(|group| group.places[0]).filter(is_counted).collect();
        rare_here(&mut measured, &counted, &instruction);
        let takers = (0..options.len())
            .filter(|&place| may_take(&options[place], &measured[place], &instruction))
            .filter(|&place| caps[place].is_none_or(Cap::is_doubt))
            .collect();
        Self {
            all,
            takers,
            caps,
            groups,
            none: question.none,
            values: measured.into_iter().map(|each| each.values).collect(),
        }
    }

    /// The answer with the model's weights.
    pub(crate) fn answer(&self) -> Answer {
        self.answer_with(&WEIGHTS)
    }

    /// The answer with other weights.
    pub(crate) fn answer_with(&self, weights: &Values) -> Answer {
        let fitted = self.values.iter().map(|values| dot(values, weights));
        let each = self.values.iter().zip(&self.caps).zip(fitted);
        self.answer_of(each.map(|((values, cap), fitted)| utility(values, *cap, fitted)).collect())
    }

    /// The answer when these are the utilities of the options, before what holds all of them down.
    fn answer_of(&self, mut utilities: Vec<Utility>) -> Answer {
        let mut caps = self.caps.clone();
        if let Some(all) = self.all {
            hold_down(&mut utilities, all, &mut caps);
        }
        for &place in &self.takers {
            utilities[place].value = utilities[place].value.max(NONE + taker_floor());
        }
        let masses = self.masses(&utilities);
        Answer { distribution: self.spread(&masses), utilities, caps }
    }

    /// What is measured about each option for words and meaning together.
    pub(crate) fn joint_rows(&self, likeness: &[f64], options: &[OptionFacts]) -> Vec<joint::Row> {
        let each = self.values.iter().zip(&self.caps).zip(likeness.iter().zip(options));
        each.map(|((values, cap), (cosine, facts))| {
            let is_held = cap.is_some_and(Cap::is_doubt);
            joint::row(dot(values, &WEIGHTS), *cosine, facts.action == "menu", is_held)
        })
        .collect()
    }

    /// The answer of words and meaning together.
    pub(crate) fn answer_jointly(
        &self,
        likeness: &[f64],
        options: &[OptionFacts],
        weights: &joint::Row,
    ) -> Distribution {
        let rows = self.joint_rows(likeness, options);
        let words = self.answer().distribution;
        let each = self.values.iter().zip(&self.caps).zip(rows.iter().zip(&words.options));
        let utilities = each.map(|((values, cap), (row, p))| {
            let utility = utility(values, *cap, dot(row, weights));
            if *p >= STRICT { utility } else { Utility { value: bend(utility.value, UNSURE), ..utility } }
        });
        self.answer_of(utilities.collect()).distribution
    }

    /// The softmax over distinct options and, if it is an answer, "none".
    fn masses(&self, utilities: &[Utility]) -> Masses {
        let first = |group: &Group| utilities[group.places[0]].value;
        // Shifted by the greatest, so that nothing overflows and a forced question far below "none" still adds up.
        let start = if self.none { NONE } else { f64::NEG_INFINITY };
        let greatest = self.groups.iter().map(first).fold(start, f64::max);
        let groups: Vec<f64> = self.groups.iter().map(|group| (first(group) - greatest).exp()).collect();
        let none = if self.none { (NONE - greatest).exp() } else { 0.0 };
        // Added up in order of size: the order of the options must not show even in the last bit.
        let mut terms = groups.clone();
        terms.push(none);
        terms.sort_by(f64::total_cmp);
        let total: f64 = terms.iter().sum();
        Masses { groups: groups.into_iter().map(|mass| mass / total).collect(), none: none / total }
    }

    fn spread(&self, masses: &Masses) -> Distribution {
        let mut options = vec![0.0; self.values.len()];
        for (group, &p) in self.groups.iter().zip(&masses.groups) {
            if group.is_shared {
                for &place in &group.places {
                    options[place] = p / group.places.len() as f64;
                }
            } else {
                options[group.places[0]] = p;
            }
        }
        Distribution { options, none: masses.none }
    }
}

fn dot(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// The utility of one option, with the cap that holds it.
fn utility(values: &Values, cap: Option<Cap>, fitted: f64) -> Utility {
    match cap {
        None => Utility::of(fitted, values),
        Some(cap) if cap.is_doubt() => Utility::of_doubt(fitted, values),
        Some(cap) => {
            let utility = Utility::of(fitted, values);
            Utility { value: bend(utility.value, NONE + cap.most), ..utility }
        }
    }
}

/// The least utility of what may take the caller's text: "none" stays less likely than "not found" asks for.
fn taker_floor() -> f64 {
    const ABOVE: f64 = 0.3;
    ((1.0 - ABSENT) / ABSENT).ln() + ABOVE
}

/// What a question is answered, and how it came about.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) distribution: Distribution,
    /// Of each option.
    pub(crate) utilities: Vec<Utility>,
    /// The cap that holds each option, if one does.
    pub(crate) caps: Vec<Option<Cap>>,
}

/// Probabilities of distinct options and of "none".
struct Masses {
    groups: Vec<f64>,
    none: f64,
}

/// Moves all options down together, so that the leader is below the cap and the order and distances stay.
fn hold_down(utilities: &mut [Utility], all: Cap, caps: &mut [Option<Cap>]) {
    let leader = utilities.iter().map(|utility| utility.value).fold(f64::NEG_INFINITY, f64::max);
    let excess = leader - (NONE + all.most);
    if excess > 0.0 {
        for (utility, cap) in utilities.iter_mut().zip(caps) {
            utility.value -= excess;
            cap.get_or_insert(all);
        }
    }
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
