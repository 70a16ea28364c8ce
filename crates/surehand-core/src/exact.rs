//! A second reader for what a desktop reads only about right, or not at all.
//!
//! Some desktops pass a text on trimmed, shortened or with a placeholder in its place. Such a text is
//! [`Content::about`] and proves nothing, so `done` is out of reach there, unless somebody else reads the same field
//! exactly. An [`ExactReader`] is given to such a desktop from outside; [`ByDesktop`] makes one of any other desktop that
//! sees the same windows. The decision that matters: a field is either found beyond doubt, by its place on the screen
//! or a name of its own, or not answered for at all.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Deadline;
use crate::desktop::{Desktop, LockState, unsupported};
use crate::element::{Bounds, Checked, Content, Element, ElementKey, Role};
use crate::error::Result;
use crate::identity::is_option;
use crate::snapshot::{Snapshot, SnapshotBounds};
use crate::window::Window;

/// How far two readings of one place may lie apart: toolkits count shadows and borders differently.
const APART: i32 = 16;
/// How much two readings of one size may differ.
const LARGER: i32 = 2;

/// A field that somebody wants to know exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldPlace {
    /// The kind of control.
    pub role: Role,
    /// Its name; empty when it has none.
    pub name: String,
    /// Where it is on the screen, when that is known.
    pub on_screen: Option<Bounds>,
}

/// What a field holds, exactly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exact {
    /// Its text. `None` for what has none, and always when protected.
    pub content: Option<Content>,
    /// It hides what it holds.
    pub protected: bool,
    /// Its text can be changed.
    pub editable: bool,
    /// Its text may hold line breaks.
    pub multiline: bool,
    /// Its tick, for what can be ticked.
    pub checked: Option<Checked>,
    /// The options of a pop-up, also of a closed one.
    pub options: Vec<String>,
}

/// Reads fields of another desktop's windows exactly.
pub trait ExactReader: Send + Sync + fmt::Debug {
    /// What these fields of the window hold; `None` for each that is not found beyond doubt. The window is known by
    /// its public number and its process.
    ///
    /// # Errors
    /// As [`Desktop::snapshot`].
    fn read(&self, window: &Window, fields: &[FieldPlace], deadline: &Deadline)
    -> Result<Vec<Option<Exact>>>;

    /// The windows as it sees them: which one the user works in, and which are modal.
    ///
    /// # Errors
    /// As [`Desktop::windows`]; `unsupported` where it knows fields only.
    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        let _ = deadline;
        Err(unsupported())
    }

    /// Whether the screen is locked.
    ///
    /// # Errors
    /// As [`Desktop::lock_state`]; `unsupported` where it knows fields only.
    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        let _ = deadline;
        Err(unsupported())
    }

    /// How long the user has touched neither keyboard nor pointer.
    ///
    /// # Errors
    /// As [`Desktop::user_idle`].
    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        let _ = deadline;
        Err(unsupported())
    }
}

/// Connects a desktop.
pub type Connect = dyn Fn() -> Result<Arc<dyn Desktop>> + Send + Sync;

/// A desktop as the exact reader of another one, connected when it is first asked.
pub struct ByDesktop {
    connect: Box<Connect>,
    desktop: Mutex<Option<Arc<dyn Desktop>>>,
}

impl fmt::Debug for ByDesktop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ByDesktop").finish_non_exhaustive()
    }
}

impl ByDesktop {
    /// Reads by the desktop that `connect` connects.
    #[must_use]
    pub fn new(connect: Box<Connect>) -> Self {
        Self { connect, desktop: Mutex::new(None) }
    }

    fn desktop(&self) -> Result<Arc<dyn Desktop>> {
        let mut held = self.desktop.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desktop) = &*held {
            return Ok(Arc::clone(desktop));
        }
        let desktop = (self.connect)()?;
        *held = Some(Arc::clone(&desktop));
        Ok(desktop)
    }
}

impl ExactReader for ByDesktop {
    fn read(
        &self,
        window: &Window,
        fields: &[FieldPlace],
        deadline: &Deadline,
    ) -> Result<Vec<Option<Exact>>> {
        let nothing = || fields.iter().map(|_| None).collect();
        let desktop = self.desktop()?;
        let windows = desktop.windows(deadline)?;
        let same = windows.iter().find(|one| one.id == window.id && one.app.pid == window.app.pid);
        let Some(same) = same else { return Ok(nothing()) };
        let snapshot = desktop.snapshot(&same.key, &SnapshotBounds::default(), deadline)?;
        let sight = Sight { desktop: &*desktop, snapshot: &snapshot };
        fields.iter().map(|field| sight.exact(field, deadline)).collect()
    }

    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        self.desktop()?.windows(deadline)
    }

    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        self.desktop()?.lock_state(deadline)
    }

    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        self.desktop()?.user_idle(deadline)
    }
}

/// One reading of the other desktop.
struct Sight<'a> {
    desktop: &'a dyn Desktop,
    snapshot: &'a Snapshot,
}

impl Sight<'_> {
    fn exact(&self, field: &FieldPlace, deadline: &Deadline) -> Result<Option<Exact>> {
        let Some(found) = self.find(field) else { return Ok(None) };
        let options = if found.role == Role::ComboBox { self.options(&found.key) } else { Vec::new() };
        let cut = found.content.as_ref().is_some_and(|content| !content.is_whole());
        let whole = if cut {
            self.desktop.probe(std::slice::from_ref(&found.key), deadline)?.into_iter().next().flatten()
        } else {
            Some(found.clone())
        };
        Ok(whole.map(|element| Exact {
            content: element.content.filter(|_| !element.state.protected),
            protected: element.state.protected,
            editable: element.state.editable,
            multiline: element.state.multiline,
            checked: element.state.checked,
            options,
        }))
    }

    /// What can be chosen in a pop-up.
    fn options(&self, combo: &ElementKey) -> Vec<String> {
        let Some(combo) = self.snapshot.position(combo) else { return Vec::new() };
        let all = self.snapshot.elements().iter().enumerate();
        let options = all.filter(|(place, one)| is_option(one.role) && self.snapshot.is_below(*place, combo));
        options.map(|(_, one)| one.name.clone()).filter(|name| !name.is_empty()).collect()
    }

    /// The one element that is the field.
    fn find(&self, field: &FieldPlace) -> Option<&Element> {
        let told = |element: &&Element| {
            element.content.is_some() || element.state.protected || element.state.checked.is_some()
        };
        let here = |element: &&Element| self.is_there(element, field);
        let elements = || self.snapshot.elements().iter().filter(told);
        let placed = one(elements().filter(here));
        // Where places are unknown or lie on top of each other, a name that nothing else has will do.
        let named = |element: &&Element| !field.name.is_empty() && element.name == field.name;
        match placed {
            Found::One(element) => Some(element),
            Found::Several => one(elements().filter(here).filter(named)).alone(),
            Found::None => {
                one(elements().filter(named)).alone().filter(|found| same_kind(found.role, field.role))
            }
        }
    }

    fn is_there(&self, element: &Element, field: &FieldPlace) -> bool {
        let theirs = element.bounds.and_then(|bounds| self.desktop.on_screen(&self.snapshot.window, bounds));
        let (Some(theirs), Some(ours)) = (theirs, field.on_screen) else { return false };
        let near = |one: i32, other: i32, most: i32| one.abs_diff(other) <= most.unsigned_abs();
        near(theirs.x, ours.x, APART)
            && near(theirs.y, ours.y, APART)
            && near(theirs.width, ours.width, LARGER)
            && near(theirs.height, ours.height, LARGER)
    }
}

/// Whether two desktops can mean the same control. How many lines a field has, not every one tells.
fn same_kind(one: Role, other: Role) -> bool {
    let is_field = |role| matches!(role, Role::TextField | Role::TextArea | Role::PasswordField);
    one == other || (is_field(one) && is_field(other))
}

enum Found<'a> {
    None,
    One(&'a Element),
    Several,
}

impl<'a> Found<'a> {
    const fn alone(self) -> Option<&'a Element> {
        match self {
            Self::One(element) => Some(element),
            Self::None | Self::Several => None,
        }
    }
}

fn one<'a>(mut elements: impl Iterator<Item = &'a Element>) -> Found<'a> {
    match (elements.next(), elements.next()) {
        (None, _) => Found::None,
        (Some(element), None) => Found::One(element),
        (Some(_), Some(_)) => Found::Several,
    }
}
