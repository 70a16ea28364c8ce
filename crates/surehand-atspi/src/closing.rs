//! The cross of a window, as a control of its own.
//!
//! The button that closes a window is drawn by the window manager or means nothing to accessibility. Pressing it sends the
//! window a message (`WM_DELETE_WINDOW`), which anybody may send: to the window alone, without focus or pointer. So a
//! window that takes that message has one element more, after all others, known by the window and not by an object.
//! Left out: windows that do not take it, which their manager would end with all that is in them, and Wayland.

use surehand_core::action::ActionKind;
use surehand_core::element::{Element, ElementKey, Role, Source};
use surehand_core::route::{Route, RouteKind};
use surehand_core::window::WindowKey;

use crate::bus::Toolkit;
use crate::windows::Listed;

const PREFIX: &str = "close:";

/// The element that stands for closing the window, if it takes the request.
pub(crate) fn element(listed: &Listed) -> Option<Element> {
    let key = ElementKey::new(format!("{PREFIX}{}", listed.window.key.as_str()));
    let mut routes = vec![Route::quiet(ActionKind::Click, RouteKind::CloseWindow)];
    // A Qt window takes keys that are sent to it alone: they are for what has the focus inside it.
    let in_qt = listed.app.as_ref().is_some_and(|app| app.toolkit == Toolkit::Qt);
    if in_qt && listed.placement.takes_events {
        routes.push(Route::quiet(ActionKind::Key, RouteKind::KeyInput));
    }
    let name = listed.window.title.as_str();
    let element = Element::named(key, Role::Window, name);
    listed.closes.then_some(Element { routes, source: Source::Commands, ..element })
}

/// The window that such an element closes.
pub(crate) fn window(element: &ElementKey) -> Option<WindowKey> {
    element.as_str().strip_prefix(PREFIX).map(WindowKey::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_keys_name_a_window() {
        assert_eq!(window(&ElementKey::new("close:x11:7")), Some(WindowKey::new("x11:7")));
        assert_eq!(window(&ElementKey::new("x11:7")), None);
    }
}
