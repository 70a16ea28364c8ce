//! One list of windows out of two: what apps say over AT-SPI and what the X server says.
//!
//! Neither side has everything. AT-SPI knows the tree, X knows the place, the front-most window and windows of apps that
//! hang. They are matched by process, then title, then size. A window is known by its X number where it has one, so
//! that it keeps its key when its app stops answering; otherwise by its accessible object.

use std::collections::HashMap;
use std::sync::Arc;

use surehand_core::element::Bounds;
use surehand_core::window::{App, Window, WindowKey, WindowKind};

use crate::apps::Entries;
use crate::bus::{AppFacts, Registered, Toolkit, ToplevelFacts};
use crate::label;
use crate::menus::Exported;
use crate::object::States;
use crate::role::Toplevel;
use crate::x11::{XWindow, by_process};

/// Public numbers of windows without an X number lie above all X numbers and below 2^53.
const HASHED: u64 = 1 << 52;

/// How to turn coordinates of an app into those of core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Device pixels per unit of the app.
    pub(crate) scale: i32,
    /// What to add afterwards.
    pub(crate) shift: (i32, i32),
    /// Where the content is inside the X window.
    pub(crate) inside: (i32, i32),
    /// The X server can send events to the window.
    pub(crate) takes_events: bool,
}

impl Default for Placement {
    fn default() -> Self {
        Self { scale: 1, shift: (0, 0), inside: (0, 0), takes_events: false }
    }
}

impl Placement {
    /// A rectangle of the app in window coordinates.
    pub(crate) const fn place(self, (x, y, width, height): (i32, i32, i32, i32)) -> Bounds {
        Bounds {
            x: x.saturating_mul(self.scale).saturating_add(self.shift.0),
            y: y.saturating_mul(self.scale).saturating_add(self.shift.1),
            width: width.saturating_mul(self.scale),
            height: height.saturating_mul(self.scale),
        }
    }
}

/// A window and what is behind it.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) window: Window,
    pub(crate) app: Option<Arc<AppFacts>>,
    /// Its accessible object; `None` for an app without accessibility or one that hangs.
    pub(crate) toplevel: Option<ToplevelFacts>,
    /// The app is on the bus and did not answer.
    pub(crate) silent: bool,
    /// The app is on the bus and answered.
    pub(crate) answers: bool,
    pub(crate) placement: Placement,
    /// It takes the request to close from its window manager.
    pub(crate) closes: bool,
    /// Where the app exports menus that its tree lacks.
    pub(crate) exported: Option<Exported>,
}

/// What the X server says, if there is one.
#[derive(Debug, Default)]
pub(crate) struct Screen {
    pub(crate) windows: Vec<XWindow>,
    pub(crate) active: Option<u32>,
}

/// Puts the list together, front-most first.
pub(crate) fn list(registered: &[Registered], screen: Option<&Screen>, entries: &Entries) -> Vec<Listed> {
    let nothing = Screen::default();
    let known = screen.unwrap_or(&nothing);
    let groups = by_process(&known.windows);
    let mut claimed: HashMap<u32, Listed> = HashMap::new();
    let mut loose: Vec<Listed> = Vec::new();
    for one in registered {
        let candidates = groups.get(&one.app.pid).map(Vec::as_slice).unwrap_or_default();
        let toplevels: Vec<&ToplevelFacts> =
            one.toplevels.iter().flatten().filter(|toplevel| may_be_open(toplevel)).collect();
        let name = entries.app(one.app.pid, &one.app.name, candidates.first().copied());
        for (toplevel, place) in toplevels.iter().zip(matches(&toplevels, candidates)) {
            let x = place.and_then(|place| candidates.get(place)).copied();
            if x.is_none() && !toplevel.states.has(States::SHOWING) {
                continue;
            }
            let listed = listed(&one.app, toplevel, x, screen, &name);
            match x {
                Some(x) => drop(claimed.insert(x.id, listed)),
                None => loose.push(listed),
            }
        }
    }
    let by_pid = |silent: bool| {
        let these = registered.iter().filter(move |one| one.toplevels.is_none() == silent);
        these.map(|one| (one.app.pid, one)).collect::<HashMap<u32, &Registered>>()
    };
    let (silent, answering) = (by_pid(true), by_pid(false));
    let mut all: Vec<Listed> = Vec::new();
    // Pop-ups of a toolkit's own are not in the window manager's list; they stand in front of everything.
    all.extend(loose.iter().filter(|one| one.window.kind == WindowKind::Transient).cloned());
    for x in &known.windows {
        match claimed.remove(&x.id) {
            Some(listed) => all.push(listed),
            None if x.is_furniture => {}
            None => {
                let answers = x.pid.is_some_and(|pid| answering.contains_key(&pid));
                all.extend(bare(x, known.active, &silent, entries).map(|one| Listed { answers, ..one }));
            }
        }
    }
    all.extend(loose.into_iter().filter(|one| one.window.kind != WindowKind::Transient));
    all
}

fn may_be_open(toplevel: &ToplevelFacts) -> bool {
    let shown = States::SHOWING.union(States::VISIBLE).union(States::ICONIFIED);
    let shown = toplevel.states.has(shown) && !toplevel.states.has(States::DEFUNCT);
    // GTK keeps a bare window for every menu it has ever shown; only those on the screen count.
    shown && (toplevel.role.toplevel() != Toplevel::Bare || toplevel.states.has(States::SHOWING))
}

/// For each toplevel the position of its X window among `candidates`, each given once: equal titles first, among those
/// the nearest size. Without an equal title only a frame or dialog is matched.
fn matches(toplevels: &[&ToplevelFacts], candidates: &[&XWindow]) -> Vec<Option<usize>> {
    let mut pairs: Vec<(bool, i32, usize, usize)> = Vec::new();
    for (row, toplevel) in toplevels.iter().enumerate() {
        for (column, window) in candidates.iter().enumerate() {
            let title_differs = toplevel.name.trim() != window.title.trim();
            let is_frame = matches!(toplevel.role.toplevel(), Toplevel::Frame | Toplevel::Dialog);
            if title_differs && !is_frame {
                continue;
            }
            let distance = toplevel.extents.map_or(i32::MAX, |(_, _, width, height)| {
                (width - window.outer.width).abs().saturating_add((height - window.outer.height).abs())
            });
            pairs.push((title_differs, distance, row, column));
        }
    }
    pairs.sort_unstable();
    let mut found = vec![None; toplevels.len()];
    let mut taken = vec![false; candidates.len()];
    for (_, _, row, column) in pairs {
        if let (Some(place @ None), Some(taken @ false)) = (found.get_mut(row), taken.get_mut(column)) {
            *place = Some(column);
            *taken = true;
        }
    }
    found
}

fn listed(
    app: &Arc<AppFacts>,
    toplevel: &ToplevelFacts,
    x: Option<&XWindow>,
    screen: Option<&Screen>,
    name: &App,
) -> Listed {
    let key = match x {
        Some(x) => x_key(x.id),
        None => WindowKey::new(format!("a11y:{:?}", toplevel.object)),
    };
    let kind = match toplevel.role.toplevel() {
        Toplevel::Dialog => WindowKind::Dialog,
        Toplevel::Transient => WindowKind::Transient,
        Toplevel::Bare if x.is_none() => WindowKind::Transient,
        Toplevel::Bare | Toplevel::Frame if x.is_some_and(is_dialog) => WindowKind::Dialog,
        Toplevel::Bare | Toplevel::Frame => WindowKind::Normal,
    };
    let (placement, bounds) = x.map_or((Placement::default(), None), |x| {
        let (placement, bounds) = place(app.toolkit, toplevel.extents, x);
        (placement, Some(bounds))
    });
    let active = match (x, screen) {
        (Some(x), Some(screen)) => screen.active == Some(x.id),
        (None, Some(_)) => false,
        (_, None) => toplevel.states.has(States::ACTIVE),
    };
    let title = x.map(|x| x.title.clone()).filter(|title| !title.is_empty());
    let window = Window {
        id: x.map_or_else(|| hashed(key.as_str()), |x| x.id.into()),
        key,
        app: name.clone(),
        title: title.unwrap_or_else(|| label::clean(&toplevel.name, app.toolkit)),
        kind,
        modal: toplevel.states.has(States::MODAL) || x.is_some_and(|x| x.modal),
        active,
        minimized: x.is_some_and(|x| x.hidden) || toplevel.states.has(States::ICONIFIED),
        workspace: x.and_then(|x| x.workspace),
        bounds,
    };
    let closes = x.is_some_and(|x| x.closes);
    let exported = x.and_then(|x| x.exported.clone()).filter(|_| app.toolkit == Toolkit::Gtk4);
    let (app, toplevel) = (Some(Arc::clone(app)), Some(toplevel.clone()));
    Listed { window, app, toplevel, silent: false, answers: true, placement, closes, exported }
}

/// A window without accessibility, or of an app that does not answer now.
fn bare(
    x: &XWindow,
    active: Option<u32>,
    silent: &HashMap<u32, &Registered>,
    entries: &Entries,
) -> Option<Listed> {
    let pid = x.pid?;
    let registered = silent.get(&pid);
    let name = registered.map(|one| one.app.name.as_str()).unwrap_or_default();
    let (placement, bounds) = place(Toolkit::Other, None, x);
    Some(Listed {
        window: Window {
            key: x_key(x.id),
            id: x.id.into(),
            app: entries.app(pid, name, Some(x)),
            title: x.title.clone(),
            kind: if is_dialog(x) { WindowKind::Dialog } else { WindowKind::Normal },
            modal: x.modal,
            active: active == Some(x.id),
            minimized: x.hidden,
            workspace: x.workspace,
            bounds: Some(bounds),
        },
        app: registered.map(|one| Arc::clone(&one.app)),
        toplevel: None,
        silent: registered.is_some(),
        answers: false,
        placement,
        closes: x.closes,
        exported: None,
    })
}

fn is_dialog(x: &XWindow) -> bool {
    x.is_dialog || (x.transient_for.is_some() && x.modal)
}

pub(crate) fn x_key(id: u32) -> WindowKey {
    WindowKey::new(format!("x11:{id}"))
}

/// The number of a window that the X server knows.
pub(crate) fn x_number(key: &WindowKey) -> Option<u32> {
    key.as_str().strip_prefix("x11:")?.parse().ok()
}

/// Where the content of an X window is, and how the app counts inside it.
fn place(toolkit: Toolkit, extents: Option<(i32, i32, i32, i32)>, x: &XWindow) -> (Placement, Bounds) {
    let (left, right, top, bottom) = x.shadow;
    let (width, height) = (x.outer.width - left - right, x.outer.height - top - bottom);
    let size = extents
        .map(|(_, _, width, height)| (width, height))
        .filter(|(width, height)| *width > 0 && *height > 0);
    // The ratio of device pixels to the app's units: 1 unless the app scales itself.
    let scale = size.map_or(1, |(own, _)| ((x.outer.width + own / 2) / own).clamp(1, 4));
    let (inside, width, height) = match (toolkit, size) {
        // GTK 4 counts from its own content, which has an even border inside the window beside the shadow.
        (Toolkit::Gtk4, Some((own_width, own_height))) => {
            let (own_width, own_height) = (own_width * scale, own_height * scale);
            let border = ((width - own_width).max(0) / 2, (height - own_height).max(0) / 2);
            ((left + border.0, top + border.1), own_width, own_height)
        }
        _ => ((left, top), width, height),
    };
    let bounds = Bounds { x: x.outer.x + inside.0, y: x.outer.y + inside.1, width, height };
    let shift = match toolkit {
        Toolkit::Gtk4 => (0, 0),
        _ if toolkit.coordinates() == 0 => (-bounds.x, -bounds.y),
        _ => (-left, -top),
    };
    (Placement { scale, shift, inside, takes_events: true }, bounds)
}

/// A public number for a window that has none: FNV-1a over its key.
fn hashed(key: &str) -> u64 {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    HASHED | (hash & (HASHED - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::Object;
    use crate::role::RoleNumber;

    fn toplevel(name: &str, role: RoleNumber, width: i32) -> ToplevelFacts {
        ToplevelFacts {
            object: Object::new(":1.1", format!("/{name}")),
            name: name.into(),
            role,
            states: States::SHOWING,
            extents: Some((0, 0, width, 100)),
        }
    }

    fn x_window(id: u32, title: &str, width: i32) -> XWindow {
        let outer = Bounds { x: 10, y: 20, width, height: 100 };
        XWindow { id, title: title.into(), pid: Some(7), outer, ..XWindow::default() }
    }

    fn app() -> Registered {
        let app = AppFacts { bus: ":1.1".into(), pid: 7, name: "notes".into(), toolkit: Toolkit::Gtk3 };
        Registered { app: Arc::new(app), toplevels: Some(Vec::new()) }
    }

    #[test]
    fn windows_are_matched_by_title_then_by_size() {
        let facts = [
            toplevel("Notes", RoleNumber::FRAME, 300),
            toplevel("Notes", RoleNumber::FRAME, 500),
            toplevel("Save", RoleNumber(16), 200),
        ];
        let toplevels: Vec<_> = facts.iter().collect();
        let windows = [x_window(1, "Notes", 510), x_window(2, "Save*", 205), x_window(3, "Notes", 290)];
        let candidates: Vec<_> = windows.iter().collect();
        assert_eq!(matches(&toplevels, &candidates), [Some(2), Some(0), Some(1)]);
    }

    #[test]
    fn a_popup_without_an_x_window_is_transient_and_stands_in_front() {
        let mut one = app();
        one.toplevels =
            Some(vec![toplevel("Notes", RoleNumber::FRAME, 300), toplevel("", RoleNumber::WINDOW, 50)]);
        let screen = Screen { windows: vec![x_window(1, "Notes", 300)], active: Some(1) };
        let all = list(&[one], Some(&screen), &Entries::default());
        let kinds: Vec<_> = all.iter().map(|one| (one.window.kind, one.window.active)).collect();
        assert_eq!(kinds, [(WindowKind::Transient, false), (WindowKind::Normal, true)]);
        assert!(all.iter().all(|one| one.window.id < 1 << 53));
    }

    #[test]
    fn a_window_of_a_silent_app_keeps_its_key() {
        let screen = Screen { windows: vec![x_window(1, "Notes", 300)], active: None };
        let mut one = app();
        one.toplevels = Some(vec![toplevel("Notes", RoleNumber::FRAME, 300)]);
        let before = list(std::slice::from_ref(&one), Some(&screen), &Entries::default());
        one.toplevels = None;
        let after = list(&[one], Some(&screen), &Entries::default());
        assert_eq!(before[0].window.key, after[0].window.key);
        assert!(after[0].silent && after[0].toplevel.is_none());
        // One that has closed its window and still has it on the screen answers, and so does nobody once it has left.
        let closing = list(&[app()], Some(&screen), &Entries::default());
        let left = list(&[], Some(&screen), &Entries::default());
        for (one, answers) in [(&before[0], true), (&after[0], false), (&closing[0], true), (&left[0], false)]
        {
            assert_eq!(one.answers, answers, "{one:?}");
        }
    }

    #[test]
    fn the_content_of_a_gtk4_window_lies_inside_its_shadow_and_border() {
        let mut window = x_window(1, "Calculator", 365);
        window.outer.height = 501;
        let (placement, bounds) = place(Toolkit::Gtk4, Some((0, 0, 355, 491)), &window);
        assert_eq!(bounds, Bounds { x: 15, y: 25, width: 355, height: 491 });
        assert_eq!(placement, Placement { scale: 1, shift: (0, 0), inside: (5, 5), takes_events: true });
        window.shadow = (20, 20, 10, 30);
        let (placement, bounds) = place(Toolkit::Gtk3, Some((0, 0, 365, 501)), &window);
        assert_eq!(bounds, Bounds { x: 30, y: 30, width: 325, height: 461 });
        assert_eq!(placement.shift, (-20, -10));
    }
}
