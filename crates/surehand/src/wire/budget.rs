//! Fitting an answer into its budget of bytes.
//!
//! Lists give way, what is single does not: a list keeps its first entries, as many as its share of the room takes.
//! Who gets which share is the answer's business; this module counts.

use serde::Serialize;

/// The bytes that `value` takes as JSON.
pub(super) fn size<T: Serialize + ?Sized>(value: &T) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        // Answers have string keys and finite numbers only; what could not be written must not pass as small.
        Err(_) => usize::MAX / 4,
    }
}

/// The bytes that a list's entries take, with their commas and without the brackets.
pub(super) fn entries_size<T: Serialize>(entries: &[T]) -> usize {
    entries.iter().map(|entry| size(entry) + 1).sum()
}

/// The bytes still free, and how many entries had to go.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) left: usize,
    pub(super) dropped: usize,
}

impl Room {
    /// The room that `budget` leaves beside what takes `used` already.
    pub(super) fn new(budget: usize, used: usize) -> Self {
        Self { left: budget.saturating_sub(used), dropped: 0 }
    }

    /// Keeps the first entries, `share` bytes of the room at the most.
    pub(super) fn keep<T: Serialize>(&mut self, entries: &mut Vec<T>, share: usize) {
        let share = share.min(self.left);
        let mut used = 0;
        let mut kept = 0;
        for entry in entries.iter() {
            let next = size(entry) + 1;
            if used + next > share {
                break;
            }
            used += next;
            kept += 1;
        }
        self.dropped += entries.len() - kept;
        entries.truncate(kept);
        self.left -= used;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_what_its_share_takes() {
        let mut room = Room::new(40, 10);
        let mut entries = vec!["aaaa"; 5]; // seven bytes each
        room.keep(&mut entries, 20);
        assert_eq!((entries.len(), room.left, room.dropped), (2, 16, 3));
        let mut more = vec!["aaaa"; 3];
        room.keep(&mut more, 100);
        assert_eq!((more.len(), room.left, room.dropped), (2, 2, 4));
    }
}
