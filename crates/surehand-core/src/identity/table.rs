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
use crate::change::checked_word;
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
    /// The process of that window: a platform may give the window's number to another app's once it is closed.
    app: u32,
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
        let (window, app) = (&snapshot.window.key, snapshot.window.app.pid);
        let here = snapshot.position(&subject.key).map_or(Resolution::None, Resolution::One);
        for salt in 0.. {
            let letters = letters(window, subject, salt);
            for length in SHORTEST..=LONGEST {
                let Some(id) = letters.get(..length) else { break };
                if let Some(known) = self.issued.get_mut(id) {
                    let same = known.window == *window
                        && known.app == app
                        && known.subject.identity == subject.identity
                        && known.subject.action == subject.action
                        && known.subject.option == subject.option
                        && known.subject.towards == subject.towards
                        && resolve(&known.subject, snapshot, identities) == here;
                    if !same {
                        continue;
                    }
                    known.subject.clone_from(subject);
                    return id.to_owned();
                }
                self.add(id, (window, app), subject);
                return id.to_owned();
            }
        }
        String::new()
    }

    fn add(&mut self, id: &str, (window, app): (&WindowKey, u32), subject: &Subject) {
        while self.issued.len() >= MOST {
            self.drop_oldest(window);
        }
        self.turn += 1;
        let ids = self.windows.entry(window.clone()).or_default();
        ids.turn = self.turn;
        ids.ids.push_back(id.to_owned());
        self.issued.insert(id.to_owned(), Issued { window: window.clone(), app, subject: subject.clone() });
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
        let is_there = issued.window == snapshot.window.key && issued.app == snapshot.window.app.pid;
        let resolution =
            if is_there { resolve(&issued.subject, snapshot, identities) } else { Resolution::None };
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
    let around = |position: usize| &identities.entry(position).around;
    let seen_as = snapshot
        .position(&subject.key)
        .filter(|position| identities.identity(*position).base == subject.identity.base);
    match &subject.identity.apart {
        Apart::Object(_) => seen_as.map_or(Resolution::None, Resolution::One),
        Apart::By(marks) => {
            if let Some(own) = seen_as {
                // If another stands beside the old texts while the object lives on beside other ones, two witnesses
                // disagree.
                return if marks.are_in(around(own)) { Resolution::One(own) } else { Resolution::None };
            }
            let fitting: Vec<usize> =
                same.iter().copied().filter(|position| marks.are_in(around(*position))).collect();
            let was_another = |position: &usize| {
                snapshot.elements().get(*position).is_some_and(|now| subject.alike.contains(&now.key))
            };
            match fitting.as_slice() {
                [] => Resolution::None,
                // Its object was one of the twins, and has come to stand where the one that is gone did.
                [only] if was_another(only) => Resolution::None,
                [only] => instead(*only, subject, snapshot, identities),
                _ => Resolution::Many(fitting),
            }
        }
        Apart::Alone => {
            let fits = |position: usize| *around(position) == subject.around;
            match (seen_as, same) {
                (_, []) => Resolution::None,
                (Some(own), same) => {
                    let elsewhere = !fits(own) && same.iter().any(|position| fits(*position));
                    if elsewhere { Resolution::Many(same.to_vec()) } else { Resolution::One(own) }
                }
                (None, [only])
                    if fits(*only)
                        || subject.identity.base.row.is_some()
                        || is_made_anew_in_place(*only, subject, identities) =>
                {
                    instead(*only, subject, snapshot, identities)
                }
                (None, [_]) => Resolution::None,
                (None, _) => Resolution::Many(same.to_vec()),
            }
        }
    }
}

/// Whether the element stands under the same heading and at the same place among the same kinds of neighbours: only a
/// text beside it is another, as when a form is built anew to show a new status.
fn is_made_anew_in_place(only: usize, subject: &Subject, identities: &Identities) -> bool {
    let now = identities.entry(only);
    now.place == subject.place
        && now.around.path == subject.around.path
        && now.around.heading == subject.around.heading
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
    if let Some(towards) = subject.towards {
        part(checked_word(Some(towards)));
    }
    hash.update(salt.to_le_bytes());
    let digest = hash.finalize();
    digest.iter().take(LONGEST).map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{Index, subsequence};

    use super::*;
    use crate::action::ActionKind;
    use crate::element::ElementKey;
    use crate::fixture::snapshot;

    /// Where an id issued for the object `target` of the window `before` leads in the window `after`: to the key of an
    /// object, to nothing (`none`), or to several (`many`).
    fn leads(before: &str, target: &str, after: &str) -> String {
        let (before, after) = (snapshot(before).unwrap(), snapshot(after).unwrap());
        let mut table = IdTable::default();
        let id = issue(&mut table, &before, target);
        let identities = Identities::of(&after);
        match table.resolve(&id, &after, &identities).unwrap().1 {
            Resolution::None => "none".into(),
            Resolution::Many(_) => "many".into(),
            Resolution::One(position) => after.elements()[position].key.as_str().into(),
        }
    }

    fn issue(table: &mut IdTable, snapshot: &Snapshot, target: &str) -> String {
        let identities = Identities::of(snapshot);
        let position = snapshot.position(&ElementKey::new(target)).unwrap();
        let subject = identities.subject(position, ActionKind::Click, None);
        table.issue(&subject, snapshot, &identities)
    }

    const FORM: &str = r#"
        Window "Form"
          TextField "Name" #name = "Grace" set_value
          Text "Billing"
          Button "Edit" #billing click
          Text "Shipping"
          Button "Edit" #shipping click
          Button "Save" #save click
    "#;

    const TABLE: &str = r#"
        Window "Bank"
          List "Transactions"
            ListItem
              Text "Rent"
              Button "Remove" #rent click
            ListItem
              Text "Salary"
              Button "Remove" #salary click
    "#;

    const PLAIN: &str = r#"
        Window
          Button "Go" #one click
          Button "Go" #two click
    "#;

    #[test]
    fn an_id_survives_what_leaves_its_control_the_same() {
        let rows = [
            ("re-read", FORM, "billing", FORM.to_owned()),
            ("a new title", FORM, "billing", FORM.replace("\"Form\"", "\"*Form - Editor\"")),
            ("a new value", FORM, "name", FORM.replace("\"Grace\"", "\"Ada\"")),
            ("disabled", FORM, "save", FORM.replace("#save click", "#save disabled focused")),
            ("the twin is gone", FORM, "billing", FORM.replace("Button \"Edit\" #shipping", "Image \"x\" #x")),
            (
                "in another order",
                FORM,
                "billing",
                "Window\n Text \"Shipping\"\n Button \"Edit\" #shipping\n Text \"Billing\"\n Button \"Edit\" #billing".to_owned(),
            ),
            ("new siblings", FORM, "billing", FORM.replace("Button \"Edit\" #b", "Button \"New\" #n\n          Button \"Edit\" #b")),
            ("a twin inserted", FORM, "save", FORM.replace("Text \"Billing\"", "Button \"Save\" #twin\n          Text \"Billing\"")),
            ("a status elsewhere", FORM, "save", FORM.replace("TextField", "Text \"Saved at noon\"\n          TextField")),
            ("another row inserted", TABLE, "salary", TABLE.replace("          List \"Transactions\"", "          List \"Transactions\"\n            ListItem\n              Text \"Gift\"\n              Button \"Remove\" #gift")),
            ("nothing tells them apart", PLAIN, "two", PLAIN.replace("\"Go\" #one", "\"Gone\" #one")),
            ("the plain ones re-ordered", PLAIN, "two", "Window\n Button \"Go\" #two\n Button \"Go\" #one".to_owned()),
        ];
        for (case, before, target, after) in rows {
            assert_eq!(leads(before, target, &after), target, "{case}");
        }
    }

    #[test]
    fn an_id_follows_its_control_to_another_object_with_the_same_surroundings() {
        let renewed = |text: &str| text.replace('#', "#new-");
        assert_eq!(leads(FORM, "billing", &renewed(FORM)), "new-billing");
        assert_eq!(leads(FORM, "save", &renewed(FORM)), "new-save");
        assert_eq!(leads(TABLE, "rent", &renewed(TABLE)), "new-rent");
        // Row objects used again for other rows.
        let recycled = TABLE.replace("Rent", "@").replace("Salary", "Rent").replace('@', "Salary");
        assert_eq!(leads(TABLE, "rent", &recycled), "salary");
    }

    #[test]
    fn an_id_follows_what_is_made_anew_beside_a_changed_text() {
        let form = |status: &str, key: &str| {
            format!(
                "Window\n Heading \"Account\"\n Group\n  Text \"{status}\"\n  Button \"Save\" #{key}\n  Button \"Help\" #help{key}"
            )
        };
        assert_eq!(leads(&form("Ready", "one"), "one", &form("Saved at noon", "two")), "two");
        // Under another heading it belongs to something else.
        let moved = form("Saved", "two").replace("Account", "Payment");
        assert_eq!(leads(&form("Ready", "one"), "one", &moved), "none");
        // Between other neighbours, nobody can say that it is the same.
        let between = form("Saved", "two").replace("  Button \"Help\" #helptwo", "  Link \"Help\" #helptwo");
        assert_eq!(leads(&form("Ready", "one"), "one", &between), "none");
        // Beside its old object under a new name, it is a twin put in its place.
        let twin = form("Saved", "two").replace("\"Help\" #helptwo", "\"Saved\" #one");
        assert_eq!(leads(&form("Ready", "one"), "one", &twin), "none");
    }

    #[test]
    fn a_language_switch_makes_ids_stale() {
        let german = FORM
            .replace("\"Form\"", "\"Formular\"")
            .replace("\"Name\"", "\"Vorname\"")
            .replace("Billing", "Rechnung")
            .replace("Shipping", "Versand")
            .replace("Edit", "Bearbeiten")
            .replace("Save", "Sichern");
        for target in ["name", "billing", "shipping", "save"] {
            assert_eq!(leads(FORM, target, &german), "none", "{target} in place");
            assert_eq!(leads(FORM, target, &german.replace('#', "#new-")), "none", "{target} made anew");
        }
    }

    #[test]
    fn an_id_is_no_id_of_the_window_that_has_its_number_next() {
        let mut table = IdTable::default();
        let (before, mut after) = (snapshot(FORM).unwrap(), snapshot(FORM).unwrap());
        let id = issue(&mut table, &before, "save");
        after.window.app.pid = before.window.app.pid + 1;
        let identities = Identities::of(&after);
        assert_eq!(table.resolve(&id, &after, &identities).unwrap().1, Resolution::None);
        let next = issue(&mut table, &after, "save");
        assert_ne!(next, id);
        assert!(matches!(table.resolve(&next, &after, &identities).unwrap().1, Resolution::One(_)));
        assert_eq!(issue(&mut table, &after, "save"), next);
    }

    #[test]
    fn an_id_never_leads_to_a_twin() {
        let swapped = FORM.replace("Billing", "@").replace("Shipping", "Billing").replace('@', "Shipping");
        let gone = |name: &str, text: &str| {
            text.lines().filter(|line| !line.contains(&format!("#{name} "))).collect::<Vec<_>>().join("\n")
        };
        let only_rent = gone("salary", TABLE);
        let rows = [
            ("renamed", FORM, "save", FORM.replace("\"Save\"", "\"Saved\""), "none"),
            ("another role", FORM, "save", FORM.replace("Button \"Save\"", "Link \"Save\""), "none"),
            ("headings changed places", FORM, "billing", swapped, "none"),
            ("removed, its twin stays", FORM, "billing", gone("billing", FORM), "none"),
            (
                "removed, its twin comes to its place",
                FORM,
                "billing",
                gone("billing", FORM).replace("Text \"Shipping\"", "Separator"),
                "none",
            ),
            ("plain, removed", PLAIN, "one", gone("one", PLAIN), "none"),
            ("plain, made anew", PLAIN, "one", PLAIN.replace("#one", "#three"), "none"),
            ("its row gone", TABLE, "rent", gone("rent", TABLE), "none"),
            ("its row object used again", &only_rent, "rent", only_rent.replace("Rent", "Food"), "none"),
            (
                "unique, removed, a twin put elsewhere",
                FORM,
                "save",
                gone("save", FORM)
                    .replace("Text \"Billing\"", "Button \"Save\" #twin\n          Text \"Billing\""),
                "none",
            ),
            (
                "unique, renamed, a twin put in its place",
                FORM,
                "save",
                FORM.replace(
                    "Button \"Save\" #save",
                    "Button \"Save\" #twin\n          Button \"Saved\" #save",
                ),
                "none",
            ),
            (
                "made anew beside a twin",
                FORM,
                "save",
                FORM.replace("#save click", "#new1\n          Button \"Save\" #new2"),
                "many",
            ),
        ];
        for (case, before, target, after, expected) in rows {
            assert_eq!(leads(before, target, &after), expected, "{case}");
        }
    }

    #[test]
    fn counts_that_go_up_do_not_swap_ids() {
        let counters = |first: u32, second: u32| {
            format!(
                "Window\n List\n  ListItem\n   Text \"Count {first}\"\n   Button \"Add\" #one\n  ListItem\n   Text \"Count {second}\"\n   Button \"Add\" #two"
            )
        };
        assert_eq!(leads(&counters(1, 2), "two", &counters(2, 3)), "none");
        // Nor when the window is looked at again in between.
        let (before, after) = (snapshot(&counters(1, 2)).unwrap(), snapshot(&counters(2, 3)).unwrap());
        let mut table = IdTable::default();
        let second = issue(&mut table, &before, "two");
        assert_ne!(issue(&mut table, &after, "one"), second);
    }

    #[test]
    fn ids_are_stable_short_and_apart() {
        let mut table = IdTable::default();
        let read = snapshot(FORM).unwrap();
        let ids: Vec<String> =
            ["name", "billing", "shipping", "save"].map(|key| issue(&mut table, &read, key)).into();
        assert!(ids.iter().all(|id| id.len() == 4), "{ids:?}");
        for (index, key) in ["name", "billing", "shipping", "save"].into_iter().enumerate() {
            assert_eq!(issue(&mut table, &read, key), ids[index]);
            assert_eq!(ids.iter().filter(|id| **id == ids[index]).count(), 1);
        }
        assert_eq!(table.window_of(&ids[0]), Some(&read.window.key));
        let identities = Identities::of(&read);
        assert!(table.resolve("zzzz", &read, &identities).is_none() && table.window_of("zzzz").is_none());
    }

    #[test]
    fn the_table_is_bounded_and_the_oldest_window_goes_first() {
        let mut table = IdTable::default();
        let lines: String = (0..3_000).map(|index| format!("\n Button \"B{index}\" #b{index}")).collect();
        let mut ids = Vec::new();
        for window in 0..8 {
            let mut read = snapshot(&format!("Window{lines}")).unwrap();
            read.window.key = WindowKey::new(window.to_string());
            let identities = Identities::of(&read);
            for position in 1..read.elements().len() {
                let subject = identities.subject(position, ActionKind::Click, None);
                ids.push(table.issue(&subject, &read, &identities));
            }
        }
        assert!(table.issued.len() <= MOST);
        assert!(ids.iter().all(|id| (4..=8).contains(&id.len())));
        assert!(table.window_of(&ids[0]).is_none() && table.window_of(&ids[ids.len() - 1]).is_some());
    }

    /// A control of a random window: a label out of few, so that twins are common, and the section it stands in.
    #[derive(Clone, Debug)]
    struct Control {
        label: usize,
        section: usize,
        list: bool,
    }

    fn controls() -> impl Strategy<Value = Vec<Control>> {
        let control = (0..3_usize, 0..4_usize, any::<bool>());
        prop::collection::vec(
            control.prop_map(|(label, section, list)| Control { label, section, list }),
            1..12,
        )
    }

    /// The window with those controls, each with its number as the key. Objects made anew have another `life`.
    fn window(controls: &[(usize, Control)], noise: &[Index], life: &str) -> Snapshot {
        let mut lines = Vec::new();
        for (number, control) in controls {
            let Control { label, section, list } = control;
            let mut block = if *list {
                vec![
                    " List".to_owned(),
                    "  ListItem".into(),
                    format!("   Text \"Row {section} of things\""),
                    format!("   Button \"L{label}\" #{life}{number}"),
                ]
            } else {
                vec![
                    " Group".to_owned(),
                    format!("  Heading \"Section {section}x\""),
                    format!("  Button \"L{label}\" #{life}{number}"),
                ]
            };
            lines.append(&mut block);
        }
        for (count, index) in noise.iter().enumerate() {
            let at = index.index(lines.len() + 1);
            // Noise stands beside what follows it.
            let indent = lines.get(at).map_or(1, |line| line.len() - line.trim_start().len());
            lines.insert(at, format!("{}Button \"Noise {count}\" #noise{count}", " ".repeat(indent)));
        }
        snapshot(&format!("Window \"Title\"\n{}", lines.join("\n"))).unwrap()
    }

    fn alone(controls: &[(usize, Control)], control: &Control) -> bool {
        let alike = |other: &&(usize, Control)| {
            (other.1.label, other.1.section, other.1.list) == (control.label, control.section, control.list)
        };
        controls.iter().filter(alike).count() == 1
    }

    proptest! {
        #[test]
        fn identity_is_invariant_under_noise_and_order(
            (numbered, shuffled) in controls().prop_flat_map(|controls| {
                let numbered: Vec<(usize, Control)> = controls.into_iter().enumerate().collect();
                (Just(numbered.clone()), Just(numbered).prop_shuffle())
            }),
            noise in prop::collection::vec(any::<Index>(), 0..6),
        ) {
            let (before, after) = (window(&numbered, &[], "k"), window(&shuffled, &noise, "k"));
            let (was, is) = (Identities::of(&before), Identities::of(&after));
            let mut table = IdTable::default();
            for (number, _) in &numbered {
                let key = ElementKey::new(format!("k{number}"));
                let (old, new) = (before.position(&key).unwrap(), after.position(&key).unwrap());
                prop_assert_eq!(was.identity(old), is.identity(new));
                let id = issue(&mut table, &before, key.as_str());
                prop_assert_eq!(table.resolve(&id, &after, &is).map(|found| found.1), Some(Resolution::One(new)));
            }
        }

        #[test]
        fn no_two_live_elements_share_an_id(controls in controls(), noise in prop::collection::vec(any::<Index>(), 0..6)) {
            let numbered: Vec<(usize, Control)> = controls.into_iter().enumerate().collect();
            let read = window(&numbered, &noise, "k");
            let identities = Identities::of(&read);
            let mut table = IdTable::default();
            let mut ids: Vec<String> = (0..read.elements().len())
                .map(|position| table.issue(&identities.subject(position, ActionKind::Click, None), &read, &identities))
                .collect();
            ids.sort();
            let count = ids.len();
            ids.dedup();
            prop_assert_eq!(ids.len(), count);
        }

        #[test]
        fn an_id_never_resolves_to_another_control(
            (controls, kept) in controls().prop_flat_map(|controls| {
                let numbered: Vec<(usize, Control)> = controls.into_iter().enumerate().collect();
                let most = numbered.len();
                (Just(numbered.clone()), subsequence(numbered, 0..=most))
            }),
            noise in prop::collection::vec(any::<Index>(), 0..6),
            renewed in any::<bool>(),
        ) {
            let before = window(&controls, &[], "k");
            let life = if renewed { "n" } else { "k" };
            let after = window(&kept, &noise, life);
            let is = Identities::of(&after);
            let mut table = IdTable::default();
            for (number, control) in &controls {
                let id = issue(&mut table, &before, &format!("k{number}"));
                if let Some((_, Resolution::One(position))) = table.resolve(&id, &after, &is) {
                    let led = after.elements()[position].key.as_str().to_owned();
                    // What nothing told apart before, one of which was made anew, nobody can tell apart.
                    prop_assert!(led == format!("{life}{number}") || !alone(&controls, control), "{number} led to {led}");
                    prop_assert!(!renewed || alone(&controls, control), "{number} was bound to its object");
                } else {
                    let stays = kept.iter().any(|(other, _)| other == number);
                    prop_assert!(!stays || renewed, "{number} was lost");
                }
            }
        }
    }
}
