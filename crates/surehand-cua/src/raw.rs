//! The driver's own tools, for those who asked for them.
//!
//! Nothing is verified, nothing is confirmed, and what fields hide may be told, so a user has to opt in when surehand is
//! started. The rules of every call hold here too: a list of tools, the process as a whole number where something acts, no
//! files, nothing in the foreground. The decision that matters: paths in what it says are taken out, and what it says about
//! failures is not passed on at all.

use std::time::Duration;

use serde_json::{Map, Value};
use surehand_core::code::Code;
use surehand_core::error::{Error, Result};

use crate::driver::Channel;
use crate::picture;
use crate::rules::{self, Nature};

/// What a raw call was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct RawAnswer {
    /// What the driver says, without paths; without its structured answer, its first text.
    pub said: Value,
    /// The picture, as a PNG.
    pub png: Option<Vec<u8>>,
}

/// Whether a raw call acts, by the name of its tool.
///
/// # Errors
/// `unsupported` for a tool that is not on the list, or arguments that are never sent.
pub fn acts(tool: &str, arguments: &Value) -> Result<bool> {
    if tool == "end_session" {
        return Err(Error::new(Code::Unsupported, "the session with the driver is surehand's own"));
    }
    let nature = rules::check(tool, arguments)?;
    if nature == Nature::Acts && !arguments["pid"].is_u64() {
        return Err(Error::new(Code::Unsupported, "an action needs `pid` as a whole number"));
    }
    Ok(nature == Nature::Acts)
}

pub(crate) fn call(
    driver: &dyn Channel,
    tool: &str,
    arguments: &Value,
    limit: Duration,
) -> Result<RawAnswer> {
    acts(tool, arguments)?;
    let answer = driver.call(tool, arguments.clone(), limit)?;
    if answer.is_error {
        return Err(answer.action_error());
    }
    let said = if answer.structured.is_null() { answer.text().into() } else { answer.structured.clone() };
    Ok(RawAnswer { said: without_paths(said), png: picture::png(&answer.content) })
}

/// The same without anything that looks like a path of this machine.
fn without_paths(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(redacted(&text)),
        Value::Array(parts) => parts.into_iter().map(without_paths).collect(),
        Value::Object(parts) => {
            let parts = parts.into_iter().map(|(name, part)| (name, without_paths(part)));
            Value::Object(parts.collect::<Map<_, _>>())
        }
        other => other,
    }
}

fn redacted(text: &str) -> String {
    let ends = |letter: char| letter.is_whitespace() || "\"'<>|,;()[]{}=".contains(letter);
    let mut clean = String::with_capacity(text.len());
    for word in text.split_inclusive(ends) {
        let (bare, end) = match word.char_indices().last().filter(|(_, letter)| ends(*letter)) {
            Some((at, _)) => word.split_at(at),
            None => (word, ""),
        };
        clean.push_str(if is_path(bare) { "(path)" } else { bare });
        clean.push_str(end);
    }
    clean
}

fn is_path(word: &str) -> bool {
    let word =
        word.strip_prefix("file:").or_else(|| word.split_once(":/").map(|(_, rest)| rest)).unwrap_or(word);
    let rooted = word.starts_with('/') && word.len() > 1;
    let home = word.starts_with("~/") || word.starts_with("~\\");
    let drive = word.as_bytes().get(1) == Some(&b':') && word.as_bytes().get(2) == Some(&b'\\');
    rooted || home || drive || word.starts_with("\\\\")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_are_taken_out_and_nothing_else() {
        for (text, clean) in [
            ("saved to /home/ada/x.png, ok", "saved to (path), ok"),
            ("unix:path=/run/user/1000/bus", "unix:path=(path)"),
            ("(~/notes) and C:\\Users\\ada", "((path)) and (path)"),
            ("file:///etc/passwd", "(path)"),
            ("1/2 and a / b, and/or", "1/2 and a / b, and/or"),
        ] {
            assert_eq!(redacted(text), clean);
        }
        let nested = json!({"a": [{"b": "/etc/passwd"}], "n": 1});
        assert_eq!(without_paths(nested), json!({"a": [{"b": "(path)"}], "n": 1}));
    }

    #[test]
    fn an_action_names_its_process() {
        assert_eq!(acts("click", &json!({"pid": 7, "element_token": "s00000001:1"})), Ok(true));
        assert_eq!(acts("list_windows", &json!({"pid": 7})), Ok(false));
        for (tool, arguments) in [
            ("click", json!({"element_token": "s00000001:1"})),
            ("end_session", json!({})),
            ("bring_to_front", json!({"pid": 7})),
            ("get_window_state", json!({"pid": 7, "screenshot_out_file": "x"})),
        ] {
            assert_eq!(acts(tool, &arguments).map_err(|error| error.code), Err(Code::Unsupported), "{tool}");
        }
    }
}
