//! A policy without a model: rules about forms, sums and commands, and picks by the embedded decider.
//!
//! It follows the orders of the goal in their sequence: inputs go into the fields that they are named after, boxes and
//! switches are set, what the goal names is pressed, and a dialog that comes up on the way is filled with the inputs that
//! fit it and confirmed by the button that says what was asked for. It calls a goal reached only when every criterion was
//! read from the screen. Whatever is not clear ends the run with a reason; nothing is tried to see what happens.

mod goal;
mod overdue;
mod said;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::entering::entering;
use super::{Decision, Entry, PastAction, PlannedAction, Policy, Terminal};
use crate::action::ActionKind;
use crate::candidate::{CLOSE, Candidate, candidates, closes, facts};
use crate::clock::{Clock, Deadline};
use crate::decider::{Decider, OptionFacts, Purpose};
use crate::element::{Element, Role};
use crate::error::Result;
use crate::gate::{self, Verdict};
use crate::identity::{IdTable, Identities};
use crate::label::plain;
use crate::outcome::Status;
use crate::request::Scene;
use crate::route::Disturbance;
use crate::runner::{Criterion, InputValue, Settled, Subtask};
use crate::snapshot::Snapshot;
use crate::window::WindowKey;
use goal::{Part, switched};
use overdue::Overdue;

/// Rules and picks, for subtasks that need no model.
pub struct Embedded {
    decider: Arc<dyn Decider>,
    clock: Arc<dyn Clock>,
    /// Which part of the goal is next.
    at: usize,
    /// The inputs that were entered.
    entered: HashSet<String>,
    /// The first window: every other is a dialog on the way.
    home: Option<WindowKey>,
    /// The part whose command opened the dialog at hand.
    opened_by: Option<usize>,
    /// What the last decision was for.
    doing: Doing,
    /// How much had been done when it was made.
    done_before: usize,
    /// The window it was made on.
    window: Option<WindowKey>,
    /// What was pressed and has shown no effect so far.
    overdue: Option<Overdue>,
}

/// What a decision was for, so that its outcome can be booked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Doing {
    #[default]
    Nothing,
    /// An input goes into a field.
    Entering(String),
    /// The part itself.
    Part(usize),
    /// The dialog is being confirmed.
    Confirming,
    /// A row of a dialog is being selected.
    Selecting(String),
    /// The place where the part is carried out is being opened.
    Opening(usize),
}

impl fmt::Debug for Embedded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Embedded")
            .field("at", &self.at)
            .field("doing", &self.doing)
            .finish_non_exhaustive()
    }
}

/// A reading with what can be done on it, risks that the subtask does not allow left out.
struct View<'a> {
    subtask: &'a Subtask,
    snapshot: &'a Snapshot,
    identities: Identities,
    candidates: Vec<Candidate>,
    deadline: &'a Deadline,
}

impl<'a> View<'a> {
    fn new(subtask: &'a Subtask, snapshot: &'a Snapshot, deadline: &'a Deadline) -> Self {
        let identities = Identities::of(snapshot);
        let mut all = candidates(snapshot, &identities, &mut IdTable::default());
        all.retain(|candidate| subtask.allows(candidate.risk) && candidate.enabled);
        Self { subtask, snapshot, identities, candidates: all, deadline }
    }

    fn label(&self, candidate: &Candidate) -> &str {
        if self.element(candidate).is_some_and(closes) {
            return CLOSE;
        }
        self.identities.label(candidate.position)
    }

    fn element(&self, candidate: &Candidate) -> Option<&Element> {
        self.snapshot.elements().get(candidate.position)
    }

    /// What can be done by one of these kinds, options of pop-ups left out.
    fn of_kinds(&self, kinds: &[ActionKind]) -> Vec<&Candidate> {
        let fits = |one: &&Candidate| kinds.contains(&one.action) && one.option.is_none();
        self.candidates.iter().filter(fits).collect()
    }

    /// Whether it can be done without taking anything from the user.
    fn is_quiet(&self, candidate: &Candidate) -> bool {
        self.element(candidate).is_some_and(|element| {
            element.routes_for(candidate.action).any(|route| route.disturbs == Disturbance::Nothing)
        })
    }
}

const FIELDS: &[ActionKind] = &[ActionKind::SetValue, ActionKind::ChooseOption];
const PRESSED: &[ActionKind] = &[ActionKind::Click, ActionKind::Menu, ActionKind::Toggle];
/// What people call the one large field of an editor.
const WHOLE_TEXTS: &[&str] =
    &["text", "content", "contents", "document", "body", "line", "lines", "paragraph", "note"];
/// Words with which a box says the opposite of what it is about.
const REVERSING: &[&str] =
    &["hide", "hidden", "disable", "no", "not", "never", "without", "don't", "dont", "stop", "off", "ignore"];
/// Buttons that only say yes.
const YES: &[&str] = &["ok", "yes", "apply", "done", "continue", "confirm"];

impl Embedded {
    /// Asks `decider` which control is meant, and takes the time from `clock`.
    #[must_use]
    pub fn new(decider: Arc<dyn Decider>, clock: Arc<dyn Clock>) -> Self {
        Self {
            decider,
            clock,
            at: 0,
            entered: HashSet::new(),
            home: None,
            opened_by: None,
            doing: Doing::Nothing,
            done_before: 0,
            window: None,
            overdue: None,
        }
    }

    /// Books what the last decision came to.
    fn book(&mut self, history: &[PastAction], snapshot: &Snapshot) {
        // A decision that was thrown away before it was tried has left nothing behind.
        let tried = history.len() > std::mem::replace(&mut self.done_before, history.len());
        let status = history.last().filter(|_| tried).map(|past| past.record.status);
        let doing = std::mem::take(&mut self.doing);
        match status {
            Some(Status::Done | Status::Unverified) => self.worked(doing, snapshot),
            Some(Status::NoEffect) => self.overdue = Overdue::of(doing, self.window.clone()),
            _ => {}
        }
        let here = &snapshot.window.key;
        if let Some(came) = self.overdue.take_if(|overdue| overdue.has_come(here)) {
            self.worked(came.doing, snapshot);
        }
        self.window = Some(here.clone());
    }

    /// What it means that something worked.
    fn worked(&mut self, doing: Doing, snapshot: &Snapshot) {
        match doing {
            Doing::Entering(input) | Doing::Selecting(input) => drop(self.entered.insert(input)),
            Doing::Part(part) => {
                if self.home.as_ref() != Some(&snapshot.window.key) {
                    self.opened_by = Some(part);
                }
                self.at = part + 1;
            }
            Doing::Opening(part) => {
                if self.home.as_ref() != Some(&snapshot.window.key) {
                    self.opened_by = Some(part);
                }
            }
            Doing::Confirming | Doing::Nothing => {}
        }
    }

    /// Which of `among` the words mean, if the gate is sure.
    fn pick<'v>(
        &self,
        view: &'v View<'_>,
        among: &[&'v Candidate],
        words: &str,
    ) -> Result<Option<&'v Candidate>> {
        let options: Vec<OptionFacts> =
            among.iter().map(|candidate| facts(candidate, view.snapshot, &view.identities)).collect();
        let secrets = view.subtask.secrets();
        let scene = Scene {
            instruction: words,
            app: &view.snapshot.window.app.name,
            window: &view.snapshot.window.title,
            secrets: &secrets,
            ..Scene::default()
        };
        let pick = gate::pick(
            self.decider.as_ref(),
            &scene,
            Purpose::Act,
            &options,
            self.clock.as_ref(),
            view.deadline,
        )?;
        Ok(match pick.verdict {
            Verdict::Act { option, .. } => among.get(option).copied(),
            Verdict::Ambiguous(_) | Verdict::Absent => None,
        })
    }

    /// The field that an input is named after.
    fn field_for<'v>(&self, view: &'v View<'_>, input: &str) -> Result<Option<&'v Candidate>> {
        let fields = view.of_kinds(FIELDS);
        let wanted = plain(input);
        let exact: Vec<&&Candidate> =
            fields.iter().filter(|field| plain(view.label(field)) == wanted).collect();
        if let [one] = exact[..] {
            return Ok(Some(one));
        }
        let within = |field: &&&Candidate| {
            let label = plain(view.label(field));
            !label.is_empty() && (has_words(&wanted, &label) || has_words(&label, &wanted))
        };
        let near: Vec<&&Candidate> = fields.iter().filter(within).collect();
        if let [one] = near[..] {
            return Ok(Some(one));
        }
        if WHOLE_TEXTS.iter().any(|word| has_words(&wanted, word)) {
            let is_large = |field: &&&Candidate| {
                view.element(field).is_some_and(|element| element.role == Role::TextArea)
            };
            let large: Vec<&&Candidate> = fields.iter().filter(is_large).collect();
            if let [one] = large[..] {
                return Ok(Some(one));
            }
        }
        self.pick(view, &fields, &format!("Set the {input}"))
    }

    /// Enters an input that has not been entered, if it has a place here.
    fn enter(&mut self, view: &View<'_>, name: &str) -> Result<Option<Decision>> {
        let Some(value) = view.subtask.input(name) else { return Ok(None) };
        if let InputValue::Bool(on) = value {
            return self.switch(view, name, *on, Doing::Entering(name.to_owned()));
        }
        let Some(field) = self.field_for(view, name)? else { return Ok(None) };
        let decision = entering(field, name, value);
        self.doing = Doing::Entering(name.to_owned());
        Ok(Some(decision))
    }

    /// Sets a box or switch; `None` when there is none of that name, or it stands so already.
    fn switch(&mut self, view: &View<'_>, words: &str, on: bool, doing: Doing) -> Result<Option<Decision>> {
        let boxes = view.of_kinds(&[ActionKind::Toggle]);
        let within = |one: &&&Candidate| {
            let label = plain(view.label(one));
            !label.is_empty() && (has_words(&plain(words), &label) || has_words(&label, &plain(words)))
        };
        let named: Vec<&&Candidate> = boxes.iter().filter(within).collect();
        // "Show line numbers" is the one box about line numbers; one that hides them would have to be set the other way.
        let what = switched(words);
        let is_about = |one: &&&Candidate| {
            let label = plain(view.label(one));
            has_words(&label, &what) && !label.split(' ').any(|word| REVERSING.contains(&word))
        };
        let about: Vec<&&Candidate> = boxes.iter().filter(is_about).collect();
        let found = match (&named[..], &about[..]) {
            ([one], _) | ([], [one]) => Some(**one),
            _ => self.pick(view, &boxes, words)?,
        };
        let Some(found) = found else { return Ok(None) };
        let stands = found.value.as_deref() == Some("on");
        if stands == on {
            match doing {
                Doing::Entering(input) => drop(self.entered.insert(input)),
                Doing::Part(part) => self.at = part + 1,
                Doing::Nothing | Doing::Confirming | Doing::Selecting(_) | Doing::Opening(_) => {}
            }
            return self.next(view);
        }
        self.doing = doing;
        Ok(Some(Decision::act(PlannedAction::on(ActionKind::Click, found.key.clone()))))
    }

    /// The inputs that a part of the goal speaks of and that were not entered.
    fn inputs_of(&self, subtask: &Subtask, parts: &[Part], words: &str) -> Vec<String> {
        let open = |name: &String| !self.entered.contains(name);
        let named = named(subtask, words);
        if !named.is_empty() {
            return named.into_iter().filter(open).collect();
        }
        let speaks = |words: &str, name: &str| {
            let (words, name) = (plain(words), plain(name));
            name.split(' ').any(|part| part.len() > 2 && has_words(&words, part))
        };
        let all: Vec<String> = subtask.inputs.iter().map(|(name, _)| name.clone()).filter(open).collect();
        let hinted: Vec<String> = all.iter().filter(|name| speaks(words, name)).cloned().collect();
        if !hinted.is_empty() {
            return hinted;
        }
        // "Fill in the form": everything that no other part speaks of.
        let elsewhere =
            |name: &str| parts.iter().any(|part| part.words() != words && speaks(part.words(), name));
        all.into_iter().filter(|name| !elsewhere(name)).collect()
    }

    /// A field that the words name and that no input is for.
    fn unanswered(&self, view: &View<'_>, words: &str) -> Result<Option<Decision>> {
        let words = plain(words);
        for field in view.of_kinds(&[ActionKind::SetValue]) {
            let label = plain(view.label(field));
            let named = !label.is_empty() && has_words(&words, &label);
            let taken = view.subtask.inputs.iter().any(|(name, _)| {
                let name = plain(name);
                has_words(&name, &label) || has_words(&label, &name)
            });
            if named && !taken {
                let reason =
                    format!("the goal speaks of \"{}\", and no input has a value for it", view.label(field));
                return Ok(Some(Decision::needs_input(field.key.clone(), reason)));
            }
        }
        Ok(None)
    }

    /// The next step of the goal.
    fn next(&mut self, view: &View<'_>) -> Result<Option<Decision>> {
        let parts = goal::parts(&view.subtask.goal);
        let away = self.home.as_ref() != Some(&view.snapshot.window.key);
        if away && let Some(decision) = self.dialog(view, &parts)? {
            return Ok(Some(decision));
        }
        let Some(part) = parts.get(self.at) else { return Ok(None) };
        let at = self.at;
        match part {
            Part::Compute(expression) => Ok(self.compute(view, expression, at)),
            Part::Switch { words, on } => match self.switch(view, words, *on, Doing::Part(at))? {
                None => Ok(Some(unclear("no box or switch here is clearly the one meant by", words))),
                found => Ok(found),
            },
            Part::Append(words) => self.append(view, &parts, words, at),
            Part::Enter(words) => {
                if let Some(name) = self.inputs_of(view.subtask, &parts, words).first() {
                    let entered = self.enter(view, name)?;
                    let unclear = || unclear("no field here is clearly the one for the input", name);
                    return Ok(Some(entered.unwrap_or_else(unclear)));
                }
                if let Some(decision) = self.unanswered(view, words)? {
                    return Ok(Some(decision));
                }
                self.at += 1;
                self.next(view)
            }
            Part::Press(words) => self.press(view, words, at),
            Part::Said(words) => self.said(view, words, at),
            Part::Replace { words, all, new_first } => self.replace(view, words, (*all, *new_first), at),
        }
    }

    fn compute(&mut self, view: &View<'_>, expression: &str, at: usize) -> Option<Decision> {
        let keypads = view.of_kinds(&[ActionKind::Keypad]);
        let [keypad] = keypads[..] else {
            return Some(unclear("there is no one keypad here to compute", expression));
        };
        let types = |one: char| keypad.keys.iter().any(|(key, _)| *key == one);
        if let Some(missing) = expression.chars().find(|one| !types(*one)) {
            return Some(unclear("the keypad has no key for", &missing.to_string()));
        }
        let text = if types('=') { format!("{expression}=") } else { expression.to_owned() };
        self.doing = Doing::Part(at);
        let planned = PlannedAction::on(ActionKind::Keypad, keypad.key.clone());
        Some(Decision::act(planned.entering(Entry::FromGoal(text))))
    }

    fn append(
        &mut self,
        view: &View<'_>,
        parts: &[Part],
        words: &str,
        at: usize,
    ) -> Result<Option<Decision>> {
        let names = self.inputs_of(view.subtask, parts, words);
        let fields = view.of_kinds(&[ActionKind::Append]);
        let large = |field: &&&Candidate| view.element(field).is_some_and(|one| one.role == Role::TextArea);
        let areas: Vec<&&Candidate> = fields.iter().filter(large).collect();
        let field = match (&fields[..], &areas[..]) {
            ([one], _) => Some(*one),
            (_, [one]) => Some(**one),
            _ => self.pick(view, &fields, words)?,
        };
        match (field, &names[..]) {
            (Some(field), [name]) => {
                self.doing = Doing::Part(at);
                self.entered.insert(name.clone());
                let planned = PlannedAction::on(ActionKind::Append, field.key.clone());
                Ok(Some(Decision::act(planned.entering(Entry::Input(name.clone())))))
            }
            (Some(field), []) => {
                Ok(Some(Decision::needs_input(field.key.clone(), "no input says what is to be added")))
            }
            (Some(_), _) => Ok(Some(unclear("more than one input may be meant by", words))),
            (None, _) => Ok(Some(unclear("no field here is clearly the one meant by", words))),
        }
    }

    fn press(&mut self, view: &View<'_>, words: &str, at: usize) -> Result<Option<Decision>> {
        let pressed = view.of_kinds(PRESSED);
        // What cannot be done in the background is named only where nothing else is meant: its refusal says why.
        let quiet: Vec<&Candidate> = pressed.iter().copied().filter(|one| view.is_quiet(one)).collect();
        let mut meant = None;
        for among in [&quiet, &pressed] {
            if meant.is_none() {
                meant = self.pick(view, among, words)?.or_else(|| command(view, among, words));
            }
        }
        let Some(meant) = meant else {
            let what = format!("{}no control here is clearly the one meant by", said::unread_menus(view));
            return Ok(Some(unclear(&what, words)));
        };
        self.doing = Doing::Part(at);
        Ok(Some(Decision::act(PlannedAction::on(meant.action, meant.key.clone()))))
    }

    /// What to do in a dialog that came up on the way; `None` to go on with the goal in it.
    fn dialog(&mut self, view: &View<'_>, parts: &[Part]) -> Result<Option<Decision>> {
        let Some(opener) = self.opened_by else { return Ok(None) };
        // Where settings are made and texts replaced, nothing has to be confirmed.
        if matches!(parts.get(opener), Some(Part::Said(_) | Part::Replace { .. })) {
            return Ok(None);
        }
        let open: Vec<String> = view
            .subtask
            .inputs
            .iter()
            .map(|(name, _)| name.clone())
            .filter(|name| !self.entered.contains(name))
            .collect();
        for name in &open {
            if let Some(decision) = self.row(view, name) {
                return Ok(Some(decision));
            }
            if let Some(decision) = self.enter(view, name)? {
                return Ok(Some(decision));
            }
        }
        let texts: Vec<&Candidate> = view
            .of_kinds(&[ActionKind::SetValue])
            .into_iter()
            .filter(|field| view.element(field).is_some_and(|element| element.role == Role::TextField))
            .collect();
        let words = parts.get(opener).map(Part::words).unwrap_or_default();
        let mentioned: Vec<String> = self.inputs_of(view.subtask, parts, words);
        if let ([field], [name]) = (&texts[..], &mentioned[..]) {
            self.doing = Doing::Entering(name.clone());
            let planned = PlannedAction::on(ActionKind::SetValue, field.key.clone());
            return Ok(Some(Decision::act(planned.entering(Entry::Input(name.clone())))));
        }
        // What the goal says next may be about this dialog; its own button comes after that.
        if matches!(parts.get(self.at), Some(Part::Switch { .. } | Part::Enter(_))) {
            return Ok(None);
        }
        let next_is_here = match parts.get(self.at) {
            Some(Part::Press(words)) => self.pick(view, &view.of_kinds(PRESSED), words)?.is_some(),
            _ => false,
        };
        if next_is_here {
            return Ok(None);
        }
        let Some(button) = affirmative(view, words) else {
            return Ok(Some(unclear("no button of the dialog clearly confirms", words)));
        };
        self.doing = Doing::Confirming;
        Ok(Some(Decision::act(PlannedAction::on(ActionKind::Click, button.key.clone()))))
    }

    /// A row of a dialog that reads exactly as an input, or as the last part of a path.
    fn row(&mut self, view: &View<'_>, name: &str) -> Option<Decision> {
        let text = view.subtask.input(name)?.text()?;
        let last = text.rsplit('/').next().unwrap_or_default();
        let is_row = |one: &&Candidate| {
            view.element(one).is_some_and(|element| {
                matches!(element.role, Role::ListItem | Role::Cell | Role::Row | Role::TreeItem | Role::Icon)
            }) && (view.label(one) == text || view.label(one) == last)
        };
        let rows: Vec<&Candidate> = view.of_kinds(&[ActionKind::Click]).into_iter().filter(is_row).collect();
        let [row] = rows[..] else { return None };
        self.doing = Doing::Selecting(name.to_owned());
        Some(Decision::act(PlannedAction::on(ActionKind::Click, row.key.clone())))
    }

    /// The end, when there is nothing left to do.
    fn end(&self, subtask: &Subtask, snapshot: &Snapshot) -> Decision {
        let unused: Vec<&str> = subtask
            .inputs
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| !self.entered.contains(*name))
            .collect();
        if !unused.is_empty() {
            return unclear("no field was found for the inputs", &unused.join(", "));
        }
        for criterion in &subtask.verification {
            match Criterion::parse(criterion, subtask).map(|parsed| parsed.settle(snapshot)) {
                Some(Settled::Yes(_)) => {}
                Some(Settled::No(seen)) => {
                    return Decision::end(
                        Terminal::NeedsAgent,
                        format!("every step was taken, but \"{criterion}\" does not hold: {seen}"),
                    );
                }
                Some(Settled::Open(why)) => {
                    return Decision::end(
                        Terminal::NeedsAgent,
                        format!("every step was taken, but \"{criterion}\" could not be read: {why}"),
                    );
                }
                None => {
                    return Decision::end(
                        Terminal::NeedsAgent,
                        format!("every step was taken, but only a model can judge \"{criterion}\""),
                    );
                }
            }
        }
        Decision::end(
            Terminal::SubtaskComplete,
            "every step was taken and every criterion was read from the screen",
        )
    }
}

impl Policy for Embedded {
    fn decide(
        &mut self,
        subtask: &Subtask,
        snapshot: &Snapshot,
        history: &[PastAction],
        deadline: &Deadline,
    ) -> Result<Decision> {
        let home = self.home.get_or_insert_with(|| snapshot.window.key.clone()).clone();
        if home == snapshot.window.key {
            self.opened_by = None;
        }
        self.book(history, snapshot);
        if let Some(overdue) = &mut self.overdue {
            return Ok(overdue.next());
        }
        let view = View::new(subtask, snapshot, deadline);
        if let Some(decision) = self.next(&view)? {
            return Ok(decision);
        }
        Ok(match self.leave(&view) {
            Some(decision) => decision,
            None => self.end(subtask, snapshot),
        })
    }
}

/// So many graphemes of the caller's words are repeated in a reason.
const MOST_QUOTED: usize = 200;

fn unclear(what: &str, about: &str) -> Decision {
    let about = crate::label::display(about, MOST_QUOTED);
    Decision::end(Terminal::NeedsAgent, format!("{what} \"{about}\""))
}

/// The one command whose words are those that the order begins with: "save it under the name" is Save As where there is
/// one, else Save.
fn command<'v>(view: &View<'_>, among: &[&'v Candidate], words: &str) -> Option<&'v Candidate> {
    let words = plain(words);
    let order = words.split(' ').next()?;
    let under_a_name = ["under", "as"].iter().any(|word| has_words(&words, word));
    let labelled = |wanted: &str| {
        let found: Vec<&&Candidate> = among.iter().filter(|one| plain(view.label(one)) == wanted).collect();
        match found[..] {
            [one] => Some(*one),
            _ => None,
        }
    };
    let wanted: Vec<&str> = words.split(' ').filter(|word| !LITTLE.contains(word)).collect();
    if under_a_name && let Some(found) = labelled(&format!("{order} as")) {
        return Some(found);
    }
    let two = wanted.get(..2).map(|two| two.join(" "));
    two.as_deref().and_then(labelled).or_else(|| labelled(order))
}

/// The inputs that the words call by their whole names, in the order of the words. A name within a longer one that is
/// meant ("name" in "file name") is not.
fn named(subtask: &Subtask, words: &str) -> Vec<String> {
    let mut rest = format!(" {} ", plain(words));
    let mut names: Vec<(String, &String)> =
        subtask.inputs.iter().map(|(name, _)| (format!(" {} ", plain(name)), name)).collect();
    names.sort_by_key(|(plain, _)| std::cmp::Reverse(plain.len()));
    let mut found: Vec<(usize, String)> = Vec::new();
    for (plain, name) in names {
        let Some(at) = rest.find(&plain).filter(|_| !plain.trim().is_empty()) else { continue };
        found.push((at, name.clone()));
        // As long as before, so that places stay what they are.
        let blank = format!(" {} ", "_".repeat(plain.len() - 2));
        rest = rest.replace(&plain, &blank);
    }
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

/// Words that say nothing about which control is meant.
const LITTLE: &[&str] = &[
    "the", "a", "an", "it", "its", "this", "that", "given", "with", "by", "to", "of", "in", "into", "new",
    "all", "every",
];

/// The button that confirms a dialog: the one that says the order, else the one that only says yes.
fn affirmative<'v>(view: &'v View<'_>, words: &str) -> Option<&'v Candidate> {
    let words = plain(words);
    let order = words.split(' ').next().unwrap_or_default().to_owned();
    let is_button = |one: &&Candidate| view.element(one).is_some_and(|element| element.role == Role::Button);
    let buttons: Vec<&Candidate> =
        view.of_kinds(&[ActionKind::Click]).into_iter().filter(is_button).collect();
    let one_of = |fits: &dyn Fn(&str) -> bool| {
        let found: Vec<&&Candidate> = buttons.iter().filter(|one| fits(&plain(view.label(one)))).collect();
        match found[..] {
            [one] => Some(*one),
            _ => None,
        }
    };
    one_of(&|label| label == order)
        .or_else(|| {
            one_of(&|label| label.split(' ').next() == Some(order.as_str()) && has_words(&words, label))
        })
        .or_else(|| one_of(&|label| YES.contains(&label)))
}

/// Whether `part` stands in `text` as whole words. Both plain.
fn has_words(text: &str, part: &str) -> bool {
    !part.is_empty() && format!(" {text} ").contains(&format!(" {part} "))
}
