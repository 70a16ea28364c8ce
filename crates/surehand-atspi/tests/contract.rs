//! The contract of all desktops on real windows: one headless desktop, a form of each toolkit, every check on each.
//!
//! What a check leaves behind (texts, counts) the next one finds, as on a desktop in use. The removal of a row and the
//! secret field come from `widgets.py` and `widgets_qt.py`, which offers what the form does not.

#![expect(clippy::expect_used, reason = "a test and its helpers")]

use std::sync::Arc;
use std::time::Duration;

use surehand_atspi::AtspiDesktop;
use surehand_core::clock::{Clock, SystemClock};
use surehand_core::element::Element;
use surehand_testkit::contract::ContractTarget as _;
use surehand_testkit::contract::live::{Live, form, tells_a_secret, widgets};
use surehand_testkit::desktop::for_test;
use surehand_testkit::poll_until;

#[test]
fn the_contract_holds_on_gtk3_and_gtk4() {
    holds("the_contract_holds_on_gtk3_and_gtk4", &[("gtk3", "3"), ("gtk4", "4")]);
}

#[test]
fn the_contract_holds_on_qt5_and_qt6() {
    holds("the_contract_holds_on_qt5_and_qt6", &[("qt5", "qt5"), ("qt6", "qt6")]);
}

/// Runs all checks on the form and the widgets of some toolkits.
fn holds(test: &str, toolkits: &[(&'static str, &str)]) {
    let Some(headless) = for_test(test) else { return };
    let environment = headless.environment();
    let bus = environment.iter().find(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS");
    let clock = Arc::new(SystemClock::new());
    let desktop = AtspiDesktop::connect_to(
        Arc::clone(&clock) as Arc<dyn Clock>,
        Some(headless.display()),
        bus.map(|(_, address)| address.as_str()),
    )
    .expect("the accessibility bus is there");
    let gtk = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/widgets.py");
    let qt = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/widgets_qt.py");
    let mut failures = Vec::new();
    for (toolkit, version) in toolkits {
        let script = if toolkit.starts_with("qt") { qt } else { gtk };
        let (full, little) = (format!("Form {toolkit}"), format!("Small {toolkit}"));
        let _form =
            headless.spawn_fixture("form.py", &full, &["--toolkit", *toolkit]).expect("the form starts");
        let state = headless.state_file(&little).display().to_string();
        let arguments = ["-B", script, version, &little, &state];
        let _small = headless.spawn_app("/usr/bin/python3", &arguments).expect("the widgets start");
        for (title, landmarks) in [(full, form(*toolkit != "gtk4")), (little, widgets())] {
            let patience = Duration::from_secs(5);
            let target = Live::of((&desktop, &*clock), &headless, &title, landmarks, patience);
            failures.extend(target.broken().iter().map(|name| format!("{title}: {name}")));
            keeps_secrets(&target);
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// What is hidden is in no reading and no probe, and both agree.
fn keeps_secrets(target: &Live<'_>) {
    let mut differing = Vec::new();
    // The window may still be growing around a text of the last check, and then no two readings are alike.
    let agree = poll_until(target.patience(), || {
        differing = read_and_probed(target).into_iter().filter(|(read, probed)| read != probed).collect();
        differing.is_empty().then_some(())
    });
    assert!(agree.is_some(), "{}: {differing:#?}", target.title());
}

/// Every element as a reading tells it, and as a probe tells it by itself; neither tells a secret.
fn read_and_probed(target: &Live<'_>) -> Vec<(Element, Element)> {
    let snapshot = target.read();
    let hidden = snapshot.elements().iter().filter(|element| element.state.protected).count();
    assert_eq!(hidden, if target.landmarks().secret.is_some() { 2 } else { 0 }, "{}", target.title());
    let pair = |element: &Element| {
        let probed = target.desktop().probe(std::slice::from_ref(&element.key), &target.deadline());
        let probed = probed.expect("probed").remove(0).expect("it is there");
        for element in [element, &probed] {
            assert!(!tells_a_secret(element), "{element:?}");
        }
        (element.clone(), Element { parent: element.parent, ..probed })
    };
    snapshot.elements().iter().map(pair).collect()
}
