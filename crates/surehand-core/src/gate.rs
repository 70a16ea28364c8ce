//! From probabilities to a verdict: act, ask back, or say that nothing fits.
//!
//! One question with "none" and, where a decider's thresholds use it, one forced question in the same request. More
//! options than a question takes are asked in shards, best word overlap first, and the best of each go to a run-off.
//! The thresholds belong to the decider; the rules stand here.

use std::collections::HashSet;
use std::time::Duration;

use crate::clock::{Clock, Deadline};
use crate::code::Code;
use crate::decider::{Answers, Decider, Distribution, OptionFacts, Purpose, Thresholds};
use crate::error::{Error, Result};
use crate::request::Scene;

/// What the gate says about a ranking.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// This option is meant.
    Act {
        /// Its index among the options.
        option: usize,
        /// Its probability.
        p: f64,
        /// The rule that let it through.
        rule: &'static str,
    },
    /// Several may be meant: the shortlist with probabilities, best first.
    Ambiguous(Vec<(usize, f64)>),
    /// None of the options fits.
    Absent,
}

/// A ranking with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The verdict.
    pub verdict: Verdict,
    /// Options with their probabilities, best first. Options that lost in a shard have 0.
    pub ranking: Vec<(usize, f64)>,
    /// The probability that none fits.
    pub p_none: f64,
    /// Which model answered.
    pub model: String,
    /// Requests that the model answered.
    pub calls: u32,
    /// Tokens billed.
    pub input_tokens: u64,
    /// How long asking took.
    pub elapsed: Duration,
}

/// At most so many options make a shortlist.
const SHORTLIST: usize = 5;
/// How many of each shard go to the run-off, and with at least which probability.
const RUN_OFF: (usize, f64) = (3, 0.02);

/// Asks which of `options` is meant and judges the answer.
///
/// # Errors
/// What the decider says, and `decider_bad_response` when its answer does not fit the question.
pub fn pick(
    decider: &dyn Decider,
    scene: &Scene<'_>,
    purpose: Purpose,
    options: &[OptionFacts],
    clock: &dyn Clock,
    deadline: &Deadline,
) -> Result<Pick> {
    let thresholds = decider.thresholds();
    let began = clock.now();
    let mut cost = Cost::default();
    if options.is_empty() {
        return Ok(cost.pick(Verdict::Absent, Vec::new(), 1.0, clock.now().since(began)));
    }
    let finalists = narrow(scene.instruction, options, thresholds.options, |shard| {
        let answers = cost.ask(decider, scene, (purpose, &chosen(options, shard), false), deadline)?;
        answers.distributions.into_iter().next().ok_or_else(bad)
    })?;
    if finalists.is_empty() {
        return Ok(cost.pick(Verdict::Absent, Vec::new(), 1.0, clock.now().since(began)));
    }
    let facts = chosen(options, &finalists);
    let answers = cost.ask(decider, scene, (purpose, &facts, thresholds.agree.is_some()), deadline)?;
    let thresholds = answers.thresholds.unwrap_or(thresholds);
    let mut distributions = answers.distributions.into_iter();
    let open = distributions.next().ok_or_else(bad)?;
    let forced = distributions.next();
    let back = |(index, p): (usize, f64)| finalists.get(index).map(|option| (*option, p));
    let verdict = match judge(&open, forced.as_ref(), &thresholds) {
        Verdict::Act { option, p, rule } => match back((option, p)) {
            Some((option, p)) => match twins(options, option) {
                same if same.len() > 1 => {
                    let each = p / same.len() as f64;
                    Verdict::Ambiguous(same.into_iter().take(SHORTLIST).map(|twin| (twin, each)).collect())
                }
                _ => Verdict::Act { option, p, rule },
            },
            None => return Err(bad()),
        },
        Verdict::Ambiguous(list) => Verdict::Ambiguous(list.into_iter().filter_map(back).collect()),
        Verdict::Absent => Verdict::Absent,
    };
    let mut ranking: Vec<(usize, f64)> = ranked(&open).into_iter().filter_map(back).collect();
    let asked: HashSet<usize> = finalists.iter().copied().collect();
    ranking.extend((0..options.len()).filter(|option| !asked.contains(option)).map(|option| (option, 0.0)));
    Ok(cost.pick(verdict, ranking, open.none, clock.now().since(began)))
}

/// The options that are still in the running when there are more than the `most` that one question takes: the best of
/// each shard, again and again until they fit into one question. All of them when they fit; none when no shard had a
/// winner.
///
/// # Errors
/// What `ask` says. It is given the places of a shard and answers the open question about them.
pub fn narrow(
    instruction: &str,
    options: &[OptionFacts],
    most: usize,
    mut ask: impl FnMut(&[usize]) -> Result<Distribution>,
) -> Result<Vec<usize>> {
    let most = most.max(2);
    let mut finalists: Vec<usize> = (0..options.len()).collect();
    while finalists.len() > most {
        let mut winners = Vec::new();
        for shard in &shards(instruction, options, &finalists, most) {
            let best = ranked(&ask(shard)?);
            winners.extend(
                best.into_iter()
                    .take(RUN_OFF.0)
                    .filter(|(_, p)| *p >= RUN_OFF.1)
                    .filter_map(|(index, _)| shard.get(index).copied()),
            );
        }
        if winners.len() >= finalists.len() {
            winners.truncate(most);
        }
        winners.sort_unstable();
        finalists = winners;
    }
    Ok(finalists)
}

/// The contract's rules, for one answer.
#[must_use]
pub fn judge(open: &Distribution, forced: Option<&Distribution>, thresholds: &Thresholds) -> Verdict {
    let ranking = ranked(open);
    let Some((leader, p)) = ranking.first().copied() else { return Verdict::Absent };
    let runner_up = ranking.get(1).map_or(0.0, |(_, p)| *p);
    if open.none >= thresholds.absent && open.none > p {
        return Verdict::Absent;
    }
    if open.none <= thresholds.most_none {
        if p >= thresholds.strict {
            return Verdict::Act { option: leader, p, rule: "strict" };
        }
        let agrees =
            forced.is_some_and(|forced| ranked(forced).first().is_some_and(|(top, _)| *top == leader));
        if thresholds.agree.is_some_and(|agree| p >= agree) && agrees && p >= thresholds.lead * runner_up {
            return Verdict::Act { option: leader, p, rule: "agree" };
        }
    }
    // May be empty: then nothing fits well, and the decider is not sure enough to say that nothing fits.
    Verdict::Ambiguous(
        ranking.into_iter().take(SHORTLIST).filter(|(_, p)| *p >= thresholds.shortlist).collect(),
    )
}

/// Several live controls may look the same to a decider. Which of them is meant cannot be known from words, so a pick
/// of one is a question about all.
fn twins(options: &[OptionFacts], picked: usize) -> Vec<usize> {
    let Some(facts) = options.get(picked) else { return Vec::new() };
    (0..options.len()).filter(|index| options.get(*index) == Some(facts)).collect()
}

#[derive(Debug, Default)]
struct Cost {
    model: String,
    calls: u32,
    input_tokens: u64,
}

impl Cost {
    fn ask(
        &mut self,
        decider: &dyn Decider,
        scene: &Scene<'_>,
        (purpose, facts, forced): (Purpose, &[OptionFacts], bool),
        deadline: &Deadline,
    ) -> Result<Answers> {
        let answers = decider.ask(&scene.ask(purpose, facts, forced), deadline)?;
        self.model.clone_from(&answers.model);
        self.calls += answers.calls;
        self.input_tokens += answers.input_tokens;
        let fits = answers.distributions.len() == 1 + usize::from(forced)
            && answers.distributions.iter().all(|one| one.options.len() == facts.len() && is_proper(one));
        if fits { Ok(answers) } else { Err(bad()) }
    }

    fn pick(self, verdict: Verdict, ranking: Vec<(usize, f64)>, p_none: f64, elapsed: Duration) -> Pick {
        let Self { model, calls, input_tokens } = self;
        Pick { verdict, ranking, p_none, model, calls, input_tokens, elapsed }
    }
}

fn bad() -> Error {
    Error::new(Code::DeciderBadResponse, "the decider's answer does not fit the question")
}

fn is_proper(distribution: &Distribution) -> bool {
    let all = distribution.options.iter().chain([&distribution.none]);
    let sum: f64 = all.clone().sum();
    all.clone().all(|p| p.is_finite() && (-1e-9..=1.0 + 1e-9).contains(p)) && (sum - 1.0).abs() < 1e-3
}

/// Options by falling probability; equal ones in the order of the screen.
fn ranked(distribution: &Distribution) -> Vec<(usize, f64)> {
    let mut ranking: Vec<(usize, f64)> = distribution.options.iter().copied().enumerate().collect();
    ranking.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    ranking
}

fn chosen(options: &[OptionFacts], indices: &[usize]) -> Vec<OptionFacts> {
    indices.iter().filter_map(|index| options.get(*index)).cloned().collect()
}

/// Splits options into groups of at most `most`, those that share most words with the instruction first.
fn shards(instruction: &str, options: &[OptionFacts], finalists: &[usize], most: usize) -> Vec<Vec<usize>> {
    let words = |text: &str| -> HashSet<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
    };
    let wanted = words(instruction);
    let overlap = |option: usize| {
        options.get(option).map_or(0, |facts| words(&facts.label).intersection(&wanted).count())
    };
    let mut order = finalists.to_vec();
    order.sort_by_key(|option| std::cmp::Reverse(overlap(*option)));
    order.chunks(most).map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Moment, SystemClock};

    fn open(options: &[f64], none: f64) -> Distribution {
        Distribution { options: options.to_vec(), none }
    }

    #[test]
    fn the_contract_s_rules_hold_at_their_edges() {
        let hosted = &Thresholds::HOSTED;
        let act = |option, p, rule| Verdict::Act { option, p, rule };
        assert_eq!(judge(&open(&[0.8, 0.1], 0.1), None, hosted), act(0, 0.8, "strict"));
        assert_eq!(
            judge(&open(&[0.2, 0.5], 0.3), Some(&open(&[0.3, 0.7], 0.0)), hosted),
            act(1, 0.5, "agree")
        );
        // The forced question disagrees, or the runner-up is too near.
        let shortlist = Verdict::Ambiguous(vec![(1, 0.5), (0, 0.2)]);
        assert_eq!(judge(&open(&[0.2, 0.5], 0.3), Some(&open(&[0.6, 0.4], 0.0)), hosted), shortlist);
        assert!(matches!(
            judge(&open(&[0.3, 0.55], 0.15), Some(&open(&[0.3, 0.7], 0.0)), hosted),
            Verdict::Ambiguous(_)
        ));
        assert_eq!(judge(&open(&[0.3, 0.1], 0.6), None, hosted), Verdict::Absent);
        assert_eq!(judge(&open(&[0.02, 0.01], 0.97), None, hosted), Verdict::Absent);
        let unsure = Thresholds { absent: 0.99, ..*hosted };
        assert_eq!(judge(&open(&[0.02, 0.01], 0.97), None, &unsure), Verdict::Ambiguous(Vec::new()));
        assert!(matches!(judge(&open(&[0.45, 0.2], 0.35), None, hosted), Verdict::Ambiguous(_)));
    }

    /// Prefers labels that equal the instruction.
    #[derive(Debug)]
    struct Literal(usize);

    impl Decider for Literal {
        fn name(&self) -> &str {
            "literal"
        }

        fn thresholds(&self) -> Thresholds {
            Thresholds { options: self.0, ..Thresholds::HOSTED }
        }

        fn ask(&self, request: &crate::decider::Request, _: &Deadline) -> Result<Answers> {
            let answer = |question: &crate::decider::Question| {
                let hits: Vec<f64> = question
                    .options
                    .iter()
                    .map(|facts| if facts.label == request.instruction { 1.0 } else { 0.0 })
                    .collect();
                let sum: f64 = hits.iter().sum();
                if sum > 0.0 {
                    open(&hits.iter().map(|hit| hit / sum).collect::<Vec<_>>(), 0.0)
                } else {
                    open(&hits, 1.0)
                }
            };
            Ok(Answers {
                distributions: request.questions.iter().map(answer).collect(),
                model: "literal".into(),
                calls: 1,
                input_tokens: 7,
                thresholds: None,
            })
        }
    }

    fn asked(most: usize, instruction: &str) -> Pick {
        let options: Vec<OptionFacts> =
            (0..500).map(|n| OptionFacts { label: format!("Item {n}"), ..OptionFacts::default() }).collect();
        let scene = Scene { instruction, ..Scene::default() };
        let deadline = Deadline::new(Moment::at(Duration::MAX));
        pick(&Literal(most), &scene, Purpose::Act, &options, &SystemClock::new(), &deadline)
            .expect("an answer")
    }

    #[test]
    fn shards_and_a_run_off_find_the_one_among_many() {
        let pick = asked(60, "Item 437");
        assert!(matches!(pick.verdict, Verdict::Act { option: 437, .. }), "{:?}", pick.verdict);
        assert_eq!(pick.ranking.len(), 500);
        assert_eq!((pick.calls, pick.input_tokens), (10, 70));
    }

    #[test]
    fn controls_that_nothing_tells_apart_are_asked_about() {
        let options =
            ["Edit", "Save", "Edit"].map(|label| OptionFacts { label: label.into(), ..Default::default() });
        let scene = Scene { instruction: "Edit", ..Scene::default() };
        let deadline = Deadline::new(Moment::at(Duration::MAX));
        // A decider that counts duplicates once and gives all to the first.
        #[derive(Debug)]
        struct First;
        impl Decider for First {
            fn name(&self) -> &str {
                "first"
            }
            fn thresholds(&self) -> Thresholds {
                Thresholds { agree: None, ..Thresholds::HOSTED }
            }
            fn ask(&self, _: &crate::decider::Request, _: &Deadline) -> Result<Answers> {
                let distributions = vec![open(&[1.0, 0.0, 0.0], 0.0)];
                Ok(Answers {
                    distributions,
                    model: "first".into(),
                    calls: 1,
                    input_tokens: 0,
                    thresholds: None,
                })
            }
        }
        let pick =
            pick(&First, &scene, Purpose::Act, &options, &SystemClock::new(), &deadline).expect("an answer");
        assert_eq!(pick.verdict, Verdict::Ambiguous(vec![(0, 0.5), (2, 0.5)]));
    }

    #[test]
    fn an_answer_may_bring_thresholds_of_its_own() {
        #[derive(Debug)]
        struct Stricter(Option<Thresholds>);
        impl Decider for Stricter {
            fn name(&self) -> &str {
                "stricter"
            }
            fn thresholds(&self) -> Thresholds {
                Thresholds { agree: None, ..Thresholds::HOSTED }
            }
            fn ask(&self, _: &crate::decider::Request, _: &Deadline) -> Result<Answers> {
                Ok(Answers {
                    distributions: vec![open(&[0.85, 0.1], 0.05)],
                    model: "stricter".into(),
                    calls: 1,
                    input_tokens: 0,
                    thresholds: self.0,
                })
            }
        }
        let options = ["Edit", "Save"].map(|label| OptionFacts { label: label.into(), ..Default::default() });
        let verdict = |thresholds| {
            let scene = Scene { instruction: "Edit", ..Scene::default() };
            let deadline = Deadline::new(Moment::at(Duration::MAX));
            pick(&Stricter(thresholds), &scene, Purpose::Act, &options, &SystemClock::new(), &deadline)
                .map(|pick| pick.verdict)
        };
        assert!(matches!(verdict(None), Ok(Verdict::Act { option: 0, .. })));
        let stricter = Thresholds { strict: 0.9, agree: None, ..Thresholds::HOSTED };
        assert!(matches!(verdict(Some(stricter)), Ok(Verdict::Ambiguous(_))));
    }

    #[test]
    fn when_no_shard_has_a_winner_nothing_fits() {
        assert_eq!(asked(60, "Something else").verdict, Verdict::Absent);
    }

    #[test]
    fn an_answer_that_does_not_add_up_is_refused() {
        assert!(!is_proper(&open(&[0.5, 0.2], 0.1)));
        assert!(!is_proper(&open(&[f64::NAN], 1.0)));
        assert!(is_proper(&open(&[0.5, 0.2], 0.3)));
    }
}
