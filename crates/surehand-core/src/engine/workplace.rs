//! The environment that subtasks run on: one app on a real desktop.
//!
//! Each action goes through the same perform-and-verify loop as a step of `act`, permissions and lock state included, and
//! its stability window is closed before the next decision, which may rest on it. What the policy sees is cut to the
//! run's bounds; what an effect is judged by is not.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::chain::Chain;
use super::observe::View;
use super::{Engine, Target};
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::clock::{Cancel, ChangeSignal, Deadline};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::outcome::{Evidence, Obstacle, Outcome, Status};
use crate::permissions::RiskRule;
use crate::route::Disturbance;
use crate::runner::{Environment, ExecutableAction, RuntimeConfig};
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

    /// What was decided on, among what the last reading offers.
    fn candidate(view: &View, action: &ExecutableAction) -> Option<Candidate> {
        let target = action.target.as_ref()?;
        let own = |candidate: &&Candidate| {
            candidate.key == target.key && candidate.action == action.action && candidate.option.is_none()
        };
        view.candidates.iter().find(own).cloned()
    }

    /// What stands between the action and the app, before anything is touched.
    fn refusal(&self, view: &View, action: &ExecutableAction) -> Result<Option<Outcome>> {
        if action.modifier.is_some() {
            return Ok(Some(Outcome::failed(
                Code::ModifiersNotUsed,
                "no control here can be pressed with a key held in the background",
            )));
        }
        if action.moves.is_some() {
            return Ok(Some(Outcome::failed(
                Code::DragNotSupported,
                "nothing here can be dragged in the background",
            )));
        }
        if let Some(key) = &action.press
            && !self.can_press(view, action)
        {
            let _ = key;
            return Ok(Some(Outcome::obstacle(
                Obstacle::Disturbing,
                "a key can only be pressed there with the focus, so nothing was entered or pressed",
            )));
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

    /// Whether the target takes a key without the focus.
    fn can_press(&self, view: &View, action: &ExecutableAction) -> bool {
        let element = action.target.as_ref().and_then(|target| view.snapshot.element(&target.key));
        element.is_some_and(|element| {
            element.routes_for(ActionKind::Key).any(|route| route.disturbs == Disturbance::Nothing)
        })
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
        match Self::candidate(&view, action) {
            Some(candidate) if same_window => Ok(self.engine.fresh(&view, &candidate, deadline)?.is_ok()),
            Some(_) | None => Ok(same_window && action.target.is_none()),
        }
    }

    fn execute(&self, action: &ExecutableAction, deadline: &Deadline) -> Result<Outcome> {
        let view = self.seen()?;
        self.engine.permissions.act(&view.snapshot.window.app)?;
        self.engine.check_lock(deadline)?;
        if let Some(refusal) = self.refusal(&view, action)? {
            return Ok(refusal);
        }
        let Some(candidate) = Self::candidate(&view, action) else {
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
        if action.press.is_some() && outcome.status() == Status::Done {
            return self.press_after(&view, action, outcome, deadline);
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
        view: &View,
        action: &ExecutableAction,
        entered: Outcome,
        deadline: &Deadline,
    ) -> Result<Outcome> {
        let Some(target) = &action.target else { return Ok(entered) };
        let Some(mut candidate) = Self::candidate(view, action) else { return Ok(entered) };
        candidate.action = ActionKind::Key;
        candidate.needs_text = false;
        let now = Arc::new(self.engine.view(&self.target, deadline)?);
        let Some(position) = now.snapshot.position(&target.key) else {
            return Ok(Outcome::unverified("the text was entered and the field went away before the key"));
        };
        candidate.position = position;
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
