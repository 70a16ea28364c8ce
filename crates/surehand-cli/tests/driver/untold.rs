//! What the driver does not tell and our own reading beside it does: a modal dialog, a user at work, a locked screen.

use serde_json::{Value, json};
use surehand_testkit::desktop::for_test;
use surehand_testkit::{driver, poll_until};

use crate::{FORM, LIMIT, SOON, Stage, server};

/// A locker that says that the screen is locked.
const LOCKER: &str = r#"
from gi.repository import Gio, GLib
shape = Gio.DBusNodeInfo.new_for_xml("""<node><interface name="org.gnome.ScreenSaver">
  <method name="GetActive"><arg type="b" direction="out"/></method></interface></node>""")
bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
answer = lambda *call: call[-1].return_value(GLib.Variant("(b)", (True,)))
bus.register_object("/org/gnome/ScreenSaver", shape.interfaces[0], answer, None, None)
Gio.bus_own_name_on_connection(bus, "org.gnome.ScreenSaver", 0, None, None)
GLib.MainLoop().run()
"#;

#[test]
fn a_modal_dialog_stands_before_its_window_through_the_driver_too() {
    let test = "a_modal_dialog_stands_before_its_window_through_the_driver_too";
    let (Some(program), Some(desktop)) = (driver::for_test(test), for_test(test)) else { return };
    let lie = ["--toolkit", "gtk3", "--lie", "opens-dialog"];
    let app = desktop.spawn_fixture("lying.py", "Asking", &lie).expect("the app starts");
    let mut server = server(&desktop, &program, &[]);
    let pid = app.pid();
    let pressed = server.call("act", json!({"pid": pid, "instruction": "Press me"}), LIMIT).unwrap();
    assert_eq!(pressed.status(), "done", "{}", pressed.json);
    let windows = server.call("windows", json!({}), LIMIT).unwrap().json;
    let all = windows["windows"].as_array().unwrap();
    let main = all.iter().find(|window| window["title"] == "Asking").expect("the window")["windowId"].clone();
    let seen = server.call("observe", json!({"windowId": main}), LIMIT).unwrap();
    let modal = seen.json["window"]["modal"].as_str().unwrap_or_default();
    assert!(modal.contains("Confirm"), "{}", seen.json);
    let step = json!({"windowId": main, "instruction": "Set the volume", "text": "70"});
    let blocked = server.call("act", step, LIMIT).unwrap();
    assert_eq!(blocked.code(), "blocked_by_dialog", "{}", blocked.json);
    assert_eq!(desktop.state("Asking").unwrap()["volume"]["value"], 30);
}

#[test]
fn a_user_at_work_in_the_window_is_left_alone_through_the_driver_too() {
    let test = "a_user_at_work_in_the_window_is_left_alone_through_the_driver_too";
    let Some(mut stage) = Stage::start(test, &[]) else { return };
    let mut typing = stage.desktop.command("xdotool");
    typing.args(["key", "--delay", "200", "--repeat", "600", "shift"]);
    let typing = surehand_testkit::desktop::App::spawn(&mut typing).expect("xdotool");
    let refused = stage.act("Press Edit for billing", None);
    assert_eq!(refused.code(), "user_active", "{}", refused.json);
    assert_eq!(stage.desktop.state(FORM).unwrap()["edits"]["Billing"], 0);
    drop(typing);
    let later = poll_until(SOON, || {
        let answer = stage.act("Press Edit for billing", None);
        (answer.code() != "user_active").then_some(answer)
    });
    assert_eq!(later.expect("the user pauses").status(), "done");
}

#[test]
fn a_locked_screen_is_noticed_through_the_driver_too() {
    let Some(mut stage) = Stage::start("a_locked_screen_is_noticed_through_the_driver_too", &[]) else {
        return;
    };
    let _locker = stage.desktop.spawn_app("/usr/bin/python3", &["-c", LOCKER]).expect("a locker");
    // It takes a moment to be there; what is asked for before it is writes the same text.
    let refused = poll_until(SOON, || {
        let answer = stage.act("Put the name into the Name field", Some("Grace"));
        (answer.status() != "done").then_some(answer)
    });
    let refused = refused.expect("it is noticed");
    assert_eq!(refused.code(), "screen_locked", "{}", refused.json);
    let name: Value = stage.desktop.state(FORM).unwrap()["name"].clone();
    assert!(["", "Grace"].contains(&name.as_str().unwrap()));
    let after = stage.act("Press Edit for billing", None);
    assert_eq!(after.code(), "screen_locked", "{}", after.json);
    assert_eq!(stage.desktop.state(FORM).unwrap()["edits"]["Billing"], 0);
}
