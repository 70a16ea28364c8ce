//! surehand as a library: drive desktop apps in the background, and know what came of it.
//!
//! A [`Session`] joins a desktop, a decider and the user's permissions; it looks ([`Session::windows`],
//! [`Session::observe`], [`Session::extract`], [`Session::screenshot`]) and acts ([`Session::act`]). [`wire`] is the JSON
//! of the MCP server and of `--json`, for faces that speak it; [`picture`] draws on pictures of windows.
//!
//! The decision that matters: a session connects on its first call, not when it is made, and only one session acts on
//! a desktop at a time, also across processes ([`lock`]). What a call can come to is typed; nothing here prints, logs
//! or exits.

pub mod config;
pub mod desktops;
pub mod doctor;
pub mod embedded;
pub mod files;
pub mod journal;
pub mod lock;
pub mod permissions;
pub mod picture;
pub mod servers;
mod session;
pub mod settings;
mod strict;
pub mod variables;
pub mod wire;

pub use permissions::{NothingAllowed, UserPermissions};
pub use session::{Allowed, Going, Job, Screenshot, Session, SessionBuilder, Watch};
pub use surehand_core as core;
pub use surehand_eval as evaluation;
pub use surehand_picker as picker;

/// The decider of that name, set up by the environment as a session's is.
///
/// # Errors
/// [`core::error::Invalid`], with the variable as its path.
pub fn named_decider(
    name: &str,
    variables: &variables::Variables,
    clock: &std::sync::Arc<dyn core::clock::Clock>,
) -> Result<std::sync::Arc<dyn core::decider::Decider>, core::error::Invalid> {
    let lookup = |variable: &str| {
        if variable == "SUREHAND_DECIDER" { Some(name.into()) } else { variables.value(variable) }
    };
    surehand_decide::environment::decider(&lookup, embedded::ready(&lookup)?, clock)
}
