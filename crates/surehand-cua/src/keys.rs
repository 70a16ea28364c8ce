//! Which row of a reading is which of the one before.
//!
//! The driver numbers rows anew each time and tells nothing that lasts, so rows are recognised: by what they are called
//! where that is said once, wherever they stand, and otherwise by what stands before them. The decision that matters:
//! look-alikes keep their keys only while there are as many of them as before. When one came or went, nothing tells
//! which, and all of them get new keys: an id of one of them is then stale, never another's.

use std::collections::HashMap;
use std::hash::Hash;

use surehand_core::element::{ElementKey, Role};
use surehand_core::window::WindowKey;

/// What a row is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sign {
    pub(crate) role: Role,
    pub(crate) name: String,
    pub(crate) identifier: Option<String>,
    /// The role and name of what it stands in; of a row the texts in it.
    pub(crate) within: String,
    /// The text right before it: `Rent` before a button "Delete" makes it another than the one behind `Food`.
    pub(crate) beside: String,
    /// What it says changes while it stays itself, as a status line does.
    pub(crate) changes: bool,
}

/// The rows of a window as they were last seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    seen: Vec<(Sign, u64)>,
    issued: u64,
}

impl Keys {
    /// The key of each of these rows of a window.
    pub(crate) fn assign(&mut self, window: &WindowKey, signs: &[Sign]) -> Vec<ElementKey> {
        let before = std::mem::take(&mut self.seen);
        let earlier: Vec<Sign> = before.iter().map(|(sign, _)| sign.clone()).collect();
        let pairs = pairs(&earlier, signs);
        let numbers = pairs.into_iter().map(|pair| {
            let known = pair.and_then(|pair| before.get(pair)).map(|(_, number)| *number);
            known.unwrap_or_else(|| {
                self.issued += 1;
                self.issued
            })
        });
        let numbers: Vec<u64> = numbers.collect();
        self.seen = signs.iter().cloned().zip(numbers.iter().copied()).collect();
        numbers.iter().map(|number| ElementKey::new(format!("{}/{number}", window.as_str()))).collect()
    }
}

/// The window that a key belongs to.
pub(crate) fn window_of(key: &ElementKey) -> Option<WindowKey> {
    key.as_str().split_once('/').map(|(window, _)| WindowKey::new(window))
}

/// For each later row the earlier one that it is.
fn pairs(before: &[Sign], after: &[Sign]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; after.len()];
    // Said once, in both: itself, wherever it stands.
    let (earlier, later) = (places(before.iter().map(Some)), places(after.iter().map(Some)));
    for (sign, places) in &later {
        if let ([later], Some([earlier])) = (places.as_slice(), earlier.get(sign).map(Vec::as_slice)) {
            found[*later] = Some(*earlier);
        }
    }
    // Said several times: by the last row before them that is said once, as long as there are as many as before.
    let (earlier, later) = (said_once(before, &earlier), said_once(after, &later));
    settle(&mut found, before, after, (&earlier, &later), |sign| Some(sign.clone()));
    // Then by the last one that was recognised, and those that change what they say by their kind alone.
    let nameless = |sign: &Sign| sign.changes.then(|| Sign { name: String::new(), ..sign.clone() });
    let (earlier, later) = recognised(&found, before.len());
    settle(&mut found, before, after, (&earlier, &later), |sign| Some(sign.clone()));
    let (earlier, later) = recognised(&found, before.len());
    settle(&mut found, before, after, (&earlier, &later), nameless);
    found
}

/// For each row the last one before it whose sign is there once.
fn said_once(signs: &[Sign], places: &HashMap<&Sign, Vec<usize>>) -> Vec<Option<Sign>> {
    let is_once = |sign: &Sign| places.get(sign).is_some_and(|places| places.len() == 1);
    last_before(signs.iter().map(|sign| is_once(sign).then(|| sign.clone())))
}

/// For each row the last one before it that counts.
fn last_before<A: Clone>(rows: impl Iterator<Item = Option<A>>) -> Vec<Option<A>> {
    let mut last: Option<A> = None;
    rows.map(|row| {
        let before = last.clone();
        if row.is_some() {
            last = row;
        }
        before
    })
    .collect()
}

/// For each row of both readings the last one before it that was recognised, by its place in the earlier one.
fn recognised(found: &[Option<usize>], before: usize) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let mut taken = vec![None; before];
    found.iter().flatten().for_each(|place| taken[*place] = Some(*place));
    (last_before(taken.into_iter()), last_before(found.iter().copied()))
}

/// Pairs what is not paired yet by its mark and what stands before it, where both readings have that equally often.
fn settle<A: Eq + Hash, M: Eq + Hash>(
    found: &mut [Option<usize>],
    before: &[Sign],
    after: &[Sign],
    (earlier_anchors, later_anchors): (&[A], &[A]),
    mark: impl Fn(&Sign) -> Option<M>,
) {
    let mut taken: Vec<bool> = vec![false; before.len()];
    found.iter().flatten().for_each(|place| taken[*place] = true);
    let earlier = places(before.iter().enumerate().map(|(place, sign)| {
        let mark = mark(sign).filter(|_| !taken[place]);
        mark.map(|mark| (mark, &earlier_anchors[place]))
    }));
    let later = places(after.iter().enumerate().map(|(place, sign)| {
        let mark = mark(sign).filter(|_| found[place].is_none());
        mark.map(|mark| (mark, &later_anchors[place]))
    }));
    for (mark, later) in later {
        let Some(earlier) = earlier.get(&mark).filter(|earlier| earlier.len() == later.len()) else {
            continue;
        };
        for (later, earlier) in later.into_iter().zip(earlier) {
            found[later] = Some(*earlier);
        }
    }
}

fn places<M: Eq + Hash>(marks: impl Iterator<Item = Option<M>>) -> HashMap<M, Vec<usize>> {
    let mut places: HashMap<M, Vec<usize>> = HashMap::new();
    for (place, mark) in marks.enumerate() {
        if let Some(mark) = mark {
            places.entry(mark).or_default().push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(names: &str) -> Vec<Sign> {
        let sign = |name: &str| Sign {
            role: if name.starts_with('=') { Role::Text } else { Role::Button },
            name: name.to_owned(),
            identifier: None,
            within: String::new(),
            beside: String::new(),
            changes: name.starts_with('='),
        };
        names.split(' ').map(sign).collect()
    }

    /// The numbers that rows get in one reading after the other.
    fn numbers(readings: &[&str]) -> Vec<String> {
        let mut keys = Keys::default();
        let window = WindowKey::new("w");
        let read = |names: &&str| {
            let keys = keys.assign(&window, &signs(names));
            keys.iter()
                .map(|key| key.as_str().trim_start_matches("w/").to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        readings.iter().map(read).collect()
    }

    #[test]
    fn rows_keep_their_keys() {
        assert_eq!(numbers(&["a b c", "a b c"]), ["1 2 3", "1 2 3"]);
        assert_eq!(numbers(&["ok cancel", "cancel ok"]), ["1 2", "2 1"], "a new order is no new row");
        assert_eq!(numbers(&["a c", "a b c"]), ["1 2", "1 3 2"]);
    }

    #[test]
    fn look_alikes_are_told_apart_by_what_stands_before_them() {
        let rows = ["A edit B edit C edit", "A edit C edit", "C edit A edit"];
        assert_eq!(numbers(&rows), ["1 2 3 4 5 6", "1 2 5 6", "5 6 1 2"]);
    }

    #[test]
    fn a_key_never_goes_to_a_twin() {
        assert_eq!(numbers(&["a x x b", "a x b"]), ["1 2 3 4", "1 5 4"], "which of the two went?");
        assert_eq!(numbers(&["a x b", "a x x b"]), ["1 2 3", "1 4 5 3"]);
        assert_eq!(numbers(&["x x", "x x"]), ["1 2", "1 2"]);
    }

    #[test]
    fn a_row_that_took_the_place_of_another_is_another() {
        let mut keys = Keys::default();
        let mut reading = |beside: &str| {
            let delete = Sign { beside: beside.into(), ..signs("delete").remove(0) };
            keys.assign(&WindowKey::new("w"), &[delete]).remove(0)
        };
        let (rent, again, food) = (reading("Rent"), reading("Rent"), reading("Food"));
        assert_eq!(rent, again);
        assert_ne!(rent, food);
    }

    #[test]
    fn a_status_line_stays_itself() {
        assert_eq!(numbers(&["a =Ready", "a =Saved"]), ["1 2", "1 2"]);
        assert_eq!(numbers(&["play", "pause"]), ["1", "2"], "a button that is called otherwise is another");
    }

    #[test]
    fn a_key_tells_its_window() {
        assert_eq!(window_of(&ElementKey::new("w/7")), Some(WindowKey::new("w")));
        assert_eq!(window_of(&ElementKey::new("x")), None);
    }
}
