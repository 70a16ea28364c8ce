//! Fields that hold a secret without saying so by their role.
//!
//! A GTK 4 entry whose text is hidden has the role of any text field and gives its text to whoever asks. What it is
//! called tells: a field named after a password is treated as one. The words are whole words (`Pinned` is no PIN,
//! `Search passwords` finds entries), except in languages that put words together. A hint for a password counts as one:
//! it gives the secret half away, and the price of a false alarm (`Secret santa`) is only that this one field is not
//! read back. So does the length of a password, which is never told either. Left out: secrets under other names.

/// Words that stand alone, in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch, Russian.
const WORDS: [&str; 16] = [
    "secret",
    "token",
    "otp",
    "cvv",
    "cvc",
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "geheimzahl",
    "contraseña",
    "contrasena",
    "senha",
    "pincode",
    "пинкод",
];

/// Words in a row.
const PHRASES: [&str; 32] = [
    "api key",
    "private key",
    "recovery key",
    "access key",
    "security code",
    "pass phrase",
    "pass code",
    "pass word",
    "secret key",
    "pin code",
    "pin number",
    "geheimer schlüssel",
    "mot de passe",
    "phrase de passe",
    "phrase secrète",
    "code secret",
    "clé secrète",
    "code pin",
    "frase de contraseña",
    "clave secreta",
    "clave de acceso",
    "código pin",
    "parola d ordine",
    "parola chiave segreta",
    "chiave segreta",
    "codice pin",
    "palavra passe",
    "frase secreta",
    "chave secreta",
    "geheime sleutel",
    "секретный ключ",
    "кодовая фраза",
];

/// Beginnings of words, where endings and compounds follow.
const BEGINNINGS: [&str; 4] = ["passwort", "kennwort", "парол", "wachtwoord"];

/// Languages without spaces between words.
const ANYWHERE: [&str; 14] = [
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "通行碼",
    "通行码",
    "パスワード",
    "パスフレーズ",
    "パスコード",
    "暗証番号",
    "合言葉",
    "秘密鍵",
    "シークレットキー",
];

/// Whether a label, placeholder or identifier has a word for a password in it.
pub(crate) fn names_one(text: &str) -> bool {
    if text.is_empty() {
        return false;
    }
    let words = words(text);
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let line = format!(" {} ", lower.join(" "));
    // In capitals anywhere; otherwise "pin" is what one does to a window, unless it is all there is to read.
    let pin = |word: &String| matches!(word.as_str(), "PIN" | "ПИН");
    words.iter().any(pin)
        || matches!(lower.as_slice(), [only] if only == "pin")
        || lower.iter().any(|word| WORDS.contains(&word.as_str()))
        || lower.iter().any(|word| BEGINNINGS.iter().any(|begin| word.starts_with(begin)))
        || PHRASES.iter().any(|phrase| line.contains(&format!(" {phrase} ")))
        || ANYWHERE.iter().any(|word| text.contains(word))
}

/// The words of a text; `userPassword` and `user_password` have two.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None::<char>;
    for character in text.chars() {
        let hump = character.is_uppercase() && before.is_some_and(char::is_lowercase);
        if !character.is_alphanumeric() {
            before = None;
            continue;
        }
        match words.last_mut() {
            Some(word) if before.is_some() && !hump => word.push(character),
            _ => words.push(character.into()),
        }
        before = Some(character);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_password_are_found() {
        for text in [
            "Password",
            "Password:",
            "_Password",
            "New password (again)",
            "Enter your passphrase",
            "Passcode",
            "PIN",
            "Pin",
            "Enter PIN",
            "Your 4-digit PIN:",
            "PIN code",
            "Pin number",
            "Secret key",
            "userPassword",
            "user_password",
            "passwd",
            "confirm-pwd",
            // Half a secret, and a length: neither is told.
            "Password hint",
            "Password length",
            // de, fr, es, it, pt, nl, ru, zh, ja
            "Passwort",
            "Passwortwiederholung",
            "Neues Kennwort",
            "Geheimzahl",
            "Mot de passe",
            "Phrase secrète",
            "Code PIN",
            "Contraseña",
            "Clave secreta",
            "Parola d'ordine",
            "Codice PIN",
            "Senha",
            "Palavra-passe",
            "Wachtwoord",
            "Pincode",
            "Пароль",
            "Введите пароля",
            "ПИН-код",
            "Секретный ключ",
            "密码",
            "請輸入密碼",
            "パスワード",
            "暗証番号を入力",
        ] {
            assert!(names_one(text), "{text}");
        }
    }

    #[test]
    fn other_words_are_left_alone() {
        for text in [
            "",
            "Pinned",
            "Pin to top",
            "Pin message",
            "Shipping",
            "Opinion",
            "Spinach",
            "PINE64",
            "Search passwords",
            "Passenger",
            "Boarding pass",
            "Bypass word wrap",
            "Compass code",
            "Keyword",
            "Palabra clave",
            "Mot clé",
            "Parola",
            "Schlüssel",
            "Key",
            "Wort",
            "Слово",
            "编码",
            "名前",
        ] {
            assert!(!names_one(text), "{text}");
        }
    }
}
