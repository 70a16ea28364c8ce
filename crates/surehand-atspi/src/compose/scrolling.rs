//! Scroll bars: which are of use, what they scroll, and how far a page is.
//!
//! People scroll a list and not a bar, so a bar goes by the name of what it moves. No toolkit tells how much a page is. GTK
//! counts in pixels, so the bar's own length is a page; Qt counts in pixels where one step of it is many, and in lines
//! where it is one. A page leaves a little of the last one in view.

use surehand_core::element::{Number, Role};

use super::Composer;
use crate::bus::Toolkit;

/// Pixels of a line, where the bar counts lines: more than most have, so that none is skipped.
const LINE: f64 = 24.0;
/// A bar whose step is no more than this counts lines.
const LINES: f64 = 3.0;
/// How much of a page is new.
const NEW: f64 = 0.9;
/// How far above a bar what it scrolls is looked for.
const HIGH: usize = 3;

impl Composer<'_> {
    /// Whether there is anything to scroll to.
    pub(super) fn scrolls(&self, position: usize) -> bool {
        let number = self.details(position).number.map(|number| self.by_pages(position, number));
        let knows = matches!(self.parts.toolkit, Toolkit::Gtk3 | Toolkit::Gtk4 | Toolkit::Qt);
        knows
            && number.is_some_and(|number| number.maximum - number.minimum >= 1.0)
            && self.bounds(position).is_some_and(|bounds| bounds.has_area())
    }

    /// The name of what a bar scrolls; empty when it has none.
    pub(super) fn name_of_scrolled(&self, bar: usize) -> String {
        let holds = |place: &usize| {
            matches!(
                self.roles[*place],
                Role::List | Role::Table | Role::Tree | Role::TextArea | Role::Document | Role::Canvas
            )
        };
        for frame in self.above(bar).take(HIGH) {
            // In Qt a text has its bars in it, elsewhere both are in a pane.
            let below = (frame + 1..self.parts.nodes.len())
                .take_while(|below| self.node(*below).depth > self.node(frame).depth);
            if let Some(shown) = std::iter::once(frame).chain(below).find(holds) {
                return self.control_name(shown).0;
            }
        }
        String::new()
    }

    /// A bar's number, with a page for its step.
    pub(super) fn by_pages(&self, bar: usize, number: Number) -> Number {
        let length = self.bounds(bar).map_or(0, |bounds| bounds.width.max(bounds.height));
        let counts_lines = self.parts.toolkit == Toolkit::Qt && number.step.is_some_and(|step| step <= LINES);
        let scale = f64::from(self.parts.placement.scale.max(1));
        let page = if counts_lines {
            (f64::from(length) / scale / LINE).floor().max(1.0)
        } else {
            (f64::from(length) / scale * NEW).floor()
        };
        // GTK 4 tells where the last page ends, the others where it begins.
        let maximum = if self.parts.toolkit == Toolkit::Gtk4 {
            (number.maximum - f64::from(length) / scale).max(number.minimum)
        } else {
            number.maximum
        };
        Number { step: Some(page).filter(|page| *page > 0.0), maximum, ..number }
    }

    /// Whether a bar runs from left to right.
    pub(super) fn is_across(&self, bar: usize) -> bool {
        self.bounds(bar).is_some_and(|bounds| bounds.width > bounds.height)
    }
}
