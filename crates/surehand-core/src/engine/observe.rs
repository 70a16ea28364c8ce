//! Looking at a window: what it shows and what can be done on it.
//!
//! Looking never launches, acts or waits for a lock. Asking the decider goes through one place, for actions and readings.

use super::report::{DecisionReport, Observation, Ranked};
use super::target::window_report;
use super::{Engine, ObserveRequest, Target};
use crate::candidate::{self, Candidate};
use crate::clock::{Cancel, Deadline};
use crate::decider::{OptionFacts, Purpose};
use crate::error::Result;
use crate::gate::{self, Pick};
use crate::identity::Identities;
use crate::request::Scene;
use crate::screen;
use crate::snapshot::Snapshot;

/// Candidates listed without and with an instruction.
pub(super) const LISTED: (usize, usize) = (80, 10);
/// Lines of screen text.
pub(super) const LINES: usize = 60;

/// A reading with what can be done on it.
#[derive(Debug)]
pub(super) struct View {
    pub(super) snapshot: Snapshot,
    pub(super) identities: Identities,
    pub(super) candidates: Vec<Candidate>,
}

impl Engine {
    /// Reads a window and lists what can be done on it, ranked when there is an instruction. Never launches, never acts.
    ///
    /// # Errors
    /// `bad_target`, `window_not_found`, `permission_denied`, `screen_locked`, and what the desktop or the decider
    /// says.
    pub fn observe(&self, request: &ObserveRequest, cancel: &Cancel) -> Result<Observation> {
        let deadline = self.deadline(self.settings.step_limit, cancel);
        let mut view = self.view(&request.target, &deadline)?;
        let instruction = request.instruction.as_deref().filter(|text| !text.trim().is_empty());
        let Some(instruction) = instruction else {
            return Ok(plain_observation(&view, request.limit.unwrap_or(LISTED.0)));
        };
        self.add_named_rows(&mut view, instruction, &deadline);
        let everything: Vec<usize> = (0..view.candidates.len()).collect();
        let pick = self.ask(&view, &everything, instruction, None, &deadline)?;
        let limit = request.limit.unwrap_or(LISTED.1);
        Ok(Observation {
            candidates: ranked(&view.candidates, &everything, &pick.ranking, limit),
            decision: Some(decision_report(&pick)),
            p_none: Some(pick.p_none),
            ..plain_observation(&view, 0)
        })
    }

    /// Finds, may read, reads.
    pub(super) fn view(&self, target: &Target, deadline: &Deadline) -> Result<View> {
        let window = self.find(target, deadline)?;
        self.permissions.read(&window.app)?;
        self.check_lock(deadline)?;
        Ok(self.view_of(self.look(&window, &self.reading(deadline))?))
    }

    pub(super) fn view_of(&self, snapshot: Snapshot) -> View {
        let identities = Identities::of(&snapshot);
        let candidates = candidate::candidates(&snapshot, &identities, &mut self.ids());
        View { snapshot, identities, candidates }
    }

    /// The deadline of one reading within a call.
    pub(super) fn reading(&self, deadline: &Deadline) -> Deadline {
        deadline.sooner(self.clock.now().plus(self.settings.read_limit))
    }

    /// Asks the decider which of the candidates in `running` the instruction means. Indices of the pick are positions
    /// in `running`.
    pub(super) fn ask(
        &self,
        view: &View,
        running: &[usize],
        instruction: &str,
        text: Option<&str>,
        deadline: &Deadline,
    ) -> Result<Pick> {
        let facts: Vec<OptionFacts> = running
            .iter()
            .filter_map(|index| view.candidates.get(*index))
            .map(|candidate| candidate::facts(candidate, &view.snapshot, &view.identities))
            .collect();
        self.decide(&view.snapshot, Purpose::Act, &facts, (instruction, text), deadline)
    }

    pub(super) fn decide(
        &self,
        snapshot: &Snapshot,
        purpose: Purpose,
        facts: &[OptionFacts],
        (instruction, text): (&str, Option<&str>),
        deadline: &Deadline,
    ) -> Result<Pick> {
        let lines = screen::screen_text(snapshot, LINES);
        let report = window_report(snapshot);
        let scene = Scene {
            instruction,
            text,
            app: &snapshot.window.app.name,
            window: &snapshot.window.title,
            modal: report.modal.as_deref(),
            screen_text: &lines,
            secrets: &[],
        };
        gate::pick(self.decider.as_ref(), &scene, purpose, facts, self.clock.as_ref(), deadline)
    }
}

/// What a reading shows, with the first candidates in reading order.
pub(super) fn plain_observation(view: &View, limit: usize) -> Observation {
    let plain = |candidate| Ranked { candidate, p: None };
    Observation {
        window: window_report(&view.snapshot),
        screen_text: screen::screen_text(&view.snapshot, LINES),
        fields: screen::fields(&view.snapshot, &view.identities),
        total: view.candidates.len(),
        p_none: None,
        candidates: view.candidates.iter().take(limit).cloned().map(plain).collect(),
        decision: None,
        left_out: view.snapshot.left_out.clone(),
    }
}

/// The first of a ranking with their probabilities.
pub(super) fn ranked(
    candidates: &[Candidate],
    running: &[usize],
    ranking: &[(usize, f64)],
    limit: usize,
) -> Vec<Ranked> {
    ranking
        .iter()
        .filter_map(|(index, p)| Some((candidates.get(*running.get(*index)?)?, *p)))
        .take(limit)
        .map(|(candidate, p)| Ranked { candidate: candidate.clone(), p: Some(p) })
        .collect()
}

/// What asking took.
pub(super) fn decision_report(pick: &Pick) -> DecisionReport {
    DecisionReport {
        model: pick.model.clone(),
        calls: pick.calls,
        input_tokens: pick.input_tokens,
        elapsed: pick.elapsed,
    }
}
