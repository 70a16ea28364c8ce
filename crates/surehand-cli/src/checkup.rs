//! `surehand doctor`: prints what is missing, and has it mended or put back.
//!
//! What is found and what can be changed is [`surehand::doctor`]'s; here it is printed, and becomes an exit code: 0
//! when nothing is wrong afterwards.

use std::io::Write as _;

use serde_json::json;
use surehand::core::error::Invalid;
use surehand::doctor::{self, Change, Check, Standing, Surroundings};

use crate::NOT_DONE;
use crate::arguments::Command;
use crate::terminal::{Paint, Tone};

/// Carries out `doctor`; `None` for the other words.
pub(crate) fn run(command: &Command) -> Result<Option<u8>, Invalid> {
    let Command::Doctor { fix, undo, output } = command else { return Ok(None) };
    let variable = |name: &str| std::env::var_os(name);
    let around = Surroundings { variable: &variable, program: std::env::current_exe().ok() };
    let undone = if *undo { doctor::undo(&around)? } else { Vec::new() };
    let mut checks = doctor::examine(&around);
    let made = if *fix { doctor::mend(&around, &checks)? } else { Vec::new() };
    if !made.is_empty() {
        checks = doctor::examine(&around);
    }
    let text = if output.json { as_json(&checks, &made, &undone) } else { in_words(&checks, &made, &undone) };
    drop(std::io::stdout().lock().write_all(text.as_bytes()));
    let failed = undone.iter().any(|(_, back)| !back);
    let wrong = !*undo && checks.iter().any(|check| check.standing == Standing::Wrong);
    Ok(Some(if wrong || failed { NOT_DONE } else { 0 }))
}

fn as_json(checks: &[Check], made: &[Change], undone: &[(Change, bool)]) -> String {
    let words = |change: &Change| change.to_string();
    let (back, left): (Vec<_>, Vec<_>) = undone.iter().partition(|(_, back)| *back);
    let list =
        |changes: Vec<&(Change, bool)>| changes.iter().map(|(change, _)| words(change)).collect::<Vec<_>>();
    let all = json!({
        "checks": checks,
        "changed": made.iter().map(words).collect::<Vec<_>>(),
        "putBack": list(back),
        "leftAlone": list(left),
        "next": made.iter().filter_map(Change::then).collect::<Vec<_>>(),
    });
    format!("{all}\n")
}

fn in_words(checks: &[Check], made: &[Change], undone: &[(Change, bool)]) -> String {
    let paint = Paint::of_output();
    let mut out = String::new();
    for (change, back) in undone {
        out += &format!(
            "{}  {change}\n",
            if *back { "put back " } else { "left alone, as it stands differently by now " }
        );
    }
    for change in made {
        out += &format!("changed  {change}\n");
        if let Some(next) = change.then() {
            out += &format!("{:8} → {next}\n", "");
        }
    }
    for check in checks {
        let (word, tone) = match check.standing {
            Standing::Ok => ("ok", Tone::Good),
            Standing::Note => ("note", Tone::Odd),
            Standing::Wrong => ("wrong", Tone::Bad),
        };
        let word = paint.word(&format!("{word:<6}"), tone);
        out += &format!("{word} {:<18} {}\n", check.check, check.says);
        if let Some(fix) = &check.fix {
            out += &format!("{:25} → {fix}\n", "");
        }
    }
    if checks.iter().any(|check| check.mendable) {
        out += "`surehand doctor --fix` changes what can be changed back, and `--undo` changes it back\n";
    } else if !made.is_empty() {
        out += "`surehand doctor --undo` changes it back\n";
    }
    out
}
