//! Pressing the keys of an on-screen keypad.
//!
//! One key at a time, each seen on the display before the next: some toolkits drop a press that comes while the same
//! button still shows the last one. The keys are judged together: it is done when the display reads what it read
//! before and all of them, or nothing but them. Some calculators show no bracket and no operator before the number
//! behind it, and a digit that stands there already cannot be seen to come: such keys are pressed and go unseen, and
//! then nobody can tell. A digit that ought to show and does not ends it, before a wrong number is made of the rest.

use super::Engine;
use super::effect::Wish;
use super::perform::{Holding, Performed, Run};
use super::settle::Retakes;
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::code::Code;
use crate::desktop::Payload;
use crate::element::Element;
use crate::error::{Error, Invalid, Result};
use crate::label;
use crate::outcome::{Evidence, Outcome, Status};
use crate::route::{Disturbance, RouteKind};

/// A key to be pressed: what the caller typed for it, and its button.
type Key<'a> = (char, &'a Element);

/// What pressing all keys came to.
struct Entry {
    /// What the display read at the end.
    now: String,
    /// How many keys were seen on the display.
    seen: usize,
    /// The number of the key that ought to have shown and did not; those behind it were not pressed.
    missing: Option<usize>,
}

impl Engine {
    /// Presses the keys of a keypad one after the other.
    pub(super) fn press_keys(
        &self,
        mut run: Run<'_>,
        candidate: &Candidate,
        text: &str,
    ) -> Result<Performed> {
        let keys = keys(&run, candidate, text)?;
        self.ambient().acting(&run.window, run.sent);
        self.hold_front(&run.front, run.deadline);
        let start = shown(&run.before);
        let entry = self.enter(&mut run, &keys);
        let outcome = match &entry {
            Ok(entry) => judge(start.as_deref(), entry, &keys, &run),
            Err(error) => error.clone().into(),
        };
        let outcome = self.unless_lost(run.losses, outcome);
        let holds = entry.as_ref().ok().filter(|_| outcome.status() == Status::Done).map(|entry| Holding {
            key: run.before.key.clone(),
            wish: Wish::Text(entry.now.clone()),
            target: run.target.clone(),
            since: self.clock.now(),
            front: run.front.clone(),
            losses: Some(run.losses),
        });
        let performed = self.keypad_done(run, outcome);
        // What broke before the first key was pressed is the caller's to try again.
        if let Err(error) = entry
            && !error.may_have_happened
        {
            return Err(error);
        }
        let holds = holds.filter(|_| performed.outcome.status() == Status::Done);
        Ok(Performed { holds, ..performed })
    }

    /// Presses the keys, as long as each shows that ought to.
    fn enter(&self, run: &mut Run<'_>, keys: &[Key<'_>]) -> Result<Entry> {
        let mut entry = Entry { now: shown(&run.before).unwrap_or_default(), seen: 0, missing: None };
        let mut behind_sign = true;
        for (place, key) in keys.iter().enumerate() {
            let sent = |error: Error| if place == 0 { error } else { error.after_sending() };
            let text = self.press_key(run, *key, &entry.now).map_err(sent)?;
            if let Some(text) = text {
                entry.seen += 1;
                entry.now = text;
            } else if !may_go_unseen(key.0, &entry.now, behind_sign) {
                entry.missing = Some(place + 1);
                break;
            }
            behind_sign = is_sign(key.0);
        }
        Ok(entry)
    }

    /// Presses one key and waits until the display reads otherwise than it `was`; what it reads then.
    fn press_key(&self, run: &mut Run<'_>, (_, key): Key<'_>, was: &str) -> Result<Option<String>> {
        let Some(route) =
            key.routes_for(ActionKind::Click).find(|route| route.disturbs == Disturbance::Nothing)
        else {
            return Err(Error::new(Code::Unsupported, "a key offers no way to be pressed in the background"));
        };
        run.heard = run.signal.count();
        run.sent = self.clock.now();
        self.desktop.perform(&key.key, route, &Payload::Nothing, &self.reading(run.deadline))?;
        let mut retakes = Retakes::of(run, &self.settings);
        while retakes.wait(self, &run.signal, run.deadline) {
            let now = self.probe_one(&run.before.key, run.deadline).map_err(Error::after_sending)?;
            let Some(now) = now else {
                return Err(Error::new(Code::WindowNotFound, "the display went away").after_sending());
            };
            run.readings += 1;
            let text = shown(&now).unwrap_or_default();
            if text != was {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn keypad_done(&self, mut run: Run<'_>, outcome: Outcome) -> Performed {
        let after = self.reread(&mut run);
        let differences = self.without_ambient(&run, after.as_ref());
        self.ambient().acted(&run.window, after.as_ref(), self.clock.now());
        self.release_front(&mut run);
        let outcome = match &run.pushed {
            Some(pushed) => pushed.judge(outcome),
            None => outcome,
        };
        Performed {
            readings: run.readings,
            routes: vec![RouteKind::NativeAction],
            after,
            differences,
            ..Performed::refused(outcome)
        }
    }
}

/// The keys that a text asks for; blanks are nobody's keys.
fn keys<'a>(run: &Run<'a>, candidate: &Candidate, text: &str) -> Result<Vec<Key<'a>>> {
    let elements = run.view.snapshot.elements();
    let wanted = text.chars().filter(|character| !character.is_whitespace());
    let keys = wanted.map(|wanted| {
        let found = candidate.keys.iter().find(|(character, _)| *character == wanted);
        let key = found.and_then(|(_, position)| elements.get(*position));
        key.map(|key| (wanted, key)).ok_or_else(|| {
            let shown = label::display(&wanted.to_string(), 1);
            Invalid::new("text", format!("has the character \"{shown}\", which the keypad does not")).into()
        })
    });
    keys.collect()
}

fn shown(display: &Element) -> Option<String> {
    display.content.as_ref().map(|content| content.text.clone())
}

/// An operator or a bracket: a calculator may show it only once a number follows.
const fn is_sign(wanted: char) -> bool {
    !(wanted.is_ascii_digit() || matches!(wanted, '.' | ','))
}

/// Whether a key may be pressed and nothing be seen of it, with `now` on the display: a sign, a digit that begins a
/// number and stands there already, or a zero more before a number.
fn may_go_unseen(wanted: char, now: &str, behind_sign: bool) -> bool {
    let stands = now.trim().chars().eq([wanted]);
    is_sign(wanted) || (stands && (behind_sign || wanted == '0'))
}

/// What all keys together came to.
fn judge(start: Option<&str>, entry: &Entry, keys: &[Key<'_>], run: &Run<'_>) -> Outcome {
    let Entry { now, seen, missing } = entry;
    let reads = format!("{} reads \"{}\"", run.target, label::display(now, 200));
    if let Some(missing) = missing {
        return Outcome::mismatch(format!(
            "key {missing} of {} did not show on the display; the keys before it were pressed and {reads}",
            keys.len()
        ));
    }
    let gained = start.and_then(|start| now.strip_prefix(start)).is_some_and(|gained| says(gained, keys));
    // A display that is read only about right proves nothing.
    let whole = run.before.content.as_ref().is_some_and(crate::element::Content::is_whole);
    let exact = whole && start.is_some() && (gained || says(now, keys));
    match (*seen, exact) {
        (0, _) if !keys.is_empty() => Outcome::no_effect(format!(
            "all keys were pressed and nothing changed on the display; {reads}, and an app may act without showing it"
        )),
        (seen, true) if seen == keys.len() => {
            let (target, value) = (run.target.clone(), now.clone());
            Outcome::done(reads, Evidence::Reads { target, value, readings: run.readings })
        }
        _ => Outcome::unverified(format!("all keys were pressed; {reads}")),
    }
}

/// Whether a text is exactly the keys: each the sign on its button, or the character that the caller typed for it.
fn says(text: &str, keys: &[Key<'_>]) -> bool {
    let rest = keys.iter().try_fold(text, |rest, (wanted, key)| {
        let name = key.name.trim();
        let sign = rest.strip_prefix(name).filter(|_| !name.is_empty());
        sign.or_else(|| rest.strip_prefix(*wanted))
    });
    rest.is_some_and(str::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::{ElementKey, Role};

    #[test]
    fn a_text_says_its_keys_by_their_signs_or_by_what_was_typed() {
        let keys: Vec<(char, Element)> = [('4', "4"), ('/', "÷"), ('8', "8")]
            .map(|(wanted, name)| (wanted, Element::named(ElementKey::new(name), Role::Button, name)))
            .into();
        let keys: Vec<Key<'_>> = keys.iter().map(|(wanted, key)| (*wanted, key)).collect();
        for (text, expected) in
            [("4÷8", true), ("4/8", true), ("48", false), ("4÷8 ", false), ("4÷88", false), ("", false)]
        {
            assert_eq!(says(text, &keys), expected, "{text:?}");
        }
    }

    #[test]
    fn only_what_a_calculator_may_keep_to_itself_goes_unseen() {
        for (wanted, now, behind_sign, expected) in [
            ('(', "0", true, true),
            ('+', "48", false, true),
            ('1', "1", true, true),
            ('1', "1", false, false),
            ('1', "11", true, false),
            ('0', "0", false, true),
            ('0', "10", false, false),
            ('.', "1", false, false),
        ] {
            assert_eq!(may_go_unseen(wanted, now, behind_sign), expected, "{wanted} on {now}");
        }
    }
}
