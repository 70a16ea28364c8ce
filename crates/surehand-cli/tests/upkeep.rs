//! `allow`, `deny`, `permissions`, `log` and `stop`, as a person types them, with files and processes of the test's own.

#![expect(clippy::expect_used, reason = "a test")]

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use surehand::core::clock::{ChangeSignal, Clock, SystemClock};

/// A user without a desktop.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("surehand-upkeep-test-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&path).expect("temp dir");
        Self(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_surehand"));
        command.args(arguments).stdin(Stdio::null());
        command.env("XDG_CONFIG_HOME", &self.0).env("XDG_RUNTIME_DIR", &self.0);
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
            command.env_remove(variable);
        }
        command
    }

    /// Standard output and error, with the user's directory as `~`, and the exit code.
    fn run(&self, arguments: &[&str]) -> (String, String, Option<i32>) {
        let output = self.command(arguments).output().expect("it runs");
        let place = self.0.display().to_string();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").replace(&place, "~");
        (text(output.stdout), text(output.stderr), output.status.code())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join("surehand").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(self.0.join("surehand"));
        made.expect("temp dir");
        std::fs::write(self.file(name), text).expect("temp dir");
        set_mode(&self.file(name), 0o600);
    }
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("ours");
}

/// A process that ends with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Self(command.spawn().expect("it starts"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn wait_until(is_so: impl Fn() -> bool) {
    let (clock, nobody) = (SystemClock::new(), ChangeSignal::new());
    while !is_so() {
        assert!(clock.now().since_start().as_secs() < 20, "waited in vain");
        clock.wait(&nobody, nobody.count(), clock.now().plus(std::time::Duration::from_millis(20)));
    }
}

#[test]
fn a_person_allows_denies_and_looks() {
    let home = Home::new("golden");
    let mut all = String::new();
    for line in [
        &["permissions"][..],
        &["allow", "org.gnome.Calculator"],
        &["allow", "Text Editor", "--read"],
        &["deny", "Text Editor"],
        &["deny", "Text Editor"],
        &["allow", "xterm"],
        &["permissions"],
        &["permissions", "--json"],
        &["deny", "org.gnome.*"],
        &["log"],
        &["stop"],
        &["stop", "--json"],
    ] {
        let (out, errors, code) = home.run(line);
        all += &format!("$ surehand {}\n{out}{errors}", line.join(" "));
        if code != Some(0) {
            all += &format!("exit code {code:?}\n");
        }
        all.push('\n');
    }
    all += "permissions.toml:\n";
    all += &std::fs::read_to_string(home.file("permissions.toml")).expect("written");
    insta::assert_snapshot!("upkeep", all);
    for name in ["permissions.toml", "permissions.toml.bak"] {
        assert_eq!(home.file(name).metadata().expect("there").permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_file_that_others_may_write_stops_everything_but_stop() {
    let home = Home::new("open");
    home.write("permissions.toml", "read_only = true\n");
    set_mode(&home.file("permissions.toml"), 0o666);
    for line in [&["permissions"][..], &["allow", "a"], &["mcp"], &["observe", "--app", "a"]] {
        let (out, errors, code) = home.run(line);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{errors}");
        assert!(errors.contains("chmod go-w '~/surehand/permissions.toml'"), "{errors}");
    }
    assert_eq!(home.run(&["stop"]).2, Some(0));
    // What everything is allowed to does not read it.
    assert_eq!(home.run(&["--yes", "windows"]).2, Some(3));
}

#[test]
fn the_log_shows_what_was_done_goes_on_and_can_be_switched_off() {
    let home = Home::new("log");
    let secret = "hunter2 hunter2";
    let act = ["act", "Put it in", "--app", "Notes", "--text", secret];
    assert_eq!(home.run(&act).2, Some(3));
    let (out, _, code) = home.run(&["log"]);
    assert!(code == Some(0) && out.contains("act → failed (desktop_unavailable)"), "{out}");
    let (out, _, _) = home.run(&["log", "--json"]);
    let line: Value = serde_json::from_str(&out).expect("JSON on one line");
    assert_eq!((line["tool"].as_str(), line["code"].as_str()), (Some("act"), Some("desktop_unavailable")));
    assert!(!out.contains("hunter2") && !out.contains("Notes") && !out.contains("Put it in"), "{out}");

    let mut follower = Running::start(&mut home.command(&["log", "-f"]));
    let mut lines = BufReader::new(follower.0.stdout.take().expect("piped")).lines();
    assert!(lines.next().expect("a line").expect("text").contains("act"));
    assert_eq!(home.run(&["observe", "--app", "Notes"]).2, Some(3));
    assert!(lines.next().expect("another").expect("text").contains("observe"));

    home.write("config.toml", "journal = false\n");
    assert_eq!(home.run(&act).2, Some(3));
    assert_eq!(home.run(&["log"]).0.lines().count(), 2);
    home.write("config.toml", "journl = false\n");
    let (_, errors, code) = home.run(&act);
    assert!(code == Some(2) && errors.contains("config.toml:1: journl"), "{errors}");
}

#[test]
fn a_journal_that_cannot_be_written_is_said_and_nothing_fails_for_it() {
    let home = Home::new("unwritable");
    home.write("permissions.toml", "");
    std::fs::create_dir(home.file("journal.jsonl")).expect("temp dir");
    let (_, errors, code) = home.run(&["observe", "--app", "Notes"]);
    assert!(code == Some(3) && errors.contains("the journal cannot be written"), "{errors}");
}

#[test]
fn stop_ends_every_server_and_leaves_no_files() {
    let home = Home::new("stop");
    let mut servers: Vec<Running> = (0..3).map(|_| Running::start(&mut home.command(&["mcp"]))).collect();
    let registered = || {
        std::fs::read_dir(home.0.join("surehand")).map_or(0, |files| {
            files.flatten().filter(|file| file.file_name().to_string_lossy().starts_with("running-")).count()
        })
    };
    wait_until(|| registered() == 3);
    let (out, _, code) = home.run(&["stop"]);
    assert_eq!((out.matches("ended").count(), code), (3, Some(0)), "{out}");
    for server in &mut servers {
        assert_eq!(server.0.wait().expect("ours").code(), Some(0), "by itself");
    }
    assert_eq!(registered(), 0);
    assert_eq!(home.run(&["stop"]).0, "no surehand was running\n");
}
