//! What is logged. Alone in its program: which subscriber hears a place in the code is settled once for all threads.

#![expect(clippy::expect_used, reason = "a test")]

#[path = "servers/stage.rs"]
mod stage;

use std::io::Write;
use std::sync::{Arc, Mutex};

use surehand_core::decider::Decider;
use surehand_testkit::clock::FakeClock;
use surehand_testkit::decision_server::{Fault, Wire};

/// What is logged, in memory.
#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("alone").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_log_has_code_kind_and_request_and_nothing_of_a_screen_or_a_key() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let faults = [Fault::WrongKey, Fault::NotJson, Fault::TalkingModel, Fault::TalkingId, Fault::None];
    tracing::subscriber::with_default(subscriber, || {
        for fault in faults {
            let server = stage::server(Wire::SystemOne, &[fault]);
            let decider = stage::decider(Wire::SystemOne, &server, &FakeClock::new(), stage::patience(fault));
            drop(decider.ask(&stage::request(3), &stage::deadline()));
        }
    });
    let text = String::from_utf8(log.0.lock().expect("alone").clone()).expect("text");
    let line = "WARN surehand_decide::hosted: no decision decider=\"system-one\" code=\"decider_unavailable\" \
                kind=\"key\" status=401 request_id=\"req_mock-1\"";
    assert!(text.contains(line), "{text}");
    assert!(text.contains("code=\"decider_bad_response\" kind=\"not_json\" status=200"), "{text}");
    for never in ["hunter2", stage::KEY, "Save", "Forms", "Ready"] {
        assert!(!text.contains(never), "{never} in {text}");
    }
}
