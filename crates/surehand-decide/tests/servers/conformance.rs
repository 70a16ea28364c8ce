//! The client against the mock of `jevcompat`, the public conformance suite for servers of the System One wire.
//!
//! `./x setup` installs it. Where it is missing the test says so and passes, except on CI.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::Value;
use surehand_core::clock::Clock;
use surehand_core::decider::Decider;
use surehand_core::secret::Secret;
use surehand_decide::Failure::{self, *};
use surehand_decide::{Endpoint, Hosted, Profile, Timeouts};
use surehand_testkit::clock::FakeClock;

use crate::stage;

/// What comes of each of the suite's faults; `None` is an answer. The rest of its faults concern scores and yes-or-no
/// questions, which are not asked, and requests that are not sent.
const FAULTS: &[(&str, Option<Failure>)] = &[
    ("none", None),
    ("key", None),
    ("wrong-route", Some(NotFound)),
    ("xssi-200", Some(NotJson)),
    ("plain-content-type", None),
    ("models-404", None),
    ("auth-rejects-header", None),
    ("auth-x-api-key", Some(Key)),
    ("reject-jev-latest", Some(NotFound)),
    ("first-question-only", Some(Misfit)),
    ("strict-ids", None),
    ("nfd-keys", None),
    ("forbid-extra", None),
    // Options are described by objects, as the wire allows.
    ("string-only-text", Some(Invalid)),
    ("no-null-description", None),
    ("cap-64", None),
    ("no-usage", None),
    ("float-usage", None),
    ("extra-answer", None),
    ("nan", Some(NotJson)),
    ("unprefixed-extra", None),
    ("choice-no-confidence", None),
    // Names of options are in small letters already.
    ("choice-key-case", None),
    ("choice-sum", Some(Misfit)),
    ("choice-second", Some(Misfit)),
    ("confidence-over", None),
    ("confidence-margin", None),
    ("id-leaks", None),
    ("batch-leaks", None),
    ("order-leaks", None),
];

/// The Python that has the suite.
fn python() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("SUREHAND_TEST_PYTHON").map(PathBuf::from);
    let python = named.unwrap_or_else(|| root.join(".surehand/venv/bin/python"));
    let has_it = Command::new(&python).args(["-c", "import jevcompat"]).stderr(Stdio::null()).status();
    let found = has_it.is_ok_and(|status| status.success()).then_some(python);
    if found.is_none() {
        let missing = "no Python with jevcompat: run `./x setup`, or name one by SUREHAND_TEST_PYTHON";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        println!("skipped: {missing}");
    }
    found
}

#[test]
fn the_public_suite_s_mock_is_understood_with_and_without_its_faults() {
    let Some(python) = python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/conformance.py");
    let mut mocks = Command::new(python)
        .arg(script)
        .arg(stage::KEY)
        .args(FAULTS.iter().map(|(fault, _)| fault))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut line = String::new();
    BufReader::new(mocks.stdout.take().expect("its output")).read_line(&mut line).expect("the addresses");
    let addresses: Value = serde_json::from_str(&line).expect("the addresses");
    for (fault, expected) in FAULTS {
        let address = addresses[fault].as_str().expect("an address");
        let endpoint = Endpoint::parse("a test", address).expect("loopback");
        let clock: Arc<dyn Clock> = FakeClock::new();
        let key = matches!(*fault, "key" | "auth-x-api-key").then(|| Secret::new(stage::KEY));
        let decider =
            Hosted::new(Profile::at(&endpoint), &endpoint, "jev-latest", key, Timeouts::default(), clock);
        let result = decider.ask(&stage::request(12), &stage::deadline());
        match expected {
            None => assert!(result.is_ok(), "{fault}: {result:?}"),
            Some(failure) => {
                let error = result.expect_err(fault);
                assert!(error.message.starts_with(failure.sentence()), "{fault}: {error}");
            }
        }
    }
    // Its input ends, and so does it.
    drop(mocks.stdin.take());
    assert!(mocks.wait().expect("it ends").success());
}
