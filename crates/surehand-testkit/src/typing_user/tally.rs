//! Which of the typed characters arrived: the sum of what was sent and what the sentinel noted.
//!
//! The characters cycle through [`SEQUENCE`], so a character and its time name its number. A received one is the
//! next expected if it fits; else the latest sent one of its kind that has not arrived; else a stray. Nothing can
//! arrive before it was sent. Delays of more than a cycle (2.4 s) are counted as loss or reordering.

/// What the typing user types, again and again.
pub(super) const SEQUENCE: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// The character with this number.
pub(super) fn character(number: usize) -> char {
    char::from(SEQUENCE[number % SEQUENCE.len()])
}

/// What became of the typed characters.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) received: usize,
    pub(super) reordered: usize,
    /// The numbers that never arrived.
    pub(super) lost: Vec<usize>,
    /// What arrived without being typed.
    pub(super) strays: Vec<(char, f64)>,
    /// From key to arrival, in the order of arrival.
    pub(super) delays: Vec<f64>,
}

/// Matches received characters (with their times, in order of arrival) to the times at which numbers 0, 1, 2 …
/// were sent.
pub(super) fn tally(sent: &[f64], received: &[(char, f64)]) -> Tally {
    let mut arrived = vec![false; sent.len()];
    let mut next = 0;
    let mut sum = Tally::default();
    for &(seen, at) in received {
        let fits = |number: usize, arrived: &[bool]| {
            !arrived[number] && character(number) == seen && sent[number] <= at
        };
        let latest = || (0..sent.len()).rev().find(|&number| fits(number, &arrived));
        let number = if next < sent.len() && fits(next, &arrived) { Some(next) } else { latest() };
        match number {
            None => sum.strays.push((seen, at)),
            Some(number) => {
                arrived[number] = true;
                sum.received += 1;
                sum.delays.push(at - sent[number]);
                if number < next {
                    sum.reordered += 1;
                } else {
                    next = number + 1;
                }
            }
        }
    }
    sum.lost = (0..sent.len()).filter(|&number| !arrived[number]).collect();
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(count: u32) -> Vec<f64> {
        (0..count).map(|number| f64::from(number) * 66.0).collect()
    }

    fn typed(numbers: &[u32]) -> Vec<(char, f64)> {
        let arrival = |number: u32| (character(number as usize), f64::from(number) * 66.0 + 3.0);
        numbers.iter().map(|&number| arrival(number)).collect()
    }

    #[test]
    fn all_arrive_also_over_the_end_of_the_sequence() {
        let everything: Vec<u32> = (0..100).collect();
        let sum = tally(&sent(100), &typed(&everything));
        assert_eq!((sum.received, sum.reordered, sum.lost.len(), sum.strays.len()), (100, 0, 0, 0));
    }

    #[test]
    fn losses_are_named_also_many_in_a_row() {
        let without_some: Vec<u32> = (0..200).filter(|number| !(50..130).contains(number)).collect();
        let sum = tally(&sent(200), &typed(&without_some));
        assert_eq!(sum.lost, (50..130).collect::<Vec<_>>());
        assert_eq!((sum.received, sum.reordered, sum.strays.len()), (120, 0, 0));
    }

    #[test]
    fn a_late_character_is_reordered_not_lost() {
        let mut arrivals = typed(&[0, 1, 3, 4]);
        arrivals.push((character(2), 4.0 * 66.0 + 5.0));
        let sum = tally(&sent(5), &arrivals);
        assert_eq!((sum.received, sum.reordered, sum.lost.len(), sum.strays.len()), (5, 1, 0, 0));
    }

    #[test]
    fn second_copies_and_foreign_characters_are_strays() {
        let mut arrivals = typed(&[0, 1, 1, 2]);
        arrivals.insert(1, ('Z', 30.0));
        arrivals.insert(2, ('z', 31.0));
        let sum = tally(&sent(40), &arrivals);
        assert_eq!(sum.strays.iter().map(|stray| stray.0).collect::<String>(), "Zzb");
        assert_eq!(sum.received, 3);
    }
}
