//! `surehand-eval judge --cases FILE [--model FILE]`: how well words pick, or words with the encoder of a model file.
//!
//! The same figures as `surehand eval picker`, for a model file that is not in use.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use surehand_core::clock::SystemClock;
use surehand_core::decider::Decider;
use surehand_eval::{Cases, Score, evaluate};
use surehand_picker::{JointDecider, WordsDecider};

/// Reads, asks, and writes a table.
pub(crate) fn run(cases: &Path, model: Option<&Path>) -> Result<(), String> {
    let name = cases.display().to_string();
    let text = std::fs::read_to_string(cases).map_err(|error| format!("{name}: {error}"))?;
    let cases = Cases::read(&name, &text).map_err(|invalid| invalid.to_string())?;
    let decider: Box<dyn Decider> = match model {
        None => Box::new(WordsDecider),
        Some(model) => {
            let encoder = Arc::new(crate::encoder(model)?);
            Box::new(JointDecider::new(encoder).map_err(|damage| format!("{}: {damage}", model.display()))?)
        }
    };
    let report = evaluate(&cases, &*decider, &SystemClock::new()).map_err(|error| error.to_string())?;
    let mut out = std::io::stdout().lock();
    let mut say = |line: String| drop(writeln!(out, "{line}"));
    say(report.model.clone());
    for (name, score) in
        report.sources.iter().map(|(name, score)| (name.as_str(), score)).chain([("all", &report.all)])
    {
        say(row(name, score));
    }
    Ok(())
}

fn row(name: &str, score: &Score) -> String {
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    format!(
        "{name:<18} {:>4} cases  top-1 {:>5.1}  top-3 {:>5.1}  acts {:>5.1}  right {:>5.1}  absent acts {:>4.1}  \
         lost {:>4.1}  ece {:.3}  median {:.1} ms",
        score.cases,
        percent(score.top1, score.cases),
        percent(score.top3, score.cases),
        percent(score.acts, score.cases),
        percent(score.right_acts, score.acts),
        percent(score.absent_acts, score.cases),
        percent(score.lost, score.cases),
        score.ece(),
        score.time(0.5).as_secs_f64() * 1000.0,
    )
}
