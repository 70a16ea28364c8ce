//! Two hundred windows of one app, and ten clients at the same time.

use super::*;

const WINDOWS: u64 = 200;
const CLIENTS: usize = 10;

#[test]
fn one_of_two_hundred_windows_is_found_and_the_others_are_left_alone() {
    let name = "one_of_two_hundred_windows_is_found_and_the_others_are_left_alone";
    let Some((desktop, _front)) = scene(name) else { return };
    let count = WINDOWS.to_string();
    let (_crowd, app) = start(&desktop, "crowd.py", "gtk3", &["--count", &count]);
    desktop.wait_for_window(&format!("Crowd {WINDOWS}"), LIMIT).unwrap();
    let mut server = server(&desktop);
    let (listed, took) = call(&mut server, "windows", json!({"app": app}));
    let windows = listed["windows"].as_array().unwrap_or_else(|| panic!("{listed}"));
    println!("{} windows listed in {took:?}", windows.len());
    let left_out = listed["leftOut"].as_u64().unwrap_or_default();
    assert_eq!(windows.len() as u64 + left_out, WINDOWS, "each is listed or counted");
    for number in [137_u64, 42] {
        let title = format!("Crowd {number}");
        let screen = desktop.screen().unwrap().windows().unwrap();
        let (window, _) = screen.into_iter().find(|(_, other)| *other == title).unwrap();
        let arguments = json!({"windowId": window, "instruction": PRESS});
        let (answer, took) = call(&mut server, "act", arguments);
        println!("{title}: {} {took:?}", answer["status"]);
        assert_eq!(answer["status"], "done", "{answer}");
        assert!(took < Duration::from_secs(15), "{took:?}");
    }
    assert_eq!(desktop.state(&app).unwrap()["pressed"], json!([137, 42]));
}

#[test]
fn ten_clients_are_served_one_after_the_other() {
    let Some((desktop, _front)) = scene("ten_clients_are_served_one_after_the_other") else { return };
    let (_running, app) = start(&desktop, "controls.py", "gtk3", &[]);
    let mut clients: Vec<McpServer> = (0..CLIENTS).map(|_| server(&desktop)).collect();
    let act = json!({"app": app, "instruction": PRESS});
    let calls: Vec<u64> =
        clients.iter_mut().map(|client| client.begin("act", act.clone()).unwrap()).collect();
    for (client, call) in clients.iter_mut().zip(calls) {
        let answer = client.answer(call, LIMIT * 2).unwrap();
        assert_eq!(answer.status(), "done", "{}", answer.json);
    }
    assert_eq!(pressed(&desktop, &app), 10);
}
