//! The seam to whoever chooses the next operation of a subtask.
//!
//! A [`Policy`] is pure: it sees an immutable snapshot and what was done so far, and returns one [`Decision`]. It can
//! choose, never act; the executor checks everything again before anything happens. That a decision is either an action
//! or an end is a matter of its type here; what an action needs beside its kind is checked in [`PlannedAction::validate`].

mod embedded;
mod entering;
mod model;
mod scripted;

pub use embedded::Embedded;
pub use model::Model;
pub use scripted::Scripted;

use std::fmt;
use std::time::Duration;

use crate::action::ActionKind;
use crate::clock::Deadline;
use crate::desktop::Modifier;
use crate::element::ElementKey;
use crate::error::{Invalid, Result};
use crate::runner::{ActionRecord, Chord, Key, Subtask};
use crate::snapshot::Snapshot;
use crate::value::Value;

/// How a policy ends a subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// The goal is reached.
    SubtaskComplete,
    /// It cannot be reached from here.
    Blocked,
    /// Somebody who sees more must decide.
    NeedsAgent,
    /// A value is missing, for the control that the decision names.
    NeedsInput,
}

impl Terminal {
    /// The name in decisions and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SubtaskComplete => "SUBTASK_COMPLETE",
            Self::Blocked => "BLOCKED",
            Self::NeedsAgent => "NEEDS_AGENT",
            Self::NeedsInput => "NEEDS_INPUT",
        }
    }
}

/// Where to scroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To what stands above.
    Up,
    /// To what stands below.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Direction {
    /// Every direction with its name in decisions.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Up, "UP"), (Self::Down, "DOWN"), (Self::Left, "LEFT"), (Self::Right, "RIGHT")];

    /// The name in decisions and records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        }
    }
}

/// What an action presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// One key by itself.
    Key(Key),
    /// A key with modifiers.
    Chord(Chord),
}

/// Where the text of an action comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The input of that name.
    Input(String),
    /// What the goal itself says, such as an expression to compute. Only a policy that read it there may say so.
    FromGoal(String),
}

/// What a policy wants next.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// One action.
    Act(PlannedAction),
    /// No more actions.
    End {
        /// How it ends.
        terminal: Terminal,
        /// The control that waits for a value, when one is missing.
        target: Option<ElementKey>,
    },
}

/// What a policy decided, and how sure it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What is next.
    pub choice: Choice,
    /// How sure the policy is, from 0 to 1.
    pub confidence: Option<f64>,
    /// How far it is ahead of its second choice, from 0 to 1.
    pub margin: Option<f64>,
    /// How long deciding took, when the policy measured it itself.
    pub latency: Option<Duration>,
    /// Why, in one sentence.
    pub reason: Option<String>,
    /// Whether each criterion holds by the policy's word, in their order; `None` where it says nothing.
    pub judged: Vec<Option<bool>>,
    /// The policy's own notes.
    pub raw: Value,
}

impl Decision {
    /// An action without any figures.
    #[must_use]
    pub fn act(action: PlannedAction) -> Self {
        Self::of(Choice::Act(action))
    }

    /// An end with its reason.
    #[must_use]
    pub fn end(terminal: Terminal, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..Self::of(Choice::End { terminal, target: None }) }
    }

    /// A value is missing for that control.
    #[must_use]
    pub fn needs_input(target: ElementKey, reason: impl Into<String>) -> Self {
        let choice = Choice::End { terminal: Terminal::NeedsInput, target: Some(target) };
        Self { reason: Some(reason.into()), ..Self::of(choice) }
    }

    const fn of(choice: Choice) -> Self {
        Self {
            choice,
            confidence: None,
            margin: None,
            latency: None,
            reason: None,
            judged: Vec::new(),
            raw: Value::Null,
        }
    }

    /// Whether the decision keeps its own rules.
    ///
    /// # Errors
    /// The first field that does not, by its name in JSON.
    pub fn validate(&self) -> std::result::Result<(), Invalid> {
        for (name, figure) in [("confidence", self.confidence), ("margin", self.margin)] {
            if figure.is_some_and(|figure| !(0.0..=1.0).contains(&figure)) {
                return Err(Invalid::new(name, "must be a number from 0 to 1"));
            }
        }
        match &self.choice {
            Choice::Act(action) => action.validate(),
            Choice::End { .. } => Ok(()),
        }
    }
}

/// An action that a policy asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedAction {
    /// What to do.
    pub action: ActionKind,
    /// To what; `None` for a key to the window and for waiting.
    pub target: Option<ElementKey>,
    /// The second control of an action that has two.
    pub secondary_target: Option<ElementKey>,
    /// The option to choose, for a pop-up whose options are no controls of their own.
    pub option: Option<String>,
    /// The text to enter.
    pub entry: Option<Entry>,
    /// The key or chord to press; of an action that enters text, the key pressed after it.
    pub press: Option<Press>,
    /// Where to scroll.
    pub direction: Option<Direction>,
    /// How far to drag, in window pixels to the right and down.
    pub distance: Option<(i32, i32)>,
    /// The key to hold during a click.
    pub modifier: Option<Modifier>,
}

impl PlannedAction {
    /// An action on one control that needs nothing else.
    #[must_use]
    pub fn on(action: ActionKind, target: ElementKey) -> Self {
        Self { target: Some(target), ..Self::bare(action) }
    }

    /// An action without a control.
    #[must_use]
    pub const fn bare(action: ActionKind) -> Self {
        Self {
            action,
            target: None,
            secondary_target: None,
            option: None,
            entry: None,
            press: None,
            direction: None,
            distance: None,
            modifier: None,
        }
    }

    /// The same with a text to enter.
    #[must_use]
    pub fn entering(mut self, entry: Entry) -> Self {
        self.entry = Some(entry);
        self
    }

    /// The word for it in decisions and records.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        match (self.action, &self.press, &self.secondary_target) {
            (ActionKind::Key, Some(Press::Chord(_)), _) => "HOTKEY",
            (ActionKind::Drag, _, Some(_)) => "DRAG_TO",
            (ActionKind::Drag, _, None) => "DRAG_BY",
            (action, _, _) => action.runner_names().first().copied().unwrap_or("CLICK"),
        }
    }

    /// Whether the action has what its kind needs, and nothing that it cannot use.
    ///
    /// # Errors
    /// The first field that is missing or too much, by its name in JSON.
    pub fn validate(&self) -> std::result::Result<(), Invalid> {
        use ActionKind as Kind;
        let action = self.action;
        let needs_target = !matches!(action, Kind::Key | Kind::Wait);
        let after_text = matches!(action, Kind::SetValue | Kind::Append | Kind::TypeInto);
        let checks = [
            ("target_id", self.target.is_some(), needs_target, needs_target || action == Kind::Key),
            (
                "input_key",
                self.entry.is_some(),
                action.takes_text() && self.option.is_none(),
                action.takes_text(),
            ),
            ("key", self.press.is_some(), action == Kind::Key, action == Kind::Key || after_text),
            ("scroll_direction", self.direction.is_some(), action == Kind::Scroll, action == Kind::Scroll),
            ("click_modifier", self.modifier.is_some(), false, matches!(action, Kind::Click | Kind::Toggle)),
            ("secondary_target_id", self.secondary_target.is_some(), false, action == Kind::Drag),
            ("drag_dx", self.distance.is_some(), false, action == Kind::Drag),
        ];
        for (field, there, needed, allowed) in checks {
            if needed && !there {
                return Err(Invalid::new(field, format!("is needed for {}", self.operation())));
            }
            if there && !allowed {
                return Err(Invalid::new(field, format!("is not used by {}", self.operation())));
            }
        }
        if action == Kind::Drag && self.secondary_target.is_some() == self.distance.is_some() {
            return Err(Invalid::new(
                "drag_dx",
                "or `secondary_target_id` must say where to, and only one of them",
            ));
        }
        match (&self.press, after_text) {
            (Some(Press::Chord(_)), true) => Err(Invalid::new("hotkey", "cannot follow a text")),
            (Some(Press::Key(key)), true) if !matches!(key.name(), "ENTER" | "TAB") => {
                Err(Invalid::new("key", "after a text must be ENTER or TAB"))
            }
            _ => Ok(()),
        }
    }
}

/// One action that was carried out, as a policy sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct PastAction {
    /// What was asked for.
    pub planned: PlannedAction,
    /// What came of it.
    pub record: ActionRecord,
}

/// Chooses the next operation of a subtask.
pub trait Policy: Send + fmt::Debug {
    /// The next operation, from what is seen now and what was done before.
    ///
    /// # Errors
    /// `decider_unavailable`, `decider_bad_response`, `invalid_decision`.
    fn decide(
        &mut self,
        subtask: &Subtask,
        snapshot: &Snapshot,
        history: &[PastAction],
        deadline: &Deadline,
    ) -> Result<Decision>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field_of(action: &PlannedAction) -> String {
        action.validate().expect_err("must be refused").path
    }

    #[test]
    fn an_action_needs_what_its_kind_needs_and_nothing_else() {
        let key = || ElementKey::new("k");
        assert_eq!(field_of(&PlannedAction::bare(ActionKind::Click)), "target_id");
        assert_eq!(field_of(&PlannedAction::on(ActionKind::SetValue, key())), "input_key");
        assert_eq!(field_of(&PlannedAction::bare(ActionKind::Key)), "key");
        assert_eq!(field_of(&PlannedAction::on(ActionKind::Scroll, key())), "scroll_direction");
        assert_eq!(field_of(&PlannedAction::on(ActionKind::Wait, key())), "target_id");
        assert_eq!(field_of(&PlannedAction::on(ActionKind::Drag, key())), "drag_dx");
        let mut click = PlannedAction::on(ActionKind::Click, key());
        assert_eq!((click.validate(), click.operation()), (Ok(()), "CLICK"));
        click.direction = Some(Direction::Up);
        assert_eq!(field_of(&click), "scroll_direction");
        let mut typed = PlannedAction::on(ActionKind::SetValue, key()).entering(Entry::Input("name".into()));
        assert_eq!((typed.validate(), typed.operation()), (Ok(()), "TYPE_TEXT"));
        typed.press = Some(Press::Key("ESCAPE".parse().unwrap()));
        assert_eq!(field_of(&typed), "key");
        let mut hotkey = PlannedAction::bare(ActionKind::Key);
        hotkey.press = Some(Press::Chord("MOD+S".parse().unwrap()));
        assert_eq!((hotkey.validate(), hotkey.operation()), (Ok(()), "HOTKEY"));
    }

    #[test]
    fn figures_are_from_0_to_1() {
        let mut decision = Decision::end(Terminal::Blocked, "no way");
        decision.confidence = Some(f64::NAN);
        assert_eq!(decision.validate().expect_err("nan").path, "confidence");
        decision.confidence = Some(1.0);
        assert_eq!(decision.validate(), Ok(()));
    }
}
