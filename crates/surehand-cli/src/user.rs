//! The user's files, read once when the program starts.
//!
//! A file that is wrong ends the start: what its author wanted is not known then, and guessing could allow something.
//! Where no home is known there are no files; the shipped default holds, and no journal is kept.

use std::path::PathBuf;
use std::sync::Arc;

use surehand::Allowed;
use surehand::config::Config;
use surehand::core::error::Invalid;
use surehand::files::{self, Keep};
use surehand::journal::Journal;
use surehand::permissions::rules::FILE_NAME;
use surehand::permissions::{Rules, UserPermissions};

/// What the user's files say.
pub(crate) struct User {
    /// Where they are.
    pub(crate) directory: Option<PathBuf>,
    /// What is allowed; `None` when everything is.
    pub(crate) permissions: Option<Arc<UserPermissions>>,
    /// Whether there is a `permissions.toml`.
    pub(crate) has_file: bool,
    config: Config,
}

impl User {
    /// Reads the files; not `permissions.toml` when everything is allowed anyway.
    pub(crate) fn read(everything: bool) -> Result<Self, Invalid> {
        let directory = files::configuration_directory(&|name| std::env::var_os(name));
        let config = directory.as_deref().map(Config::read).transpose()?.unwrap_or_default();
        if everything {
            return Ok(Self { directory, permissions: None, has_file: false, config });
        }
        let path = directory.as_ref().map(|directory| directory.join(FILE_NAME));
        let text = path.map(|path| files::read(&path, Keep::Unwritable)).transpose()?.flatten();
        let rules = text.as_deref().map(Rules::parse).transpose()?;
        let has_file = rules.is_some();
        let permissions = Arc::new(UserPermissions::new(rules.unwrap_or_default()));
        Ok(Self { directory, permissions: Some(permissions), has_file, config })
    }

    /// What a session may do.
    pub(crate) fn allowed(&self) -> Allowed {
        self.permissions.clone().map_or(Allowed::Everything, Allowed::User)
    }

    /// Whether the user's files want a mark at what is acted on.
    pub(crate) const fn wants_mark(&self) -> bool {
        self.config.mark
    }

    /// The journal, unless it is switched off or there is no place for it.
    pub(crate) fn journal(&self) -> Option<Arc<Journal>> {
        let directory = self.directory.clone().filter(|_| self.config.journal)?;
        Some(Arc::new(Journal::in_directory(directory)))
    }
}

/// The directory of the files, for what cannot do without.
pub(crate) fn directory() -> Result<PathBuf, Invalid> {
    files::configuration_directory(&|name| std::env::var_os(name))
        .ok_or_else(|| Invalid::new("HOME", "must be set: the user's files are below it"))
}
