//! Which decider the user asked for, by variables.
//!
//! Nothing is sent anywhere unless `SUREHAND_DECIDER` says so: a key alone, set for another program, changes nothing. A
//! variable that is set and wrong, or missing where it is needed, is an error that names it and what to do, before any
//! window is read. Variables come through a closure, so that files and command lines can stand in for the environment.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use surehand_core::clock::Clock;
use surehand_core::decider::Decider;
use surehand_core::error::Invalid;
use surehand_core::secret::Secret;

use crate::cascade::Cascade;
use crate::endpoint::Endpoint;
use crate::hosted::{self, Hosted};
use crate::profile::{OPENAI, OPENROUTER, Profile, TYPESAFE};
use crate::transport::Timeouts;

/// Which decider is asked: one of [`DECIDERS`].
pub const DECIDER: &str = "SUREHAND_DECIDER";
/// Which model a hosted decider is asked for.
pub const MODEL: &str = "SUREHAND_MODEL";
/// The ancestor's name for the model of system-one.
pub const TYPESAFE_MODEL: &str = "TYPESAFE_MODEL";
/// Where system-one is served.
pub const BASE_URL: &str = "TYPESAFE_BASE_URL";
/// Where OpenRouter's or OpenAI's wire is served instead of at its own address: a gateway, or a test.
pub const OTHER_URL: &str = "SUREHAND_BASE_URL";
/// The key of system-one.
pub const KEY: &str = "JEV_API_KEY";
/// The key of system-one when [`KEY`] is unset or empty.
pub const TYPESAFE_KEY: &str = "TYPESAFE_API_KEY";
/// Seconds for connecting.
pub const CONNECT_TIMEOUT: &str = "JEV_CONNECT_TIMEOUT";
/// Seconds for the answer.
pub const READ_TIMEOUT: &str = "JEV_READ_TIMEOUT";
/// The names that [`DECIDER`] may have.
pub const DECIDERS: &[&str] = &["embedded", "system-one", "openrouter", "openai", "cascade"];

/// Looks a variable up.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The decider that `variable` asks for; `embedded` when it asks for none.
///
/// # Errors
/// [`Invalid`], with the variable as its path.
pub fn decider(
    variable: Lookup<'_>,
    embedded: Arc<dyn Decider>,
    clock: &Arc<dyn Clock>,
) -> Result<Arc<dyn Decider>, Invalid> {
    let Some(name) = set(variable, DECIDER)? else { return Ok(embedded) };
    Ok(match name.as_str() {
        "embedded" => embedded,
        "system-one" => Arc::new(system_one(variable, clock)?),
        "openrouter" => Arc::new(fixed(OPENROUTER, variable, clock)?),
        "openai" => Arc::new(fixed(OPENAI, variable, clock)?),
        "cascade" => {
            Arc::new(Cascade::new(embedded, Arc::new(any_hosted(variable, clock)?), Arc::clone(clock)))
        }
        _ => return Err(Invalid::new(DECIDER, format!("must be one of {}", DECIDERS.join(", ")))),
    })
}

/// The hosted half of a cascade: the first that is set up.
fn any_hosted(variable: Lookup<'_>, clock: &Arc<dyn Clock>) -> Result<Hosted, Invalid> {
    let is_set = |name| set(variable, name).map(|value| value.is_some());
    if is_set(BASE_URL)? || is_set(KEY)? || is_set(TYPESAFE_KEY)? {
        system_one(variable, clock)
    } else if is_set(OPENROUTER.key)? {
        fixed(OPENROUTER, variable, clock)
    } else if is_set(OPENAI.key)? {
        fixed(OPENAI, variable, clock)
    } else {
        let rule = format!(
            "is cascade, which needs a hosted model: set {KEY}, {}, {} or {BASE_URL}",
            OPENROUTER.key, OPENAI.key
        );
        Err(Invalid::new(DECIDER, rule))
    }
}

fn system_one(variable: Lookup<'_>, clock: &Arc<dyn Clock>) -> Result<Hosted, Invalid> {
    let endpoint = match set(variable, BASE_URL)? {
        Some(address) => Endpoint::parse(BASE_URL, &address)?,
        None => Endpoint::parse(BASE_URL, TYPESAFE.address.unwrap_or_default())?,
    };
    let profile = Profile::at(&endpoint);
    let key = match key(variable, KEY)? {
        Some(key) => Some(key),
        None => key(variable, TYPESAFE_KEY)?,
    };
    if key.is_none() && profile.key_needed {
        return Err(Invalid::new(
            KEY,
            "must be set: system-one needs a key (TYPESAFE_API_KEY will do as well)",
        ));
    }
    let model = match set(variable, MODEL)? {
        Some(model) => Some(model),
        None => set(variable, TYPESAFE_MODEL)?,
    };
    let model = model.or(profile.model.map(str::to_owned)).unwrap_or_default();
    Ok(Hosted::new(profile, &endpoint, model, key, timeouts(variable)?, Arc::clone(clock)))
}

/// A service at an address of its own, or where the user says that it is served.
fn fixed(profile: Profile, variable: Lookup<'_>, clock: &Arc<dyn Clock>) -> Result<Hosted, Invalid> {
    let endpoint = match set(variable, OTHER_URL)? {
        Some(address) => Endpoint::parse(OTHER_URL, &address)?,
        None => Endpoint::parse(DECIDER, profile.address.unwrap_or_default())?,
    };
    let Some(key) = key(variable, profile.key)? else {
        return Err(Invalid::new(profile.key, format!("must be set: {} needs a key", profile.name)));
    };
    let model = set(variable, MODEL)?.or(profile.model.map(str::to_owned)).unwrap_or_default();
    Ok(Hosted::new(profile, &endpoint, model, Some(key), timeouts(variable)?, Arc::clone(clock)))
}

fn timeouts(variable: Lookup<'_>) -> Result<Timeouts, Invalid> {
    let default = Timeouts::default();
    Ok(Timeouts {
        connect: seconds(variable, CONNECT_TIMEOUT)?.unwrap_or(default.connect),
        read: seconds(variable, READ_TIMEOUT)?.unwrap_or(default.read),
    })
}

fn seconds(variable: Lookup<'_>, name: &str) -> Result<Option<Duration>, Invalid> {
    let Some(text) = set(variable, name)? else { return Ok(None) };
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=600.0).contains(seconds));
    let seconds =
        seconds.ok_or_else(|| Invalid::new(name, "must be a number of seconds from 0.001 to 600"))?;
    Ok(Some(Duration::from_secs_f64(seconds)))
}

fn key(variable: Lookup<'_>, name: &str) -> Result<Option<Secret>, Invalid> {
    set(variable, name)?.map(|text| hosted::key(name, &text)).transpose()
}

/// What a variable is set to, without blanks around; an empty one is not set.
fn set(variable: Lookup<'_>, name: &str) -> Result<Option<String>, Invalid> {
    let Some(value) = variable(name) else { return Ok(None) };
    let text = value.to_str().ok_or_else(|| Invalid::new(name, "must be readable text (UTF-8)"))?.trim();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use surehand_core::decider::Thresholds;
    use surehand_testkit::clock::FakeClock;

    use super::*;
    use crate::scripted::Scripted;

    fn made(set: &[(&str, &str)]) -> Result<String, String> {
        let lookup =
            |name: &str| set.iter().find(|(set, _)| *set == name).map(|(_, value)| OsString::from(value));
        let embedded = Arc::new(Scripted::new("embedded", Thresholds::HOSTED, Vec::new()));
        let clock: Arc<dyn Clock> = FakeClock::new();
        decider(&lookup, embedded, &clock)
            .map(|decider| format!("{} {decider:?}", decider.name()))
            .map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn without_being_asked_nothing_leaves_the_machine() {
        for set in [&[][..], &[(DECIDER, "")], &[(DECIDER, "embedded")], &[(KEY, "apikey_1")]] {
            assert!(made(set).expect("embedded").starts_with("embedded Scripted"), "{set:?}");
        }
    }

    #[test]
    fn each_name_makes_its_decider_and_no_key_is_shown() {
        for (set, url, model) in [
            (
                &[(DECIDER, "system-one"), (KEY, "k3y")][..],
                "https://api.typesafe.ai/v1/systemone",
                "jev-latest",
            ),
            (
                &[(DECIDER, "system-one"), (KEY, " "), (TYPESAFE_KEY, "k3y"), (TYPESAFE_MODEL, "jev-1.13.0")],
                "https://api.typesafe.ai/v1/systemone",
                "jev-1.13.0",
            ),
            (
                &[
                    (DECIDER, "system-one"),
                    (BASE_URL, "http://localhost:11434"),
                    (MODEL, "kev"),
                    (TYPESAFE_MODEL, "x"),
                ],
                "http://localhost:11434/v1/systemone",
                "kev",
            ),
            (
                &[(DECIDER, "openrouter"), ("OPENROUTER_API_KEY", "k3y")],
                "https://openrouter.ai/api/alpha/decisions",
                "~typesafe/jev-latest",
            ),
            (
                &[(DECIDER, "openai"), ("OPENAI_API_KEY", "k3y"), (TYPESAFE_MODEL, "x")],
                "https://api.openai.com/v1/decisions",
                "gpt-6-luna",
            ),
            (&[(DECIDER, "cascade"), (KEY, "k3y")], "https://api.typesafe.ai/v1/systemone", "jev-latest"),
            (
                &[(DECIDER, "cascade"), ("OPENAI_API_KEY", "k3y")],
                "https://api.openai.com/v1/decisions",
                "gpt-6-luna",
            ),
        ] {
            let made = made(set).expect("a decider");
            assert!(made.starts_with(set[0].1), "{made}");
            assert!(made.contains(&format!("url: {url:?}, model: {model:?}")), "{made}");
            assert!(!made.contains("k3y"), "{made}");
        }
    }

    #[test]
    fn what_is_wrong_names_the_variable_and_the_fix() {
        for (set, begins, holds) in [
            (&[(DECIDER, "jev")][..], "`SUREHAND_DECIDER` must be one of", "system-one"),
            (&[(DECIDER, "system-one")], "`JEV_API_KEY` must be set", "TYPESAFE_API_KEY"),
            (&[(DECIDER, "system-one"), (KEY, "two words")], "`JEV_API_KEY` must be a key", "ASCII"),
            (
                &[(DECIDER, "system-one"), (KEY, "k"), (BASE_URL, "http://far.example")],
                "`TYPESAFE_BASE_URL` must be https",
                "localhost",
            ),
            (&[(DECIDER, "openrouter")], "`OPENROUTER_API_KEY` must be set", "openrouter"),
            (&[(DECIDER, "openai"), (KEY, "k")], "`OPENAI_API_KEY` must be set", "openai"),
            (&[(DECIDER, "cascade")], "`SUREHAND_DECIDER` is cascade", "JEV_API_KEY"),
            (
                &[(DECIDER, "system-one"), (KEY, "k"), (READ_TIMEOUT, "0")],
                "`JEV_READ_TIMEOUT` must be",
                "seconds",
            ),
            (
                &[(DECIDER, "system-one"), (KEY, "k"), (CONNECT_TIMEOUT, "soon")],
                "`JEV_CONNECT_TIMEOUT` must be",
                "seconds",
            ),
        ] {
            let error = made(set).expect_err("an error");
            assert!(error.starts_with(begins) && error.contains(holds), "{error}");
            assert!(!error.contains("far.example") && !error.contains("two words"), "{error}");
        }
    }
}
