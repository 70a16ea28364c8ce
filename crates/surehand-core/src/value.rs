//! Free-form data without a serialisation library.
//!
//! [`Value`] carries what has no fixed shape (metadata of elements and subtasks). The faces turn it into JSON; core
//! only stores and compares it.

/// A tree of plain data. Maps keep the order in which their entries were put in.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// Text.
    Text(String),
    /// Values in order.
    List(Vec<Self>),
    /// Named values in order; a name occurs once.
    Map(Vec<(String, Self)>),
}

impl Value {
    /// The value stored under `name`, when this is a map that has it.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::List(_) => None,
        }
    }

    /// Whether there is nothing in it: null, or an empty list or map.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::List(values) => values.is_empty(),
            Self::Map(entries) => entries.is_empty(),
            Self::Bool(_) | Self::Number(_) | Self::Text(_) => false,
        }
    }
}
