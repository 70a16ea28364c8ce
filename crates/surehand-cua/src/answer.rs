//! What the driver answered a tool call, and what that means as an error of ours.
//!
//! Its words are never passed on: they hold paths, keys and texts of apps. They are matched to fixed sentences. The
//! decision that matters: a refusal that says so was not carried out; any other failure of an action may have been.

use serde_json::Value;
use surehand_core::code::Code;
use surehand_core::error::Error;

/// One answer of the driver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// `structuredContent`.
    pub structured: Value,
    /// `content`.
    pub content: Value,
    /// The driver says that it failed.
    pub is_error: bool,
    /// Which driver it is of: handles of controls are worth nothing to another.
    pub driver: u64,
}

impl Answer {
    /// Reads the result of `tools/call`.
    #[must_use]
    pub fn of(mut result: Value) -> Self {
        let mut take = |name: &str| result.get_mut(name).map(Value::take).unwrap_or_default();
        let is_error = take("isError").as_bool().unwrap_or(false);
        Self { structured: take("structuredContent"), content: take("content"), is_error, driver: 0 }
    }

    /// Its first text.
    #[must_use]
    pub fn text(&self) -> &str {
        let first = self.content.as_array().into_iter().flatten().find_map(|part| part["text"].as_str());
        first.unwrap_or_default()
    }

    /// Its own code, whichever of its shapes it uses.
    #[must_use]
    pub fn code(&self) -> &str {
        let refusal = self.structured["refusal"]["code"].as_str();
        refusal.or_else(|| self.structured["code"].as_str()).unwrap_or_default()
    }

    /// The failure of a reading.
    #[must_use]
    pub fn error(&self) -> Error {
        let text = self.text();
        match self.code() {
            "stale_element_token" => gone(),
            "background_unavailable" | "set_value_unavailable" => Error::new(
                Code::ForegroundRequired,
                "the driver can only do this by taking the focus or the pointer",
            ),
            "permission_denied" => {
                Error::new(Code::DesktopError, "the driver does not permit this; see its own permissions")
            }
            _ if text.contains("stale or no longer running") => {
                Error::new(Code::WindowNotFound, "the window is gone")
            }
            _ => Error::new(Code::DesktopError, "the driver answered with an error"),
        }
    }

    /// The failure of an action.
    #[must_use]
    pub fn action_error(&self) -> Error {
        let refused = self.structured["status"] == "refused"
            || self.structured["effect"] == "none"
            || self.structured["refusal"].is_object()
            || matches!(self.code(), "background_unavailable" | "permission_denied" | "stale_element_token")
            || self.text().contains("stale or no longer running");
        let error = self.error();
        if refused { error } else { error.after_sending() }
    }
}

/// A control that is not there any more, or cannot be told from others.
pub(crate) fn gone() -> Error {
    Error::new(Code::DesktopError, "the control is gone, or can no longer be told from others")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn failed(structured: Value, text: &str) -> Error {
        let content = json!([{"type": "text", "text": text}]);
        Answer::of(json!({"isError": true, "structuredContent": structured, "content": content}))
            .action_error()
    }

    #[test]
    fn what_was_refused_did_not_happen_and_what_failed_may_have() {
        let stale = failed(json!({"status": "refused", "refusal": {"code": "stale_element_token"}}), "…");
        assert_eq!((stale.code, stale.may_have_happened), (Code::DesktopError, false));
        let front = failed(json!({"code": "background_unavailable"}), "Retry with delivery_mode");
        assert_eq!((front.code, front.may_have_happened), (Code::ForegroundRequired, false));
        let no_way = failed(json!({"code": "set_value_unavailable", "effect": "none"}), "no value interface");
        assert_eq!((no_way.code, no_way.may_have_happened), (Code::ForegroundRequired, false));
        let broken = failed(json!({"code": "tool_invocation_failed"}), "/home/ada/secret broke");
        assert_eq!((broken.code, broken.may_have_happened), (Code::DesktopError, true));
        assert!(!broken.to_string().contains("ada"), "the driver's words are not ours: {broken}");
        let closed = failed(json!({}), "Window target pid 1, window_id 2 is stale or no longer running");
        assert_eq!((closed.code, closed.may_have_happened), (Code::WindowNotFound, false));
    }
}
