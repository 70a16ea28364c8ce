//! One verified act: what it takes beyond the app's own reaction and the stability window, and what the other driver takes
//! for the same effect, with and without looking afterwards whether it came.
//!
//! Ours acts on a form of its own: what somebody else presses would look to it like a form that changes by itself.

use std::io;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;

use super::raw::RawReader;
use super::rival::Rival;
use super::{BUDGETS, median, verdict};
use crate::program::Program;

const LIMIT: Duration = Duration::from_secs(60);
/// The stability window of texts, in milliseconds.
const STABILITY: f64 = 350.0;
/// What an act may take beside reading the window twice, the app's reaction and the stability window, in milliseconds.
const OVERHEAD: f64 = 15.0;

/// What was measured of one kind of act on one toolkit.
#[derive(Clone, Debug, Default)]
pub struct Line {
    act: String,
    whole: f64,
    reaction: f64,
    reading: f64,
    stability: f64,
    their_act: f64,
    their_verified: f64,
    done: usize,
    rounds: usize,
}

impl Line {
    /// Beyond reaction and stability window.
    fn overhead(&self) -> f64 {
        self.whole - self.stability - self.reaction
    }

    fn budget(&self) -> f64 {
        OVERHEAD + 2.0 * self.reading
    }
}

/// An act on the form: what it does in our words, a piece of its line in theirs, and whether it takes a text.
const ACTS: &[(&str, &str, &str, bool)] = &[
    ("set a text", "replace the whole text of TextField \"Name\"", "\"Name\"", true),
    ("press a button", "click Button \"Save\"", "\"Save\"", false),
];

/// Acts on the form of each toolkit, `rounds` times.
///
/// # Errors
/// When the form does not start, or a server does not answer.
pub fn measure(
    desktop: &HeadlessDesktop,
    ours: &mut McpServer,
    theirs: &mut Rival,
    rounds: usize,
) -> io::Result<Vec<Line>> {
    let mut raw = RawReader::start(desktop)?;
    let mut lines = Vec::new();
    for (toolkit, name) in [("gtk3", "GTK3"), ("gtk4", "GTK4"), ("qt5", "Qt 5")] {
        let program = Program::fixture("form.py", toolkit, &[]);
        let own = program.start(desktop)?;
        let other = Program { title: "The other form".to_owned(), ..program.clone() };
        let their = other.start(desktop)?;
        let pid = u64::from(own.process.pid());
        let (their_pid, their_window) = (u64::from(their.process.pid()), u64::from(their.window));
        let state = desktop.state_file(&other.title);
        for (act, does, line_of_theirs, takes_text) in ACTS {
            let id = id(ours, pid, does)?;
            let mut times = Times::default();
            let mut line = Line { act: format!("{act}, {name}"), rounds, ..Line::default() };
            for round in 0..rounds {
                let text = |who: &str| takes_text.then(|| format!("{who} {round}"));
                times.reading.push(raw.read(&program.title)?.0);
                times.reaction.push(raw.react(&other.title, does, text("raw").as_deref(), &state)?);
                let mut arguments = json!({"pid": pid, "instruction": "as the id says", "candidateId": id});
                if let Some(text) = text("ours") {
                    arguments["text"] = text.into();
                }
                let answer = ours.call("act", arguments, LIMIT)?;
                line.done += usize::from(answer.status() == "done");
                times.whole.push(answer.elapsed.as_secs_f64() * 1000.0);
                let tree = theirs.whole_tree(their_pid, their_window)?;
                let answer = theirs.act(&tree, line_of_theirs, text("theirs").as_deref())?;
                let spent = answer.elapsed.as_secs_f64() * 1000.0;
                let after = theirs.tree(their_pid, their_window)?;
                times.their_act.push(spent);
                times.their_verified.push(spent + after.elapsed.as_secs_f64() * 1000.0);
            }
            line.stability = if *takes_text { STABILITY } else { 0.0 };
            (line.whole, line.reaction, line.reading) =
                (median(&times.whole), median(&times.reaction), median(&times.reading));
            (line.their_act, line.their_verified) = (median(&times.their_act), median(&times.their_verified));
            lines.push(line);
        }
    }
    Ok(lines)
}

#[derive(Default)]
struct Times {
    whole: Vec<f64>,
    reaction: Vec<f64>,
    reading: Vec<f64>,
    their_act: Vec<f64>,
    their_verified: Vec<f64>,
}

fn id(ours: &mut McpServer, pid: u64, does: &str) -> io::Result<String> {
    let answer = ours.call("observe", json!({"pid": pid, "limit": 200}), LIMIT)?;
    let candidates = answer.json["candidates"].as_array();
    let meant = candidates.into_iter().flatten().find(|candidate| candidate["does"] == does);
    let id = meant.and_then(|candidate| candidate["id"].as_str());
    id.map(str::to_owned).ok_or_else(|| io::Error::other(format!("nothing does {does}: {}", answer.json)))
}

/// The table and the budget.
#[must_use]
pub fn page(lines: &[Line]) -> String {
    let mut page = String::from(
        "| act | whole ms | the app's reaction | stability window | beyond these | 15 ms + two readings | done | cua's \
         act ms | with a reading after it |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for line in lines {
        page.push_str(&format!(
            "| {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {} of {} | {:.0} | {:.0} |\n",
            line.act,
            line.whole,
            line.reaction,
            line.stability,
            line.overhead(),
            line.budget(),
            line.done,
            line.rounds,
            line.their_act,
            line.their_verified
        ));
    }
    page.push('\n');
    page.push_str(BUDGETS);
    let over: Vec<String> = lines
        .iter()
        .filter(|line| line.overhead() > line.budget())
        .map(|line| format!("{}: {:.0} ms more", line.act, line.overhead() - line.budget()))
        .collect();
    let text = if over.is_empty() { "all of them".to_owned() } else { over.join("; ") };
    page.push_str(&verdict(
        "a verified act ≤ 15 ms + two readings, beyond reaction and window",
        &text,
        over.is_empty(),
    ));
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_the_budget_is_named() {
        let good = Line { whole: 420.0, reaction: 10.0, reading: 25.0, stability: 350.0, ..Line::default() };
        assert!(!page(std::slice::from_ref(&good)).contains("not met"));
        let bad = Line { act: "press".into(), whole: 430.0, ..good };
        assert!(page(&[bad]).contains("press: 5 ms more"));
    }
}
