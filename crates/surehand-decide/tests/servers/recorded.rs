//! A recording answers as the model did, and nothing else.

use std::path::PathBuf;
use std::sync::Arc;

use surehand_core::code::Code;
use surehand_core::decider::Decider;
use surehand_decide::Recorded;
use surehand_picker::WordsDecider;
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{Fault, Wire};

use crate::stage;

/// A file of this test process that is removed at the end.
struct Tape(PathBuf);

impl Tape {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("surehand-{}-{name}.jsonl", std::process::id())))
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[test]
fn what_was_recorded_is_replayed_without_the_server_and_a_changed_request_is_an_error() {
    let tape = Tape::new("hosted");
    let clock = FakeClock::new();
    let recorded = {
        let server = stage::server(Wire::OpenRouter, &[Fault::NoProbabilities, Fault::None]);
        let hosted =
            Arc::new(stage::decider(Wire::OpenRouter, &server, &clock, stage::patience(Fault::None)));
        let recording = Recorded::recording(hosted, &tape.0).expect("a file");
        let ask = |count| recording.ask(&stage::request(count), &stage::deadline()).expect("an answer");
        [ask(5), ask(5), ask(7)]
    };
    let replaying = Recorded::replaying(&tape.0).expect("a recording");
    assert_eq!((replaying.name(), replaying.thresholds().options), ("openrouter", 60));
    let ask = |count| replaying.ask(&stage::request(count), &stage::deadline());
    let [first, second, other] = recorded;
    assert!(first.thresholds.is_some() && second.thresholds.is_none());
    assert_eq!([ask(7), ask(5), ask(5), ask(5)], [Ok(other), Ok(first), Ok(second.clone()), Ok(second)]);
    let mut changed = stage::request(5);
    changed.window.push('!');
    let error = replaying.ask(&changed, &stage::deadline()).expect_err("another screen");
    assert_eq!(error.code, Code::DeciderUnavailable);
    assert!(error.message.contains("changed"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_recording_is_for_its_owner_only_and_holds_no_key() {
    use std::os::unix::fs::PermissionsExt;
    let tape = Tape::new("private");
    std::fs::write(&tape.0, "old and open").expect("a file");
    let recording = Recorded::recording(Arc::new(WordsDecider::new()), &tape.0).expect("a file");
    recording.ask(&stage::request(3), &stage::deadline()).expect("an answer");
    let mode = std::fs::metadata(&tape.0).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = std::fs::read_to_string(&tape.0).expect("a file");
    assert!(text.starts_with("{\"format\":\"surehand-decisions-1\"") && text.lines().count() == 2, "{text}");
}

#[test]
fn a_file_that_is_no_recording_is_an_error() {
    let tape = Tape::new("broken");
    for text in ["", "{}", "hello", "{\"format\":\"surehand-decisions-1\",\"decider\":\"x\"}"] {
        std::fs::write(&tape.0, text).expect("a file");
        assert!(Recorded::replaying(&tape.0).is_err(), "{text}");
    }
    assert!(Recorded::replaying(&tape.0.join("missing")).is_err());
    assert!(Recorded::recording(Arc::new(WordsDecider::new()), &tape.0.join("missing")).is_err());
}
