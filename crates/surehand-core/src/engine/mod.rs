//! The loop: observe → candidates → decide → gate → perform → verify → report.
//!
//! An [`Engine`] joins a desktop, a decider, the user's permissions and a clock, and keeps what one session needs to
//! remember (ids, and which parts of a window move by themselves). It is synchronous and knows no wire format; locking
//! a desktop against other processes is its caller's part.

mod act;
mod chain;
mod closing;
mod effect;
mod extract;
mod foreground;
mod gesture;
mod keypad;
mod launch;
mod look;
mod loss;
mod observe;
mod perform;
mod progress;
mod report;
mod rows;
mod settle;
mod target;
mod wait;
mod workplace;

pub use progress::Progress;
pub use report::{
    ActReport, ActionReport, DecisionReport, Extracted, ExtractedElement, Extraction, Observation,
    PickReport, Ranked, StepReport, Verification, WindowReport,
};
pub(crate) use target::window_report;
pub use wait::{Until, WaitRequest, Waited};
pub use workplace::Workplace;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use launch::Launched;

use crate::ambient::Ambient;
use crate::clock::{Cancel, Clock, Deadline};
use crate::decider::Decider;
use crate::desktop::{Desktop, Modifier};
use crate::identity::IdTable;
use crate::permissions::Permissions;
use crate::snapshot::SnapshotBounds;
use crate::window::WindowKey;

/// How long to wait for what, and how much to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Fresh readings at the least before `no_effect`.
    pub effect_retakes: u32,
    /// Time at the least before `no_effect`.
    pub effect_patience: Duration,
    /// How long a text, value, option or toggle must hold before it is `done`.
    pub stable: Duration,
    /// The limit of one reading of a window.
    pub read_limit: Duration,
    /// The limit of one step as a whole.
    pub step_limit: Duration,
    /// The limit for an app that is started to show a window.
    pub launch_limit: Duration,
    /// How much of a window is read.
    pub bounds: SnapshotBounds,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            effect_retakes: 5,
            effect_patience: Duration::from_millis(800),
            stable: Duration::from_millis(350),
            read_limit: Duration::from_secs(5),
            step_limit: Duration::from_secs(20),
            launch_limit: Duration::from_secs(15),
            bounds: SnapshotBounds::default(),
        }
    }
}

/// Which window a call means: an app by name or process, a window by its number, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// A name the app answers to.
    pub app: Option<String>,
    /// The app's process.
    pub pid: Option<u32>,
    /// The public number of the window.
    pub window_id: Option<u64>,
}

/// What to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObserveRequest {
    /// The window.
    pub target: Target,
    /// Rank the candidates by this.
    pub instruction: Option<String>,
    /// How many candidates to list; 80 without an instruction, 10 with one.
    pub limit: Option<usize>,
}

/// Where to drag something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DragTo {
    /// To another candidate.
    Candidate(String),
    /// By so many window pixels.
    Offset {
        /// To the right.
        dx: i32,
        /// Down.
        dy: i32,
    },
}

/// One step of an `act`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepRequest {
    /// The window; empty means that of the step before.
    pub target: Target,
    /// What to do, in the caller's words. May be empty when `candidate_id` is given.
    pub instruction: String,
    /// The text to enter, exactly. `Some("")` empties a field.
    pub text: Option<String>,
    /// The id of a candidate: no decision is asked.
    pub candidate_id: Option<String>,
    /// Where to drag the candidate.
    pub drag_to: Option<DragTo>,
    /// The caller confirms that this may destroy something.
    pub allow_destructive: bool,
    /// Keys to hold during a click.
    pub modifiers: Vec<Modifier>,
}

/// Drives apps through a desktop and proves what it did. Shared between threads; acts must not overlap.
#[derive(Debug)]
pub struct Engine {
    desktop: Arc<dyn Desktop>,
    decider: Arc<dyn Decider>,
    permissions: Arc<dyn Permissions>,
    clock: Arc<dyn Clock>,
    settings: Settings,
    ids: Mutex<IdTable>,
    ambient: Mutex<Ambient>,
    launched: Mutex<Launched>,
    /// Windows in which nothing appeared for a while.
    bare: Mutex<HashSet<WindowKey>>,
}

impl Engine {
    /// Joins the parts.
    #[must_use]
    pub fn new(
        desktop: Arc<dyn Desktop>,
        decider: Arc<dyn Decider>,
        permissions: Arc<dyn Permissions>,
        clock: Arc<dyn Clock>,
        settings: Settings,
    ) -> Self {
        Self {
            desktop,
            decider,
            permissions,
            clock,
            settings,
            ids: Mutex::default(),
            ambient: Mutex::default(),
            launched: Mutex::default(),
            bare: Mutex::default(),
        }
    }

    /// The desktop.
    #[must_use]
    pub fn desktop(&self) -> &dyn Desktop {
        self.desktop.as_ref()
    }

    /// What the user allows.
    #[must_use]
    pub fn permissions(&self) -> &dyn Permissions {
        self.permissions.as_ref()
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    fn ids(&self) -> MutexGuard<'_, IdTable> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ambient(&self) -> MutexGuard<'_, Ambient> {
        self.ambient.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn launched(&self) -> MutexGuard<'_, Launched> {
        self.launched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bare(&self) -> MutexGuard<'_, HashSet<WindowKey>> {
        self.bare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn deadline(&self, limit: Duration, cancel: &Cancel) -> Deadline {
        Deadline { at: self.clock.now().plus(limit), cancel: cancel.clone() }
    }
}
