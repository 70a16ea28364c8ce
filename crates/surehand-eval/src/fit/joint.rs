//! `surehand-eval joint`: the weights by which words and the encoder are one, for a model file.
//!
//! From the apps that the encoder was not trained on, which a file names line by line; each case counts as it is and
//! without what it means, as in the fit of the words. Figures come from folds of these apps. The decision that matters:
//! few weights, because thirteen apps do not hold more, and plain steps downhill, because nine weights need nothing better.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use surehand_core::decider::OptionFacts;
use surehand_picker::fitting::{JOINT_NAMES, JointRow};

use super::calibration::{Judged, threshold};
use super::cases::{Example, read_only};
use super::output;

const FOLDS: usize = 5;
/// How much a case without what it means counts.
const ABSENT: f64 = 0.5;
/// How much the weights are drawn to where they start: words alone.
const DRAWN: f64 = 0.002;
const START: JointRow = [0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
const STEPS: usize = 3_000;

/// A case with what is measured jointly.
struct Joint<'a> {
    example: &'a Example,
    options: &'a [OptionFacts],
    likeness: Vec<f64>,
    rows: Vec<(JointRow, bool)>,
}

/// Fits, and writes header lines for the model file.
pub(crate) fn run(data: &Path, model: &Path, apps: &Path, write: Option<&Path>) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    let mut say = |line: String| drop(writeln!(out, "{line}"));
    let encoder = crate::encoder(model)?;
    let names = std::fs::read_to_string(apps).map_err(|error| format!("{}: {error}", apps.display()))?;
    let read = read_only(data, names.lines().map(str::to_owned).collect())?;
    say(format!("{} cases of {} apps", read.examples.len(), read.apps.len()));
    let joints: Vec<Joint<'_>> = read
        .examples
        .iter()
        .filter_map(|example| {
            let options = example.options.as_deref()?;
            let likeness = encoder.likeness(&encoder.instruction(&example.words), options);
            let is_gold = |places: &[usize]| places.iter().any(|place| example.places.contains(place));
            let rows = example.present.distinct_jointly(&likeness, options);
            let rows = rows.into_iter().map(|(row, places)| (row, is_gold(&places))).collect();
            Some(Joint { example, options, likeness, rows })
        })
        .collect();
    for only_words in [true, false] {
        let mut judged = Vec::new();
        for fold in 0..FOLDS {
            let seen: Vec<&Joint<'_>> =
                joints.iter().filter(|joint| joint.example.app % FOLDS != fold).collect();
            let weights = if only_words { START } else { fit(&seen) };
            judged.extend(
                joints
                    .iter()
                    .filter(|joint| joint.example.app % FOLDS == fold)
                    .map(|joint| joint.judge(&weights)),
            );
        }
        say(if only_words { "words, from the same rows" } else { "words and encoder" }.to_owned());
        output::report(&judged, &threshold(&judged), &mut say);
        if only_words {
            continue;
        }
        let weights = fit(&joints.iter().collect::<Vec<_>>());
        let chosen = threshold(&judged);
        let mut header = format!(
            "words = {}\nstrict = {}\nabsent = {}\n",
            surehand_picker::MODEL,
            chosen.strict,
            chosen.absent
        );
        for (name, weight) in JOINT_NAMES.iter().zip(weights) {
            let _ = writeln!(header, "weight {name} = {weight:.4}");
        }
        say(header.clone());
        if let Some(path) = write {
            std::fs::write(path, header).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

impl Joint<'_> {
    fn judge(&self, weights: &JointRow) -> Judged {
        let options = self.options;
        let present = self.example.present.answer_jointly(&self.likeness, options, weights);
        let is_other = |place: &usize| !self.example.places.contains(place);
        let others: Vec<usize> = (0..options.len()).filter(is_other).collect();
        let likeness: Vec<f64> = others.iter().map(|place| self.likeness[*place]).collect();
        let rest: Vec<_> = others.iter().map(|place| options[*place].clone()).collect();
        let absent = self.example.absent.answer_jointly(&likeness, &rest, weights);
        Judged::of_answers(self.example, &present, &absent)
    }

    /// Adds the slope of this case's surprise, as it is or without what it means.
    fn slope(&self, weights: &JointRow, is_there: bool, slope: &mut JointRow) {
        let rows = || self.rows.iter().filter(|(_, is_gold)| is_there || !is_gold);
        let utilities: Vec<f64> = rows().map(|(row, _)| dot(row, weights)).collect();
        let top = utilities.iter().copied().fold(0.0, f64::max);
        let total: f64 = utilities.iter().map(|utility| (utility - top).exp()).sum::<f64>() + (-top).exp();
        let gold = || rows().zip(&utilities).filter(|((_, is_gold), _)| *is_gold);
        let right: f64 = gold().map(|(_, utility)| (utility - top).exp()).sum();
        let weight = self.example.weight * if is_there { 1.0 } else { ABSENT };
        for ((row, is_gold), utility) in rows().zip(&utilities) {
            let mass = (utility - top).exp();
            let wanted = if is_there && *is_gold { mass / right.max(1e-300) } else { 0.0 };
            let pull = weight * (mass / total - wanted);
            slope.iter_mut().zip(row).for_each(|(slope, value)| *slope += pull * value);
        }
    }
}

/// The weights that make the cases likeliest, by Adam's steps.
fn fit(joints: &[&Joint<'_>]) -> JointRow {
    let mut weights = START;
    let (mut first, mut second): (JointRow, JointRow) = ([0.0; _], [0.0; _]);
    let all: f64 = joints.iter().map(|joint| joint.example.weight).sum();
    for step in 0..STEPS {
        let mut slope: JointRow = [0.0; _];
        // A part of the cases at a time; each comes round often enough.
        for joint in joints.iter().skip(step % 8).step_by(8) {
            joint.slope(&weights, true, &mut slope);
            joint.slope(&weights, false, &mut slope);
        }
        let rate = 0.05 * (1.0 - step as f64 / STEPS as f64);
        for place in 0..weights.len() {
            let slope = 8.0 * slope[place] / all + DRAWN * (weights[place] - START[place]);
            first[place] = 0.9_f64.mul_add(first[place], 0.1 * slope);
            second[place] = 0.99_f64.mul_add(second[place], 0.01 * slope * slope);
            let begun = (1.0 - 0.9_f64.powi(step as i32 + 1), 1.0 - 0.99_f64.powi(step as i32 + 1));
            weights[place] -= rate * (first[place] / begun.0) / ((second[place] / begun.1).sqrt() + 1e-9);
        }
    }
    weights
}

fn dot(row: &JointRow, weights: &JointRow) -> f64 {
    row.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}
