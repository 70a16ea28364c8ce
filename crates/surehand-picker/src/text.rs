//! From text to comparable words.
//!
//! Labels and instructions go through the same door, so that `÷`, "divide" and "Divided by" meet. Phrases that name one
//! thing ("open parenthesis", "turn off", "check box") become one word. Scripts without spaces are cut into single
//! characters; a label is then found as a run of them. What a word means is looked up once, here.

use crate::lexicon::{Meaning, meaning};
use crate::stem::stem;

/// One comparable word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    /// The word in lower case, or the name of a symbol or phrase.
    pub(crate) word: String,
    /// What is compared.
    pub(crate) stem: String,
    /// What it is.
    pub(crate) meaning: Meaning,
}

impl Token {
    fn new(word: &str) -> Self {
        let word = word_name(word);
        let stem = stem(word);
        let meaning = meaning(&stem);
        Self { word: word.to_owned(), stem, meaning }
    }

    /// How alike two words are: 1 for the same, less for synonyms, 0 for strangers.
    pub(crate) fn likeness(&self, other: &Self) -> f64 {
        if self.stem == other.stem {
            1.0
        } else if self.meaning.synonyms & other.meaning.synonyms != 0 {
            0.8
        } else {
            0.0
        }
    }

    /// Like [`Token::likeness`], and forgiving of typos and of endings that the stemmer does not know.
    pub(crate) fn loose_likeness(&self, other: &Self) -> f64 {
        let likeness = self.likeness(other);
        if likeness > 0.0 || self.meaning.filler || other.meaning.filler {
            return likeness;
        }
        spelling_likeness(&self.stem, &other.stem)
    }

    /// Whether the two words contradict each other.
    pub(crate) fn opposes(&self, other: &Self) -> bool {
        self.meaning.first & other.meaning.second != 0 || self.meaning.second & other.meaning.first != 0
    }
}

/// Symbols that are words when they stand alone.
fn symbol_name(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        "+" | "＋" => "plus",
        "-" | "−" | "–" | "－" => "minus",
        "×" | "*" | "✕" | "⋅" | "∗" => "times",
        "÷" | "/" | "∕" => "divide",
        "=" | "＝" => "equals",
        "%" => "percent",
        "(" => "openparen",
        ")" => "closeparen",
        "[" => "openbracket",
        "]" => "closebracket",
        "." | "," => "point",
        "√" => "sqrt",
        "±" | "+/-" | "+/−" | "⁺⁄₋" => "plusminus",
        "⌫" | "←" => "backspace",
        "⌦" => "delete",
        "^" => "power",
        "!" => "factorial",
        "☰" | "≡" => "menu",
        "⋮" | "…" => "more",
        "&" => "and",
        _ => return None,
    })
}

/// Words with another usual spelling.
fn word_name(word: &str) -> &str {
    match word {
        "zero" => "0",
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "x²" => "square",
        "x³" => "cube",
        "xʸ" | "xⁿ" => "power",
        "x⁻¹" | "1/x" => "inverse",
        "π" => "pi",
        "√x" => "sqrt",
        "brackets" | "bracket" | "parentheses" | "paren" => "parenthesis",
        "colour" => "color",
        "colours" => "colors",
        "grey" => "gray",
        "dropdowns" => "dropdown",
        "ctl" | "control" => "ctrl",
        "equal" => "equals",
        "prefs" => "preferences",
        _ => word,
    }
}

/// Two words that name one thing.
fn phrase_name(first: &str, second: &str) -> Option<&'static str> {
    Some(match (first, second) {
        ("open" | "opening" | "left", "parenthesis") => "openparen",
        ("close" | "closing" | "right", "parenthesis") => "closeparen",
        ("decimal", "point" | "separator") => "point",
        ("square", "root") => "sqrt",
        ("plus", "minus") | ("change" | "switch" | "flip", "sign") => "plusminus",
        ("multiplied" | "multiply", "by") => "times",
        ("divided" | "divide", "by") => "divide",
        ("log" | "sign", "out" | "off") => "signout",
        ("log" | "sign", "in") => "signin",
        ("zoom", "in") => "zoomin",
        ("zoom", "out") => "zoomout",
        ("shut", "down") | ("power", "off") => "shutdown",
        ("check" | "tick", "box") => "checkbox",
        ("drop", "down") => "dropdown",
        ("pop", "up") => "popup",
        ("text", "box" | "field") => "textbox",
        ("combo", "box") => "combobox",
        ("e", "mail") => "email",
        ("right", "click") => "rightclick",
        ("double", "click") => "doubleclick",
        ("key", "pad") => "keypad",
        ("turn" | "switch", "on") => "turnon",
        ("turn" | "switch", "off") => "turnoff",
        ("work", "out") => "compute",
        ("back", "space") => "backspace",
        _ => return None,
    })
}

/// The comparable words of a text, in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut words: Vec<String> = Vec::new();
    for chunk in text.split_whitespace() {
        push_words(chunk, &mut words);
    }
    let mut result = Vec::with_capacity(words.len());
    let mut index = 0;
    while index < words.len() {
        let pair = words
            .get(index + 1)
            .and_then(|second| phrase_name(word_name(&words[index]), word_name(second)));
        result.push(Token::new(pair.unwrap_or(&words[index])));
        index += if pair.is_some() { 2 } else { 1 };
    }
    result
}

/// Cuts one chunk without spaces into words.
fn push_words(chunk: &str, words: &mut Vec<String>) {
    if let Some(name) = symbol_name(chunk) {
        words.push(name.to_owned());
        return;
    }
    let lower = chunk.to_lowercase();
    if word_name(&lower) != lower {
        words.push(lower);
        return;
    }
    if !lower.chars().any(char::is_alphanumeric) {
        let bare = lower.trim_matches(|character| "\"'“”„‘’«»:;…,.".contains(character));
        words.extend(symbol_name(bare).map(str::to_owned));
        return;
    }
    let mut word = String::new();
    for character in lower.chars() {
        if is_unspaced(character) {
            flush(&mut word, words);
            words.push(character.to_string());
        } else if character.is_alphanumeric() || is_mark(character) {
            word.push(character);
        } else if !"'’\u{ad}".contains(character) {
            flush(&mut word, words);
        }
    }
    flush(&mut word, words);
}

fn flush(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Han, Kana and Hangul syllables: written without spaces, or with endings glued on.
const fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Combining marks belong to the letter before them.
const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{d7f}' | '\u{e31}'..='\u{e4e}')
}

/// 0.7 for one slip in a long word or a shared beginning, else 0. Bounded work: only words of 5 to 24 letters.
fn spelling_likeness(left: &str, right: &str) -> f64 {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let (shorter, longer) = (left.len().min(right.len()), left.len().max(right.len()));
    if shorter < 5 || longer > 24 || left.iter().any(char::is_ascii_digit) || right.iter().any(char::is_ascii_digit) {
        return 0.0;
    }
    let shared = left.iter().zip(&right).take_while(|(one, other)| one == other).count();
    if shared == shorter && longer - shorter <= 4 || shared >= 6 && shared * 4 >= longer * 3 {
        return 0.7;
    }
    if longer - shorter <= 1 && is_one_slip(&left, &right, shared) {
        return 0.7;
    }
    if shared_trigrams(&left, &right) >= 0.6 { 0.6 } else { 0.0 }
}

/// Whether one letter was changed, added, left out, or swapped with its neighbour after `shared` equal ones.
fn is_one_slip(left: &[char], right: &[char], shared: usize) -> bool {
    let (left, right) = (&left[shared..], &right[shared..]);
    let rest = |word: &[char], skipped: usize| word.get(skipped..).unwrap_or_default().to_vec();
    let is_swapped =
        left.len() >= 2 && right.len() >= 2 && left[0] == right[1] && left[1] == right[0] && rest(left, 2) == rest(right, 2);
    is_swapped
        || rest(left, 1) == rest(right, 1)
        || rest(left, 1) == rest(right, 0)
        || rest(left, 0) == rest(right, 1)
}

/// The share of trigrams that two words have in common.
fn shared_trigrams(left: &[char], right: &[char]) -> f64 {
    let common = left.windows(3).filter(|trigram| right.windows(3).any(|other| other == *trigram)).count();
    let all = left.len() + right.len() - 4;
    2.0 * common as f64 / all as f64
}

/// The first place where the words of `needle` follow each other in `hay`, articles aside, at or after `from`.
pub(crate) fn find_run(hay: &[Token], needle: &[Token], from: usize) -> Option<std::ops::Range<usize>> {
    let is_article = |token: &Token| crate::lexicon::listed("a an the this that my your", &token.word);
    let wanted: Vec<&Token> = needle.iter().filter(|token| !is_article(token)).collect();
    let first = wanted.first()?;
    for start in from..hay.len() {
        if hay[start].stem != first.stem {
            continue;
        }
        let mut position = start + 1;
        let mut found = 1;
        while found < wanted.len() && position < hay.len() {
            if hay[position].stem == wanted[found].stem {
                found += 1;
            } else if !is_article(&hay[position]) {
                break;
            }
            position += 1;
        }
        if found == wanted.len() {
            return Some(start..position);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.word).collect()
    }

    #[test]
    fn symbols_and_names_meet() {
        for (symbol, name) in [
            ("÷", "divide"),
            ("(", "open parenthesis"),
            ("=", "Equals"),
            ("7", "seven"),
            (".", "decimal point"),
            ("√", "square root"),
            ("±", "plus minus"),
        ] {
            assert_eq!(words(symbol), words(name), "{symbol}");
        }
    }

    #[test]
    fn marks_inside_words_do_not_matter() {
        assert_eq!(words("E-Mail:"), ["email"]);
        assert_eq!(words("Don't Save…"), ["dont", "save"]);
        assert_eq!(words("protection (SMTP)"), ["protection", "smtp"]);
        assert_eq!(words("保存する"), ["保", "存", "す", "る"]);
    }

    #[test]
    fn slips_are_forgiven_and_short_words_are_not() {
        let like = |left: &str, right: &str| tokens(left)[0].loose_likeness(&tokens(right)[0]);
        assert!(like("newslettr", "newsletter") > 0.5);
        assert!(like("serach", "search") > 0.5);
        assert!(like("transparency", "transparent") > 0.5);
        assert!(like("cat", "cut") < 0.5);
        assert!(like("export", "import") < 0.5);
    }

    #[test]
    fn a_run_skips_articles() {
        let hay = tokens("Delete the note now");
        assert_eq!(find_run(&hay, &tokens("Delete note"), 0), Some(0..3));
        assert_eq!(find_run(&hay, &tokens("note delete"), 0), None);
    }
}
