//! The odd app: it is late, does nothing, or changes what it was given, and must be told on.

use serde_json::{Value, json};

use crate::stage::Program;
use crate::task::{ANYTHING, Task, step};

/// What an entry of the odd app holds, however often its toolkit says so.
fn holds(entry: &str, text: &str) -> Value {
    json!({entry: {"text": text, "used": ANYTHING, "meddled": ANYTHING}})
}

pub(crate) fn tasks(program: Program, with_clock: Program) -> Vec<Task> {
    let entered = |name, instruction, entry, text: &'static str, kept: &str| {
        let step = step(instruction).text(text).ends("mismatch", holds(entry, kept));
        Task::new(name, program, vec![step])
    };
    let mut tasks = vec![
        Task::new(
            "late by 250 ms",
            program,
            vec![step("Press Late").ends("done", json!({"late": {"used": 1, "shown": 1}}))],
        ),
        Task::new(
            "does nothing",
            program,
            vec![step("Press Dead").ends("no_effect", json!({"dead": {"used": 1}}))],
        ),
        entered("trims", "Put this into the Trimming field", "trimming", " Grace ", "Grace"),
        entered("upper-cases", "Put this into the Shouting field", "shouting", "Grace", "GRACE"),
        entered(
            "reverts after 300 ms",
            "Put this into the Reverting field",
            "reverting",
            "Grace",
            "as it was",
        ),
        entered(
            "reverts after 50 ms",
            "Put this into the Reverting soon field",
            "reverting soon",
            "Grace",
            "as it was",
        ),
        Task::new(
            "flips back after 300 ms",
            program,
            vec![
                step("Turn on Stubborn")
                    .ends("mismatch", json!({"stubborn": {"on": false, "used": 1, "meddled": 1}})),
            ],
        ),
        Task::new(
            "does nothing, clock ticks",
            with_clock,
            vec![
                step("Press Dead")
                    .ends("no_effect", json!({"dead": {"used": 1}}))
                    .ends("unverified", json!({"dead": {"used": 1}})),
            ],
        ),
    ];
    // GTK 4 has no dialog that keeps its caller, and Qt's come to the front: `front.rs`.
    if program == Program::ODD_GTK3 {
        tasks.push(Task::new(
            "a dialog that keeps the app",
            program,
            vec![
                step("Press Ask").ends("done", json!({"ask": {"opened": 1}})),
                step("Press OK").ends("done", json!({"ask": {"ok": 1}})),
            ],
        ));
    }
    tasks
}
