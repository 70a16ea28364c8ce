//! Keys and chords as subtasks and decisions write them.
//!
//! A closed vocabulary: what is not in it is refused by name, so that no policy can send keys nobody has thought of. `MOD`
//! is the platform's command key (Ctrl here, Cmd on a Mac).

use std::fmt;
use std::str::FromStr;

use crate::desktop::Modifier;
use crate::error::Invalid;

/// One key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(&'static str);

/// The names of keys in chords, and the keys' names on a desktop.
const NAMED: &[(&str, &str)] = &[
    ("ENTER", "return"),
    ("ESCAPE", "escape"),
    ("TAB", "tab"),
    ("SPACE", "space"),
    ("BACKSPACE", "backspace"),
    ("DELETE", "delete"),
    ("ARROW_UP", "up"),
    ("ARROW_DOWN", "down"),
    ("ARROW_LEFT", "left"),
    ("ARROW_RIGHT", "right"),
    ("HOME", "home"),
    ("END", "end"),
    ("PAGE_UP", "page_up"),
    ("PAGE_DOWN", "page_down"),
    ("MINUS", "minus"),
    ("EQUAL", "equal"),
    ("LEFT_BRACKET", "bracketleft"),
    ("RIGHT_BRACKET", "bracketright"),
    ("BACKSLASH", "backslash"),
    ("SEMICOLON", "semicolon"),
    ("QUOTE", "apostrophe"),
    ("COMMA", "comma"),
    ("PERIOD", "period"),
    ("SLASH", "slash"),
    ("GRAVE", "grave"),
];

const LETTERS: &[&str] = &[
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U",
    "V", "W", "X", "Y", "Z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
];

const FUNCTIONS: &[&str] = &[
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14", "F15", "F16",
    "F17", "F18", "F19", "F20",
];

impl Key {
    /// The names of the keys that may be pressed by themselves.
    pub const ALONE: &[&str] = &[
        "ENTER",
        "ESCAPE",
        "TAB",
        "SPACE",
        "BACKSPACE",
        "DELETE",
        "ARROW_UP",
        "ARROW_DOWN",
        "ARROW_LEFT",
        "ARROW_RIGHT",
    ];

    /// The key of that name in a chord.
    fn in_chord(name: &str) -> Option<Self> {
        let known = NAMED
            .iter()
            .map(|(name, _)| *name)
            .chain(LETTERS.iter().copied())
            .chain(FUNCTIONS.iter().copied());
        known.into_iter().find(|known| *known == name).map(Key)
    }

    /// The name in subtasks and decisions.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.0
    }

    /// The name in a desktop's chord, such as `return`.
    #[must_use]
    pub fn desktop_name(&self) -> String {
        let named = NAMED.iter().find(|(name, _)| *name == self.0).map(|(_, desktop)| (*desktop).to_owned());
        named.unwrap_or_else(|| self.0.to_lowercase())
    }
}

impl FromStr for Key {
    type Err = Invalid;

    /// A key that may be pressed by itself.
    fn from_str(name: &str) -> Result<Self, Invalid> {
        let known = Self::ALONE.iter().copied().find(|known| *known == name);
        known
            .map(Key)
            .ok_or_else(|| Invalid::new("key", format!("must be one of {}", Self::ALONE.join(", "))))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

/// The modifiers in the order they are written in.
const MODIFIERS: [&str; 4] = ["MOD", "CTRL", "ALT", "SHIFT"];

/// A key with at least one modifier, such as `MOD+SHIFT+Z`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// Which of `MOD`, `CTRL`, `ALT`, `SHIFT` are held.
    held: [bool; 4],
    key: Key,
}

impl Chord {
    /// What every app understands, with what it does. Others must be declared by the subtask.
    pub const OFFERED: [(&str, &str); 6] = [
        ("MOD+A", "select everything"),
        ("MOD+C", "copy"),
        ("MOD+V", "paste"),
        ("MOD+Z", "undo"),
        ("MOD+SHIFT+Z", "redo"),
        ("MOD+F", "find"),
    ];

    /// The keys held, with `MOD` as the platform's command key.
    #[must_use]
    pub fn modifiers(&self, command: Modifier) -> Vec<Modifier> {
        let [main, ctrl, alt, shift] = self.held;
        let all = [(main, command), (ctrl, Modifier::Ctrl), (alt, Modifier::Alt), (shift, Modifier::Shift)];
        let mut held: Vec<Modifier> = Vec::new();
        for (_, modifier) in all.into_iter().filter(|(is_held, _)| *is_held) {
            if !held.contains(&modifier) {
                held.push(modifier);
            }
        }
        held
    }

    /// The chord as a desktop takes it, such as `ctrl+shift+z`.
    #[must_use]
    pub fn desktop_name(&self, command: Modifier) -> String {
        let mut parts: Vec<String> = self
            .modifiers(command)
            .into_iter()
            .map(|modifier| {
                match modifier {
                    Modifier::Ctrl => "ctrl",
                    Modifier::Alt => "alt",
                    Modifier::Shift => "shift",
                    Modifier::Meta => "meta",
                }
                .to_owned()
            })
            .collect();
        parts.push(self.key.desktop_name());
        parts.join("+")
    }
}

impl FromStr for Chord {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let rule = || {
            Invalid::new(
                "hotkey",
                "must be one or more of MOD, CTRL, ALT, SHIFT and then a key, joined by +, such as MOD+SHIFT+Z",
            )
        };
        let (modifiers, key) = text.rsplit_once('+').ok_or_else(rule)?;
        let key = Key::in_chord(key).ok_or_else(rule)?;
        let mut held = [false; 4];
        for modifier in modifiers.split('+') {
            let place = MODIFIERS.iter().position(|known| *known == modifier).ok_or_else(rule)?;
            let slot = held.get_mut(place).ok_or_else(rule)?;
            if *slot {
                return Err(Invalid::new("hotkey", "must name each modifier once"));
            }
            *slot = true;
        }
        Ok(Self { held, key })
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (_, name) in self.held.iter().zip(MODIFIERS).filter(|(is_held, _)| **is_held) {
            write!(formatter, "{name}+")?;
        }
        write!(formatter, "{}", self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_have_one_spelling_and_go_to_a_desktop() {
        let chord: Chord = "SHIFT+MOD+Z".parse().unwrap();
        assert_eq!(chord.to_string(), "MOD+SHIFT+Z");
        assert_eq!(chord.desktop_name(Modifier::Ctrl), "ctrl+shift+z");
        assert_eq!(chord.desktop_name(Modifier::Meta), "meta+shift+z");
        assert_eq!("MOD+CTRL+F20".parse::<Chord>().unwrap().desktop_name(Modifier::Ctrl), "ctrl+f20");
        for (offered, _) in Chord::OFFERED {
            assert_eq!(offered.parse::<Chord>().map(|chord| chord.to_string()), Ok(offered.to_owned()));
        }
    }

    #[test]
    fn what_is_not_in_the_vocabulary_is_refused() {
        for bad in
            ["", "A", "MOD", "MOD+", "+A", "MOD+a", "MOD+F21", "CMD+A", "MOD+MOD+A", "MOD+A+B", "MOD+ENTER+"]
        {
            assert!(bad.parse::<Chord>().is_err(), "{bad}");
        }
        assert!(
            "A".parse::<Key>().is_err() && "HOME".parse::<Key>().is_err() && "ENTER".parse::<Key>().is_ok()
        );
    }
}
