//! The calculator: a real app, by its keypad as a whole and key by key.

use serde_json::json;

use crate::stage::Program;
use crate::task::{ANYTHING, Step, Task, step};

fn equals(result: &str) -> Step {
    step("Press equals").ends("done", json!({"display": result}))
}

fn entered(text: &'static str) -> Step {
    step("Type the calculation on the keypad").text(text).ends("done", json!({"display": ANYTHING}))
}

fn pressed(instruction: &'static str) -> Step {
    step(instruction).ends("done", json!({"display": ANYTHING}))
}

pub(crate) fn tasks() -> Vec<Task> {
    let task = |name, steps: Vec<Step>| Task::new(name, Program::CALCULATOR, steps);
    let keys = [
        "Press the opening bracket",
        "Press 4",
        "Press 8",
        "Press plus",
        "Press 1",
        "Press 6",
        "Press the closing bracket",
        "Press divide",
        "Press 8",
    ];
    vec![
        task("(48+16)/8", vec![entered("(48+16)/8"), equals("8")]),
        task("(48+16)/8, key by key", keys.map(pressed).into_iter().chain([equals("8")]).collect()),
        task("15 % of 80", vec![entered("15%×80"), equals("12")]),
        task("7 − 19", vec![entered("7−19"), equals("−12")]),
        task(
            "7 − 19, key by key",
            ["Press 7", "Press minus", "Press 1", "Press 9"]
                .map(pressed)
                .into_iter()
                .chain([equals("−12")])
                .collect(),
        ),
    ]
}

/// A key that KDE's calculator does not show before the next number: nothing visible happens, and that is the answer.
fn unseen(instruction: &'static str) -> Step {
    pressed(instruction).ends("no_effect", json!({"display": ANYTHING}))
}

/// KDE's calculator writes a minus as ASCII does.
pub(crate) fn tasks_of_kde() -> Vec<Task> {
    let task = |name, steps: Vec<Step>| Task::new(name, Program::CALCULATOR_OF_KDE, steps);
    let brackets = vec![
        unseen("Press the opening bracket"),
        pressed("Press 4"),
        pressed("Press 8"),
        unseen("Press plus"),
        pressed("Press 1"),
        pressed("Press 6"),
        pressed("Press the closing bracket"),
        unseen("Press divide"),
        pressed("Press 8"),
        // The result is what stood there before.
        equals("8").ends("no_effect", json!({"display": "8"})),
    ];
    let sign = vec![
        pressed("Press 7"),
        unseen("Press minus"),
        pressed("Press 1"),
        pressed("Press 9"),
        equals("-12"),
        step("Change the sign").ends("done", json!({"display": "12"})),
    ];
    // All keys at once: what stays unseen until the next number cannot be told, and the result can.
    let all_keys = |text| {
        let step = step("Type the calculation on the keypad").text(text);
        step.ends("unverified", json!({"display": ANYTHING}))
    };
    let change_the_sign = step("Change the sign").ends("done", json!({"display": "12"}));
    vec![
        task(
            "(48+16)/8",
            vec![all_keys("(48+16)/8"), equals("8").ends("no_effect", json!({"display": "8"}))],
        ),
        task("15 % of 80", vec![all_keys("15%×80"), equals("12")]),
        task("48", vec![entered("48").ends("done", json!({"display": "48"}))]),
        task("7 − 19", vec![all_keys("7−19"), equals("-12"), change_the_sign]),
        task("(48+16)/8, key by key", brackets),
        task("7 − 19, then the sign", sign),
    ]
}
