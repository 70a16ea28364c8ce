//! Swedish: verbs stand in front, as commands ("Ta bort anteckning").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const SWEDISH: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "ja|ok|okej|snälla|och|nu|permanent|omedelbart|ändå|verkligen|bekräfta|fortsätt|tvinga|allt|att|jag|vill|för|alltid",
    joiners: "och|&|eller|sedan|+",
    guards: "",
    finding: "sök|hitta|ersätt|leta",
    rules: &[
        harmless(
            "stäng inte|avsluta inte|skicka inte|radera inte|töm inte|logga inte|köp inte|ta inte",
            Always,
        ),
        harmless("sök|hitta|leta", Always),
        harmless(
            "stäng parentes|stäng hakparentes|stäng klammer|stäng klammerparentes|stäng citat|stäng bana|stäng form",
            Always,
        ),
        harmless(
            "stäng|avsluta|lämna|gå",
            With(
                "sökning|sökrad|sökraden|panel|panelen|sidopanel|sidopanelen|sidofält|sidofältet|meny|menyn|avisering|meddelande|tips|helskärm|helskärmsläge|förhandsvisning|översikt|undertexter|infofält|låda|textremsor",
            ),
        ),
        harmless("stäng", Dismisses),
        harmless("skicka|flytta", With("bakåt|bakgrunden|längst|framåt|förgrunden|återkoppling|feedback")),
        harmless(
            "ta bort|radera|rensa|töm",
            With(
                "formatering|format|filter|filtret|markering|sökning|sökfältet|inmatning|fokus|stil|stilar|urklipp|ord|tecken|favoriter|favoritlistan|länk|sidopanelen|sidofältet|brytpunkter",
            ),
        ),
        harmless(
            "återställ|starta om",
            With(
                "zoom|vy|vyn|lösenord|filter|sökning|layout|formulär|timer|kolumner|spel|spelet|nivå|video|låt|spår|animering|numrering|tidtagning",
            ),
        ),
        harmless("formatera", With("text|celler|cell|stycke|kod|dokument|sida|tal|markering|tabell")),
        rule(
            Risk::Discard,
            "förkasta|kasta|kasta ändringar|kasta ändringarna|släng ändringar|överge ändringar|spara inte|stäng utan att spara|avsluta utan att spara|stäng utan spara|fortsätt utan att spara|lämna utan att spara|ångra alla ändringar|ignorera ändringar|ta bort utkast|radera utkast|kassera|förlora ändringar|återgå till sparad|återgå till sparad version",
            Always,
        ),
        rule(
            Risk::System,
            "stäng av datorn|stäng av enheten|stäng av systemet|stäng av nu|starta om|starta om datorn|omstart|viloläge|försätt i viloläge|vänteläge|försätt i vänteläge|strömspar|fabriksåterställning|återställ till fabriksinställningar|återställ fabriksinställningar|uppdatera och starta om|installera och starta om",
            Always,
        ),
        rule(
            Risk::System,
            "formatera|partitionera|radera|initiera",
            With("disk|disken|hårddisk|enhet|enheten|partition|volym|usb|minneskort|kort|lagring|telefon"),
        ),
        rule(
            Risk::System,
            "återställ",
            With("enhet|enheten|dator|datorn|pc|telefon|telefonen|nätverk|nätverket"),
        ),
        rule(Risk::System, "stäng av", Alone),
        harmless("stäng av", Always),
        rule(Risk::Discard, "återgå", Alone),
        rule(
            Risk::SignOut,
            "logga ut|logga av|avsluta session|avsluta sessionen|utloggning|logga ut från alla enheter|logga ut användare",
            Always,
        ),
        rule(
            Risk::Purchase,
            "köp|betala|beställ|lägg beställning|lägg order|slutför köp|slutför köpet|slutför beställning|slutför betalning|genomför köp|genomför köpet|genomför betalning|bekräfta köp|bekräfta köpet|bekräfta beställning|bekräfta betalning|bekräfta bokning|donera|ge en gåva|boka nu|överför pengar|skicka pengar|skicka betalning|fyll på saldo|hyr|lägg bud|starta prenumeration",
            Always,
        ),
        rule(
            Risk::Delete,
            "ta bort|radera|släng|avinstallera|förstör|tag bort|flytta till papperskorgen|flytta till papperskorg|släng i papperskorgen|kasta i papperskorgen|lägg i papperskorgen|töm papperskorgen|töm papperskorg|töm mapp|töm mappen|töm skräpkorgen|avsluta konto|avsluta kontot|stäng konto|stäng kontot|inaktivera konto|inaktivera kontot|utplåna|strimla",
            Always,
        ),
        rule(Risk::Delete, "glöm", With("nätverk|nätverket|enhet|enheten|lösenord|webbplats|konto|kontot")),
        rule(
            Risk::Delete,
            "rensa|töm|nollställ",
            With(
                "historik|historiken|data|kakor|cookies|cache|cachen|logg|loggen|meddelanden|chatt|konversation|listan|lista|statistik|allt|lösenord|senaste|skräppost|spellista",
            ),
        ),
        rule(
            Risk::Overwrite,
            "skriv över|spara över|återställ säkerhetskopia|återställ från säkerhetskopia|återställ standardvärden|återställ standardinställningar|återställ till standard|återställ till standardvärden|återställ inställningar|återställ inställningarna|återställ alla inställningar",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "ersätt",
            With(
                "fil|filen|filer|filerna|befintlig|befintliga|dokument|dokumentet|mapp|mappen|original|målet",
            ),
        ),
        rule(Risk::Overwrite, "ersätt", InDialog),
        rule(Risk::Send, "skicka|sänd|skicka in|publicera|twittra|lämna in|svara och skicka|sänd ut", Always),
        rule(
            Risk::Close,
            "stäng|avsluta|tvinga avslut|tvångsavsluta|tvinga att avsluta|avsluta aktivitet|avsluta process|avsluta processen|döda|lämna",
            Always,
        ),
    ],
};
