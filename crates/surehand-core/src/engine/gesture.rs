//! Gestures within the loop: what refuses them before anything is tried, how a drag is proven, what a key comes to.
//!
//! A key is pressed where somebody says that it does the same in the background: the command with that shortcut, the
//! button that Space or Return would press, a control that takes keys. Nothing else is ever guessed. A drag is done only
//! when what it moved or changed keeps still for a while: an app may put back what was dropped wrongly.

use std::time::Duration;

use super::observe::View;
use super::perform::{Performed, Run};
use super::settle::Retakes;
use super::{DragTo, Engine, StepRequest};
use crate::action::ActionKind;
use crate::candidate::{self, Candidate};
use crate::code::Code;
use crate::element::{Element, ElementKey, Role};
use crate::error::Result;
use crate::gesture::{self, Gesture};
use crate::label;
use crate::outcome::{Evidence, Obstacle, Outcome};
use crate::route::Disturbance;
use crate::snapshot::Snapshot;

/// How long what was dragged must keep still, and how long that is waited for.
const STILL: Duration = Duration::from_millis(300);
const MOST: Duration = Duration::from_secs(3);

/// Why a gesture cannot be made on that control, where its own codes say so.
pub(super) fn refusal(element: &Element, candidate: &Candidate, target: &str) -> Option<Outcome> {
    let has_way = || element.routes_for(candidate.action).any(|route| candidate.gesture.fits(route));
    match candidate.gesture {
        Gesture::Hold(_) if !has_way() => Some(Outcome::failed(
            Code::ModifiersNotUsed,
            format!("{target} cannot be pressed with keys held in the background; leave them out"),
        )),
        Gesture::Drag { .. } if !has_way() => Some(Outcome::failed(
            Code::DragNotSupported,
            format!("{target} cannot be dragged in the background"),
        )),
        Gesture::Hold(_) | Gesture::Drag { .. } if !element.state.visible || element.bounds.is_none() => {
            Some(Outcome::obstacle(Obstacle::NotVisible, format!("{target} is not shown")))
        }
        _ => None,
    }
}

/// How far it is from the middle of one control to that of another.
pub(super) fn distance(from: &Element, to: &Element) -> Option<(i32, i32)> {
    let ((x, y), (to_x, to_y)) = (from.bounds?.center(), to.bounds?.center());
    Some((to_x.checked_sub(x)?, to_y.checked_sub(y)?))
}

impl Engine {
    /// The candidate of a step with what the step asks for beside it: where to drag it, what to hold.
    pub(super) fn with_gesture(
        &self,
        view: &View,
        step: &StepRequest,
        candidate: Candidate,
    ) -> std::result::Result<Candidate, Outcome> {
        if let Some(to) = &step.drag_to {
            return self.dragged(view, candidate, to);
        }
        if step.modifiers.is_empty() {
            return Ok(candidate);
        }
        let is_pressed = matches!(candidate.action, ActionKind::Click | ActionKind::Toggle);
        if !is_pressed || candidate.option.is_some() {
            return Err(Outcome::failed(
                Code::ModifiersNotUsed,
                format!("the chosen action ({}) cannot hold `modifiers`; leave them out", candidate.does),
            ));
        }
        Ok(Candidate { gesture: Gesture::Hold(step.modifiers.clone()), ..candidate })
    }

    fn dragged(
        &self,
        view: &View,
        candidate: Candidate,
        to: &DragTo,
    ) -> std::result::Result<Candidate, Outcome> {
        let onto = match to {
            DragTo::Offset { .. } => None,
            DragTo::Candidate(id) => Some(self.by_id(view, id)?),
        };
        let element = |candidate: &Candidate| view.snapshot.elements().get(candidate.position);
        let way = match (to, &onto) {
            (DragTo::Offset { dx, dy }, _) => Some((*dx, *dy)),
            (DragTo::Candidate(_), onto) => {
                let ends = element(&candidate).zip(onto.as_ref().and_then(element));
                ends.and_then(|(from, onto)| distance(from, onto))
            }
        };
        let Some((dx, dy)) = way else {
            return Err(Outcome::obstacle(
                Obstacle::NotVisible,
                "both ends of a drag must be shown in the same window",
            ));
        };
        let mut dragged = self.gestured(view, candidate.position, ActionKind::Drag, Gesture::Drag { dx, dy });
        dragged.id = candidate.id;
        if let Some(onto) = onto {
            let words = |candidate: &Candidate| {
                let role = element(candidate).map_or(Role::Unknown, |element| element.role);
                label::quoted(role, view.identities.label(candidate.position))
            };
            dragged.does = format!("drag {} onto {}", words(&dragged), words(&onto));
            // What a press of it would do, a drop on it may do as well.
            dragged.risk = onto.risk;
        }
        Ok(dragged)
    }

    /// The candidate for a gesture on the control at `position`.
    pub(super) fn gestured(
        &self,
        view: &View,
        position: usize,
        action: ActionKind,
        gesture: Gesture,
    ) -> Candidate {
        candidate::gestured(&view.snapshot, &view.identities, &mut self.ids(), position, (action, gesture))
    }

    /// What pressing a chord comes to in the background: on `target`, else wherever the focus of the window is. `None` when
    /// only the focus would bring the key there.
    pub(super) fn pressing(
        &self,
        view: &View,
        chord: &str,
        target: Option<&ElementKey>,
    ) -> Option<Candidate> {
        if target.is_none()
            && let Some(command) = gesture::stand_in(&view.candidates, chord)
        {
            return Some(command.clone());
        }
        let elements = view.snapshot.elements();
        let position = match target {
            Some(key) => view.snapshot.position(key)?,
            None => {
                let focused = elements.iter().position(|element| element.state.focused);
                focused.or_else(|| window_for(elements, chord))?
            }
        };
        let element = elements.get(position)?;
        let presses = match chord {
            "space" => is_pressed_by_space(element.role),
            "return" => element.role == Role::Button,
            _ => false,
        };
        if presses {
            let own = |one: &&Candidate| one.position == position && one.option.is_none();
            return view.candidates.iter().find(own).cloned();
        }
        let press = Gesture::Press(chord.to_owned());
        let takes_it = element
            .routes_for(ActionKind::Key)
            .any(|route| route.disturbs == Disturbance::Nothing && press.fits(route));
        takes_it.then(|| self.gestured(view, position, ActionKind::Key, press))
    }

    /// Waits until what was dragged moved, or something else changed, and keeps still.
    pub(super) fn await_move(&self, run: &mut Run<'_>) -> Result<Performed> {
        let mut retakes = Retakes::of(run, &self.settings);
        let mut seen: Option<(String, Snapshot)> = None;
        while retakes.wait(self, &run.signal, run.deadline) {
            self.guard_front(run);
            let after = match self.read_window(&run.window, &self.reading(run.deadline)) {
                Ok(after) => after,
                Err(error) if matches!(error.code, Code::WindowNotFound | Code::AppGone) => {
                    return Ok(self.window_went(run, error.code));
                }
                Err(error) => return Ok(Performed::refused(error.after_sending().into())),
            };
            run.readings += 1;
            if let Some(words) = self.moved(run, &after) {
                seen = Some((words, after));
                break;
            }
        }
        let Some((words, after)) = seen else {
            let after = self.reread(run);
            let outcome = Outcome::no_effect(format!(
                "{} did not move and nothing else changed; an app may act late or without showing it",
                run.target
            ));
            return Ok(Performed { readings: run.readings, after, ..Performed::refused(outcome) });
        };
        let (kept_still, words, after) = self.come_to_rest(run, words, after);
        let differences = self.without_ambient(run, Some(&after));
        let outcome = match (kept_still, words) {
            (true, Some(words)) => {
                let message = format!("{} was dragged: {words}", run.target);
                Outcome::done(message, Evidence::Shows { change: words, readings: run.readings })
            }
            (true, None) => Outcome::mismatch(format!(
                "{} was dragged, and then everything stood again as before",
                run.target
            )),
            (false, _) => Outcome::unverified(format!(
                "{} was dragged, and what came of it went on changing",
                run.target
            )),
        };
        Ok(Performed {
            readings: run.readings,
            after: Some(after),
            differences,
            ..Performed::refused(outcome)
        })
    }

    /// Reads until two readings in a row, far enough apart, say the same.
    fn come_to_rest(
        &self,
        run: &mut Run<'_>,
        words: String,
        after: Snapshot,
    ) -> (bool, Option<String>, Snapshot) {
        let (mut words, mut after) = (Some(words), after);
        let end = self.clock.now().plus(MOST).min(run.deadline.at);
        loop {
            self.wait_until(&run.signal, self.clock.now().plus(STILL));
            self.guard_front(run);
            let Some(again) = self.reread(run) else { return (false, words, after) };
            let now = self.moved(run, &again);
            let same = now == words;
            (words, after) = (now, again);
            if same {
                return (true, words, after);
            }
            if self.clock.now() >= end {
                return (false, words, after);
            }
        }
    }

    /// What differs by a drag: where its source stands in the window, or else what else changed.
    fn moved(&self, run: &Run<'_>, after: &Snapshot) -> Option<String> {
        let place = |snapshot: &Snapshot| {
            let bounds = snapshot.element(&run.before.key)?.bounds?;
            Some((bounds.x, bounds.y))
        };
        if let (Some(before), Some(now)) = (place(&run.view.snapshot), place(after))
            && before != now
        {
            let ((x, y), (now_x, now_y)) = (before, now);
            return Some(format!("it moved from {x}, {y} to {now_x}, {now_y}"));
        }
        self.without_ambient(run, Some(after)).into_iter().next().map(|difference| difference.words)
    }
}

/// The window as a whole, where it takes keys for whatever has the focus inside it. What Return and Space would press there
/// is not known, so they do not go that way.
fn window_for(elements: &[Element], chord: &str) -> Option<usize> {
    let takes_keys = |element: &Element| {
        matches!(element.role, Role::Window | Role::Dialog) && element.can(ActionKind::Key)
    };
    elements.iter().position(takes_keys).filter(|_| !matches!(chord, "return" | "space"))
}

const fn is_pressed_by_space(role: Role) -> bool {
    matches!(role, Role::Button | Role::ToggleButton | Role::CheckBox | Role::Switch | Role::RadioButton)
}
