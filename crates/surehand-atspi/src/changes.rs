//! News from apps.
//!
//! GTK 3 and most others send events only while somebody is registered for them, so the first reading of an app
//! registers for it, and only for it: events of apps nobody reads cost nothing. Each app has one signal for all its
//! windows. Events say that something may have changed; what did is read from the app.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surehand_core::clock::{ChangeSignal, Clock, Deadline};

use crate::bus::{AccessibilityBus, bus_call};
use crate::message::Message;
use crate::object::Object;
use crate::transport::Call;

const REGISTRY: &str = "org.a11y.atspi.Registry";
const REGISTRY_PATH: &str = "/org/a11y/atspi/registry";
/// The kinds of events registered for.
const KINDS: [&str; 2] = ["object:", "window:"];
/// Saying good-bye takes no longer than this.
const FAREWELL: Duration = Duration::from_millis(200);

/// The calls that add or remove the rules by which an app's events reach us.
fn rules(member: &str, bus: &str) -> [Call; 2] {
    ["Object", "Window"].map(|kind| {
        let rule = format!("type='signal',sender='{bus}',interface='org.a11y.atspi.Event.{kind}'");
        bus_call(member, &(rule,))
    })
}

/// The signals of all apps that were read.
#[derive(Debug)]
pub(crate) struct Changes {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    signals: HashMap<String, ChangeSignal>,
    registered: HashSet<String>,
    /// Apps that have gone, whose rules are still on the bus.
    gone: Vec<String>,
}

impl Changes {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default() }
    }

    /// The signal of an app.
    pub(crate) fn signal(&self, bus: &str) -> ChangeSignal {
        self.state().signals.entry(bus.to_owned()).or_default().clone()
    }

    /// Sees to it that the app's events reach its signal.
    pub(crate) fn register(&self, accessibility: &AccessibilityBus, bus: &str, deadline: &Deadline) {
        let gone = {
            let mut state = self.state();
            if !state.registered.insert(bus.to_owned()) {
                return;
            }
            std::mem::take(&mut state.gone)
        };
        let rules = rules("AddMatch", bus);
        let nothing: [&str; 0] = [];
        let registrations = KINDS.map(|kind| {
            Call::new(REGISTRY, REGISTRY_PATH, REGISTRY, "RegisterEvent", &(kind, nothing.as_slice(), bus))
        });
        // A new app is the time to clear away after those that have ended meanwhile.
        let farewells = gone.iter().flat_map(|bus| self::rules("RemoveMatch", bus));
        let own = rules.len() + registrations.len();
        let calls = rules.into_iter().chain(registrations).chain(farewells).collect();
        if accessibility.client.batch(calls, deadline).iter().take(own).any(Result::is_err) {
            // Tried again with the next reading.
            self.state().registered.remove(bus);
        }
    }

    /// Takes a signal off the bus. True when it said that a name left.
    pub(crate) fn hear(&self, message: &Message) -> Option<String> {
        if message.interface == "org.freedesktop.DBus" && message.member == "NameOwnerChanged" {
            let (name, _, owner): (String, String, String) = message.body()?;
            return owner.is_empty().then(|| {
                self.leave(&name);
                name
            });
        }
        // Layout follows from what else changed, and a window being moved sends hundreds of these.
        if message.member == "BoundsChanged" || !message.interface.starts_with("org.a11y.atspi.Event.") {
            return None;
        }
        let signal = self.state().signals.get(&message.sender).cloned()?;
        let source = Some(Object::new(message.sender.as_str(), message.path.as_str()).key());
        signal.notify(self.clock.now(), source.as_ref());
        None
    }

    /// An app has gone: whoever waits for it wakes up, and its signal is forgotten.
    fn leave(&self, bus: &str) {
        let mut state = self.state();
        if state.registered.remove(bus) {
            state.gone.push(bus.to_owned());
        }
        if let Some(signal) = state.signals.remove(bus) {
            drop(state);
            signal.notify(self.clock.now(), None);
        }
    }

    /// Takes back all registrations.
    pub(crate) fn deregister(&self, accessibility: &AccessibilityBus) {
        if self.state().registered.is_empty() {
            return;
        }
        let calls =
            KINDS.map(|kind| Call::new(REGISTRY, REGISTRY_PATH, REGISTRY, "DeregisterEvent", &(kind,)));
        let _ = accessibility.client.batch(calls.into(), &Deadline::new(self.clock.now().plus(FAREWELL)));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
