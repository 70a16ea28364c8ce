//! The typing user as a process of its own: `typing-user SENTINEL_SCRIPT`, on the display of its environment.
//!
//! Says one JSON line when it types, types until its input is closed, then prints its report as one JSON line.

use std::io;
use std::path::PathBuf;

fn main() -> io::Result<()> {
    let script = std::env::args_os().nth(1).map(PathBuf::from);
    let script = script.ok_or_else(|| io::Error::other("usage: typing-user SENTINEL_SCRIPT"))?;
    surehand_testkit::typing_user::watcher::run(&script)
}
