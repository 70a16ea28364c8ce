//! The seam between the desktop and the driver's process.
//!
//! One call at a time, each with a limit: the driver itself works one call after the other. The decision that matters is
//! that recorded exchanges stand behind the same seam as the process, so that what is tested without the program is
//! what runs with it.

use std::fmt;
use std::time::Duration;

use serde_json::Value;
use surehand_core::error::Result;

use crate::answer::Answer;

/// Something that answers tool calls as cua-driver does.
pub trait Channel: Send + Sync + fmt::Debug {
    /// Calls a tool. Refused calls are not sent.
    ///
    /// # Errors
    /// `unsupported` for what is refused or this driver lacks; `desktop_unavailable` when there is no driver or it ended,
    /// `desktop_timeout` when it did not answer in time. Of an action both say whether it had been sent.
    fn call(&self, tool: &str, arguments: Value, limit: Duration) -> Result<Answer>;

    /// Whether the driver's tool takes that argument.
    fn takes(&self, tool: &str, argument: &str) -> bool;

    /// Which driver it is: its name and version.
    ///
    /// # Errors
    /// As [`Channel::call`].
    fn version(&self) -> Result<String>;
}
