//! The in-memory desktop keeps the contract of desktops.

use std::sync::Arc;

use surehand_core::clock::Clock;
use surehand_core::desktop::Desktop;
use surehand_core::element::{Checked, ElementKey, Role};
use surehand_core::window::WindowKey;
use surehand_memory::{Change, MemoryDesktop, Node, WindowState, key, window_key};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::contract::{ContractTarget, Landmark, Landmarks};

struct InMemory {
    clock: Arc<FakeClock>,
    desktop: Arc<MemoryDesktop>,
}

impl InMemory {
    fn start() -> Self {
        let clock = FakeClock::new();
        let desktop = MemoryDesktop::new(clock.clone());
        clock.drive(&desktop);
        desktop.open(WindowState::new("form", "The form", "Forms", 7).containing([
            Node::group("left", "").below([
                Node::text_field("name", "Name", "Ada"),
                Node::text_area("note", "Note", "todo:\n"),
                Node::password_field("password", "Password", "hunter2"),
                Node::check_box("newsletter", "Send newsletter", Checked::Off),
                Node::slider("volume", "Volume", 30.0, 0.0, 100.0),
                Node::combo_box("size", "Size", &["Small", "Medium", "Large"], "Small"),
            ]),
            Node::group("right", "").below([
                Node::heading("heading", "Company"),
                Node::button("save", "Save"),
                Node::list("fruit", "Fruit", &["Apple", "Banana", "Cherry", "Date"]),
                Node::text("temporary", "For now"),
            ]),
        ]));
        desktop.open(WindowState::new("second", "Another window", "Forms", 7));
        desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
        Self { clock, desktop }
    }
}

impl ContractTarget for InMemory {
    fn desktop(&self) -> &dyn Desktop {
        &*self.desktop
    }

    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn window(&self) -> WindowKey {
        window_key("form")
    }

    fn title(&self) -> String {
        "The form".to_owned()
    }

    fn landmarks(&self) -> Landmarks {
        Landmarks {
            field: Landmark::new(&[Role::TextField], "Name"),
            area: Landmark::new(&[Role::TextArea], "Note"),
            secret: Some(Landmark::new(&[Role::PasswordField], "Password")),
            button: Landmark::new(&[Role::Button], "Save"),
            label: Landmark::new(&[Role::Heading], "Company"),
            tick: Some(Landmark::new(&[Role::CheckBox], "Send newsletter")),
            range: Some(Landmark::new(&[Role::Slider], "Volume")),
            choice: Some((Landmark::new(&[Role::ComboBox], "Size"), ["Large", "Medium"])),
            rows: Some(Landmark::new(&[Role::List], "Fruit")),
        }
    }

    fn presses(&self) -> u32 {
        self.desktop.presses(&key("save"))
    }

    fn remove_something(&self) -> Option<ElementKey> {
        self.desktop.apply(Change::Remove(key("temporary")));
        Some(key("temporary"))
    }
}

surehand_testkit::desktop_contract!(Some(InMemory::start()));
