//! What is written down about an action and about the end of a run.
//!
//! The screen comes before a model's word: what a reading settles is `read`, and only the rest is `judged`.

use std::time::Duration;

use crate::desktop::Modifier;
use crate::outcome::Outcome;
use crate::policy::{Decision, Direction, Press};
use crate::runner::{
    ActionRecord, Criterion, ExecutableAction, InputValue, Moves, Observation, Settled, Settlement, Subtask,
};
use crate::snapshot::Snapshot;

/// The record of one action.
pub(super) fn record(
    step: u32,
    action: &ExecutableAction,
    outcome: &Outcome,
    (decision, latency): (&Decision, Duration),
    (before, after): (&Snapshot, Option<&Snapshot>),
    elapsed: Duration,
) -> ActionRecord {
    let before_revision = before.revision();
    let after_revision = after.map_or_else(|| before_revision.clone(), Snapshot::revision);
    let target = action.target.as_ref();
    let (key, hotkey) = match &action.press {
        Some(Press::Key(key)) => (Some(key.to_string()), None),
        Some(Press::Chord(chord)) => (None, Some(chord.to_string())),
        None => (None, None),
    };
    ActionRecord {
        step,
        action: action.operation,
        target: target.map(|target| target.key.clone()),
        target_name: target.map(|target| target.name.clone()),
        target_source: target.map(|target| target.source),
        target_bounds: target.and_then(|target| target.bounds),
        secondary_target: match &action.moves {
            Some(Moves::To(other)) => Some(other.key.clone()),
            Some(Moves::By(..)) | None => None,
        },
        value: action.value.as_ref().map(InputValue::shown),
        key,
        hotkey,
        click_modifier: action.modifier.map(modifier_name),
        scroll_direction: action.direction.map(Direction::name),
        state_changed: before_revision != after_revision,
        before_revision,
        after_revision,
        status: outcome.status(),
        code: outcome.code(),
        message: outcome.message().to_owned(),
        confidence: decision.confidence,
        margin: decision.margin,
        decision_latency: latency,
        elapsed,
    }
}

const fn modifier_name(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Shift => "SHIFT",
        Modifier::Ctrl => "MOD",
        Modifier::Alt => "ALT",
        Modifier::Meta => "META",
    }
}

/// What is known about each criterion: the screen first, then the policy's word.
pub(super) fn observations(
    subtask: &Subtask,
    snapshot: Option<&Snapshot>,
    judged: &[Option<bool>],
) -> Vec<Observation> {
    let about = |(index, criterion): (usize, &String)| {
        let read = snapshot.and_then(|snapshot| Some(Criterion::parse(criterion, subtask)?.settle(snapshot)));
        let (holds, settled, detail) = match read {
            Some(Settled::Yes(detail)) => (Some(true), Some(Settlement::Read), detail),
            Some(Settled::No(detail)) => (Some(false), Some(Settlement::Read), detail),
            other => {
                let word = judged.get(index).copied().flatten();
                let detail = match other {
                    Some(Settled::Open(detail)) => detail,
                    _ => "only a model can judge this".to_owned(),
                };
                (word, word.map(|_| Settlement::Judged), detail)
            }
        };
        Observation { criterion: criterion.clone(), holds, settled, detail }
    };
    subtask.verification.iter().enumerate().map(about).collect()
}
