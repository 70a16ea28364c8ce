//! Apps and windows, as far as they concern a caller.
//!
//! An app answers to several names, because users know the localised one and programs the desktop id. Nothing here is
//! about what a window contains.

use std::fmt;
use std::sync::Arc;

use crate::element::Bounds;

/// The name of a live window on its desktop, opaque to core.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WindowKey(Arc<str>);

impl WindowKey {
    /// Takes the desktop's name for the window.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    /// The desktop's name for the window.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for WindowKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "WindowKey({})", self.0)
    }
}

/// A running app with a user interface.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct App {
    /// The name its users know, localised when the desktop knows it.
    pub name: String,
    /// Other names it answers to: untranslated name, desktop id, executable, accessibility name.
    pub aliases: Vec<String>,
    /// The process.
    pub pid: u32,
}

impl App {
    /// Whether `wanted` names this app: any of its names, ignoring case and a trailing `.desktop`.
    #[must_use]
    pub fn answers_to(&self, wanted: &str) -> bool {
        let plain = |name: &str| {
            let name = name.trim().to_lowercase();
            name.strip_suffix(".desktop").map(str::to_owned).unwrap_or(name)
        };
        let wanted = plain(wanted);
        !wanted.is_empty()
            && std::iter::once(&self.name).chain(&self.aliases).any(|name| plain(name) == wanted)
    }
}

/// What a window is to its app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WindowKind {
    /// A window people know as such.
    #[default]
    Normal,
    /// A window that asks and is answered.
    Dialog,
    /// A menu, pop-up or tooltip that comes and goes.
    Transient,
}

/// An open window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Window {
    /// The live window.
    pub key: WindowKey,
    /// The public number, at most 2^53 − 1, the same while the window lives.
    pub id: u64,
    /// Whose it is.
    pub app: App,
    /// The title as shown. May be empty.
    pub title: String,
    /// What it is to its app.
    pub kind: WindowKind,
    /// It blocks the other windows of its app.
    pub modal: bool,
    /// It is the one the user works in.
    pub active: bool,
    /// It is minimised.
    pub minimized: bool,
    /// The workspace it is on, counted from 0, when the desktop has several.
    pub workspace: Option<u32>,
    /// Where its content is on the screen, in device pixels.
    pub bounds: Option<Bounds>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_answers_to_each_of_its_names() {
        let app = App {
            name: "Taschenrechner".into(),
            aliases: vec!["org.gnome.Calculator".into(), "gnome-calculator".into()],
            pid: 1,
        };
        for name in ["taschenrechner", "org.gnome.Calculator.desktop", "gnome-calculator"] {
            assert!(app.answers_to(name), "{name}");
        }
        assert!(!app.answers_to("") && !app.answers_to("calc"));
    }
}
