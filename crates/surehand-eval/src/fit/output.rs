//! What the fit says, and the file it writes.
//!
//! The decision that matters: weights are whole thousandths, so that a difference between two fits can be read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use surehand_picker::fitting::{FEATURES, features};

use super::calibration::{Chosen, Judged, counts, tempered};
use super::cases::Example;
use super::pairs::Pairs;
use super::wording::Style;

/// A case whose leader is wrong: the words, what is meant with its place, and the first five.
pub(crate) fn error(
    (example, weights): &(&Example, &[f64; FEATURES]),
    judged: &Judged,
    by: &(f64, f64),
    apps: &[String],
) -> Option<String> {
    if judged.top1 {
        return None;
    }
    let answer = example.present.answer(&tempered(weights, *by));
    let mut order: Vec<usize> = (0..answer.options.len()).collect();
    order.sort_by(|left, right| answer.options[*right].total_cmp(&answer.options[*left]));
    let mut text = format!("{} [{}] {}\n", example.style.name(), apps[example.app], example.words);
    for (rank, place) in order.iter().enumerate() {
        let is_gold = example.places.contains(place);
        if rank < 5 || is_gold {
            let mark = if is_gold { '*' } else { ' ' };
            let p = answer.options[*place];
            _ = writeln!(text, "  {mark}{} {p:.3} {}", rank + 1, example.shown[*place]);
        }
    }
    Some(text)
}

/// Figures about apps that the weights have not seen: all, by style, and long menus; by weight, so that apps count alike.
pub(crate) fn report(judged: &[Judged], chosen: &Chosen, say: &mut impl FnMut(String)) {
    say(format!("threshold {:.2}, not found from {:.3}", chosen.strict, chosen.absent));
    let every = [
        Style::Described,
        Style::Ordered,
        Style::Polite,
        Style::Literal,
        Style::Phrase,
        Style::Given,
        Style::GivenLiteral,
    ];
    for strict in [0.7, 0.75, 0.8, 0.85, 0.9, 0.95] {
        let (acts, right, absent, all) = counts(judged, strict, &|_| true);
        say(format!(
            "  {strict:.2}: acts {:.1} right {:.1} absent {:.1}",
            100.0 * acts / all,
            100.0 * right / acts,
            100.0 * absent / all
        ));
    }
    say(format!("expected calibration error {:.3}", ece(judged)));
    line("all", judged.iter(), chosen, say);
    for style in every {
        line(style.name(), judged.iter().filter(|each| each.style == style), chosen, say);
    }
    line("long menus", judged.iter().filter(|each| each.is_long), chosen, say);
}

fn ece(judged: &[Judged]) -> f64 {
    let mut bins = [(0.0, 0.0); 10];
    let mut all = 0.0;
    for each in judged {
        let bin = &mut bins[((each.p * 10.0) as usize).min(9)];
        bin.0 += each.weight * f64::from(each.top1);
        bin.1 += each.weight * each.p;
        all += each.weight;
    }
    bins.iter().map(|(right, promised): &(f64, f64)| (right - promised).abs()).sum::<f64>() / all
}

fn line<'a>(
    name: &str,
    judged: impl Iterator<Item = &'a Judged> + Clone,
    chosen: &Chosen,
    say: &mut impl FnMut(String),
) {
    let share = |is: &dyn Fn(&Judged) -> bool, of: &dyn Fn(&Judged) -> bool| {
        let part: f64 = judged.clone().filter(|each| is(each) && of(each)).map(|each| each.weight).sum();
        let whole: f64 = judged.clone().filter(|each| of(each)).map(|each| each.weight).sum();
        100.0 * part / whole.max(1e-12)
    };
    let acts = |each: &Judged| each.p >= chosen.strict;
    let all = |_: &Judged| true;
    say(format!(
        "{name:<22} {:>5} cases  top-1 {:>5.1}  top-3 {:>5.1}  acts {:>5.1}  right {:>5.1}  absent acts {:>4.1}  lost {:>4.1}",
        judged.clone().count(),
        share(&|each| each.top1, &all),
        share(&|each| each.top3, &all),
        share(&acts, &all),
        share(&|each| each.top1, &acts),
        share(&|each| each.absent >= chosen.strict, &all),
        share(&|each| each.none >= chosen.absent && each.none > each.p, &all),
    ));
}

/// The source text of the model's numbers.
pub(crate) fn source(
    weights: &[f64; FEATURES],
    rarity: &BTreeMap<u32, Vec<String>>,
    chosen: &Chosen,
    hash: &str,
) -> String {
    let mut text = format!(
        "//! The numbers of the model. Written by `surehand-eval fit`; not to be edited by hand.\n//!\n//! Fitted on data with the SHA-256 {hash} (both files one after the other).\n\n"
    );
    let _ = writeln!(
        text,
        "/// The weight of each feature, in their order, in thousandths.\npub(crate) const THOUSANDTHS: [i32; {FEATURES}] = ["
    );
    for (weight, name) in weights.iter().zip(features()) {
        let _ = writeln!(text, "    {:.0}, // {name}", weight * 1000.0);
    }
    let _ = writeln!(
        text,
        "];\n\n/// Act from this probability on.\npub(crate) const STRICT: f64 = {:.2};",
        chosen.strict
    );
    let _ = writeln!(
        text,
        "\n/// Say \"not found\" when \"none\" has this.\npub(crate) const ABSENT: f64 = {:.3};",
        chosen.absent
    );
    text.push_str("\n/// Stems by how rare they are on the labels of many apps; all others are worth 1.\n");
    text.push_str("pub(crate) const RARITY: &[(f64, &str)] = &[\n");
    for (step, stems) in rarity {
        let _ = writeln!(text, "    ({:.2}, \"{}\"),", f64::from(*step) / 20.0, wrapped(stems));
    }
    text.push_str("];\n");
    text
}

/// Words in lines of source that go on after a backslash.
fn wrapped(words: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        if lines.last().is_some_and(|line| line.len() + word.len() > 92) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join(" \\\n        ")
}

/// The source text of the words that go together.
pub(crate) fn associated(pairs: &Pairs, hash: &str) -> String {
    const WIDTH: usize = 112;
    let mut text = format!(
        "//! Words that go together. Written by `surehand-eval fit`; not to be edited by hand.\n//!\n//! Counted on data with the SHA-256 {hash} (both files one after the other).\n\n/// Separated by semicolons: a stem that is said, and behind how well (in hundredths that begin with 0), the stems of labels\n/// that go with it.\npub(crate) const ASSOCIATED: &str = \"\\\n    "
    );
    let mut width = 4;
    for word in pairs.lines().join("; ").split(' ') {
        if width + word.len() + 2 > WIDTH {
            text.push_str("\\\n    ");
            width = 4;
        }
        width += word.len() + 1;
        text.push_str(word);
        text.push(' ');
    }
    text.push_str("\";\n");
    text
}
