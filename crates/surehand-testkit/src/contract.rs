//! One contract for all desktops: what the docs of [`Desktop`] promise, as checks.
//!
//! A backend implements [`ContractTarget`] on one window of known controls and calls
//! [`desktop_contract!`](crate::desktop_contract), which makes a test of each check; [`CHECKS`] is the same list as
//! data, for running all of them on one desktop. A check sets up what it needs and asks nothing of the others.
//!
//! Apps react when they like, so effects are waited for on the target's clock, up to [`ContractTarget::patience`].

mod acting;
pub mod live;
mod reading;
mod standing;

pub use acting::*;
pub use reading::*;
pub use standing::*;

use std::time::Duration;

use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline};
use surehand_core::desktop::{Desktop, Payload, Reply};
use surehand_core::element::{Element, ElementKey, Role};
use surehand_core::route::Route;
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::WindowKey;

/// A control that the checks use, found by its roles and name.
#[derive(Clone, Debug)]
pub struct Landmark {
    /// The kinds of control it may be.
    pub roles: &'static [Role],
    /// Its name, exactly.
    pub name: &'static str,
}

impl Landmark {
    /// A control of that kind and name.
    #[must_use]
    pub const fn new(roles: &'static [Role], name: &'static str) -> Self {
        Self { roles, name }
    }
}

/// The controls that the checks use. Checks of what a target does not have pass without doing anything.
#[derive(Clone, Debug)]
pub struct Landmarks {
    /// A field of one line.
    pub field: Landmark,
    /// A field of several lines.
    pub area: Landmark,
    /// A field that hides its text.
    pub secret: Option<Landmark>,
    /// A button whose presses [`ContractTarget::presses`] counts.
    pub button: Landmark,
    /// A text, heading or the like: nothing can be done to it.
    pub label: Landmark,
    /// A box or switch.
    pub tick: Option<Landmark>,
    /// A slider that can stand at 40 and at 60.
    pub range: Option<Landmark>,
    /// A combo box, and two of its options.
    pub choice: Option<(Landmark, [&'static str; 2])>,
    /// A list or table of at least four rows, each with something to say.
    pub rows: Option<Landmark>,
}

/// A desktop under test with a window of known controls on it.
pub trait ContractTarget {
    /// The desktop.
    fn desktop(&self) -> &dyn Desktop;

    /// The clock it lives by.
    fn clock(&self) -> &dyn Clock;

    /// The window with the controls.
    fn window(&self) -> WindowKey;

    /// Its title, exactly.
    fn title(&self) -> String;

    /// The controls.
    fn landmarks(&self) -> Landmarks;

    /// How often the button has been pressed, by the app's own account.
    fn presses(&self) -> u32;

    /// Makes a control of the window disappear for good and answers which; `None` when that cannot be arranged.
    fn remove_something(&self) -> Option<ElementKey> {
        None
    }

    /// How long the app may take to show an effect.
    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }
}

/// One check of the contract.
pub type Check = fn(&dyn ContractTarget);

/// Makes a `#[test]` of each check of the contract for the target that the expression answers, as an `Option`: `None`
/// where there can be no such desktop.
///
/// ```text
/// surehand_testkit::desktop_contract!(Some(InMemory::start()));
/// ```
#[macro_export]
macro_rules! desktop_contract {
    (@each $then:ident $($argument:tt)*) => {
        $crate::desktop_contract! { @$then [$($argument)*]
            a_bound_on_depth_is_kept_and_said,
            a_bound_on_elements_is_kept_and_said,
            a_bound_on_text_is_kept_and_said,
            a_box_flips,
            a_change_is_signalled_with_its_source,
            a_full_reading_leaves_nothing_out,
            a_passed_deadline_is_a_timeout,
            a_press_happens_once,
            a_protected_field_never_tells,
            a_range_stands_where_it_was_set,
            a_reading_is_in_order,
            an_option_is_shown_once_chosen,
            an_unknown_control_cannot_be_acted_on,
            an_unknown_route_or_payload_is_unsupported,
            an_unknown_window_is_not_found,
            capabilities_are_what_is_supported,
            controls_keep_their_keys,
            letting_go_may_be_repeated,
            probing_reads_single_controls_whole,
            quiet_routes_leave_the_foreground,
            rows_are_read_by_number,
            text_is_exact,
            text_is_inserted_at_code_points,
            the_foreground_is_an_active_window,
            the_screen_is_not_locked,
            what_is_gone_probes_as_none,
            windows_are_listed,
        }
    };
    (@tests [$start:expr] $($check:ident,)*) => {
        $(
            #[test]
            fn $check() {
                if let Some(target) = $start {
                    $crate::contract::$check(&target);
                }
            }
        )*
    };
    (@table [] $($check:ident,)*) => {
        &[$((stringify!($check), $check),)*]
    };
    ($start:expr) => {
        $crate::desktop_contract! { @each tests $start }
    };
}

/// Every check with its name.
pub const CHECKS: &[(&str, Check)] = crate::desktop_contract!(@each table);

/// A target with the few calls that checks repeat.
struct Bench<'a> {
    target: &'a dyn ContractTarget,
}

impl<'a> Bench<'a> {
    fn new(target: &'a dyn ContractTarget) -> Self {
        Self { target }
    }

    fn desktop(&self) -> &'a dyn Desktop {
        self.target.desktop()
    }

    /// A deadline that leaves time for any honest call.
    fn deadline(&self) -> Deadline {
        Deadline::new(self.target.clock().now().plus(Duration::from_secs(20)))
    }

    fn read(&self) -> Snapshot {
        self.read_within(&SnapshotBounds::default())
    }

    fn read_within(&self, bounds: &SnapshotBounds) -> Snapshot {
        let read = self.desktop().snapshot(&self.target.window(), bounds, &self.deadline());
        answered(read, "snapshot")
    }

    /// The one control that the landmark means.
    fn find(&self, landmark: &Landmark) -> Element {
        let snapshot = self.read();
        let meant =
            |element: &&Element| landmark.roles.contains(&element.role) && element.name == landmark.name;
        let found: Vec<&Element> = snapshot.elements().iter().filter(meant).collect();
        assert!(found.len() == 1, "{landmark:?} must be one control, found {found:?}");
        found[0].clone()
    }

    /// The one control as a fresh probe has it.
    fn probe(&self, key: &ElementKey) -> Element {
        let mut probed = answered(self.desktop().probe(std::slice::from_ref(key), &self.deadline()), "probe");
        assert!(probed.len() == 1, "one answer per key: {probed:?}");
        let probed = probed.remove(0);
        assert!(probed.is_some(), "{key:?} is there");
        probed.unwrap_or_default()
    }

    fn text(&self, key: &ElementKey) -> Option<String> {
        self.probe(key).content.map(|content| content.text)
    }

    fn perform(&self, element: &Element, route: &Route, payload: &Payload) {
        let reply = self.desktop().perform(&element.key, route, payload, &self.deadline());
        assert_eq!(answered(reply, "perform"), Reply::Accepted, "{} by {}", element.name, route.kind);
    }

    /// Performs the first route for the action, on a control that must have one.
    fn act(&self, element: &Element, action: ActionKind, payload: &Payload) {
        let route = element.routes_for(action).next();
        assert!(route.is_some(), "{:?} offers no {action}: {:?}", element.name, element.routes);
        route.into_iter().for_each(|route| self.perform(element, route, payload));
    }

    fn set_text(&self, element: &Element, text: &str) {
        self.act(element, ActionKind::SetValue, &Payload::Text(text.to_owned()));
    }

    /// Waits until `holds`, and answers whether it came to that.
    fn comes_true(&self, mut holds: impl FnMut() -> bool) -> bool {
        let clock = self.target.clock();
        let signal = self.desktop().change_signal(&self.target.window());
        let end = clock.now().plus(self.target.patience());
        loop {
            let seen = signal.count();
            if holds() {
                return true;
            }
            let now = clock.now();
            if now >= end {
                return false;
            }
            // An app may change without saying so: look again after a while.
            clock.wait(&signal, seen, now.plus(Duration::from_millis(50)).min(end));
        }
    }

    fn reads(&self, key: &ElementKey, text: &str) {
        let mut last = None;
        let same = self.comes_true(|| {
            last = self.text(key);
            last.as_deref() == Some(text)
        });
        assert!(same, "reads {last:?} instead of {text:?}");
    }
}

/// The answer of a call that must succeed.
fn answered<T>(answer: surehand_core::error::Result<T>, call: &str) -> T {
    match answer {
        Ok(answer) => answer,
        Err(error) => {
            #[expect(clippy::panic, reason = "a check fails by panicking, as assertions do")]
            {
                panic!("{call} failed: {}: {error}", error.code)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_without_doubles() {
        assert!(CHECKS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
