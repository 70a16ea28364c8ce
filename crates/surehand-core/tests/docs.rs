//! The generated pages of docs/: they say what the tables in the code say.
//!
//! With `UPDATE_DOCS=1` in the environment (`./x docs`) the pages are written anew instead of compared.

#![expect(
    clippy::unwrap_used,
    reason = "writing to a string cannot fail; a page that cannot be written ends the test"
)]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use surehand_core::action::ActionKind;
use surehand_core::actionability::{Condition, conditions};
use surehand_core::code::{Code, Surface};
use surehand_core::outcome::{Obstacle, Status};

#[test]
fn outcomes_page_is_current() {
    check("outcomes.md", &outcomes());
}

#[test]
fn actionability_page_is_current() {
    check("actionability.md", &actionability());
}

#[test]
fn every_code_status_and_condition_is_on_its_page() {
    let outcomes = outcomes();
    for name in Code::ALL.iter().map(|code| code.name()).chain(Status::ALL.iter().map(|status| status.name()))
    {
        assert!(outcomes.contains(&format!("| `{name}` |")), "{name}");
    }
    let actionability = actionability();
    for condition in Condition::ALL {
        assert!(actionability.contains(&format!("**{}.** {}", condition.name(), condition.meaning())));
    }
}

fn check(page: &str, current: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, current).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == current, "docs/{page} differs from the code: run ./x docs and look at the difference");
}

fn outcomes() -> String {
    let mut page = page_head("Outcomes", "crates/surehand-core: `Status`, `Code` and `Obstacle`");
    page += "Every answer has a `status`. Where it is `failed`, a `code` says why. Codes never change their meaning; \
             messages may.\n\n## Statuses\n\n| status | meaning |\n|---|---|\n";
    for status in Status::ALL {
        row(&mut page, &[&code(status.name()), status.meaning()]);
    }
    page += "\nA chain of steps goes on after ";
    let going_on = Status::ALL.iter().filter(|status| status.lets_a_chain_go_on());
    page += &going_on.map(|status| code(status.name())).collect::<Vec<_>>().join(" and ");
    page += ", and stops at any other.\n\n## Codes\n\n";
    for surface in [Surface::Refusal, Surface::Machinery, Surface::Runner] {
        writeln!(page, "- *{}*: {}", surface.name(), surface_meaning(surface)).unwrap();
    }
    page += "\n*Again* says whether the same call may succeed later without any change by the caller. *Ancestors* is \
             what surehand's ancestors call it.\n\n| code | as | again | meaning | ancestors |\n|---|---|---|---|---|\n";
    for each in Code::ALL {
        let facts = each.row();
        let again = if facts.retryable { "yes" } else { "" };
        let aliases = facts.aliases.iter().map(|alias| code(alias)).collect::<Vec<_>>().join(", ");
        row(&mut page, &[&code(facts.name), facts.surface.name(), again, facts.meaning, &aliases]);
    }
    page += "\n## Not ready\n\nWhat stands in the way before anything is tried, and how the answer says it. When each is \
             checked is in [actionability.md](actionability.md).\n\n| in the way | status | code |\n|---|---|---|\n";
    for obstacle in Obstacle::ALL {
        let (status, why) = obstacle.answer();
        let why = why.map(|why| code(why.name())).unwrap_or_default();
        row(&mut page, &[&format!("{obstacle:?}"), &code(status.name()), &why]);
    }
    page
}

/// The words for readers of the page, beside the docs of the enum, which are for readers of the code.
fn surface_meaning(surface: Surface) -> &'static str {
    match surface {
        Surface::Refusal => "surehand declines. A normal answer, no tool error.",
        Surface::Machinery => "something broke. The same shape, as a tool error (`isError: true`).",
        Surface::Runner => "only in the runner's answers and in errors of the library.",
    }
}

fn actionability() -> String {
    let mut page = page_head("Actionability", "crates/surehand-core: `actionability`");
    page += "What must be so before an action is tried. Conditions are checked in the order of the columns, on a reading \
             right before the action; the first that is not met is the answer, and nothing is tried.\n\n| action |";
    let columns = Condition::ALL;
    columns.iter().for_each(|condition| write!(page, " {} |", condition.name()).unwrap());
    page += "\n|---|";
    page += &":-:|".repeat(columns.len());
    page += "\n";
    for action in ActionKind::ALL {
        let needed = conditions(action);
        let marks = columns.iter().map(|condition| if needed.contains(condition) { "yes" } else { "" });
        let name = code(action.name());
        let cells: Vec<&str> = std::iter::once(name.as_str()).chain(marks).collect();
        row(&mut page, &cells);
    }
    page += "\n## The conditions\n";
    for condition in columns {
        let (status, why) = condition.obstacle().answer();
        let answer = match why {
            Some(why) => format!("{} with {}", code(status.name()), code(why.name())),
            None => code(status.name()),
        };
        write!(page, "\n**{}.** {} If not: {answer}.\n", condition.name(), condition.meaning()).unwrap();
    }
    let (status, why) = Obstacle::Disturbing.answer();
    let why = why.map(|why| code(why.name())).unwrap_or_default();
    let disturbing =
        format!("When there is a route but each would disturb: {} with {why}.", code(status.name()));
    writeln!(page, "{disturbing}").unwrap();
    page
}

fn page_head(title: &str, origin: &str) -> String {
    format!("<!-- Generated from {origin}. Change it there and run ./x docs. -->\n\n# {title}\n\n")
}

fn code(word: &str) -> String {
    format!("`{word}`")
}

fn row(page: &mut String, cells: &[&str]) {
    // An empty cell is one blank, so that no line has two in a row.
    let cells = cells.iter().map(|cell| if cell.is_empty() { " ".to_owned() } else { format!(" {cell} ") });
    let line = cells.collect::<Vec<_>>().join("|");
    writeln!(page, "|{line}|").unwrap();
}
