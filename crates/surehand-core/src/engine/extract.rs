//! Reading one value or table that an instruction names.
//!
//! What is read is read whole and exact, or said to be cut. Nothing is summarised and nothing is acted on.

use super::observe::decision_report;
use super::report::{Extracted, ExtractedElement, Extraction};
use super::target::window_report;
use super::{Engine, Target};
use crate::clock::{Cancel, Deadline};
use crate::decider::Purpose;
use crate::element::{Element, Role};
use crate::error::Result;
use crate::gate::Verdict;
use crate::label;
use crate::outcome::{Evidence, Outcome};
use crate::screen;
use crate::snapshot::Snapshot;

/// Rows of a table at the most, and of a shortlisted one.
const ROWS: (usize, usize) = (300, 3);

impl Engine {
    /// Reads the element that the instruction names.
    ///
    /// # Errors
    /// As [`Engine::observe`].
    pub fn extract(&self, target: &Target, instruction: &str, cancel: &Cancel) -> Result<Extraction> {
        let deadline = self.deadline(self.settings.step_limit, cancel);
        let view = self.view(target, &deadline)?;
        let snapshot = &view.snapshot;
        let readable = screen::readable(snapshot, &view.identities);
        let facts: Vec<_> = readable.iter().map(|one| one.facts.clone()).collect();
        let pick = self.decide(snapshot, Purpose::Read, &facts, (instruction, None), &deadline)?;
        let at = |index: usize| readable.get(index).map(|one| one.position);
        let mut element = None;
        let mut elements = Vec::new();
        let outcome = match &pick.verdict {
            Verdict::Absent => {
                Outcome::not_found("nothing on this window is what the instruction asks to read")
            }
            Verdict::Act { option, p, .. } => {
                element = match at(*option) {
                    Some(position) => self.read(snapshot, position, *p, ROWS.0, &deadline)?,
                    None => None,
                };
                match &element {
                    Some(read) => Outcome::done("read", evidence(read)),
                    None => Outcome::not_found("the element went away while it was read"),
                }
            }
            Verdict::Ambiguous(list) => {
                for (option, p) in list {
                    if let Some(position) = at(*option) {
                        elements.extend(self.read(snapshot, position, *p, ROWS.1, &deadline)?);
                    }
                }
                Outcome::ambiguous(
                    "more than one element may be meant; ask again in the words of one of `elements`",
                )
            }
        };
        Ok(Extraction {
            outcome,
            window: window_report(snapshot),
            element,
            elements,
            decision: decision_report(&pick),
        })
    }

    fn read(
        &self,
        snapshot: &Snapshot,
        position: usize,
        p: f64,
        rows: usize,
        deadline: &Deadline,
    ) -> Result<Option<ExtractedElement>> {
        let Some(seen) = snapshot.elements().get(position) else { return Ok(None) };
        let content = if matches!(seen.role, Role::Table | Role::List | Role::Tree) {
            let (rows, truncated) = screen::rows(snapshot, position, rows);
            if rows.is_empty() {
                return Ok(Some(described(seen, p, Extracted::Text(screen::text_below(snapshot, position)))));
            }
            let more = seen.claimed_children.is_some_and(|claimed| claimed > rows.len() as u64);
            Extracted::Rows { rows, truncated: truncated || more }
        } else if seen.value().is_some() || !seen.name.is_empty() || seen.state.editable {
            // Once more and whole: the reading of the window caps long texts.
            let fresh = self.desktop.probe(std::slice::from_ref(&seen.key), &self.reading(deadline))?;
            let Some(fresh) = fresh.into_iter().next().flatten() else { return Ok(None) };
            value_of(&fresh)
        } else {
            Extracted::Text(screen::text_below(snapshot, position))
        };
        Ok(Some(described(seen, p, content)))
    }
}

fn described(seen: &Element, p: f64, content: Extracted) -> ExtractedElement {
    ExtractedElement {
        role: seen.role.name(),
        label: label::display(&seen.name, 200),
        identifier: seen.identifier.clone(),
        p,
        content,
    }
}

/// A protected field is named and has no value.
fn value_of(element: &Element) -> Extracted {
    if element.state.protected {
        return Extracted::Value { text: String::new(), exact: false };
    }
    let exact = element.content.as_ref().is_none_or(crate::element::Content::is_whole);
    let text = match element.state.checked {
        Some(_) => crate::change::checked_word(element.state.checked).to_owned(),
        None => element.value().unwrap_or_else(|| element.name.clone()),
    };
    Extracted::Value { text, exact }
}

fn evidence(read: &ExtractedElement) -> Evidence {
    let value = match &read.content {
        Extracted::Value { text, .. } | Extracted::Text(text) => text.clone(),
        Extracted::Rows { rows, .. } => format!("{} rows", rows.len()),
    };
    Evidence::Reads { target: format!("{} \"{}\"", read.role, read.label), value, readings: 1 }
}
