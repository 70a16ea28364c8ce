//! What a task is: an app, steps in words, and for every acceptable answer what the app must then hold.
//!
//! A judgement is the whole state, not a look at one field: after a task the app holds exactly what it held before,
//! changed by what its answers promise. So "the note stays", "saved exactly once" and "nothing touched" need no words
//! of their own. What is [`ANYTHING`] in a promise is not judged, such as how often a toolkit says "changed".

use serde_json::{Map, Value, json};

use crate::stage::Program;

/// A part of a promise that is not judged.
pub(crate) const ANYTHING: &str = "(anything)";

/// A task.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) program: Program,
    /// Sent as one `act` with `then`.
    pub(crate) steps: Vec<Step>,
}

/// One step of a task.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) instruction: &'static str,
    pub(crate) text: Option<&'static str>,
    /// Confirms what the answer before named, by its id.
    pub(crate) confirms: bool,
    /// Acceptable answers (`done`, or a status and its code as in `failed/foreground_required`), each with what the app
    /// then holds in place of what it held before.
    pub(crate) endings: Vec<(&'static str, Value)>,
}

impl Task {
    pub(crate) fn new(name: &'static str, program: Program, steps: impl Into<Vec<Step>>) -> Self {
        Self { name, program, steps: steps.into() }
    }

    /// The top keys of the state that this task may change.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        let endings = self.steps.iter().flat_map(|step| &step.endings);
        endings.filter_map(|(_, promise)| promise.as_object()).flat_map(Map::keys).map(String::as_str)
    }
}

/// A step in words.
pub(crate) fn step(instruction: &'static str) -> Step {
    Step { instruction, text: None, confirms: false, endings: Vec::new() }
}

impl Step {
    pub(crate) fn text(self, text: &'static str) -> Self {
        Self { text: Some(text), ..self }
    }

    pub(crate) fn confirms(self) -> Self {
        Self { confirms: true, ..self }
    }

    /// It may end with this answer, and the app then holds this.
    pub(crate) fn ends(mut self, answer: &'static str, holds: Value) -> Self {
        self.endings.push((answer, holds));
        self
    }

    /// It may end with any of these answers, and the app then holds what it held before.
    pub(crate) fn refuses(mut self, answers: &[&'static str]) -> Self {
        self.endings.extend(answers.iter().map(|answer| (*answer, Value::Object(Map::new()))));
        self
    }

    /// What the app is to hold after `answer`; `None` when that is not an acceptable answer.
    pub(crate) fn promise(&self, answer: &str) -> Option<&Value> {
        self.endings.iter().find(|(ending, _)| *ending == answer).map(|(_, promise)| promise)
    }
}

/// Puts `promise` over `state`, object by object.
pub(crate) fn put_over(state: &mut Value, promise: &Value) {
    match promise {
        Value::Object(parts) if state.is_object() => {
            for (key, part) in parts {
                put_over(&mut state[key.as_str()], part);
            }
        }
        _ => *state = promise.clone(),
    }
}

/// Every part of a state that is not what was promised, in words; `events` is the app's diary and `ticks` its clock.
pub(crate) fn differences(path: &str, promised: &Value, held: &Value) -> Vec<String> {
    match (promised, held) {
        (Value::String(text), _) if text == ANYTHING => Vec::new(),
        (Value::Object(promised), Value::Object(held)) => promised
            .iter()
            .filter(|(key, _)| !["events", "ticks"].contains(&key.as_str()))
            .flat_map(|(key, part)| {
                differences(&format!("{path}.{key}"), part, held.get(key).unwrap_or(&Value::Null))
            })
            .collect(),
        // Some toolkits count in fractions.
        (Value::Number(promised), Value::Number(held)) if promised.as_f64() == held.as_f64() => Vec::new(),
        _ if promised == held => Vec::new(),
        _ => vec![format!("{} is {held}, not {promised}", path.trim_start_matches('.'))],
    }
}

/// What came of a task once.
#[derive(Debug)]
pub(crate) struct Performance {
    /// The answers of its steps.
    pub(crate) answers: Vec<String>,
    /// What was wrong, with the server's answers; empty when all was right.
    pub(crate) problems: Vec<String>,
    pub(crate) milliseconds: f64,
}

/// The row of a task: how often, how often right, its answers and its median time.
pub(crate) fn row(task: &Task, performances: &[Performance]) -> String {
    let mut times: Vec<f64> = performances.iter().map(|performance| performance.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let right = performances.iter().filter(|performance| performance.problems.is_empty()).count();
    let mut answers: Vec<(String, usize)> = Vec::new();
    for performance in performances {
        let text = shortened(&performance.answers);
        match answers.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => answers.push((text, 1)),
        }
    }
    let answers: Vec<String> = answers.iter().map(|(answer, count)| format!("{answer} ×{count}")).collect();
    format!(
        "| {} | {} | {} | {right} | {} | {median:.0} |",
        task.name,
        task.program.toolkit,
        performances.len(),
        answers.join("; ")
    )
}

/// Equal answers in a row as one with a count: a calculation has ten of them.
fn shortened(answers: &[String]) -> String {
    let parts = answers.chunk_by(|one, other| one == other);
    let parts: Vec<String> = parts
        .map(|part| if part.len() > 2 { format!("{} {}", part.len(), part[0]) } else { part.join(", ") })
        .collect();
    parts.join(", ")
}

#[test]
fn a_state_is_judged_as_a_whole() {
    let before = json!({"name": "", "edits": {"Billing": 0, "Company": 0}, "saved": 0, "events": []});
    let mut promised = before.clone();
    put_over(&mut promised, &json!({"edits": {"Billing": 1}, "saved": ANYTHING}));
    let judge = |held: Value| differences("", &promised, &held);
    let right = json!({"name": "", "edits": {"Billing": 1, "Company": 0}, "saved": 7, "events": [1, 2]});
    assert_eq!(judge(right.clone()), [""; 0]);
    assert_eq!(judge(before), ["edits.Billing is 0, not 1"]);
    for (path, value, expected) in [
        ("/name", json!("x"), "name is \"x\", not \"\""),
        ("/edits/Company", json!(1), "edits.Company is 1, not 0"),
        ("/edits", json!(null), "edits is null, not {\"Billing\":1,\"Company\":0}"),
    ] {
        let mut held = right.clone();
        *held.pointer_mut(path).unwrap() = value;
        assert_eq!(judge(held), [expected]);
    }
}

#[test]
fn a_row_counts_what_was_right() {
    let performance = |answers: &[&str], problems: &[&str], milliseconds| Performance {
        answers: answers.iter().map(|answer| (*answer).to_owned()).collect(),
        problems: problems.iter().map(|problem| (*problem).to_owned()).collect(),
        milliseconds,
    };
    let performances = [
        performance(&["done", "done", "done", "no_effect"], &["late"], 300.0),
        performance(&["done", "failed/user_active"], &[], 100.0),
        performance(&["done", "failed/user_active"], &[], 200.0),
    ];
    let task = Task::new("a task", Program::FORM_GTK3, []);
    let expected = "| a task | GTK3 | 3 | 2 | 3 done, no_effect ×1; done, failed/user_active ×2 | 200 |";
    assert_eq!(row(&task, &performances), expected);
}
