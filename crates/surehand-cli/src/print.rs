//! Answers for people.
//!
//! One fact per line, the same facts as in the JSON. Text from a screen is printed without its control characters, so
//! that a label cannot drive the terminal. Failures go to standard error, with what to try.

use std::fmt::Write as _;
use std::io::Write as _;

use surehand::core::code::Code;
use surehand::core::error::Invalid;
use surehand::core::outcome::Status;
use surehand::wire::answer::{
    ActBody, ActionLine, Answer, Body, CandidateLine, ElementLine, ExtractBody, ObserveBody, WaitBody,
    WindowLine, WindowsBody,
};

use crate::terminal::Paint;

/// Prints an answer: as JSON on one line, or for reading.
pub(crate) fn answer(answer: &Answer, json: bool) {
    let (output, complaint) = match (&answer.body, json) {
        (_, true) => (answer.json() + "\n", hint(answer)),
        (Body::Failed(body), false) => {
            let message = format!("surehand: {} ({})\n", plain(&body.message), body.code);
            (String::new(), message + &hint(answer))
        }
        (body, false) => (text(body), hint(answer)),
    };
    // A reader that has gone is no reason to fail: what was done is done.
    drop(std::io::stdout().lock().write_all(output.as_bytes()));
    drop(std::io::stderr().lock().write_all(complaint.as_bytes()));
}

/// Names the flag in place of the JSON's key.
pub(crate) fn as_flag(mut invalid: Invalid) -> Invalid {
    let flag = match invalid.path.as_str() {
        "app" => "--app",
        "pid" => "--pid",
        "windowId" => "--window",
        "limit" => "--limit",
        "timeoutMs" => "--timeout",
        "until.appears" => "--appears",
        "until.vanishes" => "--vanishes",
        "text" => "--text",
        "candidateId" => "--id",
        "instruction" => "INSTRUCTION",
        path if path.starts_with("then") => "--then",
        path if path.starts_with("modifiers") => "--modifiers",
        path if path.starts_with("dragTo") => "--drag-by",
        _ => return invalid,
    };
    invalid.path = match invalid.path.split_once(['[', '.']) {
        Some(_) => format!("{flag} ({})", invalid.path),
        None => flag.to_owned(),
    };
    invalid
}

/// What to try, for answers that carry a code and for looks that found nothing.
fn hint(answer: &Answer) -> String {
    let code = match &answer.body {
        Body::Failed(body) => Some(body.code),
        Body::Act(body) => body.code,
        Body::Extract(body) => body.code,
        Body::Windows(_)
        | Body::Observe(_)
        | Body::Wait(_)
        | Body::Screenshot(_)
        | Body::Run(_)
        | Body::Driver(_) => None,
    };
    let advice = match &answer.body {
        Body::Observe(body) if body.total == 0 => Some(SILENT_WINDOW),
        Body::Windows(body) if body.windows.is_empty() => Some(NO_WINDOWS),
        _ => code.and_then(Code::from_name).and_then(advice),
    };
    advice.map(|advice| format!("hint: {advice}\n")).unwrap_or_default()
}

const SILENT_WINDOW: &str = "an app that was started before accessibility was switched on shows nothing until it is started again; \
     `surehand doctor` says what is missing";
const NO_WINDOWS: &str =
    "no app with a window is open, or none of that name; `surehand doctor` says what may be missing";

fn advice(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::BadTarget => {
            "`surehand windows` lists what is open; an app is named by its name, desktop id or executable"
        }
        Code::WindowNotFound => "the app may have closed it; `surehand windows --app NAME` lists what it has",
        Code::DesktopUnavailable => {
            "run it inside the desktop's session: DISPLAY and DBUS_SESSION_BUS_ADDRESS must be those of the session, \
             and its accessibility service must run"
        }
        Code::DesktopTimeout => {
            "the app may be busy; look again before repeating an act that may have happened"
        }
        Code::CaptureFailed => {
            "bring the window back from the taskbar, or work on it as it is: only a picture needs it shown"
        }
        Code::AppGone => "start the app again",
        Code::ScreenLocked => "unlock the screen",
        Code::InvalidArguments => "`surehand help COMMAND` shows what it takes",
        Code::PermissionDenied => {
            "`surehand permissions` shows what holds and why; `surehand allow APP` changes it"
        }
        Code::UserActive => "try again when you are not working in that window",
        Code::ForegroundRequired => "this control cannot be operated in the background",
        Code::TextRequired => "say what to enter with --text",
        Code::TextNotUsed => "leave --text out, or word the instruction so that something is to be entered",
        Code::CandidateRequired => "`surehand observe` lists the ids for --id",
        Code::NotVisible => "scroll to it or open what contains it first",
        Code::BlockedByDialog => "answer the dialog first; `surehand observe` shows it",
        _ => return None,
    })
}

fn text(body: &Body) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _: std::fmt::Result = match body {
        Body::Windows(body) => windows(&mut out, body),
        Body::Observe(body) => observe(&mut out, body),
        Body::Wait(body) => wait(&mut out, body),
        // The picture is what was asked for, and may be on standard output.
        Body::Screenshot(_) => Ok(()),
        Body::Act(body) => act(&mut out, body),
        Body::Extract(body) => extract(&mut out, body),
        // `surehand run` prints lines of its own.
        Body::Run(_) | Body::Driver(_) | Body::Failed(_) => Ok(()),
    };
    out
}

fn windows(out: &mut String, body: &WindowsBody) -> std::fmt::Result {
    let names: Vec<_> = body.windows.iter().map(|row| plain(&row.app)).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (row, name) in body.windows.iter().zip(&names) {
        write!(out, "{name:wide$}  pid {:<7} window {:<10} {}", row.pid, row.window_id, plain(&row.title))?;
        if row.active {
            out.push_str("  (active)");
        }
        if row.minimized {
            out.push_str("  (minimised)");
        }
        out.push('\n');
    }
    left_out(out, body.left_out)
}

fn observe(out: &mut String, body: &ObserveBody) -> std::fmt::Result {
    window(out, &body.window)?;
    for line in &body.screen_text {
        writeln!(out, "  | {}", plain(line))?;
    }
    for field in &body.fields {
        write!(out, "  {} \"{}\"", field.role, plain(&field.label))?;
        if let Some(value) = &field.value {
            write!(out, " = \"{}\"", plain(value))?;
        }
        out.push_str(if field.disabled { " (disabled)\n" } else { "\n" });
    }
    match body.p_none {
        Some(p) => writeln!(out, "{} candidates, best first (none of them: {p}):", body.total)?,
        None => writeln!(out, "{} candidates:", body.total)?,
    }
    candidates(out, &body.candidates)?;
    left_out(out, body.left_out)
}

fn wait(out: &mut String, body: &WaitBody) -> std::fmt::Result {
    writeln!(
        out,
        "{}; the window {}",
        if body.timed_out { "the time was up" } else { "waited for" },
        if body.changed { "changed" } else { "did not change" }
    )?;
    observe(out, &body.observe)
}

fn act(out: &mut String, body: &ActBody) -> std::fmt::Result {
    writeln!(out, "{}: {}", heading(body.status, body.code), plain(&body.message))?;
    if let Some(line) = &body.action {
        action(out, line)?;
        if body.status == Status::NeedsConfirmation.name() {
            writeln!(out, "  to do it: --id {} --allow-destructive", line.id)?;
        }
    }
    candidates(out, &body.candidates)?;
    if let Some(mut change) = body.change.clone() {
        for (name, list) in [
            ("changed", &mut change.fields_changed),
            ("reads", &mut change.texts_changed),
            ("appeared", &mut change.appeared),
            ("gone", &mut change.disappeared),
            ("menu", &mut change.menu_items_retitled),
            ("menu on", &mut change.menu_items_enabled),
            ("menu off", &mut change.menu_items_disabled),
        ] {
            for line in list.iter() {
                writeln!(out, "  {name}: {}", plain(line))?;
            }
        }
        if let Some(title) = &change.window_title {
            writeln!(out, "  title: {}", plain(title))?;
        }
    }
    if let Some(total) = body.new_total {
        writeln!(out, "  {total} candidates now, new:")?;
        candidates(out, &body.new_candidates)?;
    }
    for (number, step) in body.steps.iter().enumerate() {
        let heading = heading(step.status, step.code);
        writeln!(out, "  step {}: {heading}, {} ms: {}", number + 1, step.ms, plain(&step.message))?;
    }
    if body.skipped > 0 {
        writeln!(out, "  {} more did not run", body.skipped)?;
    }
    left_out(out, body.left_out)
}

fn extract(out: &mut String, body: &ExtractBody) -> std::fmt::Result {
    match &body.element {
        // Alone, so that it can be used in a script.
        Some(line) => element(out, line)?,
        None => {
            let message = body.message.as_deref().unwrap_or_default();
            writeln!(out, "{}: {}", heading(body.status, body.code), plain(message))?;
        }
    }
    for line in &body.elements {
        write!(out, "  {} \"{}\"  p {}  ", line.role, plain(&line.label), line.p)?;
        element(out, line)?;
    }
    left_out(out, body.left_out)
}

fn element(out: &mut String, line: &ElementLine) -> std::fmt::Result {
    if let Some(text) = line.value.as_ref().or(line.text.as_ref()) {
        writeln!(out, "{}", text.split('\n').map(plain).collect::<Vec<_>>().join("\n"))?;
    }
    for row in line.rows.iter().flatten() {
        writeln!(out, "{}", row.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join("\t"))?;
    }
    if line.exact == Some(false) || line.truncated == Some(true) {
        writeln!(out, "(not all of it)")?;
    }
    Ok(())
}

fn window(out: &mut String, line: &WindowLine) -> std::fmt::Result {
    writeln!(
        out,
        "{}: \"{}\" (pid {}, window {})",
        plain(&line.app),
        plain(&line.title),
        line.pid,
        line.window_id
    )?;
    if let Some(modal) = &line.modal {
        writeln!(out, "  in front of it: {}", plain(modal))?;
    }
    for title in &line.other_windows {
        writeln!(out, "  other window: \"{}\"", plain(title))?;
    }
    Ok(())
}

fn candidates(out: &mut String, lines: &[CandidateLine]) -> std::fmt::Result {
    for line in lines {
        write!(out, "  {:<8} {}", line.id, plain(&line.does))?;
        if let Some(p) = line.p {
            write!(out, "  p {p}")?;
        }
        if let Some(value) = &line.value {
            write!(out, "  now \"{}\"", plain(value))?;
        }
        for (kind, id) in &line.also {
            write!(out, "  {kind}: {id}")?;
        }
        if let Some(shortcut) = &line.shortcut {
            write!(out, "  {}", plain(shortcut))?;
        }
        for (is_so, word) in [
            (line.needs_text, "needs --text"),
            (line.destructive, "destructive"),
            (line.disabled, "disabled"),
        ] {
            if is_so {
                write!(out, "  ({word})")?;
            }
        }
        out.push('\n');
    }
    Ok(())
}

fn action(out: &mut String, line: &ActionLine) -> std::fmt::Result {
    write!(out, "  {} {}", line.id, plain(&line.does))?;
    if !line.route.is_empty() {
        write!(out, " (by {})", line.route.join(", "))?;
    }
    match line.risk {
        Some(risk) => writeln!(out, " (destructive: {risk})"),
        None => writeln!(out),
    }
}

fn heading(status: &str, code: Option<&str>) -> String {
    let status = Paint::of_output().status(status);
    code.map_or_else(|| status.clone(), |code| format!("{status} ({code})"))
}

fn left_out(out: &mut String, count: u64) -> std::fmt::Result {
    if count > 0 { writeln!(out, "({count} left out)") } else { Ok(()) }
}

/// Without control characters, and without those that reorder what stands around them.
pub(crate) fn plain(text: &str) -> String {
    let hidden = |character: char| {
        character.is_control() && character != '\t'
            || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
    };
    text.chars().map(|character| if hidden(character) { '\u{fffd}' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_cannot_drive_the_terminal() {
        assert_eq!(plain("a\u{1b}[2Jb\u{202e}\u{7}é\n"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}é\u{fffd}");
    }

    #[test]
    fn errors_name_the_flag() {
        let named = |path: &str| as_flag(Invalid::new(path, "x")).path;
        assert_eq!(named("windowId"), "--window");
        assert_eq!(named("then[0].text"), "--then (then[0].text)");
        assert_eq!(named("other"), "other");
    }
}
