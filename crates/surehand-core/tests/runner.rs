//! Subtasks on a scripted app, in the time of a fake clock: every ending, every limit, and that nothing is done twice.
//!
//! The app is the in-memory desktop behind the real engine; where a test is about the executor alone, the environment is
//! a list of readings.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and ends")]

#[expect(dead_code, reason = "subtasks do not act by id")]
mod stage;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use stage::{Stage, target};
use surehand_core::action::ActionKind;
use surehand_core::clock::{Cancel, Deadline};
use surehand_core::code::Code;
use surehand_core::element::{Checked, ElementKey};
use surehand_core::error::{Error, Result};
use surehand_core::fixture;
use surehand_core::outcome::{Evidence, Obstacle, Outcome, Status};
use surehand_core::policy::{Decision, Entry, PlannedAction, Policy, Scripted, Terminal};
use surehand_core::risk::Risk;
use surehand_core::runner::{
    Ending, Environment, ExecutableAction, ExecutionResult, Executor, InputValue, RuntimeConfig, Settlement,
    Subtask,
};
use surehand_core::secret::Secret;
use surehand_core::snapshot::Snapshot;
use surehand_memory::{Change, Node, Reaction, key};
use surehand_testkit::clock::FakeClock;

fn form() -> Vec<Node> {
    vec![
        Node::text_field("name", "Name", ""),
        Node::check_box("news", "Send newsletter", Checked::Off),
        Node::combo_box("size", "Size", &["Small", "Medium", "Large"], "Small"),
        Node::button("save", "Save"),
        Node::button("delete", "Delete note"),
        Node::text("status", "Ready"),
    ]
}

fn subtask() -> Subtask {
    Subtask {
        goal: "Fill the form and save it".into(),
        verification: vec!["text \"Saved\" is shown".into(), "Everything looks right".into()],
        inputs: vec![
            ("name".into(), InputValue::Text(" Grace ".into())),
            ("pin".into(), InputValue::Secret(Secret::new("hunter2"))),
        ],
        ..Subtask::default()
    }
}

/// The key of the control of that name in a reading.
fn named(snapshot: &Snapshot, name: &str) -> ElementKey {
    let found = snapshot.elements().iter().find(|element| element.name == name);
    found.unwrap_or_else(|| panic!("no {name:?} here")).key.clone()
}

fn click(name: &'static str) -> impl FnMut(&Snapshot) -> Decision + Send {
    move |snapshot| Decision::act(PlannedAction::on(ActionKind::Click, named(snapshot, name)))
}

fn enter(name: &'static str, input: &'static str) -> impl FnMut(&Snapshot) -> Decision + Send {
    move |snapshot| {
        let planned = PlannedAction::on(ActionKind::SetValue, named(snapshot, name));
        Decision::act(planned.entering(Entry::Input(input.into())))
    }
}

fn complete() -> Decision {
    Decision::end(Terminal::SubtaskComplete, "all is saved")
}

fn run_on(
    stage: &Stage,
    config: RuntimeConfig,
    subtask: &Subtask,
    mut policy: impl Policy,
) -> ExecutionResult {
    let workplace = stage.engine.workplace(target(), &config, Cancel::new());
    let executor = Executor::new(&workplace, stage.clock.as_ref(), config, Cancel::new());
    executor.run(subtask, &mut policy).expect("a valid subtask")
}

fn run(stage: &Stage, subtask: &Subtask, policy: impl Policy) -> ExecutionResult {
    run_on(stage, RuntimeConfig::default(), subtask, policy)
}

#[test]
fn a_form_is_filled_step_by_step_and_each_step_is_proven() {
    let stage = Stage::new(form());
    let saved = Change::Rename(key("status"), "Saved".into());
    stage.desktop.on(&key("save"), Reaction::nothing().then(saved));
    let choose = |snapshot: &Snapshot| {
        let mut planned = PlannedAction::on(ActionKind::ChooseOption, named(snapshot, "Size"));
        planned.option = Some("Large".into());
        Decision::act(planned)
    };
    let policy = Scripted::new()
        .then_from(enter("Name", "name"))
        .then_from(click("Send newsletter"))
        .then_from(choose)
        .then_from(click("Save"))
        .then(Decision { judged: vec![None, Some(true)], ..complete() });
    let result = run(&stage, &subtask(), policy);
    assert_eq!((result.ending, result.actions_taken), (Ending::SubtaskComplete, 4), "{}", result.reason);
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(" Grace "));
    let rows: Vec<_> = result
        .history
        .iter()
        .map(|record| {
            (record.step, record.action, record.target_name.as_deref(), record.status, record.state_changed)
        })
        .collect();
    assert_eq!(
        rows,
        [
            (1, "TYPE_TEXT", Some("Name"), Status::Done, true),
            (2, "CLICK", Some("Send newsletter"), Status::Done, true),
            (3, "SET_VALUE", Some("Size"), Status::Done, true),
            (4, "CLICK", Some("Save"), Status::Done, true),
        ]
    );
    assert_eq!(result.history[0].after_revision, result.history[1].before_revision);
    let settled: Vec<_> = result.observations.iter().map(|one| (one.holds, one.settled)).collect();
    assert_eq!(settled, [(Some(true), Some(Settlement::Read)), (Some(true), Some(Settlement::Judged))]);
}

#[test]
fn a_policys_word_does_not_stand_against_the_screen() {
    let stage = Stage::new(form());
    let result = run(&stage, &subtask(), Scripted::new().then(complete()));
    assert_eq!(result.ending, Ending::NeedsAgent);
    assert!(result.reason.contains("text \"Saved\" is shown"), "{}", result.reason);
}

#[test]
fn the_callers_check_has_the_last_word() {
    let stage = Stage::new(form());
    let subtask = Subtask { verification: vec!["text \"Ready\" is shown".into()], ..subtask() };
    let config = RuntimeConfig {
        verify: Some(Arc::new(|_: &Subtask, _: &Snapshot| false)),
        ..RuntimeConfig::default()
    };
    let result = run_on(&stage, config, &subtask, Scripted::new().then(complete()));
    assert_eq!(result.ending, Ending::NeedsAgent);
    assert_eq!(run(&stage, &subtask, Scripted::new().then(complete())).ending, Ending::SubtaskComplete);
}

#[test]
fn a_missing_input_is_asked_for_by_control() {
    let stage = Stage::new(form());
    let result = run(&stage, &subtask(), Scripted::new().then_from(enter("Name", "first name")));
    let needs = result.needs_input.expect("what is missing");
    assert_eq!(
        (result.ending, needs.name.as_str(), needs.value.as_deref()),
        (Ending::NeedsInput, "Name", Some(""))
    );
    let choose = |snapshot: &Snapshot| {
        Decision::act(
            PlannedAction::on(ActionKind::ChooseOption, named(snapshot, "Size"))
                .entering(Entry::Input("no".into())),
        )
    };
    let result = run(&stage, &subtask(), Scripted::new().then_from(choose));
    assert_eq!(result.needs_input.expect("what is missing").options, ["Small", "Medium", "Large"]);
    let asks = |snapshot: &Snapshot| Decision::needs_input(named(snapshot, "Name"), "whose name?");
    let result = run(&stage, &subtask(), Scripted::new().then_from(asks));
    assert_eq!((result.ending, result.reason.as_str()), (Ending::NeedsInput, "whose name?"));
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(""), "nothing was entered");
}

#[test]
fn a_risky_control_is_not_offered_unless_it_is_allowed() {
    let stage = Stage::new(form());
    stage
        .desktop
        .on(&key("delete"), Reaction::nothing().then(Change::Rename(key("status"), "Deleted".into())));
    let result = run(&stage, &subtask(), Scripted::new().then_from(click("Delete note")));
    assert_eq!((result.ending, result.code), (Ending::NeedsAgent, Some(Code::ActionNotOffered)));
    assert_eq!(result.actions_taken, 0);
    let allowed = Subtask {
        allowed_risks: vec![Risk::Delete],
        verification: vec!["text \"Deleted\" is shown".into()],
        ..subtask()
    };
    let result = run(&stage, &allowed, Scripted::new().then_from(click("Delete note")).then(complete()));
    assert_eq!((result.ending, result.actions_taken), (Ending::SubtaskComplete, 1), "{}", result.reason);
}

#[test]
fn actions_without_an_effect_block_the_run() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("save"), Reaction::nothing());
    let policy =
        || Scripted::new().then_from(click("Save")).then_from(click("Save")).then_from(click("Save"));
    let result = run(&stage, &subtask(), policy());
    assert_eq!((result.ending, result.actions_taken), (Ending::Blocked, 3), "{}", result.reason);
    let config = RuntimeConfig { no_change_limit: 1, ..RuntimeConfig::default() };
    let result = run_on(&stage, config, &subtask(), policy());
    assert_eq!((result.ending, result.actions_taken), (Ending::Blocked, 1));
    let says = Scripted::new().then(Decision::end(Terminal::Blocked, "no way"));
    assert_eq!(run(&stage, &subtask(), says).ending, Ending::Blocked);
}

#[test]
fn a_mismatch_and_a_refusal_hand_over() {
    let stage = Stage::new(form());
    stage.desktop.on(&key("name"), Reaction::usual().rewriting(|text| text.trim().to_owned()));
    let result =
        run(&stage, &subtask(), Scripted::new().then_from(enter("Name", "name")).then_from(click("Save")));
    assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 1));
    assert_eq!(result.history[0].status, Status::Mismatch);
    let held = |snapshot: &Snapshot| {
        let mut planned = PlannedAction::on(ActionKind::Click, named(snapshot, "Save"));
        planned.modifier = Some(surehand_core::desktop::Modifier::Shift);
        Decision::act(planned)
    };
    let result = run(&stage, &subtask(), Scripted::new().then_from(held));
    assert_eq!((result.ending, result.code), (Ending::NeedsAgent, Some(Code::ModifiersNotUsed)));
}

#[test]
fn budgets_of_actions_and_time_end_the_run() {
    let stage = Stage::new(form());
    let one = Subtask { max_actions: 1, ..subtask() };
    let policy = Scripted::new().then_from(enter("Name", "name")).then_from(click("Send newsletter"));
    let result = run(&stage, &one, policy);
    assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 1));
    assert!(result.reason.contains("budget of actions"), "{}", result.reason);
    let config = RuntimeConfig { timeout: Some(Duration::from_millis(10)), ..RuntimeConfig::default() };
    let policy = Scripted::new().then_from(click("Send newsletter")).then_from(click("Send newsletter"));
    let result = run_on(&stage, config, &subtask(), policy);
    assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 1));
    assert!(result.reason.contains("time budget"), "{}", result.reason);
}

#[test]
fn a_dry_run_plans_and_touches_nothing() {
    let stage = Stage::new(form());
    let config = RuntimeConfig { dry_run: true, ..RuntimeConfig::default() };
    let result = run_on(&stage, config, &subtask(), Scripted::new().then_from(enter("Name", "name")));
    let planned = result.planned_action.expect("a plan");
    assert_eq!((result.ending, planned.operation, result.actions_taken), (Ending::DryRun, "TYPE_TEXT", 0));
    assert_eq!(planned.value, Some(InputValue::Text(" Grace ".into())));
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some(""));
}

#[test]
fn an_unsure_decision_is_not_carried_out() {
    let stage = Stage::new(form());
    let with = |confidence, margin| {
        Scripted::new().then_from(move |snapshot: &Snapshot| Decision {
            confidence,
            margin,
            ..click("Send newsletter")(snapshot)
        })
    };
    let config = |confidence, margin| RuntimeConfig {
        min_confidence: confidence,
        min_margin: margin,
        ..RuntimeConfig::default()
    };
    for (policy, config) in [
        (with(Some(0.7), None), config(Some(0.8), None)),
        (with(None, None), config(Some(0.8), None)),
        (with(Some(0.9), Some(0.1)), config(Some(0.8), Some(0.2))),
    ] {
        let result = run_on(&stage, config, &subtask(), policy);
        assert_eq!((result.ending, result.actions_taken), (Ending::NeedsAgent, 0), "{}", result.reason);
    }
    let sure = with(Some(0.9), Some(0.3)).then(complete());
    assert_eq!(run_on(&stage, config(Some(0.8), Some(0.2)), &subtask(), sure).actions_taken, 1);
}

#[test]
fn a_decision_that_breaks_its_rules_or_names_what_is_not_there_does_nothing() {
    let stage = Stage::new(form());
    let rows = [
        (Decision::act(PlannedAction::bare(ActionKind::Click)), Code::InvalidDecision),
        (
            Decision { confidence: Some(2.0), ..Decision::end(Terminal::SubtaskComplete, "x") },
            Code::InvalidDecision,
        ),
        (
            Decision::act(PlannedAction::on(ActionKind::Click, ElementKey::new("nowhere"))),
            Code::ElementNotFound,
        ),
    ];
    for (decision, code) in rows {
        let result = run(&stage, &subtask(), Scripted::new().then(decision));
        assert_eq!((result.ending, result.code, result.actions_taken), (Ending::NeedsAgent, Some(code), 0));
    }
    let types = |snapshot: &Snapshot| {
        let planned = PlannedAction::on(ActionKind::SetValue, named(snapshot, "Save"));
        Decision::act(planned.entering(Entry::Input("name".into())))
    };
    let result = run(&stage, &subtask(), Scripted::new().then_from(types));
    assert_eq!(result.code, Some(Code::ActionNotOffered));
    let result = run(&stage, &subtask(), Scripted::new());
    assert_eq!(
        (result.ending, result.code),
        (Ending::NeedsAgent, Some(Code::InvalidDecision)),
        "a dry script"
    );
}

#[test]
fn a_cancelled_run_ends_before_its_next_action() {
    let stage = Stage::new(form());
    let config = RuntimeConfig::default();
    let cancel = Cancel::new();
    let workplace = stage.engine.workplace(target(), &config, cancel.clone());
    let executor = Executor::new(&workplace, stage.clock.as_ref(), config, cancel.clone());
    let mut policy = Scripted::new().then_from(click("Send newsletter")).then_from(click("Send newsletter"));
    let subtask = subtask();
    let mut run = executor.start(&subtask, &mut policy).expect("a valid subtask");
    let first = run.next().expect("a turn");
    assert!(!first.terminal() && first.record.is_some());
    cancel.cancel();
    let last = run.next().expect("the end").result.expect("a result");
    assert_eq!((last.ending, last.code, last.actions_taken), (Ending::NeedsAgent, Some(Code::Cancelled), 1));
    assert!(run.next().is_none());
}

#[test]
fn an_invalid_subtask_is_refused_before_anything_is_read() {
    let list = Listed::new([]);
    let clock = FakeClock::new();
    let executor = Executor::new(&list, clock.as_ref(), RuntimeConfig::default(), Cancel::new());
    let error = executor.run(&Subtask::default(), &mut Scripted::new()).expect_err("no goal");
    assert_eq!(error.path, "goal");
}

/// An environment that is a list of what happens: the three methods of a user's own desktop.
#[derive(Debug)]
struct Listed {
    fresh: Mutex<VecDeque<bool>>,
    executed: Mutex<u32>,
    looks: Mutex<u32>,
    outcome: Mutex<VecDeque<Result<Outcome>>>,
}

impl Listed {
    fn new(fresh: impl IntoIterator<Item = bool>) -> Self {
        Self {
            fresh: Mutex::new(fresh.into_iter().collect()),
            executed: Mutex::new(0),
            looks: Mutex::new(0),
            outcome: Mutex::default(),
        }
    }

    fn executed(&self) -> u32 {
        *self.executed.lock().expect("unpoisoned")
    }
}

impl Environment for Listed {
    fn observe(&self, _: &Deadline) -> Result<Snapshot> {
        *self.looks.lock().expect("unpoisoned") += 1;
        let pressed = if self.executed() > 0 { "Saved" } else { "Ready" };
        Ok(fixture::snapshot(&format!("Window \"W\"\n Button \"Save\" #save click\n Text \"{pressed}\""))
            .expect("a fixture"))
    }

    fn is_fresh(&self, _: &Snapshot, _: &ExecutableAction, _: &Deadline) -> Result<bool> {
        Ok(self.fresh.lock().expect("unpoisoned").pop_front().unwrap_or(true))
    }

    fn execute(&self, _: &ExecutableAction, _: &Deadline) -> Result<Outcome> {
        *self.executed.lock().expect("unpoisoned") += 1;
        let next = self.outcome.lock().expect("unpoisoned").pop_front();
        next.unwrap_or_else(|| {
            Ok(Outcome::done("pressed", Evidence::Shows { change: "Saved".into(), readings: 2 }))
        })
    }
}

#[test]
fn a_stale_decision_is_made_again_and_never_carried_out() {
    let clock = FakeClock::new();
    let clicks = |count: usize| (0..count).fold(Scripted::new(), |script, _| script.then_from(click("Save")));
    let list = Listed::new([false, false, true]);
    let executor = Executor::new(&list, clock.as_ref(), RuntimeConfig::default(), Cancel::new());
    let result = executor.run(&subtask(), &mut clicks(3).then(complete())).expect("valid");
    assert_eq!((result.ending, list.executed()), (Ending::SubtaskComplete, 1), "{}", result.reason);
    let list = Listed::new([false; 20]);
    let config = RuntimeConfig { stale_retries: 2, ..RuntimeConfig::default() };
    let executor = Executor::new(&list, clock.as_ref(), config, Cancel::new());
    let result = executor.run(&subtask(), &mut clicks(9)).expect("valid");
    assert_eq!((result.ending, result.code, list.executed()), (Ending::NeedsAgent, Some(Code::Stale), 0));
}

#[test]
fn what_is_counted_in_a_row_starts_anew_when_it_is_interrupted() {
    let clock = FakeClock::new();
    let clicks = |count: usize| (0..count).fold(Scripted::new(), |script, _| script.then_from(click("Save")));
    let list = Listed::new([false, true, false, true]);
    let config = RuntimeConfig { stale_retries: 1, ..RuntimeConfig::default() };
    let executor = Executor::new(&list, clock.as_ref(), config, Cancel::new());
    let result = executor.run(&subtask(), &mut clicks(4).then(complete())).expect("valid");
    assert_eq!((result.ending, list.executed()), (Ending::SubtaskComplete, 2), "{}", result.reason);
    let list = Listed::new([]);
    let shows = || Evidence::Shows { change: "Saved".into(), readings: 2 };
    let outcomes =
        [Outcome::no_effect("nothing"), Outcome::done("pressed", shows()), Outcome::no_effect("nothing")];
    list.outcome.lock().expect("unpoisoned").extend(outcomes.map(Ok));
    let config = RuntimeConfig { no_change_limit: 2, ..RuntimeConfig::default() };
    let executor = Executor::new(&list, clock.as_ref(), config, Cancel::new());
    let result = executor.run(&subtask(), &mut clicks(3).then(complete())).expect("valid");
    assert_eq!((result.ending, list.executed()), (Ending::SubtaskComplete, 3), "{}", result.reason);
}

#[test]
fn a_target_that_is_gone_before_it_is_tried_costs_no_action_and_is_looked_for_anew() {
    let clock = FakeClock::new();
    let gone = || Ok(Outcome::obstacle(Obstacle::NotThere, "the control went away"));
    let list = Listed::new([]);
    list.outcome.lock().expect("unpoisoned").push_back(gone());
    let executor = Executor::new(&list, clock.as_ref(), RuntimeConfig::default(), Cancel::new());
    let subtask = Subtask { max_actions: 1, ..subtask() };
    let mut policy = Scripted::new().then_from(click("Save")).then_from(click("Save")).then(complete());
    let mut run = executor.start(&subtask, &mut policy).expect("valid");
    let first = run.next().expect("a turn");
    assert!(first.record.is_none() && first.result.is_none(), "{first:?}");
    let looks = || *list.looks.lock().expect("unpoisoned");
    let before = looks();
    let second = run.next().expect("a turn");
    let anew = looks() - before;
    assert_eq!((second.step, second.record.map(|record| record.step)), (1, Some(1)));
    let result = run.next().and_then(|event| event.result).expect("the end");
    assert_eq!((result.ending, result.actions_taken), (Ending::SubtaskComplete, 1), "{}", result.reason);
    // The same turn where nothing was gone before it does without the reading at its beginning.
    let list = Listed::new([]);
    let executor = Executor::new(&list, clock.as_ref(), RuntimeConfig::default(), Cancel::new());
    let mut policy = Scripted::new().then_from(click("Save")).then_from(click("Save"));
    let subtask = self::subtask();
    let mut run = executor.start(&subtask, &mut policy).expect("valid");
    let looks = || *list.looks.lock().expect("unpoisoned");
    assert!(run.next().is_some_and(|event| event.record.is_some()));
    let before = looks();
    assert!(run.next().is_some_and(|event| event.record.is_some()));
    assert_eq!(anew, looks() - before + 1);
    let list = Listed::new([]);
    list.outcome.lock().expect("unpoisoned").extend((0..9).map(|_| gone()));
    let config = RuntimeConfig { stale_retries: 2, ..RuntimeConfig::default() };
    let executor = Executor::new(&list, clock.as_ref(), config, Cancel::new());
    let clicks = (0..9).fold(Scripted::new(), |script, _| script.then_from(click("Save")));
    let result = executor.run(&subtask, &mut { clicks }).expect("valid");
    let came = (result.ending, result.code, list.executed(), result.actions_taken);
    assert_eq!(came, (Ending::NeedsAgent, Some(Code::Stale), 3, 0), "{}", result.reason);
}

#[test]
fn what_broke_after_sending_is_told_and_not_repeated() {
    let clock = FakeClock::new();
    let list = Listed::new([]);
    let broke = Error::new(Code::DesktopTimeout, "the app did not answer").after_sending();
    list.outcome.lock().expect("unpoisoned").push_back(Err(broke));
    let executor = Executor::new(&list, clock.as_ref(), RuntimeConfig::default(), Cancel::new());
    let policy = &mut Scripted::new().then_from(click("Save")).then_from(click("Save"));
    let result = executor.run(&subtask(), policy).expect("valid");
    assert_eq!((result.ending, result.code), (Ending::NeedsAgent, Some(Code::DesktopTimeout)));
    assert_eq!(list.executed(), 1);
    assert!(result.reason.contains("may have happened"), "{}", result.reason);
}

#[test]
fn an_app_that_goes_on_changing_is_waited_for_but_not_for_ever() {
    let stage = Stage::new(form());
    let later = |at: u64, text: &str| {
        Reaction::nothing().then_after(Duration::from_millis(at), Change::Rename(key("status"), text.into()))
    };
    stage.desktop.on(&key("save"), later(250, "Saved"));
    let subtask = Subtask { verification: vec!["text \"Saved\" is shown".into()], ..subtask() };
    let result = run(&stage, &subtask, Scripted::new().then_from(click("Save")).then(complete()));
    assert_eq!(result.ending, Ending::SubtaskComplete, "{}", result.reason);
    assert_eq!(result.history[0].status, Status::Done);
}

/// An app that shows something else each time it is looked at, or never.
#[derive(Debug)]
struct Shown {
    looks: Mutex<u32>,
    /// How often it changes after the action.
    changes: u32,
    has_effect: bool,
}

impl Environment for Shown {
    fn observe(&self, _: &Deadline) -> Result<Snapshot> {
        let mut looks = self.looks.lock().expect("unpoisoned");
        let shown = (*looks).min(self.changes);
        *looks += 1;
        Ok(fixture::snapshot(&format!("Window \"W\"\n Button \"Save\" #save click\n Text \"{shown}\""))
            .expect("a fixture"))
    }

    fn is_fresh(&self, _: &Snapshot, _: &ExecutableAction, _: &Deadline) -> Result<bool> {
        Ok(true)
    }

    fn execute(&self, _: &ExecutableAction, _: &Deadline) -> Result<Outcome> {
        let shows = Evidence::Shows { change: "Saved".into(), readings: 2 };
        Ok(if self.has_effect { Outcome::done("pressed", shows) } else { Outcome::no_effect("nothing") })
    }
}

#[test]
fn each_time_of_settling_is_the_one_that_was_set() {
    let clock = FakeClock::new();
    let took = |changes: u32, has_effect: bool, change: &dyn Fn(&mut RuntimeConfig, Duration), ms: u64| {
        let shown = Shown { looks: Mutex::new(0), changes, has_effect };
        let mut config = RuntimeConfig { quiet: Duration::from_millis(10), ..RuntimeConfig::default() };
        change(&mut config, Duration::from_millis(ms));
        let quiet = config.quiet;
        let executor = Executor::new(&shown, clock.as_ref(), config, Cancel::new());
        let policy =
            &mut Scripted::new().then_from(click("Save")).then(Decision::end(Terminal::Blocked, "enough"));
        let result = executor.run(&subtask(), policy).expect("valid");
        let elapsed = result.history[0].elapsed;
        let limit = Duration::from_millis(ms);
        assert!(
            elapsed >= limit && elapsed <= limit + quiet * 2,
            "{elapsed:?} for {ms} ms, {changes} changes, effect {has_effect}"
        );
    };
    for ms in [300, 900] {
        took(0, true, &|config, time| config.reaction = time, ms);
        took(0, false, &|config, time| config.late_reaction = time, ms);
        took(1, true, &|config, time| config.quiet = time, ms);
        took(
            u32::MAX,
            true,
            &|config, time| (config.settle_timeout, config.reaction) = (time, Duration::ZERO),
            ms,
        );
    }
}

#[test]
fn a_run_sees_no_more_than_its_bounds() {
    let nodes = || {
        vec![
            Node::group("outer", "Outer")
                .below([Node::group("inner", "Inner").below([Node::button("deep", "Deep")])]),
            Node::button("save", "Save"),
        ]
    };
    let seen = |config: RuntimeConfig| {
        let stage = Stage::new(nodes());
        let policy = Scripted::new().then(Decision::end(Terminal::Blocked, "enough"));
        let last = run_on(&stage, config, &subtask(), policy).final_snapshot.expect("a reading");
        let names: Vec<String> = last.elements().iter().map(|element| element.name.clone()).collect();
        (names, last.left_out.is_nothing())
    };
    let (all, whole) = seen(RuntimeConfig::default());
    assert!(all.contains(&"Deep".to_owned()) && all.contains(&"Save".to_owned()) && whole, "{all:?}");
    let (few, whole) = seen(RuntimeConfig { max_elements: 1, ..RuntimeConfig::default() });
    assert!(few.len() <= 1 && !whole, "{few:?}");
    let (flat, whole) = seen(RuntimeConfig { max_depth: 1, ..RuntimeConfig::default() });
    assert!(!flat.contains(&"Deep".to_owned()) && flat.contains(&"Save".to_owned()) && !whole, "{flat:?}");
}

#[test]
fn a_secret_is_in_no_record() {
    let stage = Stage::new(form());
    let policy = Scripted::new().then_from(enter("Name", "pin")).then(complete());
    let result = run(&stage, &subtask(), policy);
    assert_eq!(stage.desktop.text(&key("name")).as_deref(), Some("hunter2"));
    assert_eq!(result.history[0].value.as_deref(), Some("•••"));
}
