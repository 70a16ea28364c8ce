//! The controls that the form lacks: numbers, very many rows, menus, twins in rows, pages, a tree.

use serde_json::json;

use crate::stage::Program;
use crate::task::{Task, step};

/// In GTK 4.8 a radio button is a check button, which offers no action: docs/reproductions/gtk4-check-button.md.
const NO_ACTION: &[&str] = &["failed/foreground_required"];

pub(crate) fn tasks(program: Program) -> Vec<Task> {
    let gtk4 = program == Program::MORE_GTK4;
    let without_action = if gtk4 { NO_ACTION } else { &[] };
    let task = |name, steps: Vec<_>| Task::new(name, program, steps);
    let mut tasks = vec![
        task("export", vec![step("Choose File > Export…").ends("done", json!({"file": ["Export…"]}))]),
        task("copies", vec![step("Set the copies to 12").text("12").ends("done", json!({"copies": 12}))]),
        task(
            "a font that is no suggestion",
            vec![
                step("Replace the text in the Font text field")
                    .text("Gothic 12")
                    .ends("done", json!({"font": "Gothic 12"})),
            ],
        ),
        task(
            "gold plan",
            vec![step("Choose Gold").ends("done", json!({"plan": "Gold"})).refuses(without_action)],
        ),
        task("bold", vec![step("Turn on Bold").ends("done", json!({"bold": true}))]),
        task("details", vec![step("Expand the details").ends("done", json!({"details": true}))]),
        task("page", vec![step("Show the Colours page").ends("done", json!({"page": "Colours"}))]),
        task("branch", vec![step("Select Plants").ends("done", json!({"branch": "Plants"}))]),
        task(
            "insert at the caret",
            vec![
                step("Insert this into the remark at the caret")
                    .text("the 👍 ")
                    .ends("done", json!({"remark": "begin 😀 the 👍 end"})),
            ],
        ),
        task("row 4,321 of 10,000", vec![step("Select row 4,321").ends("done", json!({"row": "Row 4,321"}))]),
        task(
            "row 8,765 of 10,000, by text",
            vec![
                step("Select this row in the list")
                    .text("Row 8,765")
                    .ends("done", json!({"row": "Row 8,765"})),
            ],
        ),
        task(
            "the second of twins",
            vec![
                step("Remove Beta").refuses(&["needs_confirmation"]),
                step("Remove Beta").confirms().ends("done", json!({"removed": {"Beta": 1}})),
            ],
        ),
        task(
            "second Remove, not permitted",
            vec![step("Remove Beta from the members").refuses(&["needs_confirmation"])],
        ),
    ];
    let in_qt = program == Program::MORE_QT5 || program == Program::MORE_QT6;
    // Qt has neither a button that stays down nor an expander of its own.
    tasks.retain(|task| !in_qt || !["bold", "details"].contains(&task.name));
    tasks
}
