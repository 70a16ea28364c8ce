//! On-screen keypads: which button types which character.
//!
//! Ten digits as buttons in one part of a window make a keypad. Its keys are those digits and what stands with them:
//! other single characters, and buttons whose names are words for one (`Divide`). A caller writes `*` and `/` where a
//! key shows `×` and `÷`, so a key answers to the characters people type for it too.
//!
//! The decision that matters: a comma is never pressed for a point where the keypad has no comma. `1,000` is a thousand
//! to one reader and one to another, and a wrong number is worse than none; a point for the decimal comma of a keypad
//! is what every caller means.

use crate::element::{Element, Role};
use crate::outline::Outline;

/// What a decider is told of the field that shows what a keypad enters.
pub(crate) const DISPLAY: &str = "the display above the keypad: entry, calculation, result, answer";
/// The same behind the role of a field that has no name.
pub(crate) const DISPLAY_PHRASE: &str = " above the keypad";

/// A keypad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keypad {
    /// Which position types which character, in reading order of the keys.
    pub(crate) keys: Vec<(char, usize)>,
    /// Every button that stands with the keys, whether or not it types a character.
    pub(crate) buttons: Vec<usize>,
    /// The first digit in reading order.
    pub(crate) first: usize,
    /// Where the entry is shown, when it is recognisable.
    pub(crate) display: Option<usize>,
}

/// Words and signs on keys, and the characters a caller types for them. The first is what a key stands for.
const SIGNS: &[(&[&str], &[char])] = &[
    (&["+", "plus", "add", "addition"], &['+']),
    (&["−", "-", "–", "minus", "subtract", "subtraction"], &['-', '−', '–']),
    (&["×", "*", "✕", "⋅", "·", "times", "multiply", "multiplication"], &['*', '×', '⋅', '·']),
    (&["÷", "/", "∕", "divide", "division", "divided by"], &['/', '÷', '∕']),
    (&["=", "equals", "equal", "solve", "result", "calculate", "enter"], &['=']),
    (&["%", "percent", "percentage"], &['%']),
    (&["(", "left parenthesis", "open parenthesis", "opening parenthesis"], &['(']),
    (&[")", "right parenthesis", "close parenthesis", "closing parenthesis"], &[')']),
    (&[".", "point", "decimal point", "decimal", "decimal separator", "numeric point"], &['.']),
    (&[",", "comma"], &[',']),
    (&["√", "square root", "root"], &['√']),
    (&["^", "exponent", "power"], &['^']),
    (&["π", "pi"], &['π']),
    (&["!", "factorial"], &['!']),
];

/// The most buttons a part of a window may have to count as keys.
const MOST: usize = 120;

/// The keypads of a window, in reading order.
pub(crate) fn keypads(elements: &[Element], outline: &Outline) -> Vec<Keypad> {
    let mut digits = vec![[0_u8; 10]; elements.len()];
    for position in (0..elements.len()).rev() {
        if let Some(digit) = digit(&elements[position]) {
            digits[position][digit] = digits[position][digit].saturating_add(1);
        }
        if let Some(parent) = elements[position].parent {
            // A parent stands before its children, so the two lie in different halves.
            let (above, below) = digits.split_at_mut(position);
            for (sum, count) in above[parent].iter_mut().zip(&below[0]) {
                *sum = sum.saturating_add(*count);
            }
        }
    }
    let whole = |position: usize| digits[position].iter().all(|count| *count == 1);
    let found: Vec<Keypad> = (0..elements.len())
        .filter(|position| whole(*position) && !outline.children(*position).iter().any(|child| whole(*child)))
        .map(|region| keypad(elements, outline, region))
        .collect();
    if found.is_empty() && digits_of_the_window(elements) { vec![loose_keypad(elements)] } else { found }
}

/// Whether the window as a whole has each digit once, as keys that no container holds together.
fn digits_of_the_window(elements: &[Element]) -> bool {
    let mut counts = [0_usize; 10];
    elements.iter().filter_map(digit).for_each(|digit| counts[digit] += 1);
    elements.len() <= MOST && counts == [1; 10]
}

/// A keypad whose keys stand in the window itself.
fn loose_keypad(elements: &[Element]) -> Keypad {
    let mut keys = Keys::default();
    (0..elements.len()).for_each(|position| keys.add(elements, position));
    keys.finish(elements, 0)
}

fn is_key(element: &Element) -> bool {
    matches!(element.role, Role::Button | Role::ToggleButton)
        && element.state.visible
        && element.state.enabled
}

fn digit(element: &Element) -> Option<usize> {
    let name = element.name.trim();
    let mut characters = name.chars();
    let digit = characters.next().and_then(|character| character.to_digit(10));
    digit.filter(|_| is_key(element) && characters.next().is_none()).map(|digit| digit as usize)
}

fn keypad(elements: &[Element], outline: &Outline, region: usize) -> Keypad {
    // Operators often stand in a group of their own beside the digits.
    let mut whole = region;
    for _ in 0..2 {
        match elements[whole].parent {
            Some(parent) if elements[parent].role != Role::Window && outline.size(parent) <= MOST => {
                whole = parent;
            }
            _ => break,
        }
    }
    let mut keys = Keys::default();
    for part in [region, whole] {
        outline.below(part, |_| true, |position| keys.add(elements, position));
    }
    keys.finish(elements, region)
}

/// The keys found so far.
#[derive(Default)]
struct Keys {
    keys: Vec<(char, usize)>,
    buttons: Vec<usize>,
    first: Option<usize>,
}

impl Keys {
    fn add(&mut self, elements: &[Element], position: usize) {
        let element = &elements[position];
        if !is_key(element) || self.buttons.contains(&position) {
            return;
        }
        self.buttons.push(position);
        self.first = self.first.or_else(|| digit(element).map(|_| position));
        for character in typed_for(element) {
            if self.keys.iter().all(|(known, _)| *known != character) {
                self.keys.push((character, position));
            }
        }
    }

    fn finish(mut self, elements: &[Element], region: usize) -> Keypad {
        let shows = |wanted: char| {
            self.keys.iter().find(|(character, _)| *character == wanted).map(|(_, position)| *position)
        };
        if let (None, Some(comma)) = (shows('.'), shows(',')) {
            self.keys.push(('.', comma));
        }
        let first = self.first.unwrap_or(region);
        Keypad { keys: self.keys, buttons: self.buttons, first, display: display(elements, first) }
    }
}

/// The characters a caller may type for a key.
fn typed_for(element: &Element) -> Vec<char> {
    let name = element.name.trim();
    let lower = name.to_lowercase();
    if let Some((_, characters)) = SIGNS.iter().find(|(names, _)| names.contains(&lower.as_str())) {
        return characters.to_vec();
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if !only.is_whitespace() && !only.is_control() => vec![only],
        _ => Vec::new(),
    }
}

/// The field that shows the entry: the nearest before the keys that can be written into, else the nearest before them,
/// else the first behind them. A calculator may show messages in a second field that nobody writes into.
fn display(elements: &[Element], first: usize) -> Option<usize> {
    let shows = |position: &usize| {
        let element = &elements[*position];
        element.state.visible
            && !element.state.protected
            && matches!(element.role, Role::TextField | Role::TextArea | Role::Document)
    };
    let written = |position: &usize| shows(position) && elements[*position].state.editable;
    (0..first)
        .rev()
        .find(written)
        .or_else(|| (0..first).rev().find(shows))
        .or_else(|| (first..elements.len()).find(shows))
}
