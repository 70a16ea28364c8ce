//! What the X server and the window manager say: windows, titles, who is active, who has the focus.
//!
//! Read over a connection of its own, independent of surehand's desktops: it judges them.

use std::io;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::shape::{ConnectionExt as _, SK};
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, MapState, PropMode, Window,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::waiting::poll_until;

/// A connection to one display.
#[derive(Debug)]
pub struct Screen {
    pub(crate) connection: RustConnection,
    /// The root window.
    pub(crate) root: Window,
}

/// The state of a minimised window.
const ICONIC: u32 = 3;
/// How long the window manager may take.
const LIMIT: Duration = Duration::from_secs(10);

/// A plain window over the whole screen, for covering others; it closes when this is dropped.
#[derive(Debug)]
pub struct Cover {
    screen: Screen,
    window: Window,
}

impl Cover {
    /// Opens it, above all other windows, and waits until the window manager has it there.
    ///
    /// # Errors
    /// When the X server does not answer, or the window does not appear.
    pub fn over_everything(display: &str) -> io::Result<Self> {
        let screen = Screen::open(display)?;
        let window = screen.connection.generate_id().map_err(failed)?;
        let size = screen.connection.get_geometry(screen.root).map_err(failed)?.reply().map_err(failed)?;
        let looks = CreateWindowAux::new().background_pixel(0x40_60_80);
        let class = WindowClass::INPUT_OUTPUT;
        screen
            .connection
            .create_window(0, window, screen.root, 0, 0, size.width, size.height, 0, class, 0, &looks)
            .map_err(failed)?
            .check()
            .map_err(failed)?;
        let kind = AtomEnum::STRING;
        screen
            .connection
            .change_property8(PropMode::REPLACE, window, AtomEnum::WM_NAME, kind, b"Cover")
            .map_err(failed)?;
        screen.connection.map_window(window).map_err(failed)?;
        screen.connection.flush().map_err(failed)?;
        let on_top = || screen.numbers(screen.root, "_NET_CLIENT_LIST_STACKING").ok()?.last().copied();
        let shown = poll_until(LIMIT, || (on_top() == Some(window)).then_some(()));
        shown.ok_or_else(|| io::Error::other("the covering window does not come up"))?;
        Ok(Self { screen, window })
    }

    /// Its X window.
    #[must_use]
    pub const fn window(&self) -> Window {
        self.window
    }
}

impl Drop for Cover {
    fn drop(&mut self) {
        let _gone = self.screen.connection.destroy_window(self.window);
        let _gone = self.screen.connection.flush();
    }
}

/// X errors as the io errors that the testkit reports.
pub(crate) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

/// A window that no window manager handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// Its title; empty when it has none.
    pub title: String,
    /// Whether the pointer meets it anywhere.
    pub takes_input: bool,
    /// Its width in pixels.
    pub width: u16,
    /// Its height in pixels.
    pub height: u16,
}

impl Screen {
    /// Connects to a display such as `:7`.
    ///
    /// # Errors
    /// When there is no such display.
    pub fn open(display: &str) -> io::Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display)).map_err(failed)?;
        let root = connection.setup().roots.get(number).map(|screen| screen.root);
        let root = root.ok_or_else(|| io::Error::other("the display has no such screen"))?;
        Ok(Self { connection, root })
    }

    /// The windows under the window manager, oldest first, with their titles.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn windows(&self) -> io::Result<Vec<(Window, String)>> {
        let list = self.numbers(self.root, "_NET_CLIENT_LIST")?;
        list.into_iter().map(|window| Ok((window, self.title(window)?))).collect()
    }

    /// The windows that are shown past the window manager. One that goes meanwhile is left out.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn overlays(&self) -> io::Result<Vec<Overlay>> {
        let tree = self.connection.query_tree(self.root).map_err(failed)?.reply().map_err(failed)?;
        let overlay = |window: Window| {
            let attributes = self.connection.get_window_attributes(window).ok()?.reply().ok()?;
            if !attributes.override_redirect || attributes.map_state != MapState::VIEWABLE {
                return None;
            }
            let geometry = self.connection.get_geometry(window).ok()?.reply().ok()?;
            let input = self.connection.shape_get_rectangles(window, SK::INPUT).ok()?.reply().ok()?;
            Some(Overlay {
                title: self.title(window).ok()?,
                takes_input: !input.rectangles.is_empty(),
                width: geometry.width,
                height: geometry.height,
            })
        };
        Ok(tree.children.into_iter().filter_map(overlay).collect())
    }

    /// The title of a window; empty when it has none or is gone.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn title(&self, window: Window) -> io::Result<String> {
        let modern = self.bytes(window, self.atom("_NET_WM_NAME")?)?;
        let bytes = if modern.is_empty() { self.bytes(window, AtomEnum::WM_NAME.into())? } else { modern };
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The window that the window manager calls active; 0 when there is none.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn active_window(&self) -> io::Result<Window> {
        Ok(self.numbers(self.root, "_NET_ACTIVE_WINDOW")?.first().copied().unwrap_or(0))
    }

    /// Asks the window manager to bring a window to the front, as a pager does.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn activate(&self, window: Window) -> io::Result<()> {
        const FROM_A_PAGER: u32 = 2;
        let kind = self.atom("_NET_ACTIVE_WINDOW")?;
        let event = ClientMessageEvent::new(32, window, kind, [FROM_A_PAGER, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection.send_event(false, self.root, mask, event).map_err(failed)?;
        self.connection.flush().map_err(failed)
    }

    /// Asks the window manager to minimise a window, and waits until it has.
    ///
    /// # Errors
    /// When the X server does not answer, or the window stays.
    pub fn minimise(&self, window: Window) -> io::Result<()> {
        let kind = self.atom("WM_CHANGE_STATE")?;
        let event = ClientMessageEvent::new(32, window, kind, [ICONIC, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection.send_event(false, self.root, mask, event).map_err(failed)?;
        self.connection.flush().map_err(failed)?;
        let gone =
            poll_until(LIMIT, || self.is_minimised(window).is_ok_and(|minimised| minimised).then_some(()));
        gone.ok_or_else(|| io::Error::other("the window manager does not minimise the window"))
    }

    /// Whether a window is minimised.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn is_minimised(&self, window: Window) -> io::Result<bool> {
        Ok(self.numbers(window, "WM_STATE")?.first() == Some(&ICONIC))
    }

    /// Whether the first window lies below the second.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn is_below(&self, window: Window, other: Window) -> io::Result<bool> {
        let order = self.numbers(self.root, "_NET_CLIENT_LIST_STACKING")?;
        let place = |wanted| order.iter().position(|window| *window == wanted);
        Ok(place(window).zip(place(other)).is_some_and(|(window, other)| window < other))
    }

    /// Whether a window manager has announced itself.
    pub(crate) fn is_managed(&self) -> io::Result<bool> {
        Ok(!self.numbers(self.root, "_NET_SUPPORTING_WM_CHECK")?.is_empty())
    }

    /// Sets a text property of the root window.
    pub(crate) fn set_root_text(&self, name: &str, text: &str) -> io::Result<()> {
        let name = self.atom(name)?;
        self.connection
            .change_property8(PropMode::REPLACE, self.root, name, AtomEnum::STRING, text.as_bytes())
            .map_err(failed)?
            .check()
            .map_err(failed)
    }

    pub(crate) fn atom(&self, name: &str) -> io::Result<u32> {
        let cookie = self.connection.intern_atom(false, name.as_bytes()).map_err(failed)?;
        Ok(cookie.reply().map_err(failed)?.atom)
    }

    fn numbers(&self, window: Window, name: &str) -> io::Result<Vec<u32>> {
        let name = self.atom(name)?;
        let cookie =
            self.connection.get_property(false, window, name, AtomEnum::ANY, 0, 4096).map_err(failed)?;
        Ok(cookie.reply().ok().and_then(|reply| reply.value32().map(Iterator::collect)).unwrap_or_default())
    }

    fn bytes(&self, window: Window, name: u32) -> io::Result<Vec<u8>> {
        let cookie =
            self.connection.get_property(false, window, name, AtomEnum::ANY, 0, 4096).map_err(failed)?;
        Ok(cookie.reply().map(|reply| reply.value).unwrap_or_default())
    }
}
