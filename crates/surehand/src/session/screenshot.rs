//! A window as a picture, with where its candidates are.
//!
//! The picture is taken after the looking, so a mark is where its control was an instant before; nothing waits for the
//! window to stand still. Candidates that are not shown have no mark, and the text kinds of one field share one. What
//! an app hides of a password it hides in its own pixels too, so there is nothing to paint over. Drawing is
//! [`crate::picture`]'s.

use std::collections::HashSet;

use surehand_core::candidate::Candidate;
use surehand_core::clock::{Cancel, Deadline};
use surehand_core::code::Code;
use surehand_core::desktop::Picture;
use surehand_core::engine::{Engine, ObserveRequest, Target, WindowReport};
use surehand_core::error::{Error, Result};

use super::Session;
use crate::picture::Mark;

/// A picture of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screenshot {
    /// The window.
    pub window: WindowReport,
    /// What it looks like, also where other windows cover it.
    pub picture: Picture,
    /// Where its candidates are, in reading order, with the ids that [`Session::observe`] gives them.
    pub marks: Vec<Mark>,
}

impl Session {
    /// Pictures a window.
    ///
    /// # Errors
    /// As [`Session::observe`], and `capture_failed` for a window that is not on the screen.
    pub fn screenshot(&self, target: &Target, cancel: &Cancel) -> Result<Screenshot> {
        self.check_allowed()?;
        let seen = |taken: &Screenshot| taken.window.window.app.clone();
        self.looking("screenshot", target, cancel, seen, |engine| self.take(engine, target, cancel))
    }

    fn take(&self, engine: &Engine, target: &Target, cancel: &Cancel) -> Result<Screenshot> {
        let everything =
            ObserveRequest { target: target.clone(), instruction: None, limit: Some(usize::MAX) };
        let seen = engine.observe(&everything, cancel)?;
        let deadline =
            Deadline { at: engine.clock().now().plus(self.settings.read_limit), cancel: cancel.clone() };
        let picture = engine.desktop().capture(&seen.window.window.key, &deadline).map_err(with_advice)?;
        let candidates = one_of_each_field(seen.candidates.into_iter().map(|ranked| ranked.candidate));
        let keys: Vec<_> = candidates.iter().map(|candidate| candidate.key.clone()).collect();
        let elements = engine.desktop().probe(&keys, &deadline)?;
        let marks = candidates.into_iter().zip(elements).filter_map(|(candidate, element)| {
            let element = element.filter(|element| element.state.visible)?;
            Some(Mark { id: candidate.id, bounds: element.bounds? })
        });
        Ok(Screenshot { marks: marks.collect(), window: seen.window, picture })
    }
}

fn one_of_each_field(candidates: impl Iterator<Item = Candidate>) -> Vec<Candidate> {
    let mut fields = HashSet::new();
    candidates
        .filter(|candidate| !candidate.action.takes_text() || fields.insert(candidate.key.clone()))
        .collect()
}

fn with_advice(error: Error) -> Error {
    match error.code {
        Code::CaptureFailed => Error::new(
            Code::CaptureFailed,
            "the window has no picture now; one that is minimised must be brought back by the user first, while \
             `observe`, `act` and `extract` work on it as it is",
        ),
        _ => error,
    }
}
