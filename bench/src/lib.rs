//! Measures the product from outside, as a client of its MCP server on a desktop that is started for it.
//!
//! Two programs: `trust` counts what was promised and kept, judged by what apps of our own hold; `bench` measures time,
//! bytes and memory. Nothing here ships, and nothing here links the product: it is the built binary that is measured.

pub mod program;
pub mod trust;
