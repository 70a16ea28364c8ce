//! A request with more options than a model takes in one question, asked in several.
//!
//! The gate does this by a decider's own limit; here it is for limits that the gate does not see: a server that turns
//! out to take fewer, and the hosted half of a cascade. Both use the shards and the run-off of
//! [`surehand_core::gate::narrow`], and the answer is about all options again: those that lost have 0.

use surehand_core::code::Code;
use surehand_core::decider::{Answers, Distribution, OptionFacts, Question, Request};
use surehand_core::error::{Error, Result};
use surehand_core::gate;

/// Answers `request` by asking `ask` about at most `most` options at a time.
pub(crate) fn within(
    request: &Request,
    most: usize,
    ask: &mut dyn FnMut(&Request) -> Result<Answers>,
) -> Result<Answers> {
    if request.questions.iter().all(|question| question.options.len() <= most) {
        return ask(request);
    }
    let Some(first) = request.questions.first() else { return ask(request) };
    if request.questions.iter().any(|question| question.options != first.options) {
        return one_by_one(request, most, ask);
    }
    let mut sum = Sum::default();
    let finalists = gate::narrow(&request.instruction, &first.options, most, |shard| {
        let question = Question { options: chosen(&first.options, shard), none: true, ..*first };
        let answers = sum.add(ask(&with(request, vec![question]))?);
        answers.into_iter().next().filter(|one| one.options.len() == shard.len()).ok_or_else(misfit)
    })?;
    if finalists.is_empty() {
        let all = first.options.len();
        let nothing = |question: &Question| match question.none {
            true => Distribution { options: vec![0.0; all], none: 1.0 },
            false => Distribution { options: vec![1.0 / all as f64; all], none: 0.0 },
        };
        return Ok(sum.answers(request.questions.iter().map(nothing).collect()));
    }
    let finals = request
        .questions
        .iter()
        .map(|question| Question { options: chosen(&question.options, &finalists), ..*question })
        .collect();
    let distributions = sum.add(ask(&with(request, finals))?);
    let widened = distributions.into_iter().map(|one| {
        let mut options = vec![0.0; first.options.len()];
        for (place, p) in finalists.iter().zip(one.options) {
            if let Some(option) = options.get_mut(*place) {
                *option = p;
            }
        }
        Distribution { options, none: one.none }
    });
    let widened = widened.collect();
    Ok(sum.answers(widened))
}

fn one_by_one(
    request: &Request,
    most: usize,
    ask: &mut dyn FnMut(&Request) -> Result<Answers>,
) -> Result<Answers> {
    let mut sum = Sum::default();
    let mut distributions = Vec::new();
    for question in &request.questions {
        distributions.extend(sum.add(within(&with(request, vec![question.clone()]), most, ask)?));
    }
    Ok(sum.answers(distributions))
}

fn with(request: &Request, questions: Vec<Question>) -> Request {
    Request {
        instruction: request.instruction.clone(),
        text: request.text.clone(),
        app: request.app.clone(),
        window: request.window.clone(),
        modal: request.modal.clone(),
        screen_text: request.screen_text.clone(),
        step: request.step.clone(),
        questions,
    }
}

fn chosen(options: &[OptionFacts], places: &[usize]) -> Vec<OptionFacts> {
    places.iter().filter_map(|place| options.get(*place)).cloned().collect()
}

fn misfit() -> Error {
    Error::new(Code::DeciderBadResponse, "the decider's answer does not fit the question")
}

/// What several answers cost together; model and thresholds are those of the last.
#[derive(Debug, Default)]
pub(crate) struct Sum(Option<Answers>);

impl Sum {
    /// Adds the cost of `answers` and hands out what they say.
    pub(crate) fn add(&mut self, answers: Answers) -> Vec<Distribution> {
        let Answers { distributions, model, calls, input_tokens, thresholds } = answers;
        let before = self.0.take();
        self.0 = Some(Answers {
            distributions: Vec::new(),
            model,
            calls: calls + before.as_ref().map_or(0, |before| before.calls),
            input_tokens: input_tokens + before.as_ref().map_or(0, |before| before.input_tokens),
            thresholds: thresholds.or(before.and_then(|before| before.thresholds)),
        });
        distributions
    }

    /// The answers that say `distributions` at that cost.
    pub(crate) fn answers(self, distributions: Vec<Distribution>) -> Answers {
        match self.0 {
            Some(cost) => Answers { distributions, ..cost },
            None => {
                Answers { distributions, model: String::new(), calls: 0, input_tokens: 0, thresholds: None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use surehand_core::decider::Purpose;

    use super::*;

    fn request(count: usize, nones: &[bool]) -> Request {
        let options: Vec<OptionFacts> = (0..count)
            .map(|n| OptionFacts { label: format!("Item {n}"), ..OptionFacts::default() })
            .collect();
        let question =
            |none: &bool| Question { purpose: Purpose::Act, options: options.clone(), none: *none };
        Request {
            instruction: "Item 77".into(),
            text: None,
            app: String::new(),
            window: String::new(),
            modal: None,
            screen_text: Vec::new(),
            step: None,
            questions: nones.iter().map(question).collect(),
        }
    }

    /// All on the option whose label is the instruction, else on "none".
    fn literal(request: &Request) -> Answers {
        let distribution = |question: &Question| {
            let hit = |facts: &OptionFacts| if facts.label == request.instruction { 1.0 } else { 0.0 };
            let options: Vec<f64> = question.options.iter().map(hit).collect();
            let none = 1.0 - options.iter().sum::<f64>();
            Distribution { options, none }
        };
        let distributions = request.questions.iter().map(distribution).collect();
        Answers { distributions, model: "m".into(), calls: 1, input_tokens: 10, thresholds: None }
    }

    #[test]
    fn many_options_are_asked_in_parts_and_answered_as_a_whole() {
        let mut widest = 0;
        let answers = within(&request(200, &[true, false]), 25, &mut |part| {
            widest =
                widest.max(part.questions.iter().map(|question| question.options.len()).max().unwrap_or(0));
            Ok(literal(part))
        })
        .expect("an answer");
        assert_eq!(widest, 25);
        assert_eq!((answers.calls, answers.input_tokens, answers.model.as_str()), (9, 90, "m"));
        for one in &answers.distributions {
            assert_eq!(one.options.len(), 200);
            assert_eq!(one.options.get(77), Some(&1.0));
        }
    }

    #[test]
    fn without_a_winner_nothing_fits() {
        let mut request = request(60, &[true, false]);
        request.instruction = "Something else".into();
        let answers = within(&request, 25, &mut |part| Ok(literal(part))).expect("an answer");
        assert_eq!(answers.distributions.first().map(|one| one.none), Some(1.0));
    }

    #[test]
    fn different_questions_are_narrowed_each_for_itself() {
        let mut request = request(100, &[true]);
        let short = Question {
            options: vec![OptionFacts { label: "Item 77".into(), ..OptionFacts::default() }],
            none: true,
            purpose: Purpose::Read,
        };
        request.questions.push(short);
        let answers = within(&request, 25, &mut |part| Ok(literal(part))).expect("an answer");
        let sizes: Vec<usize> = answers.distributions.iter().map(|one| one.options.len()).collect();
        assert_eq!(sizes, [100, 1]);
    }
}
