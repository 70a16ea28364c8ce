//! The desktop: the calls of core, as calls of the driver.
//!
//! Every reading goes to the app; nothing is answered from memory. What is kept per window is what its rows were
//! recognised as, with the handles of the latest reading, so that an action goes to the very object that was read last or
//! is refused. The decision that matters: an answer of the driver to an action proves nothing and is not looked into, only
//! whether it refused.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use surehand_core::clock::{ChangeSignal, Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::desktop::{
    Capabilities, Desktop, Input, LockState, Losses, Payload, Picture, Reply, Rows, unsupported,
};
use surehand_core::element::{Bounds, Element, ElementKey, Place, Role, number_text};
use surehand_core::error::{Error, Result};
use surehand_core::exact::{Exact, ExactReader};
use surehand_core::route::{Route, RouteKind};
use surehand_core::snapshot::{Snapshot, SnapshotBounds};
use surehand_core::window::{App, Window, WindowKey, WindowKind};

use crate::answer::{Answer, gone};
use crate::driver::Channel;
use crate::keys::{Keys, window_of};
use crate::picture;
use crate::process::Process;
use crate::raw::{self, RawAnswer};
use crate::reading::Drafts;
use crate::tree::{self, Tree};

/// How much of the time for a call is left to the driver for everything but walking through the window.
const MARGIN: Duration = Duration::from_millis(500);
/// The least and the most that it is given for the walk.
const WALK: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(60));
/// The most elements that it is asked for.
const MOST: usize = 5_000;

/// Any desktop, through a cua-driver.
pub struct CuaDesktop {
    driver: Arc<dyn Channel>,
    clock: Arc<dyn Clock>,
    reader: Option<Arc<dyn ExactReader>>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    windows: HashMap<WindowKey, Known>,
    apps: HashMap<u32, App>,
}

/// What is known of a window.
#[derive(Debug, Default)]
struct Known {
    keys: Keys,
    /// The elements of the latest reading, with their handles.
    held: HashMap<ElementKey, Held>,
    is_dialog: bool,
}

#[derive(Clone, Debug)]
struct Held {
    token: Option<String>,
    /// The driver that the handle is of.
    driver: u64,
    element: Element,
    window: Window,
}

impl fmt::Debug for CuaDesktop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CuaDesktop")
            .field("driver", &self.driver)
            .field("reader", &self.reader)
            .finish_non_exhaustive()
    }
}

impl CuaDesktop {
    /// A desktop over this driver.
    #[must_use]
    pub fn over(driver: Arc<dyn Channel>, clock: Arc<dyn Clock>) -> Self {
        Self { driver, clock, reader: None, state: Mutex::default() }
    }

    /// A desktop over a driver of its own, by its program; no call takes longer than `limit`.
    #[must_use]
    pub fn of_program(program: PathBuf, limit: Duration, clock: Arc<dyn Clock>) -> Self {
        Self::over(Arc::new(Process::new(program, limit, Arc::clone(&clock))), clock)
    }

    /// The same, with somebody who reads fields exactly.
    #[must_use]
    pub fn with_reader(mut self, reader: Arc<dyn ExactReader>) -> Self {
        self.reader = Some(reader);
        self
    }

    /// Calls a tool of the driver itself; see [`crate::raw`].
    ///
    /// # Errors
    /// `unsupported` for what is never sent, and as [`Channel::call`].
    pub fn raw(&self, tool: &str, arguments: &Value, deadline: &Deadline) -> Result<RawAnswer> {
        raw::call(&*self.driver, tool, arguments, self.left(deadline)?)
    }

    fn held(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long a call with that deadline may take.
    fn left(&self, deadline: &Deadline) -> Result<Duration> {
        if deadline.cancel.is_cancelled() {
            return Err(Error::new(Code::Cancelled, "nobody waits for the answer any more"));
        }
        let left = deadline.left(self.clock.now());
        if left.is_zero() {
            return Err(Error::new(Code::DesktopTimeout, "the time for the call was over before it began"));
        }
        Ok(left)
    }

    fn look(&self, tool: &str, arguments: Value, deadline: &Deadline) -> Result<Answer> {
        let answer = self.driver.call(tool, arguments, self.left(deadline)?)?;
        if answer.is_error { Err(answer.error()) } else { Ok(answer) }
    }

    /// The names of the apps with these processes. The list of apps is long, so it is asked only for new ones.
    fn apps(&self, windows: &[Value], deadline: &Deadline) -> Result<HashMap<u32, App>> {
        let pids: Vec<(u32, &str)> = windows
            .iter()
            .filter_map(|window| Some((pid_of(window)?, window["app_name"].as_str().unwrap_or_default())))
            .collect();
        let known = self.held().apps.clone();
        if pids.iter().all(|(pid, _)| known.contains_key(pid)) {
            return Ok(known);
        }
        let answer = self.look("list_apps", json!({}), deadline)?;
        let listed = answer.structured["apps"].as_array().cloned().unwrap_or_default();
        let mut state = self.held();
        for (pid, name) in pids {
            let entry = listed.iter().find(|app| pid_of(app) == Some(pid));
            state.apps.entry(pid).or_insert_with(|| app(pid, name, entry));
        }
        Ok(state.apps.clone())
    }

    /// The windows as they are now, front-most first.
    fn listed(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        let answer = self.look("list_windows", json!({}), deadline)?;
        let mut listed = answer.structured["windows"].as_array().cloned().unwrap_or_default();
        let height = |window: &Value| window["z_index"].as_i64();
        // Without an order nothing is said about the front.
        listed.sort_by_key(|window| std::cmp::Reverse(height(window)));
        let apps = self.apps(&listed, deadline)?;
        // Who is in front the order of windows tells about right; which of them is modal, nothing.
        let seen = self.reader.as_ref().and_then(|reader| reader.windows(deadline).ok());
        let state = self.held();
        let shown = |window: &Value| window["is_on_screen"].as_bool().unwrap_or(true);
        let front = listed.iter().find(|window| shown(window) && height(window).is_some());
        let front = front.and_then(|window| window["window_id"].as_u64());
        let window = |window: &Value| {
            let (id, pid) = (window["window_id"].as_u64()?, pid_of(window)?);
            // Numbers of windows are used again by other apps.
            let key = WindowKey::new(format!("cua:{pid}:{id}"));
            let is_dialog = state.windows.get(&key).is_some_and(|known| known.is_dialog);
            let same = |other: &&Window| other.id == id && other.app.pid == pid;
            let theirs = seen.as_ref().and_then(|seen| seen.iter().find(same));
            let kind = if is_dialog { WindowKind::Dialog } else { WindowKind::Normal };
            Some(Window {
                key,
                id,
                app: apps.get(&pid).cloned()?,
                title: window["title"].as_str().unwrap_or_default().to_owned(),
                kind: theirs.map_or(kind, |theirs| theirs.kind),
                modal: theirs.is_some_and(|theirs| theirs.modal),
                active: if seen.is_some() {
                    theirs.is_some_and(|theirs| theirs.active)
                } else {
                    front == Some(id)
                },
                minimized: !shown(window),
                workspace: None,
                bounds: tree::bounds(&window["bounds"], ["x", "y", "width", "height"]),
            })
        };
        Ok(listed.iter().filter_map(window).collect())
    }

    /// The window, and the other windows of its app.
    fn window(&self, key: &WindowKey, deadline: &Deadline) -> Result<(Window, Vec<Window>)> {
        let mut windows = self.listed(deadline)?;
        let Some(place) = windows.iter().position(|window| window.key == *key) else {
            return Err(self.missing(key, &windows, deadline));
        };
        let window = windows.remove(place);
        windows.retain(|other| other.app.pid == window.app.pid);
        Ok((window, windows))
    }

    /// Why a window is not there.
    fn missing(&self, key: &WindowKey, windows: &[Window], deadline: &Deadline) -> Error {
        let owner = self
            .held()
            .windows
            .get(key)
            .and_then(|known| known.held.values().next())
            .map(|held| held.window.app.pid);
        let has_ended = |pid: u32| {
            let running = |answer: Answer| {
                answer.structured["apps"].as_array().into_iter().flatten().any(|app| pid_of(app) == Some(pid))
            };
            !windows.iter().any(|window| window.app.pid == pid)
                && self.look("list_apps", json!({}), deadline).is_ok_and(|answer| !running(answer))
        };
        match owner {
            Some(pid) if has_ended(pid) => Error::new(Code::AppGone, "the app has ended"),
            _ => Error::new(Code::WindowNotFound, "the window is gone"),
        }
    }

    fn walk(&self, window: &Window, deadline: &Deadline) -> Result<Tree> {
        let mut arguments = json!({
            "pid": window.app.pid,
            "window_id": window.id,
            "include_screenshot": false,
            "max_elements": MOST,
        });
        // Those that do not let one choose give both.
        if self.driver.takes("get_window_state", "tree_format") {
            arguments["tree_format"] = json!("both");
        }
        if self.driver.takes("get_window_state", "timeout_ms") {
            let time = self.left(deadline)?.saturating_sub(MARGIN).clamp(WALK.0, WALK.1);
            arguments["timeout_ms"] = json!(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        }
        let answer = self.look("get_window_state", arguments, deadline)?;
        Ok(Tree { driver: answer.driver, ..tree::parse(&answer.structured) })
    }

    /// Reads a window, and keeps what it was recognised as.
    fn read(&self, key: &WindowKey, deadline: &Deadline) -> Result<(Snapshot, Tree)> {
        let captured_at = self.clock.now();
        let (mut window, others) = self.window(key, deadline)?;
        let tree = self.walk(&window, deadline)?;
        if tree.cut == "timeout" && tree.rows.is_empty() {
            return Err(Error::new(
                Code::DesktopTimeout,
                "the driver could read nothing of the window in time",
            ));
        }
        let drafts = Drafts::of(&tree);
        let exact = self.exact(&drafts, &tree, &window, deadline);
        let mut state = self.held();
        let known = state.windows.entry(key.clone()).or_default();
        known.is_dialog = drafts.is_dialog;
        if drafts.is_dialog {
            window.kind = WindowKind::Dialog;
        }
        let keys = known.keys.assign(key, &drafts.signs(&tree));
        let mut elements = drafts.elements(&tree, &keys, exact.as_deref());
        for element in elements.iter_mut().filter(|element| element.role == Role::TextField) {
            // Its lines are told by who reads exactly, and not every time.
            let before = known.held.get(&element.key).map(|held| held.element.role);
            if before == Some(Role::TextArea) {
                element.role = Role::TextArea;
                element.state.multiline = true;
            }
        }
        let held = elements.iter().zip(drafts.tokens(&tree)).map(|(element, token)| {
            let token = token.map(str::to_owned);
            let (driver, window) = (tree.driver, window.clone());
            (element.key.clone(), Held { token, driver, element: element.clone(), window })
        });
        known.held = held.collect();
        drop(state);
        let elements = with_options(elements, exact.as_deref().unwrap_or_default());
        let mut snapshot = Snapshot::new(window, elements, captured_at);
        snapshot.other_windows = others;
        snapshot.left_out.elements = tree.missing;
        snapshot.left_out.out_of_time = tree.cut == "timeout";
        Ok((snapshot, tree))
    }

    /// What the exact reader says of each draft; `None` where there is no reader. A reader that fails answers for nothing.
    fn exact(
        &self,
        drafts: &Drafts,
        tree: &Tree,
        window: &Window,
        deadline: &Deadline,
    ) -> Option<Vec<Option<Exact>>> {
        let reader = self.reader.as_ref()?;
        let fields = drafts.fields(tree);
        let mut exact = vec![None; drafts.drafts.len()];
        if !fields.is_empty() {
            let (places, fields): (Vec<usize>, Vec<_>) = fields.into_iter().unzip();
            let read = reader.read(window, &fields, deadline).unwrap_or_default();
            for (place, read) in places.into_iter().zip(read) {
                exact[place] = read;
            }
        }
        Some(exact)
    }

    fn find(&self, key: &ElementKey) -> Result<Held> {
        let state = self.held();
        let known = window_of(key).and_then(|window| state.windows.get(&window)?.held.get(key).cloned());
        known.ok_or_else(gone)
    }

    /// The whole text that putting `text` in at `at` makes, from the field as it is right now.
    fn with_inserted(&self, held: &Held, at: u64, text: &str, deadline: &Deadline) -> Result<String> {
        let seen =
            held.element.content.as_ref().filter(|content| content.is_whole()).ok_or_else(unsupported)?;
        let now = self.probe(std::slice::from_ref(&held.element.key), deadline)?.into_iter().next().flatten();
        let now = now.and_then(|element| element.content).ok_or_else(gone)?;
        if now.text != seen.text || at > now.length {
            return Err(Error::new(
                Code::DesktopError,
                "the field changed before anything was written to it",
            ));
        }
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let head: String = now.text.chars().take(at).collect();
        let tail: String = now.text.chars().skip(at).collect();
        Ok(format!("{head}{text}{tail}"))
    }

    /// What is written to the element by such a route; `None` for a press.
    fn value(
        &self,
        held: &Held,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Option<String>> {
        Ok(match (route.kind, payload) {
            (RouteKind::NativeAction | RouteKind::PointerInput, Payload::Nothing) => None,
            (RouteKind::EditableText, Payload::Text(text))
            | (RouteKind::Selection, Payload::Option(text)) => Some(text.clone()),
            (RouteKind::Value, Payload::Number(number)) => Some(number_text(*number)),
            (RouteKind::InsertText, Payload::Insert { at, text }) => {
                Some(self.with_inserted(held, *at, text, deadline)?)
            }
            _ => return Err(unsupported()),
        })
    }
}

impl Desktop for CuaDesktop {
    fn capabilities(&self) -> Capabilities {
        let user_idle = self.reader.is_some();
        Capabilities { capture: true, deliver: true, user_idle, ..Capabilities::default() }
    }

    fn windows(&self, deadline: &Deadline) -> Result<Vec<Window>> {
        self.listed(deadline)
    }

    fn snapshot(&self, window: &WindowKey, bounds: &SnapshotBounds, deadline: &Deadline) -> Result<Snapshot> {
        let (snapshot, _) = self.read(window, deadline)?;
        let mut elements = snapshot.elements().to_vec();
        for content in elements.iter_mut().filter_map(|element| element.content.as_mut()) {
            if content.text.chars().count() > bounds.text {
                content.text = content.text.chars().take(bounds.text).collect();
            }
        }
        let mut cut = Snapshot::new(snapshot.window.clone(), elements, snapshot.captured_at);
        cut.other_windows.clone_from(&snapshot.other_windows);
        cut.left_out = snapshot.left_out.clone();
        Ok(cut.cut_to(bounds.elements, bounds.depth))
    }

    fn rows(&self, container: &ElementKey, first: u64, count: u64, deadline: &Deadline) -> Result<Rows> {
        let window = window_of(container).ok_or_else(gone)?;
        let (snapshot, _) = self.read(&window, deadline)?;
        let place = snapshot.position(container).ok_or_else(gone)?;
        if !matches!(snapshot.elements()[place].role, Role::List | Role::Table | Role::Tree) {
            return Err(unsupported());
        }
        let is_row = |element: &Element| {
            matches!(element.role, Role::ListItem | Role::Row | Role::TreeItem)
                || (element.role == Role::Cell && snapshot.elements()[place].role == Role::Table)
        };
        let children = snapshot.children(place).filter(|(_, child)| is_row(child));
        let rows: Vec<Vec<Element>> = children
            .enumerate()
            .map(|(row, (at, child))| {
                let inside =
                    (at + 1..snapshot.elements().len()).take_while(|below| snapshot.is_below(*below, at));
                let texts = inside.map(|below| snapshot.elements()[below].clone());
                let whole =
                    std::iter::once(child.clone()).filter(|child| !child.name.is_empty()).chain(texts);
                let place = |(column, element): (usize, Element)| Element {
                    parent: None,
                    place: Some(Place { row: row as u64, column: column as u64 }),
                    ..element
                };
                whole.enumerate().map(place).collect()
            })
            .collect();
        let total = rows.len() as u64;
        let skip = usize::try_from(first).unwrap_or(usize::MAX);
        let take = usize::try_from(count).unwrap_or(usize::MAX);
        Ok(Rows { first, total, rows: rows.into_iter().skip(skip).take(take).collect() })
    }

    fn probe(&self, elements: &[ElementKey], deadline: &Deadline) -> Result<Vec<Option<Element>>> {
        let mut windows: Vec<WindowKey> = elements.iter().filter_map(window_of).collect();
        windows.sort_unstable();
        windows.dedup();
        let mut found: HashMap<ElementKey, Element> = HashMap::new();
        for window in windows {
            match self.read(&window, deadline) {
                Ok((snapshot, _)) => {
                    let all = snapshot.elements().iter().cloned();
                    found.extend(
                        all.map(|element| (element.key.clone(), Element { parent: None, ..element })),
                    );
                }
                Err(error) if error.code == Code::WindowNotFound => {}
                Err(error) => return Err(error),
            }
        }
        self.left(deadline)?;
        Ok(elements.iter().map(|key| found.get(key).cloned()).collect())
    }

    fn perform(
        &self,
        element: &ElementKey,
        route: &Route,
        payload: &Payload,
        deadline: &Deadline,
    ) -> Result<Reply> {
        self.left(deadline)?;
        let held = self.find(element)?;
        if !held.element.routes.contains(route) {
            return Err(unsupported());
        }
        let value = self.value(&held, route, payload, deadline)?;
        // Reading once more has given it another handle.
        let Held { token, driver, window, .. } = self.find(element)?;
        let token = token.ok_or_else(gone)?;
        // Drivers before 0.36 want the process beside the handle, which names it.
        let (tool, arguments) = match value {
            None => ("click", json!({"pid": window.app.pid, "element_token": token})),
            Some(value) => {
                ("set_value", json!({"pid": window.app.pid, "element_token": token, "value": value}))
            }
        };
        let answer = self.driver.call_of(driver, tool, arguments, self.left(deadline)?)?;
        if answer.is_error { Err(answer.action_error()) } else { Ok(Reply::Accepted) }
    }

    fn losses(&self) -> Losses {
        self.driver.losses()
    }

    fn foreground(&self, deadline: &Deadline) -> Result<Option<WindowKey>> {
        Ok(self.listed(deadline)?.into_iter().find(|window| window.active).map(|window| window.key))
    }

    /// The driver does not know of screen lockers; who reads beside it may, or may not be there.
    fn lock_state(&self, deadline: &Deadline) -> Result<LockState> {
        self.left(deadline)?;
        match self.reader.as_ref().map(|reader| reader.lock_state(deadline)) {
            Some(Err(error)) if error.code == Code::ScreenLockUnavailable => Err(error),
            Some(Ok(state)) => Ok(state),
            Some(Err(_)) | None => Ok(LockState::NotLocked),
        }
    }

    fn user_idle(&self, deadline: &Deadline) -> Result<Duration> {
        self.reader.as_ref().ok_or_else(unsupported)?.user_idle(deadline)
    }

    /// The driver does not tell of changes: it never speaks.
    fn change_signal(&self, _: &WindowKey) -> ChangeSignal {
        ChangeSignal::new()
    }

    fn deliver(&self, window: &WindowKey, input: &Input, deadline: &Deadline) -> Result<Reply> {
        let (window, _) = self.window(window, deadline)?;
        let Input::Chord(chord) = input else { return Err(unsupported()) };
        let keys: Vec<&str> = chord.split('+').collect();
        let target = |mut arguments: Value| {
            arguments["pid"] = json!(window.app.pid);
            arguments["window_id"] = json!(window.id);
            arguments
        };
        let (tool, arguments) = match keys[..] {
            [key] => ("press_key", target(json!({"key": key}))),
            _ => ("hotkey", target(json!({"keys": keys}))),
        };
        // Windows are named by numbers of the system: any driver knows them.
        let answer = self.driver.call(tool, arguments, self.left(deadline)?)?;
        if answer.is_error { Err(answer.action_error()) } else { Ok(Reply::Accepted) }
    }

    fn capture(&self, window: &WindowKey, deadline: &Deadline) -> Result<Picture> {
        let (window, _) = self.window(window, deadline)?;
        let arguments = json!({
            "pid": window.app.pid,
            "window_id": window.id,
            "include_accessibility_tree": false,
            "display_only": true,
            "max_image_dimension": 0,
        });
        let answer = self.look("get_window_state", arguments, deadline)?;
        picture::of(&answer.content)
    }

    fn on_screen(&self, window: &Window, bounds: Bounds) -> Option<Bounds> {
        let origin = window.bounds?;
        Some(Bounds { x: origin.x + bounds.x, y: origin.y + bounds.y, ..bounds })
    }
}

/// The elements with the options of their pop-ups, which the driver does not tell while they are closed.
fn with_options(elements: Vec<Element>, exact: &[Option<Exact>]) -> Vec<Element> {
    let is_told: HashSet<usize> = elements.iter().filter_map(|element| element.parent).collect();
    let mut places = Vec::with_capacity(elements.len());
    let mut all = Vec::with_capacity(elements.len());
    for (index, mut element) in elements.into_iter().enumerate() {
        element.parent = element.parent.and_then(|parent| places.get(parent).copied());
        let (place, key) = (all.len(), element.key.clone());
        places.push(place);
        let is_closed = element.role == Role::ComboBox && !is_told.contains(&index);
        all.push(element);
        let exact = exact.get(index).and_then(Option::as_ref).filter(|_| is_closed);
        for (number, option) in exact.iter().flat_map(|exact| &exact.options).enumerate() {
            let key = ElementKey::new(format!("{}/{number}", key.as_str()));
            let mut option = Element::named(key, Role::ListItem, option.clone());
            option.parent = Some(place);
            option.state.visible = false;
            all.push(option);
        }
    }
    all
}

fn pid_of(entry: &Value) -> Option<u32> {
    entry["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok()).filter(|pid| *pid > 0)
}

/// What an app is called: as its users know it where that is installed, else as its window says.
fn app(pid: u32, name: &str, entry: Option<&Value>) -> App {
    let word = |field: &str| entry.and_then(|entry| entry[field].as_str()).unwrap_or_default();
    let is_installed = word("kind") == "desktop";
    let names = [
        if is_installed { word("name") } else { "" },
        name,
        word("name"),
        word("bundle_id"),
        word("launch_path"),
    ];
    let mut names = names.into_iter().filter(|name| !name.is_empty()).map(str::to_owned);
    let name = names.next().unwrap_or_else(|| format!("process {pid}"));
    let mut aliases: Vec<String> = names.filter(|other| *other != name).collect();
    aliases.dedup();
    App { name, aliases, pid }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_closed_pop_ups_come_below_them_and_nothing_else_moves() {
        let element = |key: &str, role: Role, parent: Option<usize>| Element {
            parent,
            ..Element::named(ElementKey::new(format!("w/{key}")), role, key)
        };
        let elements = vec![
            element("closed", Role::ComboBox, None),
            element("open", Role::ComboBox, None),
            element("told", Role::ListItem, Some(1)),
            element("box", Role::Group, None),
            element("save", Role::Button, Some(3)),
        ];
        let options = || Some(Exact { options: vec!["N/A".into(), "Large".into()], ..Exact::default() });
        let all = with_options(elements, &[options(), options(), None, None, options()]);
        let said: Vec<(&str, Option<usize>)> =
            all.iter().map(|one| (one.name.as_str(), one.parent)).collect();
        let expected = [
            ("closed", None),
            ("N/A", Some(0)),
            ("Large", Some(0)),
            ("open", None),
            ("told", Some(3)),
            ("box", None),
            ("save", Some(5)),
        ];
        assert_eq!(said, expected);
        assert_eq!(window_of(&all[1].key), Some(WindowKey::new("w")), "an option belongs to the window");
    }
}
