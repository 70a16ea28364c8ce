//! From text to comparable words.
//!
//! Labels and instructions go through the same door, so that `÷`, "divide" and "Divided by" meet. Phrases that name one
//! thing ("open parenthesis", "turn off", "check box") become one word. Scripts without spaces are cut into single
//! characters; a label is then found as a run of them. What a word means is looked up once, here.

use crate::lexicon::{Meaning, meaning, relatedness};
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
        let meaning = meaning(word, &stem);
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
        spelling_likeness(&self.word, &other.word)
    }

    /// How much the two words are about the same things, from 0 to 1.
    pub(crate) fn relatedness(&self, other: &Self) -> f64 {
        relatedness(&self.meaning.related, &other.meaning.related)
    }

    /// Whether this is a number.
    pub(crate) fn is_number(&self) -> bool {
        self.word.starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether the two are one word but for a slip of the fingers.
    pub(crate) fn is_slip_of(&self, other: &Self) -> bool {
        self.stem == other.stem || spelling_likeness(&self.word, &other.word) >= 0.8
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
        ("text", "box" | "field") | ("input" | "entry" | "edit", "field" | "box") => "textbox",
        ("text" | "editing", "area") => "textarea",
        ("combo", "box") => "combobox",
        ("e", "mail") => "email",
        ("right", "click") => "rightclick",
        ("double", "click") => "doubleclick",
        ("key", "pad") => "keypad",
        ("turn" | "switch", "on") => "turnon",
        ("turn" | "switch", "off") => "turnoff",
        ("work", "out") => "compute",
        ("status", "bar") => "statusbar",
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
        let following = |step: usize| words.get(index + step).map(|word| word_name(word));
        let first = word_name(&words[index]);
        let (name, length) = match (following(1), following(2)) {
            // The only phrases that people break with an article.
            (Some("the"), Some(third)) if third == "sign" || third == "parenthesis" => {
                phrase_name(first, third).map_or((first, 1), |name| (name, 3))
            }
            (Some(second), _) => phrase_name(first, second).map_or((first, 1), |name| (name, 2)),
            (None, _) => (first, 1),
        };
        result.push(Token::new(name));
        index += length;
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
    let characters: Vec<char> = lower.chars().collect();
    for (place, &character) in characters.iter().enumerate() {
        if is_within_number(&characters, place) {
            // "4,321" is 4321, and 4.5 is neither 4 nor 5.
            word.extend((character == '.').then_some(character));
        } else if is_unspaced(character) {
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

/// A point between digits, or a sign that sets thousands apart.
fn is_within_number(characters: &[char], place: usize) -> bool {
    let digits =
        |from: usize| characters[from..].iter().take_while(|character| character.is_ascii_digit()).count();
    let is_between = place > 0 && characters[place - 1].is_ascii_digit();
    match characters[place] {
        '.' => is_between && digits(place + 1) > 0,
        ',' | '\'' | '’' => is_between && digits(place + 1) == 3,
        _ => false,
    }
}

/// The three letters in a row of a word, as numbers.
pub(crate) fn trigrams(word: &str) -> impl Iterator<Item = u32> + '_ {
    word.as_bytes().windows(3).map(|three| three.iter().fold(0, |all, &byte| all << 8 | u32::from(byte)))
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

/// How alike two spellings are: 0.8 for a slip of the fingers, less for a shared beginning or most trigrams, else 0.
///
/// "Print" for "Point" is worth least, because both are words. Bounded work: words of 5 to 24 letters that begin alike.
fn spelling_likeness(left: &str, right: &str) -> f64 {
    if left.len() < 5
        || right.len() < 5
        || !left.chars().take(2).any(|character| right.starts_with(character))
    {
        return 0.0;
    }
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let (shorter, longer) = if left.len() <= right.len() { (&left, &right) } else { (&right, &left) };
    if shorter.len() < 5 || longer.len() > 24 || longer.iter().chain(shorter).any(char::is_ascii_digit) {
        return 0.0;
    }
    // "Unvisited" is no misspelt "visited".
    if longer.len() > shorter.len() + 1 && longer.ends_with(shorter) {
        return 0.0;
    }
    let slip = slip_likeness(shorter, longer);
    let shared = shared_start(shorter, longer);
    if slip > 0.0 {
        slip
    } else if shared == shorter.len() && longer.len() - shorter.len() <= 4
        || shared >= 6 && shared * 4 >= longer.len() * 3
    {
        0.7
    } else if shared_trigrams(&left, &right) >= 0.6 {
        0.6
    } else {
        0.0
    }
}

fn shared_start(left: &[char], right: &[char]) -> usize {
    left.iter().zip(right).take_while(|(one, other)| one == other).count()
}

/// One letter too many, one changed, or two swapped.
fn slip_likeness(shorter: &[char], longer: &[char]) -> f64 {
    let start = shared_start(shorter, longer);
    let (short, long) = (&shorter[start..], &longer[start..]);
    match (short, long) {
        ([one, other, short @ ..], [first, second, long @ ..])
            if one == second && other == first && short == long =>
        {
            0.8
        }
        (_, [extra, rest @ ..]) if *rest == *short && longer.len() > shorter.len() => {
            let is_doubled = start.checked_sub(1).is_some_and(|before| longer[before] == *extra);
            if is_doubled { 0.8 } else { 0.7 }
        }
        ([_, short @ ..], [_, long @ ..]) if short == long => 0.6,
        _ => 0.0,
    }
}

/// The share of trigrams that two words have in common.
fn shared_trigrams(left: &[char], right: &[char]) -> f64 {
    let common = left.windows(3).filter(|trigram| right.windows(3).any(|other| other == *trigram)).count();
    let all = left.len() + right.len() - 4;
    2.0 * common as f64 / all as f64
}

/// The first place where the words of `needle` follow each other in `hay`, articles aside, at or after `from`.
pub(crate) fn find_run(hay: &[Token], needle: &[Token], from: usize) -> Option<std::ops::Range<usize>> {
    let first = needle.iter().find(|token| !is_article(token))?;
    if !hay[from.min(hay.len())..].iter().any(|token| token.stem == first.stem) {
        return None;
    }
    let wanted: Vec<&Token> = needle.iter().filter(|token| !is_article(token)).collect();
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

fn is_article(token: &Token) -> bool {
    token.meaning.filler && crate::lexicon::listed("a an the this that my your", &token.word)
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
