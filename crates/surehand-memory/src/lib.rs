//! surehand-memory.
