//! Desktop entries: the files that say what apps are installed, what they are called and how they are started.
//!
//! An entry can be started when it is visible to this desktop's users, runs in a window and its program is there.
//! It is started without arguments: what stands for files, addresses and names in its command line is dropped.
//!
//! Left out: actions of entries, and what an entry opens.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// An installed app.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name of its file, without the ending.
    pub(crate) id: String,
    /// Its name in the language of messages.
    pub(crate) name: String,
    /// Its untranslated name.
    pub(crate) plain_name: String,
    /// The file name of its program.
    pub(crate) executable: String,
    /// The class of its windows.
    pub(crate) class: String,
    /// How it is started; `None` for what its user would not start.
    pub(crate) start: Option<Start>,
}

/// How an app is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The program and its own arguments.
    pub(crate) command: Vec<String>,
    /// The folder it is started in.
    pub(crate) folder: Option<PathBuf>,
    /// The session bus starts it.
    pub(crate) by_bus: bool,
}

/// What decides about entries, from the environment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// Where entries are, the deciding folder first.
    pub(crate) folders: Vec<PathBuf>,
    /// The language of messages as `de_AT` and `de`, most special first; empty for C.
    pub(crate) locale: Vec<String>,
    /// The names of this desktop.
    pub(crate) desktops: Vec<String>,
    /// Where programs are.
    pub(crate) programs: Vec<PathBuf>,
}

impl Surroundings {
    /// Those of this process.
    pub(crate) fn of_process() -> Self {
        let list = |name: &str| std::env::var(name).unwrap_or_default();
        let split = |text: String| -> Vec<String> {
            text.split(':').filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        Self {
            folders: application_folders(),
            locale: locale(),
            desktops: split(list("XDG_CURRENT_DESKTOP")),
            programs: split(list("PATH")).into_iter().map(PathBuf::from).collect(),
        }
    }

    /// Whether there is such a program.
    fn has_program(&self, program: &str) -> bool {
        if program.contains('/') {
            return is_program(Path::new(program));
        }
        self.programs.iter().any(|folder| is_program(&folder.join(program)))
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}

fn application_folders() -> Vec<PathBuf> {
    let home = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share")));
    let shared = std::env::var("XDG_DATA_DIRS")
        .ok()
        .filter(|folders| !folders.is_empty())
        .unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    home.into_iter()
        .chain(shared.split(':').map(PathBuf::from))
        .map(|folder| folder.join("applications"))
        .collect()
}

fn locale() -> Vec<String> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let chosen = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG")).unwrap_or_default();
    let chosen = chosen.split(['.', '@']).next().unwrap_or_default().to_owned();
    match chosen.split_once('_') {
        _ if chosen == "C" || chosen == "POSIX" || chosen.is_empty() => Vec::new(),
        Some((language, _)) => vec![chosen.clone(), language.to_owned()],
        None => vec![chosen],
    }
}

/// Reads the entries of every folder. The first folder that has an id decides about it, also when it hides it.
pub(crate) fn read_entries(around: &Surroundings) -> Vec<Entry> {
    let mut seen: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for folder in &around.folders {
        let Ok(files) = fs::read_dir(folder) else { continue };
        for path in files.flatten().map(|file| file.path()) {
            let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let is_entry = path.extension().is_some_and(|extension| extension == "desktop");
            if !is_entry || seen.contains(&id) {
                continue;
            }
            let Ok(content) = fs::read_to_string(&path) else { continue };
            entries.extend(parse_entry(&id, &content, around));
            seen.push(id);
        }
    }
    entries
}

fn parse_entry(id: &str, content: &str, around: &Surroundings) -> Option<Entry> {
    let values: HashMap<&str, &str> = content
        .lines()
        .map(str::trim)
        .skip_while(|line| *line != "[Desktop Entry]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.trim(), value.trim()))
        .collect();
    let value = |key: &str| unescaped(values.get(key).copied().unwrap_or_default());
    let is_set = |key: &str| value(key) == "true";
    if value("Type") != "Application" || is_set("Hidden") {
        return None;
    }
    let localised =
        around.locale.iter().find_map(|language| values.get(format!("Name[{language}]").as_str()));
    let command = command(&value("Exec"));
    let here = |key: &str| {
        let listed = value(key);
        listed.split(';').any(|name| !name.is_empty() && around.desktops.iter().any(|own| own == name))
    };
    let visible = !is_set("NoDisplay")
        && !is_set("Terminal")
        && (!values.contains_key("OnlyShowIn") || here("OnlyShowIn"))
        && !here("NotShowIn");
    let there = values.get("TryExec").is_none_or(|program| around.has_program(&unescaped(program)));
    let by_bus = is_set("DBusActivatable");
    let program = command.as_ref().and_then(|command| command.first()).cloned().unwrap_or_default();
    let runs = by_bus || around.has_program(&program);
    let start = (visible && there && runs).then(|| Start {
        command: command.unwrap_or_default(),
        folder: Some(value("Path")).filter(|path| !path.is_empty()).map(PathBuf::from),
        by_bus,
    });
    Some(Entry {
        id: id.to_owned(),
        name: localised.map_or_else(|| value("Name"), |name| unescaped(name)),
        plain_name: value("Name"),
        executable: program.rsplit('/').next().unwrap_or_default().to_owned(),
        class: value("StartupWMClass"),
        start,
    })
}

/// A value as it is meant: `\s`, `\n`, `\t`, `\r` and `\\` stand for what cannot be written.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('s') => text.push(' '),
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('\\') | None => text.push('\\'),
                Some(other) => text.extend(['\\', other]),
            },
            (other, false) => text.push(other),
        }
    }
    text
}

/// The parts of a command line without its field codes. `None` for one that breaks the rules.
fn command(line: &str) -> Option<Vec<String>> {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    let (mut quoted, mut begun, mut dropped) = (false, false, false);
    let mut characters = line.chars();
    let end = |part: &mut String, begun: &mut bool, dropped: &mut bool, parts: &mut Vec<String>| {
        // What only stood for a file, an address or a name stands for nothing.
        if *begun && !(*dropped && part.is_empty()) {
            parts.push(std::mem::take(part));
        }
        part.clear();
        (*begun, *dropped) = (false, false);
    };
    while let Some(character) = characters.next() {
        match character {
            '"' => (quoted, begun) = (!quoted, true),
            '\\' if quoted => part.push(characters.next()?),
            '%' => match characters.next()? {
                '%' => (begun, _) = (true, part.push('%')),
                _ => (begun, dropped) = (true, true),
            },
            ' ' | '\t' if !quoted => end(&mut part, &mut begun, &mut dropped, &mut parts),
            other => (begun, _) = (true, part.push(other)),
        }
    }
    end(&mut part, &mut begun, &mut dropped, &mut parts);
    (!quoted && !parts.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around() -> Surroundings {
        Surroundings {
            locale: vec!["de_AT".into(), "de".into()],
            desktops: vec!["GNOME".into()],
            programs: vec!["/bin".into(), "/usr/bin".into()],
            ..Surroundings::default()
        }
    }

    fn entry(lines: &str) -> Option<Entry> {
        parse_entry("an.app", &format!("[Desktop Entry]\nType=Application\nName=App\n{lines}"), &around())
    }

    #[test]
    fn an_entry_has_its_localised_name_and_executable() {
        let entry = entry(
            "Name[de]=Anwendung\nExec=/bin/sh -c true %f\nStartupWMClass=App\n[Desktop Action new]\nName=Other",
        );
        let entry = entry.unwrap();
        assert_eq!((entry.name.as_str(), entry.plain_name.as_str()), ("Anwendung", "App"));
        assert_eq!((entry.executable.as_str(), entry.class.as_str()), ("sh", "App"));
        assert_eq!(entry.start.unwrap().command, ["/bin/sh", "-c", "true"]);
        assert!(parse_entry("x", "[Desktop Entry]\nType=Link\n", &around()).is_none());
    }

    #[test]
    fn what_users_do_not_see_is_not_started() {
        let rows = [
            ("Exec=sh", true),
            ("Exec=sh\nNoDisplay=true", false),
            ("Exec=sh\nTerminal=true", false),
            ("Exec=sh\nOnlyShowIn=GNOME;KDE;", true),
            ("Exec=sh\nOnlyShowIn=KDE;", false),
            ("Exec=sh\nOnlyShowIn=", false),
            ("Exec=sh\nNotShowIn=KDE;", true),
            ("Exec=sh\nNotShowIn=GNOME;", false),
            ("Exec=sh\nTryExec=sh", true),
            ("Exec=sh\nTryExec=/bin/sh", true),
            ("Exec=sh\nTryExec=no-such-program", false),
            ("Exec=no-such-program", false),
            ("Exec=no-such-program\nDBusActivatable=true", true),
            ("Name=Without a command", false),
            ("Exec=\"sh", false),
        ];
        for (lines, starts) in rows {
            assert_eq!(entry(lines).unwrap().start.is_some(), starts, "{lines}");
        }
        assert!(entry("Exec=sh\nHidden=true").is_none());
    }

    #[test]
    fn a_command_line_is_started_without_arguments() {
        let rows: &[(&str, &[&str])] = &[
            ("app", &["app"]),
            ("app %U", &["app"]),
            ("app --new-window %u", &["app", "--new-window"]),
            ("app --file=%f", &["app", "--file="]),
            ("\"/opt/My App/app\" --name \"a b\" %F", &["/opt/My App/app", "--name", "a b"]),
            ("app \"\\\"quoted\\\" \\$HOME\"", &["app", "\"quoted\" $HOME"]),
            ("app 100%%", &["app", "100%"]),
            ("app \"\"", &["app", ""]),
            ("app %i %c %k", &["app"]),
        ];
        for (line, parts) in rows {
            assert_eq!(command(line).unwrap(), *parts, "{line}");
        }
        assert_eq!((command(""), command("\"app"), command("app %")), (None, None, None));
        assert_eq!(unescaped(r"a\sb\\c\n"), "a b\\c\n");
    }

    #[test]
    fn the_first_folder_decides_about_an_id() {
        let folder = std::env::temp_dir().join(format!("surehand-entries-{}", std::process::id()));
        let (own, shared) = (folder.join("own"), folder.join("shared"));
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(&shared).unwrap();
        let app = "[Desktop Entry]\nType=Application\nName=App\nExec=sh\n";
        fs::write(shared.join("hidden.desktop"), app).unwrap();
        fs::write(shared.join("shown.desktop"), app).unwrap();
        fs::write(own.join("hidden.desktop"), format!("{app}Hidden=true\n")).unwrap();
        let entries = read_entries(&Surroundings { folders: vec![own, shared], ..around() });
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(ids, ["shown"]);
    }
}
