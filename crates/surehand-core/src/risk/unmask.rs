//! The words of a label as a person sees them, whatever letters they are written with.
//!
//! "Ｄｅｌｅｔｅ" in full-width letters, "De\u{ad}lete" with a hyphen nobody sees and "Dеlеte" with Cyrillic vowels all
//! read the same. So invisible characters are dropped, letters are brought to their plain form and case, and a word
//! that mixes alphabets is read in each of them.
//!
//! The decision that matters: only a word that mixes alphabets, or that consists of look-alikes alone, is read in
//! another one. Real words of other alphabets stay what they are. For judging only; names are never changed by this.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Labels can be as long as an app likes; an order is short.
const LONGEST: usize = 300;

/// Letters that look like a Latin one, in lower case unless only their capital does.
const LOOK_ALIKES: &[(char, char)] = &[
    ('а', 'a'),
    ('в', 'b'),
    ('с', 'c'),
    ('ԁ', 'd'),
    ('е', 'e'),
    ('һ', 'h'),
    ('н', 'h'),
    ('і', 'i'),
    ('ј', 'j'),
    ('к', 'k'),
    ('ӏ', 'l'),
    ('м', 'm'),
    ('о', 'o'),
    ('р', 'p'),
    ('ԛ', 'q'),
    ('ѕ', 's'),
    ('т', 't'),
    ('у', 'y'),
    ('х', 'x'),
    ('ѵ', 'v'),
    ('ԝ', 'w'),
    ('α', 'a'),
    ('β', 'b'),
    ('ε', 'e'),
    ('η', 'n'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('μ', 'm'),
    ('ν', 'v'),
    ('ο', 'o'),
    ('ρ', 'p'),
    ('τ', 't'),
    ('υ', 'u'),
    ('χ', 'x'),
    ('ζ', 'z'),
    ('ɑ', 'a'),
    ('ɡ', 'g'),
    ('ɩ', 'i'),
    ('ʟ', 'l'),
    ('ᴅ', 'd'),
    ('ᴇ', 'e'),
    ('ᴛ', 't'),
];

/// The ways to read a label: its words in lower case and plain letters. Names of icons (`edit-delete-symbolic`) fall
/// apart at their hyphens.
pub(super) fn readings(label: &str) -> Vec<Vec<String>> {
    let plain = plain(label);
    let words: Vec<String> = split(without_accelerator(&plain)).map(elided).collect();
    let mut readings = Vec::with_capacity(1);
    if !plain.is_ascii() {
        for reading in [in_latin, in_cyrillic] {
            let other: Vec<String> = words.iter().map(|word| reading(word)).collect();
            if other != words {
                readings.push(other);
            }
        }
    }
    readings.insert(0, words);
    readings
}

/// A word of a table, written as [`readings`] writes the words of labels.
pub(super) fn fold(word: &str) -> String {
    elided(&plain(word))
}

/// Without what cannot be seen, in plain letters and lower case.
fn plain(text: &str) -> String {
    if text.is_ascii() {
        return text.chars().take(LONGEST).map(|character| character.to_ascii_lowercase()).collect();
    }
    let seen = text.chars().filter(|character| !is_unseen(*character)).take(LONGEST);
    let letters = seen.nfkc().flat_map(char::to_lowercase).filter(|character| !is_mark(*character));
    let mut plain = String::with_capacity(text.len());
    for letter in letters {
        match letter {
            'ß' => plain.push_str("ss"),
            'ё' => plain.push('е'),
            // Turkish writes two letters where others write one.
            'ı' => plain.push('i'),
            '’' | 'ʼ' | '‘' | '`' => plain.push('\''),
            other => plain.push(other),
        }
    }
    plain
}

/// Whether a character takes no place and shows nothing.
fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether it is a mark that no letter took in, such as a line struck through each letter.
fn is_mark(character: char) -> bool {
    is_combining_mark(character) && matches!(character, '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}')
}

/// Without what stands in brackets at the end: the letter or the keys that also give the order.
fn without_accelerator(text: &str) -> &str {
    let end = text.trim_end_matches(|character: char| !character.is_alphanumeric() && character != ')');
    let before = end.strip_suffix(')').and_then(|open| open.rfind('(')).and_then(|at| text.get(..at));
    before.filter(|before| before.chars().any(char::is_alphanumeric)).unwrap_or(text)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_alphanumeric() || matches!(character, '\'' | '&' | '+')))
        .filter(|word| !word.is_empty() && *word != "symbolic")
}

/// Without an article that melts into the word ("l'historique").
fn elided(word: &str) -> String {
    const MELTING: &[&str] =
        &["l", "d", "all", "dell", "dall", "nell", "sull", "un", "quest", "s", "j", "m", "n", "c", "qu"];
    match word.split_once('\'') {
        Some((article, rest)) if MELTING.contains(&article) && !rest.is_empty() => rest.to_owned(),
        _ => word.to_owned(),
    }
}

/// The word as it reads in Latin letters, if it is not simply a word of another alphabet.
fn in_latin(word: &str) -> String {
    let like = |letter: char| LOOK_ALIKES.iter().find(|(other, _)| *other == letter).map(|(_, latin)| *latin);
    let known = |letter: char| letter.is_ascii() || like(letter).is_some();
    if word.is_ascii() || !(is_mixed(word) || word.chars().all(known)) {
        return word.to_owned();
    }
    word.chars().map(|letter| like(letter).unwrap_or(letter)).collect()
}

/// The word as it reads in Cyrillic letters, if it mixes them with others.
fn in_cyrillic(word: &str) -> String {
    if !is_mixed(word) {
        return word.to_owned();
    }
    let like = |letter: char| {
        let mut known = LOOK_ALIKES.iter().filter(|(other, _)| is_cyrillic(*other));
        known.find(|(_, latin)| *latin == letter).map_or(letter, |(other, _)| *other)
    };
    word.chars().map(like).collect()
}

fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{52f}')
}

/// Whether a word has letters of more than one of the alphabets that look alike.
fn is_mixed(word: &str) -> bool {
    let alphabet = |letter: char| match letter {
        'a'..='z' | '\u{df}'..='\u{24f}' => 1,
        '\u{250}'..='\u{2af}' | '\u{1d00}'..='\u{1d7f}' => 2,
        '\u{370}'..='\u{3ff}' => 3,
        '\u{400}'..='\u{52f}' => 4,
        _ => 0,
    };
    let mut known = word.chars().map(alphabet).filter(|alphabet| *alphabet != 0);
    known.next().is_some_and(|first| known.any(|other| other != first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_look() {
        let rows = [
            ("Delete note…", "delete note"),
            ("Ｄｅｌｅｔｅ", "delete"),
            ("De\u{ad}le\u{200b}te\u{2060}", "delete"),
            ("𝐃𝐞𝐥𝐞𝐭𝐞", "delete"),
            ("D\u{336}e\u{336}l\u{336}e\u{336}t\u{336}e\u{336}", "delete"),
            ("SİL", "sil"),
            ("ÇIKIŞ", "çikiş"),
            ("SCHLIESSEN", "schliessen"),
            ("Schließen", "schliessen"),
            ("Effacer l’historique", "effacer historique"),
            ("Don’t save", "don't save"),
            ("削除(D)…", "削除"),
            ("Löschen (Strg+D)", "löschen"),
            ("(Delete)", "delete"),
            ("Empfa\u{308}nger", "empfänger"),
            ("edit-delete-symbolic", "edit delete"),
        ];
        for (label, words) in rows {
            assert_eq!(readings(label)[0].join(" "), words, "{label}");
        }
    }

    #[test]
    fn a_word_that_mixes_alphabets_is_read_in_each() {
        let read = |label: &str| readings(label).iter().map(|words| words.join(" ")).collect::<Vec<_>>();
        // Cyrillic vowels in a Latin word; a Greek one; a Latin vowel in a Cyrillic word; Cyrillic look-alikes alone.
        assert!(read("D\u{435}l\u{435}te").contains(&"delete".to_owned()));
        assert!(read("Cl\u{3bf}se").contains(&"close".to_owned()));
        assert!(read("Уд\u{61}лить").contains(&"удалить".to_owned()));
        assert!(read("\u{435}\u{445}\u{456}\u{442}").contains(&"exit".to_owned()));
        assert_eq!(read("Удалить"), ["удалить"]);
        assert_eq!(read("Löschen"), ["löschen"]);
    }

    #[test]
    fn a_label_without_end_is_read_as_far_as_an_order_goes() {
        let long = format!("Delete {}", "x".repeat(1_000_000));
        assert!(readings(&long)[0].concat().len() <= LONGEST);
    }
}
