//! The X side: which windows there are, which is in front, what they look like, how long the user has been idle.
//!
//! Everything about all windows is asked for in one go and read afterwards, so a listing costs two round trips however
//! many windows there are. Nothing here waits for a window manager: a missing property is a missing fact.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use surehand_core::code::Code;
use surehand_core::desktop::Picture;
use surehand_core::element::Bounds;
use surehand_core::error::{Error, Result};
use x11rb::connection::Connection;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::screensaver::ConnectionExt as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, FOCUS_IN_EVENT,
    FOCUS_OUT_EVENT, FocusInEvent, GetPropertyReply, ImageFormat, ImageOrder, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, KeyButMask, KeyPressEvent, MapState, NotifyDetail, NotifyMode, WindowClass,
};
use x11rb::rust_connection::RustConnection;

mod pointing;

pub(crate) use pointing::Pointing;

use crate::menus::Exported;

x11rb::atom_manager! {
    /// The atoms in use.
    Atoms: AtomsCookie {
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLIENT_LIST_STACKING,
        _NET_STARTUP_INFO,
        _NET_STARTUP_INFO_BEGIN,
        _NET_WM_DESKTOP,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
        _NET_WM_STATE_MODAL,
        _NET_WM_USER_TIME,
        _NET_WM_USER_TIME_WINDOW,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_DESKTOP,
        _NET_WM_WINDOW_TYPE_DIALOG,
        _NET_WM_WINDOW_TYPE_DOCK,
        _GTK_APPLICATION_ID,
        _GTK_APPLICATION_OBJECT_PATH,
        _GTK_FRAME_EXTENTS,
        _GTK_MENUBAR_OBJECT_PATH,
        _GTK_UNIQUE_BUS_NAME,
        _GTK_WINDOW_OBJECT_PATH,
        AT_SPI_BUS,
        UTF8_STRING,
        WM_DELETE_WINDOW,
        WM_PROTOCOLS,
    }
}

/// A window as its window manager knows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct XWindow {
    pub(crate) id: u32,
    pub(crate) pid: Option<u32>,
    pub(crate) title: String,
    /// The two parts of WM_CLASS.
    pub(crate) class: Vec<String>,
    pub(crate) application_id: Option<String>,
    /// Where its app exports menus and actions.
    pub(crate) exported: Option<Exported>,
    pub(crate) workspace: Option<u32>,
    pub(crate) hidden: bool,
    pub(crate) modal: bool,
    pub(crate) is_dialog: bool,
    /// It takes the request to close from its window manager.
    pub(crate) closes: bool,
    pub(crate) transient_for: Option<u32>,
    /// A desktop background or a panel: no window of an app in the sense of a person.
    pub(crate) is_furniture: bool,
    /// The whole window on the screen, without the window manager's frame.
    pub(crate) outer: Bounds,
    /// What of it is shadow: left, right, top, bottom.
    pub(crate) shadow: (i32, i32, i32, i32),
}

/// A key that is sent to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Tab,
    Home,
    End,
    Up,
    Down,
    Space,
    Escape,
    /// A letter, digit or sign of ASCII, without Shift.
    Character(char),
    /// Any other, by its number among the names of keys.
    Symbol(u32),
}

impl Key {
    /// The key of that name in a chord.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let mut characters = name.chars();
        if let (Some(one), None) = (characters.next(), characters.next()) {
            return one.is_ascii_alphanumeric().then(|| Self::Character(one.to_ascii_lowercase()));
        }
        let function = name.strip_prefix('f').and_then(|number| number.parse::<u32>().ok());
        if let Some(number) = function.filter(|number| (1..=20).contains(number)) {
            return Some(Self::Symbol(0xffbd + number));
        }
        Some(match name {
            "tab" => Self::Tab,
            "home" => Self::Home,
            "end" => Self::End,
            "up" => Self::Up,
            "down" => Self::Down,
            "space" => Self::Space,
            "escape" => Self::Escape,
            "return" => Self::Symbol(0xff0d),
            "backspace" => Self::Symbol(0xff08),
            "delete" => Self::Symbol(0xffff),
            "left" => Self::Symbol(0xff51),
            "right" => Self::Symbol(0xff53),
            "page_up" => Self::Symbol(0xff55),
            "page_down" => Self::Symbol(0xff56),
            "minus" => Self::Character('-'),
            "equal" => Self::Character('='),
            "bracketleft" => Self::Character('['),
            "bracketright" => Self::Character(']'),
            "backslash" => Self::Character('\\'),
            "semicolon" => Self::Character(';'),
            "apostrophe" => Self::Character('\''),
            "comma" => Self::Character(','),
            "period" => Self::Character('.'),
            "slash" => Self::Character('/'),
            "grave" => Self::Character('`'),
            _ => return None,
        })
    }

    /// Its number among the names of keys.
    const fn symbol(self) -> u32 {
        match self {
            Self::Tab => 0xff09,
            Self::Escape => 0xff1b,
            Self::Space => 0x0020,
            Self::Home => 0xff50,
            Self::Up => 0xff52,
            Self::Down => 0xff54,
            Self::End => 0xff57,
            Self::Character(character) => character as u32,
            Self::Symbol(number) => number,
        }
    }
}

/// A connection to an X server.
#[derive(Debug)]
pub(crate) struct XDesktop {
    connection: RustConnection,
    screen: usize,
    root: u32,
    atoms: Atoms,
    /// Whether windows are kept in pictures of their own, which covered ones need. Asked for once.
    redirected: Mutex<bool>,
}

/// Why there is no X, or not any more.
fn lost<E>(_: E) -> Error {
    Error::new(Code::DesktopUnavailable, "the X server could not be reached")
}

impl XDesktop {
    /// Connects to a display; `None` when it cannot be reached.
    pub(crate) fn connect(display: &str) -> Option<Self> {
        let (connection, screen) = x11rb::connect(Some(display)).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        let atoms = Atoms::new(&connection).ok()?.reply().ok()?;
        Some(Self { connection, screen, root, atoms, redirected: Mutex::new(false) })
    }

    /// Where the root window says the accessibility bus is.
    pub(crate) fn accessibility_bus(&self) -> Option<String> {
        text(&self.property(self.root, self.atoms.AT_SPI_BUS, AtomEnum::ANY.into()).ok()?)
    }

    /// The window the user works in.
    pub(crate) fn active(&self) -> Result<Option<u32>> {
        let reply = self.property(self.root, self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW.into())?;
        Ok(first(&reply).filter(|window| *window != 0))
    }

    /// All windows, front-most first, and the active one.
    pub(crate) fn windows(&self) -> Result<(Vec<XWindow>, Option<u32>)> {
        let stacking = self.ask(self.root, self.atoms._NET_CLIENT_LIST_STACKING, AtomEnum::WINDOW.into())?;
        let plain = self.ask(self.root, self.atoms._NET_CLIENT_LIST, AtomEnum::WINDOW.into())?;
        let active = self.ask(self.root, self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW.into())?;
        let list =
            |reply: GetPropertyReply| reply.value32().map(Iterator::collect::<Vec<_>>).unwrap_or_default();
        let stacked = list(stacking.reply().map_err(lost)?);
        let listed = list(plain.reply().map_err(lost)?);
        let active = active.reply().ok().as_ref().and_then(first).filter(|window| *window != 0);
        let ids = if stacked.is_empty() { listed } else { stacked };
        let pending: Vec<_> = ids.iter().map(|id| self.ask_all(*id)).collect::<Result<_>>()?;
        let mut windows: Vec<_> =
            ids.iter().zip(pending).filter_map(|(id, pending)| self.window_of(*id, pending)).collect();
        windows.reverse();
        Ok((windows, active))
    }

    /// Whether a window is there.
    pub(crate) fn exists(&self, window: u32) -> Result<bool> {
        Ok(self.connection.get_window_attributes(window).map_err(lost)?.reply().is_ok())
    }

    /// Asks the window manager to bring a window to the front, as a pager would.
    pub(crate) fn activate(&self, window: u32) -> Result<()> {
        let message = activation(window, self.atoms._NET_ACTIVE_WINDOW);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, message).map_err(lost)?;
        self.connection.flush().map_err(lost)
    }

    /// Asks a window to close, as its manager does when its cross is pressed: by a message to the window alone, so
    /// neither focus nor pointer has a part in it.
    pub(crate) fn close(&self, window: u32) -> Result<()> {
        let data = [self.atoms.WM_DELETE_WINDOW, x11rb::CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, self.atoms.WM_PROTOCOLS, data);
        let gone = |_| Error::new(Code::WindowNotFound, "the window is gone");
        self.connection
            .send_event(false, window, EventMask::NO_EVENT, message)
            .map_err(lost)?
            .check()
            .map_err(gone)
    }

    /// The number of the screen.
    pub(crate) const fn screen(&self) -> usize {
        self.screen
    }

    /// When the user last did something in the window in front, in the X server's time, as its app has noted it.
    pub(crate) fn last_used(&self) -> Option<u32> {
        let active = self.active().ok().flatten()?;
        let number = |window, name| first(&self.property(window, name, AtomEnum::ANY.into()).ok()?);
        let noted = number(active, self.atoms._NET_WM_USER_TIME_WINDOW).unwrap_or(active);
        number(noted, self.atoms._NET_WM_USER_TIME)
    }

    /// Says something about an app that starts to everybody who listens for it. No answer is waited for.
    pub(crate) fn announce(&self, message: &str) -> Result<()> {
        let speaker = self.connection.generate_id().map_err(lost)?;
        let hidden = CreateWindowAux::new().override_redirect(1);
        let class = WindowClass::INPUT_ONLY;
        self.connection
            .create_window(0, speaker, self.root, -100, -100, 1, 1, 0, class, 0, &hidden)
            .map_err(lost)?;
        let ended: Vec<u8> = message.bytes().chain([0]).collect();
        let mut kind = self.atoms._NET_STARTUP_INFO_BEGIN;
        for part in ended.chunks(20) {
            let mut data = [0_u8; 20];
            data.iter_mut().zip(part).for_each(|(to, from)| *to = *from);
            let event = ClientMessageEvent::new(8, speaker, kind, data);
            self.connection.send_event(false, self.root, EventMask::PROPERTY_CHANGE, event).map_err(lost)?;
            kind = self.atoms._NET_STARTUP_INFO;
        }
        self.connection.destroy_window(speaker).map_err(lost)?;
        self.connection.flush().map_err(lost)
    }

    /// Tells a window that it has got or lost the focus. Nobody else hears of it.
    pub(crate) fn send_focus(&self, window: u32, has: bool) -> Result<()> {
        let event = FocusInEvent {
            response_type: if has { FOCUS_IN_EVENT } else { FOCUS_OUT_EVENT },
            detail: NotifyDetail::NONLINEAR,
            sequence: 0,
            event: window,
            mode: NotifyMode::NORMAL,
        };
        self.connection.send_event(false, window, EventMask::NO_EVENT, event).map_err(lost)?;
        self.connection.flush().map_err(lost)
    }

    /// Sends a key to a window, pressed and let go, while `held` are said to be down.
    pub(crate) fn send_key(&self, window: u32, key: Key, held: KeyButMask) -> Result<()> {
        let missing = || Error::new(Code::Unsupported, "the keyboard has no such key");
        let detail = self.keycode(key).ok_or_else(missing)?;
        for response_type in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
            let event = KeyPressEvent {
                response_type,
                detail,
                sequence: 0,
                time: x11rb::CURRENT_TIME,
                root: self.root,
                event: window,
                child: x11rb::NONE,
                root_x: 0,
                root_y: 0,
                event_x: 0,
                event_y: 0,
                state: held,
                same_screen: true,
            };
            self.connection.send_event(false, window, EventMask::NO_EVENT, event).map_err(lost)?;
        }
        self.connection.flush().map_err(lost)
    }

    /// Whether the keyboard has that key.
    pub(crate) fn has_key(&self, key: Key) -> bool {
        self.keycode(key).is_some()
    }

    /// The number of a key. A letter only where the keyboard has one layout: which one is in use now, the user may
    /// change at any time.
    fn keycode(&self, key: Key) -> Option<u8> {
        let (first, last) = (self.connection.setup().min_keycode, self.connection.setup().max_keycode);
        let count = last.checked_sub(first)?.checked_add(1)?;
        let reply = self.connection.get_keyboard_mapping(first, count).ok()?.reply().ok()?;
        let width = usize::from(reply.keysyms_per_keycode);
        let place = reply.keysyms.chunks(width.max(1)).position(|symbols| {
            let second = symbols.get(2).copied().filter(|symbol| *symbol != 0);
            let one_layout = second.is_none_or(|second| Some(&second) == symbols.first());
            symbols.first() == Some(&key.symbol()) && (one_layout || !matches!(key, Key::Character(_)))
        });
        place.and_then(|place| u8::try_from(place).ok()).and_then(|place| first.checked_add(place))
    }

    /// How long neither keyboard nor pointer was touched.
    pub(crate) fn idle(&self) -> Result<Duration> {
        let missing =
            |_| Error::new(Code::Unsupported, "the X server does not tell how long the user has been idle");
        let cookie = self.connection.screensaver_query_info(self.root).map_err(lost)?;
        let reply = cookie.reply().map_err(missing)?;
        Ok(Duration::from_millis(reply.ms_since_user_input.into()))
    }

    /// Makes the server keep every window in a picture of its own. True when that is new, and covered windows need a
    /// moment to draw themselves.
    pub(crate) fn keep_pictures(&self) -> Result<bool> {
        let mut redirected = self.redirected.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *redirected {
            return Ok(false);
        }
        let version = self.connection.composite_query_version(0, 4).map_err(lost)?;
        version.reply().map_err(|_| no_picture())?;
        let redirect =
            self.connection.composite_redirect_subwindows(self.root, Redirect::AUTOMATIC).map_err(lost)?;
        redirect.check().map_err(|_| no_picture())?;
        *redirected = true;
        Ok(true)
    }

    /// The picture of a window, cut to `part` (in coordinates of the window).
    pub(crate) fn picture(&self, window: u32, part: Bounds) -> Result<Picture> {
        let failed = |_| no_picture();
        let attributes =
            self.connection.get_window_attributes(window).map_err(lost)?.reply().map_err(failed)?;
        if attributes.map_state != MapState::VIEWABLE {
            return Err(no_picture());
        }
        let geometry = self.connection.get_geometry(window).map_err(lost)?.reply().map_err(failed)?;
        let (width, height) = (i32::from(geometry.width), i32::from(geometry.height));
        let left = part.x.clamp(0, width);
        let top = part.y.clamp(0, height);
        let columns = part.width.min(width - left);
        let rows = part.height.min(height - top);
        if columns <= 0 || rows <= 0 || !matches!(geometry.depth, 24 | 32) {
            return Err(no_picture());
        }
        let small = |number: i32| i16::try_from(number).unwrap_or(i16::MAX);
        let size = |number: i32| u16::try_from(number).unwrap_or(u16::MAX);
        let (columns, rows) = (size(columns), size(rows));
        let cookie = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, window, small(left), small(top), columns, rows, u32::MAX)
            .map_err(lost)?;
        let image = cookie.reply().map_err(failed)?;
        let little_endian = self.connection.setup().image_byte_order == ImageOrder::LSB_FIRST;
        rgba(&image.data, u32::from(columns), u32::from(rows), little_endian).ok_or_else(no_picture)
    }

    fn property(&self, window: u32, name: u32, kind: u32) -> Result<GetPropertyReply> {
        self.ask(window, name, kind)?.reply().map_err(lost)
    }

    fn ask(&self, window: u32, name: u32, kind: u32) -> Result<PropertyCookie<'_>> {
        self.connection.get_property(false, window, name, kind, 0, 65_536).map_err(lost)
    }

    fn ask_all(&self, id: u32) -> Result<Pending<'_>> {
        let atoms = &self.atoms;
        let any = u32::from(AtomEnum::ANY);
        Ok(Pending {
            pid: self.ask(id, atoms._NET_WM_PID, any)?,
            name: self.ask(id, atoms._NET_WM_NAME, any)?,
            old_name: self.ask(id, AtomEnum::WM_NAME.into(), any)?,
            class: self.ask(id, AtomEnum::WM_CLASS.into(), any)?,
            application_id: self.ask(id, atoms._GTK_APPLICATION_ID, any)?,
            bus: self.ask(id, atoms._GTK_UNIQUE_BUS_NAME, any)?,
            application: self.ask(id, atoms._GTK_APPLICATION_OBJECT_PATH, any)?,
            window: self.ask(id, atoms._GTK_WINDOW_OBJECT_PATH, any)?,
            menu_bar: self.ask(id, atoms._GTK_MENUBAR_OBJECT_PATH, any)?,
            workspace: self.ask(id, atoms._NET_WM_DESKTOP, any)?,
            state: self.ask(id, atoms._NET_WM_STATE, any)?,
            kind: self.ask(id, atoms._NET_WM_WINDOW_TYPE, any)?,
            protocols: self.ask(id, atoms.WM_PROTOCOLS, any)?,
            transient_for: self.ask(id, AtomEnum::WM_TRANSIENT_FOR.into(), any)?,
            shadow: self.ask(id, atoms._GTK_FRAME_EXTENTS, any)?,
            geometry: self.connection.get_geometry(id).map_err(lost)?,
            origin: self.connection.translate_coordinates(id, self.root, 0, 0).map_err(lost)?,
        })
    }

    /// `None` for a window that has gone in the meantime.
    fn window_of(&self, id: u32, pending: Pending<'_>) -> Option<XWindow> {
        let atoms = &self.atoms;
        let read = |cookie: PropertyCookie<'_>| cookie.reply().ok();
        let list = |reply: Option<GetPropertyReply>| {
            reply
                .as_ref()
                .and_then(GetPropertyReply::value32)
                .map(Iterator::collect::<Vec<_>>)
                .unwrap_or_default()
        };
        let geometry = pending.geometry.reply().ok();
        let origin = pending.origin.reply().ok();
        let state = list(read(pending.state));
        let kind = list(read(pending.kind));
        let shadow = list(read(pending.shadow));
        let side =
            |index: usize| shadow.get(index).and_then(|side| i32::try_from(*side).ok()).unwrap_or_default();
        let name = read(pending.name).as_ref().and_then(text);
        let old_name = read(pending.old_name).as_ref().and_then(text);
        let class = read(pending.class).as_ref().and_then(text).unwrap_or_default();
        let transient_for = read(pending.transient_for).as_ref().and_then(first).filter(|owner| *owner != 0);
        let (application, window, menu_bar) =
            (read(pending.application), read(pending.window), read(pending.menu_bar));
        let (geometry, origin) = (geometry?, origin?);
        Some(XWindow {
            id,
            pid: read(pending.pid).as_ref().and_then(first),
            title: name.or(old_name).unwrap_or_default(),
            class: class.split('\0').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
            application_id: read(pending.application_id).as_ref().and_then(text),
            exported: read(pending.bus).as_ref().and_then(text).map(|bus| Exported {
                bus,
                application: application.as_ref().and_then(text),
                window: window.as_ref().and_then(text),
                menu_bar: menu_bar.as_ref().and_then(text),
            }),
            // All ones: on every workspace.
            workspace: read(pending.workspace).as_ref().and_then(first).filter(|number| *number != u32::MAX),
            hidden: state.contains(&atoms._NET_WM_STATE_HIDDEN),
            modal: state.contains(&atoms._NET_WM_STATE_MODAL),
            is_dialog: kind.contains(&atoms._NET_WM_WINDOW_TYPE_DIALOG),
            closes: list(read(pending.protocols)).contains(&atoms.WM_DELETE_WINDOW),
            transient_for,
            is_furniture: kind.contains(&atoms._NET_WM_WINDOW_TYPE_DESKTOP)
                || kind.contains(&atoms._NET_WM_WINDOW_TYPE_DOCK),
            outer: Bounds {
                x: origin.dst_x.into(),
                y: origin.dst_y.into(),
                width: geometry.width.into(),
                height: geometry.height.into(),
            },
            shadow: (side(0), side(1), side(2), side(3)),
        })
    }
}

/// The request of a pager to bring a window to the front; `atom` is the name of the request.
pub(crate) fn activation(window: u32, atom: u32) -> ClientMessageEvent {
    // 2: it comes from a pager, so the window manager does not second-guess it.
    ClientMessageEvent::new(32, window, atom, [2, x11rb::CURRENT_TIME, 0, 0, 0])
}

type PropertyCookie<'c> = x11rb::cookie::Cookie<'c, RustConnection, GetPropertyReply>;

/// All questions about one window, sent and not yet answered.
struct Pending<'c> {
    pid: PropertyCookie<'c>,
    name: PropertyCookie<'c>,
    old_name: PropertyCookie<'c>,
    class: PropertyCookie<'c>,
    application_id: PropertyCookie<'c>,
    bus: PropertyCookie<'c>,
    application: PropertyCookie<'c>,
    window: PropertyCookie<'c>,
    menu_bar: PropertyCookie<'c>,
    workspace: PropertyCookie<'c>,
    state: PropertyCookie<'c>,
    kind: PropertyCookie<'c>,
    protocols: PropertyCookie<'c>,
    transient_for: PropertyCookie<'c>,
    shadow: PropertyCookie<'c>,
    geometry: x11rb::cookie::Cookie<'c, RustConnection, x11rb::protocol::xproto::GetGeometryReply>,
    origin: x11rb::cookie::Cookie<'c, RustConnection, x11rb::protocol::xproto::TranslateCoordinatesReply>,
}

fn no_picture() -> Error {
    Error::new(Code::CaptureFailed, "the window has no picture now")
}

fn first(reply: &GetPropertyReply) -> Option<u32> {
    reply.value32()?.next()
}

fn text(reply: &GetPropertyReply) -> Option<String> {
    (reply.format == 8 && !reply.value.is_empty()).then(|| String::from_utf8_lossy(&reply.value).into_owned())
}

/// Four bytes a pixel as the server sends them (blue, green, red, unused on little-endian servers) as RGBA.
fn rgba(data: &[u8], width: u32, height: u32, little_endian: bool) -> Option<Picture> {
    let bytes = usize::try_from(width.checked_mul(height)?.checked_mul(4)?).ok()?;
    let data = data.get(..bytes)?;
    let mut rgba = Vec::with_capacity(bytes);
    for pixel in data.chunks_exact(4) {
        let &[first, second, third, fourth] = pixel else { return None };
        let (red, green, blue) = if little_endian { (third, second, first) } else { (second, third, fourth) };
        rgba.extend_from_slice(&[red, green, blue, u8::MAX]);
    }
    Some(Picture { width, height, rgba })
}

/// Groups windows by process.
pub(crate) fn by_process(windows: &[XWindow]) -> HashMap<u32, Vec<&XWindow>> {
    let mut groups: HashMap<u32, Vec<&XWindow>> = HashMap::new();
    for window in windows {
        if let Some(pid) = window.pid {
            groups.entry(pid).or_default().push(window);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_turned_to_rgba() {
        let picture = rgba(&[1, 2, 3, 0, 4, 5, 6, 0], 2, 1, true);
        assert_eq!(picture.map(|picture| picture.rgba), Some(vec![3, 2, 1, 255, 6, 5, 4, 255]));
        assert!(rgba(&[1, 2, 3], 1, 1, true).is_none());
    }
}
