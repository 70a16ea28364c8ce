//! Every public error code, in one table.
//!
//! `docs/outcomes.md` is generated from [`Code`] and [`crate::outcome::Status`], and a test keeps it current. A code
//! never changes its meaning; messages may. The ancestors' names stand beside ours so that their users find them.

use std::fmt;

/// How a code reaches the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// surehand declines: `{"status":"failed","code",…}`, no tool error.
    Refusal,
    /// The machinery broke: the same shape, as a tool error (`isError: true`).
    Machinery,
    /// Only in the runner's answers and the library's errors.
    Runner,
}

impl Surface {
    /// The word in the generated table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refusal => "refusal",
            Self::Machinery => "error",
            Self::Runner => "runner",
        }
    }
}

/// One row of the table: what a [`Code`] is called and means.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The stable name on the wire.
    pub name: &'static str,
    /// How it reaches the caller.
    pub surface: Surface,
    /// Whether the same call may succeed later without any change by the caller.
    pub retryable: bool,
    /// What the ancestors call it.
    pub aliases: &'static [&'static str],
    /// What it means, as one sentence.
    pub meaning: &'static str,
}

macro_rules! codes {
    ($($variant:ident = $name:literal, $surface:ident, $retryable:literal, [$($alias:literal),*], $meaning:literal;)*) => {
        /// A stable public error code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its row of the table.
            #[must_use]
            pub const fn row(self) -> CodeRow {
                match self {
                    $(Self::$variant => CodeRow {
                        name: $name,
                        surface: Surface::$surface,
                        retryable: $retryable,
                        aliases: &[$($alias),*],
                        meaning: $meaning,
                    },)*
                }
            }
        }
    };
}

codes! {
    ForegroundRequired = "foreground_required", Refusal, false, [], "Every way to do this would take a grab, a pointer or the focus from the user, and that is not permitted now.";
    ForegroundViolation = "foreground_violation", Refusal, false, [], "The target came to the front during the step; what was in front was put back as far as the message says.";
    UserActive = "user_active", Refusal, true, [], "The target is the window the user is working in, and they were active in the last two seconds.";
    TextRequired = "text_required", Refusal, false, [], "The chosen action enters text, and the call has no `text`.";
    TextNotUsed = "text_not_used", Refusal, false, [], "The call has a `text`, and the chosen action takes none.";
    ModifiersNotUsed = "modifiers_not_used", Refusal, false, [], "The call has `modifiers`, and the chosen action cannot hold them.";
    CandidateRequired = "candidate_required", Refusal, false, [], "The call can only be understood with a `candidateId`.";
    NotVisible = "not_visible", Refusal, true, [], "The control is not shown, and this action needs it shown.";
    DragNotSupported = "drag_not_supported", Refusal, false, [], "The control cannot be dragged in the background.";
    LineBreakNotTypable = "line_break_not_typable", Refusal, false, [], "The text has a line break, and the field can only be typed into, where Return would submit.";
    NotEnabled = "not_enabled", Refusal, true, [], "The control is there and does not react to input now.";
    BlockedByDialog = "blocked_by_dialog", Refusal, false, [], "A modal dialog of the app stands before the control.";
    Unsupported = "unsupported", Refusal, false, ["unsupported_action"], "The control offers no way to do this.";
    MovedOn = "moved_on", Refusal, false, [], "The control no longer holds what surehand left there, so nothing was put back.";
    Cancelled = "cancelled", Refusal, true, ["cancelled"], "The caller cancelled; the message says what had been done.";
    PermissionDenied = "permission_denied", Refusal, false, [], "The user's permissions do not allow this.";
    BadTarget = "bad_target", Machinery, false, [], "No running app or window is what the call names.";
    WindowNotFound = "window_not_found", Machinery, true, [], "The app runs and has no such window, or it is gone.";
    ScreenLocked = "screen_locked", Machinery, true, [], "The screen is locked.";
    ScreenLockUnavailable = "screen_lock_unavailable", Machinery, true, [], "The screen locker did not say whether the screen is locked.";
    DeciderUnavailable = "decider_unavailable", Machinery, true, ["jev_unavailable"], "The decision model could not be reached or refused the request.";
    DeciderBadResponse = "decider_bad_response", Machinery, true, ["jev_bad_response"], "The decision model's answer does not fit the question.";
    DesktopUnavailable = "desktop_unavailable", Machinery, true, ["driver_unavailable"], "The desktop or its accessibility service could not be reached.";
    DesktopTimeout = "desktop_timeout", Machinery, true, ["driver_timeout"], "The app did not answer within its limit; an action then may have happened.";
    DesktopError = "desktop_error", Machinery, true, ["driver_error"], "The desktop or the app answered with an error.";
    AppGone = "app_gone", Machinery, false, ["target_unavailable"], "The app ended.";
    InvalidArguments = "invalid_arguments", Machinery, false, ["invalid_arguments"], "An argument is missing, unknown or out of its range; the message names it.";
    Internal = "internal", Machinery, false, [], "A fault of surehand itself.";
    Stale = "stale", Runner, true, ["stale"], "The control changed between deciding and acting, so nothing was done.";
    InvalidDecision = "invalid_decision", Runner, false, ["invalid_decision"], "The policy's decision breaks its own rules.";
    ElementNotFound = "element_not_found", Runner, true, ["element_not_found"], "The decision names a control that the snapshot does not have.";
    ActionNotOffered = "action_not_offered", Runner, false, ["action_not_offered"], "The decision names an action that the control does not offer.";
    CommandNotFound = "command_not_found", Runner, false, ["command_not_found"], "The decision names a menu command that the app does not have.";
    CaptureFailed = "capture_failed", Machinery, true, ["capture_failed"], "The window could not be pictured.";
}

impl Code {
    /// The stable name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The code of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for code in Code::ALL {
            assert_eq!(Code::from_name(code.name()), Some(*code));
        }
    }
}
