//! Which of very many children are on the screen.
//!
//! A list of a million rows is read from the first row that is shown. Most toolkits say what is at a point. GTK 4 is
//! never asked that, because the question can crash it; there the rows stand below each other, and the first one is
//! found by looking at a few of them at a time.

use surehand_core::clock::Deadline;

use crate::bus::Toolkit;
use crate::object::{ACCESSIBLE, COMPONENT, Object, Wire};
use crate::foresight::Asker;
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
    let asked = asker.batch(vec![frame.extents(), container.extents()], deadline);
    let mut places = asked.iter().map(|answer| body::<(Extents,)>(answer).map(|(extents,)| extents));
    let (Some(Ok(frame)), Some(Ok(own))) = (places.next(), places.next()) else { return 0 };
    if toolkit == Toolkit::Gtk4 {
        first_below(asker, container, count, frame.1, deadline)
    } else {
        first_at(asker, container, (frame.0.max(own.0), frame.1.max(own.1)), deadline)
    }
    .clamp(0, count.max(1) - 1)
}

/// What stands near the top left corner. The headings of a table come first, so it is tried a little further down too.
fn first_at(asker: &Asker<'_>, container: &Object, (left, top): (i32, i32), deadline: &Deadline) -> i32 {
    let calls = [8, 40, 70]
        .map(|down| container.call_with(COMPONENT, "GetAccessibleAtPoint", &(left + 8, top + down, 1_u32)))
        .into();
    let answers = asker.batch(calls, deadline);
    let hits: Vec<Object> = answers
        .iter()
        .filter_map(|answer| Object::from_wire(&body::<(Wire,)>(answer).ok()?.0))
        .filter(|object| object != container)
        .collect();
    let calls = hits.iter().map(|object| object.call(ACCESSIBLE, "GetIndexInParent")).collect();
    asker
        .batch(calls, deadline)
        .iter()
        .filter_map(|answer| body::<i32>(answer).ok())
        .max()
        .unwrap_or_default()
}

/// The first row that ends below `top`, among rows that stand below each other.
fn first_below(asker: &Asker<'_>, container: &Object, count: i32, top: i32, deadline: &Deadline) -> i32 {
    let (mut low, mut high) = (0, count);
    for _ in 0..ROUNDS {
        let step = ((high - low) / PROBES).max(1);
        let rows: Vec<i32> = (low..high).step_by(step.unsigned_abs() as usize).collect();
        let calls =
            rows.iter().map(|row| container.call_with(ACCESSIBLE, "GetChildAtIndex", &(*row,))).collect();
        let answers = asker.batch(calls, deadline);
        let objects: Vec<Option<Object>> =
            answers.iter().map(|answer| Object::from_wire(&body::<(Wire,)>(answer).ok()?.0)).collect();
        let known: Vec<(i32, &Object)> =
            rows.iter().zip(&objects).filter_map(|(row, object)| Some((*row, object.as_ref()?))).collect();
        let calls = known.iter().map(|(_, object)| object.extents()).collect();
        let answers = asker.batch(calls, deadline);
        for ((row, _), answer) in known.iter().zip(&answers) {
            let Ok(((_, y, _, height),)) = body::<(Extents,)>(answer) else { continue };
            if y.saturating_add(height) <= top {
                low = low.max(row + 1);
            } else {
                high = high.min(*row);
                break;
            }
        }
        if step == 1 || low >= high {
            break;
        }
    }
    high.min(count - 1)
}
