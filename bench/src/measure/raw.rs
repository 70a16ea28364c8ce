//! Our own desktop without anything above it: what a reading costs at least, and how long an app itself takes to react.
//!
//! It is a process of its own, because a desktop finds its buses in the environment. One line in, one line out:
//! JSON: `read` or `react` with the beginning of a window's title, and for the second what is done.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use surehand_atspi::AtspiDesktop;
use surehand_core::candidate::candidates;
use surehand_core::clock::{Clock, Deadline, SystemClock};
use surehand_core::desktop::{Desktop, Payload};
use surehand_core::identity::{IdTable, Identities};
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::poll_until;

const LIMIT: Duration = Duration::from_secs(20);

/// A reader in a process of its own; it ends with its input.
#[derive(Debug)]
pub struct RawReader {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl RawReader {
    /// Starts this very program as a reader.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(desktop: &HeadlessDesktop) -> io::Result<Self> {
        let program = std::env::current_exe()?;
        let mut command = desktop.command(&program.to_string_lossy());
        command.arg("raw").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let missing = || io::Error::other("a process without pipes");
        let output = BufReader::new(process.stdout.take().ok_or_else(missing)?);
        let input = process.stdin.take();
        Ok(Self { process, input, output })
    }

    /// Reads the window whose title begins so: milliseconds and elements.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&mut self, title: &str) -> io::Result<(f64, u64)> {
        let answer = self.ask(&json!({"read": title}))?;
        Ok((answer["ms"].as_f64().unwrap_or_default(), super::number(&answer["elements"])))
    }

    /// Does one thing by its first route, with nothing before and after it, and says how many milliseconds it took until
    /// the app's state file changed.
    ///
    /// # Errors
    /// When there is no such thing, or the app does not react.
    pub fn react(&mut self, title: &str, does: &str, text: Option<&str>, state: &Path) -> io::Result<f64> {
        let answer = self.ask(&json!({"react": title, "does": does, "text": text, "state": state}))?;
        answer["ms"].as_f64().ok_or_else(|| io::Error::other(format!("{does}: {answer}")))
    }

    fn ask(&mut self, question: &Value) -> io::Result<Value> {
        let input = self.input.as_mut().ok_or_else(|| io::Error::other("the reader has ended"))?;
        writeln!(input, "{question}")?;
        input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let answer: Value = serde_json::from_str(&line)?;
        match answer["error"].as_str() {
            Some(error) => Err(io::Error::other(error.to_owned())),
            None => Ok(answer),
        }
    }
}

impl Drop for RawReader {
    fn drop(&mut self) {
        drop(self.input.take());
        let _status = self.process.wait();
    }
}

/// What the process does: answers questions until there are no more.
///
/// # Errors
/// When there is no desktop, or nobody to answer.
pub fn serve() -> io::Result<()> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let desktop = AtspiDesktop::connect(Arc::clone(&clock)).map_err(broken)?;
    for line in io::stdin().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let answer = answer(&desktop, clock.as_ref(), &question);
        let answer = answer.unwrap_or_else(|error| json!({"error": error.to_string()}));
        let mut output = io::stdout().lock();
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn answer(desktop: &AtspiDesktop, clock: &dyn Clock, question: &Value) -> io::Result<Value> {
    if let Some(title) = question["read"].as_str() {
        let (snapshot, spent) = read(desktop, clock, title)?;
        return Ok(json!({"ms": milliseconds(spent), "elements": snapshot.elements().len()}));
    }
    let word = |key: &str| question[key].as_str().unwrap_or_default();
    let (snapshot, _) = read(desktop, clock, word("react"))?;
    let identities = Identities::of(&snapshot);
    let offered = candidates(&snapshot, &identities, &mut IdTable::default());
    let meant = offered.iter().find(|candidate| candidate.does == word("does"));
    let meant = meant.ok_or_else(|| io::Error::other(format!("nothing does {:?}", word("does"))))?;
    let route = snapshot.elements()[meant.position].routes_for(meant.action).next();
    let route = route.ok_or_else(|| io::Error::other("it has no route"))?;
    let payload = question["text"].as_str().map_or(Payload::Nothing, |text| Payload::Text(text.to_owned()));
    let before = changed(word("state"));
    let start = clock.now();
    let deadline = Deadline::new(clock.now().plus(LIMIT));
    desktop.perform(&meant.key, route, &payload, &deadline).map_err(broken)?;
    let reacted = poll_until(LIMIT, || (changed(word("state")) != before).then(|| clock.now()));
    let reacted = reacted.ok_or_else(|| io::Error::other("the app does not react"))?;
    Ok(json!({"ms": milliseconds(reacted.since(start))}))
}

fn read(desktop: &AtspiDesktop, clock: &dyn Clock, title: &str) -> io::Result<(Snapshot, Duration)> {
    let deadline = Deadline::new(clock.now().plus(LIMIT));
    let windows = desktop.windows(&deadline).map_err(broken)?;
    let window = windows.into_iter().find(|window| window.title.starts_with(title));
    let window = window.ok_or_else(|| io::Error::other(format!("no window {title}")))?;
    let start = clock.now();
    let snapshot = desktop.snapshot(&window.key, &SnapshotBounds::default(), &deadline).map_err(broken)?;
    Ok((snapshot, clock.now().since(start)))
}

fn changed(path: &str) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn broken(error: surehand_core::error::Error) -> io::Error {
    io::Error::other(error)
}
