//! An instruction, taken apart once for all options.
//!
//! Each word gets a part: what to act on (`Content`), how and on what kind of control (`Frame`), or what to put there
//! (`Payload`). Only content must be found on the screen. The decision that matters: parts are decided by the wording
//! and the caller's text alone, never by the screen, so no label can change what was asked. Ordinals are left out.

use crate::intent::{Intent, is_describing, is_manner, roles_of};
use crate::kinds::Said;
use crate::lexicon::listed;
use crate::reading;
use crate::text::{Token, find_run, tokens, trigrams};

/// What a word of the instruction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Names the thing.
    Content,
    /// Says how, or what kind of thing.
    Frame,
    /// Is, or stands for, the text that goes in.
    Payload,
}

/// The instruction, ready for comparing.
#[derive(Debug)]
pub(crate) struct Instruction {
    /// As it came.
    pub(crate) words: String,
    /// All its words.
    pub(crate) tokens: Vec<Token>,
    /// The part of each word.
    pub(crate) parts: Vec<Part>,
    /// What each word must be worth when it is found.
    pub(crate) weights: Vec<f64>,
    /// The same by how rare words are on the labels of many apps.
    pub(crate) rarity: Vec<f64>,
    /// Two words written as one, and where the first of them is: "full screen".
    pub(crate) compounds: Vec<(usize, String)>,
    /// The trigrams of the words that name the thing, sorted.
    pub(crate) trigrams: Vec<u32>,
    /// What its verbs ask for.
    pub(crate) intent: Intent,
    /// The steps of a path: "File > New > Folder". Empty when there is none.
    pub(crate) path: Vec<Vec<Token>>,
    /// What it says about kinds of controls.
    pub(crate) kinds: Said,
    /// Quoted names of controls.
    pub(crate) quoted: Vec<Vec<Token>>,
    /// Roles that its words for controls fit; one entry per such word.
    pub(crate) roles: Vec<&'static str>,
    /// The place of each word for a kind of control.
    pub(crate) role_places: Vec<usize>,
    /// Where a second verb is joined on, if there is one.
    pub(crate) joint: Option<usize>,
    /// It is longer than one step usually is.
    pub(crate) is_long: bool,
    /// It says what is wanted in the end.
    pub(crate) is_goal: bool,
    /// It says "not".
    pub(crate) is_negated: bool,
    /// The caller's text.
    pub(crate) text: Option<String>,
    /// It names a control as it is written on the screen: "Press Save As".
    pub(crate) is_named: bool,
    /// Nothing in it names a control beyond words like "text" and "display".
    pub(crate) is_generic: bool,
    /// It asks to read something.
    pub(crate) is_reading: bool,
    /// It asks to read a text and does not say which.
    pub(crate) asks_text: bool,
}

/// Words that name what any field holds.
const GENERIC: &str = "text display document editor page body content contents expression calculation formula sum result \
    it this that following line keypad keys value calculator word words sentence paragraph";

/// Words for what the whole window is about: "save the form".
pub(crate) const SURROUNDINGS: &str = "form window dialog screen app application program change changes";

/// Words that point elsewhere: "use other colors" is not about "Close Other Documents".
const VAGUE: &str = "other another others else same again whole entire something anything thing things one way part \
    place more much many well still back away out";

const MANY_WORDS: usize = 25;

/// Signs and functions of calculators, by name.
const SIGNS: &str =
    "plus minus times divide percent equals openparen closeparen point sqrt pi power square factorial";

/// Words that say little in a sentence, and are labels.
const LITTLE_NAMES: &str = "about";

/// Verbs that begin a second step after "and".
const STEPS: &str = "press click tick check untick choose select pick put set enter fill write type empty clear open \
    close save delete remove add send submit print copy paste move rename go turn turnon turnoff create export search \
    then";

impl Instruction {
    /// Takes an instruction apart. `text` is what the caller wants to be put in.
    pub(crate) fn read(words: &str, text: Option<&str>) -> Self {
        let (all, quotes) = split_quotes(words);
        let first_quote = quotes.iter().map(|range| range.start).min().unwrap_or(all.len());
        let intent = Intent::read(&all[..first_quote.max(1).min(all.len())], text);
        let intent = if first_quote < all.len() { with_tail(intent, &all, text) } else { intent };
        let text_tokens = text.map(tokens).unwrap_or_default();
        let mut parts = vec![Part::Content; all.len()];
        let mut quoted = Vec::new();
        for range in quotes {
            let inside = &all[range.clone()];
            let is_payload = same_words(inside, &text_tokens) || is_written(&intent, &all, &range);
            if is_payload {
                parts[range].fill(Part::Payload);
            } else {
                quoted.push(inside.to_vec());
            }
        }
        mark_text(&all, &text_tokens, &mut parts);
        if text.is_some_and(is_key_text) && (intent.compute || intent.keys || intent.writes()) {
            mark_calculation(&all, &mut parts);
        }
        mark_frame(&all, &intent, text.is_some(), &mut parts);
        mark_written(&all, &intent, text.is_some(), &mut parts);
        let is_named = text.is_none() && !intent.writes() && names_as_written(words, &intent, &all);
        Self {
            text: text.map(str::to_owned),
            is_named,
            ..Self::with_parts(words, all, parts, intent, quoted)
        }
    }

    /// Takes a question apart: what it asks to read.
    pub(crate) fn read_question(words: &str) -> Self {
        let (all, quotes) = split_quotes(words);
        let mut parts = vec![Part::Content; all.len()];
        let asks_text = reading::mark(&all, &mut parts);
        for range in quotes.iter().cloned() {
            parts[range].fill(Part::Content);
        }
        let asks_text = asks_text && quotes.is_empty();
        let quoted = quotes.into_iter().map(|range| all[range].to_vec()).collect();
        let whole = Self::with_parts(words, all, parts, Intent::default(), quoted);
        Self { is_reading: true, is_goal: false, asks_text, ..whole }
    }

    fn with_parts(
        words: &str,
        all: Vec<Token>,
        parts: Vec<Part>,
        intent: Intent,
        quoted: Vec<Vec<Token>>,
    ) -> Self {
        let role_places: Vec<usize> = (0..all.len())
            .filter(|&place| parts[place] == Part::Frame && roles_of(&all[place].word).is_some())
            .collect();
        let is_generic = all.iter().zip(&parts).all(|(token, part)| {
            *part != Part::Content || listed(GENERIC, &token.word) || token.meaning.filler
        });
        Self {
            weights: all.iter().zip(&parts).map(|(token, part)| weight(token, *part)).collect(),
            rarity: all.iter().zip(&parts).map(|(token, part)| rarity(token, *part)).collect(),
            compounds: compounds(&all),
            trigrams: content_trigrams(&all, &parts),
            roles: role_places.iter().filter_map(|&place| roles_of(&all[place].word)).collect(),
            role_places,
            joint: joint(words, &all, &parts),
            is_long: words.split_whitespace().count() > MANY_WORDS,
            is_goal: is_goal(words),
            is_negated: all.iter().any(is_negation),
            text: None,
            is_named: false,
            is_generic,
            is_reading: false,
            asks_text: false,
            path: path(words),
            kinds: Said::read(&all),
            words: words.to_owned(),
            tokens: all,
            parts,
            intent,
            quoted,
        }
    }

    /// Whether the text could be typed on the keys of a calculator.
    pub(crate) fn has_key_text(&self) -> bool {
        self.text.as_deref().is_some_and(is_key_text)
    }

    /// The places of what names the thing.
    pub(crate) fn content(&self) -> impl Iterator<Item = usize> {
        (0..self.parts.len()).filter(|&place| self.parts[place] == Part::Content)
    }
}

fn is_key_text(text: &str) -> bool {
    let is_key = |character: char| character.is_ascii_digit() || "+-−–×*⋅·÷/=%().,^√π±! ".contains(character);
    !text.is_empty() && text.chars().all(is_key)
}

/// The parts between signs that lead on; none where a part has no word.
fn path(words: &str) -> Vec<Vec<Token>> {
    let words = words.replace("->", ">");
    let steps: Vec<Vec<Token>> = words.split(['>', '→', '▸', '›', '»', '⟩']).map(tokens).collect();
    if steps.len() > 1 && steps.iter().all(|step| !step.is_empty()) { steps } else { Vec::new() }
}

/// Whether a word says so little about what is meant that no option need have it.
pub(crate) fn is_dispensable(token: &Token) -> bool {
    listed(GENERIC, &token.word) || listed("last latest selected current", &token.word)
}

/// Whether a word turns the meaning round.
pub(crate) fn is_negation(token: &Token) -> bool {
    listed("not dont never doesnt without cannot", &token.word)
}

fn weight(token: &Token, part: Part) -> f64 {
    match part {
        Part::Frame if roles_of(&token.word).is_some() => 0.1,
        Part::Content => token.meaning.weight,
        Part::Frame => 0.0,
        Part::Payload => 0.1 * token.meaning.weight,
    }
}

fn rarity(token: &Token, part: Part) -> f64 {
    match part {
        Part::Frame if roles_of(&token.word).is_some() => 0.1,
        Part::Content if listed(VAGUE, &token.word) => 0.4 * token.meaning.rarity,
        Part::Content => token.meaning.rarity,
        Part::Frame => 0.0,
        Part::Payload => 0.1 * token.meaning.rarity,
    }
}

/// Whether a capital follows a verb that says how: "Click on the Reset button", and not "Click on the reset button".
fn names_as_written(words: &str, intent: &Intent, all: &[Token]) -> bool {
    let says_how = intent.press || intent.turn.is_some() || intent.flip || intent.choose || intent.open;
    let Some(verb) = intent.verb.filter(|_| says_how) else { return false };
    let verb = all[verb].word.as_str();
    let mut words = words
        .split_whitespace()
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()));
    let is_verb = |word: &str| {
        let word = word.to_lowercase();
        word == verb || verb.strip_prefix(&word).is_some_and(|rest| rest == "on" || rest == "off")
    };
    words.find(|word| is_verb(word)).is_some()
        && words
            .find(|word| !listed("on off the a an in at to my", word))
            .is_some_and(|word| word.starts_with(char::is_uppercase))
}

fn compounds(all: &[Token]) -> Vec<(usize, String)> {
    let joined = |place: usize| crate::stem::stem(&format!("{}{}", all[place].word, all[place + 1].word));
    let is_word = |token: &Token| token.word.len() > 1 && token.word.chars().all(char::is_alphabetic);
    (0..all.len().saturating_sub(1))
        .filter(|&place| is_word(&all[place]) && is_word(&all[place + 1]))
        .map(|place| (place, joined(place)))
        .collect()
}

fn content_trigrams(all: &[Token], parts: &[Part]) -> Vec<u32> {
    let content = all.iter().zip(parts).filter(|(_, part)| **part == Part::Content);
    let mut result: Vec<u32> = content.flat_map(|(token, _)| trigrams(&token.word)).collect();
    result.sort_unstable();
    result.dedup();
    result
}

/// The words of a text, and which of them stand in quotation marks.
fn split_quotes(text: &str) -> (Vec<Token>, Vec<std::ops::Range<usize>>) {
    let mut all = Vec::new();
    let mut quotes = Vec::new();
    let mut rest = text;
    while let Some((before, inside, after)) = next_quote(rest) {
        all.extend(tokens(before));
        let start = all.len();
        all.extend(tokens(inside));
        if all.len() > start {
            quotes.push(start..all.len());
        }
        rest = after;
    }
    all.extend(tokens(rest));
    (all, quotes)
}

fn next_quote(text: &str) -> Option<(&str, &str, &str)> {
    const PAIRS: &[(char, &[char])] = &[
        ('"', &['"']),
        ('“', &['”']),
        ('„', &['“', '”']),
        ('«', &['»']),
        ('‘', &['’']),
        ('\'', &['\'']),
        ('`', &['`']),
    ];
    let mut previous = ' ';
    for (at, character) in text.char_indices() {
        // An apostrophe inside a word is no quotation mark.
        if let Some((_, closings)) = PAIRS.iter().find(|(opening, _)| *opening == character)
            && !previous.is_alphanumeric()
        {
            let inside = &text[at + character.len_utf8()..];
            if let Some(length) = inside.find(*closings) {
                let after = inside[length..].chars().next().map_or(0, char::len_utf8);
                return Some((&text[..at], &inside[..length], &inside[length + after..]));
            }
        }
        previous = character;
    }
    None
}

/// Words after a quoted part still tell about ends and carets ("Put "x" at the end of the note").
fn with_tail(intent: Intent, all: &[Token], text: Option<&str>) -> Intent {
    let whole = Intent::read(all, text);
    if whole.verb == intent.verb { whole } else { intent }
}

fn same_words(left: &[Token], right: &[Token]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(one, other)| one.word == other.word)
}

/// Whether a quoted part is what is to be written: it follows the verb of writing, not a word like "into".
fn is_written(intent: &Intent, all: &[Token], range: &std::ops::Range<usize>) -> bool {
    let before = range.start.checked_sub(1).map(|place| all[place].word.as_str()).unwrap_or_default();
    let follows_verb = intent.verb.is_some_and(|verb| verb + 1 == range.start);
    intent.writes()
        && (follows_verb && all.len() > range.end
            || listed("to with by as text value", before) && range.start > 2)
}

/// Marks the caller's text where the instruction repeats it.
fn mark_text(all: &[Token], text: &[Token], parts: &mut [Part]) {
    if let Some(range) = find_run(all, text, 0) {
        parts[range].fill(Part::Payload);
    }
}

/// Numbers and signs that say again, in other words, what the caller's text says: "15 % of 80".
fn mark_calculation(all: &[Token], parts: &mut [Part]) {
    for (token, part) in all.iter().zip(parts) {
        let is_number = token.word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if is_number || listed(SIGNS, &token.word) {
            *part = Part::Payload;
        }
    }
}

fn mark_frame(all: &[Token], intent: &Intent, has_text: bool, parts: &mut [Part]) {
    for (place, token) in all.iter().enumerate() {
        if parts[place] == Part::Payload {
            continue;
        }
        let is_leading = intent.verb == Some(place) && (is_manner(&token.word) || is_describing(&token.word));
        let is_role_word = place > 0 && roles_of(&token.word).is_some();
        let is_end = (intent.append || intent.insert)
            && listed("end bottom caret cursor insertion point beginning start behind position", &token.word);
        let is_filler = token.meaning.filler && intent.verb != Some(place);
        let is_surrounding = intent.verb != Some(place) && listed(SURROUNDINGS, &token.word);
        let is_switch = intent.turn.is_some() && listed("on off", &token.word);
        if is_leading || is_role_word || is_end || is_filler || is_surrounding || is_switch {
            parts[place] = Part::Frame;
        }
    }
    // "Clear" and "Calculate the result" without a text are about a control that does it.
    if let Some(verb) = intent.verb
        && (intent.empty || intent.compute)
        && !has_text
        && !parts.contains(&Part::Content)
    {
        parts[verb] = Part::Content;
    }
    // "Open the About dialog": a little word names the thing where nothing else does.
    if !parts.contains(&Part::Content)
        && !has_text
        && let Some(place) = (1..all.len()).find(|&place| listed(LITTLE_NAMES, &all[place].word))
        && all.get(place + 1).is_none_or(|next| listed("dialog window box page", &next.word))
    {
        parts[place] = Part::Content;
    }
    // A button may be called "Menu" or "List": the only noun there is names the thing, too.
    if !parts.contains(&Part::Content)
        && let Some(place) =
            (1..all.len()).find(|&place| parts[place] == Part::Frame && roles_of(&all[place].word).is_some())
        && intent.press
        && !has_text
    {
        parts[place] = Part::Content;
    }
}

/// Marks "the name" in "put the name into the Name field" and "5" in "set Rows to 5".
fn mark_written(all: &[Token], intent: &Intent, has_text: bool, parts: &mut [Part]) {
    let Some(verb) = intent.verb else { return };
    if !intent.writes() || !(has_text || all.len() <= 9) {
        return;
    }
    let is_placing = listed("put enter write type input paste insert add append attach", &all[verb].word);
    let has_content = |range: std::ops::Range<usize>, parts: &[Part]| {
        range.into_iter().any(|place| parts[place] == Part::Content || roles_of(&all[place].word).is_some())
    };
    let word_at = |place: usize| all[place].word.as_str();
    let cut = if is_placing {
        (verb + 1..all.len()).rev().find(|&place| {
            listed("into in to on as at", word_at(place)) && has_content(place..all.len(), parts)
        })
    } else {
        (verb + 1..all.len())
            .rev()
            .find(|&place| listed("to with by as", word_at(place)) && has_content(verb + 1..place, parts))
    };
    let Some(cut) = cut else { return };
    let written = if is_placing { verb + 1..cut } else { cut + 1..all.len() };
    for place in written {
        if parts[place] == Part::Content {
            parts[place] = Part::Payload;
        }
    }
}

/// The place of the verb of a second step.
fn joint(words: &str, all: &[Token], parts: &[Part]) -> Option<usize> {
    if words.contains(';') {
        return Some(0);
    }
    let joined = |place: usize| {
        let word = all[place].word.as_str();
        let next = all.get(place + 1).map(|token| token.word.as_str()).unwrap_or_default();
        parts[place] != Part::Payload && (word == "and" && listed(STEPS, next) || place > 0 && word == "then")
    };
    (1..all.len()).find(|&place| joined(place))
}

fn is_goal(words: &str) -> bool {
    let lower = words.to_lowercase();
    [
        "i want",
        "i need",
        "i'd like",
        "i would like",
        "how do i",
        "how can i",
        "so that",
        "make sure",
        "help me",
    ]
    .iter()
    .any(|start| lower.contains(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(words: &str, text: Option<&str>) -> Vec<String> {
        let instruction = Instruction::read(words, text);
        let parts = instruction.parts;
        instruction
            .tokens
            .into_iter()
            .zip(parts)
            .filter(|(_, part)| *part == Part::Content)
            .map(|(token, _)| token.word)
            .collect()
    }

    #[test]
    fn only_what_names_the_control_is_content() {
        for (words, text, expected) in [
            ("Put the name into the Email field", Some("Ada"), &["email"][..]),
            ("Add this to the end of the note", Some("x"), &["note"]),
            ("Set the volume to forty-two", Some("42"), &["volume"]),
            ("Type \"abc\" into the First name field", None, &["first", "name"]),
            ("Press Edit for billing", None, &["edit", "billing"]),
            ("Choose the large size", Some("Large"), &["size"]),
            ("Type the expression on the keypad", Some("1+1"), &[]),
        ] {
            assert_eq!(content(words, text), expected, "{words}");
        }
    }

    #[test]
    fn a_quoted_name_is_kept_and_quoted_text_is_not() {
        assert_eq!(Instruction::read("Tick the \"Use dark mode\" box", None).quoted.len(), 1);
        assert_eq!(Instruction::read("Type \"abc\" into the Name field", None).quoted.len(), 0);
        assert_eq!(Instruction::read("Don't save the user's file", None).quoted.len(), 0);
    }

    #[test]
    fn two_steps_are_noticed() {
        assert!(Instruction::read("Save the form and then close it", None).joint.is_some());
        assert!(Instruction::read("Fill in the name; press Save", None).joint.is_some());
        assert!(Instruction::read("Click Find and Replace", None).joint.is_none());
        assert!(Instruction::read("Click Save and Close", None).joint.is_some(), "exempt by its exact label");
    }
}
