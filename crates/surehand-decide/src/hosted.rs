//! The decider that asks a server.
//!
//! One request holds all questions, and costs one answer. What fails is named by a [`Failure`], logged with the server's
//! id for the request, and told without a word of the server's. Two refusals are worked around: a screen too long for the
//! model is sent again with less detail, and a server of unknown make that refuses a long question is asked in parts
//! from then on.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use surehand_core::clock::{Clock, Deadline};
use surehand_core::decider::{Answers, Decider, Question, Request, Thresholds};
use surehand_core::error::{self, Error, Invalid};
use surehand_core::secret::Secret;

use crate::answer;
use crate::endpoint::Endpoint;
use crate::failure::Failure;
use crate::narrow::{self, Sum};
use crate::profile::Profile;
use crate::render::{self, Detail};
use crate::retry::{self, Lost};
use crate::transport::{Http, Message, Timeouts, Transport};

/// The fewest options, besides "none", that a server may take: one letter of the alphabet for each.
const FEWEST: usize = 25;

/// Asks a decision model over HTTP.
pub struct Hosted {
    profile: Profile,
    url: String,
    model: String,
    key: Option<Secret>,
    transport: Box<dyn Transport>,
    clock: Arc<dyn Clock>,
    /// The most options of a question besides "none": the profile's, until the server refuses.
    options: AtomicUsize,
}

impl Hosted {
    /// Asks the service of `profile` at `endpoint`. `clock` is the one that the deadlines of calls are counted by.
    #[must_use]
    pub fn new(
        profile: Profile,
        endpoint: &Endpoint,
        model: impl Into<String>,
        key: Option<Secret>,
        timeouts: Timeouts,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            profile,
            url: endpoint.service(profile.path),
            model: model.into(),
            key,
            transport: Box::new(Http::new(endpoint, timeouts)),
            clock,
            options: AtomicUsize::new(profile.thresholds().options),
        }
    }

    /// The kind of service that is asked.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The model that is asked for.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Asks about everything in as few requests as the service takes.
    fn ask_whole(&self, request: &Request, deadline: &Deadline) -> Result<Answers, Lost> {
        let known: Vec<_> = request.questions.iter().map(answer::known).collect();
        let open: Vec<&Question> = request
            .questions
            .iter()
            .zip(&known)
            .filter(|(_, known)| known.is_none())
            .map(|(open, _)| open)
            .collect();
        let mut sum = Sum::default();
        let mut answered = Vec::new();
        for questions in open.chunks(self.profile.questions.max(1)) {
            let answers = match self.exchange(request, questions, Detail::Full, deadline) {
                Err(lost) if lost.failure == Failure::TooLong => {
                    self.exchange(request, questions, Detail::Lean, deadline)?
                }
                result => result?,
            };
            answered.extend(sum.add(answers));
        }
        let mut answered = answered.into_iter();
        let distributions = known.into_iter().filter_map(|known| known.or_else(|| answered.next())).collect();
        let mut answers = sum.answers(distributions);
        if answers.model.is_empty() {
            answers.model.clone_from(&self.model);
        }
        Ok(answers)
    }

    /// One request and its answer.
    fn exchange(
        &self,
        request: &Request,
        questions: &[&Question],
        detail: Detail,
        deadline: &Deadline,
    ) -> Result<Answers, Lost> {
        let body = render::body(self.profile.wire, &self.model, request, questions, detail).to_string();
        let message =
            Message { url: &self.url, key: self.key.as_ref(), repetition: 0, body: body.as_bytes() };
        let reply = retry::send(self.transport.as_ref(), &message, self.clock.as_ref(), deadline)?;
        let decoded = answer::decode(&self.profile, &reply.body, questions).map_err(|failure| Lost {
            failure,
            status: Some(reply.status),
            request_id: reply.request_id.clone(),
        })?;
        let model = decoded.model.unwrap_or_else(|| self.model.clone());
        tracing::debug!(
            decider = self.profile.name,
            model,
            input_tokens = decoded.input_tokens,
            request_id = reply.request_id,
            "decided"
        );
        Ok(Answers {
            distributions: decoded.distributions,
            model,
            calls: 1,
            input_tokens: decoded.input_tokens,
            thresholds: decoded.estimated.then(|| answer::without_probabilities(self.thresholds())),
        })
    }

    /// Whether fewer options might be taken where these were not.
    fn may_take_fewer(&self, failure: Failure, request: &Request) -> bool {
        let widest =
            request.questions.iter().map(|question| question.options.len()).max().unwrap_or_default();
        let refused = match failure {
            Failure::TooLong => true,
            Failure::Invalid => self.profile.may_take_fewer,
            _ => false,
        };
        refused && widest > FEWEST
    }

    /// Says in the log what failed, and as an error what the caller may know.
    fn report(&self, lost: &Lost) -> Error {
        let error = lost.failure.error(&self.profile);
        if lost.failure != Failure::Cancelled {
            tracing::warn!(
                decider = self.profile.name,
                code = error.code.name(),
                kind = lost.failure.name(),
                status = lost.status,
                request_id = lost.request_id,
                "no decision"
            );
        }
        error
    }
}

impl Decider for Hosted {
    fn name(&self) -> &str {
        self.profile.name
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds { options: self.options.load(Ordering::Relaxed), ..self.profile.thresholds() }
    }

    fn answers_steps(&self) -> bool {
        true
    }

    fn ask(&self, request: &Request, deadline: &Deadline) -> error::Result<Answers> {
        let lost = match self.ask_whole(request, deadline) {
            Ok(answers) => return Ok(answers),
            Err(lost) => lost,
        };
        if !self.may_take_fewer(lost.failure, request) {
            return Err(self.report(&lost));
        }
        let before = self.options.swap(FEWEST, Ordering::Relaxed);
        let answers = narrow::within(request, FEWEST, &mut |part| {
            self.ask_whole(part, deadline).map_err(|lost| self.report(&lost))
        });
        // Refused again, or too long this once: that was not, or not always, the number of options.
        if answers.is_err() || lost.failure == Failure::TooLong {
            self.options.store(before, Ordering::Relaxed);
        }
        answers
    }
}

impl fmt::Debug for Hosted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Hosted")
            .field("decider", &self.profile.name)
            .field("url", &self.url)
            .field("model", &self.model)
            .field("has_key", &self.key.is_some())
            .finish_non_exhaustive()
    }
}

/// Takes a key in.
///
/// # Errors
/// [`Invalid`], by the name of its `setting`, for what no server could have issued. The key itself is not repeated.
pub fn key(setting: &str, text: &str) -> Result<Secret, Invalid> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Invalid::new(setting, "must be a key of visible ASCII characters without blanks"));
    }
    Ok(Secret::new(text))
}
