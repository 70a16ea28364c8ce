//! A desktop from zero for live tests: X server, session bus, window manager, accessibility bus.
//!
//! Everything is its own: a free display, a temporary home and runtime directory, a private bus, so several can
//! run beside each other and none touches the user's. Every step waits for its condition, not for a time.
//! Dropping it ends exactly what it started, including what its bus activated: those processes are known by the
//! runtime directory in their environment. A guardian does the same when the test process is killed.
//! Left out: sound, a system bus, Wayland.

use std::fs::{self, DirBuilder, File};
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

pub use crate::process::App;
use crate::screen::Screen;
use crate::waiting::poll_until;

const LIMIT: Duration = Duration::from_secs(20);
/// A fixture with a million rows takes its time.
const FIXTURE_LIMIT: Duration = Duration::from_secs(90);
const END_LIMIT: Duration = Duration::from_secs(3);
const GUARDIAN: &str = r#"cat >/dev/null
for group in "$2" "$3" "$4"; do kill -s TERM -- "-$group"; done
sleep 1
rm -rf -- "$1""#;

/// A running headless desktop; it ends when it is dropped.
#[derive(Debug)]
pub struct HeadlessDesktop {
    folder: Folder,
    display: String,
    environment: Vec<(String, String)>,
    // Dropped in this order.
    _guardian: App,
    _window_manager: App,
    bus: App,
    _leftovers: Leftovers,
    _server: App,
}

impl HeadlessDesktop {
    /// Starts a desktop and returns when it is ready for apps.
    ///
    /// # Errors
    /// When a program is not installed or does not become ready; the message says which.
    pub fn start() -> io::Result<Self> {
        let folder = Folder::create()?;
        let (server, display) = start_server(&folder)?;
        let environment = environment(&folder.0, &display);
        let leftovers = Leftovers(folder.runtime());
        let bus = start_bus(&folder, &environment)?;
        let screen = Screen::open(&display)?;
        let window_manager = spawn(&mut command("openbox", &environment), &folder.log("openbox"))?;
        wait("the window manager", || screen.is_managed().unwrap_or(false).then_some(()))?;
        screen.set_root_text("AT_SPI_BUS", &start_accessibility(&environment)?)?;
        let mut guardian = Command::new("sh");
        guardian.args(["-c", GUARDIAN, "guardian"]).arg(&folder.0).stdin(Stdio::piped());
        guardian.args([&server, &bus, &window_manager].map(|app| app.pid().to_string()));
        let guardian = spawn(&mut guardian, &folder.log("guardian"))?;
        Ok(Self {
            folder,
            display,
            environment,
            _guardian: guardian,
            _window_manager: window_manager,
            bus,
            _leftovers: leftovers,
            _server: server,
        })
    }

    /// The display, such as `:7`.
    #[must_use]
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The variables that make a process part of this desktop.
    #[must_use]
    pub fn environment(&self) -> Vec<(String, String)> {
        self.environment.clone()
    }

    /// A command on this desktop: its variables, PATH, and nothing else of the test's environment; no input.
    /// What it starts ends with the desktop at the latest.
    #[must_use]
    pub fn command(&self, program: &str) -> Command {
        command(program, &self.environment)
    }

    /// Starts an app; its output goes to [`log`](Self::log) under its program name.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn_app(&self, program: &str, arguments: &[&str]) -> io::Result<App> {
        let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
        spawn(self.command(program).args(arguments), &self.folder.log(&name))
    }

    /// Starts a fixture app of `fixtures/apps/` by the file's name, with the system's Python. It gets `--state`
    /// with the path that [`state_file`](Self::state_file) names for `window`, and `--title WINDOW`; returns when
    /// its window is there.
    ///
    /// # Errors
    /// When it cannot be started or shows no window.
    pub fn spawn_fixture(&self, script: &str, window: &str, arguments: &[&str]) -> io::Result<App> {
        self.spawn_fixture_with(script, window, arguments, &[])
    }

    /// The same with variables of its own, such as the scale of a toolkit.
    ///
    /// # Errors
    /// As [`spawn_fixture`](Self::spawn_fixture).
    pub fn spawn_fixture_with(
        &self,
        script: &str,
        window: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> io::Result<App> {
        let mut command = self.command("/usr/bin/python3");
        command.envs(variables.iter().copied());
        command.arg("-B").arg(crate::fixture(&format!("apps/{script}"))).args(arguments);
        command.arg("--state").arg(self.state_file(window)).args(["--title", window]);
        let app = spawn(&mut command, &self.folder.log(script))?;
        self.wait_for_window(window, FIXTURE_LIMIT)?;
        Ok(app)
    }

    /// Where the fixture app with this window title keeps its state.
    #[must_use]
    pub fn state_file(&self, window: &str) -> PathBuf {
        self.folder.0.join(format!("{window}.json"))
    }

    /// The state of the fixture app with this window title.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn state(&self, window: &str) -> io::Result<serde_json::Value> {
        Ok(serde_json::from_slice(&fs::read(self.state_file(window))?)?)
    }

    /// What a program wrote to its outputs.
    #[must_use]
    pub fn log(&self, name: &str) -> String {
        fs::read_to_string(self.folder.log(name)).unwrap_or_default()
    }

    /// A temporary folder that is removed with the desktop.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// A view of the screen, to judge by.
    ///
    /// # Errors
    /// When the X server does not answer.
    pub fn screen(&self) -> io::Result<Screen> {
        Screen::open(&self.display)
    }

    /// Waits for a window whose title starts with `title_prefix`, and returns its id.
    ///
    /// # Errors
    /// When it has not appeared within `limit`; the message lists the windows there are.
    pub fn wait_for_window(&self, title_prefix: &str, limit: Duration) -> io::Result<u32> {
        let screen = self.screen()?;
        let mut titles = Vec::new();
        let found = poll_until(limit, || {
            let windows = screen.windows().ok()?;
            titles = windows.iter().map(|(_, title)| title.clone()).collect();
            windows.into_iter().find(|(_, title)| title.starts_with(title_prefix)).map(|(window, _)| window)
        });
        found.ok_or_else(|| io::Error::other(format!("no window {title_prefix:?} among {titles:?}")))
    }

    /// Ends the accessibility bus and starts a new one, as an upgrade or a crash does. Apps that were on the old one do
    /// not come to the new one by themselves.
    ///
    /// # Errors
    /// When the old one stays or no new one comes.
    pub fn restart_accessibility_bus(&self) -> io::Result<()> {
        self.end_accessibility_bus()?;
        self.screen()?.set_root_text("AT_SPI_BUS", &start_accessibility(&self.environment)?)
    }

    /// The same for the session bus, which takes the accessibility bus with it. The new one is at the old address.
    ///
    /// # Errors
    /// When an old one stays or no new one comes.
    pub fn restart_session_bus(&mut self) -> io::Result<()> {
        self.bus.crash();
        self.end_accessibility_bus()?;
        self.bus = start_bus(&self.folder, &self.environment)?;
        self.screen()?.set_root_text("AT_SPI_BUS", &start_accessibility(&self.environment)?)
    }

    fn end_accessibility_bus(&self) -> io::Result<()> {
        let is_part = |pid: &u32| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains("at-spi")
        };
        let parts = || self.processes().into_iter().filter(is_part).collect::<Vec<_>>();
        for pid in parts() {
            kill(pid);
        }
        wait("the end of the accessibility bus", || parts().is_empty().then_some(()))
    }

    /// The processes that belong to this desktop by their environment, also those that its bus activated.
    #[must_use]
    pub fn processes(&self) -> Vec<u32> {
        processes_of(&self.folder.runtime())
    }
}

/// A desktop for a live test: `None`, and a line that says why, where there can be none.
///
/// # Panics
/// Instead of skipping when the environment variable `CI` is set.
#[must_use]
pub fn for_test(test: &str) -> Option<HeadlessDesktop> {
    match HeadlessDesktop::start() {
        Ok(desktop) => Some(desktop),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{test} cannot run: {error}");
            #[expect(clippy::print_stderr, reason = "a skipped test must say so")]
            {
                eprintln!("skipped {test}: {error}");
            }
            None
        }
    }
}

/// The processes whose environment names `runtime` as their runtime directory.
#[must_use]
pub fn processes_of(runtime: &Path) -> Vec<u32> {
    let entry = [b"XDG_RUNTIME_DIR=", runtime.as_os_str().as_encoded_bytes()].concat();
    let belongs = |pid: &u32| {
        let variables = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable == entry)
    };
    let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|file| file.file_name());
    names.filter_map(|name| name.to_str()?.parse().ok()).filter(belongs).collect()
}

/// The desktop's folder, removed on drop.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    fn create() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mut builder = DirBuilder::new();
        builder.mode(0o700);
        let folder = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("surehand-desktop-{}-{number}", std::process::id()));
            match builder.create(&path) {
                // Left by another process of that number, which was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => break made.map(|()| Self(path))?,
            }
        };
        for part in ["home", "runtime", "logs"] {
            builder.create(folder.0.join(part))?;
        }
        Ok(folder)
    }

    fn runtime(&self) -> PathBuf {
        self.0.join("runtime")
    }

    fn log(&self, name: &str) -> PathBuf {
        self.0.join("logs").join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is still ending may put a file into a folder that is just being emptied.
        poll_until(END_LIMIT, || match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => None,
            _ => Some(()),
        });
    }
}

/// What is left of a desktop once its bus has ended: it is given time to leave, then ended by process id.
#[derive(Debug)]
struct Leftovers(PathBuf);

impl Drop for Leftovers {
    fn drop(&mut self) {
        if poll_until(END_LIMIT, || processes_of(&self.0).is_empty().then_some(())).is_some() {
            return;
        }
        processes_of(&self.0).into_iter().for_each(kill);
        poll_until(END_LIMIT, || processes_of(&self.0).is_empty().then_some(()));
    }
}

fn kill(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _gone = kill_process(pid, Signal::KILL);
    }
}

fn start_server(folder: &Folder) -> io::Result<(App, String)> {
    let mut server = Command::new("Xvfb");
    server.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]);
    server.args(["+extension", "Composite", "+extension", "XTEST"]);
    server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(folder.log("Xvfb"))?);
    let mut server = App::spawn(&mut server).map_err(|error| missing("Xvfb", &error))?;
    let output = server.child.stdout.take();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = output.map(|output| BufReader::new(output).read_line(&mut line));
        let _no_listener = sender.send(read.is_some().then(|| line.trim().to_owned()));
    });
    match receiver.recv_timeout(LIMIT) {
        Ok(Some(number)) if !number.is_empty() => Ok((server, format!(":{number}"))),
        _ => Err(io::Error::other("Xvfb did not name its display")),
    }
}

fn start_bus(folder: &Folder, environment: &[(String, String)]) -> io::Result<App> {
    let socket = folder.runtime().join("bus");
    let mut bus = command("dbus-daemon", environment);
    bus.args(["--session", "--nofork", "--address"]).arg(format!("unix:path={}", socket.display()));
    let bus = spawn(&mut bus, &folder.log("dbus-daemon"))?;
    wait("the session bus", || UnixStream::connect(&socket).ok())?;
    Ok(bus)
}

/// Has the session bus activate the accessibility bus, switches accessibility on, and returns its address.
fn start_accessibility(environment: &[(String, String)]) -> io::Result<String> {
    let call = |method: &str, arguments: &[&str]| {
        let mut call = command("gdbus", environment);
        call.args(["call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m", method]);
        let output = call.args(arguments).output().map_err(|error| missing("gdbus", &error))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(io::Error::other(format!("{method}: {}", String::from_utf8_lossy(&output.stderr))))
        }
    };
    let reply = call("org.a11y.Bus.GetAddress", &[])?;
    call("org.freedesktop.DBus.Properties.Set", &["org.a11y.Status", "IsEnabled", "<true>"])?;
    let address = reply.split('\'').nth(1).map(ToOwned::to_owned);
    address.ok_or_else(|| io::Error::other("the accessibility bus gave no address"))
}

fn environment(folder: &Path, display: &str) -> Vec<(String, String)> {
    let runtime = folder.join("runtime");
    let own = [
        ("DISPLAY", display.to_owned()),
        ("HOME", folder.join("home").display().to_string()),
        ("XDG_RUNTIME_DIR", runtime.display().to_string()),
        ("XDG_CACHE_HOME", folder.join("home/.cache").display().to_string()),
        ("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}/bus", runtime.display())),
    ];
    let fixed = [
        ("LANG", "C.UTF-8"),
        // GTK
        ("GTK_MODULES", "gail:atk-bridge"),
        ("GTK_A11Y", "atspi"),
        ("GDK_BACKEND", "x11"),
        ("GSK_RENDERER", "cairo"),
        ("GSETTINGS_BACKEND", "memory"),
        // Where gvfs-fuse is installed, a mount in the runtime folder would outlive the desktop.
        ("GVFS_DISABLE_FUSE", "1"),
        // Qt and LibreOffice
        ("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"),
        ("QT_ACCESSIBILITY", "1"),
        ("QT_QPA_PLATFORM", "xcb"),
        ("SAL_USE_VCLPLUGIN", "gtk3"),
    ];
    let fixed = fixed.map(|(name, value)| (name, value.to_owned()));
    own.into_iter().chain(fixed).map(|(name, value)| (name.to_owned(), value)).collect()
}

fn command(program: &str, environment: &[(String, String)]) -> Command {
    let mut command = Command::new(program);
    command.env_clear().stdin(Stdio::null());
    for kept in ["PATH", "RUST_BACKTRACE", "LLVM_PROFILE_FILE"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command
}

fn spawn(command: &mut Command, log: &Path) -> io::Result<App> {
    let output = File::options().create(true).append(true).open(log)?;
    command.stdout(output.try_clone()?).stderr(output);
    App::spawn(command).map_err(|error| missing(&command.get_program().to_string_lossy(), &error))
}

fn missing(program: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{program} cannot be started: {error}"))
}

fn wait<T>(what: &str, condition: impl FnMut() -> Option<T>) -> io::Result<T> {
    poll_until(LIMIT, condition).ok_or_else(|| io::Error::other(format!("{what} did not become ready")))
}
