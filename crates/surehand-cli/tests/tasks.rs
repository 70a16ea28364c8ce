//! Real tasks on real apps, through the real server, by instruction only.
//!
//! A task passes nothing but an app, an instruction and a text: no id, role or label. It is judged by what the app
//! itself holds (the fixture's state file, or its accessibility tree read by plain D-Bus), while the typing user types
//! and must not notice anything. `SUREHAND_TASK_RUNS` repeats every task on a fresh app; the rows printed are those of
//! docs/trust.md. What each task is stands in `tasks/form.rs`, `tasks/more.rs`, `tasks/odd.rs`,
//! `tasks/gestures.rs` and `tasks/calculator.rs`.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test: it panics, and prints its table")]

#[path = "tasks/calculator.rs"]
mod calculator;
#[path = "tasks/form.rs"]
mod form;
#[path = "tasks/gestures.rs"]
mod gestures;
#[path = "tasks/more.rs"]
mod more;
#[path = "tasks/odd.rs"]
mod odd;
#[path = "tasks/stage.rs"]
mod stage;
#[path = "tasks/task.rs"]
mod task;

use stage::Program;

#[test]
fn the_form_on_gtk3() {
    stage::run("the_form_on_gtk3", &form::tasks(Program::FORM_GTK3));
}

#[test]
fn the_form_on_gtk3_through_the_driver() {
    stage::run_through_driver("the_form_on_gtk3_through_the_driver", &form::tasks(Program::FORM_GTK3));
}

#[test]
fn the_calculator_through_the_driver() {
    stage::run_through_driver("the_calculator_through_the_driver", &calculator::tasks());
}

#[test]
fn the_form_on_gtk4() {
    stage::run("the_form_on_gtk4", &form::tasks(Program::FORM_GTK4));
}

#[test]
fn the_form_on_qt5() {
    stage::run("the_form_on_qt5", &form::tasks(Program::FORM_QT5));
}

#[test]
fn the_form_on_qt6() {
    stage::run("the_form_on_qt6", &form::tasks(Program::FORM_QT6));
}

#[test]
fn more_controls_on_gtk3() {
    stage::run("more_controls_on_gtk3", &more::tasks(Program::MORE_GTK3));
}

#[test]
fn more_controls_on_gtk4() {
    stage::run("more_controls_on_gtk4", &more::tasks(Program::MORE_GTK4));
}

#[test]
fn more_controls_on_qt5() {
    stage::run("more_controls_on_qt5", &more::tasks(Program::MORE_QT5));
}

#[test]
fn more_controls_on_qt6() {
    stage::run("more_controls_on_qt6", &more::tasks(Program::MORE_QT6));
}

#[test]
fn gestures_on_gtk3() {
    stage::run("gestures_on_gtk3", &gestures::tasks(Program::GESTURES_GTK3));
}

#[test]
fn gestures_on_gtk4() {
    stage::run("gestures_on_gtk4", &gestures::tasks(Program::GESTURES_GTK4));
}

#[test]
fn gestures_on_qt5() {
    stage::run("gestures_on_qt5", &gestures::tasks(Program::GESTURES_QT5));
}

#[test]
fn gestures_on_qt6() {
    stage::run("gestures_on_qt6", &gestures::tasks(Program::GESTURES_QT6));
}

#[test]
fn the_calculator() {
    stage::run("the_calculator", &calculator::tasks());
}

#[test]
fn the_calculator_of_kde() {
    stage::run("the_calculator_of_kde", &calculator::tasks_of_kde());
}

#[test]
fn apps_that_lie_on_gtk3() {
    stage::run("apps_that_lie_on_gtk3", &odd::tasks(Program::ODD_GTK3, Program::ODD_GTK3_CLOCK));
}

#[test]
fn apps_that_lie_on_gtk4() {
    stage::run("apps_that_lie_on_gtk4", &odd::tasks(Program::ODD_GTK4, Program::ODD_GTK4_CLOCK));
}

#[test]
fn apps_that_lie_on_qt5() {
    stage::run("apps_that_lie_on_qt5", &odd::tasks(Program::ODD_QT5, Program::ODD_QT5_CLOCK));
}

#[test]
fn apps_that_lie_on_qt6() {
    stage::run("apps_that_lie_on_qt6", &odd::tasks(Program::ODD_QT6, Program::ODD_QT6_CLOCK));
}
