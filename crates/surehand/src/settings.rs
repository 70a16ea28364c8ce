//! Settings from the environment.
//!
//! A variable that is set and wrong is an error that names it, never a silent default: a stability window that is not
//! the one asked for changes what `done` means. Files (`.env`, `config.toml`) are not read here.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Duration;

use surehand_core::engine::Settings;
use surehand_core::error::Invalid;

/// How long a text, value, option or toggle must hold before it is `done`, in milliseconds.
pub const STABLE_MS: &str = "SUREHAND_STABLE_MS";
/// Fresh readings at the least before `no_effect`.
pub const EFFECT_RETAKES: &str = "SUREHAND_EFFECT_RETAKES";
/// How much is logged on standard error.
pub const LOG: &str = "SUREHAND_LOG";

/// Whether a window that is acted on has a mark.
pub const MARK: &str = "SUREHAND_MARK";

/// The settings that this process's environment asks for.
///
/// # Errors
/// [`Invalid`], with the variable as its path, for a value that is not a number in its range.
pub fn from_environment() -> Result<Settings, Invalid> {
    from_variables(&|name| std::env::var_os(name))
}

/// The settings that `variable` asks for; unset or empty variables keep their defaults.
///
/// # Errors
/// As [`from_environment`].
pub fn from_variables(variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Settings, Invalid> {
    let mut settings = Settings::default();
    if let Some(milliseconds) = number(variable, STABLE_MS, 0..=10_000)? {
        settings.stable = Duration::from_millis(u64::from(milliseconds));
    }
    if let Some(retakes) = number(variable, EFFECT_RETAKES, 1..=1_000)? {
        settings.effect_retakes = retakes;
    }
    Ok(settings)
}

/// Whether `variable` asks for the mark; `None` when it does not say.
///
/// # Errors
/// [`Invalid`], with the variable as its path, for what is neither on nor off.
pub fn mark(variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Option<bool>, Invalid> {
    let Some(value) = variable(MARK).filter(|value| !value.is_empty()) else { return Ok(None) };
    match value.to_str().map(|word| word.trim().to_ascii_lowercase()).as_deref() {
        Some("on" | "1" | "true" | "yes") => Ok(Some(true)),
        Some("off" | "0" | "false" | "no") => Ok(Some(false)),
        _ => Err(Invalid::new(MARK, "must be on or off")),
    }
}

fn number(
    variable: &dyn Fn(&str) -> Option<OsString>,
    name: &str,
    range: RangeInclusive<u32>,
) -> Result<Option<u32>, Invalid> {
    let Some(value) = variable(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    let number =
        value.to_str().and_then(|text| text.trim().parse().ok()).filter(|number| range.contains(number));
    match number {
        Some(number) => Ok(Some(number)),
        None => {
            let rule = format!("must be a whole number from {} to {}", range.start(), range.end());
            Err(Invalid::new(name, rule))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &'static str, value: &'static str) -> Result<Settings, Invalid> {
        from_variables(&|asked| (asked == name).then(|| value.into()))
    }

    #[test]
    fn variables_set_what_they_name() {
        assert_eq!(read(STABLE_MS, "120").map(|settings| settings.stable), Ok(Duration::from_millis(120)));
        assert_eq!(read(EFFECT_RETAKES, "7").map(|settings| settings.effect_retakes), Ok(7));
        assert_eq!(read(STABLE_MS, ""), Ok(Settings::default()));
    }

    #[test]
    fn the_mark_is_on_off_or_not_spoken_of() {
        let read = |value: &'static str| mark(&move |name| (name == MARK).then(|| value.into()));
        assert_eq!((read(""), read("Off"), read("1")), (Ok(None), Ok(Some(false)), Ok(Some(true))));
        assert_eq!(read("perhaps").map_err(|invalid| invalid.path), Err(MARK.to_owned()));
    }

    #[test]
    fn a_wrong_value_is_an_error_that_names_the_variable() {
        for (name, value) in [
            (STABLE_MS, "fast"),
            (STABLE_MS, "-1"),
            (STABLE_MS, "10001"),
            (EFFECT_RETAKES, "0"),
            (EFFECT_RETAKES, "5.5"),
        ] {
            let error = read(name, value).expect_err(value);
            assert_eq!(error.path, name);
            assert!(error.to_string().contains("must be a whole number from"), "{error}");
        }
    }
}
