//! Startup notification: what window managers are told of an app that is being started.
//!
//! A window manager leaves a new window behind what the user works in when its app was asked for before the user last
//! did something. An id in the app's environment says so to some; others (openbox) believe only what was announced.
//! So every start is announced as asked for just before the user's last input, and the announcement is taken back when
//! the window is there, so that no pointer stays busy.
//!
//! Left out: window managers that put every new window in front all the same; against those the front is held and given
//! back (`front.rs`).

use crate::x11::XDesktop;

/// A start that has been announced.
#[derive(Debug)]
pub(crate) struct Startup {
    id: String,
}

impl Startup {
    /// Announces the start of an app; `number` tells it from other starts of this process.
    pub(crate) fn announce(x: Option<&XDesktop>, app: &str, number: u128) -> Self {
        let startup = Self { id: id(std::process::id(), number, x.and_then(XDesktop::last_used)) };
        if let Some(x) = x {
            // Who does not hear it goes by the id alone.
            drop(x.announce(&beginning(&startup.id, app, x.screen())));
        }
        startup
    }

    /// What the app is given to say whose start it is.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Takes it back.
    pub(crate) fn end(&self, x: Option<&XDesktop>) {
        if let Some(x) = x {
            drop(x.announce(&format!("remove: ID={}", quoted(&self.id))));
        }
    }
}

/// With the time before the user's last input, or before anything that is in front when that is not known.
fn id(process: u32, number: u128, last_used: Option<u32>) -> String {
    let asked = last_used.map_or(1, |time| time.saturating_sub(1).max(1));
    format!("surehand-{process}-{number}_TIME{asked}")
}

fn beginning(id: &str, app: &str, screen: usize) -> String {
    format!("new: ID={} NAME={} SCREEN={screen}", quoted(id), quoted(app))
}

fn quoted(text: &str) -> String {
    let plain = text.chars().filter(|one| !one.is_control());
    let escaped: String =
        plain.flat_map(|one| matches!(one, '"' | '\\').then_some('\\').into_iter().chain([one])).collect();
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_announced_as_asked_for_before_the_users_last_input() {
        assert_eq!(id(7, 3, Some(5_000)), "surehand-7-3_TIME4999");
        assert_eq!(id(7, 3, Some(0)), "surehand-7-3_TIME1", "0 would say that nobody knows");
        assert_eq!(id(7, 3, None), "surehand-7-3_TIME1");
        let app = "A \"b\" \\\n\0c";
        assert_eq!(beginning("x_TIME1", app, 0), "new: ID=\"x_TIME1\" NAME=\"A \\\"b\\\" \\\\c\" SCREEN=0");
    }
}
