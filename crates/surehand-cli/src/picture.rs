//! Where the PNG of `surehand screenshot` goes: to a file, or to standard output for the next program.
//!
//! Never to a terminal, which would print it. That is refused before the picture is taken.

use std::io::{IsTerminal, Write};
use std::path::Path;

use surehand::core::error::Invalid;
use surehand::wire::Answer;

use crate::arguments::Command;

/// Refuses a picture that would have nowhere to go.
pub(crate) fn check(command: &Command) -> Result<(), Invalid> {
    match command {
        Command::Screenshot(shot) if shot.output.is_none() && std::io::stdout().is_terminal() => {
            Err(Invalid::new("--output", "must name a file, as standard output is a terminal"))
        }
        _ => Ok(()),
    }
}

/// Writes the picture of an answer that has one.
pub(crate) fn write(command: &Command, answer: &Answer) -> Result<(), Invalid> {
    match (command, answer.png()) {
        (Command::Screenshot(shot), Some(png)) => to(shot.output.as_deref(), png)
            .map_err(|_| Invalid::new("--output", "must name a file that can be written to")),
        _ => Ok(()),
    }
}

fn to(path: Option<&Path>, png: &[u8]) -> std::io::Result<()> {
    match path {
        Some(path) => std::fs::write(path, png),
        None => std::io::stdout().lock().write_all(png),
    }
}
