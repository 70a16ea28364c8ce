//! Subtasks from JSON, strictly.
//!
//! An unknown or missing field, a wrong type, a bare string where a list belongs, an unknown risk and a secret that is no
//! input are errors that name the field and its index; nothing is coerced. What the values themselves must be is core's
//! business ([`Subtask::validate`]), and is asked here too, so that what this returns can be run.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Number, Value};
use surehand_core::engine::Target;
use surehand_core::error::Invalid;
use surehand_core::risk::Risk;
use surehand_core::runner::{InputValue, RuntimeConfig, Subtask};
use surehand_core::secret::Secret;
use surehand_core::value::Value as Free;

use super::request::{self, Arguments, GREATEST_INTEGER, LONGEST_TEXT, LONGEST_WORDS, fault};
use super::text::shorten;
use crate::desktops::DesktopKind;

/// What a subtask takes.
pub const SUBTASK: &[&str] = &[
    "goal",
    "verification",
    "inputs",
    "constraints",
    "max_actions",
    "metadata",
    "shortcuts",
    "allowed_risks",
    "secret_inputs",
];
/// What the request of `surehand run` takes.
pub const RUN: &[&str] = &[
    "app",
    "subtask",
    "decider",
    "provider",
    "backend",
    "timeout_s",
    "min_confidence",
    "min_margin",
    "dry_run",
];

/// What the tool `run` takes: the app as the other tools do, the rest as `surehand run`.
pub const RUN_TOOL: &[&str] =
    &["app", "pid", "windowId", "subtask", "timeout_s", "min_confidence", "min_margin", "dry_run"];

/// The most entries of a list or map. Nobody means more, and some are compared each with each.
const MOST_ENTRIES: usize = 1_000;
/// The longest name of an input or shortcut, in characters.
const LONGEST_NAME: usize = 100;

/// Which decider a run is to ask, as the request names it.
#[derive(Clone, Debug, PartialEq)]
pub struct DeciderChoice {
    /// Its name, such as `embedded` or `system-one`.
    pub name: String,
    /// The model.
    pub model: Option<String>,
    /// Where its server is.
    pub base_url: Option<String>,
    /// Its key, as the ancestor's requests bring it.
    pub api_key: Option<Secret>,
}

/// What `surehand run` reads.
#[derive(Clone, Debug)]
pub struct RunRequest {
    /// The app.
    pub target: Target,
    /// What to do.
    pub subtask: Subtask,
    /// The decider; `None` for that of the settings.
    pub decider: Option<DeciderChoice>,
    /// The desktop; `None` for that of the settings.
    pub backend: Option<DesktopKind>,
    /// How to run it.
    pub config: RuntimeConfig,
}

/// Reads a subtask.
///
/// # Errors
/// The first field that is wrong, by its path, such as `inputs.size` or `verification[1]`.
pub fn subtask(value: &Value) -> Result<Subtask, Invalid> {
    subtask_at(value, "")
}

/// Reads a request of `surehand run`.
///
/// # Errors
/// The first field that is wrong, by its path, such as `subtask.goal`.
pub fn run(value: &Value) -> Result<RunRequest, Invalid> {
    let fields = Object::new(value, "", RUN)?;
    let target = app(&fields)?;
    let subtask = needed_subtask(&fields)?;
    let decider = match (fields.value("decider"), fields.value("provider")) {
        (Some(_), Some(_)) => return fields.invalid("provider", "must not stand beside `decider`"),
        (Some(value), None) => Some(decider(value)?),
        (None, Some(value)) => Some(provider(value)?),
        (None, None) => None,
    };
    let backend = fields.words("backend")?.map(|name| DesktopKind::named(&name, "backend")).transpose()?;
    let config = config(&fields)?;
    Ok(RunRequest { target, subtask, decider, backend, config })
}

/// Reads the arguments of the tool `run`. The decider is that of the server.
///
/// # Errors
/// The first argument that is wrong, by its path.
pub fn tool(arguments: &Arguments) -> Result<RunRequest, Invalid> {
    let target = request::needed_target(arguments, RUN_TOOL)?;
    // Clients send null for what they leave out.
    let given = arguments.iter().filter(|(_, value)| !value.is_null());
    let given = Value::Object(given.map(|(name, value)| (name.clone(), value.clone())).collect());
    let fields = Object::new(&given, "", RUN_TOOL)?;
    let subtask = needed_subtask(&fields)?;
    let config = config(&fields)?;
    Ok(RunRequest { target, subtask, decider: None, backend: None, config })
}

fn needed_subtask(fields: &Object<'_>) -> Result<Subtask, Invalid> {
    match fields.value("subtask") {
        Some(value) => subtask_at(value, "subtask"),
        None => fields.invalid("subtask", "is missing"),
    }
}

fn config(fields: &Object<'_>) -> Result<RuntimeConfig, Invalid> {
    let timeout = fields.number("timeout_s")?;
    if timeout.is_some_and(|seconds| !(0.001..=86_400.0).contains(&seconds)) {
        return fields.invalid("timeout_s", "must be a number of seconds from 0.001 to 86400");
    }
    Ok(RuntimeConfig {
        timeout: timeout.map(Duration::from_secs_f64),
        min_confidence: fields.share("min_confidence")?,
        min_margin: fields.share("min_margin")?,
        dry_run: fields.flag("dry_run")?,
        ..RuntimeConfig::default()
    })
}

fn app(fields: &Object<'_>) -> Result<Target, Invalid> {
    const RULE: &str = "must have one of `pid`, `name`, `desktop_id`, `bundle_id`";
    let Some(value) = fields.value("app") else { return fields.invalid("app", "is missing") };
    let app = Object::new(value, "app", &["pid", "name", "desktop_id", "bundle_id"])?;
    let names = ["name", "desktop_id", "bundle_id"];
    let mut given = Vec::new();
    for name in names {
        given.extend(app.words(name)?);
    }
    let pid = app.integer("pid", 1, GREATEST_INTEGER)?;
    match (pid, &given[..]) {
        (Some(pid), []) => {
            Ok(Target { pid: Some(u32::try_from(pid).unwrap_or(u32::MAX)), ..Target::default() })
        }
        (None, [name]) => Ok(Target { app: Some(name.clone()), ..Target::default() }),
        _ => fields.invalid("app", RULE),
    }
}

fn decider(value: &Value) -> Result<DeciderChoice, Invalid> {
    let fields = Object::new(value, "decider", &["name", "model", "base_url"])?;
    let Some(name) = fields.words("name")? else { return fields.invalid("name", "is missing") };
    Ok(DeciderChoice {
        name,
        model: fields.words("model")?,
        base_url: fields.words("base_url")?,
        api_key: None,
    })
}

/// The ancestor's way to name a model.
fn provider(value: &Value) -> Result<DeciderChoice, Invalid> {
    let fields = Object::new(value, "provider", &["name", "api_key", "model"])?;
    match fields.words("name")?.as_deref() {
        Some("jev") => Ok(DeciderChoice {
            name: "system-one".into(),
            model: fields.words("model")?,
            base_url: None,
            api_key: fields.words("api_key")?.map(Secret::new),
        }),
        _ => fields.invalid("name", "must be `jev`; name others by `decider`"),
    }
}

fn subtask_at(value: &Value, path: &str) -> Result<Subtask, Invalid> {
    let fields = Object::new(value, path, SUBTASK)?;
    let Some(goal) = fields.text("goal")? else { return fields.invalid("goal", "is missing") };
    let Some(verification) = fields.texts("verification")? else {
        return fields.invalid("verification", "is missing");
    };
    let mut inputs = fields.map("inputs", |value| match value {
        Value::String(text) => Some(InputValue::Text(text.clone())),
        Value::Number(number) => number.as_f64().filter(|number| number.is_finite()).map(InputValue::Number),
        Value::Bool(flag) => Some(InputValue::Bool(*flag)),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    })?;
    for (index, name) in fields.texts("secret_inputs")?.unwrap_or_default().iter().enumerate() {
        let path = format!("secret_inputs[{index}]");
        let Some((_, value)) = inputs.iter_mut().find(|(input, _)| input == name) else {
            return fields.invalid(&path, "must be the name of an input");
        };
        match value {
            InputValue::Text(text) => *value = InputValue::Secret(Secret::new(text.clone())),
            InputValue::Secret(_) => return fields.invalid(&path, "must occur once"),
            InputValue::Number(_) | InputValue::Bool(_) => {
                return fields.invalid(&path, "must name an input that is a string");
            }
        }
    }
    let shortcuts = fields.map("shortcuts", |value| value.as_str().map(str::to_owned))?;
    let usual = Subtask::default();
    let max_actions = fields.integer("max_actions", 0, u64::from(u32::MAX))?;
    let subtask = Subtask {
        goal,
        verification,
        inputs,
        constraints: fields.texts("constraints")?.unwrap_or_default(),
        max_actions: max_actions.map_or(usual.max_actions, |most| u32::try_from(most).unwrap_or(u32::MAX)),
        metadata: fields.metadata()?,
        shortcuts,
        allowed_risks: fields.risks()?,
    };
    subtask.validate().map_err(|invalid| Invalid::new(fields.path(&invalid.path), invalid.rule))?;
    Ok(subtask)
}

/// The fields of one object.
struct Object<'a> {
    map: &'a Map<String, Value>,
    path: &'a str,
}

impl<'a> Object<'a> {
    fn new(value: &'a Value, path: &'a str, known: &[&str]) -> Result<Self, Invalid> {
        let Value::Object(map) = value else {
            let shown = if path.is_empty() { "request" } else { path };
            return Err(Invalid::new(shown, "must be an object"));
        };
        let object = Self { map, path };
        match map.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => object
                .invalid(&shorten(name, 60), format!("is not known here; known are {}", known.join(", "))),
            None => Ok(object),
        }
    }

    fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn invalid<T>(&self, name: &str, rule: impl Into<Cow<'static, str>>) -> Result<T, Invalid> {
        Err(Invalid::new(self.path(name), rule))
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name)
    }

    fn text(&self, name: &str) -> Result<Option<String>, Invalid> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => match fault(text, LONGEST_WORDS) {
                None => Ok(Some(text.clone())),
                Some(rule) => self.invalid(name, rule),
            },
            Some(_) => self.invalid(name, "must be a string"),
        }
    }

    fn words(&self, name: &str) -> Result<Option<String>, Invalid> {
        match self.text(name)? {
            Some(text) if text.trim().is_empty() => self.invalid(name, "must not be empty"),
            text => Ok(text),
        }
    }

    fn texts(&self, name: &str) -> Result<Option<Vec<String>>, Invalid> {
        let items = match self.value(name) {
            None => return Ok(None),
            Some(Value::Array(items)) => items,
            Some(_) => return self.invalid(name, "must be a list of strings"),
        };
        self.counted(name, items.len())?;
        let text = |(index, item): (usize, &Value)| match item {
            Value::String(text) => match fault(text, LONGEST_WORDS) {
                None => Ok(text.clone()),
                Some(rule) => self.invalid(&format!("{name}[{index}]"), rule),
            },
            _ => self.invalid(&format!("{name}[{index}]"), "must be a string"),
        };
        items.iter().enumerate().map(text).collect::<Result<_, _>>().map(Some)
    }

    fn map<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Vec<(String, T)>, Invalid> {
        let entries = match self.value(name) {
            None => return Ok(Vec::new()),
            Some(Value::Object(entries)) => entries,
            Some(_) => return self.invalid(name, "must be an object"),
        };
        self.counted(name, entries.len())?;
        let rule = if name == "inputs" {
            "must be a string, a finite number, true or false"
        } else {
            "must be a string that says what it does"
        };
        let entry = |(key, value): (&String, &Value)| {
            let text = value.as_str().unwrap_or_default();
            if let Some(rule) = fault(key, LONGEST_NAME).or_else(|| fault(text, LONGEST_TEXT)) {
                return self.invalid(&format!("{name}.{}", shorten(key, 60)), rule);
            }
            match read(value) {
                Some(value) => Ok((key.clone(), value)),
                None => self.invalid(&format!("{name}.{}", shorten(key, 60)), rule),
            }
        };
        entries.iter().map(entry).collect()
    }

    fn counted(&self, name: &str, count: usize) -> Result<(), Invalid> {
        if count <= MOST_ENTRIES {
            return Ok(());
        }
        self.invalid(name, format!("must have at most {MOST_ENTRIES} entries"))
    }

    fn flag(&self, name: &str) -> Result<bool, Invalid> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => self.invalid(name, "must be true or false"),
        }
    }

    fn number(&self, name: &str) -> Result<Option<f64>, Invalid> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Number(number)) if number.as_f64().is_some_and(f64::is_finite) => Ok(number.as_f64()),
            Some(_) => self.invalid(name, "must be a number"),
        }
    }

    fn share(&self, name: &str) -> Result<Option<f64>, Invalid> {
        match self.number(name)? {
            Some(number) if !(0.0..=1.0).contains(&number) => {
                self.invalid(name, "must be a number from 0 to 1")
            }
            number => Ok(number),
        }
    }

    fn integer(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Invalid> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
                _ => self.invalid(name, format!("must be an integer from {least} to {most}")),
            },
        }
    }

    fn risks(&self) -> Result<Vec<Risk>, Invalid> {
        let names = self.texts("allowed_risks")?.unwrap_or_default();
        let risk = |(index, name): (usize, &String)| match Risk::from_name(name) {
            Some(risk) => Ok(risk),
            None => {
                let known = Risk::ALL.map(Risk::name).join(", ");
                self.invalid(&format!("allowed_risks[{index}]"), format!("must be one of {known}"))
            }
        };
        names.iter().enumerate().map(risk).collect()
    }

    fn metadata(&self) -> Result<Free, Invalid> {
        match self.value("metadata") {
            None => Ok(Free::Null),
            Some(value @ Value::Object(_)) => Ok(free(value)),
            Some(_) => self.invalid("metadata", "must be an object"),
        }
    }
}

fn free(value: &Value) -> Free {
    match value {
        Value::Null => Free::Null,
        Value::Bool(flag) => Free::Bool(*flag),
        Value::Number(number) => Free::Number(number.as_f64().unwrap_or_default()),
        Value::String(text) => Free::Text(text.clone()),
        Value::Array(items) => Free::List(items.iter().map(free).collect()),
        Value::Object(map) => {
            Free::Map(map.iter().map(|(name, value)| (name.clone(), free(value))).collect())
        }
    }
}

/// Free-form data as JSON.
#[must_use]
pub fn json(value: &Free) -> Value {
    match value {
        Free::Null => Value::Null,
        Free::Bool(flag) => Value::Bool(*flag),
        Free::Number(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
        Free::Text(text) => Value::String(text.clone()),
        Free::List(items) => Value::Array(items.iter().map(json).collect()),
        Free::Map(entries) => {
            Value::Object(entries.iter().map(|(name, value)| (name.clone(), json(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn good() -> Value {
        json!({
            "goal": "Log in",
            "verification": ["text \"Welcome\" is shown"],
            "inputs": {"name": "Ada", "pin": "4711", "tries": 2, "remember": true},
            "secret_inputs": ["pin"],
            "constraints": ["Do not sign up"],
            "max_actions": 5,
            "metadata": {"ticket": [1, null]},
            "shortcuts": {"MOD+L": "log in"},
            "allowed_risks": ["send"]
        })
    }

    #[test]
    fn a_whole_subtask_is_read() {
        let read = subtask(&good()).expect("good");
        assert_eq!((read.inputs.len(), read.max_actions), (4, 5));
        assert_eq!(read.input("pin"), Some(&InputValue::Secret(Secret::new("4711"))));
        assert_eq!(read.input("tries"), Some(&InputValue::Number(2.0)));
        assert_eq!(json(&read.metadata), json!({"ticket": [1.0, null]}));
        let least = subtask(&json!({"goal": "g", "verification": ["v"]})).expect("good");
        assert_eq!((least.max_actions, least.inputs.len()), (30, 0));
    }

    #[test]
    fn each_fault_names_its_field_and_index() {
        let rows: &[(&str, Value, &str)] = &[
            ("goal", json!(7), "goal"),
            ("goal", json!(""), "goal"),
            ("verification", json!("text"), "verification"),
            ("verification", json!([]), "verification"),
            ("verification", json!(["a", 1]), "verification[1]"),
            ("inputs", json!(["a"]), "inputs"),
            ("inputs", json!({"a": null}), "inputs.a"),
            ("inputs", json!({"a": ["x"]}), "inputs.a"),
            ("constraints", json!("never"), "constraints"),
            ("max_actions", json!("5"), "max_actions"),
            ("max_actions", json!(0), "max_actions"),
            ("max_actions", json!(2.5), "max_actions"),
            ("metadata", json!([]), "metadata"),
            ("shortcuts", json!({"MOD+L": 1}), "shortcuts.MOD+L"),
            ("shortcuts", json!({"CMD+L": "x"}), "shortcuts.CMD+L"),
            ("allowed_risks", json!("send"), "allowed_risks"),
            ("allowed_risks", json!(["send", "fly"]), "allowed_risks[1]"),
            ("secret_inputs", json!(["pin", "none"]), "secret_inputs[1]"),
            ("secret_inputs", json!(["tries"]), "secret_inputs[0]"),
            ("secret_inputs", json!(["pin", "pin"]), "secret_inputs[1]"),
            ("extra", json!(1), "extra"),
            ("goal", json!("a\0b"), "goal"),
            ("goal", json!("é".repeat(LONGEST_WORDS + 1)), "goal"),
            ("verification", json!(["a", "b\0"]), "verification[1]"),
            ("constraints", json!(vec!["x"; MOST_ENTRIES + 1]), "constraints"),
            ("inputs", json!({"a": "\0"}), "inputs.a"),
            ("inputs", json!({"a": "x".repeat(LONGEST_TEXT + 1)}), "inputs.a"),
            ("shortcuts", json!({"MOD+L": "x\0"}), "shortcuts.MOD+L"),
        ];
        for (field, value, path) in rows {
            let mut bad = good();
            bad[field] = value.clone();
            let error = subtask(&bad).expect_err(&bad.to_string());
            assert_eq!(error.path, *path, "{error}");
        }
        for missing in ["goal", "verification"] {
            let mut bad = good();
            bad.as_object_mut().expect("an object").remove(missing);
            assert_eq!(subtask(&bad).expect_err("missing").path, missing);
        }
    }

    #[test]
    fn a_request_names_one_app_and_one_decider() {
        let request = |app: Value, more: Value| {
            let mut all = json!({"app": app, "subtask": good()});
            all.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
            run(&all)
        };
        let read = request(
            json!({"name": "mousepad"}),
            json!({"timeout_s": 1.5, "min_confidence": 0.5, "dry_run": true}),
        );
        let read = read.expect("good");
        assert_eq!(read.target.app.as_deref(), Some("mousepad"));
        assert_eq!((read.config.timeout, read.config.dry_run), (Some(Duration::from_millis(1500)), true));
        let old =
            request(json!({"pid": 7}), json!({"provider": {"name": "jev", "api_key": "k", "model": "m"}}));
        assert_eq!(old.expect("good").decider.map(|one| one.name), Some("system-one".to_owned()));
        let on = |name: &str| request(json!({"pid": 7}), json!({"backend": name})).expect("good").backend;
        assert_eq!((on("atspi"), on("cua")), (Some(DesktopKind::Native), Some(DesktopKind::Cua)));
        let rows = [
            (json!({}), json!({}), "app"),
            (json!({"pid": 7, "name": "x"}), json!({}), "app"),
            (json!({"title": "x"}), json!({}), "app.title"),
            (json!({"pid": 7}), json!({"decider": {"model": "m"}}), "decider.name"),
            (json!({"pid": 7}), json!({"decider": {"name": "a"}, "provider": {"name": "jev"}}), "provider"),
            (json!({"pid": 7}), json!({"provider": {"name": "other"}}), "provider.name"),
            (json!({"pid": 7}), json!({"timeout_s": 0}), "timeout_s"),
            (json!({"pid": 7}), json!({"min_margin": 2}), "min_margin"),
            (json!({"pid": 7}), json!({"backend": "vnc"}), "backend"),
            (json!({"pid": 7}), json!({"backend": 1}), "backend"),
            (json!({"pid": 7}), json!({"dry_run": 1}), "dry_run"),
        ];
        for (app, more, path) in rows {
            assert_eq!(request(app, more).expect_err(path).path, path);
        }
        let mut bad = json!({"app": {"pid": 7}, "subtask": good()});
        bad["subtask"]["goal"] = json!(1);
        assert_eq!(run(&bad).expect_err("bad goal").path, "subtask.goal");
    }
}
