//! Ten goals of a user, each N times, judged by the apps and the disk.
//!
//! `goals SUREHAND [--runs N] [--only NAME] [--page FILE] [--verbose]`: the built binary, how often each is run (10), one goal
//! alone, where the table for the documentation goes. It exits with 1 when a run was wrong, and with 2 when it could not run.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program: its output is what it is for")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use surehand_bench::goals::place::Verdict;
use surehand_bench::goals::{Came, Goal, goals};

struct Options {
    binary: PathBuf,
    runs: usize,
    only: Option<String>,
    page: Option<PathBuf>,
    verbose: bool,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("goals: {error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> io::Result<Options> {
    let mut options = Options { binary: PathBuf::new(), runs: 10, only: None, page: None, verbose: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--runs" => options.runs = value()?.parse().map_err(io::Error::other)?,
            "--only" => options.only = Some(value()?),
            "--page" => options.page = Some(value()?.into()),
            "--verbose" => options.verbose = true,
            path if options.binary.as_os_str().is_empty() => options.binary = path.into(),
            _ => return Err(io::Error::other(format!("what is {argument}?"))),
        }
    }
    if options.binary.as_os_str().is_empty() {
        return Err(io::Error::other("the path of the surehand binary is missing"));
    }
    Ok(options)
}

fn run(options: &Options) -> io::Result<bool> {
    let mut table =
        "| goal | runs | right | stopped | wrong | endings | median s |\n|---|--:|--:|--:|--:|---|--:|\n"
            .to_owned();
    let mut is_fine = true;
    for goal in goals()? {
        if options.only.as_ref().is_some_and(|only| *only != goal.name) {
            continue;
        }
        let mut all = Vec::new();
        for number in 1..=options.runs {
            let came = goal.run(&options.binary)?;
            tell(options, &goal, number, &came);
            all.push(came);
        }
        let row = row(&goal, &all);
        println!("{row}");
        is_fine &= all.iter().all(|came| came.verdict != Verdict::Wrong);
        let _ = writeln!(table, "{row}");
    }
    println!("\n{table}");
    if let Some(page) = &options.page {
        std::fs::write(page, &table)?;
    }
    Ok(is_fine)
}

/// What a run came to; with all of its actions when asked for, or when it was not right.
fn tell(options: &Options, goal: &Goal, number: usize, came: &Came) {
    println!(
        "{} #{number}: {:?}, {} after {:.1} s; {}",
        goal.name,
        came.verdict,
        came.ending,
        came.elapsed.as_secs_f64(),
        came.detail
    );
    if !options.verbose && came.verdict == Verdict::Right {
        return;
    }
    for line in came.lines.iter().filter(|line| line["type"] == "action") {
        println!(
            "    {} {} {} → {} ({})",
            line["step"], line["action"], line["target_name"], line["status"], line["message"]
        );
    }
}

fn row(goal: &Goal, all: &[Came]) -> String {
    let count = |verdict: Verdict| all.iter().filter(|came| came.verdict == verdict).count();
    let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
    for came in all {
        *endings.entry(&came.ending).or_default() += 1;
    }
    let endings: Vec<String> = endings.iter().map(|(ending, count)| format!("{count} × {ending}")).collect();
    let mut seconds: Vec<f64> = all.iter().map(|came| came.elapsed.as_secs_f64()).collect();
    seconds.sort_by(f64::total_cmp);
    let median = seconds.get(seconds.len() / 2).copied().unwrap_or_default();
    format!(
        "| {} | {} | {} | {} | {} | {} | {median:.1} |",
        goal.name,
        all.len(),
        count(Verdict::Right),
        count(Verdict::Stopped),
        count(Verdict::Wrong),
        endings.join(", ")
    )
}
