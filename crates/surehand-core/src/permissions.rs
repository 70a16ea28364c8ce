//! The seam to the user's permissions.
//!
//! Permissions are the user's file, not the caller's: nothing that a call or a screen says widens them. Core asks here
//! before it reads or touches an app, and before it uses a route that takes something from the user. Reading the file
//! is the library's part.

use std::fmt;

use crate::clock::Cancel;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::risk::Risk;
use crate::route::Disturbance;
use crate::window::App;

/// What the user says about a risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RiskRule {
    /// The caller's own confirmation is enough.
    CallerConfirms,
    /// The caller's confirmation, and then a person's, for each act anew: [`Permissions::approve`].
    Ask,
    /// Never.
    Deny,
}

/// What the user allows.
pub trait Permissions: Send + Sync + fmt::Debug {
    /// Whether this app's windows may be read.
    ///
    /// # Errors
    /// `permission_denied`, with what the user could do about it.
    fn read(&self, app: &App) -> Result<()>;

    /// Whether this app may be acted on.
    ///
    /// # Errors
    /// `permission_denied`, with what the user could do about it.
    fn act(&self, app: &App) -> Result<()>;

    /// Whether this app, which is installed and does not run, may be started. Asked after [`Permissions::read`] and
    /// [`Permissions::act`]; its process is 0.
    ///
    /// # Errors
    /// `permission_denied`, with what the user could do about it.
    fn launch(&self, app: &App) -> Result<()> {
        let _ = app;
        Err(Error::new(Code::PermissionDenied, "the user's permissions do not let apps be started"))
    }

    /// What is said about a risk in this app.
    fn risk(&self, app: &App, risk: Risk) -> RiskRule;

    /// Asks the user whether this one act may be done. Called where [`Permissions::risk`] says [`RiskRule::Ask`] and the
    /// caller has confirmed. Blocks as long as a person takes; the window is read afresh afterwards.
    ///
    /// # Errors
    /// `permission_denied` for everything but a clear yes, also when nobody can be asked.
    fn approve(&self, app: &App, risk: Risk, does: &str, cancel: &Cancel) -> Result<()> {
        let _ = (app, risk, does, cancel);
        Err(Error::new(Code::PermissionDenied, "the user would have to be asked about this, and cannot be"))
    }

    /// Whether a route that takes this from the user may be used while they are idle.
    fn lends(&self, disturbs: Disturbance) -> bool;
}

/// Allows everything that disturbs nobody. For tests and disposable desktops only.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrestricted;

impl Permissions for Unrestricted {
    fn read(&self, _app: &App) -> Result<()> {
        Ok(())
    }

    fn act(&self, _app: &App) -> Result<()> {
        Ok(())
    }

    fn launch(&self, _app: &App) -> Result<()> {
        Ok(())
    }

    fn risk(&self, _app: &App, _risk: Risk) -> RiskRule {
        RiskRule::CallerConfirms
    }

    fn lends(&self, disturbs: Disturbance) -> bool {
        disturbs == Disturbance::Nothing
    }
}
