//! The desktop starts, ends without a trace, and stands beside another one.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use surehand_testkit::desktop::{self, HeadlessDesktop, processes_of};
use surehand_testkit::{pause, poll_until};

#[test]
fn nothing_is_left_behind() {
    let Some(desktop) = desktop::for_test("nothing_is_left_behind") else { return };
    let app = desktop.spawn_fixture("form.py", "Left behind", &["--toolkit", "gtk3"]).unwrap();
    let runtime = desktop.folder().join("runtime");
    let socket = format!("/tmp/.X11-unix/X{}", &desktop.display()[1..]);
    assert!(app.is_running());
    assert!(processes_of(&runtime).len() >= 5, "app, bus, accessibility bus, registry, window manager");
    assert!(Path::new(&socket).exists());
    drop(app);
    // Not through an App: the desktop has to find it.
    let mut forgotten = desktop.command("sleep").arg("600").spawn().unwrap();
    drop(desktop);
    assert!(forgotten.wait().unwrap().code().is_none(), "ended by a signal");
    assert_eq!(processes_of(&runtime), [0; 0]);
    assert!(!runtime.exists());
    assert!(!Path::new(&socket).exists());
}

#[test]
fn two_stand_side_by_side() {
    let Some(first) = desktop::for_test("two_stand_side_by_side") else { return };
    let second = std::thread::spawn(HeadlessDesktop::start).join().unwrap().unwrap();
    assert_ne!(first.display(), second.display());
    let _form = first.spawn_fixture("form.py", "First", &["--toolkit", "gtk3"]).unwrap();
    let appears = |desktop: &HeadlessDesktop| desktop.wait_for_window("First", Duration::from_millis(50));
    assert!(appears(&first).is_ok());
    assert!(appears(&second).is_err());
    let apps = |desktop| surehand_testkit::plain::apps(desktop).unwrap();
    assert!(apps(&first).contains(&"surehand-form-gtk3".to_owned()));
    assert!(apps(&second).is_empty(), "each has an accessibility bus of its own");
    drop(first);
    assert!(second.screen().unwrap().windows().unwrap().is_empty(), "the other one lives on");
}

#[test]
fn an_app_can_hang_and_die() {
    let Some(desktop) = desktop::for_test("an_app_can_hang_and_die") else { return };
    let app = desktop.spawn_fixture("form.py", "Hangs", &["--toolkit", "gtk3"]).unwrap();
    app.suspend();
    assert!(app.is_running());
    app.crash();
    assert!(poll_until(Duration::from_secs(5), || (!app.is_running()).then_some(())).is_some());
}

#[test]
fn a_killed_test_leaves_nothing_behind() {
    const HOLD: &str = "SUREHAND_TEST_HOLDS_A_DESKTOP";
    const NAME: &str = "a_killed_test_leaves_nothing_behind";
    let Some(desktop) = desktop::for_test(NAME) else { return };
    if std::env::var_os(HOLD).is_some() {
        println!("\nfolder={}", desktop.folder().display());
        pause(Duration::from_secs(60));
        return;
    }
    let mut test = Command::new(std::env::current_exe().unwrap());
    test.args(["--exact", NAME, "--nocapture"]).env(HOLD, "1").stdout(Stdio::piped());
    let mut test = test.spawn().unwrap();
    let lines = BufReader::new(test.stdout.take().unwrap()).lines().map_while(Result::ok);
    let folder = lines.filter_map(|line| Some(PathBuf::from(line.strip_prefix("folder=")?))).next().unwrap();
    let runtime = folder.join("runtime");
    assert!(!processes_of(&runtime).is_empty());
    test.kill().unwrap();
    test.wait().unwrap();
    let clean = || (processes_of(&runtime).is_empty() && !folder.exists()).then_some(());
    assert!(poll_until(Duration::from_secs(15), clean).is_some(), "{:?}", processes_of(&runtime));
}
