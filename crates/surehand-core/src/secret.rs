//! Text that must not leave the process by accident.
//!
//! A [`Secret`] has no `Display` and a `Debug` that shows nothing; reading it takes a call whose name can be searched
//! for. Whatever is built from screens or records for others goes through [`Secret::redact`].

use std::fmt;

/// A text that is never printed, logged or sent to a decision model.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes the text in.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for the one place that enters it into an app.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// `text` with every occurrence of this secret replaced by `•••`. An empty secret replaces nothing.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, "•••") }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(•••)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_shows_nothing_and_is_replaced() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "Secret(•••)");
        assert_eq!(secret.redact("pw hunter2!"), "pw •••!");
        assert_eq!(Secret::new("").redact("abc"), "abc");
    }
}
