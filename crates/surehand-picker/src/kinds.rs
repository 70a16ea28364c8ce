//! Which kind of control a description is of.
//!
//! "Specifies the width" is about something that takes a value, "whether the ruler is shown" about a switch, "select a
//! language" about a choice, and "inserts a table" about something to press. The decision that matters: each of the four
//! is a feature of its own, 1 where the option is of that kind and −1 where not, so that how much it counts is fitted.

use surehand_core::decider::OptionFacts;

use crate::features::{Feature, Values};
use crate::instruction::Instruction;
use crate::lexicon::listed;

const VALUE: &str = "specifies specify sets set defines define determines determine enter enters type input adjust adjusts \
    assign assigns change changes number amount value controls control";
const SWITCH: &str = "whether if enables enable disables disable turnon turnoff turn toggle toggles tick check untick \
    uncheck allow allows automatically always never when marks prevents ignore ignores";
const CHOICE: &str = "select selects choose chooses pick lists list which type kind method mode";
const FIELD_ROLES: &str = "TextField TextArea SpinButton Slider PasswordField Document";
const SWITCH_ROLES: &str = "CheckBox Switch CheckMenuItem ToggleButton";
const CHOICE_ROLES: &str = "ComboBox List ListItem RadioButton RadioMenuItem";
const DIALOG: &str = "dialog dialogue window opens open configure customize preferences specify choose ask";

/// Measures how well the kind of an option fits what is described.
pub(crate) fn measure(facts: &OptionFacts, instruction: &Instruction, values: &mut Values) {
    if instruction.is_reading || facts.action.is_empty() {
        return;
    }
    let says = |list: &str| instruction.tokens.iter().take(2).any(|token| listed(list, &token.word));
    let is_value = listed(FIELD_ROLES, facts.role) || facts.role == "ComboBox";
    let is_switch = listed(SWITCH_ROLES, facts.role);
    let is_choice = listed(CHOICE_ROLES, facts.role);
    let is_pressed = !is_value && !is_choice && (!is_switch || facts.role == "CheckMenuItem");
    let signed = |applies: bool, fits: bool| {
        if !applies {
            0.0
        } else if fits {
            1.0
        } else {
            -1.0
        }
    };
    let mut set = |feature: Feature, value: f64| values[feature as usize] = value;
    set(Feature::TakesValue, signed(says(VALUE), is_value));
    set(Feature::IsSwitch, signed(says(SWITCH), is_switch));
    set(Feature::IsChoice, signed(says(CHOICE), is_choice));
    set(Feature::IsPressed, signed(instruction.intent.operation.is_some(), is_pressed));
    let has_dots = facts.label.ends_with('…') || facts.label.ends_with("...");
    let asks_dialog = instruction.tokens.iter().any(|token| listed(DIALOG, &token.word));
    set(Feature::Dialog, f64::from(has_dots && asks_dialog));
    let opens_menu = listed("Menu MenuButton", facts.role);
    let asks_menu = instruction.tokens.iter().any(|token| token.word == "menu");
    set(Feature::OpensMenu, f64::from(opens_menu && !asks_menu));
}
