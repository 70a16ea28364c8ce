//! What a node needs beyond its plain facts: where it is, what it holds, what it offers.
//!
//! Only what a node can have is asked for, and all of it for all nodes in one batch; a second batch reads texts, whose
//! length the first one told. A text is only ever read from 0 to its own length: other ends crash Chromium or come back
//! empty elsewhere. Right behind each text its length is asked again, because a text that changes between the two
//! questions comes back cut and looks whole. The text and the length of a password are never asked for.

use std::collections::HashMap;

use surehand_core::clock::Deadline;
use surehand_core::element::{Content, Number};
use zbus::zvariant::OwnedValue;

use crate::bus::Toolkit;
use crate::foresight::Asked;
use crate::object::{
    ACCESSIBLE, ACTION, COMPONENT, Interfaces, Object, SELECTION, States, TABLE, TEXT, VALUE, Wire,
};
use crate::qt;
use crate::role::{RoleNumber, Sense};
use crate::secret;
use crate::transport::{Answer, Call, CallError, body, value};
use crate::walk::{Facts, MANY, SCREENFUL, Source};

/// The relation of a control to its label.
const LABELLED_BY: u32 = 2;

/// An action of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NativeAction {
    /// Its name in lower case.
    pub(crate) name: String,
    pub(crate) binding: String,
}

/// What was learned about a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Details {
    pub(crate) extents: Option<(i32, i32, i32, i32)>,
    pub(crate) content: Option<Content>,
    pub(crate) number: Option<Number>,
    pub(crate) actions: Vec<NativeAction>,
    pub(crate) labels: Vec<Object>,
    pub(crate) placeholder: Option<String>,
    pub(crate) selected: Option<Object>,
    /// It shows other characters than it holds.
    pub(crate) hides: bool,
    /// The first character that it shows, where that may be another than it holds.
    shown: Option<String>,
    /// The length of its text in the app's units.
    count: Option<i32>,
    caret: Option<i32>,
    /// The only selected row of a list too long to be read.
    selected_row: Option<i32>,
    /// The chord of its first action, where the list of actions does not tell it.
    binding: String,
}

/// One question about one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Extents,
    TextProperties,
    CharacterCount,
    CaretOffset,
    ValueProperties,
    ValueProperty(&'static str),
    KeyBinding,
    Actions,
    /// The chord of what has no actions as long as it is greyed.
    Binding,
    Relations,
    Attributes,
    SelectedChild,
    Shown,
    SelectedRows,
}

/// A node to learn about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) object: &'a Object,
    pub(crate) facts: &'a Facts,
    /// Its place on the screen matters.
    pub(crate) placed: bool,
}

/// A text of no more UTF-16 units than this is read whole to count its code points.
const COUNTED: i32 = 20_000;
/// How often a text is read that keeps changing: once on the old length, and twice on the one just told.
const TRIES: usize = 3;

/// Learns about all subjects. `limit` is the number of code points read of one text. The flag says whether something
/// could not be read in time.
pub(crate) fn read(
    source: Source<'_>,
    subjects: &[Subject<'_>],
    limit: usize,
    deadline: &Deadline,
) -> (Vec<Details>, bool) {
    let Source { asker, known, toolkit, tree } = source;
    let mut asked: Vec<(usize, Question)> = Vec::new();
    let mut details = vec![Details::default(); subjects.len()];
    for (position, (subject, details)) in subjects.iter().zip(&mut details).enumerate() {
        questions(subject, toolkit, |question| {
            let Subject { object, facts, .. } = *subject;
            let recalled = match question {
                Question::Actions | Question::Binding => {
                    known.actions(object, facts).map(|actions| details.actions = actions)
                }
                Question::KeyBinding => known.actions(object, facts).map(drop),
                Question::Relations => known.labels(object, facts).map(|labels| details.labels = labels),
                Question::Attributes => {
                    known.placeholder(object, facts).map(|placeholder| details.placeholder = placeholder)
                }
                // With a guess at the length the text itself is asked for at once, and the caret with it.
                Question::TextProperties => known.length(object).map(|count| details.count = Some(count)),
                Question::CharacterCount if known.is_named_whole(object, facts) => Some(()),
                Question::CharacterCount if toolkit.tells_all_properties() => {
                    known.length(object).map(|count| details.count = Some(count))
                }
                _ => None,
            };
            if recalled.is_none() {
                asked.push((position, question));
            }
        });
    }
    let calls = asked
        .iter()
        .filter_map(|(position, question)| Some(call(subjects.get(*position)?.object, *question, toolkit)))
        .collect();
    let answers = asker.batch(calls, deadline);
    let mut late = false;
    for ((position, question), answer) in asked.iter().zip(&answers) {
        late |= matches!(answer, Err(CallError::Timeout));
        let (Some(details), Some(subject)) = (details.get_mut(*position), subjects.get(*position)) else {
            continue;
        };
        learn(details, *question, answer);
        match question {
            Question::Actions | Question::Binding if answer.is_ok() => {
                known.keep_actions(subject.object, subject.facts, &details.actions);
            }
            Question::Relations if answer.is_ok() => {
                known.keep_labels(subject.object, subject.facts, tree, &details.labels);
            }
            Question::Attributes if answer.is_ok() => {
                known.keep_placeholder(subject.object, subject.facts, tree, details.placeholder.as_ref());
            }
            _ => {}
        }
    }
    find_selected_rows(source, subjects, &mut details, deadline);
    late |= read_texts(source, subjects, &mut details, limit, deadline);
    drop_hidden(source, subjects, &mut details, deadline);
    (details, late)
}

/// The objects of selected rows, which lie somewhere in lists of which only the part shown was read.
fn find_selected_rows(
    source: Source<'_>,
    subjects: &[Subject<'_>],
    details: &mut [Details],
    deadline: &Deadline,
) {
    let mut wanted: Vec<(usize, i32)> = Vec::new();
    wanted.extend(details.iter().enumerate().filter_map(|(place, one)| Some((place, one.selected_row?))));
    let calls = wanted
        .iter()
        .filter_map(|(place, row)| {
            Some(subjects.get(*place)?.object.call_with(TABLE, "GetAccessibleAt", &(*row, 0_i32)))
        })
        .collect();
    for ((place, _), answer) in wanted.iter().zip(source.asker.batch(calls, deadline)) {
        if let (Some(details), Ok((wire,))) = (details.get_mut(*place), body::<(Wire,)>(&answer)) {
            details.selected = Object::from_wire(&wire);
        }
    }
}

fn questions(subject: &Subject<'_>, toolkit: Toolkit, mut ask: impl FnMut(Question)) {
    let Facts { role, states, interfaces, .. } = *subject.facts;
    let sense = role.sense();
    if sense == Sense::Ornament {
        return;
    }
    if interfaces.has(Interfaces::COMPONENT) && subject.placed {
        ask(Question::Extents);
    }
    let gtk = toolkit.tells_all_properties();
    // A label without a place of its own is part of a button, whose name tells it already.
    let told = role.is_static_text() && !subject.placed && !subject.facts.name.is_empty();
    if holds_text(subject.facts) && !told {
        if role.is_static_text() || !gtk {
            ask(Question::CharacterCount);
        } else {
            ask(Question::TextProperties);
        }
        if !gtk && !role.is_static_text() {
            ask(Question::CaretOffset);
        }
        if may_hide(subject.facts, toolkit) {
            ask(Question::Shown);
        }
    }
    // The range of a scroll bar is a filler there.
    let is_range = toolkit == Toolkit::Gtk4 && role.0 == 20;
    if interfaces.has(Interfaces::VALUE) && (is_number(role) || is_range) {
        if gtk {
            ask(Question::ValueProperties);
        } else {
            for name in ["CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"] {
                ask(Question::ValueProperty(name));
            }
        }
    }
    // In GTK 4 everything has the interface, and no picture an action.
    let picture = toolkit == Toolkit::Gtk4 && matches!(role.0, 26 | 27);
    if interfaces.has(Interfaces::ACTION) && may_act(sense, role) && !picture {
        // GTK 3 takes the actions of a greyed menu item away, and still tells its chord.
        let is_greyed_item = matches!(role.0, 8 | 35 | 45) && !states.has(States::SENSITIVE);
        // Qt leaves the chords of menu items out of the list of their actions.
        if toolkit == Toolkit::Qt && matches!(role.0, 8 | 35 | 45) && subject.facts.children == 0 {
            ask(Question::KeyBinding);
        }
        ask(if toolkit == Toolkit::Gtk3 && is_greyed_item { Question::Binding } else { Question::Actions });
    }
    // GTK 4 puts the label into the name itself.
    let nameless =
        subject.facts.name.is_empty() || (role == RoleNumber::COMBO_BOX && toolkit != Toolkit::Gtk4);
    if nameless && toolkit != Toolkit::Gtk4 && is_labelled(role) {
        ask(Question::Relations);
    }
    // Qt's placeholder is the description.
    if states.has(States::EDITABLE) && interfaces.has(Interfaces::TEXT) && toolkit != Toolkit::Qt {
        ask(Question::Attributes);
    }
    if role == RoleNumber::COMBO_BOX && interfaces.has(Interfaces::SELECTION) {
        ask(Question::SelectedChild);
    }
    let of_rows =
        qt::selects_rows(subject.facts) || (toolkit == Toolkit::Gtk3 && interfaces.has(Interfaces::TABLE));
    if matches!(toolkit, Toolkit::Qt | Toolkit::Gtk3) && of_rows && subject.facts.children > MANY {
        ask(Question::SelectedRows);
    }
    // Of a list of GTK 4 only some rows may be built.
    if toolkit == Toolkit::Gtk4 && role.0 == 31 && subject.facts.children > SCREENFUL {
        ask(Question::SelectedChild);
    }
}

/// Whether a node's text is worth reading: fields always, labels to see whether their name tells all of it.
fn holds_text(facts: &Facts) -> bool {
    let role = facts.role;
    let fields = matches!(role.0, 52 | 60 | 61 | 73 | 76 | 77 | 79 | 82 | 84 | 92..=96);
    facts.interfaces.has(Interfaces::TEXT)
        && role != RoleNumber::PASSWORD
        && (fields || role.is_static_text() || facts.states.has(States::EDITABLE))
}

/// Whether a field may hide its text although its role does not say so: a GTK 4 entry with `visibility=False`. It gives
/// the clear text to whoever asks for it, but of single characters it tells what it shows.
fn may_hide(facts: &Facts, toolkit: Toolkit) -> bool {
    let on_one_line = facts.states.has(States::EDITABLE) && !facts.states.has(States::MULTI_LINE);
    toolkit == Toolkit::Gtk4 && on_one_line && matches!(facts.role.0, 60 | 61 | 79)
}

const fn is_number(role: RoleNumber) -> bool {
    matches!(role.0, 15 | 42 | 48 | 51 | 52 | 103 | 114)
}

/// Roles whose actions may be of use. Texts and labels have many in GTK 4, none of which is a click.
const fn may_act(sense: Sense, role: RoleNumber) -> bool {
    use surehand_core::element::Role;
    match sense {
        Sense::Control(
            Role::Text
            | Role::TextField
            | Role::PasswordField
            | Role::Paragraph
            | Role::Document
            | Role::Window
            | Role::List
            | Role::Table
            | Role::MenuBar
            | Role::Slider
            | Role::SpinButton
            | Role::ProgressBar
            | Role::ScrollBar
            | Role::StatusBar
            | Role::TabList
            | Role::ToolBar
            | Role::Tooltip,
        )
        | Sense::Scaffold(_)
        | Sense::Ornament => false,
        Sense::Control(_) => role.0 != RoleNumber::LABEL.0,
    }
}

const fn is_labelled(role: RoleNumber) -> bool {
    matches!(
        role.0,
        5 | 7
            | 11
            | 12
            | 15
            | 26
            | 31
            | 40
            | 42
            | 43
            | 44
            | 51
            | 52
            | 55
            | 60
            | 61
            | 62
            | 65
            | 66
            | 76
            | 77
            | 79
            | 98
            | 103
            | 130
    )
}

fn call(object: &Object, question: Question, toolkit: Toolkit) -> Call {
    match question {
        Question::Extents => object.call_with(COMPONENT, "GetExtents", &(toolkit.coordinates(),)),
        Question::TextProperties => Call::properties(&object.bus, &object.path, TEXT),
        Question::CharacterCount => object.property(TEXT, "CharacterCount"),
        Question::CaretOffset => object.property(TEXT, "CaretOffset"),
        Question::ValueProperties => Call::properties(&object.bus, &object.path, VALUE),
        Question::ValueProperty(name) => object.property(VALUE, name),
        Question::KeyBinding => object.call_with(ACTION, "GetKeyBinding", &(0_i32,)),
        Question::Actions => object.call(ACTION, "GetActions"),
        Question::Binding => object.call_with(ACTION, "GetKeyBinding", &(0_i32,)),
        Question::Relations => object.call(ACCESSIBLE, "GetRelationSet"),
        Question::Attributes => object.call(ACCESSIBLE, "GetAttributes"),
        Question::SelectedRows => object.call(TABLE, "GetSelectedRows"),
        Question::SelectedChild => object.call_with(SELECTION, "GetSelectedChild", &(0_i32,)),
        Question::Shown => object.call_with(TEXT, "GetStringAtOffset", &(0_i32, 0_u32)),
    }
}

fn learn(details: &mut Details, question: Question, answer: &Answer) {
    match question {
        Question::Extents => {
            details.extents = body::<((i32, i32, i32, i32),)>(answer).ok().map(|(extents,)| extents);
        }
        Question::TextProperties => {
            let all = body::<HashMap<String, OwnedValue>>(answer).unwrap_or_default();
            let number = |name: &str| all.get(name).and_then(|value| i32::try_from(value).ok());
            details.count = number("CharacterCount");
            details.caret = number("CaretOffset");
        }
        Question::CharacterCount => details.count = value(answer).ok(),
        Question::CaretOffset => details.caret = value(answer).ok(),
        Question::ValueProperties => {
            let all = body::<HashMap<String, OwnedValue>>(answer).unwrap_or_default();
            for name in ["CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"] {
                if let Some(number) = all.get(name).and_then(|value| f64::try_from(value).ok()) {
                    learn_number(details, name, number);
                }
            }
        }
        Question::ValueProperty(name) => {
            if let Ok(number) = value::<f64>(answer) {
                learn_number(details, name, number);
            }
        }
        Question::KeyBinding => {
            let binding: String = body(answer).unwrap_or_default();
            details.binding = if qt::is_mnemonic(&binding) { String::new() } else { binding };
        }
        Question::Actions => {
            details.actions = actions_of(answer).unwrap_or_default();
            if let Some(action) = details.actions.first_mut().filter(|action| action.binding.is_empty()) {
                action.binding = std::mem::take(&mut details.binding);
            }
        }
        Question::Binding => {
            let binding = body::<String>(answer).unwrap_or_default();
            // Without a name nothing can take it for something to do.
            details.actions = vec![NativeAction { name: String::new(), binding }];
        }
        Question::Relations => {
            let relations = body::<Vec<(u32, Vec<Wire>)>>(answer).unwrap_or_default();
            let labels =
                relations.iter().filter(|(kind, _)| *kind == LABELLED_BY).flat_map(|(_, targets)| targets);
            details.labels = labels.filter_map(Object::from_wire).collect();
        }
        Question::Attributes => {
            let mut attributes = body::<HashMap<String, String>>(answer).unwrap_or_default();
            details.placeholder = attributes.remove("placeholder-text").filter(|text| !text.is_empty());
        }
        Question::Shown => {
            let shown = body::<(String, i32, i32)>(answer).map(|(shown, ..)| shown).unwrap_or_default();
            details.hides |= !shown.is_empty() && shown.chars().all(|one| BULLETS.contains(&one));
            details.shown = Some(shown);
        }
        Question::SelectedRows => {
            let rows: Vec<i32> = body(answer).unwrap_or_default();
            details.selected_row = rows.first().copied().filter(|_| rows.len() == 1);
        }
        Question::SelectedChild => {
            details.selected = body::<(Wire,)>(answer).ok().and_then(|(wire,)| Object::from_wire(&wire));
        }
    }
}

/// What a field shows in place of each character when it hides them: what GTK takes, whichever the font has.
const BULLETS: [char; 5] = ['●', '•', '✱', '✺', '*'];

fn learn_number(details: &mut Details, name: &str, read: f64) {
    if !read.is_finite() {
        return;
    }
    let number = details.number.get_or_insert(Number { value: 0.0, minimum: 0.0, maximum: 0.0, step: None });
    match name {
        "CurrentValue" => number.value = read,
        "MinimumValue" => number.minimum = read,
        "MaximumValue" => number.maximum = read,
        _ => number.step = (read > 0.0).then_some(read),
    }
}

/// The actions in an answer to `GetActions`, with names in lower case.
pub(crate) fn actions_of(answer: &Answer) -> Result<Vec<NativeAction>, CallError> {
    let actions = body::<Vec<(String, String, String)>>(answer)?;
    Ok(actions
        .into_iter()
        .map(|(name, _, binding)| NativeAction { name: name.to_lowercase(), binding })
        .collect())
}

/// Reads the texts whose length is known. True when one could not be read in time.
fn read_texts(
    source: Source<'_>,
    subjects: &[Subject<'_>],
    details: &mut [Details],
    limit: usize,
    deadline: &Deadline,
) -> bool {
    let limit = i32::try_from(limit).unwrap_or(i32::MAX);
    let mut late = false;
    let mut wanted: Vec<usize> = (0..subjects.len()).collect();
    wanted.retain(|position| {
        let (Some(subject), Some(details)) = (subjects.get(*position), details.get(*position)) else {
            return false;
        };
        details.count.is_some_and(|count| {
            let is_name = subject.is_named_whole(count);
            if is_name {
                source.known.keep_named_whole(subject.object, subject.facts);
            }
            !is_name && !details.hides && !is_secret(subject, details, subjects)
        })
    });
    for tried in 1..=TRIES {
        let asked = wanted
            .iter()
            .filter_map(|position| Some((subjects.get(*position)?, details.get(*position)?.count?)))
            .map(|(subject, count)| {
                text_calls(subject, count.clamp(0, units_of(limit, source.toolkit)), source.toolkit)
            })
            .collect();
        let answers = source.asker.ask(asked, deadline);
        let mut torn = Vec::new();
        for (position, answers) in std::mem::take(&mut wanted).into_iter().zip(answers) {
            let (Some(subject), Some(details)) = (subjects.get(position), details.get_mut(position)) else {
                continue;
            };
            late |= answers.iter().any(|answer| matches!(answer, Err(CallError::Timeout)));
            let [text, after] = answers.as_slice() else { continue };
            let Ok(text) = body::<String>(text) else { continue };
            let before = details.count.unwrap_or_default();
            details.count = None;
            learn(details, length_question(subject, source.toolkit), after);
            let Some(now) = details.count else { continue };
            source.known.keep_length(subject.object, now);
            let most = units_of(limit, source.toolkit);
            let whole = before == now && units(&text, source.toolkit) == now.clamp(0, most).unsigned_abs();
            if whole && subject.facts.role.is_static_text() && text == subject.facts.name {
                source.known.keep_named_whole(subject.object, subject.facts);
            }
            if !whole && tried < TRIES {
                torn.push(position);
                continue;
            }
            let length = if whole { length_of(&text, now, most) } else { unlike(&text, before, now) };
            let mut content = content(&text, length, details.caret, source.toolkit);
            if source.toolkit.counts_utf16() {
                cut(&mut content.text, limit);
            }
            details.content = Some(content);
        }
        wanted = torn;
        if wanted.is_empty() {
            break;
        }
    }
    late
}

/// Drops texts that begin with another character than the field showed before, when it turns out to hide them: a first
/// character may have come in between the questions.
fn drop_hidden(source: Source<'_>, subjects: &[Subject<'_>], details: &mut [Details], deadline: &Deadline) {
    let differs = |details: &Details| {
        let held = details.content.as_ref().and_then(|content| content.text.chars().next());
        held.is_some() && details.shown.as_ref().is_some_and(|shown| shown.chars().next() != held)
    };
    let doubtful: Vec<usize> = (0..details.len()).filter(|place| differs(&details[*place])).collect();
    let calls = doubtful.iter().map(|place| call(subjects[*place].object, Question::Shown, source.toolkit));
    let answers = source.asker.once(calls.collect(), deadline);
    for (place, answer) in doubtful.into_iter().zip(&answers) {
        learn(&mut details[place], Question::Shown, answer);
        if details[place].hides {
            details[place].content = None;
        }
    }
}

impl Subject<'_> {
    /// The name of a label is its text, unless the app named it otherwise.
    fn is_named_whole(&self, count: i32) -> bool {
        let named = self.facts.name.chars().count() == usize::try_from(count).unwrap_or_default();
        self.facts.role.is_static_text() && named && count > 0
    }
}

/// Whether a field is named after a password, as far as is known before its text is read.
fn is_secret(subject: &Subject<'_>, details: &Details, subjects: &[Subject<'_>]) -> bool {
    if subject.facts.role.is_static_text() {
        return false;
    }
    let named = |object: &Object| {
        subjects.iter().any(|one| one.object == object && secret::names_one(&one.facts.name))
    };
    secret::names_one(&subject.facts.name)
        || details.placeholder.as_deref().is_some_and(secret::names_one)
        || details.labels.iter().any(named)
}

/// How the length of a text is asked for; for fields with the caret.
fn length_question(subject: &Subject<'_>, toolkit: Toolkit) -> Question {
    if subject.facts.role.is_static_text() || !toolkit.tells_all_properties() {
        Question::CharacterCount
    } else {
        Question::TextProperties
    }
}

/// The text up to `end` and, right behind it, its length.
fn text_calls(subject: &Subject<'_>, end: i32, toolkit: Toolkit) -> Asked {
    let text = subject.object.call_with(TEXT, "GetText", &(0_i32, end));
    Asked::Two(text, call(subject.object, length_question(subject, toolkit), toolkit))
}

/// The number of the units that the app counts in.
fn units(text: &str, toolkit: Toolkit) -> u32 {
    let count = if toolkit.counts_utf16() { text.encode_utf16().count() } else { text.chars().count() };
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// How many units to read for `limit` code points. Where the units are others, how many code points a text has is known
/// only from the whole of it, so up to a good length it is read whole.
fn units_of(limit: i32, toolkit: Toolkit) -> i32 {
    if toolkit.counts_utf16() { limit.saturating_mul(2).max(COUNTED) } else { limit }
}

/// Leaves the first `limit` code points.
fn cut(text: &mut String, limit: i32) {
    let limit = usize::try_from(limit).unwrap_or_default();
    if let Some((end, _)) = text.char_indices().nth(limit) {
        text.truncate(end);
    }
}

/// The length in code points of a text of which `count` units were read, or the first `limit` of them.
fn length_of(text: &str, count: i32, limit: i32) -> u64 {
    if count <= limit { text.chars().count() as u64 } else { count.unsigned_abs().into() }
}

/// A length that `text`, which changed while it was read, does not have: nobody may take it for whole.
fn unlike(text: &str, before: i32, now: i32) -> u64 {
    let read = text.chars().count() as u64;
    let told = [now, before].map(|count| u64::from(count.max(0).unsigned_abs()));
    told.into_iter().find(|count| *count != read).unwrap_or(read + 1)
}

fn content(text: &str, length: u64, caret: Option<i32>, toolkit: Toolkit) -> Content {
    let caret = caret.and_then(|caret| u64::try_from(caret).ok());
    let caret = if toolkit.counts_utf16() { caret.map(|units| code_points(text, units)) } else { caret };
    Content { text: text.to_owned(), length, caret: caret.map(|caret| caret.min(length)) }
}

/// The number of code points in the first `units` UTF-16 units of a text.
fn code_points(text: &str, units: u64) -> u64 {
    let mut left = units;
    let mut points = 0;
    for character in text.chars() {
        let width = character.len_utf16() as u64;
        if left < width {
            break;
        }
        left -= width;
        points += 1;
    }
    points
}

/// The number of UTF-16 units in the first `points` code points of a text.
pub(crate) fn utf16_units(text: &str, points: u64) -> u64 {
    let points = usize::try_from(points).unwrap_or(usize::MAX);
    text.chars().take(points).map(|character| character.len_utf16() as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_counted_in_code_points() {
        let text = "a😀b";
        assert_eq!([0, 1, 3, 4].map(|units| code_points(text, units)), [0, 1, 2, 3]);
        assert_eq!([0, 1, 2, 3].map(|points| utf16_units(text, points)), [0, 1, 3, 4]);
    }

    #[test]
    fn a_text_is_cut_at_code_points() {
        let mut text = "a😀b".to_owned();
        cut(&mut text, 5);
        assert_eq!(text, "a😀b");
        cut(&mut text, 2);
        assert_eq!(text, "a😀");
    }

    #[test]
    fn a_torn_text_never_looks_whole() {
        for (text, before, now) in [("as ", 3, 9), ("as ", 9, 3), ("as ", 3, 3), ("", 0, 5), ("é😀", 2, 2)]
        {
            let torn = Content { text: text.into(), length: unlike(text, before, now), caret: None };
            assert!(!torn.is_whole(), "{text} {before} {now}");
        }
        assert_eq!((length_of("a😀", 3, 10), length_of("a😀", 9, 3)), (2, 9));
        assert_eq!((units("a😀", Toolkit::Gtk4), units("a😀", Toolkit::Qt)), (2, 3));
    }

    #[test]
    fn a_password_is_never_asked_for_its_text() {
        let interfaces = Interfaces::from_names(["Text", "EditableText", "Action", "Component"].into_iter());
        let facts = Facts { role: RoleNumber::PASSWORD, interfaces, ..Facts::default() };
        let object = Object::new(":1.1", "/x");
        let subject = Subject { object: &object, facts: &facts, placed: true };
        for toolkit in [Toolkit::Gtk3, Toolkit::Gtk4, Toolkit::Qt, Toolkit::Chromium] {
            questions(&subject, toolkit, |question| {
                assert!(!matches!(
                    question,
                    Question::TextProperties | Question::CharacterCount | Question::CaretOffset
                ));
            });
        }
    }
}
