//! What kind of action the verbs of an instruction ask for, and which option agrees.
//!
//! "Put", "correct" and "empty" all mean the whole text of a field; only words about an end or a caret mean less than
//! the whole. The decision that matters: kinds that leave the rest of a text alone, and kinds that few ask for (double
//! click, context menu, scroll, key, drag), need a word of their own and are out of the question without it.

use surehand_core::decider::OptionFacts;

use crate::lexicon::listed;
use crate::text::Token;

const PRESS: &str = "press click hit tap push activate invoke trigger use klicke klick drücke tippe cliquez clique \
    appuyez pulsa presiona clic clicca premi aperte нажми нажмите 点 单 按";
const TICK: &str = "tick check enable turnon subscribe mark activate";
const UNTICK: &str = "untick uncheck disable turnoff unsubscribe unmark deactivate deselect";
const FLIP: &str = "toggle flip switch";
const CHOOSE: &str = "choose select pick highlight";
const WRITE: &str = "put set enter fill write type input paste correct fix change update replace adjust make modify \
    overwrite amend insert add append attach";
const EMPTY: &str = "empty clear blank erase wipe";
const OPEN: &str = "open show expand display view go bring unfold navigate visit";
const READ: &str = "read extract get tell what whats";
const COMPUTE: &str = "compute calculate evaluate";
const DESCRIBE: &str = "specifies specify displays defines define determines determine allows allow enters selects sets \
    opens lists uses shows indicates inserts enter select set open list use show indicate insert changes assigns";
const KEYS: &str = "return enter escape tab";
const POLITE: &str =
    "please can could would you now just then kindly next first finally and i want to need the";

/// What the wording asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Intent {
    /// Press something.
    pub(crate) press: bool,
    /// Turn something on (`Some(true)`) or off.
    pub(crate) turn: Option<bool>,
    /// Flip something, whichever way.
    pub(crate) flip: bool,
    /// Make one of several the chosen one.
    pub(crate) choose: bool,
    /// Give a field or value a new content.
    pub(crate) write: bool,
    /// The verb of writing means a text and nothing else: "type", and not "change".
    pub(crate) type_only: bool,
    /// Leave a field without content.
    pub(crate) empty: bool,
    /// Put something behind what is there.
    pub(crate) append: bool,
    /// Put something at the caret or in front.
    pub(crate) insert: bool,
    /// Open or show something.
    pub(crate) open: bool,
    /// Work something out.
    pub(crate) compute: bool,
    /// On the keys of a keypad.
    pub(crate) keys: bool,
    /// Twice.
    pub(crate) double: bool,
    /// With the context menu.
    pub(crate) context: bool,
    /// By scrolling.
    pub(crate) scroll: bool,
    /// By dragging.
    pub(crate) drag: bool,
    /// With a key of the keyboard.
    pub(crate) key: bool,
    /// The verb is to scroll: nothing else will do.
    pub(crate) scroll_only: bool,
    /// The place of the leading verb, when it says what to do and not merely how.
    pub(crate) operation: Option<usize>,
    /// The place of the leading verb.
    pub(crate) verb: Option<usize>,
}

impl Intent {
    /// Reads the intent from the words that are not quoted.
    pub(crate) fn read(tokens: &[Token], text: Option<&str>) -> Self {
        let verb = tokens.iter().position(|token| !listed(POLITE, &token.word));
        let Some(verb) = verb else { return Self::default() };
        let word = tokens[verb].word.as_str();
        let rest = &tokens[verb + 1..];
        let says = |list: &str| rest.iter().any(|token| listed(list, &token.word));
        let ends_with = |end: &str| rest.last().is_some_and(|token| token.word == end);
        let is_turned = listed("turn switch", word);
        let turn = if listed(TICK, word) || (is_turned && ends_with("on")) {
            Some(true)
        } else if listed(UNTICK, word) || (is_turned && ends_with("off")) {
            Some(false)
        } else {
            None
        };
        let is_adding = listed("add put write type insert append attach enter", word);
        // "The start" is a place in the text, "the Start field" is a control.
        let says_place = |list: &str| {
            rest.iter().enumerate().any(|(place, token)| {
                listed(list, &token.word) && rest.get(place + 1).is_none_or(|next| next.word == "of")
            })
        };
        let append = word == "append"
            || (is_adding && (says("behind") || says_place("end bottom")))
            || (word == "add" && text.is_some() && says("to"));
        let insert = !append
            && (is_adding && (says("caret cursor insertion") || says_place("beginning start"))
                || (word == "insert" && text.is_some() && says("at into")));
        let keys = says("keypad keys") || word == "key" || (listed(PRESS, word) && text.is_some());
        let empty = listed(EMPTY, word);
        let write = listed(WRITE, word) && turn.is_none();
        let compute = listed(COMPUTE, word);
        let press = listed(PRESS, word);
        let choose = listed(CHOOSE, word);
        let open = listed(OPEN, word);
        let flip = listed(FLIP, word) && turn.is_none();
        let gestures = listed("doubleclick rightclick scroll drag", word);
        let reads = listed(READ, word);
        let is_manner = reads
            || press
            || choose
            || open
            || flip
            || turn.is_some()
            || write
            || empty
            || compute
            || gestures;
        Self {
            press,
            turn,
            flip,
            choose,
            write: write && !append && !insert,
            type_only: write && listed("type write enter put fill input", word),
            empty,
            append,
            insert,
            open,
            compute,
            keys,
            double: word == "doubleclick" || says("twice doubleclick"),
            context: word == "rightclick" || says("rightclick context"),
            scroll: word == "scroll" || says("scroll"),
            drag: listed("drag move", word),
            key: press && says(KEYS),
            scroll_only: word == "scroll",
            operation: (!is_manner && !listed(DESCRIBE, word)).then_some(verb),
            verb: Some(verb),
        }
    }

    /// Whether some text is to be written.
    pub(crate) const fn writes(&self) -> bool {
        self.write || self.append || self.insert
    }

    /// How well an option's kind of action agrees, from −1 to 1. [`None`] when it needs a word that is not there.
    pub(crate) fn agreement(&self, facts: &OptionFacts) -> Option<f64> {
        if self.scroll_only && !listed("scroll", facts.action) && !facts.action.is_empty() {
            return None;
        }
        Some(match facts.action {
            "set_value" => self.agreement_of_set_value(),
            "append" => return self.append.then_some(1.0),
            "type_into" => return self.insert.then_some(1.0),
            "choose_option" => self.agreement_of_choose_option(),
            "toggle" => self.agreement_of_toggle(),
            "click" | "menu" => self.agreement_of_press(facts),
            "keypad" if self.append || self.insert => return None,
            "keypad" if self.compute || self.keys => 1.0,
            "keypad" => 0.0,
            "double_click" => return self.double.then_some(1.0),
            "context_menu" => return self.context.then_some(1.0),
            "scroll" => return self.scroll.then_some(1.0),
            "drag" => return self.drag.then_some(0.5),
            "key" => return self.key.then_some(1.0),
            // Reading: nothing is done, so nothing can disagree.
            "" => 1.0,
            _ => 0.5,
        })
    }

    fn agreement_of_set_value(&self) -> f64 {
        if self.append || self.insert {
            -1.0
        } else if self.write || self.empty {
            1.0
        } else if self.compute || self.keys {
            0.3
        } else if self.press || self.turn.is_some() || self.flip {
            -0.8
        } else {
            -0.2
        }
    }

    fn agreement_of_choose_option(&self) -> f64 {
        if self.append || self.insert || self.empty {
            -1.0
        } else if self.choose {
            1.0
        } else if self.write {
            0.8
        } else if self.open {
            0.3
        } else if self.press || self.turn.is_some() || self.flip {
            -0.6
        } else {
            0.0
        }
    }

    fn agreement_of_toggle(&self) -> f64 {
        if self.turn.is_some() || self.flip {
            1.0
        } else if self.press || self.choose {
            0.5
        } else if self.writes() || self.empty {
            -0.5
        } else {
            0.1
        }
    }

    fn agreement_of_press(&self, facts: &OptionFacts) -> f64 {
        let is_choice = listed(
            "ComboBox ListItem RadioButton Tab Row Cell TreeItem MenuItem RadioMenuItem Icon",
            facts.role,
        );
        let is_ticked =
            listed("CheckMenuItem RadioButton RadioMenuItem ToggleButton CheckBox Switch", facts.role);
        let is_a_key = facts.label.split(' ').any(|word| listed(KEYS, &word.to_lowercase()));
        if self.double || self.context || (self.key && !is_a_key) {
            -0.6
        } else if self.press && !self.turn.is_some_and(|_| is_ticked) {
            1.0
        } else if self.choose {
            if is_choice { 1.0 } else { 0.3 }
        } else if self.turn.is_some() || self.flip {
            if is_ticked { 0.9 } else { -0.1 }
        } else if self.open {
            0.7
        } else if self.append || self.insert || self.type_only {
            -0.8
        } else if self.write {
            if facts.role == "ComboBox" {
                0.5
            } else if is_choice {
                0.0
            } else {
                -0.4
            }
        } else if self.compute {
            0.7
        } else if self.operation.is_some() || self.empty {
            0.5
        } else {
            0.2
        }
    }
}

/// Whether a word says how to act and not on what.
pub(crate) fn is_manner(word: &str) -> bool {
    [
        PRESS,
        TICK,
        UNTICK,
        FLIP,
        CHOOSE,
        WRITE,
        EMPTY,
        OPEN,
        COMPUTE,
        READ,
        "turn doubleclick rightclick scroll drag",
    ]
    .iter()
    .any(|list| listed(list, word))
}

/// Whether a word begins the description of a control and says nothing else.
pub(crate) fn is_describing(word: &str) -> bool {
    listed(DESCRIBE, word)
}

/// Words for kinds of controls, and the roles they fit.
const ROLE_WORDS: &[(&str, &str)] = &[
    ("button", "Button ToggleButton MenuButton RadioButton"),
    ("key", "Button ToggleButton Keypad"),
    ("checkbox", "CheckBox Switch CheckMenuItem ToggleButton"),
    ("switch", "Switch ToggleButton CheckBox"),
    ("toggle", "Switch ToggleButton CheckBox"),
    ("field", "TextField TextArea SpinButton ComboBox PasswordField"),
    ("box", "TextField TextArea SpinButton ComboBox PasswordField CheckBox"),
    ("textbox", "TextField TextArea"),
    ("textarea", "TextArea Document TextField"),
    ("entry", "TextField ListItem ComboBox List MenuItem"),
    ("list", "List ListItem ComboBox Tree TreeItem Table Row"),
    ("dropdown", "ComboBox MenuButton"),
    ("popup", "ComboBox MenuButton"),
    ("combobox", "ComboBox"),
    ("menu", "Menu MenuItem MenuButton CheckMenuItem RadioMenuItem"),
    ("item", "MenuItem ListItem TreeItem CheckMenuItem RadioMenuItem Icon"),
    ("command", "MenuItem CheckMenuItem"),
    ("tab", "Tab"),
    ("link", "Link"),
    ("slider", "Slider"),
    ("option", "RadioButton ListItem MenuItem CheckBox ComboBox RadioMenuItem CheckMenuItem"),
    ("row", "Row ListItem TreeItem List Table Cell"),
    ("column", "ColumnHeader"),
    ("icon", "Icon Button"),
    ("document", "TextArea Document"),
    ("editor", "TextArea Document"),
    ("page", "TextArea Document Tab"),
    ("body", "TextArea Document"),
    ("display", "TextArea TextField Text Document"),
    ("result", "TextArea TextField Text Document"),
    ("table", "Table"),
    ("statusbar", "StatusBar"),
    ("radiobutton", "RadioButton"),
    ("header", "ColumnHeader"),
    ("keypad", "Keypad"),
];

/// The roles that a word for a kind of control fits.
pub(crate) fn roles_of(word: &str) -> Option<&'static str> {
    let singular = word.strip_suffix('s').unwrap_or(word);
    let singular = if word == "boxes" || word == "checkboxes" {
        word.strip_suffix("es").unwrap_or(word)
    } else {
        singular
    };
    ROLE_WORDS.iter().find(|(name, _)| *name == singular).map(|(_, roles)| *roles)
}
