//! How an input gets into a control: as text, or as the one option of a pop-up that reads so.
//!
//! Every policy enters inputs this way, so that a value which is none of the options is asked for and never guessed.

use super::{Decision, Entry, PlannedAction};
use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::label::plain;
use crate::runner::InputValue;

/// The action that enters the input `name` by `field`, or the end that asks for another value where the field has options
/// and the value is none of them.
pub(super) fn entering(field: &Candidate, name: &str, value: &InputValue) -> Decision {
    let planned = PlannedAction::on(field.action, field.key.clone());
    let entered = || Decision::act(planned.clone().entering(Entry::Input(name.to_owned())));
    if field.action != ActionKind::ChooseOption || field.choices.is_empty() {
        return entered();
    }
    let wanted = plain(&value.text().unwrap_or_default());
    let fits = |choice: &&String| plain(choice) == wanted;
    match field.choices.iter().filter(fits).collect::<Vec<_>>()[..] {
        [choice] => Decision::act(PlannedAction { option: Some(choice.clone()), ..planned }),
        _ => {
            let reason = format!("the value of \"{name}\" is none of the options of {}", field.does);
            Decision::needs_input(field.key.clone(), reason)
        }
    }
}
