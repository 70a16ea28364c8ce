//! The form and the widgets on a headless desktop, as targets of the contract for every live desktop.
//!
//! Which checks cannot hold on a desktop, and what else it promises, stays in its own tests. `widgets.py` offers what the
//! form does not: a secret, and a row that goes away.

#![expect(clippy::panic, reason = "a test that cannot go on says why and ends")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline};
use surehand_core::desktop::{Desktop, Payload};
use surehand_core::element::{Element, ElementKey, Role};
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::WindowKey;

use super::{CHECKS, ContractTarget, Landmark, Landmarks};
use crate::desktop::HeadlessDesktop;
use crate::poll_until;

/// How long a window may take to be readable.
const APPEAR: Duration = Duration::from_secs(20);
/// What the hidden fields of the widgets hold, and how toolkits show it.
const SECRETS: [&str; 4] = ["4711", "hunter2", "horse", "●●"];

/// A window of known controls on a headless desktop.
#[derive(Debug)]
pub struct Live<'a> {
    clock: &'a dyn Clock,
    desktop: &'a dyn Desktop,
    headless: &'a HeadlessDesktop,
    title: String,
    window: WindowKey,
    landmarks: Landmarks,
    patience: Duration,
}

impl<'a> Live<'a> {
    /// The window of that title, once its controls can be read. No call takes longer than twice `patience`.
    ///
    /// # Panics
    /// When there is none in time.
    #[must_use]
    pub fn of(
        (desktop, clock): (&'a dyn Desktop, &'a dyn Clock),
        headless: &'a HeadlessDesktop,
        title: &str,
        landmarks: Landmarks,
        patience: Duration,
    ) -> Self {
        let mut last = String::new();
        let found = poll_until(APPEAR, || {
            let deadline = Deadline::new(clock.now().plus(patience * 2));
            let read = desktop.windows(&deadline).and_then(|windows| {
                let window = windows.into_iter().find(|window| window.title == title);
                let bounds = SnapshotBounds::default();
                window.map(|window| desktop.snapshot(&window.key, &bounds, &deadline)).transpose()
            });
            last = format!("{read:?}");
            let snapshot = read.ok()??;
            (!snapshot.elements().is_empty()).then_some(snapshot.window.key)
        });
        let window = found.unwrap_or_else(|| panic!("no readable window {title:?}: {last}"));
        Self { clock, desktop, headless, title: title.to_owned(), window, landmarks, patience }
    }

    /// Runs all checks and answers which of them failed.
    #[must_use]
    pub fn broken(&self) -> Vec<&'static str> {
        let fails = |(name, check): &(&'static str, super::Check)| {
            let begin = self.clock.now();
            let passed = catch_unwind(AssertUnwindSafe(|| check(self))).is_ok();
            #[expect(clippy::print_stdout, reason = "what a live check took shows in the output of its test")]
            {
                println!("{} {name}: {passed} in {:?}", self.title, self.clock.now().since(begin));
            }
            (!passed).then_some(*name)
        };
        CHECKS.iter().filter_map(fails).collect()
    }

    /// A reading of the whole window.
    ///
    /// # Panics
    /// When it cannot be read.
    #[must_use]
    pub fn read(&self) -> Snapshot {
        let read = self.desktop.snapshot(&self.window, &SnapshotBounds::default(), &self.deadline());
        read.unwrap_or_else(|error| panic!("{:?} cannot be read: {error}", self.title))
    }

    /// Time for any honest call.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        Deadline::new(self.clock.now().plus(self.patience * 2))
    }

    fn find(&self, name: &str) -> Option<Element> {
        let is_meant = |element: &&Element| element.role == Role::Button && element.name == name;
        self.read().elements().iter().find(is_meant).cloned()
    }
}

impl ContractTarget for Live<'_> {
    fn desktop(&self) -> &dyn Desktop {
        self.desktop
    }

    fn clock(&self) -> &dyn Clock {
        self.clock
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
        let state = self.headless.state(&self.title).unwrap_or_default();
        let saved = state.pointer("/saved").and_then(serde_json::Value::as_u64);
        saved.and_then(|saved| u32::try_from(saved).ok()).unwrap_or_else(|| panic!("the app does not count"))
    }

    fn remove_something(&self) -> Option<ElementKey> {
        let (button, row) = (self.find("Remove row")?, self.find("Row to remove")?);
        let route = *button.routes_for(ActionKind::Click).next()?;
        self.desktop.perform(&button.key, &route, &Payload::Nothing, &self.deadline()).ok()?;
        Some(row.key)
    }

    fn patience(&self) -> Duration {
        self.patience
    }
}

/// Whether an element tells what the hidden fields of the widgets hold.
#[must_use]
pub fn tells_a_secret(element: &Element) -> bool {
    // Without the key: GTK 4 names objects at random, and a random name may hold the digits of the secret.
    let text = format!("{:?}", Element { key: ElementKey::default(), ..element.clone() });
    SECRETS.iter().any(|secret| text.contains(secret))
}

/// The controls of the form. The combo box and the check box of GTK 4.8 cannot be operated (docs/reproductions/).
#[must_use]
pub fn form(all_operable: bool) -> Landmarks {
    Landmarks {
        field: Landmark::new(&[Role::TextField], "Name"),
        area: Landmark::new(&[Role::TextArea], "Note"),
        secret: None,
        button: Landmark::new(&[Role::Button], "Save"),
        label: Landmark::new(&[Role::Text, Role::Heading], "Company"),
        tick: all_operable.then_some(Landmark::new(&[Role::CheckBox], "Send newsletter")),
        range: Some(Landmark::new(&[Role::Slider], "Volume")),
        choice: all_operable.then_some((Landmark::new(&[Role::ComboBox], "Size"), ["Large", "Medium"])),
        rows: Some(Landmark::new(&[Role::List], "Fruit")),
    }
}

/// The controls of the widgets; two of them hide what they hold.
#[must_use]
pub fn widgets() -> Landmarks {
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
