//! What moves by itself.
//!
//! A clock that ticks is no effect of a click. Three things tell: what changed between two readings without an action
//! of ours in between, which objects said so meanwhile, and, where a window has not been watched for long, whether a
//! text that seems to be the effect changes once more right afterwards. The memory is per window and lasts as long as
//! the session. It never says that something *is* an effect; it says what may not count as one.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::change;
use crate::clock::{ChangeSignal, Moment};
use crate::element::ElementKey;
use crate::snapshot::Snapshot;
use crate::window::WindowKey;

/// A window watched this long without an action has shown what ticks in it once a second, twice.
const WATCHED: Duration = Duration::from_millis(2_200);
/// After an action its late effects are not held against the objects they come from.
const GRACE: Duration = Duration::from_millis(600);
/// Two notifications closer than this are one.
const APART: Duration = Duration::from_millis(40);
/// An object that was restless and has been still for so long is forgotten.
const FORGET: Duration = Duration::from_secs(10);
/// Windows remembered.
const MOST_WINDOWS: usize = 64;

/// What a session knows about movement in its windows.
#[derive(Debug, Default)]
pub struct Ambient {
    windows: HashMap<WindowKey, History>,
}

#[derive(Debug)]
struct History {
    /// The reading the next one is compared with.
    last: Snapshot,
    /// The end of the last action, or the first reading.
    still_since: Moment,
    /// The next events to look at begin here.
    heard_until: Moment,
    /// Time watched without an action, before `still_since`.
    watched: Duration,
    moves: HashMap<ElementKey, Moves>,
    calm: HashSet<ElementKey>,
    acted: bool,
}

#[derive(Clone, Copy, Debug)]
struct Moves {
    count: u32,
    last: Moment,
}

impl Ambient {
    /// Takes in a reading made without an action of ours since the one before.
    pub fn looked(&mut self, snapshot: &Snapshot, signal: &ChangeSignal, now: Moment) {
        if self.windows.len() >= MOST_WINDOWS && !self.windows.contains_key(&snapshot.window.key) {
            self.windows.clear();
        }
        let history = self.windows.entry(snapshot.window.key.clone()).or_insert_with(|| History {
            last: snapshot.clone(),
            still_since: now,
            heard_until: now,
            watched: Duration::ZERO,
            moves: HashMap::new(),
            calm: HashSet::new(),
            acted: false,
        });
        let quiet_from = if history.acted { history.still_since.plus(GRACE) } else { history.still_since };
        let heard = signal.heard_between(history.heard_until.max(quiet_from), now);
        for (at, source) in &heard {
            history.moved(source, *at);
        }
        for difference in change::differences(&history.last, snapshot) {
            let source = difference.mover();
            if now < quiet_from {
                // It may be late, or it may move by itself: nobody can say that it keeps still.
                history.unsure(source, now);
            } else if !heard.iter().any(|(_, spoke)| spoke == source) {
                // What spoke was counted; a change that nobody told of counts as one.
                history.moved(source, now);
            }
        }
        history.heard_until = now;
        history.moves.retain(|_, moves| now.since(moves.last) < FORGET);
        history.last = snapshot.clone();
    }

    /// Says that an action of ours begins.
    pub fn acting(&mut self, window: &WindowKey, now: Moment) {
        if let Some(history) = self.windows.get_mut(window) {
            history.watched = history.watched.saturating_add(now.since(history.still_since));
        }
    }

    /// Says that it ended, with the last reading.
    pub fn acted(&mut self, window: &WindowKey, after: Option<&Snapshot>, now: Moment) {
        if let Some(history) = self.windows.get_mut(window) {
            history.still_since = now;
            history.heard_until = now;
            history.acted = true;
            if let Some(after) = after {
                history.last = after.clone();
            }
        }
    }

    /// Whether this object moves by itself.
    #[must_use]
    pub fn is_restless(&self, window: &WindowKey, key: &ElementKey) -> bool {
        self.windows
            .get(window)
            .and_then(|history| history.moves.get(key))
            .is_some_and(|moves| moves.count >= 2)
    }

    /// Whether this object was watched long enough to say that it does not move by itself.
    #[must_use]
    pub fn is_calm(&self, window: &WindowKey, key: &ElementKey) -> bool {
        self.windows.get(window).is_some_and(|history| {
            history.calm.contains(key) || (history.watched >= WATCHED && !history.moves.contains_key(key))
        })
    }

    /// Notes that this object moved with an action and then kept still while it was watched.
    pub fn keeps_calm(&mut self, window: &WindowKey, key: &ElementKey) {
        if let Some(history) = self.windows.get_mut(window) {
            history.calm.insert(key.clone());
        }
    }

    /// Notes that this object moved more than once after an action: by itself, or because the app took several steps.
    pub fn keeps_moving(&mut self, window: &WindowKey, key: &ElementKey, now: Moment) {
        if let Some(history) = self.windows.get_mut(window) {
            history.unsure(key, now);
        }
    }
}

impl History {
    fn unsure(&mut self, key: &ElementKey, at: Moment) {
        self.calm.remove(key);
        let moves = self.moves.entry(key.clone()).or_insert(Moves { count: 1, last: at });
        moves.last = at;
    }

    fn moved(&mut self, key: &ElementKey, at: Moment) {
        self.calm.remove(key);
        let moves = self.moves.entry(key.clone()).or_insert(Moves { count: 0, last: Moment::default() });
        if moves.count == 0 || at.since(moves.last) >= APART {
            moves.count += 1;
            moves.last = at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::{Element, Role};
    use crate::window::Window;

    fn at(ms: u64) -> Moment {
        Moment::at(Duration::from_millis(ms))
    }

    fn reading(text: &str) -> Snapshot {
        let label = Element::named(ElementKey::new("clock"), Role::Text, text);
        Snapshot::new(Window::default(), vec![label], Moment::default())
    }

    #[test]
    fn a_text_that_changed_twice_between_looks_is_restless() {
        let (mut ambient, signal, key) = (Ambient::default(), ChangeSignal::new(), ElementKey::new("clock"));
        for (ms, text) in [(0, "1"), (100, "2"), (200, "3")] {
            ambient.looked(&reading(text), &signal, at(ms));
        }
        assert!(ambient.is_restless(&WindowKey::default(), &key));
        assert!(!ambient.is_calm(&WindowKey::default(), &key));
    }

    #[test]
    fn events_alone_tell_too() {
        let (mut ambient, signal, key) = (Ambient::default(), ChangeSignal::new(), ElementKey::new("clock"));
        ambient.looked(&reading("1"), &signal, at(0));
        signal.notify(at(100), Some(&key));
        signal.notify(at(200), Some(&key));
        ambient.looked(&reading("1"), &signal, at(250));
        assert!(ambient.is_restless(&WindowKey::default(), &key));
    }

    #[test]
    fn late_effects_of_our_own_action_are_not_held_against_their_source() {
        let (mut ambient, signal, key) = (Ambient::default(), ChangeSignal::new(), ElementKey::new("clock"));
        let window = WindowKey::default();
        ambient.looked(&reading("1"), &signal, at(0));
        ambient.acting(&window, at(2_500));
        ambient.acted(&window, Some(&reading("2")), at(2_600));
        assert!(ambient.is_calm(&window, &key), "more than two seconds were watched before");
        signal.notify(at(2_700), Some(&key));
        signal.notify(at(2_800), Some(&key));
        ambient.looked(&reading("3"), &signal, at(2_900));
        assert!(!ambient.is_restless(&window, &key));
        assert!(!ambient.is_calm(&window, &key), "it moved after the action had ended");
    }
}
