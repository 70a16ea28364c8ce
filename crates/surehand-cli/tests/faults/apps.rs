//! Apps that stop, that come again after their end, and that take a second for everything.

use super::*;
use surehand::core::clock::{Clock, SystemClock};

/// Within this, an app that does not answer is given up. Its own limit is five seconds.
const GIVEN_UP: Duration = Duration::from_secs(12);

/// One call of the program, in a process that has never seen the app: its answer and how long it took.
fn one_shot(desktop: &HeadlessDesktop, app: &str) -> (Value, Duration) {
    let clock = SystemClock::new();
    let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
    let output = command.args(["act", PRESS, "--app", app, "--yes", "--json"]).output().unwrap();
    let answer = serde_json::from_slice(&output.stdout);
    (
        answer.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr))),
        clock.now().since_start(),
    )
}

/// How many match rules a process has on the buses.
fn match_rules(desktop: &HeadlessDesktop, pid: u32) -> usize {
    let script = surehand_testkit::fixture("matches.py");
    let output = desktop.command(plain::PYTHON).arg("-B").arg(script).arg(pid.to_string()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    said.trim().parse().unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn an_app_that_stopped_before_the_step_is_told_and_costs_the_others_nothing() {
    let name = "an_app_that_stopped_before_the_step_is_told_and_costs_the_others_nothing";
    let Some((desktop, _front)) = scene(name) else { return };
    let mut server = server(&desktop);
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        let (running, app) = start(&desktop, "controls.py", toolkit, &[]);
        let id = button(&mut server, &app);
        running.suspend();
        // By who has never seen it, and by who knows it.
        let (fresh, took) = one_shot(&desktop, &app);
        let arguments = json!({"app": app, "instruction": PRESS, "candidateId": id});
        let (known, again) = call(&mut server, "act", arguments);
        let (seen, look) = call(&mut server, "observe", json!({"app": FRONT_APP}));
        println!("{toolkit}: stopped: {took:?} and {again:?}; another app: {look:?}");
        for answer in [&fresh, &known] {
            assert_eq!(answer["code"], "desktop_timeout", "{toolkit}: {answer}");
        }
        assert!(took < GIVEN_UP && again < GIVEN_UP, "{toolkit}: {took:?}, {again:?}");
        assert!(seen["total"].as_u64().unwrap() > 5 && look < Duration::from_secs(4), "{look:?}: {seen}");
        running.resume();
        let (answer, _) = press(&mut server, &app);
        assert_eq!((&answer["status"], pressed(&desktop, &app)), (&json!("done"), 1), "{toolkit}: {answer}");
    }
}

#[test]
fn an_app_that_comes_again_is_another_to_an_old_id() {
    let name = "an_app_that_comes_again_is_another_to_an_old_id";
    let Some((desktop, _front)) = scene(name) else { return };
    let mut server = server(&desktop);
    let mut rules = Vec::new();
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        let (running, app) = start(&desktop, "controls.py", toolkit, &[]);
        let id = button(&mut server, &app);
        running.crash();
        let arguments = json!({"app": app, "instruction": PRESS, "candidateId": id});
        let (gone, took) = call(&mut server, "act", arguments.clone());
        assert_ne!(gone["status"], "done", "{toolkit}: {gone}");
        assert!(took < GIVEN_UP, "{toolkit}: {took:?}");
        drop(running);
        let (_running, app) = start(&desktop, "controls.py", toolkit, &[]);
        let (answer, _) = call(&mut server, "act", arguments);
        println!("{toolkit}: ended: {}; again: {}", gone["code"], answer["status"]);
        // Its window may even have the number of the one before: it is another app's.
        assert_eq!(
            (&answer["status"], pressed(&desktop, &app)),
            (&json!("not_found"), 0),
            "{toolkit}: {answer}"
        );
        let (answer, _) = press(&mut server, &app);
        assert_eq!((&answer["status"], pressed(&desktop, &app)), (&json!("done"), 1), "{toolkit}: {answer}");
        rules.push(match_rules(&desktop, server.pid()));
    }
    assert!(rules.iter().all(|count| *count == rules[0]), "what is kept of an app goes with it: {rules:?}");
}

#[test]
fn an_app_that_takes_a_second_for_everything_keeps_nobody() {
    let Some((desktop, _front)) = scene("an_app_that_takes_a_second_for_everything_keeps_nobody") else {
        return;
    };
    let (_other, other) = start(&desktop, "controls.py", "gtk3", &[]);
    let (mut server, mut second) = (server(&desktop), server(&desktop));
    button(&mut server, &other);
    for toolkit in ["gtk3", "gtk4", "qt6"] {
        let (_running, app) = start(&desktop, "lying.py", toolkit, &["--lie", "slow"]);
        button(&mut server, &app);
        let mut sign = desktop.state_file(&app).into_os_string();
        sign.push(".now");
        std::fs::write(&sign, "").unwrap();
        poll_until(LIMIT, || (!Path::new(&sign).exists()).then_some(())).unwrap();
        let act = server.begin("act", json!({"app": app, "instruction": PRESS})).unwrap();
        let (seen, look) = call(&mut second, "observe", json!({"app": FRONT_APP}));
        let answer = server.answer(act, LIMIT).unwrap();
        println!(
            "{toolkit}: {} {} {:?}; another app: {look:?}",
            answer.status(),
            answer.code(),
            answer.elapsed
        );
        assert!(seen["total"].as_u64().is_some() && look < Duration::from_secs(4), "{look:?}: {seen}");
        let honest = answer.status() == "done" && pressed(&desktop, &app) == 1;
        assert!(honest || answer.code() == "desktop_timeout", "{toolkit}: {}", answer.json);
        let before = pressed(&desktop, &other);
        let (answer, _) = press(&mut server, &other);
        assert_eq!((&answer["status"], pressed(&desktop, &other)), (&json!("done"), before + 1), "{answer}");
    }
}
