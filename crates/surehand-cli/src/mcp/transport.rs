//! Messages as lines on a pair of streams.
//!
//! Our own in place of the library's, for what a client should get when it errs: an answer. A line that is no JSON, no
//! message or too long is answered with the error that JSON-RPC has for it, and a call whose strings hold half a
//! character with a tool error, where the library stays silent and lets the client wait for ever. What comes before
//! `initialize` and needs no answer is dropped; it would end the library's handshake.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, GetMeta, JsonRpcMessage, ProtocolVersion,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use surehand::core::error::Invalid;
use surehand::wire::Answer;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

/// The longest line taken: a text of the greatest length, all of it escaped, and some.
const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// The server's side of a connection.
pub(super) struct Lines<R, W> {
    input: BufReader<R>,
    output: Arc<Mutex<W>>,
    /// The part of a line that has come; kept here because a read may be given up and taken up again.
    line: Vec<u8>,
    /// The rest of a line that was too long is on its way.
    discarding: bool,
    /// A request has opened the session.
    opened: bool,
}

/// What a line turned out to be.
enum Read {
    Message(Box<ClientJsonRpcMessage>),
    /// Nothing to hand on; the client gets this answer.
    Refused(Value),
    Nothing,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin + Send + 'static> Lines<R, W> {
    pub(super) fn new(input: R, output: W) -> Self {
        Self {
            input: BufReader::new(input),
            output: Arc::new(Mutex::new(output)),
            line: Vec::new(),
            discarding: false,
            opened: false,
        }
    }

    /// The next line, `None` at the end. May be dropped at any await without losing input.
    async fn next(&mut self) -> Option<Read> {
        loop {
            let (used, ended) = {
                let available = self.input.fill_buf().await.ok().filter(|available| !available.is_empty())?;
                let end = available.iter().position(|byte| *byte == b'\n');
                let part = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
                if !self.discarding {
                    self.line.extend_from_slice(part);
                }
                (part.len() + usize::from(end.is_some()), end.is_some())
            };
            self.input.consume(used);
            if self.line.len() > LONGEST_LINE {
                self.discarding = !ended;
                self.line = Vec::new();
                return Some(Read::Refused(error(&Value::Null, -32600, "the message is too long")));
            }
            if ended {
                if std::mem::take(&mut self.discarding) {
                    continue;
                }
                let read = parse(&self.line);
                self.line.clear();
                return Some(read);
            }
        }
    }

    /// Writes on a task of its own, so that giving up a read never leaves half a line behind.
    fn answer(&self, answer: &Value) {
        let line = format!("{answer}\n");
        let output = Arc::clone(&self.output);
        tokio::spawn(async move { write(&output, line.as_bytes()).await });
    }
}

async fn write<W: AsyncWrite + Unpin>(output: &Mutex<W>, line: &[u8]) -> std::io::Result<()> {
    let mut output = output.lock().await;
    output.write_all(line).await?;
    output.flush().await
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = std::io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = std::io::Result<()>> + Send + 'static {
        let output = Arc::clone(&self.output);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            write(&output, &line).await
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            match self.next().await? {
                Read::Message(message) => {
                    let request = matches!(*message, JsonRpcMessage::Request(_));
                    self.opened |= opens(&message);
                    if self.opened || request {
                        return Some(*message);
                    }
                }
                Read::Refused(answer) => self.answer(&answer),
                Read::Nothing => {}
            }
        }
    }

    async fn close(&mut self) -> std::io::Result<()> {
        self.output.lock().await.flush().await
    }
}

/// Whether a message opens the session: `initialize`, or a request that brings all that newer revisions of the protocol
/// ask for in its place.
fn opens(message: &ClientJsonRpcMessage) -> bool {
    let JsonRpcMessage::Request(request) = message else { return false };
    match &request.request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        other => {
            let meta = other.get_meta();
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta
                    .protocol_version()
                    .is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
        }
    }
}

fn parse(line: &[u8]) -> Read {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Read::Nothing;
    }
    let fault = match serde_json::from_slice::<ClientJsonRpcMessage>(line) {
        Ok(message) => return Read::Message(Box::new(message)),
        Err(fault) => fault,
    };
    if fault.is_data() {
        let id =
            serde_json::from_slice::<Value>(line).ok().and_then(|value| id_of(&value)).unwrap_or_default();
        return Read::Refused(error(&id, -32600, "this is not a message of the protocol"));
    }
    // The one fault of form that a client's library lets through: half of a surrogate pair.
    let whole = mend_surrogates(line).and_then(|line| serde_json::from_slice::<Value>(&line).ok());
    match whole {
        Some(value) if value.get("method").and_then(Value::as_str) == Some("tools/call") => {
            let invalid = Invalid::new(
                "arguments",
                "must have whole characters only; half of a surrogate pair is none",
            );
            let id = id_of(&value).unwrap_or_default();
            Read::Refused(json!({"jsonrpc": "2.0", "id": id, "result": result(&Answer::invalid(&invalid))}))
        }
        Some(value) => {
            Read::Refused(error(&id_of(&value).unwrap_or_default(), -32700, "half of a surrogate pair"))
        }
        None => Read::Refused(error(&Value::Null, -32700, "this is not JSON")),
    }
}

/// A tool error as `tools/call` answers it.
pub(super) fn result(answer: &Answer) -> Value {
    json!({"content": [{"type": "text", "text": answer.json()}], "isError": true})
}

fn id_of(value: &Value) -> Option<Value> {
    value.get("id").filter(|id| id.is_string() || id.is_i64()).cloned()
}

fn error(id: &Value, code: i32, message: &'static str) -> Value {
    let error = ErrorData::new(ErrorCode(code), message, None);
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": error.code.0, "message": error.message}})
}

/// The line with a replacement character for every `\uD800` … `\uDFFF` that has no partner, or `None` when there is
/// none. For finding out whose message it was; what is mended is never acted on.
fn mend_surrogates(line: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| -> Option<u16> {
        let digits = line.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut mended = line.to_vec();
    let mut found = false;
    let mut at = 0;
    while at < line.len() {
        if line.get(at) != Some(&b'\\') {
            at += 1;
            continue;
        }
        at += match (unit(at), unit(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                if let Some(place) = mended.get_mut(at..at + 6) {
                    place.copy_from_slice(b"\\ufffd");
                    found = true;
                }
                6
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
    }
    found.then_some(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &[u8]) -> Value {
        match parse(line) {
            Read::Refused(answer) => answer,
            Read::Message(_) | Read::Nothing => panic!("{} was taken", String::from_utf8_lossy(line)),
        }
    }

    #[test]
    fn what_is_no_message_is_answered() {
        assert_eq!(refused(b"{").pointer("/error/code"), Some(&json!(-32700)));
        assert_eq!(refused(b"\0\0").pointer("/error/code"), Some(&json!(-32700)));
        assert_eq!(
            refused(b"{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0000\0\"}").pointer("/error/code"),
            Some(&json!(-32700))
        );
        assert_eq!(refused(b"[1]").pointer("/error/code"), Some(&json!(-32600)));
        let no_method = refused(b"{\"jsonrpc\":\"2.0\",\"id\":4,\"params\":{}}");
        assert_eq!(
            (no_method.get("id"), no_method.pointer("/error/code")),
            (Some(&json!(4)), Some(&json!(-32600)))
        );
    }

    #[test]
    fn half_a_character_in_a_call_is_a_tool_error() {
        let call = br#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"act","arguments":{"text":"\\ud800 \ud83d\ude00 \ud83d"}}}"#;
        let answer = refused(call);
        assert_eq!(answer.get("id"), Some(&json!(9)));
        assert_eq!(answer.pointer("/result/isError"), Some(&json!(true)));
        assert!(answer.to_string().contains("invalid_arguments"), "{answer}");
    }
}
