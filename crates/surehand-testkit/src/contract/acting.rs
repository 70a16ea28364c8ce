//! Checks of what comes of performing a route.
//!
//! Effects are read back with fresh probes or from the app's own account; the reply of a route is no proof and is only
//! checked for honest controls.

use surehand_core::action::ActionKind;
use surehand_core::clock::Deadline;
use surehand_core::code::Code;
use surehand_core::desktop::Payload;
use surehand_core::element::{Checked, ElementKey};
use surehand_core::route::{Disturbance, Route, RouteKind};
use surehand_core::snapshot::SnapshotBounds;

use super::{Bench, ContractTarget};

/// Texts that are easily damaged on the way.
const DELICATE: &[&str] = &[
    "  two blanks before, one behind ",
    "tab\tand\u{a0}no-break",
    "é ✓ 漢字 😀",
    "👩\u{200d}👩\u{200d}👧 🇩🇪 👍🏽",
    "nfc é, nfd e\u{301}",
    "\u{200f}rtl שלום\u{200e} \u{200b}zero",
    "a\\b\"c'd<e>&f\u{fffd}",
    "",
];

/// A text that is set is read back code point by code point, whatever is in it.
pub fn text_is_exact(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let field = bench.find(&target.landmarks().field);
    for text in DELICATE {
        bench.set_text(&field, text);
        bench.reads(&field.key, text);
    }
    let area = bench.find(&target.landmarks().area);
    let long: String = "é漢😀x".chars().cycle().take(10_000).collect();
    for text in [" first\nsecond \n", "\n\n", long.as_str(), ""] {
        bench.set_text(&area, text);
        bench.reads(&area.key, text);
        let length = bench.probe(&area.key).content.map(|content| content.length);
        assert_eq!(length, Some(text.chars().count() as u64), "the length in code points");
    }
}

/// Positions of an insertion count code points, and what is there stays.
pub fn text_is_inserted_at_code_points(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let field = bench.find(&target.landmarks().field);
    for (at, expected) in [(0, "‹é😀›a😀é漢"), (2, "a😀‹é😀›é漢"), (4, "a😀é漢‹é😀›")]
    {
        bench.set_text(&field, "a😀é漢");
        bench.reads(&field.key, "a😀é漢");
        bench.act(&field, ActionKind::TypeInto, &Payload::Insert { at, text: "‹é😀›".to_owned() });
        bench.reads(&field.key, expected);
    }
}

/// A press happens, and happens once.
pub fn a_press_happens_once(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let button = bench.find(&target.landmarks().button);
    let before = target.presses();
    bench.act(&button, ActionKind::Click, &Payload::Nothing);
    assert!(bench.comes_true(|| target.presses() > before));
    bench.act(&button, ActionKind::Click, &Payload::Nothing);
    assert!(bench.comes_true(|| target.presses() > before + 1));
    assert_eq!(target.presses(), before + 2);
}

/// A box that is toggled stands the other way, and back again.
pub fn a_box_flips(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let Some(tick) = target.landmarks().tick else { return };
    let tick = bench.find(&tick);
    let checked = || bench.probe(&tick.key).state.checked;
    let before = checked();
    assert!(before.is_some());
    let flipped = if before == Some(Checked::On) { Checked::Off } else { Checked::On };
    bench.act(&tick, ActionKind::Toggle, &Payload::Nothing);
    assert!(bench.comes_true(|| checked() == Some(flipped)));
    bench.act(&tick, ActionKind::Toggle, &Payload::Nothing);
    assert!(bench.comes_true(|| checked() == before));
}

/// A range reads the number it was set to.
pub fn a_range_stands_where_it_was_set(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let Some(range) = target.landmarks().range else { return };
    let range = bench.find(&range);
    for number in [40.0, 60.0] {
        bench.act(&range, ActionKind::SetValue, &Payload::Number(number));
        let stands = || bench.probe(&range.key).number.is_some_and(|now| (now.value - number).abs() < 1e-9);
        assert!(bench.comes_true(stands), "at {number}");
    }
}

/// A combo box shows the option that was chosen by its name.
pub fn an_option_is_shown_once_chosen(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let Some((choice, options)) = target.landmarks().choice else { return };
    let choice = bench.find(&choice);
    for option in options {
        bench.act(&choice, ActionKind::ChooseOption, &Payload::Option(option.to_owned()));
        bench.reads(&choice.key, option);
    }
}

/// A route that the control does not have, and a payload that the route cannot carry, are unsupported and do nothing.
pub fn an_unknown_route_or_payload_is_unsupported(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let code = |key: &ElementKey, route: &Route, payload: &Payload| {
        let error = bench.desktop().perform(key, route, payload, &bench.deadline()).err();
        error.map(|error| (error.code, error.may_have_happened))
    };
    let unsupported = Some((Code::Unsupported, false));
    let label = bench.find(&target.landmarks().label);
    let unknown = Route::quiet(ActionKind::SetValue, RouteKind::EditableText);
    assert_eq!(code(&label.key, &unknown, &Payload::Text("x".to_owned())), unsupported);
    let before = target.presses();
    let button = bench.find(&target.landmarks().button);
    for route in button.routes_for(ActionKind::Click) {
        assert_eq!(code(&button.key, route, &Payload::Text("x".to_owned())), unsupported);
    }
    assert_eq!(target.presses(), before);
}

/// Acting on a control that is not there is an error, and nothing was sent.
pub fn an_unknown_control_cannot_be_acted_on(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let unknown = ElementKey::new("no such control");
    let route = Route::quiet(ActionKind::Click, RouteKind::NativeAction);
    let error = bench.desktop().perform(&unknown, &route, &Payload::Nothing, &bench.deadline()).err();
    assert_eq!(error.map(|error| error.may_have_happened), Some(false));
}

/// After the first reading of a window a change moves its signal, which names the control.
pub fn a_change_is_signalled_with_its_source(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let field = bench.find(&target.landmarks().field);
    bench.set_text(&field, "before");
    bench.reads(&field.key, "before");
    let signal = bench.desktop().change_signal(&target.window());
    let (begin, seen) = (target.clock().now(), signal.count());
    bench.set_text(&field, "after");
    let spoke = || {
        // The end of the span is excluded, and on a fake clock no time passes.
        let end = target.clock().now().plus(std::time::Duration::from_nanos(1));
        let heard = signal.heard_between(begin, end);
        signal.count() > seen && heard.iter().any(|(_, source)| *source == field.key)
    };
    assert!(bench.comes_true(spoke), "{} of {seen} at first", signal.count());
    let clone = bench.desktop().change_signal(&target.window());
    assert_eq!(clone.count(), signal.count(), "one signal per app");
}

/// When the time is over before the call, the answer is a timeout, and nothing is done.
pub fn a_passed_deadline_is_a_timeout(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let desktop = bench.desktop();
    let button = bench.find(&target.landmarks().button);
    let before = target.presses();
    let passed = Deadline::new(target.clock().now());
    let window = target.window();
    let failures = [
        ("windows", desktop.windows(&passed).err()),
        ("snapshot", desktop.snapshot(&window, &SnapshotBounds::default(), &passed).err()),
        ("probe", desktop.probe(std::slice::from_ref(&button.key), &passed).err()),
        ("foreground", desktop.foreground(&passed).err()),
    ];
    for (call, failure) in failures {
        assert_eq!(failure.map(|error| error.code), Some(Code::DesktopTimeout), "{call}");
    }
    for route in button.routes_for(ActionKind::Click) {
        let failure = desktop.perform(&button.key, route, &Payload::Nothing, &passed).err();
        let told = failure.map(|error| (error.code, error.may_have_happened));
        assert_eq!(told, Some((Code::DesktopTimeout, false)), "perform");
    }
    assert_eq!(target.presses(), before);
}

/// A route that says it disturbs nothing leaves the foreground as it was.
pub fn quiet_routes_leave_the_foreground(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let foreground = || super::answered(bench.desktop().foreground(&bench.deadline()), "foreground");
    let before = foreground();
    let (field, button) = (bench.find(&target.landmarks().field), bench.find(&target.landmarks().button));
    let quiet = |route: &&Route| route.disturbs == Disturbance::Nothing;
    for route in field.routes_for(ActionKind::SetValue).filter(quiet).take(1) {
        bench.perform(&field, route, &Payload::Text("quiet".to_owned()));
        bench.reads(&field.key, "quiet");
    }
    let presses = target.presses();
    for route in button.routes_for(ActionKind::Click).filter(quiet).take(1) {
        bench.perform(&button, route, &Payload::Nothing);
        assert!(bench.comes_true(|| target.presses() > presses));
    }
    assert_eq!(foreground(), before);
}
