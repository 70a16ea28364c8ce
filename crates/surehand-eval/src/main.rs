//! `surehand-eval fit --data PATH [--write FILE] [--errors FILE]`: the weights of the embedded decider, from cases.
//!
//! PATH is a folder with `train.jsonl` (screens and cases) and `mined.json` (labels and what they do, from many apps).
//! The decision that matters: everything is drawn by a fixed sequence, so that the same data gives the same weights, and
//! every figure comes from apps that the weights behind it have not seen. Data stays where it is; what is written holds
//! numbers and stems of words. The held-out files are not read. The other words are for training the encoder.

mod fit;
mod judge;
mod vectors;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use surehand_picker::encoder::Encoder;

const USAGE: &str = "usage: surehand-eval fit --data PATH [--write FILE] [--errors FILE]
       surehand-eval joint --data PATH --model FILE --apps FILE [--write FILE]
       surehand-eval vectors --model FILE
       surehand-eval judge --cases FILE [--model FILE]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            // Whoever closed the pipe does not want to know.
            drop(writeln!(std::io::stderr().lock(), "{reason}"));
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let word = arguments.next();
    let (mut data, mut write, mut errors, mut model) = (None, None, None, None);
    let (mut apps, mut cases) = (None, None);
    while let Some(argument) = arguments.next() {
        let place = match argument.as_str() {
            "--data" => &mut data,
            "--write" => &mut write,
            "--errors" => &mut errors,
            "--model" => &mut model,
            "--apps" => &mut apps,
            "--cases" => &mut cases,
            _ => return Err(USAGE.to_owned()),
        };
        *place = arguments.next().map(PathBuf::from);
    }
    match (word.as_deref(), data, model, apps, cases) {
        (Some("fit"), Some(data), None, None, None) => fit::run(&data, write.as_deref(), errors.as_deref()),
        (Some("joint"), Some(data), Some(model), Some(apps), None) => {
            fit::run_joint(&data, &model, &apps, write.as_deref())
        }
        (Some("vectors"), None, Some(model), None, None) => vectors::run(&model),
        (Some("judge"), None, model, None, Some(cases)) => judge::run(&cases, model.as_deref()),
        _ => Err(USAGE.to_owned()),
    }
}

/// The encoder of a model file.
fn encoder(model: &Path) -> Result<Encoder, String> {
    let bytes = std::fs::read(model).map_err(|error| format!("{}: {error}", model.display()))?;
    Encoder::read(&bytes).map_err(|damage| format!("{}: {damage}", model.display()))
}
