//! Running a bounded subtask on one app.
//!
//! The act lock is held while the run acts: two agents on one desktop would undo each other's steps. Permission is asked
//! for before the first look, as for any call, and the journal gets a line for each action. A value that is missing may be
//! asked for: the lock is given back meanwhile, and the run goes on where it was, from a new reading.

use surehand_core::clock::Cancel;
use surehand_core::code::Code;
use surehand_core::element::Role;
use surehand_core::engine::Target;
use surehand_core::error::{Error, Result};
use surehand_core::policy::Policy;
use surehand_core::runner::{
    ActionRecord, Ending, ExecutionResult, Executor, InputValue, NeedsInput, RuntimeConfig, StepEvent,
    Subtask,
};
use surehand_core::window::App;

use super::{Allowed, Session};
use crate::journal::Entry;
use crate::permissions::user::READ_ONLY;

/// Follows a run.
pub trait Watch {
    /// Another surehand acts on this desktop; told when the wait for it begins.
    fn waits(&self) {}

    /// A turn of the run.
    fn turn(&mut self, event: &StepEvent);

    /// A value that the run misses, from somebody who knows it. Nothing is held while they are asked; without a value the
    /// run ends. Never asked for a secret.
    fn value(&mut self, app: &App, needs: &NeedsInput, cancel: &Cancel) -> Option<String> {
        let _ = (app, needs, cancel);
        None
    }
}

impl<F: FnMut(&StepEvent)> Watch for F {
    fn turn(&mut self, event: &StepEvent) {
        self(event);
    }
}

/// What to run, where and how.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The app.
    pub target: &'a Target,
    /// What to reach.
    pub subtask: &'a Subtask,
    /// Limits and gates.
    pub config: &'a RuntimeConfig,
    /// Ends the run after the action at hand.
    pub cancel: &'a Cancel,
}

impl Session {
    /// Runs a subtask to its end and tells each turn to `watch`.
    ///
    /// # Errors
    /// `invalid_arguments` for a subtask that breaks its rules, `permission_denied`, `bad_target`, and as
    /// [`crate::lock::ActLock::acquire`]; all before the first action.
    pub fn run(
        &self,
        job: &Job<'_>,
        policy: &mut dyn Policy,
        watch: &mut dyn Watch,
    ) -> Result<ExecutionResult> {
        self.check_allowed()?;
        job.subtask.validate()?;
        if matches!(&self.allowed, Allowed::User(permissions) if permissions.rules().read_only) {
            return Err(Error::new(Code::PermissionDenied, READ_ONLY));
        }
        let app = self.permitted(job.target, job.cancel)?;
        let mut subtask = job.subtask.clone();
        let mut before: Vec<ActionRecord> = Vec::new();
        loop {
            let job = Job { subtask: &subtask, ..*job };
            let mut result = self.run_part(&job, policy, (&app, before.len()), watch)?;
            result.history.iter_mut().for_each(|record| record.step += steps(&before));
            before.append(&mut result.history);
            result.actions_taken = steps(&before);
            let left = job.subtask.max_actions.saturating_sub(steps(&before));
            let value = match &result.needs_input {
                Some(needs) if result.ending == Ending::NeedsInput && left > 0 && may_be_asked(needs) => {
                    watch.value(&app, needs, job.cancel).map(|value| (needs.name.clone(), value))
                }
                _ => None,
            };
            let Some((name, value)) = value else {
                result.history = before;
                return Ok(result);
            };
            supply(&mut subtask, name, value);
        }
    }

    /// A run up to its end, or to a value that is missing, after so many actions.
    fn run_part(
        &self,
        job: &Job<'_>,
        policy: &mut dyn Policy,
        (app, before): (&App, usize),
        watch: &mut dyn Watch,
    ) -> Result<ExecutionResult> {
        let Job { target, subtask, config, cancel } = *job;
        if let Some(journal) = &self.journal {
            let texts = subtask.inputs.iter().filter_map(|(_, value)| value.text());
            texts.for_each(|text| journal.keep_out(&text));
        }
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let left = Subtask { max_actions: subtask.max_actions.saturating_sub(before), ..subtask.clone() };
        let _alone = self.lock.acquire_watched(self.clock.as_ref(), cancel, &|| watch.waits())?;
        let engine = self.engine()?;
        let workplace = engine.workplace(target.clone(), config, cancel.clone());
        let executor = Executor::new(&workplace, self.clock.as_ref(), config.clone(), cancel.clone());
        let mut run = executor.start(&left, policy)?;
        let unfinished = || Error::new(Code::Internal, "the run ended without a result");
        loop {
            let mut event = run.next().ok_or_else(unfinished)?;
            event.step += before;
            if let Some(record) = &mut event.record {
                record.step += before;
                self.note(|| line(record, app));
            }
            watch.turn(&event);
            if let Some(result) = event.result {
                return Ok(result);
            }
        }
    }

    /// The app of a target that may be read and acted on, after the user was asked where they have to be.
    fn permitted(&self, target: &Target, cancel: &Cancel) -> Result<App> {
        let app = || {
            self.with_engine(|engine| {
                let app = engine.window_meant(target, cancel)?.app;
                engine.permissions().read(&app)?;
                engine.permissions().act(&app)?;
                Ok(app)
            })
        };
        match app() {
            Err(error) if error.code == Code::PermissionDenied && self.ask_about(target, cancel).0 => app(),
            answer => answer,
        }
    }
}

fn steps(records: &[ActionRecord]) -> u32 {
    u32::try_from(records.len()).unwrap_or(u32::MAX)
}

/// A secret is nothing to ask for in passing: it would go through whoever asks.
fn may_be_asked(needs: &NeedsInput) -> bool {
    needs.role != Role::PasswordField && needs.value.is_some()
}

/// Adds a value under the name of the control that misses it, in place of the one that did not do.
fn supply(subtask: &mut Subtask, name: String, value: String) {
    let same = |known: &str| known.to_lowercase() == name.to_lowercase();
    match subtask.inputs.iter_mut().find(|(known, _)| same(known)) {
        Some((_, known)) => *known = InputValue::Text(value),
        None => subtask.inputs.push((name, InputValue::Text(value))),
    }
}

fn line(record: &ActionRecord, app: &App) -> Entry {
    let mut entry = Entry::new("run", record.status.name(), record.elapsed).about(app);
    record.action.clone_into(&mut entry.kind);
    entry.does = record.target_name.clone().unwrap_or_default();
    entry.code = record.code.map(|code| code.name().to_owned()).unwrap_or_default();
    entry
}
