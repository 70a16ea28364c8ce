//! The contract of all desktops on real windows: one headless desktop, a form of each toolkit, every check on each.
//!
//! What a check leaves behind (texts, counts) the next one finds, as on a desktop in use. The removal of a row and the
//! secret field come from `widgets.py` and `widgets_qt.py`, which offers what the form does not.

#![expect(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test and its helpers")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use surehand_atspi::AtspiDesktop;
use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline, SystemClock};
use surehand_core::desktop::{Desktop, Payload};
use surehand_core::element::{Element, ElementKey, Role};
use surehand_core::snapshot::SnapshotBounds;
use surehand_core::window::WindowKey;
use surehand_testkit::contract::{CHECKS, ContractTarget, Landmark, Landmarks};
use surehand_testkit::desktop::{HeadlessDesktop, for_test};
use surehand_testkit::poll_until;

/// A window of known controls: the form, or the widgets.
struct Target<'a> {
    clock: Arc<SystemClock>,
    desktop: &'a AtspiDesktop,
    headless: &'a HeadlessDesktop,
    title: String,
    window: WindowKey,
    toolkit: &'static str,
    landmarks: Landmarks,
}

impl ContractTarget for Target<'_> {
    fn desktop(&self) -> &dyn Desktop {
        self.desktop
    }

    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn window(&self) -> WindowKey {
        self.window.clone()
    }

    fn title(&self) -> String {
        self.title.clone()
    }

    fn landmarks(&self) -> Landmarks {
        self.landmarks.clone()
    }

    fn presses(&self) -> u32 {
        let state = self.headless.state(&self.title).expect("the app keeps its state");
        let saved = state.pointer("/saved").and_then(serde_json::Value::as_u64).expect("it counts");
        u32::try_from(saved).expect("a few")
    }

    fn remove_something(&self) -> Option<ElementKey> {
        let (button, row) =
            (self.find(Role::Button, "Remove row")?, self.find(Role::Button, "Row to remove")?);
        let route = *button.routes_for(ActionKind::Click).next()?;
        self.desktop.perform(&button.key, &route, &Payload::Nothing, &self.deadline()).ok()?;
        Some(row.key)
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(5)
    }
}

impl Target<'_> {
    fn deadline(&self) -> Deadline {
        Deadline::new(self.clock.now().plus(Duration::from_secs(10)))
    }

    fn find(&self, role: Role, name: &str) -> Option<Element> {
        let snapshot =
            self.desktop.snapshot(&self.window, &SnapshotBounds::default(), &self.deadline()).ok()?;
        snapshot.elements().iter().find(|element| element.role == role && element.name == name).cloned()
    }

    /// Runs all checks and answers what failed.
    fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        for (name, check) in CHECKS {
            let begin = self.clock.now();
            let passed = catch_unwind(AssertUnwindSafe(|| check(self))).is_ok();
            println!("{} {name}: {passed} in {:?}", self.title, self.clock.now().since(begin));
            if !passed {
                failures.push(format!("{} ({}): {name}", self.title, self.toolkit));
            }
        }
        failures
    }
}

impl Target<'_> {
    /// What is hidden is in no reading and no probe, and both agree.
    fn keeps_secrets(&self) {
        let mut differing = Vec::new();
        // The window may still be growing around a text of the last check, and then no two readings are alike.
        let agree = poll_until(self.patience(), || {
            differing = self.read_and_probed().into_iter().filter(|(read, probed)| read != probed).collect();
            differing.is_empty().then_some(())
        });
        assert!(agree.is_some(), "{}: {differing:#?}", self.title);
    }

    /// Every element as a reading tells it, and as a probe tells it by itself; neither tells a secret.
    fn read_and_probed(&self) -> Vec<(Element, Element)> {
        let read = self.desktop.snapshot(&self.window, &SnapshotBounds::default(), &self.deadline());
        let snapshot = read.expect("the window is read");
        let hidden = snapshot.elements().iter().filter(|element| element.state.protected).count();
        assert_eq!(hidden, if self.landmarks.secret.is_some() { 2 } else { 0 }, "{}", self.title);
        let pair = |element: &Element| {
            let probed = self.desktop.probe(std::slice::from_ref(&element.key), &self.deadline());
            let probed = probed.expect("probed").remove(0).expect("it is there");
            for element in [element, &probed] {
                // Without the key: GTK 4 names objects at random, and a random name may hold the digits of the secret.
                let text = format!("{:?}", Element { key: Default::default(), ..element.clone() });
                let told = ["4711", "hunter2", "horse", "●●"].iter().any(|secret| text.contains(secret));
                assert!(!told, "{text}");
            }
            (element.clone(), Element { parent: element.parent, ..probed })
        };
        snapshot.elements().iter().map(pair).collect()
    }
}

/// The form; its combo box and check box cannot be operated in GTK 4.8 (docs/reproductions/).
fn form(toolkit: &str) -> Landmarks {
    let operable = toolkit != "gtk4";
    Landmarks {
        field: Landmark::new(&[Role::TextField], "Name"),
        area: Landmark::new(&[Role::TextArea], "Note"),
        secret: None,
        button: Landmark::new(&[Role::Button], "Save"),
        label: Landmark::new(&[Role::Text, Role::Heading], "Company"),
        tick: operable.then_some(Landmark::new(&[Role::CheckBox], "Send newsletter")),
        range: Some(Landmark::new(&[Role::Slider], "Volume")),
        choice: operable.then_some((Landmark::new(&[Role::ComboBox], "Size"), ["Large", "Medium"])),
        rows: Some(Landmark::new(&[Role::List], "Fruit")),
    }
}

/// The widgets, with what the form lacks: a secret, and a row that goes away.
fn small(_: &str) -> Landmarks {
    Landmarks {
        field: Landmark::new(&[Role::TextField], "Name"),
        area: Landmark::new(&[Role::TextArea], "Note"),
        secret: Some(Landmark::new(&[Role::PasswordField, Role::TextField], "Password")),
        button: Landmark::new(&[Role::Button], "Save"),
        label: Landmark::new(&[Role::Text], "Only a label"),
        tick: Some(Landmark::new(&[Role::Switch, Role::ToggleButton, Role::CheckBox], "Bold")),
        range: None,
        choice: None,
        rows: None,
    }
}

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
        for (title, landmarks) in [(full, form(toolkit)), (little, small(toolkit))] {
            let window = window(&desktop, &clock, &title);
            let (clock, desktop, headless) = (Arc::clone(&clock), &desktop, &headless);
            let target = Target { clock, desktop, headless, title, window, toolkit, landmarks };
            failures.extend(target.failures());
            target.keeps_secrets();
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The window of that title, once its controls can be read.
fn window(desktop: &AtspiDesktop, clock: &SystemClock, title: &str) -> WindowKey {
    let found = poll_until(Duration::from_secs(20), || {
        let deadline = Deadline::new(clock.now().plus(Duration::from_secs(5)));
        let windows = desktop.windows(&deadline).ok()?;
        let window = windows.into_iter().find(|window| window.title == title)?;
        let read = desktop.snapshot(&window.key, &SnapshotBounds::default(), &deadline).ok()?;
        (!read.elements().is_empty()).then_some(window.key)
    });
    found.unwrap_or_else(|| panic!("no readable window {title:?}"))
}
