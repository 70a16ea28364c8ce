//! The ways to act on a row, best first.
//!
//! The decision that matters: a control is pressed by its handle only if it tells an action of its own that means a press.
//! Without one the driver would send a pointer there, which is the user's business and said so; and its `set_value` types
//! with the user's pointer and keys where a control takes no value, so it is offered for fields and ranges only.

use surehand_core::action::ActionKind;
use surehand_core::element::{Content, Element, Role};
use surehand_core::route::{Disturbance, Route, RouteKind};

use crate::tree::Row;

/// Names of actions that mean a press, a flip or a choice.
const PRESSES: [&str; 16] = [
    "activate",
    "axpick",
    "axpress",
    "check",
    "clicked",
    "click",
    "expand or contract",
    "invoke",
    "jump",
    "open",
    "press",
    "push",
    "select",
    "toggle",
    "togglepattern",
    "uncheck",
];

/// All routes of an element.
pub(crate) fn routes(row: &Row, element: &Element) -> Vec<Route> {
    if row.token.is_none() {
        return Vec::new();
    }
    let is_press = |name: &String| PRESSES.contains(&name.to_lowercase().as_str());
    let presses = row.actions.iter().any(is_press);
    let native = |action| Route::quiet(action, RouteKind::NativeAction);
    let mut routes = Vec::new();
    match element.role {
        Role::CheckBox | Role::Switch | Role::ToggleButton | Role::RadioButton if presses => {
            routes.push(native(ActionKind::Toggle));
        }
        Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem if presses => {
            routes.push(native(ActionKind::Menu));
        }
        Role::Menu | Role::MenuButton if presses => {
            routes.push(native(ActionKind::Click).disturbing(Disturbance::Grab));
        }
        Role::ComboBox => {
            routes.push(Route::quiet(ActionKind::ChooseOption, RouteKind::Selection));
            if presses {
                routes.push(native(ActionKind::Click).disturbing(Disturbance::Grab));
            }
        }
        Role::Button
        | Role::Link
        | Role::Icon
        | Role::Image
        | Role::ListItem
        | Role::Row
        | Role::Cell
        | Role::Tab
        | Role::TreeItem
        | Role::Expander
        | Role::ColumnHeader => {
            let route = if presses {
                native(ActionKind::Click)
            } else {
                Route::quiet(ActionKind::Click, RouteKind::PointerInput).disturbing(Disturbance::Pointer)
            };
            routes.push(route);
        }
        Role::Slider | Role::SpinButton if element.number.is_some() => {
            routes.push(Route::quiet(ActionKind::SetValue, RouteKind::Value));
        }
        Role::TextField | Role::TextArea | Role::PasswordField if element.state.editable => {
            routes.push(Route::quiet(ActionKind::SetValue, RouteKind::EditableText));
            // Putting something in means writing the whole anew, which needs the whole to be known.
            if element.content.as_ref().is_some_and(Content::is_whole) {
                routes.push(Route::quiet(ActionKind::TypeInto, RouteKind::InsertText));
                routes.push(Route::quiet(ActionKind::Append, RouteKind::InsertText));
            }
        }
        _ => {}
    }
    routes
}

#[cfg(test)]
mod tests {
    use super::*;
    use surehand_core::element::ElementKey;

    fn of(
        role: Role,
        actions: &[&str],
        content: Option<Content>,
    ) -> Vec<(ActionKind, RouteKind, Disturbance)> {
        let row = Row {
            token: Some("s00000001:1".into()),
            actions: actions.iter().map(|action| (*action).to_owned()).collect(),
            ..Row::default()
        };
        let mut element = Element { content, ..Element::named(ElementKey::new("e"), role, "x") };
        element.state.editable = true;
        routes(&row, &element).iter().map(|route| (route.action, route.kind, route.disturbs)).collect()
    }

    #[test]
    fn a_press_needs_an_action_that_means_one() {
        let quiet = (ActionKind::Click, RouteKind::NativeAction, Disturbance::Nothing);
        let pointer = (ActionKind::Click, RouteKind::PointerInput, Disturbance::Pointer);
        assert_eq!(of(Role::Button, &["click"], None), [quiet]);
        assert_eq!(of(Role::Button, &["AXPress"], None), [quiet]);
        assert_eq!(of(Role::ListItem, &[], None), [pointer]);
        assert_eq!(of(Role::Button, &["menu.popup"], None), [pointer], "not any action");
        assert_eq!(of(Role::Text, &["clipboard.copy"], None), []);
    }

    #[test]
    fn text_that_is_known_about_right_is_only_replaced() {
        let actions = |content| -> Vec<ActionKind> {
            of(Role::TextField, &["activate"], content).iter().map(|route| route.0).collect()
        };
        let all = [ActionKind::SetValue, ActionKind::TypeInto, ActionKind::Append];
        assert_eq!(actions(Some(Content::whole("a"))), all);
        assert_eq!(actions(Some(Content::about("a"))), [ActionKind::SetValue]);
        assert_eq!(actions(None), [ActionKind::SetValue]);
    }

    #[test]
    fn what_cannot_be_named_to_the_driver_has_no_route() {
        let element = Element::named(ElementKey::new("e"), Role::Button, "x");
        assert_eq!(routes(&Row::default(), &element), []);
    }
}
