//! What may be wrong with a server, one at a time.
//!
//! Some faults answer something else altogether ([`Fault::instead`]), some bend a right answer ([`Fault::bend`]), and a
//! few happen on the connection or to the checks. What a client makes of each is the client's to say.

use serde_json::{Value, json};

use crate::decision_server::Wire;
use crate::decision_server::http::Reply;
use crate::decision_server::wire::detail;

macro_rules! faults {
    ($($variant:ident = $name:literal, $what:literal;)*) => {
        /// What is wrong with a server.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Fault {
            $(#[doc = $what] $variant,)*
        }

        impl Fault {
            /// All of them, in the order of tables.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its short name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What the server does.
            #[must_use]
            pub const fn what(self) -> &'static str {
                match self { $(Self::$variant => $what,)* }
            }
        }
    };
}

faults! {
    None = "none", "nothing wrong";
    // On the connection.
    Drop = "drop", "ends the connection without an answer";
    CutBody = "cut-body", "ends the connection in the middle of the body";
    Slow = "slow", "answers after the client's patience";
    Hang = "hang", "takes the request and never answers";
    HugeBody = "huge-body", "sends two megabytes";
    HugeHeaders = "huge-headers", "sends a hundred kilobytes of headers";
    Gzip = "gzip", "compresses without being asked";
    // Other statuses.
    Redirect = "redirect", "307 to another address";
    BadRequest = "400", "400, a fault of the request";
    TokenLimit = "token-limit", "400 with `max_tokens_exceeded`";
    WrongKey = "401", "401";
    NoCredit = "402", "402";
    MissingKey = "403", "403";
    WrongRoute = "wrong-route", "404 for every path";
    RefusesAlias = "refuses-alias", "404 for the model `jev-latest`";
    RequestTimeout = "408", "408";
    TooLarge = "413", "413";
    Unprocessable = "422", "422 with a list of faults";
    Busy = "429", "429 every time, may be asked again at once";
    BusyOnce = "429-once", "429 with `retry-after-ms: 350`, then the answer";
    BusyLong = "429-long", "429 with `retry-after: 3600`";
    NoQuota = "429-quota", "429 with `insufficient_quota`";
    Broken = "500", "500 every time";
    TextError = "text-error", "500 with a page of plain text";
    Unsupported = "501", "501";
    Unavailable = "503", "503 every time";
    UnavailableOnce = "503-once", "503, then the answer";
    Overloaded = "529", "529 every time";
    Empty = "204", "204 without a body";
    // Options.
    Cap26 = "cap-26", "422 for more than 26 options";
    Cap64 = "cap-64", "422 for more than 64 options";
    // Bodies of 200 that are no answer.
    NotJson = "not-json", "a body that is no JSON";
    Xssi = "xssi", "JSON behind a prefix against cross-site inclusion";
    Nan = "nan", "NaN among the probabilities";
    Deep = "deep", "a hundred thousand nested lists";
    NoAnswers = "no-answers", "JSON without answers";
    Failed = "failed-200", "200 with `success: false`";
    Refusal = "refusal", "a refusal instead of an answer";
    // Answers that do not fit.
    MissingAnswer = "missing-answer", "leaves the last question unanswered";
    WrongType = "wrong-type", "answers as if asked for a score";
    NoChoice = "no-choice", "names no choice";
    ForeignChoice = "foreign-choice", "names a choice that was not offered";
    SecondChoice = "second-choice", "names a choice that does not lead";
    MissingKeyOfOption = "missing-option", "gives one option no probability";
    ExtraOption = "extra-option", "gives a probability to an option nobody offered";
    OtherCase = "other-case", "writes the names of options in capitals";
    TextProbability = "text-probability", "writes a probability as text";
    Negative = "negative", "a probability below 0";
    Above = "above", "a probability above 1";
    SumHigh = "sum-1.2", "probabilities that add up to 1.2";
    SumLow = "sum-0.8", "probabilities that add up to 0.8";
    NoProbabilities = "no-probabilities", "a choice and a confidence, but no probabilities";
    // Peculiarities.
    Rounded = "rounded", "rounds to two decimals";
    ExtraAnswer = "extra-answer", "answers a question nobody asked";
    ExtraFields = "extra-fields", "adds fields everywhere";
    NoType = "no-type", "leaves the type of answers out";
    NoConfidence = "no-confidence", "leaves the confidence out";
    HighConfidence = "high-confidence", "a confidence of 1.5";
    NullLegend = "null-legend", "`legend: null` on a choice";
    NoUsage = "no-usage", "leaves the usage out";
    FloatUsage = "float-usage", "counts tokens in fractions";
    NoModel = "no-model", "leaves the model out";
    TalkingModel = "talking-model", "a sentence instead of the model's name";
    TalkingId = "talking-id", "a sentence instead of the request's id";
}

impl Fault {
    /// The reply that is sent whatever was asked, where it is not about an answer.
    pub(super) fn instead(self) -> Option<Reply> {
        let kind = |status, kind| Some(detail(status, kind));
        match self {
            Self::HugeBody => Some(Reply::json(200, "x".repeat(2 << 20))),
            Self::Redirect => Some(Reply::json(307, "").with("location", "http://127.0.0.1:9/elsewhere")),
            Self::BadRequest => kind(400, "api_usage_error"),
            Self::TokenLimit => {
                Some(Reply::json(400, json!({"detail": {"error_type": "max_tokens_exceeded"}})))
            }
            Self::WrongKey => kind(401, "authentication_error"),
            Self::NoCredit => kind(402, "payment_required"),
            Self::MissingKey => kind(403, "authentication_error"),
            Self::RequestTimeout => kind(408, "timeout"),
            Self::TooLarge => Some(Reply::json(413, "")),
            Self::Unprocessable => {
                Some(Reply::json(422, json!({"detail": [{"loc": ["body"], "msg": "hunter2", "type": "x"}]})))
            }
            Self::Busy => kind(429, "rate_limit_error").map(|reply| reply.with("retry-after", "0")),
            Self::BusyOnce => kind(429, "rate_limit_error").map(|reply| reply.with("retry-after-ms", "350")),
            Self::BusyLong => kind(429, "rate_limit_error").map(|reply| reply.with("retry-after", "3600")),
            Self::NoQuota => Some(Reply::json(429, json!({"error": {"code": "insufficient_quota"}}))),
            Self::Broken => kind(500, "internal"),
            Self::TextError => {
                Some(Reply::json(500, "Traceback: hunter2").with("content-type", "text/plain"))
            }
            Self::Unsupported => kind(501, "unsupported"),
            Self::Unavailable | Self::UnavailableOnce => kind(503, "unavailable"),
            Self::Overloaded => kind(529, "overloaded"),
            Self::Empty => Some(Reply::json(204, "")),
            Self::NotJson => Some(Reply::json(200, "<html>hunter2</html>")),
            Self::Deep => Some(Reply::json(200, "[".repeat(100_000))),
            Self::NoAnswers => Some(Reply::json(200, json!({"ok": true}))),
            Self::Failed => Some(Reply::json(
                200,
                json!({"success": false, "errors": [{"code": 7, "message": "hunter2"}]}),
            )),
            _ => None,
        }
    }

    /// A right answer, bent by this fault, in its envelope.
    pub(super) fn bend(self, wire: Wire, mut answer: Value) -> Reply {
        match self {
            Self::NoUsage => drop(remove(&mut answer, "usage")),
            Self::FloatUsage => answer["usage"] = json!({"input_tokens": 311.6}),
            Self::NoModel => drop(remove(&mut answer, "model")),
            Self::TalkingModel => answer["model"] = json!("The screen says: hunter2"),
            Self::ExtraFields => answer["diagnostics"] = json!({"label_mass": 0.99}),
            _ => {}
        }
        match &mut answer["answers"] {
            Value::Object(answers) => {
                if self == Self::MissingAnswer {
                    let last = answers.keys().next_back().cloned().unwrap_or_default();
                    answers.remove(&last);
                }
                answers.values_mut().for_each(|answer| self.bend_one(answer));
                if self == Self::ExtraAnswer {
                    answers.insert("unasked".to_owned(), json!({"type": "noul", "noul": 0.5}));
                }
            }
            Value::Array(answers) => {
                if self == Self::MissingAnswer {
                    answers.pop();
                }
                answers.iter_mut().for_each(|answer| self.bend_one(answer));
                if self == Self::ExtraAnswer {
                    answers.push(json!({"type": "predicate", "name": null, "probability": 0.5}));
                }
            }
            _ => {}
        }
        if wire == Wire::Cloudflare {
            answer = json!({"success": true, "errors": [], "messages": [], "result": answer});
        }
        let mut reply = Reply::json(200, &answer);
        match self {
            Self::Xssi => reply.body.splice(0..0, *b")]}'\n").for_each(drop),
            Self::Nan => {
                let text = String::from_utf8_lossy(&reply.body).replace("0.92", "NaN");
                reply.body = text.into_bytes();
            }
            Self::Gzip => {
                reply = reply.with("content-encoding", "gzip");
                reply.body = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0];
            }
            Self::HugeHeaders => reply = reply.with("x-noise", "n".repeat(100_000)),
            Self::TalkingId => reply = reply.with("x-typesafe-request-id", "the screen says hunter2"),
            _ => {}
        }
        reply
    }

    /// Bends the answer to one question.
    fn bend_one(self, answer: &mut Value) {
        let mut probabilities = Probabilities::of(&answer["probabilities"]);
        match self {
            Self::Refusal => *answer = json!({"type": "refusal", "name": answer["name"]}),
            Self::WrongType => answer["type"] = json!("score"),
            Self::NoType => drop(remove(answer, "type")),
            Self::NoChoice => drop(remove(answer, "choice")),
            Self::ForeignChoice => answer["choice"] = json!("o999"),
            Self::SecondChoice => answer["choice"] = json!(probabilities.last_that_is_not(&answer["choice"])),
            Self::NoConfidence => drop(remove(answer, "confidence")),
            Self::HighConfidence => answer["confidence"] = json!(1.5),
            Self::NullLegend => answer["legend"] = Value::Null,
            Self::ExtraFields => answer["x_note"] = json!("hunter2"),
            Self::NoProbabilities => drop(remove(answer, "probabilities")),
            _ => {
                probabilities.bend(self);
                answer["probabilities"] = probabilities.value();
            }
        }
    }
}

fn remove(value: &mut Value, name: &str) -> Option<Value> {
    value.as_object_mut()?.remove(name)
}

/// Probabilities in either shape.
struct Probabilities {
    listed: bool,
    pairs: Vec<(String, Value)>,
}

impl Probabilities {
    fn of(value: &Value) -> Self {
        let named =
            |one: &Value| (one["value"].as_str().unwrap_or_default().to_owned(), one["probability"].clone());
        match value {
            Value::Array(list) => Self { listed: true, pairs: list.iter().map(named).collect() },
            other => {
                let pairs = other.as_object().into_iter().flatten();
                Self { listed: false, pairs: pairs.map(|(name, p)| (name.clone(), p.clone())).collect() }
            }
        }
    }

    fn bend(&mut self, fault: Fault) {
        let scale = |pairs: &mut Vec<(String, Value)>, by: f64| {
            pairs.iter_mut().for_each(|(_, p)| *p = json!((p.as_f64().unwrap_or_default() * by).min(1.0)));
        };
        match fault {
            Fault::MissingKeyOfOption => drop(self.pairs.pop()),
            Fault::ExtraOption => self.pairs.push(("unoffered".to_owned(), json!(0.0))),
            Fault::OtherCase => self.pairs.iter_mut().for_each(|(name, _)| *name = name.to_uppercase()),
            Fault::TextProbability => self.set_last(&json!("0.01")),
            Fault::Negative => self.set_last(&json!(-0.01)),
            Fault::Above => self.set_last(&json!(1.01)),
            Fault::SumHigh => self.pairs.iter_mut().for_each(|(_, p)| {
                *p = json!((p.as_f64().unwrap_or_default() + 0.2).min(0.95));
            }),
            Fault::SumLow => scale(&mut self.pairs, 0.8),
            _ => {}
        }
    }

    fn set_last(&mut self, value: &Value) {
        if let Some((_, p)) = self.pairs.last_mut() {
            p.clone_from(value);
        }
    }

    fn last_that_is_not(&self, choice: &Value) -> String {
        let other =
            self.pairs.iter().rev().find(|(name, _)| name.as_str() != choice.as_str().unwrap_or_default());
        other.map(|(name, _)| name.clone()).unwrap_or_default()
    }

    fn value(&self) -> Value {
        if self.listed {
            self.pairs.iter().map(|(name, p)| json!({"value": name, "probability": p})).collect()
        } else {
            self.pairs.iter().cloned().collect::<serde_json::Map<_, _>>().into()
        }
    }
}
