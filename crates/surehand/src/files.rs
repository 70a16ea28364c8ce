//! The user's configuration directory, and files of theirs that nobody else may change or read.
//!
//! A file that another user could have written is not the user's word, so it is refused with the command that mends it;
//! so is one in a directory where others may put files. A link is followed, because people keep their settings in
//! other places; what it leads to is checked. Files are replaced in one move, never written over.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use surehand_core::error::Invalid;

/// The largest settings file.
const LARGEST: u64 = 256 * 1024;

/// From whom a file must be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Others may read it and must not be able to change it.
    Unwritable,
    /// Others must not be able to read it either: it holds keys.
    Secret,
}

/// `$XDG_CONFIG_HOME/surehand`, or what stands for it. `None` where no home is known.
#[must_use]
pub fn configuration_directory(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |value: OsString| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    let named = variable("XDG_CONFIG_HOME").and_then(absolute);
    let usual = || variable("HOME").and_then(absolute).map(|home| home.join(".config"));
    named.or_else(usual).map(|directory| directory.join("surehand"))
}

/// The text of a file; `None` when there is none.
///
/// # Errors
/// [`Invalid`] naming the file when it may be another's word or cannot be read; never silently nothing.
pub fn read(path: &Path, keep: Keep) -> Result<Option<String>, Invalid> {
    let shown = path.display().to_string();
    let wrong = |rule: &str| Invalid::new(shown.clone(), rule.to_owned());
    let file = match OpenOptions::new().read(true).custom_flags(NEVER_WAIT).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
            return Ok(None);
        }
        Err(_) => return Err(wrong("cannot be opened; a link there may lead nowhere")),
    };
    let found = file.metadata().map_err(|_| wrong("cannot be read"))?;
    if !found.is_file() {
        return Err(wrong("must be a file"));
    }
    check(&found, path, keep)?;
    let places = [Some(path.to_owned()), fs::canonicalize(path).ok()];
    for directory in places.iter().flatten().filter_map(|path| path.parent()) {
        let found = directory.metadata().map_err(|_| wrong("stands in a directory that cannot be read"))?;
        check(&found, directory, Keep::Unwritable)?;
    }
    if found.len() > LARGEST {
        return Err(wrong("is larger than 256 KiB"));
    }
    let mut text = String::new();
    match file.take(LARGEST).read_to_string(&mut text) {
        Ok(_) => Ok(Some(text)),
        Err(_) => Err(wrong("cannot be read as UTF-8 text")),
    }
}

/// `O_NONBLOCK`, so that a pipe in place of a file does not hold up the start.
const NEVER_WAIT: i32 = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();

fn check(found: &Metadata, path: &Path, keep: Keep) -> Result<(), Invalid> {
    let user = rustix::process::geteuid().as_raw();
    let shown = path.display();
    if found.uid() != user && found.uid() != 0 {
        return Err(Invalid::new(shown.to_string(), "belongs to another user; it must be yours"));
    }
    let (forbidden, rule, mend) = match keep {
        Keep::Unwritable => (0o022, "may be changed by others", "go-w"),
        Keep::Secret => (0o077, "may be read by others", "go="),
    };
    if found.mode() & forbidden == 0 {
        return Ok(());
    }
    Err(Invalid::new(shown.to_string(), format!("{rule}; mend it with: chmod {mend} '{shown}'")))
}

/// Makes the configuration directory, for this user alone, when it is missing.
///
/// # Errors
/// [`Invalid`] when it cannot be made.
pub fn make_directory(directory: &Path) -> Result<(), Invalid> {
    let made = DirBuilder::new().mode(0o700).recursive(true).create(directory);
    made.map_err(|_| Invalid::new(directory.display().to_string(), "cannot be made"))
}

/// Puts a new text in a file's place, readable by this user alone. A link stays one.
///
/// # Errors
/// [`Invalid`] when it cannot be written; the file is as it was then.
pub fn replace(path: &Path, text: &str) -> Result<(), Invalid> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let wrong = || Invalid::new(path.display().to_string(), "cannot be written; it is as it was");
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).ok_or_else(wrong)?;
    let new = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    // Left over from a process of the same number that died.
    drop(fs::remove_file(&new));
    let written = write_new(&new, text).and_then(|()| fs::rename(&new, &path));
    written.map_err(|_| {
        drop(fs::remove_file(&new));
        wrong()
    })
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn temporary(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("surehand-files-test-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        make_directory(&path).expect("temp dir");
        path
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
    }

    #[test]
    fn a_file_that_others_may_change_or_read_is_refused() {
        let directory = temporary("modes");
        let path = directory.join("a.toml");
        assert_eq!(read(&path, Keep::Secret), Ok(None));
        replace(&path, "x = 1").expect("written");
        for keep in [Keep::Unwritable, Keep::Secret] {
            assert_eq!(read(&path, keep), Ok(Some("x = 1".to_owned())));
        }
        set_mode(&path, 0o644);
        assert!(read(&path, Keep::Unwritable).is_ok());
        assert!(read(&path, Keep::Secret).is_err_and(|error| error.rule.contains("chmod go=")));
        for mode in [0o620, 0o602, 0o666] {
            set_mode(&path, mode);
            assert!(read(&path, Keep::Unwritable).is_err_and(|error| error.rule.contains("chmod go-w")));
        }
        set_mode(&path, 0o600);
        set_mode(&directory, 0o777);
        let refused = read(&path, Keep::Unwritable).expect_err("anybody could put another file there");
        assert_eq!(refused.path, directory.display().to_string());
    }

    #[test]
    fn what_cannot_be_read_is_never_taken_for_nothing() {
        let directory = temporary("odd");
        let path = directory.join("a.toml");
        std::os::unix::fs::symlink(directory.join("nowhere"), &path).expect("temp dir");
        assert!(read(&path, Keep::Unwritable).is_err(), "a link that leads nowhere");
        fs::remove_file(&path).expect("there");
        fs::create_dir(&path).expect("temp dir");
        assert!(read(&path, Keep::Unwritable).is_err(), "a directory");
        fs::remove_dir(&path).expect("there");
        fs::write(&path, [0xff, 0xfe]).expect("temp dir");
        assert!(read(&path, Keep::Unwritable).is_err(), "no text");
        fs::write(&path, vec![b'#'; 300 * 1024]).expect("temp dir");
        assert!(read(&path, Keep::Unwritable).is_err(), "too large");
    }

    #[test]
    fn a_link_is_followed_and_stays_one() {
        let (directory, elsewhere) = (temporary("link"), temporary("link-to"));
        let (link, real) = (directory.join("a.toml"), elsewhere.join("real.toml"));
        fs::write(&real, "x = 1").expect("temp dir");
        std::os::unix::fs::symlink(&real, &link).expect("temp dir");
        replace(&link, "x = 2").expect("written");
        assert!(link.symlink_metadata().expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&real).expect("text"), "x = 2");
        set_mode(&elsewhere, 0o777);
        assert!(read(&link, Keep::Unwritable).is_err(), "anybody could put another file where it leads");
    }

    #[test]
    fn the_directory_is_where_the_variables_say() {
        let place = |config: &'static str, home: &'static str| {
            configuration_directory(&|name| match name {
                "XDG_CONFIG_HOME" => Some(config.into()),
                _ => Some(home.into()),
            })
        };
        assert_eq!(place("/c", "/h"), Some("/c/surehand".into()));
        assert_eq!(place("", "/h"), Some("/h/.config/surehand".into()));
        assert_eq!(place("relative", "/h"), Some("/h/.config/surehand".into()));
        assert_eq!(place("", ""), None);
    }
}
