//! Very many calls to one server: whether it holds more and more of anything.
//!
//! Most calls look and one in twenty acts, on three apps that are ended and started again all the while, because what is
//! kept of an app must go with it. Every act is judged by the app's own state. Memory, descriptors, threads and match
//! rules are sampled all along; what counts is how the last quarter of a run compares with the second, since at first
//! memory is taken that is used again later. Left out: the typing user, whom `trust` has.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;
use surehand_testkit::{fixture, monotonic, plain};

use crate::measure::median;
use crate::measure::start::resident;
use crate::program::{Program, Running};

/// More than any call may take.
const LIMIT: Duration = Duration::from_secs(30);
/// One call in so many acts.
const ACTS: usize = 20;
/// A sample is taken every so many calls, at the most.
const SAMPLE: usize = 1_000;
/// An app is started again every so many calls, at the most.
const AGAIN: usize = 500;
/// What the last quarter may have more than the second: kilobytes, descriptors, threads, match rules.
const MORE: [f64; 4] = [4_096.0, 2.0, 2.0, 2.0];
/// What is sampled, in that order.
const WHAT: [&str; 4] = ["memory_kb", "descriptors", "threads", "matches"];

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Soak {
    /// All calls.
    pub calls: usize,
    /// Of these, calls that look.
    pub looks: usize,
    /// The others.
    pub acts: usize,
    /// Acts answered `done`.
    pub done: usize,
    /// Of these, acts that the app's state does not confirm.
    pub false_done: usize,
    /// Acts that happened more than once, or although they were refused.
    pub doubled: usize,
    /// Calls that look and were not answered as such.
    pub failed: usize,
    /// Calls without an answer.
    pub hung: usize,
    /// What the server held, sample by sample.
    pub samples: Vec<[f64; 4]>,
    /// How long it took.
    pub seconds: u64,
}

impl Soak {
    /// The medians of the second and the last quarter of what is sampled at that place.
    fn quarters(&self, place: usize) -> (f64, f64) {
        let quarter = self.samples.len() / 4;
        let of = |from: usize, to: usize| {
            let samples = self.samples.get(from..to).unwrap_or_default();
            median(&samples.iter().map(|sample| sample[place]).collect::<Vec<_>>())
        };
        (of(quarter, quarter * 2), of(self.samples.len() - quarter, self.samples.len()))
    }

    /// Every bound that is broken, in words; empty when all hold.
    #[must_use]
    pub fn broken(&self) -> Vec<String> {
        let nothing = [
            ("false done", self.false_done),
            ("doubled effects", self.doubled),
            ("looks that failed", self.failed),
            ("calls without an answer", self.hung),
        ];
        let counts = nothing.iter().filter(|(_, count)| *count > 0);
        let mut broken: Vec<String> =
            counts.map(|(what, count)| format!("{count} {what}, 0 are allowed")).collect();
        for ((place, what), more) in WHAT.iter().enumerate().zip(MORE) {
            let (early, late) = self.quarters(place);
            if late > early + more {
                broken.push(format!("{what} grew from {early} to {late}, {more} more are allowed"));
            }
        }
        if self.done * 100 < self.acts * 95 {
            broken.push(format!("{} of {} acts were done, 95 % are promised", self.done, self.acts));
        }
        if self.looks * 100 < self.calls * 95 || self.samples.len() < 8 {
            broken.push("too few looks or samples to prove anything".to_owned());
        }
        broken
    }
}

impl fmt::Display for Soak {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, looks, acts, done, false_done, doubled, failed, hung, seconds, .. } = self;
        write!(
            formatter,
            "calls={calls} looks={looks} acts={acts} done={done} false_done={false_done} double={doubled} \
             failed={failed} hung={hung}"
        )?;
        for (place, what) in WHAT.iter().enumerate() {
            let (early, late) = self.quarters(place);
            write!(formatter, " {what}={early:.0}→{late:.0}")?;
        }
        write!(formatter, " seconds={seconds}")
    }
}

/// An app and how often its button was pressed in this life of its.
struct Place {
    program: Program,
    running: Running,
    presses: i64,
}

impl Place {
    fn start(desktop: &HeadlessDesktop, toolkit: &str) -> io::Result<Self> {
        let program = Program::fixture("controls.py", toolkit, &[]);
        let running = program.start(desktop)?;
        Ok(Self { program, running, presses: 0 })
    }

    /// Ends the app and starts it again.
    fn again(&mut self, desktop: &HeadlessDesktop) -> io::Result<()> {
        self.running.process.crash();
        // Its windows go a moment later than it does.
        let (screen, window) = (desktop.screen()?, self.running.window);
        let gone = || screen.windows().ok()?.iter().all(|(one, _)| *one != window).then_some(());
        surehand_testkit::poll_until(LIMIT, gone)
            .ok_or_else(|| io::Error::other("an app that was ended keeps its window"))?;
        self.running = self.program.start(desktop)?;
        self.presses = 0;
        Ok(())
    }
}

/// Makes so many calls.
///
/// # Errors
/// When the desktop, the server or an app cannot be had; what the product does wrong is in the result.
pub fn soak(binary: &Path, calls: usize, mut tell: impl FnMut(&Soak)) -> io::Result<Soak> {
    let desktop = HeadlessDesktop::start()?;
    let mut server = McpServer::start(&desktop, binary, &["mcp", "--yes"])?;
    let mut places = ["gtk3", "gtk4", "qt6"]
        .map(|toolkit| Place::start(&desktop, toolkit))
        .into_iter()
        .collect::<io::Result<Vec<_>>>()?;
    let (began, mut soak) = (monotonic(), Soak::default());
    let every = SAMPLE.min((calls / 16).max(1));
    for call in 0..calls {
        let count = places.len();
        let place = &mut places[call % count];
        if call % AGAIN.min((calls / 8).max(1)) == 0 && call > 0 {
            place.again(&desktop)?;
        }
        soak.calls += 1;
        if call % ACTS == ACTS - 1 {
            act(&mut soak, &desktop, &mut server, place)?;
        } else {
            look(&mut soak, &mut server, &place.program.app, call);
        }
        if (call + 1) % every == 0 {
            soak.samples.push(sample(&desktop, server.pid())?);
            soak.seconds = monotonic().saturating_sub(began).as_secs();
            tell(&soak);
        }
    }
    soak.seconds = monotonic().saturating_sub(began).as_secs();
    Ok(soak)
}

/// One of the ways to look, in turn.
fn look(soak: &mut Soak, server: &mut McpServer, app: &str, call: usize) {
    soak.looks += 1;
    let (tool, arguments, sign) = match call % 7 {
        0 => ("windows", json!({}), "windows"),
        1 => ("extract", json!({"app": app, "instruction": "the name"}), "status"),
        2 => ("observe", json!({"app": app, "instruction": "Press me"}), "candidates"),
        3 => ("observe", json!({"app": app, "limit": 200}), "candidates"),
        4 => ("wait", json!({"app": app, "timeoutMs": 1}), "candidates"),
        _ => ("observe", json!({"app": app}), "candidates"),
    };
    match server.call(tool, arguments, LIMIT) {
        Ok(answer) if answer.json.get(sign).is_some() && !answer.is_error => {}
        Ok(_) => soak.failed += 1,
        Err(_) => soak.hung += 1,
    }
}

/// A press, or a text, judged by the app's state.
fn act(
    soak: &mut Soak,
    desktop: &HeadlessDesktop,
    server: &mut McpServer,
    place: &mut Place,
) -> io::Result<()> {
    soak.acts += 1;
    let writes = soak.acts.is_multiple_of(4);
    let text = format!("text {}", soak.acts);
    let arguments = if writes {
        json!({"app": place.program.app, "instruction": "Write into the Name field", "text": text})
    } else {
        json!({"app": place.program.app, "instruction": "Press me"})
    };
    let Ok(answer) = server.call("act", arguments, LIMIT) else {
        soak.hung += 1;
        return Ok(());
    };
    let is_done = answer.status() == "done";
    soak.done += usize::from(is_done);
    let state = desktop.state(&place.program.title)?;
    let presses = state["button"]["count"].as_i64().unwrap_or_default();
    let confirmed =
        if writes { state["name"]["value"] == text.as_str() } else { presses == place.presses + 1 };
    soak.false_done += usize::from(is_done && !confirmed);
    soak.doubled += usize::from(presses > place.presses + i64::from(!writes));
    place.presses = presses;
    Ok(())
}

/// What the server holds now.
fn sample(desktop: &HeadlessDesktop, pid: u32) -> io::Result<[f64; 4]> {
    let count =
        |folder: &str| Ok::<_, io::Error>(std::fs::read_dir(format!("/proc/{pid}/{folder}"))?.count());
    let script = fixture("matches.py");
    let output = desktop.command(plain::PYTHON).arg("-B").arg(script).arg(pid.to_string()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let matches: usize = said.trim().parse().map_err(|_| {
        io::Error::other(format!("no number of match rules: {}", String::from_utf8_lossy(&output.stderr)))
    })?;
    Ok([resident(pid)? as f64, count("fd")? as f64, count("task")? as f64, matches as f64])
}

/// The table of docs/trust.md.
#[must_use]
pub fn page(soak: &Soak) -> String {
    let mut page = String::from(
        "| what the server holds | second quarter | last quarter | more that is allowed |\n|---|--:|--:|--:|\n",
    );
    for ((place, what), more) in WHAT.iter().enumerate().zip(MORE) {
        let (early, late) = soak.quarters(place);
        page.push_str(&format!("| {what} | {early:.0} | {late:.0} | {more:.0} |\n"));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(samples: Vec<[f64; 4]>) -> Soak {
        Soak { calls: 100, looks: 95, acts: 5, done: 5, samples, ..Soak::default() }
    }

    #[test]
    fn what_grows_at_first_is_flat_and_what_goes_on_growing_is_not() {
        let flat = (0..40).map(|at| [if at < 8 { 9_000.0 } else { 20_000.0 }, 20.0, 9.0, 12.0]).collect();
        assert_eq!(run(flat).broken(), Vec::<String>::new());
        for place in 0..4 {
            let growing = |at: u16| {
                let mut sample = [20_000.0, 20.0, 9.0, 12.0];
                sample[place] += f64::from(at) * MORE[place] / 10.0;
                sample
            };
            let broken = run((0..40).map(growing).collect()).broken();
            assert_eq!(broken.len(), 1, "{broken:?}");
            assert!(broken[0].starts_with(WHAT[place]), "{broken:?}");
        }
        assert_eq!(run(vec![[1.0; 4]; 3]).broken().len(), 1, "a short run proves nothing");
        let mut wrong = run(vec![[1.0; 4]; 40]);
        wrong.done = 4;
        (wrong.false_done, wrong.doubled, wrong.failed, wrong.hung) = (1, 1, 1, 1);
        assert_eq!(wrong.broken().len(), 5);
    }
}
