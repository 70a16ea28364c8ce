//! Many D-Bus calls at once, each with a limit.
//!
//! The cost of reading an app is the number of round trips, so calls are sent in batches, many in flight, and answers
//! are matched by serial number on one reader thread. Why not one stream per call as zbus offers: waking a task per
//! answer costs more than the answer. The limit belongs to the batch: an app that hangs costs its batch the limit and
//! no other batch anything.
//!
//! This is the only module that waits in real time. Signals are handed to a listener on the reader thread and must be
//! dealt with quickly there.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use surehand_core::clock::{Clock, Deadline};
use zbus::blocking::MessageIterator;
use zbus::blocking::connection::Builder;
use zbus::message::{Flags, Message, Type};
use zbus::zvariant::{DynamicType, OwnedValue};

/// Calls of one batch that may be unanswered at the same time.
const IN_FLIGHT: usize = 256;

/// How often a waiting batch looks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(25);

/// Messages the reader may fall behind before the socket is left alone.
const QUEUE: usize = 8192;

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

/// The result of one call.
pub(crate) type Answer = Result<Message, CallError>;

/// One method call, ready to send.
#[derive(Clone, Debug)]
pub(crate) struct Call(Option<Message>);

impl Call {
    /// Puts a call together. One with impossible names is answered by [`CallError::Malformed`] when sent.
    pub(crate) fn new<B>(destination: &str, path: &str, interface: &str, member: &str, body: &B) -> Self
    where
        B: serde::ser::Serialize + DynamicType,
    {
        let build = || {
            Message::method_call(path, member)?
                .destination(destination)?
                .interface(interface)?
                .with_flags(Flags::NoAutoStart)?
                .build(body)
        };
        Self(build().ok())
    }

    /// Reads one property.
    pub(crate) fn property(destination: &str, path: &str, interface: &str, name: &str) -> Self {
        Self::new(destination, path, PROPERTIES, "Get", &(interface, name))
    }

    /// Reads all properties of an interface.
    pub(crate) fn properties(destination: &str, path: &str, interface: &str) -> Self {
        Self::new(destination, path, PROPERTIES, "GetAll", &(interface,))
    }
}

/// The interface of properties.
pub(crate) const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// The body of an answer.
pub(crate) fn body<T>(answer: &Answer) -> Result<T, CallError>
where
    T: for<'d> zbus::zvariant::DynamicDeserialize<'d>,
{
    let message = answer.as_ref().map_err(|error| *error)?;
    message.body().deserialize().map_err(|_| CallError::Malformed)
}

/// The value of a property answer.
pub(crate) fn value<T>(answer: &Answer) -> Result<T, CallError>
where
    T: TryFrom<OwnedValue>,
{
    let value: OwnedValue = body(answer)?;
    T::try_from(value).map_err(|_| CallError::Malformed)
}

/// The calls of one batch and their answers so far.
#[derive(Debug)]
struct Batch {
    state: Mutex<BatchState>,
    woken: Condvar,
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
            if state.open == 0 || state.open == IN_FLIGHT / 2 {
                self.woken.notify_all();
            }
        }
    }
}

/// Hears every signal, on the reader thread.
pub(crate) type SignalListener = Box<dyn Fn(&Message) + Send + Sync>;

#[derive(Default)]
struct Shared {
    waiting: Mutex<HashMap<u32, (Arc<Batch>, usize)>>,
    listener: OnceLock<SignalListener>,
}

impl Shared {
    fn route(&self, message: Message) {
        match message.message_type() {
            Type::MethodReturn | Type::Error => {
                let Some(serial) = message.header().reply_serial() else { return };
                let waiting = lock(&self.waiting).remove(&serial.get());
                if let Some((batch, position)) = waiting {
                    let answer = match error_of(&message) {
                        Some(error) => Err(error),
                        None => Ok(message),
                    };
                    batch.settle(position, answer);
                }
            }
            Type::Signal => {
                if let Some(listener) = self.listener.get() {
                    listener(&message);
                }
            }
            Type::MethodCall => {}
        }
    }

    fn disconnect(&self) {
        let waiting: Vec<_> = lock(&self.waiting).drain().map(|(_, waiter)| waiter).collect();
        for (batch, position) in waiting {
            batch.settle(position, Err(CallError::Disconnected));
        }
    }
}

/// A connection to one bus. Any number of threads may use it at once.
pub(crate) struct Client {
    connection: zbus::blocking::Connection,
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").field("name", &self.connection.unique_name()).finish_non_exhaustive()
    }
}

impl Client {
    /// Connects to the bus at an address.
    pub(crate) fn connect(address: &str, clock: Arc<dyn Clock>) -> Result<Self, CallError> {
        let connection = Builder::address(address)
            .and_then(|builder| builder.max_queued(QUEUE).build())
            .map_err(|_| CallError::Disconnected)?;
        let shared = Arc::new(Shared::default());
        let messages = MessageIterator::from(&connection);
        let routing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("surehand-dbus".into())
            .spawn(move || {
                for message in messages.map_while(Result::ok) {
                    routing.route(message);
                }
                routing.disconnect();
            })
            .map_err(|_| CallError::Disconnected)?;
        Ok(Self { connection, shared, clock })
    }

    /// Hands all signals to `listener` from now on. Only the first listener counts.
    pub(crate) fn listen(&self, listener: SignalListener) {
        let _ = self.shared.listener.set(listener);
    }

    /// Sends one call and waits for its answer.
    pub(crate) fn call(&self, call: Call, deadline: &Deadline) -> Answer {
        self.batch(vec![call], deadline).pop().unwrap_or(Err(CallError::Malformed))
    }

    /// Sends calls, in order, and waits for all answers or the deadline. The answers stand in the order of the calls.
    pub(crate) fn batch(&self, calls: Vec<Call>, deadline: &Deadline) -> Vec<Answer> {
        let batch = Arc::new(Batch {
            state: Mutex::new(BatchState { answers: vec![None; calls.len()], open: 0 }),
            woken: Condvar::new(),
        });
        let mut serials = Vec::with_capacity(calls.len());
        for (position, Call(message)) in calls.iter().enumerate() {
            let in_time = self.wait_below(&batch, IN_FLIGHT, deadline);
            lock(&batch.state).open += 1;
            match message {
                Some(message) if in_time => {
                    let serial = message.primary_header().serial_num().get();
                    serials.push(serial);
                    lock(&self.shared.waiting).insert(serial, (Arc::clone(&batch), position));
                    if self.connection.send(message).is_err() {
                        batch.settle(position, Err(CallError::Disconnected));
                    }
                }
                Some(_) => batch.settle(position, Err(CallError::Timeout)),
                None => batch.settle(position, Err(CallError::Malformed)),
            }
        }
        if !self.wait_below(&batch, 1, deadline) {
            let mut waiting = lock(&self.shared.waiting);
            for serial in serials {
                waiting.remove(&serial);
            }
        }
        let answers = std::mem::take(&mut lock(&batch.state).answers);
        answers.into_iter().map(|answer| answer.unwrap_or(Err(CallError::Timeout))).collect()
    }

    /// Waits until fewer than `limit` calls of the batch are unanswered. False when the time was up first.
    fn wait_below(&self, batch: &Batch, limit: usize, deadline: &Deadline) -> bool {
        let mut state = lock(&batch.state);
        while state.open >= limit {
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
        // The reader thread ends with its stream, and that only when the connection is closed.
        let _ = self.connection.clone().close();
    }
}

fn error_of(message: &Message) -> Option<CallError> {
    let header = message.header();
    let name = header.error_name()?.as_str();
    Some(match name.rsplit('.').next().unwrap_or_default() {
        "ServiceUnknown" | "NameHasNoOwner" => CallError::Gone,
        "NoReply" | "Disconnected" => CallError::Died,
        "UnknownObject" => CallError::NoObject,
        "UnknownMethod" | "UnknownInterface" | "UnknownProperty" | "NotSupported" => CallError::NoMethod,
        "Timeout" | "TimedOut" => CallError::Timeout,
        _ => CallError::Refused,
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
