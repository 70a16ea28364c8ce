//! Where controls stand, as far as it bears on what their labels put at risk: in a dialog, a pop-over, a find bar.
//!
//! Decided once per reading from roles and containers. What a label means there is the risk table's part.

use crate::element::Role;
use crate::identity::Identities;
use crate::risk::Setting;
use crate::risk::words::finds;
use crate::snapshot::Snapshot;
use crate::window::WindowKind;

/// The most elements of a container that is a find bar and not a window with a search field in it.
const FIND_BAR: usize = 60;

/// The setting of each element of a snapshot.
pub(super) fn settings(snapshot: &Snapshot, identities: &Identities) -> Vec<Setting> {
    let elements = snapshot.elements();
    let outline = identities.outline();
    let mut finding = vec![false; elements.len()];
    for (position, element) in elements.iter().enumerate() {
        let field = matches!(element.role, Role::TextField | Role::ComboBox | Role::TextArea);
        let hint = element.placeholder.as_deref().unwrap_or_default();
        if field && (finds(identities.label(position)) || finds(hint)) {
            let above = std::iter::successors(element.parent, |above| elements[*above].parent);
            for container in above.take(2).filter(|above| outline.size(*above) <= FIND_BAR) {
                finding[container] |= elements[container].role != Role::Window;
            }
        }
    }
    let dialog = snapshot.window.kind == WindowKind::Dialog;
    let whole = match (dialog, finds(&snapshot.window.title)) {
        (true, true) => Setting::FindDialog,
        (true, false) => Setting::Dialog,
        (false, _) => Setting::Window,
    };
    let mut settings: Vec<Setting> = Vec::with_capacity(elements.len());
    for element in elements {
        let setting = match element.parent {
            None if element.role == Role::Dialog && whole == Setting::Window => Setting::Dialog,
            None => whole,
            Some(parent) if finding[parent] && settings[parent] != Setting::FindDialog => Setting::FindBar,
            Some(parent) => match elements[parent].role {
                Role::Popover => Setting::Popover,
                Role::Dialog | Role::Alert if !finds_text(settings[parent]) => Setting::Dialog,
                _ => settings[parent],
            },
        };
        settings.push(setting);
    }
    settings
}

const fn finds_text(setting: Setting) -> bool {
    matches!(setting, Setting::FindBar | Setting::FindDialog)
}
