//! Candidates for what needs more than its control: a direction, a key, a distance, a key held.
//!
//! The decision that matters: only what can be carried out in the background is listed on its own, since a list of every
//! key in every field would push what people ask for off it. Everything else is made for who asks for it, and refused by
//! the same checks as any other candidate.

use super::{Candidate, Collector};
use crate::action::ActionKind;
use crate::element::Role;
use crate::gesture::{self, Gesture};
use crate::identity::{IdTable, Identities};
use crate::policy::Direction;
use crate::route::Disturbance;
use crate::snapshot::Snapshot;

/// The key that submits what a field holds.
const RETURN: &str = "return";

/// The candidate for a gesture on the control at `position`, whether it is offered or not: an action of `action` with what
/// it needs beside.
#[must_use]
pub fn gestured(
    snapshot: &Snapshot,
    identities: &Identities,
    table: &mut IdTable,
    position: usize,
    (action, gesture): (ActionKind, Gesture),
) -> Candidate {
    let mut collector = Collector::of(snapshot, identities, table);
    collector.gestured(position, action, gesture)
}

impl Collector<'_> {
    /// Ways to scroll, and Return in a field of one line that takes it in the background.
    pub(super) fn add_gestures(&mut self, position: usize) {
        let element = self.element(position);
        if element.role == Role::ScrollBar && element.can(ActionKind::Scroll) {
            for (direction, _) in Direction::ALL {
                if gesture::page_further(element, direction).is_some() {
                    let one = self.gestured(position, ActionKind::Scroll, Gesture::Scroll(direction));
                    self.candidates.push(one);
                }
            }
        }
        let pressed = Gesture::Press(RETURN.to_owned());
        let takes_it = element
            .routes_for(ActionKind::Key)
            .any(|route| route.disturbs == Disturbance::Nothing && pressed.fits(route));
        if element.role == Role::TextField && element.state.editable && takes_it {
            let one = self.gestured(position, ActionKind::Key, pressed);
            self.candidates.push(one);
        }
    }

    fn gestured(&mut self, position: usize, action: ActionKind, gesture: Gesture) -> Candidate {
        let mut candidate = self.candidate(position, action);
        let subject = self.identities.subject(position, action, gesture.word());
        candidate.id = self.table.issue(&subject, self.snapshot, self.identities);
        let words = self.words(position);
        candidate.does = match &gesture {
            Gesture::Scroll(_) => {
                let way = gesture.word().unwrap_or_default();
                let of = words.strip_prefix(Role::ScrollBar.name()).unwrap_or(&words).trim();
                if of.is_empty() { format!("scroll {way}") } else { format!("scroll {way} in {of}") }
            }
            Gesture::Press(chord) => format!("press {chord} in {words}"),
            Gesture::Drag { dx, dy } => format!("drag {words} by {dx}, {dy}"),
            Gesture::Hold(_) => format!("{} with keys held", candidate.does),
            Gesture::Plain => match action {
                ActionKind::DoubleClick => format!("double-click {words}"),
                ActionKind::ContextMenu => format!("open the context menu of {words}"),
                _ => candidate.does,
            },
        };
        // Return and Space do what a click would.
        let as_click = matches!(&gesture, Gesture::Press(chord) if chord == RETURN || chord == "space")
            || action == ActionKind::DoubleClick;
        if as_click {
            let role = self.element(position).role;
            candidate.risk = self.risk(position, role, self.identities.label(position), ActionKind::Click);
        }
        if let Gesture::Press(chord) = &gesture {
            let of_key = gesture::risk_of_key(self.element(position).role, chord);
            candidate.risk = candidate.risk.or(of_key);
        }
        candidate.shortcut = candidate.shortcut.filter(|_| !matches!(gesture, Gesture::Press(_)));
        candidate.gesture = gesture;
        candidate
    }
}
