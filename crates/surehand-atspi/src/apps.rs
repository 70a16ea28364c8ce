//! What an app is called: by its users, by its desktop entry, by its process.
//!
//! The name shown to a user is the localised name of the installed desktop entry, found by the app's own id, its
//! window class or its executable. Everything else the app might be asked for by is an alias. Desktop entries are read
//! once; an app installed later goes by its other names until the next start.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use surehand_core::window::App;

use crate::entry::{Entry, Surroundings, read_entries};
use crate::x11::XWindow;

/// The installed apps.
#[derive(Debug, Default)]
pub(crate) struct Entries(OnceLock<Vec<Entry>>);

impl Entries {
    /// Puts together what an app is called.
    pub(crate) fn app(&self, pid: u32, accessible_name: &str, window: Option<&XWindow>) -> App {
        let process = Process::read(pid);
        let own_id = window.and_then(|window| window.application_id.clone());
        let classes: Vec<&str> =
            window.map(|window| window.class.iter().map(String::as_str).collect()).unwrap_or_default();
        let entry = self.find(
            own_id.as_deref(),
            &classes,
            process.names.first().map(String::as_str),
            accessible_name,
        );
        let mut aliases: Vec<String> = Vec::new();
        let mut add = |alias: &str| {
            let alias = alias.trim();
            if !alias.is_empty() && !aliases.iter().any(|known| known == alias) {
                aliases.push(alias.to_owned());
            }
        };
        if let Some(entry) = entry {
            add(&entry.id);
            add(&entry.plain_name);
        }
        own_id.iter().for_each(|id| add(id));
        add(accessible_name);
        classes.iter().for_each(|class| add(class));
        process.names.iter().for_each(|name| add(name));
        let name = match entry {
            Some(entry) => entry.name.clone(),
            None if !accessible_name.trim().is_empty() => accessible_name.trim().to_owned(),
            None => classes
                .last()
                .map(|class| (*class).to_owned())
                .or(process.names.first().cloned())
                .unwrap_or_default(),
        };
        aliases.retain(|alias| *alias != name);
        App { name, aliases, pid }
    }

    fn find(
        &self,
        id: Option<&str>,
        classes: &[&str],
        executable: Option<&str>,
        accessible: &str,
    ) -> Option<&Entry> {
        let entries = self.0.get_or_init(|| read_entries(&Surroundings::of_process()));
        let same = |left: &str, right: &str| !left.is_empty() && left.eq_ignore_ascii_case(right);
        let by_id = |wanted: &str| entries.iter().find(|entry| same(&entry.id, wanted));
        id.and_then(by_id)
            .or_else(|| {
                classes.iter().find_map(|class| entries.iter().find(|entry| same(&entry.class, class)))
            })
            .or_else(|| classes.iter().copied().find_map(by_id))
            .or_else(|| {
                entries
                    .iter()
                    .find(|entry| executable.is_some_and(|executable| same(&entry.executable, executable)))
            })
            .or_else(|| by_id(accessible))
    }
}

/// What the kernel says a process is called.
#[derive(Debug, Default)]
struct Process {
    /// Executable, then the script it runs, each by its last path part, the script also without its ending.
    names: Vec<String>,
}

impl Process {
    fn read(pid: u32) -> Self {
        let folder = PathBuf::from(format!("/proc/{pid}"));
        let executable = fs::read_link(folder.join("exe")).ok();
        let command = fs::read(folder.join("cmdline")).unwrap_or_default();
        let arguments: Vec<String> = command
            .split(|byte| *byte == 0)
            .filter(|part| !part.is_empty())
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect();
        Self { names: process_names(executable.as_deref(), &arguments) }
    }
}

fn process_names(executable: Option<&Path>, arguments: &[String]) -> Vec<String> {
    let base = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut names = Vec::new();
    let mut add = |name: Option<String>| {
        if let Some(name) = name.filter(|name| !name.is_empty() && !names.contains(name)) {
            names.push(name);
        }
    };
    let program = executable.and_then(base).map(|name| name.trim_end_matches(" (deleted)").to_owned());
    let interprets = program.as_deref().is_some_and(|name| {
        ["python", "perl", "ruby", "gjs", "node", "bash", "sh", "java"]
            .iter()
            .any(|kind| name.starts_with(kind))
    });
    if interprets {
        // The script is what its user started; the interpreter is shared by many apps and names none of them.
        let script = arguments.iter().skip(1).find(|argument| !argument.starts_with('-')).map(Path::new);
        add(script.and_then(base));
        add(script.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned()));
    } else {
        add(program);
        add(arguments.first().map(Path::new).and_then(base));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_goes_by_its_own_name_and_not_by_its_interpreter() {
        let arguments = ["/usr/bin/python3", "/opt/form.py", "--toolkit", "gtk3"].map(String::from);
        assert_eq!(process_names(Some(Path::new("/usr/bin/python3.11")), &arguments), ["form.py", "form"]);
        let arguments = ["kcalc".to_owned()];
        assert_eq!(process_names(Some(Path::new("/usr/bin/kcalc (deleted)")), &arguments), ["kcalc"]);
    }
}
