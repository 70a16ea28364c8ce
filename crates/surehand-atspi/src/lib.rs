//! surehand-atspi.
