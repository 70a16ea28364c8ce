//! The contract of all desktops over the real driver, on the form and the widgets of GTK 3 and the widgets of GTK 4.
//!
//! Fields are read exactly by our own AT-SPI desktop, as the product does it on Linux. The checks that cannot hold are
//! named with their reason, and a check that holds although it is named fails the test.

#![expect(clippy::expect_used, reason = "a test and its helpers")]

use std::sync::Arc;
use std::time::Duration;

use surehand_atspi::AtspiDesktop;
use surehand_core::clock::{Clock, SystemClock};
use surehand_core::desktop::Desktop;
use surehand_core::exact::ByDesktop;
use surehand_cua::{CuaDesktop, Process};
use surehand_testkit::contract::ContractTarget as _;
use surehand_testkit::contract::live::{Live, form, tells_a_secret, widgets};
use surehand_testkit::desktop::for_test;
use surehand_testkit::driver;

/// What cannot hold on windows whose title begins so, and why.
const CANNOT: [(&str, &str, &str); 2] = [
    ("", "a_change_is_signalled_with_its_source", "the driver does not tell of changes"),
    (
        "Small",
        "a_bound_on_depth_is_kept_and_said",
        "it leaves out boxes without a name, so all is on one level",
    ),
];

#[test]
fn the_contract_holds_over_the_driver_on_a_form() {
    contract_holds("the_contract_holds_over_the_driver_on_a_form", "Form gtk3", None);
}

#[test]
fn the_contract_holds_over_the_driver_on_widgets_of_gtk3() {
    contract_holds("the_contract_holds_over_the_driver_on_widgets_of_gtk3", "Small gtk3", Some("3"));
}

#[test]
fn the_contract_holds_over_the_driver_on_widgets_of_gtk4() {
    contract_holds("the_contract_holds_over_the_driver_on_widgets_of_gtk4", "Small gtk4", Some("4"));
}

/// Runs every check on the window of that title: the form, or the widgets of that version of GTK.
fn contract_holds(test: &str, title: &str, version: Option<&str>) {
    let (Some(program), Some(headless)) = (driver::for_test(test), for_test(test)) else { return };
    let clock = Arc::new(SystemClock::new());
    let environment = headless.environment();
    let bus = environment.iter().find(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS");
    let (bus, display) = (bus.map(|(_, address)| address.clone()), headless.display().to_owned());
    let reading_clock = Arc::clone(&clock) as Arc<dyn Clock>;
    let connect = move || {
        let clock = Arc::clone(&reading_clock);
        let desktop = AtspiDesktop::connect_to(clock, Some(&display), bus.as_deref())?;
        Ok(Arc::new(desktop) as Arc<dyn Desktop>)
    };
    let process = Process::new(program, Duration::from_secs(60), Arc::clone(&clock) as Arc<dyn Clock>)
        .with_environment(environment.clone());
    let desktop = CuaDesktop::over(Arc::new(process), Arc::clone(&clock) as Arc<dyn Clock>)
        .with_reader(Arc::new(ByDesktop::new(Box::new(connect))));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../surehand-atspi/tests/widgets.py");
    let state = headless.state_file(title).display().to_string();
    let is_form = version.is_none();
    let app = match version {
        None => headless.spawn_fixture("form.py", title, &["--toolkit", "gtk3"]),
        Some(version) => headless.spawn_app("/usr/bin/python3", &["-B", script, version, title, &state]),
    };
    let _app = app.expect("the app starts");
    let (landmarks, hidden) = if is_form { (form(true), 0) } else { (widgets(), 2) };
    let target = Live::of((&desktop, &*clock), &headless, title, landmarks, Duration::from_secs(10));
    let surprises = surprises(&target);
    keeps_secrets(&target, hidden);
    assert!(surprises.is_empty(), "{surprises:#?}");
}

/// What is not as expected: checks that fail, and those that hold although they are named.
fn surprises(target: &Live<'_>) -> Vec<String> {
    let title = target.title();
    let broken = target.broken();
    let here = |begins: &str| title.starts_with(begins);
    let fails = broken
        .iter()
        .filter(|name| !CANNOT.iter().any(|(begins, cannot, _)| here(begins) && cannot == *name));
    let holds = CANNOT.iter().filter(|(begins, cannot, _)| here(begins) && !broken.contains(cannot));
    let holds = holds.map(|(_, name, why)| format!("{title}: {name} holds, not: {why}"));
    fails.map(|name| format!("{title}: {name} fails")).chain(holds).collect()
}

/// What is hidden is nowhere, although the driver passes it on.
fn keeps_secrets(target: &Live<'_>, hidden: usize) {
    let snapshot = target.read();
    let protected = snapshot.elements().iter().filter(|element| element.state.protected).count();
    assert_eq!(protected, hidden, "{}", target.title());
    for element in snapshot.elements() {
        assert!(!tells_a_secret(element), "{} tells a secret: {element:?}", target.title());
    }
}
