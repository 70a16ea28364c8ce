//! Very many calls to one server; the last line is the sum.
//!
//! `soak SUREHAND [--calls N] [--page FILE]`: the built binary, how many calls (50,000), where the section for the
//! documentation goes. It exits with 1 when the server held more and more of something or a call went wrong, and with 2
//! when it could not run.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program: its output is what it is for")]

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use surehand_bench::soak::{page, soak};

/// The calls of a full run.
const CALLS: usize = 50_000;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("soak: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let (mut binary, mut calls, mut file) = (None, CALLS, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--calls" => calls = value()?.parse().map_err(io::Error::other)?,
            "--page" => file = Some(PathBuf::from(value()?)),
            path if binary.is_none() => binary = Some(PathBuf::from(path)),
            _ => return Err(io::Error::other(format!("what is {argument}?"))),
        }
    }
    let binary = binary.ok_or_else(|| io::Error::other("the path of the surehand binary is missing"))?;
    let came = soak(&binary, calls, |so_far| println!("{so_far}"))?;
    if let Some(file) = file {
        std::fs::write(file, page(&came))?;
    }
    let broken = came.broken();
    for bound in &broken {
        println!("broken: {bound}");
    }
    println!("soak: {came}");
    Ok(broken.is_empty())
}
