//! The JSON of the MCP server and of `--json`.
//!
//! [`request`] reads arguments, [`answer`] writes answers. The decision that matters: the shapes are settled here and
//! nowhere else (core's types are not serialisable), every key of an answer is a field of a struct, and golden tests
//! hold them. An answer never grows beyond its budget of bytes; one that was cut says `leftOut`.

pub mod answer;
mod budget;
mod lines;
pub mod picture;
pub mod request;
pub mod run;
pub mod subtask;
mod text;

pub use answer::{Answer, Kind};
pub use text::{shorten, width};
