//! The form: what everybody does in a form, said as a person says it.

use serde_json::json;

use crate::stage::Program;
use crate::task::{ANYTHING, Task, step};

/// In GTK 4.8 a check button and a drop-down offer no action: docs/reproductions/gtk4-check-button.md.
pub(crate) const NO_ACTION: &[&str] = &["failed/foreground_required"];

pub(crate) fn tasks(program: Program) -> Vec<Task> {
    let without_action = if program == Program::FORM_GTK4 { NO_ACTION } else { &[] };
    let task = |name, steps: Vec<_>| Task::new(name, program, steps);
    vec![
        task(
            "name",
            vec![
                step("Put the name into the Name field")
                    .text("  Grace Hopper ")
                    .ends("done", json!({"name": "  Grace Hopper "})),
            ],
        ),
        task(
            "end of the note",
            vec![
                step("Add this to the end of the note")
                    .text("buy milk")
                    .ends("done", json!({"note": "todo:\nbuy milk"})),
            ],
        ),
        task(
            "large size, save",
            vec![
                step("Choose the large size").ends("done", json!({"size": "Large"})).refuses(without_action),
                step("Save the form").ends("done", json!({"saved": 1})),
            ],
        ),
        task(
            "email, newsletter",
            vec![
                step("Correct the email address")
                    .text("ada@example.com")
                    .ends("done", json!({"email": "ada@example.com"})),
                step("Subscribe to the newsletter")
                    .ends("done", json!({"newsletter": true}))
                    .refuses(without_action),
            ],
        ),
        task("delete, not permitted", vec![step("Delete the note").refuses(&["needs_confirmation"])]),
        task(
            "edit for billing",
            vec![step("Press Edit for billing").ends("done", json!({"edits": {"Billing": 1}}))],
        ),
        task("nothing to print", vec![step("Print the invoice").refuses(&["not_found", "ambiguous"])]),
        task(
            "empty search, by text",
            vec![step("Empty the search box").text("").ends("done", json!({"search": ""}))],
        ),
        task(
            "empty search",
            vec![step("Empty the search box").ends("done", json!({"search": "", "clear_search": ANYTHING}))],
        ),
        task(
            "size by text",
            vec![
                step("Choose the size")
                    .text("Medium")
                    .ends("done", json!({"size": "Medium"}))
                    .refuses(without_action),
            ],
        ),
        task("volume", vec![step("Set the volume").text("42").ends("done", json!({"volume": 42}))]),
    ]
}
