//! The session's table: which id stands for what, and where that is now.
//!
//! The decision that matters: an id is used again only if it *resolves* to the very element it would be issued for. A
//! twin that came to look exactly like the first owner of an id gets an id of its own, so a caller who still holds the
//! old one is told that it is gone instead of being led to the twin.
//!
//! The table is bounded: the ids of the window that was looked at longest ago go first.

use std::collections::{HashMap, VecDeque};

use sha2::{Digest, Sha256};

use super::{Apart, Base, Identities, Subject};
use crate::snapshot::Snapshot;
use crate::window::WindowKey;

/// The most ids that are kept.
const MOST: usize = 20_000;
/// The letters of ids: none that look like another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The length of an id, and how far it grows when another has taken it.
const SHORTEST: usize = 4;
const LONGEST: usize = 8;

/// Where what an id stands for is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Nowhere: nothing has the identity, or what has it is not the one the id was issued for.
    None,
    /// At this position.
    One(usize),
    /// Several have the identity.
    Many(Vec<usize>),
}

/// The session's table of ids.
#[derive(Debug, Default)]
pub struct IdTable {
    issued: HashMap<String, Issued>,
    windows: HashMap<WindowKey, Ids>,
    turn: u64,
}

#[derive(Debug)]
struct Issued {
    window: WindowKey,
    subject: Subject,
}

/// The ids of one window, oldest first.
#[derive(Debug, Default)]
struct Ids {
    ids: VecDeque<String>,
    /// When the window was last looked at.
    turn: u64,
}

impl IdTable {
    /// The id of `subject`, which was taken from `identities` of `snapshot`: the same as before where that still leads
    /// to this element, else a new one.
    pub fn issue(&mut self, subject: &Subject, snapshot: &Snapshot, identities: &Identities) -> String {
        let window = &snapshot.window.key;
        let here = snapshot.position(&subject.key).map_or(Resolution::None, Resolution::One);
        for salt in 0.. {
            let letters = letters(window, subject, salt);
            for length in SHORTEST..=LONGEST {
                let Some(id) = letters.get(..length) else { break };
                if let Some(known) = self.issued.get_mut(id) {
                    let same = known.window == *window
                        && known.subject.identity == subject.identity
                        && known.subject.action == subject.action
                        && known.subject.option == subject.option
                        && resolve(&known.subject, snapshot, identities) == here;
                    if !same {
                        continue;
                    }
                    known.subject.clone_from(subject);
                    return id.to_owned();
                }
                self.add(id, window, subject);
                return id.to_owned();
            }
        }
        String::new()
    }

    fn add(&mut self, id: &str, window: &WindowKey, subject: &Subject) {
        while self.issued.len() >= MOST {
            self.drop_oldest(window);
        }
        self.turn += 1;
        let ids = self.windows.entry(window.clone()).or_default();
        ids.turn = self.turn;
        ids.ids.push_back(id.to_owned());
        self.issued.insert(id.to_owned(), Issued { window: window.clone(), subject: subject.clone() });
    }

    /// Drops the ids of the window looked at longest ago, or the oldest of `current` when there is no other.
    fn drop_oldest(&mut self, current: &WindowKey) {
        let others = self.windows.iter().filter(|(window, _)| *window != current);
        let oldest = others.min_by_key(|(_, ids)| ids.turn).map(|(window, _)| window.clone());
        match oldest {
            Some(window) => {
                for id in self.windows.remove(&window).unwrap_or_default().ids {
                    self.issued.remove(&id);
                }
            }
            None => match self.windows.get_mut(current).and_then(|ids| ids.ids.pop_front()) {
                Some(id) => drop(self.issued.remove(&id)),
                None => self.issued.clear(),
            },
        }
    }

    /// What an id was issued for and where that is in `snapshot`; `None` for an unknown id.
    #[must_use]
    pub fn resolve(
        &self,
        id: &str,
        snapshot: &Snapshot,
        identities: &Identities,
    ) -> Option<(&Subject, Resolution)> {
        let issued = self.issued.get(id)?;
        let resolution = if issued.window == snapshot.window.key {
            resolve(&issued.subject, snapshot, identities)
        } else {
            Resolution::None
        };
        Some((&issued.subject, resolution))
    }

    /// The window an id was issued for.
    #[must_use]
    pub fn window_of(&self, id: &str) -> Option<&WindowKey> {
        self.issued.get(id).map(|issued| &issued.window)
    }
}

fn resolve(subject: &Subject, snapshot: &Snapshot, identities: &Identities) -> Resolution {
    let same = identities.with_base(&subject.identity.base);
    let seen_as = same.iter().copied().find(|position| identities.entries[*position].key == subject.key);
    match &subject.identity.apart {
        Apart::Object(_) => seen_as.map_or(Resolution::None, Resolution::One),
        Apart::By(marks) => {
            let fits = |position: &usize| marks.are_in(&identities.entries[*position].around);
            let fitting: Vec<usize> = same.iter().copied().filter(fits).collect();
            match (seen_as, fitting.as_slice()) {
                (_, []) => Resolution::None,
                (Some(own), fitting) if fitting.contains(&own) => Resolution::One(own),
                // The object lives on beside other texts, and another now stands beside its old ones: two witnesses
                // that disagree.
                (Some(_), _) => Resolution::None,
                (None, [only]) => instead(*only, subject, snapshot, identities),
                (None, _) => Resolution::Many(fitting),
            }
        }
        Apart::Alone => {
            let fits = |position: &usize| identities.entries[*position].around == subject.around;
            match (seen_as, same) {
                (_, []) => Resolution::None,
                (Some(own), same) => {
                    let elsewhere = same.len() > 1 && !fits(&own) && same.iter().any(fits);
                    if elsewhere { Resolution::Many(same.to_vec()) } else { Resolution::One(own) }
                }
                (None, [only]) if fits(only) || subject.identity.base.row.is_some() => {
                    instead(*only, subject, snapshot, identities)
                }
                (None, [_]) => Resolution::None,
                (None, _) => Resolution::Many(same.to_vec()),
            }
        }
    }
}

/// `only`, unless the object the id was issued for is still there as something else.
///
/// Lists use their objects again for other rows, so there the texts of the row decide, unless only its figures differ:
/// then a count has gone up, and `only` is another row that has come to the same count.
fn instead(only: usize, subject: &Subject, snapshot: &Snapshot, identities: &Identities) -> Resolution {
    let base = &subject.identity.base;
    match snapshot.position(&subject.key).map(|position| &identities.identity(position).base) {
        Some(now) if base.row.is_none() || base.differs_by_figures(now) => Resolution::None,
        _ => Resolution::One(only),
    }
}

/// The letters that ids for `subject` are cut from.
fn letters(window: &WindowKey, subject: &Subject, salt: u32) -> String {
    let mut hash = Sha256::new();
    let mut part = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    let Base { role, identifier, label, within, row, column } = &*subject.identity.base;
    part(window.as_str());
    part(role.name());
    part(label);
    for text in [identifier, row, &subject.option] {
        part(text.as_deref().map_or("-", |_| "+"));
        part(text.as_deref().unwrap_or_default());
    }
    part(&column.map(|column| column.to_string()).unwrap_or_default());
    for name in within.iter() {
        part(name);
    }
    match &subject.identity.apart {
        Apart::Alone => part("alone"),
        Apart::Object(key) => part(key.as_str()),
        Apart::By(marks) => {
            for mark in [&marks.heading, &marks.near, &marks.beside] {
                part(mark.as_deref().map_or("-", |_| "+"));
                part(mark.as_deref().unwrap_or_default());
            }
        }
    }
    part(subject.action.name());
    hash.update(salt.to_le_bytes());
    let digest = hash.finalize();
    digest.iter().take(LONGEST).map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}
