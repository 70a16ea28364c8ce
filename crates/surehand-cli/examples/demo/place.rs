//! Where the demo plays: on a headless desktop of its own, or on the user's when they agree.
//!
//! On the user's desktop nothing that runs already is touched: an app that is open is a reason to stop, because its
//! windows hold the user's own things. Only what was started here is ended.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use surehand_testkit::desktop::{App, HeadlessDesktop};
use surehand_testkit::{plain, poll_until};

const APPEAR: Duration = Duration::from_secs(20);

/// The desktop of the demo.
#[derive(Debug)]
pub(crate) enum Place {
    Headless(Box<HeadlessDesktop>),
    Own,
}

impl Place {
    /// The headless one when there is no display or when it is asked for; else the user is asked.
    pub(crate) fn choose(headless: bool) -> io::Result<Self> {
        let has_display = std::env::var_os("DISPLAY").is_some_and(|display| !display.is_empty());
        if headless || !has_display {
            println!("starting a headless desktop");
            return HeadlessDesktop::start().map(|desktop| Self::Headless(Box::new(desktop)));
        }
        if !io::stdin().is_terminal() {
            return Err(io::Error::other(
                "there is a display and no terminal to ask on; --headless makes a desktop of its own",
            ));
        }
        println!(
            "This opens a calculator and an editor on your desktop, operates them in the background, and closes them \
             again. They may open in front of what you do; after that you can go on working."
        );
        print!("Go on? (--headless makes a desktop of its own) [y/N] ");
        io::stdout().flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => Ok(Self::Own),
            _ => Err(io::Error::other("not wanted")),
        }
    }

    /// A command on this desktop.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        match self {
            Self::Headless(desktop) => desktop.command(&program.as_ref().to_string_lossy()),
            Self::Own => {
                let mut command = Command::new(program);
                // What is closed here must not be offered to the user again: mousepad notes open files in its settings.
                command.env("GSETTINGS_BACKEND", "memory");
                command
            }
        }
    }

    /// Where a program's messages go: nobody wants to read them between the steps.
    pub(crate) fn log(&self, name: &str) -> io::Result<Stdio> {
        match self {
            Self::Headless(desktop) => Ok(File::create(desktop.folder().join("logs").join(name))?.into()),
            Self::Own => Ok(Stdio::null()),
        }
    }

    /// Starts an app and waits until it has something to type into.
    pub(crate) fn start(&self, program: &str) -> io::Result<App> {
        if plain::apps_by(self.command(plain::PYTHON))?.iter().any(|app| app == program) {
            return Err(io::Error::other(format!("{program} is open already: close it, or use --headless")));
        }
        let mut command = self.command(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(self.log(program)?);
        let app = App::spawn(&mut command)
            .map_err(|error| io::Error::other(format!("{program} cannot be started: {error}")))?;
        let is_there = || self.editable_texts(program).ok().filter(|texts| !texts.is_empty());
        match poll_until(APPEAR, is_there) {
            Some(_) => Ok(app),
            None => Err(io::Error::other(format!("{program} shows nothing to type into"))),
        }
    }

    /// The texts of an app's editable fields, by plain D-Bus.
    pub(crate) fn editable_texts(&self, app: &str) -> io::Result<Vec<String>> {
        let nodes = plain::texts_by(self.command(plain::PYTHON), app)?;
        let editable =
            nodes.into_iter().filter(|node| node.interfaces.iter().any(|name| name == "EditableText"));
        Ok(editable.filter_map(|node| node.text).collect())
    }
}

/// The folder of a file, made when it is missing.
pub(crate) fn make_folder(file: &Path) -> io::Result<()> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    }
}
