//! Keys and chords without the focus.
//!
//! Three mechanisms, each standing for what it can do and for nothing else. Qt believes keys that are sent to its window
//! alone, so any key goes to any control that can have the focus inside it. GTK believes none; but its fields of one line
//! offer what Return does to them as an action, its texts the clipboard through their own interface, and those of GTK 4
//! the same and undoing as actions. The clipboard belongs to the user and is changed only by the chord that copies.

use surehand_core::code::Code;
use surehand_core::desktop::{Modifier, Reply};
use surehand_core::error::{Error, Result};
use x11rb::protocol::xproto::KeyButMask;

use crate::background::{Background, no_way};
use crate::bus::Toolkit;
use crate::detail::actions_of;
use crate::object::{ACTION, EDITABLE_TEXT, Object, TEXT};
use crate::perform::{Performer, before_sending};
use crate::transport::{body, value};
use crate::x11::Key;

/// A chord as it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sent {
    key: Key,
    held: KeyButMask,
}

/// The keys that are held, as an event says them.
pub(crate) fn mask(held: &[Modifier]) -> KeyButMask {
    held.iter().fold(KeyButMask::default(), |all, one| {
        all | match one {
            Modifier::Shift => KeyButMask::SHIFT,
            Modifier::Ctrl => KeyButMask::CONTROL,
            Modifier::Alt => KeyButMask::MOD1,
            Modifier::Meta => KeyButMask::MOD4,
        }
    })
}

fn sent(chord: &str) -> Option<Sent> {
    let (held, key) = chord.rsplit_once('+').unwrap_or(("", chord));
    let modifier = |name: &str| {
        Some(match name {
            "shift" => Modifier::Shift,
            "ctrl" => Modifier::Ctrl,
            "alt" => Modifier::Alt,
            "meta" => Modifier::Meta,
            _ => return None,
        })
    };
    let names = held.split('+').filter(|name| !name.is_empty());
    let held: Vec<Modifier> = names.map(modifier).collect::<Option<_>>()?;
    Some(Sent { key: Key::named(key)?, held: mask(&held) })
}

impl Background<'_> {
    /// Presses a chord on a control of a window that need not be in front. The focus inside the window goes back to where
    /// it was, unless the key itself moved it.
    pub(crate) fn press(&self, object: &Object, chord: &str) -> Result<Reply> {
        let missing = || Error::new(Code::Unsupported, "the keyboard has no such key");
        let Sent { key, held } = sent(chord).filter(|sent| self.x.has_key(sent.key)).ok_or_else(missing)?;
        let lent = self.lend()?;
        let before = self.focused();
        self.reach(object)?;
        let seen = self.signal.count();
        self.x.send_key(self.window, key, held)?;
        // Only so that the key has its way before the focus goes back.
        let _ = self.comes_true(|| self.signal.count() > seen);
        if let Some(before) = before.filter(|before| before != object && self.has_focus(object)) {
            self.reach(&before).map_err(Error::after_sending)?;
        }
        drop(lent);
        Ok(Reply::Accepted)
    }
}

impl Background<'_> {
    /// Presses a chord on whatever has the focus inside the window.
    pub(crate) fn press_inside(&self, chord: &str) -> Result<Reply> {
        let missing = || Error::new(Code::Unsupported, "the keyboard has no such key");
        let Sent { key, held } = sent(chord).filter(|sent| self.x.has_key(sent.key)).ok_or_else(missing)?;
        let lent = self.lend()?;
        if self.focused().is_none() {
            return Err(no_way("nothing inside the window has the focus"));
        }
        let seen = self.signal.count();
        self.x.send_key(self.window, key, held)?;
        let _ = self.comes_true(|| self.signal.count() > seen);
        drop(lent);
        Ok(Reply::Accepted)
    }
}

impl Performer<'_> {
    /// Does what Return does to a field of one line, by its own action.
    pub(crate) fn submit(&self) -> Result<Reply> {
        self.native_named("activate")
    }

    /// Does what a chord does to a text, by the text's own interface.
    pub(crate) fn text_chord(&self, chord: &str) -> Result<Reply> {
        match (self.toolkit, chord) {
            (Toolkit::Gtk4, "ctrl+a") => self.native_named("selection.select-all"),
            (Toolkit::Gtk4, "ctrl+c") => self.native_named("clipboard.copy"),
            (Toolkit::Gtk4, "ctrl+v") => self.native_named("clipboard.paste"),
            (Toolkit::Gtk4, "ctrl+z") => self.native_named("text.undo"),
            (Toolkit::Gtk4, "ctrl+shift+z") => self.native_named("text.redo"),
            (_, "ctrl+a") => self.select_all(),
            (_, "ctrl+c") => self.copy(),
            (_, "ctrl+v") => self.paste(),
            _ => Err(no_way("the text takes that chord only with the focus")),
        }
    }

    fn native_named(&self, name: &str) -> Result<Reply> {
        let answer = self.client.call(self.object.call(ACTION, "GetActions"), self.deadline);
        let actions = actions_of(&answer).unwrap_or_default();
        let place = actions.iter().position(|action| action.name == name);
        let place = place.and_then(|place| i32::try_from(place).ok());
        let place = place.ok_or_else(|| no_way("the control takes that key only with the focus"))?;
        self.send(self.object.call_with(ACTION, "DoAction", &(place,)))
    }

    fn count(&self) -> Result<i32> {
        let count = self.client.call(self.object.property(TEXT, "CharacterCount"), self.deadline);
        value(&count).map_err(before_sending)
    }

    /// The selected part, where there is one.
    fn selection(&self) -> Result<Option<(i32, i32)>> {
        let answer = self.client.call(self.object.call_with(TEXT, "GetSelection", &(0_i32,)), self.deadline);
        let (start, end): (i32, i32) = body(&answer).map_err(before_sending)?;
        Ok((start < end).then_some((start, end)))
    }

    fn select_all(&self) -> Result<Reply> {
        let (count, selected) = (self.count()?, self.selection()?);
        let call = match selected {
            Some(_) => self.object.call_with(TEXT, "SetSelection", &(0_i32, 0_i32, count)),
            None => self.object.call_with(TEXT, "AddSelection", &(0_i32, count)),
        };
        self.send(call)
    }

    fn copy(&self) -> Result<Reply> {
        let selected = self.selection()?;
        let selected = selected.ok_or_else(|| Error::new(Code::Unsupported, "nothing is selected there"))?;
        self.send(self.object.call_with(EDITABLE_TEXT, "CopyText", &selected))
    }

    fn paste(&self) -> Result<Reply> {
        if self.selection()?.is_some() {
            // The interface would put it beside what is selected, where the chord puts it in its place.
            return Err(no_way("what is selected can be pasted over only with the focus"));
        }
        let caret = self.client.call(self.object.property(TEXT, "CaretOffset"), self.deadline);
        let caret: i32 = value(&caret).map_err(before_sending)?;
        self.send(self.object.call_with(EDITABLE_TEXT, "PasteText", &(caret,)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_have_a_key_and_what_is_held() {
        for (chord, key, held) in [
            ("return", Key::Symbol(0xff0d), KeyButMask::default()),
            ("f5", Key::Symbol(0xffc2), KeyButMask::default()),
            ("ctrl+a", Key::Character('a'), KeyButMask::CONTROL),
            ("ctrl+shift+z", Key::Character('z'), KeyButMask::CONTROL | KeyButMask::SHIFT),
            ("alt+backslash", Key::Character('\\'), KeyButMask::MOD1),
        ] {
            assert_eq!(sent(chord), Some(Sent { key, held }), "{chord}");
        }
        for odd in ["", "hyper+a", "ctrl+", "f21", "ctrl+ä"] {
            assert_eq!(sent(odd), None, "{odd}");
        }
    }
}
