//! A goal of one or two sentences, taken apart into steps.
//!
//! Only order and kind are read from it: what to enter, to compute, to switch, to press. Which control is meant is asked
//! of the screen later. A part that begins with no verb known here belongs to the part before it ("name, email and size"),
//! so that a list is never taken for a row of orders.

/// One step that a goal names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Compute an expression on a keypad.
    Compute(String),
    /// Put inputs into fields; the words say which.
    Enter(String),
    /// Put an input behind what a field holds.
    Append(String),
    /// Switch something on or off.
    Switch {
        /// What, in words.
        words: String,
        /// On.
        on: bool,
    },
    /// Do what a control or command does.
    Press(String),
    /// Put one text in place of another, everywhere or once.
    Replace {
        /// In words.
        words: String,
        /// Everywhere.
        all: bool,
        /// The words name the new text first, as in "use this instead of that".
        new_first: bool,
    },
    /// No order that is known here. It is understood only where it names inputs or says how something is to stand.
    Said(String),
}

impl Part {
    /// The words of the goal that it comes from.
    pub(super) fn words(&self) -> &str {
        match self {
            Self::Compute(words)
            | Self::Enter(words)
            | Self::Append(words)
            | Self::Switch { words, .. }
            | Self::Replace { words, .. }
            | Self::Said(words)
            | Self::Press(words) => words,
        }
    }
}

/// Words that say that something is to stand on or off.
const STANDS: &[(&str, bool)] = &[
    ("shown", true),
    ("visible", true),
    ("on", true),
    ("enabled", true),
    ("active", true),
    ("hidden", false),
    ("invisible", false),
    ("off", false),
    ("disabled", false),
    ("inactive", false),
];
/// Words around what is to stand on or off.
const AROUND: &[&str] = &[
    "have", "let", "make", "keep", "get", "always", "from", "now", "again", "please", "be", "the", "a", "is",
    "are", "should", "must", "i", "want", "turn", "switch",
];

/// What the words want to stand on or off, without the place where it is set: "Have line numbers shown from now on".
pub(super) fn standing(words: &str) -> Option<(String, bool)> {
    let words = words.to_lowercase();
    let told = place(&words).map_or(words.as_str(), |(before, _)| before);
    let mut stands = None;
    let mut what = Vec::new();
    // "from now on" says when, not how.
    for word in told.replace("from now on", " ").split_whitespace() {
        let word = word.trim_matches(|one: char| !one.is_alphanumeric());
        match STANDS.iter().find(|(known, _)| *known == word) {
            Some((_, on)) => stands = Some(*on),
            None if AROUND.contains(&word) || word.is_empty() => {}
            None => what.push(word.to_owned()),
        }
    }
    stands.filter(|_| !what.is_empty()).map(|on| (what.join(" "), on))
}

/// Words of an order to switch something.
const SWITCHING: &[&str] = &[
    "turn",
    "switch",
    "on",
    "off",
    "enable",
    "disable",
    "tick",
    "untick",
    "check",
    "uncheck",
    "activate",
    "deactivate",
    "the",
    "a",
    "an",
    "please",
];

/// What an order to switch something is about, in plain words: "Turn on the line numbers".
pub(super) fn switched(order: &str) -> String {
    let plain = crate::label::plain(order);
    let words = plain.split(' ').skip_while(|word| SWITCHING.contains(word));
    words.collect::<Vec<_>>().join(" ").trim_end_matches(" on").trim_end_matches(" off").to_owned()
}

/// What stands before and after "in the" at the end of the words: where something is to be done.
pub(super) fn place(words: &str) -> Option<(&str, &str)> {
    let at = words.rfind("in the ")?;
    let after = words.get(at + "in the ".len()..)?.trim_matches(|one: char| !one.is_alphanumeric());
    let begins = at == 0 || words[..at].ends_with([' ', ',']);
    (begins && (1..=3).contains(&after.split_whitespace().count())).then(|| (&words[..at], after))
}

/// Words that say that it is meant for every place.
const EVERYWHERE: &[&str] = &["wherever", "everywhere", "every", "all", "each", "throughout", "whenever"];
/// Words between a new text and the old one that it stands for.
const INSTEAD: &[&str] = &["wherever", "instead of", "in place of", "rather than"];

fn replacing(words: &str, verb: &str) -> Option<Part> {
    let plain = crate::label::plain(words);
    let says = |phrase: &&str| format!(" {plain} ").contains(&format!(" {phrase} "));
    let instead = INSTEAD.iter().any(says);
    let exchanges = matches!(verb, "replace" | "exchange" | "substitute");
    let all = EVERYWHERE.iter().any(says);
    (exchanges || instead && matches!(verb, "put" | "use" | "write" | "have")).then(|| Part::Replace {
        words: words.to_owned(),
        all,
        new_first: !exchanges,
    })
}

const ENTERS: &[&str] = &[
    "fill", "enter", "write", "type", "put", "set", "change", "correct", "update", "choose", "select",
    "pick", "complete", "register",
];
const APPENDS: &[&str] = &["append", "add"];
const COMPUTES: &[&str] = &["compute", "calculate", "evaluate", "work"];
const SWITCHES: &[(&str, bool)] = &[
    ("enable", true),
    ("tick", true),
    ("check", true),
    ("activate", true),
    ("subscribe", true),
    ("disable", false),
    ("untick", false),
    ("uncheck", false),
    ("deactivate", false),
    ("unsubscribe", false),
];
const PRESSES: &[&str] = &[
    "save",
    "press",
    "click",
    "open",
    "close",
    "create",
    "make",
    "rename",
    "replace",
    "find",
    "search",
    "delete",
    "remove",
    "send",
    "submit",
    "show",
    "hide",
    "go",
    "apply",
    "confirm",
    "cancel",
    "print",
    "export",
    "import",
    "start",
    "stop",
    "run",
    "clear",
    "empty",
    "undo",
    "redo",
    "copy",
    "paste",
    "cut",
    "insert",
    "quit",
    "dismiss",
    "accept",
    "exchange",
    "substitute",
];

/// The steps of a goal, in its order.
pub(super) fn parts(goal: &str) -> Vec<Part> {
    let mut texts: Vec<String> = Vec::new();
    for piece in pieces(goal) {
        let begins = verb(&piece).is_some()
            || expression(&piece).is_some() && !texts.iter().any(|text| expression(text).is_some());
        match texts.last_mut() {
            Some(last) if !begins => {
                last.push_str(", ");
                last.push_str(&piece);
            }
            _ => texts.push(piece),
        }
    }
    texts.iter().map(|text| part(text).unwrap_or_else(|| Part::Said(text.clone()))).collect()
}

/// The goal at its full stops, commas and joining words, quoted parts kept whole.
fn pieces(goal: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut quoted = false;
    let words: Vec<&str> = goal.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        let joins =
            matches!(word.to_lowercase().as_str(), "and" | "then" | "afterwards" | "finally" | "please");
        // "and" joins steps only where a verb follows; "find and replace" and "name and email" stay whole.
        let before =
            pieces.last().is_some_and(|piece| verb(piece).is_some() && piece.split_whitespace().count() > 1);
        if joins && !quoted && before {
            pieces.push(String::new());
            continue;
        }
        if joins && !quoted && pieces.last().is_some_and(String::is_empty) {
            continue;
        }
        if word.matches(['"', '“', '”']).count() % 2 == 1 {
            quoted = !quoted;
        }
        let ends = !quoted && word.ends_with([',', ';', '!', '?'])
            || !quoted && word.ends_with('.') && index + 1 < words.len();
        if let Some(piece) = pieces.last_mut() {
            if !piece.is_empty() {
                piece.push(' ');
            }
            piece.push_str(if ends { word.trim_end_matches([',', ';', '.', '!', '?']) } else { word });
        }
        if ends {
            pieces.push(String::new());
        }
    }
    let clean = |piece: String| piece.trim().trim_end_matches('.').to_owned();
    pieces.into_iter().map(clean).filter(|piece| !piece.is_empty()).collect()
}

/// The word a piece begins with, when it is an order.
fn verb(piece: &str) -> Option<String> {
    let first =
        piece.split_whitespace().next()?.trim_matches(|one: char| !one.is_alphanumeric()).to_lowercase();
    let known = ENTERS.contains(&first.as_str())
        || APPENDS.contains(&first.as_str())
        || COMPUTES.contains(&first.as_str())
        || PRESSES.contains(&first.as_str())
        || SWITCHES.iter().any(|(word, _)| *word == first)
        || matches!(first.as_str(), "switch" | "turn");
    known.then_some(first)
}

fn part(text: &str) -> Option<Part> {
    let verb = verb(text);
    let verb = verb.as_deref().unwrap_or_default();
    if let Some(expression) = expression(text)
        && (verb.is_empty() || COMPUTES.contains(&verb) || matches!(verb, "enter" | "type" | "show" | "find"))
    {
        return Some(Part::Compute(expression));
    }
    if let Some(replacing) = replacing(text, verb) {
        return Some(replacing);
    }
    if let Some((_, on)) = SWITCHES.iter().find(|(word, _)| *word == verb) {
        return Some(Part::Switch { words: text.to_owned(), on: *on });
    }
    if matches!(verb, "switch" | "turn") {
        let on = !text
            .split_whitespace()
            .any(|word| word.trim_matches(|one: char| !one.is_alphanumeric()) == "off");
        return Some(Part::Switch { words: text.to_owned(), on });
    }
    if APPENDS.contains(&verb) {
        return Some(Part::Append(text.to_owned()));
    }
    if ENTERS.contains(&verb) {
        return Some(Part::Enter(text.to_owned()));
    }
    PRESSES.contains(&verb).then(|| Part::Press(text.to_owned()))
}

/// An arithmetic expression in a text: at least two numbers with an operator between them, without its blanks.
fn expression(text: &str) -> Option<String> {
    const OPERATORS: &[char] = &['+', '-', '−', '*', '×', '/', '÷', '^'];
    let part_of = |one: char| {
        one.is_ascii_digit() || OPERATORS.contains(&one) || matches!(one, '(' | ')' | '.' | ',' | '%' | ' ')
    };
    let mut best: Option<String> = None;
    for run in text.split(|one: char| !part_of(one)) {
        let run: String = run.trim_matches([' ', ',', '.']).chars().filter(|one| *one != ' ').collect();
        let numbers = run
            .split(|one: char| !one.is_ascii_digit() && one != '.')
            .filter(|number| !number.is_empty())
            .count();
        let operates = run.contains(OPERATORS) && run.matches('(').count() == run.matches(')').count();
        if numbers >= 2 && operates && best.as_ref().is_none_or(|known| known.len() < run.len()) {
            best = Some(run);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(goal: &str) -> Vec<String> {
        parts(goal).iter().map(|part| format!("{part:?}")).collect()
    }

    #[test]
    fn goals_are_taken_apart_at_their_orders() {
        assert_eq!(
            read("Fill in the name, the email and the size, switch on the newsletter and save the form."),
            [
                "Enter(\"Fill in the name, the email and the size\")",
                "Switch { words: \"switch on the newsletter\", on: true }",
                "Press(\"save the form\")",
            ]
        );
        assert_eq!(read("Change only the email."), ["Enter(\"Change only the email\")"]);
        assert_eq!(
            read("Write the text into the document and save it under the given file name."),
            ["Enter(\"Write the text into the document\")", "Press(\"save it under the given file name\")"]
        );
        assert_eq!(
            read("Open the file, append the line to its end, and save it"),
            ["Press(\"Open the file\")", "Append(\"append the line to its end\")", "Press(\"save it\")"]
        );
        assert_eq!(
            read("Turn off the line numbers. Then close the dialog."),
            ["Switch { words: \"Turn off the line numbers\", on: false }", "Press(\"close the dialog\")"]
        );
    }

    #[test]
    fn what_is_no_order_is_kept_and_what_stands_for_what_is_read() {
        assert_eq!(
            read(
                "Sign Grace up with her name, her email and her size, let her have the newsletter, and save."
            ),
            [
                "Said(\"Sign Grace up with her name, her email and her size, let her have the newsletter\")",
                "Press(\"save\")",
            ]
        );
        let replaced = |goal: &str| match &parts(goal)[..] {
            [Part::Replace { all, new_first, .. }] => Some((*all, *new_first)),
            _ => None,
        };
        assert_eq!(replaced("Replace every old word by the new word"), Some((true, false)));
        assert_eq!(
            replaced("Put the new word wherever the old word stands in the text."),
            Some((true, true))
        );
        assert_eq!(replaced("Put the name into the field"), None);
        assert_eq!(replaced("Replace the first one"), Some((false, false)));
    }

    #[test]
    fn what_is_switched_is_told_from_the_order() {
        let rows = [
            ("Turn on the line numbers", "line numbers"),
            ("switch the newsletter off", "newsletter"),
            ("Enable check marks", "marks"),
            ("newsletter", "newsletter"),
            ("Turn on", ""),
        ];
        for (order, what) in rows {
            assert_eq!(switched(order), what, "{order}");
        }
    }

    #[test]
    fn how_something_is_to_stand_is_told_from_where_it_is_set() {
        let words = "Have line numbers shown from now on, in the preferences";
        assert_eq!(standing(words), Some(("line numbers".to_owned(), true)));
        assert_eq!(place(words).map(|(_, place)| place), Some("preferences"));
        assert_eq!(standing("Keep the ruler hidden"), Some(("ruler".to_owned(), false)));
        assert_eq!(standing("Make everything nice"), None);
        assert_eq!(place("What is in there"), None);
    }

    #[test]
    fn expressions_are_found_and_words_around_them_are_not() {
        assert_eq!(read("Compute (48 + 16) / 8"), ["Compute(\"(48+16)/8\")"]);
        assert_eq!(read("What is 15*80?"), ["Compute(\"15*80\")"]);
        assert_eq!(expression("at 10, 20 and 30"), None);
        assert_eq!(expression("page 7"), None);
        assert_eq!(expression("(1+2"), None);
    }
}
