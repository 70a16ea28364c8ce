//! How reading grows with the window: from a hundred elements to a hundred thousand, and a list of a million rows.
//!
//! In memory it is the part above the desktop that is measured (identities, candidates, wording); on real windows it is
//! the whole, through the server. Rows that are all there and rows of a model, of which a toolkit builds what is shown,
//! are different things and stand apart.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use surehand_core::candidate::candidates;
use surehand_core::clock::{Clock, Deadline, SystemClock};
use surehand_core::desktop::Desktop;
use surehand_core::identity::{IdTable, Identities};
use surehand_core::snapshot::SnapshotBounds;
use surehand_memory::{MemoryDesktop, Node, WindowState};
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;

use super::{BUDGETS, median, number, verdict};
use crate::program::Program;

const LIMIT: Duration = Duration::from_secs(60);
/// Readings of each window.
const ROUNDS: usize = 7;
/// The most a first screen's worth of a million rows may take, in milliseconds.
const FIRST_SCREEN: f64 = 300.0;

/// A window and what reading it took.
#[derive(Clone, Debug, Default)]
pub struct Line {
    window: String,
    rows: usize,
    elements: u64,
    first: f64,
    warm: f64,
    bytes: usize,
    is_million: bool,
}

/// Readings in memory.
///
/// # Errors
/// When the desktop in memory cannot be read.
pub fn in_memory() -> io::Result<Vec<Line>> {
    [100, 1_000, 10_000, 100_000].into_iter().map(of_so_many).collect()
}

fn of_so_many(elements: usize) -> io::Result<Line> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let desktop = MemoryDesktop::new(Arc::clone(&clock));
    let content = (0..elements / 2).map(|number| {
        let row = Node::group(&format!("row{number}"), &format!("Row {number}"));
        row.below([Node::button(&format!("button{number}"), "Remove")])
    });
    desktop.open(WindowState::new("many", "Many", "Many", 7).containing(content));
    let bounds = SnapshotBounds { elements: elements * 2, ..SnapshotBounds::default() };
    let deadline = Deadline::new(clock.now().plus(LIMIT));
    let broken = |error: surehand_core::error::Error| io::Error::other(error);
    let window = desktop.windows(&deadline).map_err(broken)?.remove(0);
    let snapshot = desktop.snapshot(&window.key, &bounds, &deadline).map_err(broken)?;
    let mut table = IdTable::default();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = clock.now();
        let identities = Identities::of(&snapshot);
        let offered = candidates(&snapshot, &identities, &mut table);
        times.push(clock.now().since(start).as_secs_f64() * 1000.0);
        if offered.len() < elements / 2 {
            return Err(io::Error::other(format!("{} candidates of {elements} elements", offered.len())));
        }
    }
    Ok(Line {
        window: "in memory, above the desktop".into(),
        rows: elements / 2,
        elements: snapshot.elements().len() as u64,
        first: times.first().copied().unwrap_or_default(),
        warm: median(&times),
        ..Line::default()
    })
}

/// Readings of real windows through the server; what does not start or cannot be read is said and left out.
#[must_use]
pub fn in_windows(desktop: &HeadlessDesktop, ours: &mut McpServer) -> (Vec<Line>, Vec<String>) {
    let (mut lines, mut missing) = (Vec::new(), Vec::new());
    for (toolkit, name) in [("gtk3", "GTK3"), ("gtk4", "GTK4"), ("qt5", "Qt 5")] {
        for (rows, model) in
            [(50, false), (500, false), (5_000, false), (50_000, false), (50_000, true), (1_000_000, true)]
        {
            // Of Qt's lists there are only models.
            if toolkit == "qt5" && !model {
                continue;
            }
            let count = rows.to_string();
            let mut arguments = vec!["--count", count.as_str()];
            arguments.extend(model.then_some("--model"));
            let program = Program::fixture("many.py", toolkit, &arguments);
            let kind = if model { "rows of a model" } else { "rows that are all there" };
            let window = format!("{name}, {kind}");
            let line = program.start(desktop).and_then(|running| read(ours, running.process.pid()));
            match line {
                Ok(line) => lines.push(Line { window, rows, is_million: rows == 1_000_000, ..line }),
                Err(error) => missing.push(format!("{window} × {rows}: {error}")),
            }
        }
    }
    (lines, missing)
}

fn read(ours: &mut McpServer, pid: u32) -> io::Result<Line> {
    let mut times = Vec::new();
    let mut line = Line::default();
    for _ in 0..ROUNDS {
        let answer = ours.call("observe", json!({"pid": pid}), LIMIT)?;
        if answer.is_error {
            return Err(io::Error::other(format!("observe answered {}", answer.json)));
        }
        times.push(answer.elapsed.as_secs_f64() * 1000.0);
        line.bytes = answer.bytes;
        line.elements = number(&answer.json["total"]);
    }
    line.first = times.first().copied().unwrap_or_default();
    line.warm = median(&times);
    Ok(line)
}

/// The tables and the budget.
#[must_use]
pub fn page(memory: &[Line], windows: &[Line], missing: &[String]) -> String {
    let mut page =
        String::from("| above the desktop, in memory: elements | ms | µs per element |\n|--:|--:|--:|\n");
    for line in memory {
        let each = line.warm * 1000.0 / line.elements.max(1) as f64;
        page.push_str(&format!("| {} | {:.1} | {each:.1} |\n", line.elements, line.warm));
    }
    page.push_str(
        "\n| window, through the server | rows | candidates | first observe ms | median ms | bytes |\n\
         |---|--:|--:|--:|--:|--:|\n",
    );
    for line in windows {
        page.push_str(&format!(
            "| {} | {} | {} | {:.0} | {:.0} | {} |\n",
            line.window, line.rows, line.elements, line.first, line.warm, line.bytes
        ));
    }
    for line in missing {
        page.push_str(&format!("\nNot measured: {line}.\n"));
    }
    page.push('\n');
    page.push_str(BUDGETS);
    let million: Vec<&Line> = windows.iter().filter(|line| line.is_million).collect();
    let text: Vec<String> =
        million.iter().map(|line| format!("{}: {:.0} ms", line.window, line.warm)).collect();
    let met = !million.is_empty() && million.iter().all(|line| line.warm <= FIRST_SCREEN);
    page.push_str(&verdict("a million rows ≤ 300 ms for the first screen", &text.join("; "), met));
    page
}
