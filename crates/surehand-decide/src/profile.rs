//! What differs between decision services: one row each.
//!
//! A service is a wire format with limits. The rows hold what the services document; a server of unknown make gets
//! [`COMPATIBLE`], which finds out by itself when a question has too many options for it. `docs/decision-models.md`
//! prints these rows.

use surehand_core::decider::Thresholds;

use crate::endpoint::Endpoint;

/// The shape of requests and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// TypeSafe's: a map of questions about one state.
    SystemOne,
    /// OpenAI's: a list of questions about one input.
    OpenAi,
}

/// A kind of decision service.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// The decider's name in settings and answers.
    pub name: &'static str,
    /// Who serves it, for readers.
    pub service: &'static str,
    /// The shape of requests and answers.
    pub wire: Wire,
    /// Where it is served; `None` where the user has to say it.
    pub address: Option<&'static str>,
    /// What follows a base address.
    pub path: &'static str,
    /// The model when none is set; `None` where every server has its own.
    pub model: Option<&'static str>,
    /// The variable that holds its key.
    pub key: &'static str,
    /// Whether it answers nobody without a key.
    pub key_needed: bool,
    /// The most options of one question, "none" included.
    pub options: usize,
    /// The most questions of one request.
    pub questions: usize,
    /// Whether its answers may lack probabilities, so that the confidence in the choice has to do.
    pub may_lack_probabilities: bool,
    /// Whether a refused request may be due to fewer options than `options`: servers of one wire differ.
    pub may_take_fewer: bool,
    /// What it costs, for readers.
    pub cost: &'static str,
}

/// TypeSafe's own service, for Jev.
pub const TYPESAFE: Profile = Profile {
    name: "system-one",
    service: "TypeSafe (Jev)",
    wire: Wire::SystemOne,
    address: Some("https://api.typesafe.ai"),
    path: "/v1/systemone",
    model: Some("jev-latest"),
    key: "JEV_API_KEY",
    key_needed: true,
    options: 255,
    questions: 400,
    may_lack_probabilities: false,
    may_take_fewer: false,
    cost: "$0.042 per million input tokens, output free; a pick among 60 is 2–5 thousand tokens, $0.0001–0.0002",
};

/// Any server that speaks System One: SGLang, llama.cpp, Ollama, LocalAI, LiteLLM, gateways.
pub const COMPATIBLE: Profile = Profile {
    service: "a server that speaks System One (SGLang, vLLM, llama.cpp, Ollama, LocalAI, LiteLLM, gateways)",
    address: None,
    key_needed: false,
    questions: 64,
    may_take_fewer: true,
    cost: "the server's; nothing on a machine of your own",
    ..TYPESAFE
};

/// vLLM, whose limits are known: for those who make the decider themselves. By its address it cannot be told from
/// others, and [`COMPATIBLE`] comes down to the same limit by itself.
pub const VLLM: Profile = Profile {
    service: "vLLM, when its limits are to be known from the start (from Rust)",
    options: 26,
    may_take_fewer: false,
    ..COMPATIBLE
};

/// Cloudflare's Clef: System One in an envelope, at an address that names the model.
pub const CLOUDFLARE: Profile = Profile {
    service: "Cloudflare (Clef)",
    path: "",
    model: Some("clef"),
    key_needed: true,
    cost: "Cloudflare's prices for Workers AI",
    ..COMPATIBLE
};

/// OpenRouter's Decisions API.
pub const OPENROUTER: Profile = Profile {
    name: "openrouter",
    service: "OpenRouter",
    address: Some("https://openrouter.ai/api/alpha/decisions"),
    path: "/api/alpha/decisions",
    model: Some("~typesafe/jev-latest"),
    key: "OPENROUTER_API_KEY",
    questions: 200,
    may_lack_probabilities: true,
    may_take_fewer: true,
    cost: "the model's price at OpenRouter; Jev as at TypeSafe",
    ..TYPESAFE
};

/// OpenAI's Decisions API.
pub const OPENAI: Profile = Profile {
    name: "openai",
    service: "OpenAI",
    wire: Wire::OpenAi,
    address: Some("https://api.openai.com/v1/decisions"),
    path: "/v1/decisions",
    model: Some("gpt-6-luna"),
    key: "OPENAI_API_KEY",
    questions: 400,
    cost: "$0.10 per million input tokens, output free",
    ..TYPESAFE
};

/// Every row, in the order of the page.
pub const ALL: &[Profile] = &[TYPESAFE, COMPATIBLE, VLLM, CLOUDFLARE, OPENROUTER, OPENAI];

impl Profile {
    /// The row for a server of the System One wire at that address.
    #[must_use]
    pub fn at(endpoint: &Endpoint) -> Self {
        match endpoint.host() {
            "api.typesafe.ai" => TYPESAFE,
            "api.cloudflare.com" => CLOUDFLARE,
            _ => COMPATIBLE,
        }
    }

    /// When its picks may be acted on: the contract's figures, with as many options as it takes beside "none".
    #[must_use]
    pub fn thresholds(&self) -> Thresholds {
        let hosted = Thresholds::HOSTED;
        Thresholds { options: hosted.options.min(self.options.saturating_sub(1)), ..hosted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_tells_the_service_and_none_counts_as_an_option() {
        let at = |address| Endpoint::parse("X", address).map(|endpoint| Profile::at(&endpoint).service);
        assert_eq!(at("https://API.typesafe.ai"), Ok(TYPESAFE.service));
        assert_eq!(at("http://127.0.0.1:8000"), Ok(COMPATIBLE.service));
        assert_eq!(at("https://api.cloudflare.com/client/v4/accounts/7/ai/run/m"), Ok(CLOUDFLARE.service));
        assert_eq!(VLLM.thresholds().options, 25);
        assert_eq!(TYPESAFE.thresholds(), Thresholds::HOSTED);
    }
}
