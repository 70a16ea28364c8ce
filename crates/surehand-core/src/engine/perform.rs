//! Doing one thing once and finding out what came of it.
//!
//! ready? → freshness → who is in front → one route → settle → judge. An action is never sent twice: a second route is
//! tried only when the first is idempotent and provably did nothing. Settling is driven by the change signal and by a
//! few fixed retakes, because some apps change without saying so. The stability window of texts and toggles is the
//! chain's part, so that several may run at the same time.

use std::collections::HashSet;
use std::time::Duration;

use super::Engine;
use super::effect::{self, Wish};
use super::foreground::{Front, Pushed};
use super::gesture;
use super::look::Look;
use super::observe::View;
use super::settle::{Retakes, Seen};
use crate::action::ActionKind;
use crate::actionability::{self, Condition};
use crate::candidate::Candidate;
use crate::change::{self, Difference, Nature};
use crate::clock::{ChangeSignal, Deadline, Moment};
use crate::code::Code;
use crate::desktop::{Losses, Payload, Reply};
use crate::element::{Element, ElementKey, Role};
use crate::error::{Error, Result};
use crate::gesture::Gesture;
use crate::label;
use crate::outcome::{Evidence, Obstacle, Outcome, Status};
use crate::risk::Risk;
use crate::route::{Disturbance, Route, RouteKind};
use crate::snapshot::Snapshot;
use crate::window::{Window, WindowKey};

/// How long the user must have been idle before something is taken from them, and before their own window is touched.
const IDLE: Duration = Duration::from_secs(2);
/// What came of one action, before its stability window.
#[derive(Debug)]
pub(super) struct Performed {
    pub(super) outcome: Outcome,
    pub(super) routes: Vec<RouteKind>,
    pub(super) readings: u32,
    /// The asked-for result, when it was read from the target and must still hold later.
    pub(super) holds: Option<Holding>,
    /// The last reading of the window, when it is still there.
    pub(super) after: Option<Snapshot>,
    /// What differs, without what moves by itself.
    pub(super) differences: Vec<Difference>,
}

/// A result that must still hold.
#[derive(Clone, Debug)]
pub(super) struct Holding {
    pub(super) key: ElementKey,
    pub(super) wish: Wish,
    pub(super) target: String,
    pub(super) since: Moment,
    pub(super) front: Front,
    /// What the desktop had lost when the action was sent; `None` when nothing was.
    pub(super) losses: Option<Losses>,
}

impl Performed {
    pub(super) fn refused(outcome: Outcome) -> Self {
        Self { outcome, routes: Vec::new(), readings: 0, holds: None, after: None, differences: Vec::new() }
    }
}

/// What a running action knows.
pub(super) struct Run<'a> {
    pub(super) view: &'a View,
    pub(super) window: WindowKey,
    pub(super) before: Element,
    /// What the target showed before, where what it says is not enough.
    pub(super) look: Option<Look>,
    pub(super) target: String,
    pub(super) signal: ChangeSignal,
    pub(super) sent: Moment,
    pub(super) front: Front,
    pub(super) pushed: Option<Pushed>,
    /// What was seen to go on moving during this action.
    pub(super) moving: HashSet<ElementKey>,
    pub(super) deadline: &'a Deadline,
    pub(super) risk: Option<Risk>,
    pub(super) readings: u32,
    /// What the desktop had lost before the action was sent.
    pub(super) losses: Losses,
    /// What the signal counted before the action was sent.
    pub(super) heard: u64,
    /// How long to look for an effect at the least before it is said that there is none.
    pub(super) patience: Duration,
    /// How long to look for it where the app has not answered, if longer than usual.
    pub(super) late: Option<Duration>,
    pub(super) gesture: Gesture,
}

impl Engine {
    /// Carries out a candidate of `view` once. Everything about permission to do so was settled before.
    pub(super) fn perform(
        &self,
        view: &View,
        candidate: &Candidate,
        text: Option<&str>,
        deadline: &Deadline,
    ) -> Result<Performed> {
        self.perform_until(view, candidate, text, None, deadline)
    }

    /// The same, with so much time for an effect that comes `late` because the app has not even answered yet.
    pub(super) fn perform_until(
        &self,
        view: &View,
        candidate: &Candidate,
        text: Option<&str>,
        late: Option<Duration>,
        deadline: &Deadline,
    ) -> Result<Performed> {
        if let Some(obstacle) = self.obstacle(view, candidate) {
            return Ok(Performed::refused(obstacle));
        }
        let before = match self.fresh(view, candidate, deadline)? {
            Ok(before) => before,
            Err(outcome) => return Ok(Performed::refused(outcome)),
        };
        let front = self.desktop.foreground(deadline)?;
        if front.as_ref() == Some(&view.snapshot.window.key) && self.user_is_active(deadline) {
            return Ok(Performed::refused(Outcome::obstacle(
                Obstacle::UserActive,
                "the user is working in this window; try again when they pause or choose another",
            )));
        }
        let wish = effect::wish(candidate, &before, text)?;
        let signal = self.desktop.change_signal(&view.snapshot.window.key);
        let mut run = Run {
            window: view.snapshot.window.key.clone(),
            target: label::quoted(before.role, view.identities.label(candidate.position)),
            sent: self.clock.now(),
            risk: candidate.risk,
            readings: 1,
            heard: 0,
            losses: self.desktop.losses(),
            patience: self.settings.effect_patience,
            look: None,
            late,
            gesture: candidate.gesture.clone(),
            view,
            before,
            front: Front::of(&view.snapshot, front, signal.clone()),
            pushed: None,
            moving: HashSet::new(),
            signal,
            deadline,
        };
        if candidate.action == ActionKind::Keypad {
            return self.press_keys(run, candidate, text.unwrap_or_default());
        }
        if let Some(wish) =
            wish.as_ref().filter(|wish| wish.is_granted(&run.before) && is_settled_by_reading(wish))
        {
            return Ok(self.already_so(&run, wish));
        }
        if run.before.state.hearsay {
            let seen = view.snapshot.elements().get(candidate.position);
            run.look = seen.and_then(|control| self.look_of(&run.window, control, deadline));
        }
        self.ambient().acting(&run.window, run.sent);
        self.hold_front(&run.front, deadline);
        let action = if candidate.option.is_some() { ActionKind::ChooseOption } else { candidate.action };
        let performed = self.try_routes(&mut run, action, wish.as_ref(), text.unwrap_or_default());
        let now = self.clock.now();
        let after = performed.as_ref().ok().and_then(|performed| performed.after.as_ref());
        self.ambient().acted(&run.window, after, now);
        self.release_front(&mut run);
        let mut performed = performed?;
        if let Some(pushed) = run.pushed {
            performed.outcome = pushed.judge(performed.outcome);
            performed.holds = performed.holds.filter(|_| !pushed.is_violation());
        }
        Ok(performed)
    }

    /// Whether every way to carry out a candidate takes something from the user that they have not lent.
    pub(super) fn is_out_of_reach(&self, view: &View, candidate: &Candidate) -> bool {
        let obstacle = self.obstacle(view, candidate);
        obstacle.is_some_and(|outcome| outcome.code() == Some(Code::ForegroundRequired))
    }

    /// Why the action may not be tried, from the reading it was picked on.
    fn obstacle(&self, view: &View, candidate: &Candidate) -> Option<Outcome> {
        let element = view.snapshot.elements().get(candidate.position)?;
        let target = label::quoted(element.role, view.identities.label(candidate.position));
        let action = if candidate.option.is_some() { ActionKind::ChooseOption } else { candidate.action };
        if let Some(refusal) = gesture::refusal(element, candidate, &target) {
            return Some(refusal);
        }
        for condition in actionability::conditions(action) {
            let (holds, message) = match condition {
                Condition::There => (true, String::new()),
                Condition::Enabled => (candidate.enabled, format!("{target} does not react to input now")),
                Condition::Visible => (element.state.visible, format!("{target} is not shown")),
                Condition::Unblocked => {
                    let blocked = !view.snapshot.window.modal
                        && view.snapshot.other_windows.iter().any(|window| window.modal);
                    (!blocked, "a modal dialog of the app stands before the window; act on the dialog".into())
                }
                Condition::Editable => {
                    let editable = element.state.editable || element.can(action);
                    (editable, format!("the text of {target} cannot be changed"))
                }
                Condition::Reachable => {
                    if let Some(obstacle) = self.unreachable(element, candidate, action, &target) {
                        return Some(obstacle);
                    }
                    (true, String::new())
                }
            };
            if !holds {
                return Some(Outcome::obstacle(condition.obstacle(), message));
            }
        }
        None
    }

    fn unreachable(
        &self,
        element: &Element,
        candidate: &Candidate,
        action: ActionKind,
        target: &str,
    ) -> Option<Outcome> {
        if action == ActionKind::Keypad && !candidate.keys.is_empty() {
            return None;
        }
        // A control without any route for what its role is made for can only be reached by taking the focus or a
        // pointer: that is the honest reason, not that it cannot be done at all.
        let disturbing = || {
            Outcome::obstacle(
                Obstacle::Disturbing,
                format!(
                    "{target} offers no way to do this in the background; it takes the focus or a pointer"
                ),
            )
        };
        let usable = |route: &Route| {
            let may = route.disturbs == Disturbance::Nothing || self.permissions.lends(route.disturbs);
            may && candidate.gesture.fits(route)
        };
        (!element.routes_for(action).any(usable)).then(disturbing)
    }

    /// Reads the target once more, right before the action. `Err` when it is not what was picked any more.
    pub(super) fn fresh(
        &self,
        view: &View,
        candidate: &Candidate,
        deadline: &Deadline,
    ) -> Result<std::result::Result<Element, Outcome>> {
        let picked = view.snapshot.elements().get(candidate.position);
        if !self.is_still_told_apart(view, candidate, deadline)? {
            return Ok(Err(Outcome::obstacle(
                Obstacle::NotThere,
                "what told the control from its look-alikes changed after it was read; observe again",
            )));
        }
        let fresh = self.probe_one(&candidate.key, deadline)?;
        Ok(match (picked, fresh) {
            (Some(picked), Some(fresh)) if same_control(picked, &fresh) && fresh.state.enabled => {
                // Names that come from elsewhere in the tree and routes belong to the reading of the window.
                let routes =
                    if fresh.routes.is_empty() { picked.routes.clone() } else { fresh.routes.clone() };
                Ok(Element { name: picked.name.clone(), routes, ..fresh })
            }
            (Some(_), Some(fresh)) if !fresh.state.enabled => Err(Outcome::obstacle(
                Obstacle::NotEnabled,
                "the control stopped reacting to input after it was read",
            )),
            _ => Err(Outcome::obstacle(
                Obstacle::NotThere,
                "the control changed or went away after it was read; observe again",
            )),
        })
    }

    /// Whether the object of a control that has look-alikes still stands where it was told apart. What tells it apart
    /// lies around it, so the window is read once more.
    fn is_still_told_apart(&self, view: &View, candidate: &Candidate, deadline: &Deadline) -> Result<bool> {
        if view.identities.phrase(candidate.position).is_empty() {
            return Ok(true);
        }
        let window = &view.snapshot.window.key;
        let again = self.read_window(window, &self.reading(deadline))?;
        let Some(position) = again.position(&candidate.key) else { return Ok(false) };
        let now = crate::identity::Identities::of(&again);
        Ok(now.identity(position) == view.identities.identity(candidate.position))
    }

    pub(super) fn probe_one(&self, key: &ElementKey, deadline: &Deadline) -> Result<Option<Element>> {
        let read = self.desktop.probe(std::slice::from_ref(key), &self.reading(deadline))?;
        Ok(read.into_iter().next().flatten())
    }

    fn user_is_active(&self, deadline: &Deadline) -> bool {
        self.desktop.user_idle(deadline).is_ok_and(|idle| idle < IDLE)
    }

    fn already_so(&self, run: &Run<'_>, wish: &Wish) -> Performed {
        let words = wish.granted_words(&run.target, &run.before);
        if run.before.state.hearsay {
            return Performed::refused(Outcome::unverified(format!(
                "{} says that it is {}, so nothing was done; whether it is could not be proven",
                run.target,
                wish.reading(&run.before)
            )));
        }
        let evidence = Evidence::Reads {
            target: run.target.clone(),
            value: wish.reading(&run.before),
            readings: run.readings,
        };
        let holds = Holding {
            key: run.before.key.clone(),
            wish: wish.clone(),
            target: run.target.clone(),
            since: self.clock.now(),
            front: run.front.clone(),
            losses: None,
        };
        Performed {
            outcome: Outcome::done(format!("{words}; it did so before, so nothing was done"), evidence),
            routes: Vec::new(),
            readings: run.readings,
            holds: Some(holds),
            after: Some(run.view.snapshot.clone()),
            differences: Vec::new(),
        }
    }

    /// One route; another only after an idempotent one that provably did nothing.
    fn try_routes(
        &self,
        run: &mut Run<'_>,
        action: ActionKind,
        wish: Option<&Wish>,
        text: &str,
    ) -> Result<Performed> {
        let before = run.before.clone();
        let mut tried = Vec::new();
        let mut last = None;
        for route in before.routes_for(action) {
            if !self.may_use(route, run.deadline) {
                continue;
            }
            let asked = (action, &run.gesture);
            let Some(payload) = effect::payload(route, wish, &before, asked, text) else { continue };
            tried.push(route.kind);
            let mut performed = self.send(run, route, &payload, wish)?;
            performed.routes.clone_from(&tried);
            let did_nothing =
                performed.outcome.status() == Status::NoEffect && performed.differences.is_empty();
            if !(route.idempotent && did_nothing) {
                return Ok(performed);
            }
            last = Some(performed);
        }
        Ok(last.unwrap_or_else(|| {
            Performed::refused(Outcome::obstacle(
                Obstacle::Disturbing,
                format!("{} offers no way to do this in the background that may be used now", run.target),
            ))
        }))
    }

    fn may_use(&self, route: &Route, deadline: &Deadline) -> bool {
        route.disturbs == Disturbance::Nothing
            || (self.permissions.lends(route.disturbs) && !self.user_is_active(deadline))
    }

    /// Sends the action by one route and finds out what came of it.
    fn send(
        &self,
        run: &mut Run<'_>,
        route: &Route,
        payload: &Payload,
        wish: Option<&Wish>,
    ) -> Result<Performed> {
        run.losses = self.desktop.losses();
        let performed = self.send_and_look(run, route, payload, wish)?;
        let outcome = self.unless_lost(run.losses, performed.outcome);
        let holds = performed.holds.filter(|_| outcome.status() == Status::Done);
        Ok(Performed { outcome, holds, ..performed })
    }

    fn send_and_look(
        &self,
        run: &mut Run<'_>,
        route: &Route,
        payload: &Payload,
        wish: Option<&Wish>,
    ) -> Result<Performed> {
        run.heard = run.signal.count();
        run.sent = self.clock.now();
        let replied = self.desktop.perform(&run.before.key, route, payload, &self.reading(run.deadline));
        if route.disturbs != Disturbance::Nothing {
            let _ = self.desktop.release_held(run.deadline);
        }
        match replied {
            Ok(_) if route.kind == RouteKind::CloseWindow => self.await_closing(run),
            Ok(Reply::Accepted | Reply::Declined) => self.find_out(run, wish),
            Ok(Reply::Unanswered) => {
                run.patience = run.late.unwrap_or(self.settings.read_limit);
                self.find_out_without_answer(run, wish, unanswered())
            }
            // A field that hides its content could not tell either way.
            Err(error)
                if error.may_have_happened
                    && (error.code == Code::DesktopTimeout || self.has_lost(run.losses))
                    && !run.before.state.protected =>
            {
                let more = run.late.unwrap_or(self.settings.effect_patience);
                run.patience = self.clock.now().since(run.sent) + more;
                self.find_out_without_answer(run, wish, error)
            }
            // Closing is an effect too: an app that was asked to quit cannot answer any more.
            Err(error) if error.may_have_happened && error.code == Code::AppGone => {
                Ok(self.ended(run, error))
            }
            Err(error) if error.may_have_happened => Ok(Performed::refused(error.into())),
            Err(error) => Err(error),
        }
    }

    /// Reads from the app what came of the action.
    fn find_out(&self, run: &mut Run<'_>, wish: Option<&Wish>) -> Result<Performed> {
        match wish {
            Some(_) if run.before.state.protected => Ok(self.hidden(run)),
            Some(wish) => self.await_wish(run, wish),
            None if matches!(run.gesture, Gesture::Drag { .. }) => self.await_move(run),
            None => self.await_change(run),
        }
    }

    /// The same where the app has given no answer to the action. An effect that is seen counts like any other; when
    /// there is none, it may still be on its way.
    fn find_out_without_answer(
        &self,
        run: &mut Run<'_>,
        wish: Option<&Wish>,
        error: Error,
    ) -> Result<Performed> {
        let performed = self.find_out(run, wish)?;
        if performed.outcome.status() == Status::NoEffect {
            return Ok(Performed { outcome: error.after_sending().into(), ..performed });
        }
        Ok(performed)
    }

    /// What a field hides is never read, so nothing about it can be proven or denied.
    fn hidden(&self, run: &mut Run<'_>) -> Performed {
        let after = self.reread(run);
        let differences = self.without_ambient(run, after.as_ref());
        let outcome = Outcome::unverified(format!(
            "the text was handed to {}, which hides its content, so what it holds could not be read",
            run.target
        ));
        Performed { readings: run.readings, after, differences, ..Performed::refused(outcome) }
    }

    /// The app is gone after the action was sent.
    fn ended(&self, run: &Run<'_>, error: Error) -> Performed {
        let outcome = if run.risk == Some(Risk::Close) {
            let evidence = Evidence::Shows { change: "the app ended".into(), readings: run.readings + 1 };
            Outcome::done("the app ended, as was asked", evidence)
        } else {
            error.after_sending().into()
        };
        Performed { readings: run.readings + 1, ..Performed::refused(outcome) }
    }

    /// Waits until the target reads as wished.
    fn await_wish(&self, run: &mut Run<'_>, wish: &Wish) -> Result<Performed> {
        let mut retakes = Retakes::of(run, &self.settings);
        let mut now = run.before.clone();
        loop {
            match self.probe_one(&run.before.key, run.deadline) {
                Ok(Some(element)) => {
                    now = Element {
                        name: if element.name.is_empty() { now.name } else { element.name.clone() },
                        ..element
                    };
                    run.readings += 1;
                }
                Ok(None) => return self.target_went_away(run, wish),
                Err(error) if error.code == Code::AppGone => return Ok(self.died(error)),
                Err(error) => return Ok(Performed::refused(error.after_sending().into())),
            }
            // A field may tell that it hides its content only once it has some.
            if now.state.protected {
                return Ok(self.hidden(run));
            }
            if wish.is_granted(&now) {
                match self.is_borne_out(run) {
                    Ok(Some(true)) => return self.granted(run, wish, &now),
                    // It may say so before it shows it.
                    Ok(Some(false)) => {}
                    Ok(None) => break,
                    Err(error) => return Ok(self.died(error)),
                }
            }
            if !retakes.wait(self, &run.signal, run.deadline) {
                break;
            }
        }
        let after = self.reread(run);
        let differences = self.without_ambient(run, after.as_ref());
        let strayed = differences
            .iter()
            .find(|difference| difference.source != run.before.key && difference.nature == Nature::Field);
        let outcome = match (wish.moved(&run.before, &now), strayed) {
            _ if wish.is_granted(&now) => Outcome::unverified(format!(
                "{} says that it is {}, but nothing shows it",
                run.target,
                wish.reading(&now)
            )),
            _ if wish.may_be_granted(&now) && now.content.is_none() => Outcome::unverified(format!(
                "the text was handed to {}, and what it holds could not be read",
                run.target
            )),
            _ if wish.may_be_granted(&now) => Outcome::unverified(format!(
                "{} reads about {}; what it holds exactly could not be read",
                run.target,
                wish.reading(&now)
            )),
            (true, _) => Outcome::mismatch(format!(
                "{} reads {}, not what was asked for",
                run.target,
                wish.reading(&now)
            )),
            (false, Some(difference)) => Outcome::mismatch(format!(
                "{} did not change, but another did: {}",
                run.target, difference.words
            )),
            (false, None) => Outcome::no_effect(format!(
                "{} did not change; an app may act late or without showing it",
                run.target
            )),
        };
        Ok(Performed { readings: run.readings, after, differences, ..Performed::refused(outcome) })
    }

    fn granted(&self, run: &mut Run<'_>, wish: &Wish, now: &Element) -> Result<Performed> {
        let since = self.clock.now();
        let after = self.reread(run);
        let differences = self.without_ambient(run, after.as_ref());
        let words = wish.granted_words(&run.target, now);
        let evidence =
            Evidence::Reads { target: run.target.clone(), value: wish.reading(now), readings: run.readings };
        // A toolkit may go on answering for a control whose window is closed.
        if after.is_none() || !self.is_open(&run.window, run.deadline) {
            let error = Error::new(Code::WindowNotFound, "the window closed during the step");
            return Ok(self.died(error));
        }
        let holds = Holding {
            key: now.key.clone(),
            wish: wish.clone(),
            target: run.target.clone(),
            since,
            front: run.front.clone(),
            losses: Some(run.losses),
        };
        Ok(Performed {
            outcome: Outcome::done(words, evidence),
            routes: Vec::new(),
            readings: run.readings,
            // Anybody may scroll on.
            holds: Some(holds).filter(|_| !matches!(wish, Wish::Scrolled { .. })),
            after,
            differences,
        })
    }

    /// The object is gone: the window may be closed, the app dead, or the control re-created.
    fn target_went_away(&self, run: &mut Run<'_>, wish: &Wish) -> Result<Performed> {
        match self.read_window(&run.window, &self.reading(run.deadline)) {
            Ok(after) => {
                run.readings += 1;
                let found = self.again(run, &after);
                let message = match &found {
                    Some(element) if wish.is_granted(element) => {
                        format!("{} was replaced by a control that reads as asked", run.target)
                    }
                    _ => format!("{} went away during the step", run.target),
                };
                let differences = self.without_ambient(run, Some(&after));
                let outcome = Outcome::unverified(message);
                Ok(Performed {
                    readings: run.readings,
                    after: Some(after),
                    differences,
                    ..Performed::refused(outcome)
                })
            }
            Err(error) => Ok(self.died(error)),
        }
    }

    /// Whether the window is still among those of the desktop.
    pub(super) fn is_open(&self, window: &WindowKey, deadline: &Deadline) -> bool {
        let windows = self.desktop.windows(&self.reading(deadline));
        windows.is_ok_and(|windows| windows.iter().any(|other| other.key == *window))
    }

    fn died(&self, error: Error) -> Performed {
        Performed::refused(error.after_sending().into())
    }

    /// The one control in a later reading that has the identity of the target.
    fn again(&self, run: &Run<'_>, after: &Snapshot) -> Option<Element> {
        let identities = crate::identity::Identities::of(after);
        let position = run.view.snapshot.position(&run.before.key)?;
        let wanted = run.view.identities.identity(position);
        let mut found = (0..after.elements().len()).filter(|at| identities.identity(*at) == wanted);
        match (found.next(), found.next()) {
            (Some(one), None) => after.elements().get(one).cloned(),
            _ => None,
        }
    }

    /// Waits until the window or its app shows a change that was not going on before.
    fn await_change(&self, run: &mut Run<'_>) -> Result<Performed> {
        let (outcome, after, differences) = match self.watch(run)? {
            Seen::Gone(code) => return Ok(self.window_went(run, code)),
            Seen::Nothing(after) => {
                let message = format!(
                    "nothing changed after {} was activated; an app may act late or without showing it",
                    run.target
                );
                (Outcome::no_effect(message), after, Vec::new())
            }
            Seen::OnlyAmbient(after) => {
                let message = format!(
                    "nothing changed after {} was activated but what moves by itself; an app may act late or without showing it",
                    run.target
                );
                (Outcome::no_effect(message), after, Vec::new())
            }
            Seen::Unsure(after, differences) => {
                let words =
                    differences.first().map(|difference| difference.words.clone()).unwrap_or_default();
                let message = format!(
                    "something changed after {} was activated that may move by itself: {words}",
                    run.target
                );
                (Outcome::unverified(message), after, differences)
            }
            Seen::Effect(after, differences) => {
                let most_telling = differences.iter().min_by_key(|difference| difference.nature);
                let change = most_telling.map(|difference| difference.words.clone()).unwrap_or_default();
                let message = format!("{} was activated and the app shows a change: {change}", run.target);
                (
                    Outcome::done(message, Evidence::Shows { change, readings: run.readings }),
                    after,
                    differences,
                )
            }
        };
        Ok(Performed {
            readings: run.readings,
            after: Some(after),
            differences,
            ..Performed::refused(outcome)
        })
    }

    /// The window or the app is gone after a press.
    pub(super) fn window_went(&self, run: &Run<'_>, code: Code) -> Performed {
        let pid = run.view.snapshot.window.app.pid;
        let Ok(mut others) = self.desktop.windows(&self.reading(run.deadline)) else {
            return self.died(Error::new(code, "the window went away during the step"));
        };
        others.retain(|window| window.app.pid == pid && window.key != run.window);
        // The windows of an app that has ended may be listed for a moment longer.
        let answer = |window: &Window| self.read_window(&window.key, &self.reading(run.deadline)).is_ok();
        let answers = code != Code::AppGone && others.iter().any(answer);
        let asked = run.risk == Some(Risk::Close);
        let readings = run.readings + 1;
        let shows = |change: &str| Evidence::Shows { change: change.into(), readings };
        let outcome = if answers {
            let closed = change::window_words(&run.view.snapshot.window);
            Outcome::done(
                format!("{} was activated and {closed} closed", run.target),
                shows(&format!("{closed} closed")),
            )
        } else if asked && (code == Code::AppGone || others.is_empty()) {
            Outcome::done("the app closed, as was asked", shows("the app closed"))
        } else if code == Code::WindowNotFound {
            Outcome::unverified(if others.is_empty() {
                "the app's last window closed; whether that was the effect could not be read"
            } else {
                "the window closed and the app does not answer; whether that was the effect could not be read"
            })
        } else {
            Error::new(Code::AppGone, "the app ended during the step").after_sending().into()
        };
        Performed { readings, ..Performed::refused(outcome) }
    }

    pub(super) fn reread(&self, run: &mut Run<'_>) -> Option<Snapshot> {
        let after = self.read_window(&run.window, &self.reading(run.deadline)).ok()?;
        run.readings += 1;
        Some(after)
    }

    /// The differences to the reading before the action, without what moves by itself.
    pub(super) fn without_ambient(&self, run: &Run<'_>, after: Option<&Snapshot>) -> Vec<Difference> {
        let Some(after) = after else { return Vec::new() };
        let mut found = change::differences(&run.view.snapshot, after);
        let ambient = self.ambient();
        found.retain(|difference| {
            let container = difference.container.as_ref();
            !run.moving.contains(difference.mover())
                && !ambient.is_restless(&run.window, &difference.source)
                && !container.is_some_and(|container| ambient.is_restless(&run.window, container))
        });
        found
    }
}

fn unanswered() -> Error {
    Error::new(Code::DesktopTimeout, "the app did not answer and shows no change")
}

/// Whether a wish that is granted before anything was done can be left at that.
fn is_settled_by_reading(wish: &Wish) -> bool {
    match wish {
        Wish::Text(_) | Wish::Number(_) | Wish::Option(_) | Wish::Selected | Wish::Checked(_) => true,
        Wish::Inserted { text, .. } => text.is_empty(),
        Wish::Scrolled { .. } => false,
    }
}

/// Whether a fresh reading is of the control that was picked. Names that a desktop puts together from other elements
/// are not in a single reading, so an empty one says nothing.
fn same_control(picked: &Element, fresh: &Element) -> bool {
    picked.role == fresh.role
        && (picked.name == fresh.name || fresh.name.is_empty() || picked.role == Role::ComboBox)
        && (picked.identifier == fresh.identifier || fresh.identifier.is_none())
}
