//! Elements out of the rows of one reading.
//!
//! Here the driver's habits are undone: names that are class names or values, labels said twice, hints shown as content.
//! The decision that matters: what a field holds is [`Content::about`] what was read, and never whole, unless an exact
//! reader answers for it; where there is one and it does not answer, nothing is said of the content at all, because the
//! driver passes on what some toolkits hide.

use std::collections::HashMap;

use surehand_core::element::{Bounds, Checked, Content, Element, ElementKey, Number, Role};
use surehand_core::exact::{Exact, FieldPlace};

use crate::keys::Sign;
use crate::role::{Sense, sense};
use crate::routes::routes;
use crate::tree::{Row, Tree};

/// The most characters of a text that counts as the label of what follows.
const CAPTION: usize = 80;

/// One row that becomes an element.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// Where it stands in the tree.
    row: usize,
    role: Role,
    name: String,
    /// The draft around it.
    parent: Option<usize>,
}

/// The drafts of a reading, before they are recognised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drafts {
    pub(crate) drafts: Vec<Draft>,
    /// The window is one that asks.
    pub(crate) is_dialog: bool,
    /// What to take off the driver's coordinates.
    shift: (i32, i32),
}

impl Drafts {
    /// Works out what the rows of a window are.
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut drafts = Self { shift: shift(tree), ..Self::default() };
        let rows = &tree.rows;
        let mut place: Vec<Option<usize>> = vec![None; rows.len()];
        let mut swallowed = vec![false; rows.len()];
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            while open.last().is_some_and(|(depth, _)| *depth >= row.depth) {
                open.pop();
            }
            let role = match sense(&row.role) {
                Sense::Control(Role::Window | Role::Dialog) if index == 0 => {
                    drafts.is_dialog = sense(&row.role) == Sense::Control(Role::Dialog);
                    continue;
                }
                Sense::Ornament => continue,
                Sense::Scaffold if plain(&row.label).is_empty() => continue,
                Sense::Scaffold => Role::Group,
                Sense::Control(role) => role,
            };
            if swallowed[index] {
                continue;
            }
            let name = name(rows, index, role, &mut swallowed);
            let mut around = open.iter().rev().map(|(_, draft)| *draft);
            let parent = row.parent.and_then(|parent| place[parent]).or_else(|| {
                let holds = |draft: &usize| holds(drafts.drafts[*draft].role, role);
                around.find(holds)
            });
            place[index] = Some(drafts.drafts.len());
            open.push((row.depth, drafts.drafts.len()));
            drafts.drafts.push(Draft { row: index, role, name, parent });
        }
        drafts.in_order()
    }

    /// Children behind their parents, without anything between that is not of the same parent.
    fn in_order(self) -> Self {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.drafts.len()];
        let mut waiting: Vec<usize> = Vec::new();
        for (index, draft) in self.drafts.iter().enumerate() {
            match draft.parent.filter(|parent| *parent < index) {
                Some(parent) => children[parent].push(index),
                None => waiting.push(index),
            }
        }
        waiting.reverse();
        let mut places = vec![0; self.drafts.len()];
        let mut ordered: Vec<Draft> = Vec::with_capacity(self.drafts.len());
        while let Some(index) = waiting.pop() {
            places[index] = ordered.len();
            let draft = &self.drafts[index];
            let parent = draft.parent.filter(|parent| *parent < index).map(|parent| places[parent]);
            ordered.push(Draft { parent, ..draft.clone() });
            waiting.extend(children[index].iter().rev());
        }
        Self { drafts: ordered, ..self }
    }

    /// What each row is recognised by.
    pub(crate) fn signs(&self, tree: &Tree) -> Vec<Sign> {
        let texts = self.row_texts();
        let sign = |(index, draft): (usize, &Draft)| {
            let around = draft.parent.map(|parent| &self.drafts[parent]);
            let mut within =
                around.map(|around| format!("{} {}", around.role, around.name)).unwrap_or_default();
            // What a row says is what it and all in it is known by, but for what says it.
            let row =
                Some(index).filter(|index| is_row(self.drafts[*index].role)).or_else(|| self.row_of(index));
            if let Some(texts) = row.and_then(|row| texts.get(&row)).filter(|_| !is_shown_text(draft.role)) {
                within.push_str(texts);
            }
            let before = index.checked_sub(1).map(|before| &self.drafts[before]);
            let beside = before.filter(|before| is_shown_text(before.role) && before.parent == draft.parent);
            Sign {
                role: draft.role,
                name: draft.name.clone(),
                identifier: tree.rows[draft.row].identifier.clone(),
                within,
                beside: beside
                    .filter(|_| !is_shown_text(draft.role))
                    .map(|beside| beside.name.clone())
                    .unwrap_or_default(),
                changes: is_shown_text(draft.role),
            }
        };
        self.drafts.iter().enumerate().map(sign).collect()
    }

    /// The row of a list or table that a draft stands in.
    fn row_of(&self, index: usize) -> Option<usize> {
        let parent = |index: &usize| self.drafts[*index].parent;
        std::iter::successors(parent(&index), parent).find(|around| is_row(self.drafts[*around].role))
    }

    /// The texts in each row.
    fn row_texts(&self) -> HashMap<usize, String> {
        let mut texts: HashMap<usize, String> = HashMap::new();
        for (index, draft) in self.drafts.iter().enumerate().filter(|(_, draft)| is_shown_text(draft.role)) {
            if let Some(row) = self.row_of(index) {
                let text = texts.entry(row).or_default();
                text.push('\u{1f}');
                text.push_str(&draft.name);
            }
        }
        texts
    }

    /// The fields that an exact reader is asked for, each with its draft.
    pub(crate) fn fields(&self, tree: &Tree) -> Vec<(usize, FieldPlace)> {
        let origin = tree.window.map_or((0, 0), |window| (window.x, window.y));
        let place = |(index, draft): (usize, &Draft)| {
            let row = &tree.rows[draft.row];
            let wants = holds_text(draft.role) || (is_tickable(draft.role) && ticked(row).is_none());
            let on_screen = self.bounds(row).map(|bounds| Bounds {
                x: bounds.x.saturating_add(origin.0),
                y: bounds.y.saturating_add(origin.1),
                ..bounds
            });
            wants.then(|| (index, FieldPlace { role: draft.role, name: draft.name.clone(), on_screen }))
        };
        self.drafts.iter().enumerate().filter_map(place).collect()
    }

    /// The token of each element.
    pub(crate) fn tokens<'a>(&self, tree: &'a Tree) -> impl Iterator<Item = Option<&'a str>> {
        self.drafts.iter().map(|draft| tree.rows[draft.row].token.as_deref())
    }

    /// The elements, with these keys. `exact` has an entry for each draft, and is absent where nobody reads exactly.
    pub(crate) fn elements(
        &self,
        tree: &Tree,
        keys: &[ElementKey],
        exact: Option<&[Option<Exact>]>,
    ) -> Vec<Element> {
        let all = self.drafts.iter().zip(keys).enumerate();
        all.map(|(index, (draft, key))| {
            let row = &tree.rows[draft.row];
            let known = exact.map(|exact| exact.get(index).and_then(Option::as_ref));
            let mut element = self.element(tree, draft, key, known);
            element.routes = routes(row, &element);
            element
        })
        .collect()
    }

    fn element(
        &self,
        tree: &Tree,
        draft: &Draft,
        key: &ElementKey,
        known: Option<Option<&Exact>>,
    ) -> Element {
        let row = &tree.rows[draft.row];
        let mut element = Element::named(key.clone(), draft.role, draft.name.clone());
        element.parent = draft.parent;
        element.description.clone_from(&row.description);
        element.identifier.clone_from(&row.identifier);
        element.placeholder.clone_from(&row.placeholder);
        element.bounds = self.bounds(row);
        let window = tree.window.map(|window| (window.width, window.height));
        element.state.visible = element.bounds.is_none_or(|bounds| is_inside(bounds, window));
        element.state.enabled = row.enabled.unwrap_or(true);
        element.state.expanded = row.expanded;
        let selected = row.selected.filter(|_| !is_tickable(draft.role));
        element.state.selected = selected.unwrap_or(false);
        element.state.selectable = selected.is_some();
        if is_tickable(draft.role) {
            let told = ticked(row).map(|on| if on { Checked::On } else { Checked::Off });
            element.state.checked = told.or_else(|| known.flatten().and_then(|exact| exact.checked));
        }
        if matches!(draft.role, Role::Slider | Role::SpinButton | Role::ProgressBar) {
            let value = row.value.as_deref().and_then(|value| value.trim().parse::<f64>().ok());
            element.number =
                value.map(|value| Number { value, minimum: f64::MIN, maximum: f64::MAX, step: None });
        }
        if holds_text(draft.role) {
            fill(&mut element, row, known);
        }
        element
    }

    fn bounds(&self, row: &Row) -> Option<Bounds> {
        row.frame.map(|frame| Bounds {
            x: frame.x.saturating_sub(self.shift.0),
            y: frame.y.saturating_sub(self.shift.1),
            ..frame
        })
    }
}

/// Puts the content into a field, as far as it may be told.
fn fill(element: &mut Element, row: &Row, known: Option<Option<&Exact>>) {
    let is_field = element.role != Role::ComboBox;
    element.state.editable = is_field && known.flatten().is_none_or(|exact| exact.editable);
    element.state.protected =
        element.role == Role::PasswordField || known.flatten().is_some_and(|exact| exact.protected);
    if element.role == Role::TextField {
        // A field of one line can be activated; where that is not told, a second line tells.
        let value = row.value.as_deref().unwrap_or_default();
        let told = known.flatten().map(|exact| exact.multiline);
        element.state.multiline = told.unwrap_or_else(|| value.contains('\n'));
        if element.state.multiline {
            element.role = Role::TextArea;
        }
    }
    if element.state.protected {
        // What it is called may be what it holds.
        if row.value.as_ref() == Some(&element.name) {
            element.name.clear();
        }
        return;
    }
    let read = match (&row.value, is_field) {
        (Some(value), _) if Some(value) == row.placeholder.as_ref() => "",
        (Some(value), _) => value.as_str(),
        (None, true) => "",
        (None, false) => row.label.as_str(),
    };
    element.content = match known {
        None => Some(Content::about(read)),
        Some(exact) => exact.and_then(|exact| exact.content.clone()).filter(|content| agrees(read, content)),
    };
}

/// Whether two readings of one field can be of the same text: they are taken one after the other, and of the wrong field
/// they differ.
fn agrees(read: &str, exact: &Content) -> bool {
    let (about, text) = (read.trim(), exact.text.trim());
    about.is_empty() || about == text || (about.len() >= 1_000 && text.starts_with(about))
}

/// The name that a person would use.
fn name(rows: &[Row], index: usize, role: Role, swallowed: &mut [bool]) -> String {
    let row = &rows[index];
    let label = plain(&row.label);
    if holds_text(role) || role == Role::SpinButton {
        let leaks = row.value.as_deref().is_some_and(|value| value.trim() == label.trim())
            || (role == Role::ComboBox && row.value.is_none())
            || (role == Role::PasswordField
                && !label.is_empty()
                && label.chars().all(|dot| "●•*".contains(dot)));
        return if leaks || label.is_empty() { caption(rows, index) } else { label.to_owned() };
    }
    if row.token.is_some() && is_labelled_inside(role) {
        let inside = inside(rows, index);
        let texts: Vec<(usize, &str)> =
            inside.map(|at| (at, rows[at].label.as_str())).filter(|(at, _)| is_static(&rows[*at])).collect();
        if let [(at, text), ..] = texts[..] {
            let doubled = label == format!("{text} {text}");
            if label.is_empty() || label == text || doubled {
                swallowed[at] = true;
                return text.to_owned();
            }
        }
        if label.is_empty() && role != Role::ListItem {
            return row.description.split(" [").next().unwrap_or_default().to_owned();
        }
    }
    label.to_owned()
}

/// The rows deeper than this one, right behind it.
fn inside(rows: &[Row], index: usize) -> impl Iterator<Item = usize> {
    let depth = rows[index].depth;
    (index + 1..rows.len()).take_while(move |at| rows[*at].depth > depth && rows[*at].token.is_none())
}

/// The text right before a field that labels it.
fn caption(rows: &[Row], index: usize) -> String {
    let before = index.checked_sub(1).map(|before| &rows[before]);
    let labels =
        |row: &&Row| is_static(row) && row.depth == rows[index].depth && row.label.chars().count() <= CAPTION;
    let caption = before.filter(labels).map(|row| row.label.trim().trim_end_matches(':').trim());
    caption.unwrap_or_default().to_owned()
}

/// A label without what is no label: class names of GTK 4.
fn plain(label: &str) -> &str {
    let is_class = ["Gtk", "Adw", "Gdk", "Hdy"].iter().any(|library| {
        label.strip_prefix(library).is_some_and(|rest| {
            rest.starts_with(|letter: char| letter.is_ascii_uppercase())
                && rest.chars().all(|letter| letter.is_ascii_alphanumeric())
        })
    });
    if is_class || label == "(None)" { "" } else { label }
}

fn is_static(row: &Row) -> bool {
    row.token.is_none() && sense(&row.role) == Sense::Control(Role::Text)
}

const fn is_labelled_inside(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::MenuButton
            | Role::ToggleButton
            | Role::Link
            | Role::Tab
            | Role::CheckBox
            | Role::Switch
    )
}

const fn holds_text(role: Role) -> bool {
    matches!(role, Role::TextField | Role::TextArea | Role::PasswordField | Role::ComboBox)
}

const fn is_tickable(role: Role) -> bool {
    matches!(
        role,
        Role::CheckBox
            | Role::Switch
            | Role::ToggleButton
            | Role::RadioButton
            | Role::CheckMenuItem
            | Role::RadioMenuItem
    )
}

const fn is_row(role: Role) -> bool {
    matches!(role, Role::ListItem | Role::Row | Role::TreeItem)
}

const fn is_shown_text(role: Role) -> bool {
    matches!(role, Role::Text | Role::StatusBar | Role::Paragraph | Role::ProgressBar)
}

fn ticked(row: &Row) -> Option<bool> {
    row.checked.or(row.selected)
}

/// Whether the one holds the other. What the tree leaves out makes depth alone say too much: a label behind a button
/// stands deeper and not inside.
const fn holds(outer: Role, inner: Role) -> bool {
    match outer {
        Role::List => matches!(inner, Role::ListItem),
        Role::Table | Role::Tree => {
            matches!(
                inner,
                Role::Row
                    | Role::Cell
                    | Role::TreeItem
                    | Role::ColumnHeader
                    | Role::RowHeader
                    | Role::ListItem
            )
        }
        Role::ListItem | Role::Row | Role::Cell | Role::TreeItem => {
            !matches!(inner, Role::ListItem | Role::Row)
        }
        Role::MenuBar | Role::Menu => {
            matches!(inner, Role::Menu | Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem)
        }
        Role::TabList => matches!(inner, Role::Tab),
        Role::Group
        | Role::TabPanel
        | Role::Dialog
        | Role::Popover
        | Role::ToolBar
        | Role::StatusBar
        | Role::Document
        | Role::Window => true,
        _ => false,
    }
}

fn is_inside(bounds: Bounds, window: Option<(i32, i32)>) -> bool {
    let Some((width, height)) = window else { return bounds.has_area() };
    bounds.has_area()
        && bounds.x < width
        && bounds.y < height
        && bounds.x.saturating_add(bounds.width) > 0
        && bounds.y.saturating_add(bounds.height) > 0
}

/// The driver says that its coordinates count from the window, and on Linux gives those of the screen: they are what
/// more of them fit.
fn shift(tree: &Tree) -> (i32, i32) {
    let Some(window) = tree.window else { return (0, 0) };
    let fits = |shift: (i32, i32)| {
        let inside = |frame: &Bounds| {
            frame.x >= shift.0
                && frame.y >= shift.1
                && frame.x <= shift.0.saturating_add(window.width)
                && frame.y <= shift.1.saturating_add(window.height)
        };
        tree.rows.iter().filter_map(|row| row.frame).filter(inside).count()
    };
    let screen = (window.x, window.y);
    if fits(screen) >= fits((0, 0)) { screen } else { (0, 0) }
}
