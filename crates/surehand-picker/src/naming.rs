//! Whether an instruction names an option and nothing else.
//!
//! "Click the Save button", a path of menus, "clear" for "Clear Display", the same in other words, and the kind of control
//! that is meant. The decision that matters: a name must be said whole, and everything else that is said must be about
//! how, about what kind, or about where the option is.

use std::ops::Range;

use crate::features::Prepared;
use crate::found::Found;
use crate::instruction::{Instruction, Part, SURROUNDINGS, is_dispensable};
use crate::intent::{is_manner, roles_of};
use crate::lexicon::listed;
use crate::reading::is_told;
use crate::text::{Token, find_run, tokens};

/// The run of the instruction that is the whole label and leaves the least content over.
pub(crate) fn best_run(option: &Prepared<'_>, instruction: &Instruction) -> Option<Range<usize>> {
    let content_in = |run: &Range<usize>| {
        run.clone()
            .filter(|&place| instruction.parts[place] != Part::Payload)
            .map(|place| instruction.weights[place])
            .sum::<f64>()
    };
    let mut best: Option<Range<usize>> = None;
    let mut from = 0;
    while let Some(run) = find_run(&instruction.tokens, &option.label, from) {
        from = run.start + 1;
        if best.as_ref().is_none_or(|best| content_in(&run) > content_in(best)) {
            best = Some(run);
        }
    }
    // "Toggle" is no label in "Toggle Contents".
    best.filter(|run| {
        let is_verb_only = run.len() == 1 && instruction.intent.verb == Some(run.start);
        !(is_verb_only
            && instruction.parts[run.start] == Part::Frame
            && instruction.parts.contains(&Part::Content))
    })
}

/// An instruction of so few words means its plain words plainly: "save the document" is about "Save".
const FEW_WORDS: usize = 6;

/// Whether all content outside the run is known from around the option.
pub(crate) fn says_nothing_else(
    run: &Range<usize>,
    option: &Prepared<'_>,
    found: &Found,
    instruction: &Instruction,
) -> bool {
    const MOST_AROUND: usize = 2;
    // "Set the size to medium" without a text means the option "Medium" and not a field to write into.
    let is_payload_only = !(instruction.text.is_none() && is_option(option))
        && run.clone().all(|place| instruction.parts[place] == Part::Payload);
    // "The following text" is the one that is given; without one, "the following title" is the next.
    let is_idle =
        |token: &Token| is_dispensable(token) && (instruction.text.is_some() || token.word != "following");
    // "To" is a label only where nothing else is said but what to do with it, and what kind of thing it is.
    let is_about_it = |place: usize| {
        let word = instruction.tokens[place].word.as_str();
        run.contains(&place)
            || instruction.intent.verb == Some(place)
            || instruction.role_places.contains(&place)
            || listed(SURROUNDINGS, word)
            || listed("the a an on", word)
    };
    let is_vague = option.label.iter().all(|word| word.meaning.filler)
        && !(0..instruction.tokens.len()).all(is_about_it);
    if is_payload_only || is_vague {
        return false;
    }
    let is_short = instruction.tokens.len() <= FEW_WORDS;
    let mut around = 0;
    for place in (0..instruction.parts.len()).filter(|place| !run.contains(place)) {
        let token = &instruction.tokens[place];
        let is_known = match instruction.parts[place] {
            Part::Payload => true,
            Part::Frame => {
                is_short || !listed("display page document editor body screen window form", &token.word)
            }
            Part::Content if found.context[place] >= 0.8 => {
                around += 1;
                around <= MOST_AROUND
            }
            // "Show hidden files" says "Show Hidden".
            Part::Content => {
                is_short
                    && (is_idle(token)
                        || run.len() > 1
                            && instruction.intent.verb.is_some_and(|verb| run.contains(&verb))
                            && listed("file files item items entry entries", &token.word))
            }
        };
        if !is_known {
            return false;
        }
    }
    true
}

/// Whether choosing this is what its label says: one of the options of a pop-up or of a group.
fn is_option(option: &Prepared<'_>) -> bool {
    option.facts.action == "click" && listed("ComboBox RadioButton RadioMenuItem", option.facts.role)
}

/// "Clear Display" for "clear": all of the content and, behind it, only words that name what any window shows.
pub(crate) fn is_same_but_for_display(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    const SHOWN: &str = "display text content contents screen form document editor calculation";
    let kept = option.label.iter().take_while(|word| !listed(SHOWN, &word.word)).count();
    let (kept, rest) = option.label.split_at(kept);
    let content: Vec<usize> = instruction.content().collect();
    !instruction.is_reading
        && !rest.is_empty()
        && rest.iter().all(|word| listed(SHOWN, &word.word) || word.meaning.filler)
        && instruction.tokens.len() <= FEW_WORDS
        && content.len() == kept.len()
        && content.iter().zip(kept).all(|(&place, word)| instruction.tokens[place].stem == word.stem)
}

/// Whether this is what a question asks for, by its kind or the description of a nameless one.
pub(crate) fn is_answer(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let asked: Vec<&Token> = instruction.content().map(|place| &instruction.tokens[place]).collect();
    let description = option.label.is_empty().then_some(option.description.as_slice());
    instruction.is_reading && is_told(option.facts.role, description, &asked, instruction.asks_text)
}

/// Whether label and content are the same but for synonyms.
pub(crate) fn says_it_otherwise(option: &Prepared<'_>, found: &Found, instruction: &Instruction) -> bool {
    let is_content = |place: usize| instruction.parts[place] == Part::Content;
    let is_said =
        option.label.iter().zip(&found.label_words).all(|(word, found)| word.meaning.filler || *found >= 0.8);
    is_said
        && instruction.tokens.len() <= FEW_WORDS
        && (0..instruction.parts.len()).any(is_content)
        && (0..instruction.parts.len()).all(|place| !is_content(place) || found.label[place] >= 0.8)
}

/// Whether the option's role fits the words for kinds of controls: 1 yes, −1 no, 0 when there are none.
pub(crate) fn fits_role(option: &Prepared<'_>, instruction: &Instruction) -> f64 {
    if instruction.roles.is_empty() {
        return 0.0;
    }
    let role = if option.facts.action == "keypad" { "Keypad" } else { option.facts.role };
    if instruction.roles.iter().any(|roles| listed(roles, role)) {
        return 1.0;
    }
    // "the fruit list" fits an item whose label or container has the word, whatever its role.
    let is_named = instruction.role_places.iter().any(|&place| {
        let stem = &instruction.tokens[place].stem;
        option.label.iter().chain(&option.context).any(|word| word.stem == *stem)
    });
    if is_named { 0.0 } else { -1.0 }
}

/// Whether the instruction is the way to this option: its label behind the names of what it is in.
pub(crate) fn is_path(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let Some((last, before)) = instruction.path.split_last() else { return false };
    let around: Vec<Vec<Token>> = option.facts.within.iter().map(|name| tokens(name)).collect();
    let is_name = |step: &[Token], name: &[Token]| {
        let is_same =
            step.len() == name.len() && step.iter().zip(name).all(|(one, other)| one.word == other.word);
        is_same && !name.is_empty()
    };
    // "Choose File > Save", and "File > Save in the menu".
    let begins = |step: &[Token], name: &[Token]| {
        step.len()
            .checked_sub(name.len())
            .is_some_and(|start| is_name(&step[start..], name) && step[..start].iter().all(is_lead))
    };
    let ends = |step: &[Token], name: &[Token]| {
        step.len() >= name.len()
            && is_name(&step[..name.len()], name)
            && step[name.len()..].iter().all(|word| word.meaning.filler || roles_of(&word.word).is_some())
    };
    let is_around =
        before.len() <= around.len()
            && before.iter().rev().zip(around.iter().rev()).enumerate().all(|(at, (step, name))| {
                is_name(step, name) || at + 1 == before.len() && begins(step, name)
            });
    is_around && ends(last, &option.label)
}

fn is_lead(word: &Token) -> bool {
    word.meaning.filler || is_manner(&word.word) || roles_of(&word.word).is_some()
}

/// Whether the label stands in the instruction letter by letter: 1, 0.5 but for capitals, or 0.
pub(crate) fn verbatim(label: &str, instruction: &Instruction) -> f64 {
    let label = label.trim_end_matches(['.', '…', ':', ' ']);
    if label.is_empty() {
        0.0
    } else if holds(&instruction.words, label) {
        1.0
    } else if holds(&instruction.words.to_lowercase(), &label.to_lowercase()) {
        0.5
    } else {
        0.0
    }
}

/// Whether a text has a part that does not begin or end in the middle of a word.
fn holds(text: &str, part: &str) -> bool {
    let is_inside = |one: Option<char>, other: Option<char>| {
        one.is_some_and(char::is_alphanumeric) && other.is_some_and(char::is_alphanumeric)
    };
    text.match_indices(part).any(|(start, _)| {
        let end = start + part.len();
        !is_inside(text[..start].chars().next_back(), part.chars().next())
            && !is_inside(part.chars().next_back(), text[end..].chars().next())
    })
}

/// Whether this is one of the choices of the very control that the instruction names: of what is said with the same words,
/// the one in the window and not one in a menu is meant.
pub(crate) fn is_named_choice(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let holder = option.facts.within.last().or(option.facts.near.as_ref());
    let names = holder.map(|name| tokens(name)).unwrap_or_default();
    option.facts.action == "click"
        && option.facts.role == "ComboBox"
        && (instruction.intent.choose || instruction.intent.write)
        && !names.is_empty()
        && names.iter().all(|name| instruction.tokens.iter().any(|token| token.word == name.word))
}

/// Whether a quoted name is this option's label.
pub(crate) fn has_quoted(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    instruction.quoted.iter().any(|quoted| {
        quoted.len() == option.label.len()
            && quoted.iter().zip(&option.label).all(|(one, other)| one.stem == other.stem)
    })
}
