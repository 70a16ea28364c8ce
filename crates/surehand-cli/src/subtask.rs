//! `surehand run`: a bounded subtask from standard input, a line of JSON for each action and one for the end.
//!
//! The request is read whole before anything is looked at. A first interrupt ends the run after the action at hand, with
//! its result line; exit codes are those of the contract and not those of the other words: 0 after any result, 2 for bad
//! input, 1 when the app, a permission or the decider is missing.

use std::fs::OpenOptions;
use std::io::{self, Read as _, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde_json::{Value, json};
use surehand::core::clock::Cancel;
use surehand::core::code::Code;
use surehand::core::element::ElementKey;
use surehand::core::error::{Error, Invalid};
use surehand::core::identity::Identities;
use surehand::core::policy::{Choice, Decision, Entry, PlannedAction};
use surehand::core::runner::StepEvent;
use surehand::core::snapshot::Snapshot;
use surehand::wire::run;
use surehand::wire::subtask::{self, DeciderChoice, RunRequest};
use surehand::{Job, Session};

/// The longest request, in bytes.
const LONGEST: u64 = 4 * 1024 * 1024;

/// Reads the request.
///
/// # Errors
/// The first field that is wrong; `request` for what is no JSON.
pub(crate) fn request() -> Result<RunRequest, Invalid> {
    let mut text = String::new();
    let read = io::stdin().lock().take(LONGEST + 1).read_to_string(&mut text);
    if read.is_err() || text.len() as u64 > LONGEST {
        return Err(Invalid::new("request", "must be JSON text of at most 4 MiB on standard input"));
    }
    let value: Value = serde_json::from_str(&text).map_err(|error| {
        Invalid::new("request", format!("must be JSON: line {}, column {}", error.line(), error.column()))
    })?;
    subtask::run(&value)
}

/// What the request says about the decider, as variables that come before all others.
pub(crate) fn variable(decider: Option<&DeciderChoice>, name: &str) -> Option<String> {
    let decider = decider?;
    match name {
        "SUREHAND_DECIDER" => Some(decider.name.clone()),
        "SUREHAND_MODEL" => decider.model.clone(),
        "TYPESAFE_BASE_URL" => decider.base_url.clone(),
        "JEV_API_KEY" => decider.api_key.as_ref().map(|key| key.expose().to_owned()),
        _ => None,
    }
}

/// Runs the request and prints its lines. The exit code.
pub(crate) fn run_request(session: &Session, request: &RunRequest, log: Option<&Path>) -> u8 {
    let cancel = Cancel::new();
    end_on_signals(&cancel);
    let mut policy = session.policy();
    let secrets = request.subtask.secrets();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    let mut trouble = false;
    let answer = session.run(&job, policy.as_mut(), &mut |event: &StepEvent| {
        if let Some(record) = &event.record {
            print(&run::action_line(record, &secrets));
        }
        if let (Some(path), Some(line)) = (log, log_line(event)) {
            trouble |= append(path, &run::redacted(line, &secrets)).is_err();
        }
    });
    if trouble {
        crate::complain("surehand: the log cannot be written\n");
    }
    match answer {
        Ok(result) => {
            print(&run::result_line(&result, &secrets));
            u8::from(result.code.is_some_and(ended_by_machinery))
        }
        Err(error) => {
            print(&run::error_line(&error));
            if error.code == Code::InvalidArguments { crate::BAD_INPUT } else { 1 }
        }
    }
}

/// Whether a run that ended with this code could not be: 1 tells it from a run that ended by itself.
const fn ended_by_machinery(code: Code) -> bool {
    matches!(
        code,
        Code::AppGone | Code::PermissionDenied | Code::DeciderUnavailable | Code::DeciderBadResponse
    )
}

/// Prints what is wrong with the request. The exit code.
pub(crate) fn refuse(invalid: Invalid) -> u8 {
    print(&run::error_line(&Error::from(invalid)));
    crate::BAD_INPUT
}

fn print(line: &Value) {
    let mut output = io::stdout().lock();
    // Nobody reading is no failure of the run.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// One line per decision.
fn log_line(event: &StepEvent) -> Option<Value> {
    let decision = event.decision.as_ref()?;
    let record = event.record.as_ref();
    let (planned, target) = match &decision.choice {
        Choice::Act(planned) => (Some(planned), planned.target.as_ref()),
        Choice::End { target, .. } => (None, target.as_ref()),
    };
    let ended = event.result.as_ref();
    let note = |name: &str| decision.raw.entry(name).map_or(Value::Null, subtask::json);
    Some(json!({
        "step": event.step,
        "choice": planned.map_or_else(|| terminal(decision), PlannedAction::operation),
        "target": target.map(|key| key.as_str()),
        "target_name": target.zip(event.snapshot.as_ref()).and_then(|(key, seen)| name_of(seen, key)),
        "input_key": planned.and_then(input),
        "confidence": decision.confidence,
        "margin": decision.margin,
        "decide_ms": decision.latency.map(|latency| latency.as_millis() as u64),
        "step_elapsed_ms": record.map(|record| record.elapsed.as_millis() as u64),
        "state_changed": record.map(|record| record.state_changed),
        "candidate_counts": note("candidate_counts"),
        "operation_probabilities": note("operation_probabilities"),
        "outcome": match (record, ended) {
            (Some(record), _) => record.status.name(),
            (None, Some(result)) => result.ending.name(),
            // Thrown away before anything was touched: the app had changed meanwhile.
            (None, None) => "stale",
        },
    }))
}

fn terminal(decision: &Decision) -> &'static str {
    match decision.choice {
        Choice::End { terminal, .. } => terminal.name(),
        Choice::Act(_) => "ACT",
    }
}

fn input(planned: &PlannedAction) -> Option<&str> {
    match &planned.entry {
        Some(Entry::Input(name)) => Some(name),
        Some(Entry::FromGoal(_)) | None => None,
    }
}

fn name_of(snapshot: &Snapshot, key: &ElementKey) -> Option<String> {
    let position = snapshot.position(key)?;
    Some(Identities::of(snapshot).label(position).to_owned())
}

fn append(path: &Path, line: &Value) -> io::Result<()> {
    // What an app shows is for its user only.
    let mut file = OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
    writeln!(file, "{line}")
}

/// A first interrupt ends the run after the action at hand; a second one ends the process as usual.
#[expect(clippy::exit, reason = "a second signal ends the process, whatever it is at")]
fn end_on_signals(cancel: &Cancel) {
    use tokio::signal::unix::{SignalKind, signal};
    let cancel = cancel.clone();
    let waits = move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let (Ok(mut interrupt), Ok(mut terminate)) =
                (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
            else {
                return;
            };
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            cancel.cancel();
            let number = tokio::select! {
                _ = interrupt.recv() => SignalKind::interrupt(),
                _ = terminate.recv() => SignalKind::terminate(),
            };
            std::process::exit(128 + number.as_raw_value());
        });
    };
    drop(std::thread::Builder::new().name("signals".into()).spawn(waits));
}
