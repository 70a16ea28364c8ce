//! The platform-free part of surehand: what a desktop looks like, what can be done on it, and the one loop that does
//! it and proves it.
//!
//! *observe → candidates → decide → gate → perform → verify → report*, with the desktop behind [`desktop::Desktop`] and
//! the decision model behind [`decider::Decider`].
//!
//! The decision that matters: this crate has no operating system, network, async runtime or serialisation in it. Wire
//! formats live at the faces, platforms behind the seam, so that the rules about when something is `done` exist once
//! and can be tested with a fake clock and an in-memory desktop.

mod keypad;
mod outline;
mod swatch;

pub mod action;
pub mod actionability;
pub mod ambient;
pub mod candidate;
pub mod change;
pub mod clock;
pub mod code;
pub mod decider;
pub mod desktop;
pub mod element;
pub mod engine;
pub mod error;
pub mod exact;
pub mod fixture;
pub mod gate;
pub mod gesture;
pub mod identity;
pub mod label;
pub mod outcome;
pub mod permissions;
pub mod policy;
pub mod request;
pub mod risk;
pub mod route;
pub mod runner;
pub mod screen;
pub mod secret;
pub mod snapshot;
pub mod value;
pub mod window;
