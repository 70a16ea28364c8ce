//! What differs between two readings of a window, in words and by source.
//!
//! Two readings are compared object by object; an object that was re-created with the same role, name and state is no
//! difference. Every difference keeps the object it comes from, so that the loop can tell an effect from what was
//! already moving before. This module lists; it does not judge. Focus, pressed looks and bounds do not count: they
//! change without anything having happened.

use std::collections::{HashMap, HashSet};

use crate::element::{Checked, Content, Element, ElementKey, Role, number_text};
use crate::label;
use crate::snapshot::Snapshot;
use crate::window::{Window, WindowKind};

/// What differs, as the answer of an `act` shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Controls, texts and windows that are new.
    pub appeared: Vec<String>,
    /// Controls, texts and windows that are gone.
    pub disappeared: Vec<String>,
    /// Fields, boxes and choices that stand differently: `TextField "Name": "" → "Grace"`.
    pub fields_changed: Vec<String>,
    /// Texts that read differently.
    pub texts_changed: Vec<String>,
    /// The new title of the window, when it changed.
    pub window_title: Option<String>,
    /// Menu items with another label.
    pub menu_items_retitled: Vec<String>,
    /// Menu items that react now.
    pub menu_items_enabled: Vec<String>,
    /// Menu items that no longer react.
    pub menu_items_disabled: Vec<String>,
}

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nature {
    /// A window or dialog of the app opened.
    WindowOpened,
    /// A window or dialog of the app closed.
    WindowClosed,
    /// The window's title reads differently.
    WindowTitle,
    /// A control is new.
    Appeared,
    /// A control is gone.
    Disappeared,
    /// A field, box or choice stands differently, or a control became usable or unusable.
    Field,
    /// A text reads differently, is new or is gone.
    Text,
    /// A menu item has another label.
    MenuRetitled,
    /// A menu item reacts now.
    MenuEnabled,
    /// A menu item no longer reacts.
    MenuDisabled,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What kind it is.
    pub nature: Nature,
    /// The object it comes from; for a window its key.
    pub source: ElementKey,
    /// The object around it, for what appeared or disappeared.
    pub container: Option<ElementKey>,
    /// What differs, in words.
    pub words: String,
    /// It is gone rather than new or changed.
    pub gone: bool,
}

impl Difference {
    /// The object that moves: what changed, or what holds what came or went.
    #[must_use]
    pub fn mover(&self) -> &ElementKey {
        self.container.as_ref().unwrap_or(&self.source)
    }
}

/// All differences between two readings, in the order of the screen.
#[must_use]
pub fn differences(before: &Snapshot, after: &Snapshot) -> Vec<Difference> {
    let mut found = Vec::new();
    windows_differ(before, after, &mut found);
    let pairs = Pairs::of(before, after);
    for (position, element) in after.elements().iter().enumerate().filter(|(_, element)| counts(element)) {
        match pairs.before_of(position) {
            Some(earlier) => elements_differ(earlier, element, &mut found),
            None => found.extend(came_or_went(after, position, element, false)),
        }
    }
    for (position, element) in before.elements().iter().enumerate().filter(|(_, element)| counts(element)) {
        if !pairs.matched_before.contains(&position) {
            found.extend(came_or_went(before, position, element, true));
        }
    }
    found
}

/// The differences as the answer shows them, each text once.
#[must_use]
pub fn report<'a>(differences: impl IntoIterator<Item = &'a Difference>, window: &Window) -> Change {
    let mut change = Change::default();
    let mut seen = HashSet::new();
    for difference in differences {
        if !seen.insert((difference.nature, difference.gone, difference.words.as_str())) {
            continue;
        }
        let list = match difference.nature {
            Nature::WindowTitle => {
                change.window_title = Some(label::display(&window.title, WORDS));
                continue;
            }
            Nature::WindowOpened | Nature::Appeared => &mut change.appeared,
            Nature::WindowClosed | Nature::Disappeared => &mut change.disappeared,
            Nature::Field => &mut change.fields_changed,
            Nature::Text => &mut change.texts_changed,
            Nature::MenuRetitled => &mut change.menu_items_retitled,
            Nature::MenuEnabled => &mut change.menu_items_enabled,
            Nature::MenuDisabled => &mut change.menu_items_disabled,
        };
        list.push(difference.words.clone());
    }
    change
}

/// How a window is called in words.
#[must_use]
pub fn window_words(window: &Window) -> String {
    let role = match window.kind {
        WindowKind::Dialog => Role::Dialog,
        WindowKind::Transient => Role::Popover,
        WindowKind::Normal if window.modal => Role::Dialog,
        WindowKind::Normal => Role::Window,
    };
    label::quoted(role, &window.title)
}

/// Graphemes of a value or label in words.
const WORDS: usize = 120;

/// Whether an element is something a caller sees: shown, or an item of a menu (which may be closed).
fn counts(element: &Element) -> bool {
    let menu_item = matches!(element.role, Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem);
    (element.state.visible || menu_item)
        && !matches!(element.role, Role::Tooltip | Role::ScrollBar | Role::Separator | Role::Window)
}

/// Which element of the later reading is which of the earlier one.
struct Pairs<'a> {
    earlier: HashMap<usize, &'a Element>,
    matched_before: HashSet<usize>,
}

impl<'a> Pairs<'a> {
    fn of(before: &'a Snapshot, after: &Snapshot) -> Self {
        let mut pairs = Self { earlier: HashMap::new(), matched_before: HashSet::new() };
        let mut left_over = Vec::new();
        for (position, element) in after.elements().iter().enumerate() {
            let same = before.position(&element.key).and_then(|at| Some((at, before.elements().get(at)?)));
            match same.filter(|(_, earlier)| earlier.role == element.role && counts(earlier)) {
                Some((at, earlier)) => pairs.put(position, at, earlier),
                None if counts(element) => left_over.push(position),
                None => {}
            }
        }
        // Objects that were re-created: first those that look the same to the letter, then those of the same name.
        pairs.by_look(before, after, &mut left_over, |element| {
            (element.role, element.name.clone(), element.value(), element.state.enabled)
        });
        pairs.by_look(before, after, &mut left_over, |element| (element.role, element.name.clone()));
        pairs
    }

    fn by_look<L: Eq + std::hash::Hash>(
        &mut self,
        before: &'a Snapshot,
        after: &Snapshot,
        left_over: &mut Vec<usize>,
        look: impl Fn(&Element) -> L,
    ) {
        let mut waiting: HashMap<L, Vec<usize>> = HashMap::new();
        for (position, element) in before.elements().iter().enumerate().rev() {
            if counts(element) && !self.matched_before.contains(&position) {
                waiting.entry(look(element)).or_default().push(position);
            }
        }
        left_over.retain(|position| {
            let Some(element) = after.elements().get(*position) else { return false };
            let found = waiting.get_mut(&look(element)).and_then(Vec::pop);
            match found.and_then(|at| Some((at, before.elements().get(at)?))) {
                Some((at, earlier)) => {
                    self.put(*position, at, earlier);
                    false
                }
                None => true,
            }
        });
    }

    fn put(&mut self, position: usize, at: usize, earlier: &'a Element) {
        self.earlier.insert(position, earlier);
        self.matched_before.insert(at);
    }

    fn before_of(&self, position: usize) -> Option<&'a Element> {
        self.earlier.get(&position).copied()
    }
}

fn windows_differ(before: &Snapshot, after: &Snapshot, found: &mut Vec<Difference>) {
    let mut push = |window: &Window, nature, gone| {
        found.push(Difference {
            nature,
            source: ElementKey::new(window.key.as_str()),
            container: None,
            words: window_words(window),
            gone,
        });
    };
    let listed = |windows: &[Window], window: &Window| windows.iter().any(|other| other.key == window.key);
    for window in &after.other_windows {
        if !listed(&before.other_windows, window) {
            push(window, Nature::WindowOpened, false);
        } else if before.other_windows.iter().any(|old| old.key == window.key && old.title != window.title) {
            push(window, Nature::Text, false);
        }
    }
    for window in &before.other_windows {
        if !listed(&after.other_windows, window) {
            push(window, Nature::WindowClosed, true);
        }
    }
    if before.window.title != after.window.title {
        push(&after.window, Nature::WindowTitle, false);
    }
}

fn is_menu_item(role: Role) -> bool {
    matches!(role, Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem)
}

fn is_read_only_text(role: Role) -> bool {
    matches!(
        role,
        Role::Text
            | Role::Heading
            | Role::Paragraph
            | Role::StatusBar
            | Role::ProgressBar
            | Role::Alert
            | Role::Image
    )
}

fn came_or_went(snapshot: &Snapshot, position: usize, element: &Element, gone: bool) -> Option<Difference> {
    let nameless = element.name.is_empty() && element.value().is_none_or(|value| value.is_empty());
    let layout = matches!(element.role, Role::Group | Role::ScrollArea | Role::Unknown | Role::TabPanel);
    if nameless && (layout || is_read_only_text(element.role) || element.routes.is_empty()) {
        return None;
    }
    let nature = match (is_read_only_text(element.role), gone) {
        (true, _) => Nature::Text,
        (false, true) => Nature::Disappeared,
        (false, false) => Nature::Appeared,
    };
    let name =
        if element.name.is_empty() { element.value().unwrap_or_default() } else { element.name.clone() };
    let words = match (nature, gone) {
        (Nature::Text, true) => format!("\"{}\" is gone", label::display(&name, WORDS)),
        (Nature::Text, false) => format!("\"{}\" is new", label::display(&name, WORDS)),
        _ => label::quoted(element.role, &name),
    };
    let container = snapshot.ancestors(position).next().map(|parent| parent.key.clone());
    Some(Difference { nature, source: element.key.clone(), container, words, gone })
}

fn elements_differ(earlier: &Element, element: &Element, found: &mut Vec<Difference>) {
    let mut push = |nature, words: String| {
        found.push(Difference { nature, source: element.key.clone(), container: None, words, gone: false });
    };
    let named = label::quoted(element.role, &element.name);
    let menu = is_menu_item(element.role);
    if earlier.name != element.name {
        let words = format!(
            "\"{}\" → \"{}\"",
            label::display(&earlier.name, WORDS),
            label::display(&element.name, WORDS)
        );
        match (menu, is_read_only_text(element.role)) {
            (true, _) => push(Nature::MenuRetitled, words),
            (false, true) => push(Nature::Text, words),
            (false, false) => push(Nature::Text, format!("{} {words}", element.role)),
        }
    }
    if let Some(words) = value_differs(earlier, element) {
        let nature = if is_read_only_text(element.role) { Nature::Text } else { Nature::Field };
        push(nature, format!("{named}: {words}"));
    }
    if earlier.state.enabled != element.state.enabled {
        match (menu, element.state.enabled) {
            (true, true) => push(Nature::MenuEnabled, named.clone()),
            (true, false) => push(Nature::MenuDisabled, named.clone()),
            (false, true) => push(Nature::Field, format!("{named}: enabled")),
            (false, false) => push(Nature::Field, format!("{named}: disabled")),
        }
    }
    let known = earlier.state.checked.is_some() && element.state.checked.is_some();
    if known && earlier.state.checked != element.state.checked {
        let word = checked_word;
        push(
            Nature::Field,
            format!("{named}: {} → {}", word(earlier.state.checked), word(element.state.checked)),
        );
    }
    if earlier.state.selected != element.state.selected {
        let word = if element.state.selected { "selected" } else { "not selected" };
        push(Nature::Field, format!("{named}: {word}"));
    }
    if let (Some(was), Some(is)) = (earlier.state.expanded, element.state.expanded)
        && was != is
    {
        push(Nature::Field, format!("{named}: {}", if is { "expanded" } else { "collapsed" }));
    }
}

fn value_differs(earlier: &Element, element: &Element) -> Option<String> {
    if element.state.protected {
        return None;
    }
    let quoted = |text: &str| format!("\"{}\"", label::display(text, WORDS));
    // What could not be read at one of the two times may be what it was.
    if let (Some(was), Some(is)) = (&earlier.content, &element.content)
        && texts_differ(was, is)
    {
        return Some(format!("{} → {}", quoted(&was.text), quoted(&is.text)));
    }
    let number = |element: &Element| element.number.map(|number| number.value);
    match (number(earlier), number(element)) {
        (Some(was), Some(is)) if was.to_bits() != is.to_bits() && is.is_finite() => {
            Some(format!("{} → {}", number_text(was), number_text(is)))
        }
        _ => None,
    }
}

/// Whether two texts differ for sure: of one that is read about right, blanks at its ends say nothing.
fn texts_differ(was: &Content, is: &Content) -> bool {
    if was.is_about() || is.is_about() {
        return was.text.trim() != is.text.trim();
    }
    (&was.text, was.length) != (&is.text, is.length)
}

/// The word for a tick.
#[must_use]
pub fn checked_word(checked: Option<Checked>) -> &'static str {
    match checked {
        Some(Checked::On) => "on",
        Some(Checked::Off) => "off",
        Some(Checked::Mixed) => "mixed",
        None => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Moment;
    use crate::window::WindowKey;

    fn snapshot(elements: Vec<Element>) -> Snapshot {
        Snapshot::new(Window::default(), elements, Moment::default())
    }

    fn element(key: &str, role: Role, name: &str) -> Element {
        Element::named(ElementKey::new(key), role, name)
    }

    fn field(key: &str, name: &str, text: &str) -> Element {
        Element { content: Some(Content::whole(text)), ..element(key, Role::TextField, name) }
    }

    fn words(before: Vec<Element>, after: Vec<Element>) -> Vec<String> {
        differences(&snapshot(before), &snapshot(after)).into_iter().map(|one| one.words).collect()
    }

    #[test]
    fn equal_readings_have_no_differences_even_when_objects_are_new() {
        let before = vec![field("a", "Name", "Grace"), element("b", Role::Button, "Save")];
        let after = vec![field("x", "Name", "Grace"), element("y", Role::Button, "Save")];
        assert!(words(before, after).is_empty());
    }

    #[test]
    fn what_is_not_known_at_one_time_is_no_difference() {
        let unread = element("a", Role::TextField, "Name");
        let about = Element { content: Some(Content::about("Grace")), ..unread.clone() };
        let whole = field("a", "Name", "  Grace ");
        for (before, after) in [(&unread, &whole), (&whole, &unread), (&about, &whole), (&whole, &about)] {
            assert!(words(vec![before.clone()], vec![after.clone()]).is_empty());
        }
        let other = Element { content: Some(Content::about("Ada")), ..unread };
        assert_eq!(words(vec![whole], vec![other]).len(), 1);
        let unknown = element("t", Role::Switch, "Bold");
        let mut on = unknown.clone();
        on.state.checked = Some(Checked::On);
        assert!(words(vec![unknown], vec![on]).is_empty());
    }

    #[test]
    fn a_changed_field_says_what_it_held_and_holds() {
        let got = words(vec![field("a", "Name", "")], vec![field("a", "Name", "  Grace ")]);
        assert_eq!(got, ["TextField \"Name\": \"\" → \"  Grace \""]);
    }

    #[test]
    fn a_recreated_field_with_another_value_is_a_changed_field() {
        let got = words(vec![field("a", "Name", "x")], vec![field("z", "Name", "y")]);
        assert_eq!(got, ["TextField \"Name\": \"x\" → \"y\""]);
    }

    #[test]
    fn focus_and_bounds_are_no_difference() {
        let before = element("a", Role::Button, "OK");
        let mut after = before.clone();
        after.state.focused = true;
        after.bounds = Some(crate::element::Bounds { x: 1, y: 1, width: 5, height: 5 });
        assert!(words(vec![before], vec![after]).is_empty());
    }

    #[test]
    fn a_dialog_that_opened_is_told_and_listed() {
        let before = snapshot(vec![]);
        let mut after = snapshot(vec![]);
        let dialog = Window {
            key: WindowKey::new("d"),
            title: "Confirm".into(),
            kind: WindowKind::Dialog,
            ..Window::default()
        };
        after.other_windows.push(dialog);
        let found = differences(&before, &after);
        assert_eq!(found.iter().map(|one| one.nature).collect::<Vec<_>>(), [Nature::WindowOpened]);
        assert_eq!(report(&found, &after.window).appeared, ["Dialog \"Confirm\""]);
    }

    #[test]
    fn a_protected_field_tells_nothing() {
        let mut before = field("a", "Password", "");
        before.state.protected = true;
        let mut after = field("a", "Password", "hunter2");
        after.state.protected = true;
        assert!(words(vec![before], vec![after]).is_empty());
    }
}
