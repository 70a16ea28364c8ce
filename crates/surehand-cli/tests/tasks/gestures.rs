//! What needs more than a click, by instruction: scrolling, and Return in a field.
//!
//! Where a toolkit has no way, nothing of the kind is offered, and the answer is that nothing here does it. Never does
//! another control get it in its place: of two that scroll in Qt only one can be scrolled.

use serde_json::json;

use crate::stage::Program;
use crate::task::{ANYTHING, Task, step};

const NOTHING: &[&str] = &["not_found", "ambiguous"];

pub(crate) fn tasks(program: Program) -> Vec<Task> {
    let task = |name, steps: Vec<_>| Task::new(name, program, steps);
    let in_qt = program == Program::GESTURES_QT5 || program == Program::GESTURES_QT6;
    let scrolled = |what: &str| json!({"scrolled": {what: ANYTHING}});
    let list = step("Scroll down in the City list");
    let list = if in_qt { list.refuses(NOTHING) } else { list.ends("done", scrolled("City")) };
    let submit = |instruction| {
        let submit = step(instruction);
        let submit = if program == Program::GESTURES_GTK4 {
            submit.refuses(NOTHING)
        } else {
            // By its other name the embedded picker is not sure enough to act, and asks.
            let sure = submit.ends("done", json!({"searched": ["Lyon"]}));
            if instruction.contains("Enter") { sure.refuses(&["ambiguous"]) } else { sure }
        };
        vec![step("Put this into the Search field").text("Lyon").ends("done", json!({})), submit]
    };
    vec![
        task("scroll a text", vec![step("Scroll down in the Log").ends("done", scrolled("Log"))]),
        task("scroll a list", vec![list]),
        task("submit a search", submit("Press Return in the Search field")),
        task("submit a search by its other name", submit("Press Enter in the Search field")),
    ]
}
