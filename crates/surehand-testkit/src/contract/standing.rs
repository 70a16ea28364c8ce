//! Checks of the desktop as a whole: foreground, locker, and what it says it can do.
//!
//! Nothing here launches an app, sends input or leaves the front window changed.

use surehand_core::code::Code;
use surehand_core::desktop::{Input, LockState};
use surehand_core::error::Result;
use surehand_core::window::WindowKey;

use super::{Bench, ContractTarget, answered};

/// The front window, when there is one and it is listed, is marked as the one the user works in, and no other is.
pub fn the_foreground_is_an_active_window(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let foreground = answered(bench.desktop().foreground(&bench.deadline()), "foreground");
    let windows = answered(bench.desktop().windows(&bench.deadline()), "windows");
    for window in windows {
        assert_eq!(window.active, foreground.as_ref() == Some(&window.key), "{:?} of {foreground:?}", window);
    }
}

/// Nobody has locked the screen of a test.
pub fn the_screen_is_not_locked(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    assert_eq!(bench.desktop().lock_state(&bench.deadline()), Ok(LockState::NotLocked));
}

/// Letting go of nothing is fine, as often as one likes.
pub fn letting_go_may_be_repeated(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    for _ in 0..2 {
        answered(bench.desktop().release_held(&bench.deadline()), "release_held");
    }
}

/// What the capabilities leave out is unsupported, and what they name is not.
pub fn capabilities_are_what_is_supported(target: &dyn ContractTarget) {
    fn lacks<T>(answer: Result<T>) -> bool {
        answer.is_err_and(|error| error.code == Code::Unsupported)
    }
    let bench = Bench::new(target);
    let (desktop, window) = (bench.desktop(), target.window());
    let deadline = bench.deadline();
    let can = desktop.capabilities();
    assert_eq!(lacks(desktop.user_idle(&deadline)), !can.user_idle, "user_idle");
    assert_eq!(lacks(desktop.menu_commands(&window, &deadline)), !can.menu_commands, "menu_commands");
    assert_eq!(lacks(desktop.capture(&window, &deadline)), !can.capture, "capture");
    assert_eq!(lacks(desktop.launchable(&deadline)), !can.launch, "launchable");
    // With names that do not exist, so that nothing happens where it is supported.
    let nowhere = WindowKey::new("no such window");
    assert_eq!(lacks(desktop.put_back(&nowhere, &deadline)), !can.put_back, "put_back");
    assert_eq!(lacks(desktop.launch("no.such.app", &deadline)), !can.launch, "launch");
    let input = Input::Chord("f24".to_owned());
    assert_eq!(lacks(desktop.deliver(&nowhere, &input, &deadline)), !can.deliver, "deliver");
    if !can.menu_commands {
        assert!(lacks(desktop.run_menu_command(&window, "none", &deadline)), "run_menu_command");
    }
}
