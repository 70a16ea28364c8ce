//! As much HTTP/1.1 as the decision server needs: one request in, one reply out, connections are kept.
//!
//! Faults of the transport live here: a reply that comes late, never, or in part.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::decision_server::{Fault, Seen};
use crate::waiting::pause;

/// The most bytes of a request.
const LARGEST: usize = 8 << 20;

/// What goes back.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

impl Reply {
    pub(super) fn json(status: u16, body: impl ToString) -> Self {
        let headers = vec![
            ("content-type", "application/json".to_owned()),
            ("x-typesafe-request-id", "req_mock-1".to_owned()),
        ];
        Self { status, headers, body: body.to_string().into_bytes() }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(header, _)| *header != name);
        self.headers.push((name, value.into()));
        self
    }
}

/// The next request; `None` when the client is done.
pub(super) fn read(stream: &mut TcpStream) -> io::Result<Option<Seen>> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if !more(stream, &mut bytes)? {
            return Ok(None);
        }
        if !bytes.first().is_some_and(u8::is_ascii_uppercase) {
            // No method: TLS, perhaps.
            stream.write_all(b"HTTP/1.1 400 Mock\r\n\r\n")?;
            return Ok(None);
        }
    };
    let text = String::from_utf8_lossy(bytes.get(..head).unwrap_or_default()).into_owned();
    let mut lines = text.split("\r\n");
    let line = lines.next().unwrap_or_default().trim_end_matches(" HTTP/1.1").to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse::<usize>().ok()).unwrap_or_default().min(LARGEST);
    let mut body = bytes.split_off((head + 4).min(bytes.len()));
    while body.len() < length {
        if !more(stream, &mut body)? {
            return Ok(None);
        }
    }
    body.truncate(length);
    Ok(Some(Seen { line, headers, body }))
}

fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let mut part = [0; 16 << 10];
    let count = stream.read(&mut part)?;
    bytes.extend_from_slice(part.get(..count).unwrap_or_default());
    Ok(count > 0)
}

/// Sends `reply` as far as `fault` lets it, and answers whether the connection can be kept.
pub(super) fn write(stream: &mut TcpStream, reply: &Reply, fault: Fault) -> io::Result<bool> {
    match fault {
        Fault::Drop => return Ok(false),
        Fault::Hang => {
            // Until the client has enough.
            while more(stream, &mut Vec::new())? {}
            return Ok(false);
        }
        Fault::Slow => pause(Duration::from_millis(200)),
        _ => {}
    }
    let mut text = format!("HTTP/1.1 {} Mock\r\ncontent-length: {}\r\n", reply.status, reply.body.len());
    for (name, value) in &reply.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    let cut = if fault == Fault::CutBody { reply.body.len() / 2 } else { reply.body.len() };
    // In one piece: a second one would wait for the client's word about the first.
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(reply.body.get(..cut).unwrap_or_default());
    stream.write_all(&bytes)?;
    Ok(fault != Fault::CutBody)
}
