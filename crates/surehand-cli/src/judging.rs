//! `surehand eval picker` and `surehand pick`: how well a decider picks, and why.
//!
//! They read a file and look at no desktop. `eval` goes through the same gate as `act`; `pick` explains the embedded
//! decider by its own code, so that what is told is what was decided.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use surehand::core::clock::{Clock, SystemClock};
use surehand::core::decider::{Decider, Purpose};
use surehand::core::error::Invalid;
use surehand::core::request::Scene;
use surehand::evaluation::{Cases, Report, Score, evaluate};
use surehand::picker::{Contribution, Explanation, WordsDecider, explain};
use surehand::variables::Variables;

use crate::arguments::{Command, Evaluation};
use crate::print::plain;
use crate::{BROKEN, complain};

/// How many options `pick` explains.
const SHOWN: usize = 5;

/// Carries out these words; `None` for the others.
pub(crate) fn run(command: &Command) -> Result<Option<u8>, Invalid> {
    match command {
        Command::Eval { what: Evaluation::Picker { file, decider, output } } => {
            picker(file, decider, output.json).map(Some)
        }
        Command::Pick { file, instruction, output } => pick(file, instruction, output.json).map(Some),
        _ => Ok(None),
    }
}

fn read(file: &Path) -> Result<Cases, Invalid> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file)
        .map_err(|_| Invalid::new("--file", "must name a text file that can be read"))?;
    Cases::read(&name, &text)
}

fn picker(file: &Path, name: &str, json: bool) -> Result<u8, Invalid> {
    let cases = read(file)?;
    if cases.cases.is_empty() {
        return Err(Invalid::new("--file", "must hold at least one line of type \"case\""));
    }
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let decider: Arc<dyn Decider> = if name == "words" {
        Arc::new(WordsDecider::new())
    } else {
        surehand::named_decider(name, &Variables::read()?, &clock)?
    };
    match evaluate(&cases, &*decider, &*clock) {
        Ok(report) => {
            say(&if json { report.json().to_string() } else { table(&report) });
            Ok(0)
        }
        Err(error) => {
            complain(&format!("surehand: {}: {error}\n", error.code));
            Ok(BROKEN)
        }
    }
}

fn table(report: &Report) -> String {
    let mut lines = vec![format!("{:<18} {}", "model", report.model)];
    lines.push(
        "source              cases  top1 %  top3 %   acts  right %  absent acts   ece   p50 us   p95 us"
            .to_owned(),
    );
    lines.push(row("all", &report.all));
    lines.extend(report.sources.iter().map(|(name, score)| row(&plain(name), score)));
    lines.join("\n")
}

fn row(name: &str, score: &Score) -> String {
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    format!(
        "{name:<18} {:>6} {:>7.1} {:>7.1} {:>6} {:>8.1} {:>12} {:>5.3} {:>8} {:>8}",
        score.cases,
        percent(score.top1, score.cases),
        percent(score.top3, score.cases),
        score.acts,
        percent(score.right_acts, score.acts),
        score.absent_acts,
        score.ece(),
        score.time(0.5).as_micros(),
        score.time(0.95).as_micros()
    )
}

fn pick(file: &Path, instruction: &str, json: bool) -> Result<u8, Invalid> {
    let cases = read(file)?;
    let [screen] = cases.screens.as_slice() else {
        return Err(Invalid::new("--file", "must hold one line of type \"screen\""));
    };
    let scene = Scene { instruction, app: &screen.app, window: &screen.window, ..Scene::default() };
    let request = scene.ask(Purpose::Act, &screen.options, false);
    let explained = explain(&request, 0).unwrap_or_default();
    let mut order: Vec<usize> = (0..explained.len()).collect();
    order.sort_by(|left, right| explained[*right].p.total_cmp(&explained[*left].p));
    order.truncate(SHOWN);
    let options: Vec<Told<'_>> = order
        .into_iter()
        .map(|place| Told {
            id: &screen.ids[place],
            label: &screen.options[place].label,
            explanation: &explained[place],
        })
        .collect();
    if json {
        let options: Vec<Value> = options.iter().map(Told::json).collect();
        say(&json!({"instruction": instruction, "options": options}).to_string());
    } else {
        options.iter().for_each(|option| say(&option.line()));
    }
    Ok(0)
}

/// One option with why it has its probability.
struct Told<'a> {
    id: &'a str,
    label: &'a str,
    explanation: &'a Explanation,
}

impl Told<'_> {
    /// What added or took something.
    fn parts(&self) -> impl Iterator<Item = &Contribution> {
        self.explanation.contributions.iter().filter(|each| each.contribution != 0.0)
    }

    fn json(&self) -> Value {
        let parts: Vec<Value> = self
            .parts()
            .map(|each| json!({"feature": each.feature, "value": each.value, "adds": each.contribution}))
            .collect();
        let Explanation { p, cap, .. } = self.explanation;
        json!({"id": self.id, "label": self.label, "p": p, "held_down_by": cap, "parts": parts})
    }

    fn line(&self) -> String {
        let parts: Vec<String> =
            self.parts().map(|each| format!("{} {:+.2}", each.feature, each.contribution)).collect();
        let held = self.explanation.cap.map(|cap| format!("; held down by: {cap}")).unwrap_or_default();
        let (p, label, id) = (self.explanation.p, plain(self.label), plain(self.id));
        format!("{p:.3}  {label}  [{id}]  {}{held}", parts.join(", "))
    }
}

fn say(line: &str) {
    // A reader that has gone is no failure.
    drop(writeln!(std::io::stdout().lock(), "{line}"));
}
