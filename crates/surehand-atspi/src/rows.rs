//! Rows that are selected by their number.
//!
//! Qt 5 and 6 have no Selection interface; their lists and trees select rows through Table, as GTK 3 does where there are too
//! many to be read. The number is
//! taken from the object right before, and the row of that number must still be called like it: the rows of a tree are
//! new objects each time they are asked for. Where several rows may be selected, a click means this one alone, so the
//! others are let go first.

use surehand_core::clock::Clock;
use surehand_core::code::Code;
use surehand_core::desktop::Reply;
use surehand_core::error::{Error, Result};
use zbus::zvariant::OwnedValue;

use crate::object::{ACCESSIBLE, Interfaces, Object, States, TABLE, Wire};
use crate::perform::{Performer, before_sending};
use crate::transport::{CallError, body, value};

/// More selected rows than this are not let go one by one.
const SELECTED: usize = 50;
/// How many rows are looked at at once.
const CHUNK: usize = 500;

/// Selects the row that an object is, in the list or tree that holds it.
pub(crate) fn select(performer: &Performer<'_>, item: &Object) -> Result<Reply> {
    let ask = |call| performer.client.call(call, performer.deadline);
    let parent = value::<OwnedValue>(&ask(item.property(ACCESSIBLE, "Parent")))
        .and_then(|value| Wire::try_from(value).map_err(|_| CallError::Malformed))
        .map_err(before_sending)?;
    let parent = Object::from_wire(&parent).ok_or_else(|| before_sending(CallError::NoObject))?;
    let index: i32 = body(&ask(item.call(ACCESSIBLE, "GetIndexInParent"))).map_err(before_sending)?;
    let row: i32 = body(&ask(parent.call_with(TABLE, "GetRowAtIndex", &(index,)))).map_err(before_sending)?;
    let (there,): (Wire,) =
        body(&ask(parent.call_with(TABLE, "GetAccessibleAt", &(row, 0_i32)))).map_err(before_sending)?;
    let there = Object::from_wire(&there).ok_or_else(moved)?;
    let called = |object: &Object| value::<String>(&ask(object.property(ACCESSIBLE, "Name")));
    if row < 0 || (there != *item && called(&there).ok() != called(item).ok()) {
        return Err(moved());
    }
    select_only(performer, &parent, row)
}

/// Selects the row of a table cell of GTK 3, whose Selection interface answers no for cells. `None` when it is in no table.
pub(crate) fn select_cell(performer: &Performer<'_>, item: &Object) -> Result<Option<Reply>> {
    let ask = |call| performer.client.call(call, performer.deadline);
    let parent = value::<OwnedValue>(&ask(item.property(ACCESSIBLE, "Parent")))
        .and_then(|value| Wire::try_from(value).map_err(|_| CallError::Malformed))
        .map_err(before_sending)?;
    let parent = Object::from_wire(&parent).ok_or_else(|| before_sending(CallError::NoObject))?;
    let names: Vec<String> = body(&ask(parent.call(ACCESSIBLE, "GetInterfaces"))).map_err(before_sending)?;
    if !Interfaces::from_names(names.iter().map(String::as_str)).has(Interfaces::TABLE) {
        return Ok(None);
    }
    let index: i32 = body(&ask(item.call(ACCESSIBLE, "GetIndexInParent"))).map_err(before_sending)?;
    let number = |method: &str| -> Result<i32> {
        body(&ask(parent.call_with(TABLE, method, &(index,)))).map_err(before_sending)
    };
    let (row, column) = (number("GetRowAtIndex")?, number("GetColumnAtIndex")?);
    let (there,): (Wire,) =
        body(&ask(parent.call_with(TABLE, "GetAccessibleAt", &(row, column)))).map_err(before_sending)?;
    if row < 0 || Object::from_wire(&there).as_ref() != Some(item) {
        return Err(moved());
    }
    select_only(performer, &parent, row).map(Some)
}

/// Selects a row of a long list by what it says, which no other may say.
///
/// A row that says its own number is the one that is meant. Where none does, all rows are looked through, as far as
/// half of the time goes: two questions for each of ten thousand rows take Qt seconds.
pub(crate) fn choose(performer: &Performer<'_>, clock: &dyn Clock, wanted: &str) -> Result<Reply> {
    let ask = |call| performer.client.call(call, performer.deadline);
    let list = performer.object;
    let count: i32 = value(&ask(list.property(TABLE, "NRows"))).map_err(before_sending)?;
    let numbered: Vec<i32> = numbered(wanted).into_iter().filter(|row| (0..count).contains(row)).collect();
    let row = match called(performer, list, &numbered, wanted)?.first() {
        Some(row) => *row,
        None => search(performer, clock, count, wanted)?,
    };
    // Once more, right before: the list may have changed meanwhile.
    if called(performer, list, &[row], wanted)? != [row] {
        return Err(moved());
    }
    select_only(performer, list, row)
}

/// The only row that says `wanted`.
fn search(performer: &Performer<'_>, clock: &dyn Clock, count: i32, wanted: &str) -> Result<i32> {
    let begin = clock.now();
    let end = begin.plus(performer.deadline.left(begin) / 2);
    let mut found: Option<i32> = None;
    for chunk in (0..count).collect::<Vec<i32>>().chunks(CHUNK) {
        if clock.now() >= end {
            return Err(too_long());
        }
        for row in called(performer, performer.object, chunk, wanted)? {
            if found.replace(row).is_some() {
                return Err(twins());
            }
        }
    }
    found.ok_or_else(unknown)
}

/// The rows that a number in a text may stand for, counted from 1 or from 0.
pub(crate) fn numbered(text: &str) -> Vec<i32> {
    let joined: String = text.chars().filter(|character| !",.'\u{a0}\u{202f}".contains(*character)).collect();
    let numbers = joined.split(|character: char| !character.is_ascii_digit());
    let numbers = numbers.filter_map(|digits| digits.parse::<i32>().ok());
    numbers.flat_map(|number| [number.saturating_sub(1), number]).collect()
}

/// Those of the rows that say `wanted`.
fn called(performer: &Performer<'_>, list: &Object, rows: &[i32], wanted: &str) -> Result<Vec<i32>> {
    let calls = rows.iter().map(|row| list.call_with(TABLE, "GetAccessibleAt", &(*row, 0_i32))).collect();
    let answers = performer.client.batch(calls, performer.deadline);
    let objects = answers.iter().map(|answer| {
        let (wire,): (Wire,) = body(answer).map_err(before_sending)?;
        Object::from_wire(&wire).ok_or_else(moved)
    });
    let objects: Vec<Object> = objects.collect::<Result<_>>()?;
    let calls = objects.iter().map(|object| object.property(ACCESSIBLE, "Name")).collect();
    let names = performer.client.batch(calls, performer.deadline);
    let mut found = Vec::new();
    for (row, name) in rows.iter().zip(&names) {
        if value::<String>(name).map_err(before_sending)?.trim() == wanted {
            found.push(*row);
        }
    }
    Ok(found)
}

/// Selects a row of a list or tree, and no other.
fn select_only(performer: &Performer<'_>, list: &Object, row: i32) -> Result<Reply> {
    let ask = |call| performer.client.call(call, performer.deadline);
    let states = States::from_words(
        &body::<Vec<u32>>(&ask(list.call(ACCESSIBLE, "GetState"))).map_err(before_sending)?,
    );
    let selected: Vec<i32> = body(&ask(list.call(TABLE, "GetSelectedRows"))).unwrap_or_default();
    let others: Vec<i32> = selected.into_iter().filter(|other| *other != row).collect();
    if states.has(States::MULTISELECTABLE) && others.len() > SELECTED {
        return Err(Error::new(Code::Unsupported, "too many other rows are selected"));
    }
    if states.has(States::MULTISELECTABLE) {
        for other in others {
            let _ = performer.send(list.call_with(TABLE, "RemoveRowSelection", &(other,)))?;
        }
    }
    performer.send(list.call_with(TABLE, "AddRowSelection", &(row,)))
}

pub(crate) fn too_long() -> Error {
    Error::new(Code::Unsupported, "the list is too long to be looked through in time")
}

pub(crate) fn twins() -> Error {
    Error::new(Code::Unsupported, "several rows of the list say that")
}

pub(crate) fn unknown() -> Error {
    Error::new(Code::Unsupported, "no row of the list says that")
}

pub(crate) fn moved() -> Error {
    Error::new(Code::DesktopError, "the row is not where it was any more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_looked_for_where_its_number_says() {
        assert_eq!(numbered("Row 4,321"), [4320, 4321]);
        assert_eq!(numbered("1. Berlin 12"), [0, 1, 11, 12]);
        assert_eq!(numbered("Berlin"), [0; 0]);
    }
}
