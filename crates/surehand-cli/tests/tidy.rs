//! Rules of the repository that no compiler checks: which crate may use which, how long files are, what they begin
//! with, and what they must not contain.
//!
//! Each rule is a function over strings that answers complaints; below, each is shown to complain about made-up input.
//! Exemptions are rows of the tables with a reason, and a row that is no longer needed is a complaint too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Which workspace crates each may depend on outside tests. Nothing that ships uses the testkit.
const LAYERS: &[(&str, &[&str])] = &[
    ("surehand-core", &[]),
    ("surehand-picker", &["surehand-core"]),
    ("surehand-decide", &["surehand-core"]),
    ("surehand-memory", &["surehand-core"]),
    ("surehand-eval", &["surehand-core", "surehand-picker"]),
    ("surehand-atspi", &["surehand-core"]),
    ("surehand-cua", &["surehand-core"]),
    (
        "surehand",
        &[
            "surehand-core",
            "surehand-picker",
            "surehand-decide",
            "surehand-memory",
            "surehand-atspi",
            "surehand-cua",
            "surehand-eval",
        ],
    ),
    ("surehand-cli", &["surehand"]),
    ("surehand-testkit", &["surehand-core"]),
    ("surehand-bench", &["surehand-core", "surehand-memory", "surehand-atspi", "surehand-testkit"]),
];

/// Everything that core may have below it: nothing with an operating system, network, async runtime or serialisation.
const BELOW_CORE: &[(&str, &str)] = &[
    ("sha2", "revisions of snapshots"),
    ("block-buffer", "of sha2"),
    ("cfg-if", "of sha2"),
    ("cpufeatures", "of sha2"),
    ("crypto-common", "of sha2"),
    ("digest", "of sha2"),
    ("const-oid", "of sha2"),
    ("hybrid-array", "of sha2"),
    ("libc", "of cpufeatures, on ARM only, to ask which instructions there are"),
    ("typenum", "of sha2"),
    ("tinyvec", "of unicode-normalization"),
    ("unicode-normalization", "full-width and composed letters of labels; tables only"),
    ("unicode-segmentation", "words and visible characters of labels; tables only"),
];

/// Files that may read real time or let it pass.
const REAL_TIME: &[(&str, &str)] = &[
    ("crates/surehand-core/src/clock.rs", "the clock of the machine"),
    ("crates/surehand/src/journal.rs", "people ask at what time of day something was done"),
    ("crates/surehand-testkit/src/waiting.rs", "live tests run in real time"),
];

/// The most lines of a source file before its tests.
const LONGEST_FILE: usize = 800;

/// Files that may be longer, each with the reason.
const LONG_FILES: &[(&str, &str)] = &[];

#[test]
fn crates_depend_downwards_only() {
    let found = workspace_edges(&metadata());
    assert_none(&edge_complaints(LAYERS, &found));
}

#[test]
fn core_stands_on_nothing_of_a_platform() {
    let direct = external_dependencies(&metadata(), "surehand-core");
    let lock = read(&root().join("Cargo.lock"));
    let allowed: BTreeSet<&str> = BELOW_CORE.iter().map(|(name, _)| *name).collect();
    let below = closure(&lock, "surehand-core", &direct);
    assert_none(&tree_complaints(&allowed, &below));
}

#[test]
fn sources_keep_the_rules() {
    let mut complaints = Vec::new();
    for (path, text) in sources() {
        complaints.extend(allow_complaints(&path, &text));
        complaints.extend(unsafe_complaints(&path, &text));
        complaints.extend(module_doc_complaints(&path, &text));
        if !is_test_file(&path) {
            complaints.extend(length_complaints(&path, &text, is_exempt(LONG_FILES, &path)));
        }
        complaints.extend(real_time_complaints(&path, &text, is_exempt(REAL_TIME, &path)));
    }
    assert_none(&complaints);
}

#[test]
fn nothing_points_outside_the_repository() {
    let complaints: Vec<String> =
        files().iter().flat_map(|(path, text)| outside_complaints(path, text)).collect();
    assert_none(&complaints);
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let manifests =
        files().into_iter().filter(|(path, _)| path.starts_with("crates/") || path == "bench/Cargo.toml");
    let manifests = manifests.filter(|(path, _)| path.ends_with("/Cargo.toml"));
    let complaints: Vec<String> = manifests.flat_map(|(path, text)| lint_complaints(&path, &text)).collect();
    assert_none(&complaints);
    assert!(read(&root().join("Cargo.toml")).contains("unsafe_code = \"forbid\""));
}

// The rules.

fn edge_complaints(layers: &[(&str, &[&str])], found: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, uses) in found {
        let Some((_, may_use)) = layers.iter().find(|(layer, _)| layer == name) else {
            complaints.push(format!("{name} is missing from LAYERS"));
            continue;
        };
        let wrong = uses.iter().filter(|used| !may_use.contains(&used.as_str()));
        complaints.extend(wrong.map(|used| format!("{name} must not depend on {used}")));
    }
    let stale = layers.iter().filter(|(layer, _)| !found.contains_key(*layer));
    complaints.extend(stale.map(|(layer, _)| format!("LAYERS names {layer}, which does not exist")));
    complaints
}

fn tree_complaints(allowed: &BTreeSet<&str>, below: &BTreeSet<String>) -> Vec<String> {
    let foreign = below.iter().filter(|name| !allowed.contains(name.as_str()));
    let stale = allowed.iter().filter(|name| !below.contains(**name));
    foreign
        .map(|name| format!("surehand-core has {name} below it"))
        .chain(stale.map(|name| format!("BELOW_CORE names {name}, which core does not use")))
        .collect()
}

fn length_complaints(path: &str, text: &str, exempt: bool) -> Vec<String> {
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
    match (lines > LONGEST_FILE, exempt) {
        (true, false) => vec![format!("{path}: {lines} lines before its tests, {LONGEST_FILE} are allowed")],
        (false, true) => vec![format!("{path}: is short enough without its row in LONG_FILES")],
        _ => Vec::new(),
    }
}

fn allow_complaints(path: &str, text: &str) -> Vec<String> {
    // In two parts each, so that this file does not break its own rule.
    let plain = [concat!("#", "[allow("), concat!("#!", "[allow(")];
    let conditional = |line: &str| line.contains("cfg_attr(") && line.contains(concat!("allow", "("));
    lines_with(text, |line| plain.iter().any(|needle| line.contains(needle)) || conditional(line))
        .map(|line| format!("{path}:{line}: expect, with a reason, instead of allow"))
        .collect()
}

fn unsafe_complaints(path: &str, text: &str) -> Vec<String> {
    let word = concat!("un", "safe");
    let used = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        [" {", " fn", " impl", " trait", " extern", "("]
            .iter()
            .any(|next| code.contains(&format!("{word}{next}")))
    };
    lines_with(text, used).map(|line| format!("{path}:{line}: there is no {word} code here")).collect()
}

fn module_doc_complaints(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//!")).count();
    let least = if is_test_file(path) { 1 } else { 2 };
    if (least..=15).contains(&lines) {
        return Vec::new();
    }
    vec![format!("{path}: begins with {lines} lines of `//!`, not with {least} to 15")]
}

fn real_time_complaints(path: &str, text: &str, exempt: bool) -> Vec<String> {
    let needles = [
        concat!("thread::", "sleep"),
        concat!("time::", "sleep"),
        concat!("Instant::", "now"),
        concat!("SystemTime::", "now"),
    ];
    let found = lines_with(text, |line| needles.iter().any(|needle| line.contains(needle)));
    let complaints: Vec<String> =
        found.map(|line| format!("{path}:{line}: time comes from the Clock")).collect();
    match (complaints.is_empty(), exempt) {
        (true, true) => vec![format!("{path}: does not need its row in REAL_TIME")],
        (false, true) => Vec::new(),
        (_, false) => complaints,
    }
}

fn outside_complaints(path: &str, text: &str) -> Vec<String> {
    let needles = [concat!("../", "shared"), concat!("/wo", "rk/")];
    lines_with(text, |line| needles.iter().any(|needle| line.contains(needle)))
        .map(|line| format!("{path}:{line}: points outside the repository"))
        .collect()
}

fn lint_complaints(path: &str, manifest: &str) -> Vec<String> {
    if manifest.contains("[lints]\nworkspace = true") {
        return Vec::new();
    }
    vec![format!("{path}: does not take the lints of the workspace")]
}

// What they are applied to.

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Every text file of the repository with its path from the root, in order.
fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&root(), "", &mut found);
    found.sort();
    assert!(found.len() > 30, "the repository was found");
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<(String, String)>) {
    // Corpus and artifacts are what fuzzing found on this machine; they are not kept.
    const SKIPPED: &[&str] =
        &[".git", ".surehand", "target", "__pycache__", "corpus", "artifacts", "node_modules"];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), &format!("{path}/"), found);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            found.push((path, text));
        }
    }
}

fn sources() -> Vec<(String, String)> {
    files().into_iter().filter(|(path, _)| path.ends_with(".rs")).collect()
}

fn is_test_file(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn is_exempt(table: &[(&str, &str)], path: &str) -> bool {
    table.iter().any(|(exempt, _)| *exempt == path)
}

/// The numbers of the lines for which `bad` holds, counted from 1.
fn lines_with(text: &str, bad: impl Fn(&str) -> bool) -> impl Iterator<Item = usize> {
    text.lines().enumerate().filter(move |(_, line)| bad(line)).map(|(number, _)| number + 1)
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    serde_json::from_slice(&output).unwrap_or_default()
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// The names of what a package depends on outside tests.
fn dependencies(package: &Value) -> impl Iterator<Item = &str> {
    let all = package["dependencies"].as_array().into_iter().flatten();
    all.filter(|dependency| dependency["kind"] != "dev").filter_map(|dependency| dependency["name"].as_str())
}

/// The edges between crates of the workspace outside tests.
fn workspace_edges(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let name = |package: &Value| package["name"].as_str().unwrap_or_default().to_owned();
    let members: BTreeSet<String> = packages(metadata).map(name).collect();
    assert!(!members.is_empty(), "cargo metadata answers");
    let inside = |package| dependencies(package).filter(|used| members.contains(*used)).map(str::to_owned);
    packages(metadata).map(|package| (name(package), inside(package).collect())).collect()
}

fn external_dependencies(metadata: &Value, member: &str) -> BTreeSet<String> {
    let package = packages(metadata).find(|package| package["name"] == member);
    package.into_iter().flat_map(dependencies).map(str::to_owned).collect()
}

/// A package in the lock file. Its uses are listed as "name", or as "name version" where there are several.
struct Locked<'a> {
    name: &'a str,
    version: &'a str,
    uses: Vec<&'a str>,
}

impl<'a> Locked<'a> {
    fn parse(entry: &'a str) -> Self {
        let field = |name| entry.lines().find_map(|line| line.strip_prefix(name)?.strip_suffix('"'));
        let uses = entry.lines().filter_map(|line| line.strip_prefix(" \"")?.strip_suffix("\","));
        Self {
            name: field("name = \"").unwrap_or_default(),
            version: field("version = \"").unwrap_or_default(),
            uses: uses.collect(),
        }
    }

    fn is_meant_by(&self, used: &str) -> bool {
        let (name, version) = used.split_once(' ').unwrap_or((used, self.version));
        self.name == name && self.version == version
    }
}

/// The names of everything below `member` by the lock file, on every platform, beginning with its `direct` ones.
fn closure(lock: &str, member: &str, direct: &BTreeSet<String>) -> BTreeSet<String> {
    let packages: Vec<Locked<'_>> = lock.split("[[package]]").skip(1).map(Locked::parse).collect();
    let top = packages.iter().filter(|package| package.name == member).flat_map(|package| &package.uses);
    let mut open: Vec<&str> = top
        .copied()
        .filter(|used| used.split(' ').next().is_some_and(|name| direct.contains(name)))
        .collect();
    let mut seen = BTreeSet::new();
    let mut below = BTreeSet::new();
    while let Some(used) = open.pop() {
        for package in packages.iter().filter(|package| package.is_meant_by(used)) {
            if seen.insert((package.name, package.version)) {
                below.insert(package.name.to_owned());
                open.extend(&package.uses);
            }
        }
    }
    below
}

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

// Each rule complains.

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn a_wrong_edge_and_an_unlisted_crate_are_noticed() {
    let layers: &[(&str, &[&str])] = &[("core", &[]), ("cli", &["core"]), ("old", &[])];
    let found = BTreeMap::from([
        ("core".to_owned(), names(&["cli"])),
        ("cli".to_owned(), names(&["core"])),
        ("new".to_owned(), names(&[])),
    ]);
    let mut complaints = edge_complaints(layers, &found);
    complaints.sort();
    assert_eq!(
        complaints,
        [
            "LAYERS names old, which does not exist",
            "core must not depend on cli",
            "new is missing from LAYERS"
        ]
    );
    let metadata = serde_json::json!({"packages": [
        {"name": "a", "dependencies": [
            {"name": "b", "kind": null}, {"name": "c", "kind": "dev"}, {"name": "serde", "kind": null}]},
        {"name": "b", "dependencies": []},
        {"name": "c", "dependencies": [{"name": "a", "kind": "build"}]},
    ]});
    let edges = workspace_edges(&metadata);
    assert_eq!((&edges["a"], &edges["c"]), (&names(&["b"]), &names(&["a"])));
}

#[test]
fn a_foreign_crate_below_core_is_noticed() {
    let entry = |name: &str, version: &str, uses: &[&str]| {
        let uses: String = uses.iter().map(|used| format!(" \"{used}\",\n")).collect();
        format!("\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\ndependencies = [\n{uses}]\n")
    };
    let lock = [
        entry("core", "0.0.0", &["proptest", "sha2 0.10.0"]),
        entry("sha2", "0.10.0", &["digest"]),
        entry("sha2", "0.11.0", &["other"]),
        entry("digest", "1.0.0", &["tokio"]),
        entry("tokio", "1.0.0", &[]),
    ];
    let below = closure(&lock.concat(), "core", &names(&["sha2"]));
    assert_eq!(below, names(&["digest", "sha2", "tokio"]));
    let complaints = tree_complaints(&BTreeSet::from(["digest", "sha2", "old"]), &below);
    assert_eq!(
        complaints,
        ["surehand-core has tokio below it", "BELOW_CORE names old, which core does not use"]
    );
}

#[test]
fn a_long_file_is_noticed_and_its_tests_do_not_count() {
    let long = "x\n".repeat(LONGEST_FILE + 1);
    assert_eq!(length_complaints("a.rs", &long, false).len(), 1);
    assert!(length_complaints("a.rs", &long, true).is_empty());
    let tests = format!("x\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
    assert!(length_complaints("a.rs", &tests, false).is_empty());
    assert_eq!(length_complaints("a.rs", &tests, true).len(), 1, "a row nobody needs");
}

#[test]
fn every_form_of_allow_is_noticed() {
    let forms = [
        concat!("#!", "[allow(dead_code)]"),
        concat!("    #", "[allow(dead_code)]"),
        concat!("#[cfg_", "attr(test, allow", "(dead_code))]"),
    ];
    for form in forms {
        assert_eq!(allow_complaints("a.rs", &format!("//! x\n{form}\n")).len(), 1, "{form}");
    }
    assert!(allow_complaints("a.rs", "#[expect(dead_code, reason = \"x\")]\nfn allow() {}").is_empty());
}

#[test]
fn every_form_of_unsafe_is_noticed() {
    for form in ["U { x() }", "U fn x() {}", "U impl Send for X {}", "#[U(no_mangle)]"] {
        assert_eq!(unsafe_complaints("a.rs", &form.replace('U', concat!("un", "safe"))).len(), 1, "{form}");
    }
    assert!(unsafe_complaints("a.rs", concat!("let safe = 1; // no un", "safe { in comments }")).is_empty());
}

#[test]
fn missing_short_and_long_module_docs_are_noticed() {
    for (lines, complaints) in [(0, 1), (1, 1), (2, 0), (15, 0), (16, 1)] {
        let text = format!("{}use x;\n", "//! x\n".repeat(lines));
        assert_eq!(module_doc_complaints("crates/a/src/b.rs", &text).len(), complaints, "{lines} lines");
    }
    assert!(module_doc_complaints("crates/a/tests/b.rs", "//! x\n").is_empty());
}

#[test]
fn real_time_outside_the_listed_files_is_noticed() {
    let calls = [
        concat!("std::thread::", "sleep(x)"),
        concat!("tokio::time::", "sleep(x)"),
        concat!("Instant::", "now()"),
        concat!("SystemTime::", "now()"),
    ];
    for call in calls {
        assert_eq!(real_time_complaints("a.rs", call, false).len(), 1, "{call}");
        assert!(real_time_complaints("a.rs", call, true).is_empty());
    }
    assert_eq!(real_time_complaints("a.rs", "clock.now()", true).len(), 1, "a row nobody needs");
}

#[test]
fn paths_outside_the_repository_are_noticed() {
    for path in [concat!("see ../", "shared/x.md"), concat!("cd /wo", "rk/main")] {
        assert_eq!(outside_complaints("README.md", path).len(), 1, "{path}");
    }
    assert!(outside_complaints("README.md", "work/ and ../other").is_empty());
}

#[test]
fn a_crate_with_lints_of_its_own_is_noticed() {
    assert_eq!(lint_complaints("crates/a/Cargo.toml", "[package]\n").len(), 1);
    assert!(lint_complaints("crates/a/Cargo.toml", "[lints]\nworkspace = true\n").is_empty());
}
