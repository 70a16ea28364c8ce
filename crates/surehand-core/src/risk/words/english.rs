//! English: verbs stand in front.
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const ENGLISH: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "yes|ok|okay|please|confirm|and|permanently|immediately|force|bulk|mass|hard|really|just|quick|now|continue|proceed|anyway|edit|window|document|user|system|mail|app|application|list|i|to",
    joiners: "and|&|or|then|+",
    guards: "",
    finding: "find|search|replace",
    rules: &[
        // What only sounds like it.
        harmless("find|search|look for", Always),
        harmless(
            "close bracket|close brackets|close parenthesis|close parentheses|close paren|close brace|close quote|close tag|close path|close shape",
            Always,
        ),
        harmless(
            "close|exit|quit|leave",
            With(
                "search|find|panel|sidebar|pane|popover|popup|menu|notification|banner|tooltip|tip|infobar|message|full|fullscreen|preview|overview|drawer|caption|captions|bar",
            ),
        ),
        harmless("close", Dismisses),
        harmless("send", With("back|backward|backwards|front|forward")),
        harmless(
            "remove|delete|clear|erase",
            With(
                "formatting|format|filter|filters|highlight|highlights|highlighting|search|query|selection|focus|entry|display|breakpoints|styles",
            ),
        ),
        harmless("clear", Alone),
        harmless(
            "remove from favorites|remove from favourites|remove from sidebar|remove star|remove link",
            Always,
        ),
        harmless("delete", With("key|word|previous|next|backwards|backward|forward")),
        harmless("restart", With("game|level|video|song|track|timer|animation|quiz|tour|numbering|search")),
        harmless(
            "format",
            With("text|cells|cell|paragraph|painter|code|document|page|number|numbers|selection|as|bars"),
        ),
        harmless("order", With("by")),
        harmless("pay", With("attention")),
        harmless("post", With("it|code|office")),
        harmless("reset", With("zoom|view|password|filter|filters|search|layout|form|timer|columns")),
        harmless("suspend", With("timer|updates|notifications")),
        harmless("revert", With("selection|zoom")),
        harmless("submit", With("bug")),
        // Throwing unsaved work away. Before closing, which it often comes with.
        rule(
            Risk::Discard,
            "discard|don't save|do not save|dont save|abandon|throw away|lose changes|revert",
            Always,
        ),
        rule(
            Risk::Discard,
            "close without saving|quit without saving|exit without saving|leave without saving|continue without saving|delete draft|reset changes|undo all changes",
            Always,
        ),
        // The system as a whole.
        rule(
            Risk::System,
            "shut down|shutdown|power off|poweroff|reboot|hibernate|suspend|halt|factory reset|reset to factory",
            Always,
        ),
        rule(Risk::System, "turn off|switch off", With("computer|device|machine|system|pc")),
        rule(Risk::System, "restart", Always),
        rule(Risk::System, "log out and restart|update and restart|install and restart", Always),
        rule(
            Risk::System,
            "format|erase|wipe|partition|initialize",
            With("disk|disc|drive|partition|volume|device|usb|stick|card|sd|storage|phone"),
        ),
        rule(Risk::System, "reset", With("device|computer|pc|phone|factory|network")),
        // Ending a session.
        rule(Risk::SignOut, "log out|logout|log off|logoff|sign out|signout|sign off|end session", Always),
        // Money.
        rule(
            Risk::Purchase,
            "buy|purchase|pay|place order|place your order|place bid|order now|submit order|submit payment|complete purchase|complete order|complete payment|confirm purchase|confirm order|confirm payment|confirm booking|make payment|donate|book now|rent now|top up|checkout now|pay now|start subscription|transfer money|transfer funds|send money|send payment|subscribe now for",
            Always,
        ),
        rule(Risk::Purchase, "order|payment|booking", Alone),
        // Taking away.
        rule(
            Risk::Delete,
            "delete|erase|trash|destroy|wipe|purge|uninstall|shred|remove|unlink forever",
            Always,
        ),
        rule(
            Risk::Delete,
            "move to trash|move to the trash|move to bin|move to the bin|move to recycle bin|move to wastebasket|move to the wastebasket|send to trash|put in trash|move all to trash|empty trash|empty the trash|empty bin|empty recycle bin|empty wastebasket|empty folder|empty junk|empty spam|drop table|drop database|close account|deactivate account|cancel account",
            Always,
        ),
        rule(Risk::Delete, "forget", With("network|device|password|site|account|all|this")),
        rule(
            Risk::Delete,
            "clear|reset",
            With(
                "history|data|cookies|cache|log|logs|messages|chat|conversation|playlist|everything|recent|statistics|bookmarks|passwords|all",
            ),
        ),
        // Writing over.
        rule(
            Risk::Overwrite,
            "overwrite|save over|restore backup|restore from backup|restore defaults|restore default settings|reset to default|reset to defaults|reset settings|reset all settings|reset preferences",
            Always,
        ),
        rule(Risk::Overwrite, "replace", With("file|files|existing|document|folder|destination|original")),
        rule(Risk::Overwrite, "replace", InDialog),
        // To somebody.
        rule(
            Risk::Send,
            "send|submit|publish|tweet|post|schedule send|reply and send|share now|broadcast",
            Always,
        ),
        // Closing. Last: "close account" and "quit without saving" say more.
        rule(
            Risk::Close,
            "close|quit|exit|force quit|force stop|force close|end task|end process|kill|terminate|stop process",
            Always,
        ),
    ],
};
