//! Where a goal is run: its app, what is prepared for it, and how its end is judged.
//!
//! Nothing of surehand is asked for the judgement: fixtures keep a state file, editors leave a file, settings are in the
//! keyfile of GSettings, folders are on the disk, and what is only shown is read by plain D-Bus.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{App, HeadlessDesktop};
use surehand_testkit::{plain, poll_until};

/// How long an app may take to appear.
const APPEAR: Duration = Duration::from_secs(30);
const SHOPPING: &str = "bread\nmilk\n";
const WRITTEN: &str = "bread\n  milk, 2 l\nKäse\n";
const LETTER: &str = "The colour of the sky.\nNo other colour will do.\n";

/// How a run is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It ended as it had to, and the app holds what it had to.
    Right,
    /// It ended without a claim, and nothing was changed that the goal does not name.
    Stopped,
    /// It claimed what is not so, or did harm.
    Wrong,
}

/// What kind of place a goal needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    SignUp,
    SignUpWithoutEmail,
    OnlyTheEmail,
    Sum,
    SumOfKde,
    WriteAndSave,
    OpenAddSave,
    Setting,
    Folder,
    AnotherWord,
}

/// A prepared place.
#[derive(Debug)]
pub struct Place {
    kind: Kind,
    folder: PathBuf,
}

impl Place {
    /// Makes the folder of the run and puts into it what the goal of that name needs.
    ///
    /// # Errors
    /// When no place is known for the goal, or files cannot be written.
    pub fn prepare(goal: &str, desktop: &HeadlessDesktop) -> io::Result<Self> {
        let kind = match goal {
            "sign up" => Kind::SignUp,
            "sign up, no email" => Kind::SignUpWithoutEmail,
            "only the email" => Kind::OnlyTheEmail,
            "a sum" => Kind::Sum,
            "a sum, KDE" => Kind::SumOfKde,
            "write and save" => Kind::WriteAndSave,
            "open, add, save" => Kind::OpenAddSave,
            "a setting" => Kind::Setting,
            "a folder" => Kind::Folder,
            "another word" => Kind::AnotherWord,
            other => return Err(io::Error::other(format!("no place is known for the goal {other:?}"))),
        };
        let folder = desktop.folder().join("papers");
        fs::create_dir_all(&folder)?;
        match kind {
            // It is opened again: the user's list of recent files has it, with which the dialog begins.
            Kind::OpenAddSave => {
                fs::write(folder.join("shopping.txt"), SHOPPING)?;
                let data = desktop.folder().join("home/.local/share");
                fs::create_dir_all(&data)?;
                fs::write(data.join("recently-used.xbel"), recent(&folder.join("shopping.txt")))?;
            }
            Kind::AnotherWord => fs::write(folder.join("letter.txt"), LETTER)?,
            _ => {}
        }
        Ok(Self { kind, folder })
    }

    /// The folder of the run.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The name that the app goes by.
    #[must_use]
    pub const fn app(&self) -> &'static str {
        match self.kind {
            Kind::SignUp | Kind::SignUpWithoutEmail | Kind::OnlyTheEmail => "surehand-form-gtk3",
            Kind::Sum => "gnome-calculator",
            Kind::SumOfKde => "kcalc",
            Kind::WriteAndSave | Kind::OpenAddSave | Kind::Setting | Kind::AnotherWord => "mousepad",
            Kind::Folder => "thunar",
        }
    }

    /// Starts the app and waits until it can be seen and has registered itself.
    ///
    /// # Errors
    /// When it does not.
    pub fn start(&self, desktop: &HeadlessDesktop) -> io::Result<App> {
        let name = self.app();
        if name.starts_with("surehand-form") {
            return desktop.spawn_fixture("form.py", name, &["--toolkit", "gtk3"]);
        }
        let configuration = format!("XDG_CONFIG_HOME={}", self.configuration().display());
        let letter = self.folder.join("letter.txt").display().to_string();
        let folder = self.folder.display().to_string();
        let (title, argument) = match self.kind {
            Kind::Sum => ("Calculator", None),
            Kind::SumOfKde => ("KCalc", None),
            Kind::AnotherWord => (letter.as_str(), Some(letter.as_str())),
            Kind::Folder => ("papers", Some(folder.as_str())),
            _ => ("Untitled", None),
        };
        let mut arguments = vec!["GSETTINGS_BACKEND=keyfile", configuration.as_str(), name];
        arguments.extend(argument);
        let app = desktop.spawn_app("env", &arguments)?;
        desktop.wait_for_window(title, APPEAR)?;
        let registered = || {
            let apps = plain::apps(desktop).ok()?;
            apps.iter().any(|app| app.eq_ignore_ascii_case(name)).then_some(())
        };
        let missing = || io::Error::other(format!("{name} never registered for accessibility"));
        poll_until(APPEAR, registered).ok_or_else(missing)?;
        Ok(app)
    }

    fn configuration(&self) -> PathBuf {
        self.folder.with_file_name("configuration")
    }

    /// What the app holds, and the disk.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn state(&self, desktop: &HeadlessDesktop) -> io::Result<Value> {
        let name = self.app();
        let held = match self.kind {
            Kind::SignUp | Kind::SignUpWithoutEmail | Kind::OnlyTheEmail => desktop.state(name)?,
            Kind::Sum | Kind::SumOfKde | Kind::AnotherWord => json!({"text": self.text(desktop)?}),
            _ => Value::Null,
        };
        let keyfile = self.configuration().join("glib-2.0/settings/keyfile");
        let mut files: Vec<(String, String)> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type()?.is_dir();
            let text = if is_folder { "(folder)".to_owned() } else { fs::read_to_string(entry.path())? };
            files.push((name, text));
        }
        files.sort();
        let files: serde_json::Map<String, Value> =
            files.into_iter().map(|(name, text)| (name, json!(text))).collect();
        Ok(json!({
            "held": held,
            "files": files,
            "settings": settings(&fs::read_to_string(keyfile).unwrap_or_default()),
        }))
    }

    /// The text of the display or the document, read by plain D-Bus.
    fn text(&self, desktop: &HeadlessDesktop) -> io::Result<Value> {
        let apps = plain::apps(desktop)?;
        let name = apps.iter().find(|app| app.eq_ignore_ascii_case(self.app()));
        let nodes = plain::texts(desktop, name.map_or(self.app(), String::as_str))?;
        if self.kind == Kind::SumOfKde {
            let display = nodes.iter().find(|node| node.role == "frame" && !node.name.is_empty());
            return Ok(json!(display.map(|node| node.name.clone())));
        }
        let is_field = |interfaces: &[String]| interfaces.iter().any(|one| one == "EditableText");
        Ok(json!(nodes.iter().find(|node| is_field(&node.interfaces)).and_then(|node| node.text.clone())))
    }

    /// How the run is judged that ended with `result`.
    #[must_use]
    pub fn judge(&self, result: &Value, before: &Value, after: &Value) -> (Verdict, String) {
        let ending = result["status"].as_str().unwrap_or_default();
        let claims = ending == "SUBTASK_COMPLETE";
        let (reached, allowed) = self.reached(before, after);
        let asked = ending == "NEEDS_INPUT" && result["needs_input"]["name"] == "Email";
        let verdict = match (self.kind, claims) {
            (Kind::SignUpWithoutEmail, _) if asked && allowed => Verdict::Right,
            (Kind::SignUpWithoutEmail, true) => Verdict::Wrong,
            (_, true) if reached => Verdict::Right,
            (_, true) => Verdict::Wrong,
            (_, false) if allowed => Verdict::Stopped,
            (_, false) => Verdict::Wrong,
        };
        (verdict, format!("{} became {}", brief(before), brief(after)))
    }

    /// Whether the app holds what the goal asks for, and whether nothing was changed that it does not name.
    fn reached(&self, before: &Value, after: &Value) -> (bool, bool) {
        let (held, files) = (&after["held"], &after["files"]);
        let only = |named: &[&str]| {
            let Some(all) = before["held"].as_object() else { return false };
            all.iter().all(|(name, value)| named.contains(&name.as_str()) || held[name] == *value)
        };
        // What the fixture counts and tells of its last event is no content.
        const EVENTS: &[&str] = &["events", "last", "event", "what", "count", "log"];
        let unchanged = |named: &[&str]| only(&[EVENTS, named].concat());
        match self.kind {
            Kind::SignUp | Kind::SignUpWithoutEmail => {
                let reached = held["name"] == "  Grace Hopper "
                    && held["email"] == "grace@example.com"
                    && held["size"] == "Large"
                    && held["newsletter"] == true
                    && held["saved"] == 1;
                let mut named = vec!["name", "size", "newsletter"];
                if self.kind == Kind::SignUp {
                    named.extend(["email", "saved"]);
                }
                (reached, unchanged(&named))
            }
            Kind::OnlyTheEmail => {
                (held["email"] == "ada@example.com" && unchanged(&["email"]), unchanged(&["email"]))
            }
            Kind::Sum | Kind::SumOfKde => (held["text"] == "8", true),
            Kind::WriteAndSave => {
                let reached = *files == json!({"shopping.txt": WRITTEN});
                (reached, reached || *files == before["files"])
            }
            Kind::OpenAddSave => {
                let reached = *files == json!({"shopping.txt": format!("{SHOPPING}eggs\n")});
                (reached, reached || *files == before["files"])
            }
            Kind::Setting => {
                let shown = |state: &Value| {
                    state["settings"]
                        .as_object()
                        .into_iter()
                        .flatten()
                        .any(|(name, value)| name.ends_with("show-line-numbers") && value == "true")
                };
                // Windows remember their size and place by themselves.
                let others = |state: &Value| -> Vec<String> {
                    let own = |name: &str| name.contains("state") || name.ends_with("show-line-numbers");
                    let all = state["settings"].as_object().into_iter().flatten();
                    all.filter(|(name, _)| !own(name))
                        .map(|(name, value)| format!("{name}={value}"))
                        .collect()
                };
                let only_this = others(before) == others(after);
                (!shown(before) && shown(after) && only_this, only_this)
            }
            Kind::Folder => {
                let reached = *files == json!({"Letters": "(folder)"});
                let named = ["Letters", "Drafts"];
                let allowed =
                    files.as_object().into_iter().flatten().all(|(name, _)| named.contains(&name.as_str()));
                (reached, allowed)
            }
            Kind::AnotherWord => {
                let replaced = LETTER.replace("colour", "color");
                let reached = held["text"] == replaced.as_str();
                let untouched = held["text"] == before["held"]["text"];
                (reached, (reached || untouched) && *files == before["files"])
            }
        }
    }
}

/// A list of recent files with one file.
fn recent(file: &Path) -> String {
    let times =
        r#"added="2026-11-30T09:00:00Z" modified="2026-11-30T09:00:00Z" visited="2026-11-30T09:00:00Z""#;
    let used = r#"modified="2026-11-30T09:00:00Z" count="1""#;
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
      xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
  <bookmark href="file://{}" {times}>
    <info>
      <metadata owner="http://freedesktop.org">
        <mime:mime-type type="text/plain"/>
        <bookmark:applications>
          <bookmark:application name="Mousepad" exec="&apos;mousepad %u&apos;" {used}/>
        </bookmark:applications>
      </metadata>
    </info>
  </bookmark>
</xbel>
"#,
        file.display()
    )
}

/// The keys of a keyfile, each with its group.
fn settings(text: &str) -> Value {
    let mut group = "";
    let mut all = serde_json::Map::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            group = name;
        } else if let Some((key, value)) = line.split_once('=') {
            all.insert(format!("{group}/{key}"), json!(value));
        }
    }
    Value::Object(all)
}

fn brief(state: &Value) -> String {
    let text = state.to_string();
    text.chars().take(400).collect()
}
