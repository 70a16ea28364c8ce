//! Keyboards of other countries: what is entered is what was given, and the keys that are sent at all are the right ones.
//!
//! Texts never go by keys, so no layout may alter them. The options of a combo box of Qt are chosen by a key to its window:
//! the letter that they begin with, which a keyboard may lack. Then it is refused.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::{desktop, poll_until};

const CALL: Duration = Duration::from_secs(30);
/// How long an app may take to be there and not to be in front.
const LATE: Duration = Duration::from_secs(10);
/// A layout, its variant, whether it has Latin letters, and an option that is not chosen yet.
const LAYOUTS: [(&str, &str, bool, &str); 5] = [
    ("us", "", true, "Square"),
    ("de", "", true, "Triangle"),
    ("br", "", true, "Hexagon"),
    // The first option, which needs no letter.
    ("ru", "", false, "Circle"),
    ("us", "intl", true, "Square"),
];
const TEXT: &str = "Straße ~^ ção ёж `quoted' 漢字";

#[test]
fn no_layout_alters_what_is_entered_or_chosen() {
    let Some(desktop) = desktop::for_test("no_layout_alters_what_is_entered_or_chosen") else { return };
    let app = "surehand-controls-qt6";
    let _running = desktop.spawn_fixture("controls.py", app, &["--toolkit", "qt6"]).unwrap();
    // The user works in another window, which opens last and so is in front.
    let _front = desktop.spawn_fixture("form.py", "In front", &["--toolkit", "gtk3"]).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_surehand"));
    let mut server = McpServer::start(&desktop, program, &["mcp", "--yes"]).unwrap();
    let mut act = |arguments: Value| {
        let mut last = Value::Null;
        poll_until(LATE, || {
            let answer = server.call("act", arguments.clone(), CALL).unwrap();
            last = answer.json.clone();
            (!["user_active", "bad_target"].contains(&answer.code())).then_some(())
        });
        last
    };
    for (layout, variant, letters, option) in LAYOUTS {
        let mut keyboard = desktop.command("setxkbmap");
        let is_set = keyboard.args(["-layout", layout, "-variant", variant]).status().unwrap();
        assert!(is_set.success(), "{layout} {variant}");
        if !letters {
            let refused = act(json!({"app": app, "instruction": "Choose the shape", "text": "Square"}));
            assert_eq!(refused["code"], "foreground_required", "{layout} {variant}: {refused}");
            assert_eq!(desktop.state(app).unwrap()["shape"]["value"], "Hexagon", "it stays as it was");
        }
        let chosen = act(json!({"app": app, "instruction": "Choose the shape", "text": option}));
        assert_eq!(chosen["status"], "done", "{layout} {variant}: {chosen}");
        let text = format!("{TEXT} {layout}{variant}");
        let written = act(json!({"app": app, "instruction": "Write into the Name field", "text": text}));
        assert_eq!(written["status"], "done", "{layout} {variant}: {written}");
        let state = desktop.state(app).unwrap();
        assert_eq!((&state["shape"]["value"], &state["name"]["value"]), (&json!(option), &json!(text)));
    }
}
