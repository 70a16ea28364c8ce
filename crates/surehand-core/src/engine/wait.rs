//! Waiting for a window: until it changes, or until a text appears on it or vanishes from it.
//!
//! Only looks: it takes no lock and may be cancelled at any time. Driven by the change signal, with readings at growing
//! intervals all the same, because some apps change without saying so. A window that is waited for by its number and
//! closes is followed by the app's front-most one, so that the end of a progress dialog can be waited for.
//!
//! The decision that matters: an answer describes the reading that ended the waiting. A text that appeared ends it at
//! once; that it vanished, or that anything changed, has to hold in a second reading after a short quiet.

use std::time::Duration;

use super::observe::{LISTED, plain_observation};
use super::report::Observation;
use super::settle::QUIET;
use super::{Engine, Target};
use crate::change;
use crate::clock::{Cancel, ChangeSignal, Deadline, Moment, Wake};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::screen;
use crate::snapshot::Snapshot;
use crate::window::Window;

/// When to read again although nothing was heard: first soon, then less and less often.
const PAUSE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(1));
/// The time between two readings that events ask for: at the least, and at the most. Between them it is as long as the
/// reading itself took, so that a flood of events costs the app no more than half of its time.
const GAP: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));
/// How often it is seen whether somebody cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);

/// What to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// This text is shown: in a label, a value, a line of the screen or a title of the app's windows. Case counts;
    /// blanks and line breaks count as one blank.
    Appears(String),
    /// This text is shown nowhere any more.
    Vanishes(String),
}

/// What to wait for, where and how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitRequest {
    /// The window.
    pub target: Target,
    /// How long at the most.
    pub timeout: Duration,
    /// What to wait for; without it, for any change beyond what is known to move by itself.
    pub until: Option<Until>,
}

/// What waiting came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Waited {
    /// The window as it was read last.
    pub observation: Observation,
    /// It differs from the first reading, by more than what is known to move by itself.
    pub changed: bool,
    /// The time was up before what was waited for.
    pub timed_out: bool,
}

impl Engine {
    /// Waits until the window is as wished, and looks at it. Never launches, never acts.
    ///
    /// # Errors
    /// As [`Engine::observe`], and `cancelled`. An app that does not answer for a while is waited for; only when it does
    /// not answer at the end, that is the error.
    pub fn wait(&self, request: &WaitRequest, cancel: &Cancel) -> Result<Waited> {
        let end = self.clock.now().plus(request.timeout);
        // The last reading may begin when the time is up, and what follows a closed window is one more.
        let limit = end.plus(self.settings.read_limit.saturating_mul(2));
        let deadline = Deadline { at: limit, cancel: cancel.clone() };
        let first = self.find(&request.target, &deadline)?;
        self.permissions.read(&first.app)?;
        self.check_lock(&deadline)?;
        let mut signal = self.desktop.change_signal(&first.key);
        let mut heard = signal.count();
        let began = self.clock.now();
        let before = self.look_once(&first, &deadline.sooner(began.plus(self.settings.read_limit)))?;
        if request.until.as_ref().is_some_and(|until| until.holds(&before)) {
            return Ok(self.waited(&before, before.clone(), false));
        }
        let mut pause = PAUSE.0;
        let mut gap = self.gap(began);
        loop {
            let now = self.clock.now();
            let woken = self.rest(&signal, heard, now.plus(pause).min(end), cancel)?;
            if woken == Wake::Changed {
                self.wait_until(&signal, now.plus(gap).min(end));
            }
            pause = if woken == Wake::Changed { PAUSE.0 } else { pause.saturating_mul(2).min(PAUSE.1) };
            heard = signal.count();
            let began = self.clock.now();
            let read = self.read_on(request, &first, &deadline).and_then(|seen| {
                if self.ends(request, &before, &seen) {
                    self.confirm_end(request, &before, seen, &deadline)
                } else {
                    Ok((seen, false))
                }
            });
            gap = self.gap(began);
            let up = self.clock.now() >= end;
            match read {
                Ok((seen, true)) => return Ok(self.waited(&before, seen, false)),
                Ok((seen, false)) if up => return Ok(self.waited(&before, seen, true)),
                Ok((seen, false)) => signal = self.follow(signal, &mut heard, &seen),
                // A busy app is a usual reason to wait.
                Err(error) if error.code == Code::DesktopTimeout && !up => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn gap(&self, began: Moment) -> Duration {
        self.clock.now().since(began).clamp(GAP.0, GAP.1)
    }

    /// The signal of the window that is watched now.
    fn follow(&self, signal: ChangeSignal, heard: &mut u64, seen: &Snapshot) -> ChangeSignal {
        let now = self.desktop.change_signal(&seen.window.key);
        if now.is(&signal) {
            return signal;
        }
        *heard = now.count();
        now
    }

    /// Lets time pass until something is heard, at the most until `until`.
    fn rest(&self, signal: &ChangeSignal, heard: u64, until: Moment, cancel: &Cancel) -> Result<Wake> {
        loop {
            if cancel.is_cancelled() {
                return Err(Error::new(Code::Cancelled, "cancelled while waiting; nothing was done"));
            }
            let now = self.clock.now();
            let woken = self.clock.wait(signal, heard, now.plus(CANCEL_CHECK).min(until));
            if woken == Wake::Changed || self.clock.now() >= until {
                return Ok(woken);
            }
        }
    }

    /// Reads the window again, or the app's front-most one when it has closed or another is meant by now.
    fn read_on(&self, request: &WaitRequest, first: &Window, deadline: &Deadline) -> Result<Snapshot> {
        let app = Target { pid: Some(first.app.pid), ..Target::default() };
        let same = Target { window_id: Some(first.id), ..app.clone() };
        let reading = self.reading(deadline);
        let found = match request.target.window_id.map(|_| self.find(&same, &reading)) {
            Some(Err(error)) if error.code != Code::WindowNotFound => Err(error),
            Some(Ok(window)) => Ok(window),
            Some(Err(_)) | None => self.find(&app, &reading),
        };
        let window = found.map_err(|error| match error.code {
            Code::BadTarget => Error::new(Code::WindowNotFound, "the app's last window closed while waiting"),
            _ => error,
        })?;
        self.permissions.read(&window.app)?;
        self.check_lock(&reading)?;
        self.read_window(&window.key, &reading)
    }

    fn ends(&self, request: &WaitRequest, before: &Snapshot, seen: &Snapshot) -> bool {
        request.until.as_ref().map_or_else(|| self.differs(before, seen), |until| until.holds(seen))
    }

    /// Whether what ends the waiting still stands after a short quiet. A text that appeared needs none: it was there.
    fn confirm_end(
        &self,
        request: &WaitRequest,
        before: &Snapshot,
        seen: Snapshot,
        deadline: &Deadline,
    ) -> Result<(Snapshot, bool)> {
        if matches!(request.until, Some(Until::Appears(_))) {
            return Ok((seen, true));
        }
        self.wait_for_quiet(&self.desktop.change_signal(&seen.window.key), QUIET, deadline, || ());
        let again = self.read_on(request, &seen.window, deadline)?;
        let ends = self.ends(request, before, &again);
        Ok((again, ends))
    }

    /// Whether anything differs that is not known to move by itself.
    fn differs(&self, before: &Snapshot, seen: &Snapshot) -> bool {
        if before.window.key != seen.window.key {
            return true;
        }
        let ambient = self.ambient();
        change::differences(before, seen).iter().any(|difference| {
            let source = difference.container.as_ref().unwrap_or(&difference.source);
            let restless = |key| ambient.is_restless(&seen.window.key, key);
            !restless(&difference.source) && !restless(source)
        })
    }

    fn waited(&self, before: &Snapshot, seen: Snapshot, timed_out: bool) -> Waited {
        let changed = self.differs(before, &seen);
        let signal = self.desktop.change_signal(&seen.window.key);
        self.ambient().looked(&seen, &signal, self.clock.now());
        Waited { observation: plain_observation(&self.view_of(seen), LISTED.0), changed, timed_out }
    }
}

impl Until {
    fn holds(&self, seen: &Snapshot) -> bool {
        match self {
            Self::Appears(text) => shows(seen, text),
            // What was not read in time may show it. Rows and pages that are not shown do not.
            Self::Vanishes(text) => !seen.left_out.out_of_time && !shows(seen, text),
        }
    }
}

/// Whether the text stands anywhere on the window or in a title of its app's windows.
fn shows(seen: &Snapshot, text: &str) -> bool {
    let wanted = joined(text);
    let has = |shown: &str| joined(shown).contains(&wanted);
    let titles = seen.other_windows.iter().chain([&seen.window]);
    titles.into_iter().any(|window| has(&window.title))
        || seen
            .compact()
            .any(|element| has(&element.name) || element.value().is_some_and(|value| has(&value)))
        || screen::screen_text(seen, usize::MAX).iter().any(|line| has(line))
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
