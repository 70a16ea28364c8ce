//! Any window, read, changed in any way and read again: through candidates, identity and gate.
//!
//! The bytes are a header, so many elements of six bytes, and three bytes for each change between the two readings. What
//! must hold whatever an app shows: every id leads to the control it was issued for and to no other, in the reading it
//! comes from and after the changes; nothing hidden is told; and the gate acts only on what its thresholds let through.

#![no_main]

use std::collections::{HashMap, HashSet};

use libfuzzer_sys::fuzz_target;
use surehand_core::action::ActionKind;
use surehand_core::candidate::{Candidate, candidates, facts};
use surehand_core::clock::{Deadline, Moment, SystemClock};
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Distribution, OptionFacts, Purpose, Request, Thresholds};
use surehand_core::element::{Checked, Content, Element, ElementKey, Number, Place, Role};
use surehand_core::error::Result;
use surehand_core::gate::{Verdict, pick};
use surehand_core::identity::{IdTable, Identities, Resolution};
use surehand_core::request::Scene;
use surehand_core::route::{Disturbance, Route, RouteKind};
use surehand_core::screen;
use surehand_core::snapshot::Snapshot;
use surehand_core::window::{Window, WindowKey};

/// What protected fields hold, and no answer may.
const HIDDEN: &str = "hunter2";
/// Few, so that twins are common; the odd ones are what apps have been seen to say.
const LABELS: &[&str] = &[
    "",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "+",
    "=",
    "Save",
    "Edit",
    "Remove",
    "Billing",
    "Shipping:",
    "Rent",
    "Count 1",
    "Count 2",
    "*Title - App",
    "Title",
    " ",
    "two\nlines",
    "a\u{202e}b\u{200b}",
    "\u{7}\u{1b}[31m",
    "naïve",
    "nai\u{308}ve",
    "👩\u{200d}👩\u{200d}👧",
    "Delete",
    "Close",
];

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let header = Header::of(&mut bytes);
    let mut nodes: Vec<Node> = (0..header.count).map(|number| Node::of(&mut bytes, number)).collect();
    let before = snapshot(&nodes, header.title);
    let mut table = IdTable::default();
    let issued = issue(&before, &mut table);
    gate(&before, &issued, &header);
    while !bytes.0.is_empty() {
        change(&mut nodes, [bytes.next(), bytes.next(), bytes.next()]);
    }
    let after = snapshot(&nodes, header.title);
    let led = follow(&before, &issued, &after, &table);
    for candidate in issue(&after, &mut table) {
        // An id that is used again leads where it led.
        if issued.iter().any(|old| old.id == candidate.id) {
            assert_eq!(led.get(&candidate.id), Some(&candidate.position), "{candidate:?}");
        }
    }
});

/// What bytes are left; zeros behind the last.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }
}

struct Header {
    count: usize,
    title: &'static str,
    decider: Drawn,
}

impl Header {
    fn of(bytes: &mut Bytes<'_>) -> Self {
        let count = usize::from(bytes.next() % 64);
        let title = label(bytes.next());
        Self { count, title, decider: Drawn { seed: bytes.next(), most: usize::from(bytes.next() % 16) } }
    }
}

fn label(byte: u8) -> &'static str {
    LABELS[usize::from(byte) % LABELS.len()]
}

/// One element, with the level it stands at.
#[derive(Clone)]
struct Node {
    level: usize,
    element: Element,
}

impl Node {
    fn of(bytes: &mut Bytes<'_>, number: usize) -> Self {
        let level = usize::from(bytes.next() % 8);
        let role = Role::ALL[usize::from(bytes.next()) % Role::ALL.len()];
        let mut element = Element::named(ElementKey::new(format!("k{number}")), role, label(bytes.next()));
        set_state(&mut element, bytes.next());
        set_routes(&mut element, bytes.next());
        set_facts(&mut element, bytes.next());
        Self { level, element }
    }
}

fn set_state(element: &mut Element, byte: u8) {
    let state = &mut element.state;
    let bit = |number: u8| byte & (1 << number) != 0;
    // Most of what is on a screen is shown and can be used.
    (state.visible, state.enabled) = (byte & 0b11 != 0b11, byte & 0b1100 != 0b1100);
    (state.selected, state.editable, state.protected) = (bit(4), bit(5), byte & 0b110_0000 == 0b110_0000);
    state.checked = match byte >> 6 {
        0 => None,
        1 => Some(Checked::Off),
        2 => Some(Checked::On),
        _ => Some(Checked::Mixed),
    };
    state.expanded = bit(0).then_some(bit(1));
}

fn set_routes(element: &mut Element, byte: u8) {
    let kinds = [
        (ActionKind::Click, RouteKind::NativeAction),
        (ActionKind::Toggle, RouteKind::NativeAction),
        (ActionKind::SetValue, RouteKind::EditableText),
        (ActionKind::TypeInto, RouteKind::InsertText),
        (ActionKind::Append, RouteKind::InsertText),
        (ActionKind::ChooseOption, RouteKind::Selection),
        (ActionKind::Menu, RouteKind::MenuCommand),
    ];
    let disturbs = if byte & 0x80 == 0 { Disturbance::Nothing } else { Disturbance::Grab };
    let chosen = kinds.into_iter().enumerate().filter(|(number, _)| byte & (1 << number) != 0);
    element.routes =
        chosen.map(|(_, (action, kind))| Route::quiet(action, kind).disturbing(disturbs)).collect();
}

fn set_facts(element: &mut Element, byte: u8) {
    let word = label(byte >> 3);
    if element.state.protected || element.role == Role::PasswordField {
        element.content = Some(Content::whole(HIDDEN));
        return;
    }
    match byte % 8 {
        1 => element.content = Some(Content::whole(word)),
        2 => element.identifier = Some(word.to_owned()),
        3 => element.placeholder = Some(word.to_owned()),
        4 => element.place = Some(Place { row: u64::from(byte >> 5), column: u64::from(byte >> 3) % 4 }),
        5 => element.number = Some(Number { value: f64::from(byte), minimum: 0.0, maximum: 9.0, step: None }),
        6 => word.clone_into(&mut element.description),
        7 => element.content = Some(Content { text: word.to_owned(), length: 1 << 31, caret: Some(7) }),
        _ => element.shortcut = Some(word.to_owned()).filter(|word| !word.is_empty()),
    }
}

/// One change of the window between two readings.
fn change(nodes: &mut Vec<Node>, [what, first, second]: [u8; 3]) {
    if nodes.is_empty() {
        return;
    }
    let (first_at, second_at) = (usize::from(first) % nodes.len(), usize::from(second) % nodes.len());
    // What lives is never called by the name of something that has gone.
    let fresh = ElementKey::new(format!("n{}-{what}-{first}-{second}", nodes.len()));
    let taken = nodes.iter().any(|node| node.element.key == fresh);
    match what % 10 {
        0 => drop(nodes.remove(first_at)),
        1 => nodes.swap(first_at, second_at),
        2 => nodes[first_at].element.name = label(second).to_owned(),
        3 if !taken => nodes[first_at].element.key = fresh,
        4 if !taken && nodes.len() < 96 => {
            let mut twin = nodes[first_at].clone();
            twin.element.key = fresh;
            nodes.insert(second_at, twin);
        }
        5 => nodes[first_at].level = usize::from(second % 8),
        6 => set_state(&mut nodes[first_at].element, second),
        // Row objects are used again for other rows.
        7 => {
            let name = nodes[first_at].element.name.clone();
            let other = std::mem::replace(&mut nodes[second_at].element.name, name);
            nodes[first_at].element.name = other;
        }
        8 => nodes[first_at].element.role = Role::ALL[usize::from(second) % Role::ALL.len()],
        _ => nodes.reverse(),
    }
    // What no longer hides its content has another.
    for element in nodes.iter_mut().map(|node| &mut node.element) {
        let hides = element.state.protected || element.role == Role::PasswordField;
        element.content.take_if(|content| content.text == HIDDEN && !hides);
    }
}

fn snapshot(nodes: &[Node], title: &str) -> Snapshot {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut elements = Vec::with_capacity(nodes.len());
    for (position, node) in nodes.iter().enumerate() {
        open.retain(|(level, _)| *level < node.level);
        let mut element = node.element.clone();
        element.parent = open.last().map(|(_, above)| *above);
        open.push((node.level, position));
        elements.push(element);
    }
    let window = Window { key: WindowKey::new("window"), title: title.to_owned(), ..Window::default() };
    Snapshot::new(window, elements, Moment::default())
}

/// The candidates of a reading, with everything that must hold for them.
fn issue(snapshot: &Snapshot, table: &mut IdTable) -> Vec<Candidate> {
    let identities = Identities::of(snapshot);
    let count = snapshot.elements().len();
    let distinct: HashSet<_> = (0..count).map(|position| identities.identity(position)).collect();
    assert_eq!(distinct.len(), count, "two elements have one identity");
    let found = candidates(snapshot, &identities, table);
    let ids: HashSet<&str> = found.iter().map(|candidate| candidate.id.as_str()).collect();
    assert_eq!(ids.len(), found.len(), "two candidates have one id: {found:#?}");
    for candidate in &found {
        assert!((4..=8).contains(&candidate.id.len()), "{candidate:?}");
        assert_eq!(snapshot.position(&candidate.key), Some(candidate.position));
        let here = table.resolve(&candidate.id, snapshot, &identities).map(|(_, resolution)| resolution);
        assert_eq!(here, Some(Resolution::One(candidate.position)), "{candidate:?}");
        let told = facts(candidate, snapshot, &identities);
        for text in [&candidate.does, &told.label].into_iter().chain(&candidate.value).chain(&told.near) {
            assert!(!text.contains(HIDDEN), "{candidate:?} tells what is hidden");
            let odd =
                |character: char| character.is_control() || matches!(character, '\u{202e}' | '\u{200b}');
            assert!(!text.contains(odd), "{text:?}");
        }
        assert!(candidate.keys.iter().all(|(_, position)| *position < count));
    }
    let again = candidates(snapshot, &identities, table);
    assert_eq!(found, again, "the same reading has the same candidates");
    let fields = screen::fields(snapshot, &identities);
    let shown = screen::screen_text(snapshot, 60);
    let values = fields.iter().filter_map(|field| field.value.as_ref());
    assert!(shown.len() <= 60 && shown.iter().chain(values).all(|text| !text.contains(HIDDEN)));
    found
}

/// Where ids of an earlier reading lead in a later one, after checking that it is nowhere they must not.
fn follow(
    before: &Snapshot,
    issued: &[Candidate],
    after: &Snapshot,
    table: &IdTable,
) -> HashMap<String, usize> {
    let (was, is) = (Identities::of(before), Identities::of(after));
    let mut led = HashMap::new();
    let mut ends: HashMap<(usize, String), usize> = HashMap::new();
    for candidate in issued {
        let Some((subject, resolution)) = table.resolve(&candidate.id, after, &is) else {
            panic!("{candidate:?} is forgotten");
        };
        let Resolution::One(position) = resolution else { continue };
        let (old, new) = (was.identity(candidate.position), is.identity(position));
        assert!(new.reads_like(old), "{candidate:?} leads to {new:?}");
        // Two that were told apart never become one.
        let kind = format!("{:?} {:?} {:?}", subject.action, subject.option, subject.towards);
        let other = *ends.entry((position, kind)).or_insert(candidate.position);
        assert_eq!(other, candidate.position, "two ids lead to {position}: {candidate:?}");
        led.insert(candidate.id.clone(), position);
    }
    led
}

/// The gate on a decider that answers anything, also what is no answer.
fn gate(snapshot: &Snapshot, issued: &[Candidate], header: &Header) {
    let identities = Identities::of(snapshot);
    let options: Vec<OptionFacts> =
        issued.iter().map(|candidate| facts(candidate, snapshot, &identities)).collect();
    let scene = Scene { instruction: header.title, window: header.title, ..Scene::default() };
    let clock = SystemClock::new();
    let far = Deadline::new(Moment::at(std::time::Duration::MAX));
    let thresholds = header.decider.thresholds();
    let pick = match pick(&header.decider, &scene, Purpose::Act, &options, &clock, &far) {
        Ok(pick) => pick,
        Err(error) => {
            assert!(header.decider.is_broken() && error.code == Code::DeciderBadResponse, "{error:?}");
            return;
        }
    };
    let ranked: HashSet<usize> = pick.ranking.iter().map(|(option, _)| *option).collect();
    assert!(ranked.len() == pick.ranking.len() && ranked.iter().all(|option| *option < options.len()));
    match &pick.verdict {
        Verdict::Act { option, p, rule } => {
            let least = if *rule == "strict" { thresholds.strict } else { thresholds.agree.unwrap_or(2.0) };
            assert!(*p >= least && pick.p_none <= thresholds.most_none, "{pick:?}");
            let alike = options.iter().filter(|facts| **facts == options[*option]).count();
            assert_eq!(alike, 1, "a pick among those that read the same");
            assert_eq!(pick.ranking.first().map(|(first, _)| first), Some(option));
        }
        Verdict::Ambiguous(list) => {
            assert!(list.len() <= 5 && list.iter().all(|(option, _)| *option < options.len()));
            assert!(list.is_sorted_by(|(_, one), (_, other)| one >= other), "{list:?}");
        }
        Verdict::Absent => assert!(pick.ranking.is_empty() || pick.p_none >= thresholds.absent, "{pick:?}"),
    }
}

/// A decider whose answers are drawn: one in eight answers what cannot be.
#[derive(Debug)]
struct Drawn {
    seed: u8,
    most: usize,
}

impl Drawn {
    const fn is_broken(&self) -> bool {
        self.seed % 8 == 7
    }

    fn distribution(&self, facts: &[OptionFacts], none: bool) -> Distribution {
        let draw = |index: usize| {
            let mixed = (index as u64 + 1).wrapping_mul(u64::from(self.seed) + 0x9e37_79b9).rotate_left(13);
            // Steep, so that some draws have a clear leader.
            (((mixed ^ (mixed >> 7)) % 97) as f64 / 97.0).powi(i32::from(self.seed / 8))
        };
        let mut options: Vec<f64> = (0..facts.len()).map(draw).collect();
        let none = if none { draw(facts.len()) } else { 0.0 };
        let sum: f64 = options.iter().sum::<f64>() + none;
        let even = 1.0 / facts.len() as f64;
        options.iter_mut().for_each(|p| *p = if sum > 0.0 { *p / sum } else { even });
        let none = if sum > 0.0 { none / sum } else { 0.0 };
        if self.is_broken() {
            match self.seed / 8 % 4 {
                0 => options.push(0.0),
                1 => options.iter_mut().for_each(|p| *p = f64::NAN),
                2 => options.iter_mut().for_each(|p| *p *= 3.0),
                _ => options.clear(),
            }
        }
        Distribution { options, none }
    }
}

impl Decider for Drawn {
    fn name(&self) -> &str {
        "drawn"
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds { options: self.most, ..Thresholds::HOSTED }
    }

    fn ask(&self, request: &Request, _: &Deadline) -> Result<Answers> {
        let distributions = request
            .questions
            .iter()
            .map(|question| self.distribution(&question.options, question.none))
            .collect();
        Ok(Answers { distributions, model: "drawn".into(), calls: 1, input_tokens: 0, thresholds: None })
    }
}
