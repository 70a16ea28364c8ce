//! Rows that an instruction names and that the window does not show.
//!
//! Of a list of ten thousand rows a screenful is read. What an instruction such as "select row 4,321" means is looked for
//! where its number says, and only that: the row that says the number of itself, or, of rows that do not count, the one
//! in that place. Where rows cannot be read by their place, the ones shown tell what such a row says. The decision that
//! matters: nothing is scrolled to look; a row is offered by what it says, and whoever selects it must find exactly
//! that.

use super::Engine;
use super::observe::View;
use crate::action::ActionKind;
use crate::candidate::{self, Candidate};
use crate::clock::Deadline;
use crate::element::Element;

/// More numbers of one instruction are not looked for.
const NUMBERS: usize = 3;
/// What people call a row.
const ROW_WORDS: [&str; 7] = ["row", "line", "item", "entry", "number", "no", "#"];

impl Engine {
    /// Offers the rows that the instruction names, of every list that is too long to be shown row by row.
    pub(super) fn add_named_rows(&self, view: &mut View, instruction: &str, deadline: &Deadline) {
        let numbers = numbers(instruction);
        let lists: Vec<Candidate> = view
            .candidates
            .iter()
            .filter(|candidate| candidate.action == ActionKind::ChooseOption && !numbers.is_empty())
            .filter(|candidate| candidate::row(candidate, &view.snapshot, "").is_some())
            .cloned()
            .collect();
        for list in lists {
            for number in &numbers {
                let Some(text) = self.row_named(view, &list, number, deadline) else { continue };
                let shown = view
                    .snapshot
                    .children(list.position)
                    .any(|(_, row)| row.state.visible && row.name == text);
                let row = candidate::row(&list, &view.snapshot, &text).filter(|_| !shown);
                if let Some(mut row) = row {
                    let subject = view.identities.subject(list.position, ActionKind::Click, Some(&text));
                    row.id = self.ids().issue(&subject, &view.snapshot, &view.identities);
                    view.candidates.push(row);
                }
            }
        }
    }

    /// What the row says that is meant by a number.
    fn row_named(
        &self,
        view: &View,
        list: &Candidate,
        number: &Number,
        deadline: &Deadline,
    ) -> Option<String> {
        let first = number.value.saturating_sub(1);
        let read = self.desktop.rows(&list.key, first, 2, &self.reading(deadline)).ok()?;
        let texts: Vec<&str> = read.rows.iter().filter_map(|cells| text_of(cells)).collect();
        if let Some(text) = texts.iter().find(|text| says(text, number.value)) {
            return Some((*text).to_owned());
        }
        if read.rows.is_empty() {
            let shown = view.snapshot.children(list.position).map(|(_, row)| row.name.as_str());
            return shown.filter_map(|text| with_number(text, number)).last();
        }
        // Rows that do not count go by their place, if that is what was asked for.
        let counts = texts.iter().any(|text| !numbers(text).is_empty());
        texts.first().filter(|_| number.is_of_row && !counts).map(|text| (*text).to_owned())
    }
}

/// A whole number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number {
    value: u64,
    /// Where it stands in the text.
    range: std::ops::Range<usize>,
    /// Its thousands are set apart by this.
    separator: Option<char>,
    /// A word for a row stands before it.
    is_of_row: bool,
}

/// The whole numbers in a text: digits, or groups of three of them that one sign sets apart.
fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(begin) = text[from..].find(|one: char| one.is_ascii_digit()).map(|place| from + place) {
        let digits = |place: usize| text[place..].bytes().take_while(u8::is_ascii_digit).count();
        let mut end = begin + digits(begin);
        let mut separator = None;
        while end - begin <= 3 || separator.is_some() {
            let sign = text[end..]
                .chars()
                .next()
                .filter(|sign| matches!(sign, ',' | '.' | '\'' | '\u{a0}' | '\u{202f}'));
            let Some(sign) = sign.filter(|sign| separator.is_none_or(|known| known == *sign)) else { break };
            let behind = end + sign.len_utf8();
            if digits(behind) != 3 {
                break;
            }
            separator = Some(sign);
            end = behind + 3;
        }
        let plain: String = text[begin..end].chars().filter(char::is_ascii_digit).collect();
        let before = text[..begin].trim_end().to_lowercase();
        let is_of_row = ROW_WORDS
            .iter()
            .any(|word| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric)));
        // A sign before it belongs to it: what has no place in a list is no number of a row.
        if let Ok(value) = plain.parse()
            && found.len() < NUMBERS
        {
            found.push(Number { value, range: begin..end, separator, is_of_row });
        }
        from = end;
    }
    found
}

/// Whether a text says that number.
fn says(text: &str, value: u64) -> bool {
    numbers(text).iter().any(|number| number.value == value)
}

/// What a row says that says another number in place of the only one that `text` says, written as there.
fn with_number(text: &str, number: &Number) -> Option<String> {
    let own = numbers(text);
    let [one] = own.as_slice() else { return None };
    let separator = if one.value > 999 { one.separator } else { number.separator };
    let digits = number.value.to_string();
    let grouped: String = digits.char_indices().fold(String::new(), |mut text, (place, digit)| {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.extend(separator);
        }
        text.push(digit);
        text
    });
    Some(format!("{}{grouped}{}", &text[..one.range.start], &text[one.range.end..]))
}

/// What a row says: its first cell that says anything.
fn text_of(cells: &[Element]) -> Option<&str> {
    cells.iter().map(|cell| cell.name.trim()).find(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<(u64, bool)> {
        numbers(text).into_iter().map(|number| (number.value, number.is_of_row)).collect()
    }

    #[test]
    fn whole_numbers_are_found_however_their_thousands_are_set_apart() {
        for (text, expected) in [
            ("Select row 4,321", vec![(4321, true)]),
            ("Select row 4321.", vec![(4321, true)]),
            ("the 1,234,567 of arrows 12", vec![(1_234_567, false), (12, false)]),
            ("row 3, 4 or 5", vec![(3, true), (4, false), (5, false)]),
            ("row 12,34", vec![(12, true), (34, false)]),
            ("row 99999999999999999999999", vec![]),
            ("no digits", vec![]),
        ] {
            assert_eq!(values(text), expected, "{text}");
        }
    }

    #[test]
    fn a_row_that_is_not_shown_says_its_number_as_those_do_that_are() {
        let asked = numbers("Select row 4,321");
        let plain = numbers("Select row 4321");
        let says = |text: &str, number: &[Number]| with_number(text, &number[0]);
        assert_eq!(says("Row 17", &asked).as_deref(), Some("Row 4,321"));
        assert_eq!(says("Row 17", &plain).as_deref(), Some("Row 4321"));
        assert_eq!(says("Row 1,017 of it", &plain).as_deref(), Some("Row 4,321 of it"));
        assert_eq!(says("Row 1017", &asked).as_deref(), Some("Row 4321"));
        assert_eq!(says("Cherry", &asked), None);
        assert_eq!(says("1 of 2", &asked), None);
    }
}
