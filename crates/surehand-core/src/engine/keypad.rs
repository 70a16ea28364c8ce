//! Pressing the keys of an on-screen keypad.
//!
//! One key at a time, each seen on the display before the next: some toolkits drop a press that comes while the same
//! button still shows the last one.

use super::Engine;
use super::perform::{Performed, Run};
use super::settle::Retakes;
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::desktop::Payload;
use crate::element::Element;
use crate::error::{Invalid, Result};
use crate::label;
use crate::outcome::{Evidence, Outcome};
use crate::route::{Disturbance, RouteKind};

impl Engine {
    /// Presses the keys of a keypad one after the other; each must show before the next.
    pub(super) fn press_keys(
        &self,
        mut run: Run<'_>,
        candidate: &Candidate,
        text: &str,
    ) -> Result<Performed> {
        let mut keys = Vec::new();
        for wanted in text.chars().filter(|character| !character.is_whitespace()) {
            let found = candidate.keys.iter().find(|(character, _)| *character == wanted);
            let Some(element) = found.and_then(|(_, position)| run.view.snapshot.elements().get(*position))
            else {
                return Err(Invalid::new(
                    "text",
                    format!(
                        "has the character \"{}\", which the keypad does not",
                        label::display(&wanted.to_string(), 1)
                    ),
                )
                .into());
            };
            keys.push(element.clone());
        }
        self.ambient().acting(&run.window, run.sent);
        let shown = |element: &Element| element.content.as_ref().map(|content| content.text.clone());
        let start = shown(&run.before);
        let mut gained_exactly = start.is_some();
        let mut reading = run.before.clone();
        for (count, key) in keys.iter().enumerate() {
            let pressed = self.press_key(&mut run, key, &mut reading)?;
            let Some(gain) = pressed else {
                let outcome = Outcome::mismatch(format!(
                    "key {} of {} did not show on the display; the keys before it were pressed",
                    count + 1,
                    keys.len()
                ));
                return Ok(self.keypad_done(run, outcome));
            };
            gained_exactly &= gain;
        }
        let now = shown(&reading).unwrap_or_default();
        let outcome = if gained_exactly {
            let evidence =
                Evidence::Reads { target: run.target.clone(), value: now.clone(), readings: run.readings };
            Outcome::done(format!("{} reads \"{}\"", run.target, label::display(&now, 200)), evidence)
        } else {
            Outcome::unverified(format!(
                "all keys were pressed; {} reads \"{}\"",
                run.target,
                label::display(&now, 200)
            ))
        };
        Ok(self.keypad_done(run, outcome))
    }

    /// Presses one key and waits until the display moved: `None` when it did not, else whether it gained exactly that
    /// key's character.
    fn press_key(&self, run: &mut Run<'_>, key: &Element, display: &mut Element) -> Result<Option<bool>> {
        let Some(route) =
            key.routes_for(ActionKind::Click).find(|route| route.disturbs == Disturbance::Nothing)
        else {
            return Ok(None);
        };
        run.heard = run.signal.count();
        run.sent = self.clock.now();
        self.desktop.perform(&key.key, route, &Payload::Nothing, &self.reading(run.deadline))?;
        let was = display.content.as_ref().map(|content| content.text.clone()).unwrap_or_default();
        let mut retakes = Retakes::new(run.sent, run.heard, &self.settings);
        while retakes.wait(self, &run.signal, run.deadline) {
            let Some(now) = self.probe_one(&run.before.key, run.deadline)? else { return Ok(None) };
            run.readings += 1;
            let text = now.content.as_ref().map(|content| content.text.clone()).unwrap_or_default();
            if text != was {
                *display = now;
                let gain = text.strip_prefix(was.as_str()).is_some_and(|gain| gain == key.name);
                return Ok(Some(
                    gain || text.strip_prefix(was.as_str()).is_some_and(|gain| gain.chars().count() == 1),
                ));
            }
        }
        Ok(None)
    }

    fn keypad_done(&self, mut run: Run<'_>, outcome: Outcome) -> Performed {
        let after = self.reread(&mut run);
        let differences = self.without_ambient(&run, after.as_ref());
        self.ambient().acted(&run.window, after.as_ref(), self.clock.now());
        let outcome = self.foreground_violation(&run).unwrap_or(outcome);
        Performed {
            readings: run.readings,
            routes: vec![RouteKind::NativeAction],
            after,
            differences,
            ..Performed::refused(outcome)
        }
    }
}
