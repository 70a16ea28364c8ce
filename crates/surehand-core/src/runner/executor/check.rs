//! From what a policy asks for to what may be carried out.
//!
//! Everything is looked up in the snapshot that was decided on: the control must be there, must offer the action, and what
//! it may destroy must be allowed. A control that is risky and not allowed is treated as if it were not offered at all.

use crate::action::ActionKind;
use crate::candidate::{Candidate, candidates, gestured};
use crate::code::Code;
use crate::element::{ElementKey, Role};
use crate::error::{Error, Result};
use crate::gesture::{self, Gesture};
use crate::identity::{IdTable, Identities};
use crate::policy::{Entry, PlannedAction, Press};
use crate::risk::Risk;
use crate::runner::{ExecutableAction, Guarded, InputValue, Moves, NeedsInput, Subtask};
use crate::snapshot::Snapshot;

/// What checking came to.
pub(super) enum Checked {
    /// It may be carried out.
    Ready(Box<ExecutableAction>),
    /// A value is missing.
    Waits(Box<NeedsInput>),
}

/// The checked form of `planned`.
pub(super) fn executable(subtask: &Subtask, planned: &PlannedAction, snapshot: &Snapshot) -> Result<Checked> {
    let identities = Identities::of(snapshot);
    let target = planned.target.as_ref().map(|key| guarded(snapshot, &identities, key)).transpose()?;
    let offered = match &planned.target {
        Some(key) => Some(offered(planned, key, snapshot, &identities)?),
        None => None,
    };
    let risk = match (&offered, &planned.press) {
        (Some(candidate), _) => candidate.risk,
        (None, Some(press)) => risk_of_press(press, snapshot, &identities),
        (None, None) => None,
    };
    if !subtask.allows(risk) {
        return Err(Error::new(
            Code::ActionNotOffered,
            "the decision names a control that may destroy something the subtask does not allow",
        ));
    }
    let value = match value_of(subtask, planned)? {
        Some(value) => Some(value),
        None if planned.action.takes_text() => {
            let needs = planned.target.as_ref().and_then(|key| needs_input(snapshot, key));
            let needs = needs.ok_or_else(|| {
                Error::new(Code::ElementNotFound, "the control that needs a value is not there")
            })?;
            return Ok(Checked::Waits(Box::new(needs)));
        }
        None => None,
    };
    let moves = match (&planned.secondary_target, planned.distance) {
        (Some(key), _) => Some(Moves::To(guarded(snapshot, &identities, key)?)),
        (None, Some((dx, dy))) => Some(Moves::By(dx, dy)),
        (None, None) => None,
    };
    Ok(Checked::Ready(Box::new(ExecutableAction {
        action: offered.as_ref().map_or(planned.action, |candidate| candidate.action),
        operation: planned.operation(),
        target,
        value,
        press: planned.press.clone(),
        direction: planned.direction,
        moves,
        modifier: planned.modifier,
        risk,
    })))
}

/// The literal value that an action enters; `None` when the named input has none that can be entered.
fn value_of(subtask: &Subtask, planned: &PlannedAction) -> Result<Option<InputValue>> {
    if let Some(option) = &planned.option {
        return Ok(Some(InputValue::Text(option.clone())));
    }
    match &planned.entry {
        Some(Entry::Input(name)) => match subtask.input(name) {
            Some(InputValue::Bool(_)) => Err(Error::new(
                Code::InvalidDecision,
                "the decision enters an input as text that is yes or no",
            )),
            value => Ok(value.cloned()),
        },
        Some(Entry::FromGoal(text)) => Ok(Some(InputValue::Text(text.clone()))),
        None => Ok(None),
    }
}

/// The candidate that the control offers for the action.
fn offered(
    planned: &PlannedAction,
    key: &ElementKey,
    snapshot: &Snapshot,
    identities: &Identities,
) -> Result<Candidate> {
    if let Some(gesture) = gesture_of(planned) {
        let position = snapshot.position(key).ok_or_else(|| {
            Error::new(Code::ElementNotFound, "the decision names a control that the snapshot does not have")
        })?;
        let asked = (planned.action, gesture);
        return Ok(gestured(snapshot, identities, &mut IdTable::default(), position, asked));
    }
    let all = candidates(snapshot, identities, &mut IdTable::default());
    let mut own = all.into_iter().filter(|candidate| candidate.key == *key && candidate.option.is_none());
    let fits = |candidate: &Candidate| match (planned.action, candidate.action) {
        (wanted, there) if wanted == there => true,
        // The runner has one word for what a pointer would press.
        (ActionKind::Click, ActionKind::Toggle | ActionKind::Menu) => true,
        _ => false,
    };
    own.find(fits).ok_or_else(|| {
        Error::new(Code::ActionNotOffered, "the decision names an action that the control does not offer")
    })
}

/// The gesture of an action that may be tried on whatever is shown: what cannot be done in the background is the
/// environment's to say.
fn gesture_of(planned: &PlannedAction) -> Option<Gesture> {
    match planned.action {
        ActionKind::DoubleClick | ActionKind::ContextMenu => Some(Gesture::Plain),
        ActionKind::Scroll => planned.direction.map(Gesture::Scroll),
        ActionKind::Key => planned.press.as_ref().map(|press| Gesture::Press(gesture::chord_of(press))),
        ActionKind::Drag => {
            let (dx, dy) = planned.distance.unwrap_or_default();
            Some(Gesture::Drag { dx, dy })
        }
        _ => None,
    }
}

/// What a key without a control may destroy: what the command does that it stands for, or what the key alone tells.
fn risk_of_press(press: &Press, snapshot: &Snapshot, identities: &Identities) -> Option<Risk> {
    let chord = gesture::chord_of(press);
    let all = candidates(snapshot, identities, &mut IdTable::default());
    let command = gesture::stand_in(&all, &chord).map(|command| command.risk);
    command.unwrap_or_else(|| gesture::risk_of_key(Role::Unknown, &chord))
}

fn guarded(snapshot: &Snapshot, identities: &Identities, key: &ElementKey) -> Result<Guarded> {
    let position = snapshot.position(key);
    let element = position.and_then(|position| snapshot.elements().get(position));
    let (Some(position), Some(element)) = (position, element) else {
        return Err(Error::new(
            Code::ElementNotFound,
            "the decision names a control that the snapshot does not have",
        ));
    };
    Ok(Guarded {
        key: key.clone(),
        guard: element.guard(),
        name: identities.label(position).to_owned(),
        source: element.source,
        bounds: element.bounds,
    })
}

/// What is missing for the control `key`.
pub(super) fn needs_input(snapshot: &Snapshot, key: &ElementKey) -> Option<NeedsInput> {
    let position = snapshot.position(key)?;
    let element = snapshot.elements().get(position)?;
    let identities = Identities::of(snapshot);
    let all = candidates(snapshot, &identities, &mut IdTable::default());
    let options =
        all.iter().find(|candidate| candidate.key == *key).map(|candidate| candidate.choices.clone());
    Some(NeedsInput {
        element: key.clone(),
        role: element.role,
        name: identities.label(position).to_owned(),
        value: element.value(),
        options: options.unwrap_or_default(),
    })
}
