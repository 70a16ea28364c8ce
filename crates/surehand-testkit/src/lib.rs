//! surehand-testkit.
