//! Named settings: the environment, then `.env.local` and `.env` in the configuration directory.
//!
//! Keys for decision models live in those files, so a file that others may read is refused. A variable that the
//! environment has is never overridden, not even an empty one. Values are looked up, never put into this process's
//! environment: what surehand starts must not inherit a key.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use surehand_core::error::Invalid;

use crate::files::{self, Keep};

/// The files, first come first served.
pub const FILE_NAMES: [&str; 2] = [".env.local", ".env"];

/// What the files say.
#[derive(Default)]
pub struct Variables(HashMap<String, String>);

impl fmt::Debug for Variables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        names.sort_unstable();
        formatter.debug_tuple("Variables").field(&names).finish()
    }
}

impl Variables {
    /// Reads the files of this process's configuration directory.
    ///
    /// # Errors
    /// [`Invalid`] naming the file, and the line that is not understood.
    pub fn read() -> Result<Self, Invalid> {
        match files::configuration_directory(&|name| std::env::var_os(name)) {
            Some(directory) => Self::read_from(&directory),
            None => Ok(Self::default()),
        }
    }

    /// Reads the files of a directory. Those that are not there say nothing.
    ///
    /// # Errors
    /// As [`Variables::read`].
    pub fn read_from(directory: &Path) -> Result<Self, Invalid> {
        let mut variables = HashMap::new();
        for name in FILE_NAMES {
            let path = directory.join(name);
            let Some(text) = files::read(&path, Keep::Secret)? else { continue };
            for (number, line) in text.lines().enumerate() {
                if let Some((name, value)) = assignment(line)
                    .map_err(|rule| Invalid::new(format!("{} line {}", path.display(), number + 1), rule))?
                {
                    variables.entry(name).or_insert(value);
                }
            }
        }
        Ok(Self(variables))
    }

    /// The value of a variable.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name).or_else(|| self.in_files(name))
    }

    /// What the files alone say about a variable.
    pub(crate) fn in_files(&self, name: &str) -> Option<OsString> {
        self.0.get(name).map(OsString::from)
    }
}

/// The name and value of a line; nothing for an empty line or a comment. The line itself is never part of an error.
fn assignment(line: &str) -> Result<Option<(String, String)>, &'static str> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let line = line.strip_prefix("export ").unwrap_or(line);
    let Some((name, value)) = line.split_once('=') else {
        return Err("must be NAME=VALUE, a comment or empty");
    };
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    {
        return Err("must begin with a name of letters, digits and underscores");
    }
    let value = value.trim();
    let quoted = ['"', '\''].into_iter().find(|quote| value.starts_with(*quote));
    let value = match quoted {
        Some(quote) => value[1..].strip_suffix(quote).ok_or("has a value whose quote is not closed")?,
        None => value,
    };
    Ok(Some((name.to_owned(), value.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn directory(name: &str, file: &str, text: &str, mode: u32) -> std::path::PathBuf {
        let directory =
            std::env::temp_dir().join(format!("surehand-variables-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory");
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o700)).expect("its mode");
        fs::write(directory.join(file), text).expect("a file");
        fs::set_permissions(directory.join(file), fs::Permissions::from_mode(mode)).expect("its mode");
        directory
    }

    #[test]
    fn files_are_read_in_order_and_never_shown() {
        let place = directory("order", ".env", "A_KEY='one'\n# no\n\nexport B_KEY = two \n", 0o600);
        fs::write(place.join(".env.local"), "A_KEY=\"local\"\n").expect("a file");
        fs::set_permissions(place.join(".env.local"), fs::Permissions::from_mode(0o600)).expect("its mode");
        let variables = Variables::read_from(&place).expect("variables");
        assert_eq!(variables.value("A_KEY"), Some("local".into()));
        assert_eq!(variables.value("B_KEY"), Some("two".into()));
        assert_eq!(format!("{variables:?}"), r#"Variables(["A_KEY", "B_KEY"])"#);
        fs::remove_dir_all(place).expect("cleaned up");
    }

    #[test]
    fn a_file_that_others_may_read_is_refused() {
        let place = directory("mode", ".env", "A_KEY=secret\n", 0o644);
        let error = Variables::read_from(&place).expect_err("refused").to_string();
        assert!(error.contains("may be read by others") && !error.contains("secret"), "{error}");
        fs::remove_dir_all(place).expect("cleaned up");
    }

    #[test]
    fn a_line_that_is_not_understood_is_named_and_not_shown() {
        let place = directory("line", ".env", "GOOD=1\nsecret-without-name\n", 0o600);
        let error = Variables::read_from(&place).expect_err("refused").to_string();
        assert!(error.contains("line 2") && !error.contains("secret-without"), "{error}");
        assert!(assignment("KEY='open").is_err());
        fs::remove_dir_all(place).expect("cleaned up");
    }
}
