//! What a window shows: its fields, the lines a person reads, and what there is to read out.
//!
//! Reading order throughout. Labels of buttons are not repeated here (buttons are candidates), nor are labels of fields
//! beside the fields, because every line of an answer costs its reader.
//!
//! The decision that matters: a line of a table, list or tree stays one line, its cells joined by ` | `, so that what
//! belongs together is read together. Values in [`Field`] and lines are for display; exact values come from elements.

use std::collections::{BTreeMap, HashSet};

use crate::candidate::{element_facts, is_menu_item, standing};
use crate::decider::OptionFacts;
use crate::element::{Checked, Element, Role};
use crate::identity::{Identities, gather, is_field, is_row, is_text, shown_text};
use crate::label::{LINE, display};
use crate::outline::Outline;
use crate::snapshot::Snapshot;

/// The most graphemes of a cell that is read out.
const CELL: usize = 1_000;
/// The most things that are offered for reading.
const READABLE: usize = 400;

/// A control that holds a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The kind of control.
    pub role: Role,
    /// Its label, for display.
    pub label: String,
    /// What it holds, for display (`on`, `off`, `mixed` for what is ticked); never of a protected one.
    pub value: Option<String>,
    /// Where it is.
    pub position: usize,
    /// The tick.
    pub checked: Option<Checked>,
    /// It reacts to input.
    pub enabled: bool,
}

/// Something `extract` may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// Where it is.
    pub position: usize,
    /// What a decider is told of it.
    pub facts: OptionFacts,
}

/// The fields of a window, in reading order.
#[must_use]
pub fn fields(snapshot: &Snapshot, identities: &Identities) -> Vec<Field> {
    let elements = snapshot.elements();
    let holds = |position: &usize| elements[*position].state.visible && holds_a_value(elements, *position);
    (0..elements.len())
        .filter(holds)
        .map(|position| {
            let Element { role, state, .. } = &elements[position];
            Field {
                role: *role,
                label: identities.label(position).to_owned(),
                value: standing(snapshot, identities, position),
                position,
                checked: state.checked,
                enabled: state.enabled,
            }
        })
        .collect()
}

fn holds_a_value(elements: &[Element], position: usize) -> bool {
    let element = &elements[position];
    let parent = element.parent.map(|parent| &elements[parent]);
    match element.role {
        // The entry inside a pop-up says again what the pop-up says.
        Role::TextField => {
            parent.is_none_or(|parent| parent.role != Role::ComboBox || parent.content.is_none())
        }
        Role::TextArea
        | Role::PasswordField
        | Role::ComboBox
        | Role::SpinButton
        | Role::Slider
        | Role::CheckBox
        | Role::RadioButton
        | Role::Switch => true,
        Role::ToggleButton => element.state.checked.is_some(),
        Role::Document => element.state.editable,
        _ => false,
    }
}

/// The lines a person reads, `lines` at the most.
#[must_use]
pub fn screen_text(snapshot: &Snapshot, lines: usize) -> Vec<String> {
    let outline = Outline::of(snapshot);
    let elements = snapshot.elements();
    let mut page = Page::new(elements, &outline, lines);
    page.captions = elements
        .iter()
        .filter(|element| is_field(element.role) && !element.name.trim().is_empty())
        .map(|element| caption(&element.name))
        .collect();
    page.walk(outline.roots());
    page.lines
}

/// The lines shown below one element, joined by line breaks.
#[must_use]
pub fn text_below(snapshot: &Snapshot, position: usize) -> String {
    if position >= snapshot.elements().len() {
        return String::new();
    }
    let outline = Outline::of(snapshot);
    let mut page = Page::new(snapshot.elements(), &outline, READABLE);
    page.walk(outline.children(position));
    page.lines.join("\n")
}

/// A text as the label of a field: without case and colon.
fn caption(text: &str) -> String {
    text.trim().trim_end_matches(':').trim_end().to_lowercase()
}

struct Page<'a> {
    elements: &'a [Element],
    outline: &'a Outline,
    /// Texts that are not said because a field says them.
    captions: HashSet<String>,
    most: usize,
    lines: Vec<String>,
}

impl<'a> Page<'a> {
    fn new(elements: &'a [Element], outline: &'a Outline, most: usize) -> Self {
        Self { elements, outline, captions: HashSet::new(), most, lines: Vec::new() }
    }

    fn say(&mut self, text: &str) {
        for line in text.lines() {
            let line = display(line.trim_end(), LINE);
            if self.lines.len() < self.most && !line.trim().is_empty() && self.lines.last() != Some(&line) {
                self.lines.push(line);
            }
        }
    }

    fn walk(&mut self, roots: &[usize]) {
        // Each with whether its texts have been said already as part of a line.
        let mut open: Vec<(usize, bool)> = roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((position, said)) = open.pop() {
            if self.lines.len() >= self.most {
                return;
            }
            let element = &self.elements[position];
            if speaks_elsewhere(element.role) {
                continue;
            }
            let mut said = said;
            if element.state.visible {
                if is_row(element.role) {
                    self.say_row(position);
                    said = true;
                } else if element.role == Role::Table {
                    said |= self.say_placed_cells(position);
                } else if !said {
                    self.say_element(element);
                }
            }
            open.extend(self.outline.children(position).iter().rev().map(|child| (*child, said)));
        }
    }

    fn say_element(&mut self, element: &Element) {
        match element.role {
            role if is_text(role) => {
                let text = shown_text(element);
                if !self.captions.contains(&caption(text)) {
                    self.say(text);
                }
            }
            Role::TextField | Role::TextArea | Role::Document if !element.state.editable => {
                if let Some(content) = element.content.as_ref().filter(|_| !element.state.protected) {
                    self.say(&content.text);
                }
            }
            Role::StatusBar | Role::Alert | Role::Tooltip | Role::Group | Role::Cell | Role::ColumnHeader => {
                self.say(shown_text(element));
            }
            _ => {}
        }
    }

    fn say_row(&mut self, position: usize) {
        let mut texts = Vec::new();
        gather(self.elements, self.outline, position, &mut texts);
        let line = texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" | ");
        if line.is_empty() { self.say(&self.elements[position].name) } else { self.say(&line) }
    }

    /// Says the lines of a table whose cells stand in it without rows. False for a table that has rows.
    fn say_placed_cells(&mut self, table: usize) -> bool {
        let lines = placed_cells(self.elements, self.outline, table);
        if lines.is_empty() {
            return false;
        }
        let headers = self.outline.children(table).iter().map(|child| &self.elements[*child]);
        let headers: Vec<&str> =
            headers.filter(|child| child.role == Role::ColumnHeader).map(shown_text).collect();
        self.say(&headers.join(" | "));
        for cells in lines.into_values() {
            let texts: Vec<String> =
                cells.into_iter().map(|cell| cell_text(self.elements, self.outline, cell)).collect();
            self.say(&texts.join(" | ").replace('\n', " "));
        }
        true
    }
}

/// Roles whose texts are names of candidates or values of fields.
fn speaks_elsewhere(role: Role) -> bool {
    is_menu_item(role)
        || matches!(
            role,
            Role::Menu
                | Role::MenuBar
                | Role::Button
                | Role::ToggleButton
                | Role::MenuButton
                | Role::Link
                | Role::ComboBox
                | Role::CheckBox
                | Role::RadioButton
                | Role::Switch
                | Role::Tab
                | Role::SpinButton
                | Role::Slider
                | Role::PasswordField
                | Role::ScrollBar
        )
}

/// The visible cells of a table that stand in it without rows, by row.
fn placed_cells(elements: &[Element], outline: &Outline, table: usize) -> BTreeMap<u64, Vec<usize>> {
    let mut lines: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for child in outline.children(table).iter().copied() {
        let cell = &elements[child];
        if let Some(place) = cell.place.filter(|_| cell.role == Role::Cell && cell.state.visible) {
            lines.entry(place.row).or_default().push(child);
        }
    }
    lines
}

fn cell_text(elements: &[Element], outline: &Outline, position: usize) -> String {
    let element = &elements[position];
    if element.state.protected {
        return String::new();
    }
    if let Some(value) = element.value().filter(|value| !value.is_empty()) {
        return display(&value, CELL);
    }
    if !element.name.trim().is_empty() {
        return display(&element.name, CELL);
    }
    let mut texts = Vec::new();
    gather(elements, outline, position, &mut texts);
    match (texts.is_empty(), element.state.checked) {
        (true, Some(checked)) => crate::candidate::checked_word(checked).to_owned(),
        _ => display(&texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" "), CELL),
    }
}

/// The rows of a table, list or tree that were read, `most` at the most, and whether there are more of them. Cells are
/// cleaned for display.
#[must_use]
pub fn rows(snapshot: &Snapshot, position: usize, most: usize) -> (Vec<Vec<String>>, bool) {
    let elements = snapshot.elements();
    if position >= elements.len() {
        return (Vec::new(), false);
    }
    let outline = Outline::of(snapshot);
    let mut rows = Vec::new();
    let mut more = false;
    for cells in placed_cells(elements, &outline, position).into_values() {
        more |= rows.len() >= most;
        if !more {
            rows.push(cells.into_iter().map(|cell| cell_text(elements, &outline, cell)).collect());
        }
    }
    let mut lines = Vec::new();
    outline.below(position, |_| true, |below| lines.push(below));
    for line in lines.into_iter().filter(|line| is_row(elements[*line].role)) {
        more |= rows.len() >= most;
        if !more {
            rows.push(row_cells(elements, &outline, line));
        }
    }
    (rows, more)
}

fn row_cells(elements: &[Element], outline: &Outline, row: usize) -> Vec<String> {
    let cells: Vec<usize> = outline
        .children(row)
        .iter()
        .copied()
        .filter(|child| matches!(elements[*child].role, Role::Cell | Role::RowHeader))
        .collect();
    if !cells.is_empty() {
        return cells.into_iter().map(|cell| cell_text(elements, outline, cell)).collect();
    }
    let mut texts = Vec::new();
    gather(elements, outline, row, &mut texts);
    if texts.is_empty() {
        return vec![display(&elements[row].name, CELL)];
    }
    texts.into_iter().map(|(_, text)| display(text, CELL)).collect()
}

/// What may be read: fields, tables, lists, trees, texts, status lines, displays and progress.
#[must_use]
pub fn readable(snapshot: &Snapshot, identities: &Identities) -> Vec<Readable> {
    let elements = snapshot.elements();
    let mut inside_line = vec![false; elements.len()];
    let mut readable = Vec::new();
    // The caption of a field says nothing that the field does not say better.
    let labels: HashSet<String> = (0..elements.len())
        .filter(|position| holds_a_value(elements, *position))
        .map(|position| caption(identities.label(position)))
        .collect();
    for (position, element) in elements.iter().enumerate() {
        let in_line = element.parent.is_some_and(|parent| inside_line[parent]);
        inside_line[position] = in_line || is_row(element.role) || element.role == Role::Cell;
        if !element.state.visible || readable.len() >= READABLE {
            continue;
        }
        let wanted = match element.role {
            Role::Table | Role::List | Role::Tree => !identities.outline().children(position).is_empty(),
            Role::StatusBar | Role::ProgressBar | Role::Alert => true,
            Role::Document => true,
            role if is_text(role) => {
                let text = caption(shown_text(element));
                !in_line && !text.is_empty() && !labels.contains(&text)
            }
            _ => holds_a_value(elements, position),
        };
        if wanted {
            let mut facts = element_facts(snapshot, identities, position);
            if is_text(element.role) && facts.value.is_none() {
                facts.value = Some(display(shown_text(element), LINE));
            }
            readable.push(Readable { position, facts });
        }
    }
    readable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::snapshot;

    const BANK: &str = r#"
        Window "Bank"
          MenuBar
            Menu "File"
              MenuItem "Quit" hidden
          Heading "Overview"
          Text "Name:"
          TextField "Name" = "  Grace\n" set_value
          PasswordField "PIN" = "4711" protected set_value
          TextField "Balance" = "64" readonly
          CheckBox "Send newsletter" on toggle
          Table "Transactions"
            ColumnHeader "Day"
            ColumnHeader "What"
            Cell "24" row:0 column:0
            Cell "Rent" row:0 column:1
            Cell "25" row:1 column:0
            Cell "Gift" row:1 column:1
          List "Fruit"
            ListItem "Cherry"
            ListItem
              Text "Plum"
              Text "ripe"
              Button "Remove" click
          Button "Save" click
          Text "hidden" hidden
          Text "two\nlines"
          StatusBar "Ready"
    "#;

    #[test]
    fn a_person_reads_lines() {
        let read = snapshot(BANK).unwrap();
        let lines = [
            "Overview",
            "64",
            "Day | What",
            "24 | Rent",
            "25 | Gift",
            "Cherry",
            "Plum | ripe",
            "two",
            "lines",
            "Ready",
        ];
        assert_eq!(screen_text(&read, 60), lines);
        assert_eq!(screen_text(&read, 2), lines[..2]);
    }

    #[test]
    fn fields_hold_values_and_no_secret() {
        let read = snapshot(BANK).unwrap();
        let fields = fields(&read, &Identities::of(&read));
        let shown: Vec<_> =
            fields.iter().map(|field| (field.label.as_str(), field.value.as_deref())).collect();
        assert_eq!(
            shown,
            [
                ("Name", Some("  Grace␊")),
                ("PIN", None),
                ("Balance", Some("64")),
                ("Send newsletter", Some("on"))
            ]
        );
    }

    #[test]
    fn rows_are_those_of_the_table_list_or_tree() {
        let read = snapshot(BANK).unwrap();
        let at = |role: Role| read.elements().iter().position(|element| element.role == role).unwrap();
        assert_eq!(rows(&read, at(Role::Table), 1), (vec![vec!["24".to_owned(), "Rent".into()]], true));
        let (list, more) = rows(&read, at(Role::List), 9);
        assert_eq!(list, [vec!["Cherry".to_owned()], vec!["Plum".into(), "ripe".into()]]);
        assert!(!more);
        let tree = snapshot(
            "Window\n Tree\n  TreeItem \"A\"\n   TreeItem \"B\"\n Table\n  Row\n   Cell \"x\"\n   Cell on",
        )
        .unwrap();
        assert_eq!(rows(&tree, 1, 9).0, [["A"], ["B"]]);
        assert_eq!(rows(&tree, 4, 9).0, [["x", "on"]]);
    }

    #[test]
    fn what_may_be_read_is_named_once() {
        let read = snapshot(BANK).unwrap();
        let readable = readable(&read, &Identities::of(&read));
        let names: Vec<_> = readable.iter().map(|one| (one.facts.role, one.facts.label.as_str())).collect();
        for expected in
            [("TextField", "Name"), ("Table", "Transactions"), ("List", "Fruit"), ("StatusBar", "Ready")]
        {
            assert!(names.contains(&expected), "{expected:?} in {names:?}");
        }
        assert!(!names.iter().any(|(_, label)| *label == "Plum" || *label == "Save"));
        assert!(!format!("{readable:?}").contains("4711"));
    }
}
