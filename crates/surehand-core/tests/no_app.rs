//! The embedded policy knows no app: neither a name of one nor a label that one of them shows stands in its code.
//!
//! Of those that its goals are measured on, as they read on the screen. Comments and tests may say what they are about.

#![expect(clippy::expect_used, reason = "a test that cannot go on says why and ends")]

use std::fs;
use std::path::{Path, PathBuf};

/// Names of apps, of their windows and files.
const APPS: &[&str] = &[
    "mousepad",
    "thunar",
    "calculator",
    "kcalc",
    "surehand-form",
    "gedit",
    "nautilus",
    "xfce",
    "gnome",
    "kde",
];
/// What they call their controls and dialogs.
const LABELS: &[&str] = &[
    "newsletter",
    "email",
    "line numbers",
    "find and replace",
    "search for",
    "replace with",
    "replace all in",
    "save as",
    "open file",
    "folder",
    "untitled",
    "preferences",
];

/// The code of a file in lower case, without comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    let own = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = own.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n").to_lowercase()
}

fn named(code: &str) -> Vec<&'static str> {
    APPS.iter().chain(LABELS).copied().filter(|word| code.contains(word)).collect()
}

#[test]
fn the_embedded_policy_names_no_app_and_no_label() {
    let policy = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/policy");
    let entries = fs::read_dir(policy.join("embedded")).expect("the policy");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.extend([policy.join("embedded.rs"), policy.join("entering.rs")]);
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        assert_eq!(named(&code(&file)), Vec::<&str>::new(), "{}", file.display());
    }
}

#[test]
fn a_name_in_code_is_noticed() {
    assert_eq!(
        named("if app == \"mousepad\" && label == \"show line numbers\""),
        ["mousepad", "line numbers"]
    );
}
