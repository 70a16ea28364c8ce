//! Deciders that ask models over HTTP, and deciders made of other deciders.
//!
//! [`Hosted`] asks a service: TypeSafe's Jev and every server with its wire, OpenRouter, OpenAI. [`Cascade`] asks the
//! embedded decider first; [`Recorded`] records and replays; [`Scripted`] is for tests. [`environment`] makes the one
//! the user asked for.
//!
//! The decision that matters: a client renders what [`surehand_core::request`] put together and adds nothing, leaves the
//! text to be entered out, and lets nothing a server says through but probabilities and a model's name. Left out: scores,
//! yes-or-no questions and pictures, for which core has no questions yet, and discovery of models.

mod answer;
mod cascade;
mod endpoint;
pub mod environment;
mod failure;
mod hosted;
mod narrow;
pub mod profile;
mod recorded;
mod render;
mod retry;
mod scripted;
mod transport;

pub use cascade::{Cascade, Tally};
pub use endpoint::Endpoint;
pub use failure::Failure;
pub use hosted::{Hosted, key};
pub use profile::Profile;
pub use recorded::Recorded;
pub use scripted::Scripted;
pub use transport::Timeouts;
