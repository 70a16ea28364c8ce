//! `surehand install` and `uninstall` in homes of the test's own, against settings as each client writes them.

#![expect(clippy::expect_used, reason = "a test")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop;
use surehand_testkit::mcp::McpServer;
use toml_edit::DocumentMut;

const PROGRAM: &str = env!("CARGO_BIN_EXE_surehand");

/// The file of each client, the skill's place, and settings as the client itself may have left them.
const CLIENTS: [(&str, &str, &str, &str); 7] = [
    (
        "claude",
        ".claude.json",
        ".claude/skills",
        "{\n  \"numStartups\": 34,\n  \"mcpServers\": {\n    \"other\": {\n      \"type\": \"stdio\",\n      \"command\": \"npx\",\n      \"args\": [],\n      \"env\": {}\n    }\n  },\n  \"projects\": {}\n}",
    ),
    (
        "codex",
        ".codex/config.toml",
        ".agents/skills",
        "model = \"gpt\"  # mine\n\n[mcp_servers.other]\ncommand = \"npx\"\n\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n",
    ),
    ("cursor", ".cursor/mcp.json", ".cursor/skills", "{\n  // mine\n  \"mcpServers\": {}\n}\n"),
    (
        "vscode",
        ".config/Code/User/mcp.json",
        ".copilot/skills",
        "{\n\t\"inputs\": [],\n\t\"servers\": {\n\t\t/* kept */\n\t\t\"other\": { \"type\": \"http\", \"url\": \"https://example.com\" },\n\t},\n}\n",
    ),
    ("gemini", ".gemini/settings.json", ".gemini/skills", "{\n  \"theme\": \"Dracula\" // dark\n}\n"),
    (
        "qwen",
        ".qwen/settings.json",
        ".qwen/skills",
        "{\n  \"mcpServers\": {\n    \"other\": {\"command\": \"npx\"}\n  }\n}\n",
    ),
    (
        "windsurf",
        ".codeium/windsurf/mcp_config.json",
        ".codeium/windsurf/skills",
        "{\n  \"mcpServers\": {\n    \"other\": {\n      \"serverUrl\": \"https://example.com/sse\"\n    }\n  }\n}",
    ),
];

struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("surehand-clients-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a temporary home");
        Self(path)
    }

    /// Standard output and exit code.
    fn run(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let mut command = Command::new(PROGRAM);
        let output = command.env_clear().env("HOME", &self.0).args(arguments).stdin(Stdio::null()).output();
        let output = output.expect("it runs");
        (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.0.join(path)).ok()
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a temporary home");
        fs::write(path, text).expect("a temporary home");
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = vec![self.0.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("a directory").flatten() {
                let path = entry.path();
                if path.is_dir() { open.push(path) } else { found.push(path) }
            }
        }
        found
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn each_client_is_given_the_entry_and_exactly_that_is_taken_out() {
    for (client, file, skills, before) in CLIENTS {
        let home = Home::new(client);
        home.put(file, before);
        fs::set_permissions(home.0.join(file), Permissions::from_mode(0o640)).expect("ours");
        let (shown, code) = home.run(&["install", client]);
        assert_eq!((home.read(file).as_deref(), code), (Some(before), Some(1)), "{client}: only shown");
        assert!(shown.contains('+') && shown.contains(PROGRAM), "{client}: {shown}");

        let (shown, code) = home.run(&["install", client, "--write", "--skill"]);
        assert_eq!(code, Some(0), "{client}");
        assert!(shown.contains("more lines") && shown.lines().count() < 60, "{client}: {shown}");
        let written = home.read(file).expect("written");
        assert!(written.contains(PROGRAM) && written.contains("mcp"), "{client}: {written}");
        let skill = home.read(&format!("{skills}/surehand/SKILL.md")).expect("the skill");
        assert!(skill.starts_with("---\nname: surehand\ndescription: "), "{client}");
        assert_eq!(home.read(&format!("{file}.before-surehand")).as_deref(), Some(before), "{client}");
        let mode = fs::metadata(home.0.join(file)).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o640, "{client}");

        let (out, code) = home.run(&["install", client, "--write", "--skill", "--json"]);
        assert_eq!((out.as_str(), code), ("{\"written\":false,\"files\":[]}\n", Some(0)), "{client}: again");
        assert_eq!(home.read(file).as_ref(), Some(&written), "{client}: again");

        let (_, code) = home.run(&["uninstall", client, "--write"]);
        assert_eq!((home.read(file).as_deref(), code), (Some(before), Some(0)), "{client}: as it was");
        assert_eq!(home.files(), [home.0.join(file)], "{client}: nothing else stays");
    }
}

#[test]
fn a_client_without_settings_is_given_some_and_left_without() {
    for (client, file, ..) in CLIENTS {
        let home = Home::new(&format!("new-{client}"));
        assert_eq!(home.run(&["install", client, "--write"]).1, Some(0), "{client}");
        let text = home.read(file).expect("written");
        if client != "codex" {
            let value: Value = serde_json::from_str(&text).expect("JSON");
            let servers = if client == "vscode" { "servers" } else { "mcpServers" };
            assert_eq!(value[servers]["surehand"]["command"], PROGRAM, "{client}: {text}");
        }
        assert_eq!(home.run(&["uninstall", client, "--write"]).1, Some(0), "{client}");
        assert_eq!(home.files(), Vec::<PathBuf>::new(), "{client}");
    }
}

#[test]
fn what_was_changed_meanwhile_stays_and_only_the_entry_goes() {
    let home = Home::new("meanwhile");
    let (_, file, _, before) = CLIENTS[1];
    home.put(file, before);
    home.run(&["install", "codex", "--write"]);
    let changed = home.read(file).expect("written") + "\n[tui]\ntheme = \"dark\"\n";
    home.put(file, &changed);
    assert_eq!(home.run(&["uninstall", "codex", "--write"]).1, Some(0));
    let after = home.read(file).expect("there");
    assert!(after.contains("theme") && after.contains("# mine") && !after.contains("surehand"), "{after}");
}

#[test]
fn settings_that_cannot_be_understood_are_left_alone() {
    let home = Home::new("broken");
    home.put(".claude.json", "{\"mcpServers\": {,}}");
    assert_eq!(home.run(&["install", "claude", "--write"]).1, Some(2));
    assert_eq!(home.read(".claude.json").as_deref(), Some("{\"mcpServers\": {,}}"));
    assert_eq!(home.files().len(), 1);
    assert_eq!(home.run(&["install", "emacs"]).1, Some(2));
    assert_eq!(
        home.run(&["uninstall", "gemini", "--write"]),
        (String::new(), Some(0)),
        "nothing to take out"
    );
}

/// What Codex leaves of its own environment to a server whose settings name no more.
const LEFT_BY_CODEX: [&str; 10] =
    ["HOME", "LOGNAME", "PATH", "SHELL", "USER", "LANG", "LC_ALL", "TERM", "TMPDIR", "TZ"];

#[test]
fn a_server_that_codex_starts_finds_the_desktop() {
    const FORM: &str = "surehand-form-gtk3";
    let Some(desktop) = desktop::for_test("a_server_that_codex_starts_finds_the_desktop") else { return };
    let _form = desktop.spawn_fixture("form.py", FORM, &["--toolkit", "gtk3"]).expect("the form starts");
    let home = Home::new("passed-on");
    assert_eq!(home.run(&["install", "codex", "--write"]).1, Some(0));
    let settings: DocumentMut = home.read(".codex/config.toml").expect("written").parse().expect("TOML");
    let entry = &settings["mcp_servers"]["surehand"];
    let texts = |key: &str| -> Vec<&str> {
        entry[key].as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
    };
    let (arguments, named) = (texts("args"), texts("env_vars"));
    let mut command = Command::new(entry["command"].as_str().expect("a program"));
    command.args(arguments).env_clear().stderr(Stdio::null());
    let is_given = |name: &str| LEFT_BY_CODEX.contains(&name) || named.contains(&name);
    command.envs(desktop.environment().into_iter().filter(|(name, _)| is_given(name)));
    let mut server = McpServer::spawn(&mut command).expect("a server");
    let answer = server.call("windows", json!({}), Duration::from_secs(60)).expect("an answer");
    let windows = answer.json["windows"].as_array().unwrap_or_else(|| panic!("{}", answer.json));
    assert!(!windows.is_empty(), "{}", answer.json);
    let looked = server.call("observe", json!({"windowId": windows[0]["windowId"]}), Duration::from_secs(60));
    assert_eq!(looked.expect("an answer").code(), "permission_denied", "it is the user's to allow");
}
