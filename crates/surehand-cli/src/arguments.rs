//! The command line.
//!
//! Flags mirror the JSON, and are turned into it, so that both faces are read by one parser and refuse alike.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use serde_json::Value;
use surehand::core::error::Invalid;
use surehand::desktops::DesktopKind;
use surehand::wire::request::Arguments;

use crate::clients::Client;

/// Operates desktop apps in the background, and proves what it did.
#[derive(Debug, Parser)]
#[command(name = "surehand", version, after_help = EXIT_CODES)]
pub(crate) struct CommandLine {
    /// Allow everything. Only for desktops that may be thrown away
    #[arg(long, global = true)]
    pub(crate) yes: bool,
    /// Show no mark at the window that is acted on
    #[arg(long, global = true)]
    pub(crate) no_mark: bool,
    /// The desktop: `atspi`, or `cua` for any through cua-driver
    #[arg(long, global = true, value_name = "NAME", value_parser = ["atspi", "cua"], hide_possible_values = true)]
    desktop: Option<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl CommandLine {
    /// The desktop that is named here, or else by the variable.
    pub(crate) fn desktop(
        &self,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<DesktopKind, Invalid> {
        match &self.desktop {
            Some(name) => DesktopKind::named(name, "--desktop"),
            None => DesktopKind::from_variables(variable),
        }
    }
}

/// How the command ends.
const EXIT_CODES: &str = "\
Exit codes:
  0  looked, or everything is done and proven
  1  not done, or not proven: any other status, or a refusal
  2  wrong arguments or settings
  3  the machinery broke: no desktop, no such app or window, an app that does not answer";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve an MCP client on standard input and output
    Mcp {
        /// Offer the driver's own tools, too, with --desktop cua: nothing is verified, and what fields hide may be told
        #[arg(long)]
        driver_tool: bool,
    },
    /// List the open windows
    Windows {
        /// Only this app's
        #[arg(long, value_name = "NAME")]
        app: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Show a window: its text, its fields, and what can be done in it
    Observe(Observe),
    /// Wait until a window changes, or a text appears or vanishes
    Wait(Wait),
    /// Take a picture of one window, also of a covered one
    Screenshot(Screenshot),
    /// Do something in an app, and verify it
    Act(Act),
    /// Read a value, table or text of a window
    Extract(Extract),
    /// Run a bounded subtask: a request as JSON on standard input, lines of JSON on standard output
    Run {
        /// Add a line for each decision to this file
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
    },
    /// Say what is missing on this desktop, and what to do about it
    Doctor {
        /// Change what can be changed back, and say what was changed
        #[arg(long)]
        fix: bool,
        /// Change it back
        #[arg(long, conflicts_with = "fix")]
        undo: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Put surehand into an MCP client's settings
    Install {
        #[command(flatten)]
        wish: Wish,
        /// Teach the client's agent how to use it, too
        #[arg(long)]
        skill: bool,
    },
    /// Take surehand out of an MCP client's settings
    Uninstall {
        #[command(flatten)]
        wish: Wish,
        /// Remove the skill also if it was changed since
        #[arg(long)]
        skill: bool,
    },
    /// Let an app be read and operated
    Allow {
        /// The app by name, desktop id or executable
        app: String,
        /// Let it be read only
        #[arg(long)]
        read: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Let an app neither be read nor operated
    Deny {
        /// The app by name, desktop id or executable
        app: String,
        #[command(flatten)]
        output: Output,
    },
    /// Show what is allowed, for each running app and why
    Permissions {
        #[command(flatten)]
        output: Output,
    },
    /// Show what was done
    Log {
        /// Go on showing what is being done
        #[arg(short, long)]
        follow: bool,
        #[command(flatten)]
        output: Output,
    },
    /// End every surehand that is running
    Stop {
        #[command(flatten)]
        output: Output,
    },
    /// Measure how well something is done
    Eval {
        #[command(subcommand)]
        what: Evaluation,
    },
    /// Explain what the embedded decider would pick on one screen
    Pick {
        /// A file with one line of type "screen"
        #[arg(long)]
        file: PathBuf,
        /// What to do, in words
        instruction: String,
        #[command(flatten)]
        output: Output,
    },
    /// Say which model file the embedded decider uses, or whether a file is whole and of use
    Model {
        /// This file instead
        file: Option<PathBuf>,
        #[command(flatten)]
        output: Output,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Write a page for each word into this directory instead
        #[arg(long, value_name = "DIRECTORY")]
        directory: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Evaluation {
    /// How often a decider picks what is meant, by a file of screens and cases
    Picker {
        /// Lines of JSON: screens, and cases on them
        #[arg(long)]
        file: PathBuf,
        /// `words` is the embedded one; others as in SUREHAND_DECIDER
        #[arg(long, value_name = "NAME", default_value = "words")]
        decider: String,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Output {
    /// Print the JSON that an MCP client gets
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Wish {
    /// The client
    #[arg(value_enum)]
    pub(crate) client: Client,
    /// Write without asking. Without it the change is shown, and written after a yes at a terminal
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The app by name, desktop id or executable
    #[arg(long, value_name = "NAME")]
    app: Option<String>,
    /// The app by its process
    #[arg(long, value_name = "NUMBER")]
    pid: Option<u64>,
    /// One window by its windowId
    #[arg(long, value_name = "NUMBER")]
    window: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Observe {
    /// Rank what can be done by this
    instruction: Option<String>,
    #[command(flatten)]
    target: Target,
    /// How many candidates to list
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u64>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Wait {
    #[command(flatten)]
    target: Target,
    /// How long at the most, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = surehand::wire::request::USUAL_WAIT)]
    timeout: u64,
    /// Until this text is shown; case counts
    #[arg(long, value_name = "TEXT", conflicts_with = "vanishes", allow_hyphen_values = true)]
    appears: Option<String>,
    /// Until this text is shown nowhere
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    vanishes: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Screenshot {
    #[command(flatten)]
    target: Target,
    /// Frame each control, with its id
    #[arg(long)]
    marks: bool,
    /// Where the PNG goes. Without it, to standard output, unless that is a terminal
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print what is on the picture as the JSON that an MCP client gets
    #[arg(long, requires = "output")]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Act {
    /// What to do, in words
    instruction: Option<String>,
    #[command(flatten)]
    target: Target,
    /// What to enter or choose, exactly
    #[arg(long, allow_hyphen_values = true)]
    text: Option<String>,
    /// The id of a candidate; nothing is picked then
    #[arg(long)]
    id: Option<String>,
    /// Drag to this candidate
    #[arg(long, value_name = "ID", conflicts_with = "drag_by")]
    drag_to: Option<String>,
    /// Drag by so many window pixels
    #[arg(long, value_name = "DX,DY", value_parser = offset, allow_hyphen_values = true)]
    drag_by: Option<(i64, i64)>,
    /// Confirm that this may destroy something
    #[arg(long)]
    allow_destructive: bool,
    /// Keys to hold during a click: shift, ctrl, alt, meta, cmd, option
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    modifiers: Vec<String>,
    /// A further step, or an array of them, as JSON; may be repeated
    #[arg(long, value_name = "JSON")]
    then: Vec<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Extract {
    /// What to read, in words
    instruction: Option<String>,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Command {
    /// Whether it reads a request from standard input.
    pub(crate) const fn is_run(&self) -> bool {
        matches!(self, Self::Run { .. })
    }

    /// The tool, its arguments as JSON and how to print the answer. `None` for what is no call.
    pub(crate) fn call(&self) -> Result<Option<(&'static str, Arguments, Output)>, Invalid> {
        Ok(match self {
            Self::Mcp { .. }
            | Self::Doctor { .. }
            | Self::Install { .. }
            | Self::Uninstall { .. }
            | Self::Eval { .. }
            | Self::Pick { .. }
            | Self::Model { .. }
            | Self::Completions { .. }
            | Self::Man { .. }
            | Self::Allow { .. }
            | Self::Deny { .. }
            | Self::Permissions { .. }
            | Self::Log { .. }
            | Self::Run { .. }
            | Self::Stop { .. } => None,
            Self::Windows { app, output } => {
                Some(("windows", collect([("app", app.clone().into())]), *output))
            }
            Self::Observe(observe) => {
                let mut all = observe.target.arguments(observe.instruction.as_deref());
                all.extend(collect([("limit", observe.limit.into())]));
                Some(("observe", all, observe.output))
            }
            Self::Wait(wait) => Some(("wait", wait.arguments(), wait.output)),
            Self::Screenshot(shot) => {
                let mut all = shot.target.arguments(None);
                all.extend(collect([("marks", shot.marks.into())]));
                Some(("screenshot", all, Output { json: shot.json }))
            }
            Self::Act(act) => Some(("act", act.arguments()?, act.output)),
            Self::Extract(extract) => {
                Some(("extract", extract.target.arguments(extract.instruction.as_deref()), extract.output))
            }
        })
    }
}

impl Target {
    fn arguments(&self, instruction: Option<&str>) -> Arguments {
        collect([
            ("app", self.app.clone().into()),
            ("pid", self.pid.into()),
            ("windowId", self.window.into()),
            ("instruction", instruction.into()),
        ])
    }
}

impl Wait {
    fn arguments(&self) -> Arguments {
        let mut all = self.target.arguments(None);
        let until =
            collect([("appears", self.appears.clone().into()), ("vanishes", self.vanishes.clone().into())]);
        let until = if until.is_empty() { Value::Null } else { Value::Object(until) };
        all.extend(collect([("timeoutMs", self.timeout.into()), ("until", until)]));
        all
    }
}

impl Act {
    fn arguments(&self) -> Result<Arguments, Invalid> {
        let drag_to = match (&self.drag_to, self.drag_by) {
            (Some(id), _) => Value::Object(collect([("candidateId", id.clone().into())])),
            (None, Some((dx, dy))) => Value::Object(collect([("dx", dx.into()), ("dy", dy.into())])),
            (None, None) => Value::Null,
        };
        let mut all = self.target.arguments(self.instruction.as_deref());
        all.extend(collect([
            ("text", self.text.clone().into()),
            ("candidateId", self.id.clone().into()),
            ("dragTo", drag_to),
        ]));
        if self.allow_destructive {
            all.insert("allowDestructive".to_owned(), true.into());
        }
        if !self.modifiers.is_empty() {
            all.insert("modifiers".to_owned(), self.modifiers.clone().into());
        }
        let mut steps = Vec::new();
        for text in &self.then {
            match serde_json::from_str(text) {
                Ok(Value::Array(more)) => steps.extend(more),
                Ok(step @ Value::Object(_)) => steps.push(step),
                _ => return Err(Invalid::new("--then", "must be JSON: a step, or an array of steps")),
            }
        }
        if !steps.is_empty() {
            all.insert("then".to_owned(), steps.into());
        }
        Ok(all)
    }
}

fn offset(text: &str) -> Result<(i64, i64), &'static str> {
    let pair =
        text.split_once(',').and_then(|(dx, dy)| Some((dx.trim().parse().ok()?, dy.trim().parse().ok()?)));
    pair.ok_or("two whole numbers of pixels are expected, such as -40,0")
}

/// The arguments that are there.
fn collect<const N: usize>(pairs: [(&str, Value); N]) -> Arguments {
    pairs
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(line: &[&str]) -> Result<Option<(&'static str, Arguments, Output)>, Invalid> {
        CommandLine::try_parse_from([&["surehand"], line].concat()).expect("a command line").command.call()
    }

    #[test]
    fn flags_become_the_json_they_mirror() {
        let line = [
            "act",
            "Save it",
            "--app",
            "Mousepad",
            "--window",
            "7",
            "--text",
            "- a",
            "--id",
            "k7qd",
            "--allow-destructive",
            "--drag-by",
            "-3,4",
            "--modifiers",
            "shift,cmd",
            "--then",
            r#"{"instruction":"x"}"#,
            "--then",
            "[{},{}]",
            "--json",
        ];
        let (tool, arguments, output) = read(&line).expect("valid").expect("a call");
        assert!(tool == "act" && output.json);
        assert_eq!(
            Value::Object(arguments),
            json!({
                "app": "Mousepad", "windowId": 7, "instruction": "Save it", "text": "- a", "candidateId": "k7qd",
                "dragTo": {"dx": -3, "dy": 4}, "allowDestructive": true, "modifiers": ["shift", "cmd"],
                "then": [{"instruction": "x"}, {}, {}],
            })
        );
        let (_, arguments, _) =
            read(&["observe", "--pid", "5", "--limit", "9"]).expect("valid").expect("a call");
        assert_eq!(Value::Object(arguments), json!({"pid": 5, "limit": 9}));
        let (tool, arguments, _) = read(&["wait", "--app", "a", "--vanishes", "Saving", "--timeout", "500"])
            .expect("valid")
            .expect("a call");
        assert_eq!(
            (tool, Value::Object(arguments)),
            ("wait", json!({"app": "a", "timeoutMs": 500, "until": {"vanishes": "Saving"}}))
        );
        let invalid = read(&["act", "x", "--then", "Save"]).expect_err("no JSON");
        assert_eq!(invalid.path, "--then");
    }

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        CommandLine::command().debug_assert();
    }
}
