//! A session on the in-memory desktop: connecting late, permissions, the act lock, and what reaches the wire.

#![expect(clippy::expect_used, reason = "a test")]

mod support {
    use std::sync::Arc;

    use surehand::{Allowed, Session};
    use surehand_memory::{MemoryDesktop, Node, WindowState};
    use surehand_testkit::clock::FakeClock;

    /// A session on a small form, in fake time.
    pub(crate) fn form(allowed: Allowed) -> (Arc<MemoryDesktop>, Session) {
        let clock = FakeClock::new();
        let desktop = MemoryDesktop::new(clock.clone());
        clock.drive(&desktop);
        desktop.open(WindowState::new("form", "The form", "Forms", 7).containing([
            Node::text_field("name", "Name", "Ada"),
            Node::button("save", "Save"),
            Node::button("delete", "Delete note"),
            Node::text("status", "Ready"),
        ]));
        desktop.open_in_front(WindowState::new("editor", "What the user does", "Editor", 8));
        let session = Session::builder().desktop(desktop.clone()).clock(clock).allowed(allowed).build();
        (desktop, session)
    }
}

use serde_json::{Value, json};
use surehand::core::clock::{Cancel, Clock, SystemClock};
use surehand::core::code::Code;
use surehand::core::engine::{ObserveRequest, StepRequest, Target};
use surehand::lock::ActLock;
use surehand::wire::{Answer, request};
use surehand::{Allowed, Session};
use surehand_memory::key;

fn read(answer: &Answer) -> Value {
    serde_json::from_str(&answer.json()).expect("valid JSON")
}

fn arguments(value: Value) -> request::Arguments {
    value.as_object().cloned().expect("an object")
}

fn observe(session: &Session, value: Value) -> Value {
    let request = request::observe(&arguments(value)).expect("valid");
    read(&Answer::observe(&session.observe(&request, &Cancel::new()), request.limit))
}

fn act(session: &Session, value: Value) -> Value {
    let steps = request::act(&arguments(value)).expect("valid");
    read(&Answer::act(&session.act(&steps, &Cancel::new())))
}

#[test]
fn without_permission_no_app_is_even_looked_for() {
    let (desktop, session) = support::form(Allowed::Nothing);
    for app in ["Forms", "No such app"] {
        let target = Target { app: Some(app.to_owned()), ..Target::default() };
        let request = ObserveRequest { target: target.clone(), ..ObserveRequest::default() };
        let step =
            StepRequest { target: target.clone(), instruction: "Save".to_owned(), ..StepRequest::default() };
        let codes = [
            session.observe(&request, &Cancel::new()).map(|_| ()).map_err(|error| error.code),
            session.act(&[step], &Cancel::new()).map(|_| ()).map_err(|error| error.code),
            session.extract(&target, "the status", &Cancel::new()).map(|_| ()).map_err(|error| error.code),
        ];
        assert_eq!(codes, [Err(Code::PermissionDenied); 3]);
    }
    assert!(desktop.performed().is_empty());
}

#[test]
fn a_form_is_seen_filled_and_read() {
    let (desktop, session) = support::form(Allowed::Everything);
    let seen = observe(&session, json!({"app": "Forms"}));
    assert_eq!(seen["window"]["title"], "The form", "{seen}");
    let lines = seen["candidates"].as_array().expect("a list");
    let field = lines.iter().find(|line| line["kind"] == "set_value").expect("the field").clone();
    let other = lines
        .iter()
        .find(|line| line["does"].as_str().is_some_and(|does| does.contains("Delete")))
        .expect("it");

    let done = act(
        &session,
        json!({"app": "Forms", "candidateId": field["id"], "text": "  Grace Hopper ",
               "then": [{"candidateId": other["id"]}, {"candidateId": field["id"], "text": "never"}]}),
    );
    assert_eq!(desktop.text(&key("name")).as_deref(), Some("  Grace Hopper "), "{done}");
    assert_eq!(done["steps"][0]["status"], "done", "{done}");
    assert_eq!(done["status"], "needs_confirmation", "{done}");
    assert_eq!((&done["action"]["risk"], &done["skipped"]), (&json!("delete"), &json!(1)), "{done}");
    assert_eq!(desktop.presses(&key("delete")), 0);

    let appended =
        act(&session, json!({"app": "Forms", "candidateId": field["also"]["append"], "text": "!"}));
    assert_eq!(appended["status"], "done", "{appended}");
    assert_eq!(desktop.text(&key("name")).as_deref(), Some("  Grace Hopper !"));
}

#[test]
fn a_cancelled_waiting_act_never_runs_and_looking_does_not_wait() {
    let clock = SystemClock::new();
    let lock = ActLock::of_this_process();
    let (desktop, _) = support::form(Allowed::Everything);
    let session =
        Session::builder().desktop(desktop.clone()).lock(lock.clone()).allowed(Allowed::Everything).build();
    let held = lock.acquire(&clock, &Cancel::new()).expect("free");
    let target = Target { app: Some("Forms".to_owned()), ..Target::default() };
    let step =
        StepRequest { target: target.clone(), instruction: "Save".to_owned(), ..StepRequest::default() };
    let cancel = Cancel::new();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| session.act(&[step], &cancel));
        let seen = session.windows(None, &Cancel::new()).expect("looking never waits");
        assert_eq!(seen.len(), 2);
        cancel.cancel();
        let error = waiting.join().expect("no panic").expect_err("cancelled");
        assert_eq!(error.code, Code::Cancelled);
    });
    drop(held);
    assert!(desktop.performed().is_empty());
    assert!(clock.now().since_start().as_secs() < 60);
}
