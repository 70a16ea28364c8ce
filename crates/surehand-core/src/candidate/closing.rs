//! A window that can be asked to close, as an own control of the window.
//!
//! People close a window by a button that its manager draws, which no app knows of. It is offered where the window has no
//! control or command of its own for that, so that what an app means by closing comes first, and marked as `close`. A window
//! that shows nothing gets none: that its app tells nothing is what a caller has to know.

use super::Candidate;
use crate::action::ActionKind;
use crate::element::{Element, Role};
use crate::identity::Identities;
use crate::risk::{Risk, RiskContext, Setting};
use crate::route::RouteKind;
use crate::snapshot::Snapshot;

/// What that control says.
pub(crate) const CLOSE: &str = "Close";

/// Whether an element is a window that can be asked to close.
pub(crate) fn closes(element: &Element) -> bool {
    matches!(element.role, Role::Window | Role::Dialog)
        && element.routes_for(ActionKind::Click).any(|route| route.kind == RouteKind::CloseWindow)
}

/// Leaves out the closing of a window that has something for it.
pub(super) fn keep_if_needed(candidates: &mut Vec<Candidate>, snapshot: &Snapshot, identities: &Identities) {
    let elements = snapshot.elements();
    let is_own = |one: &Candidate| !closes(&elements[one.position]) && says_close(one, snapshot, identities);
    if snapshot.is_bare() || candidates.iter().any(is_own) {
        candidates.retain(|one| !closes(&elements[one.position]));
    }
}

/// Whether its label is an order to close something, wherever it stands.
fn says_close(candidate: &Candidate, snapshot: &Snapshot, identities: &Identities) -> bool {
    let position = candidate.position;
    let context = RiskContext {
        role: snapshot.elements()[position].role,
        name: identities.label(position),
        shortcut: candidate.shortcut.as_deref(),
        within: identities.within(position),
        action: candidate.action,
        setting: Setting::Window,
    };
    candidate.enabled && candidate.option.is_none() && Risk::of(&context) == Some(Risk::Close)
}
