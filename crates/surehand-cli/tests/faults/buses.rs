//! The accessibility bus and the session bus, restarted under a server that lives on.

use super::*;

#[test]
fn a_server_outlives_its_buses() {
    let Some((mut desktop, front)) = scene("a_server_outlives_its_buses") else { return };
    let mut server = server(&desktop);
    let (old, app) = start(&desktop, "controls.py", "gtk3", &[]);
    let id = button(&mut server, &app);
    desktop.restart_accessibility_bus().unwrap();
    // Its app is on no bus any more, and nothing of it is what the id stood for.
    let (gone, took) = call(&mut server, "act", json!({"app": app, "instruction": PRESS, "candidateId": id}));
    println!("after the accessibility bus: {} {} {took:?}", gone["status"], gone["code"]);
    assert_ne!(gone["status"], "done", "{gone}");
    assert_eq!(pressed(&desktop, &app), 0, "{gone}");
    drop(old);
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        is_operated(&desktop, &mut server, toolkit);
    }
    drop(front);
    desktop.restart_session_bus().unwrap();
    let _front = desktop.spawn_fixture("form.py", FRONT, &["--toolkit", "gtk3"]).unwrap();
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        is_operated(&desktop, &mut server, toolkit);
    }
}

/// An app that is started now is read and acted on as ever.
fn is_operated(desktop: &HeadlessDesktop, server: &mut McpServer, toolkit: &str) {
    let (_running, app) = start(desktop, "controls.py", toolkit, &[]);
    let (answer, took) = press(server, &app);
    println!("{toolkit}: {} {took:?}", answer["status"]);
    assert_eq!((&answer["status"], pressed(desktop, &app)), (&json!("done"), 1), "{toolkit}: {answer}");
}
