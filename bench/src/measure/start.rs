//! Starting the server, what it takes of memory, and how long its own words are.
//!
//! Measured from the start of the process, as a client waits for it.

use std::io;
use std::path::Path;
use std::time::Duration;

use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;
use surehand_testkit::monotonic;

use super::rival::Rival;
use super::{BUDGETS, median, verdict};

/// Starts that are measured.
const STARTS: usize = 11;

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Start {
    milliseconds: f64,
    their_milliseconds: f64,
    words: usize,
    their_words: usize,
}

/// Starts both servers in turn.
///
/// # Errors
/// When one does not start.
pub fn measure(desktop: &HeadlessDesktop, binary: &Path, rival: &Path) -> io::Result<Start> {
    let (mut own, mut their) = (Vec::new(), Vec::new());
    let mut start = Start::default();
    for _ in 0..STARTS {
        let begin = monotonic();
        let mut server = McpServer::start(desktop, binary, &["mcp", "--yes"])?;
        own.push(spent(begin));
        let instructions = server.introduction()["instructions"].as_str().map_or(0, str::len);
        start.words = server.tools()?.to_string().len() + instructions;
        let begin = monotonic();
        let mut rival = Rival::start(desktop, rival)?;
        their.push(spent(begin));
        start.their_words = rival.tools_bytes()?;
    }
    (start.milliseconds, start.their_milliseconds) = (median(&own), median(&their));
    Ok(start)
}

fn spent(begin: Duration) -> f64 {
    monotonic().saturating_sub(begin).as_secs_f64() * 1000.0
}

/// The resident memory of a process, in kilobytes.
///
/// # Errors
/// When there is no such process.
pub fn resident(pid: u32) -> io::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.ok_or_else(|| io::Error::other("no VmRSS in the status"))
}

/// The table; `resident` and `theirs` in kilobytes, after the readings and acts of this run.
#[must_use]
pub fn page(start: &Start, resident: u64, theirs: u64) -> String {
    let mut page = String::from(BUDGETS);
    let text = format!("{:.0} ms (cua-driver: {:.0} ms)", start.milliseconds, start.their_milliseconds);
    page.push_str(&verdict("start to `initialize` answered ≤ 60 ms", &text, start.milliseconds <= 60.0));
    let text = format!("{:.1} MB (cua-driver: {:.1} MB)", resident as f64 / 1024.0, theirs as f64 / 1024.0);
    page.push_str(&verdict("resident ≤ 30 MB, after the run below", &text, resident <= 30 * 1024));
    let text = format!("{} bytes (cua-driver: {})", start.words, start.their_words);
    page.push_str(&verdict("list of tools and instructions ≤ 10 KB", &text, start.words <= 10 * 1024));
    page
}
