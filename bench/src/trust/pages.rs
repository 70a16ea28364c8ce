//! The sections that a run writes into the documentation, in Markdown.
//!
//! A cell is one word where all places agree, and tells the places apart where they do not.

use super::lies::Lie;
use super::rows::CELLS;
use super::stage::{Pass, Place};
use super::tally::{Answers, Tally};
use crate::measure::median;

/// The passes of one toolkit, one for each place.
#[derive(Debug)]
pub struct Column {
    /// The toolkit's name.
    pub toolkit: &'static str,
    /// The passes.
    pub passes: Vec<(Place, Pass)>,
}

impl Column {
    /// The counts of all its passes.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        self.passes.iter().for_each(|(_, pass)| sum.merge(&pass.tally));
        sum
    }

    /// What the cell with this number was answered: in one word where all places agree.
    fn cell(&self, index: usize) -> String {
        let words: Vec<String> =
            self.passes.iter().map(|(_, pass)| pass.answers[index].to_string()).collect();
        match words.first() {
            Some(first) if words.iter().all(|word| word == first) => format!("{first} in each"),
            _ => {
                let told = self.passes.iter().zip(&words);
                told.map(|((place, _), word)| format!("{word} {}", place.name()))
                    .collect::<Vec<_>>()
                    .join("; ")
            }
        }
    }
}

/// What was answered to one lie on one toolkit.
#[derive(Debug)]
pub struct Told {
    /// The lie.
    pub lie: &'static Lie,
    /// The toolkit's name.
    pub toolkit: &'static str,
    /// The counts.
    pub tally: Tally,
    /// The answers, of all controls together.
    pub answers: Answers,
}

impl Told {
    /// Nothing yet.
    #[must_use]
    pub fn new(lie: &'static Lie, toolkit: &'static str) -> Self {
        Self { lie, toolkit, tally: Tally::default(), answers: Answers::default() }
    }

    /// Takes in a pass.
    pub fn take(&mut self, pass: Pass) {
        self.tally.merge(&pass.tally);
        pass.answers.iter().for_each(|answers| self.answers.merge(answers));
    }
}

/// The table of docs/trust.md: what apps that lie were answered. What is marked must not be answered.
#[must_use]
pub fn lies_table(told: &[Told]) -> String {
    let mut page = String::from("| the app … | on | acceptable | answered | |\n|---|---|---|---|---|\n");
    for Told { lie, toolkit, tally, answers } in told {
        let wrong = tally.broken_by_lies().join("; ");
        let verdict = if wrong.is_empty() { "kept".to_owned() } else { format!("**{wrong}**") };
        page.push_str(&format!(
            "| {} | {toolkit} | {} | {answers} | {verdict} |\n",
            lie.what,
            lie.acceptable.join(", ")
        ));
    }
    page
}

/// The matrix of docs/platforms.md: what each cell was answered.
#[must_use]
pub fn matrix(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.toolkit).collect();
    let mut page = format!("| cell | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(columns.len()));
    for (index, cell) in CELLS.iter().enumerate() {
        let cells: Vec<String> = columns.iter().map(|column| column.cell(index)).collect();
        page.push_str(&format!("| {} | {} |\n", cell.name, cells.join(" | ")));
    }
    page
}

/// The table of docs/trust.md: the rates for each toolkit and in all.
#[must_use]
pub fn rates(columns: &[Column]) -> String {
    let mut page = String::from(
        "| toolkit | acts | confirmed | of these done | confirmed and done of all | false alarms | false done | doubled \
         | elsewhere | refused | without a way | median ms |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let mut whole = Tally::default();
    let mut all_times = Vec::new();
    for column in columns {
        let tally = column.tally();
        whole.merge(&tally);
        let times: Vec<f64> =
            column.passes.iter().flat_map(|(_, pass)| pass.milliseconds.iter().flatten().copied()).collect();
        page.push_str(&line(column.toolkit, &tally, &times));
        all_times.extend(times);
    }
    page.push_str(&line("all", &whole, &all_times));
    page
}

fn line(name: &str, tally: &Tally, times: &[f64]) -> String {
    format!(
        "| {name} | {} | {} | {:.2} % | {:.2} % | {:.2} % | {} | {} | {} | {} | {} | {:.0} |\n",
        tally.acts,
        tally.confirmed,
        tally.done_rate() * 100.0,
        tally.whole_rate() * 100.0,
        tally.false_alarm_rate() * 100.0,
        tally.false_done,
        tally.doubled,
        tally.elsewhere,
        tally.refused,
        tally.without_way,
        median(times)
    )
}
