//! The command line: what goes where, and exit codes. Without a desktop, so that each answer is known.

#![expect(clippy::expect_used, reason = "a test")]

use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// Standard output, standard error, exit code; of a user who lets apps be read only.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
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
    command.args(arguments).stdin(Stdio::null()).env("XDG_RUNTIME_DIR", files).env("XDG_CONFIG_HOME", files);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
        command.env_remove(variable);
    }
    let output = command.output().expect("it runs");
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
