//! An app's accessibility tree by plain D-Bus, for judging what surehand says.
//!
//! The reading is done by `fixtures/judge.py` with Gio: another language, another D-Bus library, and none of our
//! code. Texts are exact, code point by code point.

use std::io;
use std::process::Command;

use serde_json::Value;

use crate::desktop::HeadlessDesktop;

/// The system's Python, which has the bindings that the judge needs.
pub const PYTHON: &str = "/usr/bin/python3";

/// One element, as the app itself describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct PlainNode {
    /// How deep it lies below the application, which is 0.
    pub depth: u64,
    /// The role's name as the toolkit spells it ("push button", "text box").
    pub role: String,
    /// The accessible name; empty when there is none.
    pub name: String,
    /// The whole text of an element that has one.
    pub text: Option<String>,
    /// Whether it is in the state "checked".
    pub checked: bool,
    /// The number of a slider or its like.
    pub value: Option<f64>,
    /// The names of the elements that label it.
    pub labelled_by: Vec<String>,
    /// The names of its actions, in the app's order.
    pub actions: Vec<String>,
    /// The short names of its interfaces.
    pub interfaces: Vec<String>,
}

impl PlainNode {
    /// Whether it goes by this name, as its own or through a label.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.labelled_by.iter().any(|label| label == name)
    }

    fn from_json(node: &Value) -> Self {
        let word = |key: &str| node[key].as_str().unwrap_or_default().to_owned();
        let words = |key: &str| {
            let list = node[key].as_array().into_iter().flatten();
            list.filter_map(Value::as_str).map(ToOwned::to_owned).collect()
        };
        Self {
            depth: node["depth"].as_u64().unwrap_or_default(),
            role: word("role"),
            name: word("name"),
            text: node["text"].as_str().map(ToOwned::to_owned),
            checked: node["checked"].as_bool().unwrap_or_default(),
            value: node["value"].as_f64(),
            labelled_by: words("labelled_by"),
            actions: words("actions"),
            interfaces: words("interfaces"),
        }
    }
}

/// All elements of every app with this accessible name, in tree order; empty when there is none.
///
/// # Errors
/// When the judge cannot run, or the bus does not answer.
pub fn texts(desktop: &HeadlessDesktop, app: &str) -> io::Result<Vec<PlainNode>> {
    texts_by(desktop.command(PYTHON), app)
}

/// The same by a command of [`PYTHON`] that is part of any desktop, such as the one of this process.
///
/// # Errors
/// As [`texts`].
pub fn texts_by(python: Command, app: &str) -> io::Result<Vec<PlainNode>> {
    let answer = judge(python, &["dump", app])?;
    Ok(answer.as_array().into_iter().flatten().map(PlainNode::from_json).collect())
}

/// The accessible names of the running apps.
///
/// # Errors
/// When the judge cannot run, or the bus does not answer.
pub fn apps(desktop: &HeadlessDesktop) -> io::Result<Vec<String>> {
    apps_by(desktop.command(PYTHON))
}

/// The same by a command of [`PYTHON`] that is part of any desktop.
///
/// # Errors
/// As [`apps`].
pub fn apps_by(python: Command) -> io::Result<Vec<String>> {
    let answer = judge(python, &["apps"])?;
    Ok(answer.as_array().into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned).collect())
}

fn judge(mut python: Command, arguments: &[&str]) -> io::Result<Value> {
    let output = python.arg("-B").arg(crate::fixture("judge.py")).args(arguments).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
