//! Names of accessible objects, and the calls that read them.
//!
//! An object is a bus name and a path; as an [`ElementKey`] it is written `busname|path`, behind `n|` on the n-th bus
//! after the first: a restarted bus gives its names again, and a key from before must not mean another object. All
//! knowledge of interface and member names is here, so that the rest of the crate speaks of names, states and texts.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use surehand_core::element::ElementKey;
use zbus::zvariant::OwnedObjectPath;

use crate::transport::Call;

pub(crate) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
pub(crate) const ACTION: &str = "org.a11y.atspi.Action";
pub(crate) const APPLICATION: &str = "org.a11y.atspi.Application";
pub(crate) const CACHE: &str = "org.a11y.atspi.Cache";
pub(crate) const COMPONENT: &str = "org.a11y.atspi.Component";
pub(crate) const EDITABLE_TEXT: &str = "org.a11y.atspi.EditableText";
pub(crate) const SELECTION: &str = "org.a11y.atspi.Selection";
pub(crate) const TABLE: &str = "org.a11y.atspi.Table";
pub(crate) const TEXT: &str = "org.a11y.atspi.Text";
pub(crate) const VALUE: &str = "org.a11y.atspi.Value";

/// The object every app offers.
pub(crate) const ROOT: &str = "/org/a11y/atspi/accessible/root";
/// The object of an app that lists all others.
pub(crate) const CACHE_PATH: &str = "/org/a11y/atspi/cache";
/// The path that stands for no object.
pub(crate) const NULL: &str = "/org/a11y/atspi/null";

/// How many buses there were before this one, of the whole process.
static BUSES: AtomicU32 = AtomicU32::new(0);

/// From now on no key from before stands for an object.
pub(crate) fn forget_keys() {
    BUSES.fetch_add(1, Ordering::SeqCst);
}

/// A reference as it travels on the bus.
pub(crate) type Wire = (String, OwnedObjectPath);

/// A live accessible object.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Object {
    /// The unique bus name of its app.
    pub(crate) bus: Arc<str>,
    /// Its path.
    pub(crate) path: Arc<str>,
}

impl fmt::Debug for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}|{}", self.bus, self.path)
    }
}

impl Object {
    pub(crate) fn new(bus: impl Into<Arc<str>>, path: impl Into<Arc<str>>) -> Self {
        Self { bus: bus.into(), path: path.into() }
    }

    /// The object of a reference; `None` for the reference to nothing.
    pub(crate) fn from_wire(wire: &Wire) -> Option<Self> {
        let (bus, path) = wire;
        (!bus.is_empty() && path.as_str() != NULL).then(|| Self::new(bus.as_str(), path.as_str()))
    }

    /// The object of a key of now.
    pub(crate) fn from_key(key: &ElementKey) -> Option<Self> {
        let buses = BUSES.load(Ordering::SeqCst);
        let key = if buses == 0 { key.as_str() } else { key.as_str().strip_prefix(&format!("{buses}|"))? };
        let (bus, path) = key.split_once('|')?;
        (bus.starts_with(':') && path.starts_with('/')).then(|| Self::new(bus, path))
    }

    pub(crate) fn key(&self) -> ElementKey {
        match BUSES.load(Ordering::SeqCst) {
            0 => ElementKey::new(format!("{}|{}", self.bus, self.path)),
            buses => ElementKey::new(format!("{buses}|{}|{}", self.bus, self.path)),
        }
    }

    /// A call without arguments.
    pub(crate) fn call(&self, interface: &str, member: &str) -> Call {
        Call::new(&self.bus, &self.path, interface, member, &())
    }

    /// A call with arguments.
    pub(crate) fn call_with<B>(&self, interface: &str, member: &str, body: &B) -> Call
    where
        B: serde::ser::Serialize + zbus::zvariant::DynamicType,
    {
        Call::new(&self.bus, &self.path, interface, member, body)
    }

    pub(crate) fn property(&self, interface: &str, name: &str) -> Call {
        Call::property(&self.bus, &self.path, interface, name)
    }

    /// The rectangle relative to its window.
    pub(crate) fn extents(&self) -> Call {
        self.call_with(COMPONENT, "GetExtents", &(1_u32,))
    }
}

macro_rules! interfaces {
    ($($variant:ident = $bit:literal, $name:literal;)*) => {
        /// The interfaces of an object that surehand makes use of.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(crate) struct Interfaces(u16);

        impl Interfaces {
            $(pub(crate) const $variant: Self = Self(1 << $bit);)*

            pub(crate) fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Self {
                let mut bits = 0;
                for name in names {
                    bits |= match name.rsplit('.').next().unwrap_or_default() {
                        $($name => 1 << $bit,)*
                        _ => 0,
                    };
                }
                Self(bits)
            }

            pub(crate) const fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }
    };
}

interfaces! {
    ACTION = 0, "Action";
    COMPONENT = 1, "Component";
    EDITABLE_TEXT = 2, "EditableText";
    SELECTION = 3, "Selection";
    TEXT = 4, "Text";
    VALUE = 5, "Value";
    TABLE = 6, "Table";
}

macro_rules! states {
    ($($variant:ident = $bit:literal;)*) => {
        /// The states of an object, as numbered by AT-SPI.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub(crate) struct States(u64);

        impl States {
            $(pub(crate) const $variant: Self = Self(1 << $bit);)*

            pub(crate) fn from_words(words: &[u32]) -> Self {
                let word = |index: usize| u64::from(words.get(index).copied().unwrap_or_default());
                Self(word(0) | word(1) << 32)
            }

            pub(crate) const fn has(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            pub(crate) const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
    };
}

states! {
    ACTIVE = 1;
    BUSY = 3;
    CHECKED = 4;
    DEFUNCT = 6;
    EDITABLE = 7;
    ENABLED = 8;
    EXPANDABLE = 9;
    EXPANDED = 10;
    FOCUSABLE = 11;
    FOCUSED = 12;
    ICONIFIED = 15;
    MODAL = 16;
    MULTI_LINE = 17;
    MULTISELECTABLE = 18;
    PRESSED = 20;
    SELECTABLE = 22;
    SELECTED = 23;
    SENSITIVE = 24;
    SHOWING = 25;
    VISIBLE = 30;
    MANAGES_DESCENDANTS = 31;
    INDETERMINATE = 32;
    CHECKABLE = 41;
    HAS_POPUP = 42;
    READ_ONLY = 43;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_leads_back_to_its_object() {
        let object = Object::new(":1.7", "/org/a11y/atspi/accessible/3");
        assert_eq!(Object::from_key(&object.key()), Some(object.clone()));
        for broken in ["", "x", ":1.7", "org.x|/a", ":1.7|a"] {
            assert_eq!(Object::from_key(&ElementKey::new(broken)), None, "{broken}");
        }
        let before = object.key();
        forget_keys();
        assert_eq!(Object::from_key(&before), None, "another bus may have given its name again");
        assert_eq!(Object::from_key(&object.key()), Some(object));
    }

    #[test]
    fn words_of_states_are_read_in_order() {
        let states = States::from_words(&[1 << 25, 1 << 9]);
        assert!(states.has(States::SHOWING) && states.has(States::CHECKABLE));
        assert!(!states.has(States::VISIBLE) && !States::from_words(&[]).has(States::SHOWING));
    }

    #[test]
    fn interfaces_are_known_by_the_last_part_of_their_name() {
        let both = Interfaces::from_names(["org.a11y.atspi.Text", "org.a11y.atspi.Nothing"].into_iter());
        assert!(both.has(Interfaces::TEXT) && !both.has(Interfaces::EDITABLE_TEXT));
    }
}
