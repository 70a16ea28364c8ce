//! A decision server for tests: every wire that surehand's client speaks, and every fault that a server may have.
//!
//! It listens on a free port of this machine, checks requests as the real services do, and answers from the words alone:
//! the option whose label shares most words with the instruction gets 0.92, or "none" where none shares any. Questions about
//! the steps of a subtask are answered by a script of [`StepAnswer`]s, one for each action done before. A plan of [`Fault`]s says what goes wrong with which request; the last of the plan stays. It keeps what it was sent, and ends,
//! with all of its threads, when it is dropped. It shares no code with the client, so that both do not err alike.

mod fault;
mod http;
mod wire;

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use serde_json::Value;

pub use fault::Fault;
pub use wire::Wire;

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The method and path, such as `POST /v1/systemone`.
    pub line: String,
    /// The headers, names in small letters, in their order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Seen {
    /// The body as JSON; null when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

/// What a scripted model wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepAnswer {
    /// The operation; `UNSURE` for a model that prefers nothing.
    pub operation: String,
    /// The label of its target; of `SUBTASK_COMPLETE`, `although not` for a model that says so while no criterion holds.
    pub target: String,
    /// The input, key, chord or direction.
    pub input: String,
}

impl StepAnswer {
    /// Puts one together.
    #[must_use]
    pub fn of(operation: &str, target: &str, input: &str) -> Self {
        Self { operation: operation.to_owned(), target: target.to_owned(), input: input.to_owned() }
    }
}

/// A running server.
#[derive(Debug)]
pub struct DecisionServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    wire: Wire,
    key: Option<String>,
    plan: Mutex<Vec<Fault>>,
    script: Vec<StepAnswer>,
    seen: Mutex<Vec<Seen>>,
    connections: Mutex<Vec<(TcpStream, JoinHandle<()>)>>,
    ending: AtomicBool,
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl DecisionServer {
    /// A server of that wire without faults, that answers anybody.
    ///
    /// # Errors
    /// When this machine has no port to listen on.
    pub fn start(wire: Wire) -> io::Result<Self> {
        Self::with(wire, None, &[])
    }

    /// A server that goes by `plan`, one fault per request in order, the last again and again; and that, with a `key`,
    /// answers only those who send it.
    ///
    /// # Errors
    /// When this machine has no port to listen on.
    pub fn with(wire: Wire, key: Option<&str>, plan: &[Fault]) -> io::Result<Self> {
        Self::following(wire, key, plan, &[])
    }

    /// The same, with what it says about the steps of a subtask: after as many actions as the script has entries it calls
    /// the subtask complete.
    ///
    /// # Errors
    /// When this machine has no port to listen on.
    pub fn following(
        wire: Wire,
        key: Option<&str>,
        plan: &[Fault],
        script: &[StepAnswer],
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            wire,
            key: key.map(str::to_owned),
            plan: Mutex::new(plan.iter().rev().copied().collect()),
            script: script.to_vec(),
            seen: Mutex::default(),
            connections: Mutex::default(),
            ending: AtomicBool::default(),
        });
        let accepting = {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || accept(&listener, &shared))
        };
        Ok(Self { address, shared, accepting: Some(accepting) })
    }

    /// Its address without a path, such as `http://127.0.0.1:40123`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What it was sent so far.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        held(&self.shared.seen).clone()
    }
}

impl Drop for DecisionServer {
    fn drop(&mut self) {
        self.shared.ending.store(true, Ordering::SeqCst);
        // Wakes the thread that accepts.
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            drop(accepting.join());
        }
        for (stream, serving) in std::mem::take(&mut *held(&self.shared.connections)) {
            drop(stream.shutdown(Shutdown::Both));
            drop(serving.join());
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept() {
        if shared.ending.load(Ordering::SeqCst) {
            return;
        }
        let Ok(kept) = stream.try_clone() else { continue };
        let serving = {
            let shared = Arc::clone(shared);
            std::thread::spawn(move || {
                // A client that goes away in the middle is the client's right.
                drop(serve(stream, &shared));
            })
        };
        held(&shared.connections).push((kept, serving));
    }
}

/// Answers the requests of one connection until either side ends it.
fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    while let Some(seen) = http::read(&mut stream)? {
        held(&shared.seen).push(seen.clone());
        let fault = {
            let mut plan = held(&shared.plan);
            if plan.len() > 1 { plan.pop() } else { plan.last().copied() }.unwrap_or(Fault::None)
        };
        let reply = reply(shared, &seen, fault);
        if !http::write(&mut stream, &reply, fault)? {
            return stream.shutdown(Shutdown::Both);
        }
    }
    stream.shutdown(Shutdown::Both)
}

fn reply(shared: &Shared, seen: &Seen, fault: Fault) -> http::Reply {
    if let Some(reply) = fault.instead() {
        return reply;
    }
    let answer = match wire::check(shared.wire, shared.key.as_deref(), seen, fault, &shared.script) {
        Ok(request) => wire::answer(shared.wire, &request, fault),
        Err(refusal) => return refusal,
    };
    fault.bend(shared.wire, answer)
}
