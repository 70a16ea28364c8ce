//! What must be so before an action is tried.
//!
//! The table below is the specification; `docs/actionability.md` holds the same table, and a test compares the two.
//! Each condition is defined once, in [`Condition::meaning`].

use crate::action::ActionKind;
use crate::outcome::Obstacle;

/// Something that must be so about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Exactly one element has the identity.
    There,
    /// It reacts to input.
    Enabled,
    /// It is shown.
    Visible,
    /// No modal dialog stands before it.
    Unblocked,
    /// Its text can be changed.
    Editable,
    /// It has a way to do this that may be used now.
    Reachable,
}

impl Condition {
    /// Every condition, in the order they are checked.
    pub const ALL: [Self; 6] =
        [Self::There, Self::Enabled, Self::Visible, Self::Unblocked, Self::Editable, Self::Reachable];

    /// The word in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::There => "There",
            Self::Enabled => "Enabled",
            Self::Visible => "Visible",
            Self::Unblocked => "Unblocked",
            Self::Editable => "Editable",
            Self::Reachable => "Reachable",
        }
    }

    /// What it means, odd cases included.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::There => {
                "Exactly one element of the window has the identity the id was issued for, and it still has it in the reading right before the action."
            }
            Self::Enabled => {
                "The app says that the control reacts to input. Where a platform does not tell, it counts as enabled."
            }
            Self::Visible => {
                "The control is laid out with an area inside its window. Covered and minimised windows count as visible; scrolled out of view does not."
            }
            Self::Unblocked => {
                "No other window of the app is modal. A control of the modal dialog itself is unblocked."
            }
            Self::Editable => "The app says that the text of the control can be changed.",
            Self::Reachable => {
                "The control has a route for this kind of action that takes nothing from the user, or the user has lent what it takes and is idle."
            }
        }
    }

    /// The obstacle when it is not so. `Reachable` has a second one: see [`Obstacle::Disturbing`].
    #[must_use]
    pub const fn obstacle(self) -> Obstacle {
        match self {
            Self::There => Obstacle::NotThere,
            Self::Enabled => Obstacle::NotEnabled,
            Self::Visible => Obstacle::NotVisible,
            Self::Unblocked => Obstacle::BlockedByDialog,
            Self::Editable => Obstacle::NotEditable,
            Self::Reachable => Obstacle::NoRoute,
        }
    }
}

/// The conditions for one kind of action.
#[must_use]
pub const fn conditions(action: ActionKind) -> &'static [Condition] {
    use Condition::{Editable, Enabled, Reachable, There, Unblocked, Visible};
    match action {
        // A menu command is run without opening its menu, and a native press works on what is scrolled out: neither
        // needs to be visible.
        ActionKind::Click
        | ActionKind::Toggle
        | ActionKind::Menu
        | ActionKind::ChooseOption
        | ActionKind::Keypad => &[There, Enabled, Unblocked, Reachable],
        ActionKind::SetValue | ActionKind::TypeInto | ActionKind::Append => {
            &[There, Enabled, Unblocked, Editable, Reachable]
        }
        ActionKind::DoubleClick | ActionKind::ContextMenu | ActionKind::Scroll | ActionKind::Drag => {
            &[There, Enabled, Visible, Unblocked, Reachable]
        }
        ActionKind::Key => &[There, Unblocked, Reachable],
        ActionKind::Wait => &[],
    }
}
