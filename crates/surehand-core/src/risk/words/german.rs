//! German: verbs stand last ("Notiz löschen"), or first when they stand alone or as a plain command.
//! Nouns of the same stem ("Löschung", "Sendung") match nothing.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const GERMAN: Language = Language {
    order: Order::Either,
    spaced: true,
    skipped: "ja|ok|okay|bitte|und|sofort|jetzt|endgültig|dauerhaft|unwiderruflich|trotzdem|wirklich|einfach|erzwingen|bestätigen|fortfahren|alle|alles|gleich|einmal|sie|ich|will|möchte",
    joiners: "und|&|oder|dann|+",
    guards: "automatisch|nicht|nie|niemals|beim|zum|vom|vor|dem|das|des|kein|keine|keinen|automatisches|erneutes|wird|wurde",
    finding: "suchen|suche|finden|ersetzen|durchsuchen|suchtext|suchbegriff",
    rules: &[
        harmless("entfernen", With("sicher")),
        harmless("schließen", With("knopf|schaltfläche|bestätigung")),
        // What only sounds like it.
        harmless("suchen|suche|finden", Always),
        harmless(
            "klammer schließen|klammern schließen|runde klammer schließen|eckige klammer schließen|geschweifte klammer schließen|pfad schließen|form schließen|schließende klammer",
            Always,
        ),
        harmless(
            "schließen|beenden|verlassen",
            With(
                "suche|suchleiste|leiste|seitenleiste|bereich|bedienfeld|fensterbereich|menü|benachrichtigung|meldung|hinweis|tipp|vollbild|vollbildmodus|vollbildansicht|vorschau|vorschaumodus|übersicht|aufklappfenster|untertitel|infoleiste|banner",
            ),
        ),
        harmless("schließen", Dismisses),
        harmless("senden|schicken|stellen", With("hinten|hintergrund|vorne|vorn|vordergrund")),
        harmless("senden", With("rückmeldung|feedback")),
        harmless(
            "entfernen|löschen|leeren",
            With(
                "formatierung|format|filter|hervorhebung|hervorhebungen|markierung|auswahl|suche|suchfeld|fokus|eingabe|anzeige|haltepunkte|stil|stile|lesezeichenmarkierung|zwischenablage|suchbegriff|ziffer|zeichen|wort",
            ),
        ),
        harmless(
            "aus den favoriten entfernen|aus favoriten entfernen|aus der seitenleiste entfernen|von der seitenleiste entfernen|link entfernen|verknüpfung entfernen|hyperlink entfernen",
            Always,
        ),
        harmless(
            "zurücksetzen",
            With("zoom|ansicht|vergrößerung|passwort|filter|suche|layout|formular|stoppuhr|timer|spalten"),
        ),
        harmless(
            "neu starten|neustarten|neustart",
            With("spiel|level|video|titel|wiedergabe|animation|quiz|tour|nummerierung|timer|stoppuhr"),
        ),
        harmless(
            "formatieren",
            With("text|zellen|zelle|absatz|code|dokument|seite|zahlen|auswahl|tabelle|absätze"),
        ),
        harmless("abmelden", With("newsletter|benachrichtigungen")),
        harmless("bestellen", With("newsletter|probeexemplar")),
        harmless("ersetzen", With("suchen|suche")),
        // Throwing unsaved work away.
        rule(
            Risk::Discard,
            "verwerfen|nicht speichern|nicht sichern|ohne speichern schließen|ohne zu speichern schließen|ohne speichern beenden|ohne zu speichern beenden|ohne speichern verlassen|ohne speichern fortfahren|schließen ohne speichern|beenden ohne speichern|schließen ohne zu speichern|beenden ohne zu speichern|alle änderungen rückgängig machen|änderungen zurücknehmen|zuletzt gespeicherte fassung|zuletzt gespeicherte version laden|entwurf löschen|gespeicherte version wiederherstellen|zur gespeicherten version zurückkehren|änderungen zurücksetzen",
            Always,
        ),
        // Taking back is no order to do it.
        harmless("rückgängig|rückgängig machen|widerrufen", Always),
        // The system as a whole.
        rule(
            Risk::System,
            "herunterfahren|rechner ausschalten|computer ausschalten|gerät ausschalten|neu starten|neustarten|neustart|neu booten|ruhezustand|in bereitschaft versetzen|bereitschaft|in den ruhezustand versetzen|auf werkseinstellungen zurücksetzen|werkseinstellungen wiederherstellen|werksreset|aktualisieren und neu starten|installieren und neu starten",
            Always,
        ),
        rule(
            Risk::System,
            "formatieren|partitionieren|löschen|auslöschen|initialisieren",
            With(
                "festplatte|datenträger|laufwerk|partition|datenträgern|usb|stick|speicherkarte|gerät|volume|platte",
            ),
        ),
        rule(Risk::System, "zurücksetzen", With("gerät|computer|pc|rechner|netzwerk|telefon|handy")),
        rule(Risk::System, "ausschalten", Alone),
        // Ending a session.
        rule(
            Risk::SignOut,
            "abmelden|ausloggen|sitzung beenden|benutzer abmelden|logout|von allen geräten abmelden|konto abmelden|melden sie sich ab",
            Always,
        ),
        // Money.
        rule(
            Risk::Purchase,
            "kaufen|bezahlen|bestellen|kostenpflichtig bestellen|zahlungspflichtig bestellen|bestellung aufgeben|bestellung abschicken|bestellung abschließen|bestellung bestätigen|kauf abschließen|kauf bestätigen|zahlung bestätigen|zahlung ausführen|zahlung abschließen|zahlung senden|buchung bestätigen|kostenpflichtig buchen|verbindlich buchen|jetzt buchen|spenden|geld senden|geld überweisen|überweisen|überweisung ausführen|guthaben aufladen|kostenpflichtig abonnieren|zur kasse und bezahlen|mieten|gebot abgeben",
            Always,
        ),
        rule(Risk::Purchase, "zahlen", With("jetzt|rechnung|betrag|karte|paypal|sofort|später|€|euro")),
        // Taking away.
        rule(
            Risk::Delete,
            "löschen|entfernen|vernichten|deinstallieren|wegwerfen|schreddern|ausradieren|tilgen|lösche|entferne|gelöscht werden|in den papierkorb verschieben|in papierkorb verschieben|in den papierkorb werfen|in den papierkorb legen|in den müll werfen|in den müll verschieben|papierkorb leeren|papierkorb ausleeren|müll leeren|mülleimer leeren|ordner leeren|konto schließen|konto auflösen|konto kündigen|konto deaktivieren",
            Always,
        ),
        rule(
            Risk::Delete,
            "leeren|zurücksetzen|bereinigen",
            With(
                "verlauf|chronik|daten|cookies|cache|protokoll|protokolle|nachrichten|chat|unterhaltung|wiedergabeliste|statistik|liste|alles|passwörter|lesezeichen|papierkorb|spam|junk",
            ),
        ),
        rule(Risk::Delete, "vergessen", With("netzwerk|gerät|konto|seite|website")),
        // Writing over.
        rule(
            Risk::Overwrite,
            "überschreiben|überspeichern|sicherung wiederherstellen|backup wiederherstellen|aus sicherung wiederherstellen|standardeinstellungen wiederherstellen|vorgaben wiederherstellen|auf vorgaben zurücksetzen|auf standard zurücksetzen|auf standardwerte zurücksetzen|einstellungen zurücksetzen|alle einstellungen zurücksetzen|auf vorgabewerte zurücksetzen",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "ersetzen",
            With("datei|dateien|vorhandene|bestehende|dokument|ordner|ziel|original|existierende"),
        ),
        rule(Risk::Overwrite, "ersetzen|alle ersetzen", InDialog),
        // To somebody.
        rule(
            Risk::Send,
            "senden|absenden|abschicken|versenden|verschicken|schicken|einreichen|veröffentlichen|posten|publizieren|twittern|übermitteln|sende|weiterleiten und senden|antworten und senden",
            Always,
        ),
        // Closing.
        rule(
            Risk::Close,
            "schließen|beenden|schließe|abschießen|verlassen|sofort beenden|zwangsweise beenden|task beenden|prozess beenden|programm beenden|fenster schließen",
            Always,
        ),
    ],
};
