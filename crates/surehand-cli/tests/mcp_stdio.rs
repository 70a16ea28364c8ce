//! The server as a client's process sees it: lines in, lines out, and nothing else.
//!
//! The real binary, without a desktop and without permissions, so that each answer is known. Time limits are those of
//! the test runner; only the start is measured.

#![expect(clippy::expect_used, reason = "a test")]

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use surehand::core::clock::{Clock, SystemClock};

/// The budget of `tools/list` and the instructions.
const BUDGET: usize = 10 * 1024;
/// The budget from the start to the answer to `initialize`, in milliseconds.
const START: u128 = 60;

/// A server without a desktop.
struct Server {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        Self::spawn(&mut command(&[&["mcp"], arguments].concat()))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("piped"));
        Self { process, input, output }
    }

    /// Of a user with this file.
    fn with_permissions(name: &str, text: &str) -> Self {
        let mut command = command(&["mcp"]);
        own_files(&mut command, name, text);
        let mut server = Self::spawn(&mut command);
        server.introduce();
        server
    }

    fn ready(arguments: &[&str]) -> Self {
        let mut server = Self::start(arguments);
        server.introduce();
        server
    }

    fn introduce(&mut self) {
        let server = self;
        server.ask(&initialize());
        server.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string().as_bytes());
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input.write_all(line).expect("the server reads");
        input.write_all(b"\n").expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server answers");
        serde_json::from_str(&line).expect("nothing but protocol on standard output")
    }

    fn ask_raw(&mut self, line: &[u8]) -> Value {
        self.send(line);
        self.receive()
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.ask_raw(request.to_string().as_bytes())
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask(&json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}))
    }

    /// The JSON inside of a tool's answer, with the flag beside it.
    fn tool(&mut self, tool: &str, arguments: Value) -> (Value, bool) {
        let answer = self.call(tool, arguments);
        let content = answer["result"]["content"].as_array().expect("content");
        assert_eq!(content.len(), 1, "{answer}");
        assert!(answer["result"].get("structuredContent").is_none(), "{answer}");
        let text = content[0]["text"].as_str().expect("a text");
        (serde_json::from_str(text).expect("JSON"), answer["result"]["isError"] == true)
    }

    /// Closes the input; the rest of what the server says, and how it ended.
    fn close(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        let (mut rest, mut log) = (String::new(), String::new());
        std::io::Read::read_to_string(&mut self.output, &mut rest).expect("text");
        let mut errors = self.process.stderr.take().expect("piped");
        std::io::Read::read_to_string(&mut errors, &mut log).expect("text");
        (rest, log, self.process.wait().expect("it ends").code())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_surehand"));
    command.args(arguments);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("SUREHAND_") {
            command.env_remove(name);
        }
    }
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
        command.env_remove(variable);
    }
    let files = std::env::temp_dir().join(format!("surehand-mcp-stdio-test-{}", std::process::id()));
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&files).expect("temp dir");
    command.env("XDG_RUNTIME_DIR", &files).env("XDG_CONFIG_HOME", &files);
    command
}

/// Gives the command a configuration directory of its own with this permissions file.
fn own_files(command: &mut Command, name: &str, text: &str) {
    let files = std::env::temp_dir().join(format!("surehand-mcp-stdio-test-{}-{name}", std::process::id()));
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(files.join("surehand")).expect("temp dir");
    let path = files.join("surehand/permissions.toml");
    std::fs::write(&path, text).expect("temp dir");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("ours");
    command.env("XDG_CONFIG_HOME", files);
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}})
}

#[test]
fn what_clients_are_told_is_golden_and_small() {
    let mut server = Server::start(&[]);
    let introduction = server.ask(&initialize());
    let tools = server.ask_raw(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let instructions = introduction["result"]["instructions"].as_str().expect("instructions");
    let list = tools["result"].to_string();
    let bytes = list.len() + instructions.len();
    println!("tools/list {} + instructions {} = {bytes} bytes", list.len(), instructions.len());
    assert!(bytes <= BUDGET, "{bytes} bytes");
    assert_eq!(introduction["result"]["serverInfo"]["name"], "surehand");
    insta::assert_snapshot!("instructions", instructions);
    insta::assert_snapshot!("tools", serde_json::to_string_pretty(&tools["result"]).expect("JSON"));
}

#[test]
fn schemas_are_plain() {
    let mut server = Server::ready(&[]);
    let tools = server.ask_raw(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let text = tools.to_string();
    for word in ["anyOf", "oneOf", "allOf", "$ref", "$defs", "outputSchema", "null"] {
        assert!(!text.contains(&format!("\"{word}\"")), "{word}");
    }
    for tool in tools["result"]["tools"].as_array().expect("tools") {
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false);
        let changes = tool["name"] == "act" || tool["name"] == "run";
        assert_eq!(tool["annotations"]["readOnlyHint"] == true, !changes, "{}", tool["name"]);
    }
}

#[test]
fn the_start_is_quick() {
    let mut times: Vec<u128> = (0..5)
        .map(|_| {
            let clock = SystemClock::new();
            let mut server = Server::start(&[]);
            server.ask(&initialize());
            clock.now().since_start().as_millis()
        })
        .collect();
    times.sort_unstable();
    println!("from start to `initialize` answered: {times:?} ms");
    // The best of them: the machine may be busy, and the budget is the server's.
    assert!(times[0] <= START, "{times:?} ms");
}

#[test]
fn without_permission_and_without_a_desktop_calls_end_in_plain_answers() {
    let mut server = Server::with_permissions("read_only", "read_only = true\n");
    let (answer, is_error) = server.tool("act", json!({"app": "Mousepad", "instruction": "Save"}));
    assert_eq!((&answer["status"], &answer["code"]), (&json!("failed"), &json!("permission_denied")));
    assert!(!is_error, "a refusal is no tool error");
    for _ in 0..2 {
        let (answer, is_error) = server.tool("windows", json!({}));
        assert_eq!(
            (answer["code"].as_str(), is_error),
            (Some("desktop_unavailable"), true),
            "and tried again"
        );
    }
    let (rest, log, code) = server.close();
    assert_eq!((rest.as_str(), code), ("", Some(0)));
    assert!(
        log.contains("WARN") && log.contains("desktop_unavailable") && !log.contains("Mousepad"),
        "{log}"
    );
}

#[test]
fn everything_allowed_is_said_loudly() {
    let mut server = Server::ready(&["--yes"]);
    let (answer, is_error) = server.tool("observe", json!({"app": "Mousepad"}));
    assert_eq!((answer["code"].as_str(), is_error), (Some("desktop_unavailable"), true));
    let (_, log, _) = server.close();
    assert!(log.contains("EVERYTHING IS ALLOWED"), "{log}");
}

#[test]
fn wrong_arguments_are_tool_errors_that_name_the_argument() {
    let mut server = Server::ready(&[]);
    let huge = "é".repeat(1 << 20);
    for (tool, arguments, path) in [
        ("observe", json!({}), "`app`"),
        ("observe", json!({"app": "a", "window_id": 4}), "`windowId`"),
        ("observe", json!({"windowId": 1_u64 << 60}), "`windowId`"),
        ("act", json!({"app": "a", "instruction": "x", "text": "a\u{0}"}), "`text`"),
        ("act", json!({"app": "a", "instruction": huge.clone()}), "`instruction`"),
        ("act", json!({"app": "a", "instruction": "x", "text": huge.clone() + "é"}), "`text`"),
        (
            "act",
            json!({"app": "a", "instruction": "x", "then": [{"instruction": "y"}, {"text": []}]}),
            "`then[1].instruction`",
        ),
        ("extract", json!({"app": "a"}), "`instruction`"),
        ("windows", json!({ huge: 1 }), "known are app"),
        ("windows", json!([1, 2]), "`arguments`"),
        ("windows", json!("text"), "`arguments`"),
    ] {
        let (answer, is_error) = server.tool(tool, arguments);
        assert_eq!((answer["code"].as_str(), is_error), (Some("invalid_arguments"), true), "{answer}");
        let message = answer["message"].as_str().expect("a message");
        assert!(message.contains(path) && message.len() < 400, "{path}: {message}");
    }
}

#[test]
fn what_a_client_does_wrong_is_a_protocol_error_and_the_server_goes_on() {
    let mut server = Server::ready(&[]);
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    assert_eq!(code(&server.call("launch_missiles", json!({}))), Some(-32602));
    assert_eq!(
        code(&server.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {}}))),
        Some(-32602)
    );
    assert_eq!(code(&server.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "no/such"}))), Some(-32601));
    assert_eq!(code(&server.ask(&json!([1, 2, 3]))), Some(-32600));
    assert_eq!(code(&server.ask_raw(b"\0\0\0")), Some(-32700));
    assert_eq!(code(&server.ask_raw(b"{\"jsonrpc\":")), Some(-32700));
    assert_eq!(code(&server.ask_raw(&[0xff, 0xfe, b'{'])), Some(-32700));
    assert_eq!(code(&server.ask_raw(&vec![b'x'; 17 << 20])), Some(-32600), "too long, and dropped");
    let half = br#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"act","arguments":{"text":"\ud83d"}}}"#;
    assert_eq!(server.ask_raw(half)["result"]["isError"], true);
    server.send(b"");
    server.send(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#);
    server.send(br#"{"jsonrpc":"2.0","id":99,"result":{}}"#);
    assert_eq!(server.ask(&json!({"jsonrpc": "2.0", "id": 4, "method": "ping"}))["result"], json!({}));
    assert_eq!(server.close().2, Some(0));
}

#[test]
fn what_comes_before_initialize_does_not_end_the_server() {
    let mut server = Server::start(&[]);
    server.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    server.send(br#"{"jsonrpc":"2.0","id":5,"result":{}}"#);
    for method in ["tools/list", "tools/call"] {
        let answer =
            server.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "windows"}}));
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    }
    server.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(server.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}))["result"], json!({}));
    assert_eq!(server.ask(&initialize())["result"]["serverInfo"]["name"], "surehand");
    assert_eq!(server.call("windows", json!({}))["result"]["isError"], true);
}

#[test]
fn every_revision_of_the_protocol_is_spoken_and_an_unknown_one_gets_one_that_is() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "1999-01-01", "2099-01-01"] {
        let mut server = Server::start(&[]);
        let mut hello = initialize();
        hello["params"]["protocolVersion"] = version.into();
        let answer = server.ask(&hello);
        let spoken = answer["result"]["protocolVersion"].as_str().expect("a revision").to_owned();
        assert!(version.ends_with("-01-01") || spoken == version, "{version}: {answer}");
        server.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string().as_bytes());
        let tools = server.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
        assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(7), "{version}: {tools}");
        let (answer, _) = server.tool("windows", json!({}));
        assert_eq!(answer["code"], "desktop_unavailable", "{version}");
        assert_eq!(server.close().2, Some(0), "{version}");
    }
}

#[test]
fn the_newest_revision_needs_no_initialize_and_can_be_asked_what_there_is() {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut server = Server::start(&[]);
    let ask = |server: &mut Server, method: &str, mut params: Value| {
        params["_meta"] = meta.clone();
        server.ask(&json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}))
    };
    let found = ask(&mut server, "server/discover", json!({}));
    let versions = found["result"]["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28") && versions.contains("2025-06-18"), "{found}");
    assert!(found["result"]["instructions"].as_str().is_some_and(|text| text.contains("`then`")), "{found}");
    let tools = ask(&mut server, "tools/list", json!({}));
    assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(7), "{tools}");
    let answer = ask(&mut server, "tools/call", json!({"name": "windows", "arguments": {}}));
    assert!(answer.to_string().contains("desktop_unavailable"), "{answer}");
    assert_eq!(server.close().2, Some(0));
}

#[test]
fn calls_still_running_when_the_input_ends_are_answered() {
    let mut server = Server::ready(&[]);
    for id in 1..=20 {
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "windows", "arguments": {}}});
        server.send(call.to_string().as_bytes());
    }
    let (rest, _, code) = server.close();
    let mut ids: Vec<i64> = rest
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("protocol only")["id"].as_i64().expect("an id")
        })
        .collect();
    ids.sort_unstable();
    assert_eq!((ids, code), ((1..=20).collect(), Some(0)));
}

#[test]
fn a_wrong_permissions_file_is_named_before_anything_is_served() {
    for (name, text, place) in [
        ("unknown", "\nread_only = false\nallow = \"everything\"\n", "permissions.toml:3: allow"),
        ("type", "read_only = \"no\"\n", "permissions.toml:1: read_only"),
        ("risk", "risks = { everything = \"ask\" }\n", "permissions.toml:1: everything"),
        ("toml", "[[app]\n", "permissions.toml:1"),
    ] {
        let mut command = command(&["mcp"]);
        own_files(&mut command, name, text);
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(place) && output.stdout.is_empty(), "{message}");
    }
}

#[test]
fn a_wrong_setting_is_named_before_anything_is_served() {
    for (name, value) in
        [("SUREHAND_STABLE_MS", "soon"), ("SUREHAND_EFFECT_RETAKES", "0"), ("SUREHAND_LOG", "loud")]
    {
        let output = command(&["mcp"]).env(name, value).stdin(Stdio::null()).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(name) && output.stdout.is_empty(), "{message}");
    }
}
