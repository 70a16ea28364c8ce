//! The checks of the desktop: buses, accessibility, display, window manager, lockers, toolkits that have to be told.
//!
//! Each question is asked of whoever knows (the session bus, the X server, `/proc`) and has a limit of time; one that
//! is not answered is a finding, never a wait.

use std::fs;
use std::time::Duration;

use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _};
use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, Proxy};

use super::{Change, Check, Surroundings};

/// How long an answer on the bus may take; the accessibility bus may have to be started first.
const LIMIT: Duration = Duration::from_secs(5);
/// Lockers that do not say on the bus that they have locked.
const SILENT_LOCKERS: [&str; 8] =
    ["xscreensaver", "i3lock", "slock", "xsecurelock", "swaylock", "xlock", "physlock", "xtrlock"];
/// What Chromium, and so every Electron app whatever its name, calls the processes that it starts for itself.
const PARTS: [&str; 4] = ["--type=zygote", "--type=gpu-process", "--type=renderer", "--type=utility"];
const AWAKE: &str = "--force-renderer-accessibility";

pub(super) fn checks(around: &Surroundings<'_>) -> Vec<Check> {
    let mut checks = vec![];
    match session() {
        None => checks.push(Check::wrong(
            "session_bus",
            "the session bus cannot be reached, so no app can be found",
            "run surehand inside the desktop's session: DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR must be the session's",
        )),
        Some(session) => {
            checks.push(Check::ok("session_bus", "the session bus answers"));
            checks.extend(accessibility_checks(&session));
        }
    }
    checks.push(qt(around));
    checks.extend(display(around));
    checks.extend(running());
    checks
}

fn session() -> Option<Connection> {
    Builder::session().ok()?.method_timeout(LIMIT).build().ok()
}

fn accessibility_checks(session: &Connection) -> Vec<Check> {
    const PACKAGE: &str =
        "install the accessibility service (Debian, Ubuntu, Fedora, Arch: at-spi2-core), then log in again";
    let address = Proxy::new(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus")
        .and_then(|proxy| proxy.call::<_, _, String>("GetAddress", &()));
    match address {
        Err(_) => {
            return vec![Check::wrong(
                "accessibility_bus",
                "nothing on the session bus offers accessibility, so no app can be read",
                PACKAGE,
            )];
        }
        Ok(address) if address.is_empty() => {
            return vec![Check::wrong("accessibility_bus", "the accessibility bus did not start", PACKAGE)];
        }
        Ok(_) => {}
    }
    let on = match enabled(session) {
        Some(true) => Check::ok("accessibility_on", "apps are told to offer their windows"),
        Some(false) => Check::wrong(
            "accessibility_on",
            "accessibility is off: apps that are started now, Qt 6 and web pages above all, may show nothing",
            "switch it on, then start again the apps that show nothing: surehand doctor --fix, or gsettings set \
             org.gnome.desktop.interface toolkit-accessibility true",
        )
        .mended_by(vec![Change::AccessibilityOn]),
        None => Check::note(
            "accessibility_on",
            "the accessibility service does not say whether it is on",
            "nothing to do while apps can be read",
        ),
    };
    vec![Check::ok("accessibility_bus", "the accessibility bus is there"), on]
}

fn status(session: &Connection) -> zbus::Result<Proxy<'_>> {
    Proxy::new(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
}

fn enabled(session: &Connection) -> Option<bool> {
    status(session).ok()?.get_property("IsEnabled").ok()
}

/// Whether accessibility is on; `None` when nobody says.
pub(super) fn accessibility() -> Option<bool> {
    enabled(&session()?)
}

/// Switches it; whether it stands so afterwards.
pub(super) fn set_accessibility(on: bool) -> bool {
    let Some(session) = session() else { return false };
    let set = status(&session).is_ok_and(|proxy| proxy.set_property("IsEnabled", on).is_ok());
    set && enabled(&session) == Some(on)
}

fn qt(around: &Surroundings<'_>) -> Check {
    if around.text("QT_LINUX_ACCESSIBILITY_ALWAYS_ON").is_some_and(|value| value != "0") {
        return Check::ok("qt", "Qt apps started from here offer their windows");
    }
    Check::note(
        "qt",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON is not set: a Qt app may show nothing until accessibility was on at its start",
        "set it to 1 for the whole session, for example in ~/.config/environment.d/accessibility.conf",
    )
}

fn display(around: &Surroundings<'_>) -> Vec<Check> {
    let wayland = around.text("WAYLAND_DISPLAY").is_some();
    if around.text("DISPLAY").is_none() {
        return vec![if wayland { without_x() } else { no_display() }];
    }
    let Ok((connection, screen)) = x11rb::connect(None) else {
        return vec![if wayland { without_x() } else { no_display() }];
    };
    let mut checks = vec![if wayland {
        Check::note(
            "display",
            "a Wayland session with X11 beside it: windows of Wayland apps have no picture, no place on the screen and \
             no order, and whether the user is typing is not known for them",
            "start an app with GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb to have all of it",
        )
    } else {
        Check::ok("display", "X11 answers")
    }];
    checks.push(if is_managed(&connection, screen) {
        Check::ok("window_manager", "a window manager runs")
    } else {
        Check::wrong(
            "window_manager",
            "no window manager runs: which window is in front, and what is minimised, cannot be known",
            "start one, such as openbox",
        )
    });
    checks
}

fn no_display() -> Check {
    Check::wrong(
        "display",
        "there is no display: no windows, pictures or idle time",
        "run surehand inside the desktop's session: DISPLAY (and XAUTHORITY) must be the session's",
    )
}

fn without_x() -> Check {
    Check::note(
        "display",
        "Wayland without X11: apps are read and operated, but windows have no picture and no place on the screen, and \
         whether the user is typing is not known",
        "run Xwayland beside it to have all of it for X11 apps",
    )
}

fn is_managed(connection: &impl x11rb::connection::Connection, screen: usize) -> bool {
    let root = connection.setup().roots.get(screen).map(|screen| screen.root);
    let ask = |root| {
        let atom = connection.intern_atom(true, b"_NET_SUPPORTING_WM_CHECK").ok()?.reply().ok()?.atom;
        let reply = connection.get_property(false, root, atom, AtomEnum::WINDOW, 0, 1).ok()?.reply().ok()?;
        reply.value32()?.next().filter(|window| *window != 0)
    };
    root.and_then(ask).is_some()
}

/// A running program.
struct Process {
    pid: u32,
    parent: u32,
    name: String,
    line: String,
}

/// What runs that has to be known of.
fn running() -> Vec<Check> {
    let processes: Vec<Process> =
        fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(process).collect();
    vec![locker(&processes), sleeper(&processes)]
}

fn process(entry: fs::DirEntry) -> Option<Process> {
    let pid = entry.file_name().to_str()?.parse().ok()?;
    let status = fs::read_to_string(entry.path().join("status")).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()?;
    let name = fs::read_to_string(entry.path().join("comm")).ok()?.trim().to_owned();
    let line = String::from_utf8_lossy(&fs::read(entry.path().join("cmdline")).ok()?).replace('\0', " ");
    Some(Process { pid, parent, name, line })
}

fn locker(processes: &[Process]) -> Check {
    let is_silent = |process: &Process| SILENT_LOCKERS.iter().find(|known| **known == process.name);
    match processes.iter().find_map(is_silent) {
        Some(name) => Check::note(
            "screen_lock",
            format!(
                "{name} does not say when it has locked, so surehand goes on acting behind a locked screen"
            ),
            "use a locker with a name on the session bus (GNOME, KDE, Xfce, MATE, Cinnamon), or `surehand stop` before you lock",
        ),
        None => Check::ok("screen_lock", "no locker runs that cannot be seen"),
    }
}

fn sleeper(processes: &[Process]) -> Check {
    let is_part = |process: &Process| PARTS.iter().any(|part| process.line.contains(part));
    let sleeps = |process: &&Process| {
        // Only the first process of such a program has the flag.
        let has_parts = || processes.iter().any(|part| part.parent == process.pid && is_part(part));
        !is_part(process) && !process.line.contains(AWAKE) && has_parts()
    };
    match processes.iter().find(sleeps) {
        Some(Process { name, .. }) => Check::note(
            "web_pages",
            format!("{name} runs without {AWAKE}, so its pages may show nothing"),
            format!("start it with {AWAKE}; for the web itself a browser tool is the better choice"),
        ),
        None => Check::ok("web_pages", "no browser or Electron app runs asleep"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Standing;
    use super::*;

    fn process(pid: u32, parent: u32, line: &str) -> Process {
        let name = line.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default().to_owned();
        Process { pid, parent, name, line: line.to_owned() }
    }

    #[test]
    fn silent_lockers_are_noticed() {
        assert_eq!(locker(&[process(2, 1, "i3lock -n")]).standing, Standing::Note);
        assert_eq!(locker(&[process(2, 1, "gnome-shell")]).standing, Standing::Ok);
    }

    #[test]
    fn sleeping_trees_are_noticed_by_the_processes_of_their_programs() {
        let asleep = [process(2, 1, "obsidian"), process(3, 2, "obsidian --type=zygote")];
        let found = sleeper(&asleep);
        assert!(found.standing == Standing::Note && found.says.starts_with("obsidian "), "{found:?}");
        let awake = [
            process(2, 1, "chromium --force-renderer-accessibility page.html"),
            process(3, 2, "chromium --type=zygote"),
            process(4, 3, "chromium --type=renderer"),
        ];
        assert_eq!(sleeper(&awake).standing, Standing::Ok);
        let others = [process(2, 1, "make --type=all"), process(3, 2, "cc --type=object")];
        assert_eq!(sleeper(&others).standing, Standing::Ok);
    }
}
