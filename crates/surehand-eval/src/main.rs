//! `surehand-eval fit --data PATH [--write FILE]`: the weights of the embedded decider, from cases.
//!
//! PATH is a folder with `train.jsonl` (screens and cases) and `mined.json` (labels and what they do, from many apps).
//! The decision that matters: everything is drawn by a fixed sequence, so that the same data gives the same weights, and
//! every figure comes from apps that the weights behind it have not seen. Data stays where it is; what is written holds
//! numbers and stems of words. The held-out file is not read.

mod fit;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut data = None;
    let mut write = None;
    let is_fit = arguments.next().as_deref() == Some("fit");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--data" => data = arguments.next().map(PathBuf::from),
            "--write" => write = arguments.next().map(PathBuf::from),
            _ => return complain("usage: surehand-eval fit --data PATH [--write FILE]"),
        }
    }
    let Some(data) = data.filter(|_| is_fit) else {
        return complain("usage: surehand-eval fit --data PATH [--write FILE]");
    };
    match fit::run(&data, write.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => complain(&reason),
    }
}

fn complain(words: &str) -> ExitCode {
    // Whoever closed the pipe does not want to know.
    drop(writeln!(std::io::stderr().lock(), "{words}"));
    ExitCode::FAILURE
}
