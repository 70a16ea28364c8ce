//! What Qt calls things, and what they are.
//!
//! Qt 5 and Qt 6 tell the same tree. A combo box goes by the option it shows and a row of tabs by the tab it shows, a
//! control in a group box by the group's title; a closed menu and the list of a closed combo box are not shown, yet can
//! be used; a frame that writes its value into its name is a display. Each rule here undoes one of these and looks at
//! facts only. Mnemonics are already taken out by Qt itself: an ampersand that is left is one. Left out: acting
//! (`rows.rs`, `background.rs`).

use crate::object::Interfaces;
use crate::role::RoleNumber;
use crate::walk::{Facts, Node};

const POPUP_MENU: u32 = 41;
const MENU_ITEM: u32 = 35;
const PANEL: u32 = 39;
const FRAME: u32 = 23;
const TREE: u32 = 65;
const LIST: u32 = 31;

/// What is not shown and can be used all the same: closed menus with their items, and the options of a combo box.
pub(crate) const fn is_kept_closed(facts: &Facts, above: &Facts) -> bool {
    match facts.role.0 {
        POPUP_MENU => matches!(above.role.0, MENU_ITEM | 43),
        MENU_ITEM | 8 | 45 => above.role.0 == POPUP_MENU,
        LIST => above.role.0 == RoleNumber::COMBO_BOX.0,
        _ => false,
    }
}

/// Whether a node is an item of a closed menu. The app lists invisible ones too; only their size tells.
pub(crate) fn is_menu_item(nodes: &[Node], position: usize) -> bool {
    let above = above(nodes, position);
    nodes.get(position).is_some_and(|node| matches!(node.facts.role.0, MENU_ITEM | 8 | 45))
        && above.is_some_and(|above| above.facts.role.0 == POPUP_MENU)
}

/// Whether a node is an option of a combo box, or the list of them.
pub(crate) fn is_in_combo_list(nodes: &[Node], position: usize) -> bool {
    let of_combo = |list: &Node| {
        list.facts.role.0 == LIST
            && list
                .parent
                .and_then(|above| nodes.get(above))
                .is_some_and(|combo| combo.facts.role == RoleNumber::COMBO_BOX)
    };
    nodes.get(position).is_some_and(|node| of_combo(node) || above(nodes, position).is_some_and(of_combo))
}

/// What a node calls itself, if that is neither what it holds nor what its group is called.
pub(crate) fn own_name(nodes: &[Node], position: usize) -> String {
    let Some(node) = nodes.get(position) else { return String::new() };
    let name = node.facts.name.trim();
    let in_combo = above(nodes, position).is_some_and(|above| above.facts.role == RoleNumber::COMBO_BOX);
    match node.facts.role.0 {
        11 | 38 | POPUP_MENU => String::new(),
        60 | 61 | 79 if in_combo => String::new(),
        // Rows show their text as it is.
        32 | 56 => name.to_owned(),
        _ if is_display(nodes, position) => node.facts.description.trim().to_owned(),
        _ if is_called_like_its_group(nodes, position) => String::new(),
        _ => without_markup(name),
    }
}

/// The title of the group box around a control that has no other name.
pub(crate) fn group_name(nodes: &[Node], position: usize) -> Option<&str> {
    let borrows = takes_label(nodes.get(position)?.facts.role);
    let group = above(nodes, position).filter(|above| borrows && above.facts.role.0 == PANEL)?;
    Some(group.facts.name.trim()).filter(|name| !name.is_empty())
}

/// A frame that is no window, holds nothing, and has a description beside its name: its name is what it shows.
pub(crate) fn is_display(nodes: &[Node], position: usize) -> bool {
    position > 0
        && nodes.get(position).is_some_and(|node| {
            node.facts.role.0 == FRAME
                && node.facts.children == 0
                && !node.facts.description.trim().is_empty()
                && !node.facts.interfaces.has(Interfaces::TEXT)
        })
}

/// Whether a node is a row of a tree, which Qt calls a cell.
pub(crate) fn is_tree_row(nodes: &[Node], position: usize) -> bool {
    nodes.get(position).is_some_and(|node| node.facts.role.0 == 56)
        && above(nodes, position).is_some_and(|above| above.facts.role.0 == TREE)
}

/// Whether the children of a node are rows that its Table interface selects. Its Selection interface does not exist.
pub(crate) const fn selects_rows(facts: &Facts) -> bool {
    matches!(facts.role.0, LIST | TREE) && facts.interfaces.has(Interfaces::TABLE)
}

/// A control that people know by a text beside it.
pub(crate) const fn takes_label(role: RoleNumber) -> bool {
    matches!(role.0, 11 | 31 | 40 | 42 | 51 | 52 | 55 | 60 | 61 | 65 | 79)
}

/// The push buttons among the siblings of a node.
pub(crate) fn buttons_beside(nodes: &[Node], position: usize) -> impl Iterator<Item = usize> + '_ {
    let parent = nodes.get(position).and_then(|node| node.parent);
    let beside = nodes.iter().enumerate().filter(move |(_, node)| node.parent == parent && parent.is_some());
    beside.filter(|(_, node)| node.facts.role == RoleNumber::PUSH_BUTTON).map(|(place, _)| place)
}

fn above(nodes: &[Node], position: usize) -> Option<&Node> {
    nodes.get(nodes.get(position)?.parent?)
}

/// Everything in a group box that has no name of its own tells the group's title.
fn is_called_like_its_group(nodes: &[Node], position: usize) -> bool {
    let Some(node) = nodes.get(position) else { return false };
    let borrows = takes_label(node.facts.role) || node.facts.role.0 == 20;
    borrows
        && above(nodes, position).is_some_and(|above| {
            above.facts.role.0 == PANEL && above.facts.name.trim() == node.facts.name.trim()
        })
}

/// Whether the chord of a menu item is only its underlined letter, which works while the menu is open.
pub(crate) fn is_mnemonic(binding: &str) -> bool {
    binding.strip_prefix("Alt+").is_some_and(|rest| rest.chars().count() == 1)
}

/// `x<sup>2</sup>` is shown as x².
fn without_markup(name: &str) -> String {
    const TAGS: [&str; 12] =
        ["sup", "/sup", "sub", "/sub", "small", "/small", "b", "/b", "i", "/i", "html", "/html"];
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        match after.split_once('>') {
            Some((tag, behind)) if TAGS.contains(&tag) => rest = behind,
            _ => {
                plain.push('<');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::Object;

    fn node(role: u32, name: &str, parent: Option<usize>) -> Node {
        let facts = Facts { role: RoleNumber(role), name: name.into(), ..Facts::default() };
        Node { object: Object::new(":1.1", "/x"), parent, depth: 0, index: 0, facts, claimed: None }
    }

    #[test]
    fn what_holds_a_value_is_not_called_by_it() {
        let nodes = [
            node(FRAME, "App", None),
            node(11, "Small", Some(0)),
            node(LIST, "", Some(1)),
            node(32, "Small", Some(2)),
            node(38, "General", Some(0)),
            node(37, "General", Some(4)),
            node(61, "Name", Some(0)),
        ];
        let names: Vec<String> = (0..nodes.len()).map(|position| own_name(&nodes, position)).collect();
        assert_eq!(names, ["App", "", "", "Small", "", "General", "Name"]);
        assert!(is_in_combo_list(&nodes, 2) && is_in_combo_list(&nodes, 3) && !is_in_combo_list(&nodes, 5));
    }

    #[test]
    fn a_group_lends_its_title_only_where_there_is_no_name() {
        let nodes = [
            node(FRAME, "App", None),
            node(PANEL, "Address", Some(0)),
            node(61, "Address", Some(1)),
            node(43, "Address", Some(1)),
            node(61, "Street", Some(1)),
            node(20, "Address", Some(1)),
        ];
        let names: Vec<String> = (0..nodes.len()).map(|position| own_name(&nodes, position)).collect();
        assert_eq!(names, ["App", "Address", "", "Address", "Street", ""]);
        assert_eq!(group_name(&nodes, 2), Some("Address"));
        assert_eq!(group_name(&nodes, 3), None);
    }

    #[test]
    fn a_frame_with_a_description_shows_its_name() {
        let mut nodes =
            [node(FRAME, "KCalc", None), node(FRAME, "-12", Some(0)), node(FRAME, "Dock", Some(0))];
        nodes[1].facts.description = "Result Display".into();
        assert!(!is_display(&nodes, 0) && is_display(&nodes, 1) && !is_display(&nodes, 2));
        assert_eq!(own_name(&nodes, 1), "Result Display");
    }

    #[test]
    fn only_what_is_not_shown_but_usable_is_kept() {
        let facts = |role| Facts { role: RoleNumber(role), ..Facts::default() };
        for (role, above, kept) in [
            (41, 35, true),
            (35, 41, true),
            (31, 11, true),
            (43, 38, false),
            (31, 20, false),
            (61, 20, false),
        ] {
            assert_eq!(is_kept_closed(&facts(role), &facts(above)), kept, "{role} in {above}");
        }
    }

    #[test]
    fn an_underlined_letter_is_no_shortcut() {
        let told = ["Alt+S", "Ctrl+S", "Alt+F4", "Ctrl+Alt+I"];
        assert_eq!(told.map(is_mnemonic), [true, false, false, false]);
    }

    #[test]
    fn markup_goes_and_signs_stay() {
        for (given, expected) in [
            ("x<sup>2</sup>", "x2"),
            ("a < b", "a < b"),
            ("<<", "<<"),
            ("σ<sub>N</sub>", "σN"),
            ("<x>", "<x>"),
        ] {
            assert_eq!(without_markup(given), expected);
        }
    }
}
