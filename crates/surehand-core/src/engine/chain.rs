//! The stability windows of a chain.
//!
//! A text, value, option or toggle is `done` only when it still reads so at the end of its window. Windows of several
//! such steps run at the same time; before any other kind of step, and before one that may destroy something, all are
//! closed first. At the end of the chain each value is read once more, except those that a step of another kind
//! followed: that step may have cleared or closed the form.

use super::Engine;
use super::foreground::Pushed;
use super::perform::Holding;
use crate::action::ActionKind;
use crate::clock::{Deadline, Moment};
use crate::code::Code;
use crate::element::ElementKey;
use crate::error::Error;
use crate::label;
use crate::outcome::{Evidence, Outcome};
use crate::window::WindowKey;

/// A result that a step of the chain reached and that must still hold.
#[derive(Debug)]
struct Held {
    step: usize,
    window: WindowKey,
    holding: Holding,
    until: Moment,
    proven: bool,
}

/// The results of a chain that must still hold.
#[derive(Debug, Default)]
pub(super) struct Chain {
    held: Vec<Held>,
    /// The step that was carried out last, if its result is among them and no other step has begun.
    latest: Option<usize>,
}

/// A step whose result was looked at again.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) step: usize,
    /// What it came to; `None` when it still holds.
    pub(super) fallen: Option<Outcome>,
    /// One reading more stands behind a `done`.
    pub(super) evidence: Option<Evidence>,
}

impl Chain {
    /// Takes in the result of a step.
    pub(super) fn hold(
        &mut self,
        step: usize,
        window: &WindowKey,
        holding: Holding,
        stable: std::time::Duration,
    ) {
        let until = holding.since.plus(stable);
        // A later step on the same control replaces what the earlier one left there.
        self.held.retain(|held| held.holding.key != holding.key);
        self.latest = Some(step);
        self.held.push(Held { step, window: window.clone(), holding, until, proven: false });
    }

    /// Whether the windows must be closed before this action.
    pub(super) fn must_close_before(&self, action: ActionKind, key: &ElementKey, risky: bool) -> bool {
        let open = |held: &Held| !held.proven;
        let same = |held: &Held| open(held) && held.holding.key == *key;
        self.held.iter().any(
            |held| {
                if action.has_stability_window() && !risky { same(held) } else { open(held) }
            },
        )
    }

    /// Another step begins.
    pub(super) const fn goes_on(&mut self) {
        self.latest = None;
    }

    /// Forgets what a step of another kind may clear or close.
    pub(super) fn followed_by(&mut self, action: ActionKind) {
        if !action.has_stability_window() {
            self.held.clear();
        }
    }
}

impl Engine {
    /// Waits for every open window and reads its target again.
    pub(super) fn close_windows(&self, chain: &mut Chain, deadline: &Deadline) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for held in chain.held.iter_mut().filter(|held| !held.proven) {
            self.wait_until(&self.desktop.change_signal(&held.window), held.until);
            held.proven = true;
            verdicts.push(self.read_held(held, deadline));
        }
        verdicts
    }

    /// Waits until every open window is over and then reads each value once more, also those read before.
    pub(super) fn end_chain(&self, chain: &Chain, deadline: &Deadline) -> Vec<Verdict> {
        if let Some(last) = chain.held.iter().filter(|held| !held.proven).max_by_key(|held| held.until) {
            self.wait_until(&self.desktop.change_signal(&last.window), last.until);
        }
        chain.held.iter().map(|held| self.look_again(held, chain.latest, deadline)).collect()
    }

    /// What became of a result at the end. A driver that was lost meanwhile takes it from the last step.
    fn look_again(&self, held: &Held, latest: Option<usize>, deadline: &Deadline) -> Verdict {
        let verdict = self.read_held(held, deadline);
        let since = held.holding.losses.filter(|_| latest == Some(held.step));
        match (since, &verdict.evidence) {
            (Some(since), Some(evidence)) if self.has_lost(since) => {
                let words = match evidence {
                    Evidence::Reads { value, .. } => {
                        format!("{} reads {}", held.holding.target, label::display(value, 200))
                    }
                    Evidence::Shows { change, .. } => change.clone(),
                };
                let fallen = self.unless_lost(since, Outcome::no_effect(words));
                Verdict { step: held.step, fallen: Some(fallen), evidence: None }
            }
            _ => verdict,
        }
    }

    fn read_held(&self, held: &Held, deadline: &Deadline) -> Verdict {
        let Holding { key, wish, target, front, .. } = &held.holding;
        // A deadline that has passed while a chain waited must not turn a proven step into an unread one.
        let reading =
            Deadline { at: self.clock.now().plus(self.settings.read_limit), cancel: deadline.cancel.clone() };
        let verdict = |fallen: Option<Outcome>, evidence| Verdict { step: held.step, fallen, evidence };
        if let Some(pushed) = self.guard(front, &reading).filter(Pushed::is_violation) {
            return verdict(Some(pushed.judge(Outcome::no_effect(""))), None);
        }
        match self
            .desktop
            .probe(std::slice::from_ref(key), &reading)
            .map(|read| read.into_iter().next().flatten())
        {
            // A toolkit may go on answering for a control whose window is closed.
            Ok(Some(_)) if !self.is_open(&held.window, &reading) => {
                let gone =
                    Error::new(Code::WindowNotFound, "the control was as asked and then its window closed");
                verdict(Some(gone.after_sending().into()), None)
            }
            Ok(Some(now)) if wish.is_granted(&now) => {
                let value = wish.reading(&now);
                verdict(None, Some(Evidence::Reads { target: target.clone(), value, readings: 1 }))
            }
            Ok(Some(now)) => {
                let reads = label::display(&wish.reading(&now), 200);
                verdict(
                    Some(Outcome::mismatch(format!("{target} was as asked and then changed to {reads}"))),
                    None,
                )
            }
            Ok(None) => {
                let gone = Error::new(
                    Code::WindowNotFound,
                    "the control was as asked and then went away with its window",
                );
                let window = self
                    .desktop
                    .windows(&reading)
                    .is_ok_and(|windows| windows.iter().any(|window| window.key == held.window));
                let outcome = if window {
                    Outcome::unverified(format!("{target} was as asked and then went away"))
                } else {
                    gone.after_sending().into()
                };
                verdict(Some(outcome), None)
            }
            Err(error) => verdict(Some(error.after_sending().into()), None),
        }
    }
}
