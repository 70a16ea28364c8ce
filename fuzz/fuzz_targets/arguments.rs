//! Any arguments to any tool, on a desktop in memory: an answer within its budget, never a panic.
//!
//! The first byte chooses the tool, the rest is the JSON. What the parser lets through is really called, in fake time,
//! so that the engine and the wire see what nobody would write by hand.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use surehand::core::clock::Cancel;
use surehand::core::element::Checked;
use surehand::core::error::Invalid;
use surehand::wire::request::{self, Arguments};
use surehand::wire::subtask::{self, RunRequest};
use surehand::wire::{Answer, answer};
use surehand::{Allowed, Job, Session};
use surehand_memory::{MemoryDesktop, Node, WindowState};
use surehand_testkit::clock::FakeClock;

fuzz_target!(|data: &[u8]| {
    let Some((tool, json)) = data.split_first() else { return };
    let Ok(arguments) = serde_json::from_slice::<Arguments>(json) else { return };
    let answer = called(*tool, &arguments).unwrap_or_else(|invalid| {
        assert!(!invalid.path.is_empty() && invalid.to_string().len() < 2_000, "{invalid}");
        Answer::invalid(&invalid)
    });
    let json = answer.json();
    assert!(
        json.len() <= answer::EXTRACT_BUDGET.max(answer::ACT_BUDGET).max(limit(&arguments)),
        "{} bytes",
        json.len()
    );
    serde_json::from_str::<serde_json::Value>(&json).expect("an answer is JSON");
});

/// What a caller's `limit` raises the budget to.
fn limit(arguments: &Arguments) -> usize {
    let limit = arguments.get("limit").and_then(serde_json::Value::as_u64).unwrap_or_default();
    usize::try_from(limit).unwrap_or(usize::MAX).saturating_mul(200).saturating_add(4_096)
}

fn called(tool: u8, arguments: &Arguments) -> Result<Answer, Invalid> {
    let cancel = Cancel::new();
    Ok(match tool % 7 {
        0 => {
            let request = request::observe(arguments)?;
            Answer::observe(&session().observe(&request, &cancel), request.limit)
        }
        1 => Answer::act(&session().act(&request::act(arguments)?, &cancel)),
        2 => {
            let request = request::extract(arguments)?;
            Answer::extract(&session().extract(&request.target, &request.instruction, &cancel))
        }
        3 => Answer::windows(&session().windows(request::windows(arguments)?.as_deref(), &cancel)),
        4 => Answer::wait(&session().wait(&request::wait(arguments)?, &cancel)),
        5 => {
            let request = request::screenshot(arguments)?;
            Answer::screenshot(&session().screenshot(&request.target, &cancel), request.marks)
        }
        _ => {
            let RunRequest { target, subtask, config, .. } = &subtask::tool(arguments)?;
            let (session, job) = (session(), Job { target, subtask, config, cancel: &cancel });
            let result = session.run(&job, session.policy().as_mut(), &mut |_: &_| {});
            Answer::run(&result, &subtask.secrets())
        }
    })
}

fn session() -> Session {
    let clock = FakeClock::new();
    let desktop = MemoryDesktop::new(clock.clone());
    clock.drive(&desktop);
    desktop.open(WindowState::new("form", "A form", "Forms", 7).containing([
        Node::text_field("name", "Name", "Ada"),
        Node::password_field("word", "Password", "secret"),
        Node::check_box("news", "Newsletter", Checked::Off),
        Node::combo_box("size", "Size", &["Small", "Large"], "Small"),
        Node::slider("age", "Age", 5.0, 0.0, 120.0),
        Node::table("rows", "Rows", &[&["a", "1"], &["b", "2"]]),
        Node::button("save", "Save"),
        Node::button("delete", "Delete"),
    ]));
    desktop.open_in_front(WindowState::new("editor", "Mine", "Editor", 8));
    let clock: Arc<FakeClock> = clock;
    Session::builder().desktop(desktop).clock(clock).allowed(Allowed::Everything).build()
}
