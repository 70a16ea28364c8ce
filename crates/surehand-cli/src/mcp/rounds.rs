//! Questions in rounds, for revisions of the protocol without requests from servers: a call that needs an answer ends
//! with the question, and the client makes it again with the answer.
//!
//! Only a call that did nothing ends so, because the next round begins from the start. Which question was put is kept
//! here, never with the client: an answer counts once, in time, and for a question that was asked. One that is left
//! without an answer is a no, as anywhere.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{
    ElicitRequest, ElicitResult, ElicitationAction, InputRequest, InputRequiredResult, InputResponses,
};
use surehand::core::clock::{Clock, Moment, SystemClock};
use surehand::permissions::question::{CannotAsk, Question};

use super::asking::{chosen, parameters};

/// The questions that are open in a connection.
#[derive(Debug)]
pub(super) struct Rounds {
    clock: SystemClock,
    answering: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    count: u64,
    open: HashMap<String, (Question, Moment)>,
    /// The sentences of the open ones, and of those that were never answered.
    put: HashSet<String>,
}

/// A call that may end with a question.
#[derive(Debug)]
pub(super) struct Round {
    rounds: Arc<Rounds>,
    given: Vec<(Question, Option<String>)>,
    wanted: Option<Question>,
}

thread_local! {
    /// The round of the call that runs on this thread: a call runs on one, and is asked for on the same.
    static ROUND: RefCell<Option<Round>> = const { RefCell::new(None) };
}

impl Rounds {
    /// No question yet. `answering` is how long a person may take.
    pub(super) fn new(answering: Duration) -> Arc<Self> {
        Arc::new(Self { clock: SystemClock::new(), answering, state: Mutex::default() })
    }

    /// Begins a round with the answers that the client brought.
    pub(super) fn begin(self: &Arc<Self>, responses: Option<InputResponses>) -> Round {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        let mut given = Vec::new();
        for (key, response) in responses.into_iter().flatten() {
            let Some((question, put)) = state.open.remove(&key) else { continue };
            state.put.remove(&question.sentence());
            let in_time = now.since(put) <= self.answering;
            let result = serde_json::from_value::<ElicitResult>(response).ok().filter(|_| in_time);
            let accepted = result.filter(|result| result.action == ElicitationAction::Accept);
            let word = accepted.and_then(|result| chosen(&question, result.content.as_ref()));
            given.push((question, word));
        }
        Round { rounds: Arc::clone(self), given, wanted: None }
    }

    /// What a call ends with that wants this answered.
    pub(super) fn put(&self, question: Question) -> Option<InputRequiredResult> {
        let request = InputRequest::Elicitation(ElicitRequest::new(parameters(&question)?));
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        let key = format!("permission-{}", state.count);
        state.put.insert(question.sentence());
        state.open.insert(key.clone(), (question, self.clock.now()));
        Some(InputRequiredResult::new(Some([(key, request)].into()), None))
    }

    /// Answers that came with a call which did not ask for them: their questions have been put, and stay without one.
    fn close(&self, unused: &[(Question, Option<String>)]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.put.extend(unused.iter().map(|(question, _)| question.sentence()));
    }

    fn is_put(&self, question: &Question) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.put.contains(&question.sentence())
    }
}

/// Makes a call within a round, if it is in one. The question it wants answered, if any.
pub(super) fn within<T>(round: Option<Round>, call: impl FnOnce() -> T) -> (T, Option<Question>) {
    ROUND.set(round);
    let answer = call();
    let wanted = ROUND.take().and_then(|round| {
        round.rounds.close(&round.given);
        round.wanted
    });
    (answer, wanted)
}

/// Asks within the round of this thread; `None` when the call is in none.
pub(super) fn ask(question: &Question) -> Option<Result<Option<String>, CannotAsk>> {
    ROUND.with_borrow_mut(|round| {
        let round = round.as_mut()?;
        if let Some(at) = round.given.iter().position(|(asked, _)| asked == question) {
            return Some(Ok(round.given.swap_remove(at).1));
        }
        if round.rounds.is_put(question) {
            return Some(Ok(None));
        }
        round.wanted = Some(question.clone());
        Some(Err(CannotAsk))
    })
}
