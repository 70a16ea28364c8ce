//! The driver's process, and JSON-RPC with it: one message a line over its standard input and output.
//!
//! An MCP client of our own and not the library's: the seam to a desktop is synchronous, and all that is needed is one
//! request at a time with a limit, which would otherwise cost a runtime. The decision that matters: a driver that does
//! not answer in time is ended, because it works one call after the other and would keep every later one waiting; the
//! next call starts another. Its process ends by itself when ours does, because its input is closed then.

use std::ffi::OsString;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_core::clock::Clock;
use surehand_core::code::Code;
use surehand_core::desktop::Losses;
use surehand_core::error::{Error, Result};

use crate::answer::Answer;
use crate::driver::Channel;
use crate::program;
use crate::rules::{self, Nature, Offers};

/// The versions that all of this was tried with.
pub const TRIED: [&str; 2] = ["0.37.0", "0.36.0"];

/// The version of the protocol that is asked for.
const PROTOCOL: &str = "2025-06-18";
/// How long it may take to be ready.
const START_LIMIT: Duration = Duration::from_secs(20);
/// How long it may take to end its session.
const END_LIMIT: Duration = Duration::from_secs(5);
/// How long its process may take to leave once its input is closed.
const LEAVE_LIMIT: Duration = Duration::from_secs(1);
/// The most that a program may say about itself.
const LONGEST_WORDS: u64 = 4_096;
/// JSON-RPC: there is no such method.
const NO_SUCH_METHOD: i64 = -32601;

/// A driver of our own, started by the first call and started again after it ended.
pub struct Process {
    program: PathBuf,
    limit: Duration,
    clock: Arc<dyn Clock>,
    environment: Vec<(OsString, OsString)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    /// Its telemetry has been switched off.
    quiet: bool,
    /// Those that ended or were ended; so this also tells which one runs.
    losses: Losses,
}

impl State {
    /// The driver that runs is no more.
    fn lose(&mut self, lost: Lost) {
        if let Some(running) = self.running.take() {
            running.kill();
            self.losses = Losses { count: self.losses.count + 1, last: Some(lost.code()) };
        }
    }

    fn notice_its_end(&mut self) {
        let has_ended = |running: &mut Running| !matches!(running.child.try_wait(), Ok(None));
        if self.running.as_mut().is_some_and(has_ended) {
            self.lose(Lost::Ended);
        }
    }
}

struct Running {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: u64,
    offers: Offers,
    version: String,
}

/// Why a request has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lost {
    Timeout,
    Ended,
}

impl fmt::Debug for Process {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Process").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Process {
    /// A driver by its program; no call takes longer than `limit`. Nothing is started yet.
    #[must_use]
    pub fn new(program: PathBuf, limit: Duration, clock: Arc<dyn Clock>) -> Self {
        let environment = program::environment(&|name| std::env::var_os(name));
        Self { program, limit, clock, environment, state: Mutex::default() }
    }

    /// On another desktop than that of this process: the one that these variables name. They pass through the same list.
    #[must_use]
    pub fn with_environment(mut self, variables: Vec<(String, String)>) -> Self {
        let given = |wanted: &str| {
            let found = variables.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| OsString::from(value)).or_else(|| std::env::var_os(wanted))
        };
        self.environment = program::environment(&given);
        self
    }

    /// The number of its process; `None` while there is none.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.held().running.as_ref().map(|running| running.child.id())
    }

    fn held(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.env_clear().envs(self.environment.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Not among those that the terminal interrupts: it is asked to end its session first.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }

    /// The running driver, started when there is none.
    fn running<'a>(&self, state: &'a mut State) -> Result<&'a mut Running> {
        state.notice_its_end();
        if state.running.is_none() {
            if !state.quiet {
                self.switch_telemetry_off()?;
                state.quiet = true;
            }
            state.running = Some(self.start()?);
        }
        state.running.as_mut().ok_or_else(|| unavailable("cua-driver does not run"))
    }

    /// The driver keeps the setting, so this is so for whoever starts it next too.
    fn switch_telemetry_off(&self) -> Result<()> {
        let mut command = self.command();
        command.args(["telemetry", "disable"]);
        said(command, START_LIMIT).map(|_| ()).ok_or_else(|| {
            unavailable("cua-driver could not be started, or its telemetry not be switched off; see `surehand doctor`")
        })
    }

    fn start(&self) -> Result<Running> {
        let mut child =
            self.command().arg("mcp").spawn().map_err(|_| unavailable("cua-driver could not be started"))?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let Some(output) = output else { return };
            for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
                let Ok(message) = serde_json::from_str(&line) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut running =
            Running { child, input, messages, next: 1, offers: Offers::default(), version: String::new() };
        let client = json!({"name": "surehand", "version": env!("CARGO_PKG_VERSION")});
        let hello = json!({"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client});
        let clock = &*self.clock;
        let introduced = running.request("initialize", &hello, START_LIMIT, clock).and_then(|hello| {
            let info = &hello["result"]["serverInfo"];
            let word = |name: &str| info[name].as_str().unwrap_or("unknown").to_owned();
            running.version = format!("{} {}", word("name"), word("version"));
            running.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
            let tools = running.request("tools/list", &json!({}), START_LIMIT, clock)?;
            running.offers = Offers::of(&tools["result"]);
            Ok(())
        });
        match introduced {
            Ok(()) => Ok(running),
            Err(lost) => {
                running.kill();
                Err(lost.error("cua-driver did not introduce itself"))
            }
        }
    }
}

impl Process {
    /// Calls a tool of whatever driver there is, or of that one only.
    fn send(&self, of: Option<u64>, tool: &str, arguments: Value, limit: Duration) -> Result<Answer> {
        let nature = rules::check(tool, &arguments)?;
        let limit = limit.min(self.limit);
        if limit.is_zero() {
            return Err(Error::new(Code::DesktopTimeout, "the time for the call was over before it began"));
        }
        let mut state = self.held();
        let call = json!({"name": tool, "arguments": arguments});
        // One that has died since it was last asked is noticed late. A question may be asked again, an action never.
        let mut again = nature == Nature::Looks;
        loop {
            state.notice_its_end();
            let driver = state.losses.count;
            if of.is_some_and(|of| of != driver) {
                return Err(unavailable(
                    "cua-driver ended after the control was read, and nothing was sent to another",
                ));
            }
            let running = self.running(&mut state)?;
            running.offers.check(tool, &arguments)?;
            // The limit is the call's; starting has its own.
            let lost = match running.request("tools/call", &call, limit, &*self.clock) {
                Ok(mut answer) => {
                    return match answer.get_mut("result") {
                        Some(result) => Ok(Answer { driver, ..Answer::of(result.take()) }),
                        None => Err(Error::new(Code::DesktopError, "the driver did not take the call")),
                    };
                }
                Err(lost) => lost,
            };
            state.lose(lost);
            if lost == Lost::Ended && std::mem::take(&mut again) {
                continue;
            }
            let error = lost.error("cua-driver ended during the call");
            return Err(if nature == Nature::Acts { error.after_sending() } else { error });
        }
    }
}

/// The version of a driver by its program, such as `0.37.0`; `None` for what is none or does not answer.
#[must_use]
pub fn version(program: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<String> {
    let mut command = Command::new(program);
    command.env_clear().envs(program::environment(variable)).arg("--version");
    command.stderr(Stdio::null()).stdout(Stdio::piped());
    let said = said(command, END_LIMIT)?;
    let version =
        said.split_whitespace().find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
    version.map(str::to_owned)
}

/// What a program says before it ends well; `None` when it fails or takes longer, and then it is ended.
fn said(mut command: Command, limit: Duration) -> Option<String> {
    let mut child = command.stdin(Stdio::null()).spawn().ok()?;
    let output = child.stdout.take()?;
    let (sender, ended) = channel();
    std::thread::spawn(move || {
        let mut said = String::new();
        let _cut = output.take(LONGEST_WORDS).read_to_string(&mut said);
        let _nobody_waits = sender.send(said);
    });
    let said = ended.recv_timeout(limit).ok();
    if said.is_none() {
        let _gone = child.kill();
    }
    let ended_well = child.wait().is_ok_and(|status| status.success());
    said.filter(|_| ended_well)
}

impl Channel for Process {
    fn call(&self, tool: &str, arguments: Value, limit: Duration) -> Result<Answer> {
        self.send(None, tool, arguments, limit)
    }

    fn call_of(&self, driver: u64, tool: &str, arguments: Value, limit: Duration) -> Result<Answer> {
        self.send(Some(driver), tool, arguments, limit)
    }

    fn losses(&self) -> Losses {
        let mut state = self.held();
        state.notice_its_end();
        state.losses
    }

    fn takes(&self, tool: &str, argument: &str) -> bool {
        let mut state = self.held();
        self.running(&mut state).is_ok_and(|running| running.offers.takes(tool, argument))
    }

    fn version(&self) -> Result<String> {
        let mut state = self.held();
        self.running(&mut state).map(|running| running.version.clone())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let running = self.held().running.take();
        if let Some(running) = running {
            running.end(&*self.clock);
        }
    }
}

impl Running {
    fn write(&mut self, message: &Value) -> std::result::Result<(), Lost> {
        let input = self.input.as_mut().ok_or(Lost::Ended)?;
        input
            .write_all(format!("{message}\n").as_bytes())
            .and_then(|()| input.flush())
            .map_err(|_| Lost::Ended)
    }

    /// Sends a request and waits for its answer. Questions of the driver are declined meanwhile, and answers to calls that
    /// nobody waits for any more are passed over.
    fn request(
        &mut self,
        method: &str,
        parameters: &Value,
        limit: Duration,
        clock: &dyn Clock,
    ) -> std::result::Result<Value, Lost> {
        let end = clock.now().plus(limit);
        let number = self.next;
        self.next += 1;
        self.write(&json!({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}))?;
        loop {
            let message = self.messages.recv_timeout(end.since(clock.now())).map_err(|lost| match lost {
                RecvTimeoutError::Timeout => Lost::Timeout,
                RecvTimeoutError::Disconnected => Lost::Ended,
            })?;
            match (message["method"].as_str(), message.get("id")) {
                (None, Some(id)) if id.as_u64() == Some(number) => return Ok(message),
                (Some("ping"), Some(id)) => {
                    let answer = json!({"jsonrpc": "2.0", "id": id, "result": {}});
                    self.write(&answer)?;
                }
                (Some(_), Some(id)) => {
                    let error = json!({"code": NO_SUCH_METHOD, "message": "this client cannot do that"});
                    self.write(&json!({"jsonrpc": "2.0", "id": id, "error": error}))?;
                }
                _ => {}
            }
        }
    }

    /// Asks it to end its session and leave, and ends it when it does not.
    fn end(mut self, clock: &dyn Clock) {
        let call = json!({"name": "end_session", "arguments": {}});
        let _said = self.request("tools/call", &call, END_LIMIT, clock);
        drop(self.input.take());
        let end = clock.now().plus(LEAVE_LIMIT);
        // Its output closes when it leaves; what it still says is passed over.
        while self.messages.recv_timeout(end.since(clock.now())).is_ok() {}
        self.kill();
    }

    fn kill(mut self) {
        drop(self.input.take());
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

impl Lost {
    const fn code(self) -> Code {
        match self {
            Self::Timeout => Code::DesktopTimeout,
            Self::Ended => Code::DesktopUnavailable,
        }
    }

    fn error(self, ended: &'static str) -> Error {
        match self {
            Self::Timeout => Error::new(
                Code::DesktopTimeout,
                "cua-driver did not answer in time and was ended; the next call starts it again",
            ),
            Self::Ended => unavailable(ended),
        }
    }
}

fn unavailable(message: &'static str) -> Error {
    Error::new(Code::DesktopUnavailable, message)
}
