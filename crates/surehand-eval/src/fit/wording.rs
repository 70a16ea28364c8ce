//! What a caller would say, made from what a control says it does.
//!
//! Descriptions as they are, as an order, as a polite order, and the label in so many words. The decision that matters:
//! in one of five the words of the label are left out, because callers paraphrase and descriptions repeat.

use surehand_picker::fitting::stems;

use super::draw::Draw;

/// How an instruction was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Style {
    Described,
    Ordered,
    Polite,
    Literal,
    /// Our own, for a menu of our own.
    Phrase,
    /// From a file of cases, as somebody wrote it.
    Given,
    /// From a file of cases, named by its label.
    GivenLiteral,
}

impl Style {
    /// Whether what is accepted is sure to be right, and nothing else is: mined descriptions stand beside a wrong label
    /// now and then, and of two menus that are put together both may have what is meant.
    pub(crate) fn is_sure(self) -> bool {
        matches!(self, Self::Literal | Self::Given | Self::GivenLiteral)
    }

    /// The name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Described => "described",
            Self::Ordered => "ordered",
            Self::Polite => "polite",
            Self::Literal => "literal",
            Self::Phrase => "phrases",
            Self::Given => "written descriptions",
            Self::GivenLiteral => "written literals",
        }
    }
}

/// An instruction for a control, or nothing when its description says nothing.
pub(crate) fn instruction(
    role: &str,
    label: &str,
    description: &str,
    draw: &mut Draw,
) -> Option<(Style, String)> {
    let style = match draw.below(100) {
        0..=29 => Style::Described,
        30..=73 => Style::Ordered,
        74..=87 => Style::Polite,
        _ => Style::Literal,
    };
    if style == Style::Literal {
        return literal(role, label, draw).map(|words| (style, words));
    }
    let sentence = first_sentence(description);
    let sentence = if draw.chance(22) { without(&sentence, label) } else { sentence };
    let words = sentence.split_whitespace().count();
    if !(2..=30).contains(&words) {
        return None;
    }
    let order = || ordered(role, &sentence);
    Some((
        style,
        match style {
            Style::Ordered => order(),
            Style::Polite => polite(&order(), draw),
            Style::Described | Style::Literal | Style::Phrase | Style::Given | Style::GivenLiteral => {
                sentence
            }
        },
    ))
}

fn first_sentence(text: &str) -> String {
    let text = text.trim();
    let end = text.find(". ").or_else(|| text.find('\n')).unwrap_or(text.len());
    let sentence = &text[..end];
    let sentence = sentence.find(" (").map_or(sentence, |start| &sentence[..start]);
    sentence.trim_end_matches(['.', ':', ';', ' ']).to_owned()
}

/// Leaves out the words of the label, if something stays.
fn without(sentence: &str, label: &str) -> String {
    let label = stems(label);
    let stays: Vec<&str> = sentence
        .split_whitespace()
        .filter(|word| !stems(word).iter().any(|stem| label.contains(stem)))
        .collect();
    if stems(&stays.join(" ")).len() >= 2 { stays.join(" ") } else { sentence.to_owned() }
}

/// "Sets the width" and "Whether the ruler is shown" as orders.
fn ordered(role: &str, sentence: &str) -> String {
    let lower_first = |text: &str| {
        let mut characters = text.chars();
        let second_is_upper = text.chars().nth(1).is_some_and(char::is_uppercase);
        match characters.next() {
            Some(first) if !second_is_upper => first.to_lowercase().chain(characters).collect(),
            _ => text.to_owned(),
        }
    };
    let rest = |start: &str| {
        let begins = sentence.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
        begins.then(|| sentence[start.len()..].trim_start().to_owned())
    };
    for start in ["whether or not to ", "whether to "] {
        if let Some(rest) = rest(start) {
            return rest;
        }
    }
    if let Some(rest) = rest("whether ") {
        return format!("Make sure that {rest}").replacen("Make sure that the", "Have the", 1);
    }
    for start in ["if checked, ", "if enabled, ", "if set, ", "if true, ", "when checked, ", "when enabled, "]
    {
        if let Some(rest) = rest(start) {
            return rest;
        }
    }
    let first = sentence.split_whitespace().next().unwrap_or_default();
    if let Some(verb) = base(first) {
        return format!("{verb}{}", &sentence[first.len()..]);
    }
    let lower = first.to_lowercase();
    let is_noun = ["the", "a", "an", "this", "maximum", "minimum", "number", "name", "size", "color"]
        .contains(&lower.as_str());
    if !is_noun {
        return sentence.to_owned();
    }
    let verb = match role {
        "check box" | "toggle button" => "Turn on",
        "combo box" | "list" | "radio button" => "Choose",
        "text field" | "text area" => "Enter",
        "spin box" | "slider" => "Set",
        _ => return sentence.to_owned(),
    };
    format!("{verb} {}", lower_first(sentence))
}

/// "Sets" as "Set", for words that are verbs.
fn base(word: &str) -> Option<String> {
    const VERBS: &str = "sets enables disables shows hides displays opens closes creates deletes removes adds inserts \
        selects chooses specifies defines determines allows moves copies saves loads exports imports edits changes \
        toggles switches turns applies resets converts calculates prints sends searches finds replaces enters uses \
        makes starts stops plays updates reloads clears fills draws rotates flips scales zooms assigns controls \
        activates prevents forces limits keeps automatically";
    let lower = word.to_lowercase();
    if lower == "automatically" || !VERBS.split_ascii_whitespace().any(|verb| verb == lower) {
        return None;
    }
    let base = if let Some(stem) = lower.strip_suffix("ies") {
        format!("{stem}y")
    } else if ["searches", "switches"].contains(&lower.as_str()) {
        lower.strip_suffix("es").unwrap_or(&lower).to_owned()
    } else {
        lower.strip_suffix('s').unwrap_or(&lower).to_owned()
    };
    let mut characters = base.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect())
}

fn polite(order: &str, draw: &mut Draw) -> String {
    let mut characters = order.chars();
    let lower: String =
        characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default();
    match draw.below(5) {
        0 => format!("please {lower}"),
        1 => format!("can you {lower}?"),
        2 => format!("could you {lower} for me"),
        3 => format!("now {lower}"),
        _ => lower,
    }
}

/// The label in so many words.
fn literal(role: &str, label: &str, draw: &mut Draw) -> Option<String> {
    let label = label.trim_end_matches([':', '…', '.', ' ']);
    if label.is_empty() || label.split_whitespace().count() > 8 {
        return None;
    }
    let patterns: &[&str] = match role {
        "check box" | "toggle button" => &[
            "Tick the \"{}\" checkbox",
            "Tick the {} checkbox",
            "Tick {}",
            "Turn on {}",
            "Click the {} check box",
        ],
        "radio button" => &["Choose \"{}\"", "Select the {} option", "Select {}", "Click {}"],
        "combo box" | "list" => &["Open the \"{}\" dropdown", "Open the {} list", "Choose something from {}"],
        "text field" | "text area" | "spin box" | "slider" => {
            &["Click the \"{}\" field", "Change {}", "Go to the {} field", "Click into {}"]
        }
        "tab" => &["Open the \"{}\" tab", "Switch to the {} tab", "Go to {}"],
        "menu item" => &[
            "Choose \"{}\" in the menu",
            "Click the {} menu item",
            "Choose {}",
            "Select {} from the menu",
            "Click {}",
            "{}",
        ],
        _ => &[
            "Click the \"{}\" button",
            "Click the {} button",
            "Press {}",
            "Press the {} button",
            "Click {}",
            "Click on {}",
        ],
    };
    Some(draw.one_of(patterns).replace("{}", label))
}
