//! `surehand model [FILE]`: which model file the embedded decider uses, or whether a file is one that it could use.
//!
//! The file is read to its end and its hash compared, as the decider does it, so what is said here is what will happen.
//! Which file is used is said by a variable and not here: nothing of this changes anything.

use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use surehand::core::error::Invalid;
use surehand::embedded::{self, Absence, Choice};
use surehand::picker::{self, JointDecider};
use surehand::variables::Variables;

use crate::NOT_DONE;
use crate::arguments::Command;
use crate::print::plain;

/// Carries out `model`; `None` for the other words.
pub(crate) fn run(command: &Command) -> Result<Option<u8>, Invalid> {
    let Command::Model { file, output } = command else { return Ok(None) };
    let choice = match file {
        Some(file) => Choice::File(file.clone()),
        None => {
            let variables = Variables::read()?;
            Choice::of(&|name| variables.value(name))?
        }
    };
    let (facts, code) = match &choice {
        Choice::Off => {
            (json!({"model": picker::MODEL, "says": "no model file is used: it picks by words"}), 0)
        }
        Choice::Nowhere => {
            (json!({"model": picker::MODEL, "says": "there is no model file: it picks by words"}), NOT_DONE)
        }
        Choice::File(path) => of_file(path),
    };
    let text = if output.json { facts.to_string() } else { in_words(&facts) };
    drop(writeln!(std::io::stdout().lock(), "{text}"));
    Ok(Some(code))
}

fn of_file(path: &Path) -> (Value, u8) {
    let shown = path.display().to_string();
    let unusable = |absence: &Absence| {
        let says = format!("{absence}: it picks by words");
        (json!({"model": picker::MODEL, "file": shown, "says": says}), NOT_DONE)
    };
    let encoder = match embedded::read(path) {
        Ok(encoder) => std::sync::Arc::new(encoder),
        Err(absence) => return unusable(&absence),
    };
    match JointDecider::new(std::sync::Arc::clone(&encoder)) {
        Ok(_) => {
            let model = format!("{}+{}", picker::MODEL, encoder.name());
            let facts = json!({
                "model": model,
                "file": shown,
                "sha256": encoder.hash(),
                "pieces": encoder.pieces(),
                "says": "whole: it picks by words and meaning",
            });
            (facts, 0)
        }
        Err(damage) => unusable(&Absence::Damaged(damage)),
    }
}

fn in_words(facts: &Value) -> String {
    let lines = facts.as_object().into_iter().flatten().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), plain);
        format!("{name:<8} {value}")
    });
    lines.collect::<Vec<_>>().join("\n")
}
