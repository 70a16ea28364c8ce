//! Any desktop, through cua-driver (trycua/cua: macOS, Windows, Linux) as its MCP client.
//!
//! The driver reads and acts; everything about when something is done stays in core. The decision that matters: nothing
//! the driver says is evidence. Its tokens are not identities (rows are recognised from reading to reading, or lose their
//! key), its texts prove nothing (they are trimmed, shortened, or a placeholder; an
//! [`ExactReader`](surehand_core::exact::ExactReader) may read them exactly), and its "confirmed" is not looked at. What
//! would bring a window to the front, move the user's pointer or reach beyond one window is refused before it is sent.
//!
//! Left out: starting apps, pop-ups that have to be opened, web pages of its browser tools, drag and scroll.

mod answer;
mod desktop;
mod driver;
mod keys;
mod picture;
mod process;
mod program;
pub mod raw;

mod reading;
mod role;
mod routes;
mod rules;
mod tree;

pub use answer::Answer;
pub use desktop::CuaDesktop;
pub use driver::Channel;
pub use process::{Process, TRIED, version};
pub use program::{PROGRAM, TIMEOUT, find, timeout};
