//! What is allowed before anybody has said anything: nothing.
//!
//! The user's `permissions.toml` is not read yet. Until it is, every app is refused, and the one way around that is a
//! start with `--yes`, for desktops that may be thrown away.

use surehand_core::code::Code;
use surehand_core::error::{Error, Result};
use surehand_core::permissions::{Permissions, RiskRule};
use surehand_core::risk::Risk;
use surehand_core::route::Disturbance;
use surehand_core::window::App;

/// Allows nothing on any app.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingAllowed;

/// The refusal, for every app and call alike.
pub(crate) fn denied() -> Error {
    Error::new(
        Code::PermissionDenied,
        "no app is allowed: this version does not read permissions.toml yet. On a desktop that may be thrown away, \
         start surehand with --yes",
    )
}

impl Permissions for NothingAllowed {
    fn read(&self, _app: &App) -> Result<()> {
        Err(denied())
    }

    fn act(&self, _app: &App) -> Result<()> {
        Err(denied())
    }

    fn risk(&self, _app: &App, _risk: Risk) -> RiskRule {
        RiskRule::Deny
    }

    fn lends(&self, _disturbs: Disturbance) -> bool {
        false
    }
}
