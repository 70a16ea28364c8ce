//! The kinds of action, one enum behind both faces.
//!
//! The picker's JSON and the runner's JSON name the same things differently; both names stand here, and nowhere else.

use std::fmt;

/// What can be done to a control. The payload each kind needs travels in [`crate::desktop::Payload`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// Press a control once. No payload.
    Click,
    /// Press a control twice in a row. No payload.
    DoubleClick,
    /// Flip a check box, switch or toggle button. No payload.
    Toggle,
    /// Make a pop-up or list show one of its options. Payload: the option's text, exactly.
    ChooseOption,
    /// Replace the whole text or value of a field. Payload: the text.
    SetValue,
    /// Put text into a field at one position, leaving what is there. Payload: the text.
    TypeInto,
    /// Put text behind what a field holds. Payload: the text.
    Append,
    /// Run a command of a menu. No payload.
    Menu,
    /// Press the keys of an on-screen keypad one after the other. Payload: the characters.
    Keypad,
    /// Press a key or chord. Payload: the chord.
    Key,
    /// Scroll by a page. Payload: the direction.
    Scroll,
    /// Open the context menu. No payload.
    ContextMenu,
    /// Drag one control to another or by a distance. Payload: the destination.
    Drag,
    /// Let time pass. Never offered as a candidate.
    Wait,
}

impl ActionKind {
    /// Every kind, in the order of the enum.
    pub const ALL: [Self; 14] = [
        Self::Click,
        Self::DoubleClick,
        Self::Toggle,
        Self::ChooseOption,
        Self::SetValue,
        Self::TypeInto,
        Self::Append,
        Self::Menu,
        Self::Keypad,
        Self::Key,
        Self::Scroll,
        Self::ContextMenu,
        Self::Drag,
        Self::Wait,
    ];

    /// The picker's name, as in `"kind": "set_value"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Click => "click",
            Self::DoubleClick => "double_click",
            Self::Toggle => "toggle",
            Self::ChooseOption => "choose_option",
            Self::SetValue => "set_value",
            Self::TypeInto => "type_into",
            Self::Append => "append",
            Self::Menu => "menu",
            Self::Keypad => "keypad",
            Self::Key => "key",
            Self::Scroll => "scroll",
            Self::ContextMenu => "context_menu",
            Self::Drag => "drag",
            Self::Wait => "wait",
        }
    }

    /// The runner's names for it. A kind may have several (`DRAG_TO`, `DRAG_BY`), and none where the runner has no word.
    #[must_use]
    pub const fn runner_names(self) -> &'static [&'static str] {
        match self {
            Self::Click => &["CLICK"],
            Self::DoubleClick => &["DOUBLE_CLICK"],
            Self::SetValue => &["TYPE_TEXT"],
            Self::ChooseOption => &["SET_VALUE"],
            Self::Key => &["PRESS_KEY", "HOTKEY"],
            Self::Scroll => &["SCROLL"],
            Self::ContextMenu => &["RIGHT_CLICK"],
            Self::Drag => &["DRAG_TO", "DRAG_BY"],
            Self::Wait => &["WAIT"],
            // The ancestors have no word for these.
            Self::Append => &["APPEND"],
            Self::TypeInto => &["INSERT"],
            Self::Keypad => &["KEYPAD"],
            Self::Toggle | Self::Menu => &[],
        }
    }

    /// Whether the kind takes a text from the caller. With a text only these are in the running, without one the others.
    #[must_use]
    pub const fn takes_text(self) -> bool {
        matches!(self, Self::ChooseOption | Self::SetValue | Self::TypeInto | Self::Append | Self::Keypad)
    }

    /// Whether the effect is read from the target alone and must outlive a stability window.
    #[must_use]
    pub const fn has_stability_window(self) -> bool {
        matches!(
            self,
            Self::ChooseOption | Self::SetValue | Self::TypeInto | Self::Append | Self::Toggle | Self::Keypad
        )
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
