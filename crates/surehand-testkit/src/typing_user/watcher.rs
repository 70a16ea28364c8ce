//! What the process `typing-user` does: type, step the pointer, and look after every few milliseconds.
//!
//! One thread and one X connection send the input and check it, so the watcher cannot race with itself. Changes
//! too short for looking are caught by events: focus changes and grabs of the sentinel window, the window
//! manager's active window, crossings with a foreign position.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt, EnterNotifyEvent, EventMask, FocusInEvent, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, NotifyDetail, NotifyMode, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::tally::{SEQUENCE, Tally, character, tally};
use crate::screen::{Screen, failed};
use crate::waiting::{monotonic_ms, pause, poll_until};

const KEY_PERIOD_MS: f64 = 1000.0 / 15.0;
const LOOK: Duration = Duration::from_millis(3);
const START_LIMIT: Duration = Duration::from_secs(20);
const ARRIVAL_LIMIT: Duration = Duration::from_secs(3);
/// The pointer's way: small steps to and fro.
const STEPS: i16 = 20;
const STEP: i16 = 3;

/// Types into the sentinel until the standard input is closed, then prints the report.
///
/// # Errors
/// When there is no display, or the sentinel cannot be made the active window.
pub fn run(sentinel_script: &Path) -> io::Result<()> {
    let display = std::env::var("DISPLAY").map_err(failed)?;
    let ended = watch_input();
    let mut sentinel = Sentinel::open(sentinel_script)?;
    let result = TypingSession::begin(&display, &mut sentinel).and_then(|mut session| {
        say(&json!({"ready": true}))?;
        while !ended.load(Ordering::Relaxed) {
            session.turn(&mut sentinel)?;
            pause(LOOK);
        }
        session.await_arrivals(&mut sentinel)?;
        session.report(&sentinel)
    });
    sentinel.close();
    say(&result?)
}

fn say(line: &Value) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}

fn watch_input() -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    std::thread::spawn(move || {
        let _closed = io::stdin().read_to_end(&mut Vec::new());
        flag.store(true, Ordering::Relaxed);
    });
    ended
}

/// The process with the window, and what it has noted so far.
struct Sentinel {
    process: Child,
    lines: Receiver<Value>,
    notes: Vec<Value>,
}

impl Sentinel {
    fn open(script: &Path) -> io::Result<Self> {
        let mut command = Command::new("/usr/bin/python3");
        command.arg("-B").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let output = process.stdout.take().ok_or_else(|| io::Error::other("the sentinel has no output"))?;
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Ok(note) = serde_json::from_str(&line) {
                    let _nobody_listens = sender.send(note);
                }
            }
        });
        Ok(Self { process, lines, notes: Vec::new() })
    }

    fn read(&mut self) {
        self.notes.extend(self.lines.try_iter());
    }

    fn of_kind(&self, what: &str) -> impl Iterator<Item = &Value> {
        self.notes.iter().filter(move |note| note["what"] == what)
    }

    fn window(&mut self) -> io::Result<Window> {
        let found = poll_until(START_LIMIT, || {
            self.read();
            let id = self.of_kind("window").next().and_then(|note| u32::try_from(note["id"].as_u64()?).ok());
            let ended = || self.process.try_wait().ok().flatten().map(|_| 0);
            id.or_else(ended)
        });
        found.filter(|window| *window > 0).ok_or_else(|| io::Error::other("the sentinel shows no window"))
    }

    fn close(&mut self) {
        drop(self.process.stdin.take());
        if poll_until(ARRIVAL_LIMIT, || self.process.try_wait().ok().flatten()).is_none() {
            let _gone = self.process.kill();
            let _status = self.process.wait();
        }
    }
}

/// The typing, and everything seen meanwhile.
struct TypingSession {
    screen: Screen,
    active_window_atom: u32,
    sentinel: Window,
    /// Windows that are part of the sentinel: GTK puts the focus on a child.
    inside: HashSet<Window>,
    keys: Vec<u8>,
    began: f64,
    next_key: f64,
    sent: Vec<f64>,
    home: (i16, i16),
    put: (i16, i16),
    /// Whether the pointer was seen elsewhere since it was put.
    strayed: bool,
    active: Window,
    focus: Window,
    focus_changes: Vec<Value>,
    pointer_jumps: Vec<Value>,
    foreign_events: Vec<Value>,
}

impl TypingSession {
    /// Makes the sentinel the active window, and sees that typing arrives.
    fn begin(display: &str, sentinel: &mut Sentinel) -> io::Result<Self> {
        let screen = Screen::open(display)?;
        let window = sentinel.window()?;
        let mut session = Self {
            active_window_atom: screen.atom("_NET_ACTIVE_WINDOW")?,
            keys: keys(&screen)?,
            screen,
            sentinel: window,
            inside: HashSet::from([window]),
            began: 0.0,
            next_key: 0.0,
            sent: Vec::new(),
            home: (0, 0),
            put: (0, 0),
            strayed: false,
            active: window,
            focus: window,
            focus_changes: Vec::new(),
            pointer_jumps: Vec::new(),
            foreign_events: Vec::new(),
        };
        session.take_the_focus()?;
        session.home = session.quiet_place()?;
        session.move_pointer(session.home)?;
        session.subscribe()?;
        session.warm_up(sentinel)?;
        session.began = monotonic_ms();
        session.next_key = session.began;
        Ok(session)
    }

    /// Types one character that is not counted: a keyboard's first key makes the X server announce its layout.
    fn warm_up(&mut self, sentinel: &mut Sentinel) -> io::Result<()> {
        self.type_next()?;
        let arrived = poll_until(START_LIMIT, || {
            sentinel.read();
            sentinel.of_kind("key").next().map(drop)
        });
        arrived.ok_or_else(|| io::Error::other("the first character did not arrive"))?;
        self.focused()?;
        while self.screen.connection.poll_for_event().map_err(failed)?.is_some() {}
        self.sent.clear();
        sentinel.notes.clear();
        Ok(())
    }

    fn take_the_focus(&mut self) -> io::Result<()> {
        self.screen.activate(self.sentinel)?;
        // Settled: active and focused at a few looks in a row, so that a window manager's second thought counts
        // as part of the start.
        let mut in_a_row = 0;
        let settled = poll_until(START_LIMIT, || {
            let active = self.screen.active_window().ok()? == self.sentinel;
            self.focus = self.focused().ok()?;
            let there = active && self.is_inside(self.focus).ok()?;
            in_a_row = if there { in_a_row + 1 } else { 0 };
            (in_a_row > 40).then_some(())
        });
        settled.ok_or_else(|| io::Error::other("the sentinel did not become the active window"))
    }

    /// Below the entry, a little above the lower edge.
    fn quiet_place(&self) -> io::Result<(i16, i16)> {
        let connection = &self.screen.connection;
        let geometry = connection.get_geometry(self.sentinel).map_err(failed)?.reply().map_err(failed)?;
        let (x, y) = (geometry.width / 4, geometry.height * 3 / 4);
        let (x, y) = (i16::try_from(x).map_err(failed)?, i16::try_from(y).map_err(failed)?);
        let place =
            connection.translate_coordinates(self.sentinel, self.screen.root, x, y).map_err(failed)?;
        let place = place.reply().map_err(failed)?;
        Ok((place.dst_x, place.dst_y))
    }

    fn subscribe(&self) -> io::Result<()> {
        let events = |window, mask| {
            let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
            self.screen
                .connection
                .change_window_attributes(window, &attributes)
                .map_err(failed)?
                .check()
                .map_err(failed)
        };
        events(self.screen.root, EventMask::PROPERTY_CHANGE)?;
        events(self.sentinel, EventMask::FOCUS_CHANGE | EventMask::ENTER_WINDOW | EventMask::LEAVE_WINDOW)
    }

    /// One look, and one key and pointer step when they are due.
    fn turn(&mut self, sentinel: &mut Sentinel) -> io::Result<()> {
        sentinel.read();
        while let Some(event) = self.screen.connection.poll_for_event().map_err(failed)? {
            self.take(&event)?;
        }
        self.look_at_focus()?;
        self.look_at_pointer()?;
        let now = monotonic_ms();
        if now >= self.next_key {
            // No bursts after a stall: a user does not catch up.
            self.next_key = (self.next_key + KEY_PERIOD_MS).max(now);
            self.type_next()?;
            self.step_pointer()?;
        }
        Ok(())
    }

    fn type_next(&mut self) -> io::Result<()> {
        let key = self.keys[self.sent.len() % self.keys.len()];
        self.sent.push(monotonic_ms());
        for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
            self.screen
                .connection
                .xtest_fake_input(kind, key, 0, self.screen.root, 0, 0, 0)
                .map_err(failed)?;
        }
        self.screen.connection.flush().map_err(failed)
    }

    fn step_pointer(&mut self) -> io::Result<()> {
        let turn = i16::try_from(self.sent.len() % usize::from(STEPS.unsigned_abs() * 2)).map_err(failed)?;
        let step = if turn < STEPS { turn } else { 2 * STEPS - turn };
        self.move_pointer((self.home.0 + step * STEP, self.home.1 + step % 2))
    }

    fn move_pointer(&mut self, (x, y): (i16, i16)) -> io::Result<()> {
        let connection = &self.screen.connection;
        connection.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, self.screen.root, x, y, 0).map_err(failed)?;
        (self.put, self.strayed) = ((x, y), false);
        connection.flush().map_err(failed)
    }

    fn look_at_pointer(&mut self) -> io::Result<()> {
        let pointer = self.screen.connection.query_pointer(self.screen.root).map_err(failed)?;
        let pointer = pointer.reply().map_err(failed)?;
        let found = (pointer.root_x, pointer.root_y);
        if found != self.put && !self.strayed {
            self.strayed = true;
            self.pointer_jumps.push(json!({"at_ms": self.elapsed(), "put": self.put, "found": found}));
        }
        Ok(())
    }

    fn look_at_focus(&mut self) -> io::Result<()> {
        let focus = self.focused()?;
        if focus != self.focus {
            let (was, is) = (self.is_inside(self.focus)?, self.is_inside(focus)?);
            if was != is {
                let change = if is { "focus came back" } else { "focus left" };
                self.changed(change, focus)?;
            }
            self.focus = focus;
        }
        Ok(())
    }

    fn take(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::PropertyNotify(event) if event.atom == self.active_window_atom => {
                let active = self.screen.active_window()?;
                if active != self.active {
                    self.active = active;
                    self.changed("active window", active)?;
                }
            }
            Event::FocusOut(event) => self.take_focus_out(event)?,
            Event::EnterNotify(event) | Event::LeaveNotify(event) => self.take_crossing(event),
            Event::MappingNotify(event) => {
                let what = format!("keyboard or button mapping changed ({:?})", event.request);
                self.foreign(&what);
            }
            _ => {}
        }
        Ok(())
    }

    fn take_focus_out(&mut self, event: &FocusInEvent) -> io::Result<()> {
        if [NotifyDetail::INFERIOR, NotifyDetail::POINTER, NotifyDetail::POINTER_ROOT].contains(&event.detail)
        {
            return Ok(());
        }
        match event.mode {
            NotifyMode::GRAB => self.changed("keyboard grabbed", 0),
            NotifyMode::NORMAL | NotifyMode::WHILE_GRABBED => self.changed("focus out", self.focused()?),
            _ => Ok(()),
        }
    }

    fn take_crossing(&mut self, event: &EnterNotifyEvent) {
        if event.mode == NotifyMode::GRAB && event.detail != NotifyDetail::INFERIOR {
            self.foreign("pointer grabbed");
        }
        let found = (event.root_x, event.root_y);
        if !self.is_own_place(found) {
            self.pointer_jumps.push(json!({"at_ms": self.elapsed(), "crossing_at": found}));
        }
    }

    fn is_own_place(&self, (x, y): (i16, i16)) -> bool {
        (self.home.0..=self.home.0 + STEPS * STEP).contains(&x)
            && (self.home.1..=self.home.1 + 1).contains(&y)
    }

    fn changed(&mut self, what: &str, window: Window) -> io::Result<()> {
        let title = if window > 1 { self.screen.title(window)? } else { String::new() };
        let at = self.elapsed();
        self.focus_changes.push(json!({"at_ms": at, "what": what, "window": window, "title": title}));
        Ok(())
    }

    fn foreign(&mut self, what: &str) {
        self.foreign_events.push(json!({"at_ms": self.elapsed(), "what": what}));
    }

    fn focused(&self) -> io::Result<Window> {
        let focus = self.screen.connection.get_input_focus().map_err(failed)?;
        Ok(focus.reply().map_err(failed)?.focus)
    }

    /// Whether a window is the sentinel or lies in it.
    fn is_inside(&mut self, window: Window) -> io::Result<bool> {
        let mut way = Vec::new();
        let mut at = window;
        while at > 1 && at != self.screen.root {
            if self.inside.contains(&at) {
                self.inside.extend(way);
                return Ok(true);
            }
            way.push(at);
            let Ok(tree) = self.screen.connection.query_tree(at).map_err(failed)?.reply() else { break };
            at = tree.parent;
        }
        Ok(false)
    }

    /// Waits for the last characters, still watching.
    fn await_arrivals(&mut self, sentinel: &mut Sentinel) -> io::Result<()> {
        self.next_key = f64::INFINITY;
        let mut failure = None;
        poll_until(ARRIVAL_LIMIT, || {
            failure = self.turn(sentinel).err();
            let arrived = sentinel.of_kind("key").count() >= self.sent.len();
            (arrived || failure.is_some()).then_some(())
        });
        failure.map_or(Ok(()), Err)
    }

    fn elapsed(&self) -> f64 {
        rounded(monotonic_ms() - self.began)
    }

    fn report(mut self, sentinel: &Sentinel) -> io::Result<Value> {
        let seconds = rounded((self.sent.last().copied().unwrap_or(self.began) - self.began) / 1000.0);
        let sum = self.sum(sentinel);
        for note in sentinel.of_kind("unexpected") {
            self.foreign_events.push(json!({"at_ms": self.since(note), "what": note["detail"]}));
        }
        for &(stray, at) in &sum.strays {
            let what = format!("character {stray:?} that was not typed");
            self.foreign_events.push(json!({"at_ms": rounded(at - self.began), "what": what}));
        }
        for note in sentinel.of_kind("focus").filter(|note| note["inside"] == false) {
            self.focus_changes
                .push(json!({"at_ms": self.since(note), "what": "the sentinel noted a focus-out"}));
        }
        for note in sentinel.of_kind("motion") {
            let coordinate = |key: &str| i16::try_from(note[key].as_i64().unwrap_or(-1)).unwrap_or(-1);
            let place = (coordinate("x"), coordinate("y"));
            if !self.is_own_place(place) {
                self.pointer_jumps.push(json!({"at_ms": self.since(note), "motion_at": place}));
            }
        }
        let mut delays = sum.delays;
        delays.sort_by(f64::total_cmp);
        Ok(json!({
            "sent": self.sent.len(),
            "received": sum.received,
            "lost": sum.lost.len(),
            "reordered": sum.reordered,
            "stray": sum.strays.len(),
            "focus_changes": self.focus_changes,
            "pointer_jumps": self.pointer_jumps,
            "foreign_events": self.foreign_events,
            "longest_delay_ms": rounded(delays.last().copied().unwrap_or(0.0)),
            "median_delay_ms": rounded(delays.get(delays.len() / 2).copied().unwrap_or(0.0)),
            "seconds": seconds,
        }))
    }

    fn since(&self, note: &Value) -> f64 {
        rounded(note["at"].as_f64().unwrap_or_default() - self.began)
    }

    /// A key with a modifier held is not the character that was typed: it counts as a stray.
    fn sum(&self, sentinel: &Sentinel) -> Tally {
        const FOREIGN: char = '\0';
        let keys = sentinel.of_kind("key").map(|note| {
            let plain = note["modifiers"] == 0;
            let seen = note["character"].as_str().and_then(|text| text.chars().next());
            (seen.filter(|_| plain).unwrap_or(FOREIGN), note["at"].as_f64().unwrap_or_default())
        });
        tally(&self.sent, &keys.collect::<Vec<_>>())
    }
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The key of each character of the sequence, on the first level: no modifier is ever needed.
fn keys(screen: &Screen) -> io::Result<Vec<u8>> {
    let setup = screen.connection.setup();
    let (first, last) = (setup.min_keycode, setup.max_keycode);
    let mapping = screen.connection.get_keyboard_mapping(first, last - first + 1).map_err(failed)?;
    let mapping = mapping.reply().map_err(failed)?;
    let width = usize::from(mapping.keysyms_per_keycode).max(1);
    let plain: Vec<u32> = mapping.keysyms.chunks(width).map(|levels| levels[0]).collect();
    let key = |number: usize| {
        let wanted = u32::from(character(number));
        let index = plain.iter().position(|&symbol| symbol == wanted);
        let index = index.and_then(|index| u8::try_from(index).ok());
        index.map(|index| first + index).ok_or_else(|| io::Error::other(format!("no key for {wanted}")))
    };
    (0..SEQUENCE.len()).map(key).collect()
}
