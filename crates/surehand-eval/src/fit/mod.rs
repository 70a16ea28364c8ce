//! From data to weights: cases, fit by folds of apps, calibration, threshold, the final fit.
//!
//! The decision that matters: the threshold is chosen on answers about apps that the answering weights have not seen, and
//! with what is meant taken away as well, so that it keeps its promise on an app that nobody has seen.

mod calibration;
mod cases;
mod draw;
mod joint;
mod logit;
mod output;
mod pairs;
mod rarity;
mod wording;

pub(crate) use joint::run as run_joint;

use std::io::Write as _;
use std::path::Path;

use surehand_picker::fitting::{FEATURES, start};

use calibration::Judged;
use cases::Example;

/// How many folds of apps.
const FOLDS: usize = 5;

/// Fits, writes the weights to `write` with the words that go together beside it, and to `errors` what weights that had not seen an app got wrong about it.
pub(crate) fn run(data: &Path, write: Option<&Path>, errors: Option<&Path>) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    let mut say = |line: String| drop(writeln!(out, "{line}"));
    let read = cases::read(data)?;
    say(format!("data {}", read.hash));
    let rarity = rarity::table(&read.labels, &read.descriptions);
    let examples = &read.examples;
    say(format!("{} cases of {} apps", examples.len(), read.apps.len()));
    let mut by_fold = Vec::new();
    for fold in 0..FOLDS {
        let seen: Vec<&Example> = examples.iter().filter(|example| example.app % FOLDS != fold).collect();
        by_fold.push(logit::fit(&seen, &start()));
    }
    let unseen: Vec<(&Example, &[f64; FEATURES])> =
        examples.iter().map(|example| (example, &by_fold[example.app % FOLDS])).collect();
    let by = calibration::temper(&unseen);
    say(format!("scale {:.1}, offset {:.1}", by.0, by.1));
    let judged: Vec<Judged> = unseen
        .iter()
        .map(|(example, weights)| Judged::of(example, &calibration::tempered(weights, by)))
        .collect();
    let chosen = calibration::threshold(&judged);
    output::report(&judged, &chosen, &mut say);
    if let Some(path) = errors {
        let text: String = unseen
            .iter()
            .zip(&judged)
            .filter_map(|(each, judged)| output::error(each, judged, &by, &read.apps))
            .collect();
        write_to(path, &text)?;
    }
    let all: Vec<&Example> = examples.iter().collect();
    let weights = calibration::tempered(&logit::fit(&all, &start()), by);
    if let Some(path) = write {
        let text = output::source(&weights, &rarity, &chosen, &read.hash);
        write_to(path, &text)?;
        write_to(&path.with_file_name("associated.rs"), &output::associated(&read.pairs, &read.hash))?;
    }
    Ok(())
}

fn write_to(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
