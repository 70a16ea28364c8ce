//! The words that look after surehand itself: `allow`, `deny`, `permissions`, `log`, `stop`.
//!
//! They work on the user's files and processes; only `permissions` looks at the desktop, and does without one. What an
//! app calls itself is printed without control characters.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand::Session;
use surehand::core::clock::{Cancel, ChangeSignal, Clock, SystemClock};
use surehand::core::error::Invalid;
use surehand::core::window::App;
use surehand::journal::{Entry, Follow};
use surehand::permissions::edit::{self, Changed};
use surehand::permissions::guarded::Guarded;
use surehand::permissions::rules::FILE_NAME;
use surehand::permissions::{Access, Rules, Why};
use surehand::servers;

use crate::arguments::{Command, CommandLine};
use crate::print::plain;
use crate::terminal::Paint;
use crate::user::{self, User};
use crate::{NOT_DONE, complain};

/// How often `log --follow` looks for new lines.
const GLANCE: Duration = Duration::from_millis(200);

/// Carries out a word of this kind; `None` for the others. A file of the user's that is wrong stops only what needs it:
/// `stop` works always.
pub(crate) fn run(command_line: &CommandLine) -> Result<Option<u8>, Invalid> {
    match &command_line.command {
        Command::Allow { app, read, output } => {
            let access = if *read { Access::Read } else { Access::Full };
            set(&user::directory()?, app, access, output.json).map(Some)
        }
        Command::Deny { app, output } => set(&user::directory()?, app, Access::Deny, output.json).map(Some),
        Command::Permissions { output } => {
            permissions(&User::read(command_line.yes)?, output.json);
            Ok(Some(0))
        }
        Command::Log { follow, output } => {
            log(&user::directory()?, *follow, output.json);
            Ok(Some(0))
        }
        Command::Stop { output } => Ok(Some(stop(output.json))),
        _ => Ok(None),
    }
}

fn set(directory: &Path, app: &str, access: Access, json: bool) -> Result<u8, Invalid> {
    let Changed { path, backup, lines } = edit::set(directory, app, access)?;
    if json {
        say(&json!({"file": path, "backup": backup, "access": access.word(), "changed": lines}).to_string());
        return Ok(0);
    }
    if lines.is_empty() {
        say(&format!("{}: says so already", path.display()));
        return Ok(0);
    }
    say(&path.display().to_string());
    lines.iter().for_each(|line| say(&plain(line)));
    if let Some(backup) = backup {
        say(&format!("as it was before: {}", backup.display()));
    }
    if let Some(guarded) = Guarded::named(app).filter(|_| access != Access::Deny) {
        complain(&format!(
            "surehand: note: this is {}; whoever operates it reaches further than one app\n",
            guarded.words()
        ));
    }
    complain(
        "surehand: running servers keep what they read at their start; reconnect the client, or `surehand stop`\n",
    );
    Ok(0)
}

fn permissions(user: &User, json: bool) {
    let Some(permissions) = &user.permissions else {
        say(if json { "{\"everything\":true}" } else { "everything is allowed (--yes)" });
        return;
    };
    let session = Session::builder().allowed(user.allowed()).build();
    let windows = session.windows(None, &Cancel::new());
    let mut apps: Vec<App> = Vec::new();
    for window in windows.as_deref().unwrap_or_default() {
        if !apps.iter().any(|app| app.pid == window.app.pid && app.name == window.app.name) {
            apps.push(window.app.clone());
        }
    }
    apps.sort_by_cached_key(|app| (app.name.to_lowercase(), app.pid));
    let file = user.directory.as_ref().filter(|_| user.has_file).map(|directory| directory.join(FILE_NAME));
    let rules = permissions.rules();
    if json {
        let apps: Vec<Value> = apps
            .iter()
            .map(|app| {
                let standing = permissions.standing(app);
                json!({"app": app.name, "pid": app.pid, "access": standing.access.word(), "why": why(standing.why)})
            })
            .collect();
        let mut all = json!({"file": file});
        if let (Some(all), Value::Object(rules)) = (all.as_object_mut(), as_json(rules)) {
            all.extend(rules);
            all.insert("apps".to_owned(), apps.into());
        }
        say(&all.to_string());
    } else {
        match file {
            Some(file) => say(&format!("{} says:", file.display())),
            None => say("there is no permissions.toml; the shipped default holds:"),
        }
        say(&in_words(rules));
        for row in &rules.rows {
            let names = row.names.join(", ");
            say(&format!("  line {:<7} {:<5} {}", row.line, row.access.word(), plain(&names)));
        }
        let wide = apps.iter().map(|app| plain(&app.name).chars().count()).max().unwrap_or(0);
        if !apps.is_empty() {
            say("running:");
        }
        for app in &apps {
            let standing = permissions.standing(app);
            let (name, access) = (plain(&app.name), standing.access.word());
            say(&format!("  {name:wide$}  pid {:<7} {access:<5} {}", app.pid, why(standing.why)));
        }
    }
    if windows.is_err() {
        complain("surehand: the desktop cannot be reached, so no running app is listed\n");
    } else if !json && apps.iter().any(|app| permissions.standing(app).access == Access::Ask) {
        say(
            "ask: once in each session of a server, through a client that can ask; what was answered there ends with it",
        );
    }
}

fn why(why: Why) -> String {
    match why {
        Why::Row(line) => format!("{FILE_NAME}, line {line}"),
        Why::Guarded(guarded) => format!("shipped default: {}", guarded.words()),
        Why::Default => "shipped default: no row names it".to_owned(),
    }
}

fn as_json(rules: &Rules) -> Value {
    let risks: serde_json::Map<String, Value> =
        rules.risks.iter().map(|(risk, rule)| (risk.name().to_owned(), rules_word(*rule).into())).collect();
    let lends = |allowed| if allowed { "allow" } else { "deny" };
    let rows: Vec<Value> = rules
        .rows
        .iter()
        .map(|row| json!({"match": row.names, "access": row.access.word(), "line": row.line}))
        .collect();
    json!({
        "read_only": rules.read_only,
        "launch": rules.launch.word(),
        "risks": risks,
        "lend_focus": lends(rules.lend_focus),
        "grab": lends(rules.grab),
        "second_pointer": lends(rules.second_pointer),
        "rows": rows,
    })
}

const fn rules_word(rule: surehand::core::permissions::RiskRule) -> &'static str {
    use surehand::core::permissions::RiskRule;
    match rule {
        RiskRule::CallerConfirms => "as the caller confirms",
        RiskRule::Ask => "ask",
        RiskRule::Deny => "deny",
    }
}

fn in_words(rules: &Rules) -> String {
    let risks: Vec<String> =
        rules.risks.iter().map(|(risk, rule)| format!("{} {}", risk.name(), rules_word(*rule))).collect();
    let risks = if risks.is_empty() {
        "as the caller confirms".to_owned()
    } else {
        format!("{}; others as the caller confirms", risks.join(", "))
    };
    let borrowed: Vec<&str> =
        [(rules.lend_focus, "the focus"), (rules.grab, "a grab"), (rules.second_pointer, "a second pointer")]
            .into_iter()
            .filter_map(|(allowed, name)| allowed.then_some(name))
            .collect();
    format!(
        "  operating    {}\n  launching    {}\n  risks        {risks}\n  may borrow   {}",
        if rules.read_only { "never (read_only)" } else { "as each app allows" },
        rules.launch.word(),
        if borrowed.is_empty() { "nothing".to_owned() } else { borrowed.join(", ") }
    )
}

fn log(directory: &Path, follow: bool, json: bool) {
    let mut journal = Follow::in_directory(directory);
    let (clock, nobody) = (SystemClock::new(), ChangeSignal::new());
    let paint = Paint::of_output();
    loop {
        let mut out = String::new();
        journal.read(&mut |line| {
            let entry = serde_json::from_str(line).ok().filter(|_| !json);
            out += &entry.map_or_else(|| plain(line), |entry| in_one_line(&entry, paint));
            out.push('\n');
        });
        let mut output = std::io::stdout().lock();
        if output.write_all(out.as_bytes()).and_then(|()| output.flush()).is_err() || !follow {
            return;
        }
        drop(output);
        clock.wait(&nobody, nobody.count(), clock.now().plus(GLANCE));
    }
}

fn in_one_line(entry: &Entry, paint: Paint) -> String {
    let mut line = plain(&format!("{}  {}", entry.time, entry.tool));
    if !entry.app.is_empty() {
        line += &format!(" {}", plain(&entry.app));
    }
    if !entry.does.is_empty() {
        line += &format!(": {}", plain(&entry.does));
    }
    if !entry.text.is_empty() {
        line += &format!(" ({} text)", plain(&entry.text));
    }
    if !entry.risk.is_empty() {
        line += &format!(" [{}]", plain(&entry.risk));
    }
    line += &format!(" → {}", paint.status(&plain(&entry.status)));
    if !entry.code.is_empty() {
        line += &format!(" ({})", plain(&entry.code));
    }
    line + &format!(", {} ms", entry.ms)
}

fn stop(json: bool) -> u8 {
    let stopped = servers::stop(&SystemClock::new());
    if json {
        let all = json!({"ended": stopped.ended, "killed": stopped.killed, "left": stopped.left});
        say(&all.to_string());
    } else {
        for (numbers, words) in [
            (&stopped.ended, "ended"),
            (&stopped.killed, "did not end by itself and was killed"),
            (&stopped.left, "still runs"),
        ] {
            numbers.iter().for_each(|pid| say(&format!("process {pid}: {words}")));
        }
        if stopped == servers::Stopped::default() {
            say("no surehand was running");
        }
    }
    if stopped.left.is_empty() { 0 } else { NOT_DONE }
}

/// To standard output; a reader that has gone is no failure.
fn say(line: &str) {
    drop(std::io::stdout().lock().write_all(format!("{line}\n").as_bytes()));
}
