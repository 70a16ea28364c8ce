//! The desktop as core sees it, as long as its buses last.
//!
//! Puts the parts together: the accessibility bus for trees and actions, the X server for windows, the session bus for
//! the locker. Windows are listed afresh at every call; what is kept between calls is only what finds things again
//! (which object is behind a window, the last tree of a window).

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Deadline, Moment};
use surehand_core::code::Code;
use surehand_core::desktop::{
    Capabilities, Desktop, Launchable, LockState, MenuCommand, Payload, Picture, Reply, Rows, unsupported,
};
use surehand_core::element::{Bounds, Element, ElementKey};
use surehand_core::error::{Error, Result};
use surehand_core::route::{Route, RouteKind};
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::{App, Window, WindowKey};

use crate::apps::Entries;
use crate::background::Background;
use crate::bus::{APP_LIMIT, AccessibilityBus, AppFacts, ONLY_APP_LIMIT};
use crate::changes::Changes;
use crate::closing;
use crate::entry::{Surroundings, read_entries};
use crate::foresight::{Aim, Asker, Scripts};
use crate::front::{Against, FrontKeeper};
use crate::known::KnownObjects;
use crate::launch::{launch, no_such_app};
use crate::lock;
use crate::loose::LooseMenus;
use crate::menus::{self, Exported};
use crate::object::Object;
use crate::perform::{Performer, before_sending, perform};
use crate::reading::{Reader, Remembered};
use crate::startup::Startup;
use crate::transport::Client;
use crate::windows::{Listed, Placement, Screen, list, x_key, x_number};
use crate::x11::XDesktop;

/// How long connecting may take.
pub(crate) const CONNECT: Duration = Duration::from_secs(5);
/// How long a covered window gets to draw itself before its first picture.
const REDRAW: Duration = Duration::from_millis(120);
/// How long a window may take to be found for its signal.
const FIND: Duration = Duration::from_millis(500);

/// Where a desktop is: its X display (`:7`) and the address of its session bus.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) display: Option<String>,
    pub(crate) session_bus: Option<String>,
}

/// What is on the X server, if there is one.
#[derive(Clone, Debug)]
pub(crate) struct OnScreen {
    x: Option<Arc<XDesktop>>,
    front: Option<Arc<FrontKeeper>>,
}

impl OnScreen {
    pub(crate) fn open(clock: &Arc<dyn Clock>, place: &Place) -> Self {
        let display = place.display.as_deref();
        let x = display.and_then(XDesktop::connect).map(Arc::new);
        let front = display.and_then(|display| FrontKeeper::start(display, Arc::clone(clock))).map(Arc::new);
        Self { x, front }
    }
}

/// The desktop over one connection to each of its buses.
#[derive(Debug)]
pub(crate) struct Connection {
    clock: Arc<dyn Clock>,
    accessibility: Arc<AccessibilityBus>,
    session: Option<Client>,
    x: Option<Arc<XDesktop>>,
    front: Option<Arc<FrontKeeper>>,
    changes: Arc<Changes>,
    entries: Entries,
    /// The display and session bus for apps that are started.
    places: Vec<(&'static str, String)>,
    known: Arc<KnownObjects>,
    loose: Arc<LooseMenus>,
    scripts: Scripts,
    memory: Mutex<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    windows: HashMap<WindowKey, Listed>,
    trees: HashMap<WindowKey, (Arc<str>, Arc<Remembered>)>,
    /// What the app of a window exports.
    menus: HashMap<WindowKey, Vec<menus::Item>>,
    /// Windows of apps whose list of objects is too long to ask for.
    unlisted: HashSet<WindowKey>,
    /// The start of an app whose window is not there yet.
    startup: Option<Startup>,
}

impl Connection {
    /// Connects to the buses. What is on the X server outlives them and is handed on from connection to connection.
    pub(crate) fn open(
        clock: Arc<dyn Clock>,
        screen: &OnScreen,
        place: &Place,
        deadline: &Deadline,
    ) -> Result<Self> {
        let deadline = deadline.sooner(clock.now().plus(CONNECT));
        let (x, front) = (screen.x.clone(), screen.front.clone());
        let address = place.session_bus.as_deref();
        let session = address.and_then(|address| Client::connect(address, Arc::clone(&clock)).ok());
        let from_root = || x.as_ref().and_then(|x| x.accessibility_bus());
        let accessibility =
            Arc::new(AccessibilityBus::connect(session.as_ref(), from_root, Arc::clone(&clock), &deadline)?);
        let changes = Arc::new(Changes::new(Arc::clone(&clock)));
        let hearing = Arc::clone(&changes);
        // Weak: the listener lives in the client that the bus owns.
        let forgetting = Arc::downgrade(&accessibility);
        let known = Arc::new(KnownObjects::default());
        let knowing = Arc::clone(&known);
        let loose = Arc::new(LooseMenus::default());
        let noting = Arc::clone(&loose);
        accessibility.client.listen(Box::new(move |message| {
            // First: who is woken by the signal must not find old knowledge.
            knowing.hear(message);
            noting.hear(message);
            if let (Some(name), Some(accessibility)) = (hearing.hear(message), forgetting.upgrade()) {
                accessibility.forget(&name);
                knowing.forget(&name);
                noting.forget(&name);
            }
        }));
        accessibility.watch_names(&deadline);
        let entries = Entries::default();
        let named = |name, address: Option<&String>| address.map(|address| (name, address.clone()));
        let places = [
            named("DISPLAY", place.display.as_ref()),
            named("DBUS_SESSION_BUS_ADDRESS", place.session_bus.as_ref()),
        ];
        let places = places.into_iter().flatten().collect();
        let (scripts, memory) = (Scripts::default(), Mutex::default());
        Ok(Self {
            clock,
            accessibility,
            session,
            x,
            front,
            changes,
            entries,
            places,
            known,
            loose,
            scripts,
            memory,
        })
    }

    /// Whether a bus has hung up, as it does when it is restarted.
    pub(crate) fn is_broken(&self) -> bool {
        self.accessibility.client.is_broken() || self.session.as_ref().is_some_and(Client::is_broken)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All windows, or those of one process, and remembers what is behind them.
    fn list(&self, pid: Option<u32>, deadline: &Deadline) -> Result<Vec<Listed>> {
        let screen = match &self.x {
            Some(x) => {
                let (mut windows, active) = x.windows()?;
                windows.retain(|window| pid.is_none() || window.pid == pid);
                Some(Screen { windows, active })
            }
            None => None,
        };
        let aim = pid.map_or(Aim::Windows, Aim::Process);
        let limit = if pid.is_some() { ONLY_APP_LIMIT } else { APP_LIMIT };
        let limit = deadline.sooner(self.clock.now().plus(limit));
        let asker = self.scripts.asker(&aim, &self.accessibility.client, &limit);
        let registered = self.accessibility.registered(&asker, pid, deadline)?;
        self.scripts.keep(aim, asker);
        let listed = list(&registered, screen.as_ref(), &self.entries);
        let mut memory = self.memory();
        if pid.is_none() {
            memory.windows.clear();
            let open = |key: &WindowKey| listed.iter().any(|listed| listed.window.key == *key);
            memory.trees.retain(|key, _| open(key));
            memory.menus.retain(|key, _| open(key));
            memory.unlisted.retain(open);
        }
        memory.windows.extend(listed.iter().map(|listed| (listed.window.key.clone(), listed.clone())));
        Ok(listed)
    }

    /// A window as it is now and the other windows of its app.
    fn locate(&self, key: &WindowKey, deadline: &Deadline) -> Result<(Listed, Vec<Window>)> {
        let known = self.memory().windows.get(key).cloned();
        let pid = known.as_ref().map(|listed| listed.window.app.pid);
        let mut listed = self.list(pid, deadline)?;
        let place = listed.iter().position(|listed| listed.window.key == *key);
        let Some(place) = place else {
            self.memory().windows.remove(key);
            let runs = pid
                .is_none_or(|pid| listed.iter().any(|other| other.window.app.pid == pid) || is_running(pid));
            return Err(if runs {
                Error::new(Code::WindowNotFound, "the window is gone")
            } else {
                Error::new(Code::AppGone, "the app has ended")
            });
        };
        let found = listed.remove(place);
        let pid = found.window.app.pid;
        let others = listed.into_iter().map(|listed| listed.window).filter(|window| window.app.pid == pid);
        Ok((found, others.collect()))
    }

    /// A window that was read before and has nothing behind it now is not an empty one.
    fn may_be_empty(&self, listed: &Listed) -> Result<()> {
        if !is_running(listed.window.app.pid) {
            return Err(Error::new(Code::AppGone, "the app has ended"));
        }
        if !self.memory().trees.contains_key(&listed.window.key) {
            return Ok(());
        }
        // The app has closed it, and it is still on the screen; or the app is ending.
        Err(if listed.answers {
            Error::new(Code::WindowNotFound, "the window is gone")
        } else {
            Error::new(Code::DesktopTimeout, "the app does not answer any more")
        })
    }

    fn app(&self, bus: &str, deadline: &Deadline) -> Result<Arc<AppFacts>> {
        if let Some(app) = self.accessibility.app(bus) {
            return Ok(app);
        }
        self.accessibility.registered(&Asker::new(&self.accessibility.client), None, deadline)?;
        self.accessibility.app(bus).ok_or_else(|| Error::new(Code::AppGone, "the app has ended"))
    }

    fn reader<'a>(
        &'a self,
        asker: &'a Asker<'_>,
        tree: u64,
        app: &'a AppFacts,
        placement: Placement,
    ) -> Reader<'a> {
        Reader { asker, known: &self.known, tree, clock: &*self.clock, app, loose: &self.loose, placement }
    }

    fn remembered(&self, bus: &str) -> Vec<Arc<Remembered>> {
        self.memory()
            .trees
            .values()
            .filter(|(owner, _)| **owner == *bus)
            .map(|(_, tree)| Arc::clone(tree))
            .collect()
    }

    fn x_window(&self, key: &WindowKey) -> Result<(&XDesktop, u32)> {
        let x = self.x.as_deref().ok_or_else(unsupported)?;
        x_number(key)
            .map(|id| (x, id))
            .ok_or_else(|| Error::new(Code::WindowNotFound, "the X server has no such window"))
    }

    /// The items of the menus that a window's app exports, which are remembered by their keys.
    fn menus(
        &self,
        window: &WindowKey,
        exported: Option<&Exported>,
        deadline: &Deadline,
    ) -> Vec<menus::Item> {
        let items = match (&self.session, exported) {
            (Some(session), Some(exported)) => menus::read(session, exported, deadline),
            _ => Vec::new(),
        };
        self.memory().menus.insert(window.clone(), items.clone());
        items
    }

    fn menu_item(&self, key: &ElementKey) -> Option<menus::Item> {
        let memory = self.memory();
        memory.menus.values().flatten().find(|item| item.key == *key).cloned()
    }

    fn run_item(&self, key: &ElementKey, deadline: &Deadline) -> Result<Reply> {
        let item = self.menu_item(key).ok_or_else(unsupported)?;
        item.run(self.session.as_ref().ok_or_else(unsupported)?, deadline)
    }

    /// Does what takes keys or pointer events to the window, which need not be in front.
    fn by_events(
        &self,
        app: &AppFacts,
        object: &Object,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply> {
        let found = self
            .memory()
            .trees
            .iter()
            .find_map(|(key, (_, tree))| tree.has(object).then(|| (key.clone(), Arc::clone(tree))));
        let (key, tree) = found.ok_or_else(unsupported)?;
        self.in_background(app, (&key, &tree), object, deadline, |background| match payload {
            _ if route.kind == RouteKind::PointerInput => background.point(object, route.action, payload),
            Payload::Chord(chord) => background.press(object, chord),
            Payload::Option(option) => background.choose(object, &background.performer.options()?, option),
            Payload::Nothing => background.open_menu(object, &self.loose),
            _ => Err(unsupported()),
        })
    }

    /// Presses a chord on whatever has the focus inside a window.
    fn press_in(&self, window: &WindowKey, chord: &str, deadline: &Deadline) -> Result<Reply> {
        let (bus, tree) = self.memory().trees.get(window).cloned().ok_or_else(unsupported)?;
        let app = self.app(&bus, deadline)?;
        let toplevel = tree.toplevel().ok_or_else(unsupported)?;
        self.in_background(&app, (window, &tree), toplevel, deadline, |background| {
            background.press_inside(chord)
        })
    }

    /// Does something to a window that takes events, which need not be in front.
    fn in_background(
        &self,
        app: &AppFacts,
        (key, tree): (&WindowKey, &Remembered),
        object: &Object,
        deadline: &Deadline,
        does: impl FnOnce(&Background<'_>) -> Result<Reply>,
    ) -> Result<Reply> {
        let (x, window) = self.x_window(key)?;
        let active = x.active()?;
        let listed = self.list(Some(app.pid), deadline)?;
        let is_own = |id: u32| listed.iter().any(|one| one.window.key == x_key(id));
        if active.is_some_and(|active| active != window && is_own(active)) {
            return Err(Error::new(
                Code::ForegroundRequired,
                "the user works in another window of this app, whose focus would be disturbed",
            ));
        }
        let performer =
            Performer { client: &self.accessibility.client, toolkit: app.toolkit, object, deadline };
        let background = Background {
            performer: &performer,
            x,
            clock: &*self.clock,
            signal: self.changes.signal(&app.bus),
            window,
            is_active: active == Some(window),
            focusable: tree.focusable(),
        };
        does(&background)
    }

    /// A call whose time was over before it began does nothing.
    fn in_time(&self, deadline: &Deadline) -> Result<()> {
        if deadline.left(self.clock.now()).is_zero() {
            return Err(Error::new(Code::DesktopTimeout, "the time was over before the desktop was asked"));
        }
        Ok(())
    }
}

impl Desktop for Connection {
    fn capabilities(&self) -> Capabilities {
        let x = self.x.is_some();
        let menu_commands = x && self.session.is_some();
        Capabilities {
            launch: true,
            capture: x,
            menu_commands,
            put_back: x,
            user_idle: x,
            ..Capabilities::default()
        }
    }

    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        self.in_time(deadline)?;
        Ok(self.list(None, deadline)?.into_iter().map(|listed| listed.window).collect())
    }

    fn snapshot(&self, window: &WindowKey, bounds: &SnapshotBounds, deadline: &Deadline) -> Result<Snapshot> {
        self.in_time(deadline)?;
        let (listed, others) = self.locate(window, deadline)?;
        if listed.silent {
            return Err(Error::new(Code::DesktopTimeout, "the app did not answer in time"));
        }
        let captured_at = self.clock.now();
        let (Some(app), Some(toplevel)) = (&listed.app, &listed.toplevel) else {
            self.may_be_empty(&listed)?;
            return Ok(unread(listed.window, others, captured_at));
        };
        self.changes.signal(&app.bus);
        self.changes.register(&self.accessibility, &app.bus, deadline);
        let captured_at = self.clock.now();
        let aim = Aim::Window(window.clone());
        let ahead = deadline.sooner(captured_at.plus(deadline.left(captured_at) / 2));
        let tree = self.known.tree(&app.bus);
        let asker = self.scripts.asker(&aim, &self.accessibility.client, &ahead);
        let list = !self.memory().unlisted.contains(window);
        let reading =
            self.reader(&asker, tree, app, listed.placement).window(toplevel, bounds, list, deadline);
        let reading = match reading.map_err(before_sending) {
            Ok(reading) => reading,
            Err(Error { code: Code::DesktopError | Code::Unsupported, .. }) => {
                // A window may be listed before its object is there. One that was read before has lost it.
                if !self.memory().trees.contains_key(window) && self.locate(window, deadline).is_ok() {
                    return Ok(unread(listed.window, others, captured_at));
                }
                return Err(Error::new(Code::WindowNotFound, "the window is gone"));
            }
            Err(error) => return Err(error),
        };
        self.scripts.keep(aim, asker);
        {
            let mut memory = self.memory();
            memory.trees.insert(window.clone(), (Arc::clone(&app.bus), reading.remembered));
            if !reading.list {
                memory.unlisted.insert(window.clone());
            }
        }
        let mut elements = reading.elements;
        menus::graft(&mut elements, &self.menus(&listed.window.key, listed.exported.as_ref(), deadline));
        elements.extend(closing::element(&listed).filter(|_| elements.len() < bounds.elements));
        let mut snapshot = Snapshot::new(listed.window, elements, captured_at);
        snapshot.other_windows = others;
        snapshot.left_out = reading.left_out;
        Ok(snapshot)
    }

    fn rows(&self, container: &ElementKey, first: u64, count: u64, deadline: &Deadline) -> Result<Rows> {
        self.in_time(deadline)?;
        let object = Object::from_key(container).ok_or_else(unsupported)?;
        let app = self.app(&object.bus, deadline)?;
        let remembered = self.remembered(&object.bus);
        let asker = Asker::new(&self.accessibility.client);
        let tree = self.known.tree(&app.bus);
        let reader = self.reader(&asker, tree, &app, Placement::default());
        reader.rows(&object, &remembered, first, count, deadline)
    }

    fn probe(&self, elements: &[ElementKey], deadline: &Deadline) -> Result<Vec<Option<Element>>> {
        self.in_time(deadline)?;
        let mut found = vec![None; elements.len()];
        for (key, found) in elements.iter().zip(&mut found) {
            if menus::is_item(key) {
                let (item, session) = (self.menu_item(key), self.session.as_ref());
                let (Some(item), Some(session)) = (item, session) else { continue };
                *found = item.afresh(session, deadline)?.map(|item| item.element());
                continue;
            }
            if let Some(window) = closing::window(key) {
                *found = match self.locate(&window, deadline) {
                    Ok((listed, _)) => closing::element(&listed),
                    Err(error) if error.code == Code::WindowNotFound => None,
                    Err(error) => return Err(error),
                };
                continue;
            }
            let Some(object) = Object::from_key(key) else { continue };
            let app = self.app(&object.bus, deadline)?;
            let remembered = self.remembered(&object.bus);
            let aim = Aim::Element(key.clone());
            let now = self.clock.now();
            let ahead = deadline.sooner(now.plus(deadline.left(now) / 2));
            let tree = self.known.tree(&app.bus);
            let asker = self.scripts.asker(&aim, &self.accessibility.client, &ahead);
            let reader = self.reader(&asker, tree, &app, Placement::default());
            *found = reader.element_of(&object, &remembered, deadline).map_err(before_sending)?;
            self.scripts.keep(aim, asker);
        }
        Ok(found)
    }

    fn perform(
        &self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply> {
        self.in_time(deadline)?;
        if menus::is_item(element) {
            return self.run_item(element, deadline);
        }
        if let Some(window) = closing::window(element) {
            if let (RouteKind::KeyInput, Payload::Chord(chord)) = (route.kind, payload) {
                return self.press_in(&window, chord, deadline);
            }
            let (x, window) = self.x_window(&window)?;
            return x.close(window).map(|()| Reply::Accepted);
        }
        let object = Object::from_key(element).ok_or_else(unsupported)?;
        let app = self.app(&object.bus, deadline)?;
        if matches!(route.kind, RouteKind::KeyInput | RouteKind::PointerInput) {
            return self.by_events(&app, &object, route, payload, deadline);
        }
        perform((&self.accessibility.client, &*self.clock), app.toolkit, &object, route, payload, deadline)
    }

    fn foreground(&self, deadline: &Deadline) -> Result<Option<WindowKey>> {
        self.in_time(deadline)?;
        match &self.x {
            Some(x) => Ok(x.active()?.map(x_key)),
            None => Ok(self
                .list(None, deadline)?
                .into_iter()
                .find(|one| one.window.active)
                .map(|one| one.window.key)),
        }
    }

    fn put_back(&self, window: &WindowKey, deadline: &Deadline) -> Result<()> {
        self.in_time(deadline)?;
        let (x, id) = self.x_window(window)?;
        if !x.exists(id)? {
            return Err(Error::new(Code::WindowNotFound, "the window is gone"));
        }
        x.activate(id)
    }

    fn hold_front(&self, front: &WindowKey, app: u32, deadline: &Deadline) -> Result<()> {
        self.in_time(deadline)?;
        let keeper = self.front.as_ref().ok_or_else(unsupported)?;
        let (_, front) = self.x_window(front)?;
        let memory = self.memory();
        let own = memory.windows.values().filter(|listed| listed.window.app.pid == app);
        let window = own.filter_map(|listed| x_number(&listed.window.key)).next();
        keeper.hold(front, window.map_or(Against::Process(app), Against::Window));
        Ok(())
    }

    fn release_front(&self) -> Vec<WindowKey> {
        if let Some(startup) = self.memory().startup.take() {
            startup.end(self.x.as_deref());
        }
        self.front.as_deref().map(FrontKeeper::release).unwrap_or_default().into_iter().map(x_key).collect()
    }

    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        self.in_time(deadline)?;
        match &self.session {
            Some(session) => lock::lock_state(session, deadline),
            None => Ok(LockState::NotLocked),
        }
    }

    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        self.in_time(deadline)?;
        self.x.as_ref().ok_or_else(unsupported)?.idle()
    }

    fn change_signal(&self, window: &WindowKey) -> ChangeSignal {
        let bus = |desktop: &Self| desktop.memory().windows.get(window).and_then(|one| one.app.clone());
        let app = bus(self).or_else(|| {
            let deadline = Deadline::new(self.clock.now().plus(FIND));
            self.list(None, &deadline).ok().and_then(|_| bus(self))
        });
        // A window without accessibility never says anything; neither does its signal.
        app.map(|app| self.changes.signal(&app.bus)).unwrap_or_default()
    }

    fn menu_commands(&self, window: &WindowKey, deadline: &Deadline) -> Result<Vec<MenuCommand>> {
        self.in_time(deadline)?;
        let (listed, _) = self.locate(window, deadline)?;
        let exported = listed.exported.as_ref();
        Ok(self.menus(window, exported, deadline).iter().map(menus::Item::command).collect())
    }

    fn run_menu_command(&self, window: &WindowKey, key: &str, deadline: &Deadline) -> Result<Reply> {
        self.in_time(deadline)?;
        self.locate(window, deadline)?;
        self.run_item(&ElementKey::new(key), deadline)
    }

    fn launchable(&self, deadline: &Deadline) -> Result<Vec<Launchable>> {
        self.in_time(deadline)?;
        let entries =
            read_entries(&Surroundings::of_process()).into_iter().filter(|entry| entry.start.is_some());
        Ok(entries
            .map(|entry| {
                let mut aliases = vec![entry.plain_name, entry.executable];
                aliases.retain(|alias| !alias.is_empty() && *alias != entry.name);
                Launchable { id: entry.id, name: entry.name, aliases }
            })
            .collect())
    }

    fn launch(&self, id: &str, deadline: &Deadline) -> Result<App> {
        self.in_time(deadline)?;
        // Read afresh: what was uninstalled meanwhile is not started, what was installed is.
        let entries = read_entries(&Surroundings::of_process());
        let entry = entries.iter().find(|entry| entry.id == id).ok_or_else(no_such_app)?;
        let places: Vec<(&str, &str)> =
            self.places.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let startup =
            Startup::announce(self.x.as_deref(), &entry.name, self.clock.now().since_start().as_micros());
        let started = launch(entry, startup.id(), self.session.as_ref(), &places, deadline);
        match started {
            Ok(_) => self.memory().startup = Some(startup),
            Err(_) => startup.end(self.x.as_deref()),
        }
        let pid = started?;
        Ok(App { name: entry.name.clone(), aliases: vec![entry.id.clone()], pid })
    }

    fn capture(&self, window: &WindowKey, deadline: &Deadline) -> Result<Picture> {
        self.in_time(deadline)?;
        let (x, id) = self.x_window(window)?;
        let (listed, _) = self.locate(window, deadline)?;
        if listed.window.minimized {
            return Err(Error::new(Code::CaptureFailed, "a minimised window has no picture"));
        }
        if x.keep_pictures()? {
            let silence = ChangeSignal::new();
            self.clock.wait(&silence, silence.count(), self.clock.now().plus(REDRAW).min(deadline.at));
        }
        let content = listed.window.bounds.unwrap_or_default();
        let (left, top) = listed.placement.inside;
        x.picture(id, Bounds { x: left, y: top, ..content })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.changes.deregister(&self.accessibility);
    }
}

/// A window of which nothing can be read.
fn unread(window: Window, others: Vec<Window>, captured_at: Moment) -> Snapshot {
    let mut snapshot = Snapshot::new(window, Vec::new(), captured_at);
    snapshot.other_windows = others;
    snapshot
}

/// Whether a process lives. One that has ended and that nobody has asked about since is still listed.
fn is_running(pid: u32) -> bool {
    let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = line.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    state.is_some_and(|state| !matches!(state, 'Z' | 'X'))
}
