//! The real cua-driver for live tests: the program that `./x setup` installs from PyPI.
//!
//! The program itself is taken and not the script beside it, so that its process is the one a test stops or ends. It is
//! only ever started by surehand, which switches its telemetry off, and in the home of a test's own desktop.

use std::fs;
use std::path::{Path, PathBuf};

/// The program, for a live test: `None`, and a line that says why, where it is not installed.
///
/// # Panics
/// Instead of skipping when the environment variable `CI` is set.
#[must_use]
pub fn for_test(test: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.surehand");
    let found = ["venv", "rival"].iter().find_map(|environment| program(&root.join(environment)));
    if found.is_none() {
        let why = "cua-driver is not installed; ./x setup does it";
        assert!(std::env::var_os("CI").is_none(), "{test} cannot run: {why}");
        #[expect(clippy::print_stderr, reason = "a skipped test must say so")]
        {
            eprintln!("skipped {test}: {why}");
        }
    }
    found
}

/// The program inside of a Python environment.
fn program(environment: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(environment.join("lib")).ok()?.flatten();
    let program = |version: fs::DirEntry| version.path().join("site-packages/cua_driver/bin/cua-driver");
    let found = versions.map(program).find(|program| program.is_file())?;
    found.canonicalize().ok()
}
