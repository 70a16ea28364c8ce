//! Scrolling, keys, double and right clicks, dragging and clicks with keys held, on windows of GTK 3, GTK 4, Qt 5 and Qt 6
//! in the background and minimised, through the whole loop, judged by the app's own state. A user types in another window all the time.
//!
//! What a toolkit has no way for is refused, and its state says that nothing was touched.

#![expect(clippy::expect_used, clippy::panic, reason = "a test and its helpers")]

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_atspi::AtspiDesktop;
use surehand_core::action::ActionKind;
use surehand_core::clock::{Cancel, Clock, Deadline, SystemClock};
use surehand_core::code::Code;
use surehand_core::decider::{Answers, Decider, Request, Thresholds};
use surehand_core::desktop::{Desktop, Modifier};
use surehand_core::element::{ElementKey, Role};
use surehand_core::engine::{Engine, Settings, Target};
use surehand_core::error::{Error, Result};
use surehand_core::outcome::Status;
use surehand_core::permissions::Unrestricted;
use surehand_core::policy::{Decision, Direction, Entry, PlannedAction, Press, Scripted, Terminal};
use surehand_core::runner::{Executor, RuntimeConfig, Subtask};
use surehand_core::snapshot::Snapshot;
use surehand_testkit::desktop::{HeadlessDesktop, for_test};
use surehand_testkit::poll_until;
use surehand_testkit::typing_user::TypingUser;

/// Nothing here is left to a decider.
#[derive(Debug)]
struct Unasked;

impl Decider for Unasked {
    fn name(&self) -> &str {
        "unasked"
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::HOSTED
    }

    fn ask(&self, _: &Request, _: &Deadline) -> Result<Answers> {
        Err(Error::new(Code::DeciderUnavailable, "nothing is left to a decider here"))
    }
}

/// What one action came to: its status, or the code of its refusal.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    To(Status),
    Refused(Code),
}

const DONE: Came = Came::To(Status::Done);
const FOREGROUND: Came = Came::Refused(Code::ForegroundRequired);

struct Stage {
    headless: HeadlessDesktop,
    clock: Arc<SystemClock>,
    engine: Engine,
    title: &'static str,
    pid: u32,
}

impl Stage {
    fn start(
        test: &str,
        toolkit: &str,
        title: &'static str,
    ) -> Option<(Self, surehand_testkit::desktop::App)> {
        let headless = for_test(test)?;
        let app = headless.spawn_fixture("gestures.py", title, &["--toolkit", toolkit]).expect("the fixture");
        let bus = headless.environment().into_iter().find(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS");
        let clock = Arc::new(SystemClock::new());
        let desktop = AtspiDesktop::connect_to(
            Arc::clone(&clock) as Arc<dyn Clock>,
            Some(headless.display()),
            bus.as_ref().map(|(_, address)| address.as_str()),
        );
        let desktop: Arc<dyn Desktop> = Arc::new(desktop.expect("the accessibility bus is there"));
        let engine_clock: Arc<dyn Clock> = Arc::<SystemClock>::clone(&clock);
        let engine = Engine::new(
            desktop,
            Arc::new(Unasked),
            Arc::new(Unrestricted),
            engine_clock,
            Settings::default(),
        );
        let pid = app.pid();
        let stage = Self { headless, clock, engine, title, pid };
        let readable = poll_until(Duration::from_secs(20), || {
            let observed = stage.engine.observe(
                &surehand_core::engine::ObserveRequest { target: stage.target(), ..Default::default() },
                &Cancel::new(),
            );
            observed.is_ok_and(|observed| observed.total > 5).then_some(())
        });
        readable.unwrap_or_else(|| panic!("{title} cannot be read"));
        Some((stage, app))
    }

    fn target(&self) -> Target {
        Target { pid: Some(self.pid), ..Target::default() }
    }

    /// Carries out one action of a run, made from what is read right before it.
    fn act(&self, make: impl Fn(&Snapshot) -> PlannedAction + Send + Sync + 'static) -> Came {
        let config = RuntimeConfig { no_change_limit: 1, ..RuntimeConfig::default() };
        let workplace = self.engine.workplace(self.target(), &config, Cancel::new());
        let executor = Executor::new(&workplace, self.clock.as_ref(), config, Cancel::new());
        let subtask = Subtask {
            goal: "Do one thing".into(),
            verification: vec!["text \"never shown\" is shown".into()],
            ..Subtask::default()
        };
        let mut policy = Scripted::new()
            .then_from(move |snapshot: &Snapshot| Decision::act(make(snapshot)))
            .then(Decision::end(Terminal::NeedsAgent, "that was all"));
        let result = executor.run(&subtask, &mut policy).expect("a valid subtask");
        match (result.code, result.history.first()) {
            (Some(code), _) => Came::Refused(code),
            (None, Some(record)) => Came::To(record.status),
            (None, None) => panic!("nothing was tried: {}", result.reason),
        }
    }

    fn state(&self, what: &str) -> Value {
        let state = self.headless.state(self.title).expect("the app's state");
        state.get(what).cloned().unwrap_or(Value::Null)
    }

    /// The state says so, at the latest when the app had time to say it.
    #[track_caller]
    fn judge(&self, what: &str, expected: &Value) {
        let mut last = Value::Null;
        let told = poll_until(Duration::from_secs(5), || {
            last = self.state(what);
            (last == *expected).then_some(())
        });
        assert!(told.is_some(), "{}: {what} is {last}, not {expected}", self.title);
    }
}

/// The control of that name, whichever its role is among these.
fn named(snapshot: &Snapshot, roles: &[Role], name: &str) -> ElementKey {
    let found =
        snapshot.elements().iter().find(|element| roles.contains(&element.role) && element.name == name);
    found.unwrap_or_else(|| panic!("no {roles:?} {name:?}")).key.clone()
}

const FIELDS: &[Role] = &[Role::TextField, Role::TextArea];
const HOLDERS: &[Role] = &[Role::List, Role::Table, Role::TextArea];
const ROWS: &[Role] = &[Role::ListItem, Role::Cell];

fn pressed(name: &str) -> Press {
    let press = name.parse().map(Press::Key).or_else(|_| name.parse().map(Press::Chord));
    press.unwrap_or_else(|_| panic!("{name} is neither a key nor a chord"))
}

fn on(action: ActionKind, roles: &'static [Role], name: &'static str) -> impl Fn(&Snapshot) -> PlannedAction {
    move |snapshot| PlannedAction::on(action, named(snapshot, roles, name))
}

fn scroll(name: &'static str, direction: Direction) -> impl Fn(&Snapshot) -> PlannedAction {
    move |snapshot| PlannedAction {
        direction: Some(direction),
        ..PlannedAction::on(ActionKind::Scroll, named(snapshot, HOLDERS, name))
    }
}

fn press(chord: &'static str, target: Option<&'static str>) -> impl Fn(&Snapshot) -> PlannedAction {
    move |snapshot| PlannedAction {
        target: target.map(|name| named(snapshot, FIELDS, name)),
        press: Some(pressed(chord)),
        ..PlannedAction::bare(ActionKind::Key)
    }
}

/// What a toolkit can do in the background.
struct Can {
    toolkit: &'static str,
    title: &'static str,
    scrolls_lists: bool,
    return_in_fields: bool,
    any_key: bool,
    commands: bool,
    chords: Chords,
    double_clicks: bool,
    pointer: bool,
}

/// Tries everything once with the window behind that of the user who types, and once with it minimised.
fn try_all(test: &str, can: &Can) {
    for minimised in [false, true] {
        try_once(test, can, minimised);
    }
}

fn try_once(test: &str, can: &Can, minimised: bool) {
    let Some((stage, app)) = Stage::start(test, can.toolkit, can.title) else { return };
    if minimised {
        let window = stage.headless.wait_for_window(can.title, Duration::from_secs(5)).expect("its window");
        stage.headless.screen().and_then(|screen| screen.minimise(window)).expect("minimised");
    }
    let user = TypingUser::start(&stage.headless).expect("a typing user");
    scrolling(&stage, can);
    keys(&stage, can);
    chords(&stage, can);
    pointing(&stage, can);
    user.stop().expect("the user's report").assert_undisturbed();
    drop(app);
}

fn scrolling(stage: &Stage, can: &Can) {
    let stands = |what: &str| stage.state("scrolled")[what].as_f64().unwrap_or_default();
    assert_eq!(stage.act(scroll("Log", Direction::Down)), DONE, "{}", can.title);
    let there = stands("Log");
    assert!(there > 0.0, "{}: the log did not scroll", can.title);
    assert_eq!(stage.act(scroll("Log", Direction::Up)), DONE);
    assert_eq!((stands("Log"), stands("City")), (0.0, 0.0));
    // It is at its beginning.
    assert!(matches!(stage.act(scroll("Log", Direction::Up)), Came::Refused(_) | Came::To(Status::NoEffect)));
    let expected = if can.scrolls_lists { DONE } else { FOREGROUND };
    assert_eq!(stage.act(scroll("City", Direction::Down)), expected);
    assert_eq!(stands("City") > 0.0, can.scrolls_lists);
    if can.scrolls_lists {
        assert_eq!(stage.act(scroll("City", Direction::Up)), DONE);
    }
}

fn keys(stage: &Stage, can: &Can) {
    let refused_or = |able: bool| if able { DONE } else { FOREGROUND };
    assert_eq!(stage.act(press("ENTER", Some("Search"))), refused_or(can.return_in_fields), "{}", can.title);
    let times: Vec<&str> = if can.return_in_fields { vec![""] } else { Vec::new() };
    stage.judge("searched", &json!(times));
    assert_eq!(stage.act(press("MOD+SHIFT+Z", None)), refused_or(can.commands));
    let commands: Vec<&str> = if can.commands { vec!["Redo"] } else { Vec::new() };
    stage.judge("commands", &json!(commands));
    assert_eq!(stage.act(press("BACKSPACE", Some("Note"))), refused_or(can.any_key));
    if can.any_key {
        // What has the focus inside the window is not told while it is behind; nobody knows what Space would press there.
        assert_eq!(stage.act(press("SPACE", None)), FOREGROUND);
        let enter = |snapshot: &Snapshot| {
            let planned = PlannedAction::on(ActionKind::SetValue, named(snapshot, FIELDS, "Search"));
            planned.entering(Entry::FromGoal("ab".into()))
        };
        assert_eq!(stage.act(enter), DONE);
        assert_eq!(stage.act(press("BACKSPACE", None)), DONE);
        assert_eq!(stage.act(press("ENTER", Some("Search"))), DONE);
        stage.judge("searched", &json!(["", "a"]));
    }
    let note = if can.any_key { "firs" } else { "first" };
    stage.judge("note", &json!(note));
}

/// Which chords of a text a toolkit takes in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chords {
    /// None.
    Refused,
    /// Those of selecting and of the clipboard, by the text's own interface.
    Interface,
    /// Undoing, by key. What a key selects is let go when the focus inside the window goes back where it was.
    Keys,
}

/// Selects, copies, pastes and takes back. What is not to be seen is proven by what comes of it.
fn chords(stage: &Stage, can: &Can) {
    let chord = |chord| stage.act(press(chord, Some("Note")));
    let enter = |text: &'static str| {
        stage.act(move |snapshot: &Snapshot| {
            let planned = PlannedAction::on(ActionKind::SetValue, named(snapshot, FIELDS, "Note"));
            planned.entering(Entry::FromGoal(text.into()))
        })
    };
    assert_eq!(enter("all of it"), DONE);
    if can.chords == Chords::Refused {
        for each in ["MOD+A", "MOD+C", "MOD+V", "MOD+Z"] {
            assert_eq!(chord(each), FOREGROUND, "{} {each}", can.title);
        }
        return stage.judge("note", &json!("all of it"));
    }
    assert_eq!(chord("MOD+A"), Came::To(Status::NoEffect), "{}", can.title);
    if can.chords == Chords::Keys {
        assert_eq!(chord("BACKSPACE"), DONE, "{}", can.title);
        stage.judge("note", &json!("all of i"));
        assert_eq!(chord("MOD+Z"), DONE, "{}", can.title);
        return stage.judge("note", &json!("all of it"));
    }
    assert_eq!(chord("MOD+C"), Came::To(Status::NoEffect), "{}", can.title);
    assert_eq!((enter("z"), chord("MOD+V")), (DONE, DONE), "{}", can.title);
    let pasted = stage.state("note");
    assert!([json!("all of itz"), json!("zall of it")].contains(&pasted), "{}: {pasted}", can.title);
    assert_eq!(chord("MOD+Z"), FOREGROUND, "{}", can.title);
    stage.judge("note", &pasted);
}

fn pointing(stage: &Stage, can: &Can) {
    let double = stage.act(on(ActionKind::DoubleClick, ROWS, "City 2"));
    assert_eq!(double, if can.double_clicks { DONE } else { FOREGROUND }, "{}", can.title);
    let opened: Vec<&str> = if can.double_clicks { vec!["City 2"] } else { Vec::new() };
    stage.judge("opened", &json!(opened));
    // Its menu would take the user's keyboard and pointer.
    assert_eq!(stage.act(on(ActionKind::ContextMenu, ROWS, "City 2")), FOREGROUND);
    stage.judge("context", &json!(0));
    let stamp = |modifier| {
        move |snapshot: &Snapshot| PlannedAction {
            modifier: Some(modifier),
            ..PlannedAction::on(ActionKind::Click, named(snapshot, &[Role::Button], "Stamp"))
        }
    };
    let (held, stamped) = if can.pointer {
        (DONE, json!([["shift"], ["ctrl"]]))
    } else {
        (Came::Refused(Code::ModifiersNotUsed), json!([]))
    };
    assert_eq!(stage.act(stamp(Modifier::Shift)), held);
    assert_eq!(stage.act(stamp(Modifier::Ctrl)), held);
    stage.judge("stamped", &stamped);
    let drag = |snapshot: &Snapshot| PlannedAction {
        distance: Some((60, 10)),
        ..PlannedAction::on(
            ActionKind::Drag,
            named(snapshot, &[Role::Text, Role::Button, Role::Group], "Piece"),
        )
    };
    let (dragged, piece) = if can.pointer {
        (DONE, json!([80, 30]))
    } else {
        (Came::Refused(Code::DragNotSupported), json!([20, 20]))
    };
    assert_eq!(stage.act(drag), dragged);
    stage.judge("piece", &piece);
}

#[test]
fn gestures_in_gtk3() {
    try_all(
        "gestures_in_gtk3",
        &Can {
            toolkit: "gtk3",
            title: "Gestures gtk3",
            scrolls_lists: true,
            return_in_fields: true,
            any_key: false,
            commands: true,
            chords: Chords::Interface,
            double_clicks: true,
            pointer: false,
        },
    );
}

#[test]
fn gestures_in_gtk4() {
    try_all(
        "gestures_in_gtk4",
        &Can {
            toolkit: "gtk4",
            title: "Gestures gtk4",
            scrolls_lists: true,
            return_in_fields: false,
            any_key: false,
            commands: false,
            chords: Chords::Refused,
            double_clicks: false,
            pointer: false,
        },
    );
}

const IN_QT: Can = Can {
    toolkit: "qt5",
    title: "Gestures qt5",
    scrolls_lists: false,
    return_in_fields: true,
    any_key: true,
    commands: true,
    chords: Chords::Keys,
    double_clicks: true,
    pointer: true,
};

#[test]
fn gestures_in_qt5() {
    try_all("gestures_in_qt5", &IN_QT);
}

#[test]
fn gestures_in_qt6() {
    try_all("gestures_in_qt6", &Can { toolkit: "qt6", title: "Gestures qt6", ..IN_QT });
}
