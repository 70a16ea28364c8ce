//! What controls do by default when a route is performed on them.
//!
//! The answer is a list of [`Change`]s and nothing is changed here, so that a reaction can delay, drop or undo them.

use surehand_core::action::ActionKind;
use surehand_core::desktop::{Payload, unsupported};
use surehand_core::element::{Checked, Element, Role};
use surehand_core::error::Result;
use surehand_core::route::{Route, RouteKind};

use crate::change::Change;
use crate::node::Node;

/// The effects of `route` on `node`; `None` when the app declines.
pub(crate) fn effects(node: &Node, route: &Route, payload: &Payload) -> Result<Option<Vec<Change>>> {
    let element = &node.element;
    if !element.routes.contains(route) || !takes(route.kind, payload) {
        return Err(unsupported());
    }
    if !element.state.enabled {
        return Ok(None);
    }
    let key = element.key.clone();
    let length = element.content.as_ref().map_or(0, |content| content.length);
    let editable = element.state.editable;
    Ok(match payload {
        Payload::Nothing | Payload::Modifiers(_) if route.kind == RouteKind::Selection => {
            Some(vec![Change::Select(key)])
        }
        Payload::Nothing | Payload::Modifiers(_) => Some(activation(element, route.action)),
        // What a key does is the app's business: by itself, nothing that shows.
        Payload::Chord(_) => Some(vec![Change::Press(key)]),
        Payload::Drag { dx, dy } => Some(vec![Change::Move(key, *dx, *dy)]),
        Payload::Text(text) => editable.then(|| vec![Change::Text(key, text.clone())]),
        Payload::Insert { at, text } => {
            (editable && *at <= length).then(|| vec![Change::Insert(key, *at, text.clone())])
        }
        Payload::Number(number) => {
            (element.number.is_some() && number.is_finite()).then(|| vec![Change::Number(key, *number)])
        }
        Payload::Option(option) => node
            .children
            .iter()
            .any(|child| child.element.name == *option)
            .then(|| vec![Change::Choose(key, option.clone())]),
    })
}

/// Whether that mechanism can carry that payload.
fn takes(kind: RouteKind, payload: &Payload) -> bool {
    match payload {
        Payload::Nothing | Payload::Modifiers(_) => matches!(
            kind,
            RouteKind::NativeAction
                | RouteKind::MenuCommand
                | RouteKind::Selection
                | RouteKind::CloseWindow
                | RouteKind::KeyInput
                | RouteKind::PointerInput
        ),
        Payload::Text(_) => matches!(kind, RouteKind::EditableText | RouteKind::KeyInput),
        Payload::Insert { .. } => matches!(kind, RouteKind::InsertText | RouteKind::KeyInput),
        Payload::Number(_) => kind == RouteKind::Value,
        Payload::Chord(_) => matches!(
            kind,
            RouteKind::KeyInput | RouteKind::NativeAction | RouteKind::EditableText | RouteKind::MenuCommand
        ),
        Payload::Drag { .. } => kind == RouteKind::PointerInput,
        Payload::Option(_) => matches!(kind, RouteKind::Selection | RouteKind::NativeAction),
    }
}

fn activation(element: &Element, action: ActionKind) -> Vec<Change> {
    let key = || element.key.clone();
    let mut changes = vec![Change::Press(key())];
    if action == ActionKind::DoubleClick {
        changes.push(Change::Press(key()));
    }
    match element.role {
        Role::RadioButton | Role::RadioMenuItem => changes.push(Change::Check(key(), Checked::On)),
        _ => {
            let flipped = element.state.checked.map(|checked| match checked {
                Checked::On => Checked::Off,
                Checked::Off | Checked::Mixed => Checked::On,
            });
            changes.extend(flipped.map(|checked| Change::Check(key(), checked)));
        }
    }
    if element.state.selectable {
        changes.push(Change::Select(key()));
    }
    changes.extend(element.state.expanded.map(|expanded| Change::Expand(key(), !expanded)));
    changes
}
