//! The wires: how requests are checked, and how answers look without a fault.
//!
//! The checks are those of the services: what is required, how many options, which texts; a key that is missing or wrong.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::decision_server::http::Reply;
use crate::decision_server::{Fault, Seen, StepAnswer};

/// Whose shape of requests and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// TypeSafe's, and of all servers that follow it.
    SystemOne,
    /// The same, with what OpenRouter requires and leaves out.
    OpenRouter,
    /// OpenAI's.
    OpenAi,
    /// System One in Cloudflare's envelope.
    Cloudflare,
}

impl Wire {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::SystemOne, Self::OpenRouter, Self::OpenAi, Self::Cloudflare];

    /// Where it is served.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::SystemOne => "/v1/systemone",
            Self::OpenRouter => "/api/alpha/decisions",
            Self::OpenAi => "/v1/decisions",
            Self::Cloudflare => "/client/v4/accounts/7/ai/run/@cf/cloudflare/clef",
        }
    }
}

/// A question as far as an answer needs it: its name, and the names of its options with what is shared with the
/// instruction.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) options: Vec<(String, usize)>,
    /// Nothing leads.
    pub(super) even: bool,
}

/// A request that is in order.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) model: String,
    pub(super) questions: Vec<Asked>,
}

/// Reads a request, or says what a service would say against it.
pub(super) fn check(
    wire: Wire,
    key: Option<&str>,
    seen: &Seen,
    fault: Fault,
    script: &[StepAnswer],
) -> Result<Request, Reply> {
    if let Some(key) = key {
        match seen.header("authorization") {
            None => return Err(detail(403, "authentication_error")),
            Some(given) if given != format!("Bearer {key}") => {
                return Err(detail(401, "authentication_error"));
            }
            Some(_) => {}
        }
    }
    if fault == Fault::WrongRoute || seen.line != format!("POST {}", wire.path()) {
        return Err(detail(404, "not_found"));
    }
    if seen.header("content-type") != Some("application/json") {
        return Err(invalid("the content type"));
    }
    let body = seen.json();
    let model = body["model"].as_str().filter(|model| !model.is_empty()).ok_or_else(|| invalid("model"))?;
    if fault == Fault::RefusesAlias && model == "jev-latest" {
        return Err(detail(404, "not_found"));
    }
    let most = match fault {
        Fault::Cap26 => 26,
        Fault::Cap64 => 64,
        _ => 255,
    };
    let questions = match wire {
        Wire::OpenAi => open_ai(&body, script)?,
        _ => system_one(wire, &body, script)?,
    };
    if questions.is_empty() || questions.iter().any(|asked| asked.options.len() > most) {
        return Err(invalid("questions"));
    }
    Ok(Request { model: model.to_owned(), questions })
}

fn system_one(wire: Wire, body: &Value, script: &[StepAnswer]) -> Result<Vec<Asked>, Reply> {
    only(body, &["model", "state", "questions"])?;
    let state = body.get("state").filter(|state| state.is_object()).ok_or_else(|| invalid("state"))?;
    let questions = body["questions"].as_object().ok_or_else(|| invalid("questions"))?;
    let mut asked = Vec::new();
    for (name, question) in questions {
        only(question, &["type", "instructions", "criteria"])?;
        if wire == Wire::OpenRouter && question["instructions"].is_null() {
            return Err(invalid("instructions"));
        }
        let criteria = question["criteria"].as_object().filter(|_| question["type"] == "choice");
        let criteria = criteria.ok_or_else(|| invalid("criteria"))?;
        if criteria.is_empty() || (wire == Wire::Cloudflare && criteria.len() < 2) {
            return Err(invalid("criteria"));
        }
        let options = criteria.iter().map(|(option, facts)| (option.clone(), facts.clone())).collect();
        asked.push(weighed(name, &question["instructions"], options, state, script));
    }
    Ok(asked)
}

fn open_ai(body: &Value, script: &[StepAnswer]) -> Result<Vec<Asked>, Reply> {
    only(body, &["model", "input", "questions"])?;
    let part = &body["input"][0]["content"][0];
    let state = Some(&part["data"]).filter(|data| part["type"] == "input_json" && data.is_object());
    let state = state.ok_or_else(|| invalid("input"))?;
    let questions = body["questions"].as_array().ok_or_else(|| invalid("questions"))?;
    let mut asked = Vec::new();
    for question in questions {
        only(question, &["type", "name", "instructions", "choices"])?;
        let choices = question["choices"].as_array().filter(|_| question["type"] == "choice");
        let choices = choices.filter(|choices| (2..=255).contains(&choices.len()));
        let choices =
            choices.filter(|_| question["instructions"].is_string()).ok_or_else(|| invalid("choices"))?;
        let mut options = Vec::new();
        for choice in choices {
            only(choice, &["value", "description"])?;
            let value = choice["value"].as_str().ok_or_else(|| invalid("value"))?;
            let facts = serde_json::from_str(choice["description"].as_str().unwrap_or_default());
            options.push((value.to_owned(), facts.unwrap_or_default()));
        }
        let different: HashSet<&String> = options.iter().map(|(value, _): &(String, Value)| value).collect();
        if different.len() != options.len() {
            return Err(invalid("choices"));
        }
        let name = question["name"].as_str().unwrap_or_default();
        asked.push(weighed(name, &question["instructions"], options, state, script));
    }
    Ok(asked)
}

/// A question with the weight of each option: by the script where it is about a step of a subtask, else by words.
fn weighed(
    name: &str,
    instructions: &Value,
    options: Vec<(String, Value)>,
    state: &Value,
    script: &[StepAnswer],
) -> Asked {
    let mut even = false;
    let options = match state.get("elements") {
        None => options.into_iter().map(|(option, facts)| (option, shared(state, &facts))).collect(),
        Some(elements) => {
            let done = state["history"].as_array().map_or(0, Vec::len);
            let last = StepAnswer::of("SUBTASK_COMPLETE", "", "");
            let step = script.get(done).unwrap_or(&last);
            even = step.operation == "UNSURE";
            let instructions = instructions.as_str().unwrap_or_default();
            let weight = |facts: &Value| {
                let label = facts["label"].as_str().unwrap_or_default();
                let of_target = instructions.contains(&format!("is {}:", step.operation));
                let is_target = of_target && elements[label]["label"] == step.target.as_str();
                let says =
                    if step.operation == "SUBTASK_COMPLETE" { step.target != "although not" } else { false };
                let is_word = label == if says { "yes" } else { "no" } && instructions.contains("`criteria`");
                usize::from(label == step.operation || label == step.input || is_target || is_word)
            };
            options.into_iter().map(|(option, facts)| (option, weight(&facts))).collect()
        }
    };
    Asked { name: name.to_owned(), options, even }
}

/// How many words of the label are in the instruction, when all are.
fn shared(state: &Value, facts: &Value) -> usize {
    let words = |text: &Value| -> HashSet<String> {
        let text = text.as_str().unwrap_or_default().to_lowercase();
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (wanted, label) = (words(&state["instruction"]), words(&facts["label"]));
    if label.is_subset(&wanted) { label.len() } else { 0 }
}

/// The answer without a fault, not yet in an envelope.
pub(super) fn answer(wire: Wire, request: &Request, fault: Fault) -> Value {
    let answers = request.questions.iter().map(|asked| (asked.name.clone(), distribution(asked, fault)));
    match wire {
        Wire::OpenAi => {
            let answers: Vec<Value> =
                answers.map(|(name, distribution)| listed(&name, &distribution)).collect();
            json!({"model": "gpt-6-luna", "answers": answers,
                   "usage": {"input_tokens": 190, "output_tokens": 2, "total_tokens": 192}})
        }
        Wire::SystemOne | Wire::OpenRouter | Wire::Cloudflare => {
            let answers: Map<String, Value> =
                answers.map(|(name, distribution)| (name, mapped(&distribution))).collect();
            json!({"model": format!("{}-20260917", request.model), "answers": answers,
                   "usage": {"input_tokens": 312, "output_tokens": 46}})
        }
    }
}

/// 0.92 for the option that shares most, in the order of the request; the rest evenly.
fn distribution(asked: &Asked, fault: Fault) -> Vec<(String, f64)> {
    let most = asked.options.iter().map(|(_, shared)| *shared).max().unwrap_or_default();
    let best = match most {
        0 => asked.options.iter().position(|(name, _)| name == "none").unwrap_or_default(),
        most => asked.options.iter().position(|(_, shared)| *shared == most).unwrap_or_default(),
    };
    let others = asked.options.len().saturating_sub(1).max(1);
    if asked.even {
        let each = 1.0 / asked.options.len() as f64;
        return asked.options.iter().map(|(name, _)| (name.clone(), each)).collect();
    }
    let rounded = |p: f64| if fault == Fault::Rounded { (p * 100.0).round() / 100.0 } else { p };
    let p = |place| if place == best { 0.92 } else { 0.08 / others as f64 };
    asked.options.iter().enumerate().map(|(place, (name, _))| (name.clone(), rounded(p(place)))).collect()
}

fn best(distribution: &[(String, f64)]) -> (&str, f64) {
    distribution
        .iter()
        .fold(("", -1.0), |best, (name, p)| if *p > best.1 { (name.as_str(), *p) } else { best })
}

fn mapped(distribution: &[(String, f64)]) -> Value {
    let (choice, confidence) = best(distribution);
    let probabilities: Map<String, Value> =
        distribution.iter().map(|(name, p)| (name.clone(), json!(p))).collect();
    json!({"type": "choice", "choice": choice, "confidence": confidence, "probabilities": probabilities})
}

fn listed(name: &str, distribution: &[(String, f64)]) -> Value {
    let (choice, confidence) = best(distribution);
    let probabilities: Vec<Value> =
        distribution.iter().map(|(name, p)| json!({"value": name, "probability": p})).collect();
    json!({"type": "choice", "name": name, "choice": choice, "confidence": confidence, "probabilities": probabilities})
}

fn only(value: &Value, known: &[&str]) -> Result<(), Reply> {
    let strange = value.as_object().into_iter().flatten().any(|(name, _)| !known.contains(&name.as_str()));
    if strange { Err(invalid("an unknown field")) } else { Ok(()) }
}

/// A refusal in FastAPI's words.
fn invalid(place: &str) -> Reply {
    Reply::json(
        422,
        json!({"detail": [{"loc": ["body", place], "msg": "Input should be valid", "type": "value_error"}]}),
    )
}

pub(super) fn detail(status: u16, kind: &str) -> Reply {
    Reply::json(status, json!({"detail": {"error_type": kind, "message": "The screen said: hunter2"}}))
}
