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
            return Err(Failure::Invalid);
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
