//! A desktop that outlives its buses.
//!
//! A bus that is restarted hangs up on everybody. The next call connects anew; what is under way fails as what may have
//! happened and is never sent again. Buses number their clients from the beginning, so a name from before may stand for
//! another app now: keys of elements from before are no keys any more, and an id whose control is known by nothing else
//! is stale. Windows keep their numbers. Left out: apps do not come back to a restarted accessibility bus by
//! themselves; they have to be started again. An X server that ends takes the desktop with it.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Deadline};
use surehand_core::desktop::{
    Capabilities, Desktop, Input, Launchable, LockState, MenuCommand, Payload, Picture, Reply, Rows,
};
use surehand_core::element::{Element, ElementKey};
use surehand_core::error::Result;
use surehand_core::route::Route;
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::{App, Window, WindowKey};

use crate::desktop::{CONNECT, Connection, OnScreen, Place};
use crate::object;

/// The Linux desktop over AT-SPI and, where there is one, X11.
#[derive(Debug)]
pub struct AtspiDesktop {
    clock: Arc<dyn Clock>,
    place: Place,
    screen: OnScreen,
    connection: RwLock<Arc<Connection>>,
}

impl AtspiDesktop {
    /// Connects to the desktop of the environment (`DBUS_SESSION_BUS_ADDRESS`, `DISPLAY`).
    ///
    /// # Errors
    /// `desktop_unavailable` when there is no accessibility bus.
    pub fn connect(clock: Arc<dyn Clock>) -> Result<Self> {
        let display = std::env::var("DISPLAY").ok().filter(|display| !display.is_empty());
        Self::connect_to(clock, display.as_deref(), session_address().as_deref())
    }

    /// Connects to a desktop by its X display (`:7`) and the address of its session bus, either of which may be
    /// missing.
    ///
    /// # Errors
    /// `desktop_unavailable` when there is no accessibility bus.
    pub fn connect_to(
        clock: Arc<dyn Clock>,
        display: Option<&str>,
        session_bus: Option<&str>,
    ) -> Result<Self> {
        let (display, session_bus) = (display.map(str::to_owned), session_bus.map(str::to_owned));
        let place = Place { display, session_bus };
        let screen = OnScreen::open(&clock, &place);
        let deadline = Deadline::new(clock.now().plus(CONNECT));
        let connection = Connection::open(Arc::clone(&clock), &screen, &place, &deadline)?;
        Ok(Self { clock, place, screen, connection: RwLock::new(Arc::new(connection)) })
    }

    fn current(&self) -> Arc<Connection> {
        Arc::clone(&self.connection.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A connection that holds; made anew when the last one broke.
    fn holding(&self, deadline: &Deadline) -> Result<Arc<Connection>> {
        let current = self.current();
        if !current.is_broken() {
            return Ok(current);
        }
        let mut connection = self.connection.write().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have been faster.
        if connection.is_broken() {
            let next = Connection::open(Arc::clone(&self.clock), &self.screen, &self.place, deadline)?;
            object::forget_keys();
            *connection = Arc::new(next);
        }
        Ok(Arc::clone(&connection))
    }
}

impl Desktop for AtspiDesktop {
    fn capabilities(&self) -> Capabilities {
        self.current().capabilities()
    }

    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        self.holding(deadline)?.windows(deadline)
    }

    fn snapshot(&self, window: &WindowKey, bounds: &SnapshotBounds, deadline: &Deadline) -> Result<Snapshot> {
        self.holding(deadline)?.snapshot(window, bounds, deadline)
    }

    fn rows(&self, container: &ElementKey, first: u64, count: u64, deadline: &Deadline) -> Result<Rows> {
        self.holding(deadline)?.rows(container, first, count, deadline)
    }

    fn probe(&self, elements: &[ElementKey], deadline: &Deadline) -> Result<Vec<Option<Element>>> {
        self.holding(deadline)?.probe(elements, deadline)
    }

    fn perform(
        &self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply> {
        self.holding(deadline)?.perform(element, route, payload, deadline)
    }

    fn foreground(&self, deadline: &Deadline) -> Result<Option<WindowKey>> {
        self.current().foreground(deadline)
    }

    fn put_back(&self, window: &WindowKey, deadline: &Deadline) -> Result<()> {
        self.current().put_back(window, deadline)
    }

    fn hold_front(&self, front: &WindowKey, app: u32, deadline: &Deadline) -> Result<()> {
        self.current().hold_front(front, app, deadline)
    }

    fn release_front(&self) -> Vec<WindowKey> {
        self.current().release_front()
    }

    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        self.holding(deadline)?.lock_state(deadline)
    }

    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        self.current().user_idle(deadline)
    }

    fn release_held(&self, deadline: &Deadline) -> Result<()> {
        self.current().release_held(deadline)
    }

    fn deliver(&self, window: &WindowKey, input: &Input, deadline: &Deadline) -> Result<Reply> {
        self.current().deliver(window, input, deadline)
    }

    fn change_signal(&self, window: &WindowKey) -> ChangeSignal {
        self.current().change_signal(window)
    }

    fn menu_commands(&self, window: &WindowKey, deadline: &Deadline) -> Result<Vec<MenuCommand>> {
        self.holding(deadline)?.menu_commands(window, deadline)
    }

    fn run_menu_command(&self, window: &WindowKey, key: &str, deadline: &Deadline) -> Result<Reply> {
        self.holding(deadline)?.run_menu_command(window, key, deadline)
    }

    fn launchable(&self, deadline: &Deadline) -> Result<Vec<Launchable>> {
        self.holding(deadline)?.launchable(deadline)
    }

    fn launch(&self, id: &str, deadline: &Deadline) -> Result<App> {
        self.holding(deadline)?.launch(id, deadline)
    }

    fn capture(&self, window: &WindowKey, deadline: &Deadline) -> Result<Picture> {
        self.holding(deadline)?.capture(window, deadline)
    }
}

/// The session bus of the environment, or of the usual place.
fn session_address() -> Option<String> {
    let set = std::env::var("DBUS_SESSION_BUS_ADDRESS").ok().filter(|address| !address.is_empty());
    set.or_else(|| {
        let folder = std::env::var("XDG_RUNTIME_DIR").ok()?;
        let socket = std::path::Path::new(&folder).join("bus");
        socket.exists().then(|| format!("unix:path={}", socket.display()))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn whatever_a_connection_can_do_its_desktop_can() {
        let (connection, own) = (include_str!("desktop.rs"), include_str!("lasting.rs"));
        let (_, methods) = connection.split_once("impl Desktop for Connection {").unwrap();
        let (methods, _) = methods.split_once("\n}\n").unwrap();
        let names = methods.lines().filter_map(|line| line.strip_prefix("    fn ")?.split('(').next());
        let missing: Vec<&str> = names.filter(|name| !own.contains(&format!("    fn {name}("))).collect();
        assert!(missing.is_empty(), "core would take these as unsupported: {missing:?}");
    }
}
