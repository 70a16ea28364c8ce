//! Reading the journal, once and on and on.
//!
//! Lines come in the order they were written, from the oldest file to the newest. When the file that is being read is
//! moved on, the rest of it is read before the new one. A line that was cut short by a full disk is passed over.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Entry, OLDER, numbered};

/// A reader of the journal that remembers how far it has come.
#[derive(Debug)]
pub struct Follow {
    directory: PathBuf,
    file: Option<BufReader<File>>,
    /// The part of a line that has been written so far.
    line: Vec<u8>,
    begun: bool,
}

impl Follow {
    /// Begins with the oldest line of the journal in this directory.
    #[must_use]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), file: None, line: Vec::new(), begun: false }
    }

    /// Hands on the lines that have come since the last time.
    pub fn read(&mut self, take: &mut dyn FnMut(&str)) {
        if !self.begun {
            self.begun = true;
            for number in (1..=OLDER).rev() {
                self.file = open(&numbered(&self.directory, number));
                self.drain(take);
            }
            self.file = None;
        }
        let current = numbered(&self.directory, 0);
        if self.file.is_some() {
            self.drain(take);
            if self.is(&current) {
                return;
            }
        }
        self.file = open(&current);
        self.line.clear();
        self.drain(take);
    }

    fn is(&self, path: &Path) -> bool {
        let own = self.file.as_ref().and_then(|file| file.get_ref().metadata().ok());
        match (own, path.metadata()) {
            (Some(own), Ok(other)) => (own.dev(), own.ino()) == (other.dev(), other.ino()),
            _ => false,
        }
    }

    fn drain(&mut self, take: &mut dyn FnMut(&str)) {
        let Some(file) = &mut self.file else { return };
        while file.read_until(b'\n', &mut self.line).is_ok_and(|count| count > 0) {
            if self.line.last() != Some(&b'\n') {
                return;
            }
            let line = std::str::from_utf8(&self.line).map(str::trim_end);
            if let Some(line) = line.ok().filter(|line| serde_json::from_str::<Entry>(line).is_ok()) {
                take(line);
            }
            self.line.clear();
        }
    }
}

fn open(path: &Path) -> Option<BufReader<File>> {
    File::open(path).ok().map(BufReader::new)
}
