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
pub const KEYS: [&str; 7] = ["read_only", "launch", "risks", "lend_focus", "grab", "second_pointer", "app"];
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
        names: names.ok_or_else(|| missing("app.match", "is missing; it is a list, such as [\"kcalc\"]"))?,
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
        return Err("has an empty name");
    }
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err("has a name of more than 200 characters, or on more than one line");
    }
    // A pattern would be compared as it stands and match nothing: a denial that does not deny.
    if name.contains('*') {
        return Err("has a pattern; names are compared whole");
    }
    Ok(())
}

fn unknown(source: Source<'_>, table: &dyn TableLike, name: &str, known: &[&str]) -> Invalid {
    match table.key(name) {
        Some(key) => source.unknown(key, known),
        None => source.wrong(None, "the file", format!("has an unknown key; known are {}", known.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTRACT: &str = r#"
read_only = false
launch = "ask"                     # allow | ask | deny
risks = { delete = "ask", send = "ask", purchase = "ask", system = "deny" }   # others: as the caller confirms
lend_focus = "deny"                # and grab, second_pointer
[[app]]
match = ["org.gnome.Calculator", "kcalc"]
access = "full"                    # full | read | ask | deny
"#;

    fn app(name: &str, aliases: &[&str]) -> App {
        App { name: name.into(), aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(), pid: 4 }
    }

    fn access(rules: &Rules, name: &str, aliases: &[&str]) -> Access {
        rules.standing(&app(name, aliases)).access
    }

    #[test]
    fn every_key_is_read() {
        let rules = Rules::parse(CONTRACT).expect("as documented");
        assert_eq!((rules.launch, rules.lend_focus, rules.read_only), (Launch::Ask, false, false));
        assert_eq!(rules.risk(Risk::Delete), RiskRule::Ask);
        assert_eq!(rules.risk(Risk::System), RiskRule::Deny);
        assert_eq!(rules.risk(Risk::Close), RiskRule::CallerConfirms);
        let row = rules.rows.first().expect("a row");
        assert_eq!((row.access, row.line, row.names.len()), (Access::Full, 6, 2));
        assert!(!rules.lends(Disturbance::Focus) && rules.lends(Disturbance::Nothing));

        let rules = Rules::parse(
            "read_only = true\nlaunch = \"deny\"\nlend_focus = \"allow\"\ngrab = \"allow\"\nsecond_pointer = \"allow\"\n\
             [risks]\nclose = \"ask\"\n",
        )
        .expect("valid");
        assert!(rules.read_only && rules.launch == Launch::Deny && rules.risk(Risk::Close) == RiskRule::Ask);
        for disturbs in [Disturbance::Focus, Disturbance::Grab, Disturbance::Pointer] {
            assert!(rules.lends(disturbs), "{disturbs:?}");
        }
        assert_eq!(Rules::parse(""), Ok(Rules::default()));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_the_way_to_write_it() {
        for (text, place, rule) in [
            ("read_only = 1", "permissions.toml:1: read_only", "true or false"),
            ("read_only = \"false\"", "permissions.toml:1: read_only", "without quotation marks"),
            ("\nlaunch = \"yes\"", "permissions.toml:2: launch", "\"allow\" or \"ask\" or \"deny\""),
            ("launch = [\"ask\"]", "permissions.toml:1: launch", "must be"),
            ("lend_focus = true", "permissions.toml:1: lend_focus", "\"deny\" or \"allow\""),
            ("grab = \"ask\"", "permissions.toml:1: grab", "\"deny\" or \"allow\""),
            ("lend_fokus = \"allow\"", "permissions.toml:1: lend_fokus", "known are read_only"),
            ("\n\n[risks]\ndelete = \"allow\"", "permissions.toml:4: risks.delete", "\"ask\" or \"deny\""),
            ("risks = { remove = \"ask\" }", "permissions.toml:1: remove", "known are delete"),
            ("risks = \"ask\"", "permissions.toml:1: risks", "must be a table"),
            ("app = []", "permissions.toml:1: app", "[[app]]"),
            ("[app]\nmatch = [\"a\"]\naccess = \"full\"", "permissions.toml:1: app", "[[app]]"),
            ("[[app]]\nmatch = [\"a\"]", "permissions.toml:1: app.access", "is missing"),
            ("#\n[[app]]\naccess = \"full\"", "permissions.toml:2: app.match", "is missing"),
            ("[[app]]\nmatch = \"a\"\naccess = \"full\"", "permissions.toml:2: app.match", "a list"),
            ("[[app]]\nmatch = []\naccess = \"full\"", "permissions.toml:2: app.match", "at least one"),
            ("[[app]]\nmatch = [\"\"]\naccess = \"full\"", "permissions.toml:2: app.match", "empty"),
            ("[[app]]\nmatch = [\"a\", 3]\naccess = \"full\"", "permissions.toml:2: app.match", "quotation"),
            (
                "[[app]]\nmatch = [\"org.*\"]\naccess = \"deny\"",
                "permissions.toml:2: app.match",
                "compared whole",
            ),
            ("[[app]]\nmatch = [\"a\"]\naccess = \"Full\"", "permissions.toml:3: app.access", "\"full\""),
            (
                "[[app]]\nmatch=[\"a\"]\naccess=\"full\"\nnote=\"\"",
                "permissions.toml:4: note",
                "known are match",
            ),
            ("read_only = true\nread_only = false", "permissions.toml:2", "is not TOML"),
            ("read_only = tru", "permissions.toml:1", "is not TOML"),
            ("[[app]\n", "permissions.toml:1", "is not TOML"),
        ] {
            let invalid = Rules::parse(text).expect_err(text);
            assert_eq!(invalid.path, place, "{text}");
            assert!(invalid.rule.contains(rule), "{text}: {invalid}");
        }
    }

    #[test]
    fn the_documentation_has_every_key_and_its_example_is_right() {
        let page = include_str!("../../../../docs/permissions.md");
        for key in KEYS.iter().chain(&ROW_KEYS) {
            let row = if *key == "app" { "| `[[app]]` |".to_owned() } else { format!("| `{key}` |") };
            assert!(page.contains(&row), "{key}");
        }
        let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("one");
        assert_eq!(Rules::parse(example).map(|rules| rules.rows.len()), Ok(1));
        assert!(Risk::ALL.iter().all(|risk| page.contains(&format!("`{}`", risk.name()))));
    }

    #[test]
    fn no_damage_to_a_file_makes_it_say_more() {
        let (mut state, mut read) = (1_u64, 0);
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).expect("31 bits") % below
        };
        for _ in 0..3_000 {
            let mut bytes = CONTRACT.as_bytes().to_vec();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, b" \n\"=[]{}#,'\\\x00\xff"[random(14)]),
                    _ => bytes[at] = b" \n\"=[]{}#,'\\\x00\xff"[random(14)],
                }
            }
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let Ok(rules) = Rules::parse(&text) else { continue };
            read += 1;
            assert!(!rules.lend_focus && !rules.grab && !rules.second_pointer, "{text}");
            assert_ne!(rules.launch, Launch::Allow, "{text}");
            assert_eq!(access(&rules, "Mousepad", &["mousepad"]), Access::Ask, "{text}");
            assert_eq!(access(&rules, "xterm", &[]), Access::Deny, "{text}");
        }
        assert!(read > 100, "damage to comments and names is none: {read}");
    }

    #[test]
    fn the_first_row_that_names_an_app_wins_by_any_whole_name() {
        let rules = Rules::parse(
            "[[app]]\nmatch=[\"ORG.gnome.Calculator.desktop\"]\naccess=\"read\"\n[[app]]\nmatch=[\"gnome-calculator\"]\n\
             access=\"full\"\n[[app]]\nmatch=[\"Notes\"]\naccess=\"deny\"\n",
        )
        .expect("valid");
        assert_eq!(access(&rules, "Rechner", &["org.gnome.Calculator", "gnome-calculator"]), Access::Read);
        assert_eq!(access(&rules, "gnome-calculator", &[]), Access::Full);
        assert_eq!(access(&rules, "nOTES", &[]), Access::Deny);
        for other in ["Notes 2", "My Notes", "gnome-calculator2", ""] {
            assert_eq!(access(&rules, other, &[]), Access::Ask, "{other}");
        }
    }

    #[test]
    fn what_is_guarded_is_opened_by_its_own_name_only() {
        let rules = Rules::parse(
            "[[app]]\nmatch=[\"org.gnome.Calculator\"]\naccess=\"full\"\n[[app]]\nmatch=[\"xterm\"]\naccess=\"read\"\n",
        )
        .expect("valid");
        // A terminal that has taken on the name of an app that is allowed.
        let disguised = app("Calculator", &["org.gnome.Calculator", "konsole"]);
        assert_eq!(
            rules.standing(&disguised),
            Standing { access: Access::Deny, why: Why::Guarded(Guarded::Terminal) }
        );
        assert_eq!(access(&rules, "XTerm", &["uxterm"]), Access::Read);
        // The first row counts, also where a later one is more generous.
        let first_denies =
            "[[app]]\nmatch=[\"My shell\"]\naccess=\"deny\"\n[[app]]\nmatch=[\"xterm\"]\naccess=\"full\"\n";
        let rules = Rules::parse(first_denies).expect("valid");
        assert_eq!(access(&rules, "My shell", &["xterm"]), Access::Deny);
        assert_eq!(access(&Rules::default(), "xterm", &[]), Access::Deny);
    }
}
