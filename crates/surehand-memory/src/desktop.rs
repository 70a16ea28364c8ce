//! The in-memory desktop itself: calls, scripts and time.
//!
//! Whatever is scheduled becomes visible once the clock has passed its moment: it is applied, in order, at the start of
//! the next call, or earlier by a clock that drives this desktop as something [`Scheduled`]. Changes are told to the
//! signal with the moment at which they were due, not at which they were noticed.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Deadline, Moment, Scheduled};
use surehand_core::code::Code;
use surehand_core::desktop::{
    Capabilities, Desktop, Launchable, LockState, MenuCommand, Payload, Picture, Reply, Rows, unsupported,
};
use surehand_core::element::{Element, ElementKey};
use surehand_core::error::{Error, Result};
use surehand_core::route::Route;
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::{App, Window, WindowKey};

use crate::change::{Change, Reaction};
use crate::node::WindowState;
use crate::picture::Looks;
use crate::reading;
use crate::transition;
use crate::world::{Spoken, World};

/// A route as it was performed.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// When.
    pub at: Moment,
    /// On what.
    pub element: ElementKey,
    /// By which way.
    pub route: Route,
    /// With what.
    pub payload: Payload,
}

/// A desktop that lives in memory.
#[derive(Debug)]
pub struct MemoryDesktop {
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    world: World,
    due: Vec<Due>,
    scheduled_so_far: u64,
    always: HashMap<ElementKey, Reaction>,
    next: HashMap<ElementKey, VecDeque<Reaction>>,
    performed: Vec<Performed>,
    signals: HashMap<u32, ChangeSignal>,
    commands: HashMap<u32, Vec<(MenuCommand, Vec<Change>)>>,
    installed: Vec<Installed>,
    opening: ChangeSignal,
    lock: Result<LockState>,
    user_last_acted: Option<Moment>,
    looks: Option<Looks>,
}

/// An app that can be started.
#[derive(Debug)]
struct Installed {
    app: Launchable,
    pid: u32,
    /// What happens then, each some time after.
    then: Vec<(Duration, Change)>,
}

/// Something that is going to happen.
#[derive(Debug)]
struct Due {
    at: Moment,
    /// Keeps what is due at the same moment in the order in which it was scheduled.
    number: u64,
    change: Change,
    silent: bool,
    again: Option<Duration>,
}

impl MemoryDesktop {
    /// A desktop without windows that lives in the time of `clock`. A fake clock has to be told to drive it.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Arc<Self> {
        let inner = Inner {
            world: World::default(),
            due: Vec::new(),
            scheduled_so_far: 0,
            always: HashMap::new(),
            next: HashMap::new(),
            performed: Vec::new(),
            signals: HashMap::new(),
            commands: HashMap::new(),
            installed: Vec::new(),
            opening: ChangeSignal::new(),
            lock: Ok(LockState::NotLocked),
            user_last_acted: None,
            looks: None,
        };
        Arc::new(Self { clock, inner: Mutex::new(inner) })
    }

    /// Opens a window in the background.
    pub fn open(&self, window: WindowState) {
        self.apply(Change::Open(Box::new(window)));
    }

    /// Opens a window in front: the user works in it.
    pub fn open_in_front(&self, window: WindowState) {
        let key = window.window.key.clone();
        self.open(window);
        self.apply(Change::Front(key));
    }

    /// Something happens now.
    pub fn apply(&self, change: Change) {
        let now = self.clock.now();
        let mut inner = self.up_to_date(now);
        inner.happen(change, now, false);
    }

    /// Something happens when the clock has gone on by `after`.
    pub fn schedule(&self, after: Duration, change: Change) {
        let now = self.clock.now();
        self.up_to_date(now).schedule(now.plus(after), change, false, None);
    }

    /// Something happens again and again, for the first time after one `interval`, which is at least a millisecond.
    pub fn every(&self, interval: Duration, change: Change) {
        let interval = interval.max(Duration::from_millis(1));
        let now = self.clock.now();
        self.up_to_date(now).schedule(now.plus(interval), change, false, Some(interval));
    }

    /// From now on the control reacts like that.
    pub fn on(&self, element: &ElementKey, reaction: Reaction) {
        self.held().always.insert(element.clone(), reaction);
    }

    /// The control reacts like that once; calling again adds to the queue.
    pub fn on_next(&self, element: &ElementKey, reaction: Reaction) {
        self.held().next.entry(element.clone()).or_default().push_back(reaction);
    }

    /// The app of `pid` exports a command, and running it does `changes`.
    pub fn export_command(&self, pid: u32, command: MenuCommand, changes: Vec<Change>) {
        self.held().commands.entry(pid).or_default().push((command, changes));
    }

    /// An app is installed. Starting it makes a process `pid`, and then each of these happens some time after.
    pub fn install(&self, app: Launchable, pid: u32, then: Vec<(Duration, Change)>) {
        self.held().installed.push(Installed { app, pid, then });
    }

    /// The screen locker answers like that.
    pub fn lock(&self, answer: Result<LockState>) {
        self.held().lock = answer;
    }

    /// The user touches keyboard or pointer now. Until then they have been idle for an hour.
    pub fn user_acts(&self) {
        let now = self.clock.now();
        self.held().user_last_acted = Some(now);
    }

    /// From now on windows have pictures, in which these controls go on showing what they show now, whatever they say.
    pub fn draw(&self, stuck: &[ElementKey]) {
        let mut inner = self.up_to_date(self.clock.now());
        inner.looks = Some(Looks::new(&inner.world, stuck));
    }

    /// The control as its app holds it, hidden text included; `None` when it is gone.
    #[must_use]
    pub fn element(&self, element: &ElementKey) -> Option<Element> {
        let inner = self.up_to_date(self.clock.now());
        inner.world.node(element).map(|node| node.element.clone())
    }

    /// The text that a control holds, hidden text included.
    #[must_use]
    pub fn text(&self, element: &ElementKey) -> Option<String> {
        self.element(element).and_then(|element| element.content).map(|content| content.text)
    }

    /// How often the control has been pressed.
    #[must_use]
    pub fn presses(&self, element: &ElementKey) -> u32 {
        self.up_to_date(self.clock.now()).world.presses(element)
    }

    /// The routes that were performed, oldest first. Declined and ineffective ones are among them.
    #[must_use]
    pub fn performed(&self) -> Vec<Performed> {
        self.held().performed.clone()
    }

    fn held(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state at `now`.
    fn up_to_date(&self, now: Moment) -> MutexGuard<'_, Inner> {
        let mut inner = self.held();
        inner.come_to(now);
        inner
    }

    /// The state for a call with that deadline.
    fn called(&self, deadline: &Deadline) -> Result<(MutexGuard<'_, Inner>, Moment)> {
        let now = self.clock.now();
        if deadline.cancel.is_cancelled() {
            return Err(Error::new(Code::Cancelled, "nobody waits for the answer any more"));
        }
        if deadline.at <= now {
            return Err(Error::new(Code::DesktopTimeout, "the time for the call was over before it began"));
        }
        Ok((self.up_to_date(now), now))
    }
}

impl Inner {
    fn schedule(&mut self, at: Moment, change: Change, silent: bool, again: Option<Duration>) {
        self.scheduled_so_far += 1;
        self.due.push(Due { at, number: self.scheduled_so_far, change, silent, again });
    }

    fn come_to(&mut self, now: Moment) {
        loop {
            let ready = self.due.iter().enumerate().filter(|(_, due)| due.at <= now);
            let Some((index, _)) = ready.min_by_key(|(_, due)| (due.at, due.number)) else { return };
            let due = self.due.swap_remove(index);
            if let Some(interval) = due.again {
                self.schedule(due.at.plus(interval), due.change.clone(), due.silent, due.again);
            }
            self.happen(due.change, due.at, due.silent);
        }
    }

    fn happen(&mut self, change: Change, at: Moment, silent: bool) {
        let opens = matches!(change, Change::Open(_));
        let spoken = self.world.apply(change);
        if opens {
            self.opening.notify(at, None);
        }
        if !silent {
            self.tell(&spoken, at);
        }
    }

    fn tell(&mut self, spoken: &[Spoken], at: Moment) {
        for (pid, source) in spoken {
            self.signals.entry(*pid).or_default().notify(at, source.as_ref());
        }
    }

    fn window_error(&self, key: &WindowKey) -> Error {
        match self.world.window_owner(key) {
            Some(pid) if self.world.ended.contains(&pid) => app_gone(),
            _ => Error::new(Code::WindowNotFound, "the window is gone"),
        }
    }

    fn element_error(&self, key: &ElementKey) -> Error {
        match self.world.owner(key) {
            Some(pid) if self.world.ended.contains(&pid) => app_gone(),
            _ => Error::new(Code::DesktopError, "the control is gone"),
        }
    }

    fn reaction(&mut self, element: &ElementKey) -> Reaction {
        let once = self.next.get_mut(element).and_then(VecDeque::pop_front);
        once.or_else(|| self.always.get(element).cloned()).unwrap_or_else(Reaction::usual)
    }

    fn perform(
        &mut self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        now: Moment,
    ) -> Result<Reply> {
        let Some(node) = self.world.node(element) else { return Err(self.element_error(element)) };
        let effects = transition::effects(node, route, payload)?;
        let before = node.clone();
        let done = Performed { at: now, element: element.clone(), route: *route, payload: payload.clone() };
        self.performed.push(done);
        let Some(effects) = effects else { return Ok(Reply::Declined) };
        let reaction = self.reaction(element);
        let silent = reaction.silent;
        let takes_effect = now.plus(reaction.delay);
        if reaction.takes_effect {
            for effect in effects {
                self.schedule(takes_effect, effect, silent, None);
            }
        }
        if let Some(rewrite) = reaction.rewrite {
            self.schedule(takes_effect, Change::Rewrite(element.clone(), rewrite), silent, None);
        }
        if let Some(after) = reaction.reverts_after {
            self.schedule(takes_effect.plus(after), Change::Restore(Box::new(before)), silent, None);
        }
        for (after, change) in reaction.more {
            self.schedule(takes_effect.plus(after), change, silent, None);
        }
        self.come_to(now);
        Ok(reaction.reply)
    }
}

fn app_gone() -> Error {
    Error::new(Code::AppGone, "the app has ended")
}

impl Scheduled for MemoryDesktop {
    fn next_moment(&self) -> Option<Moment> {
        self.held().due.iter().map(|due| due.at).min()
    }

    fn come_to(&self, now: Moment) {
        self.held().come_to(now);
    }
}

impl Desktop for MemoryDesktop {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            launch: true,
            capture: self.held().looks.is_some(),
            menu_commands: true,
            put_back: true,
            user_idle: true,
            ..Capabilities::default()
        }
    }

    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        let (inner, _) = self.called(deadline)?;
        Ok(inner.world.windows.iter().map(|state| inner.world.listed(state)).collect())
    }

    fn snapshot(&self, window: &WindowKey, bounds: &SnapshotBounds, deadline: &Deadline) -> Result<Snapshot> {
        let (inner, now) = self.called(deadline)?;
        let world = &inner.world;
        let state = world.window(window).ok_or_else(|| inner.window_error(window))?;
        let mut snapshot = reading::snapshot(world.listed(state), &state.content, bounds, now);
        let pid = state.window.app.pid;
        let others = world.windows.iter().filter(|other| other.window.app.pid == pid);
        let others = others.filter(|other| other.window.key != *window);
        snapshot.other_windows = others.map(|other| world.listed(other)).collect();
        Ok(snapshot)
    }

    fn rows(&self, container: &ElementKey, first: u64, count: u64, deadline: &Deadline) -> Result<Rows> {
        let (inner, _) = self.called(deadline)?;
        let node = inner.world.node(container).ok_or_else(|| inner.element_error(container))?;
        reading::rows(node, first, count).ok_or_else(unsupported)
    }

    fn probe(&self, elements: &[ElementKey], deadline: &Deadline) -> Result<Vec<Option<Element>>> {
        let (inner, _) = self.called(deadline)?;
        let world = &inner.world;
        let of_an_ended_app =
            |key: &ElementKey| world.owner(key).is_some_and(|pid| world.ended.contains(&pid));
        if elements.iter().any(of_an_ended_app) {
            return Err(app_gone());
        }
        let read = |key| world.node(key).map(|node| reading::facts(&node.element, usize::MAX));
        Ok(elements.iter().map(read).collect())
    }

    fn perform(
        &self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply> {
        let (mut inner, now) = self.called(deadline)?;
        inner.perform(element, route, payload, now)
    }

    fn foreground(&self, deadline: &Deadline) -> Result<Option<WindowKey>> {
        let (inner, _) = self.called(deadline)?;
        Ok(inner.world.foreground.clone())
    }

    fn put_back(&self, window: &WindowKey, deadline: &Deadline) -> Result<()> {
        let (mut inner, now) = self.called(deadline)?;
        if inner.world.window(window).is_none() {
            return Err(Error::new(Code::WindowNotFound, "the window is gone"));
        }
        inner.happen(Change::Front(window.clone()), now, false);
        Ok(())
    }

    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        let (inner, _) = self.called(deadline)?;
        inner.lock.clone()
    }

    fn capture(&self, window: &WindowKey, deadline: &Deadline) -> Result<Picture> {
        let (inner, _) = self.called(deadline)?;
        let looks = inner.looks.as_ref().ok_or_else(unsupported)?;
        let state = inner.world.window(window).ok_or_else(|| inner.window_error(window))?;
        Ok(looks.picture(&state.content))
    }

    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        let (inner, now) = self.called(deadline)?;
        let an_hour = Duration::from_secs(3_600);
        Ok(inner.user_last_acted.map_or_else(|| now.since_start() + an_hour, |last| now.since(last)))
    }

    fn change_signal(&self, window: &WindowKey) -> ChangeSignal {
        let mut inner = self.held();
        let pid = inner.world.window_owner(window);
        pid.map(|pid| inner.signals.entry(pid).or_default().clone()).unwrap_or_default()
    }

    fn launchable(&self, deadline: &Deadline) -> Result<Vec<Launchable>> {
        let (inner, _) = self.called(deadline)?;
        Ok(inner.installed.iter().map(|installed| installed.app.clone()).collect())
    }

    fn launch(&self, id: &str, deadline: &Deadline) -> Result<App> {
        let (mut inner, now) = self.called(deadline)?;
        let found = inner.installed.iter().find(|installed| installed.app.id == id);
        let Some(Installed { app, pid, then }) = found else {
            return Err(Error::new(Code::BadTarget, "no installed app has this id"));
        };
        let (app, then) = (App { pid: *pid, ..app.app() }, then.clone());
        for (after, change) in then {
            inner.schedule(now.plus(after), change, false, None);
        }
        inner.come_to(now);
        Ok(app)
    }

    fn opening_signal(&self) -> ChangeSignal {
        self.held().opening.clone()
    }

    fn menu_commands(&self, window: &WindowKey, deadline: &Deadline) -> Result<Vec<MenuCommand>> {
        let (inner, _) = self.called(deadline)?;
        let state = inner.world.window(window).ok_or_else(|| inner.window_error(window))?;
        let commands = inner.commands.get(&state.window.app.pid).into_iter().flatten();
        Ok(commands.map(|(command, _)| command.clone()).collect())
    }

    fn run_menu_command(&self, window: &WindowKey, key: &str, deadline: &Deadline) -> Result<Reply> {
        let (mut inner, now) = self.called(deadline)?;
        let state = inner.world.window(window).ok_or_else(|| inner.window_error(window))?;
        let mut commands = inner.commands.get(&state.window.app.pid).into_iter().flatten();
        let (command, changes) = commands.find(|(command, _)| command.key == key).ok_or_else(unsupported)?;
        if !command.enabled {
            return Ok(Reply::Declined);
        }
        for change in changes.clone() {
            inner.happen(change, now, false);
        }
        Ok(Reply::Accepted)
    }
}
