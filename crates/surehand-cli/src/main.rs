//! The `surehand` command.
fn main() {}
