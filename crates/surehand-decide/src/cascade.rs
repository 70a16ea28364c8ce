//! Two deciders, one after the other: the embedded one first, a hosted one only when it is needed.
//!
//! The embedded answer is taken when it would be acted on with half the doubt that the embedded decider alone is allowed;
//! nothing leaves the machine then. Otherwise the hosted decider is asked, and its answer is judged by its own
//! thresholds. When it fails, the embedded answer stands, judged as if there were no cascade: `decider_unavailable` is
//! for when nobody answered. The hosted decider gets half of the time that is left, so that some remains for acting.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use surehand_core::clock::{Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Request, Thresholds};
use surehand_core::error::Result;
use surehand_core::gate::{self, Verdict};

use crate::narrow;

/// How requests were answered so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By the embedded decider, with nothing sent: what was saved.
    pub saved: u64,
    /// By the hosted decider.
    pub hosted: u64,
    /// By the embedded decider, because the hosted one failed.
    pub fallen_back: u64,
}

/// Asks the embedded decider first and a hosted one when needed.
#[derive(Debug)]
pub struct Cascade {
    embedded: Arc<dyn Decider>,
    hosted: Arc<dyn Decider>,
    clock: Arc<dyn Clock>,
    saved: AtomicU64,
    asked: AtomicU64,
    fallen_back: AtomicU64,
}

impl Cascade {
    /// Asks `embedded` first and `hosted` when needed.
    #[must_use]
    pub fn new(embedded: Arc<dyn Decider>, hosted: Arc<dyn Decider>, clock: Arc<dyn Clock>) -> Self {
        Self {
            embedded,
            hosted,
            clock,
            saved: AtomicU64::default(),
            asked: AtomicU64::default(),
            fallen_back: AtomicU64::default(),
        }
    }

    /// How requests were answered so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally {
            saved: self.saved.load(Ordering::Relaxed),
            hosted: self.asked.load(Ordering::Relaxed),
            fallen_back: self.fallen_back.load(Ordering::Relaxed),
        }
    }

    /// What the embedded decider's answers are judged by as long as the hosted one could be asked instead: half the
    /// doubt, in the pick as in "none".
    #[must_use]
    pub fn stricter(&self) -> Thresholds {
        let alone = self.embedded.thresholds();
        Thresholds {
            strict: 1.0 - (1.0 - alone.strict) / 2.0,
            most_none: alone.most_none / 2.0,
            agree: None,
            ..alone
        }
    }

    fn count(&self, counter: &AtomicU64, how: &'static str) {
        counter.fetch_add(1, Ordering::Relaxed);
        let Tally { saved, hosted, fallen_back } = self.tally();
        tracing::debug!(how, saved, hosted, fallen_back, "cascade");
    }
}

/// Whether every question of the request would be acted on.
fn acts(request: &Request, answers: &Answers, thresholds: &Thresholds) -> bool {
    let mut open =
        request.questions.iter().zip(&answers.distributions).filter(|(question, _)| question.none).peekable();
    open.peek().is_some()
        && answers.distributions.len() == request.questions.len()
        && open.all(|(_, one)| matches!(gate::judge(one, None, thresholds), Verdict::Act { .. }))
}

impl Decider for Cascade {
    fn name(&self) -> &str {
        "cascade"
    }

    /// The hosted decider's, for as many options as the embedded one takes: the hosted one is asked in parts.
    fn thresholds(&self) -> Thresholds {
        Thresholds { options: self.embedded.thresholds().options, ..self.hosted.thresholds() }
    }

    fn ask(&self, request: &Request, deadline: &Deadline) -> Result<Answers> {
        let stricter = self.stricter();
        let embedded = self.embedded.ask(request, deadline);
        let embedded = match embedded {
            Ok(answers) if acts(request, &answers, &stricter) => {
                self.count(&self.saved, "embedded");
                return Ok(Answers { thresholds: Some(stricter), ..answers });
            }
            other => other,
        };
        let now = self.clock.now();
        let half = deadline.sooner(now.plus(deadline.left(now) / 2));
        let most = self.hosted.thresholds().options;
        match narrow::within(request, most, &mut |part| self.hosted.ask(part, &half)) {
            Ok(answers) => {
                self.count(&self.asked, "hosted");
                let thresholds = answers.thresholds.unwrap_or_else(|| self.hosted.thresholds());
                Ok(Answers { thresholds: Some(thresholds), ..answers })
            }
            Err(error) if error.code == Code::Cancelled => Err(error),
            Err(error) => {
                // With neither, what the hosted one said: its trouble is the one that somebody can do something about.
                let answers = embedded.map_err(|_| error)?;
                self.count(&self.fallen_back, "embedded instead");
                Ok(Answers { thresholds: Some(self.embedded.thresholds()), ..answers })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use surehand_core::clock::Moment;
    use surehand_core::decider::{Distribution, OptionFacts, Purpose};
    use surehand_core::error::Error;
    use surehand_core::gate::{Pick, pick};
    use surehand_core::request::Scene;
    use surehand_testkit::clock::FakeClock;

    use super::*;
    use crate::scripted::Scripted;

    const EMBEDDED: Thresholds = Thresholds {
        strict: 0.8,
        agree: None,
        most_none: 0.2,
        absent: 0.99,
        options: 5_000,
        ..Thresholds::HOSTED
    };

    fn says(model: &str, first: f64, second: f64) -> Result<Answers> {
        let open = Distribution { options: vec![first, second], none: 1.0 - first - second };
        let forced =
            Distribution { options: vec![first / (first + second), second / (first + second)], none: 0.0 };
        Ok(Answers {
            distributions: vec![open, forced],
            model: model.into(),
            calls: 1,
            input_tokens: 5,
            thresholds: None,
        })
    }

    fn run(embedded: Result<Answers>, hosted: Vec<Result<Answers>>) -> (Result<Pick>, Tally, usize) {
        let clock = FakeClock::new();
        let asked = hosted.len();
        let embedded = Arc::new(Scripted::new("embedded", EMBEDDED, vec![embedded]));
        let hosted = Arc::new(Scripted::new("hosted", Thresholds::HOSTED, hosted));
        let cascade = Cascade::new(embedded, hosted.clone(), clock.clone());
        let options =
            ["Save", "Save as"].map(|label| OptionFacts { label: label.into(), ..OptionFacts::default() });
        let scene = Scene { instruction: "Save", text: None, ..Scene::default() };
        let deadline = Deadline::new(Moment::at(Duration::from_secs(20)));
        let pick = pick(&cascade, &scene, Purpose::Act, &options, clock.as_ref(), &deadline);
        (pick, cascade.tally(), asked - hosted.left())
    }

    fn rule(pick: &Result<Pick>) -> Option<(&str, &str)> {
        match pick {
            Ok(Pick { verdict: Verdict::Act { rule, .. }, model, .. }) => Some((model.as_str(), rule)),
            _ => None,
        }
    }

    #[test]
    fn a_sure_embedded_answer_sends_nothing() {
        let (pick, tally, asked) = run(says("words", 0.95, 0.01), vec![says("jev", 0.9, 0.05)]);
        assert_eq!(rule(&pick), Some(("words", "strict")));
        assert_eq!((tally, asked), (Tally { saved: 1, ..Tally::default() }, 0));
    }

    #[test]
    fn a_doubtful_one_asks_the_hosted_model_which_has_its_own_thresholds() {
        // 0.85 would do for the embedded decider alone.
        let (pick, tally, asked) = run(says("words", 0.85, 0.1), vec![says("jev", 0.6, 0.2)]);
        assert_eq!(rule(&pick), Some(("jev", "agree")), "{pick:?}");
        assert_eq!((tally, asked), (Tally { hosted: 1, ..Tally::default() }, 1));
    }

    #[test]
    fn without_the_hosted_model_the_embedded_answer_stands_by_its_own_thresholds() {
        let gone = || Err(Error::new(Code::DeciderUnavailable, "gone"));
        let (pick, tally, _) = run(says("words", 0.85, 0.1), vec![gone()]);
        assert_eq!(rule(&pick), Some(("words", "strict")));
        assert_eq!(tally, Tally { fallen_back: 1, ..Tally::default() });
        // What would do for a hosted model does not do for the embedded one.
        let (pick, ..) = run(says("words", 0.6, 0.2), vec![gone()]);
        assert!(matches!(pick.map(|pick| pick.verdict), Ok(Verdict::Ambiguous(_))));
    }

    #[test]
    fn only_when_nobody_answered_there_is_no_decision() {
        let gone = |text: &'static str| Err(Error::new(Code::DeciderUnavailable, text));
        let (pick, tally, _) = run(gone("embedded"), vec![gone("hosted")]);
        assert_eq!(pick.map_err(|error| error.message), Err("hosted".into()));
        assert_eq!(tally, Tally::default());
        let (pick, ..) = run(gone("embedded"), vec![says("jev", 0.9, 0.05)]);
        assert_eq!(rule(&pick), Some(("jev", "strict")));
        let cancelled = Err(Error::new(Code::Cancelled, "left"));
        let (pick, ..) = run(says("words", 0.85, 0.1), vec![cancelled]);
        assert_eq!(pick.map_err(|error| error.code), Err(Code::Cancelled));
    }
}
