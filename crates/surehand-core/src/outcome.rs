//! What came of an action.
//!
//! Three types, never mixed: an [`Obstacle`] says why nothing was tried, an [`Outcome`] what happened and by which
//! [`Evidence`], an [`crate::error::Error`] that the machinery broke. [`Outcome::done`] takes its evidence by value:
//! there is no other way to make a `done`, so none exists without a reading from the app behind it.

use std::borrow::Cow;
use std::fmt;

use crate::code::Code;

/// The statuses of an answer, with their meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The effect was read back from the app, and still held at the end of its stability window.
    Done,
    /// The target changed, and whether it is the asked-for result could not be read.
    Unverified,
    /// Nothing that could be the effect was seen.
    NoEffect,
    /// Something changed that is not what was asked for.
    Mismatch,
    /// More than one control may be meant; the answer has a shortlist.
    Ambiguous,
    /// The action may destroy something; the answer names the id to confirm it with.
    NeedsConfirmation,
    /// Nothing fits, or the id is unknown or gone.
    NotFound,
    /// Declined or broken; the answer has a code.
    Failed,
}

impl Status {
    /// Every status, in the order of the enum.
    pub const ALL: [Self; 8] = [
        Self::Done,
        Self::Unverified,
        Self::NoEffect,
        Self::Mismatch,
        Self::Ambiguous,
        Self::NeedsConfirmation,
        Self::NotFound,
        Self::Failed,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Unverified => "unverified",
            Self::NoEffect => "no_effect",
            Self::Mismatch => "mismatch",
            Self::Ambiguous => "ambiguous",
            Self::NeedsConfirmation => "needs_confirmation",
            Self::NotFound => "not_found",
            Self::Failed => "failed",
        }
    }

    /// What it means, as one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Done => {
                "The effect was read back from the app, and still held at the end of its stability window."
            }
            Self::Unverified => {
                "The target changed, and whether it is the asked-for result could not be read."
            }
            Self::NoEffect => "Nothing that could be the effect was seen. The app may still react later.",
            Self::Mismatch => "Something changed that is not what was asked for.",
            Self::Ambiguous => "More than one control may be meant; `candidates` is the shortlist.",
            Self::NeedsConfirmation => {
                "The action may destroy something; repeat it with the named id and `allowDestructive`."
            }
            Self::NotFound => "Nothing fits, or the id is unknown or gone.",
            Self::Failed => "Declined or broken; `code` says why.",
        }
    }

    /// Whether a chain goes on after a step that ended like this.
    #[must_use]
    pub const fn lets_a_chain_go_on(self) -> bool {
        matches!(self, Self::Done | Self::Unverified)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A reading from the app that proves an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The target reads exactly what was asked for, at the end of its stability window too.
    Reads {
        /// The words for the target, such as `TextField "Name"`.
        target: String,
        /// What it reads.
        value: String,
        /// How many readings of the app agree on it.
        readings: u32,
    },
    /// The window or its app shows a change that was not going on before.
    Shows {
        /// The most telling change, in words.
        change: String,
        /// How many readings of the app were compared.
        readings: u32,
    },
}

impl Evidence {
    /// How many readings of the app stand behind it.
    #[must_use]
    pub const fn readings(&self) -> u32 {
        match self {
            Self::Reads { readings, .. } | Self::Shows { readings, .. } => *readings,
        }
    }

    /// The same, with so many readings behind it.
    #[must_use]
    pub fn with_readings(self, readings: u32) -> Self {
        match self {
            Self::Reads { target, value, .. } => Self::Reads { target, value, readings },
            Self::Shows { change, .. } => Self::Shows { change, readings },
        }
    }
}

/// Why an action was not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// No element has the identity, or several have it.
    NotThere,
    /// It does not react to input.
    NotEnabled,
    /// It is not shown.
    NotVisible,
    /// A modal dialog stands before it.
    BlockedByDialog,
    /// Its text cannot be changed.
    NotEditable,
    /// It offers no way to do this.
    NoRoute,
    /// Every way would take something from the user that they have not lent.
    Disturbing,
    /// The user is working in that window.
    UserActive,
}

impl Obstacle {
    /// Every obstacle, in the order of the enum.
    pub const ALL: [Self; 8] = [
        Self::NotThere,
        Self::NotEnabled,
        Self::NotVisible,
        Self::BlockedByDialog,
        Self::NotEditable,
        Self::NoRoute,
        Self::Disturbing,
        Self::UserActive,
    ];

    /// How the answer says it: a status, and a code where the status is `failed`.
    #[must_use]
    pub const fn answer(self) -> (Status, Option<Code>) {
        match self {
            Self::NotThere => (Status::NotFound, None),
            Self::NotEnabled => (Status::Failed, Some(Code::NotEnabled)),
            Self::NotVisible => (Status::Failed, Some(Code::NotVisible)),
            Self::BlockedByDialog => (Status::Failed, Some(Code::BlockedByDialog)),
            Self::NotEditable | Self::NoRoute => (Status::Failed, Some(Code::Unsupported)),
            Self::Disturbing => (Status::Failed, Some(Code::ForegroundRequired)),
            Self::UserActive => (Status::Failed, Some(Code::UserActive)),
        }
    }
}

/// What came of one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    status: Status,
    code: Option<Code>,
    message: Cow<'static, str>,
    evidence: Option<Evidence>,
}

impl Outcome {
    /// The effect is proven.
    #[must_use]
    pub fn done(message: impl Into<Cow<'static, str>>, evidence: Evidence) -> Self {
        Self { status: Status::Done, code: None, message: message.into(), evidence: Some(evidence) }
    }

    /// The target changed and the exact result could not be read.
    #[must_use]
    pub fn unverified(message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(Status::Unverified, message)
    }

    /// Nothing that could be the effect was seen.
    #[must_use]
    pub fn no_effect(message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(Status::NoEffect, message)
    }

    /// Something changed that was not asked for.
    #[must_use]
    pub fn mismatch(message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(Status::Mismatch, message)
    }

    /// Nothing fits, or the id is gone.
    #[must_use]
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(Status::NotFound, message)
    }

    /// More than one control may be meant.
    #[must_use]
    pub fn ambiguous(message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(Status::Ambiguous, message)
    }

    /// A risky action waits for a confirmation.
    #[must_use]
    pub fn needs_confirmation(message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(Status::NeedsConfirmation, message)
    }

    /// Declined or broken.
    #[must_use]
    pub fn failed(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status: Status::Failed, code: Some(code), message: message.into(), evidence: None }
    }

    /// Not tried, for that reason.
    #[must_use]
    pub fn obstacle(obstacle: Obstacle, message: impl Into<Cow<'static, str>>) -> Self {
        let (status, code) = obstacle.answer();
        Self { status, code, message: message.into(), evidence: None }
    }

    fn plain(status: Status, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code: None, message: message.into(), evidence: None }
    }

    /// The same outcome, with one thing more to say.
    #[must_use]
    pub fn with_note(self, note: &str) -> Self {
        Self { message: format!("{}; {note}", self.message).into(), ..self }
    }

    /// The status.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The code, when the status is `failed`.
    #[must_use]
    pub const fn code(&self) -> Option<Code> {
        self.code
    }

    /// What happened, in one sentence of ours.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What proves a `done`; `None` for every other status.
    #[must_use]
    pub const fn evidence(&self) -> Option<&Evidence> {
        self.evidence.as_ref()
    }
}

impl From<crate::error::Error> for Outcome {
    fn from(error: crate::error::Error) -> Self {
        let message = if error.may_have_happened {
            Cow::Owned(format!("{}; the action was sent before and may have happened", error.message))
        } else {
            error.message
        };
        Self::failed(error.code, message)
    }
}
