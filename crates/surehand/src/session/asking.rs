//! Asking the user between two tries of a call, and noting in the journal what calls came to.
//!
//! A call that the engine refuses before anything was read or done is the moment to ask: nothing is held, no lock is
//! taken, and what the user did while they answered is seen, because the second try begins from the start. A chain that
//! goes through several apps asks about all of them first, so that it does not stop half way for want of an answer.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use surehand_core::clock::{Cancel, Deadline, Moment};
use surehand_core::code::Code;
use surehand_core::engine::{ActReport, Engine, StepRequest, Target};
use surehand_core::error::Result;
use surehand_core::permissions::Permissions as _;
use surehand_core::window::App;

use super::{Allowed, Session};
use crate::journal::Entry;
use crate::permissions::question::Asker;
use crate::permissions::rules::Launch;

/// How often an act is tried again because the user was asked and may have allowed it.
const MOST_TRIES: usize = 3;
/// How long letting go may take when the process is about to end.
const LETTING_GO: Duration = Duration::from_millis(500);

impl Session {
    /// Says how the user can be asked about apps and acts. Only [`Allowed::User`] ever asks.
    pub fn ask_through(&self, asker: Arc<dyn Asker>) {
        if let Allowed::User(permissions) = &self.allowed {
            permissions.ask_through(asker);
        }
    }

    /// What there is to say about the journal, once.
    pub fn take_warning(&self) -> Option<&'static str> {
        self.journal.as_ref()?.take_warning()
    }

    /// Lets go of everything that is held on the desktop, before the process ends in the middle of something.
    pub fn let_go(&self) {
        let engine = self.engine.try_lock().ok().and_then(|engine| engine.clone());
        if let Some(engine) = engine {
            // What the window system does not take back now it does when the connection ends.
            let _ = engine.desktop().release_held(&Deadline::new(self.clock.now().plus(LETTING_GO)));
        }
    }

    /// Makes a call that looks; once more when the user has been asked and may have allowed it.
    pub(super) fn looking<T>(
        &self,
        tool: &str,
        target: &Target,
        cancel: &Cancel,
        app: impl Fn(&T) -> App,
        call: impl Fn(&Engine) -> Result<T>,
    ) -> Result<T> {
        let began = self.clock.now();
        let mut result = self.with_engine(&call);
        let mut refused = None;
        if is_refused(&result) {
            let asked;
            (asked, refused) = self.ask_about(target, cancel);
            if asked {
                result = self.with_engine(&call);
            }
        }
        self.note(|| {
            let entry = self.entry(tool, began, result.as_ref().err().map(|error| error.code));
            about(entry, result.as_ref().ok().map(&app).or(refused))
        });
        result
    }

    /// Makes a call that acts, in the same way.
    pub(super) fn acting(
        &self,
        steps: &[StepRequest],
        cancel: &Cancel,
        call: impl Fn() -> Result<ActReport>,
    ) -> Result<ActReport> {
        let began = self.clock.now();
        if let Some(journal) = &self.journal {
            steps.iter().filter_map(|step| step.text.as_deref()).for_each(|text| journal.keep_out(text));
        }
        self.ask_for_chain(steps, cancel);
        let mut result = call();
        let mut refused = None;
        // An app may have to be let start first, and then be asked about by the names that it runs under.
        for _ in 0..MOST_TRIES {
            let Some(first) = steps.first().filter(|_| is_refused(&result)) else { break };
            let asked;
            (asked, refused) = self.ask_about(&first.target, cancel);
            if !asked && (refused.is_some() || !self.ask_to_start(&first.target, cancel)) {
                break;
            }
            result = call();
        }
        for app in self.launched() {
            self.note(|| Entry::new("launch", "done", Duration::ZERO).about(&app));
        }
        match &result {
            Ok(report) => {
                for (step, report) in steps.iter().zip(&report.steps) {
                    self.note(|| Entry::of_step(report, step.text.as_deref()));
                }
            }
            Err(error) => self.note(|| about(self.entry("act", began, Some(error.code)), refused)),
        }
        result
    }

    /// Asks about every app that a chain names, when it names another after its first step.
    fn ask_for_chain(&self, steps: &[StepRequest], cancel: &Cancel) {
        let Allowed::User(permissions) = &self.allowed else { return };
        let names_another = |step: &StepRequest| step.target != Target::default();
        if !steps.iter().skip(1).any(names_another) {
            return;
        }
        for step in steps.iter().filter(|step| names_another(step)) {
            if self.ask_about(&step.target, cancel).1.is_none() {
                self.ask_to_start(&step.target, cancel);
            }
            let refused = |app: &App| permissions.act(app).is_err();
            if self.app_meant(&step.target, cancel).as_ref().is_some_and(refused) {
                // The chain ends here at the latest; what comes after it need not be asked about.
                return;
            }
        }
    }

    /// Asks about the app of a target. `true` when another try may come to something else.
    pub(super) fn ask_about(&self, target: &Target, cancel: &Cancel) -> (bool, Option<App>) {
        let Allowed::User(permissions) = &self.allowed else { return (false, None) };
        let began = self.clock.now();
        let Some(app) = self.app_meant(target, cancel) else { return (false, None) };
        let asked = permissions.ask_about(&app, cancel);
        if asked && let Some(access) = permissions.answer(&app) {
            let took = self.clock.now().since(began);
            self.note(|| Entry::new("ask", access.word(), took).about(&app));
        }
        (asked, Some(app))
    }

    /// Asks about an installed app that does not run: whether it may be used, then whether it may be started. `true`
    /// when another try may come to something else.
    fn ask_to_start(&self, target: &Target, cancel: &Cancel) -> bool {
        let Allowed::User(permissions) = &self.allowed else { return false };
        let began = self.clock.now();
        let meant = self.with_engine(|engine| engine.launch_meant(target, cancel));
        let Ok(Some(app)) = meant.map(|meant| meant.map(|one| one.app())) else { return false };
        if permissions.rules().launch == Launch::Deny {
            return false;
        }
        let used = permissions.ask_about(&app, cancel);
        if used && let Some(access) = permissions.answer(&app) {
            let took = self.clock.now().since(began);
            self.note(|| Entry::new("ask", access.word(), took).about(&app));
        }
        let started = permissions.ask_to_start(&app, cancel);
        if started && let Some(may) = permissions.start_answer(&app) {
            let took = self.clock.now().since(began);
            self.note(|| Entry::new("ask_to_start", if may { "yes" } else { "no" }, took).about(&app));
        }
        used || started
    }

    fn app_meant(&self, target: &Target, cancel: &Cancel) -> Option<App> {
        self.with_engine(|engine| engine.window_meant(target, cancel)).ok().map(|window| window.app)
    }

    /// The apps that the engine has started since this was last asked.
    fn launched(&self) -> Vec<App> {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner).clone();
        engine.map(|engine| engine.take_launched()).unwrap_or_default()
    }

    pub(super) fn entry(&self, tool: &str, began: Moment, code: Option<Code>) -> Entry {
        let status = if code.is_some() { "failed" } else { "done" };
        let mut entry = Entry::new(tool, status, self.clock.now().since(began));
        entry.code = code.map(|code| code.name().to_owned()).unwrap_or_default();
        entry
    }

    pub(super) fn note(&self, entry: impl FnOnce() -> Entry) {
        if let Some(journal) = &self.journal {
            journal.write(entry());
        }
    }
}

fn about(entry: Entry, app: Option<App>) -> Entry {
    match app {
        Some(app) => entry.about(&app),
        None => entry,
    }
}

fn is_refused<T>(result: &Result<T>) -> bool {
    matches!(result, Err(error) if error.code == Code::PermissionDenied)
}
