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
pub mod doctor;
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
pub use session::{Allowed, Going, Job, Screenshot, Session, SessionBuilder};
pub use surehand_core as core;
