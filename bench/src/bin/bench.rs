//! Time, bytes and memory, beside another driver in the same run; one Markdown section per word in the folder given.
//!
//! `bench SUREHAND RIVAL FOLDER [WORD…]`: the two built binaries, where the sections go, and which of `start`, `observe`,
//! `act` and `growth` are wanted (all). Nothing fails here because something is slow: the pages say it.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program: its output is what it is for")]

use std::io;
use std::path::Path;
use std::process::ExitCode;

use surehand_bench::measure::{act, growth, observe, raw, rival::Rival, start};
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;

/// Readings of each kind of each app.
const READINGS: usize = 15;
/// Acts of each kind on each toolkit.
const ACTS: usize = 10;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [word] if word == "raw" => raw::serve(),
        [binary, rival, folder, words @ ..] => {
            run(Path::new(binary), Path::new(rival), Path::new(folder), words)
        }
        _ => Err(io::Error::other("bench SUREHAND RIVAL FOLDER [start|observe|act|growth]…")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(binary: &Path, rival: &Path, folder: &Path, words: &[String]) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let wanted = |word: &str| words.is_empty() || words.iter().any(|one| one == word);
    let write = |word: &str, page: &str| {
        println!("{word}\n\n{page}");
        std::fs::write(folder.join(format!("{word}.md")), page)
    };
    let desktop = HeadlessDesktop::start()?;
    let mut ours = McpServer::start(&desktop, binary, &["mcp", "--yes"])?;
    let mut theirs = Rival::start(&desktop, rival)?;
    if wanted("observe") {
        let (lines, missing) = observe::measure(&desktop, &mut ours, &mut theirs, READINGS)?;
        write("observe", &observe::page(&lines, &missing))?;
    }
    if wanted("act") {
        write("act", &act::page(&act::measure(&desktop, &mut ours, &mut theirs, ACTS)?))?;
    }
    if wanted("start") {
        // After the readings, because a server that has read nothing yet is smaller.
        let (own, their) = (start::resident(ours.pid())?, start::resident(theirs.pid())?);
        write("start", &start::page(&start::measure(&desktop, binary, rival)?, own, their))?;
    }
    if wanted("growth") {
        let memory = growth::in_memory()?;
        let (windows, missing) = growth::in_windows(&desktop, &mut ours);
        write("growth", &growth::page(&memory, &windows, &missing))?;
    }
    Ok(())
}
