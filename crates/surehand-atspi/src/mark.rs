//! A small mark at a window while an agent acts on it, so that a person who looks sees where.
//!
//! It is a window of ours that no window manager handles: it takes no focus and no input (the pointer goes through it),
//! is in no list of windows and no picture of another window, and is gone with its connection, however that ends. Only
//! drawing is asked for and no answer is waited for, so a slow X server delays nothing. Where the window is not to be
//! seen (minimised, on another workspace, no X) there is no mark.

use std::sync::{Mutex, MutexGuard, PoisonError};

use surehand_core::element::Bounds;
use surehand_core::window::Window;
use x11rb::connection::Connection;
use x11rb::errors::ConnectionError;
use x11rb::protocol::shape::{ConnectionExt as _, SK, SO};
use x11rb::protocol::xproto::{
    AtomEnum, ClipOrdering, ConnectionExt as _, CreateWindowAux, PropMode, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// What the mark is called, for whoever lists all windows of the X server.
pub const TITLE: &str = "surehand is acting";

/// Its size in pixels, with a border around it.
const WIDTH: u16 = 72;
const HEIGHT: u16 = 6;
const BORDER: u16 = 1;
/// Orange on white, which is seen on light and dark.
const COLOUR: u32 = 0x00E8_590C;
const AROUND: u32 = 0x00FF_FFFF;

/// A mark on the display of this process. Connects when it is first shown.
#[derive(Debug, Default)]
pub struct Mark(Mutex<State>);

#[derive(Debug, Default)]
enum State {
    #[default]
    New,
    /// No X server, or none any more.
    Impossible,
    Ready {
        connection: Box<RustConnection>,
        screen: usize,
        shown: Option<u32>,
    },
}

impl Mark {
    /// Not shown yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows the mark at the top edge of this window, and nowhere else.
    pub fn show(&self, at: &Window) {
        let mut state = self.state();
        if matches!(*state, State::New) {
            *state = match x11rb::connect(None) {
                Ok((connection, screen)) => {
                    State::Ready { connection: Box::new(connection), screen, shown: None }
                }
                Err(_) => State::Impossible,
            };
        }
        let State::Ready { connection, screen, shown } = &mut *state else { return };
        let taken = shown.take().map_or(Ok(()), |old| take_away(connection, old));
        let drawn = match at.bounds.filter(|_| !at.minimized && is_here(connection, *screen, at)) {
            Some(bounds) => draw(connection, *screen, bounds).map(Some),
            None => Ok(None),
        };
        match taken.and(drawn) {
            Ok(window) => *shown = window,
            Err(_) => *state = State::Impossible,
        }
    }

    /// Takes the mark away, if it is shown.
    pub fn hide(&self) {
        let mut state = self.state();
        let State::Ready { connection, shown, .. } = &mut *state else { return };
        if shown.take().is_some_and(|window| take_away(connection, window).is_err()) {
            *state = State::Impossible;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the window's workspace is the one that is shown.
fn is_here(connection: &RustConnection, screen: usize, window: &Window) -> bool {
    let Some(workspace) = window.workspace else { return true };
    let current = || {
        let root = connection.setup().roots.get(screen)?.root;
        let atom = connection.intern_atom(true, b"_NET_CURRENT_DESKTOP").ok()?.reply().ok()?.atom;
        let reply =
            connection.get_property(false, root, atom, AtomEnum::CARDINAL, 0, 1).ok()?.reply().ok()?;
        reply.value32()?.next()
    };
    current().is_none_or(|current| current == workspace)
}

/// Where the mark of a window with these bounds is: over the middle of its top edge, on the screen.
fn place(bounds: Bounds) -> (i16, i16) {
    let x = bounds.x + (bounds.width - i32::from(WIDTH)) / 2;
    let y = bounds.y - i32::from(HEIGHT) / 2;
    let small = |number: i32| i16::try_from(number.max(0)).unwrap_or(i16::MAX);
    (small(x), small(y))
}

fn draw(connection: &RustConnection, screen: usize, bounds: Bounds) -> Result<u32, ConnectionError> {
    let Some(screen) = connection.setup().roots.get(screen) else {
        return Err(ConnectionError::InsufficientMemory);
    };
    let window = connection.generate_id().map_err(|_| ConnectionError::InsufficientMemory)?;
    let (x, y) = place(bounds);
    // Set before it is mapped: the window manager leaves it alone then.
    let look = CreateWindowAux::new().override_redirect(1).background_pixel(COLOUR).border_pixel(AROUND);
    let (root, copy, class) = (screen.root, x11rb::COPY_FROM_PARENT, WindowClass::INPUT_OUTPUT);
    connection.create_window(0, window, root, x, y, WIDTH, HEIGHT, BORDER, class, copy, &look)?;
    let title = TITLE.as_bytes();
    connection.change_property8(PropMode::REPLACE, window, AtomEnum::WM_NAME, AtomEnum::STRING, title)?;
    // No part of it takes input: what is pressed there reaches what lies below.
    connection.shape_rectangles(SO::SET, SK::INPUT, ClipOrdering::UNSORTED, window, 0, 0, &[])?;
    connection.map_window(window)?;
    connection.flush()?;
    Ok(window)
}

fn take_away(connection: &RustConnection, window: u32) -> Result<(), ConnectionError> {
    connection.destroy_window(window)?;
    connection.flush()?;
    // Nothing was asked to be told; what came all the same is errors, and of no use to anybody.
    while connection.poll_for_event()?.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_at_the_middle_of_the_top_edge_and_never_off_the_screen() {
        let bounds = |x, y, width| Bounds { x, y, width, height: 300 };
        assert_eq!(place(bounds(100, 50, 272)), (200, 47));
        assert_eq!(place(bounds(-500, -20, 272)), (0, 0));
        assert_eq!(place(bounds(i32::MAX - 300, 0, 272)), (i16::MAX, 0));
    }
}
