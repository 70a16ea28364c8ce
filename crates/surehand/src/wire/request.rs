//! From arguments to requests.
//!
//! Read by hand and not derived, because an error has to name the argument by its path and say what to do
//! (`` `then[2].dragTo` must have ``…), and unknown names are errors, with the name that was meant when one is near.
//! Nothing is coerced: a number is never read from a string. `null` counts as absent, since many clients send it so.
//! Only shapes are judged here; whether an app or an id exists is core's business.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};
use surehand_core::desktop::Modifier;
use surehand_core::engine::{DragTo, ObserveRequest, StepRequest, Target, Until, WaitRequest};
use surehand_core::error::Invalid;

use super::text::shorten;

/// The arguments of a call.
pub type Arguments = Map<String, Value>;

/// The greatest integer that every client can hold.
pub const GREATEST_INTEGER: u64 = (1 << 53) - 1;
/// The most steps of a `then`.
pub const MOST_STEPS: usize = 12;
/// The most characters of an instruction or an app's name.
pub(super) const LONGEST_WORDS: usize = 4_000;
/// The most characters of a text to enter.
pub(super) const LONGEST_TEXT: usize = 1 << 20;
/// The milliseconds that a `wait` takes without a `timeoutMs`.
pub const USUAL_WAIT: u64 = 10_000;
/// The greatest `timeoutMs`.
pub const LONGEST_WAIT: u64 = 60_000;
/// The greatest distance of a drag, in window pixels.
const FARTHEST_DRAG: i64 = 100_000;

/// What `observe` takes.
pub const OBSERVE: &[&str] = &["app", "pid", "windowId", "instruction", "limit"];
/// What `act` takes.
pub const ACT: &[&str] = &[
    "app",
    "pid",
    "windowId",
    "instruction",
    "text",
    "candidateId",
    "dragTo",
    "allowDestructive",
    "modifiers",
    "then",
];
/// What a step of `then` takes: the same without `then`.
pub const STEP: &[&str] = &[
    "app",
    "pid",
    "windowId",
    "instruction",
    "text",
    "candidateId",
    "dragTo",
    "allowDestructive",
    "modifiers",
];
/// What `extract` takes.
pub const EXTRACT: &[&str] = &["app", "pid", "windowId", "instruction"];
/// What `windows` takes.
pub const WINDOWS: &[&str] = &["app"];

/// What `wait` takes.
pub const WAIT: &[&str] = &["app", "pid", "windowId", "timeoutMs", "until"];
/// What its `until` takes, one of them.
pub const UNTIL: &[&str] = &["appears", "vanishes"];

/// What `screenshot` takes.
pub const SCREENSHOT: &[&str] = &["app", "pid", "windowId", "marks"];

/// What to picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenshotRequest {
    /// The window.
    pub target: Target,
    /// Whether to draw the ids of its candidates.
    pub marks: bool,
}

/// What to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtractRequest {
    /// The window.
    pub target: Target,
    /// What is meant, in the caller's words.
    pub instruction: String,
}

/// Reads the arguments of `observe`.
///
/// # Errors
/// The first argument that is wrong.
pub fn observe(arguments: &Arguments) -> Result<ObserveRequest, Invalid> {
    let fields = Fields::new(arguments, "", OBSERVE)?;
    let target = fields.needed_target()?;
    let instruction = fields.words("instruction")?.map(str::to_owned);
    let limit = fields
        .integer("limit", 1, GREATEST_INTEGER)?
        .map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(ObserveRequest { target, instruction, limit })
}

/// Reads the arguments of `act`: its own step, then those of `then`.
///
/// # Errors
/// The first argument that is wrong.
pub fn act(arguments: &Arguments) -> Result<Vec<StepRequest>, Invalid> {
    let fields = Fields::new(arguments, "", ACT)?;
    let target = fields.needed_target()?;
    let mut steps = vec![step(&fields, target)?];
    let then = fields.list("then")?.unwrap_or_default();
    if then.len() > MOST_STEPS {
        let rule = format!("must have at most {MOST_STEPS} steps; send the others in another call");
        return Err(Invalid::new("then", rule));
    }
    for (index, value) in then.iter().enumerate() {
        let path = format!("then[{index}]");
        let Value::Object(map) = value else {
            return Err(Invalid::new(path, "must be an object with a step"));
        };
        let fields = Fields::new(map, &path, STEP)?;
        steps.push(step(&fields, fields.target()?)?);
    }
    Ok(steps)
}

/// The target of a call that takes these arguments.
pub(super) fn needed_target(arguments: &Arguments, known: &[&str]) -> Result<Target, Invalid> {
    Fields::new(arguments, "", known)?.needed_target()
}

/// Reads the arguments of `extract`.
///
/// # Errors
/// The first argument that is wrong.
pub fn extract(arguments: &Arguments) -> Result<ExtractRequest, Invalid> {
    let fields = Fields::new(arguments, "", EXTRACT)?;
    let target = fields.needed_target()?;
    match fields.words("instruction")? {
        Some(instruction) => Ok(ExtractRequest { target, instruction: instruction.to_owned() }),
        None => Err(Invalid::new("instruction", "is missing: say what to read")),
    }
}

/// Reads the arguments of `wait`.
///
/// # Errors
/// The first argument that is wrong.
pub fn wait(arguments: &Arguments) -> Result<WaitRequest, Invalid> {
    let fields = Fields::new(arguments, "", WAIT)?;
    let target = fields.needed_target()?;
    let timeout = fields.integer("timeoutMs", 1, LONGEST_WAIT)?.unwrap_or(USUAL_WAIT);
    Ok(WaitRequest { target, timeout: Duration::from_millis(timeout), until: fields.until()? })
}

/// Reads the arguments of `screenshot`.
///
/// # Errors
/// The first argument that is wrong.
pub fn screenshot(arguments: &Arguments) -> Result<ScreenshotRequest, Invalid> {
    let fields = Fields::new(arguments, "", SCREENSHOT)?;
    Ok(ScreenshotRequest { target: fields.needed_target()?, marks: fields.flag("marks")? })
}

/// Reads the arguments of `windows`: the app it is limited to.
///
/// # Errors
/// The first argument that is wrong.
pub fn windows(arguments: &Arguments) -> Result<Option<String>, Invalid> {
    Ok(Fields::new(arguments, "", WINDOWS)?.words("app")?.map(str::to_owned))
}

fn step(fields: &Fields<'_>, target: Target) -> Result<StepRequest, Invalid> {
    let candidate_id = fields.id("candidateId")?;
    let instruction = match fields.words("instruction") {
        Ok(Some(instruction)) => instruction.to_owned(),
        Ok(None) if candidate_id.is_some() => String::new(),
        Ok(None) => {
            let rule = "is missing: say what to do, or name a candidate by `candidateId`";
            return Err(Invalid::new(fields.path("instruction"), rule));
        }
        // With an id the words decide nothing, so empty ones are no fault.
        Err(_) if candidate_id.is_some() && fields.is_blank("instruction") => String::new(),
        Err(invalid) => return Err(invalid),
    };
    let text = fields.text("text", LONGEST_TEXT)?;
    Ok(StepRequest {
        target,
        instruction,
        text: text.map(str::to_owned),
        candidate_id,
        drag_to: fields.drag_to()?,
        allow_destructive: fields.flag("allowDestructive")?,
        modifiers: fields.modifiers()?,
    })
}

/// What is wrong with a text that may have so many characters at the most.
pub(super) fn fault(text: &str, longest: usize) -> Option<Cow<'static, str>> {
    if text.contains('\0') {
        return Some("must not have the character U+0000: no app has it anywhere".into());
    }
    // Every character takes one byte at the least.
    let fits = text.len() <= longest || text.chars().count() <= longest;
    (!fits).then(|| format!("must have at most {longest} characters").into())
}

/// The arguments of one object, read one by one.
struct Fields<'a> {
    map: &'a Arguments,
    prefix: &'a str,
}

/// Reads the arguments of `driver`: the tool, and what to give it.
///
/// # Errors
/// [`Invalid`] naming the argument.
pub fn driver(arguments: &Arguments) -> Result<(String, Value), Invalid> {
    let fields = Fields::new(arguments, "", &["tool", "arguments"])?;
    let tool = match arguments.get("tool") {
        Some(Value::String(tool)) => tool.clone(),
        _ => return Err(Invalid::new(fields.path("tool"), "must be the name of one of the driver's tools")),
    };
    match arguments.get("arguments") {
        None => Ok((tool, Value::Object(Arguments::new()))),
        Some(given) if given.is_object() => Ok((tool, given.clone())),
        Some(_) => Err(Invalid::new(fields.path("arguments"), "must be an object")),
    }
}

impl<'a> Fields<'a> {
    /// Takes the arguments at `prefix`, and refuses names that are not `known`.
    fn new(map: &'a Arguments, prefix: &'a str, known: &[&str]) -> Result<Self, Invalid> {
        let fields = Self { map, prefix };
        match map.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                let shown = if name.trim().is_empty() { "(no name)".into() } else { shorten(name, 60) };
                Err(Invalid::new(fields.path(&shown), unknown(name, prefix, known)))
            }
            None => Ok(fields),
        }
    }

    fn path(&self, name: &str) -> String {
        if self.prefix.is_empty() { name.to_owned() } else { format!("{}.{name}", self.prefix) }
    }

    fn invalid<T>(&self, name: &str, rule: impl Into<Cow<'static, str>>) -> Result<T, Invalid> {
        Err(Invalid::new(self.path(name), rule))
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    fn is_blank(&self, name: &str) -> bool {
        self.value(name).and_then(Value::as_str).is_some_and(|text| text.trim().is_empty())
    }

    /// Any string of at most so many characters.
    fn text(&self, name: &str, longest: usize) -> Result<Option<&'a str>, Invalid> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => match fault(text, longest) {
                None => Ok(Some(text)),
                Some(rule) => self.invalid(name, rule),
            },
            Some(_) => self.invalid(name, "must be a string"),
        }
    }

    /// A string that says something.
    fn words(&self, name: &str) -> Result<Option<&'a str>, Invalid> {
        match self.text(name, LONGEST_WORDS)? {
            Some(text) if text.trim().is_empty() => self.invalid(name, "must not be empty"),
            text => Ok(text),
        }
    }

    /// An id as an answer names it. Whether there is such a one is not judged here.
    fn id(&self, name: &str) -> Result<Option<String>, Invalid> {
        match self.text(name, 100)? {
            Some(text) if text.trim().is_empty() => self.invalid(name, "must be the `id` of a candidate"),
            text => Ok(text.map(str::to_owned)),
        }
    }

    fn flag(&self, name: &str) -> Result<bool, Invalid> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => self.invalid(name, "must be true or false"),
        }
    }

    fn integer(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Invalid> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => match whole(value).and_then(|number| u64::try_from(number).ok()) {
                Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
                _ => self.invalid(name, format!("must be an integer from {least} to {most}")),
            },
        }
    }

    fn list(&self, name: &str) -> Result<Option<&'a [Value]>, Invalid> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Array(items)) => Ok(Some(items)),
            Some(_) => self.invalid(name, "must be an array"),
        }
    }

    fn target(&self) -> Result<Target, Invalid> {
        let pid = self.integer("pid", 1, GREATEST_INTEGER)?;
        Ok(Target {
            app: self.words("app")?.map(str::to_owned),
            // No process has a number that large, so the engine finds none, as for any other that does not run.
            pid: pid.map(|pid| u32::try_from(pid).unwrap_or(u32::MAX)),
            window_id: self.integer("windowId", 0, GREATEST_INTEGER)?,
        })
    }

    fn needed_target(&self) -> Result<Target, Invalid> {
        let target = self.target()?;
        if target == Target::default() {
            return self
                .invalid("app", "is missing: name the app by `app` or `pid`, or a window by `windowId`");
        }
        Ok(target)
    }

    fn drag_to(&self) -> Result<Option<DragTo>, Invalid> {
        const RULE: &str = "must have either `candidateId`, or `dx` and `dy` in window pixels";
        let map = match self.value("dragTo") {
            None => return Ok(None),
            Some(Value::Object(map)) => map,
            Some(_) => return self.invalid("dragTo", RULE),
        };
        let path = self.path("dragTo");
        let fields = Fields::new(map, &path, &["candidateId", "dx", "dy"])?;
        match (fields.id("candidateId")?, fields.distance("dx")?, fields.distance("dy")?) {
            (Some(id), None, None) => Ok(Some(DragTo::Candidate(id))),
            (None, Some(dx), Some(dy)) => Ok(Some(DragTo::Offset { dx, dy })),
            _ => self.invalid("dragTo", RULE),
        }
    }

    fn until(&self) -> Result<Option<Until>, Invalid> {
        const RULE: &str = "must have either `appears` or `vanishes`, with the text to wait for";
        let map = match self.value("until") {
            None => return Ok(None),
            Some(Value::Object(map)) => map,
            Some(_) => return self.invalid("until", RULE),
        };
        let path = self.path("until");
        let fields = Fields::new(map, &path, UNTIL)?;
        match (fields.words("appears")?, fields.words("vanishes")?) {
            (Some(text), None) => Ok(Some(Until::Appears(text.to_owned()))),
            (None, Some(text)) => Ok(Some(Until::Vanishes(text.to_owned()))),
            _ => self.invalid("until", RULE),
        }
    }

    fn distance(&self, name: &str) -> Result<Option<i32>, Invalid> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let number = whole(value).filter(|number| number.unsigned_abs() <= FARTHEST_DRAG.unsigned_abs());
        match number.and_then(|number| i32::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => {
                self.invalid(name, format!("must be an integer from -{FARTHEST_DRAG} to {FARTHEST_DRAG}"))
            }
        }
    }

    fn modifiers(&self) -> Result<Vec<Modifier>, Invalid> {
        let mut modifiers = Vec::new();
        for (index, value) in self.list("modifiers")?.unwrap_or_default().iter().enumerate() {
            let Some(modifier) = value.as_str().and_then(modifier) else {
                let rule = "must be one of `shift`, `ctrl`, `alt`, `meta`, `cmd`, `option`";
                return self.invalid(&format!("modifiers[{index}]"), rule);
            };
            if !modifiers.contains(&modifier) {
                modifiers.push(modifier);
            }
        }
        Ok(modifiers)
    }
}

fn unknown(name: &str, prefix: &str, known: &[&str]) -> String {
    if name == "then" && prefix.starts_with("then[") {
        return "is not allowed inside of a step; all steps stand in one list".to_owned();
    }
    let plain =
        |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    match known.iter().find(|candidate| plain(candidate) == plain(name)) {
        Some(meant) => format!("is not known here; `{meant}` is"),
        None => format!("is not known here; known are {}", known.join(", ")),
    }
}

/// A whole number. `5.0` is one, as in JSON Schema; some clients have no other way to write it.
fn whole(value: &Value) -> Option<i64> {
    /// Every whole number up to here is a float of its own.
    const EXACT: f64 = 9_007_199_254_740_991.0;
    if let Some(number) = value.as_i64() {
        return Some(number);
    }
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= EXACT)?;
    format!("{number:.0}").parse().ok()
}

fn modifier(name: &str) -> Option<Modifier> {
    let command = if cfg!(target_os = "macos") { Modifier::Meta } else { Modifier::Ctrl };
    match name {
        "shift" => Some(Modifier::Shift),
        "ctrl" => Some(Modifier::Ctrl),
        "alt" | "option" => Some(Modifier::Alt),
        "meta" => Some(Modifier::Meta),
        "cmd" => Some(command),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments(value: &Value) -> Arguments {
        value.as_object().cloned().expect("an object")
    }

    fn refused<T: std::fmt::Debug>(
        read: fn(&Arguments) -> Result<T, Invalid>,
        value: &Value,
        path: &str,
        rule: &str,
    ) {
        let invalid = read(&arguments(value)).expect_err(&value.to_string());
        assert_eq!(invalid.path, path, "{value}");
        assert!(invalid.rule.contains(rule), "{value}: {invalid}");
    }

    #[test]
    fn a_whole_act_is_read() {
        let steps = act(&arguments(&json!({
            "app": "Mousepad", "pid": 4.0, "windowId": GREATEST_INTEGER, "instruction": "Save", "text": "",
            "allowDestructive": true, "modifiers": ["shift", "cmd", "option", "shift"], "candidateId": null,
            "dragTo": {"dx": -3, "dy": 0},
            "then": [{"candidateId": "k7qd", "text": " é "}, {"pid": 7, "instruction": "x", "dragTo": {"candidateId": "p9aa"}}],
        })))
        .expect("valid");
        assert_eq!(steps.len(), 3);
        assert_eq!(
            steps[0].target,
            Target { app: Some("Mousepad".into()), pid: Some(4), window_id: Some(GREATEST_INTEGER) }
        );
        assert_eq!(steps[0].text.as_deref(), Some(""));
        assert_eq!(steps[0].modifiers, [Modifier::Shift, Modifier::Ctrl, Modifier::Alt]);
        assert_eq!(steps[0].drag_to, Some(DragTo::Offset { dx: -3, dy: 0 }));
        assert!(steps[0].allow_destructive && steps[0].candidate_id.is_none());
        assert_eq!((steps[1].instruction.as_str(), steps[1].text.as_deref()), ("", Some(" é ")));
        assert_eq!(steps[1].target, Target::default());
        assert_eq!(steps[2].drag_to, Some(DragTo::Candidate("p9aa".into())));
    }

    #[test]
    fn the_target_is_needed_and_its_parts_are_checked() {
        refused(observe, &json!({}), "app", "`windowId`");
        refused(observe, &json!({"app": " "}), "app", "must not be empty");
        refused(observe, &json!({"app": 5}), "app", "must be a string");
        refused(observe, &json!({"pid": 0}), "pid", "from 1 to 9007199254740991");
        refused(observe, &json!({"pid": "5"}), "pid", "must be an integer");
        refused(observe, &json!({"windowId": 9_007_199_254_740_992_u64}), "windowId", "must be an integer");
        refused(observe, &json!({"windowId": 1.5}), "windowId", "must be an integer");
        refused(observe, &json!({"windowId": -1}), "windowId", "must be an integer");
        assert_eq!(
            observe(&arguments(&json!({"pid": GREATEST_INTEGER}))).map(|read| read.target.pid),
            Ok(Some(u32::MAX))
        );
    }

    #[test]
    fn unknown_names_are_refused_with_the_one_that_was_meant() {
        refused(observe, &json!({"app": "a", "window_id": 3}), "window_id", "`windowId` is");
        refused(observe, &json!({"app": "a", "": 3}), "(no name)", "known are");
        refused(
            extract,
            &json!({"app": "a", "text": "x"}),
            "text",
            "known are app, pid, windowId, instruction",
        );
        refused(
            act,
            &json!({"app": "a", "instruction": "x", "then": [{"then": []}]}),
            "then[0].then",
            "inside of a step",
        );
        let long = "x".repeat(1_000_000);
        let invalid = windows(&arguments(&json!({ long: 1 }))).expect_err("unknown");
        assert!(invalid.to_string().len() < 200);
    }

    #[test]
    fn each_wrong_argument_is_named() {
        let act_with = |extra: Value| {
            let mut all = arguments(&json!({"app": "a", "instruction": "x"}));
            all.extend(arguments(&extra));
            Value::Object(all)
        };
        refused(act, &json!({"app": "a"}), "instruction", "`candidateId`");
        refused(act, &json!({"app": "a", "instruction": ""}), "instruction", "must not be empty");
        refused(act, &act_with(json!({"text": 5})), "text", "must be a string");
        refused(act, &act_with(json!({"text": "a\u{0}b"})), "text", "U+0000");
        refused(act, &act_with(json!({"text": "x".repeat(LONGEST_TEXT + 1)})), "text", "at most 1048576");
        refused(act, &act_with(json!({"allowDestructive": "yes"})), "allowDestructive", "true or false");
        refused(act, &act_with(json!({"modifiers": ["shift", "fn"]})), "modifiers[1]", "`option`");
        refused(act, &act_with(json!({"modifiers": "shift"})), "modifiers", "an array");
        refused(act, &act_with(json!({"dragTo": {"dx": 1}})), "dragTo", "`dy`");
        refused(
            act,
            &act_with(json!({"dragTo": {"candidateId": "a", "dx": 1, "dy": 2}})),
            "dragTo",
            "either",
        );
        refused(act, &act_with(json!({"dragTo": {"dx": 1.5, "dy": 2}})), "dragTo.dx", "an integer");
        refused(act, &act_with(json!({"dragTo": {"x": 1}})), "dragTo.x", "not known");
        refused(act, &act_with(json!({"then": {}})), "then", "an array");
        refused(act, &act_with(json!({"then": vec![json!({"instruction": "x"}); 13]})), "then", "at most 12");
        refused(act, &act_with(json!({"then": [{"instruction": "x"}, 5]})), "then[1]", "an object");
        refused(
            act,
            &act_with(json!({"then": [{"instruction": "x", "text": true}]})),
            "then[0].text",
            "a string",
        );
        refused(act, &act_with(json!({"then": [{"text": "x"}]})), "then[0].instruction", "missing");
        refused(extract, &json!({"app": "a"}), "instruction", "missing");
        refused(observe, &json!({"app": "a", "limit": 0}), "limit", "from 1");
        refused(windows, &json!({"app": ""}), "app", "must not be empty");
    }

    #[test]
    fn marks_are_asked_for() {
        let read = |value: Value| screenshot(&arguments(&value)).map(|read| read.marks);
        assert_eq!(read(json!({"app": "a"})), Ok(false));
        assert_eq!(read(json!({"app": "a", "marks": true})), Ok(true));
        refused(screenshot, &json!({"app": "a", "marks": "yes"}), "marks", "true or false");
        refused(screenshot, &json!({"marks": true}), "app", "`windowId`");
    }

    #[test]
    fn a_wait_names_one_text_or_none() {
        let read = |value: Value| wait(&arguments(&value)).map(|read| (read.timeout.as_millis(), read.until));
        assert_eq!(read(json!({"app": "a"})), Ok((10_000, None)));
        let appears = json!({"windowId": 7, "timeoutMs": 60_000, "until": {"appears": "Saved"}});
        assert_eq!(read(appears), Ok((60_000, Some(Until::Appears("Saved".to_owned())))));
        let vanishes = json!({"pid": 7, "until": {"vanishes": "Saving", "appears": null}});
        assert_eq!(read(vanishes), Ok((10_000, Some(Until::Vanishes("Saving".to_owned())))));
        let rule = "either `appears` or `vanishes`";
        refused(wait, &json!({"app": "a", "until": {}}), "until", rule);
        refused(wait, &json!({"app": "a", "until": "Saved"}), "until", rule);
        refused(wait, &json!({"app": "a", "until": {"appears": "a", "vanishes": "b"}}), "until", rule);
        refused(wait, &json!({"app": "a", "until": {"appears": " "}}), "until.appears", "must not be empty");
        refused(
            wait,
            &json!({"app": "a", "until": {"text": "a"}}),
            "until.text",
            "known are appears, vanishes",
        );
        refused(wait, &json!({"app": "a", "timeoutMs": 60_001}), "timeoutMs", "from 1 to 60000");
        refused(wait, &json!({"until": {"appears": "a"}}), "app", "`windowId`");
    }

    #[test]
    fn an_id_needs_no_words() {
        let step =
            act(&arguments(&json!({"app": "a", "instruction": "", "candidateId": "k7qd"}))).expect("valid");
        assert_eq!(step[0].candidate_id.as_deref(), Some("k7qd"));
    }
}
