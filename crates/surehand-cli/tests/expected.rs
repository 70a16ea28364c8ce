//! What is offered in the windows of real apps, against what a person sees in them.
//!
//! `fixtures/expected/` holds a list of each window, written from screenshots; this starts the app as its list says,
//! observes it through the real server, and counts what was missed and what is too much. A control counts once, by its
//! kind and the name that is to be seen, however many things can be done to it. Each miss, each extra and each wrong
//! shortcut is printed; what the window shows late is waited for up to a limit.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test: it panics, and prints its table"
)]

#[path = "expected/compare.rs"]
mod compare;
#[path = "expected/list.rs"]
mod list;
#[path = "expected/offered.rs"]
mod offered;
#[path = "expected/pressed.rs"]
mod pressed;
#[path = "expected/window.rs"]
mod window;

/// At least so much of what is seen is offered, and at least so much of what is offered is seen: in percent.
const REAL: f64 = 98.0;
const FIXTURE: f64 = 100.0;

macro_rules! lists {
    ($($(#[$doc:meta])* $test:ident: $list:literal, $least:expr;)*) => {
        $(#[test]
        fn $test() {
            window::check(stringify!($test), $list, $least);
        })*

        /// No list is forgotten here.
        #[test]
        fn every_list_is_checked() {
            let mut checked = vec![$($list.to_owned()),*];
            checked.sort_unstable();
            assert_eq!(window::lists(), checked);
        }
    };
}

lists! {
    featherpad: "featherpad", REAL;
    form_on_gtk3: "form-gtk3", FIXTURE;
    form_on_gtk4: "form-gtk4", FIXTURE;
    form_on_qt5: "form-qt5", FIXTURE;
    form_on_qt6: "form-qt6", FIXTURE;
    gnome_calculator: "gnome-calculator", REAL;
    gnome_calculator_preferences: "gnome-calculator-preferences", REAL;
    gnome_text_editor: "gnome-text-editor", REAL;
    kcalc: "kcalc", REAL;
    mousepad: "mousepad", REAL;
    qt6ct: "qt6ct", REAL;
    thunar: "thunar", REAL;
}
