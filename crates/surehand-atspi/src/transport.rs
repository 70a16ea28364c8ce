//! Many D-Bus calls at once, each with a limit.
//!
//! The cost of reading an app is round trips and wake-ups, so the calls of a batch leave in one write and answers are
//! matched by number on one reader thread, which wakes the caller once. A plain socket does that with a tenth of the
//! processor time of zbus's connection (docs/platforms.md has the numbers). The limit belongs to the batch: an app that
//! hangs costs its batch the limit and no other batch anything.
//!
//! This is the only module that waits in real time. Signals are handed to a listener on the reader thread and must be
//! dealt with quickly there. Left out: buses that are not Unix sockets, answering calls of others.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use surehand_core::clock::{Clock, Deadline};

pub(crate) use crate::message::{Answer, Call, PROPERTIES, body, value};
use crate::message::{Kind, Message};

/// Calls of one batch that may be unanswered at the same time.
const IN_FLIGHT: usize = 256;

/// How often a waiting batch looks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(25);

/// A bus that takes nothing for so long is given up.
const STUCK: Duration = Duration::from_secs(5);

/// How much is read from the socket at once.
const CHUNK: usize = 64 << 10;

/// Why a call has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallError {
    /// The limit passed or the caller cancelled.
    Timeout,
    /// The app has left the bus.
    Gone,
    /// The app left the bus before it answered; it may have done what was asked.
    Died,
    /// The object has gone from its app.
    NoObject,
    /// The object has no such method, interface or property.
    NoMethod,
    /// The app answered with another error.
    Refused,
    /// The call or the answer could not be put together.
    Malformed,
    /// The connection to the bus broke.
    Disconnected,
}

/// The calls of one batch and their answers so far.
#[derive(Debug)]
struct Batch {
    state: Mutex<BatchState>,
    woken: Condvar,
    /// Each answer is waited for, not only the last.
    eager: bool,
}

#[derive(Debug)]
struct BatchState {
    answers: Vec<Option<Answer>>,
    open: usize,
}

impl Batch {
    fn settle(&self, position: usize, answer: Answer) {
        let mut state = lock(&self.state);
        if let Some(slot @ None) = state.answers.get_mut(position) {
            *slot = Some(answer);
            state.open -= 1;
            // Half empty is worth a wake-up to the sender, empty to the waiter; nothing else is.
            if state.open == 0 || state.open == IN_FLIGHT / 2 || self.eager {
                self.woken.notify_all();
            }
        }
    }
}

/// Hears every signal, on the reader thread.
pub(crate) type SignalListener = Box<dyn Fn(&Message) + Send + Sync>;

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    listener: OnceLock<SignalListener>,
}

#[derive(Default)]
struct Waiting {
    calls: HashMap<u32, (Arc<Batch>, usize)>,
    broken: bool,
}

impl Shared {
    fn route(&self, message: Message) {
        match message.kind {
            Kind::Return | Kind::Error => {
                let waiting = lock(&self.waiting).calls.remove(&message.answers);
                if let Some((batch, position)) = waiting {
                    let failed = message.kind == Kind::Error;
                    batch.settle(position, if failed { Err(error_of(&message.error)) } else { Ok(message) });
                }
            }
            Kind::Signal => {
                if let Some(listener) = self.listener.get() {
                    listener(&message);
                }
            }
            Kind::Call => {}
        }
    }

    fn disconnect(&self) {
        let waiting: Vec<_> = {
            let mut waiting = lock(&self.waiting);
            waiting.broken = true;
            waiting.calls.drain().map(|(_, waiter)| waiter).collect()
        };
        for (batch, position) in waiting {
            batch.settle(position, Err(CallError::Disconnected));
        }
    }
}

/// The sending side of a connection.
struct Sender {
    stream: UnixStream,
    /// The number of the last call sent.
    number: u32,
}

/// A connection to one bus. Any number of threads may use it at once.
pub(crate) struct Client {
    sender: Mutex<Sender>,
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").finish_non_exhaustive()
    }
}

impl Client {
    /// Connects to the bus at an address.
    pub(crate) fn connect(address: &str, clock: Arc<dyn Clock>) -> Result<Self, CallError> {
        let client = Self::connect_to(address, clock)?;
        let limit = Deadline::new(client.clock.now().plus(STUCK));
        let bus = "org.freedesktop.DBus";
        let hello = client.call(Call::new(bus, "/org/freedesktop/DBus", bus, "Hello", &()), &limit);
        hello.map_err(|_| CallError::Disconnected)?;
        Ok(client)
    }

    /// Connects to an app that listens itself, which is no bus.
    pub(crate) fn connect_to_app(&self, address: &str) -> Result<Self, CallError> {
        Self::connect_to(address, Arc::clone(&self.clock))
    }

    fn connect_to(address: &str, clock: Arc<dyn Clock>) -> Result<Self, CallError> {
        let stream = open(address).map_err(|_| CallError::Disconnected)?;
        let reading = stream.try_clone().map_err(|_| CallError::Disconnected)?;
        let shared = Arc::new(Shared::default());
        let routing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("surehand-dbus".into())
            .spawn(move || {
                // Ends with the connection, however that ends.
                let _ = receive(reading, |message| routing.route(message));
                routing.disconnect();
            })
            .map_err(|_| CallError::Disconnected)?;
        Ok(Self { sender: Mutex::new(Sender { stream, number: 0 }), shared, clock })
    }

    /// Hands all signals to `listener` from now on. Only the first listener counts.
    pub(crate) fn listen(&self, listener: SignalListener) {
        let _ = self.shared.listener.set(listener);
    }

    /// Whether the bus has hung up.
    pub(crate) fn is_broken(&self) -> bool {
        lock(&self.shared.waiting).broken
    }

    /// Sends one call and waits for its answer.
    pub(crate) fn call(&self, call: Call, deadline: &Deadline) -> Answer {
        self.batch(vec![call], deadline).pop().unwrap_or(Err(CallError::Malformed))
    }

    /// Sends calls, in order, and waits for all answers or the deadline. The answers stand in the order of the calls.
    pub(crate) fn batch(&self, calls: Vec<Call>, deadline: &Deadline) -> Vec<Answer> {
        let count = calls.len();
        let batch = Arc::new(Batch {
            state: Mutex::new(BatchState { answers: vec![None; count], open: 0 }),
            woken: Condvar::new(),
            eager: false,
        });
        let mut numbers = Vec::with_capacity(count);
        let mut sent = 0;
        // A first look at the time: nothing is sent after the deadline.
        while sent < count && !self.is_over(deadline) {
            let room = IN_FLIGHT - lock(&batch.state).open;
            let end = count.min(sent + room);
            self.send(&batch, calls.get(sent..end).unwrap_or_default(), sent, &mut numbers);
            sent = end;
            if sent < count && !self.wait_until(&batch, IN_FLIGHT / 2, deadline) {
                break;
            }
        }
        if !self.wait_until(&batch, 0, deadline) {
            self.forget(&numbers);
        }
        let answers = std::mem::take(&mut lock(&batch.state).answers);
        answers.into_iter().map(|answer| answer.unwrap_or(Err(CallError::Timeout))).collect()
    }

    /// Sends a call and a question behind it, and waits for the answer to the call. `None` when the question was answered
    /// and the call was not: an app deals with what it is sent in order, so it is still inside of the call.
    pub(crate) fn call_before(&self, call: Call, question: Call, deadline: &Deadline) -> Option<Answer> {
        let state = Mutex::new(BatchState { answers: vec![None; 2], open: 0 });
        let batch = Arc::new(Batch { state, woken: Condvar::new(), eager: true });
        let mut numbers = Vec::with_capacity(2);
        if self.is_over(deadline) {
            return Some(Err(CallError::Timeout));
        }
        self.send(&batch, &[call, question], 0, &mut numbers);
        let in_time = self.wait_until(&batch, 1, deadline);
        self.forget(&numbers);
        let answer = lock(&batch.state).answers.first_mut().and_then(Option::take);
        match answer {
            None if in_time => None,
            answer => Some(answer.unwrap_or(Err(CallError::Timeout))),
        }
    }

    /// Lets answers that may still come go by.
    fn forget(&self, numbers: &[u32]) {
        let mut waiting = lock(&self.shared.waiting);
        for number in numbers {
            waiting.calls.remove(number);
        }
    }

    /// Sends some calls of a batch, of which the first is the one at `first`, in one write.
    fn send(&self, batch: &Arc<Batch>, calls: &[Call], first: usize, numbers: &mut Vec<u32>) {
        lock(&batch.state).open += calls.len();
        let mut bytes = Vec::with_capacity(calls.len() * 256);
        let mut sender = lock(&self.sender);
        let mut impossible = Vec::new();
        let broken = {
            let mut waiting = lock(&self.shared.waiting);
            for (offset, call) in calls.iter().enumerate() {
                // Zero is no number, and a conversation may outlast them all.
                sender.number = sender.number.checked_add(1).unwrap_or(1);
                if call.write(sender.number, &mut bytes) {
                    waiting.calls.insert(sender.number, (Arc::clone(batch), first + offset));
                    numbers.push(sender.number);
                } else {
                    impossible.push(first + offset);
                }
            }
            waiting.broken
        };
        let failed = broken || sender.stream.write_all(&bytes).is_err();
        drop(sender);
        for position in impossible {
            batch.settle(position, Err(CallError::Malformed));
        }
        if failed {
            // What was sent in part makes nonsense of all that would follow.
            self.shared.disconnect();
        }
    }

    fn is_over(&self, deadline: &Deadline) -> bool {
        deadline.left(self.clock.now()).is_zero() || deadline.cancel.is_cancelled()
    }

    /// Waits until at most `open` calls of the batch are unanswered. False when the time was up first.
    fn wait_until(&self, batch: &Batch, open: usize, deadline: &Deadline) -> bool {
        let mut state = lock(&batch.state);
        while state.open > open {
            let left = deadline.left(self.clock.now());
            if left.is_zero() || deadline.cancel.is_cancelled() {
                return false;
            }
            state =
                batch.woken.wait_timeout(state, left.min(SLICE)).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The reader thread ends with the connection.
        let _ = lock(&self.sender).stream.shutdown(Shutdown::Both);
    }
}

/// Reads messages until the connection ends.
fn receive(mut stream: UnixStream, mut route: impl FnMut(Message)) -> io::Result<()> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            return Ok(());
        }
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
        let mut begin = 0;
        while let Some((message, used)) =
            Message::read(bytes.get(begin..).unwrap_or_default()).map_err(|_| io::ErrorKind::InvalidData)?
        {
            route(message);
            begin += used;
        }
        bytes.drain(..begin);
    }
}

/// Opens and authenticates a connection to the first of the addresses that answers.
fn open(addresses: &str) -> io::Result<UnixStream> {
    let mut failure = io::Error::from(io::ErrorKind::Unsupported);
    for address in addresses.split(';') {
        match connect(address).and_then(authenticate) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

fn connect(address: &str) -> io::Result<UnixStream> {
    let keys = address.strip_prefix("unix:").ok_or(io::ErrorKind::Unsupported)?;
    for (key, value) in keys.split(',').filter_map(|pair| pair.split_once('=')) {
        match key {
            "path" => return UnixStream::connect(std::path::PathBuf::from(unescaped(value)?)),
            "abstract" => {
                return UnixStream::connect_addr(&SocketAddr::from_abstract_name(unescaped(value)?)?);
            }
            _ => {}
        }
    }
    Err(io::ErrorKind::Unsupported.into())
}

/// In addresses, bytes may stand as `%20`.
fn unescaped(value: &str) -> io::Result<String> {
    let mut parts = value.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.ok_or(io::ErrorKind::InvalidInput)?);
        bytes.extend_from_slice(part.as_bytes().get(2..).unwrap_or_default());
    }
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidInput.into())
}

/// Says who we are, as the kernel will confirm.
fn authenticate(mut stream: UnixStream) -> io::Result<UnixStream> {
    stream.set_write_timeout(Some(STUCK))?;
    stream.set_read_timeout(Some(STUCK))?;
    let user = std::fs::metadata("/proc/self")?.uid().to_string();
    let digits: String = user.bytes().map(|digit| format!("{digit:02x}")).collect();
    stream.write_all(format!("\0AUTH EXTERNAL {digits}\r\n").as_bytes())?;
    let mut line = Vec::new();
    let mut byte = [0];
    while !line.ends_with(b"\r\n") && line.len() < 512 {
        stream.read_exact(&mut byte)?;
        line.extend(byte);
    }
    if !line.starts_with(b"OK ") {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    stream.write_all(b"BEGIN\r\n")?;
    stream.set_read_timeout(None)?;
    Ok(stream)
}

fn error_of(name: &str) -> CallError {
    match name.rsplit('.').next().unwrap_or_default() {
        "ServiceUnknown" | "NameHasNoOwner" => CallError::Gone,
        "NoReply" | "Disconnected" => CallError::Died,
        "UnknownObject" => CallError::NoObject,
        "UnknownMethod" | "UnknownInterface" | "UnknownProperty" | "NotSupported" => CallError::NoMethod,
        "Timeout" | "TimedOut" => CallError::Timeout,
        _ => CallError::Refused,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        assert_eq!(unescaped("/a%20b%2fc").unwrap(), "/a b/c");
        assert!(unescaped("%2").is_err() && unescaped("%zz").is_err());
        for unusable in ["tcp:host=x", "unix:tmpdir=/tmp", "", "unix:path=/nowhere/at/all"] {
            assert!(open(unusable).is_err(), "{unusable}");
        }
    }

    #[test]
    fn errors_are_known_by_the_last_part_of_their_name() {
        assert_eq!(error_of("org.freedesktop.DBus.Error.UnknownObject"), CallError::NoObject);
        assert_eq!(error_of("org.x.Failed"), CallError::Refused);
    }
}
