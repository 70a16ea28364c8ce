//! `surehand install` and `uninstall`: an MCP client's settings, with exactly one entry put in or taken out.
//!
//! What will change is always shown first, and written only after a yes. [`place`] says where each client keeps what,
//! [`edit`] changes a text and nothing around it. A file that is changed is kept as it was beside it; taking the entry
//! out again gives that very file back where nobody has changed it since.

mod edit;
mod place;

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use surehand::core::error::Invalid;
use surehand::files;

pub(crate) use place::Client;
use place::Place;

use crate::arguments::Command;
use crate::{NOT_DONE, complain};

/// What a client's agent is taught.
const SKILL: &str = include_str!("../../../skills/surehand/SKILL.md");
/// What a file that was changed is kept under, beside it.
const KEPT: &str = ".before-surehand";
/// How many lines of a change are shown: all of one to settings, the beginning of a whole file.
const SHOWN: usize = 24;

/// A file that is to change.
struct Change {
    path: PathBuf,
    old: Option<String>,
    /// `None` takes the file away.
    new: Option<String>,
    /// Whether the old text is kept beside it.
    keep: bool,
    /// The kept text is the new one again, so it need not be kept any longer.
    given_back: bool,
}

/// Carries out `install` and `uninstall`; `None` for the other words.
pub(crate) fn run(command: &Command) -> Result<Option<u8>, Invalid> {
    let variable = |name: &str| std::env::var_os(name);
    let (wish, changes) = match command {
        Command::Install { wish, skill } => {
            let program = std::env::current_exe()
                .ok()
                .and_then(|path| path.into_os_string().into_string().ok())
                .ok_or_else(|| {
                    Invalid::new("surehand", "must lie at a path in UTF-8 to be named in settings")
                })?;
            (wish, install(&Place::of(wish.client, &variable)?, &program, *skill)?)
        }
        Command::Uninstall { wish, skill } => (wish, uninstall(&Place::of(wish.client, &variable)?, *skill)?),
        _ => return Ok(None),
    };
    let json = wish.output.json;
    if !json {
        changes.iter().for_each(|change| say(&change.shown()));
    }
    let agreed = wish.write || (!json && !changes.is_empty() && confirmed());
    if agreed {
        changes.iter().try_for_each(Change::make)?;
    }
    if json {
        let files: Vec<Value> = changes.iter().map(Change::as_json).collect();
        say(&format!("{}\n", json!({"written": agreed && !files.is_empty(), "files": files})));
    }
    Ok(Some(match (changes.is_empty(), agreed) {
        (true, _) => {
            complain("surehand: nothing to change\n");
            0
        }
        (false, true) => {
            complain("surehand: written; restart the client, or have it reconnect its servers\n");
            0
        }
        (false, false) => {
            complain("surehand: nothing was written; --write writes without asking\n");
            NOT_DONE
        }
    }))
}

fn install(place: &Place, program: &str, skill: bool) -> Result<Vec<Change>, Invalid> {
    let old = text_of(&place.settings)?;
    let new = edit::with(old.as_deref().unwrap_or_default(), place.format, program)
        .map_err(|rule| wrong(&place.settings, rule))?;
    // Only what is without us is worth keeping; an older path of ours is not.
    let keep = old.as_deref().is_some_and(|old| edit::command(old, place.format).is_none());
    let settings = Change { path: place.settings.clone(), keep, given_back: false, old, new: Some(new) };
    let mut changes = vec![settings];
    if skill {
        let old = text_of(&place.skill)?;
        let keep = old.is_some();
        let new = Some(SKILL.to_owned());
        changes.push(Change { path: place.skill.clone(), keep, given_back: false, old, new });
    }
    changes.retain(|change| change.old != change.new);
    Ok(changes)
}

fn uninstall(place: &Place, skill: bool) -> Result<Vec<Change>, Invalid> {
    let mut changes = Vec::new();
    if let Some(old) = text_of(&place.settings)?
        && let Some(program) = edit::command(&old, place.format)
    {
        let kept = text_of(&kept(&place.settings))?;
        let ours = edit::with(kept.as_deref().unwrap_or_default(), place.format, &program);
        let untouched = ours.is_ok_and(|ours| ours == old);
        let new = if untouched {
            kept
        } else {
            Some(edit::without(&old, place.format).map_err(|rule| wrong(&place.settings, rule))?)
        };
        let path = place.settings.clone();
        changes.push(Change { path, old: Some(old), new, keep: false, given_back: untouched });
    }
    let old = text_of(&place.skill)?;
    if old.as_deref().is_some_and(|old| skill || old == SKILL) {
        changes.push(Change { path: place.skill.clone(), old, new: None, keep: false, given_back: false });
    }
    Ok(changes)
}

fn wrong(path: &Path, rule: &'static str) -> Invalid {
    Invalid::new(path.display().to_string(), format!("{rule}; nothing was changed"))
}

/// The text of a file; `None` when there is none.
fn text_of(path: &Path) -> Result<Option<String>, Invalid> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(_) => Err(wrong(path, "cannot be read as text")),
    }
}

fn kept(path: &Path) -> PathBuf {
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(KEPT);
    path.with_file_name(name)
}

impl Change {
    fn make(&self) -> Result<(), Invalid> {
        let failed = || Invalid::new(self.path.display().to_string(), "cannot be written; it is as it was");
        if let Some(directory) = self.path.parent() {
            files::make_directory(directory)?;
        }
        if self.keep {
            fs::copy(&self.path, kept(&self.path)).map_err(|_| failed())?;
        }
        match &self.new {
            Some(new) => {
                let before = fs::metadata(&self.path).map(|found| found.permissions());
                files::replace(&self.path, new)?;
                if let Ok(before) = before {
                    fs::set_permissions(&self.path, before).map_err(|_| failed())?;
                }
            }
            None => {
                fs::remove_file(&self.path).map_err(|_| failed())?;
                // The skill's own folder goes with it; one that holds anything else stays by itself.
                if let Some(directory) = self.path.parent().filter(|parent| parent.ends_with("surehand")) {
                    drop(fs::remove_dir(directory));
                }
            }
        }
        if self.given_back {
            drop(fs::remove_file(kept(&self.path)));
        }
        Ok(())
    }

    fn shown(&self) -> String {
        let heading = match (&self.old, &self.new) {
            (None, _) => "new file",
            (_, None) => "file to be removed",
            _ => "file to be changed",
        };
        let keep =
            if self.keep { format!(" (kept as {})", kept(&self.path).display()) } else { String::new() };
        let difference = self.difference();
        let mut lines = difference.lines();
        let mut shown: String = lines.by_ref().take(SHOWN).map(|line| format!("{line}\n")).collect();
        let more = lines.count();
        if more > 0 {
            shown += &format!("… and {more} more lines\n");
        }
        format!("{heading}: {}{keep}\n{shown}", self.path.display())
    }

    fn difference(&self) -> String {
        edit::difference(self.old.as_deref().unwrap_or_default(), self.new.as_deref().unwrap_or_default())
    }

    fn as_json(&self) -> Value {
        json!({
            "file": self.path,
            "kept": self.keep.then(|| kept(&self.path)),
            "change": self.difference(),
        })
    }
}

/// Whether a person at the terminal says yes.
fn confirmed() -> bool {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return false;
    }
    say("Write this? [y/N] ");
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// To standard output at once; a reader that has gone is no failure.
fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    drop(output.write_all(text.as_bytes()).and_then(|()| output.flush()));
}
