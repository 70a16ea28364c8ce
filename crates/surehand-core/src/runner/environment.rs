//! What a subtask runs on, in three methods: see, check, act.
//!
//! The engine is one such environment; a user's own desktop is another. An environment does one action once and says what
//! came of it with an [`Outcome`], whose `done` cannot be made without evidence. Everything else (risks, budgets, what is
//! stale, when to stop) is the executor's part and the same for all.

use std::fmt;

use crate::action::ActionKind;
use crate::clock::{ChangeSignal, Deadline};
use crate::desktop::Modifier;
use crate::element::{Bounds, ElementKey, Guard, Source};
use crate::error::Result;
use crate::outcome::Outcome;
use crate::policy::{Direction, Press};
use crate::risk::Risk;
use crate::runner::InputValue;
use crate::snapshot::Snapshot;

/// A control as it was when an action on it was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Guarded {
    /// The live object.
    pub key: ElementKey,
    /// What must still be so.
    pub guard: Guard,
    /// The name for people.
    pub name: String,
    /// Where the knowledge of it comes from.
    pub source: Source,
    /// Where it was shown.
    pub bounds: Option<Bounds>,
}

/// Where a drag goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves {
    /// Onto another control.
    To(Guarded),
    /// By so many window pixels to the right and down.
    By(i32, i32),
}

/// A decision in its checked form: everything that carrying it out takes.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutableAction {
    /// What to do.
    pub action: ActionKind,
    /// The word for it in records, such as `TYPE_TEXT`.
    pub operation: &'static str,
    /// To what; `None` for a key to the window and for waiting.
    pub target: Option<Guarded>,
    /// The literal value to enter or the option to choose.
    pub value: Option<InputValue>,
    /// The key or chord to press, after the text of an action that enters one.
    pub press: Option<Press>,
    /// Where to scroll.
    pub direction: Option<Direction>,
    /// Where to drag to.
    pub moves: Option<Moves>,
    /// The key to hold during a click.
    pub modifier: Option<Modifier>,
    /// What it may destroy; allowed by the subtask.
    pub risk: Option<Risk>,
}

/// A desktop that subtasks run on.
pub trait Environment: Send + Sync + fmt::Debug {
    /// Reads the app as it is now.
    ///
    /// # Errors
    /// `bad_target`, `window_not_found`, `app_gone`, `permission_denied`, `desktop_timeout`, `desktop_unavailable`.
    fn observe(&self, deadline: &Deadline) -> Result<Snapshot>;

    /// Whether what the action was decided on is still so. Called right before [`Environment::execute`].
    ///
    /// # Errors
    /// As [`Environment::observe`].
    fn is_fresh(&self, snapshot: &Snapshot, action: &ExecutableAction, deadline: &Deadline) -> Result<bool>;

    /// Carries out one action once, and says what came of it.
    ///
    /// # Errors
    /// As [`Environment::observe`], when nothing was done. What broke after the action was sent is an [`Outcome`].
    fn execute(&self, action: &ExecutableAction, deadline: &Deadline) -> Result<Outcome>;

    /// The signal for changes of the app, where there is one; without it the executor looks at fixed times.
    fn change_signal(&self, snapshot: &Snapshot) -> Option<ChangeSignal> {
        let _ = snapshot;
        None
    }
}
