//! What a question about the screen asks to read.
//!
//! "What is in the Email field", "is the newsletter on?" and "the result" name a thing; everything about asking, about
//! holding and about kinds of things is frame, unless nothing else is said ("the document"). The decision that matters:
//! a kind of thing answers to a few words of its own, so a nameless text, status line or table can be asked for, and two
//! of a kind share what is asked and are a question back. Nothing is acted on, so no risk, verb or goal counts here.

use surehand_core::decider::OptionFacts;

use crate::instruction::{Part, SURROUNDINGS};
use crate::intent::roles_of;
use crate::lexicon::listed;
use crate::text::{Token, tokens};

/// Verbs that ask.
const ASK: &str = "read extract get tell show give return fetch what whats which how who state";
/// Verbs that ask only before an article or the like: "list the fruit", and not "the fruit list".
const ASK_BEFORE: &str = "list find look check see copy print report output";
const DETERMINERS: &str = "the a an all me my this that every whether if what how which out up";
/// Words about holding and standing.
const HOLDING: &str = "value values content contents current currently selected chosen ticked checked entered written typed \
    shown displayed held set say says contain contains hold holds stand stands whole entire full exact exactly now read \
    much many on off turned enabled picked turnon turnoff all show shows \
    showing";
/// Words that by themselves ask for what is written, wherever it is.
const WRITTEN: &str =
    "value values content contents entered written typed say says contain contains hold holds";
/// Kinds of things beside those that have words for controls.
const KINDS: &str = "text status state level setting";
/// Words for controls that tell what is asked: "the search result" is not in the search field.
const TELLING: &str = "result display key column row header link icon page command option item";
/// The word behind these tells where something is and not what: "the display above the keypad".
const BESIDE: &str = "above below under beside over";

/// Marks what a question names as content and all else as frame. Whether it asks for any text and names nothing.
pub(crate) fn mark(all: &[Token], parts: &mut [Part]) -> bool {
    let is_open =
        |place: usize| !all[place].meaning.filler && !listed("whats what which how", &all[place].word);
    let verb = (0..all.len()).find(|&place| is_open(place)).filter(|&place| {
        let next = all.get(place + 1).map(|token| token.word.as_str()).unwrap_or_default();
        listed(ASK, &all[place].word) && !next.is_empty()
            || listed(ASK_BEFORE, &all[place].word) && listed(DETERMINERS, next)
    });
    let is_kind = |token: &Token| {
        listed(KINDS, &token.word) || roles_of(&token.word).is_some() && !listed(TELLING, &token.word)
    };
    let mut kinds = Vec::new();
    for (place, token) in all.iter().enumerate() {
        let is_frame = token.meaning.filler
            || verb == Some(place)
            || listed(ASK, &token.word) && place == 0
            || listed(HOLDING, &token.word)
            || listed(SURROUNDINGS, &token.word);
        if is_frame {
            parts[place] = Part::Frame;
        } else if is_kind(token) {
            parts[place] = Part::Frame;
            kinds.push(place);
        }
    }
    if !parts.contains(&Part::Content) {
        for &place in &kinds {
            parts[place] = Part::Content;
        }
    }
    !parts.contains(&Part::Content) && all.iter().any(|token| listed(WRITTEN, &token.word))
}

/// The words that a kind of thing answers to.
fn own_words(role: &str) -> &'static str {
    match role {
        "TextField" => "text",
        "TextArea" | "Document" => "text document editor page body words",
        "StatusBar" => "status statusbar",
        "ProgressBar" => "progress bar progressbar",
        "Alert" => "alert message warning error",
        "Heading" => "heading title",
        "Table" => "table",
        "List" => "list",
        "Tree" => "tree",
        _ => "",
    }
}

/// Whether the kind, and for a nameless thing its description, has all that is asked.
pub(crate) fn is_told(role: &str, description: Option<&[Token]>, asked: &[&Token], asks_text: bool) -> bool {
    if asked.is_empty() {
        return asks_text && listed("TextField TextArea Document", role);
    }
    asked.iter().all(|token| {
        listed(own_words(role), &token.word) || description.is_some_and(|words| describes(words, token))
    })
}

fn describes(words: &[Token], asked: &Token) -> bool {
    let mut is_beside = false;
    for word in words {
        if word.stem == asked.stem && !is_beside {
            return true;
        }
        is_beside = listed(BESIDE, &word.word) || is_beside && word.meaning.filler;
    }
    false
}

/// A text that is shown tells a name and what it is: "Balance: 12.50". Both parts, in that order.
pub(crate) fn name_and_rest(facts: &OptionFacts) -> (Vec<Token>, Vec<Token>) {
    let (name, rest) = facts.label.split_once(": ").unwrap_or((&facts.label, ""));
    let is_number = |token: &Token| token.word.starts_with(|first: char| first.is_ascii_digit());
    let (numbers, name): (Vec<Token>, Vec<Token>) = tokens(name).into_iter().partition(is_number);
    (name, numbers.into_iter().chain(tokens(rest)).collect())
}

/// Whether a role is text that is shown and nothing else.
pub(crate) fn is_shown_text(role: &str) -> bool {
    listed("Text Heading Paragraph", role)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(words: &str) -> (Vec<String>, bool) {
        let all = tokens(words);
        let mut parts = vec![Part::Content; all.len()];
        let asks_text = mark(&all, &mut parts);
        let named = all.into_iter().zip(parts).filter(|(_, part)| *part == Part::Content);
        (named.map(|(token, _)| token.word).collect(), asks_text)
    }

    #[test]
    fn only_what_is_named_is_content() {
        for (words, expected, asks_text) in [
            ("what is in the Email field", &["email"][..], false),
            ("is the newsletter on?", &["newsletter"], false),
            ("the value on the display", &["display"], false),
            ("the fruit list", &["fruit"], false),
            ("list the fruit", &["fruit"], false),
            ("the content of the editor", &["editor"], false),
            ("what is written in the window", &[], true),
            ("What is selected?", &[], false),
        ] {
            assert_eq!(
                content(words),
                (expected.iter().map(|&word| word.to_owned()).collect(), asks_text),
                "{words}"
            );
        }
    }
}
