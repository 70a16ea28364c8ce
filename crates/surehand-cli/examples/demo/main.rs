//! What `./x demo` runs: the real server drives two real apps by instructions, and the apps are asked afterwards.
//!
//!     demo [--binary PATH] [--headless] [--picture PATH]
//!
//! A calculator computes (48 + 16) / 8 and an editor takes a text that is easily damaged; every step is printed with its
//! status and time. Without a display it makes its own; with one it asks first. The last line is `demo: ok` only if every
//! step is done and both apps hold the right thing, read by plain D-Bus and not by surehand.

#![expect(clippy::print_stdout, reason = "a demo shows what it does")]

mod picture;
mod place;
mod table;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::mcp::McpServer;
use surehand_testkit::{pause, poll_until};

use place::Place;
use table::Table;

const CALCULATOR: &str = "gnome-calculator";
const EDITOR: &str = "mousepad";
const CALCULATION: &str = "(48+16)/8";
const RESULT: &str = "8";
/// Blanks at both ends, a line break, and characters of two, three and four bytes.
const TEXT: &str = "  Grace Hopper: café ✓ 漢字 😀\nnext line ";
const LIMIT: Duration = Duration::from_secs(30);
/// How often a step is tried again while the user works in the app, once a second.
const PATIENCE: usize = 10;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [picture::WORD, app, path] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return picture::take(app, path);
    }
    match Options::parse(&arguments).and_then(|options| run(&options)) {
        Ok(()) => {
            println!("demo: ok");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("demo: FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Debug)]
struct Options {
    binary: PathBuf,
    picture: PathBuf,
    headless: bool,
}

impl Options {
    fn parse(arguments: &[String]) -> io::Result<Self> {
        let mut binary = std::env::var_os("SUREHAND_BIN").map(PathBuf::from);
        let mut picture = PathBuf::from(".surehand/demo.png");
        let mut headless = false;
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut path = || {
                let path = arguments.next().map(PathBuf::from);
                path.ok_or_else(|| io::Error::other(format!("{argument} needs a path")))
            };
            match argument.as_str() {
                "--binary" => binary = Some(path()?),
                "--picture" => picture = path()?,
                "--headless" => headless = true,
                _ => return Err(io::Error::other(format!("there is no option {argument}"))),
            }
        }
        let binary =
            binary.ok_or_else(|| io::Error::other("no --binary and no SUREHAND_BIN: run ./x demo"))?;
        Ok(Self { binary: binary.canonicalize()?, picture, headless })
    }
}

fn run(options: &Options) -> io::Result<()> {
    let place = Place::choose(options.headless)?;
    let mut apps = Vec::new();
    for program in [CALCULATOR, EDITOR] {
        println!("starting {program}");
        apps.push(place.start(program)?);
    }
    println!("starting {} mcp --yes\n", options.binary.display());
    let mut command = place.command(&options.binary);
    let server = McpServer::spawn(command.args(["mcp", "--yes"]).stderr(place.log("mcp")?))?;
    let mut demo = Demo { server, table: Table::start() };
    demo.calculate()?;
    demo.write()?;
    demo.table.row(&format!("{CALCULATOR}: (picture)"), || {
        picture::request(&place, CALCULATOR, &options.picture)
    })?;
    let problems = [demo.table.problems().to_vec(), judge(&place)?].concat();
    if problems.is_empty() { Ok(()) } else { Err(io::Error::other(problems.join("; "))) }
}

/// What the apps hold, by plain D-Bus; whatever is wrong, in words.
fn judge(place: &Place) -> io::Result<Vec<String>> {
    let mut problems = Vec::new();
    println!("\nread by plain D-Bus:");
    for (app, expected) in [(CALCULATOR, RESULT), (EDITOR, TEXT)] {
        // What an app shows may follow what it holds by a moment.
        let right = poll_until(Duration::from_secs(1), || {
            let texts = place.editable_texts(app).ok()?;
            texts.iter().any(|text| text == expected).then_some(())
        });
        let texts = place.editable_texts(app)?;
        println!("  {app:<17} {texts:?}");
        if right.is_none() {
            problems.push(format!("{app} holds {texts:?}, not {expected:?}"));
        }
    }
    Ok(problems)
}

struct Demo {
    server: McpServer,
    table: Table,
}

impl Demo {
    fn calculate(&mut self) -> io::Result<()> {
        self.observe(CALCULATOR)?;
        self.act(CALCULATOR, "Type the calculation on the keypad", Some(CALCULATION))?;
        self.act(CALCULATOR, "Press equals", None)?;
        self.extract(CALCULATOR, "Read the display", RESULT)
    }

    fn write(&mut self) -> io::Result<()> {
        self.observe(EDITOR)?;
        self.act(EDITOR, "Write this into the document", Some(TEXT))?;
        self.extract(EDITOR, "Read the document", TEXT)
    }

    fn observe(&mut self, app: &str) -> io::Result<()> {
        let server = &mut self.server;
        self.table.row(&format!("{app}: (look)"), || {
            let answer = server.call("observe", json!({"app": app}), LIMIT)?;
            let seen = answer.json["candidates"].as_array().map_or(0, Vec::len);
            let details = format!("{seen} candidates of {}, {} bytes", answer.json["total"], answer.bytes);
            Ok((if seen > 0 { "seen".to_owned() } else { answer.json.to_string() }, details))
        })
    }

    fn act(&mut self, app: &str, instruction: &str, text: Option<&str>) -> io::Result<()> {
        let mut arguments = json!({"app": app, "instruction": instruction});
        if let Some(text) = text {
            arguments["text"] = text.into();
        }
        let server = &mut self.server;
        self.table.row(&format!("{app}: {instruction}"), || {
            let mut answer = server.call("act", arguments.clone(), LIMIT)?;
            // On the user's own desktop the app may be what they have in front of them.
            for _ in 0..PATIENCE {
                if answer.code() != "user_active" {
                    break;
                }
                pause(Duration::from_secs(1));
                answer = server.call("act", arguments.clone(), LIMIT)?;
            }
            let details = answer.json["action"]["does"].as_str().unwrap_or_default().to_owned();
            Ok((verdict(&answer.json), details))
        })?;
        if let Some(text) = text {
            self.table.note(&format!("{text:?}"));
        }
        Ok(())
    }

    fn extract(&mut self, app: &str, instruction: &str, expected: &str) -> io::Result<()> {
        let server = &mut self.server;
        self.table.row(&format!("{app}: {instruction}"), || {
            let answer = server.call("extract", json!({"app": app, "instruction": instruction}), LIMIT)?;
            let value = answer.json["element"]["value"].as_str();
            let verdict = match value {
                Some(value) if value != expected => format!("read {value:?}, not {expected:?}"),
                Some(_) | None => verdict(&answer.json),
            };
            Ok((verdict, value.map(|value| format!("{value:?}")).unwrap_or_default()))
        })
    }
}

/// The status, with the reason when it is not `done`.
fn verdict(answer: &Value) -> String {
    let word = |key: &str| answer[key].as_str().unwrap_or_default();
    match (word("status"), word("code")) {
        ("done", _) => "done".to_owned(),
        (status, "") => format!("{status}: {}", word("message")),
        (status, code) => format!("{status} ({code}): {}", word("message")),
    }
}
