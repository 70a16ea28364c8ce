//! The steps as they happen: a line begins when a step begins, and ends with its status and its time.
//!
//! Nothing is held back, so that a step that hangs shows which it is. What a step should do is the demo's part.

use std::io::{self, Write};

use surehand::core::clock::{Clock, SystemClock};

const TITLE: usize = 54;
const GOOD: [&str; 3] = ["done", "seen", "drawn"];

/// The table that is being printed.
#[derive(Debug)]
pub(crate) struct Table {
    clock: SystemClock,
    problems: Vec<String>,
}

impl Table {
    pub(crate) fn start() -> Self {
        println!("{:<TITLE$} {:>6}  status", "step", "ms");
        println!("{:-<TITLE$} {:->6}  {:-<32}", "", "", "");
        Self { clock: SystemClock::new(), problems: Vec::new() }
    }

    /// Prints a step while it is taken. It returns its status and details; a status that is none of the good ones is
    /// kept as a problem.
    pub(crate) fn row(
        &mut self,
        title: &str,
        step: impl FnOnce() -> io::Result<(String, String)>,
    ) -> io::Result<()> {
        print!("{title:<TITLE$} ");
        io::stdout().flush()?;
        let begin = self.clock.now();
        let result = step();
        let elapsed = self.clock.now().since(begin);
        let (status, details) = result.unwrap_or_else(|error| (error.to_string(), String::new()));
        println!("{:>6.0}  {status:<6} {details}", elapsed.as_secs_f64() * 1000.0);
        if !GOOD.contains(&status.as_str()) {
            self.problems.push(format!("{title}: {status}"));
        }
        Ok(())
    }

    /// Prints more about the step before.
    pub(crate) fn note(&self, text: &str) {
        println!("    {text}");
    }

    /// What went wrong so far.
    pub(crate) fn problems(&self) -> &[String] {
        &self.problems
    }
}
