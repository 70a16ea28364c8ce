//! What an action may destroy, and how a label tells.
//!
//! One closed list for the picker and the runner. A mark is a precaution that makes a caller confirm; it is no
//! authorization boundary (permissions are).

mod unmask;
pub(crate) mod words;

use std::fmt;

use crate::action::ActionKind;
use crate::element::Role;

/// Why an action needs a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// Takes something away for good.
    Delete,
    /// Writes over something that exists.
    Overwrite,
    /// Throws unsaved work away.
    Discard,
    /// Sends something to somebody.
    Send,
    /// Costs money.
    Purchase,
    /// Closes a window or quits an app.
    Close,
    /// Ends a session with an account.
    SignOut,
    /// Changes or stops the system.
    System,
}

impl Risk {
    /// Every risk, in the order of the enum.
    pub const ALL: [Self; 8] = [
        Self::Delete,
        Self::Overwrite,
        Self::Discard,
        Self::Send,
        Self::Purchase,
        Self::Close,
        Self::SignOut,
        Self::System,
    ];

    /// The word in answers and in the permissions file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Delete => "delete",
            Self::Overwrite => "overwrite",
            Self::Discard => "discard",
            Self::Send => "send",
            Self::Purchase => "purchase",
            Self::Close => "close",
            Self::SignOut => "sign_out",
            Self::System => "system",
        }
    }

    /// The risk of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|risk| risk.name() == name)
    }
}

/// Where a control stands, as far as it bears on what its label means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Setting {
    /// An ordinary window.
    #[default]
    Window,
    /// A dialog that asks and is answered.
    Dialog,
    /// A pop-over: closing it dismisses it.
    Popover,
    /// A bar that finds and replaces text, or another part of a window with a field for that.
    FindBar,
    /// A dialog that finds and replaces text: closing it puts a tool away.
    FindDialog,
    /// Keys that edit an entry.
    Keypad,
}

impl Setting {
    /// Whether closing it loses nothing.
    const fn is_dismissed(self) -> bool {
        matches!(self, Self::Popover | Self::FindDialog)
    }
}

/// What is known of an action when its risk is judged.
#[derive(Clone, Copy, Debug)]
pub struct RiskContext<'a> {
    /// The kind of control.
    pub role: Role,
    /// Its label.
    pub name: &'a str,
    /// Its chord.
    pub shortcut: Option<&'a str>,
    /// The named containers it is in, outermost first.
    pub within: &'a [String],
    /// What would be done to it.
    pub action: ActionKind,
    /// Where it stands.
    pub setting: Setting,
}

impl Risk {
    /// What the action may destroy, judged by its label; `None` when nothing says so.
    ///
    /// Only what runs a command is judged: a tick sets a preference, an item of a list is chosen, a field is written.
    #[must_use]
    pub fn of(context: &RiskContext<'_>) -> Option<Self> {
        if !runs_a_command(context.role, context.action) {
            return None;
        }
        let judged = words::judge(context.name, context.role, context.setting);
        let risk = judged.unwrap_or_else(|| by_shortcut(context));
        // A key that deletes edits the entry.
        risk.filter(|risk| !(context.setting == Setting::Keypad && *risk == Self::Delete))
    }
}

/// Whether doing `action` to a control of this role makes the app do something, rather than note a choice.
const fn runs_a_command(role: Role, action: ActionKind) -> bool {
    let presses =
        matches!(action, ActionKind::Click | ActionKind::DoubleClick | ActionKind::Toggle | ActionKind::Menu);
    presses
        && matches!(
            role,
            Role::Button
                | Role::ToggleButton
                | Role::MenuButton
                | Role::Menu
                | Role::MenuItem
                | Role::Link
                | Role::Icon
                | Role::Image
                | Role::Group
                | Role::Unknown
        )
}

/// What the chord of a menu item gives away when its words say nothing, as in a language without a table.
fn by_shortcut(context: &RiskContext<'_>) -> Option<Risk> {
    if context.role != Role::MenuItem {
        return None;
    }
    let chord = context.shortcut?.to_lowercase();
    match chord.as_str() {
        "ctrl+q" | "meta+q" | "alt+f4" | "ctrl+w" | "meta+w" => Some(Risk::Close),
        "delete" | "del" | "shift+delete" | "meta+backspace" => Some(Risk::Delete),
        _ => None,
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
