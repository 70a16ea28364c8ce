//! The fixture apps start on both toolkits, write their state, and show every control to the judge.

#![expect(clippy::unwrap_used, reason = "also the helpers of tests may panic")]

use surehand_testkit::desktop::{self, HeadlessDesktop};
use surehand_testkit::plain::{self, PlainNode};

const TOOLKITS: [&str; 2] = ["gtk3", "gtk4"];

fn dump(desktop: &HeadlessDesktop, app: &str) -> Vec<PlainNode> {
    plain::texts(desktop, app).unwrap()
}

fn assert_shows(nodes: &[PlainNode], names: &[&str]) {
    for name in names {
        let controls = nodes.iter().filter(|node| node.role != "label" && node.is_called(name));
        assert!(controls.count() >= 1, "no control {name:?} among {nodes:#?}");
    }
}

#[test]
fn the_form_shows_its_controls_and_its_state() {
    let Some(desktop) = desktop::for_test("the_form_shows_its_controls_and_its_state") else { return };
    for toolkit in TOOLKITS {
        let seed = r#"{"name": " Gre\u0301ce\n 😀 "}"#;
        let _form =
            desktop.spawn_fixture("form.py", toolkit, &["--toolkit", toolkit, "--seed", seed]).unwrap();
        let nodes = dump(&desktop, &format!("surehand-form-{toolkit}"));
        let fields = ["Search", "Name", "Email", "Note", "Size", "Volume", "Fruit", "Send newsletter"];
        assert_shows(&nodes, &fields);
        assert_shows(&nodes, &["Save", "Delete note", "Clear search", "Edit"]);
        let buttons = |node: &&PlainNode| node.name == "Edit" && node.role.ends_with("button");
        assert_eq!(nodes.iter().filter(buttons).count(), 3);
        for heading in ["Company", "Billing", "Shipping", "Apple", "Orange"] {
            assert!(nodes.iter().any(|node| node.role == "label" && node.name == heading), "{heading}");
        }
        let text = |name: &str| {
            let field = nodes.iter().find(|node| node.role != "label" && node.is_called(name)).unwrap();
            field.text.clone().unwrap()
        };
        let state = desktop.state(toolkit).unwrap();
        for (name, key) in [("Search", "search"), ("Email", "email"), ("Note", "note"), ("Name", "name")] {
            assert_eq!(text(name), state[key], "{name} on {toolkit}");
        }
        assert_eq!(state["events"].as_array().unwrap().len(), 0, "quiet by itself");
        let slider = nodes.iter().find(|node| node.role == "slider").unwrap();
        assert_eq!(slider.value, state["volume"].as_f64());
    }
}

#[test]
fn the_odd_app_shows_its_controls() {
    let Some(desktop) = desktop::for_test("the_odd_app_shows_its_controls") else { return };
    for toolkit in TOOLKITS {
        let _odd = desktop.spawn_fixture("odd.py", toolkit, &["--toolkit", toolkit, "--clock"]).unwrap();
        let nodes = dump(&desktop, &format!("surehand-odd-{toolkit}"));
        assert_shows(&nodes, &["Late", "Dead", "Open dialog", "Stubborn"]);
        assert_shows(&nodes, &["Trimming", "Shouting", "Reverting", "Reverting soon"]);
        assert!(nodes.iter().any(|node| node.name.starts_with("Tick ")));
        assert_eq!(desktop.state(toolkit).unwrap()["dead"]["used"], 0);
    }
}
