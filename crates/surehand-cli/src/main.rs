//! The `surehand` command: the MCP server and the same calls from a shell.
//!
//! Thin over [`surehand::Session`]. Standard output holds nothing but protocol or answers; everything else goes to
//! standard error. How a call ended is also the exit code.

mod arguments;
mod call;
mod logging;
mod mcp;
mod print;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use surehand::core::clock::Cancel;
use surehand::core::code::Code;
use surehand::core::error::Invalid;
use surehand::wire::{Answer, Kind};
use surehand::{Allowed, Session, settings};

use arguments::{Command, CommandLine};
use call::Call;

/// Not done, or not proven.
const NOT_DONE: u8 = 1;
/// Wrong arguments or settings.
const BAD_INPUT: u8 = 2;
/// The machinery broke.
const BROKEN: u8 = 3;

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    match run(&command_line) {
        Ok(code) => ExitCode::from(code),
        Err(invalid) => {
            complain(&format!("surehand: {invalid}\n"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(command_line: &CommandLine) -> Result<u8, Invalid> {
    logging::start()?;
    let mut session = Session::builder().settings(settings::from_environment()?);
    if command_line.yes {
        complain(
            "surehand: --yes: EVERYTHING IS ALLOWED. Any app on this desktop may be read and operated without asking; \
             meant for desktops that may be thrown away.\n",
        );
        session = session.allowed(Allowed::Everything);
    }
    let session = session.build();
    let Some((tool, arguments, output)) = command_line.command.call()? else {
        let Command::Mcp = command_line.command else { return Ok(BROKEN) };
        return Ok(match mcp::serve(session) {
            Ok(()) => 0,
            Err(_) => {
                complain("surehand: standard input and output cannot be used\n");
                BROKEN
            }
        });
    };
    let answer = match Call::parse(tool, &arguments) {
        Ok(call) => call.answer(&session, &Cancel::new()),
        Err(invalid) => Answer::invalid(&print::as_flag(invalid)),
    };
    print::answer(&answer, output.json);
    Ok(match answer.kind {
        Kind::Done => 0,
        Kind::NotDone => NOT_DONE,
        Kind::Broken(Code::InvalidArguments) => BAD_INPUT,
        Kind::Broken(_) => BROKEN,
    })
}

/// To standard error; a closed one is nobody listening.
fn complain(text: &str) {
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}
