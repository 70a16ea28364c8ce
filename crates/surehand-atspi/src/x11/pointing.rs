//! Pointer events that are sent to one window.
//!
//! Each carries the server's own time, asked for once and counted on by a millisecond: toolkits tell clicks from double
//! clicks by it. Nobody but the window hears of them, and the pointer on the screen stays where it is.

use surehand_core::code::Code;
use surehand_core::error::{Error, Result};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ButtonPressEvent, ConnectionExt as _,
    CreateWindowAux, EventMask, KeyButMask, MOTION_NOTIFY_EVENT, Motion, MotionNotifyEvent, PropMode,
    WindowClass,
};

use super::{XDesktop, lost};

/// A series of pointer events for one window.
#[derive(Debug)]
pub(crate) struct Pointing<'a> {
    x: &'a XDesktop,
    window: u32,
    origin: (i32, i32),
    time: u32,
}

impl XDesktop {
    /// Where the corner of a window is on the screen.
    pub(crate) fn origin(&self, window: u32) -> Result<(i32, i32)> {
        let reply = self.connection.translate_coordinates(window, self.root, 0, 0).map_err(lost)?;
        let at = reply.reply().map_err(|_| Error::new(Code::WindowNotFound, "the window is gone"))?;
        Ok((at.dst_x.into(), at.dst_y.into()))
    }

    /// Pointer events for one window.
    pub(crate) fn pointing(&self, window: u32) -> Result<Pointing<'_>> {
        Ok(Pointing { x: self, window, origin: self.origin(window)?, time: self.time()? })
    }

    /// The server's time, which it notes with every change of a property.
    fn time(&self) -> Result<u32> {
        let asker = self.connection.generate_id().map_err(lost)?;
        let aux = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        let class = WindowClass::INPUT_ONLY;
        self.connection
            .create_window(0, asker, self.root, -1, -1, 1, 1, 0, class, x11rb::COPY_FROM_PARENT, &aux)
            .map_err(lost)?;
        let name = u32::from(AtomEnum::WM_NAME);
        self.connection
            .change_property(PropMode::APPEND, asker, name, AtomEnum::STRING, 8, 0, &[])
            .map_err(lost)?;
        // The answer to this comes behind the event.
        self.connection.get_input_focus().map_err(lost)?.reply().map_err(lost)?;
        let mut time = None;
        while let Some(event) = self.connection.poll_for_event().map_err(lost)? {
            if let Event::PropertyNotify(event) = event
                && event.window == asker
            {
                time = Some(event.time);
            }
        }
        self.connection.destroy_window(asker).map_err(lost)?;
        time.ok_or_else(|| Error::new(Code::DesktopError, "the X server did not tell its time"))
    }
}

impl Pointing<'_> {
    /// The pointer is there, while `held` is down.
    pub(crate) fn go(&mut self, (x, y): (i16, i16), held: KeyButMask) -> Result<()> {
        let (root_x, root_y) = self.on_screen((x, y));
        let event = MotionNotifyEvent {
            response_type: MOTION_NOTIFY_EVENT,
            detail: Motion::NORMAL,
            sequence: 0,
            time: self.next(),
            root: self.x.root,
            event: self.window,
            child: x11rb::NONE,
            root_x,
            root_y,
            event_x: x,
            event_y: y,
            state: held,
            same_screen: true,
        };
        let to = &self.x.connection;
        to.send_event(false, self.window, EventMask::NO_EVENT, event).map_err(lost)?;
        to.flush().map_err(lost)
    }

    /// A button goes down or up there, while `held` is down.
    pub(crate) fn button(
        &mut self,
        (x, y): (i16, i16),
        button: u8,
        down: bool,
        held: KeyButMask,
    ) -> Result<()> {
        let (root_x, root_y) = self.on_screen((x, y));
        // What is said to be down is so before the event.
        let own = if button == 1 { KeyButMask::BUTTON1 } else { KeyButMask::BUTTON3 };
        let event = ButtonPressEvent {
            response_type: if down { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT },
            detail: button,
            sequence: 0,
            time: self.next(),
            root: self.x.root,
            event: self.window,
            child: x11rb::NONE,
            root_x,
            root_y,
            event_x: x,
            event_y: y,
            state: if down { held } else { held | own },
            same_screen: true,
        };
        let to = &self.x.connection;
        to.send_event(false, self.window, EventMask::NO_EVENT, event).map_err(lost)?;
        to.flush().map_err(lost)
    }

    fn next(&mut self) -> u32 {
        self.time = self.time.wrapping_add(1);
        self.time
    }

    fn on_screen(&self, (x, y): (i16, i16)) -> (i16, i16) {
        let place = |at: i16, origin: i32| i16::try_from(i32::from(at) + origin).unwrap_or(at);
        (place(x, self.origin.0), place(y, self.origin.1))
    }
}
