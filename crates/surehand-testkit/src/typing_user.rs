//! A user who types and moves the pointer while tests run, and reports every disturbance.
//!
//! It is a process of its own (`src/bin/typing-user.rs`) with a window of its own, the sentinel, which shares
//! nothing with surehand. Keys and pointer steps are sent with XTEST, which is what a keyboard and a mouse look
//! like from inside. Every character is numbered by its time and place, so loss, reordering and strangers are
//! told apart. Delays depend on the load of the machine: compare with [`TypingUser::baseline`], do not assert.
//! Not seen: what a second X pointer does elsewhere, and input that never reaches this display.

mod tally;
pub mod watcher;

use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::desktop::HeadlessDesktop;
use crate::process::App;
use crate::waiting::pause;

/// A typing user at work.
#[derive(Debug)]
pub struct TypingUser {
    app: App,
    output: BufReader<ChildStdout>,
}

impl TypingUser {
    /// Opens the sentinel window, makes it the active one, and starts typing into it. Start the apps of the test
    /// before: a window that opens by itself takes the focus under most window managers.
    ///
    /// # Errors
    /// When the typing user cannot run, or its first characters do not arrive.
    pub fn start(desktop: &HeadlessDesktop) -> io::Result<Self> {
        let program = program()?;
        let mut command = desktop.command(&program.to_string_lossy());
        command.arg(crate::fixture("apps/sentinel.py"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut app = App::spawn(&mut command)?;
        let output = app.child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut user = Self { app, output: BufReader::new(output) };
        user.read_line()?;
        Ok(user)
    }

    /// Stops typing and returns what happened.
    ///
    /// # Errors
    /// When the typing user died, which is a disturbance as well.
    pub fn stop(mut self) -> io::Result<Report> {
        drop(self.app.child.stdin.take());
        Ok(Report::from_json(&self.read_line()?))
    }

    /// The same run without anybody else: the delays to print beside those of a test.
    ///
    /// # Errors
    /// As [`start`](Self::start) and [`stop`](Self::stop).
    pub fn baseline(desktop: &HeadlessDesktop, duration: Duration) -> io::Result<Report> {
        let user = Self::start(desktop)?;
        pause(duration);
        user.stop()
    }

    fn read_line(&mut self) -> io::Result<Value> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the typing user ended without a report"));
        }
        Ok(serde_json::from_str(&line)?)
    }
}

/// What the typing user went through.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Characters typed.
    pub sent: u64,
    /// Of these, characters that arrived.
    pub received: u64,
    /// Of these, characters that did not.
    pub lost: u64,
    /// Characters that arrived after a later one.
    pub reordered: u64,
    /// Characters that arrived without being typed: foreign ones, and second copies.
    pub stray: u64,
    /// Every time the active window or the keyboard focus left the sentinel or came back, or a grab took it.
    pub focus_changes: Vec<Value>,
    /// Every time the pointer was not where the user had put it.
    pub pointer_jumps: Vec<Value>,
    /// Anything else that reached the sentinel, or was done to the keyboard or the pointer.
    pub foreign_events: Vec<Value>,
    /// The longest time from a key to its arrival.
    pub longest_delay_ms: f64,
    /// The median of these times.
    pub median_delay_ms: f64,
    /// How long the user typed.
    pub seconds: f64,
}

impl Report {
    /// Passes when at least one character was typed and nothing at all disturbed the user. Delays are not judged.
    ///
    /// # Panics
    /// With the details, when something did.
    pub fn assert_undisturbed(&self) {
        assert!(self.is_undisturbed(), "the typing user was disturbed: {self}");
    }

    /// Whether at least one character was typed, all arrived once and in order, and nothing else happened.
    #[must_use]
    pub fn is_undisturbed(&self) -> bool {
        self.sent > 0
            && self.received == self.sent
            && (self.lost, self.reordered, self.stray) == (0, 0, 0)
            && [&self.focus_changes, &self.pointer_jumps, &self.foreign_events]
                .iter()
                .all(|list| list.is_empty())
    }

    fn from_json(report: &Value) -> Self {
        let count = |key: &str| report[key].as_u64().unwrap_or_default();
        let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
        let number = |key: &str| report[key].as_f64().unwrap_or_default();
        Self {
            sent: count("sent"),
            received: count("received"),
            lost: count("lost"),
            reordered: count("reordered"),
            stray: count("stray"),
            focus_changes: list("focus_changes"),
            pointer_jumps: list("pointer_jumps"),
            foreign_events: list("foreign_events"),
            longest_delay_ms: number("longest_delay_ms"),
            median_delay_ms: number("median_delay_ms"),
            seconds: number("seconds"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} typed in {:.1} s, {} received, {} lost, {} reordered, {} stray; delay median {:.1} ms, longest \
             {:.1} ms",
            self.sent,
            self.seconds,
            self.received,
            self.lost,
            self.reordered,
            self.stray,
            self.median_delay_ms,
            self.longest_delay_ms
        )?;
        let lists = [&self.focus_changes, &self.pointer_jumps, &self.foreign_events];
        for (what, list) in ["focus changes", "pointer jumps", "foreign events"].iter().zip(lists) {
            write!(formatter, "; {} {what}", list.len())?;
            for entry in list {
                write!(formatter, "\n  {entry}")?;
            }
        }
        Ok(())
    }
}

/// The binary beside the running test; built when it is missing or older than its sources, as happens when
/// another crate's tests are run alone.
fn program() -> io::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.ancestors().find(|folder| folder.ends_with("deps")).and_then(Path::parent);
    let folder = folder.or_else(|| test.parent()).ok_or_else(|| io::Error::other("no folder of programs"))?;
    let program = folder.join("typing-user");
    if !is_current(&program) {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--package", "surehand-testkit", "--bin", "typing-user"]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        build.current_dir(env!("CARGO_MANIFEST_DIR"));
        if let Some(target) = folder.parent() {
            build.env("CARGO_TARGET_DIR", target);
        }
        if !build.status()?.success() {
            return Err(io::Error::other("the typing user cannot be built"));
        }
    }
    Ok(program)
}

fn is_current(program: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let parts =
        ["bin/typing-user.rs", "typing_user/watcher.rs", "typing_user/tally.rs", "screen.rs", "waiting.rs"];
    let newest = parts.iter().filter_map(|part| changed(&sources.join(part))).max();
    changed(program).is_some_and(|built| newest.is_none_or(|newest| built >= newest))
}
