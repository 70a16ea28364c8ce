//! When an option is meant for certain, whatever else is on the screen.
//!
//! Ranking and acting are two matters. Ranking weighs every hint, and its weights are fitted; acting needs the instruction
//! to say what the option says, and those weights are set by hand and held to a table of rows that must and must not be
//! acted on. The decision that matters: below certainty the fitted utility is bent so that it cannot be acted on, and
//! towards certainty the one passes into the other without a step, for each option on its own.

use crate::caps::bend;
use crate::features::{Feature, Values};

/// The weight of each feature for certainty; others count nothing.
pub(crate) const WEIGHTS: &[(Feature, f64)] = &[
    (Feature::Bias, -5.0),
    (Feature::Coverage, 3.0),
    (Feature::Precision, 2.5),
    (Feature::Exact, 4.0),
    (Feature::Phrase, 1.0),
    (Feature::Context, 2.0),
    (Feature::Described, 2.0),
    (Feature::Held, 1.5),
    (Feature::Agreement, 2.0),
    (Feature::Role, 0.8),
    (Feature::Quoted, 2.0),
    (Feature::VerbMissing, -2.0),
    (Feature::ObjectMissing, -1.5),
    (Feature::HeadMissing, -1.2),
    (Feature::Reworded, 2.0),
    (Feature::Overlap, 1.0),
    (Feature::TextIsChoice, 2.0),
    (Feature::OnlyTarget, 6.0),
    (Feature::Trimmed, 2.5),
    (Feature::Told, 6.0),
    (Feature::Verbatim, 2.5),
    (Feature::Path, 6.0),
    (Feature::NamedChoice, 2.5),
    (Feature::OnlyLeads, -2.0),
    (Feature::LongLabel, -1.0),
    (Feature::Unnamed, -0.5),
];

/// From this utility on an option begins to be certain, and at the second it is.
const BEGINS: (f64, f64) = (0.8, 1.6);
/// Rivals that are not certain take a little; so much is given back.
const LIFT: f64 = 0.1;
/// What is not certain stays below this utility: 0.7, seen alone.
const MOST: f64 = 0.85;
/// What is named and must not be acted on leads, and stays below this: 0.79, seen alone.
const MOST_NAMED: f64 = 1.35;

/// What decides about an option, and what it comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Utility {
    /// How much the weights of certainty count beside the fitted ones, from 0 to 1.
    pub(crate) certain: f64,
    /// The utility.
    pub(crate) value: f64,
}

impl Utility {
    /// Of an option with these values, whose fitted utility is known: the fitted one, or that of certainty.
    pub(crate) fn of(fitted: f64, values: &Values) -> Self {
        let (certain, utility) = certainty(values);
        let doubtful = bend(fitted, MOST);
        if utility <= doubtful {
            return Self { certain: 0.0, value: doubtful };
        }
        Self { certain, value: doubtful + certain * (utility - doubtful) }
    }

    /// Of an option that must not be acted on. One that is named leads all the same.
    pub(crate) fn of_doubt(fitted: f64, values: &Values) -> Self {
        let (_, utility) = certainty(values);
        if values[Feature::Exact as usize] > 0.5 && utility > fitted {
            return Self { certain: 1.0, value: bend(utility, MOST_NAMED) };
        }
        Self { certain: 0.0, value: bend(fitted, MOST) }
    }
}

/// How certain an option is, from 0 to 1, and the utility that goes with it.
fn certainty(values: &Values) -> (f64, f64) {
    let utility: f64 = WEIGHTS.iter().map(|(feature, weight)| values[*feature as usize] * weight).sum();
    let utility = utility + LIFT;
    (((utility - BEGINS.0) / (BEGINS.1 - BEGINS.0)).clamp(0.0, 1.0), utility)
}

/// The weights that count when an option is as certain as this: they add up to its utility, apart from what bounds it.
pub(crate) fn mixed(fitted: &Values, certain: f64) -> Values {
    let mut weights = fitted.map(|weight| weight * (1.0 - certain));
    for (feature, weight) in WEIGHTS {
        weights[*feature as usize] += certain * weight;
    }
    weights
}
