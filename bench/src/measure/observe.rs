//! Reading a window: through our server, by our desktop alone, and by the other driver, in turn.
//!
//! Both sides read the same windows on the same desktop in turn, so that a loaded machine slows both.

use std::io;
use std::time::Duration;

use serde_json::json;
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;
use surehand_testkit::poll_until;

use super::raw::RawReader;
use super::rival::Rival;
use super::{BUDGETS, geometric_mean, median, number, verdict};
use crate::program::Program;

const LIMIT: Duration = Duration::from_secs(60);
/// How long after its window is there an app may take until it can be read.
const READABLE: Duration = Duration::from_secs(60);
/// Readings of each kind that are not counted.
const WARM: usize = 2;
/// The default budget of an answer.
const BYTES: usize = 4096;

/// What was measured of one app.
#[derive(Clone, Debug, Default)]
pub struct Line {
    app: String,
    elements: u64,
    candidates: u64,
    bytes: usize,
    /// With the limit raised until as many controls are listed as the other driver lists.
    fair_bytes: usize,
    observe: f64,
    raw: f64,
    their_controls: u64,
    their_bytes: usize,
    their_time: f64,
    their_cut: bool,
}

/// The apps that are read: six real ones, an office with a sheet of two thousand million rows among them, and the form of
/// each toolkit.
#[must_use]
pub fn apps() -> Vec<Program> {
    let mut apps = vec![
        Program::installed("gnome-calculator", "Calculator", &[]),
        Program::installed("mousepad", "Untitled", &[]),
        Program::installed("gnome-text-editor", "New Document", &[]),
        Program::installed("thunar", "", &["/usr/share"]),
        Program::installed("kcalc", "KCalc", &[]),
    ];
    apps[3].title = "share".to_owned();
    apps.push(Program::installed("soffice", "Untitled 1", &["--calc", "--norestore", "--nologo"]));
    apps.extend(["gtk3", "gtk4", "qt5"].map(|toolkit| Program::fixture("form.py", toolkit, &[])));
    apps
}

/// Reads every app `rounds` times; what does not start is said and left out.
///
/// # Errors
/// When a server does not answer.
pub fn measure(
    desktop: &HeadlessDesktop,
    ours: &mut McpServer,
    theirs: &mut Rival,
    rounds: usize,
) -> io::Result<(Vec<Line>, Vec<String>)> {
    let mut raw = RawReader::start(desktop)?;
    let (mut lines, mut missing) = (Vec::new(), Vec::new());
    for program in apps() {
        let running = match program.start(desktop) {
            Ok(running) => running,
            Err(error) => {
                missing.push(format!("{}: {error}", program.app));
                continue;
            }
        };
        let window = u64::from(running.window);
        // Some apps are started by another process than the one they are, and can be read some time after they are seen.
        let process = || {
            let seen = ours.call("observe", json!({"windowId": window}), LIMIT).ok()?;
            Some(number(&seen.json["window"]["pid"])).filter(|pid| *pid > 0)
        };
        let Some(pid) = poll_until(READABLE, process) else {
            missing.push(format!("{}: its window cannot be read", program.app));
            continue;
        };
        let mut line = Line { app: program.app.clone(), ..Line::default() };
        let (mut observe, mut raw_times, mut their_times) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..rounds + WARM {
            let (spent, elements) = raw.read(&program.title)?;
            let answer = ours.call("observe", json!({"pid": pid}), LIMIT)?;
            let tree = theirs.tree(pid, window)?;
            if answer.is_error || tree.controls == 0 {
                return Err(io::Error::other(format!("{}: {} / {}", line.app, answer.json, tree.text)));
            }
            line.elements = elements;
            line.candidates = number(&answer.json["total"]);
            line.bytes = answer.bytes;
            line.their_cut |= tree.cut;
            if round >= WARM {
                raw_times.push(spent);
                observe.push(answer.elapsed.as_secs_f64() * 1000.0);
                their_times.push(tree.elapsed.as_secs_f64() * 1000.0);
            }
        }
        let tree = theirs.whole_tree(pid, window)?;
        (line.their_controls, line.their_bytes) = (tree.controls, tree.bytes);
        line.fair_bytes = fair_bytes(ours, pid, line.their_controls)?;
        (line.observe, line.raw, line.their_time) =
            (median(&observe), median(&raw_times), median(&their_times));
        lines.push(line);
    }
    Ok((lines, missing))
}

/// The length of an answer that lists at least as many controls as there are `wanted`, or all there are.
fn fair_bytes(ours: &mut McpServer, pid: u64, wanted: u64) -> io::Result<usize> {
    let mut limit = wanted;
    loop {
        let answer = ours.call("observe", json!({"pid": pid, "limit": limit}), LIMIT)?;
        // The three kinds of one field share a line and are one control.
        let listed = answer.json["candidates"].as_array().map_or(0, Vec::len) as u64;
        if listed >= wanted || limit > 2 * number(&answer.json["total"]) {
            return Ok(answer.bytes);
        }
        limit += wanted - listed;
    }
}

/// The table and the budgets.
#[must_use]
pub fn page(lines: &[Line], missing: &[String]) -> String {
    let mut page = String::from(
        "| app | elements | candidates | observe ms | elements a second | own reading alone ms | ratio | bytes | cua ms | cua ÷ \
         ours | cua controls | cua bytes | ours for as many controls |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for line in lines {
        page.push_str(&format!(
            "| {} | {} | {} | {:.0} | {:.0} | {:.0} | {:.2} | {} | {:.0}{} | {:.1} | {} | {} | {} |\n",
            line.app,
            line.elements,
            line.candidates,
            line.observe,
            line.elements as f64 * 1000.0 / line.observe.max(0.1),
            line.raw,
            line.observe / line.raw.max(0.1),
            line.bytes,
            line.their_time,
            if line.their_cut { "†" } else { "" },
            line.their_time / line.observe.max(0.1),
            line.their_controls,
            line.their_bytes,
            line.fair_bytes
        ));
    }
    if lines.iter().any(|line| line.their_cut) {
        page.push_str(
            "\n† stopped in some readings at its own limit of a second; controls and bytes are of a complete reading.\n",
        );
    }
    for line in missing {
        page.push_str(&format!("\nNot measured: {line}.\n"));
    }
    page.push('\n');
    page.push_str(&budgets(lines));
    page
}

fn budgets(lines: &[Line]) -> String {
    let ratios: Vec<f64> = lines.iter().map(|line| line.observe / line.raw.max(0.1)).collect();
    let mean = geometric_mean(&ratios);
    let speed: Vec<f64> = lines.iter().map(|line| line.observe / line.their_time.max(0.1)).collect();
    let faster = geometric_mean(&speed);
    let slowest = speed.iter().copied().fold(0.0, f64::max);
    let longest = lines.iter().map(|line| line.bytes).max().unwrap_or_default();
    let (own, their): (usize, usize) =
        lines.iter().fold((0, 0), |(own, their), line| (own + line.fair_bytes, their + line.their_bytes));
    let mut page = String::from(BUDGETS);
    let text = format!("{mean:.2} (geometric mean; most {:.2})", ratios.iter().copied().fold(0.0, f64::max));
    page.push_str(&verdict("observe ≤ 1.5 × our own reading of the same window", &text, mean <= 1.5));
    let text = format!("1/{:.1} (geometric mean)", 1.0 / faster.max(1e-9));
    page.push_str(&verdict("observe ≤ 1/5 of its `get_window_state`", &text, faster <= 0.2));
    let text = format!("at worst 1/{:.1}", 1.0 / slowest.max(1e-9));
    page.push_str(&verdict("never slower on one app", &text, slowest <= 1.0));
    page.push_str(&verdict(
        "observe ≤ 4 KB by default",
        &format!("at most {longest} bytes"),
        longest <= BYTES,
    ));
    let share = own as f64 / their.max(1) as f64;
    let text = format!("{own} of {their} bytes: {share:.2}");
    page.push_str(&verdict("≤ 1/2 of its bytes for as many controls, in sum", &text, share <= 0.5));
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_budget_is_said() {
        let good = Line {
            app: "app".into(),
            bytes: 4000,
            fair_bytes: 400,
            observe: 10.0,
            raw: 8.0,
            their_time: 100.0,
            their_bytes: 1000,
            ..Line::default()
        };
        assert!(!page(std::slice::from_ref(&good), &[]).contains("not met"));
        for bad in [
            Line { observe: 13.0, ..good.clone() },
            Line { their_time: 45.0, ..good.clone() },
            Line { bytes: 4097, ..good.clone() },
            Line { fair_bytes: 501, ..good.clone() },
        ] {
            assert_eq!(page(&[bad], &[]).matches("not met").count(), 1);
        }
    }
}
