//! Polish: verbs stand in front, as commands ("Usuń notatkę") or infinitives ("Usunąć").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const POLISH: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "tak|ok|proszę|i|oraz|teraz|trwale|natychmiast|wymuś|mimo|to|naprawdę|potwierdź|kontynuuj|wszystko|na|zawsze|chcę|od|razu",
    joiners: "i|oraz|&|lub|albo|+",
    guards: "",
    finding: "znajdź|szukaj|wyszukaj|wyszukiwanie|zastąp|zamień|wyszukiwania",
    rules: &[
        harmless("usuń", With("wcięcie|sortowanie|bezpiecznie|komentarz")),
        harmless("znajdź|szukaj|wyszukaj", Always),
        harmless(
            "zamknij nawias|zamknij nawiasy|zamknij cudzysłów|zamknij klamrę|zamknij znacznik|zamknij ścieżkę|zamknij kształt",
            Always,
        ),
        harmless(
            "zamknij|zakończ|opuść|wyjdź",
            With(
                "wyszukiwanie|panel|pasek|menu|powiadomienie|baner|wskazówkę|komunikat|wiadomość|pełnego|pełny|ekranu|podgląd|podglądu|przegląd|napisy|boczny|szufladę|tryb|prezentację",
            ),
        ),
        harmless("zamknij", Dismisses),
        harmless("wyślij|przenieś|przesuń", With("tył|spód|wierzch|przód|tyłu|opinię")),
        harmless(
            "usuń|wyczyść|skasuj|wymaż|opróżnij",
            With(
                "formatowanie|format|filtr|filtry|wyróżnienie|zaznaczenie|wyszukiwanie|pole|wpis|wyświetlacz|styl|style|schowek|słowo|znak|ulubionych|łącze|odnośnik|odsyłacz|hiperłącze|bocznego",
            ),
        ),
        harmless(
            "resetuj|przywróć|zresetuj|uruchom ponownie",
            With(
                "powiększenie|widok|hasło|filtr|filtry|wyszukiwanie|układ|formularz|minutnik|kolumny|grę|poziom|film|utwór|animację|numerację|stoper",
            ),
        ),
        harmless(
            "formatuj|sformatuj",
            With("tekst|komórki|komórkę|akapit|kod|dokument|stronę|liczby|zaznaczenie|tabelę"),
        ),
        harmless("zapłać", With("uwagę")),
        harmless(
            "wstrzymaj|uśpij",
            With("powiadomienia|aktualizacje|minutnik|pobieranie|odtwarzanie|odtwarzania"),
        ),
        rule(
            Risk::Discard,
            "odrzuć|porzuć|nie zapisuj|nie zachowuj|zamknij bez zapisywania|zamknij bez zapisu|zakończ bez zapisywania|zakończ bez zapisu|wyjdź bez zapisywania|wyjdź bez zapisu|kontynuuj bez zapisywania|porzuć zmiany|odrzuć zmiany|cofnij wszystkie zmiany|cofnij zmiany|utrać zmiany|usuń szkic|usuń wersję roboczą|przywróć zapisaną wersję|ignoruj zmiany",
            Always,
        ),
        rule(
            Risk::System,
            "wyłącz komputer|wyłącz system|zamknij system|uruchom ponownie|zrestartuj|restartuj|ponowne uruchomienie|hibernuj|hibernacja|uśpij|przywróć ustawienia fabryczne|reset fabryczny|zaktualizuj i uruchom ponownie|zainstaluj i uruchom ponownie",
            Always,
        ),
        rule(
            Risk::System,
            "formatuj|sformatuj|partycjonuj|wymaż|zainicjuj|usuń",
            With("dysk|napęd|partycję|wolumin|usb|kartę|nośnik|urządzenia|pendrive|pamięć"),
        ),
        rule(Risk::System, "resetuj|zresetuj", With("urządzenie|komputer|telefon|sieć")),
        rule(
            Risk::SignOut,
            "wyloguj|wyloguj się|zakończ sesję|wylogowanie|wyloguj ze wszystkich urządzeń|wyloguj użytkownika",
            Always,
        ),
        rule(
            Risk::Purchase,
            "kup|kup teraz|zapłać|zapłać teraz|zamów|złóż zamówienie|potwierdź zamówienie|potwierdź zakup|potwierdź płatność|sfinalizuj zakup|sfinalizuj zamówienie|zakończ zakup|dokonaj płatności|dokonaj zakupu|zamawiam|zamawiam i płacę|kupuję|kupuję i płacę|przekaż darowiznę|zarezerwuj teraz|wyślij pieniądze|wykonaj przelew|przelej|doładuj|wypożycz|zalicytuj|opłać|wyślij zamówienie|wyślij płatność",
            Always,
        ),
        rule(
            Risk::Delete,
            "usuń|usunąć|skasuj|wymaż|zniszcz|odinstaluj|kasuj|wyrzuć|przenieś do kosza|przenieś do śmieci|wyrzuć do kosza|wrzuć do kosza|opróżnij kosz|opróżnij folder|opróżnij śmietnik|zamknij konto|dezaktywuj konto|zlikwiduj konto",
            Always,
        ),
        rule(Risk::Delete, "zapomnij", With("sieć|urządzenie|hasło|witrynę|konto")),
        rule(
            Risk::Delete,
            "wyczyść|opróżnij|zresetuj",
            With(
                "historię|dane|ciasteczka|pliki|pamięć|dziennik|wiadomości|czat|rozmowę|listę|statystyki|wszystko|hasła|ostatnie|spam|cookie",
            ),
        ),
        rule(
            Risk::Overwrite,
            "nadpisz|zastąp plik|zapisz na istniejącym|przywróć kopię zapasową|przywróć z kopii zapasowej|przywróć domyślne|przywróć ustawienia domyślne|przywróć wartości domyślne|resetuj ustawienia|zresetuj ustawienia|resetuj preferencje",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "zastąp|zamień",
            With("plik|pliki|istniejący|istniejące|dokument|folder|katalog|docelowy|oryginał"),
        ),
        rule(Risk::Overwrite, "zastąp|zamień", InDialog),
        rule(
            Risk::Send,
            "wyślij|wysłać|prześlij|opublikuj|publikuj|zamieść|odpowiedz i wyślij|udostępnij publicznie|tweetuj",
            Always,
        ),
        rule(Risk::Close, "wyjście", Alone),
        rule(
            Risk::Close,
            "zamknij|zakończ|wyjdź|wymuś zakończenie|wymuś zamknięcie|wymuś zatrzymanie|zakończ zadanie|zakończ proces|zabij|opuść",
            Always,
        ),
    ],
};
