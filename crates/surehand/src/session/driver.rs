//! The driver's own tools, for a session that was made with them.
//!
//! Permissions are kept by the process that a call names: it must be one of an app that the user lets be read, and operated
//! where the call acts; they are asked about it as by any other tool. So without `--yes` a call must name one, also to look,
//! and what lists apps and windows of everybody is refused before anybody is asked.

use std::time::Duration;

use serde_json::Value;
use surehand_core::clock::{Cancel, Deadline};
use surehand_core::code::Code;
use surehand_core::desktop::Desktop as _;
use surehand_core::engine::Target;
use surehand_core::error::{Error, Result};
use surehand_core::permissions::Permissions;
use surehand_core::window::App;
use surehand_cua::CuaDesktop;
use surehand_cua::raw::{self, RawAnswer};

use super::{Allowed, Session};
use crate::permissions::denied;
use crate::permissions::user::READ_ONLY;

/// How long a raw call may take.
const LIMIT: Duration = Duration::from_secs(30);
/// Tools that answer for every app at once, whatever process they are given.
const OF_ALL: [&str; 3] = ["check_permissions", "get_config", "list_apps"];

impl Session {
    /// Whether the driver's own tools are offered.
    #[must_use]
    pub const fn offers_driver(&self) -> bool {
        self.driver.is_some()
    }

    /// Calls one of the driver's own tools. Nothing is verified.
    ///
    /// # Errors
    /// `unsupported` where they are not offered or the call is one that is never sent, `permission_denied`, and what the
    /// driver meets, in sentences of ours.
    pub fn driver(&self, tool: &str, arguments: &Value, cancel: &Cancel) -> Result<RawAnswer> {
        let Some(driver) = &self.driver else {
            return Err(Error::new(
                Code::Unsupported,
                "the driver's own tools were not asked for at the start",
            ));
        };
        let began = self.clock.now();
        let mut about = None;
        let result = self.drive(driver, (tool, arguments), cancel, &mut about);
        self.note(|| {
            let entry = self.entry("driver", began, result.as_ref().err().map(|error| error.code));
            match about {
                Some(app) => entry.about(&app),
                None => entry,
            }
        });
        result
    }

    fn drive(
        &self,
        driver: &CuaDesktop,
        (tool, arguments): (&str, &Value),
        cancel: &Cancel,
        about: &mut Option<App>,
    ) -> Result<RawAnswer> {
        let acts = raw::acts(tool, arguments)?;
        let named = |about: &mut Option<App>| -> Result<App> {
            let app = app_of(driver, (tool, arguments), &self.for_driver(cancel))?;
            *about = Some(app.clone());
            Ok(app)
        };
        match &self.allowed {
            Allowed::Nothing => return Err(denied()),
            Allowed::Everything => {}
            Allowed::By(permissions) => may(permissions.as_ref(), &named(about)?, acts)?,
            Allowed::User(permissions) => {
                if acts && permissions.rules().read_only {
                    return Err(Error::new(Code::PermissionDenied, READ_ONLY));
                }
                let app = named(about)?;
                if let Err(refused) = may(permissions.as_ref(), &app, acts) {
                    let target = Target { pid: Some(app.pid), ..Target::default() };
                    if !self.ask_about(&target, cancel).0 {
                        return Err(refused);
                    }
                    // Much may have changed while a person thought: the process may be another's by now.
                    may(permissions.as_ref(), &named(about)?, acts)?;
                }
            }
        }
        let _alone = acts.then(|| self.lock.acquire(self.clock.as_ref(), cancel)).transpose()?;
        driver.raw(tool, arguments, &self.for_driver(cancel))
    }

    fn for_driver(&self, cancel: &Cancel) -> Deadline {
        Deadline { at: self.clock.now().plus(LIMIT), cancel: cancel.clone() }
    }
}

fn may(permissions: &dyn Permissions, app: &App, acts: bool) -> Result<()> {
    permissions.read(app)?;
    if acts { permissions.act(app) } else { Ok(()) }
}

/// The app that a call names.
fn app_of(driver: &CuaDesktop, (tool, arguments): (&str, &Value), deadline: &Deadline) -> Result<App> {
    let refused =
        || Error::new(Code::PermissionDenied, "without --yes a call must name one app by its `pid`");
    if OF_ALL.contains(&tool) {
        return Err(refused());
    }
    let pid = arguments["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok()).ok_or_else(refused)?;
    let windows = driver.windows(deadline)?;
    let app: Option<&App> = windows.iter().map(|window| &window.app).find(|app| app.pid == pid);
    let app = app.ok_or_else(|| Error::new(Code::BadTarget, "no app with a window has that process"))?;
    // A handle or a window of another process would lead past the one that was allowed.
    let window = arguments["window_id"].as_u64();
    let other = |id: u64| windows.iter().any(|window| window.id == id && window.app.pid != pid);
    if window.is_some_and(other) || arguments.get("element_token").is_some() {
        return Err(Error::new(
            Code::PermissionDenied,
            "without --yes windows and controls are named by `pid` and place",
        ));
    }
    Ok(app.clone())
}
