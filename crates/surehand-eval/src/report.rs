//! Counting what a decider answered.
//!
//! Shares are of cases; precision is of acts. `absent_acts` counts the cases that were acted on although what they mean
//! had been taken away: all of these are wrong. The expected calibration error compares what the leader's probability
//! promised with how often it was right, in ten bins. Intervals are Wilson's, at 95 %.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_core::clock::{Clock, Deadline};
use surehand_core::decider::{Decider, OptionFacts, Purpose};
use surehand_core::error::Result;
use surehand_core::gate::{Pick, Verdict, pick};
use surehand_core::request::Scene;

use crate::cases::{Case, Cases, Screen};

/// The longest that one answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where a share lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
}

impl Interval {
    /// Wilson's interval for `part` of `whole`. All of 0 to 1 when there is nothing.
    #[must_use]
    pub fn of(part: usize, whole: usize) -> Self {
        const Z: f64 = 1.96;
        if whole == 0 {
            return Self { low: 0.0, high: 1.0 };
        }
        let n = whole as f64;
        let share = part as f64 / n;
        let middle = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Self { low: ((middle - spread) / scale).max(0.0), high: ((middle + spread) / scale).min(1.0) }
    }
}

/// Counts over some cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// All cases.
    pub cases: usize,
    /// Cases whose leader is accepted.
    pub top1: usize,
    /// Cases with an accepted option among the first three.
    pub top3: usize,
    /// Cases that would be acted on.
    pub acts: usize,
    /// Cases that would be acted on, and rightly.
    pub right_acts: usize,
    /// Cases for which it would be said that nothing fits, although it is there.
    pub lost: usize,
    /// Cases that would be acted on with every accepted option taken away.
    pub absent_acts: usize,
    /// For each tenth of the leader's probability: how many, how many right, and the sum of the probabilities.
    bins: [(usize, usize, f64); 10],
    /// How long each answer took.
    times: Vec<Duration>,
}

impl Score {
    /// The expected calibration error, from 0 to 1.
    #[must_use]
    pub fn ece(&self) -> f64 {
        let off: f64 = self.bins.iter().map(|(_, right, promised)| (*right as f64 - promised).abs()).sum();
        off / self.cases.max(1) as f64
    }

    /// How long an answer took that `share` of all answers did not exceed.
    #[must_use]
    pub fn time(&self, share: f64) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        times.get((share * last as f64).round() as usize).copied().unwrap_or_default()
    }

    /// The figures as JSON: counts whole, shares from 0 to 1.
    #[must_use]
    pub fn json(&self) -> Value {
        let share = |part: usize, whole: usize| rounded(part as f64 / whole.max(1) as f64);
        let micros = |share| self.time(share).as_nanos() as f64 / 1000.0;
        json!({
            "cases": self.cases,
            "top1": share(self.top1, self.cases),
            "top3": share(self.top3, self.cases),
            "acts": self.acts,
            "acting_precision": if self.acts == 0 { Value::Null } else { share(self.right_acts, self.acts).into() },
            "absent_acts": self.absent_acts,
            "ece": rounded(self.ece()),
            "p50_us": rounded(micros(0.5)),
            "p95_us": rounded(micros(0.95)),
        })
    }

    fn add(&mut self, case: &Case, present: &Pick, absent: &Pick) {
        let is_gold = |place: &usize| case.gold.contains(place);
        let ranked: Vec<(usize, f64)> =
            present.ranking.iter().copied().filter(|(_, p)| *p > 0.0).take(3).collect();
        let leader = ranked.first().copied();
        let is_right = leader.is_some_and(|(place, _)| is_gold(&place));
        self.cases += 1;
        self.top1 += usize::from(is_right);
        self.top3 += usize::from(ranked.iter().any(|(place, _)| is_gold(place)));
        match &present.verdict {
            Verdict::Act { option, .. } => {
                self.acts += 1;
                self.right_acts += usize::from(is_gold(option));
            }
            Verdict::Absent => self.lost += 1,
            Verdict::Ambiguous(_) => {}
        }
        self.absent_acts += usize::from(matches!(absent.verdict, Verdict::Act { .. }));
        let p = leader.map_or(0.0, |(_, p)| p);
        let bin = &mut self.bins[((p * 10.0) as usize).min(9)];
        *bin = (bin.0 + 1, bin.1 + usize::from(is_right), bin.2 + p);
        self.times.push(present.elapsed);
    }
}

fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

/// The counts over all cases, and for each source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// All cases.
    pub all: Score,
    /// By source, in the order of their names.
    pub sources: BTreeMap<String, Score>,
    /// Which model answered.
    pub model: String,
}

impl Report {
    /// As JSON: the figures of all cases, and under `source` those of each.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut json = self.all.json();
        if let Value::Object(fields) = &mut json {
            let sources = self.sources.iter().map(|(name, score)| (name.clone(), score.json()));
            fields.insert("source".to_owned(), Value::Object(sources.collect()));
        }
        json
    }
}

/// Asks `decider` about each case, as it is and with what it means taken away.
///
/// # Errors
/// What the decider says: a report that lacks cases is none.
pub fn evaluate(cases: &Cases, decider: &dyn Decider, clock: &dyn Clock) -> Result<Report> {
    let mut report = Report::default();
    for case in &cases.cases {
        let screen = &cases.screens[case.screen];
        let present = answer(case, screen, &screen.options, decider, clock)?;
        let others: Vec<OptionFacts> = (0..screen.options.len())
            .filter(|place| !case.gold.contains(place))
            .map(|place| screen.options[place].clone())
            .collect();
        let absent = answer(case, screen, &others, decider, clock)?;
        report.model.clone_from(&present.model);
        report.all.add(case, &present, &absent);
        report.sources.entry(case.source.clone()).or_default().add(case, &present, &absent);
    }
    Ok(report)
}

fn answer(
    case: &Case,
    screen: &Screen,
    options: &[OptionFacts],
    decider: &dyn Decider,
    clock: &dyn Clock,
) -> Result<Pick> {
    let scene = Scene {
        instruction: &case.instruction,
        app: &screen.app,
        window: &screen.window,
        ..Scene::default()
    };
    pick(decider, &scene, Purpose::Act, options, clock, &Deadline::new(clock.now().plus(PATIENCE)))
}

#[cfg(test)]
mod tests {
    use surehand_core::clock::SystemClock;
    use surehand_picker::WordsDecider;

    use super::*;

    #[test]
    fn an_interval_holds_its_share() {
        let Interval { low, high } = Interval::of(61, 100);
        assert!((0.51..0.52).contains(&low) && (0.69..0.70).contains(&high), "{low} {high}");
        assert_eq!(Interval::of(0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn acts_ranks_and_absent_acts_are_counted() {
        let file = r#"{"type":"screen","id":"s","app":"A","window":"W","candidates":[{"id":"a","role":"button","label":"Save"},{"id":"b","role":"button","label":"Print"},{"id":"c","role":"button","label":"Undo"}]}
{"type":"case","id":"1","source":"right","screen":"s","instruction":"Press Save","gold":["a"]}
{"type":"case","id":"2","source":"wrong","screen":"s","instruction":"Press Print","gold":["c"]}"#;
        let report =
            evaluate(&Cases::read("f", file).unwrap(), &WordsDecider::new(), &SystemClock::new()).unwrap();
        let (all, right, wrong) = (&report.all, &report.sources["right"], &report.sources["wrong"]);
        assert_eq!((all.cases, all.top1, all.acts, all.right_acts), (2, 1, 2, 1));
        assert_eq!((right.acts, right.right_acts, right.absent_acts), (1, 1, 0));
        assert_eq!((wrong.acts, wrong.right_acts, wrong.absent_acts), (1, 0, 1));
        assert!(wrong.ece() > 0.8 && right.ece() < 0.2);
        assert_eq!(report.json()["source"]["wrong"]["absent_acts"], 1);
    }

    #[test]
    fn neither_ids_nor_order_count() {
        let candidates =
            [r#"{"id":"a","role":"button","label":"Save"}"#, r#"{"id":"b","role":"link","label":"Undo"}"#];
        let file = |candidates: &[&str], gold: &str| {
            let screen = format!(
                r#"{{"type":"screen","id":"s","app":"A","window":"W","candidates":[{}]}}"#,
                candidates.join(",")
            );
            let case =
                r#"{"type":"case","id":"1","source":"x","screen":"s","instruction":"Press Save","gold":"#;
            format!("{screen}\n{case}[\"{gold}\"]}}")
        };
        let score = |text: &str| {
            let cases = Cases::read("f", text).unwrap();
            let report = evaluate(&cases, &WordsDecider::new(), &SystemClock::new()).unwrap();
            Score { times: Vec::new(), ..report.all }
        };
        let before = score(&file(&candidates, "a"));
        let renamed = [candidates[1].replace("\"b\"", "\"c7\""), candidates[0].replace("\"a\"", "\"b\"")];
        let renamed: Vec<&str> = renamed.iter().map(String::as_str).collect();
        assert_eq!(before, score(&file(&renamed, "b")));
        assert_eq!(before.right_acts, 1);
    }
}
