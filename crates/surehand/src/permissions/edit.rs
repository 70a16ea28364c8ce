//! Changing `permissions.toml` for `surehand allow` and `surehand deny`.
//!
//! The text is changed where it has to be and nowhere else, so comments and layout stay as their author left them. A
//! row for the app goes before all others, because the first that names an app wins, and an earlier one may do so by
//! another of its names. What comes out is read again before it counts, and the file is replaced in one move, with the
//! one before it beside it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use surehand_core::error::Invalid;
use toml_edit::{Document, Item, Table};

use super::rules::{Access, FILE_NAME, Rules, check_name};
use crate::files::{self, Keep};
use crate::strict::Source;

/// What a new file begins with.
const HEADING: &str =
    "# What surehand may do on this desktop. Read when it starts; `surehand permissions` shows what holds.\n";

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The file.
    pub path: PathBuf,
    /// A copy of it as it was, when it was there.
    pub backup: Option<PathBuf>,
    /// The lines that went and came, with `-` and `+` before them. Empty when it said so already.
    pub lines: Vec<String>,
}

/// Lets the rows of the user's file say this about an app, and writes it.
///
/// # Errors
/// [`Invalid`] when the file is wrong as it stands, the name cannot stand in it, or it cannot be written.
pub fn set(directory: &Path, name: &str, access: Access) -> Result<Changed, Invalid> {
    let path = directory.join(FILE_NAME);
    let old = files::read(&path, Keep::Unwritable)?;
    let text = old.clone().unwrap_or_else(|| HEADING.to_owned());
    let new = with_access(&text, name, access)?;
    let before = old.as_deref().unwrap_or_default();
    if old.is_some() && new == text {
        return Ok(Changed { path, backup: None, lines: Vec::new() });
    }
    files::make_directory(directory)?;
    let backup = match &old {
        Some(old) => {
            let backup = directory.join(format!("{FILE_NAME}.bak"));
            files::replace(&backup, old)?;
            Some(backup)
        }
        None => None,
    };
    files::replace(&path, &new)?;
    Ok(Changed { path, backup, lines: difference(before, &new) })
}

/// The text with a first row that says this about the app.
///
/// # Errors
/// [`Invalid`] when the text is wrong as it stands, or the name cannot stand in it.
pub fn with_access(text: &str, name: &str, access: Access) -> Result<String, Invalid> {
    let name = name.trim();
    check_name(name).map_err(|rule| Invalid::new("APP", rule))?;
    Rules::parse(text)?;
    let source = Source { file: FILE_NAME, text };
    let document = source.parse()?;
    let rows = rows(&document);
    let position = rows.iter().position(|row| names_only(row, name));
    let new = match position {
        Some(0) => replaced(text, access_span(rows.first().copied()), access),
        Some(position) => {
            let row = rows.get(position).copied();
            let lines = row.and_then(|row| lines_of(text, row));
            let moved = lines.clone().map(|lines| {
                let value = access_span(row).map(|span| span.start - lines.start..span.end - lines.start);
                (replaced(text.get(lines.clone()).unwrap_or_default(), value, access), lines)
            });
            moved.map(|(row, lines)| {
                let mut rest = text.to_owned();
                rest.replace_range(lines, "");
                // The row was not the first, so what stands before it keeps its place.
                let at = place_of_first(text, &rows);
                rest.insert_str(at, &(row + "\n"));
                rest
            })
        }
        .unwrap_or_else(|| text.to_owned()),
        None => {
            let row = format!("[[app]]\nmatch = [{}]\naccess = \"{}\"\n", quoted(name), access.word());
            let mut new = text.to_owned();
            if rows.is_empty() {
                if !new.is_empty() && !new.ends_with('\n') {
                    new.push('\n');
                }
                new.push('\n');
                new.push_str(&row);
            } else {
                new.insert_str(place_of_first(text, &rows), &(row + "\n"));
            }
            new
        }
    };
    let holds = Rules::parse(&new)?.rows.first().is_some_and(|row| {
        row.access == access && row.names.len() == 1 && row.names.iter().all(|one| same(one, name))
    });
    if holds {
        Ok(new)
    } else {
        Err(Invalid::new(FILE_NAME, "cannot be changed as it is written; please add the row by hand"))
    }
}

fn rows<'a>(document: &'a Document<&str>) -> Vec<&'a Table> {
    let array = document.as_table().get("app").and_then(Item::as_array_of_tables);
    array.map(|array| array.iter().collect()).unwrap_or_default()
}

fn names_only(row: &Table, name: &str) -> bool {
    let list = row.get("match").and_then(Item::as_array);
    list.is_some_and(|list| {
        list.len() == 1 && list.iter().all(|value| value.as_str().is_some_and(|one| same(one, name)))
    })
}

fn same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

fn access_span(row: Option<&Table>) -> Option<Range<usize>> {
    row?.get("access")?.span()
}

fn replaced(text: &str, span: Option<Range<usize>>, access: Access) -> String {
    let mut new = text.to_owned();
    if let Some(span) = span
        && text.get(span.clone()).is_some_and(|old| old.trim_matches(['"', '\'']) != access.word())
    {
        new.replace_range(span, &format!("\"{}\"", access.word()));
    }
    new
}

/// The whole lines from the head of a row to its last value.
fn lines_of(text: &str, row: &Table) -> Option<Range<usize>> {
    let start = line_start(text, row.span()?.start);
    let ends = ["match", "access"].into_iter().filter_map(|key| row.get(key)?.span());
    let last = ends.map(|span| span.end).max()?;
    let end = text.get(last..)?.find('\n').map_or(text.len(), |rest| last + rest + 1);
    Some(start..end)
}

/// Where a row goes that is to be the first: before the one that is, and before the comment above that.
fn place_of_first(text: &str, rows: &[&Table]) -> usize {
    let Some(first) = rows.first().and_then(|row| row.span()) else { return text.len() };
    let head = line_start(text, first.start);
    let mut at = head;
    while at > 0 {
        let above = line_start(text, at - 1);
        if !text.get(above..at).is_some_and(|line| line.trim_start().starts_with('#')) {
            return at;
        }
        at = above;
    }
    // A comment that begins the file is about the file.
    head
}

fn line_start(text: &str, byte: usize) -> usize {
    text.get(..byte).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// The name as a TOML string. It holds no control characters.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The lines that went and came, for one place that changed, or two.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = (old.len() - same).min(new.len() - same);
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let gone = old.get(same..old.len() - tail).unwrap_or_default();
    let (mut from, mut to) = (same, new.len() - tail);
    // Rows begin alike, so the same lines may be taken for new in several ways; the one that begins with a row is meant.
    while gone.is_empty()
        && from > 0
        && new.get(from) != Some(&"[[app]]")
        && new.get(from - 1) == new.get(to - 1)
    {
        (from, to) = (from - 1, to - 1);
    }
    let come = new.get(from..to).unwrap_or_default();
    let shown = |sign: &'static str| move |line: &&str| format!("{sign} {line}").trim_end().to_owned();
    gone.iter().map(shown("-")).chain(come.iter().map(shown("+"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# mine
read_only = false # for now

# sums
[[app]]
match = [\"kcalc\"] # the KDE one
access = 'full'       # all of it

# notes, read only
[[app]]
match = [ \"mousepad\" ]
# never write
access = \"read\"

[risks]
delete = \"ask\"
";

    #[test]
    fn a_new_app_comes_first_and_the_rest_stays_as_it_is() {
        let new = with_access(FILE, " Text Editor ", Access::Full).expect("valid");
        let row = "[[app]]\nmatch = [\"Text Editor\"]\naccess = \"full\"\n\n";
        assert_eq!(new.replace(row, ""), FILE);
        assert!(new.find("Text Editor") < new.find("# sums"), "{new}");
    }

    #[test]
    fn a_row_that_is_first_is_changed_in_its_place() {
        let new = with_access(FILE, "KCalc", Access::Deny).expect("valid");
        assert_eq!(new, FILE.replace("'full' ", "\"deny\" "));
        assert_eq!(with_access(&new, "kcalc", Access::Deny).as_deref(), Ok(new.as_str()));
    }

    #[test]
    fn a_later_row_moves_to_the_front_with_its_comments() {
        let new = with_access(FILE, "mousepad", Access::Deny).expect("valid");
        let row = "[[app]]\nmatch = [ \"mousepad\" ]\n# never write\naccess = \"deny\"\n";
        assert!(new.contains(row) && new.matches("mousepad").count() == 1, "{new}");
        assert!(new.find("mousepad") < new.find("# sums"), "{new}");
        for comment in ["# mine", "# for now", "# sums", "# the KDE one", "# all of it", "# notes, read only"]
        {
            assert_eq!(new.matches(comment).count(), 1, "{comment}: {new}");
        }
        assert_eq!(Rules::parse(&new).expect("valid").risks.len(), 1);
    }

    #[test]
    fn odd_files_are_changed_or_refused_and_never_broken() {
        for text in [
            "",
            "# only a comment",
            "launch = \"deny\"",
            "[[app]]\nmatch=[\"a\",\"b\"]\naccess=\"full\"",
            "\n\n",
        ] {
            let new = with_access(text, "a", Access::Deny).expect("valid");
            let rules = Rules::parse(&new).expect("valid");
            assert_eq!(rules.rows.first().map(|row| row.access), Some(Access::Deny), "{new}");
        }
        let odd = "qu\"o\\te";
        let new = with_access("", odd, Access::Read).expect("valid");
        assert_eq!(Rules::parse(&new).expect("valid").rows[0].names, [odd]);
        for name in ["", "  ", "a*", "a\nb", "\u{1b}[2J"] {
            assert!(with_access(FILE, name, Access::Full).is_err(), "{name:?}");
        }
        assert!(with_access("read_only = maybe", "a", Access::Full).is_err());
    }

    #[test]
    fn the_file_is_private_and_the_one_before_is_kept() {
        use std::os::unix::fs::PermissionsExt;
        let directory = std::env::temp_dir().join(format!("surehand-edit-test-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&directory));
        let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
        let first = set(&directory, "kcalc", Access::Full).expect("written");
        assert_eq!((mode(&first.path), mode(&directory), first.backup), (0o600, 0o700, None));
        assert!(first.lines.iter().all(|line| line.starts_with('+')), "{:?}", first.lines);
        let before = std::fs::read_to_string(&first.path).expect("text");
        let second = set(&directory, "kcalc", Access::Deny).expect("written");
        assert_eq!(second.lines, ["- access = \"full\"", "+ access = \"deny\""]);
        let backup = second.backup.expect("kept");
        assert_eq!((std::fs::read_to_string(&backup).expect("text"), mode(&backup)), (before, 0o600));
        assert_eq!(set(&directory, "kcalc", Access::Deny).expect("the same").lines, [""; 0]);
        // Others could have written this one, so it is not the user's word.
        std::fs::set_permissions(&first.path, std::fs::Permissions::from_mode(0o664)).expect("ours");
        let refused = set(&directory, "kcalc", Access::Full).expect_err("open to others");
        assert!(refused.rule.contains("chmod go-w"), "{refused}");
    }
}
