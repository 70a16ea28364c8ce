//! Test support for surehand: a headless desktop, a typing user who must not be disturbed, an MCP client, and
//! a judge that reads apps without surehand.
//!
//! Dev-only: nothing that ships depends on it. A test that needs a desktop takes [`desktop::for_test`], which
//! says why it skips where there is none, and fails instead where the environment variable `CI` is set.

pub mod clock;
pub mod contract;
pub mod decision_server;
pub mod desktop;
pub mod driver;
pub mod mcp;
pub mod plain;
pub mod process;
pub mod screen;
pub mod typing_user;
mod waiting;

pub use waiting::{monotonic, pause, poll_until};

use std::path::PathBuf;

/// A file under `fixtures/` of the repository.
#[must_use]
pub fn fixture(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures")).join(path)
}
