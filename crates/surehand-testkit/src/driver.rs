//! The real cua-driver for live tests: the program that `./x setup` installs from PyPI.
//!
//! The program itself is taken and not the script beside it, so that its process is the one a test stops or ends. It is
//! only ever started by surehand, which switches its telemetry off, and in the home of a test's own desktop.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The program, for a live test: `None`, and a line that says why, where it is not installed. `SUREHAND_TEST_DRIVER` names
/// another one, to try a version.
///
/// # Panics
/// Instead of skipping when the environment variable `CI` is set.
#[must_use]
pub fn for_test(test: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.surehand");
    let named = std::env::var_os("SUREHAND_TEST_DRIVER").map(PathBuf::from);
    let found = named.or_else(|| ["venv", "rival"].iter().find_map(|part| program(&root.join(part))));
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

/// A program that is the real driver with something between that ends or stops it at a named point; see
/// `fixtures/driver_tap.py`.
#[derive(Debug)]
pub struct Tap {
    /// The program.
    pub program: PathBuf,
    plan: PathBuf,
}

impl Tap {
    /// Puts the program into a folder.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn before(driver: &Path, folder: &Path) -> io::Result<Self> {
        let tap = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/driver_tap.py");
        let (program, plan) = (folder.join("tapped-driver"), folder.join("tap-plan"));
        let words = format!(
            "#!/bin/sh\nexec python3 -B '{tap}' '{}' '{}' \"$@\"\n",
            driver.display(),
            plan.display()
        );
        fs::write(&program, words)?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700))?;
        Ok(Self { program, plan })
    }

    /// What is to happen next; `plan` is JSON.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn plan(&self, plan: &str) -> io::Result<()> {
        let unfinished = self.plan.with_extension("new");
        fs::write(&unfinished, plan)?;
        fs::rename(unfinished, &self.plan)
    }

    /// Whether what was planned has happened.
    #[must_use]
    pub fn is_met(&self) -> bool {
        !self.plan.exists()
    }
}

/// The program inside of a Python environment.
fn program(environment: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(environment.join("lib")).ok()?.flatten();
    let program = |version: fs::DirEntry| version.path().join("site-packages/cua_driver/bin/cua-driver");
    let found = versions.map(program).find(|program| program.is_file())?;
    found.canonicalize().ok()
}
