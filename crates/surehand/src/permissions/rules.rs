//! `permissions.toml`: what it may hold, and what it says about an app.
//!
//! The first row that names an app wins. What is guarded ([`super::guarded`]) stays denied unless a row calls it by a
//! guarded name: a row for another app, whose name a terminal has taken on, opens nothing. Names are compared whole,
//! ignoring case. An app that no row names is asked about.

use std::collections::BTreeMap;

use surehand_core::error::Invalid;
use surehand_core::permissions::RiskRule;
use surehand_core::risk::Risk;
use surehand_core::route::Disturbance;
use surehand_core::window::App;
use toml_edit::{Item, Table, TableLike};

use super::guarded::{Guarded, guarded_name};
use crate::strict::Source;

/// The name of the file, in the configuration directory.
pub const FILE_NAME: &str = "permissions.toml";
/// The keys of the file.
pub const KEYS: [&str; 7] =
    ["read_only", "launch", "risks", "lend_focus", "grab", "second_pointer", "app"];
/// The keys of an `[[app]]` row.
pub const ROW_KEYS: [&str; 2] = ["match", "access"];
/// The longest name of a row, in characters.
const LONGEST_NAME: usize = 200;

/// What may be done with an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Read and operate it.
    Full,
    /// Read it only.
    Read,
    /// Ask, once per session.
    Ask,
    /// Nothing.
    Deny,
}

impl Access {
    /// The words of the file.
    pub(crate) const WORDS: [(&'static str, Self); 4] =
        [("full", Self::Full), ("read", Self::Read), ("ask", Self::Ask), ("deny", Self::Deny)];

    /// The word in the file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Read => "read",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// What is said about starting an app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Launch {
    /// Allowed.
    Allow,
    /// Asked about.
    #[default]
    Ask,
    /// Never.
    Deny,
}

impl Launch {
    /// The word in the file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whom it is about: names, desktop ids or executables.
    pub names: Vec<String>,
    /// What may be done with them.
    pub access: Access,
    /// Where in the file it begins, counted from 1.
    pub line: usize,
}

/// Why an app stands as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A row of the file, by its line.
    Row(usize),
    /// It is what no default lets anybody touch.
    Guarded(Guarded),
    /// No row names it.
    Default,
}

/// How an app stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What may be done with it.
    pub access: Access,
    /// Why.
    pub why: Why,
}

/// What the file says. The default is what holds without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Nothing is operated, whatever else is said.
    pub read_only: bool,
    /// Whether apps may be started.
    pub launch: Launch,
    /// What is said about single risks; the caller's confirmation is enough for the others.
    pub risks: BTreeMap<Risk, RiskRule>,
    /// The focus may be borrowed while the user is idle.
    pub lend_focus: bool,
    /// A grab may be taken while the user is idle.
    pub grab: bool,
    /// A second pointer may be used while the user is idle.
    pub second_pointer: bool,
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
}

impl Rules {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`Invalid`] naming file, line and key, and what is expected there. Nothing of a wrong file holds.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let source = Source { file: FILE_NAME, text };
        let document = source.parse()?;
        let mut rules = Self::default();
        for (name, item) in document.as_table() {
            match name {
                "read_only" => rules.read_only = source.switch(name, item)?,
                "launch" => {
                    let words = [Launch::Allow, Launch::Ask, Launch::Deny].map(|one| (one.word(), one));
                    rules.launch = source.word(name, item, &words)?;
                }
                "risks" => rules.risks = risks(source, item)?,
                "lend_focus" => rules.lend_focus = lends(source, name, item)?,
                "grab" => rules.grab = lends(source, name, item)?,
                "second_pointer" => rules.second_pointer = lends(source, name, item)?,
                "app" => {
                    let rows = item.as_array_of_tables().ok_or_else(|| {
                        let span = document.as_table().key(name).and_then(toml_edit::Key::span);
                        source.wrong(span, name, "must be a row of its own for each app, begun with [[app]]")
                    })?;
                    rules.rows = rows.iter().map(|table| row(source, table)).collect::<Result<_, _>>()?;
                }
                _ => return Err(unknown(source, document.as_table(), name, &KEYS)),
            }
        }
        Ok(rules)
    }

    /// How an app stands by file and default, before anybody is asked.
    #[must_use]
    pub fn standing(&self, app: &App) -> Standing {
        let row = self.rows.iter().find(|row| row.names.iter().any(|name| app.answers_to(name)));
        let guard = Guarded::of(app);
        match (row, guard) {
            (Some(row), None) => Standing { access: row.access, why: Why::Row(row.line) },
            (Some(row), Some(guard)) => {
                let by_guarded_name = |name: &String| app.answers_to(name) && guarded_name(name).is_some();
                if row.access == Access::Deny || row.names.iter().any(by_guarded_name) {
                    Standing { access: row.access, why: Why::Row(row.line) }
                } else {
                    Standing { access: Access::Deny, why: Why::Guarded(guard) }
                }
            }
            (None, Some(guard)) => Standing { access: Access::Deny, why: Why::Guarded(guard) },
            (None, None) => Standing { access: Access::Ask, why: Why::Default },
        }
    }

    /// What is said about a risk.
    #[must_use]
    pub fn risk(&self, risk: Risk) -> RiskRule {
        self.risks.get(&risk).copied().unwrap_or(RiskRule::CallerConfirms)
    }

    /// Whether a route that takes this from the user may be used while they are idle.
    #[must_use]
    pub const fn lends(&self, disturbs: Disturbance) -> bool {
        match disturbs {
            Disturbance::Nothing => true,
            Disturbance::Grab => self.grab,
            Disturbance::Focus => self.lend_focus,
            Disturbance::Pointer => self.second_pointer,
        }
    }
}

fn lends(source: Source<'_>, key: &str, item: &Item) -> Result<bool, Invalid> {
    source.word(key, item, &[("deny", false), ("allow", true)])
}

fn risks(source: Source<'_>, item: &Item) -> Result<BTreeMap<Risk, RiskRule>, Invalid> {
    let table = item.as_table_like().ok_or_else(|| {
        source.wrong(item.span(), "risks", "must be a table, such as { delete = \"ask\", system = \"deny\" }")
    })?;
    let mut all = BTreeMap::new();
    for (name, item) in table.iter() {
        let Some(risk) = Risk::from_name(name) else {
            return Err(unknown(source, table, name, &Risk::ALL.map(Risk::name)));
        };
        let words = [("ask", RiskRule::Ask), ("deny", RiskRule::Deny)];
        all.insert(risk, source.word(&format!("risks.{name}"), item, &words)?);
    }
    Ok(all)
}

fn row(source: Source<'_>, table: &Table) -> Result<Row, Invalid> {
    let (mut names, mut access) = (None, None);
    for (key, item) in table {
        match key {
            "match" => names = Some(row_names(source, item)?),
            "access" => access = Some(source.word("app.access", item, &Access::WORDS)?),
            _ => return Err(unknown(source, table, key, &ROW_KEYS)),
        }
    }
    let missing = |key: &str, rule: &str| source.wrong(table.span(), key, rule);
    Ok(Row {
        names: names
            .ok_or_else(|| missing("app.match", "is missing; it is a list, such as [\"kcalc\"]"))?,
        access: access.ok_or_else(|| {
            missing("app.access", "is missing; it is \"full\", \"read\", \"ask\" or \"deny\"")
        })?,
        line: table.span().map_or(1, |span| source.line(span.start)),
    })
}

fn row_names(source: Source<'_>, item: &Item) -> Result<Vec<String>, Invalid> {
    let wrong = |rule: &str| source.wrong(item.span(), "app.match", rule);
    let list = item.as_array().ok_or_else(|| wrong("must be a list, such as [\"kcalc\"]"))?;
    if list.is_empty() {
        return Err(wrong("must have at least one name"));
    }
    list.iter()
        .map(|value| {
            let name = value.as_str().ok_or_else(|| wrong("must hold names in quotation marks"))?;
            check_name(name).map_err(|rule| source.wrong(value.span(), "app.match", rule))?;
            Ok(name.to_owned())
        })
        .collect()
}

/// Whether a row may name an app so.
pub(super) fn check_name(name: &str) -> Result<(), &'static str> {
    if name.trim().is_empty() {
        return Err("must hold no empty name");
    }
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err("must hold names of at most 200 characters on one line");
    }
    // A pattern would be compared as it stands and match nothing: a denial that does not deny.
    if name.contains('*') {
        return Err("must hold whole names; there are no patterns");
    }
    Ok(())
}

fn unknown(source: Source<'_>, table: &dyn TableLike, name: &str, known: &[&str]) -> Invalid {
    match table.key(name) {
        Some(key) => source.unknown(key, known),
        None => source.wrong(None, "the file", format!("has an unknown key; known are {}", known.join(", "))),
    }
}
