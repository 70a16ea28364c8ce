//! A desktop that lives in memory, and faults for any desktop.
//!
//! [`MemoryDesktop`] holds windows of plain elements, renders readings from that state and changes it as apps do, or as
//! a [`Reaction`] says: late, reverting, trimming, lying. Time is its clock's alone, so a test with a fake clock never
//! sleeps. [`Faulty`] stands around any desktop and breaks the next calls as told.
//!
//! The decision that matters: what an app does is a list of [`Change`]s, from the default transition just as from a
//! script, so that each of them can come late, be undone or stay silent. It draws no more than ticks and routes no raw input.

mod change;
mod desktop;
mod faulty;
mod node;
mod picture;
mod reading;
mod transition;
mod world;

pub use change::{Change, Parent, Reaction};
pub use desktop::{MemoryDesktop, Performed};
pub use faulty::{Fault, Faulty, Method};
pub use node::{Node, WindowState, key, window_key};
