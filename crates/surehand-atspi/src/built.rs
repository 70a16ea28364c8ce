//! Rows of GTK 4 lists, of which only those around the ones shown are built.
//!
//! A row that is not built has no object, no name and no number: about two hundred are there, and `SelectChild` counts
//! only them. The list scrolls through its scroll bar, by a number that is told in pixels, without the focus or a
//! pointer; the rows around that place are built then. So a row is gone for by the number that it says of itself, and
//! where it says none, the list is looked through page by page, as far as half of the time goes. A list in which the row
//! is not found is put back to where it stood.

use surehand_core::clock::Clock;
use surehand_core::code::Code;
use surehand_core::desktop::Reply;
use surehand_core::error::{Error, Result};
use zbus::zvariant::{OwnedValue, Value};

use crate::object::{ACCESSIBLE, Object, SELECTION, VALUE, Wire};
use crate::perform::{Performer, before_sending};
use crate::role::RoleNumber;
use crate::rows::{moved, numbered, too_long, twins, unknown};
use crate::transport::{CallError, PROPERTIES, body, value};

/// More rows than this are never built.
const BUILT: i32 = 1_000;
/// How deep in a row its text is looked for, and among how many objects.
const DEPTH: usize = 4;
const PARTS: i32 = 20;
/// How often the rows are read after scrolling until the wanted one is there.
const TRIES: usize = 3;

/// A list and its scroll bar.
struct Scrolled<'a> {
    performer: &'a Performer<'a>,
    bar: Object,
    end: f64,
    row: f64,
}

/// Selects the row that says `wanted`, which no other among those seen may say.
pub(crate) fn choose(performer: &Performer<'_>, clock: &dyn Clock, wanted: &str) -> Result<Reply> {
    if let Some(place) = only(&built(performer)?, wanted)? {
        return select(performer, place, wanted);
    }
    let list = Scrolled::of(performer)?;
    let stood = list.position()?;
    let found = list.go_for(clock, wanted);
    if found.is_err() {
        // Nothing was selected; where it stands is all that changed.
        let _ = list.scroll_to(stood);
    }
    select(performer, found?, wanted)
}

impl<'a> Scrolled<'a> {
    fn of(performer: &'a Performer<'a>) -> Result<Self> {
        let frame = value::<OwnedValue>(&ask(performer, performer.object.property(ACCESSIBLE, "Parent")))
            .and_then(|value| Wire::try_from(value).map_err(|_| CallError::Malformed))
            .map_err(before_sending)?;
        let frame = Object::from_wire(&frame).ok_or_else(no_bar)?;
        let mut bars = Vec::new();
        for part in children(performer, &frame)? {
            let role: u32 =
                body(&ask(performer, part.call(ACCESSIBLE, "GetRole"))).map_err(before_sending)?;
            if RoleNumber(role) == RoleNumber::SCROLL_BAR {
                bars.extend(children(performer, &part)?);
                bars.push(part);
            }
        }
        // The longest way is down: rows are much less wide than all of them are high.
        let ends = bars.into_iter().filter_map(|bar| {
            let end = value::<f64>(&ask(performer, bar.property(VALUE, "MaximumValue"))).ok()?;
            (end.is_finite() && end > 0.0).then_some((bar, end))
        });
        let (bar, end) = ends.max_by(|one, other| one.1.total_cmp(&other.1)).ok_or_else(no_bar)?;
        let row = row_height(performer)?.ok_or_else(no_bar)?;
        Ok(Self { performer, bar, end, row })
    }

    fn position(&self) -> Result<f64> {
        value(&ask(self.performer, self.bar.property(VALUE, "CurrentValue"))).map_err(before_sending)
    }

    fn scroll_to(&self, position: f64) -> Result<()> {
        let position = position.clamp(0.0, self.end);
        let arguments = (VALUE, "CurrentValue", Value::from(position));
        let answer = ask(self.performer, self.bar.call_with(PROPERTIES, "Set", &arguments));
        answer.map(drop).map_err(before_sending)
    }

    /// Scrolls until the wanted row is built; its place among those that are.
    fn go_for(&self, clock: &dyn Clock, wanted: &str) -> Result<i32> {
        let begin = clock.now();
        let until = begin.plus(self.performer.deadline.left(begin) / 2);
        for row in numbered(wanted) {
            let above = f64::from(row) * self.row;
            if above > self.end {
                continue;
            }
            self.scroll_to(above - 2.0 * self.row)?;
            for _ in 0..TRIES {
                if let Some(place) = only(&built(self.performer)?, wanted)? {
                    return Ok(place);
                }
            }
        }
        let mut position = 0.0;
        while position <= self.end {
            if clock.now() >= until {
                return Err(too_long());
            }
            self.scroll_to(position)?;
            let rows = built(self.performer)?;
            if let Some(place) = only(&rows, wanted)? {
                return Ok(place);
            }
            // Some of them stand above the place scrolled to.
            let page = u32::try_from(rows.len() / 2).unwrap_or(1).max(1);
            position += f64::from(page) * self.row;
        }
        Err(unknown())
    }
}

/// Selects a built row, if it still says that.
fn select(performer: &Performer<'_>, place: i32, wanted: &str) -> Result<Reply> {
    let row = performer.object.call_with(ACCESSIBLE, "GetChildAtIndex", &(place,));
    let (row,): (Wire,) = body(&ask(performer, row)).map_err(before_sending)?;
    let row = Object::from_wire(&row).ok_or_else(moved)?;
    if texts(performer, &[row])? != [wanted] {
        return Err(moved());
    }
    performer.send(performer.object.call_with(SELECTION, "SelectChild", &(place,)))
}

/// What each built row says.
fn built(performer: &Performer<'_>) -> Result<Vec<String>> {
    texts(performer, &children(performer, performer.object)?)
}

/// The place of the only row that says `wanted`.
fn only(rows: &[String], wanted: &str) -> Result<Option<i32>> {
    let mut found = rows.iter().zip(0..).filter(|(text, _)| *text == wanted).map(|(_, place)| place);
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(twins()),
        (place, None) => Ok(place),
    }
}

fn ask(performer: &Performer<'_>, call: crate::transport::Call) -> crate::transport::Answer {
    performer.client.call(call, performer.deadline)
}

fn children(performer: &Performer<'_>, object: &Object) -> Result<Vec<Object>> {
    let count: i32 =
        value(&ask(performer, object.property(ACCESSIBLE, "ChildCount"))).map_err(before_sending)?;
    if count > BUILT {
        return Err(too_long());
    }
    let children: Vec<Wire> =
        body(&ask(performer, object.call(ACCESSIBLE, "GetChildren"))).map_err(before_sending)?;
    Ok(children.iter().filter_map(Object::from_wire).collect())
}

/// What rows say: their own name, or else the first label inside, level by level.
fn texts(performer: &Performer<'_>, rows: &[Object]) -> Result<Vec<String>> {
    let mut texts = vec![String::new(); rows.len()];
    let mut level: Vec<(usize, Object)> = rows.iter().cloned().enumerate().collect();
    for depth in 0..DEPTH {
        let calls = level.iter().flat_map(|(_, object)| {
            let [name, count] = ["Name", "ChildCount"].map(|name| object.property(ACCESSIBLE, name));
            [name, object.call(ACCESSIBLE, "GetRole"), count]
        });
        let answers = performer.client.batch(calls.collect(), performer.deadline);
        let mut open = Vec::new();
        for ((row, object), answers) in level.iter().zip(answers.chunks(3)) {
            let [name, role, count] = answers else { continue };
            // A row that has gone meanwhile says nothing.
            let name = value::<String>(name).unwrap_or_default().trim().to_owned();
            let role = RoleNumber(body::<u32>(role).unwrap_or_default());
            let Some(text) = texts.get_mut(*row).filter(|text| text.is_empty()) else { continue };
            if !name.is_empty() && (depth == 0 || role.is_static_text()) {
                *text = name;
            } else if (1..PARTS).contains(&value::<i32>(count).unwrap_or_default()) {
                open.push((*row, object.clone()));
            }
        }
        open.retain(|(row, _)| texts.get(*row).is_some_and(String::is_empty));
        let calls = open.iter().map(|(_, object)| object.call(ACCESSIBLE, "GetChildren")).collect();
        let answers = performer.client.batch(calls, performer.deadline);
        level = open
            .iter()
            .zip(&answers)
            .flat_map(|((row, _), answer)| {
                let below: Vec<Wire> = body(answer).unwrap_or_default();
                let below: Vec<Object> = below.iter().filter_map(Object::from_wire).collect();
                below.into_iter().map(|object| (*row, object))
            })
            .collect();
        if level.is_empty() {
            break;
        }
    }
    Ok(texts)
}

/// How far below each other two rows stand that are shown.
fn row_height(performer: &Performer<'_>) -> Result<Option<f64>> {
    let rows: Vec<Object> = children(performer, performer.object)?.into_iter().take(3).collect();
    let calls = rows.iter().map(Object::extents).collect();
    let answers = performer.client.batch(calls, performer.deadline);
    let tops: Vec<i32> = answers
        .iter()
        .filter_map(|answer| body::<((i32, i32, i32, i32),)>(answer).ok())
        .filter_map(|((_, top, _, height),)| (height > 0).then_some(top))
        .collect();
    Ok(tops.windows(2).filter_map(|pair| pair[1].checked_sub(pair[0])).find(|step| *step > 0).map(f64::from))
}

fn no_bar() -> Error {
    Error::new(Code::Unsupported, "the list cannot be scrolled in the background")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_meant_only_if_no_other_says_the_same() {
        let rows = ["Rent", "Food", "Rent", ""].map(str::to_owned);
        assert_eq!(only(&rows, "Food"), Ok(Some(1)));
        assert_eq!(only(&rows, "Fuel"), Ok(None));
        assert_eq!(only(&rows, "Rent"), Err(twins()));
    }
}
