//! What a control shows, as a second witness.
//!
//! Some controls tell a tick that they do not have ([`State::hearsay`](crate::element::State::hearsay)). What they say
//! counts only together with what they show: they are pictured before the action, and the tick is proven when they then
//! say it and look clearly different. A pointer over a control or a focus ring changes few of its pixels, or all of
//! them a little; that is no difference. Left out: reading a tick from a picture. A picture alone proves nothing.

use super::Engine;
use super::perform::Run;
use crate::clock::Deadline;
use crate::desktop::Picture;
use crate::element::{Bounds, Element};
use crate::error::Result;
use crate::window::WindowKey;

/// From this on a part of a pixel's colour has clearly changed.
const CLEARLY: u8 = 32;
/// One pixel in so many has to have changed at the least.
const ONE_IN: usize = 5;

/// What a control showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look(Vec<u8>);

impl Look {
    /// The control's part of its window's picture, if it is wholly on it.
    fn cut(picture: &Picture, bounds: Bounds) -> Option<Self> {
        let [x, y, width, height] =
            [bounds.x, bounds.y, bounds.width, bounds.height].map(|number| usize::try_from(number).ok());
        let (x, y, width, height) = (x?, y?, width?, height?);
        let line = picture.width as usize;
        if !bounds.has_area() || x + width > line || y + height > picture.height as usize {
            return None;
        }
        let lines = (y..y + height).map(|y| picture.rgba.get((y * line + x) * 4..(y * line + x + width) * 4));
        lines.collect::<Option<Vec<_>>>().map(|lines| Self(lines.concat()))
    }

    fn differs_clearly(&self, other: &Self) -> bool {
        let pixels = self.0.chunks_exact(4).zip(other.0.chunks_exact(4));
        let changed = |(one, other): &(&[u8], &[u8])| {
            one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) >= CLEARLY)
        };
        self.0.len() == other.0.len() && pixels.filter(changed).count() * ONE_IN * 4 >= self.0.len()
    }
}

impl Engine {
    /// What a control of a window shows now; `None` when there is no picture of it.
    pub(super) fn look_of(&self, window: &WindowKey, control: &Element, deadline: &Deadline) -> Option<Look> {
        let bounds = control.bounds?;
        Look::cut(&self.desktop.capture(window, &self.reading(deadline)).ok()?, bounds)
    }

    /// Whether what the target says of its tick is so: `Some(false)` while it looks as it did before the action, `None`
    /// when nobody can tell.
    pub(super) fn is_borne_out(&self, run: &mut Run<'_>) -> Result<Option<bool>> {
        if !run.before.state.hearsay {
            return Ok(Some(true));
        }
        let after = self.read_on_as_it_ends(run)?;
        run.readings += 1;
        let control = after.position(&run.before.key).and_then(|position| after.elements().get(position));
        let now = control.and_then(|control| self.look_of(&run.window, control, run.deadline));
        Ok(run.look.as_ref().zip(now).map(|(before, now)| before.differs_clearly(&now)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colour: impl Fn(u32, u32) -> u8) -> Picture {
        let (width, height) = (20, 10);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = pixels.flat_map(|(x, y)| [colour(x, y), 0, 0, 255]).collect();
        Picture { width, height, rgba }
    }

    const KNOB: Bounds = Bounds { x: 4, y: 2, width: 10, height: 5 };

    #[test]
    fn a_look_is_the_control_s_part_alone() {
        let outside = |x, y| u8::from(!((4..14).contains(&x) && (2..7).contains(&y))) * 200;
        let (one, other) = (picture(|_, _| 0), picture(outside));
        assert_eq!(Look::cut(&one, KNOB), Look::cut(&other, KNOB));
        assert_eq!(Look::cut(&one, KNOB).unwrap().0.len(), 10 * 5 * 4);
        for (x, width) in [(-1, 10), (15, 10), (4, 0)] {
            assert_eq!(Look::cut(&one, Bounds { x, width, ..KNOB }), None);
        }
    }

    #[test]
    fn a_little_is_no_difference() {
        let look = |colour: &dyn Fn(u32, u32) -> u8| Look::cut(&picture(colour), KNOB).unwrap();
        let off = look(&|_, _| 100);
        assert!(!off.differs_clearly(&look(&|_, _| 120)), "lit up by a pointer");
        assert!(!off.differs_clearly(&look(&|x, _| if x == 4 { 255 } else { 100 })), "an edge");
        assert!(off.differs_clearly(&look(&|x, _| if x < 7 { 255 } else { 100 })), "a knob has moved");
    }
}
