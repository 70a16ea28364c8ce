//! One entry of a settings file: put in, found, taken out, with every other byte left alone.
//!
//! Pure: texts in, texts out. An entry that is there already keeps what its user added (arguments, environment); only
//! the path of the program is set. A text that is not what the client itself would read is refused, never repaired.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use toml_edit::{DocumentMut, Item, Table, TableLike, value};

/// The entry's name.
const NAME: &str = "surehand";
/// What the program is started with.
const WORD: &str = "mcp";
/// What says which desktop is meant, and what is installed there and for whom.
pub(super) const OF_THE_DESKTOP: [&str; 9] = [
    "DISPLAY",
    "XAUTHORITY",
    "WAYLAND_DISPLAY",
    "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR",
    "XDG_CONFIG_HOME",
    "XDG_CURRENT_DESKTOP",
    "XDG_DATA_DIRS",
    "XDG_DATA_HOME",
];

/// The form of a settings file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Format {
    Json {
        /// The key that holds the servers.
        servers: &'static str,
        /// The client reads comments and trailing commas.
        comments: bool,
        /// An entry says that it is one of standard input and output.
        says_stdio: bool,
    },
    Toml {
        /// The table that holds the servers.
        servers: &'static str,
        /// The key of an entry that names the variables its server is given; without it, almost none.
        given: &'static str,
    },
}

/// What is wrong with a text.
type Rule = &'static str;

const NO_JSON: Rule = "is not JSON that its client reads";
const NO_TOML: Rule = "is not TOML";
const ODD_SERVERS: Rule = "holds something else where its servers should be";
const ODD_ENTRY: Rule = "holds a server `surehand` of another form";

/// The text with the entry.
pub(super) fn with(text: &str, format: Format, program: &str) -> Result<String, Rule> {
    match format {
        Format::Json { servers, comments, says_stdio } => {
            let root = json(text, comments)?;
            let servers =
                root.object_value().and_then(|all| all.object_value_or_create(servers)).ok_or(ODD_SERVERS)?;
            let Some(entry) = servers.get(NAME) else {
                servers.append(NAME, json_entry(program, says_stdio));
                return Ok(root.to_string());
            };
            let entry = entry.object_value().ok_or(ODD_ENTRY)?;
            if json_command(&entry).as_deref() != Some(program) {
                let program = CstInputValue::String(program.to_owned());
                match entry.get("command") {
                    Some(command) => command.set_value(program),
                    None => drop(entry.append("command", program)),
                }
            }
            Ok(root.to_string())
        }
        Format::Toml { servers, given } => {
            let mut document: DocumentMut = text.parse().map_err(|_| NO_TOML)?;
            let mut unnamed = Table::new();
            // Its own heading would say nothing.
            unnamed.set_implicit(true);
            let servers = document.entry(servers).or_insert(Item::Table(unnamed));
            let servers = servers.as_table_like_mut().ok_or(ODD_SERVERS)?;
            match servers.get_mut(NAME) {
                None => drop(servers.insert(NAME, Item::Table(toml_entry(program, given)))),
                Some(entry) => {
                    let entry = entry.as_table_like_mut().ok_or(ODD_ENTRY)?;
                    if toml_command(entry).as_deref() != Some(program) {
                        entry.insert("command", value(program));
                    }
                    // An entry of an older version has none, and its server finds no desktop.
                    if !entry.contains_key(given) {
                        entry.insert(given, value(toml_edit::Array::from_iter(OF_THE_DESKTOP)));
                    }
                }
            }
            Ok(document.to_string())
        }
    }
}

/// The text without the entry.
pub(super) fn without(text: &str, format: Format) -> Result<String, Rule> {
    match format {
        Format::Json { servers, comments, .. } => {
            let root = json(text, comments)?;
            let servers = root.object_value().and_then(|all| all.object_value(servers));
            if let Some(entry) = servers.and_then(|servers| servers.get(NAME)) {
                entry.remove();
            }
            Ok(root.to_string())
        }
        Format::Toml { servers, .. } => {
            let mut document: DocumentMut = text.parse().map_err(|_| NO_TOML)?;
            if let Some(servers) = document.get_mut(servers).and_then(Item::as_table_like_mut) {
                servers.remove(NAME);
            }
            Ok(document.to_string())
        }
    }
}

/// The program of the entry; `None` when there is no entry that names one.
pub(super) fn command(text: &str, format: Format) -> Option<String> {
    match format {
        Format::Json { servers, comments, .. } => {
            let servers = json(text, comments).ok()?.object_value()?.object_value(servers)?;
            json_command(&servers.object_value(NAME)?)
        }
        Format::Toml { servers, .. } => {
            let document: DocumentMut = text.parse().ok()?;
            toml_command(document.get(servers)?.as_table_like()?.get(NAME)?.as_table_like()?)
        }
    }
}

fn json(text: &str, comments: bool) -> Result<CstRootNode, Rule> {
    let options = ParseOptions {
        allow_comments: comments,
        allow_trailing_commas: comments,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    // The parser lets some comments through that it was told not to.
    if !comments && serde_json::from_str::<serde_json::Value>(text).is_err() {
        return Err(NO_JSON);
    }
    CstRootNode::parse(text, &options).map_err(|_| NO_JSON)
}

fn json_entry(program: &str, says_stdio: bool) -> CstInputValue {
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let kind = says_stdio.then(|| ("type".to_owned(), text("stdio")));
    let rest =
        [("command".to_owned(), text(program)), ("args".to_owned(), CstInputValue::Array(vec![text(WORD)]))];
    CstInputValue::Object(kind.into_iter().chain(rest).collect())
}

fn json_command(entry: &CstObject) -> Option<String> {
    entry.get("command")?.value()?.as_string_lit()?.decoded_value().ok()
}

fn toml_entry(program: &str, given: &str) -> Table {
    let mut entry = Table::new();
    entry.insert("command", value(program));
    entry.insert("args", value(toml_edit::Array::from_iter([WORD])));
    entry.insert(given, value(toml_edit::Array::from_iter(OF_THE_DESKTOP)));
    entry
}

fn toml_command(entry: &dyn TableLike) -> Option<String> {
    Some(entry.get("command")?.as_str()?.to_owned())
}

/// What differs, with a few lines around it: one place, since one entry is all that ever changes.
pub(super) fn difference(old: &str, new: &str) -> String {
    const AROUND: usize = 3;
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let shorter = old.len().min(new.len());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let same_end = |(old, new): &(&&str, &&str)| old == new;
    let end = old.iter().rev().zip(new.iter().rev()).take_while(same_end).count().min(shorter - start);
    let part = |lines: &[&str], from: usize, to: usize, mark: char| -> String {
        lines.get(from..to).unwrap_or_default().iter().map(|line| format!("{mark} {line}\n")).collect()
    };
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    part(&new, start.saturating_sub(AROUND), start, ' ')
        + &part(&old, start, old_end, '-')
        + &part(&new, start, new_end, '+')
        + &part(&new, new_end, (new_end + AROUND).min(new.len()), ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Format = Format::Json { servers: "mcpServers", comments: false, says_stdio: true };
    const LOOSE: Format = Format::Json { servers: "servers", comments: true, says_stdio: true };
    const TOML: Format = Format::Toml { servers: "mcp_servers", given: "env_vars" };

    fn round(text: &str, format: Format) -> String {
        let new = with(text, format, "/opt/surehand").expect("readable");
        assert_eq!(command(&new, format).as_deref(), Some("/opt/surehand"), "{new}");
        assert_eq!(with(&new, format, "/opt/surehand").as_deref(), Ok(new.as_str()), "again changes nothing");
        let moved = with(&new, format, "/usr/bin/surehand").expect("readable");
        assert_eq!(moved, new.replace("/opt/surehand", "/usr/bin/surehand"));
        new
    }

    #[test]
    fn everything_around_the_entry_stays() {
        let text = "{\n    // mine\n    \"inputs\": [],\n    \"servers\": {\n        \"other\": {\"command\": \"x\"}, // stays\n    },\n}\n";
        let new = round(text, LOOSE);
        assert!(
            new.contains("// mine") && new.contains("// stays") && new.contains("\"inputs\": []"),
            "{new}"
        );
        assert!(new.contains("\n        \"surehand\": {"), "indented as its neighbours: {new}");
        let gone = without(&new, LOOSE).expect("readable");
        assert!(gone.contains("// stays") && !gone.contains("surehand"), "{gone}");

        let text = "{\"numStartups\":3,\"mcpServers\":{},\"projects\":{\"/p\":{\"mcpServers\":{}}}}";
        let value: serde_json::Value = serde_json::from_str(&round(text, STRICT)).expect("strict JSON");
        let entry = serde_json::json!({"type": "stdio", "command": "/opt/surehand", "args": ["mcp"]});
        assert_eq!((&value["mcpServers"]["surehand"], &value["numStartups"]), (&entry, &3.into()));
        assert_eq!(value["projects"]["/p"]["mcpServers"], serde_json::json!({}));
    }

    #[test]
    fn toml_keeps_its_comments_and_order() {
        let text =
            "model = \"o\" # fast\n\n[mcp_servers.other]\ncommand = \"x\"\n\n[tui]\ntheme = \"dark\"\n";
        let new = round(text, TOML);
        assert!(new.starts_with("model = \"o\" # fast\n"), "{new}");
        let entry = "[mcp_servers.surehand]\ncommand = \"/opt/surehand\"\nargs = [\"mcp\"]\nenv_vars = [\"DISPLAY\", ";
        assert!(new.contains(entry), "{new}");
        assert_eq!(without(&new, TOML).as_deref(), Ok(text));
        assert!(round("", TOML).starts_with(entry));
    }

    #[test]
    fn what_a_user_added_to_the_entry_stays() {
        let text = r#"{"mcpServers": {"surehand": {"command": "/old", "args": ["mcp", "--yes"], "env": {"A": "b"}}}}"#;
        assert_eq!(with(text, STRICT, "/new"), Ok(text.replace("/old", "/new")));
        let text = "[mcp_servers.surehand]\nargs = [\"mcp\", \"--yes\"]\ncommand = \"/old\" # here\n";
        let new = with(text, TOML, "/new").expect("readable");
        assert!(new.contains("--yes") && new.contains("/new") && new.contains("env_vars"), "{new}");
        let own = "[mcp_servers.surehand]\ncommand = \"/new\"\nenv_vars = []\n";
        assert_eq!(with(own, TOML, "/new").as_deref(), Ok(own));
    }

    #[test]
    fn what_the_client_would_not_read_is_refused() {
        for text in ["[1]", "\"x\"", "{\"mcpServers\": []}"] {
            assert_eq!(with(text, STRICT, "/s"), Err(ODD_SERVERS), "{text}");
        }
        for text in ["{", "{// no\n}", "{\"a\": 1,}", "{'a': 1}"] {
            assert_eq!(with(text, STRICT, "/s"), Err(NO_JSON), "{text}");
        }
        assert_eq!(with("{\"mcpServers\": {\"surehand\": 1}}", STRICT, "/s"), Err(ODD_ENTRY));
        assert_eq!(with("a = ", TOML, "/s"), Err(NO_TOML));
        assert_eq!(with("mcp_servers = 1", TOML, "/s"), Err(ODD_SERVERS));
    }

    #[test]
    fn a_difference_shows_one_place_with_its_surroundings() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\n5\nx\ny\n7\n8\n9\n";
        assert_eq!(difference(old, new), "  3\n  4\n  5\n- 6\n+ x\n+ y\n  7\n  8\n  9\n");
        assert_eq!(difference("", "a\n"), "+ a\n");
        assert_eq!(difference("a\na\n", "a\n"), "  a\n- a\n");
        assert_eq!(difference("a\n", "a\n"), "  a\n");
    }
}
