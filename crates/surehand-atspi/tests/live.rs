//! The desktop on real apps: what the fixtures and gnome-calculator hold is judged by their state files or by reading
//! back, on a headless desktop of the test's own.

#![expect(clippy::expect_used, clippy::panic, reason = "a test and its helpers")]

use std::sync::Arc;
use std::time::Duration;

use surehand_atspi::AtspiDesktop;
use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline, SystemClock, Wake};
use surehand_core::code::Code;
use surehand_core::desktop::{Desktop, LockState, Payload, Reply};
use surehand_core::element::{Checked, Element, Role};
use surehand_core::route::{Disturbance, Route, RouteKind};
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::{Window, WindowKind};
use surehand_testkit::desktop::{HeadlessDesktop, for_test};
use surehand_testkit::poll_until;
use surehand_testkit::typing_user::TypingUser;

/// Texts that were cut, trimmed or normalised somewhere by somebody.
const TEXTS: [&str; 8] = [
    "  Grace Hopper ",
    "",
    "buy milk ✓ é 漢字 😀",
    "e\u{301} is not \u{e9}",
    "\u{200f}right\u{200e}",
    "tab\tand trailing  ",
    "ﬁne Ω Å",
    "👩‍👩‍👧‍👦🏳️‍🌈",
];

struct Live {
    clock: Arc<SystemClock>,
    desktop: AtspiDesktop,
    headless: HeadlessDesktop,
}

impl Live {
    fn start(test: &str) -> Option<Self> {
        let headless = for_test(test)?;
        let bus = headless.environment().into_iter().find(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS");
        let clock = Arc::new(SystemClock::new());
        let desktop = AtspiDesktop::connect_to(
            Arc::clone(&clock) as Arc<dyn Clock>,
            Some(headless.display()),
            bus.as_ref().map(|(_, address)| address.as_str()),
        );
        Some(Self { clock, desktop: desktop.expect("the accessibility bus is there"), headless })
    }

    fn deadline(&self) -> Deadline {
        Deadline::new(self.clock.now().plus(Duration::from_secs(10)))
    }

    /// The window of that title, once its app is on the accessibility bus.
    fn window(&self, title: &str) -> Window {
        poll_until(Duration::from_secs(15), || {
            let windows = self.desktop.windows(&self.deadline()).ok()?;
            let window = windows.into_iter().find(|window| window.title == title)?;
            (!self.read(&window).elements().is_empty()).then_some(window)
        })
        .unwrap_or_else(|| panic!("no readable window {title:?}"))
    }

    fn read(&self, window: &Window) -> Snapshot {
        self.desktop
            .snapshot(&window.key, &SnapshotBounds::default(), &self.deadline())
            .expect("the window is read")
    }

    fn probe(&self, element: &Element) -> Element {
        let found = self.desktop.probe(std::slice::from_ref(&element.key), &self.deadline()).expect("probed");
        found
            .into_iter()
            .next()
            .flatten()
            .unwrap_or_else(|| panic!("{} {:?} is gone", element.role, element.name))
    }

    fn perform(&self, element: &Element, action: ActionKind, kind: RouteKind, payload: &Payload) -> Reply {
        let route = *quiet(element, action, kind);
        self.desktop.perform(&element.key, &route, payload, &self.deadline()).expect("performed")
    }

    /// Waits until the fixture's state file says so.
    fn state(&self, window: &str, pointer: &str, expected: &serde_json::Value) {
        let mut last = None;
        let found = poll_until(Duration::from_secs(5), || {
            last = self.headless.state(window).ok().and_then(|state| state.pointer(pointer).cloned());
            (last.as_ref() == Some(expected)).then_some(())
        });
        assert!(found.is_some(), "{window}{pointer}: {last:?} instead of {expected}");
    }
}

fn quiet(element: &Element, action: ActionKind, kind: RouteKind) -> &Route {
    let found =
        element.routes_for(action).find(|route| route.kind == kind && route.disturbs == Disturbance::Nothing);
    found.unwrap_or_else(|| {
        panic!("{} {:?} has no quiet {kind} for {action}: {:?}", element.role, element.name, element.routes)
    })
}

fn named<'s>(snapshot: &'s Snapshot, role: Role, name: &str) -> &'s Element {
    let found = snapshot.elements().iter().find(|element| element.role == role && element.name == name);
    found.unwrap_or_else(|| panic!("no {role} {name:?} in {:#?}", outline(snapshot)))
}

fn outline(snapshot: &Snapshot) -> Vec<String> {
    snapshot.elements().iter().map(|element| format!("{} {:?}", element.role, element.name)).collect()
}

#[test]
fn a_window_of_each_toolkit_is_closed_while_the_user_types() {
    let Some(live) = Live::start("a_window_of_each_toolkit_is_closed_while_the_user_types") else { return };
    let started: Vec<_> = ["gtk3", "gtk4", "qt5", "qt6"]
        .iter()
        .map(|toolkit| {
            let title = format!("surehand-form-{toolkit}");
            let app = live.headless.spawn_fixture("form.py", &title, &["--toolkit", toolkit]);
            (title, app.expect("the form starts"))
        })
        .collect();
    let user = TypingUser::start(&live.headless).expect("the user types");
    for (title, _app) in &started {
        let window = live.window(title);
        let snapshot = live.read(&window);
        let cross = named(&snapshot, Role::Window, title);
        assert_eq!(live.probe(cross), Element { parent: None, ..cross.clone() });
        live.perform(cross, ActionKind::Click, RouteKind::CloseWindow, &Payload::Nothing);
        let is_open =
            || live.desktop.windows(&live.deadline()).map(|all| all.iter().any(|one| one.key == window.key));
        assert!(
            poll_until(Duration::from_secs(5), || (is_open() == Ok(false)).then_some(())).is_some(),
            "{title}"
        );
        let gone = live.desktop.probe(std::slice::from_ref(&cross.key), &live.deadline());
        assert!(!matches!(gone.as_deref(), Ok([Some(_)])), "{title}: {gone:?}");
    }
    let report = user.stop().expect("a report");
    assert!(report.is_undisturbed(), "{report}");
}

fn text(element: &Element) -> &str {
    element.content.as_ref().map(|content| content.text.as_str()).unwrap_or_default()
}

#[test]
fn the_forms_of_gtk3_and_gtk4_are_read_and_written() {
    let Some(live) = Live::start("the_forms_of_gtk3_and_gtk4_are_read_and_written") else { return };
    for toolkit in ["gtk3", "gtk4"] {
        let title = format!("Form of {toolkit}");
        let _app =
            live.headless.spawn_fixture("form.py", &title, &["--toolkit", toolkit]).expect("the form starts");
        let window = live.window(&title);
        assert_eq!((window.kind, window.minimized), (WindowKind::Normal, false));
        assert!(window.app.answers_to("form") && window.app.answers_to(&format!("surehand-form-{toolkit}")));
        let snapshot = live.read(&window);
        everything_is_there(&snapshot);
        probes_agree_with_readings(&live, &snapshot);
        texts_survive(&live, named(&snapshot, Role::TextField, "Name"));
        texts_survive(&live, named(&snapshot, Role::TextArea, "Note"));
        lines_survive(&live, named(&snapshot, Role::TextArea, "Note"));
        controls_work(&live, &title, &snapshot, toolkit);
        changes_are_heard(&live, &window, &snapshot);
        let picture = live.desktop.capture(&window.key, &live.deadline()).expect("captured");
        let bounds = window.bounds.expect("X knows where it is");
        assert_eq!(
            (i64::from(picture.width), i64::from(picture.height)),
            (bounds.width.into(), bounds.height.into())
        );
    }
    assert_eq!(live.desktop.lock_state(&live.deadline()), Ok(LockState::NotLocked));
    assert!(live.desktop.user_idle(&live.deadline()).is_ok());
    assert!(live.desktop.foreground(&live.deadline()).expect("asked").is_some());
}

fn everything_is_there(snapshot: &Snapshot) {
    assert!(snapshot.left_out.is_nothing(), "{:?}", snapshot.left_out);
    for (role, name) in [
        (Role::TextField, "Search"),
        (Role::Button, "Clear search"),
        (Role::TextField, "Name"),
        (Role::TextField, "Email"),
        (Role::TextArea, "Note"),
        (Role::Button, "Delete note"),
        (Role::ComboBox, "Size"),
        (Role::CheckBox, "Send newsletter"),
        (Role::Slider, "Volume"),
        (Role::Button, "Save"),
        (Role::Text, "Billing"),
        (Role::List, "Fruit"),
        (Role::ListItem, "Elderberry"),
        (Role::Text, "Ready"),
    ] {
        let element = named(snapshot, role, name);
        assert!(element.state.visible && element.state.enabled && element.bounds.is_some(), "{element:?}");
    }
    let edits: Vec<_> = snapshot.elements().iter().filter(|element| element.name == "Edit").collect();
    assert_eq!(edits.len(), 3);
    assert!(
        snapshot.elements().iter().all(|element| !element.name.starts_with("Gtk")),
        "{:#?}",
        outline(snapshot)
    );
    let search = named(snapshot, Role::TextField, "Search");
    assert_eq!((text(search), search.placeholder.as_deref()), ("draft", Some("Search notes")));
    assert_eq!(text(named(snapshot, Role::ComboBox, "Size")), "Small");
    assert_eq!(named(snapshot, Role::CheckBox, "Send newsletter").state.checked, Some(Checked::Off));
    let volume = named(snapshot, Role::Slider, "Volume").number.expect("a number");
    assert_eq!((volume.value.to_bits(), volume.maximum.to_bits()), (30_f64.to_bits(), 100_f64.to_bits()));
    let note = named(snapshot, Role::TextArea, "Note");
    assert_eq!(
        note.content.as_ref().map(|content| (content.text.as_str(), content.is_whole())),
        Some(("todo:\n", true))
    );
}

/// A single element read afresh is the same as in the window, apart from parents.
fn probes_agree_with_readings(live: &Live, snapshot: &Snapshot) {
    for element in snapshot.elements() {
        let fresh = live.probe(element);
        assert_eq!(Element { parent: element.parent, ..fresh }, *element);
    }
}

fn texts_survive(live: &Live, field: &Element) {
    for wanted in TEXTS {
        live.perform(field, ActionKind::SetValue, RouteKind::EditableText, &Payload::Text(wanted.into()));
        assert_eq!(text(&live.probe(field)), wanted);
        for (at, piece) in [(0, "✓ é "), (3, "漢字"), (5, "😀"), (2, " ")] {
            let before = text(&live.probe(field)).to_owned();
            let at = at.min(before.chars().count());
            let payload = Payload::Insert { at: at as u64, text: piece.into() };
            live.perform(field, ActionKind::TypeInto, RouteKind::InsertText, &payload);
            let mut expected: String = before.chars().take(at).collect();
            expected.push_str(piece);
            expected.extend(before.chars().skip(at));
            assert_eq!(text(&live.probe(field)), expected, "{piece:?} into {before:?} at {at}");
        }
    }
}

fn lines_survive(live: &Live, field: &Element) {
    let wanted = "  one\n\n two ✓ é 漢字 😀\n";
    live.perform(field, ActionKind::SetValue, RouteKind::EditableText, &Payload::Text(wanted.into()));
    let read = live.probe(field);
    assert_eq!(text(&read), wanted);
    let end = wanted.chars().count() as u64;
    let payload = Payload::Insert { at: end, text: "buy milk ✓ é 漢字".into() };
    live.perform(field, ActionKind::Append, RouteKind::InsertText, &payload);
    assert_eq!(text(&live.probe(field)), format!("{wanted}buy milk ✓ é 漢字"));
}

fn controls_work(live: &Live, title: &str, snapshot: &Snapshot, toolkit: &str) {
    let press =
        |element: &Element, action| live.perform(element, action, RouteKind::NativeAction, &Payload::Nothing);
    press(named(snapshot, Role::Button, "Save"), ActionKind::Click);
    live.state(title, "/saved", &1.into());
    let second_edit =
        snapshot.elements().iter().filter(|element| element.name == "Edit").nth(1).expect("three of them");
    press(second_edit, ActionKind::Click);
    live.state(title, "/edits/Billing", &1.into());
    let volume = named(snapshot, Role::Slider, "Volume");
    live.perform(volume, ActionKind::SetValue, RouteKind::Value, &Payload::Number(65.0));
    live.state(title, "/volume", &65.0.into());
    let cherry = named(snapshot, Role::ListItem, "Cherry");
    live.perform(cherry, ActionKind::Click, RouteKind::Selection, &Payload::Nothing);
    live.state(title, "/fruit", &"Cherry".into());
    assert!(live.probe(cherry).state.selected);
    let size = named(snapshot, Role::ComboBox, "Size");
    let newsletter = named(snapshot, Role::CheckBox, "Send newsletter");
    if toolkit == "gtk4" {
        // GTK 4.8 gives neither of them an action; see docs/platforms.md.
        assert!(!newsletter.can(ActionKind::Toggle) && !size.can(ActionKind::ChooseOption));
        return;
    }
    press(newsletter, ActionKind::Toggle);
    live.state(title, "/newsletter", &true.into());
    assert_eq!(live.probe(newsletter).state.checked, Some(Checked::On));
    live.perform(size, ActionKind::ChooseOption, RouteKind::Selection, &Payload::Option("Large".into()));
    live.state(title, "/size", &"Large".into());
    assert_eq!(text(&live.probe(size)), "Large");
    press(named(snapshot, Role::MenuItem, "Medium"), ActionKind::Click);
    live.state(title, "/size", &"Medium".into());
}

fn changes_are_heard(live: &Live, window: &Window, snapshot: &Snapshot) {
    let signal = live.desktop.change_signal(&window.key);
    let field = named(snapshot, Role::TextField, "Email");
    let (seen, start) = (signal.count(), live.clock.now());
    live.perform(
        field,
        ActionKind::SetValue,
        RouteKind::EditableText,
        &Payload::Text("ada@example.com".into()),
    );
    let patience = start.plus(Duration::from_secs(5));
    assert_eq!(live.clock.wait(&signal, seen, patience), Wake::Changed);
    let spoke = poll_until(Duration::from_secs(5), || {
        let heard = signal.heard_between(start, live.clock.now());
        heard.iter().any(|(_, source)| *source == field.key).then_some(())
    });
    assert!(spoke.is_some(), "the field itself is among those that spoke");
}

#[test]
fn a_stopped_app_costs_its_own_limit_and_the_others_nothing() {
    let Some(live) = Live::start("a_stopped_app_costs_its_own_limit_and_the_others_nothing") else { return };
    let stopped = live.headless.spawn_fixture("form.py", "Stopped", &["--toolkit", "gtk3"]).expect("starts");
    let _other = live.headless.spawn_fixture("form.py", "Other", &["--toolkit", "gtk4"]).expect("starts");
    let (window, other) = (live.window("Stopped"), live.window("Other"));
    let save = named(&live.read(&window), Role::Button, "Save").clone();
    stopped.suspend();
    for round in 0..3 {
        let start = live.clock.now();
        let windows = live.desktop.windows(&live.deadline()).expect("listed");
        let spent = live.clock.now().since(start);
        println!("round {round}: {} windows in {spent:?}", windows.len());
        assert!(spent < Duration::from_secs(2), "{spent:?}");
        assert!(windows.iter().any(|listed| listed.key == window.key), "a stopped app keeps its window");
        live.read(&other);
    }
    let soon = || Deadline::new(live.clock.now().plus(Duration::from_millis(700)));
    let refused =
        live.desktop.snapshot(&window.key, &SnapshotBounds::default(), &soon()).expect_err("it is stopped");
    assert_eq!(refused.code, Code::DesktopTimeout);
    let refused = live.desktop.probe(std::slice::from_ref(&save.key), &soon()).expect_err("it is stopped");
    assert_eq!((refused.code, refused.may_have_happened), (Code::DesktopTimeout, false));
    let route = *quiet(&save, ActionKind::Click, RouteKind::NativeAction);
    let refused =
        live.desktop.perform(&save.key, &route, &Payload::Nothing, &soon()).expect_err("it is stopped");
    assert_eq!(refused.code, Code::DesktopTimeout);
    stopped.resume();
    live.read(&window);
    let state = live.headless.state("Stopped").expect("it has a state");
    assert_eq!(state.pointer("/saved"), Some(&0.into()), "nothing was sent blindly");
    stopped.crash();
    let gone = poll_until(Duration::from_secs(5), || {
        let answer = live.desktop.perform(&save.key, &route, &Payload::Nothing, &live.deadline());
        answer.err().filter(|error| error.code == Code::AppGone)
    });
    assert!(gone.is_some_and(|error| !error.may_have_happened));
}

#[test]
fn passwords_stay_secret_and_long_lists_are_read_where_they_are_shown() {
    let Some(live) = Live::start("passwords_stay_secret_and_long_lists_are_read_where_they_are_shown") else {
        return;
    };
    for version in ["3", "4"] {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/widgets.py");
        let app =
            live.headless.spawn_app("/usr/bin/python3", &["-B", script, version]).expect("python starts");
        let window = live.window("Widgets");
        let shown = poll_until(Duration::from_secs(5), || {
            let snapshot = live.read(&window);
            let rows = snapshot
                .elements()
                .iter()
                .filter(|element| element.name.starts_with("row ") && element.state.visible);
            let middle = rows.clone().any(|row| row.name == "row 1500") && rows.count() > 4;
            middle.then_some(snapshot)
        });
        let snapshot = shown.unwrap_or_else(|| panic!("GTK {version}: {:#?}", outline(&live.read(&window))));
        let start = live.clock.now();
        live.read(&window);
        println!(
            "GTK {version}: {} elements in {:?}",
            snapshot.elements().len(),
            live.clock.now().since(start)
        );
        assert!(snapshot.left_out.elements >= 2_800, "{:?}", snapshot.left_out);
        let debug = format!("{snapshot:?}");
        assert!(!debug.contains("hunter2") && !debug.contains("●●"), "a password was read");
        let password = snapshot.elements().iter().find(|element| element.role == Role::PasswordField);
        let password = password.expect("it is there");
        assert!(
            password.state.protected && password.content.is_none() && live.probe(password).content.is_none()
        );
        let expander = named(&snapshot, Role::Expander, "More");
        assert_eq!(expander.state.expanded, Some(false));
        let list = snapshot
            .elements()
            .iter()
            .find(|element| element.claimed_children.is_some())
            .expect("a long list");
        let rows = live.desktop.rows(&list.key, 10, 5, &live.deadline()).expect("rows are read");
        let names: Vec<_> =
            rows.rows.iter().filter_map(|row| row.first()).map(|cell| cell.name.as_str()).collect();
        assert_eq!((rows.total, names), (3000, vec!["row 10", "row 11", "row 12", "row 13", "row 14"]));
        tabs_work(&live, &window, &snapshot);
        drop(app);
    }
}

/// In GTK 4 a new text arrives as two changes, and a reading between the questions for length and text came back cut.
/// Empty is what the field really is in between.
#[test]
fn a_text_that_is_being_changed_is_never_read_cut_and_called_whole() {
    let Some(live) = Live::start("a_text_that_is_being_changed_is_never_read_cut_and_called_whole") else {
        return;
    };
    for toolkit in ["gtk3", "gtk4"] {
        let title = format!("Torn {toolkit}");
        let _app =
            live.headless.spawn_fixture("form.py", &title, &["--toolkit", toolkit]).expect("the form starts");
        let window = live.window(&title);
        let field = named(&live.read(&window), Role::TextField, "Name").clone();
        let texts = ["as it was", "now it is something much longer", "é😀", ""];
        let stop = std::sync::atomic::AtomicBool::new(false);
        let mut seen = std::collections::BTreeSet::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let route = *quiet(&field, ActionKind::SetValue, RouteKind::EditableText);
                for text in texts.iter().cycle().take(2_000) {
                    if stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return;
                    }
                    let payload = Payload::Text((*text).into());
                    live.desktop.perform(&field.key, &route, &payload, &live.deadline()).expect("performed");
                }
            });
            for round in 0..120 {
                let read = if round % 4 == 0 {
                    live.read(&window).element(&field.key).cloned().expect("it is there")
                } else {
                    live.probe(&field)
                };
                let content = read.content.expect("a text");
                if content.is_whole() {
                    seen.insert(content.text);
                }
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        println!("{toolkit}: {seen:?}");
        assert!(seen.iter().all(|text| texts.contains(&text.as_str())), "{toolkit}: {seen:?}");
        assert!(!seen.is_empty(), "{toolkit}: something was read whole");
    }
}

fn tabs_work(live: &Live, window: &Window, snapshot: &Snapshot) {
    let has =
        |snapshot: &Snapshot, name: &str| snapshot.elements().iter().any(|element| element.name == name);
    assert!(has(snapshot, "On page One") && !has(snapshot, "On page Two"), "{:#?}", outline(snapshot));
    let tab = named(snapshot, Role::Tab, "Two");
    live.perform(tab, ActionKind::Click, RouteKind::Selection, &Payload::Nothing);
    let changed = poll_until(Duration::from_secs(5), || has(&live.read(window), "On page Two").then_some(()));
    assert!(changed.is_some(), "{:#?}", outline(&live.read(window)));
}

#[test]
fn the_calculator_has_all_its_keys() {
    let Some(live) = Live::start("the_calculator_has_all_its_keys") else { return };
    let Ok(_app) = live.headless.spawn_app("gnome-calculator", &[]) else {
        assert!(std::env::var_os("CI").is_none(), "gnome-calculator is not installed");
        eprintln!("skipped the_calculator_has_all_its_keys: gnome-calculator is not installed");
        return;
    };
    let window = live.window("Calculator");
    assert!(window.app.answers_to("org.gnome.Calculator") && window.app.answers_to("Calculator"));
    let snapshot = live.read(&window);
    for name in
        ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "−", "×", "÷", "=", "%", "Clear Display"]
    {
        quiet(named(&snapshot, Role::Button, name), ActionKind::Click, RouteKind::NativeAction);
    }
    for name in ["7", "×", "6"] {
        let key = named(&snapshot, Role::Button, name);
        live.perform(key, ActionKind::Click, RouteKind::NativeAction, &Payload::Nothing);
    }
    let shown = poll_until(Duration::from_secs(5), || {
        live.read(&window).elements().iter().any(|element| text(element) == "7×6").then_some(())
    });
    assert!(shown.is_some(), "{:#?}", live.read(&window).elements());
}
