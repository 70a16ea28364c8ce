//! The user's permissions in one session: the file, the default, and what a person answered.
//!
//! The engine asks here before it reads or acts, and gets no question asked: what is not allowed yet is refused. It is
//! the session that asks, between two calls of the engine, so that nothing is held or half done while a person thinks.
//! The one exception is a single risky act, which nobody knows of before the engine does.
//!
//! An answer belongs to an app by its process and names together; one that changes its name is asked about anew, one
//! that was refused stays refused whatever it calls itself. A refusal is never asked again.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use surehand_core::clock::Cancel;
use surehand_core::code::Code;
use surehand_core::error::{Error, Result};
use surehand_core::permissions::{Permissions, RiskRule};
use surehand_core::risk::Risk;
use surehand_core::route::Disturbance;
use surehand_core::window::App;

use super::guarded::Guarded;
use super::question::{Asker, CannotAsk, Question};
use super::rules::{Access, Launch, Rules, Standing, Why};

/// The most questions of one session; a screen full of ever new names could otherwise tire a person into a yes.
const MOST_QUESTIONS: usize = 30;

/// What the user allows in this session.
#[derive(Debug)]
pub struct UserPermissions {
    rules: Rules,
    /// The processes that run this one.
    callers: Vec<u32>,
    asker: OnceLock<Arc<dyn Asker>>,
    answers: Mutex<Answers>,
    /// Held while a person is asked, so that they are asked one thing at a time and the same thing once.
    asking: Mutex<()>,
}

#[derive(Debug, Default)]
struct Answers {
    apps: Vec<AppAnswer>,
    /// By their names: whether they may be started.
    starts: Vec<(BTreeSet<String>, bool)>,
    refused_acts: BTreeSet<(String, Risk, String)>,
    questions: usize,
}

#[derive(Debug)]
struct AppAnswer {
    pid: u32,
    names: BTreeSet<String>,
    access: Access,
}

impl UserPermissions {
    /// What these rules say, for a session that this process serves.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::called_by(rules, callers())
    }

    /// As [`UserPermissions::new`], in a session that these processes run.
    #[must_use]
    pub fn called_by(rules: Rules, callers: Vec<u32>) -> Self {
        Self { rules, callers, asker: OnceLock::new(), answers: Mutex::default(), asking: Mutex::default() }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Says how the person can be asked. The first one stays: a session has one client.
    pub fn ask_through(&self, asker: Arc<dyn Asker>) {
        drop(self.asker.set(asker));
    }

    /// How an app stands by file and default, before anybody is asked.
    #[must_use]
    pub fn standing(&self, app: &App) -> Standing {
        let standing = self.rules.standing(app);
        if standing.why == Why::Default && self.callers.contains(&app.pid) {
            return Standing { access: Access::Deny, why: Why::Guarded(Guarded::Client) };
        }
        standing
    }

    /// What a person answered about an app in this session.
    #[must_use]
    pub fn answer(&self, app: &App) -> Option<Access> {
        self.answers().of(app)
    }

    /// Asks about an app if it stands so that a person decides, and none has yet. `true` when one just did or somebody
    /// else's call did meanwhile, so that the refused call is worth another try.
    pub fn ask_about(&self, app: &App, cancel: &Cancel) -> bool {
        if self.standing(app).access != Access::Ask || self.answer(app).is_some() {
            return false;
        }
        let Some(asker) = self.asker.get() else { return false };
        let _one_at_a_time = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if self.answer(app).is_some() {
            return true;
        }
        if cancel.is_cancelled() || !self.answers().may_ask() {
            return false;
        }
        let access = match asker.ask(&Question::about_app(app), cancel) {
            Err(CannotAsk) => return false,
            Ok(word) => match word.as_deref() {
                Some("full") => Access::Full,
                Some("read") => Access::Read,
                _ => Access::Deny,
            },
        };
        let mut answers = self.answers();
        answers.questions += 1;
        answers.apps.push(AppAnswer { pid: app.pid, names: names(app), access });
        true
    }

    /// Asks whether an installed app may be started, if a person decides that and none has yet. As
    /// [`UserPermissions::ask_about`]; an app that may not be operated is not asked about.
    pub fn ask_to_start(&self, app: &App, cancel: &Cancel) -> bool {
        if self.rules.launch != Launch::Ask
            || self.answers().start_of(app).is_some()
            || self.act(app).is_err()
        {
            return false;
        }
        let Some(asker) = self.asker.get() else { return false };
        let _one_at_a_time = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if self.answers().start_of(app).is_some() {
            return true;
        }
        if cancel.is_cancelled() || !self.answers().may_ask() {
            return false;
        }
        let Ok(word) = asker.ask(&Question::Start { name: app.name.clone() }, cancel) else { return false };
        let mut answers = self.answers();
        answers.questions += 1;
        answers.starts.push((names(app), word.as_deref() == Some("yes")));
        true
    }

    /// What a person answered about starting an app in this session.
    #[must_use]
    pub fn start_answer(&self, app: &App) -> Option<bool> {
        self.answers().start_of(app)
    }

    fn access(&self, app: &App) -> (Access, Standing) {
        let standing = self.standing(app);
        let answered = (standing.access == Access::Ask).then(|| self.answer(app)).flatten();
        (answered.unwrap_or(standing.access), standing)
    }

    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answers {
    fn of(&self, app: &App) -> Option<Access> {
        let own = names(app);
        let refused = self
            .apps
            .iter()
            .find(|one| one.access == Access::Deny && (is_same_process(one, app) || one.names == own));
        let allowed = || {
            let name = app.name.trim().to_lowercase();
            self.apps
                .iter()
                .find(|one| one.names == own || is_same_process(one, app) && one.names.contains(&name))
        };
        refused.or_else(allowed).map(|one| one.access)
    }

    fn start_of(&self, app: &App) -> Option<bool> {
        let own = names(app);
        self.starts.iter().find(|(names, _)| *names == own).map(|(_, may)| *may)
    }

    const fn may_ask(&self) -> bool {
        self.questions < MOST_QUESTIONS
    }
}

impl Permissions for UserPermissions {
    fn read(&self, app: &App) -> Result<()> {
        match self.access(app) {
            (Access::Full | Access::Read, _) => Ok(()),
            (Access::Ask, _) => Err(denied(not_allowed_yet(app, ""))),
            (Access::Deny, standing) => Err(denied(refusal(app, standing))),
        }
    }

    fn act(&self, app: &App) -> Result<()> {
        if self.rules.read_only {
            return Err(denied(READ_ONLY));
        }
        match self.access(app) {
            (Access::Full, _) => Ok(()),
            (Access::Read, _) => {
                Err(denied("the user lets this app be read and not operated; that takes `access = \"full\"`"))
            }
            (Access::Ask, _) => Err(denied(not_allowed_yet(app, ""))),
            (Access::Deny, standing) => Err(denied(refusal(app, standing))),
        }
    }

    fn launch(&self, app: &App) -> Result<()> {
        match (self.rules.launch, self.answers().start_of(app)) {
            (Launch::Allow, _) | (Launch::Ask, Some(true)) => Ok(()),
            (Launch::Ask, Some(false)) => {
                Err(denied("the user was asked whether this app may be started and did not say yes"))
            }
            (Launch::Ask, None) => Err(denied(
                "the app does not run, and the user wants to be asked before apps are started; they can start it \
                 themselves, or put `launch = \"allow\"` into permissions.toml",
            )),
            (Launch::Deny, _) => {
                Err(denied("the app does not run, and the user's permissions let no app be started"))
            }
        }
    }

    fn risk(&self, _app: &App, risk: Risk) -> RiskRule {
        self.rules.risk(risk)
    }

    fn approve(&self, app: &App, risk: Risk, does: &str, cancel: &Cancel) -> Result<()> {
        let refused = (app.name.clone(), risk, does.to_owned());
        let cannot = || {
            denied(format!(
                "the user wants to be asked before anything that is marked {}, and this client offers no questions; \
                 they can do it themselves, or take `risks.{}` out of permissions.toml",
                risk.name(),
                risk.name()
            ))
        };
        let no = || denied("the user was asked whether this may be done and did not say yes");
        let asker = self.asker.get().ok_or_else(cannot)?;
        let _one_at_a_time = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if self.answers().refused_acts.contains(&refused) || !self.answers().may_ask() {
            return Err(no());
        }
        let question = Question::Act { name: app.name.clone(), does: does.to_owned(), risk };
        let answer = asker.ask(&question, cancel).map_err(|CannotAsk| cannot())?;
        if answer.as_deref() == Some("yes") && !cancel.is_cancelled() {
            return Ok(());
        }
        let mut answers = self.answers();
        answers.questions += 1;
        answers.refused_acts.insert(refused);
        Err(no())
    }

    fn lends(&self, disturbs: Disturbance) -> bool {
        self.rules.lends(disturbs)
    }
}

/// An app that does not run has the process 0, as any other that does not.
const fn is_same_process(one: &AppAnswer, app: &App) -> bool {
    one.pid == app.pid && app.pid != 0
}

/// The refusal of every act where the file says `read_only`.
pub(crate) const READ_ONLY: &str = "the user's permissions are read-only: nothing may be operated";

fn denied(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Code::PermissionDenied, message)
}

fn refusal(app: &App, standing: Standing) -> String {
    match standing.why {
        Why::Row(_) => "the user's permissions deny this app".to_owned(),
        Why::Guarded(Guarded::Client) => {
            "this app runs the agent itself, which is denied unless the user's permissions name it".to_owned()
        }
        Why::Guarded(guarded) => format!(
            "this app is {}, which is denied unless the user's permissions name it by that name",
            guarded.words()
        ),
        Why::Default => not_allowed_yet(app, "the user was asked and did not allow this app; "),
    }
}

fn not_allowed_yet(app: &App, before: &str) -> String {
    let asked = if before.is_empty() { "the user has not allowed this app; " } else { before };
    format!(
        "{asked}they can with `surehand allow {}` in a shell, which holds from the next start of this server",
        plain_name(app)
    )
}

/// A name of the app that is safe in a shell, or a word that stands for it.
#[must_use]
pub(super) fn plain_name(app: &App) -> &str {
    let plain = |name: &&str| {
        (1..=80).contains(&name.len())
            && name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name.chars().all(|one| one.is_ascii_alphanumeric() || "._-".contains(one))
    };
    let mut names = std::iter::once(&app.name).chain(&app.aliases).map(String::as_str);
    names.find(plain).unwrap_or("APP")
}

fn names(app: &App) -> BTreeSet<String> {
    std::iter::once(&app.name).chain(&app.aliases).map(|name| name.trim().to_lowercase()).collect()
}

/// The processes above this one, without the first of all.
fn callers() -> Vec<u32> {
    let parent = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name before it is in brackets and may hold anything, brackets included.
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    std::iter::successors(parent(std::process::id()), |pid| parent(*pid))
        .take_while(|pid| *pid > 1)
        .take(64)
        .collect()
}
