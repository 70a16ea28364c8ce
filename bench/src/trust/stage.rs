//! One pass: an app in one place on the screen, every row of it again and again, while the typing user types.
//!
//! The window stands in the background, lies covered, or is minimised. The server lives through all passes; the app is
//! started afresh for each, before the typing user, because a new window takes the focus by itself. Before every round
//! the window is observed again, as callers do, and the ids must be the ones of the round before.

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::{App, HeadlessDesktop};
use surehand_testkit::mcp::{McpServer, ToolAnswer};
use surehand_testkit::screen::Cover;
use surehand_testkit::typing_user::{Report, TypingUser};
use surehand_testkit::{pause, poll_until};

use super::judge::{Wanted, judge};
use super::rows::{Behaviour, Cell, Front, Planned, Row, Step};
use super::tally::{Answers, Tally};
use crate::program::Running;

/// More than any act may take: what is not answered by then hangs.
const LIMIT: Duration = Duration::from_secs(30);
/// How long a late second effect is waited for at the end of a pass.
const AFTERWARDS: Duration = Duration::from_millis(1000);
/// How long an app may take to do what it is to do between two calls, and how long that takes to be heard of.
const BETWEEN: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(150));
/// The title of a window that is only looked at.
const READING: &str = "Reading";
/// More candidates than the fixture has.
const ALL: u64 = 200;

/// Where the app's window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In view, behind the typing user's.
    Background,
    /// Under another window.
    Covered,
    /// Not on the screen.
    Minimised,
}

impl Place {
    /// All places.
    pub const ALL: [Self; 3] = [Self::Background, Self::Covered, Self::Minimised];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Background => "in the background",
            Self::Covered => "covered",
            Self::Minimised => "minimised",
        }
    }
}

/// What came of a pass.
#[derive(Debug)]
pub struct Pass {
    /// The counts.
    pub tally: Tally,
    /// What each row was answered.
    pub answers: Vec<Answers>,
    /// What went wrong, in words.
    pub problems: Vec<String>,
    /// The time of every act that was answered, by row, in milliseconds.
    pub milliseconds: Vec<Vec<f64>>,
    /// The typing user's report; `None` where nobody typed.
    pub user: Option<Report>,
}

/// Somebody at work in a window of their own.
enum Worker {
    Types(TypingUser),
    /// Has that window before them and does nothing.
    Reads(#[expect(dead_code, reason = "its window is there as long as this is")] App, u32),
}

impl Worker {
    fn start(desktop: &HeadlessDesktop, front: Front) -> io::Result<Self> {
        if front != Front::PushedTo {
            return Ok(Self::Types(TypingUser::start(desktop)?));
        }
        let reading = desktop.spawn_fixture("form.py", READING, &["--toolkit", "gtk3"])?;
        let (screen, window) = (desktop.screen()?, desktop.wait_for_window(READING, BETWEEN.0)?);
        screen.activate(window)?;
        let is_in_front = || screen.active_window().is_ok_and(|active| active == window).then_some(());
        poll_until(BETWEEN.0, is_in_front).ok_or_else(|| io::Error::other("no window to work in"))?;
        Ok(Self::Reads(reading, window))
    }

    /// What is wrong with what is in front at the end of a call.
    fn lost_front(&self, desktop: &HeadlessDesktop) -> io::Result<Option<String>> {
        let Self::Reads(_, window) = self else { return Ok(None) };
        let screen = desktop.screen()?;
        let active = screen.active_window()?;
        if active == *window {
            return Ok(None);
        }
        let back = poll_until(BETWEEN.0, || (screen.active_window().ok()? == *window).then_some(()));
        let when = if back.is_some() { "only after the answer" } else { "not at all" };
        let title = screen.title(active).unwrap_or_default();
        Ok(Some(format!("the front was given back {when}: window {active:#x} {title:?} had it")))
    }
}

/// The desktop and the server, for as many passes as wanted.
#[derive(Debug)]
pub struct Stage<'a> {
    /// The desktop.
    pub desktop: &'a HeadlessDesktop,
    /// The server.
    pub server: McpServer,
    /// How many acts there were so far: what makes each of them fresh.
    pub number: usize,
}

impl Stage<'_> {
    /// Performs all rows, which are of one app, `rounds` times.
    ///
    /// # Errors
    /// When the app, the cover or the typing user cannot be had; what the product does wrong is in the pass.
    pub fn pass(&mut self, rows: &[Row], place: Place, rounds: usize) -> io::Result<Pass> {
        let Some(program) = rows.first().map(|row| row.program.clone()) else {
            return Err(io::Error::other("a pass without rows"));
        };
        let app = program.start(self.desktop)?;
        let screen = self.desktop.screen()?;
        let cover = match place {
            Place::Background => None,
            Place::Covered => Some(Cover::over_everything(self.desktop.display())?),
            Place::Minimised => {
                screen.minimise(app.window)?;
                None
            }
        };
        let front = rows.first().map_or(Front::Stays, |row| row.behaviour.front);
        let worker = Worker::start(self.desktop, front)?;
        let mut pass = Acts {
            app: &app,
            worker: &worker,
            known: HashMap::new(),
            tally: Tally::default(),
            answers: vec![Answers::default(); rows.len()],
            problems: Vec::new(),
            milliseconds: vec![Vec::new(); rows.len()],
        };
        for round in 0..rounds {
            let candidates = self.observe(&program.app)?;
            for (index, row) in rows.iter().enumerate() {
                // A way that does not exist is asked for once.
                if row.without_way.is_none() || round == 0 {
                    self.act(row, index, &candidates, &mut pass)?;
                }
            }
        }
        let settled = self.desktop.state(&program.title)?;
        pause(AFTERWARDS);
        if self.desktop.state(&program.title)? != settled {
            pass.tally.doubled += 1;
            pass.problems.push("the app's state changed after the last act".to_owned());
        }
        let stands = match (place, &cover) {
            (Place::Minimised, _) => screen.is_minimised(app.window)?,
            (_, Some(cover)) => screen.is_below(app.window, cover.window())?,
            _ => true,
        };
        if !stands {
            pass.tally.focus_changes += 1;
            pass.problems.push(format!("the app's window is not {} any more", place.name()));
        }
        let Acts { mut tally, answers, mut problems, milliseconds, .. } = pass;
        let user = match worker {
            Worker::Types(user) => Some(user.stop()?),
            Worker::Reads(..) => None,
        };
        if let Some(user) = &user {
            disturbances(user, front, &mut tally, &mut problems);
        }
        Ok(Pass { tally, answers, problems, milliseconds, user })
    }

    fn observe(&mut self, app: &str) -> io::Result<Vec<Value>> {
        let answer = self.server.call("observe", json!({"app": app, "limit": ALL}), LIMIT)?;
        match answer.json["candidates"].as_array() {
            Some(candidates) => Ok(candidates.clone()),
            None => Err(io::Error::other(format!("observe answered {}", answer.json))),
        }
    }

    fn act(&mut self, row: &Row, index: usize, candidates: &[Value], pass: &mut Acts<'_>) -> io::Result<()> {
        let before = self.desktop.state(&row.program.title)?;
        let planned = row.cell.plan(self.number, &before);
        self.number += 1;
        let id = find(row.cell, &planned, candidates);
        let (answer, raw) = match &id {
            None => ("(not offered)".to_owned(), Value::Null),
            Some(id) => {
                let what = told_apart_by(candidates, id).unwrap_or_else(|| planned.label.clone());
                let entry = pass.known.entry((what.clone(), row.cell.name)).or_insert_with(|| id.clone());
                if entry != id {
                    pass.tally.moved_ids += 1;
                    pass.problems.push(format!(
                        "an id of {} moved: {what}: {entry} became {id} at act {}",
                        row.cell.name, self.number
                    ));
                    entry.clone_from(id);
                }
                self.happen_between(row)?;
                match self.server.call("act", arguments(&row.program.app, id, &planned), LIMIT) {
                    Ok(answer) => {
                        pass.milliseconds[index].push(answer.elapsed.as_secs_f64() * 1000.0);
                        (word(&answer), answer.json)
                    }
                    Err(error) => {
                        pass.tally.hung += 1;
                        (format!("(no answer: {error})"), Value::Null)
                    }
                }
            }
        };
        if let Some(problem) = pass.worker.lost_front(self.desktop)? {
            pass.tally.focus_changes += 1;
            pass.problems.push(problem);
        }
        let after = self.desktop.state(&row.program.title)?;
        let mut effect = judge(row.cell.control, &planned.wanted, &before, &after);
        if !row.behaviour.is_honest {
            effect.doubled |= self.comes_twice(row, &planned.wanted, &before, pass.app)?;
        }
        let acceptable = row.acceptable.contains(&answer.as_str()) && !row.never.contains(&answer.as_str());
        if row.behaviour.is_honest {
            pass.tally.add(&answer, &effect, acceptable, row.without_way.is_none());
        } else {
            pass.tally.add_on_a_lie(&answer, &effect, acceptable);
        }
        pass.answers[index].add(&answer, &effect);
        if !acceptable || (!effect.confirmed && answer == "done") || !effect.elsewhere.is_empty() {
            let held = |state: &Value| state[row.cell.control].to_string();
            let elsewhere: String =
                effect.elsewhere.iter().map(|other| format!("; elsewhere {other}")).collect();
            let Behaviour { words, .. } = row.behaviour;
            pass.problems.push(format!(
                "{} on {}, {words}: asked for {:?}, {answer}; {} became {}{elsewhere}; {}",
                row.cell.name,
                row.program.app,
                planned.wanted,
                held(&before),
                held(&after),
                raw["message"].as_str().unwrap_or_default()
            ));
        }
        Ok(())
    }

    /// Has the app do what it does between two calls, where it does anything.
    fn happen_between(&self, row: &Row) -> io::Result<()> {
        if !row.behaviour.between {
            return Ok(());
        }
        let mut sign = self.desktop.state_file(&row.program.title).into_os_string();
        sign.push(".now");
        let sign = std::path::PathBuf::from(sign);
        std::fs::write(&sign, "")?;
        let (most, heard) = BETWEEN;
        poll_until(most, || (!sign.exists()).then_some(()))
            .ok_or_else(|| io::Error::other("the app did not do what it was to do between two calls"))?;
        pause(heard);
        Ok(())
    }

    /// Whether one act has two effects when an app takes its time, or could not run for a while.
    fn comes_twice(&self, row: &Row, wanted: &Wanted, before: &Value, app: &Running) -> io::Result<bool> {
        app.process.resume();
        pause(row.behaviour.later);
        let count = |state: &Value| state[row.cell.control]["count"].as_i64().unwrap_or_default();
        let later = self.desktop.state(&row.program.title)?;
        Ok(matches!(wanted, Wanted::OneChangeTo(_)) && count(&later) > count(before) + 1)
    }
}

/// The counts of a pass while it runs.
struct Acts<'a> {
    app: &'a Running,
    worker: &'a Worker,
    /// The id of each control, since the first round.
    known: HashMap<(String, &'static str), String>,
    tally: Tally,
    answers: Vec<Answers>,
    problems: Vec<String>,
    milliseconds: Vec<Vec<f64>>,
}

fn disturbances(user: &Report, front: Front, tally: &mut Tally, problems: &mut Vec<String>) {
    if front == Front::TakenAtWill {
        return;
    }
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let changes = if front == Front::Stays { user.focus_changes.len() } else { 0 };
    let stray = count(user.stray) + user.foreign_events.len() + user.pointer_jumps.len();
    let lost = count(user.lost + user.reordered);
    tally.focus_changes += changes;
    tally.stray_input += stray;
    tally.lost_keys += lost;
    if changes + stray + lost > 0 {
        problems.push(format!("the typing user was disturbed: {user}"));
    }
}

/// The id of the candidate that a cell means. The text kinds of one field share a line, each with its id.
fn find(cell: &Cell, planned: &Planned, candidates: &[Value]) -> Option<String> {
    let quoted = format!("\"{}\"", planned.label);
    let path = format!("> {}", planned.label);
    let is_meant = |does: &str| match cell.step {
        Step::Take(_) if does.starts_with("menu ") => does.ends_with(&path),
        // The option, and not a control of that name.
        Step::Take(_) => {
            does.contains(&quoted)
                && (cell.control != "shape" || does.starts_with(&format!("choose {quoted}")))
        }
        // A label of several lines is put together from several parts.
        _ => quoted.lines().all(|part| does.contains(part)),
    };
    cell.kinds.iter().find_map(|kind| {
        candidates.iter().find_map(|candidate| {
            let does = candidate["does"].as_str().unwrap_or_default();
            let own = (candidate["kind"] == *kind).then(|| &candidate["id"]);
            let id = own.or_else(|| candidate["also"].get(*kind)).and_then(Value::as_str);
            id.filter(|_| is_meant(does)).map(str::to_owned)
        })
    })
}

/// What a toggle does: one that turns on has another id than one that turns off. `None` for everything else, whose label
/// says which control it is.
fn told_apart_by(candidates: &[Value], id: &str) -> Option<String> {
    let candidate = candidates.iter().find(|candidate| candidate["id"] == id)?;
    (candidate["kind"] == "toggle").then(|| candidate["does"].as_str().unwrap_or_default().to_owned())
}

fn arguments(app: &str, id: &str, planned: &Planned) -> Value {
    let mut arguments = json!({"app": app, "instruction": "as the id says", "candidateId": id});
    if let Some(text) = &planned.text {
        arguments["text"] = text.as_str().into();
    }
    arguments
}

/// The answer in a word, with its code.
fn word(answer: &ToolAnswer) -> String {
    match (answer.status(), answer.code()) {
        ("", _) => format!("(no status: {})", answer.json),
        (status, "") => status.to_owned(),
        (status, code) => format!("{status}/{code}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::CELLS;
    use super::*;

    #[test]
    fn a_cell_finds_its_candidate() {
        let candidates: Vec<Value> = vec![
            json!({"id": "a", "kind": "choose_option", "does": "choose an option of ComboBox \"Shape\""}),
            json!({"id": "b", "kind": "click", "does": "click Button \"Square\""}),
            json!({"id": "c", "kind": "click", "does": "choose \"Square\" in ComboBox \"Shape\""}),
            json!({"id": "d", "kind": "set_value", "does": "replace the whole text of TextField \"Name\"", "also": {"append": "e"}}),
            json!({"id": "f", "kind": "menu", "does": "menu File > Export…"}),
        ];
        let find = |name: &str, label: &str| {
            let cell = CELLS.iter().find(|cell| cell.name == name).unwrap();
            let planned = Planned { label: label.into(), ..cell.plan(0, &json!({})) };
            find(cell, &planned, &candidates)
        };
        assert_eq!(find("drop-down, by text", "Shape").as_deref(), Some("a"));
        assert_eq!(find("drop-down, by option", "Square").as_deref(), Some("c"));
        assert_eq!(find("entry: replace", "Name").as_deref(), Some("d"));
        assert_eq!(find("entry: append", "Name").as_deref(), Some("e"));
        assert_eq!(find("entry: insert", "Name"), None);
        assert_eq!(find("menu item", "Export…").as_deref(), Some("f"));
        assert_eq!(find("menu item", "port…"), None);
    }
}
