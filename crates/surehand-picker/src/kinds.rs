//! Which kind of control a description is of.
//!
//! "Specifies the width" is about something that takes a value, "whether the ruler is shown" about a switch, "select a
//! language" about a choice, and "inserts a table" about something to press. The decision that matters: each of the four
//! is a feature of its own, 1 where the option is of that kind and −1 where not, so that how much it counts is fitted.

use surehand_core::decider::OptionFacts;

use crate::features::{Feature, Values};
use crate::instruction::Instruction;
use crate::lexicon::listed;
use crate::text::Token;

const VALUE: &str = "specifies specify sets set defines define determines determine enter enters type input adjust adjusts \
    assign assigns change changes number amount value controls control";
const SWITCH: &str = "whether if enables enable disables disable turnon turnoff turn toggle toggles tick check untick \
    uncheck allow allows automatically always never when marks prevents ignore ignores";
const CHOICE: &str = "select selects choose chooses pick lists list which type kind method mode";
const FIELD_ROLES: &str = "TextField TextArea SpinButton Slider PasswordField Document";
const SWITCH_ROLES: &str = "CheckBox Switch CheckMenuItem ToggleButton";
const CHOICE_ROLES: &str = "ComboBox List ListItem RadioButton RadioMenuItem";
const DIALOG: &str = "dialog dialogue window opens open configure customize preferences specify choose ask";

/// What an instruction says about kinds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Said {
    value: bool,
    switch: bool,
    choice: bool,
    dialog: bool,
    menu: bool,
}

impl Said {
    /// Reads it from all words.
    pub(crate) fn read(tokens: &[Token]) -> Self {
        let begins = |list: &str| tokens.iter().take(2).any(|token| listed(list, &token.word));
        Self {
            value: begins(VALUE),
            switch: begins(SWITCH),
            choice: begins(CHOICE),
            dialog: tokens.iter().any(|token| listed(DIALOG, &token.word)),
            menu: tokens.iter().any(|token| token.word == "menu"),
        }
    }
}

/// Measures how well the kind of an option fits what is described.
pub(crate) fn measure(facts: &OptionFacts, instruction: &Instruction, values: &mut Values) {
    if instruction.is_reading || facts.action.is_empty() {
        return;
    }
    let says = instruction.kinds;
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
    set(Feature::TakesValue, signed(says.value, is_value));
    set(Feature::IsSwitch, signed(says.switch, is_switch));
    set(Feature::IsChoice, signed(says.choice, is_choice));
    set(Feature::IsPressed, signed(instruction.intent.operation.is_some(), is_pressed));
    let has_dots = facts.label.ends_with('…') || facts.label.ends_with("...");
    set(Feature::Dialog, f64::from(has_dots && says.dialog));
    let opens_menu = listed("Menu MenuButton", facts.role);
    set(Feature::OpensMenu, f64::from(opens_menu && !says.menu));
}
