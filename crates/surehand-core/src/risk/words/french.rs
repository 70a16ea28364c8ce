//! French: verbs stand in front, as infinitives ("Supprimer la note") or commands ("Supprimez").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const FRENCH: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "oui|ok|d'accord|veuillez|et|tout|toujours|maintenant|définitivement|immédiatement|forcer|confirmer|continuer|quand|même|vraiment|à|la|le|les|l|de|puis|je|veux",
    joiners: "et|&|ou|puis|+",
    guards: "",
    finding: "rechercher|recherche|chercher|trouver|remplacer",
    rules: &[
        harmless("retirer|enlever", With("sécurité|risque|focus|retrait|indentation")),
        harmless("rechercher|chercher|trouver", Always),
        harmless(
            "fermer la parenthèse|fermer le crochet|fermer les parenthèses|fermer l'accolade|fermer les guillemets|fermer la balise|fermer le chemin|fermer la forme",
            Always,
        ),
        harmless(
            "fermer|quitter|sortir",
            With(
                "recherche|panneau|volet|barre|menu|notification|bannière|infobulle|astuce|message|plein|aperçu|tiroir|sous-titres|surgissant|bulle|latéral|latérale|présentation",
            ),
        ),
        harmless("fermer", Dismisses),
        harmless("envoyer", With("arrière|arrière-plan|fond|avant|commentaires|rapport|avis|derrière")),
        harmless(
            "supprimer|effacer|enlever|retirer|vider",
            With(
                "mise|forme|formatage|format|filtre|filtres|surlignage|recherche|sélection|saisie|affichage|style|styles|presse-papiers|entrée|mot|caractère|favoris|lien|latéral|latérale",
            ),
        ),
        harmless(
            "réinitialiser",
            With("zoom|vue|affichage|mot|filtre|filtres|recherche|disposition|formulaire|minuteur|colonnes"),
        ),
        harmless(
            "redémarrer",
            With("jeu|partie|niveau|vidéo|morceau|piste|minuteur|animation|visite|numérotation"),
        ),
        harmless(
            "formater",
            With("texte|cellules|cellule|paragraphe|code|document|page|nombres|sélection|tableau"),
        ),
        harmless("commander", With("par")),
        rule(
            Risk::Discard,
            "ne pas enregistrer|ne pas sauvegarder|n'enregistrez pas|abandonner|ignorer les modifications|ignorer les changements|annuler les modifications|annuler toutes les modifications|annuler tous les changements|perdre les modifications|rejeter les modifications|fermer sans enregistrer|quitter sans enregistrer|sortir sans enregistrer|continuer sans enregistrer|fermer sans sauvegarder|quitter sans sauvegarder|supprimer le brouillon|jeter les modifications|rétablir la version enregistrée|recharger et perdre|revenir à la version enregistrée",
            Always,
        ),
        rule(
            Risk::System,
            "éteindre l'ordinateur|éteindre l'appareil|éteindre le système|éteindre maintenant|arrêter le système|arrêter l'ordinateur|redémarrer|mettre en veille|mise en veille|veille prolongée|hiberner|hibernation|suspendre le système|suspendre l'ordinateur|suspendre la session|restaurer les paramètres d'usine|réinitialisation d'usine|rétablir la configuration d'usine|mettre à jour et redémarrer|installer et redémarrer",
            Always,
        ),
        rule(
            Risk::System,
            "formater|partitionner|effacer|initialiser",
            With("disque|lecteur|partition|volume|clé|usb|carte|périphérique|stockage|téléphone"),
        ),
        rule(
            Risk::System,
            "réinitialiser",
            With("appareil|ordinateur|pc|téléphone|réseau|périphérique|usine"),
        ),
        rule(
            Risk::SignOut,
            "se déconnecter|me déconnecter|fermer la session|fermer session|terminer la session|se déconnecter de tous les appareils",
            Always,
        ),
        rule(Risk::SignOut, "déconnecter|déconnexion", Alone),
        rule(Risk::System, "éteindre|suspendre|suspension", Alone),
        rule(
            Risk::Purchase,
            "acheter|payer|commander|passer la commande|passer commande|valider la commande|valider l'achat|valider le paiement|confirmer la commande|confirmer l'achat|confirmer le paiement|finaliser la commande|finaliser l'achat|effectuer le paiement|procéder au paiement|faire un don|réserver maintenant|envoyer de l'argent|envoyer le paiement|envoyer un paiement|transférer des fonds|s'abonner maintenant|souscrire|louer|recharger le compte|enchérir",
            Always,
        ),
        rule(
            Risk::Delete,
            "supprimer|supprimez|effacer|effacez|détruire|désinstaller|enlever|retirer|broyer|purger|éliminer|mettre à la corbeille|mettre à la poubelle|mettre dans la corbeille|déplacer vers la corbeille|déplacer dans la corbeille|déplacer à la corbeille|envoyer à la corbeille|jeter à la corbeille|vider la corbeille|vider la poubelle|vider le dossier|vider le cache|vider l'historique|vider la liste|vider le journal|clôturer le compte|fermer le compte|désactiver le compte|jeter",
            Always,
        ),
        rule(Risk::Delete, "oublier", With("réseau|appareil|mot|site|compte|périphérique")),
        rule(
            Risk::Delete,
            "réinitialiser|nettoyer|vider",
            With("historique|données|cookies|cache|journal|messages|discussion|liste|statistiques|tout"),
        ),
        rule(
            Risk::Overwrite,
            "écraser|écrire par-dessus|restaurer la sauvegarde|restaurer depuis une sauvegarde|restaurer les valeurs par défaut|restaurer les paramètres par défaut|rétablir les valeurs par défaut|rétablir les paramètres par défaut|réinitialiser les paramètres|réinitialiser les préférences|réinitialiser tous les paramètres",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "remplacer",
            With("fichier|fichiers|existant|existants|document|dossier|destination|original"),
        ),
        rule(Risk::Overwrite, "remplacer", InDialog),
        rule(
            Risk::Send,
            "envoyer|envoyez|soumettre|publier|poster|expédier|diffuser|transmettre|répondre et envoyer|tweeter",
            Always,
        ),
        rule(Risk::Close, "sortir", Alone),
        rule(
            Risk::Close,
            "fermer|fermez|quitter|forcer à quitter|forcer l'arrêt|forcer la fermeture|terminer le processus|terminer le programme|fin de tâche|tuer",
            Always,
        ),
    ],
};
