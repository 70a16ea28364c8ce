//! The server on the in-memory desktop, over a pipe in memory: order, overlap and cancellation of calls.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use surehand::core::clock::{Cancel, SystemClock};
use surehand::core::code::Code;
use surehand::core::outcome::Status;
use surehand::lock::ActLock;
use surehand::wire::{request, subtask};
use surehand::{Allowed, Session};
use surehand_memory::{Fault, Faulty, MemoryDesktop, Method, Node, WindowState, key};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split};

use super::notices::WAITS;
use super::server::serve_on;
use super::tools;

/// A client at the other end of the pipe.
struct Client {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    desktop: Arc<MemoryDesktop>,
    faults: Arc<Faulty<MemoryDesktop>>,
}

impl Client {
    async fn connect() -> Self {
        Self::behind(ActLock::of_this_process()).await
    }

    /// With an act lock that the test may hold.
    async fn behind(lock: ActLock) -> Self {
        let clock = Arc::new(SystemClock::new());
        let desktop = MemoryDesktop::new(clock.clone());
        desktop.open(
            WindowState::new("form", "The form", "Forms", 7)
                .containing([Node::text_field("name", "Name", "Ada"), Node::text_field("mail", "Email", "")]),
        );
        desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
        let faults = Arc::new(Faulty::new(desktop.clone(), clock.clone()));
        let session = Session::builder()
            .desktop(faults.clone())
            .clock(clock)
            .lock(lock)
            .allowed(Allowed::Everything)
            .build();
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (read, write) = split(theirs);
        tokio::spawn(serve_on(Arc::new(session), read, write, Duration::from_secs(5)));
        let (read, input) = split(ours);
        let mut client = Self { input, output: BufReader::new(read).lines(), desktop, faults };
        let client_info = json!({"name": "test", "version": "1"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client_info});
        client.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})).await;
        client.receive().await;
        client
    }

    async fn send(&mut self, message: &Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).await.expect("the server reads");
    }

    async fn begin(&mut self, id: u32, tool: &str, arguments: Value) {
        let params = json!({"name": tool, "arguments": arguments});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }

    /// Begins a call and asks to be told how far it is.
    async fn begin_told(&mut self, id: u32, tool: &str, arguments: Value, token: Value) {
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": token}});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }

    async fn cancel(&mut self, id: u32) {
        let params = json!({"requestId": id, "reason": "changed my mind"});
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})).await;
    }

    async fn message(&mut self) -> Value {
        let line = self.output.next_line().await.expect("text").expect("an answer");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The words of the next message, which must be a notice with this token.
    async fn notice(&mut self, token: &Value) -> (f64, String) {
        let message = self.message().await;
        assert_eq!(message["method"], "notifications/progress", "{message}");
        assert_eq!(&message["params"]["progressToken"], token, "{message}");
        let words = message["params"]["message"].as_str().expect("words").to_owned();
        (message["params"]["progress"].as_f64().expect("a number"), words)
    }

    /// The id of a field's `append` in the form.
    async fn append(&mut self, number: usize) -> Value {
        let seen = self.call("observe", json!({"app": "Forms"})).await;
        seen["candidates"][number]["also"]["append"].clone()
    }

    /// The next answer's id and the JSON inside.
    async fn receive(&mut self) -> (Value, Value) {
        let message = self.message().await;
        let text = message.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or("null");
        (message["id"].clone(), serde_json::from_str(text).expect("JSON"))
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.begin(1, tool, arguments).await;
        self.receive().await.1
    }
}

#[tokio::test]
async fn acts_are_made_in_the_order_they_came() {
    let mut client = Client::connect().await;
    let seen = client.call("observe", json!({"app": "Forms"})).await;
    let id = seen["candidates"][0]["also"]["append"].as_str().expect("a field").to_owned();
    for number in 1..=5 {
        client
            .begin(number, "act", json!({"app": "Forms", "candidateId": id, "text": number.to_string()}))
            .await;
    }
    for number in 1..=5 {
        let (id, answer) = client.receive().await;
        assert_eq!((&id, &answer["status"]), (&json!(number), &json!("done")), "{answer}");
    }
    assert_eq!(client.desktop.text(&key("name")).as_deref(), Some("Ada12345"));
}

#[tokio::test]
async fn looking_does_not_wait_for_an_act_and_a_cancelled_act_never_runs() {
    let mut client = Client::connect().await;
    let seen = client.call("observe", json!({"app": "Forms"})).await;
    let id = seen["candidates"][0]["id"].as_str().expect("a field").to_owned();
    let text = |text: &str| json!({"app": "Forms", "candidateId": id, "text": text});
    client.begin(10, "act", text("first")).await;
    client.begin(11, "act", text("never")).await;
    client.begin(12, "windows", json!({})).await;
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 11}}))
        .await;
    // The first holds its text for the stability window, so the look is answered before it.
    let (first, windows) = client.receive().await;
    assert_eq!(first, json!(12), "{windows}");
    let (second, done) = client.receive().await;
    assert_eq!((&second, &done["status"]), (&json!(10), &json!("done")), "{done}");
    let after = client.call("act", text("last")).await;
    assert_eq!(after["status"], "done", "{after}");
    assert_eq!(client.desktop.performed().len(), 2, "the cancelled one touched nothing");
}

#[tokio::test]
async fn waiting_keeps_neither_looks_nor_acts_waiting_and_is_cancelled_at_once() {
    let mut client = Client::connect().await;
    let until = json!({"appears": "Grace"});
    for id in 20..40 {
        client.begin(id, "wait", json!({"app": "Forms", "until": until, "timeoutMs": 60_000})).await;
    }
    let seen = client.call("observe", json!({"app": "Forms"})).await;
    let id = seen["candidates"][0]["id"].as_str().expect("a field").to_owned();
    for id in 21..40 {
        let cancelled =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        client.send(&cancelled).await;
    }
    client.begin(2, "act", json!({"app": "Forms", "candidateId": id, "text": "Grace"})).await;
    let (first, waited) = client.receive().await;
    assert_eq!((&first, &waited["timedOut"], &waited["changed"]), (&json!(20), &json!(false), &json!(true)));
    let (second, done) = client.receive().await;
    assert_eq!((&second, &done["status"]), (&json!(2), &json!("done")), "{done}");
}

#[tokio::test]
async fn a_broken_desktop_is_a_tool_error_and_the_next_call_works() {
    let mut client = Client::connect().await;
    client.faults.next(Method::Windows, Fault::app_gone());
    client.begin(3, "windows", json!({})).await;
    assert_eq!(client.receive().await.1["code"], "app_gone");
    let windows = client.call("windows", json!({})).await;
    assert_eq!(windows["windows"].as_array().map(Vec::len), Some(2), "{windows}");
}

#[tokio::test]
async fn an_act_tells_how_far_it_is_to_who_asked_and_to_nobody_else() {
    let mut client = Client::connect().await;
    let (name, mail) = (client.append(0).await, client.append(1).await);
    let chain = json!({"app": "Forms", "candidateId": name, "text": "!",
        "then": [{"candidateId": mail, "text": "a"}, {"candidateId": "none", "text": "b"}, {"candidateId": mail, "text": "c"}]});
    let token = json!("per step");
    client.begin_told(1, "act", chain.clone(), token.clone()).await;
    let mut reached = 0.0;
    for words in ["step 1 of 4", "step 1 of 4: done", "step 2 of 4", "step 2 of 4: done", "step 3 of 4"] {
        let (progress, said) = client.notice(&token).await;
        assert_eq!(said, words);
        assert!(progress > reached, "{progress} after {reached}");
        reached = progress;
    }
    let (progress, said) = client.notice(&token).await;
    assert_eq!((progress, said.as_str()), (3.0, "step 3 of 4: not_found"));
    let (id, answer) = client.receive().await;
    assert_eq!((&id, &answer["skipped"]), (&json!(1), &json!(1)), "{answer}");
    client.begin(2, "act", chain).await;
    assert_eq!(client.receive().await.0, json!(2), "nothing before it");
}

#[tokio::test]
async fn a_call_that_waits_says_so_and_never_runs_when_cancelled() {
    let lock = ActLock::of_this_process();
    let mut client = Client::behind(lock.clone()).await;
    let id = client.append(0).await;
    let (first, second) = (json!(17), json!("second"));
    let held = lock.acquire(&SystemClock::new(), &Cancel::new()).expect("free");
    let act = |text: &str| json!({"app": "Forms", "candidateId": id, "text": text});
    client.begin_told(51, "act", act("one"), first.clone()).await;
    assert_eq!(client.notice(&first).await.1, WAITS, "for the lock of the desktop");
    client.begin_told(52, "act", act("two"), second.clone()).await;
    assert_eq!(client.notice(&second).await.1, WAITS, "for the act before it");
    client.cancel(51).await;
    client.cancel(52).await;
    client.begin(3, "windows", json!({})).await;
    assert_eq!(client.receive().await.0, json!(3));
    drop(held);
    assert_eq!(client.call("act", act("three")).await["status"], "done");
    assert_eq!(client.desktop.text(&key("name")).as_deref(), Some("Adathree"));
}

#[tokio::test]
async fn a_running_act_that_is_cancelled_ends_its_step_and_skips_the_rest() {
    let mut client = Client::connect().await;
    let (name, mail) = (client.append(0).await, client.append(1).await);
    // Slow enough for the client to change its mind in the middle of it.
    client.faults.next(Method::Perform, Fault::Slow(Duration::from_millis(500)));
    let chain = json!({"app": "Forms", "candidateId": name, "text": "!",
        "then": [{"candidateId": mail, "text": "never"}, {"candidateId": name, "text": "never"}]});
    let token = json!(1);
    client.begin_told(51, "act", chain, token.clone()).await;
    assert_eq!(client.notice(&token).await.1, "step 1 of 3");
    // Cancelled before anything was sent it would end as well, with nothing done.
    let sent = async {
        while client.faults.left() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), sent).await.expect("the step is sent");
    client.cancel(51).await;
    // The next act has its turn when the cancelled one has ended.
    let after = client.call("act", json!({"app": "Forms", "candidateId": mail, "text": "after"})).await;
    assert_eq!(after["status"], "done", "{after}");
    assert_eq!(client.desktop.text(&key("name")).as_deref(), Some("Ada!"), "the step that ran is whole");
    assert_eq!(client.desktop.text(&key("mail")).as_deref(), Some("after"));
}

#[tokio::test]
async fn the_server_ends_when_its_input_does() {
    let mut client = Client::connect().await;
    client.input.shutdown().await.expect("closing");
    let end =
        tokio::time::timeout(Duration::from_secs(10), client.output.next_line()).await.expect("in time");
    assert_eq!(end.expect("text"), None);
}

#[test]
fn the_schemas_name_what_the_parser_takes() {
    let known = |tool: &str| match tool {
        "observe" => request::OBSERVE,
        "act" => request::ACT,
        "extract" => request::EXTRACT,
        "wait" => request::WAIT,
        "screenshot" => request::SCREENSHOT,
        "run" => subtask::RUN_TOOL,
        _ => request::WINDOWS,
    };
    let names = |schema: &Value| -> Vec<String> {
        schema["properties"].as_object().expect("properties").keys().cloned().collect()
    };
    let tools = tools::list();
    assert_eq!(tools.len(), 7);
    for tool in tools {
        assert!(tools::Name::of(&tool.name).is_some_and(|name| name.as_str() == tool.name));
        let schema = Value::Object((*tool.input_schema).clone());
        assert_eq!(names(&schema), known(&tool.name), "{}", tool.name);
        if tool.name == "act" {
            assert_eq!(names(&schema["properties"]["then"]["items"]), request::STEP);
            assert_eq!(schema["properties"]["then"]["maxItems"], request::MOST_STEPS);
        }
        if tool.name == "run" {
            assert_eq!(names(&schema["properties"]["subtask"]), subtask::SUBTASK);
        }
        if tool.name == "wait" {
            assert_eq!(names(&schema["properties"]["until"]), request::UNTIL);
            assert_eq!(schema["properties"]["timeoutMs"]["maximum"], request::LONGEST_WAIT);
        }
        for property in ["pid", "windowId", "limit"] {
            let property = &schema["properties"][property];
            assert!(property.is_null() || property["maximum"] == request::GREATEST_INTEGER);
        }
    }
}

/// What reaches callers is shown by a golden file: every tool as it is told and as it answers, every status, every code.
#[test]
fn every_tool_status_and_code_has_a_golden_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |path: &str| fs::read_to_string(root.join(path)).expect("a golden file");
    let answers = root.join("../surehand/tests/snapshots");
    let has_answer = |name: &str| answers.join(format!("wire__{name}.snap")).exists();
    let (told, page) = (text("tests/snapshots/mcp_stdio__tools.snap"), text("../../docs/tools.md"));
    for tool in tools::list() {
        let name = &tool.name;
        assert!(told.contains(&format!("\"name\": \"{name}\"")), "{name} is not in tools/list's file");
        assert!(page.contains(&format!("\n## `{name}`\n")), "{name} has no example in docs/tools.md");
        let shapes: Vec<&str> = match &**name {
            "act" => Vec::new(),
            "extract" => vec!["extract_value", "extract_rows", "extract_text"],
            name => vec![name],
        };
        assert!(shapes.into_iter().all(has_answer), "{name}: an answer has no file");
    }
    for status in Status::ALL {
        assert!(has_answer(&format!("act_{status}")), "{status}");
    }
    let (codes, outcomes) =
        (text("../surehand/tests/snapshots/wire__codes.snap"), text("../../docs/outcomes.md"));
    for code in Code::ALL {
        assert!(codes.contains(&format!("\"code\":\"{code}\"")), "{code} has no answer in wire__codes.snap");
        assert!(outcomes.contains(&format!("| `{code}` |")), "{code} is not in docs/outcomes.md");
    }
}
