//! Goals of a user, run by `surehand run` on real apps and judged by the app's own state or by the file.
//!
//! The goals stand in `bench/goals.json`, written down before the policy was fitted to them. Each run has a desktop, an app
//! and a folder of its own. A run is right, stopped (it ended without claiming anything, and nothing that the goal does not
//! name was changed), or wrong: a false claim, or harm.

pub mod place;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_core::clock::{Clock as _, SystemClock};
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::typing_user::TypingUser;

use place::{Place, Verdict};

/// How long one run may take; a run that takes longer is stopped by its own limit.
const LIMIT_SECONDS: u64 = 120;

/// One goal.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Its name in tables.
    pub name: String,
    /// The subtask, with `{folder}` for the run's folder.
    pub subtask: Value,
}

/// The goals of the file.
///
/// # Errors
/// When it cannot be read or is no list of goals.
pub fn goals() -> io::Result<Vec<Goal>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("goals.json");
    let all: Value = serde_json::from_slice(&fs::read(path)?)?;
    let all = all["goals"].as_array().cloned().unwrap_or_default();
    let goal = |goal: &Value| {
        let name = goal["name"].as_str()?.to_owned();
        Some(Goal { name, subtask: goal["subtask"].clone() })
    };
    let all: Option<Vec<Goal>> = all.iter().map(goal).collect();
    all.filter(|all| !all.is_empty()).ok_or_else(|| io::Error::other("goals.json holds no goals"))
}

/// What one run came to.
#[derive(Clone, Debug)]
pub struct Came {
    /// How it is judged.
    pub verdict: Verdict,
    /// The run's ending, such as `SUBTASK_COMPLETE`.
    pub ending: String,
    /// Why it ended, and what the judge saw.
    pub detail: String,
    /// Everything the run printed.
    pub lines: Vec<Value>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Goal {
    /// Runs it once, on a desktop of its own while a user types in another window.
    ///
    /// # Errors
    /// When the desktop, the app or the typing user cannot be had.
    pub fn run(&self, binary: &Path) -> io::Result<Came> {
        let desktop = HeadlessDesktop::start()?;
        let place = Place::prepare(&self.name, &desktop)?;
        let _app = place.start(&desktop)?;
        let before = place.state(&desktop)?;
        let user = TypingUser::start(&desktop)?;
        let request = json!({
            "app": {"name": place.app()},
            "subtask": with_folder(&self.subtask, &place.folder().to_string_lossy()),
            "timeout_s": LIMIT_SECONDS,
        });
        let clock = SystemClock::new();
        let lines = carry_out(&desktop, binary, &request)?;
        let elapsed = clock.now().since_start();
        let report = user.stop()?;
        let after = place.state(&desktop)?;
        let last = lines.last().cloned().unwrap_or_default();
        let word = |key: &str| last[key].as_str().unwrap_or_default().to_owned();
        let ending =
            if word("type") == "result" { word("status") } else { format!("error/{}", word("code")) };
        let (mut verdict, mut detail) = place.judge(&last, &before, &after);
        if !report.is_undisturbed() {
            verdict = Verdict::Wrong;
            detail = format!("the user was disturbed: {report}; {detail}");
        }
        Ok(Came { verdict, ending, detail: format!("{}; {detail}", word("reason")), lines, elapsed })
    }
}

/// The same with the run's folder in place of `{folder}`, in every text.
fn with_folder(value: &Value, folder: &str) -> Value {
    match value {
        Value::String(text) => json!(text.replace("{folder}", folder)),
        Value::Array(items) => items.iter().map(|item| with_folder(item, folder)).collect(),
        Value::Object(map) => {
            map.iter().map(|(name, value)| (name.clone(), with_folder(value, folder))).collect()
        }
        plain => plain.clone(),
    }
}

/// The lines of one `surehand run`.
fn carry_out(desktop: &HeadlessDesktop, binary: &Path, request: &Value) -> io::Result<Vec<Value>> {
    let mut command = desktop.command(&binary.to_string_lossy());
    let mut child = command
        .args(["--yes", "run"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(request.to_string().as_bytes())?;
    }
    let output = child.wait_with_output()?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).map_err(io::Error::other))
        .collect()
}
