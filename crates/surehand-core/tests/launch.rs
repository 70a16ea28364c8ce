//! Starting an app that a step names and that does not run.

#![expect(clippy::expect_used, clippy::panic, reason = "a test")]

#[expect(dead_code, reason = "shared with other tests, and each uses a part")]
mod stage;

use std::sync::Arc;
use std::time::Duration;

use stage::Stage;
use surehand_core::clock::{Cancel, Clock};
use surehand_core::code::Code;
use surehand_core::desktop::{Desktop, Launchable};
use surehand_core::element::Role;
use surehand_core::engine::{Engine, ObserveRequest, Settings, StepRequest, Target};
use surehand_core::error::{Error, Result};
use surehand_core::outcome::Status;
use surehand_core::permissions::{Permissions, RiskRule, Unrestricted};
use surehand_core::risk::Risk;
use surehand_core::route::Disturbance;
use surehand_core::window::{App, WindowKey};
use surehand_memory::{Change, Node, WindowState};

/// The process of the app that is started.
const NOTES: u32 = 40;

fn notes() -> Launchable {
    Launchable {
        id: "org.example.Notes".into(),
        name: "Notizen".into(),
        aliases: vec!["Notes".into(), "notes".into()],
    }
}

fn window(key: &str) -> WindowState {
    let button = Node::new("save", Role::Button, "Save");
    WindowState::new(key, "Untitled", "Notizen", NOTES).containing([button])
}

fn opens(after: u64) -> (Duration, Change) {
    (Duration::from_millis(after), Change::Open(Box::new(window("notes"))))
}

fn named(app: &str) -> StepRequest {
    StepRequest {
        target: Target { app: Some(app.to_owned()), ..Target::default() },
        // An id that nothing has: the step ends when the window has been read.
        candidate_id: Some("zzzz".into()),
        ..StepRequest::default()
    }
}

fn launches(stage: &Stage) -> usize {
    stage.engine.take_launched().len()
}

#[test]
fn an_app_is_started_by_any_of_its_names_and_its_window_waited_for() {
    for name in ["Notizen", "notes", "org.example.Notes", "org.example.notes.desktop"] {
        let stage = Stage::new([]);
        stage.desktop.install(notes(), NOTES, vec![opens(1_200)]);
        let report = stage.chain(&[named(name)]);
        assert_eq!(report.steps[0].outcome.status(), Status::NotFound, "{name}");
        let seen = report.steps[0].window.as_ref().unwrap();
        assert_eq!((seen.window.title.as_str(), seen.window.app.pid), ("Untitled", NOTES), "{name}");
        assert_eq!(launches(&stage), 1, "{name}");
        // It runs now.
        stage.chain(&[named(name)]);
        assert_eq!(launches(&stage), 0, "{name}");
    }
}

#[test]
fn it_never_keeps_the_front() {
    let stage = Stage::new([]);
    let front = || (Duration::from_millis(310), Change::Front(WindowKey::new("notes")));
    let again = (Duration::from_millis(380), Change::Front(WindowKey::new("notes")));
    stage.desktop.install(notes(), NOTES, vec![opens(300), front(), again]);
    stage.chain(&[named("Notes")]);
    stage.pass(1_000);
    let deadline = surehand_core::clock::Deadline::new(stage.clock.now().plus(Duration::from_secs(1)));
    assert_eq!(stage.desktop.foreground(&deadline), Ok(Some(WindowKey::new("letter"))));
}

#[test]
fn a_second_registration_and_a_splash_do_not_confuse() {
    let stage = Stage::new([]);
    let splash = WindowState::new("splash", "", "Notizen", NOTES);
    let other = WindowState::new("helper", "", "notes", NOTES + 1);
    let open = |after, window: WindowState| (Duration::from_millis(after), Change::Open(Box::new(window)));
    stage.desktop.install(notes(), NOTES, vec![open(100, splash), open(110, other), opens(150)]);
    let report = stage.chain(&[named("Notes")]);
    assert_eq!(report.steps[0].window.as_ref().unwrap().window.title, "Untitled");
    assert_eq!(launches(&stage), 1);
}

#[test]
fn what_shows_no_window_in_time_is_said_and_not_started_twice() {
    let stage = Stage::new([]);
    stage.desktop.install(notes(), NOTES, vec![opens(60_000)]);
    let error = stage.engine.act(&[named("Notes")], &Cancel::new()).expect_err("no window");
    assert_eq!(error.code, Code::WindowNotFound);
    assert!(error.may_have_happened);
    assert_eq!(launches(&stage), 1);
}

#[test]
fn looking_starts_nothing_and_neither_does_a_process_or_a_window() {
    let stage = Stage::new([]);
    stage.desktop.install(notes(), NOTES, vec![opens(100)]);
    let target = Target { app: Some("Notes".into()), ..Target::default() };
    let request = ObserveRequest { target: target.clone(), ..ObserveRequest::default() };
    let error = stage.engine.observe(&request, &Cancel::new()).expect_err("it does not run");
    assert_eq!(error.code, Code::BadTarget);
    assert_eq!(stage.engine.launch_meant(&target, &Cancel::new()), Ok(Some(notes())));
    for target in [
        Target { pid: Some(NOTES), ..target.clone() },
        Target { window_id: Some(99), ..target },
        Target { app: Some("Note".into()), ..Target::default() },
    ] {
        let step = StepRequest { target, ..named("") };
        stage.engine.act(&[step], &Cancel::new()).expect_err("nothing is meant");
    }
    assert_eq!(launches(&stage), 0);
}

#[test]
fn an_id_says_which_of_several_is_meant() {
    let stage = Stage::new([]);
    stage.desktop.install(notes(), NOTES, vec![opens(100)]);
    let twin = Launchable { id: "com.example.notes".into(), ..notes() };
    stage.desktop.install(twin, NOTES + 1, Vec::new());
    let error = stage.engine.act(&[named("Notes")], &Cancel::new()).expect_err("two are called so");
    assert_eq!(error.code, Code::BadTarget);
    assert!(error.message.contains("desktop id"), "{error}");
    assert_eq!(launches(&stage), 0);
    stage.chain(&[named("org.example.Notes")]);
    assert_eq!(launches(&stage), 1);
}

/// Allows what the flags say.
#[derive(Debug)]
struct Only {
    read: bool,
    act: bool,
    launch: bool,
}

impl Only {
    fn answer(allowed: bool) -> Result<()> {
        if allowed { Ok(()) } else { Err(Error::new(Code::PermissionDenied, "not allowed")) }
    }
}

impl Permissions for Only {
    fn read(&self, _: &App) -> Result<()> {
        Self::answer(self.read)
    }

    fn act(&self, _: &App) -> Result<()> {
        Self::answer(self.act)
    }

    fn launch(&self, app: &App) -> Result<()> {
        assert_eq!((app.pid, app.answers_to("org.example.Notes")), (0, true));
        Self::answer(self.launch)
    }

    fn risk(&self, app: &App, risk: Risk) -> RiskRule {
        Unrestricted.risk(app, risk)
    }

    fn lends(&self, _: Disturbance) -> bool {
        false
    }
}

#[test]
fn nothing_is_started_without_permission_or_behind_a_lock() {
    for (read, act, launch) in [(false, true, true), (true, false, true), (true, true, false)] {
        let stage = Stage::new([]);
        stage.desktop.install(notes(), NOTES, vec![opens(100)]);
        let desktop: Arc<dyn Desktop> = stage.desktop.clone();
        let clock: Arc<dyn Clock> = stage.clock.clone();
        let only = Arc::new(Only { read, act, launch });
        let engine = Engine::new(desktop, Arc::new(stage::Unasked), only, clock, Settings::default());
        let error = engine.act(&[named("Notes")], &Cancel::new()).expect_err("not allowed");
        assert_eq!(error.code, Code::PermissionDenied);
        assert!(engine.take_launched().is_empty());
    }
    let stage = Stage::new([]);
    stage.desktop.install(notes(), NOTES, vec![opens(100)]);
    stage.desktop.lock(Ok(surehand_core::desktop::LockState::Locked));
    let error = stage.engine.act(&[named("Notes")], &Cancel::new()).expect_err("locked");
    assert_eq!(error.code, Code::ScreenLocked);
    assert_eq!(launches(&stage), 0);
}
