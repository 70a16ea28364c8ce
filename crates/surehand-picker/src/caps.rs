//! Rules that hold whatever the weights say.
//!
//! A cap bounds how likely an option may be beside "none": at −0.1 it stays below one half and can be shortlisted but
//! not acted on; at −5 it is below one in a hundred and moves nobody. The decision that matters: caps bend instead of
//! cutting, so options under the same cap keep their order, and a rule never lifts anything.

use std::ops::Range;

use crate::features::{Feature, Measured, Prepared};
use crate::instruction::{Instruction, Part, is_negation};
use crate::lexicon::{listed, risk_words};
use crate::naming::has_quoted;
use crate::text::{Token, find_run};

/// What rules must know of the other options, and of the instruction whatever the option.
#[derive(Debug)]
pub(crate) struct Others {
    /// The runs of all options that the instruction names exactly.
    longest: Vec<Range<usize>>,
    /// The instruction is one word, and labels that differ have it.
    is_contested: bool,
    /// Where the instruction says that the option is.
    place: Option<Range<usize>>,
    /// The verb of one that asks.
    asking: Option<usize>,
    /// The verb of one that puts something in.
    putting: Option<usize>,
}

impl Others {
    /// Looks at all options.
    pub(crate) fn of(options: &[Prepared<'_>], measured: &[Measured], instruction: &Instruction) -> Self {
        let mut longest: Vec<Range<usize>> =
            measured.iter().filter(|each| each.is_exact()).filter_map(|each| each.run.clone()).collect();
        longest.sort_by_key(|run| (run.start, run.end));
        longest.dedup();
        let mut said = instruction.tokens.iter().filter(|token| !token.meaning.filler);
        let is_contested = match (said.next(), said.next()) {
            (Some(only), None) => {
                let mut labels: Vec<&str> = options
                    .iter()
                    .filter(|option| {
                        option.label.len() <= LONG && option.label.iter().any(|word| word.stem == only.stem)
                    })
                    .map(|option| option.facts.label.as_str())
                    .collect();
                labels.sort_unstable();
                labels.dedup();
                labels.len() > 1
            }
            _ => false,
        };
        Self {
            longest,
            is_contested,
            place: named_place(instruction),
            asking: asking_verb(instruction),
            putting: putting_verb(instruction),
        }
    }
}

/// A label of more words is a sentence and contests nothing.
const LONG: usize = 6;

/// Why an option is held down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cap {
    /// The name in explanations.
    pub(crate) name: &'static str,
    /// The most utility, counted from that of "none".
    pub(crate) most: f64,
}

impl Cap {
    /// Whether it only forbids to act.
    pub(crate) fn is_doubt(self) -> bool {
        self.most >= NO_ACT
    }

    /// Whether it is in the running at all, and no text that speaks of many things.
    pub(crate) fn is_considered(self) -> bool {
        self.most > -1.0 && self.name != FOREIGN
    }
}

const FOREIGN: &str = "most of the label is not asked for";
/// Just below even odds with "none".
const NO_ACT: f64 = -0.1;
/// Below one in a hundred.
const NO_PART: f64 = -5.0;
/// So low that hundreds of texts beside the one that is asked for do not count.
const NO_TRACE: f64 = -9.0;

/// Verbs that no option without them carries out.
const OPERATIONS: &str = "delete remove save print send order buy copy paste cut undo redo close quit exit export import \
    rename share download upload install uninstall play stop pause cancel format archive forward reply publish pay book \
    call sign encrypt mute lock restart shutdown signout signin refresh";

/// The tightest cap on one option.
pub(crate) fn cap(
    option: &Prepared<'_>,
    measured: &Measured,
    instruction: &Instruction,
    others: &Others,
) -> Option<Cap> {
    let rules: [(bool, &'static str, f64); 27] = [
        (is_part_of_another(measured, &others.longest), "a longer label is meant", -0.4),
        (measured.is_unasked, "kind needs its word", NO_PART),
        (has_other_number(option, measured, instruction), "another number", -1.5),
        (is_addressed_to_us(option, measured), "label reads like an instruction", NO_TRACE),
        (option.label.len() > 12 && !measured.is_exact(), "very long label", NO_PART),
        (is_mostly_foreign(option, measured), FOREIGN, NO_ACT),
        (is_opposite(option, instruction), "opposite word", -2.5),
        (measured.value(Feature::Agreement) <= -0.8, "other kind of action", NO_ACT),
        (shares_nothing(option, measured), "no shared word", NO_ACT),
        (lacks_operation(measured, instruction), "its verb is missing", NO_ACT),
        (is_risky(option, measured, instruction), "destructive without its own word", NO_ACT),
        (is_little_known(measured), "most of the instruction is not on it", NO_ACT),
        (lacks_quoted(option, instruction), "quoted name is missing", NO_ACT),
        (lacks_name(option, measured, instruction), "not the name that is written", NO_ACT),
        (is_named_elsewhere(measured, instruction), "named on another kind of control", NO_ACT),
        (is_off_the_path(measured, instruction), "not where the path leads", NO_ACT),
        (lacks_putting(option, measured, others), "nothing on it says that it puts something in", NO_ACT),
        (only_asks(measured, others), "something is asked and nothing to be done", NO_ACT),
        (is_done(option, instruction), "already so", NO_ACT),
        (lacks_value(option, measured, instruction), "the value to set is not on it", NO_ACT),
        (is_part_of_text(option, instruction), "only a part of the text is meant", NO_ACT),
        (lacks_emptying(option, instruction), "nothing on it says that it empties", NO_ACT),
        (lacks_place(measured, instruction, others), "it is not where it should be", NO_ACT),
        (is_contested(option, others), "a risk, and others have the word", NO_ACT),
        (is_untold(measured, instruction), "nothing of it is asked", NO_TRACE),
        (lacks_asked(measured, instruction), "not all that is asked is on it", NO_ACT),
        (says_only_its_name(option, measured), "says only its name", NO_PART),
    ];
    rules
        .into_iter()
        .filter(|(applies, ..)| *applies)
        .min_by(|left, right| left.2.total_cmp(&right.2))
        .map(|(_, name, most)| Cap { name, most })
}

fn is_press(option: &Prepared<'_>) -> bool {
    listed("click menu toggle", option.facts.action)
}

/// "Set the size to medium" is not done by a press of "Size".
fn lacks_value(option: &Prepared<'_>, measured: &Measured, instruction: &Instruction) -> bool {
    // "Set dark mode to off" is a matter of the toggle alone.
    let is_written = |place: &usize| {
        let token = &instruction.tokens[*place];
        instruction.parts[*place] == Part::Payload
            && !token.meaning.filler
            && !(option.facts.action == "toggle" && listed("on off", &token.word))
    };
    let mut written = (0..instruction.tokens.len()).filter(is_written).peekable();
    instruction.text.is_none()
        && instruction.intent.write
        && is_press(option)
        && !measured.run.as_ref().is_some_and(|run| run.clone().any(|place| is_written(&place)))
        && written.peek().is_some()
        && written.all(|place| option.label.iter().all(|word| instruction.tokens[place].likeness(word) < 0.8))
}

/// "Replace the word" is not done by replacing everything.
fn is_part_of_text(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    const CHANGE: &str = "replace correct fix change update adjust modify overwrite amend";
    const PARTS: &str = "word words line lines sentence paragraph character letter selection page";
    if option.facts.action != "set_value" {
        return false;
    }
    let Some(verb) = instruction.intent.verb else { return false };
    let is_changed = listed(CHANGE, &instruction.tokens[verb].word);
    let is_named = |token: &Token| option.label.iter().any(|word| word.stem == token.stem);
    is_changed
        && (0..instruction.tokens.len()).any(|place| {
            let token = &instruction.tokens[place];
            instruction.parts[place] != Part::Payload && listed(PARTS, &token.word) && !is_named(token)
        })
}

/// "Clear the memory" is not done by a press of "Memory".
fn lacks_emptying(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let Some(verb) = instruction.intent.verb.filter(|_| instruction.intent.empty) else { return false };
    let says = |words: &[Token]| words.iter().any(|word| instruction.tokens[verb].likeness(word) >= 0.8);
    is_press(option) && !says(&option.label) && !says(&option.description)
}

/// "Banana in the vegetable list": the words between "in" and a word for what holds others.
fn named_place(instruction: &Instruction) -> Option<Range<usize>> {
    let word = |place: usize| instruction.tokens[place].word.as_str();
    let is_holder = |place: usize| listed("list menu table tab dropdown popup combobox tree", word(place));
    let holder = (0..instruction.tokens.len()).rfind(|&place| is_holder(place))?;
    let start = (1..holder).rfind(|&place| listed("in from on of under", word(place)))?;
    Some(start + 1..holder)
}

/// The verb of an instruction that puts something in without saying a text.
fn putting_verb(instruction: &Instruction) -> Option<usize> {
    let is_putting = |verb: &usize| listed("insert paste put type", &instruction.tokens[*verb].word);
    let is_act = instruction.text.is_none() && !instruction.is_reading;
    instruction.intent.verb.filter(is_putting).filter(|_| is_act)
}

/// "Insert what I copied" is no press of "Copy".
fn lacks_putting(option: &Prepared<'_>, measured: &Measured, others: &Others) -> bool {
    let is_said = |verb: usize| {
        measured.anywhere[verb] >= 0.5 || measured.run.as_ref().is_some_and(|run| run.contains(&verb))
    };
    is_press(option) && others.putting.is_some_and(|verb| !is_said(verb))
}

/// What is said about the place must be known.
fn lacks_place(measured: &Measured, instruction: &Instruction, others: &Others) -> bool {
    let is_missing =
        |place: usize| instruction.parts[place] == Part::Content && measured.anywhere[place] < 0.5;
    others.place.clone().is_some_and(|mut named| named.any(is_missing))
}

/// The verb of an instruction that asks: "Tell me about the folder" is no press of "Folder".
fn asking_verb(instruction: &Instruction) -> Option<usize> {
    const ASKS: &str = "tell read extract what whats which who why how where when";
    let is_asking = |verb: &usize| listed(ASKS, &instruction.tokens[*verb].word);
    let is_sentence = !instruction.is_reading && instruction.tokens.len() > 1;
    instruction.intent.verb.filter(is_asking).filter(|_| is_sentence)
}

fn only_asks(measured: &Measured, others: &Others) -> bool {
    let is_named = |verb: usize| measured.run.as_ref().is_some_and(|run| run.contains(&verb));
    others.asking.is_some_and(|verb| !is_named(verb))
}

/// A path that is written out leads to one thing.
const fn is_off_the_path(measured: &Measured, instruction: &Instruction) -> bool {
    !instruction.path.is_empty() && measured.value(Feature::Path) < 0.5
}

/// A bare "close" where more than one thing can be closed.
const fn is_contested(option: &Prepared<'_>, others: &Others) -> bool {
    others.is_contested && option.facts.risk.is_some()
}

fn is_told(measured: &Measured) -> bool {
    measured.value(Feature::Told) > 0.5
}

fn is_untold(measured: &Measured, instruction: &Instruction) -> bool {
    instruction.is_reading && !is_told(measured) && measured.value(Feature::Coverage) == 0.0
}

/// What is read is named by nouns, and each of them tells it from something else: "the phone number".
fn lacks_asked(measured: &Measured, instruction: &Instruction) -> bool {
    instruction.is_reading
        && !is_told(measured)
        && instruction.content().any(|place| measured.anywhere[place] < 0.5)
}

/// The caption "Email:" is not what "the email" asks for.
fn says_only_its_name(option: &Prepared<'_>, measured: &Measured) -> bool {
    option.is_name_only && !is_told(measured) && measured.value(Feature::Precision) > 0.7
}

/// "Save" where the instruction says "Save As" and something is called that.
fn is_part_of_another(measured: &Measured, longest: &[Range<usize>]) -> bool {
    let Some(run) = &measured.run else { return false };
    longest.iter().any(|other| other.start <= run.start && run.end <= other.end && other.len() > run.len())
}

/// Why nothing at all may be acted on. Not for an option that is the instruction word for word.
pub(crate) fn cap_on_all(measured: &[Measured], instruction: &Instruction) -> Option<Cap> {
    let is_label = |joint: usize| {
        measured
            .iter()
            .any(|each| each.is_exact() && each.run.as_ref().is_some_and(|run| run.contains(&joint)))
    };
    let is_exact = || measured.iter().any(Measured::is_exact);
    let name = if instruction.joint.is_some_and(|joint| !is_label(joint)) {
        "several steps"
    } else if instruction.is_long && !is_exact() {
        "over 25 words"
    } else if instruction.is_goal && !is_exact() {
        "a goal and not a step"
    } else {
        return None;
    };
    Some(Cap { name, most: NO_ACT })
}

/// Bends a utility so that it stays below `most`, in the order it came.
pub(crate) fn bend(utility: f64, most: f64) -> f64 {
    const KNEE: f64 = 0.5;
    let beyond = utility - (most - KNEE);
    if beyond <= 0.0 { utility } else { most - KNEE + KNEE * beyond / (1.0 + beyond) }
}

/// Text on the screen that tries to tell a reader what to do.
fn is_addressed_to_us(option: &Prepared<'_>, measured: &Measured) -> bool {
    const WORDS: &str = "instruction instructions instead prompt assistant agent ai ignore disregard override must \
        always press click choose select tap";
    if measured.is_exact() || option.label.len() < 4 {
        return false;
    }
    let unasked = |(word, found): (&Token, &f64)| *found < 0.5 && !word.meaning.filler;
    let foreign = option.label.iter().zip(&measured.label_found).filter(|pair| unasked(*pair)).count();
    let speaks = option.label.iter().filter(|word| listed(WORDS, &word.word)).count();
    speaks >= 2 || speaks == 1 && foreign >= 2
}

fn is_mostly_foreign(option: &Prepared<'_>, measured: &Measured) -> bool {
    let foreign = option
        .label
        .iter()
        .zip(&measured.label_found)
        .filter(|(word, found)| **found < 0.5 && !word.meaning.filler)
        .count();
    foreign >= 4 && measured.value(Feature::Precision) < 0.4
}

fn is_opposite(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let has = |words: &[Token], stem: &str| words.iter().any(|word| word.stem == stem);
    let contradicts = option.label.iter().any(|word| {
        !has(&instruction.tokens, &word.stem)
            && instruction.tokens.iter().zip(&instruction.parts).any(|(token, part)| {
                *part != Part::Payload && token.opposes(word) && !has(&option.label, &token.stem)
            })
    });
    let label_negates = option.label.iter().any(is_negation);
    contradicts
        || label_negates != instruction.is_negated && is_worded_alike(label_negates, option, instruction)
        || is_reversed(option, instruction)
}

/// "Don't save" for "Save" and the other way round; a description that merely contains "not" is no contradiction.
fn is_worded_alike(label_negates: bool, option: &Prepared<'_>, instruction: &Instruction) -> bool {
    label_negates || instruction.tokens.len() <= 8 || option.label.len() > instruction.tokens.len()
}

/// "Points to pixels" for "convert pixels to points".
fn is_reversed(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let Some(to) = option.label.iter().position(|word| word.word == "to") else { return false };
    let (Some(from), Some(into)) = (to.checked_sub(1), option.label.get(to + 1)) else { return false };
    let reversed = [into.clone(), option.label[to].clone(), option.label[from].clone()];
    find_run(&instruction.tokens, &reversed, 0).is_some()
}

fn shares_nothing(option: &Prepared<'_>, measured: &Measured) -> bool {
    let shares = option
        .label
        .iter()
        .zip(&measured.label_found)
        .any(|(word, found)| *found >= 0.5 && (!word.meaning.filler || option.label.len() == 1));
    !shares
        && measured.value(Feature::OnlyTarget) < 0.5
        && measured.value(Feature::TextIsChoice) < 0.5
        && !is_told(measured)
        && !measured.is_exact()
}

fn is_little_known(measured: &Measured) -> bool {
    measured.known() < 0.34
        && !measured.is_exact()
        && !is_told(measured)
        && measured.value(Feature::OnlyTarget) < 0.5
        && measured.value(Feature::TextIsChoice) < 0.5
}

fn lacks_operation(measured: &Measured, instruction: &Instruction) -> bool {
    measured.value(Feature::VerbMissing) > 0.5
        && instruction
            .intent
            .operation
            .is_some_and(|place| listed(OPERATIONS, &instruction.tokens[place].word))
}

fn is_risky(option: &Prepared<'_>, measured: &Measured, instruction: &Instruction) -> bool {
    let Some(risk) = option.facts.risk else { return false };
    if measured.is_exact() {
        return false;
    }
    let asks = |token: &Token| {
        risk_words(risk).split_ascii_whitespace().any(|word| crate::stem::stem(word) == token.stem)
            || option.label.first().is_some_and(|word| word.stem == token.stem)
    };
    !instruction
        .tokens
        .iter()
        .zip(&instruction.parts)
        .any(|(token, part)| *part != Part::Payload && asks(token))
}

fn lacks_quoted(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    !instruction.quoted.is_empty() && !has_quoted(option, instruction)
}

/// "Press Save As" is not "Save": what is written with a capital is a label, and only that label is meant.
fn lacks_name(option: &Prepared<'_>, measured: &Measured, instruction: &Instruction) -> bool {
    let is_like = [Feature::Trimmed, Feature::OnlyTarget, Feature::TextIsChoice, Feature::Told]
        .iter()
        .any(|&feature| measured.value(feature) > 0.5);
    instruction.is_named && !measured.is_exact() && !is_like && !is_misspelt(option, instruction)
}

/// "Appply" for "Apply".
fn is_misspelt(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let content: Vec<&Token> = instruction.content().map(|place| &instruction.tokens[place]).collect();
    content.len() == option.label.len()
        && content.iter().zip(&option.label).all(|(said, word)| said.is_slip_of(word))
}

/// `Tick the "Border" check box` is not about the field of that name.
const fn is_named_elsewhere(measured: &Measured, instruction: &Instruction) -> bool {
    let is_named = instruction.is_named || !instruction.quoted.is_empty();
    is_named && measured.fits_role < 0.0 && !instruction.is_reading
}

/// "Row 4" is not row 4,321: a label with a number is not meant when a number that is asked for is nowhere on it.
fn has_other_number(option: &Prepared<'_>, measured: &Measured, instruction: &Instruction) -> bool {
    let is_missing = |place: usize| {
        instruction.tokens[place].is_number()
            && instruction.parts[place] != Part::Payload
            && measured.anywhere[place] < 1.0
    };
    option.label.iter().any(Token::is_number) && (0..instruction.tokens.len()).any(is_missing)
}

/// A toggle that stands as it should.
fn is_done(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let is_ticked = option.facts.action == "toggle"
        || listed("CheckBox Switch CheckMenuItem ToggleButton", option.facts.role);
    is_ticked
        && match (instruction.intent.turn, option.facts.value.as_deref()) {
            (Some(on), Some(value)) => value == if on { "on" } else { "off" },
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::bend;

    #[test]
    fn bending_keeps_the_order_and_the_bound() {
        let utilities = [-9.0, -1.0, -0.6, -0.4, 0.0, 1.0, 5.0, 9.0];
        let bent: Vec<f64> = utilities.iter().map(|&utility| bend(utility, -0.1)).collect();
        assert!(bent.windows(2).all(|pair| pair[0] < pair[1]), "{bent:?}");
        assert!(bent.iter().zip(utilities).all(|(&bent, before)| bent < -0.1 && bent <= before));
    }
}
