//! A small English stemmer.
//!
//! It exists to make `delete`, `deletes`, `deleting` and `deletion` one word, and no more: what it returns is compared
//! and never shown, so it need not be a word. It is our own instead of a crate's because interface words are few, and
//! a stemmer that changes with a dependency would silently move every fitted weight. Words of other scripts and words
//! with digits pass through unchanged.

/// What is cut, longest first, and how many letters must stay.
const SUFFIXES: &[(&str, usize)] = &[
    ("ations", 4),
    ("ation", 4),
    ("ating", 4),
    ("ated", 4),
    ("ates", 4),
    ("ments", 4),
    ("ment", 4),
    ("ions", 3),
    ("ings", 3),
    ("ally", 4),
    ("ion", 3),
    ("ing", 3),
    ("ate", 4),
    ("ed", 3),
    ("ly", 4),
];

/// The stem of a lower-case word.
pub(crate) fn stem(word: &str) -> String {
    if let Some(base) = irregular(word) {
        return stem(base);
    }
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let singular = singular(word);
    // Without their e they would be other words.
    if singular == "note" || singular == "mode" {
        return singular;
    }
    let base = SUFFIXES
        .iter()
        .find_map(|&(suffix, least)| {
            let rest = singular.strip_suffix(suffix)?;
            (rest.len() >= least && has_vowel(rest)).then(|| undoubled(rest))
        })
        .unwrap_or(&singular);
    // A second pass joins "subscribe" (silent e) with "subscrib(ing)", and "copy" with "copi(ed)".
    match base.strip_suffix('e') {
        Some(rest) if rest.len() >= 3 => rest.to_owned(),
        _ => match base.strip_suffix('y') {
            Some(rest) if rest.len() >= 3 => format!("{rest}i"),
            _ => base.to_owned(),
        },
    }
}

/// Forms that no suffix explains.
fn irregular(word: &str) -> Option<&'static str> {
    Some(match word {
        "hidden" => "hide",
        "sent" => "send",
        "drawn" => "draw",
        "shown" => "show",
        "written" => "write",
        "chosen" => "choose",
        "taken" => "take",
        "given" => "give",
        "kept" => "keep",
        "found" => "find",
        "built" => "build",
        "undone" => "undo",
        "redone" => "redo",
        "colours" | "colour" | "coloured" => "color",
        "bigger" => "big",
        "vertices" => "vertex",
        "indices" => "index",
        _ => return None,
    })
}

fn singular(word: &str) -> String {
    if word == "news" {
        return word.to_owned();
    }
    if let Some(rest) = word.strip_suffix("ies") {
        return format!("{rest}y");
    }
    for hissing in ["sses", "shes", "ches", "xes", "zes"] {
        if word.ends_with(hissing) {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(rest) if !["s", "u", "i"].iter().any(|end| rest.ends_with(end)) => rest.to_owned(),
        _ => word.to_owned(),
    }
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(|byte| b"aeiouy".contains(&byte))
}

/// "runn" is "run", but "fill" stays "fill".
fn undoubled(word: &str) -> &str {
    let bytes = word.as_bytes();
    match bytes {
        [.., first, second] if first == second && !b"lsz".contains(second) => &word[..word.len() - 1],
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for family in [
            &["delete", "deletes", "deleted", "deleting", "deletion"][..],
            &["subscribe", "subscribing", "subscribed"],
            &["copy", "copies", "copied"],
            &["running", "runs"],
            &["box", "boxes"],
            &["transpose", "transposed"],
            &["fill", "filling", "filled"],
            &["calculate", "calculation", "calculating"],
        ] {
            let stems: Vec<String> = family.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|each| *each == stems[0]), "{family:?} {stems:?}");
        }
    }

    #[test]
    fn different_words_stay_apart() {
        for (left, right) in [("news", "new"), ("address", "add"), ("note", "not"), ("status", "state")] {
            assert_ne!(stem(left), stem(right));
        }
        assert_eq!(stem("größe"), "größe");
    }
}
