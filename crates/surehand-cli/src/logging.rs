//! The log on standard error.
//!
//! `SUREHAND_LOG` is a level. The libraries below are held at errors whatever it says: at the lower levels they write
//! whole messages, and a log must hold nothing of what a screen or a caller says.

use std::ffi::OsStr;

use surehand::core::error::Invalid;
use surehand::settings::LOG;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Starts logging at the level that the environment asks for.
///
/// # Errors
/// [`Invalid`] naming the variable when it is no level.
pub(crate) fn start() -> Result<(), Invalid> {
    let level = level(std::env::var_os(LOG).as_deref())?;
    let targets = Targets::new().with_default(level.min(LevelFilter::ERROR)).with_target("surehand", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // Fails only when a logger is there already, which then is the one to keep.
    drop(tracing_subscriber::registry().with(targets).with(lines).try_init());
    Ok(())
}

fn level(value: Option<&OsStr>) -> Result<LevelFilter, Invalid> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(LevelFilter::WARN) };
    let level = value.to_str().and_then(|name| match name.trim().to_ascii_lowercase().as_str() {
        "off" => Some(LevelFilter::OFF),
        "error" => Some(LevelFilter::ERROR),
        "warn" => Some(LevelFilter::WARN),
        "info" => Some(LevelFilter::INFO),
        "debug" => Some(LevelFilter::DEBUG),
        "trace" => Some(LevelFilter::TRACE),
        _ => None,
    });
    level.ok_or_else(|| Invalid::new(LOG, "must be off, error, warn, info, debug or trace"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_and_anything_else_refused() {
        let read = |value: &str| level(Some(OsStr::new(value)));
        assert_eq!(level(None), Ok(LevelFilter::WARN));
        assert_eq!(read(""), Ok(LevelFilter::WARN));
        assert_eq!(read("Debug"), Ok(LevelFilter::DEBUG));
        assert_eq!(read("loud").map_err(|invalid| invalid.path), Err(LOG.to_owned()));
    }
}
