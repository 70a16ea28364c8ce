//! Decisions written to a file, and read from it again without any model.
//!
//! One line of JSON for each request with its answer, after a first line with the decider's name and thresholds.
//! [`Recorded::replaying`] answers from the file alone: a request that is not in it, to the last letter, is an error,
//! because an answer to another screen would prove nothing. The file holds what screens showed and is for its owner only.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::decider::{
    Answers, Decider, Distribution, Head, OptionFacts, Purpose, Question, Request, StepFacts, Thresholds,
};
use surehand_core::error::{Error, Result};

/// The first line of a recording says so.
const FORMAT: &str = "surehand-decisions-1";

/// Records what another decider answers, or replays it.
pub struct Recorded {
    name: String,
    thresholds: Thresholds,
    answers_steps: bool,
    tape: Tape,
}

enum Tape {
    Recording {
        inner: Arc<dyn Decider>,
        file: Mutex<File>,
    },
    /// The answers to each request in the order of the file; the last one stays.
    Replaying(Mutex<HashMap<String, VecDeque<Answers>>>),
}

impl Recorded {
    /// Asks `inner` and writes every request with its answer to a new file at `path`, in place of what is there.
    ///
    /// # Errors
    /// `decider_unavailable` when the file cannot be written.
    pub fn recording(inner: Arc<dyn Decider>, path: &Path) -> Result<Self> {
        let mut file = private(path).map_err(|_| unwritten())?;
        let (name, thresholds, answers_steps) =
            (inner.name().to_owned(), inner.thresholds(), inner.answers_steps());
        let first = json!({
            "format": FORMAT, "decider": name, "thresholds": thresholds_to(&thresholds), "steps": answers_steps,
        });
        writeln!(file, "{first}").map_err(|_| unwritten())?;
        let tape = Tape::Recording { inner, file: Mutex::new(file) };
        Ok(Self { name, thresholds, answers_steps, tape })
    }

    /// Answers from the recording at `path` alone.
    ///
    /// # Errors
    /// `decider_unavailable` when the file cannot be read or is no recording.
    pub fn replaying(path: &Path) -> Result<Self> {
        let unread = || Error::new(Code::DeciderUnavailable, "the recording of decisions cannot be read");
        let mut lines = BufReader::new(File::open(path).map_err(|_| unread())?).lines();
        let first = lines.next().and_then(|line| line.ok()).ok_or_else(unread)?;
        let first: Value = serde_json::from_str(&first).map_err(|_| unread())?;
        if first.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(unread());
        }
        let name = first.get("decider").and_then(Value::as_str).ok_or_else(unread)?.to_owned();
        let thresholds = first.get("thresholds").and_then(thresholds_from).ok_or_else(unread)?;
        let answers_steps = first.get("steps").and_then(Value::as_bool).unwrap_or_default();
        let mut answers: HashMap<String, VecDeque<Answers>> = HashMap::new();
        for line in lines {
            let line: Value = serde_json::from_str(&line.map_err(|_| unread())?).map_err(|_| unread())?;
            let request = line.get("request").ok_or_else(unread)?.to_string();
            let answer = line.get("answers").and_then(answers_from).ok_or_else(unread)?;
            answers.entry(request).or_default().push_back(answer);
        }
        Ok(Self { name, thresholds, answers_steps, tape: Tape::Replaying(Mutex::new(answers)) })
    }
}

impl Decider for Recorded {
    fn name(&self) -> &str {
        &self.name
    }

    fn thresholds(&self) -> Thresholds {
        match &self.tape {
            Tape::Recording { inner, .. } => inner.thresholds(),
            Tape::Replaying(_) => self.thresholds,
        }
    }

    fn answers_steps(&self) -> bool {
        self.answers_steps
    }

    fn ask(&self, request: &Request, deadline: &Deadline) -> Result<Answers> {
        let asked = request_to(request);
        match &self.tape {
            Tape::Recording { inner, file } => {
                let answers = inner.ask(request, deadline)?;
                let line = json!({"request": asked, "answers": answers_to(&answers)});
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                writeln!(file, "{line}").map_err(|_| unwritten())?;
                Ok(answers)
            }
            Tape::Replaying(answers) => {
                let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                let recorded = answers.get_mut(&asked.to_string()).ok_or_else(|| {
                    Error::new(
                        Code::DeciderUnavailable,
                        "the recording has no answer to this request: the screen or the instruction changed",
                    )
                })?;
                let next = if recorded.len() > 1 { recorded.pop_front() } else { recorded.front().cloned() };
                next.ok_or_else(unwritten)
            }
        }
    }
}

impl fmt::Debug for Recorded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replaying = matches!(self.tape, Tape::Replaying(_));
        formatter
            .debug_struct("Recorded")
            .field("decider", &self.name)
            .field("replaying", &replaying)
            .finish()
    }
}

fn unwritten() -> Error {
    Error::new(Code::DeciderUnavailable, "the recording of decisions cannot be written")
}

/// An empty file that only its owner may read.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        // One that was there keeps its mode when it is opened.
        file.set_permissions(Permissions::from_mode(0o600))?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

fn request_to(request: &Request) -> Value {
    let mut written = json!({
        "instruction": request.instruction,
        "text": request.text,
        "app": request.app,
        "window": request.window,
        "modal": request.modal,
        "screen_text": request.screen_text,
        "questions": request.questions.iter().map(question_to).collect::<Vec<_>>(),
    });
    // Absent where there is none: recordings of picks stay what they were.
    if let (Value::Object(written), Some(step)) = (&mut written, &request.step) {
        written.insert("step".to_owned(), step_to(step));
    }
    written
}

fn step_to(step: &StepFacts) -> Value {
    json!({
        "constraints": step.constraints,
        "inputs": step.inputs,
        "criteria": step.criteria,
        "elements": step.elements.iter().map(option_to).collect::<Vec<_>>(),
        "focused": step.focused,
        "history": step.history,
    })
}

fn question_to(question: &Question) -> Value {
    let purpose = match question.purpose {
        Purpose::Act => "act".to_owned(),
        Purpose::Read => "read".to_owned(),
        Purpose::Step(Head::Target(operation)) => format!("step target {operation}"),
        Purpose::Step(Head::Criterion(place)) => format!("step criterion {place}"),
        Purpose::Step(head) => format!("step {head:?}").to_lowercase(),
    };
    let options: Vec<Value> = question.options.iter().map(option_to).collect();
    json!({"purpose": purpose, "none": question.none, "options": options})
}

fn option_to(facts: &OptionFacts) -> Value {
    json!({
        "action": facts.action,
        "role": facts.role,
        "label": facts.label,
        "within": facts.within,
        "near": facts.near,
        "description": facts.description,
        "placeholder": facts.placeholder,
        "value": facts.value,
        "choices": facts.choices,
        "shortcut": facts.shortcut,
        "risk": facts.risk,
    })
}

fn answers_to(answers: &Answers) -> Value {
    let distribution = |one: &Distribution| json!({"options": one.options, "none": one.none});
    json!({
        "distributions": answers.distributions.iter().map(distribution).collect::<Vec<_>>(),
        "model": answers.model,
        "calls": answers.calls,
        "input_tokens": answers.input_tokens,
        "thresholds": answers.thresholds.as_ref().map(thresholds_to),
    })
}

fn answers_from(value: &Value) -> Option<Answers> {
    let distribution = |one: &Value| {
        let options = one.get("options")?.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
        Some(Distribution { options, none: one.get("none")?.as_f64()? })
    };
    let thresholds = match value.get("thresholds")? {
        Value::Null => None,
        given => Some(thresholds_from(given)?),
    };
    Some(Answers {
        distributions: value
            .get("distributions")?
            .as_array()?
            .iter()
            .map(distribution)
            .collect::<Option<_>>()?,
        model: value.get("model")?.as_str()?.to_owned(),
        calls: u32::try_from(value.get("calls")?.as_u64()?).ok()?,
        input_tokens: value.get("input_tokens")?.as_u64()?,
        thresholds,
    })
}

fn thresholds_to(thresholds: &Thresholds) -> Value {
    let Thresholds { strict, agree, lead, most_none, absent, shortlist, options } = thresholds;
    json!({
        "strict": strict, "agree": agree, "lead": lead, "most_none": most_none, "absent": absent,
        "shortlist": shortlist, "options": options,
    })
}

fn thresholds_from(value: &Value) -> Option<Thresholds> {
    let number = |name: &str| value.get(name)?.as_f64();
    let agree = match value.get("agree")? {
        Value::Null => None,
        given => Some(given.as_f64()?),
    };
    Some(Thresholds {
        strict: number("strict")?,
        agree,
        lead: number("lead")?,
        most_none: number("most_none")?,
        absent: number("absent")?,
        shortlist: number("shortlist")?,
        options: usize::try_from(value.get("options")?.as_u64()?).ok()?,
    })
}
