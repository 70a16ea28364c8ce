//! The pages that say where something is tested: every link leads to a file, every named test is in it, and every word
//! of the app that lies is on the page.

use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 2] = ["trust.md", "complaints.md"];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The links of a page: what is shown, and where it leads.
fn links(page: &str) -> Vec<(&str, &str)> {
    let starts = page.match_indices("](").map(|(at, _)| at);
    let link = |at: usize| {
        let shown = page[..at].rsplit_once('[')?.1;
        Some((shown, page[at + 2..].split_once(')')?.0))
    };
    starts.filter_map(link).collect()
}

/// What is wrong with a link of a page in docs/.
fn complaint(shown: &str, leads: &str) -> Option<String> {
    let (file, place) = leads.split_once('#').unwrap_or((leads, ""));
    if file.is_empty() && !place.is_empty() {
        return None;
    }
    let Ok(text) = fs::read_to_string(docs().join(file)) else {
        return Some(format!("{leads}: there is no such file"));
    };
    let name = shown.strip_prefix('`')?.strip_suffix('`')?;
    (!text.contains(&format!("fn {name}("))).then(|| format!("{file} has no {name}"))
}

#[test]
fn every_link_leads_to_what_it_names() {
    for page in PAGES {
        let text = fs::read_to_string(docs().join(page)).unwrap();
        let links = links(&text);
        assert!(links.len() > 20, "{page}: {} links", links.len());
        let complaints: Vec<String> =
            links.iter().filter_map(|(shown, leads)| complaint(shown, leads)).collect();
        assert_eq!(complaints, Vec::<String>::new(), "{page}");
    }
}

#[test]
fn every_lie_is_on_the_page() {
    let app = fs::read_to_string(docs().join("../fixtures/apps/lying.py")).unwrap();
    let page = fs::read_to_string(docs().join("trust.md")).unwrap();
    let lies = fs::read_to_string(docs().join("../bench/src/trust/lies.rs")).unwrap();
    let words = lies.lines().filter_map(|line| {
        let line = line.trim_start();
        ["always(\"", "once(\"", "between(\"", "\""]
            .iter()
            .find_map(|begin| line.strip_prefix(begin)?.split_once("\",").map(|(word, _)| word))
    });
    let told: Vec<&str> = words.filter(|word| app.contains(&format!("\"{word}\""))).collect();
    assert!(told.len() > 25, "{told:?}");
    for word in told {
        assert!(page.contains(&format!("`{word}`")), "{word} is not on docs/trust.md");
    }
}

#[test]
fn a_wrong_link_is_noticed() {
    assert!(complaint("code", "../Cargo.toml").is_none());
    assert!(complaint("below", "#apps-that-lie").is_none());
    assert!(complaint("code", "../nowhere.rs").is_some());
    assert!(complaint("`no_such_test`", "../crates/surehand-cli/tests/links.rs").is_some());
    assert!(complaint("`a_wrong_link_is_noticed`", "../crates/surehand-cli/tests/links.rs").is_none());
    assert_eq!(links("see [a](b.md) and [`c`](d.rs)."), [("a", "b.md"), ("`c`", "d.rs")]);
}
