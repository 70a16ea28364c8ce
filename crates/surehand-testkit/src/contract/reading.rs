//! Checks of what a desktop says is there.
//!
//! Readings are compared with each other and with the known controls, never with a stored picture of the whole window:
//! toolkits differ in everything that a caller does not see.

use std::collections::HashSet;

use surehand_core::code::Code;
use surehand_core::element::{Element, ElementKey};
use surehand_core::snapshot::SnapshotBounds;
use surehand_core::window::WindowKey;

use super::{Bench, ContractTarget, answered};

/// The open windows are listed, each with a key and a public number of its own.
pub fn windows_are_listed(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let windows = answered(bench.desktop().windows(&bench.deadline()), "windows");
    let keys: HashSet<_> = windows.iter().map(|window| &window.key).collect();
    let ids: HashSet<_> = windows.iter().map(|window| window.id).collect();
    assert_eq!((keys.len(), ids.len()), (windows.len(), windows.len()), "unique: {windows:?}");
    assert!(ids.iter().all(|id| *id < 1 << 53), "numbers that JSON can hold: {ids:?}");
    let ours = windows.iter().find(|window| window.key == target.window());
    assert!(ours.is_some(), "{:?} is listed: {windows:?}", target.window());
    if let Some(window) = ours {
        assert_eq!(window.title, target.title());
        assert!(!window.app.name.is_empty() && window.app.pid > 0, "{:?}", window.app);
        let again = answered(bench.desktop().windows(&bench.deadline()), "windows");
        assert!(again.iter().any(|other| other.key == window.key && other.id == window.id), "the same again");
    }
}

/// Controls stand in reading order: pre-order, a parent before its children.
pub fn a_reading_is_in_order(target: &dyn ContractTarget) {
    let snapshot = Bench::new(target).read();
    let elements = snapshot.elements();
    assert!(!elements.is_empty());
    let mut open: Vec<usize> = Vec::new();
    for (position, element) in elements.iter().enumerate() {
        while open.last().copied() != element.parent && open.pop().is_some() {}
        assert_eq!(open.last().copied(), element.parent, "{} stands outside its parent", element.name);
        open.push(position);
    }
}

/// Keys are unique in a reading, and the same in the next.
pub fn controls_keep_their_keys(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let first = bench.read();
    let unique: HashSet<&ElementKey> = first.elements().iter().map(|element| &element.key).collect();
    assert_eq!(unique.len(), first.elements().len());
    assert!(unique.iter().all(|key| !key.as_str().is_empty()));
    let second = bench.read();
    for element in first.elements() {
        let again = second.element(&element.key);
        assert_eq!(
            again.map(Element::guard),
            Some(element.guard()),
            "{:?} in the second reading",
            element.key
        );
    }
}

/// A reading with room enough says that nothing is missing, which window it is and when it began.
pub fn a_full_reading_leaves_nothing_out(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let before = target.clock().now();
    let snapshot = bench.read();
    assert!(snapshot.left_out.is_nothing(), "{:?}", snapshot.left_out);
    assert!(snapshot.captured_at >= before && snapshot.captured_at <= target.clock().now());
    assert_eq!((&snapshot.window.key, &snapshot.window.title), (&target.window(), &target.title()));
    assert!(snapshot.other_windows.iter().all(|other| other.key != target.window()));
    assert!(snapshot.elements().iter().all(|element| element.claimed_children.is_none()));
    for landmark in [target.landmarks().field, target.landmarks().area, target.landmarks().button] {
        bench.find(&landmark);
    }
}

/// No more controls than asked for, and the rest is said.
pub fn a_bound_on_elements_is_kept_and_said(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let snapshot = bench.read_within(&SnapshotBounds { elements: 3, ..SnapshotBounds::default() });
    assert!((1..=3).contains(&snapshot.elements().len()), "{} elements", snapshot.elements().len());
    assert!(snapshot.left_out.elements > 0, "{:?}", snapshot.left_out);
}

/// No deeper than asked for, and that there is more is said.
pub fn a_bound_on_depth_is_kept_and_said(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let snapshot = bench.read_within(&SnapshotBounds { depth: 1, ..SnapshotBounds::default() });
    assert!((0..snapshot.elements().len()).all(|position| snapshot.ancestors(position).count() <= 1));
    assert!(snapshot.elements().len() < bench.read().elements().len());
    assert!(snapshot.left_out.too_deep && !snapshot.left_out.is_nothing(), "{:?}", snapshot.left_out);
}

/// No more text per control than asked for, and its true length is said.
pub fn a_bound_on_text_is_kept_and_said(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let field = bench.find(&target.landmarks().field);
    bench.set_text(&field, "é😀漢字-and-more");
    bench.reads(&field.key, "é😀漢字-and-more");
    let snapshot = bench.read_within(&SnapshotBounds { text: 3, ..SnapshotBounds::default() });
    let content = snapshot.element(&field.key).and_then(|field| field.content.clone()).unwrap_or_default();
    assert_eq!((content.text.as_str(), content.length), ("é😀漢", 13));
    assert!(!content.is_whole());
}

/// A window that is not there is not found.
pub fn an_unknown_window_is_not_found(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let unknown = WindowKey::new("no such window");
    let read = bench.desktop().snapshot(&unknown, &SnapshotBounds::default(), &bench.deadline());
    assert_eq!(read.err().map(|error| error.code), Some(Code::WindowNotFound));
}

/// Probing answers in the order of the keys, with the facts of each control and without its surroundings.
pub fn probing_reads_single_controls_whole(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let area = bench.find(&target.landmarks().area);
    let long = "0123456789".repeat(2_500);
    bench.set_text(&area, &long);
    bench.reads(&area.key, &long);
    let button = bench.find(&target.landmarks().button);
    let keys = [button.key.clone(), area.key.clone()];
    let probed = answered(bench.desktop().probe(&keys, &bench.deadline()), "probe");
    let guards: Vec<_> = probed.iter().flatten().map(Element::guard).collect();
    assert_eq!(guards, [button.guard(), area.guard()]);
    assert!(probed.iter().flatten().all(|element| element.parent.is_none()));
    assert_eq!(probed.iter().flatten().map(|element| &element.key).collect::<Vec<_>>(), keys.each_ref());
    assert_eq!(answered(bench.desktop().probe(&[], &bench.deadline()), "probe"), []);
    bench.set_text(&area, "");
    bench.reads(&area.key, "");
}

/// A control that no longer exists is `None`, beside others that do.
pub fn what_is_gone_probes_as_none(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let button = bench.find(&target.landmarks().button);
    let Some(gone) = target.remove_something() else { return };
    let is_gone = || {
        let probed = bench.desktop().probe(&[gone.clone(), button.key.clone()], &bench.deadline());
        let there: Vec<bool> = answered(probed, "probe").iter().map(Option::is_some).collect();
        there == [false, true]
    };
    assert!(bench.comes_true(is_gone), "{gone:?} is gone, and {:?} is not", button.key);
    assert!(bench.read().element(&gone).is_none());
}

/// What a protected field holds is in no reading, and neither is its length.
pub fn a_protected_field_never_tells(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let Some(secret) = target.landmarks().secret else { return };
    let secret = bench.find(&secret);
    assert!(secret.state.protected);
    if secret.can(surehand_core::action::ActionKind::SetValue) {
        bench.set_text(&secret, "correct horse 7");
    }
    let readings = [bench.find_key(&secret.key), bench.probe(&secret.key)];
    for reading in readings {
        assert_eq!((reading.content.as_ref(), reading.value()), (None, None));
        assert!(!format!("{reading:?}").contains("horse"), "hidden everywhere");
    }
}

/// Rows are read by their numbers; what has none says so.
pub fn rows_are_read_by_number(target: &dyn ContractTarget) {
    let bench = Bench::new(target);
    let Some(container) = target.landmarks().rows else { return };
    let container = bench.find(&container);
    let rows = |first, count| {
        answered(bench.desktop().rows(&container.key, first, count, &bench.deadline()), "rows")
    };
    let all = rows(0, 1_000);
    assert!(all.total >= 4 && all.rows.len() as u64 == all.total, "{} of {}", all.rows.len(), all.total);
    let some = rows(1, 2);
    assert_eq!((some.first, some.total, some.rows.len()), (1, all.total, 2));
    assert_eq!(some.rows[..], all.rows[1..3]);
    assert!(some.rows.iter().all(|row| !row.is_empty()));
    assert!(rows(all.total, 5).rows.is_empty());
    let button = bench.find(&target.landmarks().button);
    let none = bench.desktop().rows(&button.key, 0, 1, &bench.deadline());
    assert_eq!(none.err().map(|error| error.code), Some(Code::Unsupported));
}

impl Bench<'_> {
    /// The control of that key in a fresh reading.
    fn find_key(&self, key: &ElementKey) -> Element {
        let found = self.read().element(key).cloned();
        assert!(found.is_some(), "{key:?} is in the reading");
        found.unwrap_or_default()
    }
}
