//! The seam between the desktop and the driver's process.
//!
//! One call at a time, each with a limit: the driver itself works one call after the other. The decision that matters is
//! that recorded exchanges stand behind the same seam as the process, so that what is tested without the program is
//! what runs with it.

use std::fmt;
use std::time::Duration;

use serde_json::Value;
use surehand_core::desktop::Losses;
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

    /// The same for a control that a reading of that driver named. Another one that took its place is not sent it: its
    /// handles may be of other controls.
    ///
    /// # Errors
    /// As [`Channel::call`]; `desktop_unavailable` where another driver is there.
    fn call_of(&self, driver: u64, tool: &str, arguments: Value, limit: Duration) -> Result<Answer>;

    /// How often a driver was lost.
    fn losses(&self) -> Losses;

    /// Whether the driver's tool takes that argument.
    fn takes(&self, tool: &str, argument: &str) -> bool;

    /// Which driver it is: its name and version.
    ///
    /// # Errors
    /// As [`Channel::call`].
    fn version(&self) -> Result<String>;
}
