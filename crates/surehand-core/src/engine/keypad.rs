//! Pressing the keys of an on-screen keypad.
//!
//! One key at a time, each seen on the display before the next: some toolkits drop a press that comes while the same
//! button still shows the last one.

use super::Engine;
use super::effect::Wish;
use super::perform::{Holding, Performed, Run};
use super::settle::Retakes;
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::desktop::Payload;
use crate::element::Element;
use crate::error::{Invalid, Result};
use crate::label;
use crate::outcome::{Evidence, Outcome, Status};
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
            keys.push((wanted, element.clone()));
        }
        self.ambient().acting(&run.window, run.sent);
        let shown = |element: &Element| element.content.as_ref().map(|content| content.text.clone());
        let start = shown(&run.before);
        let mut gained_exactly = start.is_some();
        let mut reading = run.before.clone();
        for (count, (wanted, key)) in keys.iter().enumerate() {
            let pressed = self.press_key(&mut run, (*wanted, key), &mut reading)?;
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
        let holds = gained_exactly.then(|| Holding {
            key: run.before.key.clone(),
            wish: Wish::Text(now),
            target: run.target.clone(),
            since: self.clock.now(),
            front: run.front.clone(),
        });
        let performed = self.keypad_done(run, outcome);
        let holds = holds.filter(|_| performed.outcome.status() == Status::Done);
        Ok(Performed { holds, ..performed })
    }

    /// Presses one key and waits until the display moved: `None` when it did not, else whether it gained exactly that
    /// key's character.
    fn press_key(
        &self,
        run: &mut Run<'_>,
        (wanted, key): (char, &Element),
        display: &mut Element,
    ) -> Result<Option<bool>> {
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
                // The sign on the key, or the character that the caller typed for it.
                let gained = text.strip_prefix(was.as_str());
                return Ok(Some(gained.is_some_and(|gained| {
                    gained == key.name || gained.strip_prefix(wanted).is_some_and(str::is_empty)
                })));
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
