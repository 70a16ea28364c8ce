//! What a chain tells of while it runs.
//!
//! For whoever waits for it and whoever sits before the screen: where a step is about to happen, and what it came to. It
//! is told, never asked: nothing that hears of it can change what is done. Texts are in the report alone.

use std::fmt;

use crate::outcome::Status;
use crate::window::Window;

/// How far a chain has come.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A step that is allowed begins in this window. Steps count from 0.
    Begins {
        /// Which step.
        step: usize,
        /// Where.
        window: &'a Window,
    },
    /// A step has ended.
    Ended {
        /// Which step.
        step: usize,
        /// With this. A look at the end of the chain may still take a `done` back.
        status: Status,
    },
}

/// Who is told.
#[derive(Clone, Copy, Default)]
pub(super) struct Watch<'a>(pub(super) Option<&'a dyn Fn(Progress<'_>)>);

impl Watch<'_> {
    pub(super) fn tell(&self, progress: Progress<'_>) {
        if let Some(watch) = self.0 {
            watch(progress);
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Watch({})", self.0.is_some())
    }
}
