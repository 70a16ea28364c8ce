//! The words that mean something here: synonyms, opposites, frequent words, filler.
//!
//! One table for all languages of the screen, mostly English. The decision that matters: word weights are fixed and
//! never counted from the screen, so that no label can make the words of another rarer or commoner. Lists are data; the
//! rules that use them live in [`crate::instruction`], [`crate::features`] and [`crate::caps`].

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::related::RELATED;
use crate::stem::stem;
use crate::weights::RARITY;

/// Words that may stand for each other. A word may be in several groups; at most 128 groups.
const SYNONYMS: &[&str] = &[
    "delete remove erase trash discard",
    "empty clear blank wipe",
    "clear reset",
    "c clear ac",
    "subscribe newsletter subscription",
    "email mail address",
    "preferences settings options configuration",
    "quit exit close leave",
    "find search lookup locate",
    "folder directory",
    "picture image photo graphic",
    "new create add make",
    "copy duplicate clone",
    "rename name",
    "plus add addition",
    "minus subtract subtraction difference",
    "times multiply multiplied multiplication product",
    "divide division divided quotient over",
    "equals equal result solve evaluate calculate compute",
    "percent percentage",
    "point decimal dot",
    "backspace erase",
    "plusminus negate sign",
    "sqrt root radical",
    "square squared",
    "mod modulus modulo remainder",
    "inverse reciprocal invert",
    "power exponent exponentiate",
    "factorial exclamation",
    "undo revert",
    "signout logout",
    "signin login",
    "shutdown poweroff",
    "restart reboot",
    "ok okay confirm",
    "cancel abort dismiss",
    "stop end halt terminate",
    "start begin run launch play",
    "large big larger bigger",
    "small little smaller tiny",
    "maximum max most largest highest",
    "minimum min least smallest lowest",
    "show display view visible",
    "hide conceal invisible hidden",
    "font typeface",
    "colour color",
    "grey gray grayscale greyscale",
    "volume loudness sound",
    "mute silence",
    "previous back prior",
    "next forward following",
    "refresh reload",
    "save store keep",
    "send submit post",
    "buy purchase order",
    "move relocate",
    "window frame",
    "dictionary glossary",
    "password passphrase",
    "user account profile",
    "download fetch",
    "text words",
    "size dimension",
    "width wide",
    "height high tall",
    "length long",
    "number count amount quantity",
    "line row",
    "left leftmost",
    "right rightmost",
    "top upper above",
    "bottom lower below",
    "first initial",
    "last final",
    "automatic automatically auto",
    "link hyperlink url",
    "margin border spacing padding",
    "bold strong heavy",
    "case capital uppercase",
    "language locale",
    "symbol character glyph",
    "edit modify change alter",
    "replace substitute exchange",
    "insert add",
    "group combine",
    "merge join combine",
    "split divide separate",
    "enable activate",
    "disable deactivate",
    "help manual documentation",
    "about version",
    "phone telephone",
    "address location",
    "dark night",
    "light day",
    "notify notification alert",
    "transparent transparency opacity",
    "tick check",
    "ignore skip exclude omit",
    "include contain",
    "horizontal horizontally",
    "vertical vertically",
    "both all every",
    "none no nothing without",
    "distance spacing gap offset",
    "increase raise up larger",
    "decrease lower reduce down smaller",
    "print printer printout",
    "choose select pick",
    "browse choose locate",
    "assign bind",
    "position location place",
    "protect protection lock",
];

/// Pairs that must not stand for each other: one on the screen and the other in the instruction is a contradiction.
const OPPOSITES: &[(&str, &str)] = &[
    ("left", "right"),
    ("always", "never"),
    ("top", "bottom"),
    ("upper", "lower"),
    ("above", "below"),
    ("up", "down"),
    ("first", "last"),
    ("before", "after"),
    ("next", "previous"),
    ("enable", "disable"),
    ("turnon", "turnoff"),
    ("show", "hide"),
    ("increase", "decrease"),
    ("ascending", "descending"),
    ("horizontal", "vertical"),
    ("add", "remove"),
    ("add", "delete"),
    ("lock", "unlock"),
    ("minimum", "maximum"),
    ("minimize", "maximize"),
    ("undo", "redo"),
    ("import", "export"),
    ("more", "fewer"),
    ("larger", "smaller"),
    ("large", "small"),
    ("start", "stop"),
    ("expand", "collapse"),
    ("mute", "unmute"),
    ("accept", "reject"),
    ("accept", "decline"),
    ("yes", "no"),
    ("select", "deselect"),
    ("connect", "disconnect"),
    ("upload", "download"),
    ("forward", "back"),
    ("forward", "backward"),
    ("zoomin", "zoomout"),
    ("signin", "signout"),
    ("openparen", "closeparen"),
    ("dark", "light"),
    ("pin", "unpin"),
    ("install", "uninstall"),
    ("subscribe", "unsubscribe"),
    ("inner", "outer"),
    ("front", "back"),
    ("odd", "even"),
];

/// Words that say nothing about which control is meant.
const FILLER: &str = "a an the this that these those my your its their his her our it them to of in into on onto at \
    for from with by as and or is are be was were been being will would can could should may might must do does so \
    which what who when where there here if then than please now just also only i you we they me us not no dont any \
    some each every such very whether how have has had let want using used use via per about between within \
    currently current one auf den die das der dem ein eine sur le les un une la en el los il lo du em на 击 下";

/// Words of so many labels that matching one says less.
const FREQUENT: &str = "file new text name type value set use mode all show add edit view select selected default \
    object options option data line number size open start end color path window active image settings list page \
    item items field box button document format style apply create move copy change time user custom dialog enter \
    display key specify define element current content character row column cell table other properties insert send \
    address only up out no not dont all";

/// What a word is, apart from its spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Meaning {
    /// One bit for each group of synonyms it belongs to.
    pub(crate) synonyms: u128,
    /// One bit for each pair of opposites of which it is the first.
    pub(crate) first: u64,
    /// One bit for each pair of opposites of which it is the second.
    pub(crate) second: u64,
    /// How much it tells, from 0.1 (filler) to 1.
    pub(crate) weight: f64,
    /// How rare it is on labels, from 0.05 (filler) to 1.
    pub(crate) rarity: f64,
    /// One bit for each group of related words it belongs to.
    pub(crate) related: [u64; RELATED_WORDS],
    /// Whether it is filler.
    pub(crate) filler: bool,
}

/// How much it says that two words share a group: the fewer are in it, the more.
static STRENGTHS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let strength = |group: &str| match group.split_ascii_whitespace().count() {
        0..=3 => 1.0,
        4 => 1.0,
        5 => 0.95,
        6..=7 => 0.9,
        _ => 0.85,
    };
    RELATED.iter().map(|group| strength(group)).collect()
});

/// How related two words are, by their bits.
pub(crate) fn relatedness(one: &[u64; RELATED_WORDS], other: &[u64; RELATED_WORDS]) -> f64 {
    let mut most = 0.0_f64;
    for (place, (one, other)) in one.iter().zip(other).enumerate() {
        let mut shared = one & other;
        while shared != 0 {
            let group = place * 64 + shared.trailing_zeros() as usize;
            most = most.max(STRENGTHS.get(group).copied().unwrap_or_default());
            shared &= shared - 1;
        }
    }
    most
}

/// How many numbers hold a bit for each group of related words.
const RELATED_WORDS: usize = 11;

const UNKNOWN: Meaning = Meaning {
    synonyms: 0,
    first: 0,
    second: 0,
    weight: 1.0,
    rarity: 1.0,
    related: [0; RELATED_WORDS],
    filler: false,
};

static MEANINGS: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let mut meanings: HashMap<String, Meaning> = HashMap::new();
    let mut entry = |word: &str, change: &dyn Fn(&mut Meaning)| {
        change(meanings.entry(stem(word)).or_insert(UNKNOWN));
    };
    for (group, words) in SYNONYMS.iter().enumerate() {
        for word in words.split(' ') {
            entry(word, &|meaning| meaning.synonyms |= 1 << group);
        }
    }
    for (pair, (first, second)) in OPPOSITES.iter().enumerate() {
        entry(first, &|meaning| meaning.first |= 1 << pair);
        entry(second, &|meaning| meaning.second |= 1 << pair);
    }
    for word in FREQUENT.split_ascii_whitespace() {
        entry(word, &|meaning| meaning.weight = 0.6);
    }
    for (group, words) in RELATED.iter().enumerate() {
        for word in words.split_ascii_whitespace() {
            entry(word, &|meaning| meaning.related[group / 64] |= 1 << (group % 64));
        }
    }
    for (rarity, stems) in RARITY {
        for stem in stems.split_ascii_whitespace() {
            meanings.entry(stem.to_owned()).or_insert(UNKNOWN).rarity = *rarity;
        }
    }
    meanings
});

/// Filler goes by the word itself: "them" is filler and "themed" is not, though they share a stem.
static FILLERS: LazyLock<HashSet<&str>> = LazyLock::new(|| FILLER.split_whitespace().collect());

/// What a word is.
pub(crate) fn meaning(word: &str, stem: &str) -> Meaning {
    let meaning = MEANINGS.get(stem).copied().unwrap_or(UNKNOWN);
    if FILLERS.contains(word) {
        Meaning { weight: 0.1, rarity: 0.05, related: [0; RELATED_WORDS], filler: true, ..meaning }
    } else {
        meaning
    }
}

/// Whether `word` is one of the words in `list`, which are separated by spaces.
pub(crate) fn listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|each| each == word)
}

/// Words that allow a destructive action of that kind ([`surehand_core::risk::Risk::name`]).
pub(crate) fn risk_words(risk: &str) -> &'static str {
    match risk {
        "delete" => "delete remove erase clear empty trash wipe uninstall purge destroy",
        "overwrite" => "overwrite replace save export",
        "discard" => "discard revert abandon dont reset reload restore",
        "send" => "send submit post publish mail share reply forward",
        "purchase" => "buy purchase order pay checkout subscribe",
        "close" => "close quit exit leave",
        "sign_out" => "signout logout logoff",
        "system" => "shutdown restart reboot suspend hibernate poweroff format signout turnoff",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_suffice() {
        assert!(SYNONYMS.len() <= 128);
        assert!(OPPOSITES.len() <= 64);
        assert!(RELATED.len() <= 64 * RELATED_WORDS);
    }

    #[test]
    fn a_word_is_not_its_own_opposite() {
        for (first, second) in OPPOSITES {
            assert_ne!(stem(first), stem(second));
        }
    }

    #[test]
    fn every_risk_has_words() {
        for risk in surehand_core::risk::Risk::ALL {
            assert!(!risk_words(risk.name()).is_empty(), "{risk}");
        }
    }
}
