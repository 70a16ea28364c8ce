//! How well a decider picks: cases from a file, judged by the gate that `act` uses.
//!
//! A file of screens and cases ([`Cases`]) is asked case by case, once as it is and once with the accepted controls
//! taken away, and the answers are counted ([`Report`]). The decision that matters: nothing here knows how a decider
//! works, and a case goes through [`surehand_core::gate::pick`], so a figure is about what would have been done and not
//! about a score. Left out: desktops, and cases with a text to enter.

mod cases;
mod report;

pub use cases::{Case, Cases, Screen};
pub use report::{Interval, Report, Score, evaluate};
