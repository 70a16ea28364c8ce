//! The picture of a window with its candidates marked.
//!
//! Taken by surehand's library in a process of its own, because a process belongs to the desktop of its environment and
//! the demo itself may stand outside.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use surehand::core::clock::Cancel;
use surehand::core::engine::Target;
use surehand::{Allowed, Session, picture};

use crate::place::{Place, make_folder};

/// The argument that makes this program take the picture.
pub(crate) const WORD: &str = "picture-of";

/// Has the picture taken on the demo's desktop; the status and what was drawn.
pub(crate) fn request(place: &Place, app: &str, path: &Path) -> io::Result<(String, String)> {
    make_folder(path)?;
    let mut command = place.command(std::env::current_exe()?);
    let output = command.args([WORD, app]).arg(std::path::absolute(path)?).output()?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() {
        Ok(("drawn".to_owned(), format!("{said} in {}", path.display())))
    } else {
        Err(io::Error::other(format!("no picture: {said}")))
    }
}

/// Takes the picture and says how many marks it has.
pub(crate) fn take(app: &str, path: &str) -> ExitCode {
    match draw(app, path) {
        Ok(marks) => {
            println!("{marks} marks");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn draw(app: &str, path: &str) -> Result<usize, Box<dyn std::error::Error>> {
    let session = Session::builder().allowed(Allowed::Everything).build();
    let target = Target { app: Some(app.to_owned()), ..Target::default() };
    let mut screenshot = session.screenshot(&target, &Cancel::new())?;
    picture::mark(&mut screenshot.picture, &screenshot.marks);
    std::fs::write(path, picture::png(&screenshot.picture)?)?;
    Ok(screenshot.marks.len())
}
