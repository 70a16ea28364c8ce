//! The machinery broke.
//!
//! Not being ready is data ([`crate::outcome::Obstacle`]) and so is what happened ([`crate::outcome::Outcome`]); an
//! [`Error`] is neither. Its message is a fixed sentence of ours: no remote text, path or key ever gets into it.

use std::borrow::Cow;
use std::fmt;

use crate::code::Code;

/// A failure of a desktop, a decider or surehand itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The stable code.
    pub code: Code,
    /// What happened, as a fragment that reads after "failed:".
    pub message: Cow<'static, str>,
    /// An action was sent before it broke and may have had its effect. Such an action is never repeated blindly.
    pub may_have_happened: bool,
}

impl Error {
    /// An error before anything was done.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), may_have_happened: false }
    }

    /// The same error, after an action was sent.
    #[must_use]
    pub fn after_sending(mut self) -> Self {
        self.may_have_happened = true;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The result of anything that asks the machinery.
pub type Result<T> = std::result::Result<T, Error>;

/// An argument that is wrong: where, and what is expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The argument, such as `then[2].text`.
    pub path: String,
    /// What is expected, as a sentence that reads after the path: `must not be empty`.
    pub rule: Cow<'static, str>,
}

impl Invalid {
    /// Says that `path` breaks `rule`.
    #[must_use]
    pub fn new(path: impl Into<String>, rule: impl Into<Cow<'static, str>>) -> Self {
        Self { path: path.into(), rule: rule.into() }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` {}", self.path, self.rule)
    }
}

impl std::error::Error for Invalid {}

impl From<Invalid> for Error {
    fn from(invalid: Invalid) -> Self {
        Self::new(Code::InvalidArguments, invalid.to_string())
    }
}
