//! The embedded decider with its model file: words at once, words and meaning as soon as the file is read.
//!
//! [`ENCODER`] says whether a file is used and which. The decision that matters: nothing waits for it and nothing fails
//! over it. While it is read, and when it is missing, damaged or made for other words, words answer alone, and the model
//! that an answer names says so. Left out: fetching a file; it comes with the program or from the user.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

use surehand_core::clock::Deadline;
use surehand_core::decider::{Answers, Decider, Request, Thresholds};
use surehand_core::error::{Invalid, Result};
use surehand_picker::encoder::{Damage, Encoder};
use surehand_picker::{JointDecider, THRESHOLDS, WordsDecider};

/// Whether the encoder is used: `on`, `off`, or the path of a model file.
pub const ENCODER: &str = "SUREHAND_ENCODER";
/// The name of the file that comes with the program.
pub const FILE_NAME: &str = "encoder.bin";
/// No model file is larger.
const MOST: u64 = 64 << 20;

/// Which file is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// None: words alone.
    Off,
    /// This one.
    File(PathBuf),
    /// That of the program, which is in none of the places where it could be.
    Nowhere,
}

impl Choice {
    /// What `variable` asks for. Without a word, none.
    ///
    /// # Errors
    /// [`Invalid`], with the variable as its path, for what is no word and no absolute path.
    pub fn of(variable: &dyn Fn(&str) -> Option<OsString>) -> std::result::Result<Self, Invalid> {
        let Some(value) = variable(ENCODER).filter(|value| !value.is_empty()) else { return Ok(Self::Off) };
        match value.to_str().map(str::trim) {
            Some("off") => return Ok(Self::Off),
            Some("on") => {
                let program = std::env::current_exe().ok();
                let found = places(variable, program.as_deref()).into_iter().find(|path| path.is_file());
                return Ok(found.map_or(Self::Nowhere, Self::File));
            }
            _ => {}
        }
        let path = PathBuf::from(value);
        if !path.is_absolute() {
            return Err(Invalid::new(ENCODER, "must be on, off or the absolute path of a model file"));
        }
        Ok(Self::File(path))
    }
}

/// Where the program's model file may be, first come first served: the user's, beside the program, where packages put it.
#[must_use]
pub fn places(variable: &dyn Fn(&str) -> Option<OsString>, program: Option<&Path>) -> Vec<PathBuf> {
    let named = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")));
    let folder = program.and_then(Path::parent);
    let beside = folder.map(Path::to_path_buf);
    let shared = folder.and_then(Path::parent).map(|parent| parent.join("share/surehand"));
    let data = data.filter(|data| data.is_absolute()).map(|data| data.join("surehand"));
    [data, beside, shared].into_iter().flatten().map(|folder| folder.join(FILE_NAME)).collect()
}

/// Why words answer alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The file cannot be opened or read to its end.
    Unreadable,
    /// It is no file that this program can use.
    Damaged(Damage),
}

impl fmt::Display for Absence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => formatter.write_str("the file is missing or cannot be read"),
            Self::Damaged(damage) => write!(formatter, "the file {damage}"),
        }
    }
}

/// Reads a model file.
///
/// # Errors
/// Why it cannot be used.
pub fn read(path: &Path) -> std::result::Result<Encoder, Absence> {
    let is_fit = |found: std::fs::Metadata| found.is_file() && found.len() <= MOST;
    if !std::fs::metadata(path).is_ok_and(is_fit) {
        return Err(Absence::Unreadable);
    }
    let bytes = std::fs::read(path).map_err(|_| Absence::Unreadable)?;
    Encoder::read(&bytes).map_err(Absence::Damaged)
}

type Loaded = std::result::Result<JointDecider, Absence>;

/// Decides by words, and by meaning once it can.
#[derive(Clone, Debug)]
pub struct EmbeddedDecider {
    loaded: Arc<OnceLock<Loaded>>,
}

impl EmbeddedDecider {
    /// Begins to read the file, on a thread of its own.
    #[must_use]
    pub fn begin(path: PathBuf) -> Self {
        let loaded = Arc::new(OnceLock::new());
        let filled = Arc::clone(&loaded);
        let work = move || drop(filled.set(load(&path)));
        if thread::Builder::new().name("encoder".to_owned()).spawn(work).is_err() {
            drop(loaded.set(Err(Absence::Unreadable)));
        }
        Self { loaded }
    }

    /// Reads the file before it returns.
    #[must_use]
    pub fn read(path: &Path) -> Self {
        Self { loaded: Arc::new(OnceLock::from(load(path))) }
    }

    /// That the program's file is nowhere.
    #[must_use]
    pub fn nowhere() -> Self {
        Self { loaded: Arc::new(OnceLock::from(Err(Absence::Unreadable))) }
    }
}

fn load(path: &Path) -> Loaded {
    JointDecider::new(Arc::new(read(path)?)).map_err(Absence::Damaged)
}

impl Decider for EmbeddedDecider {
    fn name(&self) -> &str {
        WordsDecider.name()
    }

    fn thresholds(&self) -> Thresholds {
        match self.loaded.get() {
            Some(Ok(joint)) => joint.thresholds(),
            _ => THRESHOLDS,
        }
    }

    /// Every answer brings its thresholds: the file may have been read between two questions.
    fn ask(&self, request: &Request, deadline: &Deadline) -> Result<Answers> {
        let without = match self.loaded.get() {
            Some(Ok(joint)) => {
                let answers = joint.ask(request, deadline)?;
                let thresholds = answers.thresholds.or(Some(joint.thresholds()));
                return Ok(Answers { thresholds, ..answers });
            }
            Some(Err(absence)) => format!("without its encoder: {absence}"),
            None => "its encoder is still being read".to_owned(),
        };
        let answers = WordsDecider.ask(request, deadline)?;
        let model = format!("{} ({without})", answers.model);
        Ok(Answers { model, thresholds: Some(THRESHOLDS), ..answers })
    }
}

/// The embedded decider that `variable` asks for, reading its file in the background.
///
/// # Errors
/// As [`Choice::of`].
pub fn decider(
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> std::result::Result<Arc<dyn Decider>, Invalid> {
    Ok(match Choice::of(variable)? {
        Choice::Off => Arc::new(WordsDecider),
        Choice::File(path) => Arc::new(EmbeddedDecider::begin(path)),
        Choice::Nowhere => Arc::new(EmbeddedDecider::nowhere()),
    })
}

/// The same, with its file read before this returns: for measuring.
///
/// # Errors
/// As [`Choice::of`].
pub fn ready(variable: &dyn Fn(&str) -> Option<OsString>) -> std::result::Result<Arc<dyn Decider>, Invalid> {
    Ok(match Choice::of(variable)? {
        Choice::Off => Arc::new(WordsDecider),
        Choice::File(path) => Arc::new(EmbeddedDecider::read(&path)),
        Choice::Nowhere => Arc::new(EmbeddedDecider::nowhere()),
    })
}

#[cfg(test)]
mod tests {
    use surehand_core::clock::Moment;
    use surehand_core::decider::{OptionFacts, Purpose};
    use surehand_core::request::Scene;

    use super::*;

    fn asked(decider: &dyn Decider) -> Answers {
        let option = |label: &str| OptionFacts {
            action: "click",
            role: "Button",
            label: label.to_owned(),
            ..OptionFacts::default()
        };
        let scene = Scene { instruction: "Press Save", app: "A", window: "W", ..Scene::default() };
        let request = scene.ask(Purpose::Act, &[option("Save"), option("Print")], false);
        decider.ask(&request, &Deadline::new(Moment::default())).expect("words always answer")
    }

    #[test]
    fn without_a_word_words_decide_alone() {
        for value in ["", "off"] {
            assert_eq!(Choice::of(&|_| Some(value.into())), Ok(Choice::Off));
        }
        assert_eq!(Choice::of(&|_| None), Ok(Choice::Off));
        assert_eq!(asked(&*decider(&|_| None).expect("off")).model, surehand_picker::MODEL);
    }

    #[test]
    fn a_path_is_taken_and_nonsense_is_refused_by_name() {
        let choice = |value: &'static str| Choice::of(&move |name| (name == ENCODER).then(|| value.into()));
        assert_eq!(choice("/a/b"), Ok(Choice::File("/a/b".into())));
        assert_eq!(choice("b.bin").expect_err("relative").path, ENCODER);
    }

    #[test]
    fn the_users_file_comes_first() {
        let variable = |name: &str| (name == "HOME").then(|| "/home/a".into());
        let found = places(&variable, Some(Path::new("/opt/x/bin/surehand")));
        let expected = ["/home/a/.local/share/surehand", "/opt/x/bin", "/opt/x/share/surehand"];
        assert_eq!(found, expected.map(|folder| Path::new(folder).join(FILE_NAME)));
    }

    #[test]
    fn what_cannot_be_read_leaves_words_and_says_so() {
        let missing = asked(&EmbeddedDecider::read(Path::new("/nonexistent/encoder.bin")));
        assert_eq!(missing.distributions, asked(&WordsDecider).distributions);
        assert_eq!(missing.thresholds, Some(THRESHOLDS));
        let said = "without its encoder: the file is missing or cannot be read";
        assert_eq!(missing.model, format!("{} ({said})", surehand_picker::MODEL));
        // A folder and a device are no files.
        for path in ["/", "/dev/zero"] {
            assert_eq!(read(Path::new(path)).map(|_| ()), Err(Absence::Unreadable));
        }
        let foreign = std::env::current_exe().expect("a test is a file");
        if std::fs::metadata(&foreign).is_ok_and(|found| found.len() <= MOST) {
            assert_eq!(read(&foreign).map(|_| ()), Err(Absence::Damaged(Damage::Foreign)));
        }
    }

    #[test]
    fn while_it_is_read_words_answer() {
        let reading = asked(&EmbeddedDecider { loaded: Arc::default() });
        assert!(reading.model.ends_with("(its encoder is still being read)"), "{}", reading.model);
        assert_eq!(reading.distributions, asked(&WordsDecider).distributions);
    }

    #[test]
    fn the_file_of_the_repository_is_used_whole_and_not_in_part() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../model").join(FILE_NAME);
        let whole = asked(&EmbeddedDecider::read(&path));
        // Words may be a version ahead of the file; then they say so.
        let is_ahead = whole.model.contains("was made for the words of");
        let joint = format!("{}+surehand-encoder-", surehand_picker::MODEL);
        assert!(is_ahead || whole.model.starts_with(&joint), "{}", whole.model);
        assert!(whole.thresholds.is_some());
        let part = std::env::temp_dir().join(format!("surehand-encoder-{}.bin", std::process::id()));
        let bytes = std::fs::read(&path).expect("it is there");
        std::fs::write(&part, &bytes[..bytes.len() / 2]).expect("a temporary file");
        let damaged = asked(&EmbeddedDecider::read(&part));
        std::fs::remove_file(&part).expect("it was written");
        assert!(damaged.model.ends_with(
            "(without its encoder: the file is damaged: its contents do not have the hash that it names)"
        ));
        assert_eq!(damaged.distributions, asked(&WordsDecider).distributions);
    }
}
