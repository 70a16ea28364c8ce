//! What a model may choose from: the operations, their targets, and everything else that a step may need.
//!
//! Only what can be carried out is offered: a control that may destroy something the subtask does not allow is in no
//! question, and operations without a target are not named. The table of elements is capped: the one with the focus first,
//! then those that share most words with the subtask, then in reading order, in which they are told.

use std::collections::{BTreeSet, HashMap};

use super::parsed;
use crate::action::ActionKind;
use crate::candidate::{Candidate, candidates, facts};
use crate::decider::{Head, OptionFacts, Purpose, Question, StepFacts};
use crate::element::ElementKey;
use crate::identity::{IdTable, Identities};
use crate::label::plain;
use crate::policy::{Direction, PastAction, Press};
use crate::route::{Disturbance, RouteKind};
use crate::runner::{Chord, InputValue, Key, Subtask};
use crate::snapshot::Snapshot;
use crate::value::Value;

/// The most elements of the table, where the decider takes more.
const ELEMENTS: usize = 60;

/// Operations on a control, with what they mean.
const ON_CONTROLS: &[(&str, &str)] = &[
    ("CLICK", "press the control, tick it, select it, or run the command"),
    ("DOUBLE_CLICK", "press the control twice"),
    ("RIGHT_CLICK", "open its context menu"),
    ("TYPE_TEXT", "replace the whole text of a field by an input"),
    ("SET_VALUE", "make a pop-up show an input"),
    ("APPEND", "add an input at the end of a field's text"),
    ("INSERT", "put an input into a field's text"),
    ("KEYPAD", "press the keys of the keypad for an input"),
    ("SCROLL", "show more of what it holds"),
];

/// The ways to go on or end that need no control of a certain kind.
const OTHERS: &[(&str, &str)] = &[
    ("WAIT", "the app is busy: let time pass"),
    ("SUBTASK_COMPLETE", "`instruction` is carried out and all `criteria` hold"),
    ("BLOCKED", "it cannot be carried out here"),
    ("NEEDS_AGENT", "it is not clear what to do"),
];
const NEEDS_INPUT: (&str, &str) = ("NEEDS_INPUT", "a control needs a value that no input has");

/// What is offered for one step.
pub(super) struct Offer<'a> {
    pub(super) subtask: &'a Subtask,
    pub(super) snapshot: &'a Snapshot,
    /// The names of the operations, in the order of the question.
    pub(super) operations: Vec<&'static str>,
    meanings: Vec<&'static str>,
    /// What can be done on the elements of the table.
    candidates: Vec<Candidate>,
    table: Vec<(ElementKey, OptionFacts)>,
    focused: Option<usize>,
    takes_keys: bool,
    takes_modifiers: bool,
}

impl<'a> Offer<'a> {
    pub(super) fn of(subtask: &'a Subtask, snapshot: &'a Snapshot, most: usize) -> Self {
        let identities = Identities::of(snapshot);
        let has_texts = subtask.inputs.iter().any(|(_, value)| is_text(value));
        let mut candidates = candidates(snapshot, &identities, &mut IdTable::default());
        candidates.retain(|one| {
            one.enabled && one.option.is_none() && subtask.allows(one.risk) && operation(one.action).is_some()
        });
        let kept = kept(subtask, snapshot, &candidates, &identities, most.clamp(1, ELEMENTS));
        candidates.retain(|one| kept.contains(&one.position));
        let mut table: Vec<(ElementKey, OptionFacts)> = Vec::new();
        for one in &candidates {
            if table.iter().all(|(key, _)| *key != one.key) {
                table
                    .push((one.key.clone(), OptionFacts { action: "", ..facts(one, snapshot, &identities) }));
            }
        }
        let is_focused = |(key, _): &(ElementKey, OptionFacts)| {
            snapshot.element(key).is_some_and(|element| element.state.focused)
        };
        let reaches = |wanted: &dyn Fn(&crate::route::Route) -> bool| {
            let mut routes = snapshot.elements().iter().flat_map(|element| &element.routes);
            routes.any(|route| route.disturbs == Disturbance::Nothing && wanted(route))
        };
        let takes_keys = reaches(&|route| route.action == ActionKind::Key);
        let takes_modifiers =
            reaches(&|route| route.action == ActionKind::Click && route.kind == RouteKind::PointerInput);
        let can = |name: &str| {
            let mut able = candidates.iter().filter(|one| operation(one.action) == Some(name));
            able.any(|one| has_texts || !one.needs_text)
        };
        let mut all: Vec<(&str, &str)> = ON_CONTROLS.iter().copied().filter(|(name, _)| can(name)).collect();
        if takes_keys {
            all.extend([("PRESS_KEY", "press one key"), ("HOTKEY", "press a chord")]);
        }
        all.extend(OTHERS);
        if candidates.iter().any(|one| one.needs_text) {
            all.push(NEEDS_INPUT);
        }
        let (operations, meanings) = all.into_iter().unzip();
        Self {
            subtask,
            snapshot,
            operations,
            meanings,
            focused: table.iter().position(is_focused),
            candidates,
            table,
            takes_keys,
            takes_modifiers,
        }
    }

    /// The inputs that are text.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&'a str, &'a InputValue)> {
        let subtask = self.subtask;
        subtask.inputs.iter().filter(|(_, value)| is_text(value)).map(|(name, value)| (name.as_str(), value))
    }

    /// What can be done by `operation`, in the order of the table.
    fn targets(&self, operation_name: &str) -> Vec<&Candidate> {
        let able = |one: &&Candidate| match operation_name {
            "NEEDS_INPUT" => matches!(one.action, ActionKind::SetValue | ActionKind::ChooseOption),
            name => operation(one.action) == Some(name),
        };
        let mut targets: Vec<&Candidate> = self.candidates.iter().filter(able).collect();
        // Of the ways a scroll bar goes the direction says which.
        targets.dedup_by(|one, other| operation_name == "SCROLL" && one.key == other.key);
        targets
    }

    pub(super) fn target(&self, operation: &str, place: usize) -> Option<&Candidate> {
        self.targets(operation).get(place).copied()
    }

    pub(super) fn press(&self, head: Head, place: usize) -> Option<Press> {
        let names = if head == Head::Key { keys() } else { self.chords() };
        names.get(place).and_then(|(name, _)| parsed(head, name))
    }

    fn chords(&self) -> Vec<(String, String)> {
        let usual = Chord::OFFERED.iter().map(|(chord, does)| ((*chord).to_owned(), (*does).to_owned()));
        usual.chain(self.subtask.shortcuts.iter().cloned()).collect()
    }

    /// All parts of the decision, in a fixed order.
    pub(super) fn questions(&self) -> Vec<Question> {
        let ask = |head: Head, options: Vec<OptionFacts>, none: bool| Question {
            purpose: Purpose::Step(head),
            options,
            none,
        };
        let named = |(name, does): (&str, &str)| OptionFacts {
            label: name.to_owned(),
            description: does.to_owned(),
            ..OptionFacts::default()
        };
        let operations = self.operations.iter().copied().zip(self.meanings.iter().copied());
        let mut questions = vec![ask(Head::Operation, operations.map(named).collect(), false)];
        for operation in &self.operations {
            let targets: Vec<OptionFacts> =
                self.targets(operation).into_iter().map(|one| named((&self.place(one), ""))).collect();
            if !targets.is_empty() {
                questions.push(ask(Head::Target(operation), targets, true));
            }
        }
        let inputs: Vec<OptionFacts> = self.texts().map(|(name, _)| named((name, ""))).collect();
        if !inputs.is_empty() {
            questions.push(ask(Head::Input, inputs, true));
        }
        if self.takes_keys {
            let owned =
                |all: Vec<(String, String)>| all.iter().map(|(name, does)| named((name, does))).collect();
            questions.push(ask(Head::Key, owned(keys()), true));
            questions.push(ask(Head::Hotkey, owned(self.chords()), true));
        }
        if self.operations.contains(&"SCROLL") {
            let all = Direction::ALL.iter().map(|(_, name)| named((name, ""))).collect();
            questions.push(ask(Head::Direction, all, true));
        }
        if self.takes_modifiers {
            let all = [("no key", ""), ("MOD", "adds to a selection"), ("SHIFT", "selects up to there")];
            questions.push(ask(Head::Modifier, all.into_iter().map(named).collect(), false));
        }
        for place in 0..self.subtask.verification.len() {
            let all = [("yes", ""), ("no", "")].into_iter().map(named).collect();
            questions.push(ask(Head::Criterion(place), all, false));
        }
        questions
    }

    /// The name of a candidate's element in the table.
    fn place(&self, candidate: &Candidate) -> String {
        let place = self.table.iter().position(|(key, _)| *key == candidate.key).unwrap_or_default();
        format!("e{place}")
    }

    /// What the questions are about. The values of inputs stay here, but for yes and no.
    pub(super) fn facts(&self, history: &[PastAction]) -> StepFacts {
        let kind = |value: &InputValue| match value {
            InputValue::Bool(on) => format!("yes or no: {}", if *on { "yes" } else { "no" }),
            InputValue::Number(_) => "a number".to_owned(),
            InputValue::Text(_) => "a text".to_owned(),
            InputValue::Secret(_) => "a secret".to_owned(),
        };
        let inputs = self.subtask.inputs.iter().map(|(name, value)| (name.clone(), kind(value)));
        StepFacts {
            constraints: self.subtask.constraints.clone(),
            inputs: inputs.collect(),
            criteria: self.subtask.verification.clone(),
            elements: self.table.iter().map(|(_, facts)| facts.clone()).collect(),
            focused: self.focused,
            history: history.iter().map(told).collect(),
        }
    }

    /// How many targets each operation had.
    pub(super) fn counts(&self) -> Vec<(String, Value)> {
        let count = |name: &&'static str| (self.targets(name).len(), (*name).to_owned());
        let counts = self.operations.iter().map(count).filter(|(count, _)| *count > 0);
        counts.map(|(count, name)| (name, Value::Number(count as f64))).collect()
    }
}

/// What was done, in a line.
fn told(past: &PastAction) -> String {
    let record = &past.record;
    let on = record.target_name.as_ref().map(|name| format!(" on \"{name}\"")).unwrap_or_default();
    let with = match &past.planned.entry {
        Some(super::super::Entry::Input(name)) => format!(" with {name}"),
        Some(super::super::Entry::FromGoal(_)) | None => String::new(),
    };
    let pressed =
        record.key.as_ref().or(record.hotkey.as_ref()).map(|key| format!(" {key}")).unwrap_or_default();
    format!("{}{pressed}{on}{with}: {}", record.action, record.status.name())
}

const fn is_text(value: &InputValue) -> bool {
    !matches!(value, InputValue::Bool(_))
}

/// The model's word for an action on a control.
const fn operation(action: ActionKind) -> Option<&'static str> {
    Some(match action {
        ActionKind::Click | ActionKind::Toggle | ActionKind::Menu => "CLICK",
        ActionKind::DoubleClick => "DOUBLE_CLICK",
        ActionKind::ContextMenu => "RIGHT_CLICK",
        ActionKind::SetValue => "TYPE_TEXT",
        ActionKind::ChooseOption => "SET_VALUE",
        ActionKind::Append => "APPEND",
        ActionKind::TypeInto => "INSERT",
        ActionKind::Keypad => "KEYPAD",
        ActionKind::Scroll => "SCROLL",
        ActionKind::Key | ActionKind::Drag | ActionKind::Wait => return None,
    })
}

fn keys() -> Vec<(String, String)> {
    Key::ALONE.iter().map(|name| ((*name).to_owned(), String::new())).collect()
}

/// The positions of the elements that the table has room for.
fn kept(
    subtask: &Subtask,
    snapshot: &Snapshot,
    candidates: &[Candidate],
    identities: &Identities,
    most: usize,
) -> BTreeSet<usize> {
    let mut told: Vec<&str> = vec![&subtask.goal];
    told.extend(subtask.verification.iter().map(String::as_str));
    told.extend(subtask.inputs.iter().map(|(name, _)| name.as_str()));
    let told = plain(&told.join(" "));
    let mut weights: HashMap<&str, usize> = HashMap::new();
    for word in told.split(' ').filter(|word| word.chars().count() > 2) {
        weights.insert(word, 1);
    }
    let shared = |position: usize| -> usize {
        let label = plain(identities.label(position));
        label.split(' ').filter_map(|word| weights.get(word)).sum()
    };
    let mut positions: Vec<usize> = candidates.iter().map(|one| one.position).collect();
    positions.sort_unstable();
    positions.dedup();
    let is_focused =
        |position: usize| snapshot.elements().get(position).is_some_and(|element| element.state.focused);
    positions
        .sort_by_key(|position| (!is_focused(*position), std::cmp::Reverse(shared(*position)), *position));
    positions.into_iter().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::snapshot;

    fn subtask() -> Subtask {
        Subtask {
            goal: "Rename the report".into(),
            verification: vec!["text \"Done\" is shown".into()],
            inputs: vec![("title".into(), InputValue::Text("Q3".into()))],
            ..Subtask::default()
        }
    }

    #[test]
    fn the_table_keeps_the_focus_then_shared_words_then_order() {
        let mut text = String::from("Window\n");
        for number in 0..100 {
            text.push_str(&format!(" Button \"Key {number}\" click\n"));
        }
        text.push_str(" Button \"Report\" click\n TextField \"Other\" = \"\" set_value focused\n");
        let read = snapshot(&text).expect("a window");
        let subtask = subtask();
        let offer = Offer::of(&subtask, &read, 4);
        let labels: Vec<&str> = offer.table.iter().map(|(_, facts)| facts.label.as_str()).collect();
        assert_eq!(labels, ["Key 0", "Key 1", "Report", "Other"]);
        assert_eq!(offer.focused, Some(3));
        assert_eq!(Offer::of(&subtask, &read, 5_000).table.len(), ELEMENTS);
    }

    #[test]
    fn only_what_can_be_carried_out_is_offered() {
        let read = snapshot(
            "Window\n Button \"Delete note\" click\n Button \"Save\" click disabled\n CheckBox \"Bold\" off toggle\n",
        )
        .expect("a window");
        let mut subtask = subtask();
        let names = |subtask: &Subtask| {
            let offer = Offer::of(subtask, &read, 60);
            (offer.operations.clone(), offer.table.iter().map(|(_, facts)| facts.label.clone()).collect())
        };
        let ways = ["CLICK", "WAIT", "SUBTASK_COMPLETE", "BLOCKED", "NEEDS_AGENT"];
        assert_eq!(names(&subtask), (ways.to_vec(), vec!["Bold".to_owned()]));
        subtask.allowed_risks = vec![crate::risk::Risk::Delete];
        assert_eq!(names(&subtask).1, ["Delete note", "Bold"]);
    }

    #[test]
    fn a_text_needs_an_input_and_a_field_may_miss_one() {
        let read = snapshot("Window\n TextField \"Name\" = \"\" set_value\n").expect("a window");
        let mut subtask = subtask();
        assert!(Offer::of(&subtask, &read, 60).operations.contains(&"TYPE_TEXT"));
        subtask.inputs.clear();
        let offer = Offer::of(&subtask, &read, 60);
        assert!(!offer.operations.contains(&"TYPE_TEXT") && offer.operations.contains(&"NEEDS_INPUT"));
    }
}
