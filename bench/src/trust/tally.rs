//! Counting: what was answered, what was true, and whether that keeps the promised bounds.
//!
//! The bounds are constants here and nowhere else. Refusals of cells without a background way are counted apart; all
//! other acts are in all rates, failures and refusals included.

use std::collections::BTreeMap;
use std::fmt;

use super::judge::Effect;

/// Of the confirmed acts, so many at least are answered `done`.
const DONE_RATE: f64 = 0.98;
/// Of the confirmed acts, so many at most are answered `mismatch` or `no_effect`.
const FALSE_ALARM_RATE: f64 = 0.01;
/// Of all acts on honest native controls, so many at least are confirmed and answered `done`.
const WHOLE_RATE: f64 = 0.95;

/// What became of many acts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Acts on controls that have a background way.
    pub acts: usize,
    /// Of these, acts that the app's state confirms.
    pub confirmed: usize,
    /// Of the confirmed, those answered `done`.
    pub confirmed_done: usize,
    /// Of the confirmed, those answered `mismatch` or `no_effect`.
    pub false_alarms: usize,
    /// Of all, those answered `failed` or not carried out at all.
    pub refused: usize,
    /// Acts on controls without a background way.
    pub without_way: usize,
    /// Acts answered `done` that the app's state does not confirm, of any kind.
    pub false_done: usize,
    /// Acts that happened more than once.
    pub doubled: usize,
    /// Acts that changed something else.
    pub elsewhere: usize,
    /// Acts that were not answered in time.
    pub hung: usize,
    /// Answers that are not acceptable for their row.
    pub unacceptable: usize,
    /// Acts on apps that lie, which are in no rate.
    pub lies: usize,
    /// Of these, those answered as they must not be.
    pub fooled: usize,
    /// Ids that were another one when the window was read again.
    pub moved_ids: usize,
    /// Times the focus, or the place of the app's window, changed.
    pub focus_changes: usize,
    /// Events and characters that nobody had sent to the typing user's window, and pointer jumps.
    pub stray_input: usize,
    /// Characters of the typing user that were lost or came late.
    pub lost_keys: usize,
}

impl Tally {
    /// Counts one answered act on an app that lies.
    pub fn add_on_a_lie(&mut self, answer: &str, effect: &Effect, acceptable: bool) {
        self.lies += 1;
        self.fooled += usize::from(!acceptable);
        self.add_what_must_not_be(answer, effect);
    }

    fn add_what_must_not_be(&mut self, answer: &str, effect: &Effect) {
        self.false_done += usize::from(answer == "done" && !effect.confirmed);
        self.doubled += usize::from(effect.doubled);
        self.elsewhere += usize::from(!effect.elsewhere.is_empty());
    }

    /// Counts one answered act on an honest app.
    pub fn add(&mut self, answer: &str, effect: &Effect, acceptable: bool, has_way: bool) {
        let status = answer.split('/').next().unwrap_or_default();
        let is_done = status == "done";
        self.add_what_must_not_be(answer, effect);
        self.unacceptable += usize::from(!acceptable);
        if !has_way {
            self.without_way += 1;
            return;
        }
        self.acts += 1;
        self.refused += usize::from(status == "failed" || status.starts_with('('));
        if effect.confirmed {
            self.confirmed += 1;
            self.confirmed_done += usize::from(is_done);
            self.false_alarms += usize::from(matches!(status, "mismatch" | "no_effect"));
        }
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: &Self) {
        let pairs: [(&mut usize, usize); 17] = [
            (&mut self.acts, other.acts),
            (&mut self.confirmed, other.confirmed),
            (&mut self.confirmed_done, other.confirmed_done),
            (&mut self.false_alarms, other.false_alarms),
            (&mut self.refused, other.refused),
            (&mut self.without_way, other.without_way),
            (&mut self.false_done, other.false_done),
            (&mut self.doubled, other.doubled),
            (&mut self.elsewhere, other.elsewhere),
            (&mut self.hung, other.hung),
            (&mut self.unacceptable, other.unacceptable),
            (&mut self.lies, other.lies),
            (&mut self.fooled, other.fooled),
            (&mut self.moved_ids, other.moved_ids),
            (&mut self.focus_changes, other.focus_changes),
            (&mut self.stray_input, other.stray_input),
            (&mut self.lost_keys, other.lost_keys),
        ];
        for (sum, more) in pairs {
            *sum += more;
        }
    }

    /// Every bound that is broken, in words; empty when all hold.
    #[must_use]
    pub fn broken(&self) -> Vec<String> {
        let mut broken = self.broken_by_lies();
        let shares = [
            ("confirmed acts answered done", self.done_rate(), DONE_RATE, true),
            ("acts confirmed and done", self.whole_rate(), WHOLE_RATE, true),
            ("false alarms among confirmed acts", self.false_alarm_rate(), FALSE_ALARM_RATE, false),
        ];
        for (what, share, bound, at_least) in shares {
            if (at_least && share < bound) || (!at_least && share > bound) {
                let word = if at_least { "least" } else { "most" };
                broken.push(format!("{what}: {:.2} %, at {word} {} %", share * 100.0, bound * 100.0));
            }
        }
        broken
    }

    /// The bounds that have nothing to do with rates: all there are for apps that lie.
    #[must_use]
    pub fn broken_by_lies(&self) -> Vec<String> {
        let nothing = [
            ("false done", self.false_done),
            ("doubled effects", self.doubled),
            ("effects elsewhere", self.elsewhere),
            ("focus changes", self.focus_changes),
            ("stray input", self.stray_input),
            ("lost keystrokes", self.lost_keys),
            ("calls without an answer", self.hung),
            ("ids that moved", self.moved_ids),
            ("answers to lies that must not be", self.fooled),
        ];
        nothing
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(what, count)| format!("{count} {what}, 0 are allowed"))
            .collect()
    }

    /// The share of confirmed acts that were answered `done`.
    #[must_use]
    pub fn done_rate(&self) -> f64 {
        share(self.confirmed_done, self.confirmed)
    }

    /// The share of all acts that were confirmed and answered `done`.
    #[must_use]
    pub fn whole_rate(&self) -> f64 {
        share(self.confirmed_done, self.acts)
    }

    /// The share of confirmed acts that were answered `mismatch` or `no_effect`.
    #[must_use]
    pub fn false_alarm_rate(&self) -> f64 {
        share(self.false_alarms, self.confirmed)
    }
}

/// Nothing out of nothing proves nothing.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "acts={} confirmed={} done_rate={:.4} whole_rate={:.4} refused={} false_done={} false_alarm_rate={:.4} \
             double={} elsewhere={} lies={} fooled={} moved_ids={} focus_changes={} stray_input={} lost_keys={} hung={}",
            self.acts,
            self.confirmed,
            self.done_rate(),
            self.whole_rate(),
            self.refused,
            self.false_done,
            self.false_alarm_rate(),
            self.doubled,
            self.elsewhere,
            self.lies,
            self.fooled,
            self.moved_ids,
            self.focus_changes,
            self.stray_input,
            self.lost_keys,
            self.hung
        )
    }
}

/// What was answered in one cell of a table, and how often; `✗` marks a `done` that is not true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(BTreeMap<String, usize>);

impl Answers {
    /// Counts an answer.
    pub fn add(&mut self, answer: &str, effect: &Effect) {
        let truth = match (answer, effect.confirmed) {
            ("done", false) => " ✗",
            ("done", true) | (_, false) => "",
            (_, true) => " (it was done)",
        };
        *self.0.entry(format!("{answer}{truth}")).or_default() += 1;
    }
}

impl Answers {
    /// Adds the counts of another cell.
    pub fn merge(&mut self, other: &Self) {
        for (answer, count) in &other.0 {
            *self.0.entry(answer.clone()).or_default() += count;
        }
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts: Vec<(&String, &usize)> = self.0.iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let words: Vec<String> = counts.iter().map(|(answer, count)| format!("{answer} ×{count}")).collect();
        formatter.write_str(&words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(confirmed: bool) -> Effect {
        Effect { confirmed, ..Effect::default() }
    }

    fn kept(changes: impl Fn(&mut Tally)) -> Vec<String> {
        let mut tally = Tally { acts: 1000, confirmed: 990, confirmed_done: 985, ..Tally::default() };
        changes(&mut tally);
        tally.broken()
    }

    #[test]
    fn each_bound_is_kept_to() {
        assert!(kept(|_| ()).is_empty());
        assert_eq!(kept(|tally| tally.false_done = 1), ["1 false done, 0 are allowed"]);
        for broken in [
            kept(|tally| tally.doubled = 1),
            kept(|tally| tally.elsewhere = 1),
            kept(|tally| tally.focus_changes = 1),
            kept(|tally| tally.stray_input = 1),
            kept(|tally| tally.lost_keys = 1),
            kept(|tally| tally.hung = 1),
            kept(|tally| tally.moved_ids = 1),
            kept(|tally| tally.fooled = 1),
            kept(|tally| tally.confirmed_done = 969),
            kept(|tally| tally.false_alarms = 10),
            kept(|tally| tally.acts = 1040),
        ] {
            assert_eq!(broken.len(), 1, "{broken:?}");
        }
        assert_eq!(Tally::default().broken().len(), 2, "a run of nothing proves nothing");
    }

    #[test]
    fn answers_are_counted_by_what_was_true() {
        let mut tally = Tally::default();
        tally.add("done", &effect(true), true, true);
        tally.add("done", &effect(false), true, true);
        tally.add("mismatch", &effect(true), false, true);
        tally.add("failed/app_gone", &effect(false), false, true);
        tally.add("failed/foreground_required", &effect(false), true, false);
        assert_eq!((tally.acts, tally.confirmed, tally.confirmed_done), (4, 2, 1));
        assert_eq!((tally.false_done, tally.false_alarms, tally.refused), (1, 1, 1));
        assert_eq!((tally.without_way, tally.unacceptable), (1, 2));
        let mut sum = tally.clone();
        sum.merge(&tally);
        assert_eq!((sum.acts, sum.without_way, sum.unacceptable), (8, 2, 4));
    }

    #[test]
    fn lies_are_in_no_rate() {
        let mut tally = Tally::default();
        tally.add_on_a_lie("mismatch", &effect(false), true);
        tally.add_on_a_lie("done", &effect(false), false);
        assert_eq!((tally.lies, tally.fooled, tally.false_done), (2, 1, 1));
        assert_eq!((tally.acts, tally.confirmed), (0, 0));
    }

    #[test]
    fn the_words_of_a_cell_say_what_was_not_true() {
        let mut answers = Answers::default();
        answers.add("done", &effect(true));
        answers.add("done", &effect(true));
        answers.add("done", &effect(false));
        answers.add("no_effect", &effect(true));
        assert_eq!(answers.to_string(), "done ×2, done ✗ ×1, no_effect (it was done) ×1");
    }
}
