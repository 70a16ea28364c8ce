//! Italian: verbs stand in front, as commands ("Elimina nota") or infinitives ("Eliminare").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const ITALIAN: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "sì|si|ok|per|favore|e|conferma|continua|ora|adesso|definitivamente|permanentemente|immediatamente|forza|comunque|tutto|davvero|voglio|subito",
    joiners: "e|ed|&|o|poi|+",
    guards: "",
    finding: "cerca|trova|ricerca|sostituisci|cercare|trovare",
    rules: &[
        rule(Risk::Purchase, "ordina ora|ordina adesso|ordina e paga", Always),
        harmless("manda", With("capo")),
        harmless("rimuovi", With("sicurezza|scorciatoia|rientro")),
        harmless("cerca|trova|cercare|trovare", Always),
        harmless(
            "chiudi parentesi|chiudi parentesi quadra|chiudi parentesi graffa|chiudi virgolette|chiudi tag|chiudi tracciato|chiudi forma",
            Always,
        ),
        harmless(
            "chiudi|esci|abbandona|lascia",
            With(
                "ricerca|pannello|barra|menu|menù|notifica|banner|suggerimento|messaggio|schermo|anteprima|cassetto|sottotitoli|laterale|riquadro|presentazione",
            ),
        ),
        harmless("chiudi", Dismisses),
        harmless(
            "invia|porta|sposta|manda",
            With("indietro|dietro|fondo|avanti|davanti|secondo|feedback|commenti|segnalazione"),
        ),
        harmless(
            "elimina|cancella|rimuovi|pulisci|svuota|azzera",
            With(
                "formattazione|formato|filtro|filtri|evidenziazione|ricerca|selezione|immissione|visore|stile|stili|appunti|parola|carattere|tasto|preferiti|collegamento|link|laterale",
            ),
        ),
        harmless(
            "reimposta|ripristina|riavvia|azzera",
            With(
                "zoom|vista|password|filtro|filtri|ricerca|disposizione|modulo|timer|colonne|gioco|partita|livello|video|brano|traccia|animazione|numerazione|cronometro",
            ),
        ),
        harmless(
            "formatta",
            With("testo|celle|cella|paragrafo|codice|documento|pagina|numeri|selezione|tabella"),
        ),
        harmless(
            "ordina",
            With("per|crescente|decrescente|alfabeticamente|elenco|colonna|colonne|righe|elementi|data"),
        ),
        harmless("ordina", Alone),
        harmless("sospendi", With("notifiche|aggiornamenti|timer")),
        rule(
            Risk::Discard,
            "scarta|scartare|non salvare|chiudi senza salvare|esci senza salvare|continua senza salvare|abbandona modifiche|abbandona le modifiche|ignora modifiche|ignora le modifiche|perdi le modifiche|annulla tutte le modifiche|rifiuta modifiche|rifiuta le modifiche|elimina bozza|elimina la bozza|ripristina versione salvata|torna alla versione salvata",
            Always,
        ),
        rule(
            Risk::System,
            "spegni il computer|spegni computer|spegni il sistema|spegni ora|arresta il sistema|arresta sistema|arresta il computer|arresta|riavvia|iberna|sospendi|ripristina impostazioni di fabbrica|ripristina le impostazioni di fabbrica|ripristino dati di fabbrica|aggiorna e riavvia|installa e riavvia",
            Always,
        ),
        rule(
            Risk::System,
            "formatta|partiziona|cancella|inizializza",
            With("disco|unità|partizione|volume|usb|chiavetta|scheda|dispositivo|memoria|telefono"),
        ),
        rule(Risk::System, "reimposta|ripristina", With("dispositivo|computer|pc|telefono|rete|fabbrica")),
        rule(
            Risk::SignOut,
            "disconnettersi|esci dall'account|esci dalla sessione|esci da tutti i dispositivi|termina sessione|termina la sessione|chiudi sessione|chiudi la sessione|fai logout|scollegati|logout|disconnettiti",
            Always,
        ),
        rule(Risk::SignOut, "disconnetti", Alone),
        rule(Risk::System, "spegni", Alone),
        rule(
            Risk::Purchase,
            "acquista|compra|paga|acquistare|comprare|pagare|effettua ordine|effettua l'ordine|invia ordine|invia l'ordine|conferma ordine|conferma l'ordine|conferma acquisto|conferma l'acquisto|conferma pagamento|conferma il pagamento|completa acquisto|completa l'acquisto|completa l'ordine|completa il pagamento|effettua pagamento|effettua il pagamento|procedi al pagamento|dona|fai una donazione|prenota ora|invia denaro|trasferisci denaro|ricarica credito|abbonati ora|noleggia|fai un'offerta|invia pagamento",
            Always,
        ),
        rule(
            Risk::Delete,
            "elimina|eliminare|cancella|cancellare|rimuovi|rimuovere|disinstalla|distruggi|butta|cestina|sposta nel cestino|sposta nel cestino tutto|spostare nel cestino|invia al cestino|getta nel cestino|metti nel cestino|svuota cestino|svuota il cestino|svuota cartella|svuota la cartella|chiudi account|chiudi l'account|disattiva account|disattiva l'account",
            Always,
        ),
        rule(Risk::Delete, "dimentica", With("rete|dispositivo|password|sito|account")),
        rule(
            Risk::Delete,
            "pulisci|svuota|azzera|reimposta",
            With(
                "cronologia|dati|cookie|cache|registro|log|messaggi|conversazione|lista|elenco|statistiche|tutto|password|recenti|spam",
            ),
        ),
        rule(
            Risk::Overwrite,
            "sovrascrivi|sovrascrivere|ripristina backup|ripristina il backup|ripristina da backup|ripristina predefiniti|ripristina i valori predefiniti|ripristina valori predefiniti|ripristina impostazioni predefinite|reimposta impostazioni|reimposta le impostazioni|reimposta preferenze|ripristina impostazioni",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "sostituisci",
            With("file|esistente|esistenti|documento|cartella|destinazione|originale"),
        ),
        rule(Risk::Overwrite, "sostituisci|sostituire", InDialog),
        rule(
            Risk::Send,
            "invia|inviare|spedisci|pubblica|pubblicare|twitta|trasmetti|rispondi e invia|manda",
            Always,
        ),
        rule(
            Risk::Close,
            "chiudi|chiudere|esci|uscire|forza uscita|forza chiusura|forza la chiusura|termina processo|termina attività|termina il processo|termina operazione|termina programma|uccidi",
            Always,
        ),
    ],
};
