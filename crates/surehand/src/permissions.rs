//! What the user allows: their `permissions.toml`, the default without one, and their answers in a session.
//!
//! [`rules`] is the file, [`guarded`] what the default never touches, [`user`] both of them in a session with what a
//! person answered, [`question`] how they are asked, [`edit`] what `surehand allow` and `surehand deny` change. The
//! decision that matters: the file is read once, at the start, and nothing that a call or a screen says widens it. What
//! cannot be understood is an error, never a default.

pub mod edit;
pub mod guarded;
pub mod question;
pub mod rules;
pub mod user;

use surehand_core::code::Code;
use surehand_core::error::{Error, Result};
use surehand_core::permissions::{Permissions, RiskRule};
use surehand_core::risk::Risk;
use surehand_core::route::Disturbance;
use surehand_core::window::App;

pub use rules::{Access, Rules, Standing, Why};
pub use user::UserPermissions;

/// Allows nothing on any app.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingAllowed;

/// The refusal, for every app and call alike.
pub(crate) fn denied() -> Error {
    Error::new(Code::PermissionDenied, "no app is allowed in this session")
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
