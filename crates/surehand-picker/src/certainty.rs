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
    (Feature::LongLabel, -1.0),
    (Feature::Unnamed, -0.5),
];

/// From this utility on an option begins to be certain, and at the second it is.
const BEGINS: (f64, f64) = (0.8, 1.6);
/// Rivals that are not certain take a little; so much is given back.
const LIFT: f64 = 0.1;
/// What is not certain stays below this utility: 0.7, seen alone.
const MOST: f64 = 0.85;

/// How certain an option is, from 0 to 1, and the utility that goes with it.
pub(crate) fn certainty(values: &Values) -> (f64, f64) {
    let utility: f64 = WEIGHTS.iter().map(|(feature, weight)| values[*feature as usize] * weight).sum();
    let utility = utility + LIFT;
    (((utility - BEGINS.0) / (BEGINS.1 - BEGINS.0)).clamp(0.0, 1.0), utility)
}

/// The utility of an option: the fitted one, or that of certainty.
pub(crate) fn joined(fitted: f64, values: &Values) -> f64 {
    let (certain, utility) = certainty(values);
    let doubtful = bend(fitted, MOST);
    doubtful + certain * (utility.max(doubtful) - doubtful)
}
