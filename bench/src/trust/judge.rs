//! What an act did, by the app's own state before and after: nothing that the product says comes in here.
//!
//! Every control of the fixture holds `value` and `count`, how often it told of a change. An act is *confirmed* when the
//! control holds exactly what was asked for. It is *doubled* when the control changed more often than asked, or a text
//! came twice. Whatever else differs, in any other control, happened *elsewhere*.

use serde_json::Value;

/// What a control is to hold after an act.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// This value, after exactly one change.
    OneChangeTo(Value),
    /// This text, however many changes its toolkit makes of one replacement.
    Text(String),
    /// What it held, followed by this.
    Appended(String),
    /// What it held, with this put in whole at one position.
    Inserted(String),
}

/// What an act did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The control holds exactly what was asked for.
    pub confirmed: bool,
    /// It was done more than once.
    pub doubled: bool,
    /// What else changed, in words.
    pub elsewhere: Vec<String>,
}

/// Judges an act on `control` by the app's states.
#[must_use]
pub fn judge(control: &str, wanted: &Wanted, before: &Value, after: &Value) -> Effect {
    let held = |state: &Value| state[control]["value"].clone();
    let text = |state: &Value| held(state).as_str().map(str::to_owned);
    let changes = count(after, control) - count(before, control);
    let (confirmed, doubled) = match wanted {
        Wanted::OneChangeTo(value) => (same(&held(after), value) && changes == 1, changes > 1),
        Wanted::Text(wanted) => (text(after).as_ref() == Some(wanted), false),
        Wanted::Appended(added) => match (text(before), text(after)) {
            (Some(before), Some(after)) => {
                (after == format!("{before}{added}"), after == format!("{before}{added}{added}"))
            }
            _ => (false, false),
        },
        Wanted::Inserted(added) => match (text(before), text(after)) {
            (Some(before), Some(after)) => {
                (is_inserted(&before, &after, added), times(&after, added) > times(&before, added) + 1)
            }
            _ => (false, false),
        },
    };
    Effect { confirmed, doubled, elsewhere: elsewhere(control, before, after) }
}

fn count(state: &Value, control: &str) -> i64 {
    state[control]["count"].as_i64().unwrap_or_default()
}

/// Numbers are equal as numbers: one toolkit says 42, another 42.0.
fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        _ => one == other,
    }
}

fn times(text: &str, part: &str) -> usize {
    if part.is_empty() { 0 } else { text.matches(part).count() }
}

/// Whether `after` is `before` with `added` in it, whole, at one position.
fn is_inserted(before: &str, after: &str, added: &str) -> bool {
    let positions = before.char_indices().map(|(position, _)| position).chain([before.len()]);
    positions.map(|position| before.split_at(position)).any(|(head, tail)| {
        after
            .strip_prefix(head)
            .and_then(|rest| rest.strip_suffix(tail))
            .is_some_and(|middle| middle == added)
    })
}

/// Every control but `control` that differs.
fn elsewhere(control: &str, before: &Value, after: &Value) -> Vec<String> {
    let fields = before.as_object().into_iter().flatten();
    let others = fields.filter(|(name, _)| name.as_str() != control && name.as_str() != "events");
    others
        .filter(|(name, value)| after[name.as_str()] != **value)
        .map(|(name, value)| format!("{name} was {value} and is {}", after[name.as_str()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(count: u64, value: Value) -> Value {
        json!({"it": {"count": count, "value": value}, "other": {"count": 0, "value": 1}, "events": [count]})
    }

    #[test]
    fn one_change_to_the_value_is_confirmed_and_a_second_is_a_double() {
        let wanted = Wanted::OneChangeTo(json!(42));
        let judge = |after: Value| judge("it", &wanted, &state(3, json!(1)), &after);
        assert_eq!(judge(state(4, json!(42.0))), Effect { confirmed: true, ..Effect::default() });
        assert_eq!(judge(state(5, json!(42))), Effect { doubled: true, ..Effect::default() });
        assert_eq!(judge(state(4, json!(41))), Effect::default());
        assert_eq!(judge(state(3, json!(42))), Effect::default(), "it held that before");
    }

    #[test]
    fn texts_are_judged_to_the_last_blank() {
        let judge = |wanted: Wanted, before: &str, after: &str| {
            judge("it", &wanted, &state(0, json!(before)), &state(9, json!(after)))
        };
        let confirmed = |effect: Effect| (effect.confirmed, effect.doubled);
        let (yes, no, twice) = ((true, false), (false, false), (false, true));
        assert_eq!(confirmed(judge(Wanted::Text(" a ".into()), "", " a ")), yes);
        assert_eq!(confirmed(judge(Wanted::Text(" a ".into()), "", " a")), no);
        assert_eq!(confirmed(judge(Wanted::Appended("b".into()), "a", "ab")), yes);
        assert_eq!(confirmed(judge(Wanted::Appended("b".into()), "a", "abb")), twice);
        assert_eq!(confirmed(judge(Wanted::Appended("b".into()), "a", "ba")), no);
        assert_eq!(confirmed(judge(Wanted::Inserted("–".into()), "äb", "ä–b")), yes);
        assert_eq!(confirmed(judge(Wanted::Inserted("xy".into()), "ab", "axyb")), yes);
        assert_eq!(confirmed(judge(Wanted::Inserted("xy".into()), "ab", "axby")), no);
        assert_eq!(confirmed(judge(Wanted::Inserted("xy".into()), "ab", "xyaxyb")), twice);
    }

    #[test]
    fn what_happens_to_another_control_is_told() {
        let mut after = state(1, json!(true));
        after["other"]["value"] = json!(2);
        let effect = judge("it", &Wanted::OneChangeTo(json!(true)), &state(0, json!(false)), &after);
        assert!(effect.confirmed);
        assert_eq!(effect.elsewhere.len(), 1, "{effect:?}");
    }
}
