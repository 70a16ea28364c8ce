//! The apps that are measured on: fixtures of ours in any toolkit, and installed ones.
//!
//! An app counts as started when its window is there and it has registered for accessibility. Its window is never read
//! before that, because waking the tree is the product's own business.

use std::io;
use std::time::Duration;

use surehand_testkit::desktop::{App, HeadlessDesktop};
use surehand_testkit::{plain, poll_until};

/// How long an app may take to appear.
const APPEAR: Duration = Duration::from_secs(30);

/// An app to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name that callers of the product use, and that it registers under.
    pub app: String,
    /// The fixture's script; `None` for an installed app, whose program is called as the app.
    pub script: Option<&'static str>,
    /// What the title of its window begins with.
    pub title: String,
    /// Its command line.
    pub arguments: Vec<String>,
}

/// A started app.
#[derive(Debug)]
pub struct Running {
    /// Its process; it ends when this is dropped.
    pub process: App,
    /// Its X window.
    pub window: u32,
}

impl Program {
    /// A fixture that is called after its script and its toolkit.
    #[must_use]
    pub fn fixture(script: &'static str, toolkit: &str, arguments: &[&str]) -> Self {
        let stem = script.trim_end_matches(".py");
        let app = format!("surehand-{stem}-{toolkit}");
        let own = ["--toolkit", toolkit].into_iter().chain(arguments.iter().copied());
        Self { title: app.clone(), app, script: Some(script), arguments: own.map(str::to_owned).collect() }
    }

    /// An installed app.
    #[must_use]
    pub fn installed(app: &str, title: &str, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Self { app: app.to_owned(), script: None, title: title.to_owned(), arguments }
    }

    /// Starts it and waits until it can be seen and has registered itself.
    ///
    /// # Errors
    /// When it does not start, shows no window, or never registers.
    pub fn start(&self, desktop: &HeadlessDesktop) -> io::Result<Running> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let process = match self.script {
            Some(script) => desktop.spawn_fixture(script, &self.title, &arguments)?,
            None => desktop.spawn_app(&self.app, &arguments)?,
        };
        let window = desktop.wait_for_window(&self.title, APPEAR)?;
        let registered = || plain::apps(desktop).ok()?.contains(&self.app).then_some(());
        let missing = || io::Error::other(format!("{} never registered for accessibility", self.app));
        poll_until(APPEAR, registered).ok_or_else(missing)?;
        Ok(Running { process, window })
    }
}
