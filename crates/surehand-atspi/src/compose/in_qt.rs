//! What composing does for Qt only: kinds of controls, labels beside fields, and what is left out.
//!
//! The rules that look at facts alone are in `qt.rs`; these need places and names as well.

use surehand_core::element::Role;

use super::{Composer, is_tucked_away};
use crate::bus::Toolkit;
use crate::object::{Object, States};
use crate::qt;
use crate::walk::Node;

/// How far above a control its label may end, in pixels.
const NEAR: i32 = 24;

impl Composer<'_> {
    pub(super) fn role_in_qt(&self, position: usize, role: Role) -> Role {
        let nodes = self.parts.nodes;
        let does = |name: &str| self.details(position).actions.iter().any(|action| action.name == name);
        match role {
            Role::MenuItem if self.node(position).facts.children > 0 => Role::Menu,
            Role::Button if does("showmenu") && !does("press") => Role::MenuButton,
            Role::CheckBox if self.is_tool_button(position) => Role::ToggleButton,
            Role::Cell if qt::is_tree_row(nodes, position) => Role::TreeItem,
            Role::Window if qt::is_display(nodes, position) => Role::TextField,
            Role::Window if position > 0 => Role::Group,
            role => role,
        }
    }

    /// Qt calls every button that stays down a check box. One that shows a picture, or stands in a tool bar, is as tall as
    /// the buttons beside it; a box to be ticked without a text is not.
    fn is_tool_button(&self, position: usize) -> bool {
        let node = self.node(position);
        let in_tool_bar = node.parent.is_some_and(|above| self.node(above).facts.role.0 == 63);
        let height = |position: usize| self.details(position).extents.map(|(.., height)| height);
        (in_tool_bar || self.names[position].is_empty())
            && qt::buttons_beside(self.parts.nodes, position).any(|beside| height(beside) == height(position))
            && height(position).is_some()
    }

    /// Neither the list between a combo box and its options, nor an item that a closed menu does not have now.
    pub(super) fn is_kept_in_qt(&self, position: usize) -> bool {
        let nodes = self.parts.nodes;
        let is_item = qt::is_menu_item(nodes, position) && is_tucked_away(nodes, position, Toolkit::Qt);
        let has_room =
            self.details(position).extents.is_some_and(|(.., width, height)| width > 0 && height > 0);
        let is_list = self.node(position).facts.role.0 == 31 && qt::is_in_combo_list(nodes, position);
        !is_list && (!is_item || has_room) && !self.is_icon_of_field(position)
    }

    /// A picture inside a field that nothing names: the one that empties it, which writing into the field does as well.
    fn is_icon_of_field(&self, position: usize) -> bool {
        let node = self.node(position);
        let in_field = node.parent.is_some_and(|above| self.node(above).facts.states.has(States::EDITABLE));
        let is_nameless = self.names[position].is_empty() && node.facts.description.trim().is_empty();
        in_field && is_nameless && matches!(node.facts.role.0, 43 | 62)
    }

    /// Of a Qt control without a name: the text right before it in its line or close above it, which labels nothing
    /// else; without one, the title of the group box around it.
    pub(super) fn label_beside(&self, position: usize) -> Option<String> {
        let nodes = self.parts.nodes;
        let node = self.node(position);
        if self.parts.toolkit != Toolkit::Qt || !qt::takes_label(node.facts.role) {
            return None;
        }
        let before = position.checked_sub(1).filter(|before| {
            self.node(*before).facts.role.is_static_text() && self.node(*before).parent == node.parent
        });
        let labels_another = |object: &Object| {
            let mut others = self.parts.details.iter().enumerate().filter(|(other, _)| *other != position);
            others.any(|(_, details)| details.labels.contains(object))
        };
        let beside = before.filter(|before| {
            let (Some(label), Some(own)) = (self.bounds(*before), self.bounds(position)) else {
                return false;
            };
            let in_line = label.x < own.x && label.y < own.y + own.height && own.y < label.y + label.height;
            let above = label.y + label.height <= own.y + 2
                && own.y - (label.y + label.height) <= NEAR
                && label.x < own.x + own.width
                && own.x < label.x + label.width;
            (in_line || above) && !labels_another(&self.node(*before).object)
        });
        let text = beside.map(|before| self.text(before).trim_end_matches(':').trim_end().to_owned());
        text.filter(|text| !text.is_empty()).or_else(|| qt::group_name(nodes, position).map(str::to_owned))
    }

    /// What the field of a combo box asks for, as long as it is empty.
    pub(super) fn field_hint(&self, position: usize) -> Option<&str> {
        let is_field =
            |node: &&Node| node.parent == Some(position) && node.facts.states.has(States::EDITABLE);
        self.parts.nodes.iter().find(is_field).map(|field| field.facts.description.trim())
    }
}
