//! The seam to a desktop.
//!
//! Cut at primitives: a desktop says what is there and does one thing. It never retries, verifies, picks, settles or
//! words an answer; that exists once, above this trait. Calls are synchronous and each has a [`Deadline`]; a desktop
//! answers with [`Code::DesktopTimeout`] when it has passed, so that an app that
//! hangs costs its caller that long and nobody else anything.
//!
//! A method that a desktop does not have answers [`unsupported`] and is missing from its [`Capabilities`].

use std::fmt;
use std::time::Duration;

use crate::clock::{ChangeSignal, Deadline};
use crate::code::Code;
use crate::element::{Bounds, Element, ElementKey};
use crate::error::{Error, Result};
use crate::route::Route;
use crate::snapshot::{Snapshot, SnapshotBounds};
use crate::window::{App, Window, WindowKey};

/// What a desktop can do beyond reading windows and performing routes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Starting an app in the background.
    pub launch: bool,
    /// Pictures of windows.
    pub capture: bool,
    /// Keys and pointer events to a window.
    pub deliver: bool,
    /// Commands that an app exports beside its windows.
    pub menu_commands: bool,
    /// Putting a window back in front.
    pub put_back: bool,
    /// Saying how long the user has been idle.
    pub user_idle: bool,
}

/// What a route needs to know beside the element.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Payload {
    /// Nothing.
    #[default]
    Nothing,
    /// The whole new text.
    Text(String),
    /// Text to insert before the code point at `at`.
    Insert {
        /// The position in code points; at most the length of the text.
        at: u64,
        /// What to insert.
        text: String,
    },
    /// A number.
    Number(f64),
    /// The option of that name.
    Option(String),
    /// Modifier keys to hold.
    Modifiers(Vec<Modifier>),
    /// A key or chord, by its names: `return`, `ctrl+shift+z`.
    Chord(String),
    /// How far to drag, in window pixels.
    Drag {
        /// To the right.
        dx: i32,
        /// Down.
        dy: i32,
    },
}

/// A modifier key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modifier {
    /// Shift.
    Shift,
    /// Control.
    Ctrl,
    /// Alt; `option` on a Mac.
    Alt,
    /// The logo key; `cmd` on a Mac.
    Meta,
}

/// Input for a window as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A chord such as `ctrl+s`, by its names.
    Chord(String),
    /// A click at a point in window coordinates.
    Click {
        /// From the left edge, in device pixels.
        x: i32,
        /// From the top edge, in device pixels.
        y: i32,
    },
}

/// The app's own answer to a route. It proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// The app says it did it.
    Accepted,
    /// The app says it did not.
    Declined,
    /// The app took it and goes on answering other questions, but not this one: it may be inside of what the action
    /// opened, such as a dialog, and answer only when that is closed.
    Unanswered,
}

/// A command that an app exports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuCommand {
    /// The menus above it and its own label, outermost first.
    pub path: Vec<String>,
    /// What to run it by.
    pub key: String,
    /// It reacts now.
    pub enabled: bool,
    /// Its chord.
    pub shortcut: Option<String>,
}

/// Cells of a table or items of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The first row read.
    pub first: u64,
    /// The rows there are.
    pub total: u64,
    /// The elements of each row read, in column order.
    pub rows: Vec<Vec<Element>>,
}

/// A picture of a window: 8 bits each of red, green, blue and alpha, row by row from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width × height × 4` bytes.
    pub rgba: Vec<u8>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Picture({}×{})", self.width, self.height)
    }
}

/// Whether the screen is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockState {
    /// A locker says it is.
    Locked,
    /// A locker says it is not, or there is none on the bus.
    NotLocked,
}

/// An app that may be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launchable {
    /// The desktop's id of it.
    pub id: String,
    /// The name its users know.
    pub name: String,
    /// Other names it answers to: untranslated name, executable.
    pub aliases: Vec<String>,
}

impl Launchable {
    /// The app as it will be called once it runs; it has no process yet.
    #[must_use]
    pub fn app(&self) -> App {
        let aliases = std::iter::once(self.id.clone()).chain(self.aliases.iter().cloned()).collect();
        App { name: self.name.clone(), aliases, pid: 0 }
    }
}

/// How often a desktop lost what it works through: a driver beside it, not an app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// So many times, since there is this desktop.
    pub count: u64,
    /// The last time because it ended (`desktop_unavailable`) or did not answer (`desktop_timeout`).
    pub last: Option<Code>,
}

/// A desktop: what is there, and one thing at a time done to it.
pub trait Desktop: Send + Sync + fmt::Debug {
    /// What this desktop can do.
    fn capabilities(&self) -> Capabilities;

    /// The open windows of apps with a user interface, front-most first where the platform tells. Transient windows
    /// (menus, tooltips) are listed with their kind. One app that does not answer is left out and costs the others
    /// nothing.
    ///
    /// # Errors
    /// `desktop_unavailable` when there is no desktop, `desktop_timeout`.
    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>>;

    /// Reads a window, at most as much as `bounds` says, and says what it left out. Wakes a sleeping tree. From the
    /// first reading on, the window's [`Desktop::change_signal`] is notified of changes.
    ///
    /// # Errors
    /// `window_not_found` when it is gone, `app_gone` when its app is, `desktop_timeout` when not even the window
    /// itself could be read in time.
    fn snapshot(&self, window: &WindowKey, bounds: &SnapshotBounds, deadline: &Deadline) -> Result<Snapshot>;

    /// Reads rows of a table or list by their numbers.
    ///
    /// # Errors
    /// As [`Desktop::snapshot`]; `unsupported` for what has no rows.
    fn rows(&self, container: &ElementKey, first: u64, count: u64, deadline: &Deadline) -> Result<Rows>;

    /// Reads single elements afresh: their own facts, the content whole, without parents or children. `None` for one
    /// that no longer exists.
    ///
    /// # Errors
    /// `app_gone`, `desktop_timeout`.
    fn probe(&self, elements: &[ElementKey], deadline: &Deadline) -> Result<Vec<Option<Element>>>;

    /// Carries out one route once, and returns when the app has answered, or when it has answered something that was
    /// asked behind it ([`Reply::Unanswered`]).
    ///
    /// # Errors
    /// `desktop_timeout`, `app_gone` and `desktop_error` say in [`Error::may_have_happened`] whether the request had
    /// been sent; `unsupported` for a route or payload the element does not have.
    fn perform(
        &self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply>;

    /// How often what it works through was lost. A step in which that happened after its action was sent is never
    /// `done`, whatever is read once it is there again.
    fn losses(&self) -> Losses {
        Losses::default()
    }

    /// The window that the user works in; `None` when there is none.
    ///
    /// # Errors
    /// `desktop_unavailable`, `desktop_timeout`.
    fn foreground(&self, deadline: &Deadline) -> Result<Option<WindowKey>>;

    /// Brings a window back to the front after another pushed itself there.
    ///
    /// # Errors
    /// `window_not_found`, `desktop_unavailable`, `unsupported`.
    fn put_back(&self, window: &WindowKey, deadline: &Deadline) -> Result<()> {
        let _ = (window, deadline);
        Err(unsupported())
    }

    /// From now on until [`Desktop::release_front`], gives the front back to `front` at once whenever a window of the
    /// process `app` takes it, and holds back what the user types in between, so that no key goes astray. It may end by
    /// itself after some seconds.
    ///
    /// # Errors
    /// `window_not_found`, `desktop_unavailable`, `unsupported`.
    fn hold_front(&self, front: &WindowKey, app: u32, deadline: &Deadline) -> Result<()> {
        let _ = (front, app, deadline);
        Err(unsupported())
    }

    /// Ends that. The windows that had taken the front, in the order in which they did.
    fn release_front(&self) -> Vec<WindowKey> {
        Vec::new()
    }

    /// Whether the screen is locked. No locker on the bus counts as not locked.
    ///
    /// # Errors
    /// `screen_lock_unavailable` when a locker is there and does not answer properly.
    fn lock_state(&self, deadline: &Deadline) -> Result<LockState>;

    /// How long the user has touched neither keyboard nor pointer.
    ///
    /// # Errors
    /// `unsupported` where the platform does not tell.
    fn user_idle(&self, deadline: &Deadline) -> Result<Duration>;

    /// The signal for changes in this window and the other windows of its app.
    fn change_signal(&self, window: &WindowKey) -> ChangeSignal;

    /// Lets go of everything that is held: grabs, keys, buttons. Called at the end of a step that disturbed, and when
    /// the process ends.
    ///
    /// # Errors
    /// `desktop_unavailable`.
    fn release_held(&self, deadline: &Deadline) -> Result<()> {
        let _ = deadline;
        Ok(())
    }

    /// Sends input to a window.
    ///
    /// # Errors
    /// `unsupported`, or as [`Desktop::perform`].
    fn deliver(&self, window: &WindowKey, input: &Input, deadline: &Deadline) -> Result<Reply> {
        let _ = (window, input, deadline);
        Err(unsupported())
    }

    /// The commands that the window's app exports beside its windows.
    ///
    /// # Errors
    /// `unsupported`, `app_gone`, `desktop_timeout`.
    fn menu_commands(&self, window: &WindowKey, deadline: &Deadline) -> Result<Vec<MenuCommand>> {
        let _ = (window, deadline);
        Err(unsupported())
    }

    /// Runs such a command.
    ///
    /// # Errors
    /// As [`Desktop::perform`].
    fn run_menu_command(&self, window: &WindowKey, key: &str, deadline: &Deadline) -> Result<Reply> {
        let _ = (window, key, deadline);
        Err(unsupported())
    }

    /// Pictures a window, also a covered one.
    ///
    /// # Errors
    /// `capture_failed` for one that has no picture now (minimised), `unsupported`.
    fn capture(&self, window: &WindowKey, deadline: &Deadline) -> Result<Picture> {
        let _ = (window, deadline);
        Err(unsupported())
    }

    /// The installed apps that may be started.
    ///
    /// # Errors
    /// `unsupported`.
    fn launchable(&self, deadline: &Deadline) -> Result<Vec<Launchable>> {
        let _ = deadline;
        Err(unsupported())
    }

    /// Starts an installed app, without arguments, and asks it to stay behind what the user works in. Returns when it
    /// was started, not when its window is there. Its process is 0 when the desktop cannot tell.
    ///
    /// # Errors
    /// `bad_target` when there is no such app, `desktop_error` when it could not be started, `desktop_timeout`,
    /// `unsupported`.
    fn launch(&self, id: &str, deadline: &Deadline) -> Result<App> {
        let _ = (id, deadline);
        Err(unsupported())
    }

    /// The signal for windows that open anywhere. Where the platform does not tell, it never speaks.
    fn opening_signal(&self) -> ChangeSignal {
        ChangeSignal::new()
    }

    /// Where on the screen a rectangle of a window is, when the platform tells.
    fn on_screen(&self, window: &Window, bounds: Bounds) -> Option<Bounds> {
        let origin = window.bounds?;
        Some(Bounds { x: origin.x + bounds.x, y: origin.y + bounds.y, ..bounds })
    }
}

/// The answer of a desktop to a call it does not have.
#[must_use]
pub fn unsupported() -> Error {
    Error::new(Code::Unsupported, "this desktop has no way to do that")
}
