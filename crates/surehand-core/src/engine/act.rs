//! One call of `act`: a step, and what follows it.
//!
//! Each step reads the window afresh, finds its candidate by id or by asking the decider, settles what needs no
//! desktop (text, modifiers, risk, permission), and only then is anything done. A step that raises is a `failed` step
//! and never loses earlier ones.

use std::time::Duration;

use super::chain::{Chain, Verdict as Again};
use super::observe::{LINES, View, decision_report, ranked};
use super::perform::Performed;
use super::progress::{Progress, Watch};
use super::report::{ActReport, ActionReport, DecisionReport, PickReport, StepReport, Verification};
use super::target::window_report;
use super::{Engine, StepRequest, Target};
use crate::action::ActionKind;
use crate::candidate::{self, Candidate};
use crate::change;
use crate::clock::{Cancel, Deadline};
use crate::code::Code;
use crate::element::{Checked, Role};
use crate::error::{Error, Result};
use crate::gate::Verdict;
use crate::identity::Resolution;
use crate::outcome::{Evidence, Obstacle, Outcome, Status};
use crate::permissions::RiskRule;
use crate::risk::{Risk, RiskContext, Setting};
use crate::screen;
use crate::window::Window;

impl Engine {
    /// Carries out one step and then the others, stopping at the first that is neither `done` nor `unverified`.
    /// Calls of one desktop must not overlap; the caller locks.
    ///
    /// # Errors
    /// Only when the first step fails before anything was done: what finding, reading or deciding says.
    pub fn act(&self, steps: &[StepRequest], cancel: &Cancel) -> Result<ActReport> {
        self.act_course(steps, Course::default(), cancel)
    }

    /// As [`Engine::act`], and tells of each step as it goes.
    ///
    /// # Errors
    /// As [`Engine::act`].
    pub fn act_watched(
        &self,
        steps: &[StepRequest],
        cancel: &Cancel,
        watch: &dyn Fn(Progress<'_>),
    ) -> Result<ActReport> {
        self.act_course(steps, Course { watch: Watch(Some(watch)), ..Course::default() }, cancel)
    }

    fn act_course(
        &self,
        steps: &[StepRequest],
        mut course: Course<'_>,
        cancel: &Cancel,
    ) -> Result<ActReport> {
        for (number, step) in steps.iter().enumerate() {
            if cancel.is_cancelled() {
                if number == 0 {
                    return Err(not_begun());
                }
                course.reports.push(empty_step(not_begun().into()));
                break;
            }
            course.chain.goes_on();
            let began = self.clock.now();
            let deadline = self.deadline(self.settings.step_limit, cancel);
            let mut report = match self.step(step, number, &mut course, &deadline) {
                Ok(Some(report)) => report,
                // A result of an earlier step fell while its window was closed: that step tells.
                Ok(None) => break,
                Err(error) if number == 0 => return Err(error),
                Err(error) => empty_step(error.into()),
            };
            report.elapsed = self.clock.now().since(began);
            let status = report.outcome.status();
            course.watch.tell(Progress::Ended { step: number, status });
            let goes_on = status.lets_a_chain_go_on();
            course.reports.push(report);
            if !goes_on {
                break;
            }
        }
        let began = self.clock.now();
        let deadline = self.deadline(self.settings.step_limit, cancel).to_the_end();
        let verdicts = self.end_chain(&course.chain, &deadline);
        let mut reports = course.reports;
        apply(&mut reports, verdicts);
        if let Some(last) = reports.last_mut() {
            last.elapsed += self.clock.now().since(began);
        }
        let skipped = steps.len().saturating_sub(reports.len());
        Ok(ActReport { steps: reports, skipped })
    }

    /// One step. `None` when an earlier step's result fell before this one could begin.
    fn step(
        &self,
        step: &StepRequest,
        number: usize,
        course: &mut Course<'_>,
        deadline: &Deadline,
    ) -> Result<Option<StepReport>> {
        let window = self.target_of_step(step, &course.at, deadline)?;
        self.permissions.read(&window.app)?;
        self.permissions.act(&window.app)?;
        self.check_lock(deadline)?;
        course.watch.tell(Progress::Begins { step: number, window: &window });
        course.at = Target { app: None, pid: Some(window.app.pid), window_id: Some(window.id) };
        let mut view = self.view_of(self.look(&window, &self.reading(deadline))?);
        if step.text.is_none() && step.candidate_id.is_none() {
            self.add_named_rows(&mut view, &step.instruction, deadline);
        }
        let (mut candidate, pick) = match self.choose(&view, step, deadline)? {
            Choice::One(candidate, pick) => (*candidate, pick),
            Choice::Answer(report) => return Ok(Some(*report)),
        };
        let slow = pick.decision.as_ref().is_some_and(|decision| decision.elapsed > SLOW);
        if slow {
            // Much may have changed while a model thought.
            view = self.view_of(self.look(&window, &self.reading(deadline))?);
            match self.by_id(&view, &candidate.id) {
                Ok(again) => candidate = again,
                Err(outcome) => return Ok(Some(answer(&view, outcome, None, pick))),
            }
        }
        let meant = candidate.id.clone();
        candidate = match self.with_gesture(&view, step, candidate) {
            Ok(candidate) => candidate,
            Err(outcome) => return Ok(Some(answer(&view, outcome, None, pick))),
        };
        if let Some(outcome) = mismatch_of_arguments(step, &candidate) {
            return Ok(Some(answer(&view, outcome, Some((&candidate, Vec::new())), pick)));
        }
        if let Some(outcome) = self.confirmation(step, &candidate, &window) {
            return Ok(Some(answer(&view, outcome, Some((&candidate, Vec::new())), pick)));
        }
        if course.approved.take().as_ref() != Some(&candidate.id)
            && let Some(risk) = self.risk_to_ask_about(step, &candidate, &window)
        {
            if let Err(error) = self.permissions.approve(&window.app, risk, &candidate.does, &deadline.cancel)
            {
                return Ok(Some(answer(&view, error.into(), Some((&candidate, Vec::new())), pick)));
            }
            return self.approved_step(step, number, course, (candidate, pick), &deadline.cancel);
        }
        if course.chain.must_close_before(candidate.action, &candidate.key, candidate.risk.is_some()) {
            let verdicts = self.close_windows(&mut course.chain, &deadline.to_the_end());
            if apply(&mut course.reports, verdicts) {
                return Ok(None);
            }
            view = self.view_of(self.look(&window, &self.reading(deadline))?);
            let again = self.by_id(&view, &meant).and_then(|again| self.with_gesture(&view, step, again));
            match again {
                Ok(again) => candidate = again,
                Err(outcome) => return Ok(Some(answer(&view, outcome, None, pick))),
            }
        }
        if deadline.cancel.is_cancelled() {
            return Err(not_begun());
        }
        // From here on it is brought to its end, whoever waits for it: what was done must be known.
        let deadline = &deadline.to_the_end();
        course.chain.followed_by(candidate.action);
        let performed = match self.perform(&view, &candidate, step.text.as_deref(), deadline) {
            Ok(performed) => performed,
            Err(error) if number == 0 && !error.may_have_happened => return Err(error),
            Err(error) => Performed::refused(error.into()),
        };
        if let Some(holding) = performed.holds.clone() {
            course.chain.hold(number, &window.key, holding, self.settings.stable);
        }
        Ok(Some(self.report(&view, &candidate, pick, performed, deadline)))
    }

    /// The step again, from the reading on: a person took their time to approve it, and much may have changed.
    fn approved_step(
        &self,
        step: &StepRequest,
        number: usize,
        course: &mut Course<'_>,
        (candidate, pick): (Candidate, Picked),
        cancel: &Cancel,
    ) -> Result<Option<StepReport>> {
        course.approved = Some(candidate.id.clone());
        let again = StepRequest { candidate_id: Some(candidate.id), ..step.clone() };
        let report = self.step(&again, number, course, &self.deadline(self.settings.step_limit, cancel))?;
        Ok(report.map(|report| StepReport { pick: pick.pick, decision: pick.decision, ..report }))
    }

    /// The window of a step: its own target, or that of the step before, or the dialog that this one opened.
    fn target_of_step(&self, step: &StepRequest, at: &Target, deadline: &Deadline) -> Result<Window> {
        if step.target != Target::default() {
            return self.find_or_launch(&step.target, deadline);
        }
        let app = Target { window_id: None, ..at.clone() };
        match self.find(at, deadline) {
            Ok(window) => {
                let front = self.find(&app, deadline)?;
                Ok(if front.modal && !window.modal { front } else { window })
            }
            Err(error) if error.code == Code::WindowNotFound => self.find(&app, deadline),
            Err(error) => Err(error),
        }
    }

    fn choose(&self, view: &View, step: &StepRequest, deadline: &Deadline) -> Result<Choice> {
        if let Some(id) = &step.candidate_id {
            return Ok(match self.by_id(view, id) {
                Ok(candidate) => Choice::One(Box::new(candidate), Picked::default()),
                Err(outcome) => Choice::Answer(Box::new(answer(view, outcome, None, Picked::default()))),
            });
        }
        // With a text only what takes one is in the running, without it what takes none.
        let with_text = step.text.is_some();
        let running: Vec<usize> = (0..view.candidates.len())
            .filter(|index| {
                view.candidates.get(*index).is_some_and(|one| {
                    one.needs_text == with_text && !self.is_for_its_field(view, one, step.text.as_deref())
                })
            })
            .collect();
        let pick = self.ask(view, &running, &step.instruction, step.text.as_deref(), deadline)?;
        let mut picked = Picked { decision: Some(decision_report(&pick)), ..Picked::default() };
        let at = |index: usize| running.get(index).and_then(|index| view.candidates.get(*index)).cloned();
        Ok(match &pick.verdict {
            Verdict::Act { option, p, rule } => match at(*option) {
                Some(candidate) => {
                    picked.pick = Some(PickReport { p: *p, rule });
                    Choice::One(Box::new(candidate), picked)
                }
                None => return Err(Error::new(Code::Internal, "the pick is not among the candidates")),
            },
            Verdict::Absent => {
                let outcome = Outcome::not_found(if view.candidates.is_empty() {
                    "the window offers nothing that can be operated: an app that was started before accessibility was \
                     on may have to be started again, and `surehand doctor` says what is missing"
                } else {
                    "nothing on this window carries out the instruction"
                });
                Choice::Answer(Box::new(answer(view, outcome, None, picked)))
            }
            Verdict::Ambiguous(list) => {
                // What is far behind the leader says nothing of what can be done about it.
                let least = list.iter().map(|(_, p)| p / 2.0).fold(0.0, f64::max);
                let near = list.iter().filter(|(_, p)| *p >= least);
                let meant: Vec<Candidate> = near.filter_map(|(index, _)| at(*index)).collect();
                let outcome = if list.is_empty() {
                    Outcome::ambiguous(
                        "nothing here clearly carries out the instruction; observe, and repeat the step with a \
                         `candidateId`",
                    )
                } else if meant.iter().all(|candidate| self.is_out_of_reach(view, candidate)) {
                    // Asking which one is meant would lead nowhere: the answer would be this refusal.
                    Outcome::obstacle(
                        Obstacle::Disturbing,
                        "whatever here may be meant can only be operated with the focus or a pointer",
                    )
                } else {
                    Outcome::ambiguous(
                        "more than one control may be meant; repeat the step with the `candidateId` of the right one",
                    )
                };
                let mut report = answer(view, outcome, None, picked);
                report.shortlist = ranked(&view.candidates, &running, list, list.len());
                Choice::Answer(Box::new(report))
            }
        })
    }

    /// Whether a text can only go into the field of a combo box that has one: it is none of the options, or the options
    /// are out of reach.
    fn is_for_its_field(&self, view: &View, candidate: &Candidate, text: Option<&str>) -> bool {
        let Some(text) = text.filter(|_| candidate.action == ActionKind::ChooseOption) else { return false };
        let in_combo = |one: &Candidate| {
            one.action == ActionKind::SetValue
                && view.snapshot.elements().get(one.position).and_then(|element| element.parent)
                    == Some(candidate.position)
        };
        view.candidates.iter().any(in_combo)
            && (!candidate.choices.iter().any(|choice| choice == text)
                || self.is_out_of_reach(view, candidate))
    }

    /// The candidate an id was issued for, if exactly one element still has its identity.
    pub(super) fn by_id(&self, view: &View, id: &str) -> std::result::Result<Candidate, Outcome> {
        let ids = self.ids();
        let (subject, resolution) = ids
            .resolve(id, &view.snapshot, &view.identities)
            .ok_or_else(|| Outcome::not_found("no candidate of this session has this id; observe again"))?;
        let position = match resolution {
            Resolution::One(position) => position,
            Resolution::None => {
                return Err(Outcome::not_found(
                    "the control of this id is gone or has become another; observe again",
                ));
            }
            Resolution::Many(_) => {
                return Err(Outcome::not_found(
                    "several controls look like the one of this id now; observe again",
                ));
            }
        };
        let found = view.candidates.iter().find(|candidate| {
            candidate.position == position
                && candidate.action == subject.action
                && candidate.particular() == subject.option.as_deref()
        });
        // A row that is not shown is among no candidates; its list is.
        let row = || {
            let text = subject.option.as_deref()?;
            let own = view.candidates.iter().filter(|candidate| candidate.position == position);
            let row = own.filter_map(|any| candidate::row(any, &view.snapshot, text)).next()?;
            Some(Candidate { id: id.to_owned(), ..row })
        };
        let found = found.cloned().or_else(row).map(|candidate| {
            if candidate.towards == subject.towards || subject.towards.is_none() {
                return candidate;
            }
            // The id says "turn on", and it is on: the other way round is another id.
            let (now, then) = if subject.towards == Some(Checked::On) { OFF_ON } else { ON_OFF };
            let does = candidate.does.replacen(now, then, 1);
            Candidate { id: id.to_owned(), towards: subject.towards, does, ..candidate }
        });
        found.ok_or_else(|| {
            Outcome::not_found("the control of this id no longer offers this action; observe again")
        })
    }

    /// What stands between a risky candidate and its action.
    fn confirmation(&self, step: &StepRequest, candidate: &Candidate, window: &Window) -> Option<Outcome> {
        let risk = risk_of_step(step, candidate)?;
        if self.permissions.risk(&window.app, risk) == RiskRule::Deny {
            return Some(Outcome::failed(
                Code::PermissionDenied,
                format!("the user's permissions never allow what may {}", risk_words(risk)),
            ));
        }
        (!step.allow_destructive).then(|| {
            Outcome::needs_confirmation(format!(
                "this may {}; to do it, repeat the step with `candidateId` \"{}\" and `allowDestructive`: true",
                risk_words(risk),
                candidate.id
            ))
        })
    }

    fn risk_to_ask_about(&self, step: &StepRequest, candidate: &Candidate, window: &Window) -> Option<Risk> {
        risk_of_step(step, candidate)
            .filter(|risk| self.permissions.risk(&window.app, *risk) == RiskRule::Ask)
    }

    fn report(
        &self,
        view: &View,
        candidate: &Candidate,
        picked: Picked,
        performed: Performed,
        deadline: &Deadline,
    ) -> StepReport {
        let Performed { outcome, routes, readings, after, differences, .. } = performed;
        let acted = !routes.is_empty();
        let mut report = answer(view, outcome, Some((candidate, routes)), picked);
        if readings > 0 {
            let exact = matches!(report.outcome.evidence(), Some(Evidence::Reads { .. }));
            report.verification = Some(Verification { exact, snapshots: readings });
        }
        if acted {
            let window = after.as_ref().map_or(&view.snapshot.window, |after| &after.window);
            report.change = Some(change::report(&differences, window));
        }
        if let Some(after) = after {
            report.window = Some(window_report(&after));
            self.what_is_new(view, after, &differences, &mut report, deadline);
        }
        report
    }

    /// What the step brought up: the new controls of the window, or those of the dialog it opened.
    fn what_is_new(
        &self,
        view: &View,
        after: crate::snapshot::Snapshot,
        differences: &[change::Difference],
        report: &mut StepReport,
        deadline: &Deadline,
    ) {
        let opened = after.other_windows.iter().find(|window| {
            differences.iter().any(|one| {
                one.nature == change::Nature::WindowOpened && one.source.as_str() == window.key.as_str()
            })
        });
        let now = match opened.cloned() {
            Some(window) => {
                self.look(&window, &self.reading(deadline)).map(|snapshot| self.view_of(snapshot))
            }
            None if differences.iter().any(|one| one.nature == change::Nature::Appeared) => {
                Ok(self.view_of(after))
            }
            None => return,
        };
        let Ok(now) = now else { return };
        let known = |candidate: &Candidate| view.candidates.iter().any(|old| old.id == candidate.id);
        report.new_candidates =
            now.candidates.iter().filter(|candidate| !known(candidate)).cloned().collect();
        if !report.new_candidates.is_empty() {
            report.new_total = Some(now.candidates.len());
            report.screen_text = screen::screen_text(&now.snapshot, LINES);
        }
    }
}

/// How far a chain has come.
#[derive(Debug, Default)]
struct Course<'a> {
    watch: Watch<'a>,
    at: Target,
    chain: Chain,
    reports: Vec<StepReport>,
    /// The candidate that the user has just approved for the step at hand.
    approved: Option<String>,
}

fn not_begun() -> Error {
    Error::new(Code::Cancelled, "the call was cancelled; this step was not begun")
}

/// How the words of a toggle change with what it is towards.
const OFF_ON: (&str, &str) = ("turn off", "turn on");
const ON_OFF: (&str, &str) = ("turn on", "turn off");

/// A decision that took longer than this is checked against a new reading of the window.
const SLOW: Duration = Duration::from_millis(100);

/// What choosing a candidate came to.
enum Choice {
    One(Box<Candidate>, Picked),
    Answer(Box<StepReport>),
}

/// How a candidate was found.
#[derive(Debug, Default)]
struct Picked {
    pick: Option<PickReport>,
    decision: Option<DecisionReport>,
}

/// Takes second looks into the reports; `true` when a result fell.
fn apply(reports: &mut [StepReport], verdicts: Vec<Again>) -> bool {
    let mut fell = false;
    for verdict in verdicts {
        let Some(report) = reports.get_mut(verdict.step) else { continue };
        if let Some(verification) = &mut report.verification {
            verification.snapshots += 1;
        }
        if let Some(outcome) = verdict.fallen {
            // What fell once stays fallen, even if it reads right again later.
            fell = true;
            if report.outcome.status() == Status::Done {
                report.outcome = outcome;
                if let Some(verification) = &mut report.verification {
                    verification.exact = false;
                }
            }
        } else if let (Status::Done, Some(again)) = (report.outcome.status(), verdict.evidence) {
            let readings = report.outcome.evidence().map_or(0, Evidence::readings) + again.readings();
            report.outcome =
                Outcome::done(report.outcome.message().to_owned(), again.with_readings(readings));
        }
    }
    fell
}

fn answer(
    view: &View,
    outcome: Outcome,
    action: Option<(&Candidate, Vec<crate::route::RouteKind>)>,
    picked: Picked,
) -> StepReport {
    let action = action.map(|(candidate, routes)| ActionReport {
        id: candidate.id.clone(),
        kind: candidate.action,
        does: candidate.does.clone(),
        routes,
        risk: candidate.risk,
    });
    StepReport {
        window: Some(window_report(&view.snapshot)),
        action,
        pick: picked.pick,
        decision: picked.decision,
        ..empty_step(outcome)
    }
}

fn empty_step(outcome: Outcome) -> StepReport {
    StepReport {
        outcome,
        window: None,
        action: None,
        pick: None,
        verification: None,
        change: None,
        screen_text: Vec::new(),
        new_candidates: Vec::new(),
        new_total: None,
        shortlist: Vec::new(),
        decision: None,
        elapsed: Duration::ZERO,
    }
}

/// Arguments that do not go with the candidate.
fn mismatch_of_arguments(step: &StepRequest, candidate: &Candidate) -> Option<Outcome> {
    let target = &candidate.does;
    if candidate.needs_text && step.text.is_none() {
        return Some(Outcome::failed(
            Code::TextRequired,
            format!("the chosen action ({target}) needs `text`; an empty one empties the field"),
        ));
    }
    if !candidate.needs_text && step.text.is_some() {
        return Some(Outcome::failed(
            Code::TextNotUsed,
            format!(
                "the chosen action ({target}) takes no `text`; leave it out or choose one that enters text"
            ),
        ));
    }
    None
}

/// The risk of the candidate, or of the option that the text chooses: a pop-up may hide a command.
fn risk_of_step(step: &StepRequest, candidate: &Candidate) -> Option<Risk> {
    let chosen = match (candidate.action, &candidate.option) {
        (ActionKind::ChooseOption, _) => step.text.as_deref(),
        (_, Some(option)) => Some(option.text.as_str()),
        (_, None) => None,
    };
    let of_option = |name| {
        Risk::of(&RiskContext {
            role: Role::MenuItem,
            name,
            shortcut: None,
            within: &[],
            action: ActionKind::Click,
            setting: Setting::Popover,
        })
    };
    candidate.risk.or_else(|| chosen.and_then(of_option))
}

fn risk_words(risk: Risk) -> &'static str {
    match risk {
        Risk::Delete => "delete something",
        Risk::Overwrite => "write over something",
        Risk::Discard => "throw unsaved work away",
        Risk::Send => "send something to somebody",
        Risk::Purchase => "cost money",
        Risk::Close => "close a window or quit the app",
        Risk::SignOut => "sign out",
        Risk::System => "change or stop the system",
    }
}
