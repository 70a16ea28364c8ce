//! Dutch: verbs stand last as infinitives ("Notitie verwijderen"), or first as commands ("Verwijder notitie").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const DUTCH: Language = Language {
    order: Order::Either,
    spaced: true,
    skipped: "ja|ok|oké|alstublieft|en|nu|definitief|permanent|direct|onmiddellijk|toch|echt|bevestigen|doorgaan|geforceerd|alle|alles|meteen|ik|wil|te|om",
    joiners: "en|&|dan|+",
    guards: "of|kon|te|niet|nooit|geen|bij|na|voor|het|tijdens|wordt|automatisch",
    finding: "zoeken|zoek|vinden|vervangen|doorzoeken",
    rules: &[
        harmless(
            "verwijderen|verwijder",
            With("veilig|inspringing|insprong|commentaar|kleur|achtergrondkleur"),
        ),
        harmless("sturen|stuur", With("bureaublad|werkblad")),
        harmless("zoeken|zoek|vinden", Always),
        harmless(
            "haakje sluiten|haakjes sluiten|haak sluiten|accolade sluiten|aanhalingsteken sluiten|pad sluiten|vorm sluiten",
            Always,
        ),
        harmless(
            "sluiten|sluit|afsluiten|verlaten|beëindigen",
            With(
                "zoekbalk|zoeken|paneel|zijbalk|zijpaneel|balk|menu|melding|bericht|tip|volledig|scherm|schermvullend|voorbeeld|voorvertoning|overzicht|ondertitels|banner|lade|infobalk|pop-up",
            ),
        ),
        harmless("sluiten|sluit", Dismisses),
        harmless(
            "verzenden|sturen|zenden|plaatsen|verplaatsen",
            With("achtergrond|achteren|voorgrond|voren|achter|feedback"),
        ),
        harmless(
            "verwijderen|verwijder|wissen|wis|leegmaken",
            With(
                "opmaak|filter|filters|markering|selectie|zoekopdracht|zoekveld|invoer|weergave|stijl|stijlen|klembord|woord|teken|favorieten|koppeling|link|zijbalk|hyperlink|zoekterm",
            ),
        ),
        harmless(
            "herstellen|opnieuw instellen|resetten|terugzetten|opnieuw starten",
            With(
                "zoom|weergave|wachtwoord|filter|filters|zoeken|indeling|formulier|timer|kolommen|spel|niveau|video|nummer|animatie|nummering",
            ),
        ),
        harmless(
            "formatteren|opmaken",
            With("tekst|cellen|cel|alinea|code|document|pagina|getallen|selectie|tabel"),
        ),
        harmless("bestellen", With("nieuwsbrief")),
        rule(
            Risk::Discard,
            "niet opslaan|sla niet op|niet bewaren|wijzigingen verwerpen|wijzigingen weggooien|wijzigingen negeren|wijzigingen ongedaan maken|alle wijzigingen ongedaan maken|verwerpen|verwerp|weggooien|sluiten zonder opslaan|sluiten zonder op te slaan|afsluiten zonder opslaan|afsluiten zonder op te slaan|zonder opslaan sluiten|zonder opslaan afsluiten|doorgaan zonder opslaan|concept verwijderen|terugkeren naar opgeslagen versie|terugdraaien|opgeslagen versie herstellen",
            Always,
        ),
        // Taking back is no order to do it.
        harmless("ongedaan maken", Always),
        rule(
            Risk::System,
            "computer uitschakelen|computer uitzetten|systeem uitschakelen|apparaat uitzetten|pc uitschakelen|herstarten|opnieuw opstarten|opnieuw starten|slaapstand|in slaapstand zetten|sluimerstand|pauzestand|fabrieksinstellingen herstellen|terugzetten naar fabrieksinstellingen|bijwerken en opnieuw opstarten|bijwerken en herstarten|installeren en herstarten|herstart|computer afsluiten|systeem afsluiten",
            Always,
        ),
        rule(
            Risk::System,
            "formatteren|partitioneren|wissen|initialiseren|formatteer",
            With("schijf|station|partitie|volume|usb|stick|kaart|apparaat|geheugenkaart|opslag|telefoon"),
        ),
        rule(
            Risk::System,
            "resetten|herstellen|opnieuw instellen",
            With("apparaat|computer|pc|telefoon|netwerk|fabrieksinstellingen"),
        ),
        rule(Risk::System, "uitschakelen|uitzetten", Alone),
        rule(
            Risk::SignOut,
            "afmelden|uitloggen|sessie beëindigen|log uit|meld af|gebruiker afmelden|overal uitloggen|afmelden bij alle apparaten|loguit",
            Always,
        ),
        rule(
            Risk::Purchase,
            "kopen|koop|betalen|betaal|afrekenen|bestellen|bestel|bestelling plaatsen|bestelling bevestigen|bestelling afronden|aankoop bevestigen|aankoop voltooien|betaling bevestigen|betaling uitvoeren|betaling voltooien|bestellen en betalen|doneren|doneer|reserveren en betalen|geld overmaken|geld versturen|overmaken|huren|abonnement starten|boeking bevestigen|tegoed opwaarderen|bod plaatsen",
            Always,
        ),
        rule(
            Risk::Delete,
            "verwijderen|verwijder|wissen|wis|vernietigen|deïnstalleren|versnipperen|opruimen|naar prullenbak verplaatsen|naar de prullenbak verplaatsen|verplaatsen naar prullenbak|verplaatsen naar de prullenbak|verplaats naar prullenbak|verplaats naar de prullenbak|in de prullenbak gooien|prullenbak legen|prullenbak leegmaken|leeg prullenbak|leeg de prullenbak|map leegmaken|map legen|account sluiten|account opheffen|account opzeggen|account deactiveren",
            Always,
        ),
        rule(Risk::Delete, "vergeten|vergeet", With("netwerk|apparaat|site|account")),
        rule(
            Risk::Delete,
            "leegmaken|legen|opschonen|resetten",
            With(
                "geschiedenis|gegevens|cookies|cache|logboek|berichten|gesprek|chat|lijst|statistieken|wachtwoorden|spam|afspeellijst",
            ),
        ),
        rule(
            Risk::Overwrite,
            "overschrijven|overschrijf|back-up herstellen|reservekopie herstellen|backup terugzetten|reservekopie terugzetten|standaardinstellingen herstellen|standaardwaarden herstellen|standaard herstellen|instellingen herstellen|instellingen resetten|herstellen naar standaardwaarden|terugzetten naar standaardwaarden|voorkeuren herstellen|terug naar standaardinstellingen",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "vervangen|vervang",
            With("bestand|bestanden|bestaand|bestaande|document|map|doel|origineel"),
        ),
        rule(Risk::Overwrite, "vervangen|vervang|alles vervangen", InDialog),
        rule(
            Risk::Send,
            "verzenden|verzend|versturen|verstuur|sturen|stuur|indienen|publiceren|publiceer|bericht plaatsen|reactie plaatsen|tweeten|beantwoorden en verzenden|zenden",
            Always,
        ),
        rule(
            Risk::Close,
            "sluiten|sluit|afsluiten|beëindigen|geforceerd afsluiten|geforceerd stoppen|taak beëindigen|proces beëindigen|programma afsluiten|verlaten",
            Always,
        ),
    ],
};
