//! Asking ahead what the last reading had to ask.
//!
//! A reading finds out step by step what to ask: children, then their facts, then their texts. Each step is a wait for
//! the app, and most windows look the same as a moment ago. So the calls of a reading are noted down, and the next
//! reading of the same thing sends them all at once; its steps then take their answers from there. Every answer was
//! given during the reading that uses it, and what is asked a second time is really asked a second time. Calls that
//! could turn out to be huge (the children of a list that has grown) are never asked ahead.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use surehand_core::clock::Deadline;
use surehand_core::element::ElementKey;
use surehand_core::window::WindowKey;

use crate::transport::{Answer, Call, CallError, Client};

/// More calls than this are not asked ahead.
const LONGEST: usize = 4_000;
/// Things whose calls are kept; beyond that, all are forgotten.
const KEPT: usize = 200;

/// One call, or two that make sense only right after each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Asked {
    One(Call),
    Two(Call, Call),
}

impl Asked {
    fn calls(&self) -> impl Iterator<Item = &Call> {
        let (first, second) = match self {
            Self::One(call) => (call, None),
            Self::Two(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }

    const fn count(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(..) => 2,
        }
    }
}

/// The calls of one reading, in the order in which they were made.
type Script = Arc<[Asked]>;

/// What readings are of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Aim {
    /// The list of all windows.
    Windows,
    /// The list of the windows of one process.
    Process(u32),
    /// A window.
    Window(WindowKey),
    /// A single element.
    Element(ElementKey),
}

/// The calls of the last reading of each thing.
#[derive(Debug, Default)]
pub(crate) struct Scripts(Mutex<HashMap<Aim, Script>>);

impl Scripts {
    /// Someone who asks, with the answers to what was asked the last time.
    pub(crate) fn asker<'a>(&self, aim: &Aim, client: &'a Client, deadline: &Deadline) -> Asker<'a> {
        let script = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(aim).cloned();
        let asker = Asker::new(client);
        if let Some(script) = script {
            // A listing is only asked ahead for as long as it may take: who is late then is silent.
            let is_final = matches!(aim, Aim::Windows | Aim::Process(_));
            asker.look_ahead(&script, is_final, deadline);
        }
        asker
    }

    /// Keeps what was asked.
    pub(crate) fn keep(&self, aim: Aim, asker: Asker<'_>) {
        let mut seen = HashSet::new();
        let mut asked = asker.asked.into_inner();
        asked.retain(|asked| seen.insert(asked.clone()));
        asked.truncate(LONGEST);
        let mut scripts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if scripts.len() >= KEPT {
            scripts.clear();
        }
        scripts.insert(aim, asked.into());
    }
}

/// Asks the calls of one reading.
#[derive(Debug)]
pub(crate) struct Asker<'a> {
    client: &'a Client,
    ahead: RefCell<HashMap<Asked, Vec<Answer>>>,
    asked: RefCell<Vec<Asked>>,
}

impl<'a> Asker<'a> {
    /// One who knows nothing yet.
    pub(crate) fn new(client: &'a Client) -> Self {
        Self { client, ahead: RefCell::default(), asked: RefCell::default() }
    }

    fn look_ahead(&self, script: &[Asked], is_final: bool, deadline: &Deadline) {
        let calls = script.iter().flat_map(Asked::calls).cloned().collect();
        let answers = self.client.batch(calls, deadline);
        let late = |answer: &Answer| matches!(answer, Err(CallError::Timeout));
        // Some that are late will be asked again. When all are, the app is silent, and asking again would only wait
        // once more.
        let silent = is_final || answers.iter().all(late);
        let mut answers = answers.into_iter();
        let mut ahead = self.ahead.borrow_mut();
        for asked in script {
            let answers: Vec<Answer> = answers.by_ref().take(asked.count()).collect();
            if silent || !answers.iter().any(late) {
                ahead.insert(asked.clone(), answers);
            }
        }
    }

    /// The answers to all that is asked, in its order; two for two calls.
    pub(crate) fn ask(&self, asked: Vec<Asked>, deadline: &Deadline) -> Vec<Vec<Answer>> {
        let mut known: Vec<Option<Vec<Answer>>> = {
            let mut ahead = self.ahead.borrow_mut();
            asked.iter().map(|asked| ahead.remove(asked)).collect()
        };
        let open = asked.iter().zip(&known).filter(|(_, known)| known.is_none());
        let calls: Vec<Call> = open.flat_map(|(asked, _)| asked.calls()).cloned().collect();
        if !calls.is_empty() {
            let mut answers = self.client.batch(calls, deadline).into_iter();
            for (asked, known) in asked.iter().zip(&mut known).filter(|(_, known)| known.is_none()) {
                *known = Some(answers.by_ref().take(asked.count()).collect());
            }
        }
        let answers: Vec<Vec<Answer>> = known.into_iter().map(Option::unwrap_or_default).collect();
        let in_time = |answers: &[Answer]| !answers.iter().any(|a| matches!(a, Err(CallError::Timeout)));
        let noted = asked.into_iter().zip(&answers).filter(|(_, answers)| in_time(answers));
        self.asked.borrow_mut().extend(noted.map(|(asked, _)| asked));
        answers
    }

    /// Asks single calls.
    pub(crate) fn batch(&self, calls: Vec<Call>, deadline: &Deadline) -> Vec<Answer> {
        let answers = self.ask(calls.into_iter().map(Asked::One).collect(), deadline);
        answers.into_iter().map(|mut answers| answers.pop().unwrap_or(Err(CallError::Malformed))).collect()
    }

    /// Asks one call.
    pub(crate) fn call(&self, call: Call, deadline: &Deadline) -> Answer {
        self.batch(vec![call], deadline).pop().unwrap_or(Err(CallError::Malformed))
    }

    /// Asks calls that the next reading must not ask ahead.
    pub(crate) fn once(&self, calls: Vec<Call>, deadline: &Deadline) -> Vec<Answer> {
        if calls.is_empty() { Vec::new() } else { self.client.batch(calls, deadline) }
    }
}
