//! From a server's bytes to probabilities: strict about what a pick rests on, tolerant about the rest.
//!
//! An answer must be there for every question, name a choice that was offered, give exactly the offered names finite
//! probabilities that add up within what rounding explains, and the choice must lead. Then the probabilities are made to
//! add up. Anything else (type, model, usage, confidence, further fields and answers) may be missing, strange or new.
//! Nothing of an answer but a plain model name gets any further.

use serde_json::{Map, Value};
use surehand_core::decider::{Distribution, Question, Thresholds};

use crate::failure::Failure;
use crate::profile::{Profile, Wire};
use crate::render::{names, question_name};

/// How far the probabilities of a few options may be from adding up; rounded to two decimals they seldom do.
const SUM_TOLERANCE: f64 = 0.05;
/// How much each option may add to that: half of the last decimal.
const ROUNDING: f64 = 0.005;
/// What adding binary fractions may be off.
const NOISE: f64 = 1e-9;

/// What an answer says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decoded {
    /// One per question.
    pub(crate) distributions: Vec<Distribution>,
    /// Which model answered, when it is said plainly.
    pub(crate) model: Option<String>,
    /// Tokens billed.
    pub(crate) input_tokens: u64,
    /// The probabilities are made from nothing but a confidence in the choice.
    pub(crate) estimated: bool,
}

/// The thresholds for picks whose probabilities were estimated: how far the runner-up is behind is unknown, and so only
/// a confident choice is acted on or believed.
pub(crate) fn without_probabilities(thresholds: Thresholds) -> Thresholds {
    Thresholds { agree: None, absent: thresholds.absent.max(thresholds.strict), ..thresholds }
}

/// Reads the answer to `questions`.
pub(crate) fn decode(profile: &Profile, body: &[u8], questions: &[&Question]) -> Result<Decoded, Failure> {
    let mut whole: Value = serde_json::from_slice(body).map_err(|_| Failure::NotJson)?;
    if whole.get("answers").is_none() && whole.get("success").is_some() {
        if whole.get("success") != Some(&Value::Bool(true)) {
            return Err(Failure::Failed);
        }
        whole = whole.get_mut("result").map(Value::take).unwrap_or_default();
    }
    let mut estimated = false;
    let mut distributions = Vec::new();
    for (place, question) in questions.iter().enumerate() {
        let answer = match profile.wire {
            Wire::SystemOne => whole.get("answers").and_then(|answers| answers.get(question_name(place))),
            Wire::OpenAi => in_order(&whole, place, questions.len())?,
        };
        let answer = answer.and_then(Value::as_object).ok_or(Failure::Misfit)?;
        let names = names(question);
        let (probabilities, guessed) = choice(profile, answer, &names)?;
        estimated |= guessed;
        distributions.push(split(probabilities, question));
    }
    let usage = whole.pointer("/usage/input_tokens").and_then(Value::as_f64).unwrap_or_default();
    Ok(Decoded {
        distributions,
        model: whole.get("model").and_then(Value::as_str).filter(|name| is_plain(name)).map(str::to_owned),
        input_tokens: if usage.is_finite() && usage > 0.0 { usage.round() as u64 } else { 0 },
        estimated,
    })
}

/// OpenAI's answers stand in the order of the questions; a name, where there is one, must agree.
fn in_order(whole: &Value, place: usize, asked: usize) -> Result<Option<&Value>, Failure> {
    let answers = whole.get("answers").and_then(Value::as_array).ok_or(Failure::Misfit)?;
    if answers.len() < asked {
        return Err(Failure::Misfit);
    }
    let Some(answer) = answers.get(place) else { return Ok(None) };
    match answer.get("name") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) if *name == question_name(place) => {}
        Some(_) => return Err(Failure::Misfit),
    }
    if answer.get("type").and_then(Value::as_str) == Some("refusal") {
        return Err(Failure::Refused);
    }
    Ok(Some(answer))
}

/// The probabilities of `names`, adding up to 1, and whether they are estimated.
fn choice(
    profile: &Profile,
    answer: &Map<String, Value>,
    names: &[String],
) -> Result<(Vec<f64>, bool), Failure> {
    if answer.get("type").is_some_and(|kind| kind != "choice") {
        return Err(Failure::Misfit);
    }
    let chosen = answer.get("choice").and_then(Value::as_str).ok_or(Failure::Misfit)?;
    let chosen = names.iter().position(|name| name == chosen).ok_or(Failure::Misfit)?;
    let given = match answer.get("probabilities") {
        None | Some(Value::Null) if profile.may_lack_probabilities => {
            let confidence = answer.get("confidence").and_then(Value::as_f64).ok_or(Failure::Misfit)?;
            return Ok((spread(chosen, confidence, names.len())?, true));
        }
        Some(Value::Object(map)) => {
            map.iter().map(|(name, p)| Some((name.as_str(), p.as_f64()?))).collect::<Option<Vec<_>>>()
        }
        Some(Value::Array(list)) => list
            .iter()
            .map(|one| Some((one.get("value")?.as_str()?, one.get("probability")?.as_f64()?)))
            .collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let given = given.ok_or(Failure::Misfit)?;
    if given.len() != names.len() {
        return Err(Failure::Misfit);
    }
    let mut probabilities = Vec::with_capacity(names.len());
    for name in names {
        let (_, p) = given.iter().find(|(given, _)| given == name).ok_or(Failure::Misfit)?;
        if !(0.0..=1.0).contains(p) {
            return Err(Failure::Misfit);
        }
        probabilities.push(*p);
    }
    let sum: f64 = probabilities.iter().sum();
    let most = probabilities.iter().copied().fold(0.0, f64::max);
    let leads = probabilities.get(chosen).is_some_and(|p| *p >= most - ROUNDING - NOISE);
    if (sum - 1.0).abs() > SUM_TOLERANCE.max(names.len() as f64 * ROUNDING) + NOISE || !leads {
        return Err(Failure::Misfit);
    }
    probabilities.iter_mut().for_each(|p| *p /= sum);
    Ok((probabilities, false))
}

/// All the doubt about a choice, spread evenly over the others.
fn spread(chosen: usize, confidence: f64, count: usize) -> Result<Vec<f64>, Failure> {
    if !(0.0..=1.0).contains(&confidence) || count < 2 {
        return Err(Failure::Misfit);
    }
    let others = (1.0 - confidence) / (count - 1) as f64;
    Ok((0..count).map(|place| if place == chosen { confidence } else { others }).collect())
}

fn split(mut probabilities: Vec<f64>, question: &Question) -> Distribution {
    let none = if question.none { probabilities.pop().unwrap_or_default() } else { 0.0 };
    Distribution { options: probabilities, none }
}

/// A model's name reaches the caller, so it must look like one.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/' | '@' | '~');
    (1..=100).contains(&name.len()) && name.chars().all(plain)
}

/// The answer to a question that needs no asking: with one possible answer, or none at all.
pub(crate) fn known(question: &Question) -> Option<Distribution> {
    match (question.options.len(), question.none) {
        (0, _) => Some(Distribution { options: Vec::new(), none: 1.0 }),
        (1, false) => Some(Distribution { options: vec![1.0], none: 0.0 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use surehand_core::decider::{OptionFacts, Purpose};

    use super::*;
    use crate::profile::{CLOUDFLARE, COMPATIBLE, OPENAI, OPENROUTER};

    fn question(count: usize) -> Question {
        Question { purpose: Purpose::Act, options: vec![OptionFacts::default(); count], none: true }
    }

    /// The answer to one question whose last option is "none".
    fn read(profile: &Profile, answer: &Value, count: usize) -> Result<Decoded, Failure> {
        let body = json!({"answers": {"q0": answer}}).to_string();
        decode(profile, body.as_bytes(), &[&question(count)])
    }

    fn probabilities(given: &[f64]) -> Value {
        let names = names(&question(given.len() - 1));
        let lead = given.iter().copied().fold(0.0, f64::max);
        let choice = given.iter().position(|p| *p >= lead).and_then(|place| names.get(place));
        let map: Map<String, Value> = names.iter().cloned().zip(given.iter().map(|p| json!(p))).collect();
        json!({"choice": choice, "probabilities": map})
    }

    #[test]
    fn rounding_is_forgiven_and_made_up_for() {
        for given in [&[0.66, 0.33, 0.01][..], &[0.96, 0.04, 0.05], &[0.9, 0.05, 0.0], &[0.34, 0.33, 0.33]] {
            let decoded = read(&COMPATIBLE, &probabilities(given), given.len() - 1).expect("an answer");
            let one = decoded.distributions.first().expect("one question");
            let sum: f64 = one.options.iter().sum::<f64>() + one.none;
            assert!((sum - 1.0).abs() < 1e-12, "{given:?}");
        }
        // Sixty small ones that were rounded down to nothing.
        let mut many = vec![0.0; 61];
        many[7] = 0.7;
        assert!(read(&COMPATIBLE, &probabilities(&many), 60).is_ok());
        many[7] = 0.69;
        assert_eq!(read(&COMPATIBLE, &probabilities(&many), 60), Err(Failure::Misfit));
        assert_eq!(read(&COMPATIBLE, &probabilities(&[0.9, 0.04, 0.0]), 2), Err(Failure::Misfit));
    }

    #[test]
    fn the_choice_must_lead_but_for_rounding() {
        let answer = |choice: &str, first: f64, second: f64| {
            let map = json!({"o0": first, "o1": second, "none": 0.0});
            read(&COMPATIBLE, &json!({"choice": choice, "probabilities": map}), 2).map(|_| ())
        };
        assert_eq!(answer("o1", 0.5, 0.5), Ok(()));
        assert_eq!(answer("o1", 0.5025, 0.4975), Ok(()));
        assert_eq!(answer("o1", 0.51, 0.49), Err(Failure::Misfit));
    }

    #[test]
    fn a_confidence_alone_is_enough_for_one_service_only() {
        let bare = json!({"type": "choice", "choice": "none", "confidence": 0.9});
        assert_eq!(read(&COMPATIBLE, &bare, 2), Err(Failure::Misfit));
        let decoded = read(&OPENROUTER, &bare, 2).expect("an answer");
        assert!(decoded.estimated);
        assert_eq!(decoded.distributions.first().map(|one| one.none), Some(0.9));
        for confidence in [json!(1.5), json!(null), json!("0.9")] {
            let bare = json!({"choice": "o0", "confidence": confidence});
            assert_eq!(read(&OPENROUTER, &bare, 2), Err(Failure::Misfit));
        }
    }

    #[test]
    fn openai_s_answers_stand_in_order_and_a_name_must_agree() {
        let answer = |name: Value| {
            json!({"type": "choice", "name": name, "choice": "o0", "probabilities": [
                {"value": "none", "probability": 0.1}, {"value": "o0", "probability": 0.9}]})
        };
        let read = |answers: Value| {
            let body = json!({"answers": answers}).to_string();
            decode(&OPENAI, body.as_bytes(), &[&question(1), &question(1)])
        };
        let good = read(json!([answer(json!("q0")), answer(json!(null))])).expect("an answer");
        assert_eq!(good.distributions.first().map(|one| one.none), Some(0.1));
        assert_eq!(read(json!([answer(json!("q1")), answer(json!("q0"))])), Err(Failure::Misfit));
        assert_eq!(read(json!([answer(json!("q0"))])), Err(Failure::Misfit));
        let twice = json!([{"value": "o0", "probability": 0.5}, {"value": "o0", "probability": 0.5}]);
        let twice = json!({"choice": "o0", "probabilities": twice});
        assert_eq!(read(json!([twice, twice])), Err(Failure::Misfit));
    }

    #[test]
    fn an_envelope_is_opened() {
        let answers = json!({"answers": {"q0": probabilities(&[0.9, 0.1])}, "usage": {"input_tokens": 7}});
        let body = json!({"success": true, "errors": [], "result": answers}).to_string();
        let decoded = decode(&CLOUDFLARE, body.as_bytes(), &[&question(1)]).expect("an answer");
        assert_eq!(decoded.input_tokens, 7);
    }

    proptest! {
        /// Whatever the numbers and names, what is let through is a proper distribution.
        #[test]
        fn what_is_let_through_adds_up(
            given in proptest::collection::vec(-0.2..1.2_f64, 1..40),
            choice in "o[0-9]|none|[a-z]{0,3}",
            scale in proptest::bool::ANY,
        ) {
            let sum: f64 = given.iter().sum();
            let given: Vec<f64> = given.iter().map(|p| if scale && sum > 0.0 { p / sum } else { *p }).collect();
            let mut answer = probabilities(&given);
            if given.len().is_multiple_of(2) {
                answer["choice"] = json!(choice);
            }
            for profile in [&COMPATIBLE, &OPENROUTER] {
                if let Ok(decoded) = read(profile, &answer, given.len() - 1) {
                    let one = decoded.distributions.first().expect("one question");
                    prop_assert_eq!(one.options.len(), given.len() - 1);
                    let all: Vec<f64> = one.options.iter().copied().chain([one.none]).collect();
                    prop_assert!(all.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)));
                    prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                }
            }
        }

        /// No bytes make the reader panic.
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(decode(&OPENAI, &bytes, &[&question(3)]).is_err());
            prop_assert!(decode(&COMPATIBLE, &bytes, &[&question(3)]).is_err());
        }
    }
}
