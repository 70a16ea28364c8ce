//! Asking a window to close.
//!
//! Nobody answers such a request, and an app may ask back instead ("Save changes?"), so only a window that is gone, and
//! stays so, was closed. A question that came up instead is told, never taken for the closing.

use std::time::Duration;

use super::Engine;
use super::perform::{Performed, Run};
use super::settle::{QUIET, Retakes};
use crate::change;
use crate::error::Result;
use crate::outcome::{Evidence, Outcome};

/// How long a window is looked for at the least: an app that has other things to do gets to the request late.
const PATIENCE: Duration = Duration::from_secs(2);

impl Engine {
    /// Waits until the window is gone, or asks back.
    pub(super) fn await_closing(&self, run: &mut Run<'_>) -> Result<Performed> {
        run.patience = run.patience.max(PATIENCE);
        let mut retakes = Retakes::of(run, &self.settings);
        while retakes.wait(self, &run.signal, run.deadline) {
            self.guard_front(run);
            let windows = match self.desktop.windows(&self.reading(run.deadline)) {
                Ok(windows) => windows,
                Err(error) => return Ok(Performed::refused(error.after_sending().into())),
            };
            run.readings += 1;
            if windows.iter().all(|window| window.key != run.window) {
                let (signal, deadline) = (run.signal.clone(), run.deadline);
                self.wait_for_quiet(&signal, QUIET, deadline, || self.guard_front(run));
                if self.is_closed(run) {
                    return Ok(self.closed(run));
                }
            }
            let pid = run.view.snapshot.window.app.pid;
            let before = &run.view.snapshot.other_windows;
            let asks = windows.iter().find(|window| {
                let is_new = window.key != run.window && before.iter().all(|one| one.key != window.key);
                window.app.pid == pid && window.modal && is_new
            });
            if let Some(asks) = asks {
                return Ok(self.stays_open(run, Some(&change::window_words(asks))));
            }
        }
        Ok(self.stays_open(run, None))
    }

    fn is_closed(&self, run: &mut Run<'_>) -> bool {
        run.readings += 1;
        let windows = self.desktop.windows(&self.reading(run.deadline));
        windows.is_ok_and(|windows| windows.iter().all(|window| window.key != run.window))
    }

    fn closed(&self, run: &Run<'_>) -> Performed {
        let change = format!("{} closed", change::window_words(&run.view.snapshot.window));
        let evidence = Evidence::Shows { change: change.clone(), readings: run.readings };
        let outcome = Outcome::done(format!("{change}, as was asked"), evidence);
        Performed { readings: run.readings, ..Performed::refused(outcome) }
    }

    /// The window is still there. `asks` is what came up instead.
    fn stays_open(&self, run: &mut Run<'_>, asks: Option<&str>) -> Performed {
        let after = self.reread(run);
        let differences = self.without_ambient(run, after.as_ref());
        let window = change::window_words(&run.view.snapshot.window);
        let change = differences.iter().min_by_key(|one| one.nature);
        let outcome = match (asks, change) {
            (Some(asks), _) => Outcome::unverified(format!(
                "{window} was asked to close and is still open: {asks} came up instead"
            )),
            (None, Some(change)) => Outcome::unverified(format!(
                "{window} was asked to close and is still open: {}",
                change.words
            )),
            (None, None) => Outcome::no_effect(format!(
                "{window} was asked to close and is still open; an app may act late"
            )),
        };
        Performed { readings: run.readings, after, differences, ..Performed::refused(outcome) }
    }
}
