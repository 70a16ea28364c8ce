//! What a caller asks the runner for.
//!
//! Shapes (types, unknown and missing fields) are the faces' part; here are the rules about values, each with the path
//! of the field it is about. Nothing is coerced: a number stays a number until a control asks for its text.

use crate::element::number_text;
use crate::error::Invalid;
use crate::risk::Risk;
use crate::runner::Chord;
use crate::secret::Secret;
use crate::value::Value;

/// The most actions a subtask may ask for.
const MOST_ACTIONS: u32 = 1_000;

/// A value that a subtask hands to its actions.
#[derive(Clone, Debug, PartialEq)]
pub enum InputValue {
    /// Text.
    Text(String),
    /// Text that must not be shown, logged or sent to a model.
    Secret(Secret),
    /// A finite number.
    Number(f64),
    /// Yes or no.
    Bool(bool),
}

impl InputValue {
    /// The text that goes into a field; `None` for yes and no, which go into boxes and switches.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Secret(secret) => Some(secret.expose().to_owned()),
            Self::Number(number) => Some(number_text(*number)),
            Self::Bool(_) => None,
        }
    }

    /// The value for people and records; a secret shows nothing.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Secret(_) => "•••".to_owned(),
            Self::Number(number) => number_text(*number),
            Self::Bool(value) => value.to_string(),
        }
    }
}

/// A bounded piece of work on one app.
#[derive(Clone, Debug, PartialEq)]
pub struct Subtask {
    /// What is to be reached, in the caller's words.
    pub goal: String,
    /// The criteria that settle whether it was; at least one.
    pub verification: Vec<String>,
    /// The values to enter, by name, in the caller's order.
    pub inputs: Vec<(String, InputValue)>,
    /// What must not be done.
    pub constraints: Vec<String>,
    /// How many actions it may take.
    pub max_actions: u32,
    /// The caller's own notes.
    pub metadata: Value,
    /// Chords the app understands, with what they do.
    pub shortcuts: Vec<(String, String)>,
    /// The risks the caller accepts.
    pub allowed_risks: Vec<Risk>,
}

impl Default for Subtask {
    fn default() -> Self {
        Self {
            goal: String::new(),
            verification: Vec::new(),
            inputs: Vec::new(),
            constraints: Vec::new(),
            max_actions: 30,
            metadata: Value::Null,
            shortcuts: Vec::new(),
            allowed_risks: Vec::new(),
        }
    }
}

impl Subtask {
    /// Whether every value keeps the rules.
    ///
    /// # Errors
    /// The first field that does not, with its path and what is expected there.
    pub fn validate(&self) -> Result<(), Invalid> {
        if self.goal.trim().is_empty() {
            return Err(Invalid::new("goal", "must say what is to be reached"));
        }
        if self.verification.is_empty() {
            return Err(Invalid::new("verification", "must hold at least one criterion"));
        }
        for (index, criterion) in self.verification.iter().enumerate() {
            not_blank(&format!("verification[{index}]"), criterion)?;
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            not_blank(&format!("constraints[{index}]"), constraint)?;
        }
        for (index, (name, value)) in self.inputs.iter().enumerate() {
            not_blank(&format!("inputs[{index}]"), name)?;
            if self.inputs.iter().take(index).any(|(other, _)| other == name) {
                return Err(Invalid::new(format!("inputs.{name}"), "must occur once"));
            }
            if matches!(value, InputValue::Number(number) if !number.is_finite()) {
                return Err(Invalid::new(format!("inputs.{name}"), "must be a finite number"));
            }
        }
        if self.max_actions == 0 || self.max_actions > MOST_ACTIONS {
            return Err(Invalid::new("max_actions", format!("must be a number from 1 to {MOST_ACTIONS}")));
        }
        for (index, (chord, description)) in self.shortcuts.iter().enumerate() {
            let path = format!("shortcuts.{chord}");
            let parsed: Chord = chord.parse().map_err(|rule: Invalid| Invalid::new(&path, rule.rule))?;
            not_blank(&path, description)?;
            let twice =
                self.shortcuts.iter().take(index).any(|(other, _)| other.parse() == Ok(parsed.clone()));
            if twice {
                return Err(Invalid::new(path, "must occur once, also in another spelling"));
            }
        }
        for (index, risk) in self.allowed_risks.iter().enumerate() {
            if self.allowed_risks.iter().take(index).any(|other| other == risk) {
                return Err(Invalid::new(format!("allowed_risks[{index}]"), "must occur once"));
            }
        }
        Ok(())
    }

    /// The input of that name.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<&InputValue> {
        self.inputs.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The texts that must not be shown, logged or sent anywhere.
    #[must_use]
    pub fn secrets(&self) -> Vec<Secret> {
        let secret = |value: &InputValue| match value {
            InputValue::Secret(secret) => Some(secret.clone()),
            InputValue::Text(_) | InputValue::Number(_) | InputValue::Bool(_) => None,
        };
        self.inputs.iter().filter_map(|(_, value)| secret(value)).collect()
    }

    /// Whether an action with this risk may be done.
    #[must_use]
    pub fn allows(&self, risk: Option<Risk>) -> bool {
        risk.is_none_or(|risk| self.allowed_risks.contains(&risk))
    }
}

fn not_blank(path: &str, text: &str) -> Result<(), Invalid> {
    if text.trim().is_empty() { Err(Invalid::new(path, "must not be empty")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Subtask {
        Subtask {
            goal: "Save the form".into(),
            verification: vec!["text \"Saved\" is shown".into()],
            ..Subtask::default()
        }
    }

    fn path_of(change: impl Fn(&mut Subtask)) -> String {
        let mut subtask = good();
        change(&mut subtask);
        subtask.validate().expect_err("must be refused").path
    }

    #[test]
    fn each_rule_names_its_field_and_index() {
        assert_eq!(good().validate(), Ok(()));
        assert_eq!(path_of(|one| one.goal = " ".into()), "goal");
        assert_eq!(path_of(|one| one.verification.clear()), "verification");
        assert_eq!(path_of(|one| one.verification.push(String::new())), "verification[1]");
        assert_eq!(path_of(|one| one.constraints.push("\t".into())), "constraints[0]");
        assert_eq!(path_of(|one| one.inputs.push((String::new(), InputValue::Bool(true)))), "inputs[0]");
        assert_eq!(
            path_of(|one| one.inputs.push(("size".into(), InputValue::Number(f64::NAN)))),
            "inputs.size"
        );
        let twice = |one: &mut Subtask| {
            one.inputs = vec![("a".into(), InputValue::Bool(true)), ("a".into(), InputValue::Bool(false))];
        };
        assert_eq!(path_of(twice), "inputs.a");
        assert_eq!(path_of(|one| one.max_actions = 0), "max_actions");
        assert_eq!(path_of(|one| one.shortcuts.push(("MOD+".into(), "x".into()))), "shortcuts.MOD+");
        assert_eq!(path_of(|one| one.shortcuts.push(("MOD+S".into(), " ".into()))), "shortcuts.MOD+S");
        let spelled = |one: &mut Subtask| {
            one.shortcuts = vec![("MOD+SHIFT+S".into(), "x".into()), ("SHIFT+MOD+S".into(), "y".into())];
        };
        assert_eq!(path_of(spelled), "shortcuts.SHIFT+MOD+S");
        assert_eq!(path_of(|one| one.allowed_risks = vec![Risk::Send, Risk::Send]), "allowed_risks[1]");
    }

    #[test]
    fn a_secret_is_never_shown() {
        let value = InputValue::Secret(Secret::new("hunter2"));
        assert_eq!((value.text().as_deref(), value.shown().as_str()), (Some("hunter2"), "•••"));
        let subtask = Subtask { inputs: vec![("pin".into(), value)], ..good() };
        assert!(!format!("{subtask:?}").contains("hunter2"));
        assert_eq!(subtask.secrets().len(), 1);
    }
}
