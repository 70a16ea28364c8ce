//! Everything that can go wrong between a question and its answer: one row each, and nothing of what a server says.
//!
//! A server's words may hold what a screen shows, so no error quotes it: the row's sentence is ours. The request's id
//! goes to the log and never into an error.

use std::borrow::Cow;

use surehand_core::code::Code;
use surehand_core::error::Error;

use crate::profile::Profile;

macro_rules! failures {
    ($($variant:ident = $name:literal, $code:ident, $again:literal, $sentence:literal;)*) => {
        /// Why there is no decision.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Failure {
            $(#[doc = $sentence] $variant,)*
        }

        impl Failure {
            /// Every failure, in the order of the page.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word for it in logs.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The public code.
            #[must_use]
            pub const fn code(self) -> Code {
                match self { $(Self::$variant => Code::$code,)* }
            }

            /// Whether the same request may succeed a moment later.
            #[must_use]
            pub const fn is_passing(self) -> bool {
                match self { $(Self::$variant => $again,)* }
            }

            /// What happened, in our words.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $sentence,)* }
            }
        }
    };
}

failures! {
    Cancelled = "cancelled", Cancelled, false, "nobody waits for the decision any more";
    OutOfTime = "out_of_time", DeciderUnavailable, false, "the decision model did not answer within the time of the call";
    Connect = "connect", DeciderUnavailable, true, "the decision model's server cannot be reached";
    Timeout = "timeout", DeciderUnavailable, true, "the decision model's server did not answer in time";
    Broken = "broken", DeciderUnavailable, true, "the connection to the decision model's server broke off";
    Tls = "tls", DeciderUnavailable, false, "the decision model's server could not prove who it is";
    Redirected = "redirected", DeciderUnavailable, false, "the decision model's server sent the request elsewhere (3xx), which is not followed";
    Key = "key", DeciderUnavailable, false, "the decision model's server did not accept the key (401 or 403)";
    Payment = "payment", DeciderUnavailable, false, "the account at the decision model's server has no credit left";
    NotFound = "not_found", DeciderUnavailable, false, "the decision model's server does not know the path or the model (404)";
    TooLong = "too_long", DeciderUnavailable, false, "the screen is too long for the decision model";
    Invalid = "invalid", DeciderUnavailable, false, "the decision model's server did not take the request (4xx)";
    RateLimited = "rate_limited", DeciderUnavailable, true, "the decision model's server is asked too often (429)";
    Overloaded = "overloaded", DeciderUnavailable, true, "the decision model's server is not in order (5xx)";
    Unsupported = "unsupported", DeciderUnavailable, false, "the decision model cannot answer such questions (501)";
    Unexpected = "unexpected", DeciderUnavailable, false, "the decision model's server answered with a status that means nothing here";
    Refused = "refused", DeciderUnavailable, false, "the decision model refused to answer";
    Failed = "failed", DeciderUnavailable, false, "the decision model's server says that it failed";
    TooLarge = "too_large", DeciderBadResponse, false, "the decision model's answer is too large";
    NotJson = "not_json", DeciderBadResponse, false, "the decision model's answer is not JSON";
    Misfit = "misfit", DeciderBadResponse, false, "the decision model's answer does not fit the question";
}

impl Failure {
    /// As an error, with what to do about it where the user can do something.
    pub(crate) fn error(self, profile: &Profile) -> Error {
        let message = match self {
            Self::Key => Cow::from(format!("{}: set {}", self.sentence(), profile.key)),
            Self::NotFound => {
                Cow::from(format!("{}: see SUREHAND_MODEL and TYPESAFE_BASE_URL", self.sentence()))
            }
            _ => Cow::from(self.sentence()),
        };
        Error::new(self.code(), message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{OPENAI, TYPESAFE};

    #[test]
    fn an_error_names_the_variable_that_would_help() {
        assert!(Failure::Key.error(&OPENAI).message.ends_with("set OPENAI_API_KEY"));
        assert!(Failure::NotFound.error(&TYPESAFE).message.contains("SUREHAND_MODEL"));
        assert_eq!(Failure::Misfit.error(&TYPESAFE).code, Code::DeciderBadResponse);
    }
}
