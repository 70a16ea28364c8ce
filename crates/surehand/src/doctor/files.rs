//! The checks of files and settings: who may read keys, whether settings can be read, the program on `PATH`, what a
//! chosen decider needs.
//!
//! Files are looked at and never opened further than their own parser does; a key is never said.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use surehand_core::clock::{Clock, SystemClock};
use surehand_core::error::Invalid;
use surehand_decide::environment;
use surehand_picker::{JointDecider, WordsDecider};

use super::record::{Change, mode};
use super::{Check, Surroundings};
use crate::config::{self, Config};
use crate::embedded::{self, Absence, Choice};
use crate::files::{self, Keep};
use crate::permissions::rules::{self, Rules};
use crate::variables::{FILE_NAMES, Variables};

/// Files whose writer decides what is allowed.
const DECIDING: [&str; 2] = [rules::FILE_NAME, config::FILE_NAME];
pub(super) fn checks(around: &Surroundings<'_>) -> Vec<Check> {
    let mut checks = Vec::new();
    if let Some(directory) = around.configuration() {
        checks.push(modes(&directory));
        checks.push(settings(&directory));
    } else {
        checks.push(Check::wrong(
            "settings",
            "no home is known, so no permissions can be read and every app is asked about",
            "set HOME",
        ));
    }
    checks.extend([decider(around), path(around), driver(around), left_out(), model_file(around)]);
    checks
}

fn modes(directory: &Path) -> Check {
    let wanted = std::iter::once((directory.to_owned(), 0o022))
        .chain(DECIDING.map(|name| (directory.join(name), 0o022)))
        .chain(FILE_NAMES.map(|name| (directory.join(name), 0o077)));
    let wrong: Vec<Change> = wanted
        .filter_map(|(path, forbidden)| {
            let before = mode(&path)?;
            let after = before & !forbidden;
            (after != before).then_some(Change::Mode { path, before, after })
        })
        .collect();
    if wrong.is_empty() {
        return Check::ok("file_modes", "nobody else can change the settings or read the keys");
    }
    let named: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    Check::wrong(
        "file_modes",
        "others may change the settings or read the keys, so surehand refuses those files",
        named.join("; "),
    )
    .mended_by(wrong)
}

fn settings(directory: &Path) -> Check {
    let permissions = directory.join(rules::FILE_NAME);
    let read = files::read(&permissions, Keep::Unwritable)
        .and_then(|text| text.as_deref().map(Rules::parse).transpose())
        .and_then(|rules| Config::read(directory).map(|_| rules.is_some()));
    match read {
        Ok(true) => Check::ok("settings", "permissions.toml and config.toml can be read"),
        Ok(false) => Check::note(
            "settings",
            "there is no permissions.toml: each app is asked about once a session, where the client can ask",
            "`surehand allow APP` lets an app be operated without asking",
        ),
        Err(invalid) => {
            Check::wrong("settings", invalid.to_string(), "mend the file; until then surehand does not start")
        }
    }
}

/// Asks what makes deciders, and throws the decider away: nothing is sent by making one.
fn decider(around: &Surroundings<'_>) -> Check {
    let wrong = |invalid: &Invalid| {
        Check::wrong("decider", invalid.to_string(), "mend it; until then surehand does not start")
    };
    let filed = match around.configuration().map(|directory| Variables::read_from(&directory)).transpose() {
        Ok(filed) => filed.unwrap_or_default(),
        Err(invalid) => return wrong(&invalid),
    };
    let variable = |name: &str| (around.variable)(name).or_else(|| filed.in_files(name));
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let found =
        Choice::of(&variable).and_then(|_| environment::decider(&variable, Arc::new(WordsDecider), &clock));
    match found {
        Ok(decider) => Check::ok("decider", format!("{} picks, with all that it needs", decider.name())),
        Err(invalid) => wrong(&invalid),
    }
}

/// What this version does without, so that nobody looks for it.
fn left_out() -> Check {
    Check::note(
        "text_in_pictures",
        "no text is read from pictures (OCR): what an app draws itself, such as a canvas, is not seen",
        "have `screenshot` show it to the agent's model",
    )
}

/// Reads the model file to its end, as the decider does.
fn model_file(around: &Surroundings<'_>) -> Check {
    const NAME: &str = "model_file";
    let filed = around.configuration().and_then(|directory| Variables::read_from(&directory).ok());
    let filed = filed.unwrap_or_default();
    let variable = |name: &str| (around.variable)(name).or_else(|| filed.in_files(name));
    let path = match Choice::of(&variable) {
        Ok(Choice::Off) => return Check::ok(NAME, "the embedded decider needs none: it picks by words"),
        Ok(Choice::File(path)) => path,
        Ok(Choice::Nowhere) => {
            let fix = "put it where `surehand` looks for it, or set SUREHAND_ENCODER=off";
            return Check::wrong(NAME, "there is none, so the embedded decider picks by words alone", fix);
        }
        // The check of the decider says what is wrong with the variable.
        Err(invalid) => return Check::wrong(NAME, invalid.to_string(), "mend the variable"),
    };
    match embedded::read(&path)
        .and_then(|encoder| JointDecider::new(encoder.into()).map_err(Absence::Damaged))
    {
        Ok(joint) => Check::ok(NAME, format!("{} picks by words and meaning", joint.encoder().name())),
        Err(absence) => {
            let told = format!("{}: {absence}; the embedded decider picks by words alone", path.display());
            Check::wrong(NAME, told, "fetch the file anew, or set SUREHAND_ENCODER=off")
        }
    }
}

fn path(around: &Surroundings<'_>) -> Check {
    let real = |path: &PathBuf| path.canonicalize().ok();
    let folders = (around.variable)("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&folders).map(|folder| folder.join("surehand")).find(|path| path.is_file());
    match (&found, &around.program) {
        (Some(found), Some(program)) if real(found) == real(program) => {
            Check::ok("path", format!("`surehand` is {}", found.display()))
        }
        (Some(found), _) => Check::note(
            "path",
            format!("`surehand` on PATH is another one: {}", found.display()),
            "`surehand install` writes the path of the one that runs it",
        ),
        (None, _) => Check::note(
            "path",
            "`surehand` is not on PATH; MCP clients do not need it there",
            "link the program into a folder of PATH, such as ~/.local/bin",
        ),
    }
}

/// Only whether it is there and says who it is: it is not started as a server, and its telemetry is off.
fn driver(around: &Surroundings<'_>) -> Check {
    const NAME: &str = "cua_driver";
    let named = around.text(surehand_cua::PROGRAM);
    let Some(program) = surehand_cua::find(around.variable) else {
        return match named {
            Some(_) => Check::wrong(
                NAME,
                "CUA_DRIVER_BIN names no program, and another one is not used in its place",
                "correct CUA_DRIVER_BIN or unset it",
            ),
            None => Check::note(
                NAME,
                "there is no cua-driver; surehand does not need it where it reads the desktop itself",
                "set CUA_DRIVER_BIN to use one, with `--desktop cua`",
            ),
        };
    };
    let tried = surehand_cua::TRIED.join(", ");
    match surehand_cua::version(&program, around.variable) {
        Some(version) if surehand_cua::TRIED.contains(&version.as_str()) => Check::ok(
            NAME,
            format!("cua-driver {version} is there, for `--desktop cua`; its telemetry is off then"),
        ),
        Some(version) => Check::note(
            NAME,
            format!("cua-driver {version} is there; `--desktop cua` was tried with {tried}"),
            "what it lacks is refused by name; a version that was tried is safer",
        ),
        None => Check::wrong(
            NAME,
            "cua-driver is there and does not say its version",
            "install it anew, or set CUA_DRIVER_BIN to one that runs",
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::super::{Standing, mend, undo};
    use super::*;

    fn home(name: &str) -> PathBuf {
        let home = std::env::temp_dir().join(format!("surehand-doctor-test-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&home));
        files::make_directory(&home.join(".config/surehand")).expect("temp dir");
        home
    }

    fn look<T>(home: &Path, more: &[(&str, &str)], with: impl FnOnce(&Surroundings<'_>) -> T) -> T {
        let variable = |name: &str| -> Option<OsString> {
            let other = more.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
            if name == "HOME" { Some(home.into()) } else { other }
        };
        with(&Surroundings { variable: &variable, program: None })
    }

    fn standing(checks: &[Check], name: &str) -> Standing {
        checks.iter().find(|check| check.check == name).expect("the check").standing
    }

    #[test]
    fn modes_are_mended_and_put_back_unless_somebody_else_has_changed_them() {
        let home = home("modes");
        let directory = home.join(".config/surehand");
        let (keys, rules) = (directory.join(".env"), directory.join(rules::FILE_NAME));
        for (path, mode) in [(&keys, 0o644), (&rules, 0o666)] {
            fs::write(path, "").expect("temp dir");
            fs::set_permissions(path, Permissions::from_mode(mode)).expect("ours");
        }
        look(&home, &[], |around| {
            let found = checks(around);
            assert_eq!(standing(&found, "file_modes"), Standing::Wrong);
            let made = mend(around, &found).expect("recorded");
            assert_eq!(made.len(), 2, "{made:?}");
            assert_eq!((mode(&keys), mode(&rules)), (Some(0o600), Some(0o644)));
            assert_eq!(standing(&checks(around), "file_modes"), Standing::Ok);
            assert_eq!(mend(around, &checks(around)), Ok(Vec::new()));
            fs::set_permissions(&rules, Permissions::from_mode(0o600)).expect("ours");
            let undone: Vec<bool> =
                undo(around).expect("a record").into_iter().map(|(_, back)| back).collect();
            assert_eq!(undone, [true, false]);
            assert_eq!((mode(&keys), mode(&rules)), (Some(0o644), Some(0o600)));
            assert_eq!(undo(around), Ok(Vec::new()));
        });
        drop(fs::remove_dir_all(&home));
    }

    #[test]
    fn a_decider_without_its_key_is_wrong_and_its_key_is_never_said() {
        let home = home("decider");
        let chosen = [("SUREHAND_DECIDER", "openai")];
        assert_eq!(look(&home, &chosen, |around| decider(around).standing), Standing::Wrong);
        let keys = home.join(".config/surehand/.env.local");
        fs::write(&keys, "# mine\nexport OPENAI_API_KEY=sk-very-secret\n").expect("temp dir");
        fs::set_permissions(&keys, Permissions::from_mode(0o600)).expect("ours");
        let check = look(&home, &chosen, decider);
        assert_eq!(check.standing, Standing::Ok);
        assert!(!format!("{check:?}").contains("secret"));
        assert_eq!(look(&home, &[("SUREHAND_DECIDER", "oracle")], decider).standing, Standing::Wrong);
        assert_eq!(look(&home, &[], decider).standing, Standing::Ok);
        drop(fs::remove_dir_all(&home));
    }

    #[test]
    fn what_is_not_there_is_said_and_is_no_fault() {
        let home = home("left-out");
        look(&home, &[], |around| {
            let found = checks(around);
            assert_eq!(standing(&found, "text_in_pictures"), Standing::Note);
            assert_eq!(standing(&found, "model_file"), Standing::Ok);
            assert_eq!(standing(&found, "cua_driver"), Standing::Note);
        });
        drop(fs::remove_dir_all(&home));
    }

    #[test]
    fn a_broken_permissions_file_is_named_with_its_line() {
        let home = home("settings");
        assert_eq!(look(&home, &[], |around| standing(&checks(around), "settings")), Standing::Note);
        fs::write(home.join(".config/surehand").join(rules::FILE_NAME), "\nread_only = 3\n")
            .expect("temp dir");
        let check = look(&home, &[], |around| settings(&around.configuration().expect("a home")));
        assert!(check.standing == Standing::Wrong && check.says.contains("permissions.toml:2"), "{check:?}");
        drop(fs::remove_dir_all(&home));
    }
}
