//! Any text as permissions.toml: read or refused, never a panic, and never more than it says.
//!
//! What holds for every file: a terminal is open only to a row that calls it by a guarded name, an app that no row names
//! is asked about, and `surehand allow` and `deny` change one row and nothing else.

#![no_main]

use libfuzzer_sys::fuzz_target;
use surehand::config::Config;
use surehand::core::window::App;
use surehand::permissions::{Access, Rules, Why, edit};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(invalid) = Config::parse(text) {
        assert!(invalid.path.starts_with("config.toml"), "{invalid}");
    }
    let rules = match Rules::parse(text) {
        Ok(rules) => rules,
        Err(invalid) => {
            assert!(invalid.path.starts_with("permissions.toml"), "{invalid}");
            assert!(edit::with_access(text, "Notes", Access::Full).is_err(), "a wrong file is not changed");
            return;
        }
    };
    let terminal = app("Notes", &["xterm"]);
    let says_so =
        rules.rows.iter().any(|row| row.names.iter().any(|name| name.to_lowercase().contains("xterm")));
    assert!(
        says_so || rules.standing(&terminal).access == Access::Deny,
        "a terminal that calls itself Notes"
    );
    let unknown = app("An app that no row names 4711", &[]);
    let standing = rules.standing(&unknown);
    let named = rules.rows.iter().any(|row| row.names.iter().any(|name| unknown.answers_to(name)));
    assert!(named || (standing.access, standing.why) == (Access::Ask, Why::Default));
    for access in [Access::Full, Access::Read, Access::Ask, Access::Deny] {
        let Ok(new) = edit::with_access(text, "Notes", access) else { continue };
        let after = Rules::parse(&new).expect("what was written can be read");
        assert_eq!(after.rows.first().map(|row| row.access), Some(access));
        let rest = |rules: &Rules| Rules { rows: Vec::new(), ..rules.clone() };
        assert_eq!(rest(&after), rest(&rules), "everything else stays");
        let kept = rules
            .rows
            .iter()
            .filter(|row| row.names.len() != 1 || !row.names[0].trim().eq_ignore_ascii_case("notes"));
        assert!(kept.count() < after.rows.len(), "no row of another app is lost");
    }
});

fn app(name: &str, aliases: &[&str]) -> App {
    App { name: name.to_owned(), aliases: aliases.iter().map(ToString::to_string).collect(), pid: 4711 }
}
