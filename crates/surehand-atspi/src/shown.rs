//! Which of very many children are on the screen.
//!
//! A list of a million rows is read from the first row that is shown. Most toolkits say what is at a point. GTK 4 is
//! never asked that, because the question can crash it; there the rows stand below each other, and the first one is
//! found by looking at a few of them at a time.

use surehand_core::clock::Deadline;

use crate::bus::Toolkit;
use crate::foresight::Asker;
use crate::object::{ACCESSIBLE, COMPONENT, Object, Wire};
use crate::transport::body;
use crate::walk::Source;

/// Rows looked at in one round.
const PROBES: i32 = 24;
/// Rounds until the search is given up: 24 to the seventh is more than any number of children.
const ROUNDS: usize = 7;

type Extents = (i32, i32, i32, i32);

/// The number of the first child of `container` that is shown inside `frame`; 0 when that cannot be found out.
pub(crate) fn first(
    source: Source<'_>,
    container: &Object,
    count: i32,
    frame: &Object,
    deadline: &Deadline,
) -> i32 {
    let Source { asker, toolkit, .. } = source;
    let kind = toolkit.coordinates();
    let extents = |object: &Object| object.call_with(COMPONENT, "GetExtents", &(kind,));
    let asked = asker.batch(vec![extents(frame), extents(container)], deadline);
    let mut places = asked.iter().map(|answer| body::<(Extents,)>(answer).map(|(extents,)| extents));
    let (Some(Ok(frame)), Some(Ok(own))) = (places.next(), places.next()) else { return 0 };
    if toolkit == Toolkit::Gtk4 {
        let guess = source.known.first_row(container).filter(|row| (1..count).contains(row));
        let guessed = guess.filter(|row| begins_at(asker, container, *row, frame.1, deadline));
        let first = guessed.unwrap_or_else(|| first_below(asker, container, count, frame.1, deadline));
        source.known.keep_first_row(container, first);
        first
    } else {
        first_at(asker, container, (frame.0.max(own.0), frame.1.max(own.1), kind), deadline)
    }
    .clamp(0, count.max(1) - 1)
}

/// What stands near the top left corner. The headings of a table come first, so it is tried a little further down too.
fn first_at(
    asker: &Asker<'_>,
    container: &Object,
    (left, top, kind): (i32, i32, u32),
    deadline: &Deadline,
) -> i32 {
    let calls = [8, 40, 70]
        .map(|down| container.call_with(COMPONENT, "GetAccessibleAtPoint", &(left + 8, top + down, kind)))
        .into();
    let answers = asker.batch(calls, deadline);
    let hits: Vec<Object> = answers
        .iter()
        .filter_map(|answer| Object::from_wire(&body::<(Wire,)>(answer).ok()?.0))
        .filter(|object| object != container)
        .collect();
    let calls = hits
        .iter()
        .flat_map(|object| ["GetRole", "GetIndexInParent"].map(|member| object.call(ACCESSIBLE, member)))
        .collect();
    let answers = asker.batch(calls, deadline);
    let rows = answers.chunks(2).filter_map(|pair| {
        let [role, index] = pair else { return None };
        let is_heading = matches!(body::<u32>(role), Ok(10 | 47 | 57 | 58));
        body::<i32>(index).ok().filter(|index| *index >= 0 && !is_heading)
    });
    rows.min().unwrap_or_default()
}

/// Whether a row is the first one that ends below `top`. In GTK 4 each row that is looked at costs the app the way
/// there from the first row, so this saves most of a reading that finds the list where it was.
fn begins_at(asker: &Asker<'_>, container: &Object, row: i32, top: i32, deadline: &Deadline) -> bool {
    let ends = bottoms(asker, container, &[row - 1, row], deadline);
    matches!(ends.as_slice(), [(_, above), (_, own)] if *above <= top && *own > top)
}

/// Where rows end, of those that are there.
fn bottoms(asker: &Asker<'_>, container: &Object, rows: &[i32], deadline: &Deadline) -> Vec<(i32, i32)> {
    let calls = rows.iter().map(|row| container.call_with(ACCESSIBLE, "GetChildAtIndex", &(*row,))).collect();
    let answers = asker.batch(calls, deadline);
    let objects = answers.iter().map(|answer| Object::from_wire(&body::<(Wire,)>(answer).ok()?.0));
    let known: Vec<(i32, Object)> =
        rows.iter().zip(objects).filter_map(|(row, object)| Some((*row, object?))).collect();
    let calls = known.iter().map(|(_, object)| object.extents()).collect();
    let places = asker.batch(calls, deadline);
    let ends = known.iter().zip(&places).filter_map(|((row, _), answer)| {
        let ((_, y, _, height),) = body::<(Extents,)>(answer).ok()?;
        Some((*row, y.saturating_add(height)))
    });
    ends.collect()
}

/// The first row that ends below `top`, among rows that stand below each other.
fn first_below(asker: &Asker<'_>, container: &Object, count: i32, top: i32, deadline: &Deadline) -> i32 {
    let (mut low, mut high) = (0, count);
    for _ in 0..ROUNDS {
        let step = ((high - low) / PROBES).max(1);
        let rows: Vec<i32> = (low..high).step_by(step.unsigned_abs() as usize).collect();
        for (row, end) in bottoms(asker, container, &rows, deadline) {
            if end <= top {
                low = low.max(row + 1);
            } else {
                high = high.min(row);
                break;
            }
        }
        if step == 1 || low >= high {
            break;
        }
    }
    high.min(count - 1)
}
