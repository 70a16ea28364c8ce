//! The command line: what goes where, and exit codes. Without a desktop, so that each answer is known.

#![expect(clippy::expect_used, reason = "a test")]

use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// Standard output, standard error, exit code; of a user who lets apps be read only.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    run_with(arguments, "")
}

/// The same with that on standard input.
fn run_with(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    static FILES: OnceLock<PathBuf> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let files = std::env::temp_dir().join(format!("surehand-command-line-test-{}", std::process::id()));
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(files.join("surehand"))
            .expect("temp dir");
        let permissions = files.join("surehand/permissions.toml");
        std::fs::write(&permissions, "read_only = true\n").expect("temp dir");
        std::fs::set_permissions(&permissions, std::fs::Permissions::from_mode(0o600)).expect("ours");
        files
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_surehand"));
    command.args(arguments).env("XDG_RUNTIME_DIR", files).env("XDG_CONFIG_HOME", files);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
        command.env_remove(variable);
    }
    command.env("CUA_DRIVER_BIN", files.join("no-driver"));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // A command that reads nothing may be gone by now.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_refusal_says_what_to_try() {
    let (out, errors, code) = run(&["act", "Save", "--app", "Mousepad"]);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(errors.contains("permission_denied") && errors.contains("hint: "), "{errors}");
}

#[test]
fn a_run_goes_to_the_desktop_that_its_request_names() {
    let asked = |more: &str| {
        let subtask = r#"{"goal": "Save", "verification": ["text \"Saved\" is shown"]}"#;
        let request = format!(r#"{{"app": {{"name": "Notes"}}, "subtask": {subtask}{more}}}"#);
        let (out, _, code) = run_with(&["--yes", "run"], &request);
        let line: Value = serde_json::from_str(&out).expect("one line of JSON");
        (line["code"].to_string(), line["error"].to_string(), code)
    };
    let (native, cua) = (asked(r#", "backend": "atspi""#), asked(r#", "backend": "cua""#));
    assert_eq!((native.0.as_str(), native.2), ("\"desktop_unavailable\"", Some(1)), "{native:?}");
    assert_eq!((cua.0.as_str(), cua.2), ("\"desktop_unavailable\"", Some(1)), "{cua:?}");
    assert!(cua.1.contains("cua-driver") && !native.1.contains("cua-driver"), "{cua:?} {native:?}");
    assert_eq!(asked("").1, native.1, "that of the settings");
    let (code, error, exit) = asked(r#", "backend": "vnc""#);
    assert!(code == "\"invalid_arguments\"" && error.contains("backend") && exit == Some(2), "{error}");
}

#[test]
fn json_is_what_an_mcp_client_gets() {
    let (out, errors, code) = run(&["act", "Save", "--app", "Mousepad", "--json"]);
    let value: Value = serde_json::from_str(&out).expect("JSON on one line");
    assert_eq!(
        (value["status"].as_str(), value["code"].as_str()),
        (Some("failed"), Some("permission_denied"))
    );
    assert_eq!((out.lines().count(), code), (1, Some(1)));
    assert!(errors.starts_with("hint: "), "{errors}");
}

#[test]
fn broken_machinery_and_wrong_arguments_have_codes_of_their_own() {
    let (_, errors, code) = run(&["--yes", "windows"]);
    assert!(
        code == Some(3) && errors.contains("desktop_unavailable") && errors.contains("EVERYTHING"),
        "{errors}"
    );
    let (_, errors, code) = run(&["observe"]);
    assert!(code == Some(2) && errors.contains("`--app`"), "{errors}");
    let (_, errors, code) = run(&["act", "x", "--app", "a", "--then", r#"{"text":1}"#]);
    assert!(code == Some(2) && errors.contains("then[0]"), "{errors}");
    let (_, errors, code) = run(&["act", "x", "--app", "a", "--then", "Save"]);
    assert!(code == Some(2) && errors.contains("--then"), "{errors}");
    let (_, errors, code) = run(&["fly"]);
    assert!(code == Some(2) && errors.contains("fly"), "{errors}");
}

#[test]
fn completions_and_manual_pages_know_every_word() {
    let (help, ..) = run(&["--help"]);
    let commands = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
    let words = commands.lines().map_while(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let words: Vec<&str> = words.filter(|word| *word != "help").collect();
    assert!(words.len() > 10, "{help}");
    let (manual, _, code) = run(&["man"]);
    assert!(code == Some(0) && manual.contains(".TH surehand 1"), "{manual}");
    for shell in ["bash", "zsh", "fish"] {
        let (script, _, code) = run(&["completions", shell]);
        assert_eq!(code, Some(0), "{shell}");
        for word in &words {
            assert!(script.contains(word) && manual.contains(word), "{shell}: {word}");
        }
    }
    let directory = std::env::temp_dir().join(format!("surehand-man-{}", std::process::id()));
    let (_, errors, code) = run(&["man", "--directory", &directory.to_string_lossy()]);
    assert_eq!(code, Some(0), "{errors}");
    for word in &words {
        assert!(directory.join(format!("surehand-{word}.1")).is_file(), "{word}");
    }
    drop(std::fs::remove_dir_all(&directory));
}

#[test]
fn help_is_golden() {
    let mut all = String::new();
    for arguments in [
        &["--help"][..],
        &["mcp", "--help"],
        &["windows", "--help"],
        &["observe", "--help"],
        &["wait", "--help"],
        &["screenshot", "--help"],
        &["doctor", "--help"],
        &["install", "--help"],
        &["uninstall", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["act", "--help"],
        &["extract", "--help"],
        &["eval", "picker", "--help"],
        &["pick", "--help"],
        &["allow", "--help"],
        &["deny", "--help"],
        &["permissions", "--help"],
        &["log", "--help"],
        &["stop", "--help"],
    ] {
        let (out, _, code) = run(arguments);
        assert_eq!(code, Some(0));
        all += &format!("$ surehand {}\n{out}\n", arguments.join(" "));
    }
    insta::assert_snapshot!("help", all);
}
