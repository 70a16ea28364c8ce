//! What stands around a control: the containers, the row, the heading and the texts that a person would name to say
//! which of several look-alikes they mean.
//!
//! All of it is worked out in one walk over the window. The decision that matters: only texts that stay put count. A
//! title, a status line, a text without a letter (a clock) and a paragraph are never a heading or near text, and the
//! content of a field is never part of its row, because an id must survive a change of these.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::element::{Element, Role};
use crate::outline::Outline;
use crate::snapshot::Snapshot;

/// How many levels up a near text may stand.
const NEAR_LEVELS: u8 = 3;
/// The longest text, in bytes, that is a heading or a near text.
const SHORT: usize = 240;
/// The most texts of a row that count.
const ROW_TEXTS: usize = 24;

/// What stands around one element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// The nearest heading before it.
    pub(super) heading: Option<Arc<str>>,
    /// The nearest text before it that is not the label of a field.
    pub(super) near: Option<Arc<str>>,
    /// The label of the field right before it in its container.
    pub(super) beside: Option<Arc<str>>,
    /// A hash of the roles above it.
    pub(super) path: u64,
}

/// What one walk over a window tells of each element.
#[derive(Debug)]
pub(super) struct Survey {
    /// The label of each element as identity knows it; empty for what has none.
    pub(super) labels: Vec<String>,
    /// The text that stands right before a nameless field and labels it.
    pub(super) captions: Vec<Option<Arc<str>>>,
    /// The named containers of each element, outermost first.
    pub(super) within: Vec<Arc<[String]>>,
    /// The texts of the rest of its row.
    pub(super) rows: Vec<Option<String>>,
    /// What stands around it.
    pub(super) around: Vec<Surroundings>,
}

impl Survey {
    /// Walks over a window.
    pub(super) fn of(snapshot: &Snapshot, outline: &Outline) -> Self {
        let elements = snapshot.elements();
        let title = Title::of(&snapshot.window.title);
        let labels: Vec<String> =
            (0..elements.len()).map(|position| own_label(elements, outline, position)).collect();
        let mut survey = Self {
            captions: vec![None; elements.len()],
            within: within(elements, outline, &labels, &title),
            rows: row_texts(elements, outline),
            around: vec![Surroundings::default(); elements.len()],
            labels,
        };
        survey.look_around(elements, outline, &title);
        survey
    }

    fn look_around(&mut self, elements: &[Element], outline: &Outline, title: &Title) {
        let mut open = vec![(None, Before::default(), hash_of(0, Role::Unknown))];
        while let Some((container, mut before, path)) = open.pop() {
            let children = container.map_or(outline.roots(), |position| outline.children(position));
            for (index, position) in children.iter().copied().enumerate() {
                let element = &elements[position];
                let around = &mut self.around[position];
                around.heading.clone_from(&before.heading);
                around.near = before.near.as_ref().map(|(text, _)| text.clone());
                around.beside.clone_from(&before.beside);
                around.path = path;
                let follower = children.get(index + 1).copied();
                match sole_text(elements, outline, position) {
                    Some((_, text)) if !title.counts(text) => {}
                    Some((Role::Heading, text)) => before.pass_heading(text),
                    Some((_, text)) => match follower.filter(|next| self.labels_field(elements, text, *next))
                    {
                        Some(field) => self.captions[field] = Some(Arc::from(text)),
                        None => before.pass_text(text),
                    },
                    None => {
                        if let Some(caption) = &self.captions[position] {
                            self.around[position].near = Some(caption.clone());
                        }
                        if is_field(element.role) {
                            let label =
                                Some(self.labels[position].as_str()).filter(|label| !label.is_empty());
                            before.beside = label.map(Arc::from).or_else(|| self.captions[position].clone());
                        }
                    }
                }
                let silent = matches!(element.role, Role::StatusBar | Role::TitleBar);
                if !silent && !outline.children(position).is_empty() {
                    open.push((Some(position), before.inside(), hash_of(path, element.role)));
                }
            }
        }
    }

    /// Whether `text` is the label of the element at `field`.
    fn labels_field(&self, elements: &[Element], text: &str, field: usize) -> bool {
        let label = self.labels[field].as_str();
        is_field(elements[field].role) && (label.is_empty() || same_words(label, text))
    }
}

/// What a walk has passed in a container and above it.
#[derive(Clone, Debug, Default)]
struct Before {
    heading: Option<Arc<str>>,
    /// The near text and how many levels up it stands.
    near: Option<(Arc<str>, u8)>,
    beside: Option<Arc<str>>,
}

impl Before {
    fn pass_heading(&mut self, text: &str) {
        *self = Self { heading: Some(Arc::from(text)), near: None, beside: None };
    }

    fn pass_text(&mut self, text: &str) {
        self.near = Some((Arc::from(text), 0));
        self.beside = None;
    }

    /// What it is for those one level down.
    fn inside(&self) -> Self {
        let near = self.near.clone().map(|(text, level)| (text, level + 1));
        Self {
            heading: self.heading.clone(),
            near: near.filter(|(_, level)| *level <= NEAR_LEVELS),
            beside: None,
        }
    }
}

/// The title of a window, as far as it must not count for the identity of what is in the window.
#[derive(Debug)]
struct Title {
    parts: Vec<String>,
}

impl Title {
    fn of(title: &str) -> Self {
        let mut parts = vec![plain_title(title).to_owned()];
        for dash in [" - ", " – ", " — ", " | ", " · "] {
            if title.contains(dash) {
                parts.extend(title.split(dash).map(|part| plain_title(part).to_owned()));
            }
        }
        for index in 0..parts.len() {
            if let Some((name, _)) = parts[index].split_once(" (") {
                parts.push(name.to_owned());
            }
        }
        parts.retain(|part| !part.is_empty());
        Self { parts }
    }

    /// Whether the title shows `text`, with or without the mark of an unsaved document.
    fn shows(&self, text: &str) -> bool {
        let text = plain_title(text);
        self.parts.iter().any(|part| part == text)
    }

    /// Whether a text can be a heading or a near text.
    fn counts(&self, text: &str) -> bool {
        text.len() <= SHORT && text.chars().any(char::is_alphabetic) && !self.shows(text)
    }
}

/// A name without the marks of an unsaved document.
fn plain_title(name: &str) -> &str {
    name.trim().trim_start_matches(['*', '•', '●']).trim_end_matches(['*', '•', '●']).trim()
}

/// Whether a role holds a value that a text beside it may label.
pub(crate) const fn is_field(role: Role) -> bool {
    matches!(
        role,
        Role::TextField
            | Role::TextArea
            | Role::PasswordField
            | Role::ComboBox
            | Role::SpinButton
            | Role::Slider
            | Role::Switch
            | Role::CheckBox
            | Role::ProgressBar
    )
}

/// Whether a role is text that is shown and nothing else.
pub(crate) const fn is_text(role: Role) -> bool {
    matches!(role, Role::Text | Role::Heading | Role::Paragraph)
}

/// Whether a role is one line of a table, list or tree.
pub(crate) const fn is_row(role: Role) -> bool {
    matches!(role, Role::Row | Role::ListItem | Role::TreeItem)
}

/// The text that an element shows: its name, else what it holds unless that can be edited or is hidden.
pub(crate) fn shown_text(element: &Element) -> &str {
    if !element.name.trim().is_empty() {
        return &element.name;
    }
    match &element.content {
        Some(content) if !element.state.editable && !element.state.protected => &content.text,
        _ => "",
    }
}

fn same_words(label: &str, text: &str) -> bool {
    let plain = |text: &str| text.trim().trim_end_matches([':', '*']).trim_end().to_lowercase();
    plain(label) == plain(text)
}

/// The text of an element that is a text, or holds one text and nothing else.
fn sole_text<'a>(elements: &'a [Element], outline: &Outline, position: usize) -> Option<(Role, &'a str)> {
    let mut position = position;
    for _ in 0..3 {
        let element = &elements[position];
        if is_text(element.role) {
            let text = shown_text(element);
            return Some((element.role, text)).filter(|_| element.state.visible && !text.trim().is_empty());
        }
        match outline.children(position) {
            [only] if matches!(element.role, Role::Group | Role::Unknown) => position = *only,
            _ => return None,
        }
    }
    None
}

fn hash_of(above: u64, role: Role) -> u64 {
    let mut hasher = DefaultHasher::new();
    (above, role).hash(&mut hasher);
    hasher.finish()
}

/// The label of an element as identity knows it: what stays the same while its value changes.
fn own_label(elements: &[Element], outline: &Outline, position: usize) -> String {
    let element = &elements[position];
    let is_named = !element.name.trim().is_empty();
    if is_named && element.role == Role::ComboBox && is_named_by_its_option(elements, outline, position) {
        return String::new();
    }
    if is_named {
        // The name of a cell that can be edited is what it holds now.
        let is_value = element.role == Role::Cell
            && element.state.editable
            && element.content.as_ref().is_none_or(|content| content.text == element.name);
        return if is_value { String::new() } else { element.name.clone() };
    }
    if let Some(placeholder) = element.placeholder.as_ref().filter(|text| !text.trim().is_empty()) {
        return placeholder.clone();
    }
    if is_text(element.role) {
        return shown_text(element).to_owned();
    }
    if is_named_by_its_texts(element.role) {
        let mut texts = Vec::new();
        gather(elements, outline, position, &mut texts);
        if !texts.is_empty() {
            return texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" | ");
        }
    }
    element.description.clone()
}

/// Whether a pop-up's name is one of its options: some toolkits name a nameless one by what it shows.
fn is_named_by_its_option(elements: &[Element], outline: &Outline, position: usize) -> bool {
    let combo = &elements[position];
    if combo.content.as_ref().is_some_and(|content| !combo.state.editable && content.text == combo.name) {
        return true;
    }
    let mut found = false;
    outline.below(
        position,
        |below| !is_option(elements[below].role),
        |below| found |= is_option(elements[below].role) && elements[below].name == combo.name,
    );
    found
}

/// Whether a role below a pop-up is one of its options.
pub(crate) const fn is_option(role: Role) -> bool {
    matches!(
        role,
        Role::ListItem
            | Role::MenuItem
            | Role::CheckMenuItem
            | Role::RadioMenuItem
            | Role::Cell
            | Role::TreeItem
    )
}

const fn is_named_by_its_texts(role: Role) -> bool {
    is_row(role)
        || matches!(
            role,
            Role::Button
                | Role::ToggleButton
                | Role::MenuButton
                | Role::MenuItem
                | Role::Link
                | Role::Cell
                | Role::ColumnHeader
                | Role::RowHeader
                | Role::Tab
                | Role::RadioButton
                | Role::CheckBox
                | Role::Expander
        )
}

/// Whether the texts below a role belong to it alone and not to the row it is in.
const fn keeps_its_texts(role: Role) -> bool {
    is_row(role)
        || is_field(role)
        || matches!(
            role,
            Role::Button
                | Role::ToggleButton
                | Role::MenuButton
                | Role::Link
                | Role::RadioButton
                | Role::List
                | Role::Table
                | Role::Tree
                | Role::Menu
                | Role::MenuBar
                | Role::Popover
        )
}

/// The texts below `position` that a person reads as its own, with where they are.
pub(crate) fn gather<'a>(
    elements: &'a [Element],
    outline: &Outline,
    position: usize,
    texts: &mut Vec<(usize, &'a str)>,
) {
    outline.below(
        position,
        |below| !keeps_its_texts(elements[below].role),
        |below| add_text(elements, outline, below, texts),
    );
}

fn start_of(text: &str) -> &str {
    let end = (0..=SHORT.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    end.map_or(text, |end| &text[..end])
}

fn add_text<'a>(
    elements: &'a [Element],
    outline: &Outline,
    position: usize,
    texts: &mut Vec<(usize, &'a str)>,
) {
    let element = &elements[position];
    let named = matches!(element.role, Role::Link | Role::CheckBox | Role::RadioButton | Role::RowHeader);
    if texts.len() >= ROW_TEXTS
        || !element.state.visible
        || !(named || is_text(element.role) || element.role == Role::Cell)
    {
        return;
    }
    let text = start_of(shown_text(element).trim());
    // A cell and the text inside it say the same thing once.
    let repeats =
        texts.last().is_some_and(|(last, before)| *before == text && outline.within(position, *last));
    if !text.is_empty() && !repeats {
        texts.push((position, text));
    }
}

/// Names of containers that say where something is. Rows are not among them (their texts are looked at apart), nor is
/// what is named by its window, its document or its present value.
fn names_a_place(element: &Element, title: &Title) -> bool {
    let top = element.parent.is_none();
    match element.role {
        Role::Window
        | Role::TitleBar
        | Role::StatusBar
        | Role::Row
        | Role::ListItem
        | Role::Cell
        | Role::MenuButton
        | Role::ToggleButton
        | Role::ScrollArea
        | Role::Text
        | Role::Button => false,
        Role::Dialog | Role::Alert if top => false,
        _ => !title.shows(&element.name),
    }
}

fn within(elements: &[Element], outline: &Outline, labels: &[String], title: &Title) -> Vec<Arc<[String]>> {
    let nothing: Arc<[String]> = Arc::from(Vec::new());
    let mut within: Vec<Arc<[String]>> = Vec::with_capacity(elements.len());
    // What holds for the children of each element.
    let mut inside: Vec<Arc<[String]>> = Vec::with_capacity(elements.len());
    for (position, element) in elements.iter().enumerate() {
        let above = element.parent.map_or_else(|| nothing.clone(), |parent| inside[parent].clone());
        let holds_others = !outline.children(position).is_empty();
        let below = if holds_others && !element.name.trim().is_empty() && names_a_place(element, title) {
            let name = plain_title(&labels[position]);
            above.iter().cloned().chain([name.to_owned()]).filter(|name| !name.is_empty()).collect()
        } else {
            above.clone()
        };
        within.push(above);
        inside.push(below);
    }
    within
}

fn row_texts(elements: &[Element], outline: &Outline) -> Vec<Option<String>> {
    let lines = Lines::of(elements, outline);
    let mut rows = Vec::with_capacity(elements.len());
    for position in 0..elements.len() {
        rows.push(lines.line[position].and_then(|line| lines.rest(elements, outline, line, position)));
    }
    rows
}

/// The lines of tables, lists and trees.
struct Lines<'a> {
    /// The line each element is in.
    line: Vec<Option<usize>>,
    texts: Vec<Vec<(usize, &'a str)>>,
    /// The element that is the line, where there is one.
    owners: Vec<Option<usize>>,
}

impl<'a> Lines<'a> {
    fn of(elements: &'a [Element], outline: &Outline) -> Self {
        let mut lines = Self { line: vec![None; elements.len()], texts: Vec::new(), owners: Vec::new() };
        let mut by_owner: HashMap<usize, usize> = HashMap::new();
        let mut by_place: HashMap<(usize, u64), usize> = HashMap::new();
        for (position, element) in elements.iter().enumerate() {
            let Some(parent) = element.parent else { continue };
            let placed = element.place.filter(|_| {
                element.role == Role::Cell
                    && matches!(elements[parent].role, Role::Table | Role::Tree | Role::List)
            });
            lines.line[position] = if let Some(place) = placed {
                let line =
                    *by_place.entry((parent, place.row)).or_insert_with(|| lines.add(None, Vec::new()));
                add_text(elements, outline, position, &mut lines.texts[line]);
                gather(elements, outline, position, &mut lines.texts[line]);
                Some(line)
            } else if is_row(element.role) {
                None
            } else if is_row(elements[parent].role) {
                Some(*by_owner.entry(parent).or_insert_with(|| {
                    let mut texts = Vec::new();
                    gather(elements, outline, parent, &mut texts);
                    lines.add(Some(parent), texts)
                }))
            } else {
                lines.line[parent]
            };
        }
        lines
    }

    fn add(&mut self, owner: Option<usize>, texts: Vec<(usize, &'a str)>) -> usize {
        self.texts.push(texts);
        self.owners.push(owner);
        self.texts.len() - 1
    }

    /// The texts of a line without those of the element at `position`.
    fn rest(&self, elements: &[Element], outline: &Outline, line: usize, position: usize) -> Option<String> {
        let others: Vec<&str> = self.texts[line]
            .iter()
            .filter(|(other, _)| !outline.within(*other, position) && !outline.within(position, *other))
            .map(|(_, text)| *text)
            .collect();
        if !others.is_empty() {
            return Some(others.join(" | "));
        }
        let name = self.owners[line].map_or("", |owner| elements[owner].name.trim());
        Some(name.to_owned()).filter(|name| !name.is_empty() && name != elements[position].name.trim())
    }
}
