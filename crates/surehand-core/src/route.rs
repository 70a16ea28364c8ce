//! Ways to carry out an action.
//!
//! A desktop attaches its ordered routes to every element; core filters them by permission and by what the user is
//! doing and tries **one**. A second is tried only when the first is idempotent and provably did nothing, so nothing
//! happens twice. How a route works on a platform is the desktop's business.

use std::fmt;

use crate::action::ActionKind;

/// What a route takes from the user while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disturbance {
    /// Nothing: works unfocused, covered and minimised.
    Nothing,
    /// The window system's grab: the user's keys go elsewhere until it is released.
    Grab,
    /// The keyboard focus.
    Focus,
    /// A pointer: the user's own or a second one.
    Pointer,
}

/// The mechanism of a route. Names appear in answers as `"route": ["editable-text"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RouteKind {
    /// An action that the control itself offers.
    NativeAction,
    /// Replacing a field's whole text.
    EditableText,
    /// Inserting text at a position of a field.
    InsertText,
    /// Setting a number.
    Value,
    /// Selecting a child of a container.
    Selection,
    /// Running a command that the app exports.
    MenuCommand,
    /// Asking a window to close, as its manager would. Nobody answers that; the window goes or stays.
    CloseWindow,
    /// Sending keys to a window.
    KeyInput,
    /// Sending pointer events to a window.
    PointerInput,
}

impl RouteKind {
    /// The name in answers and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NativeAction => "native-action",
            Self::EditableText => "editable-text",
            Self::InsertText => "insert-text",
            Self::Value => "value",
            Self::Selection => "selection",
            Self::MenuCommand => "menu-command",
            Self::CloseWindow => "close-window",
            Self::KeyInput => "key-input",
            Self::PointerInput => "pointer-input",
        }
    }
}

impl fmt::Display for RouteKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// One way to do one kind of action to one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// The kind of action it carries out.
    pub action: ActionKind,
    /// The mechanism.
    pub kind: RouteKind,
    /// What it takes from the user.
    pub disturbs: Disturbance,
    /// Whether doing it twice is the same as doing it once (replacing a text is, pressing is not).
    pub idempotent: bool,
    /// The desktop's own note, such as the index of a native action. Core passes it back unread.
    pub token: u32,
}

impl Route {
    /// A route that disturbs nobody.
    #[must_use]
    pub const fn quiet(action: ActionKind, kind: RouteKind) -> Self {
        let idempotent = matches!(kind, RouteKind::EditableText | RouteKind::Value | RouteKind::Selection);
        Self { action, kind, disturbs: Disturbance::Nothing, idempotent, token: 0 }
    }

    /// The same route with the desktop's note.
    #[must_use]
    pub const fn with_token(mut self, token: u32) -> Self {
        self.token = token;
        self
    }

    /// The same route, taking something from the user.
    #[must_use]
    pub const fn disturbing(mut self, disturbs: Disturbance) -> Self {
        self.disturbs = disturbs;
        self
    }
}
