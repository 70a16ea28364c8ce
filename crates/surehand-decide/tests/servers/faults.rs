//! Every fault of a server comes to exactly one failure, or is taken: asked directly, and by `act` from end to end.
//!
//! With `UPDATE_DOCS=1` in the environment (`./x docs`) the generated parts of docs/decision-models.md are written anew
//! instead of compared.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use surehand_core::clock::{Cancel, Clock};
use surehand_core::code::Code;
use surehand_core::decider::Decider;
use surehand_core::engine::{Engine, Settings, StepRequest, Target};
use surehand_core::outcome::Status;
use surehand_core::permissions::Unrestricted;
use surehand_decide::Failure::{self, *};
use surehand_decide::{Cascade, profile};
use surehand_memory::{Change, MemoryDesktop, Node, Reaction, WindowState, key};
use surehand_picker::WordsDecider;
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{Fault, Wire};
use surehand_testkit::poll_until;

/// What comes of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comes {
    /// To this failure, after so many requests.
    To(Failure, usize),
    /// To an answer, after so many requests; how.
    Taken(usize, &'static str),
}

use Comes::{Taken, To};

use crate::stage;

/// What comes of a fault when 31 options are asked about at once, and where it is something else.
fn comes(wire: Wire, fault: Fault) -> Comes {
    match (wire, fault) {
        (Wire::OpenRouter, Fault::NoProbabilities) => {
            Taken(1, "the doubt about the choice is spread; only the strict rule acts")
        }
        (Wire::OpenAi, Fault::Refusal) => To(Refused, 1),
        (Wire::SystemOne, Fault::RefusesAlias) => To(NotFound, 1),
        (_, Fault::RefusesAlias) => Taken(1, "another model is asked for"),
        (Wire::OpenAi, Fault::Cap26 | Fault::BadRequest | Fault::Unprocessable) => To(Invalid, 1),
        (_, fault) => everywhere(fault),
    }
}

fn everywhere(fault: Fault) -> Comes {
    match fault {
        Fault::None => Taken(1, ""),
        Fault::Drop | Fault::CutBody => To(Broken, 3),
        Fault::Slow | Fault::Hang | Fault::RequestTimeout => To(Timeout, 3),
        Fault::HugeBody | Fault::HugeHeaders => To(TooLarge, 1),
        Fault::Redirect => To(Redirected, 1),
        // A server whose limits are not known is asked once more, for less.
        Fault::BadRequest | Fault::Unprocessable => To(Invalid, 2),
        Fault::Failed => To(Failed, 1),
        Fault::Cap26 => Taken(4, "asked again in parts of 25 and a run-off"),
        // Whole and lean, and then the first part of 25, whole and lean.
        Fault::TokenLimit | Fault::TooLarge => To(TooLong, 4),
        Fault::WrongKey | Fault::MissingKey => To(Key, 1),
        Fault::NoCredit | Fault::NoQuota => To(Payment, 1),
        Fault::WrongRoute => To(NotFound, 1),
        Fault::Busy => To(RateLimited, 3),
        Fault::BusyOnce | Fault::UnavailableOnce => Taken(2, "asked again after the pause"),
        Fault::BusyLong => To(RateLimited, 1),
        Fault::Broken | Fault::TextError | Fault::Unavailable | Fault::Overloaded => To(Overloaded, 3),
        Fault::Unsupported => To(Unsupported, 1),
        Fault::Empty | Fault::NotJson | Fault::Xssi | Fault::Nan | Fault::Deep | Fault::Gzip => {
            To(NotJson, 1)
        }
        Fault::Cap64 => Taken(1, "60 and \"none\" are the most that is asked about"),
        Fault::NoAnswers
        | Fault::Refusal
        | Fault::MissingAnswer
        | Fault::WrongType
        | Fault::NoChoice
        | Fault::ForeignChoice
        | Fault::SecondChoice
        | Fault::MissingKeyOfOption
        | Fault::ExtraOption
        | Fault::OtherCase
        | Fault::TextProbability
        | Fault::Negative
        | Fault::Above
        | Fault::SumHigh
        | Fault::SumLow
        | Fault::NoProbabilities => To(Misfit, 1),
        Fault::Rounded => Taken(1, "within max(0.05, 0.005 per option) of 1; made to add up"),
        Fault::ExtraAnswer | Fault::ExtraFields => Taken(1, "ignored"),
        Fault::NoType => Taken(1, "told by `choice`"),
        Fault::NoConfidence | Fault::HighConfidence | Fault::NullLegend => Taken(1, "never looked at"),
        Fault::NoUsage => Taken(1, "0 tokens are reported"),
        Fault::FloatUsage => Taken(1, "rounded"),
        Fault::NoModel | Fault::TalkingModel => Taken(1, "the model asked for is reported"),
        Fault::TalkingId => Taken(1, "not logged"),
        // Settled above.
        Fault::RefusesAlias => To(NotFound, 1),
    }
}

/// A fault that ends is followed by none.
fn plan(fault: Fault) -> Vec<Fault> {
    match fault {
        Fault::BusyOnce | Fault::UnavailableOnce => vec![fault, Fault::None],
        lasting => vec![lasting],
    }
}

#[test]
fn each_fault_comes_to_one_failure_or_is_taken() {
    for &wire in Wire::ALL {
        for &fault in Fault::ALL {
            let clock = FakeClock::new();
            let server = stage::server(wire, &plan(fault));
            let decider = stage::decider(wire, &server, &clock, stage::patience(fault));
            let result = decider.ask(&stage::request(31), &stage::deadline());
            // A request may be given up before the server has come to read it.
            let requests = |expected| {
                poll_until(Duration::from_secs(10), || (server.seen().len() >= expected).then_some(()));
                server.seen().len()
            };
            let place = format!("{wire:?} {}: {result:?}", fault.name());
            match comes(wire, fault) {
                To(failure, expected) => {
                    let error = result.expect_err(&place);
                    assert_eq!(error.code, failure.code(), "{place}");
                    assert!(error.message.starts_with(failure.sentence()), "{place}");
                    assert!(
                        !error.message.contains("hunter2") && !error.message.contains(stage::KEY),
                        "{place}"
                    );
                    assert_eq!(requests(expected), expected, "{place}");
                }
                Taken(expected, _) => {
                    let answers = result.expect(&place);
                    for one in &answers.distributions {
                        let sum: f64 = one.options.iter().sum::<f64>() + one.none;
                        assert!((sum - 1.0).abs() < 1e-9 && one.options.len() == 31, "{place}");
                    }
                    let first = answers.distributions.first().expect("the open question");
                    assert!(first.options.get(15).is_some_and(|p| *p > 0.85), "{place}");
                    assert!(!answers.model.contains("hunter2") && !answers.model.is_empty(), "{place}");
                    assert_eq!(requests(expected), expected, "{place}");
                }
            }
        }
    }
}

/// A form with 31 buttons, one of which does something.
fn form() -> (Arc<FakeClock>, Arc<MemoryDesktop>) {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    let buttons = stage::options(31).into_iter().map(|facts| {
        let name = if facts.label == "Save" { "save".to_owned() } else { facts.label.clone() };
        Node::button(&name, &facts.label)
    });
    let status = Node::text("status", "Ready");
    desktop.open(WindowState::new("form", "Form", "Forms", 7).containing(buttons.chain([status])));
    desktop.open_in_front(WindowState::new("letter", "Letter", "Writer", 8));
    let saved = Change::Rename(key("status"), "Saved".to_owned());
    desktop.on(&key("save"), Reaction::usual().then(saved));
    (clock, desktop)
}

/// What `act` with that decider comes to on the form, and whether the button was pressed.
fn act(make: impl FnOnce(&Arc<FakeClock>) -> Arc<dyn Decider>) -> (Result<Status, Code>, bool) {
    let (clock, desktop) = form();
    let decider = make(&clock);
    let kept: Arc<dyn Clock> = Arc::<FakeClock>::clone(&clock);
    let engine = Engine::new(desktop.clone(), decider, Arc::new(Unrestricted), kept, Settings::default());
    let target = Target { app: Some("Forms".to_owned()), ..Target::default() };
    let step = StepRequest { target, instruction: "Save".to_owned(), ..StepRequest::default() };
    let report = engine.act(&[step], &Cancel::new()).map_err(|error| error.code);
    let outcome = report.and_then(|report| {
        let step = report.deciding().expect("a step").outcome.clone();
        step.code().map_or(Ok(step.status()), Err)
    });
    (outcome, !desktop.performed().is_empty())
}

#[test]
fn act_from_end_to_end_for_every_provider_and_every_fault() {
    for &wire in Wire::ALL {
        for &fault in Fault::ALL {
            let server = stage::server(wire, &plan(fault));
            let outcome = act(|clock| Arc::new(stage::decider(wire, &server, clock, stage::patience(fault))));
            let expected = match comes(wire, fault) {
                To(failure, _) => (Err(failure.code()), false),
                Taken(..) => (Ok(Status::Done), true),
            };
            assert_eq!(outcome, expected, "{wire:?} {}", fault.name());
        }
    }
}

#[test]
fn in_a_cascade_no_fault_keeps_the_embedded_decider_from_acting() {
    for fault in [Fault::Hang, Fault::Broken, Fault::NotJson, Fault::WrongKey] {
        let server = stage::server(Wire::SystemOne, &plan(fault));
        let outcome = act(|clock| {
            let hosted = Arc::new(stage::decider(Wire::SystemOne, &server, clock, stage::patience(fault)));
            Arc::new(Cascade::new(Arc::new(WordsDecider::new()), hosted, Arc::<FakeClock>::clone(clock)))
        });
        assert_eq!(outcome, (Ok(Status::Done), true), "{}", fault.name());
    }
}

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/decision-models.md");
    let mut page = fs::read_to_string(&path).unwrap_or_default();
    for (name, section) in [("services", services()), ("failures", failures()), ("faults", faults())] {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let from = page.find(&begin).map(|place| place + begin.len());
        let to = page.find(&end);
        let (Some(from), Some(to)) = (from, to) else {
            panic!("docs/decision-models.md has no section {name}")
        };
        page.replace_range(from..to, &section);
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/decision-models.md differs from the code: run ./x docs and look at the difference"
    );
}

fn services() -> String {
    let mut text = String::from(
        "| `SUREHAND_DECIDER` | service | address | key | model | options¹ | questions | cost |\n|---|---|---|---|---|--:|--:|---|\n",
    );
    for row in profile::ALL {
        let address = match (row.address, row.path) {
            (Some(address), _) => format!("`{address}`"),
            (None, "") => "`TYPESAFE_BASE_URL`".to_owned(),
            (None, path) => format!("`TYPESAFE_BASE_URL`, then `{path}`"),
        };
        let needed = if row.key_needed { "" } else { ", optional" };
        let model = row.model.map(|model| format!("`{model}`")).unwrap_or_default();
        let most = row.thresholds().options;
        writeln!(
            text,
            "| `{}` | {} | {address} | `{}`{needed} | {model} | {most} of {} | {} | {} |",
            row.name,
            row.service,
            row.key,
            row.options - 1,
            row.questions,
            row.cost
        )
        .unwrap();
    }
    text
}

fn failures() -> String {
    let mut text = String::from("| in the log | code | asked again | message |\n|---|---|---|---|\n");
    for failure in Failure::ALL {
        let again = if failure.is_passing() { "yes" } else { "" };
        writeln!(text, "| `{}` | `{}` | {again} | {} |", failure.name(), failure.code(), failure.sentence())
            .unwrap();
    }
    text
}

fn faults() -> String {
    let mut text =
        String::from("| fault | the server | comes to | requests | elsewhere |\n|---|---|---|--:|---|\n");
    for &fault in Fault::ALL {
        let usual = comes(Wire::SystemOne, fault);
        let (what, requests) = words(usual);
        let differs = |wire: &Wire| {
            let other = comes(*wire, fault);
            let (what, requests) = words(other);
            (other != usual).then(|| format!("{}: {what} ({requests})", service(*wire)))
        };
        let elsewhere: Vec<String> = Wire::ALL.iter().filter_map(differs).collect();
        let elsewhere = elsewhere.join("; ");
        writeln!(text, "| {} | {} | {what} | {requests} | {elsewhere} |", fault.name(), fault.what())
            .unwrap();
    }
    text
}

const fn service(wire: Wire) -> &'static str {
    match wire {
        Wire::SystemOne => "System One",
        Wire::OpenRouter => "OpenRouter",
        Wire::OpenAi => "OpenAI",
        Wire::Cloudflare => "Cloudflare",
    }
}

fn words(comes: Comes) -> (String, usize) {
    match comes {
        To(failure, requests) => (format!("`{}` ({})", failure.code(), failure.name()), requests),
        Taken(requests, "") => ("an answer".to_owned(), requests),
        Taken(requests, how) => (format!("an answer: {how}"), requests),
    }
}
