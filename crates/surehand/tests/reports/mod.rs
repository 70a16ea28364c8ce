//! Hand-made reports of the engine for golden files.

use std::time::Duration;

use surehand::Screenshot;
use surehand::core::action::ActionKind;
use surehand::core::candidate::Candidate;
use surehand::core::change::Change;
use surehand::core::code::Code;
use surehand::core::desktop::Picture;
use surehand::core::element::{Bounds, ElementKey, Role};
use surehand::core::engine::{
    ActionReport, DecisionReport, Extracted, ExtractedElement, Extraction, Observation, PickReport, Ranked,
    StepReport, Verification, WindowReport,
};
use surehand::core::error::Error;
use surehand::core::gesture::Gesture;
use surehand::core::outcome::{Evidence, Outcome, Status};
use surehand::core::risk::Risk;
use surehand::core::route::RouteKind;
use surehand::core::screen::Field;
use surehand::core::snapshot::LeftOut;
use surehand::core::window::{App, Window, WindowKey, WindowKind};
use surehand::picture::Mark;

pub(crate) fn window() -> Window {
    Window {
        key: WindowKey::new("w"),
        id: 6_291_460,
        app: App { name: "Contacts".to_owned(), aliases: Vec::new(), pid: 4711 },
        title: "Grace – Contacts".to_owned(),
        kind: WindowKind::Normal,
        modal: false,
        active: true,
        minimized: false,
        workspace: None,
        bounds: None,
    }
}

fn window_report() -> WindowReport {
    WindowReport {
        window: window(),
        modal: Some("Dialog \"Preferences\"".to_owned()),
        other_windows: vec!["History".to_owned()],
    }
}

fn candidate(id: &str, action: ActionKind, key: &str, does: &str) -> Candidate {
    Candidate {
        id: id.to_owned(),
        action,
        position: 0,
        key: ElementKey::new(key),
        does: does.to_owned(),
        value: None,
        needs_text: action.takes_text(),
        risk: None,
        shortcut: None,
        enabled: true,
        option: None,
        keys: Vec::new(),
        choices: Vec::new(),
        towards: None,
        gesture: Gesture::Plain,
    }
}

fn candidates() -> Vec<Candidate> {
    let of_name = |id, action, does| Candidate {
        value: Some("Grace".to_owned()),
        ..candidate(id, action, "name", does)
    };
    vec![
        candidate("k7qd", ActionKind::Click, "seven", "click Button \"7\""),
        of_name("m2xw", ActionKind::SetValue, "replace the whole text of TextField \"Name\""),
        of_name("p9aa", ActionKind::TypeInto, "insert text into TextField \"Name\""),
        of_name("r4bb", ActionKind::Append, "add text to the end of TextField \"Name\""),
        Candidate {
            enabled: false,
            ..candidate("t1cc", ActionKind::Toggle, "news", "toggle CheckBox \"Send newsletter\"")
        },
        Candidate {
            risk: Some(Risk::Close),
            shortcut: Some("ctrl+q".to_owned()),
            ..candidate("v8dd", ActionKind::Menu, "quit", "menu File > Quit")
        },
    ]
}

fn decision() -> DecisionReport {
    DecisionReport {
        model: "surehand-words-1".to_owned(),
        calls: 1,
        input_tokens: 0,
        elapsed: Duration::from_micros(1_400),
    }
}

fn field(role: Role, label: &str, value: Option<&str>) -> Field {
    Field {
        role,
        label: label.to_owned(),
        value: value.map(str::to_owned),
        position: 0,
        checked: None,
        enabled: true,
    }
}

pub(crate) fn observation() -> Observation {
    Observation {
        window: window_report(),
        screen_text: vec!["48+16".to_owned(), "64".to_owned()],
        fields: vec![
            field(Role::TextField, "Name", Some("Grace")),
            Field { enabled: false, ..field(Role::CheckBox, "Send newsletter", Some("off")) },
            field(Role::PasswordField, "Password", None),
            field(Role::TextArea, "Note", Some(&"a long note ".repeat(40))),
        ],
        total: 43,
        p_none: None,
        candidates: candidates().into_iter().map(|candidate| Ranked { candidate, p: None }).collect(),
        decision: None,
        left_out: LeftOut::default(),
    }
}

pub(crate) fn screenshot_of(width: u32, height: u32) -> Screenshot {
    let mark = |id: &str, x, y| Mark { id: id.to_owned(), bounds: Bounds { x, y, width: 81, height: 25 } };
    Screenshot {
        window: window_report(),
        picture: Picture { width, height, rgba: [230, 230, 230, 255].repeat((width * height) as usize) },
        marks: vec![mark("k7qd", 10, 10), mark("m2xw", 101, 10), mark("far1", 9_000, 10)],
    }
}

pub(crate) fn ranked_observation() -> Observation {
    let ranks = [0.912_345, 0.04, 0.02, 0.01, 0.005, 0.000_01];
    let ranked = candidates().into_iter().zip(ranks).map(|(candidate, p)| Ranked { candidate, p: Some(p) });
    Observation {
        p_none: Some(0.021_25),
        candidates: ranked.collect(),
        decision: Some(decision()),
        left_out: LeftOut { elements: 7, ..LeftOut::default() },
        ..observation()
    }
}

fn action() -> ActionReport {
    ActionReport {
        id: "m2xw".to_owned(),
        kind: ActionKind::SetValue,
        does: "replace the whole text of TextField \"Name\"".to_owned(),
        routes: vec![RouteKind::EditableText],
        risk: None,
    }
}

fn change() -> Change {
    Change {
        fields_changed: vec!["TextField \"Name\": \"\" → \"  Grace Hopper \"".to_owned()],
        window_title: Some("*Grace – Contacts".to_owned()),
        ..Change::default()
    }
}

/// A step as it looks when it ends like that.
pub(crate) fn step(status: Status) -> StepReport {
    let bare = StepReport {
        outcome: Outcome::not_found("nothing in the window fits the instruction"),
        window: Some(window_report()),
        action: None,
        pick: None,
        verification: None,
        change: None,
        screen_text: Vec::new(),
        new_candidates: Vec::new(),
        new_total: None,
        shortlist: Vec::new(),
        decision: Some(decision()),
        elapsed: Duration::from_millis(412),
    };
    let acted = StepReport {
        action: Some(action()),
        pick: Some(PickReport { p: 0.93, rule: "strict" }),
        verification: Some(Verification { exact: false, snapshots: 6 }),
        ..bare.clone()
    };
    match status {
        Status::Done => StepReport {
            outcome: Outcome::done(
                "TextField reads exactly \"  Grace Hopper \"",
                Evidence::Reads {
                    target: "TextField \"Name\"".into(),
                    value: "  Grace Hopper ".into(),
                    readings: 2,
                },
            ),
            verification: Some(Verification { exact: true, snapshots: 2 }),
            change: Some(change()),
            screen_text: vec!["Saved".to_owned()],
            new_candidates: candidates(),
            new_total: Some(120),
            ..acted
        },
        Status::Unverified => {
            StepReport { outcome: Outcome::unverified("the field cannot be read"), ..acted }
        }
        Status::NoEffect => StepReport { outcome: Outcome::no_effect("nothing changed in 800 ms"), ..acted },
        Status::Mismatch => StepReport {
            outcome: Outcome::mismatch("TextField reads \"Grace Hopper\": a blank was lost"),
            change: Some(change()),
            ..acted
        },
        Status::Ambiguous => StepReport {
            outcome: Outcome::ambiguous("more than one control may be meant"),
            shortlist: ranked_observation().candidates.into_iter().take(2).collect(),
            ..bare
        },
        Status::NeedsConfirmation => StepReport {
            outcome: Outcome::needs_confirmation("this may delete something: confirm with the id"),
            action: Some(ActionReport {
                id: "d3ee".to_owned(),
                kind: ActionKind::Click,
                does: "click Button \"Delete note\"".to_owned(),
                routes: Vec::new(),
                risk: Some(Risk::Delete),
            }),
            pick: acted.pick,
            ..bare
        },
        Status::NotFound => bare,
        Status::Failed => StepReport {
            outcome: Outcome::failed(Code::NotEnabled, "Button \"Save\" does not react to input now"),
            action: acted.action,
            ..bare
        },
    }
}

/// A step during which the app ended.
pub(crate) fn broken_step() -> StepReport {
    StepReport {
        outcome: Outcome::from(Error::new(Code::AppGone, "the app ended").after_sending()),
        window: None,
        ..step(Status::NotFound)
    }
}

fn element(content: Extracted) -> ExtractedElement {
    ExtractedElement {
        role: Role::TextField.name(),
        label: "Name".to_owned(),
        identifier: Some("name".to_owned()),
        p: 0.97,
        content,
    }
}

pub(crate) fn extraction(content: Extracted) -> Extraction {
    let evidence = Evidence::Reads { target: "TextField \"Name\"".into(), value: String::new(), readings: 1 };
    Extraction {
        outcome: Outcome::done("read", evidence),
        window: window_report(),
        element: Some(element(content)),
        elements: Vec::new(),
        decision: decision(),
    }
}

pub(crate) fn ambiguous_extraction() -> Extraction {
    let row = |name: &str| vec![name.to_owned(), "1".to_owned()];
    let rows = ["a", "b", "c", "d"].map(row).to_vec();
    Extraction {
        outcome: Outcome::ambiguous("more than one element may be meant"),
        element: None,
        elements: vec![
            element(Extracted::Value { text: "x".repeat(300), exact: true }),
            ExtractedElement {
                p: 0.4,
                identifier: None,
                ..element(Extracted::Rows { rows, truncated: false })
            },
        ],
        ..extraction(Extracted::Text(String::new()))
    }
}

/// A window full of controls with that label.
pub(crate) fn crowded(label: &str, count: usize, ranked: bool) -> Observation {
    let line = |index: usize| Ranked {
        candidate: Candidate {
            value: index.is_multiple_of(3).then(|| label.to_owned()),
            ..candidate(&format!("c{index:05}"), ActionKind::Click, &format!("key{index}"), label)
        },
        p: ranked.then_some(0.001),
    };
    let mut observation = observation();
    observation.window.other_windows = vec![label.to_owned(); 40];
    observation.window.window.title = label.to_owned();
    observation.screen_text = vec![label.to_owned(); 60];
    observation.fields = vec![field(Role::TextField, label, Some(label)); 200];
    observation.total = count;
    observation.candidates = (0..count).map(line).collect();
    observation
}

/// A step after which everything was new, with that label.
pub(crate) fn crowded_step(label: &str) -> StepReport {
    let observation = crowded(label, 80, true);
    let texts = vec![label.to_owned(); 60];
    let mut step = step(Status::Ambiguous);
    step.outcome = Outcome::ambiguous(label.to_owned());
    step.window = Some(observation.window);
    step.action = Some(ActionReport { does: label.to_owned(), ..action() });
    step.shortlist = observation.candidates.iter().take(5).cloned().collect();
    step.change = Some(Change {
        appeared: texts.clone(),
        disappeared: texts.clone(),
        fields_changed: texts.clone(),
        texts_changed: texts.clone(),
        window_title: Some(label.to_owned()),
        menu_items_retitled: texts.clone(),
        menu_items_enabled: texts.clone(),
        menu_items_disabled: texts.clone(),
    });
    step.screen_text = texts;
    step.new_candidates = observation.candidates.into_iter().map(|ranked| ranked.candidate).collect();
    step.new_total = Some(80);
    step
}
