//! surehand-picker.
