//! What makes a control itself, and what an id belongs to.
//!
//! An id must survive everything that leaves the control the same for a person (another reading, another order, new
//! siblings, a new title, a new value) and must never lead to a twin. So an [`Identity`] is made of what a person would
//! name: role, identifier, label, named containers, the rest of its row, and for look-alikes the heading or text beside
//! them that no twin shares. What nothing tells apart is bound to the live object.
//!
//! The decision that matters: surroundings that are not needed to tell a control from its twins are kept beside the
//! identity as evidence. They do not make an id stale while the object lives, but when it is gone they must agree
//! before another object takes its place. How ids are issued and resolved is in `table`, beside this file.

mod surroundings;
mod table;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::action::ActionKind;
use crate::element::{Checked, Element, ElementKey, Role};
use crate::keypad::{self, Keypad};
use crate::label::{NAME, display};
use crate::outline::Outline;
use crate::snapshot::Snapshot;
use surroundings::{Surroundings, Survey};

pub(crate) use surroundings::{gather, is_field, is_option, is_row, is_text, shown_text};
pub use table::{IdTable, Resolution};

/// What makes a control itself, as far as one reading tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    base: Arc<Base>,
    apart: Apart,
}

impl Identity {
    /// The kind of control.
    #[must_use]
    pub fn role(&self) -> Role {
        self.base.role
    }

    /// Whether both are called the same, in the same place: then only their surroundings or the live objects may tell
    /// them apart.
    #[must_use]
    pub fn reads_like(&self, other: &Self) -> bool {
        self.base == other.base
    }
}

/// What a control has in common with its twins and nothing else has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Base {
    role: Role,
    identifier: Option<String>,
    label: String,
    within: Arc<[String]>,
    row: Option<String>,
    /// Of a cell: two cells of a row often read the same.
    column: Option<u64>,
}

impl Base {
    /// Whether two bases differ by nothing but the figures in their rows, as when a count beside a button goes up.
    fn differs_by_figures(&self, other: &Self) -> bool {
        let words = |row: &Option<String>| {
            row.as_deref()
                .unwrap_or_default()
                .chars()
                .filter(|character| !character.is_numeric())
                .collect::<String>()
        };
        self.row != other.row
            && (self.role, &self.identifier, &self.label, &self.within, self.column)
                == (other.role, &other.identifier, &other.label, &other.within, other.column)
            && words(&self.row) == words(&other.row)
    }
}

/// What tells a control from its twins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Apart {
    /// It has none.
    Alone,
    /// Surroundings that no twin shares.
    By(Marks),
    /// Nothing but the object itself.
    Object(ElementKey),
}

/// Some of a control's surroundings; the others are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Marks {
    heading: Option<Arc<str>>,
    near: Option<Arc<str>>,
    beside: Option<Arc<str>>,
}

impl Marks {
    /// The choices of surroundings to tell twins apart by, best first: heading, near text, label of the field before.
    const CHOICES: [[bool; 3]; 7] = [
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [true, true, false],
        [false, true, true],
        [true, false, true],
        [true, true, true],
    ];

    /// The chosen ones of the surroundings, if there are all of them.
    fn chosen(around: &Surroundings, [heading, near, beside]: [bool; 3]) -> Option<Self> {
        let complete = (!heading || around.heading.is_some())
            && (!near || around.near.is_some())
            && (!beside || around.beside.is_some());
        complete.then(|| Self {
            heading: around.heading.clone().filter(|_| heading),
            near: around.near.clone().filter(|_| near),
            beside: around.beside.clone().filter(|_| beside),
        })
    }

    /// Whether the marks are found in these surroundings.
    fn are_in(&self, around: &Surroundings) -> bool {
        let agree = |mark: &Option<Arc<str>>, now: &Option<Arc<str>>| mark.is_none() || mark == now;
        agree(&self.heading, &around.heading)
            && agree(&self.near, &around.near)
            && agree(&self.beside, &around.beside)
    }
}

/// What an id stands for: a control, what to do with it, and for a known option of a pop-up which one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The control.
    pub identity: Identity,
    /// What to do.
    pub action: ActionKind,
    /// The option to choose.
    pub option: Option<String>,
    /// Of a toggle: what it is then. Two ids, so that one used twice does not undo what it did.
    pub towards: Option<Checked>,
    /// The live object it was seen as.
    key: ElementKey,
    /// What stood around it.
    around: Surroundings,
    /// Its place among its neighbours.
    place: u64,
    /// The live objects of all that were called the same then.
    alike: Arc<[ElementKey]>,
}

impl Subject {
    /// The live object it was seen as when the id was last issued.
    #[must_use]
    pub fn key(&self) -> &ElementKey {
        &self.key
    }
}

/// The identities of the elements of one snapshot, worked out once in near-linear time.
#[derive(Debug)]
pub struct Identities {
    entries: Vec<Entry>,
    twins: HashMap<Arc<Base>, Vec<usize>>,
    nobody: Entry,
    outline: Outline,
    keypads: Vec<Keypad>,
}

#[derive(Clone, Debug)]
struct Entry {
    identity: Identity,
    key: ElementKey,
    around: Surroundings,
    /// A hash of the roles of its neighbours in their order, and of its turn among them.
    place: u64,
    /// All that are called the same, where there are several.
    alike: Arc<[ElementKey]>,
    /// The label for display.
    label: String,
    distinction: Option<Distinction>,
}

impl Entry {
    /// Of a position that does not exist.
    fn nobody() -> Self {
        let base = Base {
            role: Role::Unknown,
            identifier: None,
            label: String::new(),
            within: Arc::from(Vec::new()),
            row: None,
            column: None,
        };
        Self {
            identity: Identity { base: Arc::new(base), apart: Apart::Object(ElementKey::default()) },
            key: ElementKey::default(),
            around: Surroundings::default(),
            place: 0,
            alike: Arc::from([]),
            label: String::new(),
            distinction: None,
        }
    }
}

/// What tells a control from those that look the same, for display.
#[derive(Clone, Debug)]
struct Distinction {
    text: String,
    phrase: String,
}

impl Identities {
    /// Works out the identities of a snapshot.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let outline = Outline::of(snapshot);
        let elements = snapshot.elements();
        let Survey { labels, captions, within, rows, around } = Survey::of(snapshot, &outline);
        let mut twins: HashMap<Arc<Base>, Vec<usize>> = HashMap::with_capacity(elements.len());
        let mut entries: Vec<Entry> = Vec::with_capacity(elements.len());
        let places = places(elements, &outline);
        let nobody_else: Arc<[ElementKey]> = Arc::from([]);
        let facts = labels.into_iter().zip(captions).zip(within).zip(rows).zip(around);
        for (position, ((((label, caption), within), row), around)) in facts.enumerate() {
            let element = &elements[position];
            let mut shown = shown_label(&label, caption.as_deref(), row.as_deref(), element);
            if let Some(parent) = element.parent.filter(|parent| elements[*parent].role == Role::ComboBox) {
                // The entry of a pop-up is known by the pop-up's name.
                if shown.is_empty() {
                    shown.clone_from(&entries[parent].label);
                }
            }
            let role = element.role;
            let identifier = element.identifier.clone();
            let column = element.place.filter(|_| role == Role::Cell).map(|place| place.column);
            let base = Arc::new(Base { role, identifier, label, within, row, column });
            let identity = Identity { base: base.clone(), apart: Apart::Alone };
            twins.entry(base).or_default().push(position);
            let key = element.key.clone();
            let place = places.get(position).copied().unwrap_or_default();
            let alike = nobody_else.clone();
            entries.push(Entry { identity, key, around, place, alike, label: shown, distinction: None });
        }
        for group in twins.values().filter(|group| group.len() > 1) {
            tell_apart(&mut entries, group);
            let alike: Arc<[ElementKey]> =
                group.iter().map(|position| entries[*position].key.clone()).collect();
            group.iter().for_each(|position| entries[*position].alike = alike.clone());
        }
        distinguish(&mut entries);
        let keypads = keypad::keypads(elements, &outline);
        Self { entries, twins, nobody: Entry::nobody(), outline, keypads }
    }

    /// The shape of the snapshot.
    pub(crate) fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The keypads of the window.
    pub(crate) fn keypads(&self) -> &[Keypad] {
        &self.keypads
    }

    /// The label as identity knows it, uncleaned.
    pub(crate) fn exact_label(&self, position: usize) -> &str {
        &self.entry(position).identity.base.label
    }

    /// The texts of the rest of its row.
    pub(crate) fn row(&self, position: usize) -> Option<&str> {
        self.entry(position).identity.base.row.as_deref()
    }

    fn entry(&self, position: usize) -> &Entry {
        self.entries.get(position).unwrap_or(&self.nobody)
    }

    /// The identity of the element at `position`. A position that the snapshot does not have has an identity that
    /// nothing has.
    #[must_use]
    pub fn identity(&self, position: usize) -> &Identity {
        &self.entry(position).identity
    }

    /// The label a person would use, cleaned for display: its own, else the text that labels it, its row, its
    /// programmer's name. Empty when there is none of them.
    #[must_use]
    pub fn label(&self, position: usize) -> &str {
        &self.entry(position).label
    }

    /// What tells it from those that look the same, for display and for the decider: row text, container, heading or
    /// near text. `None` for what has no twin.
    #[must_use]
    pub fn near(&self, position: usize) -> Option<&str> {
        self.entry(position).distinction.as_ref().map(|distinction| distinction.text.as_str())
    }

    /// [`Self::near`] as it stands behind a name, such as ` in the row of "Rent"`; empty for what has no twin.
    #[must_use]
    pub fn phrase(&self, position: usize) -> &str {
        let shows = self.keypads.iter().any(|keypad| keypad.display == Some(position));
        if shows && self.label(position).is_empty() {
            return keypad::DISPLAY_PHRASE;
        }
        self.entry(position).distinction.as_ref().map_or("", |distinction| &distinction.phrase)
    }

    /// The named containers it is in, outermost first, without its window.
    #[must_use]
    pub fn within(&self, position: usize) -> &[String] {
        &self.entry(position).identity.base.within
    }

    /// What an id for this action on this element stands for.
    #[must_use]
    pub fn subject(&self, position: usize, action: ActionKind, option: Option<&str>) -> Subject {
        let entry = self.entry(position);
        Subject {
            identity: entry.identity.clone(),
            action,
            option: option.map(str::to_owned),
            towards: None,
            key: entry.key.clone(),
            around: entry.around.clone(),
            place: entry.place,
            alike: entry.alike.clone(),
        }
    }

    /// The elements that have this base.
    fn with_base(&self, base: &Base) -> &[usize] {
        self.twins.get(base).map_or(&[], Vec::as_slice)
    }
}

/// Where each element stands among its neighbours, as a hash of their roles in order and its turn among them.
fn places(elements: &[Element], outline: &Outline) -> Vec<u64> {
    let mut places = vec![0; elements.len()];
    let groups = std::iter::once(outline.roots());
    for group in groups.chain((0..elements.len()).map(|position| outline.children(position))) {
        let mut roles = DefaultHasher::new();
        // Scroll bars come and go with what there is to show.
        let lasting = || group.iter().filter(|position| elements[**position].role != Role::ScrollBar);
        lasting().for_each(|position| elements[*position].role.hash(&mut roles));
        let roles = roles.finish();
        for (turn, position) in lasting().enumerate() {
            let mut place = DefaultHasher::new();
            (roles, turn).hash(&mut place);
            places[*position] = place.finish();
        }
    }
    places
}

/// Gives each of a group of twins what no other of them has.
fn tell_apart(entries: &mut [Entry], group: &[usize]) {
    let mut open: Vec<usize> = group.to_vec();
    for choice in Marks::CHOICES {
        let mut count: HashMap<Marks, usize> = HashMap::new();
        for position in group {
            if let Some(marks) = Marks::chosen(&entries[*position].around, choice) {
                *count.entry(marks).or_default() += 1;
            }
        }
        open.retain(|position| {
            let entry = &mut entries[*position];
            match Marks::chosen(&entry.around, choice).filter(|marks| count.get(marks) == Some(&1)) {
                Some(marks) => entry.identity.apart = Apart::By(marks),
                None => return true,
            }
            false
        });
        if open.is_empty() {
            return;
        }
    }
    for position in open {
        entries[position].identity.apart = Apart::Object(entries[position].key.clone());
    }
}

fn shown_label(label: &str, caption: Option<&str>, row: Option<&str>, element: &Element) -> String {
    let text = if !label.trim().is_empty() {
        label
    } else if let Some(caption) = caption {
        caption.trim().trim_end_matches(':')
    } else if let Some(row) = row.filter(|_| is_field(element.role)) {
        row
    } else {
        element.identifier.as_deref().unwrap_or_default()
    };
    display(text, NAME)
}

/// Finds for those that look the same what a person would say to mean one of them.
fn distinguish(entries: &mut [Entry]) {
    let mut alike: HashMap<(Role, &str), Vec<usize>> = HashMap::new();
    for (position, entry) in entries.iter().enumerate() {
        alike.entry((entry.identity.base.role, entry.label.as_str())).or_default().push(position);
    }
    let groups: Vec<Vec<usize>> = alike
        .into_iter()
        .filter(|((role, _), group)| {
            group.len() > 1 && !is_text(*role) && !matches!(role, Role::Group | Role::Unknown)
        })
        .map(|(_, group)| group)
        .collect();
    for group in groups {
        let mut count: HashMap<(usize, String), usize> = HashMap::new();
        for position in &group {
            for (kind, text) in sayings(&entries[*position]) {
                *count.entry((kind, text)).or_default() += 1;
            }
        }
        for (ordinal, position) in group.iter().enumerate() {
            let sayings = sayings(&entries[*position]);
            let own = sayings.iter().find(|saying| count.get(saying) == Some(&1));
            let distinction = match own {
                Some((kind, text)) => {
                    let text = display(text, NAME);
                    Distinction { phrase: format!(" {} \"{text}\"", SAYINGS[*kind]), text }
                }
                // Nothing names it: its turn in reading order is all there is, and good for one reading only.
                None => {
                    let text = format!("{} of {}", ordinal + 1, group.len());
                    Distinction { phrase: format!(" ({text})"), text }
                }
            };
            entries[*position].distinction = Some(distinction);
        }
    }
}

/// How each kind of saying is put in words.
const SAYINGS: [&str; 6] = ["in the row of", "in", "under", "near", "after", "under"];

/// What could be said to mean this one, best first, by its place in [`SAYINGS`].
fn sayings(entry: &Entry) -> Vec<(usize, String)> {
    let base = &entry.identity.base;
    let around = &entry.around;
    let mut sayings = Vec::new();
    sayings.extend(base.row.clone().map(|row| (0, row)));
    sayings.extend(base.within.iter().rev().map(|name| (1, name.clone())));
    sayings.extend(around.heading.iter().map(|text| (2, text.to_string())));
    // A lone text before a control reads like a heading.
    sayings.extend(around.near.iter().map(|text| (5, text.trim().trim_end_matches(':').to_owned())));
    sayings.extend(around.beside.iter().map(|text| (4, text.to_string())));
    if let (Some(heading), Some(near)) = (&around.heading, &around.near) {
        sayings.push((5, format!("{heading} / {near}")));
    }
    sayings
}
