//! What the tests share: a decider before a mock server, and a screen to ask about.

use std::sync::Arc;
use std::time::Duration;

use surehand_core::clock::{Clock, Deadline, Moment};
use surehand_core::decider::{OptionFacts, Purpose, Request};
use surehand_core::request::Scene;
use surehand_core::secret::Secret;
use surehand_decide::{Endpoint, Hosted, Profile, Timeouts, profile};
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{DecisionServer, Fault, Wire};

/// The key that servers of these tests ask for.
pub(crate) const KEY: &str = "apikey_s3cret";

/// The profile that speaks a wire of the mock.
pub(crate) const fn profile(wire: Wire) -> Profile {
    match wire {
        Wire::SystemOne => profile::COMPATIBLE,
        Wire::OpenRouter => profile::OPENROUTER,
        Wire::OpenAi => profile::OPENAI,
        Wire::Cloudflare => profile::CLOUDFLARE,
    }
}

/// A server with a plan of faults.
pub(crate) fn server(wire: Wire, plan: &[Fault]) -> DecisionServer {
    DecisionServer::with(wire, Some(KEY), plan).expect("a free port")
}

/// How long a decider waits for an answer in real time: little where none will come.
pub(crate) const fn patience(fault: Fault) -> Duration {
    match fault {
        Fault::Hang | Fault::Slow => Duration::from_millis(50),
        _ => Duration::from_secs(20),
    }
}

/// A decider that asks `server`, and whose pauses take no time.
pub(crate) fn decider(
    wire: Wire,
    server: &DecisionServer,
    clock: &Arc<FakeClock>,
    patience: Duration,
) -> Hosted {
    let clock: Arc<dyn Clock> = Arc::<FakeClock>::clone(clock);
    let endpoint =
        Endpoint::parse("a test", &format!("{}{}", server.base_url(), wire.path())).expect("loopback");
    let model = profile(wire).model.unwrap_or("mock");
    let timeouts = Timeouts { connect: Duration::from_secs(5), read: patience };
    Hosted::new(profile(wire), &endpoint, model, Some(Secret::new(KEY)), timeouts, clock)
}

/// So many things to press; one is called `Save`.
pub(crate) fn options(count: usize) -> Vec<OptionFacts> {
    let label = |place: usize| if place == count / 2 { "Save".to_owned() } else { format!("Item {place}") };
    let option = |place| OptionFacts {
        action: "click",
        role: "Button",
        label: label(place),
        ..OptionFacts::default()
    };
    (0..count).map(option).collect()
}

/// Both questions about so many things.
pub(crate) fn request(count: usize) -> Request {
    let lines = ["Ready".to_owned()];
    let scene =
        Scene { instruction: "Save", app: "Forms", window: "Form", screen_text: &lines, ..Scene::default() };
    scene.ask(Purpose::Act, &options(count), true)
}

/// Long enough for everything in fake time.
pub(crate) fn deadline() -> Deadline {
    Deadline::new(Moment::at(Duration::from_secs(20)))
}
