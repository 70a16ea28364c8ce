//! The Linux desktop of surehand: AT-SPI over D-Bus for what is in windows, X11 for the windows themselves.
//!
//! [`AtspiDesktop`] implements [`surehand_core::desktop::Desktop`]. It never takes the focus, and it marks every route
//! that would take a grab. Works without an X server too, with fewer facts about windows.
//!
//! The decision that matters: what toolkits do differently stands in small tables and conditions on
//! `bus::Toolkit`, each with its reason, and everything else is one code for all. Measured habits are in
//! docs/platforms.md. Left out: pointer events, and keys except for what `background` does.

mod apps;
mod background;
mod built;
mod bus;
mod changes;
mod closing;
mod compose;
mod desktop;
mod detail;
mod entry;
mod foresight;
mod front;
mod keyboard;
mod known;
mod label;
mod lasting;
mod launch;
mod lock;
mod loose;
pub mod mark;
mod menus;
mod message;
mod object;
mod perform;
mod pointer;
mod popover;
mod qt;
mod reading;
mod role;
mod routes;
mod rows;
mod secret;
mod shown;
mod startup;
mod transport;
mod walk;
mod windows;
mod x11;

pub use lasting::AtspiDesktop;
pub use mark::Mark;
