//! The in-memory desktop keeps the contract of desktops, and apps that do not keep it are noticed.

use std::sync::Arc;

use surehand_core::clock::Clock;
use surehand_core::desktop::Desktop;
use surehand_core::element::{Checked, ElementKey, Role};
use surehand_core::window::WindowKey;
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key, window_key};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::contract::{self, Check, ContractTarget, Landmark, Landmarks};

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

/// Whether the check fails once the form is spoilt like that.
fn is_noticed(check: Check, spoil: impl FnOnce(&MemoryDesktop)) -> bool {
    let target = InMemory::start();
    spoil(&target.desktop);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&target))).is_err()
}

#[test]
fn what_breaks_the_contract_is_noticed() {
    let spoilt: &[(Check, &str, Reaction)] = &[
        (contract::text_is_exact, "name", Reaction::usual().rewriting(|text| text.trim().to_owned())),
        (contract::text_is_exact, "note", Reaction::usual().rewriting(|text| text.replace('\n', ""))),
        (contract::text_is_inserted_at_code_points, "name", Reaction::usual().rewriting(str::to_uppercase)),
        (contract::a_press_happens_once, "save", Reaction::nothing()),
        (contract::a_press_happens_once, "save", Reaction::usual().then(Change::Press(key("save")))),
        (contract::a_box_flips, "newsletter", Reaction::nothing()),
        (contract::a_range_stands_where_it_was_set, "volume", Reaction::declined()),
        (contract::an_option_is_shown_once_chosen, "size", Reaction::nothing()),
        (contract::a_change_is_signalled_with_its_source, "name", Reaction::usual().silent()),
        (
            contract::quiet_routes_leave_the_foreground,
            "save",
            Reaction::usual().then(Change::Front(window_key("form"))),
        ),
    ];
    for (check, control, reaction) in spoilt {
        assert!(
            is_noticed(*check, |desktop| desktop.on(&key(control), reaction.clone())),
            "{control}: {reaction:?}"
        );
        assert!(!is_noticed(*check, |_| {}));
    }
    let bared = Change::Edit(key("password"), |field| field.state.protected = false);
    assert!(is_noticed(contract::a_protected_field_never_tells, |desktop| desktop.apply(bared)));
    let twin = Change::Edit(key("temporary"), |text| text.key = key("heading"));
    assert!(is_noticed(contract::controls_keep_their_keys, |desktop| desktop.apply(twin)));
}
