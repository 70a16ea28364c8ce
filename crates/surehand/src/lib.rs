//! surehand.
