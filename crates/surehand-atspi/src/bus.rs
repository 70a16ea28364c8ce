//! The accessibility bus and the apps on it.
//!
//! The bus is found through the session bus, or through the property of the root window where there is no session bus
//! (apps run as root find it that way too). What is known of an app is kept by its unique bus name, which is never
//! given twice; a name that leaves takes its entry with it. An app that does not answer within its limit is left out
//! and remembered as slow, so that the next listing hardly waits for it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surehand_core::clock::{Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::error::{Error, Result};

use crate::foresight::Asker;
use crate::object::{ACCESSIBLE, APPLICATION, Object, ROOT, States, Wire};
use crate::role::RoleNumber;
use crate::transport::{Answer, Call, CallError, Client, body, value};

/// How long one app may take to say what windows it has.
pub(crate) const APP_LIMIT: Duration = Duration::from_millis(500);
/// The same for one that was too slow the last time.
const SLOW_APP_LIMIT: Duration = Duration::from_millis(40);
/// The same when nobody else is asked.
pub(crate) const ONLY_APP_LIMIT: Duration = Duration::from_millis(1_000);
/// More toplevels of one app than this are not looked at.
const TOPLEVELS: usize = 200;

/// The registry of apps.
const REGISTRY: &str = "org.a11y.atspi.Registry";
const BUS: &str = "org.freedesktop.DBus";
const BUS_PATH: &str = "/org/freedesktop/DBus";

/// The toolkits whose habits differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Toolkit {
    /// GTK 3, and GTK 2 as far as it goes.
    Gtk3,
    /// GTK 4.
    Gtk4,
    /// Qt of any version.
    Qt,
    /// Chromium and what is built on it.
    Chromium,
    /// LibreOffice.
    LibreOffice,
    /// Anything else.
    Other,
}

impl Toolkit {
    fn from_name(name: &str, version: &str) -> Self {
        match name {
            "gtk" | "GTK" | "GAIL" if version.starts_with('4') => Self::Gtk4,
            "gtk" | "GTK" | "GAIL" => Self::Gtk3,
            "VCL" => Self::LibreOffice,
            "Chromium" => Self::Chromium,
            _ if name.starts_with("Qt") => Self::Qt,
            _ => Self::Other,
        }
    }

    /// Whether asking for all properties of the Accessible interface at once is safe. It crashes Qt 5.
    pub(crate) const fn tells_all_properties(self) -> bool {
        matches!(self, Self::Gtk3 | Self::Gtk4)
    }

    /// Whether the app's list of objects can be trusted. Qt's is empty, LibreOffice's is incomplete and may crash it.
    pub(crate) const fn lists_objects(self) -> bool {
        matches!(self, Self::Gtk3 | Self::Gtk4 | Self::Chromium)
    }

    /// Whether offsets count UTF-16 units instead of code points.
    pub(crate) const fn counts_utf16(self) -> bool {
        matches!(self, Self::Qt)
    }

    /// The kind of coordinates to ask for: relative to the window (1), except where that answer is wrong (Qt 5 mixes
    /// up corners and sizes) and the screen (0) has to do.
    pub(crate) const fn coordinates(self) -> u32 {
        match self {
            Self::Qt => 0,
            Self::Gtk3 | Self::Gtk4 | Self::Chromium | Self::LibreOffice | Self::Other => 1,
        }
    }

    /// Whether SHOWING is told for all that is shown.
    pub(crate) const fn tells_showing(self) -> bool {
        !matches!(self, Self::Gtk4)
    }
}

/// What is known of an app for as long as it is on the bus.
#[derive(Debug)]
pub(crate) struct AppFacts {
    /// Its unique name.
    pub(crate) bus: Arc<str>,
    /// Its process.
    pub(crate) pid: u32,
    /// Its own name.
    pub(crate) name: String,
    /// Its toolkit.
    pub(crate) toolkit: Toolkit,
}

/// A toplevel object of an app.
#[derive(Clone, Debug)]
pub(crate) struct ToplevelFacts {
    pub(crate) object: Object,
    pub(crate) name: String,
    pub(crate) role: RoleNumber,
    pub(crate) states: States,
    /// x, y, width, height.
    pub(crate) extents: Option<(i32, i32, i32, i32)>,
}

/// An app and its toplevels as just read; `None` when the app did not answer.
#[derive(Clone, Debug)]
pub(crate) struct Registered {
    pub(crate) app: Arc<AppFacts>,
    pub(crate) toplevels: Option<Vec<ToplevelFacts>>,
}

/// The accessibility bus.
#[derive(Debug)]
pub(crate) struct AccessibilityBus {
    pub(crate) client: Arc<Client>,
    clock: Arc<dyn Clock>,
    apps: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    facts: HashMap<Arc<str>, Arc<AppFacts>>,
    slow: HashSet<Arc<str>>,
}

impl AccessibilityBus {
    /// Connects; `root_property` is what the root window says about the bus.
    pub(crate) fn connect(
        session: Option<&Client>,
        root_property: impl FnOnce() -> Option<String>,
        clock: Arc<dyn Clock>,
        deadline: &Deadline,
    ) -> Result<Self> {
        let from_session = session.and_then(|session| {
            let call = Call::new("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", &());
            body::<String>(&session.call(call, deadline)).ok()
        });
        let from_environment = std::env::var("AT_SPI_BUS_ADDRESS").ok();
        let connect = |address: String| Client::connect(&address, Arc::clone(&clock)).ok();
        let client = from_environment
            .filter(|address| !address.is_empty())
            .and_then(connect)
            .or_else(|| from_session.and_then(connect))
            .or_else(|| root_property().and_then(connect))
            .ok_or_else(unavailable)?;
        Ok(Self { client: Arc::new(client), clock, apps: Mutex::default() })
    }

    /// Asks the bus to tell when names come and go; the listener must pass those signals to [`Self::forget`].
    pub(crate) fn watch_names(&self, deadline: &Deadline) {
        let rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'";
        let _ = self.client.call(bus_call("AddMatch", &(rule,)), deadline);
    }

    /// Drops what is known of a name that left the bus.
    pub(crate) fn forget(&self, bus: &str) {
        let mut known = self.known();
        known.facts.remove(bus);
        known.slow.remove(bus);
    }

    /// The app of a bus name, if it was seen before.
    pub(crate) fn app(&self, bus: &str) -> Option<Arc<AppFacts>> {
        self.known().facts.get(bus).cloned()
    }

    /// All apps and their toplevels; only those of `pid` when it is given.
    pub(crate) fn registered(
        &self,
        asker: &Asker<'_>,
        pid: Option<u32>,
        deadline: &Deadline,
    ) -> Result<Vec<Registered>> {
        let mut apps: Vec<_> =
            self.known().facts.values().filter(|app| pid == Some(app.pid)).cloned().collect();
        let mut silent = Vec::new();
        if apps.is_empty() {
            let roots = self.roots(asker, deadline)?;
            (apps, silent) = self.facts(&roots, deadline);
            apps.retain(|app| pid.is_none_or(|pid| app.pid == pid));
            silent.retain(|app| pid.is_none_or(|pid| app.pid == pid));
        }
        let mut all: Vec<_> = silent.into_iter().map(|app| Registered { app, toplevels: None }).collect();
        if pid.is_some() {
            all.extend(self.with_toplevels(asker, apps, ONLY_APP_LIMIT, deadline));
            return Ok(without_empty_twins(all));
        }
        let (slow, quick): (Vec<_>, Vec<_>) = {
            let known = self.known();
            apps.into_iter().partition(|app| known.slow.contains(&app.bus))
        };
        all.extend(self.with_toplevels(asker, quick, APP_LIMIT, deadline));
        // Not asked ahead: everything would wait for them.
        all.extend(self.with_toplevels(&Asker::new(&self.client), slow, SLOW_APP_LIMIT, deadline));
        Ok(without_empty_twins(all))
    }

    fn roots(&self, asker: &Asker<'_>, deadline: &Deadline) -> Result<Vec<Arc<str>>> {
        let answer = asker.call(Call::new(REGISTRY, ROOT, ACCESSIBLE, "GetChildren", &()), deadline);
        match body::<Vec<Wire>>(&answer) {
            Ok(children) => Ok(children.into_iter().map(|(bus, _)| bus.into()).collect()),
            // The registry is started on demand by the first app. Without one there are no apps.
            Err(CallError::Gone) => Ok(Vec::new()),
            Err(CallError::Timeout) => {
                Err(Error::new(Code::DesktopTimeout, "the accessibility bus did not answer in time"))
            }
            Err(_) => Err(unavailable()),
        }
    }

    /// What the apps of these names are, and those that do not say: of these the bus knows the process.
    fn facts(&self, roots: &[Arc<str>], deadline: &Deadline) -> (Vec<Arc<AppFacts>>, Vec<Arc<AppFacts>>) {
        let unknown: Vec<_> = {
            let known = self.known();
            roots.iter().filter(|bus| !known.facts.contains_key(*bus)).cloned().collect()
        };
        let quick = unknown.iter().any(|bus| !self.known().slow.contains(bus));
        let limit = deadline.sooner(self.clock.now().plus(if quick { APP_LIMIT } else { SLOW_APP_LIMIT }));
        let calls = unknown
            .iter()
            .flat_map(|bus| {
                let root = Object::new(Arc::clone(bus), ROOT);
                [
                    bus_call("GetConnectionUnixProcessID", &(&**bus,)),
                    root.property(ACCESSIBLE, "Name"),
                    root.property(APPLICATION, "ToolkitName"),
                    root.property(APPLICATION, "Version"),
                ]
            })
            .collect();
        let answers = if unknown.is_empty() { Vec::new() } else { self.client.batch(calls, &limit) };
        let mut known = self.known();
        let mut silent = Vec::new();
        for (bus, answers) in unknown.iter().zip(answers.chunks(4)) {
            match app_facts(bus, answers) {
                Some(facts) => drop(known.facts.insert(Arc::clone(bus), Arc::new(facts))),
                // Asked again the next time, but hardly waited for.
                None => {
                    known.slow.insert(Arc::clone(bus));
                    silent.extend(silent_facts(bus, answers).map(Arc::new));
                }
            }
        }
        (roots.iter().filter_map(|bus| known.facts.get(bus).cloned()).collect(), silent)
    }

    fn with_toplevels(
        &self,
        asker: &Asker<'_>,
        apps: Vec<Arc<AppFacts>>,
        limit: Duration,
        deadline: &Deadline,
    ) -> Vec<Registered> {
        if apps.is_empty() {
            return Vec::new();
        }
        let limit = deadline.sooner(self.clock.now().plus(limit));
        let roots = apps.iter().map(|app| Object::new(Arc::clone(&app.bus), ROOT));
        let lists = asker.batch(roots.map(|root| root.call(ACCESSIBLE, "GetChildren")).collect(), &limit);
        let mut objects: Vec<(usize, Object)> = Vec::new();
        for (position, list) in lists.iter().enumerate() {
            let children = body::<Vec<Wire>>(list).unwrap_or_default();
            objects.extend(
                children
                    .iter()
                    .take(TOPLEVELS)
                    .filter_map(Object::from_wire)
                    .map(|object| (position, object)),
            );
        }
        let read =
            asker.batch(objects.iter().flat_map(|(_, object)| toplevel_calls(object)).collect(), &limit);
        // Of an app that tells of some windows only, nothing is said: others could be taken for those it left out.
        let mut found: Vec<Option<Vec<ToplevelFacts>>> = vec![Some(Vec::new()); apps.len()];
        for ((position, object), answers) in objects.into_iter().zip(read.chunks(4)) {
            let Some(of_app) = found.get_mut(position) else { continue };
            if answers.iter().any(|answer| matches!(answer, Err(CallError::Timeout))) {
                *of_app = None;
            } else if let (Some(facts), Some(list)) = (toplevel_facts(object, answers), of_app.as_mut()) {
                list.push(facts);
            }
        }
        let mut known = self.known();
        apps.into_iter()
            .zip(lists)
            .zip(found)
            .map(|((app, list), toplevels)| {
                let silent = matches!(list, Err(CallError::Timeout));
                if silent {
                    known.slow.insert(Arc::clone(&app.bus));
                } else {
                    known.slow.remove(&app.bus);
                }
                Registered { app, toplevels: toplevels.filter(|_| !silent) }
            })
            .collect()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.apps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call to the bus itself.
pub(crate) fn bus_call<B>(member: &str, arguments: &B) -> Call
where
    B: serde::ser::Serialize + zbus::zvariant::DynamicType,
{
    Call::new(BUS, BUS_PATH, BUS, member, arguments)
}

fn unavailable() -> Error {
    Error::new(Code::DesktopUnavailable, "the accessibility bus could not be reached")
}

fn app_facts(bus: &Arc<str>, answers: &[Answer]) -> Option<AppFacts> {
    let [pid, name, toolkit, version] = answers else { return None };
    let pid = body::<u32>(pid).ok()?;
    let toolkit = value::<String>(toolkit).ok()?;
    let version = value::<String>(version).unwrap_or_default();
    Some(AppFacts {
        bus: Arc::clone(bus),
        pid,
        name: value::<String>(name).unwrap_or_default(),
        toolkit: Toolkit::from_name(&toolkit, &version),
    })
}

/// The same of an app that does not say what it is: it hangs.
fn silent_facts(bus: &Arc<str>, answers: &[Answer]) -> Option<AppFacts> {
    let [pid, _, toolkit, _] = answers else { return None };
    let pid = body::<u32>(pid).ok().filter(|_| matches!(toolkit, Err(CallError::Timeout)))?;
    Some(AppFacts { bus: Arc::clone(bus), pid, name: String::new(), toolkit: Toolkit::Other })
}

fn toplevel_calls(object: &Object) -> [Call; 4] {
    [
        object.property(ACCESSIBLE, "Name"),
        object.call(ACCESSIBLE, "GetRole"),
        object.call(ACCESSIBLE, "GetState"),
        object.extents(),
    ]
}

fn toplevel_facts(object: Object, answers: &[Answer]) -> Option<ToplevelFacts> {
    let [name, role, states, extents] = answers else { return None };
    let states = States::from_words(&body::<Vec<u32>>(states).ok()?);
    Some(ToplevelFacts {
        object,
        name: value::<String>(name).unwrap_or_default(),
        role: RoleNumber(body::<u32>(role).ok()?),
        states,
        extents: body::<((i32, i32, i32, i32),)>(extents).ok().map(|(extents,)| extents),
    })
}

/// One process may be registered twice (an old and a new bridge): the registration with windows counts.
fn without_empty_twins(all: Vec<Registered>) -> Vec<Registered> {
    let is_empty = |one: &Registered| one.toplevels.as_ref().is_some_and(Vec::is_empty);
    let full: HashSet<u32> = all.iter().filter(|one| !is_empty(one)).map(|one| one.app.pid).collect();
    all.into_iter().filter(|one| !is_empty(one) || !full.contains(&one.app.pid)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolkits_are_told_apart() {
        for (name, version, toolkit) in [
            ("gtk", "3.24.38", Toolkit::Gtk3),
            ("GTK", "4.8.3", Toolkit::Gtk4),
            ("Qt", "5.15.8", Toolkit::Qt),
            ("VCL", "7.4", Toolkit::LibreOffice),
            ("Chromium", "156", Toolkit::Chromium),
            ("", "", Toolkit::Other),
        ] {
            assert_eq!(Toolkit::from_name(name, version), toolkit, "{name} {version}");
        }
    }

    #[test]
    fn of_two_registrations_the_one_with_windows_counts() {
        let registered = |bus: &str, pid, toplevels: Option<usize>| Registered {
            app: Arc::new(AppFacts { bus: bus.into(), pid, name: String::new(), toolkit: Toolkit::Gtk3 }),
            toplevels: toplevels.map(|count| {
                let facts = ToplevelFacts {
                    object: Object::new(bus, "/x"),
                    name: String::new(),
                    role: RoleNumber::FRAME,
                    states: States::default(),
                    extents: None,
                };
                vec![facts; count]
            }),
        };
        let left = without_empty_twins(vec![
            registered(":1.1", 7, Some(0)),
            registered(":1.2", 7, Some(1)),
            registered(":1.3", 8, Some(0)),
            registered(":1.4", 9, None),
        ]);
        let names: Vec<_> = left.iter().map(|one| &*one.app.bus).collect();
        assert_eq!(names, [":1.2", ":1.3", ":1.4"]);
    }
}
