//! What a goal says without an order that is known: inputs it names, how something is to stand, one text for another.
//!
//! A sentence is understood by what it names and by nothing else. What names no input and says of nothing how it is to stand
//! ends the run: an order that is not understood must not be skipped, because what comes after it may rest on it.

use super::goal::{place, standing};
use super::{Doing, Embedded, PRESSED, View, named, unclear};
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::element::{Element, Role};
use crate::error::Result;
use crate::label::plain;
use crate::policy::entering::entering;
use crate::policy::{Decision, PlannedAction};
use crate::route::Disturbance;

/// What the field for the text that is looked for is called after.
const LOOKED_FOR: &[&str] = &["search", "find", "what", "old"];
/// What the field for the text that takes its place is called after.
const INSTEAD: &[&str] = &["replace", "replacement", "with", "by", "new"];

impl Embedded {
    /// A sentence that is no order: inputs are entered, and settings set where it says.
    pub(super) fn said(&mut self, view: &View<'_>, words: &str, at: usize) -> Result<Option<Decision>> {
        let meant = named(view.subtask, words);
        if let Some(name) = meant.iter().find(|name| !self.entered.contains(*name)) {
            let entered = self.enter(view, name)?;
            return Ok(Some(
                entered.unwrap_or_else(|| unclear("no field here is clearly the one for the input", name)),
            ));
        }
        if let Some(decision) = self.unanswered(view, words)? {
            return Ok(Some(decision));
        }
        if !meant.is_empty() {
            self.at = at + 1;
            return self.next(view);
        }
        let Some((what, on)) = standing(words) else {
            return Ok(Some(unclear("no rule here understands", words)));
        };
        let is_home = self.home.as_ref() == Some(&view.snapshot.window.key);
        if let Some((_, place)) = place(words).filter(|_| is_home) {
            let opens = |one: &&Candidate| plain(view.label(one)) == plain(place);
            return Ok(Some(self.open(view, opens, place, at)));
        }
        let order = format!("Turn {} {what}", if on { "on" } else { "off" });
        let unclear = || unclear("no box or switch here is clearly the one meant by", words);
        Ok(Some(self.switch(view, &order, on, Doing::Part(at))?.unwrap_or_else(unclear)))
    }

    /// Opens the place where a part is carried out, by the one command for it.
    fn open(
        &mut self,
        view: &View<'_>,
        opens: impl Fn(&&Candidate) -> bool,
        what: &str,
        at: usize,
    ) -> Decision {
        let pressed = view.of_kinds(PRESSED);
        let found: Vec<&Candidate> =
            pressed.into_iter().filter(|one| view.is_quiet(one) && opens(one)).collect();
        let [one] = found[..] else { return unclear("there is no one command here for", what) };
        self.doing = Doing::Opening(at);
        Decision::act(PlannedAction::on(one.action, one.key.clone()))
    }

    /// One text in place of another, by the dialog for it.
    pub(super) fn replace(
        &mut self,
        view: &View<'_>,
        words: &str,
        (all, new_first): (bool, bool),
        at: usize,
    ) -> Result<Option<Decision>> {
        let mut meant = named(view.subtask, words);
        if new_first {
            meant.reverse();
        }
        let [old, new] = &meant[..] else {
            return Ok(Some(unclear("it takes two inputs, for the old text and the new one, to", words)));
        };
        let (Some(looked_for), Some(instead)) =
            (field(view, LOOKED_FOR, INSTEAD), field(view, INSTEAD, LOOKED_FOR))
        else {
            let opens = |one: &&Candidate| plain(view.label(one)).split(' ').any(|word| word == "replace");
            return Ok(Some(self.open(view, opens, words, at)));
        };
        for (name, field) in [(old, looked_for), (new, instead)] {
            if let Some(value) = view.subtask.input(name).filter(|_| !self.entered.contains(name)) {
                self.doing = Doing::Entering(name.clone());
                return Ok(Some(entering(field, name, value)));
            }
        }
        // A box that extends what the button does is set first.
        let boxes = view.of_kinds(&[ActionKind::Toggle]);
        let everywhere = boxes.into_iter().find(|one| plain(view.label(one)).starts_with("replace all"));
        if let Some(extends) = everywhere.filter(|one| (one.value.as_deref() == Some("on")) != all) {
            return Ok(Some(Decision::act(PlannedAction::on(ActionKind::Click, extends.key.clone()))));
        }
        let called = |wanted: &str| -> Vec<&Candidate> {
            let buttons = view.of_kinds(&[ActionKind::Click]).into_iter();
            buttons.filter(|one| plain(view.label(one)) == wanted).collect()
        };
        let mut found = if all { called("replace all") } else { called("replace") };
        if found.is_empty() && everywhere.is_some() {
            found = called("replace");
        }
        let [button] = found[..] else {
            return Ok(Some(unclear("no button here clearly replaces for", words)));
        };
        self.doing = Doing::Part(at);
        Ok(Some(Decision::act(PlannedAction::on(button.action, button.key.clone()))))
    }

    /// When all is done, a window that was opened on the way is closed by its own button, if the subtask allows it.
    pub(super) fn leave(&mut self, view: &View<'_>) -> Option<Decision> {
        let opened = self.opened_by.is_some() && self.home.as_ref() != Some(&view.snapshot.window.key);
        let buttons = view.of_kinds(&[ActionKind::Click]).into_iter();
        let found: Vec<&Candidate> = buttons
            .filter(|one| opened && matches!(plain(view.label(one)).as_str(), "close" | "done"))
            .collect();
        let [button] = found[..] else { return None };
        self.doing = Doing::Confirming;
        Some(Decision::act(PlannedAction::on(button.action, button.key.clone())))
    }
}

/// What must be known of a window whose menus are filled only when they are opened: a command may be in one of them.
pub(super) fn unread_menus(view: &View<'_>) -> String {
    let elements = view.snapshot.elements();
    let takes_a_grab = |element: &Element| {
        let mut routes = element.routes_for(ActionKind::Click).peekable();
        routes.peek().is_some() && routes.all(|route| route.disturbs == Disturbance::Grab)
    };
    let is_unread = |position: &usize| {
        let element = &elements[*position];
        let in_bar = element.parent.is_some_and(|parent| elements[parent].role == Role::MenuBar);
        in_bar && takes_a_grab(element) && elements.iter().all(|one| one.parent != Some(*position))
    };
    let names: Vec<&str> =
        (0..elements.len()).filter(is_unread).map(|position| view.identities.label(position)).collect();
    if names.is_empty() {
        return String::new();
    }
    let names = names.join(", ");
    format!(
        "the menus {names} tell their commands only when they are open, which takes the user's keyboard; "
    )
}

/// The one text field that is called after one of `words` and after none of `others`.
fn field<'v>(view: &'v View<'_>, words: &[&str], others: &[&str]) -> Option<&'v Candidate> {
    let is_field =
        |one: &&Candidate| view.element(one).is_some_and(|element| element.role == Role::TextField);
    let called = |one: &Candidate, words: &[&str]| {
        let label = plain(view.label(one));
        label.split(' ').any(|word| words.contains(&word))
    };
    let fields = view.of_kinds(&[ActionKind::SetValue]).into_iter().filter(is_field);
    let found: Vec<&Candidate> = fields.filter(|one| called(one, words) && !called(one, others)).collect();
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}
