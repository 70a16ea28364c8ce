//! Menus of Qt's tool buttons, which stand in no tree.
//!
//! Such a menu is nobody's child, neither of its button nor of the app, also while it is open; only what it tells of
//! itself when it opens names it. From then on it answers to its name, closed or open, and its items can be used like
//! those of any closed menu. So what tells of itself while `background` opens a menu is noted here, and the menu stands
//! below its button in every later reading. Left out: menus that were opened by somebody else, as nothing says whose
//! they are.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use surehand_core::clock::Deadline;
use surehand_core::snapshot::SnapshotBounds;

use crate::message::Message;
use crate::object::Object;
use crate::role::RoleNumber;
use crate::walk::{Facts, Node, Source, descend, read_facts};

/// As much as is read of one menu.
const MENU: SnapshotBounds = SnapshotBounds { elements: 300, depth: 12, text: 0 };
/// So many objects are noted while a menu opens; others speak as well.
const NOTED: usize = 64;

/// The menus that were seen to open, by their buttons.
#[derive(Debug, Default)]
pub(crate) struct LooseMenus(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Who has spoken in an app in which a menu is about to open.
    spoke: HashMap<String, Vec<Object>>,
    menus: HashMap<Object, Object>,
}

impl LooseMenus {
    /// Takes a signal off the bus.
    pub(crate) fn hear(&self, message: &Message) {
        if message.member != "StateChanged" {
            return;
        }
        if let Some(spoke) = self.state().spoke.get_mut(&message.sender)
            && spoke.len() < NOTED
        {
            spoke.push(Object::new(message.sender.as_str(), message.path.as_str()));
        }
    }

    /// Notes from now on who speaks in an app.
    pub(crate) fn listen(&self, bus: &str) {
        self.state().spoke.insert(bus.to_owned(), Vec::new());
    }

    /// Who has spoken since then.
    pub(crate) fn spoke(&self, bus: &str) -> Vec<Object> {
        self.state().spoke.get(bus).cloned().unwrap_or_default()
    }

    /// Ends listening; `menu` is the one that the button has opened.
    pub(crate) fn keep(&self, bus: &str, button: &Object, menu: Option<&Object>) {
        let mut state = self.state();
        state.spoke.remove(bus);
        if let Some(menu) = menu {
            state.menus.insert(button.clone(), menu.clone());
        }
    }

    /// An app has gone.
    pub(crate) fn forget(&self, bus: &str) {
        let mut state = self.state();
        state.spoke.remove(bus);
        state.menus.retain(|button, _| *button.bus != *bus);
    }

    /// Puts the menus of the buttons among these nodes below them.
    pub(crate) fn insert(&self, nodes: Vec<Node>, source: Source<'_>, deadline: &Deadline) -> Vec<Node> {
        let found: Vec<(usize, Object)> = {
            let state = self.state();
            // A menu that is the button's child stands there already.
            let own =
                |node: &Node| state.menus.get(&node.object).filter(|_| node.facts.children == 0).cloned();
            nodes.iter().enumerate().filter_map(|(place, node)| Some((place, own(node)?))).collect()
        };
        if found.is_empty() {
            return nodes;
        }
        let menus: Vec<Object> = found.iter().map(|(_, menu)| menu.clone()).collect();
        let read = read_facts(source, &menus, deadline);
        let mut below: HashMap<usize, Vec<Node>> = HashMap::new();
        for ((place, object), facts) in found.into_iter().zip(read) {
            // One that has gone comes back by another name.
            let Ok(facts) = facts else { continue };
            if is_menu(&facts) {
                let menu = Node { object, parent: None, depth: 0, index: 0, facts, claimed: None };
                below.insert(place, descend(source, menu, &MENU, deadline).nodes);
            }
        }
        merge(nodes, below)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an object is a menu.
pub(crate) fn is_menu(facts: &Facts) -> bool {
    facts.role == RoleNumber::POPUP_MENU
}

/// The nodes with other trees right behind some of them, as their last children.
fn merge(nodes: Vec<Node>, mut below: HashMap<usize, Vec<Node>>) -> Vec<Node> {
    let mut merged: Vec<Node> = Vec::with_capacity(nodes.len());
    let mut moved: Vec<usize> = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.into_iter().enumerate() {
        let parent = node.parent.and_then(|above| moved.get(above).copied());
        let (own, depth) = (merged.len(), node.depth);
        moved.push(own);
        merged.push(Node { parent, ..node });
        let begin = merged.len();
        for inner in below.remove(&place).unwrap_or_default() {
            let parent = Some(inner.parent.map_or(own, |above| begin + above));
            merged.push(Node { parent, depth: depth + 1 + inner.depth, ..inner });
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, parent: Option<usize>, depth: usize) -> Node {
        let facts = Facts { name: name.into(), ..Facts::default() };
        Node { object: Object::new(":1.1", "/x"), parent, depth, index: 0, facts, claimed: None }
    }

    #[test]
    fn a_menu_stands_below_its_button() {
        let nodes = vec![
            node("window", None, 0),
            node("box", Some(0), 1),
            node("button", Some(1), 2),
            node("other", Some(1), 2),
        ];
        let menu = vec![node("menu", None, 0), node("Edit", Some(0), 1), node("Remove", Some(0), 1)];
        let merged = merge(nodes, HashMap::from([(2, menu)]));
        let told: Vec<_> =
            merged.iter().map(|node| (node.facts.name.as_str(), node.parent, node.depth)).collect();
        assert_eq!(
            told,
            [
                ("window", None, 0),
                ("box", Some(0), 1),
                ("button", Some(1), 2),
                ("menu", Some(2), 3),
                ("Edit", Some(3), 4),
                ("Remove", Some(3), 4),
                ("other", Some(1), 2),
            ]
        );
    }
}
