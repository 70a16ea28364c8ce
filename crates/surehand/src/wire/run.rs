//! What a run came to, as JSON.
//!
//! Secrets of the subtask are blotted out of every text of every line, whatever part of the answer the text is in: an app
//! may repeat in a title what was entered in a field.

use std::time::Duration;

use serde_json::{Map, Value, json};
use surehand_core::element::{Bounds, Element, Source};
use surehand_core::error::Error;
use surehand_core::identity::Identities;
use surehand_core::policy::{Direction, Press};
use surehand_core::runner::{
    ActionRecord, ExecutableAction, ExecutionResult, InputValue, Moves, NeedsInput, Observation,
};
use surehand_core::secret::Secret;
use surehand_core::snapshot::Snapshot;

use super::text::shorten;

/// The line of one action.
#[must_use]
pub fn action_line(record: &ActionRecord, secrets: &[Secret]) -> Value {
    let mut line = Map::new();
    line.insert("type".into(), json!("action"));
    if let Value::Object(fields) = action_record(record) {
        line.extend(fields);
    }
    line.insert("confidence".into(), json!(record.confidence));
    line.insert("margin".into(), json!(record.margin));
    redacted(Value::Object(line), secrets)
}

/// The line of the end.
#[must_use]
pub fn result_line(result: &ExecutionResult, secrets: &[Secret]) -> Value {
    let window = result.final_snapshot.as_ref().map(|snapshot| &snapshot.window);
    let line = json!({
        "type": "result",
        "status": result.ending.name(),
        "reason": result.reason,
        "code": result.code.map(|code| code.name()),
        "needs_input": result.needs_input.as_ref().map(needs_input),
        "planned_action": result.planned_action.as_ref().map(planned_action),
        "actions_taken": result.actions_taken,
        "observations": result.observations.iter().map(observation).collect::<Vec<_>>(),
        "application": window.map(|window| &window.app.name),
        "window": window.map(|window| &window.title),
    });
    redacted(line, secrets)
}

/// The line of a run that could not be.
#[must_use]
pub fn error_line(error: &Error) -> Value {
    json!({"type": "error", "error": error.message, "code": error.code.name()})
}

/// A whole result, with its history and its last reading.
#[must_use]
pub fn result(result: &ExecutionResult, secrets: &[Secret]) -> Value {
    let whole = json!({
        "status": result.ending.name(),
        "actions_taken": result.actions_taken,
        "reason": result.reason,
        "code": result.code.map(|code| code.name()),
        "needs_input": result.needs_input.as_ref().map(needs_input),
        "planned_action": result.planned_action.as_ref().map(planned_action),
        "observations": result.observations.iter().map(observation).collect::<Vec<_>>(),
        "history": result.history.iter().map(action_record).collect::<Vec<_>>(),
        "final_snapshot": result.final_snapshot.as_ref().map(snapshot),
    });
    redacted(whole, secrets)
}

/// The bytes of an answer of the tool `run`.
const BUDGET: usize = 8 * 1024;
/// The longest text in it, and when that is too much, in all.
const TEXTS: [usize; 3] = [300, 100, 30];
/// The most options of a control that misses a value.
const OPTIONS: usize = 30;

/// The answer of the tool `run`: the result without its last reading, and its actions in short. Texts are cut, and when
/// there is no room the oldest actions give way.
#[must_use]
pub fn tool_answer(result: &ExecutionResult, secrets: &[Secret]) -> Value {
    let Value::Object(mut whole) = result_line(result, secrets) else { return Value::Null };
    whole.shift_remove("type");
    let brief = |record: &ActionRecord| {
        let line = json!({
            "step": record.step,
            "action": record.action,
            "target_name": record.target_name,
            "value": record.value,
            "key": record.key,
            "hotkey": record.hotkey,
            "status": record.status.name(),
            "code": record.code.map(|code| code.name()),
            "message": record.message,
        });
        redacted(line, secrets)
    };
    let whole = Value::Object(whole);
    let fits = |most: &usize| short(whole.clone(), *most).to_string().len() <= BUDGET * 3 / 4;
    let most = TEXTS.into_iter().find(fits).unwrap_or(TEXTS[TEXTS.len() - 1]);
    let history: Vec<Value> = result.history.iter().map(|record| short(brief(record), most)).collect();
    let Value::Object(mut answer) = short(whole, most) else { return Value::Null };
    let mut room =
        BUDGET.saturating_sub(Value::Object(answer.clone()).to_string().len() + "leftOut".len() + 30);
    let newest = history.iter().rev().take_while(|line| {
        let size = line.to_string().len() + 1;
        let fits = size <= room;
        room = room.saturating_sub(size);
        fits
    });
    let mut kept: Vec<Value> = newest.cloned().collect();
    kept.reverse();
    let left_out = history.len() - kept.len();
    answer.insert("history".to_owned(), Value::Array(kept));
    if left_out > 0 {
        answer.insert("leftOut".to_owned(), json!(left_out));
    }
    Value::Object(answer)
}

/// The same without what is empty, and with short texts.
fn short(value: Value, most: usize) -> Value {
    match value {
        Value::String(text) => Value::String(shorten(&text, most).into_owned()),
        Value::Array(items) => {
            Value::Array(items.into_iter().take(OPTIONS).map(|item| short(item, most)).collect())
        }
        Value::Object(map) => {
            let kept = map.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name, short(value, most))).collect())
        }
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_)) => plain,
    }
}

fn action_record(record: &ActionRecord) -> Value {
    json!({
        "step": record.step,
        "action": record.action,
        "target": record.target.as_ref().map(|key| key.as_str()),
        "target_name": record.target_name,
        "target_source": record.target_source.map(source),
        "target_bounds": record.target_bounds.map(bounds),
        "secondary_target": record.secondary_target.as_ref().map(|key| key.as_str()),
        "value": record.value,
        "key": record.key,
        "hotkey": record.hotkey,
        "click_modifier": record.click_modifier,
        "scroll_direction": record.scroll_direction,
        "before_revision": record.before_revision,
        "after_revision": record.after_revision,
        "state_changed": record.state_changed,
        "status": record.status.name(),
        "code": record.code.map(|code| code.name()),
        "message": record.message,
        "decision_latency_ms": milliseconds(record.decision_latency),
        "elapsed_ms": milliseconds(record.elapsed),
    })
}

fn planned_action(action: &ExecutableAction) -> Value {
    let (key, hotkey) = match &action.press {
        Some(Press::Key(key)) => (Some(key.to_string()), None),
        Some(Press::Chord(chord)) => (None, Some(chord.to_string())),
        None => (None, None),
    };
    let (secondary, distance) = match &action.moves {
        Some(Moves::To(other)) => (Some(other.key.as_str()), None),
        Some(Moves::By(dx, dy)) => (None, Some(json!({"dx": dx, "dy": dy}))),
        None => (None, None),
    };
    json!({
        "action": action.operation,
        "target": action.target.as_ref().map(|target| target.key.as_str()),
        "target_name": action.target.as_ref().map(|target| &target.name),
        "secondary_target": secondary,
        "distance": distance,
        "value": action.value.as_ref().map(InputValue::shown),
        "key": key,
        "hotkey": hotkey,
        "scroll_direction": action.direction.map(Direction::name),
        "risk": action.risk.map(|risk| risk.name()),
    })
}

fn needs_input(needs: &NeedsInput) -> Value {
    let mut fields = Map::new();
    fields.insert("element_id".into(), json!(needs.element.as_str()));
    fields.insert("role".into(), json!(needs.role.name()));
    fields.insert("name".into(), json!(needs.name));
    fields.insert("value".into(), json!(needs.value));
    if !needs.options.is_empty() {
        fields.insert("options".into(), json!(needs.options));
    }
    Value::Object(fields)
}

fn observation(observation: &Observation) -> Value {
    json!({
        "criterion": observation.criterion,
        "holds": observation.holds,
        "settled": observation.settled.map(|settled| settled.name()),
        "detail": observation.detail,
    })
}

/// A reading with what a caller may see of each element.
fn snapshot(snapshot: &Snapshot) -> Value {
    let identities = Identities::of(snapshot);
    let elements = snapshot.elements().iter().enumerate();
    let elements: Vec<Value> =
        elements.map(|(position, one)| element(snapshot, one, identities.label(position))).collect();
    json!({
        "application": snapshot.window.app.name,
        "window": snapshot.window.title,
        "revision": snapshot.revision(),
        "context": {
            "modal": snapshot.window.modal,
            "other_windows": snapshot.other_windows.iter().map(|window| &window.title).collect::<Vec<_>>(),
            "left_out": snapshot.left_out.elements,
        },
        "elements": elements,
        "captured_at_ms": milliseconds(snapshot.captured_at.since_start()),
    })
}

fn element(snapshot: &Snapshot, element: &Element, name: &str) -> Value {
    let mut actions: Vec<&str> = element.routes.iter().map(|route| route.action.name()).collect();
    actions.sort_unstable();
    actions.dedup();
    let parent = element.parent.and_then(|parent| snapshot.elements().get(parent));
    json!({
        "id": element.key.as_str(),
        "role": element.role.name(),
        "name": name,
        "value": element.value(),
        "actions": actions,
        "enabled": element.state.enabled,
        "visible": element.state.visible,
        "focused": element.state.focused,
        "selected": element.state.selected,
        "expanded": element.state.expanded,
        "parent_id": parent.map(|parent| parent.key.as_str()),
        "bounds": element.bounds.map(bounds),
        "source": source(element.source),
        "accepts_drop": element.accepts_drop,
        "metadata": super::subtask::json(&element.metadata),
    })
}

fn bounds(bounds: Bounds) -> Value {
    json!({"x": bounds.x, "y": bounds.y, "width": bounds.width, "height": bounds.height})
}

const fn source(source: Source) -> &'static str {
    match source {
        Source::Accessibility => "accessibility",
        Source::Commands => "commands",
        Source::Pixels => "pixels",
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The same without the secrets, in texts and in names.
#[must_use]
pub fn redacted(value: Value, secrets: &[Secret]) -> Value {
    let clean = |text: &str| secrets.iter().fold(text.to_owned(), |text, secret| secret.redact(&text));
    match value {
        Value::String(text) => Value::String(clean(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(|item| redacted(item, secrets)).collect()),
        Value::Object(map) => Value::Object(
            map.into_iter().map(|(name, value)| (clean(&name), redacted(value, secrets))).collect(),
        ),
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_)) => plain,
    }
}
