//! The parts that answers are made of: one struct per JSON object, its keys in the order they are written in.
//!
//! Labels and values are cut to [`Caps`] here. A cut label just ends in `…`; a cut value also says `cut`, because a
//! caller could take it for the whole. Keys that would be empty are left out, except in `change`, whose lists are
//! always there so that a caller may look into each.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde::Serialize;
use surehand_core::action::ActionKind;
use surehand_core::candidate::Candidate;
use surehand_core::change::Change;
use surehand_core::element::ElementKey;
use surehand_core::engine::{
    ActionReport, DecisionReport, Extracted, ExtractedElement, PickReport, Ranked, Verification, WindowReport,
};
use surehand_core::screen::Field;
use surehand_core::window::Window;

use super::text::shorten;

/// How long texts may be, in bytes as JSON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) label: usize,
    pub(super) value: usize,
    pub(super) message: usize,
}

impl Caps {
    pub(super) const WIDE: Self = Self { label: 240, value: 200, message: 1_000 };
    /// From wide to narrow, for answers whose single parts alone are too much.
    pub(super) const ALL: [Self; 4] = [
        Self::WIDE,
        Self { label: 120, value: 100, message: 300 },
        Self { label: 60, value: 40, message: 120 },
        Self { label: 24, value: 16, message: 48 },
    ];

    fn label(self, text: &str) -> String {
        shorten(text, self.label).into_owned()
    }

    pub(super) fn message(self, text: &str) -> String {
        shorten(text, self.message).into_owned()
    }

    fn value(self, text: &str) -> (String, bool) {
        let short = shorten(text, self.value);
        let cut = matches!(short, Cow::Owned(_));
        (short.into_owned(), cut)
    }
}

/// The window of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WindowLine {
    /// The app's name.
    pub app: String,
    /// Its process.
    pub pid: u32,
    /// The window's public number.
    pub window_id: u64,
    /// The title.
    pub title: String,
    /// The modal window of its app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modal: Option<String>,
    /// The titles of its app's other windows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_windows: Vec<String>,
}

/// How many titles of other windows an answer names.
const OTHER_WINDOWS: usize = 8;

impl WindowLine {
    pub(super) fn new(report: &WindowReport, caps: Caps) -> Self {
        Self {
            app: caps.label(&report.window.app.name),
            pid: report.window.app.pid,
            window_id: report.window.id,
            title: caps.label(&report.window.title),
            modal: report.modal.as_deref().map(|modal| caps.label(modal)),
            other_windows: report
                .other_windows
                .iter()
                .take(OTHER_WINDOWS)
                .map(|title| caps.label(title))
                .collect(),
        }
    }

    /// How many other windows are not named.
    pub(super) fn left_out(report: &WindowReport) -> u64 {
        report.other_windows.len().saturating_sub(OTHER_WINDOWS) as u64
    }
}

/// A row of `windows`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WindowRow {
    /// The app's name.
    pub app: String,
    /// Its process.
    pub pid: u32,
    /// The window's public number.
    pub window_id: u64,
    /// The title; empty for an app that may not be read.
    pub title: String,
    /// The user works in it.
    pub active: bool,
    /// It is minimised.
    pub minimized: bool,
    /// The workspace it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace: Option<u32>,
}

impl WindowRow {
    pub(super) fn new(window: &Window, caps: Caps) -> Self {
        Self {
            app: caps.label(&window.app.name),
            pid: window.app.pid,
            window_id: window.id,
            title: caps.label(&window.title),
            active: window.active,
            minimized: window.minimized,
            workspace: window.workspace,
        }
    }
}

/// A field of the screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldLine {
    /// The kind of control.
    pub role: &'static str,
    /// Its label.
    pub label: String,
    /// What it holds; absent where that is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The value is longer than shown.
    #[serde(skip_serializing_if = "is_false")]
    pub cut: bool,
    /// It does not react to input.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
}

impl FieldLine {
    pub(super) fn new(field: &Field, caps: Caps) -> Self {
        let (value, cut) = field.value.as_deref().map(|value| caps.value(value)).unzip();
        Self {
            role: field.role.name(),
            label: caps.label(&field.label),
            value,
            cut: cut.unwrap_or(false),
            disabled: !field.enabled,
        }
    }
}

/// A candidate, or the text kinds of one field with an id for each.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CandidateLine {
    /// Its id.
    pub id: String,
    /// The kind.
    pub kind: &'static str,
    /// What it does, in words.
    pub does: String,
    /// The other text kinds of the same field, with their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub also: BTreeMap<&'static str, String>,
    /// The probability that it is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    /// What the control holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The value is longer than shown.
    #[serde(skip_serializing_if = "is_false")]
    pub cut: bool,
    /// It takes a text from the caller.
    #[serde(skip_serializing_if = "is_false")]
    pub needs_text: bool,
    /// It needs a confirmation.
    #[serde(skip_serializing_if = "is_false")]
    pub destructive: bool,
    /// Its chord.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortcut: Option<String>,
    /// It does not react to input.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
}

impl CandidateLine {
    pub(super) fn new(candidate: &Candidate, p: Option<f64>, caps: Caps) -> Self {
        // What a pop-up shows stands in the line of the pop-up, and need not be said with each of its options.
        let own = candidate.value.as_deref().filter(|_| candidate.option.is_none());
        let (value, cut) = own.map(|value| caps.value(value)).unzip();
        Self {
            id: candidate.id.clone(),
            kind: candidate.action.name(),
            does: caps.label(&candidate.does),
            also: BTreeMap::new(),
            p: p.map(probability),
            value,
            cut: cut.unwrap_or(false),
            needs_text: candidate.needs_text,
            destructive: candidate.risk.is_some(),
            shortcut: candidate.shortcut.as_deref().map(|shortcut| caps.label(shortcut)),
            disabled: !candidate.enabled,
        }
    }

    /// How many candidates stand in this line.
    pub(super) fn ids(&self) -> usize {
        1 + self.also.len()
    }

    pub(super) fn ranked(candidates: &[Ranked], caps: Caps) -> Vec<Self> {
        candidates.iter().map(|ranked| Self::new(&ranked.candidate, ranked.p, caps)).collect()
    }

    /// Lines in reading order. The text kinds of one field share one, which halves what a form takes; ranked ones
    /// never do, as each has its own `p`.
    pub(super) fn merged<'a>(candidates: impl Iterator<Item = &'a Candidate>, caps: Caps) -> Vec<Self> {
        let mut lines: Vec<Self> = Vec::new();
        let mut of_field: HashMap<&ElementKey, usize> = HashMap::new();
        for candidate in candidates {
            let line = Self::new(candidate, None, caps);
            if is_field_kind(candidate.action) {
                let first = of_field.get(&candidate.key).and_then(|index| lines.get_mut(*index));
                match first {
                    Some(first) if first.takes(&line) => {
                        first.also.insert(line.kind, line.id);
                        continue;
                    }
                    Some(_) => {}
                    None => {
                        of_field.insert(&candidate.key, lines.len());
                    }
                }
            }
            lines.push(line);
        }
        lines
    }

    /// Whether `other` differs from this line in kind, words and id alone.
    fn takes(&self, other: &Self) -> bool {
        self.kind != other.kind
            && !self.also.contains_key(other.kind)
            && (&self.value, self.needs_text, self.destructive, &self.shortcut, self.disabled)
                == (&other.value, other.needs_text, other.destructive, &other.shortcut, other.disabled)
    }
}

const fn is_field_kind(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::SetValue | ActionKind::TypeInto | ActionKind::Append)
}

/// What asking took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionLine {
    /// Which model answered.
    pub model: String,
    /// Requests that left the machine.
    pub calls: u32,
    /// Tokens billed.
    pub input_tokens: u64,
    /// How long it took.
    pub ms: u64,
}

impl DecisionLine {
    pub(super) fn new(report: &DecisionReport, caps: Caps) -> Self {
        Self {
            model: caps.label(&report.model),
            calls: report.calls,
            input_tokens: report.input_tokens,
            ms: milliseconds(report.elapsed),
        }
    }
}

/// The action of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionLine {
    /// The candidate's id, also the one to confirm it with.
    pub id: String,
    /// The kind.
    pub kind: &'static str,
    /// What it does, in words.
    pub does: String,
    /// The routes tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<&'static str>,
    /// It needs a confirmation.
    #[serde(skip_serializing_if = "is_false")]
    pub destructive: bool,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<&'static str>,
}

impl ActionLine {
    pub(super) fn new(report: &ActionReport, caps: Caps) -> Self {
        Self {
            id: report.id.clone(),
            kind: report.kind.name(),
            does: caps.label(&report.does),
            route: report.routes.iter().map(|route| route.name()).collect(),
            destructive: report.risk.is_some(),
            risk: report.risk.map(|risk| risk.name()),
        }
    }
}

/// How a candidate was picked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PickLine {
    /// Its probability.
    pub p: f64,
    /// The rule that let it through.
    pub rule: &'static str,
}

impl PickLine {
    pub(super) fn new(report: &PickReport) -> Self {
        Self { p: probability(report.p), rule: report.rule }
    }
}

/// How an effect was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerificationLine {
    /// The asked-for result was read back and is exactly so.
    pub exact: bool,
    /// How many readings stand behind it.
    pub snapshots: u32,
}

impl VerificationLine {
    pub(super) fn new(report: Verification) -> Self {
        Self { exact: report.exact, snapshots: report.snapshots }
    }
}

/// What changed on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChangeLine {
    /// What is new.
    pub appeared: Vec<String>,
    /// What is gone.
    pub disappeared: Vec<String>,
    /// What stands differently.
    pub fields_changed: Vec<String>,
    /// What reads differently.
    pub texts_changed: Vec<String>,
    /// The new title, when it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_title: Option<String>,
    /// Menu items with another label.
    pub menu_items_retitled: Vec<String>,
    /// Menu items that react now.
    pub menu_items_enabled: Vec<String>,
    /// Menu items that no longer react.
    pub menu_items_disabled: Vec<String>,
}

impl ChangeLine {
    /// `None` when nothing changed.
    pub(super) fn new(change: &Change, caps: Caps) -> Option<Self> {
        if *change == Change::default() {
            return None;
        }
        let all = |texts: &[String]| texts.iter().map(|text| caps.label(text)).collect();
        Some(Self {
            appeared: all(&change.appeared),
            disappeared: all(&change.disappeared),
            fields_changed: all(&change.fields_changed),
            texts_changed: all(&change.texts_changed),
            window_title: change.window_title.as_deref().map(|title| caps.label(title)),
            menu_items_retitled: all(&change.menu_items_retitled),
            menu_items_enabled: all(&change.menu_items_enabled),
            menu_items_disabled: all(&change.menu_items_disabled),
        })
    }

    /// The lists, the most telling first.
    pub(super) fn lists(&mut self) -> [&mut Vec<String>; 7] {
        [
            &mut self.fields_changed,
            &mut self.texts_changed,
            &mut self.appeared,
            &mut self.disappeared,
            &mut self.menu_items_retitled,
            &mut self.menu_items_enabled,
            &mut self.menu_items_disabled,
        ]
    }
}

/// An element that was read, or that may be meant.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ElementLine {
    /// Its role.
    pub role: &'static str,
    /// Its label.
    pub label: String,
    /// Its programmer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identifier: Option<String>,
    /// The probability that it is meant.
    pub p: f64,
    /// Its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether `value` is all of it, exactly as the app holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Vec<String>>>,
    /// The texts inside of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether there is more than `rows` or `text` has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
}

/// How much of what an element holds is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portion {
    /// Bytes of a value or text.
    pub(super) text: usize,
    /// Rows.
    pub(super) rows: usize,
    /// Bytes of a cell.
    pub(super) cell: usize,
}

impl Portion {
    /// Enough to tell the elements of a shortlist from each other.
    pub(super) const GLANCE: Self = Self { text: 200, rows: 3, cell: 80 };
}

impl ElementLine {
    pub(super) fn new(element: &ExtractedElement, portion: Portion, caps: Caps) -> Self {
        let mut line = Self {
            role: element.role,
            label: caps.label(&element.label),
            identifier: element.identifier.as_deref().map(|identifier| caps.label(identifier)),
            p: probability(element.p),
            ..Self::default()
        };
        match &element.content {
            Extracted::Value { text, exact } => {
                let short = shorten(text, portion.text);
                line.exact = Some(*exact && matches!(short, Cow::Borrowed(_)));
                line.value = Some(short.into_owned());
            }
            Extracted::Text(text) => {
                let short = shorten(text, portion.text);
                line.truncated = matches!(short, Cow::Owned(_)).then_some(true);
                line.text = Some(short.into_owned());
            }
            Extracted::Rows { rows, truncated } => {
                let mut cut = *truncated || rows.len() > portion.rows;
                let mut cell = |text: &String| {
                    let short = shorten(text, portion.cell);
                    cut |= matches!(short, Cow::Owned(_));
                    short.into_owned()
                };
                let shown = rows.iter().take(portion.rows);
                line.rows = Some(shown.map(|row| row.iter().map(&mut cell).collect()).collect());
                line.truncated = Some(cut);
            }
        }
        line
    }
}

/// A probability as answers write it: from 0 to 1, four digits.
pub(super) fn probability(p: f64) -> f64 {
    if p.is_finite() { (p.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0 } else { 0.0 }
}

pub(super) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_false(flag: &bool) -> bool {
    !flag
}
