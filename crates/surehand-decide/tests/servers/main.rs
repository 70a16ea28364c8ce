//! The clients against servers: a mock of every wire and fault, and that of the public conformance suite.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test; writing to a string cannot fail"
)]

mod conformance;
mod faults;
mod recorded;
mod stage;
mod wire;
