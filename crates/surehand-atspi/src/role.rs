//! The roles of AT-SPI, by number, in the words of core.
//!
//! A table of our own: surehand knows fewer kinds of control than AT-SPI, and several AT-SPI roles carry no meaning
//! for a person (fillers, panels, viewports). Those are [`Sense::Scaffold`]: they hold other things and are left out
//! of a reading when they have no name.

use surehand_core::element::Role;

/// A role number of AT-SPI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RoleNumber(pub(crate) u32);

impl RoleNumber {
    pub(crate) const CHECK_BOX: Self = Self(7);
    pub(crate) const COMBO_BOX: Self = Self(11);
    #[cfg(test)]
    pub(crate) const FRAME: Self = Self(23);
    pub(crate) const ICON: Self = Self(26);
    pub(crate) const IMAGE: Self = Self(27);
    pub(crate) const LABEL: Self = Self(29);
    pub(crate) const MENU: Self = Self(33);
    pub(crate) const PASSWORD: Self = Self(40);
    pub(crate) const POPUP_MENU: Self = Self(41);
    pub(crate) const PUSH_BUTTON: Self = Self(43);
    pub(crate) const SCROLL_BAR: Self = Self(48);
    pub(crate) const SEPARATOR: Self = Self(50);
    pub(crate) const TOGGLE_BUTTON: Self = Self(62);
    #[cfg(test)]
    pub(crate) const WINDOW: Self = Self(69);
    pub(crate) const STATIC: Self = Self(116);

    /// A label or other text that is only shown.
    pub(crate) const fn is_static_text(self) -> bool {
        matches!(self, Self::LABEL | Self::STATIC)
    }

    /// What a toplevel of that role is to its app.
    pub(crate) const fn toplevel(self) -> Toplevel {
        match self.0 {
            2 | 9 | 16 | 19 | 22 => Toplevel::Dialog,
            41 | 64 | 101 => Toplevel::Transient,
            69 => Toplevel::Bare,
            _ => Toplevel::Frame,
        }
    }

    /// What surehand makes of it.
    pub(crate) const fn sense(self) -> Sense {
        let role = match self.0 {
            20 | 21 | 24 | 30 | 36 | 39 | 46 | 49 | 53 | 67 | 68 | 70 | 85 | 86 | 99 | 110 | 109 | 87 => {
                return Sense::Scaffold(match self.0 {
                    49 => Role::ScrollArea,
                    67 | 70 => Role::Unknown,
                    _ => Role::Group,
                });
            }
            50 => return Sense::Ornament,
            2 | 101 | 102 => Role::Alert,
            5 => Role::Calendar,
            6 | 18 => Role::Canvas,
            7 => Role::CheckBox,
            8 => Role::CheckMenuItem,
            9 | 16 | 19 | 22 => Role::Dialog,
            10 | 57 => Role::ColumnHeader,
            11 => Role::ComboBox,
            12 | 52 => Role::SpinButton,
            13 | 26 => Role::Icon,
            15 | 51 | 114 => Role::Slider,
            23 | 28 | 69 => Role::Window,
            25 | 82 | 84 | 92..=96 => Role::Document,
            27 | 80 | 100 => Role::Image,
            31 | 98 | 121 => Role::List,
            32 | 122 | 123 => Role::ListItem,
            33 | 41 => Role::Menu,
            34 => Role::MenuBar,
            35 | 59 => Role::MenuItem,
            37 => Role::Tab,
            38 => Role::TabList,
            40 => Role::PasswordField,
            42 | 103 => Role::ProgressBar,
            43 => Role::Button,
            44 => Role::RadioButton,
            45 => Role::RadioMenuItem,
            47 | 58 => Role::RowHeader,
            48 => Role::ScrollBar,
            54 => Role::StatusBar,
            55 => Role::Table,
            56 => Role::Cell,
            60 | 61 | 76 | 77 | 79 => Role::TextField,
            62 => Role::ToggleButton,
            63 => Role::ToolBar,
            64 => Role::Tooltip,
            65 | 66 => Role::Tree,
            73 | 105 | 81 | 97 | 124 => Role::Paragraph,
            1 | 29 | 116 | 115 | 113 | 111 | 112 => Role::Text,
            83 => Role::Heading,
            88 => Role::Link,
            90 => Role::Row,
            91 => Role::TreeItem,
            104 => Role::TitleBar,
            129 => Role::MenuButton,
            130 => Role::Switch,
            _ => Role::Unknown,
        };
        Sense::Control(role)
    }
}

/// What a toplevel object of an app is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toplevel {
    /// A window people know as such.
    Frame,
    /// A window that asks.
    Dialog,
    /// A menu or tooltip.
    Transient,
    /// A window without decoration: GTK's pop-ups, splash screens.
    Bare,
}

/// What a role means to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// Something with a meaning of its own.
    Control(Role),
    /// Holds other things; without a name it means nothing.
    Scaffold(Role),
    /// Nothing to read and nothing to do: lines.
    Ornament,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_roles_have_their_words() {
        for (number, sense) in [
            (43, Sense::Control(Role::Button)),
            (61, Sense::Control(Role::TextField)),
            (11, Sense::Control(Role::ComboBox)),
            (98, Sense::Control(Role::List)),
            (20, Sense::Scaffold(Role::Group)),
            (50, Sense::Ornament),
            (999, Sense::Control(Role::Unknown)),
        ] {
            assert_eq!(RoleNumber(number).sense(), sense, "{number}");
        }
    }
}
