//! The `surehand` command: the MCP server and the same calls from a shell.
//!
//! Thin over [`surehand::Session`]. Standard output holds nothing but protocol or answers; everything else goes to
//! standard error. How a call ended is also the exit code.

mod arguments;
mod call;
mod checkup;
mod clients;
mod judging;
mod logging;
mod mcp;
mod model;
mod picture;
mod print;
mod shell;
mod subtask;
mod terminal;
mod upkeep;
mod user;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use surehand::core::clock::Cancel;
use surehand::core::code::Code;
use surehand::core::error::Invalid;
use surehand::servers::{self, Registration};
use surehand::variables::Variables;
use surehand::wire::{Answer, Kind};
use surehand::{Session, settings};

use arguments::{Command, CommandLine};
use call::Call;
use user::User;

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
    if let Some(code) = checkup::run(&command_line.command)? {
        return Ok(code);
    }
    if let Some(code) = clients::run(&command_line.command)? {
        return Ok(code);
    }
    if let Some(code) = shell::run(&command_line.command)? {
        return Ok(code);
    }
    if let Some(code) = judging::run(&command_line.command)? {
        return Ok(code);
    }
    if let Some(code) = model::run(&command_line.command)? {
        return Ok(code);
    }
    if let Some(code) = upkeep::run(command_line)? {
        return Ok(code);
    }
    let request = match command_line.command.is_run().then(subtask::request) {
        Some(Err(invalid)) => return Ok(subtask::refuse(invalid)),
        request => request.and_then(Result::ok),
    };
    let user = User::read(command_line.yes)?;
    let variables = Variables::read()?;
    let chosen = request.as_ref().and_then(|request| request.decider.as_ref());
    let variable =
        |name: &str| subtask::variable(chosen, name).map(OsString::from).or_else(|| variables.value(name));
    let desktop = match request.as_ref().and_then(|request| request.backend) {
        Some(desktop) => desktop,
        None => command_line.desktop(&variable)?,
    };
    let mut session = Session::builder()
        .settings(settings::from_variables(&variable)?)
        .decider_from_variables(&variable)?
        .desktop_of_kind(desktop, &variable)?
        .allowed(user.allowed());
    if matches!(command_line.command, Command::Mcp { driver_tool: true }) {
        session = session.with_driver_tools();
    }
    if let Some(journal) = user.journal() {
        session = session.journal(journal);
    }
    if !command_line.no_mark && settings::mark(&variable)?.unwrap_or_else(|| user.wants_mark()) {
        session = session.marked();
    }
    if command_line.yes {
        complain(
            "surehand: --yes: EVERYTHING IS ALLOWED. Any app on this desktop may be read and operated without asking; \
             meant for desktops that may be thrown away.\n",
        );
    }
    let session = session.build();
    if let (Some(request), Command::Run { log }) = (&request, &command_line.command) {
        let _running = registered();
        return Ok(subtask::run_request(&session, request, log.as_deref()));
    }
    let Some((tool, arguments, output)) = command_line.command.call()? else {
        let _running = registered();
        return Ok(match mcp::serve(session) {
            Ok(()) => 0,
            Err(_) => {
                complain("surehand: standard input and output cannot be used\n");
                BROKEN
            }
        });
    };
    picture::check(&command_line.command)?;
    let answer = match Call::parse(tool, &arguments) {
        Ok(call) => {
            let _running = call.acts().then(registered);
            let progress = terminal::Progress::of(call.steps(), output.json);
            call.answer(&session, &Cancel::new(), &|going| progress.tell(going), None)
        }
        Err(invalid) => Answer::invalid(&print::as_flag(invalid)),
    };
    if let Some(warning) = session.take_warning() {
        complain(&format!("surehand: {warning}\n"));
    }
    picture::write(&command_line.command, &answer)?;
    print::answer(&answer, output.json);
    Ok(match answer.kind {
        Kind::Done => 0,
        Kind::NotDone => NOT_DONE,
        Kind::Broken(Code::InvalidArguments) => BAD_INPUT,
        Kind::Broken(_) => BROKEN,
    })
}

/// Lets `surehand stop` find this process.
fn registered() -> Option<Registration> {
    let registration = servers::register().ok();
    if registration.is_none() {
        complain(
            "surehand: the runtime directory cannot be used; `surehand stop` will not find this process\n",
        );
    }
    registration
}

/// To standard error; a closed one is nobody listening.
pub(crate) fn complain(text: &str) {
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}
