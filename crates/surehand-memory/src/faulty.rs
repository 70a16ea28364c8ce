//! Faults for any desktop: the next call of a method breaks as told.
//!
//! Each fault is used up by one call. Whether an action had really been carried out before the fault is part of the
//! fault, because that is what [`Error::may_have_happened`] is about. Waiting is done on the clock, so a test with a
//! fake one does not sleep.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::desktop::{
    Capabilities, Desktop, Input, Launchable, LockState, Losses, MenuCommand, Payload, Picture, Reply, Rows,
};
use surehand_core::element::{Bounds, Element, ElementKey};
use surehand_core::error::{Error, Result};
use surehand_core::route::Route;
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::{App, Window, WindowKey};

/// A method of [`Desktop`] that can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// [`Desktop::windows`].
    Windows,
    /// [`Desktop::snapshot`].
    Snapshot,
    /// [`Desktop::rows`].
    Rows,
    /// [`Desktop::probe`].
    Probe,
    /// [`Desktop::perform`].
    Perform,
    /// [`Desktop::foreground`].
    Foreground,
    /// [`Desktop::put_back`].
    PutBack,
    /// [`Desktop::lock_state`].
    LockState,
    /// [`Desktop::user_idle`].
    UserIdle,
    /// [`Desktop::release_held`].
    ReleaseHeld,
    /// [`Desktop::deliver`].
    Deliver,
    /// [`Desktop::menu_commands`].
    MenuCommands,
    /// [`Desktop::run_menu_command`].
    RunMenuCommand,
    /// [`Desktop::capture`].
    Capture,
    /// [`Desktop::launchable`].
    Launchable,
    /// [`Desktop::launch`].
    Launch,
}

/// How one call breaks.
pub enum Fault {
    /// The call is not passed on; this is the answer.
    Fails(Error),
    /// The call is passed on, its answer is lost, and this is the answer instead, with `may_have_happened`.
    FailsAfter(Error),
    /// The call is not passed on, and nothing answers until the deadline.
    Hangs,
    /// The call is passed on, and nothing answers until the deadline.
    HangsAfter,
    /// The call is passed on so much later.
    Slow(Duration),
    /// What the desktop works through is lost, for this reason, and another takes the call.
    Replaced(Code),
    /// The call is passed on, and what the desktop works through is lost before its answer, for this reason.
    LostAfter(Code),
    /// A reading has only so many elements and says so. Other answers stay whole.
    Cut(usize),
    /// Something happens right before the call is passed on.
    Meanwhile(Box<dyn FnOnce() + Send>),
}

impl Fault {
    /// The app has ended before the call.
    #[must_use]
    pub fn app_gone() -> Self {
        Self::Fails(Error::new(Code::AppGone, "the app has ended"))
    }

    /// The app ends while it answers.
    #[must_use]
    pub fn app_gone_after() -> Self {
        Self::FailsAfter(Error::new(Code::AppGone, "the app has ended"))
    }

    /// Something happens right before the call is passed on.
    #[must_use]
    pub fn meanwhile(happening: impl FnOnce() + Send + 'static) -> Self {
        Self::Meanwhile(Box::new(happening))
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fails(error) => write!(formatter, "Fails({})", error.code),
            Self::FailsAfter(error) => write!(formatter, "FailsAfter({})", error.code),
            Self::Hangs => formatter.write_str("Hangs"),
            Self::HangsAfter => formatter.write_str("HangsAfter"),
            Self::Replaced(code) => write!(formatter, "Replaced({code})"),
            Self::LostAfter(code) => write!(formatter, "LostAfter({code})"),
            Self::Slow(delay) => write!(formatter, "Slow({delay:?})"),
            Self::Cut(elements) => write!(formatter, "Cut({elements})"),
            Self::Meanwhile(_) => formatter.write_str("Meanwhile"),
        }
    }
}

/// A desktop whose next calls break as told.
#[derive(Debug)]
pub struct Faulty<D: ?Sized> {
    clock: Arc<dyn Clock>,
    planned: Mutex<Vec<(Method, Fault)>>,
    losses: Mutex<Losses>,
    inner: Arc<D>,
}

impl<D: Desktop + ?Sized> Faulty<D> {
    /// Stands around `inner`, without faults yet.
    #[must_use]
    pub fn new(inner: Arc<D>, clock: Arc<dyn Clock>) -> Self {
        Self { clock, planned: Mutex::default(), losses: Mutex::default(), inner }
    }

    /// The next call of `method` that has no fault yet breaks like that.
    pub fn next(&self, method: Method, fault: Fault) {
        self.planned().push((method, fault));
    }

    /// How many faults have not been met yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.planned().len()
    }

    fn planned(&self) -> MutexGuard<'_, Vec<(Method, Fault)>> {
        self.planned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, method: Method) -> Option<Fault> {
        let mut planned = self.planned();
        let position = planned.iter().position(|(broken, _)| *broken == method)?;
        Some(planned.remove(position).1)
    }

    fn lose(&self, code: Code) {
        let mut losses = self.losses.lock().unwrap_or_else(PoisonError::into_inner);
        *losses = Losses { count: losses.count + 1, last: Some(code) };
    }

    fn wait(&self, patience: Duration, deadline: &Deadline) {
        let until = self.clock.now().plus(patience).min(deadline.at);
        let nothing = ChangeSignal::new();
        let _ = self.clock.wait(&nothing, nothing.count(), until);
    }

    fn call<T>(&self, method: Method, deadline: &Deadline, pass_on: impl FnOnce() -> Result<T>) -> Result<T> {
        self.call_and(method, deadline, pass_on, |answer, _| answer)
    }

    fn call_and<T>(
        &self,
        method: Method,
        deadline: &Deadline,
        pass_on: impl FnOnce() -> Result<T>,
        cut: impl FnOnce(T, usize) -> T,
    ) -> Result<T> {
        let timeout = || Error::new(Code::DesktopTimeout, "the app did not answer in time");
        match self.take(method) {
            None => pass_on(),
            Some(Fault::Fails(error)) => Err(error),
            Some(Fault::FailsAfter(error)) => pass_on().and(Err(error.after_sending())),
            Some(Fault::Hangs) => {
                self.wait(Duration::MAX, deadline);
                Err(timeout())
            }
            Some(Fault::HangsAfter) => {
                pass_on()?;
                self.wait(Duration::MAX, deadline);
                Err(timeout().after_sending())
            }
            Some(Fault::Replaced(code)) => {
                self.lose(code);
                pass_on()
            }
            Some(Fault::LostAfter(code)) => {
                pass_on()?;
                self.lose(code);
                Err(Error::new(code, "the driver was lost during the call").after_sending())
            }
            Some(Fault::Slow(delay)) => {
                self.wait(delay, deadline);
                pass_on()
            }
            Some(Fault::Cut(elements)) => pass_on().map(|answer| cut(answer, elements)),
            Some(Fault::Meanwhile(happening)) => {
                happening();
                pass_on()
            }
        }
    }
}

/// The same reading with only its first `most` elements.
fn cut_to(whole: Snapshot, most: usize) -> Snapshot {
    let elements = whole.elements();
    let missing = elements.len().saturating_sub(most) as u64;
    let kept = elements.iter().take(most).cloned().collect();
    let mut cut = Snapshot::new(whole.window.clone(), kept, whole.captured_at);
    cut.other_windows.clone_from(&whole.other_windows);
    cut.left_out = whole.left_out;
    cut.left_out.elements += missing;
    cut.left_out.out_of_time |= missing > 0;
    cut
}

impl<D: Desktop + ?Sized> Desktop for Faulty<D> {
    fn capabilities(&self) -> Capabilities {
        self.inner.capabilities()
    }

    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        self.call(Method::Windows, deadline, || self.inner.windows(deadline))
    }

    fn snapshot(&self, window: &WindowKey, bounds: &SnapshotBounds, deadline: &Deadline) -> Result<Snapshot> {
        let read = || self.inner.snapshot(window, bounds, deadline);
        self.call_and(Method::Snapshot, deadline, read, cut_to)
    }

    fn rows(&self, container: &ElementKey, first: u64, count: u64, deadline: &Deadline) -> Result<Rows> {
        self.call(Method::Rows, deadline, || self.inner.rows(container, first, count, deadline))
    }

    fn probe(&self, elements: &[ElementKey], deadline: &Deadline) -> Result<Vec<Option<Element>>> {
        self.call(Method::Probe, deadline, || self.inner.probe(elements, deadline))
    }

    fn perform(
        &self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply> {
        self.call(Method::Perform, deadline, || self.inner.perform(element, route, payload, deadline))
    }

    fn losses(&self) -> Losses {
        *self.losses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn foreground(&self, deadline: &Deadline) -> Result<Option<WindowKey>> {
        self.call(Method::Foreground, deadline, || self.inner.foreground(deadline))
    }

    fn put_back(&self, window: &WindowKey, deadline: &Deadline) -> Result<()> {
        self.call(Method::PutBack, deadline, || self.inner.put_back(window, deadline))
    }

    fn hold_front(&self, front: &WindowKey, app: u32, deadline: &Deadline) -> Result<()> {
        self.inner.hold_front(front, app, deadline)
    }

    fn release_front(&self) -> Vec<WindowKey> {
        self.inner.release_front()
    }

    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        self.call(Method::LockState, deadline, || self.inner.lock_state(deadline))
    }

    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        self.call(Method::UserIdle, deadline, || self.inner.user_idle(deadline))
    }

    fn change_signal(&self, window: &WindowKey) -> ChangeSignal {
        self.inner.change_signal(window)
    }

    fn release_held(&self, deadline: &Deadline) -> Result<()> {
        self.call(Method::ReleaseHeld, deadline, || self.inner.release_held(deadline))
    }

    fn deliver(&self, window: &WindowKey, input: &Input, deadline: &Deadline) -> Result<Reply> {
        self.call(Method::Deliver, deadline, || self.inner.deliver(window, input, deadline))
    }

    fn menu_commands(&self, window: &WindowKey, deadline: &Deadline) -> Result<Vec<MenuCommand>> {
        self.call(Method::MenuCommands, deadline, || self.inner.menu_commands(window, deadline))
    }

    fn run_menu_command(&self, window: &WindowKey, key: &str, deadline: &Deadline) -> Result<Reply> {
        self.call(Method::RunMenuCommand, deadline, || self.inner.run_menu_command(window, key, deadline))
    }

    fn capture(&self, window: &WindowKey, deadline: &Deadline) -> Result<Picture> {
        self.call(Method::Capture, deadline, || self.inner.capture(window, deadline))
    }

    fn launchable(&self, deadline: &Deadline) -> Result<Vec<Launchable>> {
        self.call(Method::Launchable, deadline, || self.inner.launchable(deadline))
    }

    fn opening_signal(&self) -> ChangeSignal {
        self.inner.opening_signal()
    }

    fn launch(&self, id: &str, deadline: &Deadline) -> Result<App> {
        self.call(Method::Launch, deadline, || self.inner.launch(id, deadline))
    }

    fn on_screen(&self, window: &Window, bounds: Bounds) -> Option<Bounds> {
        self.inner.on_screen(window, bounds)
    }
}
