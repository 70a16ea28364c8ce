//! The menus of GTK 4's menu buttons.
//!
//! Such a menu is in the tree only while it is open, as a second child of its button, and holds all its pages at once:
//! those not shown have no size, and their items can be used all the same. A page begins with an item that leads back and
//! is called like the item that leads there. A greyed line above a row of options is their caption. Everything here looks
//! at facts and places of nodes only; what an item does is the same as in any menu.
//!
//! Left out: what a pop-over holds that is no menu, which is read like the rest of a window.

use crate::object::States;
use crate::walk::Node;

const MENU: u32 = 33;
const ITEM: u32 = 35;
const RADIO_ITEM: u32 = 45;
const SCROLLED: u32 = 49;
/// A page stands so far below what scrolls in a pop-over.
const PAGE_DEPTH: usize = 3;

/// What a node is to the menu that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing of note.
    #[default]
    Plain,
    /// Leads to a page of its own.
    Heading,
    /// Leads back from a page.
    Back,
    /// Stands on the page that this one leads to.
    Below(usize),
    /// Says what the options below it are.
    Caption,
}

/// The parts of all open menus among these nodes.
pub(crate) fn parts(nodes: &[Node]) -> Vec<Part> {
    let mut parts = vec![Part::Plain; nodes.len()];
    if !nodes.iter().any(|node| node.facts.role.0 == MENU) {
        return parts;
    }
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (position, node) in nodes.iter().enumerate() {
        if let Some(children) = node.parent.and_then(|above| below.get_mut(above)) {
            children.push(position);
        }
    }
    let is = |position: usize, role: u32| nodes.get(position).is_some_and(|node| node.facts.role.0 == role);
    for (position, children) in below.iter().enumerate() {
        if menu_of(nodes, position).is_none() {
            continue;
        }
        if let [back, rest] = children.as_slice()
            && is(*back, ITEM)
            && !is_item(nodes, *rest)
            && let Some(heading) = heading(nodes, *back)
        {
            parts[heading] = Part::Heading;
            parts[*back] = Part::Back;
            for inside in (*rest..nodes.len()).take_while(|inside| is_within(nodes, *inside, *rest)) {
                parts[inside] = Part::Below(heading);
            }
        }
        let mut items = children.iter().copied().filter(|child| is_item(nodes, *child));
        if let (Some(first), Some(second)) = (items.next(), items.next())
            && is(first, ITEM)
            && is_greyed(nodes, first)
            && is(second, RADIO_ITEM)
        {
            parts[first] = Part::Caption;
        }
    }
    parts
}

/// The item before it in the same menu that is called the same.
fn heading(nodes: &[Node], back: usize) -> Option<usize> {
    let own = nodes.get(back)?;
    let menu = menu_of(nodes, back)?;
    (menu..back).find(|position| {
        nodes
            .get(*position)
            .is_some_and(|node| node.facts.role.0 == ITEM && node.facts.name == own.facts.name)
    })
}

/// Whether a node is an item of a menu.
pub(crate) fn is_item(nodes: &[Node], position: usize) -> bool {
    nodes.get(position).is_some_and(|node| matches!(node.facts.role.0, 8 | ITEM | RADIO_ITEM))
}

/// The open menu that holds a node.
pub(crate) fn menu_of(nodes: &[Node], position: usize) -> Option<usize> {
    above(nodes, position).find(|above| nodes.get(*above).is_some_and(|node| node.facts.role.0 == MENU))
}

/// The page of its menu that a node stands on, and what holds the page or is held by it, as one is shown with the other.
pub(crate) fn pages_of(nodes: &[Node], position: usize) -> impl Iterator<Item = usize> + '_ {
    above(nodes, position).filter(|above| is_page(nodes, *above))
}

/// Whether a node is such a page. An app's list of objects knows an object more between a page and what scrolls.
pub(crate) fn is_page(nodes: &[Node], position: usize) -> bool {
    let mut around = above(nodes, position).skip(PAGE_DEPTH - 1).take(2);
    let scrolls = |above| nodes.get(above).is_some_and(|node: &Node| node.facts.role.0 == SCROLLED);
    around.any(scrolls) && menu_of(nodes, position).is_some()
}

fn is_greyed(nodes: &[Node], position: usize) -> bool {
    nodes.get(position).is_some_and(|node| {
        !node.facts.states.has(States::SENSITIVE) && !node.facts.states.has(States::ENABLED)
    })
}

fn is_within(nodes: &[Node], position: usize, outer: usize) -> bool {
    position == outer || above(nodes, position).any(|above| above == outer)
}

fn above(nodes: &[Node], position: usize) -> impl Iterator<Item = usize> + '_ {
    let parent = |position: usize| nodes.get(position).and_then(|node| node.parent);
    std::iter::successors(parent(position), move |above| parent(*above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::Object;
    use crate::role::RoleNumber;
    use crate::walk::Facts;

    fn node(role: u32, name: &str, parent: usize, states: States) -> Node {
        let facts = Facts { role: RoleNumber(role), name: name.into(), states, ..Facts::default() };
        Node {
            object: Object::new(":1.1", "/x"),
            parent: Some(parent),
            depth: 0,
            index: 0,
            facts,
            claimed: None,
        }
    }

    fn on() -> States {
        States::from_words(&[1 << 24])
    }

    #[test]
    fn an_open_menu_has_pages_and_captions() {
        let menu = [
            node(23, "Window", 0, on()),
            node(MENU, "GtkPopoverMenu", 0, on()),
            node(SCROLLED, "", 1, on()),
            node(39, "", 2, on()),
            node(39, "", 3, on()),
            // The first page.
            node(39, "", 4, on()),
            node(39, "", 5, on()),
            node(ITEM, "Copy", 6, States::default()),
            node(ITEM, "Spaces Per Tab", 6, on()),
            node(39, "", 5, on()),
            node(ITEM, "Number format", 9, States::default()),
            node(RADIO_ITEM, "Fixed", 9, on()),
            // The second.
            node(39, "", 4, on()),
            node(ITEM, "Spaces Per Tab", 12, on()),
            node(39, "", 12, on()),
            node(RADIO_ITEM, "8", 14, on()),
        ];
        let mut nodes = menu.to_vec();
        nodes[0].parent = None;
        let parts = parts(&nodes);
        assert_eq!((parts[7], parts[8], parts[13]), (Part::Plain, Part::Heading, Part::Back));
        assert_eq!((parts[10], parts[11]), (Part::Caption, Part::Plain));
        assert_eq!((parts[14], parts[15]), (Part::Below(8), Part::Below(8)));
        let pages = |position| pages_of(&nodes, position).collect::<Vec<_>>();
        assert_eq!((pages(15), pages(7), pages(2)), (vec![14, 12], vec![6, 5], vec![]));
    }
}
