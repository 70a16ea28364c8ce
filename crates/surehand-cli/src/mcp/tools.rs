//! What `tools/list` and the instructions say.
//!
//! The schemas are written by hand in `tools.json`: plain objects, nothing referenced, because clients choke on more;
//! a test holds them against what the parser takes. Every byte is paid for in every conversation, so both files
//! together stay within 10 KB.

use rmcp::model::Tool;

/// Taught to every client.
pub(super) const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Observe,
    Act,
    Extract,
    Windows,
    Wait,
    Screenshot,
    Run,
    Driver,
}

impl Name {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "observe" => Some(Self::Observe),
            "act" => Some(Self::Act),
            "extract" => Some(Self::Extract),
            "windows" => Some(Self::Windows),
            "wait" => Some(Self::Wait),
            "screenshot" => Some(Self::Screenshot),
            "run" => Some(Self::Run),
            "driver" => Some(Self::Driver),
            _ => None,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Observe => "observe",
            Self::Act => "act",
            Self::Extract => "extract",
            Self::Windows => "windows",
            Self::Wait => "wait",
            Self::Screenshot => "screenshot",
            Self::Run => "run",
            Self::Driver => "driver",
        }
    }
}

/// The list, as clients get it.
pub(super) fn list() -> Vec<Tool> {
    // The file is part of the binary and a test reads it; a server without tools would be noticed at once.
    serde_json::from_str(include_str!("tools.json")).unwrap_or_default()
}

/// The tool that only those are offered who asked for it when the server was started.
pub(super) fn driver() -> Option<Tool> {
    serde_json::from_str(include_str!("driver.json")).ok()
}
