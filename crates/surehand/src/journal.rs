//! The journal: what was done, one line of JSON each, beside the user's settings.
//!
//! A person can see in it what happened, and nobody learns from it what was typed: a text is told by its length class,
//! and where a label repeats one it is blotted out, also in later lines. Messages, titles and values of windows are not
//! in it. It is kept for its owner alone (0600), in three files of a mebibyte at the most.
//!
//! A journal that cannot be written fails no call; it is said once. Several servers may write into the same one: a line
//! is one write, and whoever finds it full takes the file's lock and moves it on.

mod follow;
mod redact;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use surehand_core::engine::StepReport;
use surehand_core::window::App;

pub use follow::Follow;
use redact::Redactor;

use crate::files;
use crate::permissions::question::clean;

/// The name of the file that is written, in the configuration directory. Older ones end in `.1` and `.2`.
pub const FILE_NAME: &str = "journal.jsonl";
/// The size at which a file is moved on.
const LARGEST: u64 = 1024 * 1024;
/// The older files that are kept.
const OLDER: u32 = 2;

/// A line of the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Entry {
    /// When it ended, in universal time.
    pub time: String,
    /// The call, or `ask` for a question to the user.
    pub tool: String,
    /// What the app calls itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub app: String,
    /// The app's process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The kind of action.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// What was to be done, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub does: String,
    /// How long the text was: `empty`, `short` (to 20 characters), `medium` (to 200), `long`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Why it may need a confirmation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub risk: String,
    /// What came of it; the answer of an `ask`.
    pub status: String,
    /// Why, when it failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// How long it took, in milliseconds.
    pub ms: u64,
}

impl Entry {
    /// A line about a call.
    #[must_use]
    pub fn new(tool: &str, status: &str, took: Duration) -> Self {
        Self {
            tool: tool.to_owned(),
            status: status.to_owned(),
            ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            ..Self::default()
        }
    }

    /// The same, about this app.
    #[must_use]
    pub fn about(mut self, app: &App) -> Self {
        self.app = clean(&app.name);
        self.pid = Some(app.pid);
        self
    }

    /// A line about a step of an `act` that was to enter `text`.
    #[must_use]
    pub fn of_step(report: &StepReport, text: Option<&str>) -> Self {
        let outcome = &report.outcome;
        let mut entry = Self::new("act", outcome.status().name(), report.elapsed);
        if let Some(window) = &report.window {
            entry = entry.about(&window.window.app);
        }
        if let Some(action) = &report.action {
            action.kind.name().clone_into(&mut entry.kind);
            action.does.clone_into(&mut entry.does);
            entry.risk = action.risk.map(|risk| risk.name().to_owned()).unwrap_or_default();
        }
        entry.text = text.map(length_class).unwrap_or_default().to_owned();
        entry.code = outcome.code().map(|code| code.name().to_owned()).unwrap_or_default();
        entry
    }
}

fn length_class(text: &str) -> &'static str {
    match text.chars().take(201).count() {
        0 => "empty",
        1..=20 => "short",
        21..=200 => "medium",
        _ => "long",
    }
}

/// Where lines are written.
#[derive(Debug)]
pub struct Journal {
    directory: PathBuf,
    largest: u64,
    redactor: Mutex<Redactor>,
    trouble: AtomicU8,
}

/// Nothing went wrong yet; something did; it has been said.
const FINE: u8 = 0;
const TROUBLE: u8 = 1;
const SAID: u8 = 2;

impl Journal {
    /// The journal in this directory. Nothing is written or made before the first line.
    #[must_use]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self::moved_on_at(directory, LARGEST)
    }

    /// The same, with files of another size.
    #[must_use]
    pub fn moved_on_at(directory: impl Into<PathBuf>, largest: u64) -> Self {
        let trouble = AtomicU8::new(FINE);
        Self { directory: directory.into(), largest, redactor: Mutex::default(), trouble }
    }

    /// Takes note of a text that must not stand in any line from now on.
    pub fn keep_out(&self, text: &str) {
        self.redactor.lock().unwrap_or_else(PoisonError::into_inner).keep_out(text);
    }

    /// Writes a line. Never fails; see [`Journal::take_warning`].
    pub fn write(&self, mut entry: Entry) {
        {
            let redactor = self.redactor.lock().unwrap_or_else(PoisonError::into_inner);
            entry.does = redactor.redact(&entry.does);
            entry.app = redactor.redact(&entry.app);
        }
        entry.time = stamp(now());
        let written = serde_json::to_vec(&entry).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            self.append(&line)
        });
        if written.is_err() {
            // A warning that has been said is not said again.
            let _ = self.trouble.compare_exchange(FINE, TROUBLE, Ordering::SeqCst, Ordering::SeqCst);
        }
    }

    /// What there is to say about the journal, once.
    pub fn take_warning(&self) -> Option<&'static str> {
        let said = self.trouble.compare_exchange(TROUBLE, SAID, Ordering::SeqCst, Ordering::SeqCst);
        said.ok().map(|_| "the journal cannot be written; what is done from now on may be missing from it")
    }

    fn append(&self, line: &[u8]) -> io::Result<()> {
        let path = self.directory.join(FILE_NAME);
        let mut file = open(&path).or_else(|_| {
            files::make_directory(&self.directory).map_err(|_| io::ErrorKind::PermissionDenied)?;
            open(&path)
        })?;
        if file.metadata()?.len() >= self.largest {
            self.move_on(&path, &file)?;
            file = open(&path)?;
        }
        file.write_all(line)
    }

    /// Moves the full files one number on. Whoever comes second finds it done.
    fn move_on(&self, path: &Path, full: &File) -> io::Result<()> {
        full.lock()?;
        let still_there = fs::metadata(path).is_ok_and(|found| {
            full.metadata().is_ok_and(|full| (found.dev(), found.ino()) == (full.dev(), full.ino()))
        });
        if !still_there {
            return Ok(());
        }
        for number in (1..OLDER).rev() {
            // A file that is not there yet is moved nowhere.
            let _ = fs::rename(self.numbered(number), self.numbered(number + 1));
        }
        fs::rename(path, self.numbered(1))
    }

    fn numbered(&self, number: u32) -> PathBuf {
        numbered(&self.directory, number)
    }
}

fn numbered(directory: &Path, number: u32) -> PathBuf {
    match number {
        0 => directory.join(FILE_NAME),
        number => directory.join(format!("{FILE_NAME}.{number}")),
    }
}

/// Opens the file to write at its end. A link is refused: it could lead to a file that is somebody's.
fn open(path: &Path) -> io::Result<File> {
    let flags = rustix::fs::OFlags::NOFOLLOW.union(rustix::fs::OFlags::NONBLOCK).bits().cast_signed();
    let file =
        OpenOptions::new().append(true).read(true).create(true).mode(0o600).custom_flags(flags).open(path)?;
    let found = file.metadata()?;
    let ours = found.is_file() && found.uid() == rustix::process::geteuid().as_raw();
    if !ours {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    if found.mode() & 0o077 != 0 {
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    }
    Ok(file)
}

#[expect(clippy::disallowed_methods, reason = "people ask at what time of day something was done")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// As in `2026-09-24T12:34:56Z`.
fn stamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March, so that the leap day is the last one; eras of 400 of them repeat exactly.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!(
        "{:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        era * 400 + year + later,
        of_day / 3_600,
        of_day / 60 % 60,
        of_day % 60
    )
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn temporary(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("surehand-journal-test-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        path
    }

    fn line(does: &str) -> Entry {
        Entry { does: does.to_owned(), ..Entry::new("act", "done", Duration::from_millis(7)) }
    }

    #[test]
    fn times_are_of_the_calendar() {
        let at = |seconds| stamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_704_067_199), "2023-12-31T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn it_is_its_owners_alone_and_mends_what_is_open() {
        let directory = temporary("modes");
        let journal = Journal::in_directory(&directory);
        journal.write(line("click Button \"a\""));
        let path = directory.join(FILE_NAME);
        assert_eq!(path.metadata().expect("written").mode() & 0o777, 0o600);
        assert_eq!(directory.metadata().expect("made").mode() & 0o777, 0o700);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("ours");
        journal.write(line("click Button \"b\""));
        assert_eq!(path.metadata().expect("written").mode() & 0o777, 0o600);
        assert_eq!(journal.take_warning(), None);
        let text = fs::read_to_string(path).expect("text");
        let entries: Vec<Entry> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(entries.len(), 2);
        assert_eq!((entries[1].does.as_str(), entries[1].ms), ("click Button \"b\"", 7));
    }

    #[test]
    fn three_files_at_the_most_and_the_newest_lines_stay() {
        let directory = temporary("rotation");
        let journal = Journal::moved_on_at(&directory, 1_000);
        for number in 0..200 {
            journal.write(line(&format!("number {number}")));
        }
        let mut names: Vec<_> =
            fs::read_dir(&directory).expect("made").flatten().map(|file| file.file_name()).collect();
        names.sort();
        assert_eq!(names, ["journal.jsonl", "journal.jsonl.1", "journal.jsonl.2"]);
        for number in 0..=OLDER {
            let found = numbered(&directory, number).metadata().expect("there");
            assert!(found.len() < 1_200 && found.mode() & 0o777 == 0o600, "{}", found.len());
        }
        let mut all = Vec::new();
        Follow::in_directory(&directory).read(&mut |line| all.push(line.to_owned()));
        assert!(all.last().is_some_and(|line| line.contains("number 199")), "{all:?}");
        let numbers: Vec<u32> = all
            .iter()
            .map(|line| serde_json::from_str::<Entry>(line).expect("JSON").does)
            .map(|does| does.trim_start_matches("number ").parse().expect("a number"))
            .collect();
        assert!(numbers.is_sorted() && numbers.len() > 15, "{numbers:?}");
    }

    #[test]
    fn several_writers_lose_no_line_while_files_move_on() {
        let directory = temporary("writers");
        let journals: Vec<_> = (0..4).map(|_| Journal::moved_on_at(&directory, 40_000)).collect();
        std::thread::scope(|scope| {
            for journal in &journals {
                scope.spawn(|| (0..100).for_each(|_| journal.write(line("x"))));
            }
        });
        let mut count = 0;
        Follow::in_directory(&directory).read(&mut |_| count += 1);
        assert_eq!(count, 400);
    }

    #[test]
    fn what_cannot_be_written_is_said_once_and_fails_nothing() {
        let directory = temporary("unwritable");
        fs::write(&directory, "a file where the directory should be").expect("temp dir");
        let journal = Journal::in_directory(&directory);
        journal.write(line("x"));
        assert!(journal.take_warning().is_some_and(|warning| warning.contains("journal")));
        journal.write(line("x"));
        assert_eq!(journal.take_warning(), None);

        let directory = temporary("full");
        fs::create_dir(&directory).expect("temp dir");
        // A link may lead to a file of somebody's, or to a device that is always full.
        std::os::unix::fs::symlink("/dev/full", directory.join(FILE_NAME)).expect("temp dir");
        let journal = Journal::in_directory(&directory);
        journal.write(line("x"));
        assert!(journal.take_warning().is_some());
    }
}
