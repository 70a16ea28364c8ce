//! The state of the in-memory desktop, and how one [`Change`] changes it.
//!
//! Controls are found by their keys on every change: nothing here holds a place in the tree across two changes, so
//! scripts may move and remove what they like.

use std::collections::{HashMap, HashSet};

use surehand_core::element::{Checked, Element, ElementKey, Role};
use surehand_core::window::{Window, WindowKey};

use crate::change::{Change, Parent};
use crate::node::{Node, WindowState};
use crate::reading::content_of;

/// Who speaks after a change: a process, and its control when one did.
pub(crate) type Spoken = (u32, Option<ElementKey>);

/// Everything the desktop holds.
#[derive(Debug, Default)]
pub(crate) struct World {
    /// The open windows, front-most first.
    pub(crate) windows: Vec<WindowState>,
    /// The window the user works in.
    pub(crate) foreground: Option<WindowKey>,
    /// The apps that have ended.
    pub(crate) ended: HashSet<u32>,
    /// Whose every control ever seen is or was.
    owners: HashMap<ElementKey, u32>,
    /// The app of every window ever opened.
    window_owners: HashMap<WindowKey, u32>,
    presses: HashMap<ElementKey, u32>,
    ticks: HashMap<ElementKey, u64>,
    windows_opened: u64,
}

impl World {
    /// The window of that key with what is in it.
    pub(crate) fn window(&self, key: &WindowKey) -> Option<&WindowState> {
        self.windows.iter().find(|state| state.window.key == *key)
    }

    /// The window as it is listed.
    pub(crate) fn listed(&self, state: &WindowState) -> Window {
        Window { active: self.foreground.as_ref() == Some(&state.window.key), ..state.window.clone() }
    }

    /// The app of a window, also of a closed one.
    pub(crate) fn window_owner(&self, key: &WindowKey) -> Option<u32> {
        self.window_owners.get(key).copied()
    }

    /// The app of a control, also of one that is gone.
    pub(crate) fn owner(&self, key: &ElementKey) -> Option<u32> {
        self.owners.get(key).copied()
    }

    /// How often a control was pressed.
    pub(crate) fn presses(&self, key: &ElementKey) -> u32 {
        self.presses.get(key).copied().unwrap_or_default()
    }

    /// The control of that key.
    pub(crate) fn node(&self, key: &ElementKey) -> Option<&Node> {
        self.windows.iter().find_map(|state| find(&state.content, key))
    }

    /// Changes the state, and answers who says so.
    pub(crate) fn apply(&mut self, change: Change) -> Vec<Spoken> {
        match change {
            Change::Open(state) => self.open(*state),
            Change::Close(key) => self.close(&key),
            Change::Front(key) => self.bring_to_front(&key),
            Change::Quit(pid) => self.quit(pid),
            Change::Retitle(key, title) => self.retitle(&key, title),
            Change::Add(parent, position, node) => self.add(&parent, position, *node),
            Change::Remove(key) => self.remove(&key),
            Change::Swap(one, other) => self.swap(&one, &other),
            Change::Restore(copy) => {
                let restored = |node: &mut Node| *node = (*copy).clone();
                self.edit_node(&copy.element.key, restored)
            }
            Change::Choose(key, option) => {
                let item = |node: &Node| {
                    let named = node.children.iter().find(|child| child.element.name == option);
                    named.map(|child| child.element.key.clone())
                };
                let item = self.node(&key).and_then(item);
                item.map_or_else(Vec::new, |item| self.select(&item))
            }
            Change::Select(key) => self.select(&key),
            Change::Check(key, checked) => self.check(&key, checked),
            Change::Focus(key) => self.focus(&key),
            Change::Press(key) => {
                *self.presses.entry(key.clone()).or_default() += 1;
                Vec::new()
            }
            Change::Expand(key, expanded) => self.edit_node(&key, |node| {
                node.element.state.expanded = Some(expanded);
                node.children.iter_mut().for_each(|child| child.element.state.visible = expanded);
            }),
            Change::Tick(key) => {
                let tick = self.ticks.entry(key.clone()).or_default();
                *tick += 1;
                let shown = tick.to_string();
                self.edit(&key, |element| show(element, shown))
            }
            change => self.apply_to_one(change),
        }
    }

    /// The changes that edit the facts of one control.
    fn apply_to_one(&mut self, change: Change) -> Vec<Spoken> {
        match change {
            Change::Text(key, text) => self.edit(&key, |element| element.content = Some(content_of(text))),
            Change::Insert(key, at, text) => self.edit(&key, |element| insert(element, at, &text)),
            Change::Rewrite(key, rewrite) => self.edit(&key, |element| {
                let rewritten = element.content.as_ref().map(|content| content_of(rewrite(&content.text)));
                element.content = rewritten;
            }),
            Change::Number(key, value) => self.edit(&key, |element| {
                if let Some(number) = &mut element.number {
                    number.value = value.max(number.minimum).min(number.maximum);
                }
            }),
            Change::Rename(key, name) => self.edit(&key, |element| element.name = name),
            Change::Enable(key, enabled) => self.edit(&key, |element| element.state.enabled = enabled),
            Change::Move(key, dx, dy) => self.edit(&key, |element| {
                if let Some(bounds) = &mut element.bounds {
                    (bounds.x, bounds.y) = (bounds.x.saturating_add(dx), bounds.y.saturating_add(dy));
                }
            }),
            Change::Show(key, visible) => self.edit(&key, |element| element.state.visible = visible),
            Change::Edit(key, edit) => self.edit(&key, edit),
            Change::Speak(key) => self.edit(&key, |_| {}),
            // The rest is dealt with in `apply`.
            _ => Vec::new(),
        }
    }

    fn edit(&mut self, key: &ElementKey, edit: impl FnOnce(&mut Element)) -> Vec<Spoken> {
        self.edit_node(key, |node| edit(&mut node.element))
    }

    fn edit_node(&mut self, key: &ElementKey, edit: impl FnOnce(&mut Node)) -> Vec<Spoken> {
        let Some(node) = self.windows.iter_mut().find_map(|state| find_mut(&mut state.content, key)) else {
            return Vec::new();
        };
        edit(node);
        self.spoken(key)
    }

    fn spoken(&self, key: &ElementKey) -> Vec<Spoken> {
        self.owner(key).map(|pid| (pid, Some(key.clone()))).into_iter().collect()
    }

    /// The control above `key`, when there is one, and the controls that `key` stands among.
    fn family(&mut self, key: &ElementKey) -> Option<(Option<&mut Element>, &mut Vec<Node>)> {
        self.windows.iter_mut().find_map(|state| family(None, &mut state.content, key))
    }

    fn select(&mut self, key: &ElementKey) -> Vec<Spoken> {
        let Some((container, items)) = self.family(key) else { return Vec::new() };
        let mut name = String::new();
        for item in items {
            let chosen = item.element.key == *key;
            item.element.state.selected = chosen;
            if chosen {
                name.clone_from(&item.element.name);
            }
        }
        let container = container.map(|container| {
            if container.role == Role::ComboBox {
                container.content = Some(content_of(name));
            }
            container.key.clone()
        });
        let mut spoken = self.spoken(key);
        spoken.extend(container.iter().flat_map(|container| self.spoken(container)));
        spoken
    }

    fn check(&mut self, key: &ElementKey, checked: Checked) -> Vec<Spoken> {
        let Some((_, neighbours)) = self.family(key) else { return Vec::new() };
        let role = neighbours.iter().find(|node| node.element.key == *key).map(|node| node.element.role);
        let exclusive =
            matches!(role, Some(Role::RadioButton | Role::RadioMenuItem)) && checked == Checked::On;
        for node in neighbours {
            if node.element.key == *key {
                node.element.state.checked = Some(checked);
            } else if exclusive && Some(node.element.role) == role {
                node.element.state.checked = Some(Checked::Off);
            }
        }
        self.spoken(key)
    }

    fn focus(&mut self, key: &ElementKey) -> Vec<Spoken> {
        let holds_it = |state: &&mut WindowState| find(&state.content, key).is_some();
        let Some(state) = self.windows.iter_mut().find(holds_it) else { return Vec::new() };
        for_each(&mut state.content, &mut |element| element.state.focused = element.key == *key);
        self.spoken(key)
    }

    fn open(&mut self, mut state: WindowState) -> Vec<Spoken> {
        self.windows_opened += 1;
        if state.window.id == 0 {
            state.window.id = self.windows_opened;
        }
        let pid = state.window.app.pid;
        self.ended.remove(&pid);
        self.window_owners.insert(state.window.key.clone(), pid);
        state.content.iter().for_each(|node| self.adopt(node, pid));
        let below = self.windows.iter().position(|other| other.window.app.pid == pid);
        let position = below.unwrap_or(self.windows.len());
        self.windows.insert(position, state);
        vec![(pid, None)]
    }

    fn adopt(&mut self, node: &Node, pid: u32) {
        self.owners.insert(node.element.key.clone(), pid);
        node.children.iter().for_each(|child| self.adopt(child, pid));
    }

    fn close(&mut self, key: &WindowKey) -> Vec<Spoken> {
        let Some(position) = self.windows.iter().position(|state| state.window.key == *key) else {
            return Vec::new();
        };
        let closed = self.windows.remove(position);
        if self.foreground.as_ref() == Some(key) {
            self.foreground = None;
        }
        vec![(closed.window.app.pid, None)]
    }

    fn bring_to_front(&mut self, key: &WindowKey) -> Vec<Spoken> {
        let Some(position) = self.windows.iter().position(|state| state.window.key == *key) else {
            return Vec::new();
        };
        let state = self.windows.remove(position);
        let pid = state.window.app.pid;
        self.windows.insert(0, state);
        self.foreground = Some(key.clone());
        vec![(pid, None)]
    }

    fn quit(&mut self, pid: u32) -> Vec<Spoken> {
        self.ended.insert(pid);
        self.windows.retain(|state| state.window.app.pid != pid);
        if self.foreground.as_ref().is_some_and(|key| self.window(key).is_none()) {
            self.foreground = None;
        }
        vec![(pid, None)]
    }

    fn retitle(&mut self, key: &WindowKey, title: String) -> Vec<Spoken> {
        let Some(state) = self.windows.iter_mut().find(|state| state.window.key == *key) else {
            return Vec::new();
        };
        state.window.title = title;
        vec![(state.window.app.pid, None)]
    }

    fn add(&mut self, parent: &Parent, position: usize, node: Node) -> Vec<Spoken> {
        let (pid, source) = match parent {
            Parent::Window(key) => (self.window_owner(key), None),
            Parent::Element(key) => (self.owner(key), Some(key.clone())),
        };
        let siblings = match parent {
            Parent::Window(key) => {
                self.windows.iter_mut().find(|state| state.window.key == *key).map(|state| &mut state.content)
            }
            Parent::Element(key) => self
                .windows
                .iter_mut()
                .find_map(|state| find_mut(&mut state.content, key))
                .map(|node| &mut node.children),
        };
        let (Some(siblings), Some(pid)) = (siblings, pid) else { return Vec::new() };
        let position = position.min(siblings.len());
        siblings.insert(position, node.clone());
        self.adopt(&node, pid);
        vec![(pid, source)]
    }

    fn remove(&mut self, key: &ElementKey) -> Vec<Spoken> {
        let Some((container, siblings)) = self.family(key) else { return Vec::new() };
        let container = container.map(|container| container.key.clone());
        siblings.retain(|node| node.element.key != *key);
        self.owner(key).map(|pid| (pid, container)).into_iter().collect()
    }

    fn swap(&mut self, one: &ElementKey, other: &ElementKey) -> Vec<Spoken> {
        let (Some(first), Some(second)) = (self.node(one).cloned(), self.node(other).cloned()) else {
            return Vec::new();
        };
        // Through a placeholder, because after the first exchange the same key would stand at both places.
        let placeholder = ElementKey::new("\u{0}swap");
        let _ = self.edit_node(one, |node| node.element.key = placeholder.clone());
        let _ = self.edit_node(other, |node| *node = first);
        if let Some(node) =
            self.windows.iter_mut().find_map(|state| find_mut(&mut state.content, &placeholder))
        {
            *node = second;
        }
        let mut spoken = self.spoken(one);
        spoken.extend(self.spoken(other));
        spoken
    }
}

fn find<'a>(nodes: &'a [Node], key: &ElementKey) -> Option<&'a Node> {
    nodes
        .iter()
        .find_map(|node| if node.element.key == *key { Some(node) } else { find(&node.children, key) })
}

fn find_mut<'a>(nodes: &'a mut [Node], key: &ElementKey) -> Option<&'a mut Node> {
    nodes.iter_mut().find_map(|node| {
        if node.element.key == *key { Some(node) } else { find_mut(&mut node.children, key) }
    })
}

fn family<'a>(
    container: Option<&'a mut Element>,
    nodes: &'a mut Vec<Node>,
    key: &ElementKey,
) -> Option<(Option<&'a mut Element>, &'a mut Vec<Node>)> {
    if nodes.iter().any(|node| node.element.key == *key) {
        return Some((container, nodes));
    }
    nodes.iter_mut().find_map(|node| family(Some(&mut node.element), &mut node.children, key))
}

fn for_each(nodes: &mut [Node], edit: &mut impl FnMut(&mut Element)) {
    for node in nodes {
        edit(&mut node.element);
        for_each(&mut node.children, edit);
    }
}

fn show(element: &mut Element, shown: String) {
    if element.content.is_some() {
        element.content = Some(content_of(shown));
    } else {
        element.name = shown;
    }
}

fn insert(element: &mut Element, at: u64, text: &str) {
    let old = element.content.take().unwrap_or_default().text;
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    let head = old.chars().take(at);
    let tail = old.chars().skip(at);
    let inserted = head.chain(text.chars()).chain(tail).collect::<String>();
    element.content = Some(content_of(inserted));
}
