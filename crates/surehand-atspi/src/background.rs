//! Keys for a Qt window that is not in front.
//!
//! Qt's combo boxes offer nothing but opening their list, which grabs keyboard and pointer. They do take keys, and Qt
//! believes an event that is sent to its window alone: first one that says the window has the focus, so that it hands
//! keys to the control they are for and tells which one that is, at the end one that says it has lost it again. The
//! window manager, the user's focus and their keys take no part in this. Only one key is ever sent to a control, and
//! only one that leads to the wanted option at once: what lies between must not be chosen on the way. Before it, the
//! control must have the focus inside its window and still show what it showed; afterwards the focus inside goes back
//! to where it was. A menu is opened by such a key and closed by another at once: only then does it have a name. Refused while the user works in another window of the same app, whose focus would be muddled.

use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Moment};
use surehand_core::code::Code;
use surehand_core::desktop::Reply;
use surehand_core::error::{Error, Result};

use crate::detail::actions_of;
use crate::loose::LooseMenus;
use crate::object::{ACCESSIBLE, ACTION, Object, States};
use crate::perform::{Performer, before_sending};
use crate::role::RoleNumber;
use crate::transport::{body, value};
use crate::x11::{Key, XDesktop};
use x11rb::protocol::xproto::KeyButMask;

/// How long the app may take for one step.
const STEP: Duration = Duration::from_millis(400);
/// How long a menu may take to open.
const OPEN: Duration = Duration::from_millis(1_500);
/// How many controls away a neighbour may be from which a control is reached.
const NEAR: usize = 4;
/// How often it is looked at when it says nothing.
const LOOK: Duration = Duration::from_millis(10);

/// A window that takes keys, and how to reach what is in it.
pub(crate) struct Background<'a> {
    pub(crate) performer: &'a Performer<'a>,
    pub(crate) x: &'a XDesktop,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) signal: ChangeSignal,
    /// Its X number.
    pub(crate) window: u32,
    /// It has the user's focus already.
    pub(crate) is_active: bool,
    /// Its controls that can have the focus.
    pub(crate) focusable: Vec<Object>,
}

/// What the window has been told for a while.
pub(crate) struct Lent<'a>(Option<(&'a XDesktop, u32)>);

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some((x, window)) = self.0 {
            let _ = x.send_focus(window, false);
        }
    }
}

impl Background<'_> {
    /// Makes a combo box show another option.
    pub(crate) fn choose(&self, combo: &Object, options: &[Object], wanted: &str) -> Result<Reply> {
        let calls = options
            .iter()
            .flat_map(|option| [option.property(ACCESSIBLE, "Name"), option.call(ACCESSIBLE, "GetState")]);
        let answers = self.performer.client.batch(calls.collect(), self.performer.deadline);
        let options: Vec<(String, bool)> = answers
            .chunks(2)
            .map(|pair| {
                let [name, states] = pair else { return Err(gone()) };
                let states = States::from_words(&body::<Vec<u32>>(states).map_err(before_sending)?);
                Ok((value::<String>(name).map_err(before_sending)?, states.has(States::SENSITIVE)))
            })
            .collect::<Result<_>>()?;
        let shown = self.name(combo)?;
        let key = one_key(&options, &shown, wanted).filter(|key| self.x.has_key(*key)).ok_or_else(|| {
            no_way("no single key leads to that option, and others must not be chosen on the way")
        })?;
        let lent = self.lend()?;
        let before = self.focused();
        let sent = self.reach(combo).and_then(|()| {
            if self.name(combo)? != shown {
                return Err(Error::new(Code::DesktopError, "the control changed by itself"));
            }
            self.x.send_key(self.window, key, KeyButMask::default())?;
            // Only to let the key have its way before the focus goes back: what came of it is for others to judge.
            let _ = self.comes_true(|| self.name(combo).is_ok_and(|now| now != shown));
            Ok(Reply::Accepted)
        });
        if let Some(before) = before.filter(|before| before != combo) {
            let back = self.reach(&before);
            if sent.is_ok() {
                back.map_err(Error::after_sending)?;
            }
        }
        drop(lent);
        sent
    }

    /// Opens the menu of a button for as long as it takes to know it, and closes it: its items can be used closed, and
    /// nobody's keyboard and pointer stay grabbed.
    pub(crate) fn open_menu(&self, button: &Object, menus: &LooseMenus) -> Result<Reply> {
        let lent = self.lend()?;
        let before = self.focused();
        self.reach(button)?;
        menus.listen(&button.bus);
        let mut menu = None;
        let sent = self.x.send_key(self.window, Key::Space, KeyButMask::default()).map(|()| {
            let end = self.clock.now().plus(OPEN);
            self.comes_true_until(end, || {
                menu = menus.spoke(&button.bus).into_iter().find(|object| self.is_open_menu(object));
                menu.is_some()
            })
        });
        menus.keep(&button.bus, button, menu.as_ref());
        sent?;
        if let Some(menu) = &menu {
            // While a menu is open, keys that its app gets are for the menu.
            self.x.send_key(self.window, Key::Escape, KeyButMask::default()).map_err(Error::after_sending)?;
            if !self.comes_true(|| !self.is_open_menu(menu)) {
                return Err(Error::new(Code::DesktopError, "the menu did not close").after_sending());
            }
        }
        if let Some(before) = before.filter(|before| before != button) {
            self.reach(&before).map_err(Error::after_sending)?;
        }
        drop(lent);
        Ok(Reply::Accepted)
    }

    fn is_open_menu(&self, object: &Object) -> bool {
        let calls = ["GetRole", "GetState"].map(|member| object.call(ACCESSIBLE, member));
        let answers = self.performer.client.batch(calls.into(), self.performer.deadline);
        let [role, states] = answers.as_slice() else { return false };
        body::<u32>(role).is_ok_and(|role| RoleNumber(role) == RoleNumber::POPUP_MENU)
            && body::<Vec<u32>>(states).is_ok_and(|words| States::from_words(&words).has(States::SHOWING))
    }

    /// Tells the window that it has the focus, until the answer is dropped.
    pub(crate) fn lend(&self) -> Result<Lent<'_>> {
        if self.is_active {
            return Ok(Lent(None));
        }
        self.x.send_focus(self.window, true)?;
        let lent = Lent(Some((self.x, self.window)));
        // Something in it is focused now, or nothing ever was.
        let _ = self.comes_true(|| self.focused().is_some());
        Ok(lent)
    }

    /// The control that has the focus inside the window.
    pub(crate) fn focused(&self) -> Option<Object> {
        let calls = self.focusable.iter().map(|object| object.call(ACCESSIBLE, "GetState")).collect();
        let answers = self.performer.client.batch(calls, self.performer.deadline);
        let focused = self.focusable.iter().zip(&answers).find(|(_, answer)| is_focused(answer));
        focused.map(|(object, _)| object.clone())
    }

    pub(crate) fn has_focus(&self, object: &Object) -> bool {
        is_focused(&self.performer.client.call(object.call(ACCESSIBLE, "GetState"), self.performer.deadline))
    }

    /// Gives a control the focus inside its window: by its own action, or from a neighbour by Tab.
    pub(crate) fn reach(&self, object: &Object) -> Result<()> {
        if self.has_focus(object) || self.set_focus(object) {
            return Ok(());
        }
        let place = self.focusable.iter().position(|one| one == object);
        let (before, after) = self.focusable.split_at(place.unwrap_or_default());
        let before = before.iter().rev().take(NEAR).zip(1..).map(|(one, steps)| (one, steps, false));
        let after = after.iter().skip(1).take(NEAR).zip(1..).map(|(one, steps)| (one, steps, true));
        for (neighbour, steps, back) in before.chain(after) {
            if self.set_focus(neighbour) && self.step_to(object, neighbour, steps, back)? {
                return Ok(());
            }
        }
        Err(no_way("the control could not be reached by keys in the background"))
    }

    /// Steps from a control that has the focus to another by Tab.
    fn step_to(&self, object: &Object, from: &Object, steps: usize, back: bool) -> Result<bool> {
        let mut last = from.clone();
        for _ in 0..steps {
            let held = if back { KeyButMask::SHIFT } else { KeyButMask::default() };
            self.x.send_key(self.window, Key::Tab, held)?;
            let mut now = None;
            if !self.comes_true(|| {
                now = self.focused();
                now.as_ref().is_some_and(|now| *now != last)
            }) {
                return Ok(false);
            }
            match now {
                Some(now) if now == *object => return Ok(true),
                Some(now) => last = now,
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    fn set_focus(&self, object: &Object) -> bool {
        let ask = |call| self.performer.client.call(call, self.performer.deadline);
        let actions = actions_of(&ask(object.call(ACTION, "GetActions"))).unwrap_or_default();
        let index = actions.iter().position(|action| action.name == "setfocus");
        let Some(index) = index.and_then(|index| i32::try_from(index).ok()) else { return false };
        ask(object.call_with(ACTION, "DoAction", &(index,))).is_ok()
            && self.comes_true(|| self.has_focus(object))
    }

    fn name(&self, object: &Object) -> Result<String> {
        let answer = self.performer.client.call(object.property(ACCESSIBLE, "Name"), self.performer.deadline);
        value::<String>(&answer).map_err(before_sending)
    }

    /// Waits for an app to get to what it was sent, for one step at the most.
    pub(crate) fn comes_true(&self, holds: impl FnMut() -> bool) -> bool {
        self.comes_true_until(self.clock.now().plus(STEP), holds)
    }

    fn comes_true_until(&self, end: Moment, mut holds: impl FnMut() -> bool) -> bool {
        let end = self.performer.deadline.sooner(end).at;
        loop {
            let seen = self.signal.count();
            if holds() {
                return true;
            }
            let now = self.clock.now();
            if now >= end {
                return false;
            }
            self.clock.wait(&self.signal, seen, now.plus(LOOK).min(end));
        }
    }
}

fn is_focused(answer: &crate::transport::Answer) -> bool {
    body::<Vec<u32>>(answer).is_ok_and(|words| States::from_words(&words).has(States::FOCUSED))
}

pub(crate) fn no_way(message: &'static str) -> Error {
    Error::new(Code::ForegroundRequired, message)
}

pub(crate) fn gone() -> Error {
    Error::new(Code::DesktopError, "the control is gone")
}

/// The key that leads from the option shown to the wanted one, and to no other on the way. Options that cannot be
/// chosen are skipped by the arrows and not by letters.
fn one_key(options: &[(String, bool)], shown: &str, wanted: &str) -> Option<Key> {
    let only = |name: &str| {
        let mut places = options.iter().enumerate().filter(|(_, (option, _))| option == name);
        let place = places.next().map(|(place, _)| place);
        place.filter(|_| places.next().is_none())
    };
    let target = only(wanted).filter(|place| options.get(*place).is_some_and(|(_, enabled)| *enabled))?;
    let enabled: Vec<usize> = (0..options.len()).filter(|place| options[*place].1).collect();
    let rank = |place: usize| enabled.iter().position(|one| *one == place);
    let (to, from) = (rank(target)?, only(shown).and_then(rank));
    if let Some(from) = from {
        if to == from + 1 {
            return Some(Key::Down);
        }
        if to + 1 == from {
            return Some(Key::Up);
        }
    }
    if to == 0 {
        return Some(Key::Home);
    }
    if to + 1 == enabled.len() {
        return Some(Key::End);
    }
    let letter = |name: &str| name.chars().next().map(|letter| letter.to_ascii_lowercase());
    let initial = letter(wanted).filter(char::is_ascii_alphanumeric)?;
    let alike = options.iter().filter(|(name, _)| letter(name) == Some(initial)).count();
    (alike == 1).then_some(Key::Character(initial))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_leads_straight_to_its_option() {
        let options =
            ["Small", "Medium", "Large", "Extra", "Mini", "Last"].map(|name| (name.to_owned(), true));
        for (shown, wanted, key) in [
            ("Small", "Medium", Some(Key::Down)),
            ("Large", "Medium", Some(Key::Up)),
            ("Large", "Small", Some(Key::Home)),
            ("Small", "Last", Some(Key::End)),
            ("Small", "Extra", Some(Key::Character('e'))),
            // Two begin with an M, and Small, Medium and Large lie between.
            ("Small", "Mini", None),
            ("Small", "None", None),
            ("something else", "Small", Some(Key::Home)),
            ("something else", "Medium", None),
        ] {
            assert_eq!(one_key(&options, shown, wanted), key, "{shown} to {wanted}");
        }
    }

    #[test]
    fn options_that_cannot_be_chosen_are_no_stops() {
        let options = [("a", true), ("b", false), ("c", true), ("b2", true), ("a", true)];
        let options = options.map(|(name, enabled)| (name.to_owned(), enabled));
        assert_eq!(one_key(&options, "c", "b2"), Some(Key::Down));
        assert_eq!(one_key(&options, "b2", "b"), None, "not to be chosen");
        assert_eq!(one_key(&options, "b2", "c"), Some(Key::Up));
        assert_eq!(one_key(&options, "c", "a"), None, "two are called so");
    }
}
