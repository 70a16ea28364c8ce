//! One reading of a window.
//!
//! A [`Snapshot`] is immutable. Elements stand in reading order (a parent before its children), and what was not read is
//! said in [`LeftOut`], so that a cut reading is never taken for a small window.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use crate::clock::Moment;
use crate::element::{Element, ElementKey, Role};
use crate::window::Window;

/// How much of a window to read at the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotBounds {
    /// Elements.
    pub elements: usize,
    /// Levels below the window.
    pub depth: usize,
    /// Code points of text per element.
    pub text: usize,
}

impl Default for SnapshotBounds {
    fn default() -> Self {
        Self { elements: 5_000, depth: 60, text: 20_000 }
    }
}

/// What a reading left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Elements that are there and were not read, as far as their number is known.
    pub elements: u64,
    /// The time was up before the end.
    pub out_of_time: bool,
    /// Levels below the deepest one read exist.
    pub too_deep: bool,
}

impl LeftOut {
    /// Whether everything was read.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.elements == 0 && !self.out_of_time && !self.too_deep
    }
}

/// One reading of a window.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The window that was read.
    pub window: Window,
    /// Its app's other windows at that time, front-most first.
    pub other_windows: Vec<Window>,
    /// The controls in reading order.
    elements: Vec<Element>,
    /// What is missing.
    pub left_out: LeftOut,
    /// When the reading began.
    pub captured_at: Moment,
    index: HashMap<ElementKey, usize>,
}

impl Snapshot {
    /// Puts a reading together. Parents must stand before their children; a parent index that does not is dropped.
    #[must_use]
    pub fn new(window: Window, mut elements: Vec<Element>, captured_at: Moment) -> Self {
        for (position, element) in elements.iter_mut().enumerate() {
            element.parent = element.parent.filter(|parent| *parent < position);
        }
        let index =
            elements.iter().enumerate().map(|(position, element)| (element.key.clone(), position)).collect();
        Self { window, other_windows: Vec::new(), elements, left_out: LeftOut::default(), captured_at, index }
    }

    /// The controls in reading order.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Gives a control the name that its app did not give it.
    pub(crate) fn name_element(&mut self, position: usize, name: String) {
        if let Some(element) = self.elements.get_mut(position) {
            element.name = name;
        }
    }

    /// The position of a live object, in constant time.
    #[must_use]
    pub fn position(&self, key: &ElementKey) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The element of a live object, in constant time.
    #[must_use]
    pub fn element(&self, key: &ElementKey) -> Option<&Element> {
        self.position(key).and_then(|position| self.elements.get(position))
    }

    /// The elements above `position`, nearest first.
    pub fn ancestors(&self, position: usize) -> impl Iterator<Item = &Element> {
        let parent = |element: &Element| element.parent.and_then(|index| self.elements.get(index));
        std::iter::successors(self.elements.get(position).and_then(parent), move |element| parent(element))
    }

    /// The elements directly below `position`, in reading order, with their positions.
    pub fn children(&self, position: usize) -> impl Iterator<Item = (usize, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .skip(position + 1)
            .filter(move |(_, child)| child.parent == Some(position))
    }

    /// Whether `position` lies below `ancestor`.
    #[must_use]
    pub fn is_below(&self, position: usize, ancestor: usize) -> bool {
        let parent = |index: &usize| self.elements.get(*index).and_then(|element| element.parent);
        std::iter::successors(parent(&position), parent).any(|index| index == ancestor)
    }

    /// The elements that are shown.
    pub fn compact(&self) -> impl Iterator<Item = &Element> {
        self.elements.iter().filter(|element| element.state.visible)
    }

    /// Whether nothing is shown but what holds other things: a window that is not built up yet, or one that says nothing.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        let holds = |role| {
            matches!(
                role,
                Role::Window
                    | Role::Dialog
                    | Role::TitleBar
                    | Role::Group
                    | Role::ScrollArea
                    | Role::ScrollBar
                    | Role::Separator
                    | Role::ToolBar
                    | Role::StatusBar
                    | Role::TabList
                    | Role::TabPanel
                    | Role::Unknown
            )
        };
        self.elements.iter().enumerate().all(|(position, element)| {
            !element.state.visible
                || holds(element.role)
                || self.ancestors(position).any(|above| above.role == Role::TitleBar)
        })
    }

    /// The same reading with at most so many elements and levels, and what is missing then said in `left_out`.
    #[must_use]
    pub fn cut_to(&self, elements: usize, depth: usize) -> Self {
        let mut levels: Vec<usize> = Vec::with_capacity(self.elements.len());
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.elements.len());
        let mut kept: Vec<Element> = Vec::new();
        let mut too_deep = false;
        for element in &self.elements {
            let level = element.parent.and_then(|parent| levels.get(parent)).map_or(0, |above| above + 1);
            levels.push(level);
            too_deep |= level > depth;
            let fits = level <= depth && kept.len() < elements;
            places.push(fits.then_some(kept.len()));
            if fits {
                let parent = element.parent.and_then(|parent| places.get(parent).copied().flatten());
                kept.push(Element { parent, ..element.clone() });
            }
        }
        let missing = (self.elements.len() - kept.len()) as u64;
        let mut cut = Self::new(self.window.clone(), kept, self.captured_at);
        cut.other_windows.clone_from(&self.other_windows);
        cut.left_out = self.left_out.clone();
        cut.left_out.elements += missing;
        cut.left_out.too_deep |= too_deep;
        cut
    }

    /// SHA-256 over the state of the window and its elements, as lower-case hexadecimal. Equal revisions mean that
    /// nothing a caller could see differs; keys and the time of reading do not count.
    #[must_use]
    pub fn revision(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.window.title.as_bytes());
        for window in &self.other_windows {
            hash.update(format!("\u{1f}{}\u{1f}{:?}", window.title, window.kind));
        }
        for element in &self.elements {
            hash.update(format!(
                "\u{1e}{:?}\u{1f}{}\u{1f}{}\u{1f}{}\u{1f}{:?}\u{1f}{:?}\u{1f}{:?}\u{1f}{:?}",
                element.parent,
                element.role,
                element.name,
                element.description,
                element.content.as_ref().map(|content| (&content.text, content.length)),
                element.number,
                element.state,
                element.place,
            ));
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Role;

    fn tree() -> Snapshot {
        let mut group = Element::named(ElementKey::new("g"), Role::Group, "Billing");
        group.parent = Some(7); // no such parent before it: dropped
        let mut button = Element::named(ElementKey::new("b"), Role::Button, "Edit");
        button.parent = Some(0);
        Snapshot::new(Window::default(), vec![group, button], Moment::default())
    }

    #[test]
    fn a_window_that_shows_only_what_holds_other_things_is_bare() {
        let shown = |parts: &[(Role, &str)]| {
            let element = |(place, (role, name)): (usize, &(Role, &str))| Element {
                parent: place.checked_sub(1),
                ..Element::named(ElementKey::new(format!("e{place}")), *role, *name)
            };
            let elements = parts.iter().enumerate().map(element).collect();
            Snapshot::new(Window::default(), elements, Moment::default())
        };
        assert!(shown(&[]).is_bare());
        assert!(shown(&[(Role::Group, "Page"), (Role::ScrollArea, "")]).is_bare());
        assert!(shown(&[(Role::TitleBar, ""), (Role::Button, "Close")]).is_bare());
        assert!(!shown(&[(Role::Group, ""), (Role::Text, "Nothing here")]).is_bare());
        assert!(!shown(&[(Role::List, "Files")]).is_bare(), "an empty list is something to read");
    }

    #[test]
    fn elements_are_found_by_key_and_know_what_is_above() {
        let snapshot = tree();
        assert_eq!(
            snapshot.element(&ElementKey::new("b")).map(|element| element.name.as_str()),
            Some("Edit")
        );
        assert!(snapshot.element(&ElementKey::new("x")).is_none());
        assert_eq!(snapshot.ancestors(1).count(), 1);
        assert_eq!(snapshot.children(0).count(), 1);
        assert!(snapshot.is_below(1, 0) && !snapshot.is_below(0, 1));
    }

    #[test]
    fn a_cut_reading_says_what_is_missing() {
        let whole = tree();
        let cut = whole.cut_to(1, 25);
        assert_eq!((cut.elements().len(), cut.left_out.elements), (1, 1));
        let flat = whole.cut_to(10, 0);
        assert_eq!((flat.elements().len(), flat.left_out.too_deep), (1, true));
        assert!(whole.cut_to(10, 10).left_out.is_nothing());
        assert_eq!(whole.cut_to(10, 10).revision(), whole.revision());
    }

    #[test]
    fn the_revision_changes_with_what_can_be_seen_and_not_with_keys() {
        let one = tree();
        let mut elements = one.elements().to_vec();
        elements[1].key = ElementKey::new("other");
        let renamed_key = Snapshot::new(Window::default(), elements.clone(), Moment::default());
        assert_eq!(one.revision(), renamed_key.revision());
        elements[1].state.enabled = false;
        assert_ne!(one.revision(), Snapshot::new(Window::default(), elements, Moment::default()).revision());
    }
}
