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
}

impl Part {
    /// The words of the goal that it comes from.
    pub(super) fn words(&self) -> &str {
        match self {
            Self::Compute(words)
            | Self::Enter(words)
            | Self::Append(words)
            | Self::Switch { words, .. }
            | Self::Press(words) => words,
        }
    }
}

const ENTERS: &[&str] = &[
    "fill", "enter", "write", "type", "put", "set", "change", "correct", "update", "choose", "select",
    "pick", "complete",
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
    "save", "press", "click", "open", "close", "create", "make", "rename", "replace", "find", "search",
    "delete", "remove", "send", "submit", "show", "hide", "go", "apply", "confirm", "cancel", "print",
    "export", "import", "start", "stop", "run", "clear", "empty", "undo", "redo", "copy", "paste", "cut",
    "insert", "quit", "dismiss", "accept",
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
    texts.iter().filter_map(|text| part(text)).collect()
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
    fn expressions_are_found_and_words_around_them_are_not() {
        assert_eq!(read("Compute (48 + 16) / 8"), ["Compute(\"(48+16)/8\")"]);
        assert_eq!(read("What is 15*80?"), ["Compute(\"15*80\")"]);
        assert_eq!(expression("at 10, 20 and 30"), None);
        assert_eq!(expression("page 7"), None);
        assert_eq!(expression("(1+2"), None);
    }
}
