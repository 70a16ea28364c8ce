//! What an action needs beside its control, where the kind alone does not say it: where to scroll, which key, how far to
//! drag, what to hold.
//!
//! A gesture travels in the candidate, so that everything that is checked about a candidate (identity, risk, freshness,
//! routes) holds for gestures too. How a gesture is carried out is the route's business; which routes can take which
//! gesture is said here, once.

use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::desktop::{Modifier, Payload};
use crate::element::{Element, ElementKey, Number, Role};
use crate::policy::{Direction, Press};
use crate::risk::{Risk, RiskContext, Setting};
use crate::route::{Disturbance, Route, RouteKind};
use crate::snapshot::Snapshot;

/// What an action does beside what its kind says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Gesture {
    /// Nothing.
    #[default]
    Plain,
    /// Scrolls by a page.
    Scroll(Direction),
    /// Presses a key or chord, by its name on a desktop, such as `return` or `ctrl+a`.
    Press(String),
    /// Drags by so many window pixels.
    Drag {
        /// To the right.
        dx: i32,
        /// Down.
        dy: i32,
    },
    /// Holds keys during a click.
    Hold(Vec<Modifier>),
}

impl Gesture {
    /// The word that tells an id of this gesture from others on the same control; `None` where the kind tells enough.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Scroll(Direction::Up) => Some("up"),
            Self::Scroll(Direction::Down) => Some("down"),
            Self::Scroll(Direction::Left) => Some("left"),
            Self::Scroll(Direction::Right) => Some("right"),
            Self::Press(chord) => Some(chord),
            Self::Plain | Self::Drag { .. } | Self::Hold(_) => None,
        }
    }

    /// Whether a route can carry it out.
    #[must_use]
    pub fn fits(&self, route: &Route) -> bool {
        match self {
            // A quiet pointer event is for what needs one, never in place of what a control offers itself.
            Self::Plain => {
                let presses = matches!(route.action, ActionKind::Click | ActionKind::Toggle);
                let is_quiet = route.disturbs == Disturbance::Nothing;
                !(presses && is_quiet && route.kind == RouteKind::PointerInput)
            }
            Self::Hold(_) | Self::Drag { .. } => route.kind == RouteKind::PointerInput,
            Self::Scroll(_) => route.kind == RouteKind::Value,
            Self::Press(chord) => takes_key(route.kind, chord),
        }
    }

    /// What a route needs to carry it out, where the gesture decides that.
    #[must_use]
    pub fn payload(&self) -> Option<Payload> {
        match self {
            Self::Plain | Self::Scroll(_) => None,
            Self::Press(chord) => Some(Payload::Chord(chord.clone())),
            Self::Drag { dx, dy } => Some(Payload::Drag { dx: *dx, dy: *dy }),
            Self::Hold(modifiers) => Some(Payload::Modifiers(modifiers.clone())),
        }
    }
}

/// Which keys a mechanism can stand for: sent keys any, a control's own activation Return, its text interface the chords
/// of selecting and the clipboard, its commands those of undoing.
fn takes_key(kind: RouteKind, chord: &str) -> bool {
    match kind {
        RouteKind::KeyInput => true,
        RouteKind::NativeAction => chord == "return",
        RouteKind::EditableText => ["ctrl+a", "ctrl+c", "ctrl+v"].contains(&chord),
        RouteKind::MenuCommand => ["ctrl+z", "ctrl+shift+z"].contains(&chord),
        RouteKind::InsertText
        | RouteKind::Value
        | RouteKind::Selection
        | RouteKind::PointerInput
        | RouteKind::CloseWindow => false,
    }
}

/// Whether two names mean the same chord, however they are written: `shift+ctrl+Z` and `ctrl+shift+z`.
#[must_use]
pub fn same_chord(one: &str, other: &str) -> bool {
    let parts = |chord: &str| {
        let mut parts: Vec<String> = chord.to_lowercase().split('+').map(str::to_owned).collect();
        parts.sort_unstable();
        parts
    };
    parts(one) == parts(other)
}

/// The desktop's name of what an action presses. `MOD` is Ctrl wherever the desktop's own command key is.
#[must_use]
pub fn chord_of(press: &Press) -> String {
    match press {
        Press::Key(key) => key.desktop_name(),
        Press::Chord(chord) => chord.desktop_name(Modifier::Ctrl),
    }
}

/// The one command or control that says of itself that the chord does the same.
#[must_use]
pub fn stand_in<'a>(candidates: &'a [Candidate], chord: &str) -> Option<&'a Candidate> {
    let says_so = |one: &&Candidate| {
        one.option.is_none()
            && matches!(one.action, ActionKind::Menu | ActionKind::Click | ActionKind::Toggle)
            && one.shortcut.as_deref().is_some_and(|own| same_chord(own, chord))
    };
    let mut found = candidates.iter().filter(says_so);
    found.next().filter(|_| found.next().is_none())
}

/// What a key that is sent to a control of that role may destroy, as far as the key alone tells.
#[must_use]
pub fn risk_of_key(role: Role, chord: &str) -> Option<Risk> {
    let edits = matches!(role, Role::TextField | Role::TextArea | Role::PasswordField | Role::Document);
    let shortcut = Some(chord).filter(|_| !(edits && chord == "delete"));
    let (role, action) = (Role::MenuItem, ActionKind::Menu);
    Risk::of(&RiskContext { role, name: "", shortcut, within: &[], action, setting: Setting::Window })
}

/// The scroll bar that moves what the element `key` shows in that direction: the element itself, the one that is called like
/// it or like what it stands in, or else the nearest one beside or below it.
#[must_use]
pub fn bar_of(snapshot: &Snapshot, key: &ElementKey, direction: Direction) -> Option<usize> {
    let across = matches!(direction, Direction::Left | Direction::Right);
    let position = snapshot.position(key)?;
    let element = snapshot.elements().get(position)?;
    let bars = || {
        let all = snapshot.elements().iter().enumerate();
        all.filter(|(_, bar)| bar.role == Role::ScrollBar && is_horizontal(bar) == across)
    };
    if element.role == Role::ScrollBar {
        return bars().find(|(at, _)| *at == position).map(|(at, _)| at);
    }
    let called = |name: &str| {
        let mut found = bars().filter(|(_, bar)| !name.is_empty() && bar.name == name).map(|(at, _)| at);
        found.next().filter(|_| found.next().is_none())
    };
    let around = std::iter::once(element).chain(snapshot.ancestors(position));
    if let Some(bar) = around.into_iter().find_map(|one| called(&one.name)) {
        return Some(bar);
    }
    let (x, y) = element.bounds?.center();
    let distance = |(at, bar): (usize, &Element)| {
        let bounds = bar.bounds?;
        let (along, start, length, gap) = if across {
            (x, bounds.x, bounds.width, bounds.y + bounds.height - y)
        } else {
            (y, bounds.y, bounds.height, bounds.x + bounds.width - x)
        };
        (start <= along && along < start + length && gap >= 0).then_some((gap, at))
    };
    bars().filter_map(distance).min().map(|(_, at)| at)
}

/// Whether a scroll bar runs from left to right.
#[must_use]
pub fn is_horizontal(bar: &Element) -> bool {
    bar.bounds.is_some_and(|bounds| bounds.width > bounds.height)
}

/// Where a scroll bar stands a page further; `None` when it is at its end, does not run that way, or tells no page.
#[must_use]
pub fn page_further(bar: &Element, direction: Direction) -> Option<f64> {
    let across = matches!(direction, Direction::Left | Direction::Right);
    let Number { value, minimum, maximum, step } = bar.number.filter(|_| across == is_horizontal(bar))?;
    let page = step.filter(|page| *page > 0.0)?;
    let back = matches!(direction, Direction::Up | Direction::Left);
    let further = if back { value - page } else { value + page };
    let further = further.max(minimum).min(maximum);
    ((further - value).abs() > f64::EPSILON).then_some(further)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ActionKind;
    use crate::element::{Bounds, ElementKey, Role};

    fn bar(value: f64, width: i32, height: i32) -> Element {
        Element {
            number: Some(Number { value, minimum: 0.0, maximum: 100.0, step: Some(40.0) }),
            bounds: Some(Bounds { x: 0, y: 0, width, height }),
            ..Element::named(ElementKey::new("bar"), Role::ScrollBar, "City")
        }
    }

    #[test]
    fn a_page_further_ends_at_the_end() {
        for (value, direction, further) in [
            (0.0, Direction::Down, Some(40.0)),
            (80.0, Direction::Down, Some(100.0)),
            (100.0, Direction::Down, None),
            (0.0, Direction::Up, None),
            (10.0, Direction::Up, Some(0.0)),
            (10.0, Direction::Left, None),
        ] {
            assert_eq!(page_further(&bar(value, 10, 200), direction), further, "{value} {direction:?}");
        }
        assert_eq!(page_further(&bar(10.0, 200, 10), Direction::Right), Some(50.0));
    }

    #[test]
    fn chords_are_the_same_however_they_are_written() {
        assert!(same_chord("shift+ctrl+Z", "ctrl+shift+z"));
        assert!(!same_chord("ctrl+z", "ctrl+shift+z"));
    }

    #[test]
    fn a_route_takes_only_the_keys_it_stands_for() {
        let press =
            |chord: &str, kind| Gesture::Press(chord.to_owned()).fits(&Route::quiet(ActionKind::Key, kind));
        assert!(press("return", RouteKind::NativeAction) && !press("tab", RouteKind::NativeAction));
        assert!(press("ctrl+v", RouteKind::EditableText) && !press("ctrl+z", RouteKind::EditableText));
        assert!(press("f5", RouteKind::KeyInput));
        let held = Gesture::Hold(vec![Modifier::Shift]);
        assert!(!held.fits(&Route::quiet(ActionKind::Click, RouteKind::NativeAction)));
    }
}
