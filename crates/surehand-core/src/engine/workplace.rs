//! The environment that subtasks run on: one app on a real desktop.
//!
//! Each action goes through the same perform-and-verify loop as a step of `act`, permissions and lock state included, and
//! its stability window is closed before the next decision, which may rest on it. What the policy sees is cut to the
//! run's bounds; what an effect is judged by is not.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::chain::Chain;
use super::gesture::distance;
use super::observe::View;
use super::{Engine, Target};
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::clock::{Cancel, ChangeSignal, Deadline};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::gesture::{self, Gesture};
use crate::outcome::{Evidence, Obstacle, Outcome, Status};
use crate::permissions::RiskRule;
use crate::runner::{Environment, ExecutableAction, Moves, RuntimeConfig};
use crate::snapshot::Snapshot;

/// How long an effect is waited for of an app that has not answered: longer than in a single act, because what is given up
/// ends the run, and nothing is done twice.
const LATE: Duration = Duration::from_secs(12);

/// One app of an engine's desktop, for an [`Executor`](crate::runner::Executor).
#[derive(Debug)]
pub struct Workplace<'a> {
    engine: &'a Engine,
    target: Target,
    bounds: (usize, usize),
    cancel: Cancel,
    seen: Mutex<Option<Arc<View>>>,
}

impl Engine {
    /// The app of `target` as an environment for subtasks. Runs of one desktop must not overlap with acts; the caller
    /// locks.
    #[must_use]
    pub const fn workplace(&self, target: Target, config: &RuntimeConfig, cancel: Cancel) -> Workplace<'_> {
        let bounds = (config.max_elements, config.max_depth);
        Workplace { engine: self, target, bounds, cancel, seen: Mutex::new(None) }
    }
}

impl Workplace<'_> {
    fn seen(&self) -> Result<Arc<View>> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        seen.ok_or_else(|| Error::new(Code::Stale, "the app has not been read yet"))
    }

    /// What was decided on, among what the last reading offers or what can be tried on what it shows.
    fn candidate(&self, view: &View, action: &ExecutableAction) -> Option<Candidate> {
        if action.action == ActionKind::Key {
            let key = action.target.as_ref().map(|target| &target.key);
            return self.engine.pressing(view, &gesture::chord_of(action.press.as_ref()?), key);
        }
        let target = &action.target.as_ref()?.key;
        let position = view.snapshot.position(target)?;
        let made = |gesture| Some(self.engine.gestured(view, position, action.action, gesture));
        match (action.action, &action.moves) {
            (ActionKind::DoubleClick | ActionKind::ContextMenu, _) => return made(Gesture::Plain),
            (ActionKind::Scroll, _) => {
                let direction = action.direction?;
                let bar = gesture::bar_of(&view.snapshot, target, direction).unwrap_or(position);
                let gesture = Gesture::Scroll(direction);
                return Some(self.engine.gestured(view, bar, ActionKind::Scroll, gesture));
            }
            (ActionKind::Drag, Some(Moves::By(dx, dy))) => {
                return made(Gesture::Drag { dx: *dx, dy: *dy });
            }
            (ActionKind::Drag, Some(Moves::To(onto))) => {
                let onto = view.snapshot.element(&onto.key)?;
                let (dx, dy) = distance(view.snapshot.elements().get(position)?, onto)?;
                return made(Gesture::Drag { dx, dy });
            }
            _ => {}
        }
        let own = |candidate: &&Candidate| {
            candidate.key == *target && candidate.action == action.action && candidate.option.is_none()
        };
        let found = view.candidates.iter().find(own).cloned()?;
        Some(match action.modifier {
            Some(modifier) => Candidate { gesture: Gesture::Hold(vec![modifier]), ..found },
            None => found,
        })
    }

    /// What stands between the action and the app, before anything is touched.
    fn refusal(&self, view: &View, action: &ExecutableAction) -> Result<Option<Outcome>> {
        if let Some(press) = &action.press {
            let key = action.target.as_ref().map(|target| &target.key);
            let pressed = self.engine.pressing(view, &gesture::chord_of(press), key);
            let Some(pressed) = pressed else {
                return Ok(Some(Outcome::obstacle(
                    Obstacle::Disturbing,
                    "a key can only be pressed there with the focus, so nothing was entered or pressed",
                )));
            };
            // The key may stand for a command that was not there when it was decided.
            if pressed.risk.is_some() && pressed.risk != action.risk {
                return Ok(Some(Outcome::failed(
                    Code::ActionNotOffered,
                    "the key may destroy something the subtask does not allow",
                )));
            }
        }
        let Some(risk) = action.risk else { return Ok(None) };
        let app = &view.snapshot.window.app;
        match self.engine.permissions.risk(app, risk) {
            RiskRule::CallerConfirms => Ok(None),
            RiskRule::Deny => Ok(Some(Outcome::failed(
                Code::PermissionDenied,
                "the user's permissions never allow what this may do",
            ))),
            RiskRule::Ask => {
                let name = action.target.as_ref().map(|target| target.name.as_str()).unwrap_or_default();
                self.engine.permissions.approve(app, risk, name, &self.cancel)?;
                Ok(None)
            }
        }
    }

    /// The outcome after its stability window.
    fn stable(&self, performed: super::perform::Performed, view: &View, deadline: &Deadline) -> Outcome {
        let Some(holding) = performed.holds else { return performed.outcome };
        let mut chain = Chain::default();
        chain.hold(0, &view.snapshot.window.key, holding, self.engine.settings.stable);
        let mut outcome = performed.outcome;
        for verdict in self.engine.end_chain(&chain, deadline) {
            match (verdict.fallen, verdict.evidence) {
                (Some(fallen), _) => outcome = fallen,
                (None, Some(evidence)) if outcome.status() == Status::Done => {
                    let readings = outcome.evidence().map_or(0, Evidence::readings) + evidence.readings();
                    outcome = Outcome::done(outcome.message().to_owned(), evidence.with_readings(readings));
                }
                (None, _) => {}
            }
        }
        outcome
    }
}

impl Environment for Workplace<'_> {
    fn observe(&self, deadline: &Deadline) -> Result<Snapshot> {
        let view = Arc::new(self.engine.view(&self.target, deadline)?);
        let shown = view.snapshot.cut_to(self.bounds.0, self.bounds.1);
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
        Ok(shown)
    }

    fn is_fresh(&self, snapshot: &Snapshot, action: &ExecutableAction, deadline: &Deadline) -> Result<bool> {
        let view = self.seen()?;
        let same_window = view.snapshot.window.key == snapshot.window.key
            && self.engine.find(&self.target, deadline)?.key == snapshot.window.key;
        match self.candidate(&view, action) {
            Some(candidate) if same_window => Ok(self.engine.fresh(&view, &candidate, deadline)?.is_ok()),
            Some(_) => Ok(false),
            // What cannot be done there is refused as that, not taken for stale.
            None => Ok(same_window
                && action.target.as_ref().is_none_or(|target| view.snapshot.position(&target.key).is_some())),
        }
    }

    fn execute(&self, action: &ExecutableAction, deadline: &Deadline) -> Result<Outcome> {
        let view = self.seen()?;
        self.engine.permissions.act(&view.snapshot.window.app)?;
        self.engine.check_lock(deadline)?;
        if let Some(refusal) = self.refusal(&view, action)? {
            return Ok(refusal);
        }
        let Some(candidate) = self.candidate(&view, action) else {
            return Ok(Outcome::failed(
                Code::Unsupported,
                "the control offers no way to do this in the background",
            ));
        };
        let text = action.value.as_ref().and_then(crate::runner::InputValue::text);
        let deadline = &self.engine.deadline(self.engine.settings.step_limit, &deadline.cancel);
        let performed =
            self.engine.perform_until(&view, &candidate, text.as_deref(), Some(LATE), deadline)?;
        let outcome = self.stable(performed, &view, deadline);
        let enters = action.action != ActionKind::Key;
        if enters && action.press.is_some() && outcome.status() == Status::Done {
            return self.press_after(action, outcome, deadline);
        }
        Ok(outcome)
    }

    fn change_signal(&self, snapshot: &Snapshot) -> Option<ChangeSignal> {
        Some(self.engine.desktop.change_signal(&snapshot.window.key))
    }
}

impl Workplace<'_> {
    /// The key behind a text that was entered. What the text came to is kept when the key does nothing.
    fn press_after(
        &self,
        action: &ExecutableAction,
        entered: Outcome,
        deadline: &Deadline,
    ) -> Result<Outcome> {
        let (Some(target), Some(press)) = (&action.target, &action.press) else { return Ok(entered) };
        let now = Arc::new(self.engine.view(&self.target, deadline)?);
        let Some(candidate) = self.engine.pressing(&now, &gesture::chord_of(press), Some(&target.key)) else {
            return Ok(Outcome::unverified("the text was entered and the field went away before the key"));
        };
        let pressed = self.engine.perform(&now, &candidate, None, deadline)?;
        Ok(match pressed.outcome.status() {
            Status::Done => pressed.outcome,
            _ => Outcome::unverified(format!(
                "{}; the key after it: {}",
                entered.message(),
                pressed.outcome.message()
            )),
        })
    }
}
