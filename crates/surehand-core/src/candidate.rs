//! What can be done in a window: one candidate for each control and kind of action.
//!
//! Candidates come from the routes that a desktop attached to each element. A control that would normally react by its
//! role but has no route is offered all the same, so that a caller gets an exact refusal instead of silence. What only
//! shows or holds other things (texts, windows, scroll areas) never is a candidate, whatever actions its toolkit
//! pretends it has.
//!
//! Scrolling, and Return in fields that take it without the focus, are offered; what few ask for (double clicks, context
//! menus, other keys, dragging, clicks with keys held) is made for who asks, by [`gestured`].

mod closing;
mod gestures;
mod setting;

use std::collections::HashSet;

use crate::action::ActionKind;
use crate::change::window_words;
use crate::decider::OptionFacts;
use crate::element::{Checked, Element, ElementKey, Role};
use crate::gesture::Gesture;
use crate::identity::{IdTable, Identities, is_option};
use crate::keypad::{self, Keypad};
use crate::label::{LINE, NAME, display, quoted};
use crate::risk::{Risk, RiskContext, Setting};
use crate::route::Disturbance;
use crate::snapshot::Snapshot;
pub(crate) use closing::{CLOSE, closes};
pub use gestures::gestured;
use setting::settings;

/// The most options of one pop-up that are offered.
const OPTIONS: usize = 30;

/// An option that a candidate chooses in its control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionTarget {
    /// Its text, exactly; the payload of [`ActionKind::ChooseOption`].
    pub text: String,
    /// Where it is in the snapshot.
    pub position: usize,
    /// Its live object.
    pub key: ElementKey,
}

/// One thing that can be done to one control.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its id, good for as long as the control is itself.
    pub id: String,
    /// The kind.
    pub action: ActionKind,
    /// The control in the snapshot.
    pub position: usize,
    /// The live object of the control.
    pub key: ElementKey,
    /// What it does, in words.
    pub does: String,
    /// What the control holds or how it stands, for display; never of a protected one.
    pub value: Option<String>,
    /// It takes a text from the caller.
    pub needs_text: bool,
    /// What it may destroy.
    pub risk: Option<Risk>,
    /// Its chord.
    pub shortcut: Option<String>,
    /// The control reacts to input.
    pub enabled: bool,
    /// The option it chooses: of kind `click` on a pop-up, carried out as [`ActionKind::ChooseOption`] on the control.
    pub option: Option<OptionTarget>,
    /// Of a keypad: which position types which character.
    pub keys: Vec<(char, usize)>,
    /// The options of a pop-up, exactly, when they are known.
    pub choices: Vec<String>,
    /// Of a toggle: what the control is then.
    pub towards: Option<Checked>,
    /// What it needs beside the control.
    pub gesture: Gesture,
}

impl Candidate {
    /// What tells its id from others for the same action on the same control: the option it chooses, the way it scrolls.
    #[must_use]
    pub fn particular(&self) -> Option<&str> {
        self.option.as_ref().map(|option| option.text.as_str()).or_else(|| self.gesture.word())
    }
}

/// What can be done: what is shown first, in reading order, and then the commands of closed menus, which are many and
/// would push it off a short list. Ids come from `table`.
#[must_use]
pub fn candidates(snapshot: &Snapshot, identities: &Identities, table: &mut IdTable) -> Vec<Candidate> {
    let keypads = identities.keypads();
    let mut collector = Collector::of(snapshot, identities, table);
    for position in 0..snapshot.elements().len() {
        if let Some(keypad) = keypads.iter().find(|keypad| keypad.first == position) {
            collector.add_keypad(keypad);
        }
        collector.add(position);
    }
    let mut candidates = collector.candidates;
    closing::keep_if_needed(&mut candidates, snapshot, identities);
    candidates.sort_by_key(|one| match one.action {
        ActionKind::Scroll | ActionKind::Key => 1,
        ActionKind::Menu => 3,
        _ if closes(&snapshot.elements()[one.position]) => 2,
        _ => 0,
    });
    candidates
}

/// The pop-up that each element is part of.
fn combos(elements: &[Element]) -> Vec<Option<usize>> {
    let mut combos: Vec<Option<usize>> = Vec::with_capacity(elements.len());
    for element in elements {
        combos.push(element.parent.and_then(|parent| {
            if elements[parent].role == Role::ComboBox { Some(parent) } else { combos[parent] }
        }));
    }
    combos
}

struct Collector<'a> {
    snapshot: &'a Snapshot,
    identities: &'a Identities,
    table: &'a mut IdTable,
    settings: Vec<Setting>,
    combos: Vec<Option<usize>>,
    /// The lines of tables that have their candidate already.
    lines: HashSet<(Option<usize>, u64)>,
    candidates: Vec<Candidate>,
}

impl<'a> Collector<'a> {
    fn of(snapshot: &'a Snapshot, identities: &'a Identities, table: &'a mut IdTable) -> Self {
        let mut settings = settings(snapshot, identities);
        for position in identities.keypads().iter().flat_map(|keypad| &keypad.buttons) {
            settings[*position] = Setting::Keypad;
        }
        let combos = combos(snapshot.elements());
        let (lines, candidates) = (HashSet::new(), Vec::new());
        Self { snapshot, identities, table, settings, combos, lines, candidates }
    }

    fn element(&self, position: usize) -> &'a Element {
        &self.snapshot.elements()[position]
    }

    fn add(&mut self, position: usize) {
        let element = self.element(position);
        let is_part_of_combo =
            self.combos[position].is_some() && (is_option(element.role) || is_menu(element.role));
        if is_part_of_combo || !(element.state.visible || is_menu_item(element.role)) {
            return;
        }
        self.add_gestures(position);
        let options = if element.role == Role::ComboBox { self.options(position) } else { Vec::new() };
        let is_clicked = self.is_of_menu_bar(element) || self.is_toggle_of_keypad(position);
        let actions = if is_clicked { vec![ActionKind::Click] } else { kinds(element) };
        for action in actions {
            if element.role == Role::Cell && action == ActionKind::Click && !self.begins_its_line(element) {
                continue;
            }
            if is_menu_item(element.role) && self.is_no_command(position)
                || action == ActionKind::Click && self.stands_for_another(position)
            {
                continue;
            }
            let mut candidate = self.candidate(position, action);
            candidate.choices = options.iter().map(|option| option.text.clone()).collect();
            self.candidates.push(candidate);
            if action == ActionKind::ChooseOption {
                self.add_options(position, &options);
            }
        }
    }

    fn candidate(&mut self, position: usize, action: ActionKind) -> Candidate {
        let element = self.element(position);
        let towards = (action == ActionKind::Toggle).then(|| towards(element)).flatten();
        let mut subject = self.identities.subject(position, action, None);
        subject.towards = towards;
        Candidate {
            id: self.table.issue(&subject, self.snapshot, self.identities),
            action,
            position,
            key: element.key.clone(),
            does: self.does(position, action),
            value: standing(self.snapshot, self.identities, position),
            needs_text: action.takes_text(),
            risk: if closes(element) {
                self.risk(position, Role::Button, CLOSE, action)
            } else {
                self.risk(position, element.role, self.identities.label(position), action)
            },
            shortcut: element.shortcut.clone(),
            enabled: element.state.enabled,
            option: None,
            keys: Vec::new(),
            choices: Vec::new(),
            towards,
            gesture: Gesture::Plain,
        }
    }

    fn risk(&self, position: usize, role: Role, name: &str, action: ActionKind) -> Option<Risk> {
        let shortcut = self.element(position).shortcut.as_deref();
        let (within, setting) = (self.identities.within(position), self.settings[position]);
        Risk::of(&RiskContext { role, name, shortcut, within, action, setting })
    }

    /// Whether it is a menu that stands in a menu bar: a person sees it and may want it open, which is told apart from
    /// its commands.
    fn is_of_menu_bar(&self, element: &Element) -> bool {
        let in_bar = element.parent.is_some_and(|parent| self.element(parent).role == Role::MenuBar);
        in_bar && element.role == Role::Menu && element.state.visible && !element.name.trim().is_empty()
    }

    /// Whether it is a key of a keypad that its app made of a toggle button: it goes back by itself, and what a press of
    /// it did is seen on the display.
    fn is_toggle_of_keypad(&self, position: usize) -> bool {
        let element = self.element(position);
        element.role == Role::ToggleButton
            && element.can(ActionKind::Click)
            && self.identities.keypads().iter().any(|keypad| keypad.buttons.contains(&position))
    }

    fn options(&self, combo: usize) -> Vec<OptionTarget> {
        options(self.snapshot, self.identities, combo)
    }

    fn add_options(&mut self, combo: usize, options: &[OptionTarget]) {
        for option in options.iter().take(OPTIONS) {
            // Of two options that read the same a text cannot say which.
            if options.iter().filter(|other| other.text == option.text).count() > 1 {
                continue;
            }
            let subject = self.identities.subject(combo, ActionKind::Click, Some(&option.text));
            let mut candidate = self.candidate(combo, ActionKind::ChooseOption);
            candidate.id = self.table.issue(&subject, self.snapshot, self.identities);
            candidate.action = ActionKind::Click;
            candidate.needs_text = false;
            candidate.towards = None;
            candidate.does = format!("choose \"{}\" in {}", display(&option.text, NAME), self.words(combo));
            // A pop-up may run a command where a list would only note a choice.
            candidate.risk = self.risk(combo, Role::MenuItem, &option.text, ActionKind::Click);
            candidate.enabled &= self.element(option.position).state.enabled;
            candidate.option = Some(option.clone());
            self.candidates.push(candidate);
        }
    }

    fn add_keypad(&mut self, keypad: &Keypad) {
        let position = keypad.display.unwrap_or(keypad.first);
        let mut candidate = self.candidate(position, ActionKind::Keypad);
        candidate.does = "press the keys of the keypad one after the other".to_owned();
        candidate.risk = None;
        candidate.shortcut = None;
        candidate.enabled = true;
        candidate.keys.clone_from(&keypad.keys);
        self.candidates.push(candidate);
    }

    /// Whether a cell is the first of its line that can be selected: one candidate a line is enough.
    fn begins_its_line(&mut self, element: &Element) -> bool {
        let owner = element.parent.map(|parent| self.element(parent));
        if owner.is_some_and(|owner| owner.role == Role::Row && kinds(owner).contains(&ActionKind::Click)) {
            return false;
        }
        match (element.place, owner) {
            (Some(place), _) => self.lines.insert((element.parent, place.row)),
            (None, Some(owner)) if owner.role == Role::Row => self.lines.insert((element.parent, 0)),
            (None, _) => true,
        }
    }

    /// Whether a click on it would do nothing that another candidate does not: a row of settings that holds the one
    /// control it is called after, or the only page there is, which has no name.
    fn stands_for_another(&self, position: usize) -> bool {
        let element = self.element(position);
        let label = self.identities.label(position).trim();
        match element.role {
            Role::ListItem if !label.is_empty() => {
                let mut inside = Vec::new();
                self.identities.outline().below(
                    position,
                    |below| !kinds(self.element(below)).is_empty(),
                    |below| {
                        if !kinds(self.element(below)).is_empty() {
                            inside.push(below);
                        }
                    },
                );
                matches!(inside.as_slice(), [one] if self.identities.label(*one).trim() == label)
            }
            Role::Tab if label.is_empty() => {
                let tabs = element.parent.map_or(&[][..], |list| self.identities.outline().children(list));
                tabs.len() == 1
            }
            _ => false,
        }
    }

    /// Whether a menu item opens a further menu, has no name to know it by, or only tells something: a greyed text of
    /// several lines, such as that there are no templates.
    fn is_no_command(&self, position: usize) -> bool {
        let below = self.identities.outline().children(position);
        let element = self.element(position);
        self.identities.label(position).trim().is_empty()
            || (!element.state.enabled && element.name.trim().contains('\n'))
            || below.iter().any(|child| {
                let role = self.element(*child).role;
                is_menu_item(role) || is_menu(role)
            })
    }

    /// The control in words, with what tells it from its twins.
    fn words(&self, position: usize) -> String {
        // The button and the field of a pop-up are the pop-up to a person.
        let position = match self.combos[position] {
            Some(combo) if is_face(self.element(position).role) => combo,
            _ => position,
        };
        let element = self.element(position);
        let label = self.identities.label(position);
        let mut words = quoted(element.role, label);
        words.push_str(self.identities.phrase(position));
        // A cell says little without its row.
        match self.identities.row(position) {
            Some(row) if element.role == Role::Cell && self.identities.phrase(position).is_empty() => {
                format!("{words} in the row of \"{}\"", display(row, NAME))
            }
            _ => words,
        }
    }

    fn does(&self, position: usize, action: ActionKind) -> String {
        let element = self.element(position);
        if is_menu_item(element.role) && matches!(action, ActionKind::Menu | ActionKind::Click) {
            return format!("menu {}", self.menu_path(position).join(" > "));
        }
        let words = self.words(position);
        match action {
            ActionKind::Click if closes(element) => format!("close {}", window_words(&self.snapshot.window)),
            ActionKind::Click if is_selected_by_a_click(element.role) => format!("select {words}"),
            ActionKind::Click => format!("click {words}"),
            ActionKind::Toggle => format!("{} {words}", toggling(element)),
            ActionKind::ChooseOption if holds_rows(element.role) => format!("{A_ROW}{words}"),
            ActionKind::ChooseOption => format!("choose an option of {words}"),
            ActionKind::SetValue if matches!(element.role, Role::Slider | Role::SpinButton) => {
                format!("set {words}")
            }
            ActionKind::SetValue => format!("replace the whole text of {words}"),
            ActionKind::Append => format!("add to the end of {words}"),
            ActionKind::TypeInto => format!("insert into {words}"),
            other => format!("{} {words}", other.name()),
        }
    }

    /// The menus above an item and its own label, outermost first.
    fn menu_path(&self, position: usize) -> Vec<String> {
        let above = std::iter::successors(self.element(position).parent, |above| self.element(*above).parent);
        let mut path: Vec<String> = std::iter::once(position)
            .chain(above.take_while(|above| {
                let role = self.element(*above).role;
                is_menu_item(role)
                    || is_menu(role)
                    || matches!(role, Role::MenuButton | Role::Group | Role::Popover)
            }))
            .filter(|above| !matches!(self.element(*above).role, Role::Group | Role::Popover | Role::MenuBar))
            .filter(|above| !self.is_menu_of_its_opener(*above))
            .map(|above| display(self.identities.label(above), NAME))
            .filter(|label| !label.trim().is_empty())
            .collect();
        path.reverse();
        path
    }

    /// Whether it is the menu of an item or button of the same name: a person sees one thing, which opens.
    fn is_menu_of_its_opener(&self, position: usize) -> bool {
        let element = self.element(position);
        element.parent.is_some_and(|parent| {
            let opens = |role| is_menu_item(role) || matches!(role, Role::Menu | Role::MenuButton);
            element.role == Role::Menu
                && opens(self.element(parent).role)
                && self.identities.label(parent) == self.identities.label(position)
        })
    }
}

/// The options of the pop-up at `combo`, in reading order.
fn options(snapshot: &Snapshot, identities: &Identities, combo: usize) -> Vec<OptionTarget> {
    let elements = snapshot.elements();
    let mut options = Vec::new();
    identities.outline().below(
        combo,
        |below| !is_option(elements[below].role),
        |below| {
            let element = &elements[below];
            let text = identities.exact_label(below);
            if is_option(element.role) && !text.trim().is_empty() {
                options.push(OptionTarget {
                    text: text.to_owned(),
                    position: below,
                    key: element.key.clone(),
                });
            }
        },
    );
    options
}

/// What an element holds or how it stands, for display.
pub(crate) fn standing(snapshot: &Snapshot, identities: &Identities, position: usize) -> Option<String> {
    let element = &snapshot.elements()[position];
    if element.state.protected || element.role == Role::PasswordField {
        return None;
    }
    if let Some(checked) = element.state.checked {
        return Some(checked_word(checked).to_owned());
    }
    if element.role == Role::RadioButton {
        return Some(if element.state.selected { "on" } else { "off" }.to_owned());
    }
    if let Some(value) = element.value() {
        return Some(display(&value, LINE));
    }
    if element.role == Role::ComboBox {
        let chosen = options(snapshot, identities, position)
            .into_iter()
            .find(|option| snapshot.elements()[option.position].state.selected)
            .map(|option| option.text);
        // A nameless pop-up goes by the name of what it shows.
        let shown = Some(&element.name).filter(|name| **name != identities.exact_label(position)).cloned();
        return chosen.or(shown).filter(|text| !text.is_empty()).map(|text| display(&text, LINE));
    }
    match element.state.expanded {
        Some(true) => Some("expanded".to_owned()),
        Some(false) => Some("collapsed".to_owned()),
        None => element.state.selected.then(|| "selected".to_owned()),
    }
}

pub(crate) const fn checked_word(checked: Checked) -> &'static str {
    match checked {
        Checked::On => "on",
        Checked::Off => "off",
        Checked::Mixed => "mixed",
    }
}

/// What a toggle makes of a control that can be ticked.
fn towards(element: &Element) -> Option<Checked> {
    Some(match element.state.checked? {
        // Choosing another one is what turns a radio button off.
        Checked::On if element.role != Role::RadioButton => Checked::Off,
        Checked::On | Checked::Off | Checked::Mixed => Checked::On,
    })
}

fn toggling(element: &Element) -> &'static str {
    if element.role == Role::RadioButton {
        // Choosing another one is what turns it off.
        return "choose";
    }
    match (element.state.checked, element.state.expanded) {
        (Some(Checked::On), _) => "turn off",
        (Some(Checked::Off), _) => "turn on",
        (Some(Checked::Mixed), _) => "toggle",
        (None, Some(true)) => "collapse",
        (None, Some(false)) => "expand",
        (None, None) => "toggle",
    }
}

pub(crate) const fn is_menu_item(role: Role) -> bool {
    matches!(role, Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem)
}

const fn is_menu(role: Role) -> bool {
    matches!(role, Role::Menu | Role::MenuBar)
}

/// What is to be seen of a closed pop-up: the button that opens it, the field to write into.
const fn is_face(role: Role) -> bool {
    matches!(role, Role::Button | Role::MenuButton | Role::ToggleButton | Role::TextField)
}

const fn is_selected_by_a_click(role: Role) -> bool {
    matches!(role, Role::RadioButton | Role::ListItem | Role::TreeItem | Role::Row | Role::Tab | Role::Cell)
}

/// The kinds of action an element is offered for: those it has routes for and that make sense for its role, else what
/// its role would normally take.
fn kinds(element: &Element) -> Vec<ActionKind> {
    use ActionKind::{Append, ChooseOption, Click, Menu, SetValue, Toggle, TypeInto};
    let routed = |kinds: &[ActionKind]| -> Vec<ActionKind> {
        kinds.iter().copied().filter(|kind| element.can(*kind)).collect()
    };
    let one_of =
        |kinds: &[ActionKind]| vec![routed(kinds).first().or(kinds.first()).copied().unwrap_or(Click)];
    match element.role {
        Role::Button | Role::MenuButton | Role::Link | Role::Tab => vec![Click],
        Role::RadioButton => one_of(&[Click, Toggle]),
        Role::CheckBox | Role::Switch | Role::ToggleButton => one_of(&[Toggle, Click]),
        Role::Expander => one_of(&[Toggle, Click]),
        Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem => one_of(&[Menu, Click]),
        Role::Slider | Role::SpinButton => vec![SetValue],
        Role::ComboBox => {
            let mut kinds = vec![ChooseOption];
            kinds.extend(routed(&[SetValue, Append, TypeInto]));
            kinds
        }
        // Too long to be shown row by row.
        Role::List | Role::Table => routed(&[ChooseOption]),
        Role::TextField | Role::TextArea | Role::PasswordField | Role::Document => {
            let kinds = routed(&[SetValue, Append, TypeInto]);
            if kinds.is_empty() && element.state.editable { vec![SetValue] } else { kinds }
        }
        Role::ListItem | Role::TreeItem | Role::Row | Role::Cell => {
            let mut kinds = routed(&[Click]);
            if kinds.is_empty() && element.state.selectable && element.role != Role::Cell {
                kinds.push(Click);
            }
            if element.state.checked.is_some() || element.state.expanded.is_some() {
                kinds.extend(routed(&[Toggle]));
            }
            if element.state.editable {
                kinds.extend(routed(&[SetValue, Append, TypeInto]));
            }
            kinds
        }
        Role::Menu => {
            // Opening a menu usually takes a grab; its items are offered without it.
            let quiet = element.routes_for(Click).any(|route| route.disturbs == Disturbance::Nothing);
            if quiet && !element.name.trim().is_empty() { vec![Click] } else { Vec::new() }
        }
        Role::Group | Role::Image | Role::Icon | Role::ColumnHeader | Role::RowHeader | Role::Unknown => {
            if element.name.trim().is_empty() {
                Vec::new()
            } else {
                routed(&[Click])
            }
        }
        Role::Window | Role::Dialog if closes(element) => vec![Click],
        _ => Vec::new(),
    }
}

/// How the words of a candidate begin that selects a row of what is too long to be shown row by row.
const A_ROW: &str = "select a row of ";

const fn holds_rows(role: Role) -> bool {
    matches!(role, Role::List | Role::Table)
}

/// The candidate that selects the row that says `text`, made from the one that selects any row of that list. The row
/// itself need not be in the snapshot; the id is for the caller to give.
pub(crate) fn row(any: &Candidate, snapshot: &Snapshot, text: &str) -> Option<Candidate> {
    let list = snapshot.elements().get(any.position).filter(|list| holds_rows(list.role))?;
    let words = any.does.strip_prefix(A_ROW).filter(|_| any.action == ActionKind::ChooseOption)?;
    let target = OptionTarget { text: text.to_owned(), position: any.position, key: list.key.clone() };
    Some(Candidate {
        id: String::new(),
        action: ActionKind::Click,
        does: format!("select row \"{}\" of {words}", display(text, NAME)),
        needs_text: false,
        option: Some(target),
        choices: Vec::new(),
        ..any.clone()
    })
}

/// What a decider is told of a candidate: capped, cleaned, and never the value of a protected field.
#[must_use]
pub fn facts(candidate: &Candidate, snapshot: &Snapshot, identities: &Identities) -> OptionFacts {
    let mut facts = element_facts(snapshot, identities, candidate.position);
    facts.action = candidate.action.name();
    facts.value.clone_from(&candidate.value);
    facts.shortcut = candidate.shortcut.as_ref().map(|shortcut| display(shortcut, NAME));
    facts.risk = candidate.risk.map(Risk::name);
    facts.choices = candidate.choices.iter().take(OPTIONS).map(|choice| display(choice, NAME)).collect();
    if let Some(word) = candidate.gesture.word() {
        word.clone_into(&mut facts.description);
        if candidate.action == ActionKind::Key {
            facts.label = format!("{word} {}", facts.label).trim_end().to_owned();
        }
    }
    if let Some(option) = &candidate.option {
        let combo = std::mem::replace(&mut facts.label, display(&option.text, NAME));
        facts.within.extend(Some(combo).filter(|combo| !combo.is_empty()));
        facts.choices.clear();
        if snapshot.elements().get(candidate.position).is_some_and(|element| holds_rows(element.role)) {
            facts.role = Role::ListItem.name();
        }
    }
    if candidate.action == ActionKind::Click
        && snapshot.elements().get(candidate.position).is_some_and(closes)
    {
        let title = std::mem::replace(&mut facts.label, CLOSE.to_owned());
        facts.within.extend(Some(title).filter(|title| !title.is_empty()));
    }
    if candidate.action == ActionKind::Keypad {
        facts.role = "Keypad";
        facts.label = "keypad".to_owned();
        facts.description.clone_from(&candidate.does);
    }
    facts
}

/// What a decider is told of any element.
pub(crate) fn element_facts(snapshot: &Snapshot, identities: &Identities, position: usize) -> OptionFacts {
    let Some(element) = snapshot.elements().get(position) else {
        return OptionFacts::default();
    };
    let within = identities.within(position);
    // The innermost containers say most.
    let first = within.len().saturating_sub(6);
    let row = identities.row(position).filter(|_| element.role == Role::Cell);
    OptionFacts {
        role: element.role.name(),
        label: identities.label(position).to_owned(),
        within: within[first..].iter().map(|name| display(name, NAME)).collect(),
        near: identities.near(position).or(row).map(|near| display(near, NAME)),
        description: display(described(element, identities, position), LINE),
        placeholder: element.placeholder.as_ref().map(|text| display(text, NAME)),
        value: standing(snapshot, identities, position),
        ..OptionFacts::default()
    }
}

/// What explains an element; the display of a keypad seldom has any words of its own.
fn described<'a>(element: &'a Element, identities: &Identities, position: usize) -> &'a str {
    let is_display = identities.keypads().iter().any(|keypad| keypad.display == Some(position));
    if is_display && element.description.is_empty() { keypad::DISPLAY } else { &element.description }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::snapshot;

    /// The candidates of a window, each as its kind and what it does, with the rest behind it.
    fn offered(text: &str) -> Vec<String> {
        let read = snapshot(text).unwrap();
        let identities = Identities::of(&read);
        candidates(&read, &identities, &mut IdTable::default())
            .into_iter()
            .map(|candidate| {
                let mut line = format!("{}: {}", candidate.action, candidate.does);
                if let Some(value) = &candidate.value {
                    line.push_str(&format!(" = {value}"));
                }
                if let Some(risk) = candidate.risk {
                    line.push_str(&format!(" !{risk}"));
                }
                if !candidate.enabled {
                    line.push_str(" disabled");
                }
                line
            })
            .collect()
    }

    #[test]
    fn each_control_is_offered_for_what_its_role_takes() {
        let read = r#"
            Window "Form"
              MenuBar
                Menu "File" click!grab
                  MenuItem "Export…" hidden menu
                  MenuItem "Quit" hidden menu shortcut:ctrl+q
              Text "Name:" click
              TextField "Name" = "Grace" set_value append type_into
              PasswordField "Password" = "hunter2" protected set_value
              TextField "Read only" = "x" readonly
              ComboBox "Medium" choose_option
                Menu hidden
                  MenuItem "Medium" hidden selected
                  MenuItem "Large" hidden
              CheckBox "Send newsletter" off toggle
              Switch "Wi-Fi" on
              RadioButton "Weekly" off click
              Slider "Volume" = 30 0..100 set_value
              List "Fruit"
                ListItem "Cherry" selectable click selected
              Button "Save" click
              Button "Delete note" disabled click
              Button "Hidden" hidden click
              ScrollArea "Area" click
              Link "Help" click
        "#;
        assert_eq!(
            offered(read),
            [
                "click: click Menu \"File\"",
                "set_value: replace the whole text of TextField \"Name\" = Grace",
                "append: add to the end of TextField \"Name\" = Grace",
                "type_into: insert into TextField \"Name\" = Grace",
                "set_value: replace the whole text of PasswordField \"Password\"",
                "choose_option: choose an option of ComboBox = Medium",
                "click: choose \"Medium\" in ComboBox = Medium",
                "click: choose \"Large\" in ComboBox = Medium",
                "toggle: turn on CheckBox \"Send newsletter\" = off",
                "toggle: turn off Switch \"Wi-Fi\" = on",
                "click: select RadioButton \"Weekly\" = off",
                "set_value: set Slider \"Volume\" = 30",
                "click: select ListItem \"Cherry\" = selected",
                "click: click Button \"Save\"",
                "click: click Button \"Delete note\" !delete disabled",
                "click: click Link \"Help\"",
                "menu: menu File > Export…",
                "menu: menu File > Quit !close",
            ]
        );
    }

    #[test]
    fn what_a_person_takes_for_one_control_is_one() {
        let read = r#"
            Window "Preferences"
              TabList
                Tab selected click
              List "General"
                ListItem "Decimals" click
                  SpinButton "Decimals" = 9 0..9 set_value
                ListItem "About" click
                ListItem "Server" click
                  Button "Edit" click
              ComboBox "Size" choose_option
                MenuButton "Size" click!grab
              Menu "File" hidden
                MenuItem "No templates in\n\"Templates\"" hidden disabled
                MenuItem "Empty File" hidden menu
        "#;
        assert_eq!(
            offered(read),
            [
                "set_value: set SpinButton \"Decimals\" = 9",
                "click: select ListItem \"About\"",
                "click: select ListItem \"Server\"",
                "click: click Button \"Edit\"",
                "choose_option: choose an option of ComboBox \"Size\"",
                "click: click ComboBox \"Size\"",
                "menu: menu File > Empty File",
            ]
        );
    }

    #[test]
    fn a_command_is_named_by_the_menus_above_it() {
        let read = r#"
            Window
              MenuBar
                MenuItem "Help"
                  Menu "Help" hidden
                    MenuItem "Help" hidden menu
                    MenuItem "About" hidden menu
              MenuButton "View" click!grab
                Menu
                  Menu "Spaces Per Tab"
                    MenuItem "8" hidden menu
        "#;
        assert_eq!(
            offered(read),
            [
                "click: click MenuButton \"View\"",
                "menu: menu Help > Help",
                "menu: menu Help > About",
                "menu: menu View > Spaces Per Tab > 8",
            ]
        );
    }

    #[test]
    fn look_alikes_are_told_apart_in_words() {
        let read = r#"
            Window
              Text "Billing"
              Button "Edit" click
              Text "Shipping"
              Button "Edit" click
              Group "Danger"
                Button "Reset" click
              Group "Lab"
                Button "Reset" click
              List
                ListItem
                  Text "Rent"
                  Button "Remove" click
                ListItem
                  Text "Salary"
                  Button "Remove" click
              Button "Go" click
              Button "Go" click
        "#;
        assert_eq!(
            offered(read),
            [
                "click: click Button \"Edit\" under \"Billing\"",
                "click: click Button \"Edit\" under \"Shipping\"",
                "click: click Button \"Reset\" in \"Danger\"",
                "click: click Button \"Reset\" in \"Lab\"",
                "click: click Button \"Remove\" in the row of \"Rent\" !delete",
                "click: click Button \"Remove\" in the row of \"Salary\" !delete",
                "click: click Button \"Go\" (1 of 2)",
                "click: click Button \"Go\" (2 of 2)",
            ]
        );
    }

    fn calculator(decimal: &str) -> Snapshot {
        let digits: String =
            (0..10).map(|digit| format!("    Button \"{digit}\" #d{digit} click\n")).collect();
        snapshot(&format!(
            "Window \"Calculator\"\n TitleBar\n  Button \"Close\" #close click\n Group\n  TextArea #display = \"12\" set_value\n  Group\n{digits}    Button \"{decimal}\" #point click\n   Group\n    Button \"Divide\" #divide click\n    Button \"×\" #times click\n    Button \"Equals\" #equals click\n    Button \"Delete\" #delete click"
        ))
        .unwrap()
    }

    #[test]
    fn a_keypad_is_one_candidate_and_its_keys_answer_to_what_callers_type() {
        let read = calculator(",");
        let identities = Identities::of(&read);
        let all = candidates(&read, &identities, &mut IdTable::default());
        let keypads: Vec<_> = all.iter().filter(|candidate| candidate.action == ActionKind::Keypad).collect();
        let [keypad] = keypads[..] else { panic!("one keypad") };
        let key = |typed: char| {
            let found = keypad.keys.iter().find(|(character, _)| *character == typed);
            found.map(|(_, position)| read.elements()[*position].key.as_str())
        };
        let rows = [
            ('7', "d7"),
            ('*', "times"),
            ('×', "times"),
            ('/', "divide"),
            ('÷', "divide"),
            ('=', "equals"),
            ('.', "point"),
            (',', "point"),
        ];
        for (typed, expected) in rows {
            assert_eq!(key(typed), Some(expected), "{typed}");
        }
        assert_eq!(key('+'), None);
        assert_eq!(keypad.key.as_str(), "display");
        assert!(keypad.needs_text && keypad.value.as_deref() == Some("12"));
        let risk = |key: &str| all.iter().find(|one| one.key.as_str() == key).and_then(|one| one.risk);
        assert_eq!((risk("delete"), risk("close")), (None, Some(Risk::Close)));
        let point = calculator(".");
        let all = candidates(&point, &Identities::of(&point), &mut IdTable::default());
        assert!(all.iter().all(|candidate| candidate.keys.iter().all(|(character, _)| *character != ',')));
    }

    #[test]
    fn keys_made_of_toggle_buttons_are_pressed() {
        let digits: String =
            (0..10).map(|digit| format!("  ToggleButton \"{digit}\" off toggle click\n")).collect();
        let read = format!(
            "Window\n TextArea = \"0\" set_value\n Group\n{digits} ToggleButton \"Exact\" off toggle click"
        );
        let all = offered(&read);
        assert!(all.contains(&"click: click ToggleButton \"7\" = off".to_owned()), "{all:?}");
        assert!(all.contains(&"toggle: turn on ToggleButton \"Exact\" = off".to_owned()), "{all:?}");
    }

    #[test]
    fn facts_are_capped_and_hold_no_secret() {
        let long = "x".repeat(10_000);
        let read = snapshot(&format!(
            "Window\n Button \"{long}\" click description:\"{long}\"\n PasswordField \"PIN\" = \"4711\" protected set_value\n ComboBox \"Size\" choose_option\n  ListItem \"Large\" hidden"
        ))
        .unwrap();
        let identities = Identities::of(&read);
        let all = candidates(&read, &identities, &mut IdTable::default());
        let facts: Vec<_> = all.iter().map(|candidate| facts(candidate, &read, &identities)).collect();
        assert!(
            facts[0].label.chars().count() <= NAME + 1 && facts[0].description.chars().count() <= LINE + 1
        );
        assert!(!format!("{facts:?}").contains("4711"));
        assert_eq!(facts[2].choices, ["Large"]);
        assert_eq!(
            (facts[3].label.as_str(), facts[3].within.as_slice()),
            ("Large", &["Size".to_owned()][..])
        );
    }

    #[test]
    fn a_table_line_is_selected_once() {
        let cells = |row: u32, texts: [&str; 2]| {
            format!(
                "  Cell \"{}\" row:{row} column:0 click\n  Cell \"{}\" row:{row} column:1 click\n",
                texts[0], texts[1]
            )
        };
        let text =
            format!("Window\n Table \"T\"\n{}{}", cells(0, ["Rent", "-900"]), cells(1, ["Salary", "2000"]));
        assert_eq!(
            offered(&text),
            [
                "click: select Cell \"Rent\" in the row of \"-900\"",
                "click: select Cell \"Salary\" in the row of \"2000\"",
            ]
        );
    }
}
