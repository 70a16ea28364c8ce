//! Pointer events for a Qt window that is not in front.
//!
//! Qt believes an event that is sent to its window alone, as it does keys (`background.rs`): the user's pointer, its place
//! and their focus take no part. The window must believe that it has the focus, or a press makes it ask for the front.
//! Events carry the server's own time, because two presses close together are a double click to Qt, whoever sent them.
//! A press is always let go again, and a last movement says that nothing is held.
//!
//! Left out: GTK, which ignores such events; drags between apps, which Qt asks the user's own pointer about.

use surehand_core::action::ActionKind;
use surehand_core::desktop::{Payload, Reply, unsupported};
use surehand_core::error::{Error, Result};
use x11rb::protocol::xproto::KeyButMask;

use crate::background::{Background, gone};
use crate::keyboard::mask;
use crate::object::{COMPONENT, Object};
use crate::perform::before_sending;
use crate::transport::body;
use crate::x11::Pointing;

/// Steps of a drag: apps begin one only after some pixels, and then follow.
const STEPS: i32 = 8;
/// Buttons.
const FIRST: u8 = 1;
const THIRD: u8 = 3;

impl Background<'_> {
    /// Clicks, double-clicks, right-clicks or drags a control.
    pub(crate) fn point(&self, object: &Object, action: ActionKind, payload: &Payload) -> Result<Reply> {
        let held = match (action, payload) {
            (ActionKind::Click | ActionKind::Toggle, Payload::Modifiers(held)) => mask(held),
            (ActionKind::DoubleClick | ActionKind::ContextMenu, Payload::Nothing)
            | (ActionKind::Drag, Payload::Drag { .. }) => KeyButMask::default(),
            _ => return Err(unsupported()),
        };
        let lent = self.lend()?;
        let at = self.middle(object)?;
        let seen = self.signal.count();
        let mut pointing = self.x.pointing(self.window)?;
        pointing.go(at, held)?;
        let sent = match (action, payload) {
            (ActionKind::DoubleClick, _) => {
                press(&mut pointing, at, FIRST, held).and_then(|()| press(&mut pointing, at, FIRST, held))
            }
            (ActionKind::ContextMenu, _) => press(&mut pointing, at, THIRD, held),
            (ActionKind::Drag, Payload::Drag { dx, dy }) => drag(&mut pointing, at, (*dx, *dy)),
            _ => press(&mut pointing, at, FIRST, held),
        };
        // Qt goes by what the last event said is held.
        let rested = pointing.go(at, KeyButMask::default());
        sent.and(rested).map_err(Error::after_sending)?;
        // Until the window has had its way with them, it is to believe that it has the focus.
        let _ = self.comes_true(|| self.signal.count() > seen);
        drop(lent);
        Ok(Reply::Accepted)
    }

    /// The middle of a control in its window.
    fn middle(&self, object: &Object) -> Result<(i16, i16)> {
        let call = object.call_with(COMPONENT, "GetExtents", &(0_u32,));
        let answer = self.performer.client.call(call, self.performer.deadline);
        let ((x, y, width, height),): ((i32, i32, i32, i32),) = body(&answer).map_err(before_sending)?;
        let (left, top) = self.x.origin(self.window)?;
        let place =
            |at: i32, length: i32, from: i32| i16::try_from(at + length / 2 - from).map_err(|_| gone());
        if width <= 0 || height <= 0 {
            return Err(gone());
        }
        Ok((place(x, width, left)?, place(y, height, top)?))
    }
}

/// Presses a button and lets it go.
fn press(pointing: &mut Pointing<'_>, at: (i16, i16), button: u8, held: KeyButMask) -> Result<()> {
    pointing.button(at, button, true, held)?;
    pointing.button(at, button, false, held)
}

/// Presses, moves there in steps, and lets go.
fn drag(pointing: &mut Pointing<'_>, (x, y): (i16, i16), (dx, dy): (i32, i32)) -> Result<()> {
    let there = |step: i32| {
        let along = |start: i16, way: i32| i16::try_from(i32::from(start) + way * step / STEPS);
        Some((along(x, dx).ok()?, along(y, dy).ok()?))
    };
    let end = there(STEPS).ok_or_else(unsupported)?;
    pointing.button((x, y), FIRST, true, KeyButMask::default())?;
    for at in (1..=STEPS).filter_map(there) {
        pointing.go(at, KeyButMask::BUTTON1)?;
    }
    pointing.button(end, FIRST, false, KeyButMask::default())
}
