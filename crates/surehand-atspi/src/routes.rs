//! The ways to act on an element, best first.
//!
//! A native action is chosen by its *name*, never by its place: the first action of a GTK 4 text deletes or copies. Only
//! names that stand for the plain use of a control are taken. What opens a pop-up takes a grab of keyboard and pointer,
//! and says so. There is no route that takes the focus: `GrabFocus` would steal it from the user.

use surehand_core::action::ActionKind;
use surehand_core::element::{Role, State};
use surehand_core::route::{Disturbance, Route, RouteKind};

use crate::bus::Toolkit;
use crate::detail::NativeAction;
use crate::object::Interfaces;

/// Names of actions that mean a click.
const CLICKS: [&str; 7] = ["click", "press", "activate", "jump", "clicked", "push", "open"];
/// Names of actions that flip a control.
const TOGGLES: [&str; 7] = ["toggle", "click", "press", "check", "uncheck", "activate", "clicked"];
/// Names of actions that open a menu or pop-up.
const OPENS: [&str; 8] = ["click", "press", "activate", "jump", "clicked", "push", "open", "showmenu"];
/// Names of actions that select a cell.
const SELECTS: [&str; 1] = ["toggle"];
/// Names of actions that show or hide what is below.
const EXPANDS: [&str; 5] = ["expand or contract", "toggle", "activate", "click", "press"];

/// What routes depend on.
#[derive(Debug)]
pub(crate) struct Grounds<'a> {
    pub(crate) role: Role,
    pub(crate) state: &'a State,
    pub(crate) interfaces: Interfaces,
    pub(crate) actions: &'a [NativeAction],
    pub(crate) toolkit: Toolkit,
    /// The parent lets its children be selected.
    pub(crate) parent_selects: bool,
    /// It is an option of a combo box.
    pub(crate) is_option: bool,
    /// It has more rows than were read.
    pub(crate) is_long: bool,
    /// Its window believes events that are sent to it alone.
    pub(crate) takes_events: bool,
    /// It takes keys that are sent to its window.
    pub(crate) takes_keys: bool,
    /// It can have the focus.
    pub(crate) has_focus: bool,
    /// Its place among its siblings.
    pub(crate) index: u32,
}

/// All routes of an element.
pub(crate) fn routes(grounds: &Grounds<'_>) -> Vec<Route> {
    let mut routes = Vec::new();
    match grounds.role {
        Role::CheckBox | Role::Switch | Role::ToggleButton | Role::RadioButton => {
            routes.extend(native(grounds, ActionKind::Toggle));
            if grounds.role == Role::ToggleButton {
                // Some apps make keys of them, which are pressed and go back by themselves.
                routes.extend(native(grounds, ActionKind::Click));
            }
        }
        Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem if grounds.is_option => {
            routes
                .extend(native(grounds, ActionKind::Click).map(|route| Route { idempotent: true, ..route }));
        }
        Role::MenuItem | Role::CheckMenuItem | Role::RadioMenuItem => {
            routes.extend(native(grounds, ActionKind::Menu));
        }
        Role::Menu if grounds.is_option => {}
        // A button of Qt that is pushed and has a menu beside: its menu is in the tree, and pushing opens nothing.
        Role::MenuButton if grounds.toolkit == Toolkit::Qt && offers(grounds.actions, "press") => {
            routes.extend(native(grounds, ActionKind::Click));
        }
        // What Qt's own action opens it leaves open, or does not open at all.
        Role::MenuButton if grounds.toolkit == Toolkit::Qt && grounds.takes_keys => {
            let route = Route::quiet(ActionKind::Click, RouteKind::KeyInput);
            routes.push(route.disturbing(Disturbance::Grab));
        }
        Role::Menu | Role::MenuButton => {
            routes
                .extend(native(grounds, ActionKind::Click).map(|route| route.disturbing(Disturbance::Grab)));
        }
        Role::ComboBox => {
            if grounds.takes_keys {
                routes.push(Route::quiet(ActionKind::ChooseOption, RouteKind::KeyInput));
            }
            // Of Qt's combos the items answer true and do nothing.
            if grounds.interfaces.has(Interfaces::SELECTION) && grounds.toolkit == Toolkit::Gtk3 {
                routes.push(Route::quiet(ActionKind::ChooseOption, RouteKind::Selection));
            }
            routes
                .extend(native(grounds, ActionKind::Click).map(|route| route.disturbing(Disturbance::Grab)));
        }
        Role::ListItem | Role::Cell | Role::Row | Role::TreeItem | Role::Tab | Role::Icon
            if grounds.parent_selects =>
        {
            routes.push(Route::quiet(ActionKind::Click, RouteKind::Selection).with_token(grounds.index));
        }
        Role::List | Role::Table if grounds.is_long && selects_by_text(grounds) => {
            routes.push(Route::quiet(ActionKind::ChooseOption, RouteKind::Selection));
        }
        // Once selected, the same action would undo it.
        Role::Cell
            if grounds.toolkit == Toolkit::Qt && grounds.state.selectable && !grounds.state.selected =>
        {
            routes.extend(native(grounds, ActionKind::Click));
        }
        Role::Expander => routes.extend(native(grounds, ActionKind::Click)),
        Role::Button
        | Role::Link
        | Role::Icon
        | Role::Image
        | Role::ListItem
        | Role::Tab
        | Role::ColumnHeader => {
            routes.extend(native(grounds, ActionKind::Click));
        }
        _ => {}
    }
    let takes_number = matches!(grounds.role, Role::Slider | Role::SpinButton);
    if takes_number && grounds.interfaces.has(Interfaces::VALUE) {
        routes.push(Route::quiet(ActionKind::SetValue, RouteKind::Value));
    }
    if grounds.state.editable && grounds.interfaces.has(Interfaces::EDITABLE_TEXT) {
        routes.push(Route::quiet(ActionKind::SetValue, RouteKind::EditableText));
        if !grounds.state.protected {
            routes.push(Route::quiet(ActionKind::TypeInto, RouteKind::InsertText));
            routes.push(Route::quiet(ActionKind::Append, RouteKind::InsertText));
        }
    }
    if grounds.role == Role::ScrollBar && grounds.interfaces.has(Interfaces::VALUE) {
        routes.push(Route::quiet(ActionKind::Scroll, RouteKind::Value));
    }
    routes.extend(keys(grounds));
    if grounds.takes_events && !grounds.is_option {
        let by_events = by_events(grounds.role, &routes);
        routes.extend(by_events);
    }
    // What GTK 3 calls to activate a row is what a double click does.
    if grounds.toolkit == Toolkit::Gtk3 && offers(grounds.actions, "activate") && is_row(grounds.role) {
        let index = grounds.actions.iter().position(|action| action.name == "activate");
        let token = index.and_then(|index| u32::try_from(index).ok()).unwrap_or_default();
        routes.push(Route::quiet(ActionKind::DoubleClick, RouteKind::NativeAction).with_token(token));
    }
    routes
}

const fn is_row(role: Role) -> bool {
    matches!(role, Role::ListItem | Role::Cell | Role::Row | Role::TreeItem | Role::Icon)
}

/// What stands for keys without the focus: see `keyboard.rs`.
fn keys(grounds: &Grounds<'_>) -> Vec<Route> {
    let mut kinds = Vec::new();
    let is_text = grounds.state.editable
        && !grounds.state.protected
        && grounds.interfaces.has(Interfaces::EDITABLE_TEXT)
        && matches!(grounds.role, Role::TextField | Role::TextArea | Role::Document);
    match grounds.toolkit {
        Toolkit::Qt => {
            // A row or tab only mirrors the focus of what holds it.
            let mirrors = is_row(grounds.role) || grounds.is_option || grounds.role == Role::Tab;
            kinds.extend(
                (grounds.takes_events && grounds.has_focus && !mirrors).then_some(RouteKind::KeyInput),
            );
        }
        Toolkit::Gtk3 | Toolkit::Gtk4 if is_text => {
            // The action of GTK 4's fields that is called so does nothing.
            if grounds.role == Role::TextField && grounds.toolkit == Toolkit::Gtk3 {
                kinds.push(RouteKind::NativeAction);
            }
            kinds.push(RouteKind::EditableText);
            if grounds.toolkit == Toolkit::Gtk4 {
                kinds.push(RouteKind::MenuCommand);
            }
        }
        _ => {}
    }
    let key = |kind| Route { idempotent: false, ..Route::quiet(ActionKind::Key, kind) };
    kinds.into_iter().map(key).collect()
}

/// What pointer events that are sent to a window alone can do beside what a control offers: see `pointer.rs`. A context
/// menu takes a grab when it opens.
fn by_events(role: Role, own: &[Route]) -> Vec<Route> {
    let pointed = |action| Route::quiet(action, RouteKind::PointerInput);
    let pressed = [ActionKind::Click, ActionKind::Toggle]
        .into_iter()
        .find(|action| own.iter().any(|route| route.action == *action));
    let shows = matches!(role, Role::Text | Role::TextField | Role::TextArea | Role::Slider | Role::Image);
    let rows = is_row(role) || matches!(role, Role::List | Role::Table | Role::Tree | Role::Canvas);
    if is_menu(role) || (pressed.is_none() && !shows && !rows) {
        return Vec::new();
    }
    let mut routes: Vec<Route> = pressed.map(pointed).into_iter().collect();
    routes.extend([ActionKind::DoubleClick, ActionKind::Drag].map(pointed));
    routes.push(pointed(ActionKind::ContextMenu).disturbing(Disturbance::Grab));
    routes
}

const fn is_menu(role: Role) -> bool {
    matches!(
        role,
        Role::Menu
            | Role::MenuButton
            | Role::MenuItem
            | Role::CheckMenuItem
            | Role::RadioMenuItem
            | Role::ComboBox
    )
}

fn offers(actions: &[NativeAction], name: &str) -> bool {
    actions.iter().any(|action| action.name == name)
}

/// Whether a row of a container that is too long to be read can be selected by what it says.
fn selects_by_text(grounds: &Grounds<'_>) -> bool {
    match grounds.toolkit {
        Toolkit::Qt => grounds.role == Role::List,
        Toolkit::Gtk3 => grounds.interfaces.has(Interfaces::TABLE),
        Toolkit::Gtk4 => grounds.role == Role::List && grounds.interfaces.has(Interfaces::SELECTION),
        _ => false,
    }
}

fn native(grounds: &Grounds<'_>, action: ActionKind) -> Option<Route> {
    let index = choose(grounds.role, action, grounds.actions)?;
    Some(Route::quiet(action, RouteKind::NativeAction).with_token(u32::try_from(index).ok()?))
}

/// The place of the native action that carries out `action` on a control of that role.
fn choose(role: Role, action: ActionKind, actions: &[NativeAction]) -> Option<usize> {
    names(role, action).iter().find_map(|name| actions.iter().position(|action| action.name == *name))
}

fn names(role: Role, action: ActionKind) -> &'static [&'static str] {
    match (role, action) {
        (Role::Expander, _) => &EXPANDS,
        (Role::Cell, _) => &SELECTS,
        (Role::Menu | Role::MenuButton | Role::ComboBox, ActionKind::Click) => &OPENS,
        (_, ActionKind::Toggle) => &TOGGLES,
        _ => &CLICKS,
    }
}

/// Whether a native action of that name may carry out `action`: asked again right before it is done.
pub(crate) fn may_stand_for(action: ActionKind, name: &str) -> bool {
    let names: &[&str] = if action == ActionKind::Toggle { &TOGGLES } else { &CLICKS };
    names.contains(&name)
        || (action == ActionKind::Click && (EXPANDS.contains(&name) || OPENS.contains(&name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(names: &[&str]) -> Vec<NativeAction> {
        names.iter().map(|name| NativeAction { name: (*name).into(), binding: String::new() }).collect()
    }

    fn grounds<'a>(
        role: Role,
        state: &'a State,
        interfaces: &[&str],
        actions: &'a [NativeAction],
    ) -> Grounds<'a> {
        let interfaces = Interfaces::from_names(interfaces.iter().copied());
        let toolkit = Toolkit::Gtk3;
        Grounds {
            role,
            state,
            interfaces,
            actions,
            toolkit,
            parent_selects: false,
            is_option: false,
            is_long: false,
            takes_events: false,
            takes_keys: false,
            has_focus: false,
            index: 0,
        }
    }

    #[test]
    fn the_first_action_is_not_taken_for_a_click() {
        let state = State::default();
        let harmful = actions(&["selection.delete", "clipboard.cut"]);
        assert!(routes(&grounds(Role::Button, &state, &[], &harmful)).is_empty());
        let mixed = actions(&["selection.delete", "click"]);
        let routes = routes(&grounds(Role::Button, &state, &[], &mixed));
        assert_eq!(routes, [Route::quiet(ActionKind::Click, RouteKind::NativeAction).with_token(1)]);
    }

    #[test]
    fn a_toggle_button_can_be_pressed_too() {
        let (state, toggle) = (State::default(), actions(&["toggle", "click"]));
        let routes = routes(&grounds(Role::ToggleButton, &state, &[], &toggle));
        let offered: Vec<_> = routes.iter().map(|route| route.action).collect();
        assert_eq!(offered, [ActionKind::Toggle, ActionKind::Click]);
    }

    #[test]
    fn a_menu_button_of_qt_is_opened_by_a_key_and_a_split_one_is_pushed() {
        let state = State::default();
        let (menu, split) = (actions(&["showmenu"]), actions(&["showmenu", "press"]));
        let qt = |actions| Grounds {
            toolkit: Toolkit::Qt,
            takes_keys: true,
            ..grounds(Role::MenuButton, &state, &[], actions)
        };
        let key = Route::quiet(ActionKind::Click, RouteKind::KeyInput).disturbing(Disturbance::Grab);
        assert_eq!(routes(&qt(&menu)), [key]);
        let press = Route::quiet(ActionKind::Click, RouteKind::NativeAction).with_token(1);
        assert_eq!(routes(&qt(&split)), [press]);
    }

    #[test]
    fn events_to_a_window_alone_do_not_stand_in_for_what_a_control_offers() {
        let (state, press) = (State::default(), actions(&["press"]));
        let button = Grounds { takes_events: true, ..grounds(Role::Button, &state, &[], &press) };
        let offered = routes(&button);
        assert_eq!(offered.first().map(|route| route.kind), Some(RouteKind::NativeAction));
        let by_pointer = |action| {
            offered.iter().find(|route| route.action == action && route.kind == RouteKind::PointerInput)
        };
        for quiet in [ActionKind::Click, ActionKind::DoubleClick, ActionKind::Drag] {
            assert_eq!(by_pointer(quiet).map(|route| route.disturbs), Some(Disturbance::Nothing), "{quiet}");
        }
        let menu = by_pointer(ActionKind::ContextMenu).map(|route| route.disturbs);
        assert_eq!(menu, Some(Disturbance::Grab));
        let combo = Grounds { takes_events: true, ..grounds(Role::ComboBox, &state, &[], &press) };
        assert!(routes(&combo).iter().all(|route| route.kind != RouteKind::PointerInput), "it would open");
    }

    #[test]
    fn keys_stand_for_what_each_toolkit_takes() {
        let state = State { editable: true, ..State::default() };
        let interfaces = ["EditableText", "Text"];
        let kinds = |toolkit, role| -> Vec<RouteKind> {
            let grounds = grounds(role, &state, &interfaces, &[]);
            let all = routes(&Grounds { toolkit, takes_events: true, has_focus: true, ..grounds });
            all.iter().filter(|route| route.action == ActionKind::Key).map(|route| route.kind).collect()
        };
        let text = [RouteKind::EditableText];
        assert_eq!(kinds(Toolkit::Gtk3, Role::TextField), [RouteKind::NativeAction, RouteKind::EditableText]);
        assert_eq!(kinds(Toolkit::Gtk3, Role::TextArea), text);
        assert_eq!(kinds(Toolkit::Gtk4, Role::TextField), [RouteKind::EditableText, RouteKind::MenuCommand]);
        assert_eq!(kinds(Toolkit::Qt, Role::TextField), [RouteKind::KeyInput]);
        assert_eq!(kinds(Toolkit::Qt, Role::ListItem), []);
    }

    #[test]
    fn what_opens_a_popup_takes_a_grab() {
        let state = State::default();
        let press = actions(&["press"]);
        for route in routes(&grounds(Role::ComboBox, &state, &["Selection"], &press)) {
            let quiet = route.disturbs == Disturbance::Nothing;
            assert_eq!(quiet, route.action == ActionKind::ChooseOption, "{route:?}");
        }
    }

    #[test]
    fn only_a_field_that_can_be_edited_has_text_routes() {
        let mut state = State::default();
        let interfaces = ["EditableText", "Text"];
        assert!(routes(&grounds(Role::TextField, &state, &interfaces, &[])).is_empty());
        state.editable = true;
        let writes = |route: &Route| route.action != ActionKind::Key;
        let offered = routes(&grounds(Role::TextField, &state, &interfaces, &[]));
        assert_eq!(offered.iter().filter(|route| writes(route)).count(), 3);
        state.protected = true;
        assert_eq!(routes(&grounds(Role::PasswordField, &state, &interfaces, &[])).len(), 1);
    }
}
