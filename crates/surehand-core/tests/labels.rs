//! What labels put at risk, language by language: the lists in `labels/`, each line one label as apps show it.
//!
//! A section names what is expected and where: `[delete]`, `[none in keypad]`, `[none in popover as button]`. Without a
//! role, a label is judged as a button and as an item of a menu. Every miss is printed.

use std::fs;
use std::path::{Path, PathBuf};

use surehand_core::action::ActionKind;
use surehand_core::element::Role;
use surehand_core::risk::{Risk, RiskContext, Setting};

/// The least hits, and the least false alarms that do not happen, in each language.
const LEAST: usize = 30;

/// What a section of a list expects.
struct Section {
    risk: Option<Risk>,
    setting: Setting,
    roles: Vec<Role>,
}

impl Section {
    /// `None` for a line that is no section.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix('[')?.strip_suffix(']')?.split(' ');
        let risk = match words.next()? {
            "none" => None,
            name => Some(Risk::from_name(name)?),
        };
        let mut section = Self { risk, setting: Setting::Window, roles: vec![Role::Button, Role::MenuItem] };
        while let (Some(what), Some(which)) = (words.next(), words.next()) {
            match (what, which) {
                ("in", "dialog") => section.setting = Setting::Dialog,
                ("in", "popover") => section.setting = Setting::Popover,
                ("in", "keypad") => section.setting = Setting::Keypad,
                ("in", "find_bar") => section.setting = Setting::FindBar,
                ("in", "find_dialog") => section.setting = Setting::FindDialog,
                ("as", "button") => section.roles = vec![Role::Button],
                ("as", "check_box") => section.roles = vec![Role::CheckBox, Role::Switch, Role::RadioButton],
                ("as", "list_item") => section.roles = vec![Role::ListItem, Role::TreeItem],
                _ => return None,
            }
        }
        Some(section)
    }

    fn judge(&self, label: &str, role: Role) -> Option<Risk> {
        let action = match role {
            Role::CheckBox | Role::Switch => ActionKind::Toggle,
            Role::MenuItem => ActionKind::Menu,
            _ => ActionKind::Click,
        };
        let context =
            RiskContext { role, name: label, shortcut: None, within: &[], action, setting: self.setting };
        Risk::of(&context)
    }
}

/// What one list comes to.
#[derive(Default)]
struct Tally {
    hits: usize,
    alarms: usize,
    misses: Vec<String>,
}

fn tally(path: &Path) -> Tally {
    let list = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut tally = Tally::default();
    let mut section: Option<Section> = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        if line.starts_with('[') {
            section = Section::parse(line);
            if section.is_none() {
                tally.misses.push(format!("{list}: {line} is no section"));
            }
            continue;
        }
        let Some(section) = &section else { continue };
        if section.risk.is_some() {
            tally.hits += 1;
        } else {
            tally.alarms += 1;
        }
        for role in &section.roles {
            let judged = section.judge(line, *role);
            if judged != section.risk {
                tally.misses.push(format!("{list}: {line:?} as {role}: {judged:?}, not {:?}", section.risk));
            }
        }
    }
    tally
}

fn lists() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labels");
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn labels_of_every_language_are_judged_right() {
    let mut misses = Vec::new();
    let mut languages = 0;
    for path in lists() {
        let Tally { hits, alarms, misses: own } = tally(&path);
        let disguised = path.ends_with("disguised.txt");
        assert!(disguised || (hits >= LEAST && alarms >= LEAST), "{path:?}: {hits} hits, {alarms} others");
        println!(
            "{:24} {hits:3} hits, {alarms:3} others, {:2} misses",
            path.file_stem().unwrap_or_default().to_string_lossy(),
            own.len()
        );
        languages += usize::from(!disguised);
        misses.extend(own);
    }
    assert!(languages >= 10, "{languages} languages");
    assert!(misses.is_empty(), "\n{}\n", misses.join("\n"));
}

#[test]
fn every_risk_is_tried_in_every_language() {
    for path in lists().into_iter().filter(|path| !path.ends_with("disguised.txt")) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        for risk in Risk::ALL {
            assert!(text.contains(&format!("[{risk}]")), "{path:?} has no [{risk}]");
        }
    }
}
