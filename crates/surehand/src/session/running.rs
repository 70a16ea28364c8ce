//! Running a bounded subtask on one app.
//!
//! The act lock is held for the whole run: two agents on one desktop would undo each other's steps. Permission is asked
//! for before the first look, as for any call, and the journal gets a line for each action.

use surehand_core::clock::Cancel;
use surehand_core::code::Code;
use surehand_core::engine::Target;
use surehand_core::error::{Error, Result};
use surehand_core::policy::Policy;
use surehand_core::runner::{ActionRecord, ExecutionResult, Executor, RuntimeConfig, StepEvent, Subtask};
use surehand_core::window::App;

use super::{Allowed, Session};
use crate::journal::Entry;
use crate::permissions::user::READ_ONLY;

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
        watch: &mut dyn FnMut(&StepEvent),
    ) -> Result<ExecutionResult> {
        let Job { target, subtask, config, cancel } = *job;
        self.check_allowed()?;
        subtask.validate()?;
        if matches!(&self.allowed, Allowed::User(permissions) if permissions.rules().read_only) {
            return Err(Error::new(Code::PermissionDenied, READ_ONLY));
        }
        let app = self.permitted(target, cancel)?;
        if let Some(journal) = &self.journal {
            subtask
                .inputs
                .iter()
                .filter_map(|(_, value)| value.text())
                .for_each(|text| journal.keep_out(&text));
        }
        let _alone = self.lock.acquire(self.clock.as_ref(), cancel)?;
        let engine = self.engine()?;
        let workplace = engine.workplace(target.clone(), config, cancel.clone());
        let executor = Executor::new(&workplace, self.clock.as_ref(), config.clone(), cancel.clone());
        let mut run = executor.start(subtask, policy)?;
        let unfinished = || Error::new(Code::Internal, "the run ended without a result");
        loop {
            let event = run.next().ok_or_else(unfinished)?;
            if let Some(record) = &event.record {
                self.note(|| line(record, &app));
            }
            watch(&event);
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

fn line(record: &ActionRecord, app: &App) -> Entry {
    let mut entry = Entry::new("run", record.status.name(), record.elapsed).about(app);
    record.action.clone_into(&mut entry.kind);
    entry.does = record.target_name.clone().unwrap_or_default();
    entry.code = record.code.map(|code| code.name().to_owned()).unwrap_or_default();
    entry
}
