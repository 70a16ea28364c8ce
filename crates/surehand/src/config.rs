//! `config.toml`: the settings a person keeps.
//!
//! It knows two keys, `journal` and `mark`. A key it does not know is an error, as in permissions.toml: a setting that is
//! silently not read looks like one that is. The environment and the command line come before it.

use std::path::Path;

use surehand_core::error::Invalid;

use crate::files::{self, Keep};
use crate::strict::Source;

/// The name of the file, in the configuration directory.
pub const FILE_NAME: &str = "config.toml";
/// The keys of the file.
pub const KEYS: [&str; 2] = ["journal", "mark"];

/// What the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Whether a journal is kept.
    pub journal: bool,
    /// Whether a window that is acted on has a mark.
    pub mark: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { journal: true, mark: true }
    }
}

impl Config {
    /// Reads the file in this directory; its defaults when there is none.
    ///
    /// # Errors
    /// [`Invalid`] naming file, line and key.
    pub fn read(directory: &Path) -> Result<Self, Invalid> {
        match files::read(&directory.join(FILE_NAME), Keep::Unwritable)? {
            Some(text) => Self::parse(&text),
            None => Ok(Self::default()),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`Config::read`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let source = Source { file: FILE_NAME, text };
        let document = source.parse()?;
        let mut config = Self::default();
        for (name, item) in document.as_table() {
            match name {
                "journal" => config.journal = source.switch(name, item)?,
                "mark" => config.mark = source.switch(name, item)?,
                _ => {
                    let key = document.as_table().key(name);
                    return Err(key.map_or_else(
                        || source.wrong(None, "the file", "has an unknown key"),
                        |key| source.unknown(key, &KEYS),
                    ));
                }
            }
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journal_and_mark_can_be_switched_off_and_nothing_else_is_known() {
        assert_eq!(Config::parse(""), Ok(Config { journal: true, mark: true }));
        assert_eq!(
            Config::parse("# quiet\njournal = false"),
            Ok(Config { journal: false, ..Config::default() })
        );
        assert_eq!(Config::parse("mark = false"), Ok(Config { mark: false, ..Config::default() }));
        for (text, place) in [
            ("journal = \"no\"", "config.toml:1: journal"),
            ("\njurnal = false", "config.toml:2: jurnal"),
            ("journal", "config.toml:1"),
        ] {
            assert_eq!(Config::parse(text).expect_err(text).path, place);
        }
    }
}
