//! The stage of a task: a headless desktop, the server, the app of the moment, and the typing user.
//!
//! The app starts before the typing user, because a new window takes the focus by itself. It is started afresh only
//! when a task needs it so: another app, something that an earlier task has changed, or a task that went wrong. The
//! server lives through all of it.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{self, App, HeadlessDesktop};
use surehand_testkit::driver;
use surehand_testkit::mcp::{McpServer, ToolAnswer};
use surehand_testkit::plain;
use surehand_testkit::poll_until;
use surehand_testkit::typing_user::{Report, TypingUser};

use crate::task::{Performance, Task, differences, put_over, row};

const LIMIT: Duration = Duration::from_secs(150);
const APPEAR: Duration = Duration::from_secs(20);
const BASELINE: Duration = Duration::from_secs(2);

/// An app to perform on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// The name for tables.
    pub(crate) toolkit: &'static str,
    /// The name that callers use.
    app: &'static str,
    /// The fixture's script; `None` for an installed app of that name.
    script: Option<&'static str>,
    /// The title of its window.
    title: &'static str,
    arguments: &'static [&'static str],
}

impl Program {
    pub(crate) const FORM_GTK3: Self =
        Self::fixture("GTK3", "surehand-form-gtk3", "form.py", &["--toolkit", "gtk3"]);
    pub(crate) const FORM_GTK4: Self =
        Self::fixture("GTK4", "surehand-form-gtk4", "form.py", &["--toolkit", "gtk4"]);
    pub(crate) const FORM_QT5: Self =
        Self::fixture("Qt 5", "surehand-form-qt5", "form.py", &["--toolkit", "qt5"]);
    pub(crate) const FORM_QT6: Self =
        Self::fixture("Qt 6", "surehand-form-qt6", "form.py", &["--toolkit", "qt6"]);
    pub(crate) const MORE_GTK3: Self =
        Self::fixture("GTK3", "surehand-more-gtk3", "more.py", &["--toolkit", "gtk3"]);
    pub(crate) const MORE_GTK4: Self =
        Self::fixture("GTK4", "surehand-more-gtk4", "more.py", &["--toolkit", "gtk4"]);
    pub(crate) const MORE_QT5: Self =
        Self::fixture("Qt 5", "surehand-more-qt5", "more.py", &["--toolkit", "qt5"]);
    pub(crate) const MORE_QT6: Self =
        Self::fixture("Qt 6", "surehand-more-qt6", "more.py", &["--toolkit", "qt6"]);
    pub(crate) const GESTURES_GTK3: Self =
        Self::fixture("GTK3", "surehand-gestures-gtk3", "gestures.py", &["--toolkit", "gtk3"]);
    pub(crate) const GESTURES_GTK4: Self =
        Self::fixture("GTK4", "surehand-gestures-gtk4", "gestures.py", &["--toolkit", "gtk4"]);
    pub(crate) const GESTURES_QT5: Self =
        Self::fixture("Qt 5", "surehand-gestures-qt5", "gestures.py", &["--toolkit", "qt5"]);
    pub(crate) const GESTURES_QT6: Self =
        Self::fixture("Qt 6", "surehand-gestures-qt6", "gestures.py", &["--toolkit", "qt6"]);
    pub(crate) const ODD_QT5: Self =
        Self::fixture("Qt 5", "surehand-odd-qt5", "odd.py", &["--toolkit", "qt5"]);
    pub(crate) const ODD_QT6: Self =
        Self::fixture("Qt 6", "surehand-odd-qt6", "odd.py", &["--toolkit", "qt6"]);
    pub(crate) const ODD_QT5_CLOCK: Self = Self::ODD_QT5.with(&["--toolkit", "qt5", "--clock"]);
    pub(crate) const ODD_QT6_CLOCK: Self = Self::ODD_QT6.with(&["--toolkit", "qt6", "--clock"]);
    pub(crate) const ODD_GTK3: Self =
        Self::fixture("GTK3", "surehand-odd-gtk3", "odd.py", &["--toolkit", "gtk3"]);
    pub(crate) const ODD_GTK4: Self =
        Self::fixture("GTK4", "surehand-odd-gtk4", "odd.py", &["--toolkit", "gtk4"]);
    pub(crate) const ODD_GTK3_CLOCK: Self = Self::ODD_GTK3.with(&["--toolkit", "gtk3", "--clock"]);
    pub(crate) const ODD_GTK4_CLOCK: Self = Self::ODD_GTK4.with(&["--toolkit", "gtk4", "--clock"]);
    pub(crate) const CALCULATOR: Self = Self {
        toolkit: "gnome-calculator",
        app: "gnome-calculator",
        script: None,
        title: "Calculator",
        arguments: &[],
    };

    pub(crate) const CALCULATOR_OF_KDE: Self =
        Self { toolkit: "kcalc", app: "kcalc", script: None, title: "KCalc", arguments: &[] };

    const fn fixture(
        toolkit: &'static str,
        app: &'static str,
        script: &'static str,
        arguments: &'static [&'static str],
    ) -> Self {
        Self { toolkit, app, script: Some(script), title: app, arguments }
    }

    const fn with(self, arguments: &'static [&'static str]) -> Self {
        Self { arguments, ..self }
    }

    /// Starts the app and waits until it can be seen and has registered itself.
    fn start(self, desktop: &HeadlessDesktop) -> std::io::Result<App> {
        let app = match self.script {
            Some(script) => desktop.spawn_fixture(script, self.title, self.arguments)?,
            None => {
                let app = desktop.spawn_app(self.app, self.arguments)?;
                desktop.wait_for_window(self.title, APPEAR)?;
                app
            }
        };
        // The list of apps only: reading a window would wake its tree, which is the product's own business.
        let registered = || plain::apps(desktop).ok()?.iter().any(|name| name == self.app).then_some(());
        poll_until(APPEAR, registered).map(|()| app).ok_or_else(|| std::io::Error::other("never registered"))
    }

    /// What the app holds, read without surehand: a fixture's file, or the display of the calculator.
    fn state(self, desktop: &HeadlessDesktop) -> Value {
        if self.script.is_some() {
            return desktop.state(self.title).unwrap();
        }
        let nodes = plain::texts(desktop, self.app).unwrap();
        if self == Self::CALCULATOR_OF_KDE {
            // The window is a frame too, without a name; so is the field of bits.
            let display = nodes.iter().find(|node| node.role == "frame" && !node.name.is_empty());
            return json!({"display": display.map(|node| node.name.clone())});
        }
        let is_field = |interfaces: &[String]| interfaces.iter().any(|name| name == "EditableText");
        let display = nodes.iter().find(|node| is_field(&node.interfaces)).and_then(|node| node.text.clone());
        json!({"display": display})
    }
}

/// The app of the moment, and the user beside it.
#[derive(Debug)]
struct Play {
    program: Program,
    state: Value,
    user: TypingUser,
    app: App,
}

#[derive(Debug)]
struct Stage {
    server: McpServer,
    /// Apps are meant by their process: a driver knows them by other names.
    by_process: bool,
    play: Option<Play>,
    reports: Vec<Report>,
    desktop: HeadlessDesktop,
}

/// Performs the tasks, prints their rows and the typing user's delays, and fails with everything that went wrong.
pub(crate) fn run(test: &str, tasks: &[Task]) {
    run_by(test, tasks, None);
}

/// The same through cua-driver, where it is installed.
pub(crate) fn run_through_driver(test: &str, tasks: &[Task]) {
    if let Some(driver) = driver::for_test(test) {
        run_by(test, tasks, Some(&driver));
    }
}

fn run_by(test: &str, tasks: &[Task], driver: Option<&Path>) {
    let Some(desktop) = desktop::for_test(test) else { return };
    if let Err(error) = tasks.first().unwrap().program.start(&desktop) {
        assert!(std::env::var_os("CI").is_none(), "{test} cannot run: {error}");
        println!("skipped {test}: {error}");
        return;
    }
    let baseline = TypingUser::baseline(&desktop, BASELINE).unwrap();
    let server = match driver {
        None => McpServer::start(&desktop, Path::new(env!("CARGO_BIN_EXE_surehand")), &["mcp", "--yes"]),
        Some(driver) => {
            let log = std::fs::File::create(desktop.folder().join("logs/mcp")).unwrap();
            let mut command = desktop.command(env!("CARGO_BIN_EXE_surehand"));
            command.args(["--desktop", "cua", "mcp", "--yes"]).env("CUA_DRIVER_BIN", driver).stderr(log);
            McpServer::spawn(&mut command)
        }
    };
    let server = server.unwrap();
    let mut stage = Stage { server, by_process: driver.is_some(), play: None, reports: Vec::new(), desktop };
    let mut performances: Vec<Vec<Performance>> = tasks.iter().map(|_| Vec::new()).collect();
    for _ in 0..runs() {
        for (task, performances) in tasks.iter().zip(&mut performances) {
            let performance = stage.perform(task);
            // Nothing is built on what went wrong.
            if !performance.problems.is_empty() {
                stage.end_play();
            }
            performances.push(performance);
        }
        stage.end_play();
    }
    let rows: Vec<String> = tasks.iter().zip(&performances).map(|(task, list)| row(task, list)).collect();
    // The harness may have begun a line of its own.
    println!("\n{}\n{}", rows.join("\n"), delays(test, &stage.reports, &baseline));
    let disturbed = stage.reports.iter().filter(|report| !report.is_undisturbed());
    let disturbed = disturbed.map(|report| format!("the typing user was disturbed: {report}"));
    let problems = performances.iter().flatten().flat_map(|performance| performance.problems.clone());
    let problems: Vec<String> = problems.chain(disturbed).collect();
    let log = stage.desktop.log("mcp");
    assert!(problems.is_empty(), "{test}:\n{}\nthe server's log: {log}", problems.join("\n"));
}

fn runs() -> usize {
    let runs = std::env::var("SUREHAND_TASK_RUNS").ok().map(|text| text.parse().unwrap());
    runs.unwrap_or(1)
}

/// The typing user's delays, beside those without surehand.
fn delays(test: &str, reports: &[Report], baseline: &Report) -> String {
    let typed: u64 = reports.iter().map(|report| report.sent).sum();
    let longest = reports.iter().map(|report| report.longest_delay_ms).fold(0.0, f64::max);
    let mut medians: Vec<f64> = reports.iter().map(|report| report.median_delay_ms).collect();
    medians.sort_by(f64::total_cmp);
    let median = medians.get(medians.len() / 2).copied().unwrap_or_default();
    format!(
        "typing user, {test}: {typed} characters; delay median {median:.1} ms, longest {longest:.1} ms (alone: median \
         {:.1} ms, longest {:.1} ms)",
        baseline.median_delay_ms, baseline.longest_delay_ms
    )
}

impl Stage {
    fn perform(&mut self, task: &Task) -> Performance {
        self.set(task);
        let program = task.program;
        let before = program.state(&self.desktop);
        let mut performance = Performance { answers: Vec::new(), problems: Vec::new(), milliseconds: 0.0 };
        let mut promised = before;
        let mut raw = Vec::new();
        let mut named = None;
        while let Some(rest) = task.steps.get(performance.answers.len()..).filter(|rest| !rest.is_empty()) {
            // What is to be confirmed is known only when it was asked for.
            let confirmed = rest.iter().skip(1).position(|step| step.confirms);
            let rest = confirmed.map_or(rest, |place| &rest[..=place]);
            let mut arguments = arguments(program, rest, named.take().as_ref());
            if let Some(play) = self.play.as_ref().filter(|_| self.by_process) {
                arguments.as_object_mut().unwrap().remove("app");
                arguments["pid"] = play.app.pid().into();
            }
            let answer = self.server.call("act", arguments, LIMIT);
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => {
                    performance.problems.push(format!("{}: {error}", title(task)));
                    break;
                }
            };
            raw.push(answer.json.to_string());
            named = answer.json.pointer("/action/id").cloned();
            performance.milliseconds += answer.elapsed.as_secs_f64() * 1000.0;
            let words = words(&answer);
            for (step, word) in rest.iter().zip(&words) {
                match step.promise(word) {
                    Some(promise) => put_over(&mut promised, promise),
                    None => performance.problems.push(format!(
                        "{}: {:?} was answered {word}",
                        title(task),
                        step.instruction
                    )),
                }
            }
            performance.answers.extend(words);
            if !performance.problems.is_empty() {
                break;
            }
        }
        let held = program.state(&self.desktop);
        let differences = differences("", &promised, &held);
        performance.problems.extend(differences.iter().map(|text| format!("{}: {text}", title(task))));
        if !performance.problems.is_empty() {
            performance.problems.push(format!("    answers: {}", raw.join("\n             ")));
        }
        performance
    }

    /// Makes the stage ready for a task.
    fn set(&mut self, task: &Task) {
        let fits = self.play.as_ref().is_some_and(|play| {
            let now = play.program.state(&self.desktop);
            play.program == task.program && task.keys().all(|key| play.state[key] == now[key])
        });
        if !fits {
            self.end_play();
            let app = task.program.start(&self.desktop).unwrap();
            let state = task.program.state(&self.desktop);
            let user = TypingUser::start(&self.desktop).unwrap();
            self.play = Some(Play { program: task.program, state, user, app });
        }
    }

    fn end_play(&mut self) {
        if let Some(play) = self.play.take() {
            self.reports.push(play.user.stop().unwrap());
        }
    }
}

fn title(task: &Task) -> String {
    format!("{} on {}", task.name, task.program.toolkit)
}

/// The arguments of one `act` for these steps; `named` is the control that the answer before named.
fn arguments(program: Program, steps: &[crate::task::Step], named: Option<&Value>) -> Value {
    let mut all = steps.iter().map(|step| match step.text {
        Some(text) => json!({"instruction": step.instruction, "text": text}),
        None => json!({"instruction": step.instruction}),
    });
    let mut arguments = all.next().unwrap();
    if let Some(id) = named.filter(|_| steps.first().is_some_and(|step| step.confirms)) {
        arguments["candidateId"] = id.clone();
        arguments["allowDestructive"] = true.into();
    }
    arguments["app"] = program.app.into();
    let then: Vec<Value> = all.collect();
    if !then.is_empty() {
        arguments["then"] = then.into();
    }
    arguments
}

/// The answers of the steps that ran, each a status with its code.
fn words(answer: &ToolAnswer) -> Vec<String> {
    let word = |step: &Value| match (step["status"].as_str(), step["code"].as_str()) {
        (Some(status), Some(code)) => format!("{status}/{code}"),
        (Some(status), None) => status.to_owned(),
        _ => format!("(no status: {step})"),
    };
    match answer.json["steps"].as_array() {
        Some(steps) => steps.iter().map(word).collect(),
        None => vec![word(&answer.json)],
    }
}
