//! How far the product can be trusted: thousands of acts on apps of ours, each judged by what the app itself holds.
//!
//! What is tried is data: a [`row`](rows::Row) names an app, a control, a step, and which answers are acceptable and
//! which must never come. Rows run in [passes](stage) of one app in one place on the screen, while the typing user
//! types. The [rates](tally) and their bounds are those that the documentation promises.

pub mod judge;
pub mod lies;
pub mod pages;
pub mod rows;
pub mod stage;
pub mod tally;
