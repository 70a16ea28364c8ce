//! A session: the engine with its desktop, connected when it is first needed, and the act lock around what acts.
//!
//! The decision that matters: a failed connection is that call's error and is tried again by the next call, so that a
//! server started before the desktop, or outliving it, needs no restart. Ids belong to a connection; after a new one
//! the old ones are unknown, never re-bound.

mod asking;
mod driver;
mod running;
mod screenshot;

use std::ffi::OsString;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use surehand_atspi::{AtspiDesktop, Mark};
use surehand_core::clock::{Cancel, Clock, SystemClock};
use surehand_core::code::Code;
use surehand_core::decider::Decider;
use surehand_core::desktop::Desktop;
use surehand_core::engine::{
    ActReport, Engine, Extraction, Observation, ObserveRequest, Progress, Settings, StepRequest, Target,
    WaitRequest, Waited,
};
use surehand_core::error::{Error, Invalid, Result};
use surehand_core::outcome::Status;
use surehand_core::permissions::{Permissions, Unrestricted};
use surehand_core::policy::{Embedded, Model, Policy};
use surehand_core::window::Window;
use surehand_cua::CuaDesktop;
use surehand_picker::WordsDecider;

use crate::desktops::DesktopKind;
use crate::journal::Journal;
use crate::lock::ActLock;
use crate::permissions::user::READ_ONLY;
use crate::permissions::{NothingAllowed, UserPermissions, denied};
pub use running::{Job, Watch};
pub use screenshot::Screenshot;

/// What a session may do.
#[derive(Clone, Debug, Default)]
pub enum Allowed {
    /// Nothing on any app; not even a window is read.
    #[default]
    Nothing,
    /// Everything that disturbs nobody. For tests and desktops that may be thrown away.
    Everything,
    /// What these permissions say.
    By(Arc<dyn Permissions>),
    /// What the user's file says, and their answers.
    User(Arc<UserPermissions>),
}

/// What an act tells of while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Going<'a> {
    /// Another surehand acts on this desktop; told once, when the wait begins.
    WaitsForTurn,
    /// A step begins or has ended.
    Step(Progress<'a>),
    /// An action of a run has ended.
    Action {
        /// Which one, counted from 1.
        number: u32,
        /// What came of it.
        status: Status,
    },
}

/// Makes a [`Session`].
#[derive(Debug, Default)]
pub struct SessionBuilder {
    desktop: Option<Arc<dyn Desktop>>,
    driver: Option<Arc<CuaDesktop>>,
    offers_driver: bool,
    decider: Option<Arc<dyn Decider>>,
    clock: Option<Arc<dyn Clock>>,
    lock: Option<ActLock>,
    allowed: Allowed,
    journal: Option<Arc<Journal>>,
    marked: bool,
    settings: Settings,
}

impl SessionBuilder {
    /// Uses this desktop. Without it, the one this process runs on.
    #[must_use]
    pub fn desktop(mut self, desktop: Arc<dyn Desktop>) -> Self {
        self.desktop = Some(desktop);
        self
    }

    /// Uses the desktop of that kind, with what these variables say about it. One that goes through a driver counts time
    /// by the clock given before, and takes turns with every surehand of this display.
    ///
    /// # Errors
    /// [`Invalid`], with the variable as its path, for one that is wrong.
    pub fn desktop_of_kind(
        mut self,
        kind: DesktopKind,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> std::result::Result<Self, Invalid> {
        if kind == DesktopKind::Cua {
            let clock = self.clock.get_or_insert_with(|| Arc::new(SystemClock::new()));
            let desktop = crate::desktops::cua(variable, Arc::clone(clock))?;
            self.driver = Some(Arc::clone(&desktop));
            self.desktop = Some(desktop);
            self.lock.get_or_insert_with(ActLock::of_display);
        }
        Ok(self)
    }

    /// Offers the driver's own tools too, where there is a driver: see [`Session::driver`]. Without it, they are refused.
    #[must_use]
    pub fn with_driver_tools(mut self) -> Self {
        self.offers_driver = true;
        self
    }

    /// Asks this decider. Without it, the embedded one.
    #[must_use]
    pub fn decider(mut self, decider: Arc<dyn Decider>) -> Self {
        self.decider = Some(decider);
        self
    }

    /// Asks the decider that these variables name: see [`surehand_decide::environment`]. One that asks a server counts
    /// time by the clock given before; without one, by that of the machine, which is this session's from then on.
    ///
    /// # Errors
    /// [`Invalid`], with the variable as its path, for one that is wrong or missing.
    pub fn decider_from_variables(
        mut self,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> std::result::Result<Self, Invalid> {
        let clock = self.clock.get_or_insert_with(|| Arc::new(SystemClock::new()));
        self.decider = Some(surehand_decide::environment::decider(
            variable,
            crate::embedded::decider(variable)?,
            clock,
        )?);
        Ok(self)
    }

    /// Takes time from this clock; a given desktop must use the same one.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Uses this act lock. Without it, that of the display; for a given desktop, one within this process.
    #[must_use]
    pub fn lock(mut self, lock: ActLock) -> Self {
        self.lock = Some(lock);
        self
    }

    /// Says what is allowed. Without it, nothing is.
    #[must_use]
    pub fn allowed(mut self, allowed: Allowed) -> Self {
        self.allowed = allowed;
        self
    }

    /// Keeps this journal. Without it, none.
    #[must_use]
    pub fn journal(mut self, journal: Arc<Journal>) -> Self {
        self.journal = Some(journal);
        self
    }

    /// Shows a small mark at a window while it is acted on, for a person who looks: see [`surehand_atspi::mark`]. Without
    /// it, none.
    #[must_use]
    pub fn marked(mut self) -> Self {
        self.marked = true;
        self
    }

    /// Says how long to wait for what. See [`crate::settings`].
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Makes the session. Nothing is connected yet.
    #[must_use]
    pub fn build(self) -> Session {
        let lock = match (self.lock, &self.desktop) {
            (Some(lock), _) => lock,
            (None, Some(_)) => ActLock::of_this_process(),
            (None, None) => ActLock::of_display(),
        };
        Session {
            given: self.desktop,
            driver: self.driver.filter(|_| self.offers_driver),
            decider: self.decider.unwrap_or_else(|| Arc::new(WordsDecider)),
            clock: self.clock.unwrap_or_else(|| Arc::new(SystemClock::new())),
            lock,
            allowed: self.allowed,
            journal: self.journal,
            mark: self.marked.then(Mark::new),
            settings: self.settings,
            engine: Mutex::default(),
        }
    }
}

/// Looks at and acts on the apps of one desktop. Shared between threads.
pub struct Session {
    given: Option<Arc<dyn Desktop>>,
    /// Only where its own tools were asked for.
    driver: Option<Arc<CuaDesktop>>,
    decider: Arc<dyn Decider>,
    clock: Arc<dyn Clock>,
    lock: ActLock,
    allowed: Allowed,
    journal: Option<Arc<Journal>>,
    mark: Option<Mark>,
    settings: Settings,
    engine: Mutex<Option<Arc<Engine>>>,
}

impl Session {
    /// A session with everything at its default: this desktop, the embedded decider, nothing allowed.
    #[must_use]
    pub fn builder() -> SessionBuilder {
        SessionBuilder::default()
    }

    /// The policy for a subtask: the model of this session's decider, where it is one, else rules.
    #[must_use]
    pub fn policy(&self) -> Box<dyn Policy> {
        let (decider, clock) = (Arc::clone(&self.decider), Arc::clone(&self.clock));
        if decider.answers_steps() {
            Box::new(Model::new(decider, clock))
        } else {
            Box::new(Embedded::new(decider, clock))
        }
    }

    /// The open windows, of every app or of the apps of that name.
    ///
    /// # Errors
    /// `desktop_unavailable`, `desktop_timeout`, `bad_target` when no such app runs.
    pub fn windows(&self, app: Option<&str>, cancel: &Cancel) -> Result<Vec<Window>> {
        self.with_engine(|engine| engine.windows(app, cancel))
    }

    /// What a window shows and what can be done in it.
    ///
    /// # Errors
    /// `permission_denied`, `bad_target`, `window_not_found`, and whatever breaks on the way.
    pub fn observe(&self, request: &ObserveRequest, cancel: &Cancel) -> Result<Observation> {
        self.check_allowed()?;
        let seen = |seen: &Observation| seen.window.window.app.clone();
        self.looking("observe", &request.target, cancel, seen, |engine| engine.observe(request, cancel))
    }

    /// Waits until a window changes, or until a text appears on it or vanishes from it, and looks at it then.
    ///
    /// # Errors
    /// As [`Session::observe`], and `cancelled`.
    pub fn wait(&self, request: &WaitRequest, cancel: &Cancel) -> Result<Waited> {
        self.check_allowed()?;
        let seen = |waited: &Waited| waited.observation.window.window.app.clone();
        self.looking("wait", &request.target, cancel, seen, |engine| engine.wait(request, cancel))
    }

    /// Takes the steps one after the other, up to the first that is neither `done` nor `unverified`.
    ///
    /// # Errors
    /// As [`Session::observe`], before the first step; and as [`ActLock::acquire`].
    pub fn act(&self, steps: &[StepRequest], cancel: &Cancel) -> Result<ActReport> {
        self.act_watched(steps, cancel, &|_| {})
    }

    /// As [`Session::act`], and tells of it as it goes.
    ///
    /// # Errors
    /// As [`Session::act`].
    pub fn act_watched(
        &self,
        steps: &[StepRequest],
        cancel: &Cancel,
        watch: &dyn Fn(Going<'_>),
    ) -> Result<ActReport> {
        self.check_allowed()?;
        if matches!(&self.allowed, Allowed::User(permissions) if permissions.rules().read_only) {
            return Err(Error::new(Code::PermissionDenied, READ_ONLY));
        }
        self.acting(steps, cancel, || {
            let _alone =
                self.lock.acquire_watched(self.clock.as_ref(), cancel, &|| watch(Going::WaitsForTurn))?;
            self.with_engine(|engine| {
                let shown = Shown(self.mark.as_ref());
                engine.act_watched(steps, cancel, &|progress| {
                    if let Progress::Begins { window, .. } = progress {
                        shown.at(window);
                    }
                    watch(Going::Step(progress));
                })
            })
        })
    }

    /// Reads the element that the instruction means.
    ///
    /// # Errors
    /// As [`Session::observe`].
    pub fn extract(&self, target: &Target, instruction: &str, cancel: &Cancel) -> Result<Extraction> {
        self.check_allowed()?;
        let seen = |read: &Extraction| read.window.window.app.clone();
        self.looking("extract", target, cancel, seen, |engine| engine.extract(target, instruction, cancel))
    }

    /// Where nothing is allowed, no app is even looked for: an answer that differs for apps that run would tell.
    fn check_allowed(&self) -> Result<()> {
        match self.allowed {
            Allowed::Nothing => Err(denied()),
            Allowed::Everything | Allowed::By(_) | Allowed::User(_) => Ok(()),
        }
    }

    fn with_engine<T>(&self, call: impl FnOnce(&Engine) -> Result<T>) -> Result<T> {
        let engine = self.engine()?;
        let result = call(&engine);
        if matches!(&result, Err(error) if error.code == Code::DesktopUnavailable) {
            self.forget(&engine);
        }
        result
    }

    /// The engine. Calls that come while one connects wait for it.
    fn engine(&self) -> Result<Arc<Engine>> {
        let mut slot = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = slot.as_ref() {
            return Ok(Arc::clone(engine));
        }
        let desktop: Arc<dyn Desktop> = match &self.given {
            Some(desktop) => Arc::clone(desktop),
            None => Arc::new(AtspiDesktop::connect(Arc::clone(&self.clock))?),
        };
        let permissions: Arc<dyn Permissions> = match &self.allowed {
            Allowed::Nothing => Arc::new(NothingAllowed),
            Allowed::Everything => Arc::new(Unrestricted),
            Allowed::By(permissions) => Arc::clone(permissions),
            Allowed::User(permissions) => Arc::clone(permissions) as Arc<dyn Permissions>,
        };
        let decider = Arc::clone(&self.decider);
        let engine =
            Arc::new(Engine::new(desktop, decider, permissions, Arc::clone(&self.clock), self.settings));
        *slot = Some(Arc::clone(&engine));
        Ok(engine)
    }

    /// Lets go of a connection that is lost, unless another call has already replaced it.
    fn forget(&self, lost: &Arc<Engine>) {
        let mut slot = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_some_and(|engine| Arc::ptr_eq(engine, lost)) {
            *slot = None;
        }
    }
}

/// The mark of an act, gone with it, however it ends.
struct Shown<'a>(Option<&'a Mark>);

impl Shown<'_> {
    fn at(&self, window: &Window) {
        if let Some(mark) = self.0 {
            mark.show(window);
        }
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if let Some(mark) = self.0 {
            mark.hide();
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("decider", &self.decider.name())
            .field("allowed", &self.allowed)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
