//! How the words of a label tell a risk, whatever the language.
//!
//! A label is an order: its verb stands in front ("Delete note"), or last where a language puts it there ("Notiz
//! löschen"), perhaps beside a word that changes nothing ("Yes, delete") or behind a joiner ("Save and close"). So
//! rules are looked for there and nowhere else, which keeps nouns and negations out: "Deleted items", "Undo delete",
//! "Sort by order" match nothing.
//!
//! The decision that matters: rules are data, a table for each language, tried in order, and the first that fits
//! decides. An exception is a rule without a risk that stands before the rule it limits. The language of a screen is
//! not known, so every language judges, and the longest phrase that fits says what is meant.

mod chinese_simplified;
mod chinese_traditional;
mod dutch;
mod english;
mod french;
mod german;
mod italian;
mod japanese;
mod korean;
mod polish;
mod portuguese;
mod russian;
mod spanish;
mod swedish;
mod turkish;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::unmask::{fold, readings};
use super::{Risk, Setting};
use crate::element::Role;

/// The words of one language. Alternatives are separated by `|`.
#[derive(Debug)]
struct Language {
    /// Where its verbs stand.
    order: Order,
    /// Whether blanks stand between words. Otherwise a label is one run of characters.
    spaced: bool,
    /// Words beside a verb that change nothing about what it does.
    skipped: &'static str,
    /// Words behind which another order begins.
    joiners: &'static str,
    /// Words before a verb at the end with which it is no order.
    guards: &'static str,
    /// Words that make a field or title one for finding text.
    finding: &'static str,
    rules: &'static [Rule],
}

/// Where the verb of an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    First,
    Last,
    Either,
}

/// What a label that begins or ends like this means.
#[derive(Debug)]
struct Rule {
    /// The risk; `None` for what only sounds like one.
    risk: Option<Risk>,
    /// The words of the order; alternatives are separated by `|`.
    words: &'static str,
    when: When,
}

/// When a rule holds.
#[derive(Debug)]
enum When {
    /// Always.
    Always,
    /// When nothing else of weight is there.
    Alone,
    /// When one of these words is there too.
    With(&'static str),
    /// When the control stands in a dialog that asks.
    InDialog,
    /// When it is a button alone in what it dismisses: a pop-over, or a dialog that finds text.
    Dismisses,
}

const fn rule(risk: Risk, words: &'static str, when: When) -> Rule {
    Rule { risk: Some(risk), words, when }
}

const fn harmless(words: &'static str, when: When) -> Rule {
    Rule { risk: None, words, when }
}

/// The languages that are known. A label is judged by each.
const LANGUAGES: &[&Language] = &[
    &english::ENGLISH,
    &german::GERMAN,
    &french::FRENCH,
    &spanish::SPANISH,
    &portuguese::PORTUGUESE,
    &italian::ITALIAN,
    &dutch::DUTCH,
    &swedish::SWEDISH,
    &polish::POLISH,
    &russian::RUSSIAN,
    &turkish::TURKISH,
    &japanese::JAPANESE,
    &chinese_simplified::CHINESE_SIMPLIFIED,
    &chinese_traditional::CHINESE_TRADITIONAL,
    &korean::KOREAN,
];

/// The tables, ready for looking up.
static LEXICONS: LazyLock<Vec<Lexicon>> =
    LazyLock::new(|| LANGUAGES.iter().map(|language| Lexicon::of(language)).collect());

/// Pictures that stand for a word.
const PICTURES: &[(&str, Risk)] = &[
    ("🗑", Risk::Delete),
    ("🗑\u{fe0f}", Risk::Delete),
    ("✕", Risk::Close),
    ("✖", Risk::Close),
    ("❌", Risk::Close),
];

/// What the words of a label say. `None`: nothing; `Some(None)`: that it is harmless.
pub(super) fn judge(label: &str, role: Role, setting: Setting) -> Option<Option<Risk>> {
    if let Some((_, risk)) = PICTURES.iter().find(|(picture, _)| *picture == label.trim()) {
        return Some(Some(*risk).filter(|risk| *risk != Risk::Close || !setting.is_dismissed()));
    }
    let mut harmless = None;
    for words in readings(label) {
        let found = || LEXICONS.iter().rev().filter_map(|lexicon| lexicon.judge(&words, (role, setting)));
        // Languages share words. What one of them knows more of outweighs what another takes for an order.
        let excused = found().filter(|phrase| phrase.rule.risk.is_none()).map(Phrase::weight).max();
        let risky = found().filter(|phrase| phrase.rule.risk.is_some() && Some(phrase.weight()) > excused);
        if let Some(phrase) = risky.max_by_key(|phrase| phrase.weight()) {
            return Some(phrase.rule.risk);
        }
        harmless = harmless.or(excused.map(|_| None));
    }
    harmless
}

/// Whether a label belongs to finding text.
pub(crate) fn finds(label: &str) -> bool {
    readings(label).iter().any(|words| LEXICONS.iter().any(|lexicon| lexicon.finds(words)))
}

/// A language ready for looking up, its words folded as those of a label are.
#[derive(Debug)]
struct Lexicon {
    language: &'static Language,
    skipped: HashSet<String>,
    joiners: HashSet<String>,
    guards: HashSet<String>,
    finding: Vec<String>,
    /// The phrases by their first word, and by their last; all of them under the empty word where words run together.
    by_first: HashMap<String, Vec<Phrase>>,
    by_last: HashMap<String, Vec<Phrase>>,
}

/// One phrase of a rule.
#[derive(Clone, Debug)]
struct Phrase {
    /// The place of its rule in the table.
    rank: usize,
    words: Vec<String>,
    with: Vec<String>,
    rule: &'static Rule,
}

impl Lexicon {
    fn of(language: &'static Language) -> Self {
        let set = |words: &str| list(words).collect();
        let mut by_first: HashMap<String, Vec<Phrase>> = HashMap::new();
        let mut by_last: HashMap<String, Vec<Phrase>> = HashMap::new();
        for (rank, rule) in language.rules.iter().enumerate() {
            let with = if let When::With(words) = rule.when { list(words).collect() } else { Vec::new() };
            for phrase in rule.words.split('|') {
                let words: Vec<String> = phrase.split(' ').map(fold).collect();
                let key =
                    |word: Option<&String>| word.filter(|_| language.spaced).cloned().unwrap_or_default();
                let (first, last) = (key(words.first()), key(words.last()));
                let phrase = Phrase { rank, words, with: with.clone(), rule };
                if language.order != Order::Last {
                    by_first.entry(first).or_default().push(phrase.clone());
                }
                if language.order != Order::First {
                    by_last.entry(last).or_default().push(phrase);
                }
            }
        }
        let (skipped, joiners, guards) = (set(language.skipped), set(language.joiners), set(language.guards));
        let finding = list(language.finding).collect();
        Self { language, skipped, joiners, guards, finding, by_first, by_last }
    }

    fn finds(&self, words: &[String]) -> bool {
        if self.language.spaced {
            words.iter().any(|word| self.finding.contains(word))
        } else {
            let whole = words.concat();
            self.finding.iter().any(|word| whole.contains(word.as_str()))
        }
    }

    fn judge(&self, words: &[String], place: (Role, Setting)) -> Option<&Phrase> {
        if !self.language.spaced {
            // Such a table has nothing in letters that have upper and lower case.
            let foreign = words.iter().any(|word| word.chars().any(|letter| letter >= '\u{2e80}'));
            return if foreign { self.judge_run(&words.concat(), place) } else { None };
        }
        let joined = words.iter().enumerate().filter(|(_, word)| self.joiners.contains(word.as_str()));
        let mut starts = std::iter::once(0).chain(joined.map(|(index, _)| index + 1));
        // "Find and replace": what follows a harmless order belongs to it.
        starts.find_map(|start| {
            let words = words.get(start..).unwrap_or_default();
            self.front(words, place)
                .into_iter()
                .chain(self.back(words, place))
                .min_by_key(|phrase| phrase.rank)
        })
    }

    /// Whether these words change nothing about what a verb does.
    fn are_idle(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.skipped.contains(word.as_str()))
    }

    fn front(&self, words: &[String], place: (Role, Setting)) -> Option<&Phrase> {
        let mut rest = words;
        while let Some(first) = rest.first() {
            let known = self.by_first.get(first.as_str()).into_iter().flatten();
            let holds = |phrase: &&Phrase| {
                rest.strip_prefix(phrase.words.as_slice())
                    .is_some_and(|rest| phrase.is_so(rest, self.are_idle(rest), place))
            };
            if let Some(phrase) = known.into_iter().find(holds) {
                return Some(phrase);
            }
            if !self.skipped.contains(first.as_str()) {
                return None;
            }
            rest = rest.get(1..).unwrap_or_default();
        }
        None
    }

    fn back(&self, words: &[String], place: (Role, Setting)) -> Option<&Phrase> {
        let mut rest = words;
        while let Some(last) = rest.last() {
            let known = self.by_last.get(last.as_str()).into_iter().flatten();
            let holds = |phrase: &&Phrase| {
                rest.strip_suffix(phrase.words.as_slice()).is_some_and(|before| {
                    let guarded = before.last().is_some_and(|word| self.guards.contains(word.as_str()));
                    !guarded && phrase.is_so(before, self.are_idle(before), place)
                })
            };
            if let Some(phrase) = known.into_iter().find(holds) {
                return Some(phrase);
            }
            if !self.skipped.contains(last.as_str()) {
                return None;
            }
            rest = rest.get(..rest.len() - 1).unwrap_or_default();
        }
        None
    }

    /// The same where words run together. A joiner may be part of a word there, so the whole is judged too.
    fn judge_run(&self, run: &str, place: (Role, Setting)) -> Option<&Phrase> {
        let guard = |before: &str| self.guards.iter().any(|word| before.ends_with(word.as_str()));
        let part = |run: &str| {
            let front = self.phrase_of_run(&self.by_first, run, place, |text, part| text.strip_prefix(part));
            let back = self.phrase_of_run(&self.by_last, run, place, |text, part| {
                text.strip_suffix(part).filter(|before| !guard(before))
            });
            front.into_iter().chain(back).min_by_key(|phrase| phrase.rank)
        };
        let joined = self
            .joiners
            .iter()
            .filter_map(|joiner| run.split_once(joiner.as_str()))
            .map(|(_, behind)| behind);
        let behind = joined.filter_map(part).find(|phrase| phrase.rule.risk.is_some());
        part(run).filter(|phrase| phrase.rule.risk.is_some() || behind.is_none()).or(behind)
    }

    fn phrase_of_run<'a>(
        &'a self,
        phrases: &'a HashMap<String, Vec<Phrase>>,
        run: &str,
        place: (Role, Setting),
        cut: impl for<'t> Fn(&'t str, &str) -> Option<&'t str>,
    ) -> Option<&'a Phrase> {
        let known = phrases.get("")?;
        let mut rest = run;
        loop {
            let holds = |phrase: &&Phrase| {
                let word = phrase.words.first().map(String::as_str).unwrap_or_default();
                cut(rest, word).is_some_and(|rest| phrase.is_so_in_run(rest, place))
            };
            if let Some(phrase) = known.iter().find(holds) {
                return Some(phrase);
            }
            rest = self.skipped.iter().find_map(|word| cut(rest, word))?;
        }
    }
}

fn list(words: &str) -> impl Iterator<Item = String> {
    words.split('|').filter(|word| !word.is_empty()).map(fold)
}

impl Phrase {
    /// How much of a label the phrase explains, in characters. A word that must stand beside it counts as one more.
    fn weight(&self) -> usize {
        let beside = usize::from(!self.with.is_empty());
        self.words.iter().map(|word| word.chars().count()).sum::<usize>() + beside
    }

    /// Whether the rule holds beside the `rest` of the words.
    fn is_so(&self, rest: &[String], alone: bool, place: (Role, Setting)) -> bool {
        match self.rule.when {
            When::With(_) => rest.iter().any(|word| self.with.contains(word)),
            _ => self.holds(alone, place),
        }
    }

    fn is_so_in_run(&self, rest: &str, place: (Role, Setting)) -> bool {
        match self.rule.when {
            When::With(_) => self.with.iter().any(|word| rest.contains(word.as_str())),
            _ => self.holds(rest.is_empty(), place),
        }
    }

    fn holds(&self, alone: bool, (role, setting): (Role, Setting)) -> bool {
        match self.rule.when {
            When::Always | When::With(_) => true,
            When::Alone => alone,
            When::InDialog => setting == Setting::Dialog,
            When::Dismisses => setting.is_dismissed() && role == Role::Button && alone,
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ActionKind;
    use crate::risk::RiskContext;

    #[test]
    fn a_chord_speaks_where_the_words_are_foreign() {
        let context = |name, shortcut| RiskContext {
            role: Role::MenuItem,
            name,
            shortcut: Some(shortcut),
            within: &[],
            action: ActionKind::Menu,
            setting: Setting::Window,
        };
        assert_eq!(Risk::of(&context("Lopeta", "Ctrl+Q")), Some(Risk::Close));
        assert_eq!(Risk::of(&context("Arkistoi", "ctrl+e")), None);
    }

    #[test]
    fn a_find_bar_is_known_by_its_words() {
        for label in
            ["Search", "Find in page…", "Replace with", "Suchen", "Rechercher", "検索", "查找", "찾기"]
        {
            assert!(finds(label), "{label}");
        }
        assert!(!finds("Name") && !finds("Findings"));
    }

    #[test]
    fn no_rule_stands_behind_one_that_takes_its_words() {
        for language in LANGUAGES {
            let mut taken: HashSet<&str> = HashSet::new();
            for rule in language.rules {
                for phrase in rule.words.split('|') {
                    assert!(!phrase.is_empty(), "an empty phrase in {:?}", rule.words);
                    assert!(!taken.contains(phrase), "{phrase} can never be reached");
                    if matches!(rule.when, When::Always) {
                        taken.insert(phrase);
                    }
                }
            }
        }
    }
}
