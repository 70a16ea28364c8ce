//! Which desktop a session is of.
//!
//! Without a word it is that of this platform. Any other goes through the user's cua-driver, and where the platform's own
//! desktop reads the same windows it is given to it as the exact reader of fields: the one place where two desktops meet.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use surehand_atspi::AtspiDesktop;
use surehand_core::clock::Clock;
use surehand_core::desktop::Desktop;
use surehand_core::error::Invalid;
use surehand_core::exact::ByDesktop;
use surehand_cua::CuaDesktop;

/// The variable that names the desktop. Not `SUREHAND_DESKTOP`, which scripts that bring up a headless desktop use for its
/// folder.
pub const DESKTOP: &str = "SUREHAND_BACKEND";

/// A desktop by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DesktopKind {
    /// The platform's own: AT-SPI and X11.
    #[default]
    Native,
    /// Any platform, through cua-driver.
    Cua,
}

impl DesktopKind {
    /// The desktop of that name: `atspi` or `cua`.
    ///
    /// # Errors
    /// [`Invalid`] with `path` for another name.
    pub fn named(name: &str, path: &str) -> Result<Self, Invalid> {
        match name {
            "atspi" => Ok(Self::Native),
            "cua" => Ok(Self::Cua),
            _ => Err(Invalid::new(path, "must be `atspi` or `cua`")),
        }
    }

    /// The desktop that the variable names; the native one when it is not set.
    ///
    /// # Errors
    /// As [`DesktopKind::named`].
    pub fn from_variables(variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, Invalid> {
        match variable(DESKTOP).filter(|value| !value.is_empty()) {
            Some(value) => Self::named(&value.to_string_lossy(), DESKTOP),
            None => Ok(Self::Native),
        }
    }
}

/// The desktop through cua-driver. Nothing is started yet; a driver that is not there is the error of the first call.
///
/// # Errors
/// [`Invalid`] for a wrong limit.
pub(crate) fn cua(
    variable: &dyn Fn(&str) -> Option<OsString>,
    clock: Arc<dyn Clock>,
) -> Result<Arc<CuaDesktop>, Invalid> {
    let limit = surehand_cua::timeout(variable)?;
    let program = surehand_cua::find(variable).unwrap_or_else(|| PathBuf::from("/nonexistent/cua-driver"));
    let reading = Arc::clone(&clock);
    let connect = move || {
        let native: Arc<dyn Desktop> = Arc::new(AtspiDesktop::connect(Arc::clone(&reading))?);
        Ok(native)
    };
    let desktop = CuaDesktop::of_program(program, limit, clock);
    Ok(Arc::new(desktop.with_reader(Arc::new(ByDesktop::new(Box::new(connect))))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_is_chosen_by_its_name() {
        let read = |value: &'static str| {
            DesktopKind::from_variables(&move |name| (name == DESKTOP).then(|| value.into()))
        };
        assert_eq!((read(""), read("atspi")), (Ok(DesktopKind::Native), Ok(DesktopKind::Native)));
        assert_eq!(read("cua"), Ok(DesktopKind::Cua));
        assert_eq!(read("vnc").map_err(|invalid| invalid.path), Err(DESKTOP.to_owned()));
    }
}
