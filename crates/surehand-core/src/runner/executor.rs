//! The loop of a subtask: observe → decide → check → gate → execute → settle → record.
//!
//! The decision that matters: a decision belongs to the snapshot it was made on. It is consumed before anything is
//! touched, so it cannot be carried out twice, and when what it was made on has changed it is thrown away and the app is
//! looked at afresh.

mod check;
mod end;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::action::ActionKind;
use crate::clock::{Cancel, ChangeSignal, Clock, Deadline, Moment};
use crate::code::Code;
use crate::error::{Error, Invalid};
use crate::outcome::{Obstacle, Outcome, Status};
use crate::policy::{Choice, Decision, PastAction, PlannedAction, Policy, Terminal};
use crate::runner::{
    ActionRecord, Ending, Environment, ExecutableAction, ExecutionResult, StepEvent, Subtask,
};
use crate::snapshot::Snapshot;
use check::Checked;

/// The limit of one reading, decision or action.
const CALL: Duration = Duration::from_secs(30);

/// How often in a row an app may not answer in time when it is looked at, before the run is given up. Looking again does no
/// harm, and apps are slow while they build up a dialog.
const SILENT: u32 = 3;

/// Says whether a subtask that its policy calls complete really is: the last word is a caller's.
pub type Verifier = Arc<dyn Fn(&Subtask, &Snapshot) -> bool + Send + Sync>;

/// How a subtask is run.
#[derive(Clone)]
pub struct RuntimeConfig {
    /// How often in a row a decision may turn out stale before the run gives up.
    pub stale_retries: u32,
    /// After so many actions in a row without an effect the run is blocked.
    pub no_change_limit: u32,
    /// How long to wait for a first change after an action.
    pub reaction: Duration,
    /// How long nothing must change for the app to count as settled.
    pub quiet: Duration,
    /// How long to wait for an app that goes on changing.
    pub settle_timeout: Duration,
    /// How much longer to wait for an app that has not reacted at all.
    pub late_reaction: Duration,
    /// The limit of the run as a whole.
    pub timeout: Option<Duration>,
    /// Asked before a subtask counts as complete.
    pub verify: Option<Verifier>,
    /// The least confidence to act on; a decision without one does not pass.
    pub min_confidence: Option<f64>,
    /// The least margin to act on; a decision without one does not pass.
    pub min_margin: Option<f64>,
    /// Plan the first action and do not carry it out.
    pub dry_run: bool,
    /// The most elements that an environment reads.
    pub max_elements: usize,
    /// The most levels that an environment reads.
    pub max_depth: usize,
}

impl Default for RuntimeConfig {
    fn default() -> Self {
        Self {
            stale_retries: 8,
            no_change_limit: 3,
            reaction: Duration::from_millis(600),
            quiet: Duration::from_millis(150),
            settle_timeout: Duration::from_secs(2),
            late_reaction: Duration::from_secs(1),
            timeout: None,
            verify: None,
            min_confidence: None,
            min_margin: None,
            dry_run: false,
            max_elements: 1_200,
            max_depth: 25,
        }
    }
}

impl fmt::Debug for RuntimeConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RuntimeConfig")
            .field("stale_retries", &self.stale_retries)
            .field("no_change_limit", &self.no_change_limit)
            .field("reaction", &self.reaction)
            .field("quiet", &self.quiet)
            .field("settle_timeout", &self.settle_timeout)
            .field("late_reaction", &self.late_reaction)
            .field("timeout", &self.timeout)
            .field("verify", &self.verify.is_some())
            .field("min_confidence", &self.min_confidence)
            .field("min_margin", &self.min_margin)
            .field("dry_run", &self.dry_run)
            .field("max_elements", &self.max_elements)
            .field("max_depth", &self.max_depth)
            .finish()
    }
}

/// Runs subtasks on an environment.
#[derive(Debug)]
pub struct Executor<'a> {
    environment: &'a dyn Environment,
    clock: &'a dyn Clock,
    config: RuntimeConfig,
    cancel: Cancel,
}

impl<'a> Executor<'a> {
    /// Joins the parts. `cancel` ends a run from another thread after the action at hand.
    #[must_use]
    pub const fn new(
        environment: &'a dyn Environment,
        clock: &'a dyn Clock,
        config: RuntimeConfig,
        cancel: Cancel,
    ) -> Self {
        Self { environment, clock, config, cancel }
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// What [`Subtask::validate`] says; nothing was done then.
    pub fn run(&self, subtask: &Subtask, policy: &mut dyn Policy) -> Result<ExecutionResult, Invalid> {
        let mut run = self.start(subtask, policy)?;
        loop {
            let event = run.turn();
            if let Some(result) = event.result {
                return Ok(result);
            }
        }
    }

    /// Begins a run whose turns are asked for one by one.
    ///
    /// # Errors
    /// What [`Subtask::validate`] says.
    pub fn start<'r>(&'r self, subtask: &'r Subtask, policy: &'r mut dyn Policy) -> Result<Run<'r>, Invalid> {
        subtask.validate()?;
        Ok(Run {
            executor: self,
            subtask,
            policy,
            began: self.clock.now(),
            history: Vec::new(),
            seen: None,
            stale: 0,
            silent: 0,
            no_change: 0,
            judged: Vec::new(),
            ended: false,
        })
    }

    fn deadline(&self) -> Deadline {
        Deadline { at: self.clock.now().plus(CALL), cancel: Cancel::new() }
    }
}

/// A running subtask: an iterator over its turns.
#[derive(Debug)]
pub struct Run<'a> {
    executor: &'a Executor<'a>,
    subtask: &'a Subtask,
    policy: &'a mut dyn Policy,
    began: Moment,
    history: Vec<PastAction>,
    /// The reading after the last action, which is that before the next.
    seen: Option<Snapshot>,
    stale: u32,
    silent: u32,
    no_change: u32,
    judged: Vec<Option<bool>>,
    ended: bool,
}

impl Iterator for Run<'_> {
    type Item = StepEvent;

    fn next(&mut self) -> Option<StepEvent> {
        (!self.ended).then(|| self.turn())
    }
}

impl Run<'_> {
    /// One turn: at most one action. The last one carries the result.
    fn turn(&mut self) -> StepEvent {
        let mut event = StepEvent {
            step: self.taken() + 1,
            snapshot: None,
            decision: None,
            planned: None,
            action: None,
            record: None,
            result: None,
        };
        if let Err(stop) = self.advance(&mut event) {
            self.ended = true;
            event.result = Some(self.result(*stop));
        }
        event
    }

    fn advance(&mut self, event: &mut StepEvent) -> Result<(), Box<Stop>> {
        self.check_limits()?;
        let snapshot = match self.seen.take() {
            Some(snapshot) => snapshot,
            None => match self.observe() {
                Ok(snapshot) => snapshot,
                Err(error) => return self.unanswered(error),
            },
        };
        event.snapshot = Some(snapshot.clone());
        let began = self.executor.clock.now();
        let decision = self.policy.decide(self.subtask, &snapshot, &self.history, &self.executor.deadline());
        self.seen = Some(snapshot.clone());
        let mut decision = decision.map_err(Stop::broke)?;
        let latency = decision.latency.unwrap_or_else(|| self.executor.clock.now().since(began));
        decision.latency = Some(latency);
        event.decision = Some(decision.clone());
        self.judged.clone_from(&decision.judged);
        decision.validate().map_err(|invalid| {
            Stop::coded(
                Code::InvalidDecision,
                format!("the policy's decision breaks its own rules: {invalid}"),
            )
        })?;
        match &decision.choice {
            Choice::End { terminal, target } => {
                Err(Box::new(self.terminal(*terminal, target.as_ref(), &decision, &snapshot)))
            }
            Choice::Act(planned) => {
                event.planned = Some(planned.clone());
                self.act(planned, &decision, latency, &snapshot, event)
            }
        }
    }

    fn check_limits(&self) -> Result<(), Box<Stop>> {
        if self.executor.cancel.is_cancelled() {
            return Err(Stop::coded(Code::Cancelled, "the run was cancelled"));
        }
        let spent = self.executor.clock.now().since(self.began);
        if self.executor.config.timeout.is_some_and(|limit| spent >= limit) {
            return Err(Stop::agent("the time budget is used up"));
        }
        Ok(())
    }

    fn observe(&self) -> Result<Snapshot, Error> {
        self.executor.environment.observe(&self.executor.deadline())
    }

    /// What to do about a failure before anything was done: an app that is slow is looked at again.
    fn unanswered(&mut self, error: Error) -> Result<(), Box<Stop>> {
        self.silent += 1;
        self.seen = None;
        let is_slow = error.code == Code::DesktopTimeout && !error.may_have_happened;
        if is_slow && self.silent < SILENT { Ok(()) } else { Err(Stop::broke(error)) }
    }

    fn act(
        &mut self,
        planned: &PlannedAction,
        decision: &Decision,
        latency: Duration,
        snapshot: &Snapshot,
        event: &mut StepEvent,
    ) -> Result<(), Box<Stop>> {
        self.gate(decision)?;
        let action = match check::executable(self.subtask, planned, snapshot).map_err(Stop::broke)? {
            Checked::Ready(action) => *action,
            Checked::Waits(needs) => {
                let reason = format!("a value is missing for {}", needs.name);
                return Err(Box::new(Stop {
                    needs_input: Some(*needs),
                    ..Stop::new(Ending::NeedsInput, reason)
                }));
            }
        };
        if self.executor.config.dry_run {
            let stop = Stop::new(Ending::DryRun, "nothing was carried out: this is a dry run");
            return Err(Box::new(Stop { planned: Some(action), ..stop }));
        }
        if self.taken() >= self.subtask.max_actions {
            return Err(Stop::agent("the budget of actions is used up"));
        }
        if action.action != ActionKind::Wait && !self.is_fresh(snapshot, &action)? {
            return Ok(());
        }
        event.action = Some(action.clone());
        // From here on the decision is spent: whatever happens, it is not carried out a second time.
        let (outcome, record) = self.carry_out(&action, (decision, latency), snapshot);
        if outcome.status() != Status::NotFound {
            // Only what was tried ends a row of stale decisions: a control may be there at every look and gone at every try.
            (self.stale, self.silent) = (0, 0);
            event.record = Some(record.clone());
            self.history.push(PastAction { planned: planned.clone(), record });
        }
        self.judge(&action, &outcome)
    }

    /// Whether the target still is what was decided on. If not, the next turn looks afresh.
    fn is_fresh(&mut self, snapshot: &Snapshot, action: &ExecutableAction) -> Result<bool, Box<Stop>> {
        let deadline = self.executor.deadline();
        match self.executor.environment.is_fresh(snapshot, action, &deadline) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(error) => return self.unanswered(error).map(|()| false),
        }
        self.stale += 1;
        self.seen = None;
        if self.stale > self.executor.config.stale_retries {
            return Err(Stop::coded(
                Code::Stale,
                "the app went on changing between deciding and acting, so nothing was done",
            ));
        }
        Ok(false)
    }

    fn carry_out(
        &mut self,
        action: &ExecutableAction,
        decided: (&Decision, Duration),
        before: &Snapshot,
    ) -> (Outcome, ActionRecord) {
        let began = self.executor.clock.now();
        let signal = self.executor.environment.change_signal(before).unwrap_or_default();
        let outcome = if action.action == ActionKind::Wait {
            self.wait(&signal, self.executor.config.reaction);
            Outcome::unverified("time passed")
        } else {
            let deadline = self.executor.deadline();
            self.executor.environment.execute(action, &deadline).unwrap_or_else(|error| {
                let is_slow = error.code == Code::DesktopTimeout && !error.may_have_happened;
                // As if the control had been gone: nothing was done, and the app is looked at again.
                if is_slow { Outcome::obstacle(Obstacle::NotThere, error.message) } else { error.into() }
            })
        };
        let after = self.settle(before, &signal, outcome.status() == Status::NoEffect);
        let elapsed = self.executor.clock.now().since(began);
        let number = self.taken() + 1;
        let record = end::record(number, action, &outcome, decided, (before, after.as_ref()), elapsed);
        self.seen = after;
        (outcome, record)
    }

    /// Reads until nothing changes for a while. `None` when the app cannot be read any more.
    fn settle(&self, before: &Snapshot, signal: &ChangeSignal, nothing_yet: bool) -> Option<Snapshot> {
        let config = &self.executor.config;
        let began = self.executor.clock.now();
        let first_change = if nothing_yet { config.late_reaction } else { config.reaction };
        let unchanged = before.revision();
        let mut last: Option<(String, Snapshot)> = None;
        loop {
            let snapshot = self.executor.environment.observe(&self.executor.deadline()).ok()?;
            let revision = snapshot.revision();
            let spent = self.executor.clock.now().since(began);
            let settled = last.as_ref().is_some_and(|(known, _)| *known == revision);
            let reacted = revision != unchanged;
            if (settled && (reacted || spent >= first_change))
                || spent >= config.settle_timeout.max(first_change)
            {
                return Some(snapshot);
            }
            last = Some((revision, snapshot));
            self.wait(signal, config.quiet);
        }
    }

    fn wait(&self, signal: &ChangeSignal, time: Duration) {
        let until =
            Deadline { at: self.executor.clock.now().plus(time), cancel: self.executor.cancel.clone() };
        let mut heard = signal.count();
        // Woken by each change, and waiting on: quiet means that none comes for the whole time.
        while self.executor.clock.now() < until.at && !until.cancel.is_cancelled() {
            let _ = self.executor.clock.wait(signal, heard, until.at);
            heard = signal.count();
        }
    }

    /// What the outcome means for the run.
    fn judge(&mut self, action: &ExecutableAction, outcome: &Outcome) -> Result<(), Box<Stop>> {
        let words = || format!("{}: {}", action.operation, outcome.message());
        match outcome.status() {
            Status::Done => self.no_change = 0,
            Status::Unverified if action.action == ActionKind::Wait => {}
            Status::Unverified => self.no_change = 0,
            Status::NoEffect => {
                self.no_change += 1;
                if self.no_change >= self.executor.config.no_change_limit {
                    return Err(Box::new(Stop::new(
                        Ending::Blocked,
                        format!(
                            "{} actions in a row had no effect; the last one, {}",
                            self.no_change,
                            words()
                        ),
                    )));
                }
            }
            Status::NotFound => {
                // The control went between the last look and the action; nothing was done.
                self.stale += 1;
                self.seen = None;
                if self.stale > self.executor.config.stale_retries {
                    return Err(Stop::coded(Code::Stale, words()));
                }
            }
            Status::Mismatch | Status::Ambiguous | Status::NeedsConfirmation => {
                return Err(Stop::agent(words()));
            }
            Status::Failed => {
                let stop = Stop::new(Ending::NeedsAgent, words());
                return Err(Box::new(Stop { code: outcome.code(), ..stop }));
            }
        }
        Ok(())
    }

    fn gate(&self, decision: &Decision) -> Result<(), Box<Stop>> {
        let config = &self.executor.config;
        let gates = [
            ("confidence", decision.confidence, config.min_confidence),
            ("margin", decision.margin, config.min_margin),
        ];
        for (name, figure, least) in gates {
            if let Some(least) = least
                && figure.is_none_or(|figure| figure < least)
            {
                let shown = figure.map_or_else(|| "none".to_owned(), |figure| format!("{figure:.2}"));
                return Err(Stop::agent(format!("the decision's {name} ({shown}) is below {least:.2}")));
            }
        }
        Ok(())
    }

    fn taken(&self) -> u32 {
        u32::try_from(self.history.len()).unwrap_or(u32::MAX)
    }

    fn terminal(
        &self,
        terminal: Terminal,
        target: Option<&crate::element::ElementKey>,
        decision: &Decision,
        snapshot: &Snapshot,
    ) -> Stop {
        let reason = |fallback: &str| decision.reason.clone().unwrap_or_else(|| fallback.to_owned());
        match terminal {
            Terminal::SubtaskComplete => self.complete(reason("the goal is reached"), snapshot),
            Terminal::Blocked => Stop::new(Ending::Blocked, reason("the policy sees no way")),
            Terminal::NeedsAgent => {
                Stop::new(Ending::NeedsAgent, reason("the policy wants somebody else to decide"))
            }
            Terminal::NeedsInput => {
                let needs_input = target.and_then(|key| check::needs_input(snapshot, key));
                Stop { needs_input, ..Stop::new(Ending::NeedsInput, reason("a value is missing")) }
            }
        }
    }

    /// A policy's word is not enough where the screen says otherwise.
    fn complete(&self, reason: String, snapshot: &Snapshot) -> Stop {
        let against = end::observations(self.subtask, Some(snapshot), &self.judged)
            .into_iter()
            .find(|observation| observation.holds == Some(false));
        if let Some(observation) = against {
            return Stop::new(
                Ending::NeedsAgent,
                format!(
                    "the policy calls the goal reached, but \"{}\" does not hold: {}",
                    observation.criterion, observation.detail
                ),
            );
        }
        if self.executor.config.verify.as_ref().is_some_and(|verify| !verify(self.subtask, snapshot)) {
            return Stop::new(
                Ending::NeedsAgent,
                "the policy calls the goal reached, but the caller's check does not",
            );
        }
        Stop::new(Ending::SubtaskComplete, reason)
    }

    fn result(&mut self, stop: Stop) -> ExecutionResult {
        let last = self.seen.take();
        ExecutionResult {
            ending: stop.ending,
            actions_taken: self.taken(),
            reason: stop.reason,
            code: stop.code,
            needs_input: stop.needs_input,
            planned_action: stop.planned,
            observations: end::observations(self.subtask, last.as_ref(), &self.judged),
            history: self.history.iter().map(|past| past.record.clone()).collect(),
            final_snapshot: last,
        }
    }
}

/// Why a run ends.
#[derive(Debug)]
struct Stop {
    ending: Ending,
    reason: String,
    code: Option<Code>,
    needs_input: Option<crate::runner::NeedsInput>,
    planned: Option<ExecutableAction>,
}

impl Stop {
    fn new(ending: Ending, reason: impl Into<String>) -> Self {
        Self { ending, reason: reason.into(), code: None, needs_input: None, planned: None }
    }

    fn agent(reason: impl Into<String>) -> Box<Self> {
        Box::new(Self::new(Ending::NeedsAgent, reason))
    }

    fn coded(code: Code, reason: impl Into<String>) -> Box<Self> {
        Box::new(Self { code: Some(code), ..Self::new(Ending::NeedsAgent, reason) })
    }

    fn broke(error: Error) -> Box<Self> {
        Self::coded(error.code, error.message.into_owned())
    }
}
