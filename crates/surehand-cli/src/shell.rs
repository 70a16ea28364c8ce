//! `surehand completions` and `surehand man`: made from the command line's own definition, so that they never say
//! something else than `--help`.

use std::io::Write as _;

use clap::CommandFactory as _;
use surehand::core::error::Invalid;

use crate::arguments::{Command, CommandLine};

const NAME: &str = "surehand";

/// Carries out these words; `None` for the others.
pub(crate) fn run(command: &Command) -> Result<Option<u8>, Invalid> {
    let mut text = Vec::new();
    match command {
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut CommandLine::command(), NAME, &mut text);
        }
        Command::Man { directory: None } => {
            let page = clap_mangen::Man::new(CommandLine::command());
            page.render(&mut text).map_err(|_| Invalid::new("man", "could not be written"))?;
        }
        Command::Man { directory: Some(directory) } => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(CommandLine::command(), directory))
                .map_err(|_| Invalid::new("--directory", "must name a directory that can be written to"))?;
        }
        _ => return Ok(None),
    }
    // A reader that has gone is no failure.
    drop(std::io::stdout().lock().write_all(&text));
    Ok(Some(0))
}
