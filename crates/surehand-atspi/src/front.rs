//! Keeping the user's window in front while an app is made to do something.
//!
//! GTK 4 asks for the front with every dialog it opens, and window managers grant that even while the user types
//! elsewhere. A thread with an X connection of its own hears of it at once. From the moment a window of the app is
//! created until the front is back, the keyboard is frozen by a synchronous grab: the server queues what is typed, and
//! delivers it to the window that has the focus when the grab ends. So no key is lost and none goes astray. It is
//! grabbed for the window that has the focus anyway, so nobody hears of it, and only for moments ([`SHOWN`]).
//!
//! Left out: servers without a window manager, and Wayland, where apps cannot take the focus.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Moment};
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, GrabMode, GrabStatus,
};
use x11rb::rust_connection::RustConnection;

use crate::x11::activation;

/// How long the keyboard stays frozen at the most for a window that is shown and does not ask for the front.
const SHOWN: Duration = Duration::from_millis(200);
/// The same for one that is created and not shown: apps create windows early.
const UNSHOWN: Duration = Duration::from_millis(150);
/// How long the front is held without being released.
const HOLD: Duration = Duration::from_secs(30);
/// How often to look while frozen.
const LOOK: Duration = Duration::from_millis(1);

/// What is held in front, and against whom.
#[derive(Clone, Copy, Debug)]
struct Held {
    front: u32,
    against: Against,
    until: Moment,
}

/// Whom the front is held against.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Against {
    /// The app of this window: windows of one client share the upper bits of their numbers.
    Window(u32),
    /// A process that has no window yet. A new window says only when it is shown whose it is, so the keyboard is frozen for
    /// whatever another client creates, and given back for this one alone.
    Process(u32),
}

#[derive(Debug, Default)]
struct Shared {
    held: Option<Held>,
    taken: Vec<u32>,
}

/// Watches the front from a thread of its own, which ends with the connection.
#[derive(Debug)]
pub(crate) struct FrontKeeper {
    clock: Arc<dyn Clock>,
    shared: Arc<Mutex<Shared>>,
}

impl FrontKeeper {
    /// Connects to a display; `None` when it cannot be reached.
    pub(crate) fn start(display: &str, clock: Arc<dyn Clock>) -> Option<Self> {
        let (connection, screen) = x11rb::connect(Some(display)).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        let active = connection.intern_atom(false, b"_NET_ACTIVE_WINDOW").ok()?.reply().ok()?.atom;
        let process = connection.intern_atom(false, b"_NET_WM_PID").ok()?.reply().ok()?.atom;
        let events = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        let wanted = ChangeWindowAttributesAux::new().event_mask(events);
        connection.change_window_attributes(root, &wanted).ok()?.check().ok()?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let apps = !connection.setup().resource_id_mask;
        let (watching, time) = (Arc::downgrade(&shared), Arc::clone(&clock));
        let watcher = Watcher { connection, root, active, process, apps, clock: time, shared: watching };
        let thread = std::thread::Builder::new().name("front".into());
        thread.spawn(move || watcher.run()).ok()?;
        Some(Self { clock, shared })
    }

    /// Holds `front` against an app.
    pub(crate) fn hold(&self, front: u32, against: Against) {
        let mut shared = lock(&self.shared);
        shared.held = Some(Held { front, against, until: self.clock.now().plus(HOLD) });
        shared.taken.clear();
    }

    /// Ends that; the windows that had taken the front.
    pub(crate) fn release(&self) -> Vec<u32> {
        let mut shared = lock(&self.shared);
        shared.held = None;
        std::mem::take(&mut shared.taken)
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Watcher {
    connection: RustConnection,
    root: u32,
    /// The atom of the active window, and that of a window's process.
    active: u32,
    process: u32,
    /// The bits of a window's number that tell its client.
    apps: u32,
    clock: Arc<dyn Clock>,
    shared: std::sync::Weak<Mutex<Shared>>,
}

impl Watcher {
    fn run(&self) {
        // An event that cannot be waited for means that the server is gone. That the keeper is gone is noticed at the
        // next event; until then the thread sleeps and holds nothing.
        while let Ok(event) = self.connection.wait_for_event() {
            if self.shared.strong_count() == 0 {
                return;
            }
            if self.hear(&event).is_err() {
                return;
            }
        }
    }

    fn held(&self) -> Option<Held> {
        let shared = self.shared.upgrade()?;
        let held = lock(&shared).held;
        held.filter(|held| held.until > self.clock.now())
    }

    fn is_of_app(&self, window: u32, held: &Held) -> Result<bool, ReplyOrIdError> {
        match held.against {
            Against::Window(own) => Ok(window & self.apps == own & self.apps),
            Against::Process(process) => {
                let kind = AtomEnum::CARDINAL;
                let cookie = self.connection.get_property(false, window, self.process, kind, 0, 1)?;
                // A window that is gone already is nobody's.
                let reply = cookie.reply().ok();
                let own = reply.as_ref().and_then(|reply| reply.value32()?.next());
                Ok(own == Some(process))
            }
        }
    }

    /// Whether a window that has just been created may be the app's.
    fn may_be_of_app(&self, window: u32, held: &Held) -> bool {
        match held.against {
            Against::Window(own) => window & self.apps == own & self.apps,
            Against::Process(_) => window & self.apps != held.front & self.apps,
        }
    }

    fn hear(&self, event: &Event) -> Result<(), ReplyOrIdError> {
        let Some(held) = self.held() else { return Ok(()) };
        match event {
            Event::CreateNotify(created)
                if created.parent == self.root
                    && !created.override_redirect
                    && self.may_be_of_app(created.window, &held) =>
            {
                self.guard(&held, created.window)
            }
            Event::PropertyNotify(changed) if changed.atom == self.active => {
                self.take_back(&held).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Freezes the keyboard until the window has asked for the front and lost it again, or has not asked in time.
    fn guard(&self, held: &Held, created: u32) -> Result<(), ReplyOrIdError> {
        if self.in_front()? != Some(held.front) {
            return Ok(());
        }
        let focus = self.connection.get_input_focus()?.reply()?.focus;
        let (keyboard, pointer) = (GrabMode::SYNC, GrabMode::ASYNC);
        let grab = self.connection.grab_keyboard(false, focus, x11rb::CURRENT_TIME, pointer, keyboard)?;
        // Somebody else's grab, such as that of an open menu: then the front is only put back.
        let frozen = grab.reply().is_ok_and(|grab| grab.status == GrabStatus::SUCCESS);
        let result = self.wait(held, created);
        if frozen {
            self.connection.ungrab_keyboard(x11rb::CURRENT_TIME)?;
            self.connection.flush()?;
        }
        result
    }

    fn wait(&self, held: &Held, created: u32) -> Result<(), ReplyOrIdError> {
        let (mut until, mut shown, mut taken) = (self.clock.now().plus(UNSHOWN), false, false);
        while self.clock.now() < until {
            let Some(event) = self.connection.poll_for_event()? else {
                let silence = ChangeSignal::new();
                self.clock.wait(&silence, silence.count(), self.clock.now().plus(LOOK));
                continue;
            };
            match event {
                Event::ReparentNotify(moved) if !shown && self.is_shown(moved.window, created, held) => {
                    (until, shown) = (self.clock.now().plus(SHOWN), true);
                }
                Event::DestroyNotify(gone) if gone.window == created => return Ok(()),
                Event::PropertyNotify(changed) if changed.atom == self.active => {
                    taken |= self.take_back(held)?;
                    if taken && self.in_front()? == Some(held.front) {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a window that a manager takes in is the one waited for; of a process that is just starting, any new one.
    fn is_shown(&self, window: u32, created: u32, held: &Held) -> bool {
        window == created || matches!(held.against, Against::Process(_)) && self.may_be_of_app(window, held)
    }

    /// Asks for the front when the app has it.
    fn take_back(&self, held: &Held) -> Result<bool, ReplyOrIdError> {
        let Some(now) = self.in_front()?.filter(|now| *now != held.front) else { return Ok(false) };
        if !self.is_of_app(now, held)? {
            return Ok(false);
        }
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        let request = activation(held.front, self.active);
        self.connection.send_event(false, self.root, mask, request)?;
        self.connection.flush()?;
        if let Some(shared) = self.shared.upgrade() {
            let mut shared = lock(&shared);
            if !shared.taken.contains(&now) {
                shared.taken.push(now);
            }
        }
        Ok(true)
    }

    fn in_front(&self) -> Result<Option<u32>, ReplyOrIdError> {
        let kind = AtomEnum::WINDOW;
        let reply = self.connection.get_property(false, self.root, self.active, kind, 0, 1)?.reply()?;
        let front = reply.value32().and_then(|mut values| values.next());
        Ok(front.filter(|window| *window != 0))
    }
}
