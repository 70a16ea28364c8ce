//! The answer to `screenshot`: a PNG, and JSON that says what it shows.
//!
//! The picture is made smaller until it is within what clients take; `scale` then says by how much. Bounds are pixels
//! of the picture as it is sent, and marks are drawn after the scaling, so that their letters stay readable. Only marks
//! that the JSON has room for are drawn.

use serde::Serialize;
use surehand_core::code::Code;
use surehand_core::element::Bounds;
use surehand_core::error::{Error, Result};

use super::answer::{ACT_BUDGET, is_zero};
use super::budget::{Room, size};
use super::lines::{Caps, WindowLine};
use crate::Screenshot;
use crate::picture::{self, Mark};

/// The longer side of a picture, in pixels. Models that see scale down what is larger.
pub const LONGEST_SIDE: u32 = 1568;
/// The bytes of a PNG: what clients take, less what its transport as text adds.
pub const PICTURE_BUDGET: usize = 3_500_000;

/// The answer to `screenshot`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotBody {
    /// The window.
    pub window: WindowLine,
    /// Pixels of the picture for one pixel of the window, when it was made smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// What is marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<MarkLine>>,
    /// Marks there was no room for.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// The picture, beside the JSON.
    #[serde(skip)]
    pub png: Vec<u8>,
}

/// A mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkLine {
    /// The id of the candidate.
    pub id: String,
    /// Where it is on the picture.
    pub bounds: BoundsLine,
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BoundsLine {
    /// From the left edge.
    pub x: i32,
    /// From the top edge.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
}

/// Draws, scales and describes.
pub(super) fn screenshot(taken: &Screenshot, marked: bool) -> Result<ScreenshotBody> {
    let whole = taken.picture.width.max(taken.picture.height);
    let mut longest = whole.min(LONGEST_SIDE);
    loop {
        let mut small = picture::shrink(&taken.picture, longest);
        let factor = f64::from(longest) / f64::from(whole.max(1));
        let mut body = ScreenshotBody {
            window: WindowLine::new(&taken.window, Caps::WIDE),
            scale: (longest < whole).then(|| (factor * 10_000.0).round() / 10_000.0),
            marks: None,
            left_out: WindowLine::left_out(&taken.window),
            png: Vec::new(),
        };
        if marked {
            let mut lines: Vec<MarkLine> = taken
                .marks
                .iter()
                .map(|mark| MarkLine { id: mark.id.clone(), bounds: scaled(mark.bounds, factor) })
                .filter(|line| is_inside(line.bounds, small.width, small.height))
                .collect();
            let mut room = Room::new(ACT_BUDGET, size(&body) + 40);
            room.keep(&mut lines, room.left);
            body.left_out += room.dropped as u64;
            picture::mark(&mut small, &lines.iter().map(drawn).collect::<Vec<_>>());
            body.marks = Some(lines);
        }
        body.png = picture::png(&small)
            .map_err(|_| Error::new(Code::CaptureFailed, "the picture of the window could not be written"))?;
        if body.png.len() <= PICTURE_BUDGET || longest <= 64 {
            return Ok(body);
        }
        longest = longest / 4 * 3;
    }
}

fn scaled(bounds: Bounds, factor: f64) -> BoundsLine {
    // Within what pixels a picture has, and a cast that does not fit ends at the nearest number.
    let at = |pixels: i32| (f64::from(pixels) * factor).round() as i32;
    let length = |pixels: i32| at(pixels).max(i32::from(pixels > 0));
    let Bounds { x, y, width, height } = bounds;
    BoundsLine { x: at(x), y: at(y), width: length(width), height: length(height) }
}

fn is_inside(bounds: BoundsLine, width: u32, height: u32) -> bool {
    let shown = |start: i32, length: i32, most: u32| {
        length > 0 && i64::from(start) < i64::from(most) && i64::from(start) + i64::from(length) > 0
    };
    shown(bounds.x, bounds.width, width) && shown(bounds.y, bounds.height, height)
}

fn drawn(line: &MarkLine) -> Mark {
    let BoundsLine { x, y, width, height } = line.bounds;
    Mark { id: line.id.clone(), bounds: Bounds { x, y, width, height } }
}
