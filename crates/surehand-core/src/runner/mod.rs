//! Bounded subtasks: one goal, one app, a few inputs, carried out step by step and proven step by step.
//!
//! A [`Policy`](crate::policy::Policy) chooses the next operation, the [`Executor`] checks it against the snapshot it
//! was chosen on and hands it to an [`Environment`], which acts. The environment of a real desktop is the
//! [`Engine`](crate::engine::Engine): an action of a subtask runs through the same perform-and-verify loop as a single one,
//! so nothing here can call an action done.
//!
//! The decision that matters: a decision is consumed before anything is touched, and a target that is not what was
//! decided on is never acted on. Reading subtasks from JSON and writing results is the faces' part.

mod chord;
mod criterion;
mod environment;
mod executor;
mod record;
mod subtask;

pub use chord::{Chord, Key};
pub use criterion::{Criterion, Settled};
pub use environment::{Environment, ExecutableAction, Guarded, Moves};
pub use executor::{Executor, Run, RuntimeConfig, Verifier};
pub use record::{ActionRecord, Ending, ExecutionResult, NeedsInput, Observation, Settlement, StepEvent};
pub use subtask::{InputValue, Subtask};
