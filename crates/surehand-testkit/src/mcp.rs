//! A small MCP client, to drive the product from outside as any client would: JSON-RPC, one message a line, over
//! the server's standard input and output.
//!
//! It shares no code with the server and takes every answer as it came, so that a test sees what a client sees. Each
//! request has a limit; requests of the server are answered (`ping`, and questions to the user where a test has answers)
//! or declined. Left out: everything a test of ours has not needed, such as resources, sampling and other transports.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::desktop::HeadlessDesktop;
use crate::process::App;
use crate::waiting::{monotonic, poll_until};

/// The version of the protocol that is asked for.
const PROTOCOL: &str = "2025-06-18";
/// The limit of what is no tool call.
const LIMIT: Duration = Duration::from_secs(20);
/// How long a server may take to leave once its input is closed.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// JSON-RPC: there is no such method.
const NO_SUCH_METHOD: i64 = -32601;

/// What the user of a client answers to a question: the word, or `None` to decline it.
pub type Answers = fn(question: &str) -> Option<&'static str>;

/// A running MCP server and the connection to it. The server ends when this is dropped.
#[derive(Debug)]
pub struct McpServer {
    app: App,
    input: Option<ChildStdin>,
    messages: Receiver<(Duration, Value)>,
    next: u64,
    answers: HashMap<u64, (Duration, Value)>,
    sent: HashMap<u64, Duration>,
    introduction: Value,
    notifications: Vec<Value>,
    answering: Option<Answers>,
    questions: Vec<String>,
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolAnswer {
    /// The JSON in its text content; a JSON string when the text is none.
    pub json: Value,
    /// The call failed, by the protocol's own flag.
    pub is_error: bool,
    /// The length of its text content.
    pub bytes: usize,
    /// From sending the request to having the answer.
    pub elapsed: Duration,
}

impl ToolAnswer {
    /// Its `status`; empty when it has none.
    #[must_use]
    pub fn status(&self) -> &str {
        self.json["status"].as_str().unwrap_or_default()
    }

    /// Its `code`; empty when it has none.
    #[must_use]
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }
}

impl McpServer {
    /// Starts a server on a headless desktop and introduces the client. What the server says on its standard error is
    /// [`log`](HeadlessDesktop::log)ged under `mcp`.
    ///
    /// # Errors
    /// As [`spawn`](Self::spawn).
    pub fn start(desktop: &HeadlessDesktop, program: &Path, arguments: &[&str]) -> io::Result<Self> {
        Self::spawn(&mut on(desktop, program, arguments)?)
    }

    /// The same for a client that can put questions to its user, who answers so.
    ///
    /// # Errors
    /// As [`spawn`](Self::spawn).
    pub fn start_with_user(
        desktop: &HeadlessDesktop,
        program: &Path,
        arguments: &[&str],
        answering: Answers,
    ) -> io::Result<Self> {
        Self::introduce(&mut on(desktop, program, arguments)?, Some(answering))
    }

    /// Starts a server by a command, whose environment and standard error stay as they are, and introduces the client.
    ///
    /// # Errors
    /// When it cannot be started or does not answer `initialize`.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        Self::introduce(command, None)
    }

    fn introduce(command: &mut Command, answering: Option<Answers>) -> io::Result<Self> {
        let mut app = App::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let input = app.child.stdin.take();
        let output = app.child.stdout.take().ok_or_else(|| io::Error::other("the server has no output"))?;
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // What is no JSON is kept as a string, so that the test fails with the line in its message.
                let message = serde_json::from_str(&line).unwrap_or(Value::String(line));
                if sender.send((monotonic(), message)).is_err() {
                    return;
                }
            }
        });
        let mut server = Self {
            app,
            input,
            messages,
            next: 1,
            answers: HashMap::new(),
            sent: HashMap::new(),
            introduction: Value::Null,
            notifications: Vec::new(),
            answering,
            questions: Vec::new(),
        };
        let client = json!({"name": "surehand-testkit", "version": "0"});
        let capabilities = if answering.is_some() { json!({"elicitation": {}}) } else { json!({}) };
        let introduction =
            json!({"protocolVersion": PROTOCOL, "capabilities": capabilities, "clientInfo": client});
        server.introduction = server.request("initialize", introduction, LIMIT)?;
        server.notify("notifications/initialized", json!({}))?;
        Ok(server)
    }

    /// The server's answer to `initialize`.
    #[must_use]
    pub fn introduction(&self) -> &Value {
        &self.introduction
    }

    /// The notifications of the server so far.
    #[must_use]
    pub fn notifications(&self) -> &[Value] {
        &self.notifications
    }

    /// What the user was asked so far.
    #[must_use]
    pub fn questions(&self) -> &[String] {
        &self.questions
    }

    /// The process of the server.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.app.pid()
    }

    /// The answer to `tools/list`.
    ///
    /// # Errors
    /// When the server does not give it.
    pub fn tools(&mut self) -> io::Result<Value> {
        self.request("tools/list", json!({}), LIMIT)
    }

    /// Calls a tool and waits for its answer.
    ///
    /// # Errors
    /// When the server does not answer within `limit`, or answers with a protocol error, which is in the message.
    pub fn call(&mut self, tool: &str, arguments: Value, limit: Duration) -> io::Result<ToolAnswer> {
        let request = self.begin(tool, arguments)?;
        self.answer(request, limit)
    }

    /// Calls a tool without waiting, and returns the number of the request.
    ///
    /// # Errors
    /// When the server takes no more input.
    pub fn begin(&mut self, tool: &str, arguments: Value) -> io::Result<u64> {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Waits for the answer to a call that was [begun](Self::begin).
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn answer(&mut self, request: u64, limit: Duration) -> io::Result<ToolAnswer> {
        let (elapsed, result) = self.await_result(request, limit)?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        Ok(ToolAnswer {
            json: serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned())),
            is_error: result["isError"].as_bool().unwrap_or(false),
            bytes: text.len(),
            elapsed,
        })
    }

    /// Tells the server that the answer to a request is not wanted any more.
    ///
    /// # Errors
    /// When the server takes no more input.
    pub fn cancel(&mut self, request: u64) -> io::Result<()> {
        self.notify("notifications/cancelled", json!({"requestId": request}))
    }

    /// Sends any request and waits for its result.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn request(&mut self, method: &str, parameters: Value, limit: Duration) -> io::Result<Value> {
        let request = self.send(method, parameters)?;
        Ok(self.await_result(request, limit)?.1)
    }

    /// Kills the server (SIGKILL): it can say good-bye to nobody.
    pub fn crash(self) {
        self.app.crash();
    }

    /// Closes the connection and waits for the server to leave by itself.
    ///
    /// # Errors
    /// When it stays; it is ended then.
    pub fn close(mut self) -> io::Result<ExitStatus> {
        drop(self.input.take());
        poll_until(CLOSE_LIMIT, || self.app.child.try_wait().transpose())
            .unwrap_or_else(|| Err(io::Error::other("the server stays although its input is closed")))
    }

    fn send(&mut self, method: &str, parameters: Value) -> io::Result<u64> {
        let number = self.next;
        self.next += 1;
        self.sent.insert(number, monotonic());
        self.write(&json!({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}))?;
        Ok(number)
    }

    fn notify(&mut self, method: &str, parameters: Value) -> io::Result<()> {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}))
    }

    fn write(&mut self, message: &Value) -> io::Result<()> {
        let input = self.input.as_mut().ok_or_else(|| io::Error::other("the connection is closed"))?;
        input.write_all(format!("{message}\n").as_bytes())?;
        input.flush()
    }

    fn await_result(&mut self, request: u64, limit: Duration) -> io::Result<(Duration, Value)> {
        let end = monotonic() + limit;
        loop {
            if let Some((arrived, mut answer)) = self.answers.remove(&request) {
                let elapsed = arrived.saturating_sub(self.sent.remove(&request).unwrap_or(arrived));
                return match answer.get_mut("result") {
                    Some(result) => Ok((elapsed, result.take())),
                    None => Err(io::Error::other(format!("the server answered {answer}"))),
                };
            }
            match self.messages.recv_timeout(end.saturating_sub(monotonic())) {
                Ok((arrived, message)) => self.take(arrived, message)?,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(io::Error::other(format!("no answer to request {request} within {limit:?}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("the server has ended")),
            }
        }
    }

    /// Sorts a message in: an answer, a question of the server, or a notification.
    fn take(&mut self, arrived: Duration, message: Value) -> io::Result<()> {
        let method = message["method"].as_str();
        match (method, message.get("id")) {
            (None, Some(id)) => {
                let number =
                    id.as_u64().ok_or_else(|| io::Error::other(format!("a strange answer: {message}")))?;
                self.answers.insert(number, (arrived, message));
                Ok(())
            }
            (Some("ping"), Some(id)) => self.write(&json!({"jsonrpc": "2.0", "id": id, "result": {}})),
            (Some("elicitation/create"), Some(id)) if self.answering.is_some() => {
                let question = message["params"]["message"].as_str().unwrap_or_default().to_owned();
                let word = self.answering.and_then(|answering| answering(&question));
                self.questions.push(question);
                let result = word.map_or_else(
                    || json!({"action": "decline"}),
                    |word| json!({"action": "accept", "content": {"answer": word}}),
                );
                self.write(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
            }
            (Some(_), Some(id)) => {
                let error = json!({"code": NO_SUCH_METHOD, "message": "this client cannot do that"});
                self.write(&json!({"jsonrpc": "2.0", "id": id, "error": error}))
            }
            (Some(_), None) => {
                self.notifications.push(message);
                Ok(())
            }
            (None, None) => Err(io::Error::other(format!("the server wrote {message}"))),
        }
    }
}

/// A command on a desktop, whose standard error is logged.
fn on(desktop: &HeadlessDesktop, program: &Path, arguments: &[&str]) -> io::Result<Command> {
    let log = File::options().create(true).append(true).open(desktop.folder().join("logs/mcp"))?;
    let mut command = desktop.command(&program.to_string_lossy());
    command.args(arguments).stderr(log);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server of a few lines: echoes calls in reverse order, asks a question of its own, and writes a notification.
    const SERVER: &str = r#"
import json, sys
held, answered = [], []
def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    match message.get("method"):
        case "initialize":
            write(id=90, method="ping")
            write(id=91, method="sampling/createMessage", params={})
            write(id=message["id"], result={"serverInfo": {"name": "echo"}})
        case "notifications/cancelled":
            write(method="notifications/message", params=message["params"])
        case "tools/call" if message["params"]["name"] == "two":
            held.insert(0, message)
            for call in held if len(held) == 2 else []:
                text = json.dumps({"status": "done", "got": call["params"]["arguments"]})
                write(id=call["id"], result={"content": [{"type": "text", "text": text}], "isError": False})
        case "tools/call" if message["params"]["name"] == "never":
            pass
        case "tools/call":
            write(id=message["id"], error={"code": -32602, "message": "unknown tool"})
        case "questions":
            write(id=message["id"], result=answered)
        case None:
            answered.append(message)
"#;

    fn server() -> McpServer {
        McpServer::spawn(Command::new(crate::plain::PYTHON).args(["-B", "-c", SERVER])).unwrap()
    }

    #[test]
    fn answers_find_their_requests_in_any_order() {
        let mut server = server();
        assert_eq!(server.introduction()["serverInfo"]["name"], "echo");
        let questions = server.request("questions", json!({}), LIMIT).unwrap();
        assert_eq!(questions[0]["result"], json!({}), "a ping is answered");
        assert_eq!(questions[1]["error"]["code"], NO_SUCH_METHOD, "anything else is declined");
    }

    #[test]
    fn a_call_has_json_and_time() {
        let mut server = server();
        let first = server.begin("two", json!({"number": 1})).unwrap();
        let second = server.begin("two", json!({"number": 2})).unwrap();
        let answer = server.answer(first, LIMIT).unwrap();
        assert_eq!((answer.status(), answer.code(), answer.is_error), ("done", "", false));
        assert_eq!(answer.json["got"]["number"], 1);
        assert_eq!(server.answer(second, LIMIT).unwrap().json["got"]["number"], 2);
        assert!(answer.bytes > 10 && answer.elapsed > Duration::ZERO);
    }

    #[test]
    fn what_goes_wrong_is_said() {
        let mut server = server();
        let unknown = server.call("nothing", json!({}), LIMIT).unwrap_err();
        assert!(unknown.to_string().contains("-32602"), "{unknown}");
        let never = server.begin("never", json!({})).unwrap();
        let late = server.answer(never, Duration::from_millis(50)).unwrap_err();
        assert!(late.to_string().contains("no answer"), "{late}");
        server.cancel(never).unwrap();
        server.request("questions", json!({}), LIMIT).unwrap();
        assert_eq!(server.notifications()[0]["params"]["requestId"], never);
        assert!(server.close().unwrap().success());
    }
}
