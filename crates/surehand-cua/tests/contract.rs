//! The contract of all desktops over the real driver, on the form and the widgets of GTK 3 and the widgets of GTK 4.
//!
//! Fields are read exactly by our own AT-SPI desktop, as the product does it on Linux. The checks that cannot hold are
//! named with their reason, and a check that holds although it is named fails the test.

#![expect(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test and its helpers")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use surehand_atspi::AtspiDesktop;
use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline, SystemClock};
use surehand_core::desktop::{Desktop, Payload};
use surehand_core::element::{Element, ElementKey, Role};
use surehand_core::exact::ByDesktop;
use surehand_core::snapshot::SnapshotBounds;
use surehand_core::window::WindowKey;
use surehand_cua::{CuaDesktop, Process};
use surehand_testkit::contract::{CHECKS, ContractTarget, Landmark, Landmarks};
use surehand_testkit::desktop::{HeadlessDesktop, for_test};
use surehand_testkit::{driver, poll_until};

/// What cannot hold on windows whose title begins so, and why.
const CANNOT: [(&str, &str, &str); 2] = [
    ("", "a_change_is_signalled_with_its_source", "the driver does not tell of changes"),
    (
        "Small",
        "a_bound_on_depth_is_kept_and_said",
        "it leaves out boxes without a name, so all is on one level",
    ),
];

struct Target<'a> {
    clock: Arc<SystemClock>,
    desktop: &'a CuaDesktop,
    headless: &'a HeadlessDesktop,
    title: String,
    window: WindowKey,
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
        let (button, row) = (self.find("Remove row")?, self.find("Row to remove")?);
        let route = *button.routes_for(ActionKind::Click).next()?;
        self.desktop.perform(&button.key, &route, &Payload::Nothing, &self.deadline()).ok()?;
        Some(row.key)
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(10)
    }
}

impl Target<'_> {
    fn deadline(&self) -> Deadline {
        Deadline::new(self.clock.now().plus(Duration::from_secs(20)))
    }

    fn find(&self, name: &str) -> Option<Element> {
        let snapshot =
            self.desktop.snapshot(&self.window, &SnapshotBounds::default(), &self.deadline()).ok()?;
        snapshot
            .elements()
            .iter()
            .find(|element| element.role == Role::Button && element.name == name)
            .cloned()
    }

    /// Runs all checks and answers what was not as expected.
    fn surprises(&self) -> Vec<String> {
        let mut surprises = Vec::new();
        for (name, check) in CHECKS {
            let cannot =
                CANNOT.iter().find(|(title, cannot, _)| self.title.starts_with(title) && cannot == name);
            let begin = self.clock.now();
            let passed = catch_unwind(AssertUnwindSafe(|| check(self))).is_ok();
            println!("{} {name}: {passed} in {:?}", self.title, self.clock.now().since(begin));
            match (passed, cannot) {
                (false, None) => surprises.push(format!("{}: {name} fails", self.title)),
                (true, Some((_, _, why))) => {
                    surprises.push(format!("{}: {name} holds, not: {why}", self.title));
                }
                (true, None) | (false, Some(_)) => {}
            }
        }
        surprises
    }

    /// What is hidden is nowhere, although the driver passes it on.
    fn keeps_secrets(&self, hidden: usize) {
        let read = self.desktop.snapshot(&self.window, &SnapshotBounds::default(), &self.deadline());
        let snapshot = read.expect("the window is read");
        let protected = snapshot.elements().iter().filter(|element| element.state.protected).count();
        assert_eq!(protected, hidden, "{}", self.title);
        let text = format!("{:?}", snapshot.elements());
        for secret in ["4711", "hunter2", "horse", "●●"] {
            assert!(!text.contains(secret), "{} tells {secret}: {text}", self.title);
        }
    }
}

fn form() -> Landmarks {
    Landmarks {
        field: Landmark::new(&[Role::TextField], "Name"),
        area: Landmark::new(&[Role::TextArea], "Note"),
        secret: None,
        button: Landmark::new(&[Role::Button], "Save"),
        label: Landmark::new(&[Role::Text, Role::Heading], "Company"),
        tick: Some(Landmark::new(&[Role::CheckBox], "Send newsletter")),
        range: Some(Landmark::new(&[Role::Slider], "Volume")),
        choice: Some((Landmark::new(&[Role::ComboBox], "Size"), ["Large", "Medium"])),
        rows: Some(Landmark::new(&[Role::List], "Fruit")),
    }
}

fn small() -> Landmarks {
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
fn contract_holds(test: &str, title: &str, widgets: Option<&str>) {
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
    let app = match widgets {
        None => headless.spawn_fixture("form.py", title, &["--toolkit", "gtk3"]),
        Some(version) => headless.spawn_app("/usr/bin/python3", &["-B", script, version, title, &state]),
    };
    let _app = app.expect("the app starts");
    let (landmarks, hidden) = if widgets.is_some() { (small(), 2) } else { (form(), 0) };
    let target = Target {
        clock: Arc::clone(&clock),
        desktop: &desktop,
        headless: &headless,
        title: title.to_owned(),
        window: window(&desktop, &clock, title),
        landmarks,
    };
    let surprises = target.surprises();
    target.keeps_secrets(hidden);
    assert!(surprises.is_empty(), "{surprises:#?}");
}

/// The window of that title, once its controls can be read.
fn window(desktop: &CuaDesktop, clock: &SystemClock, title: &str) -> WindowKey {
    let mut last = String::new();
    let found = poll_until(Duration::from_secs(20), || {
        let deadline = Deadline::new(clock.now().plus(Duration::from_secs(10)));
        let read = desktop.windows(&deadline).and_then(|windows| {
            let window = windows.into_iter().find(|window| window.title == title);
            window
                .map(|window| desktop.snapshot(&window.key, &SnapshotBounds::default(), &deadline))
                .transpose()
        });
        last = format!("{read:?}");
        let snapshot = read.ok()??;
        (!snapshot.elements().is_empty()).then_some(snapshot.window.key)
    });
    found.unwrap_or_else(|| panic!("no readable window {title:?}: {last}"))
}
