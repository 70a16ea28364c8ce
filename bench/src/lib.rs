//! Measures the product from outside, as a client of its MCP server on a desktop that is started for it.
//!
//! Four programs: `trust` counts what was promised and kept, judged by what apps of our own hold; `goals` runs whole
//! subtasks on real apps; `soak` makes very many calls; `bench` measures time, bytes and memory. Nothing here ships. It is the built binary that is
//! measured; the crates below it are linked only to say what the layers beneath cost alone.

pub mod goals;
pub mod measure;
pub mod program;
pub mod soak;
pub mod trust;
