//! The words that tell a risk, one table for each language.
//!
//! A label is an order: its verb stands in front ("Delete note"), perhaps behind a word that changes nothing ("Yes,
//! delete"), or behind a joiner ("Save and close"). So rules are looked for there and nowhere else, which keeps nouns
//! and negations out: "Deleted items", "Undo delete", "Sort by order" match nothing.
//!
//! The decision that matters: rules are data, tried in order, and the first that fits decides. An exception is a rule
//! without a risk that stands before the rule it limits. Further languages are further tables; only English is here.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Risk, Setting};
use crate::element::Role;

/// The words of one language.
#[derive(Debug)]
struct Language {
    /// Words before a verb that change nothing about what it does.
    skipped: &'static [&'static str],
    /// Words behind which another order begins.
    joiners: &'static [&'static str],
    /// Words that make a field or title one for finding text.
    finding: &'static [&'static str],
    rules: &'static [Rule],
}

/// What a label that begins like this means.
#[derive(Debug)]
struct Rule {
    /// The risk; `None` for what only sounds like one.
    risk: Option<Risk>,
    /// The words it begins with; alternatives are separated by `|`.
    words: &'static str,
    when: When,
}

/// When a rule holds.
#[derive(Debug)]
enum When {
    /// Always.
    Always,
    /// When nothing of weight follows.
    Alone,
    /// When one of these words follows somewhere.
    With(&'static str),
    /// When the control stands in a dialog that asks.
    InDialog,
    /// When it is a button alone in a pop-over.
    DismissesPopover,
}

const fn rule(risk: Risk, words: &'static str, when: When) -> Rule {
    Rule { risk: Some(risk), words, when }
}

const fn harmless(words: &'static str, when: When) -> Rule {
    Rule { risk: None, words, when }
}

use When::{Alone, Always, DismissesPopover, InDialog, With};

const ENGLISH: Language = Language {
    skipped: &[
        "yes",
        "ok",
        "okay",
        "please",
        "confirm",
        "and",
        "permanently",
        "immediately",
        "force",
        "bulk",
        "mass",
        "hard",
        "really",
        "just",
        "quick",
        "now",
        "continue",
        "proceed",
        "anyway",
        "edit",
        "window",
        "document",
        "user",
        "system",
        "mail",
        "app",
        "application",
        "list",
        "i",
        "to",
    ],
    joiners: &["and", "&", "or", "then", "+"],
    finding: &["find", "search", "replace"],
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
        harmless("close", DismissesPopover),
        harmless("send", With("back|backward|backwards|front|forward|feedback…")),
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
        rule(Risk::Purchase, "order|purchase|payment|booking", Alone),
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

/// The languages that are known. A label is judged by each in turn.
const LANGUAGES: &[&Language] = &[&ENGLISH];

/// The rules of each language by the first word of a phrase: its other words, and the rules in their order.
static ORDERS: LazyLock<Vec<HashMap<&'static str, Vec<Order>>>> =
    LazyLock::new(|| LANGUAGES.iter().map(|language| orders(language)).collect());

/// One phrase of a rule.
#[derive(Debug)]
struct Order {
    /// The words behind the first.
    rest: Vec<&'static str>,
    rule: &'static Rule,
}

fn orders(language: &'static Language) -> HashMap<&'static str, Vec<Order>> {
    let mut orders: HashMap<&'static str, Vec<Order>> = HashMap::new();
    for rule in language.rules {
        for phrase in rule.words.split('|') {
            let mut words = phrase.split(' ');
            let first = words.next().unwrap_or_default();
            orders.entry(first).or_default().push(Order { rest: words.collect(), rule });
        }
    }
    orders
}

/// Pictures that stand for a word.
const PICTURES: &[(&str, Risk)] =
    &[("🗑", Risk::Delete), ("🗑️", Risk::Delete), ("✕", Risk::Close), ("✖", Risk::Close), ("❌", Risk::Close)];

/// What the words of a label say. `None`: nothing; `Some(None)`: that it is harmless.
pub(super) fn judge(label: &str, role: Role, setting: Setting) -> Option<Option<Risk>> {
    if let Some((_, risk)) = PICTURES.iter().find(|(picture, _)| *picture == label.trim()) {
        return Some(Some(*risk).filter(|risk| *risk != Risk::Close || setting != Setting::Popover));
    }
    let words = words(label);
    LANGUAGES.iter().zip(ORDERS.iter()).find_map(|(language, orders)| {
        let joined = words.iter().enumerate().filter(|(_, word)| language.joiners.contains(&word.as_str()));
        let mut starts = std::iter::once(0).chain(joined.map(|(index, _)| index + 1));
        // "Find and replace": what follows a harmless order belongs to it.
        starts.find_map(|start| judge_order(language, orders, &words[start..], (role, setting)))
    })
}

/// Whether a label belongs to finding text.
pub(crate) fn finds(label: &str) -> bool {
    let words = words(label);
    LANGUAGES.iter().any(|language| words.iter().any(|word| language.finding.contains(&word.as_str())))
}

/// The words of a label in lower case. Names of icons (`edit-delete-symbolic`) fall apart at their hyphens.
fn words(label: &str) -> Vec<String> {
    // Labels can be as long as an app likes; an order is short.
    let start: String = label.chars().take(120).collect();
    start
        .to_lowercase()
        .replace('’', "'")
        .split(|character: char| !(character.is_alphanumeric() || matches!(character, '\'' | '&' | '+')))
        .filter(|word| !word.is_empty() && *word != "symbolic")
        .map(str::to_owned)
        .collect()
}

/// Judges the order that the words begin with, behind words that change nothing.
fn judge_order(
    language: &Language,
    orders: &HashMap<&'static str, Vec<Order>>,
    words: &[String],
    place: (Role, Setting),
) -> Option<Option<Risk>> {
    for (start, first) in words.iter().enumerate() {
        let rest = &words[start + 1..];
        let known = orders.get(first.as_str()).into_iter().flatten();
        if let Some(order) = known.into_iter().find(|order| order.holds(rest, place)) {
            return Some(order.rule.risk);
        }
        if !language.skipped.contains(&first.as_str()) {
            return None;
        }
    }
    None
}

impl Order {
    /// Whether this is the order, given the words behind the first.
    fn holds(&self, rest: &[String], (role, setting): (Role, Setting)) -> bool {
        let length = self.rest.len();
        rest.len() >= length
            && self.rest.iter().zip(rest).all(|(word, own)| word == own)
            && self.rule.when.is_so(&rest[length..], role, setting)
    }
}

impl When {
    fn is_so(&self, rest: &[String], role: Role, setting: Setting) -> bool {
        match self {
            Self::Always => true,
            Self::Alone => rest.is_empty(),
            Self::With(words) => rest.iter().any(|own| words.split('|').any(|word| word == own)),
            Self::InDialog => setting == Setting::Dialog,
            Self::DismissesPopover => setting == Setting::Popover && role == Role::Button && rest.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ActionKind;
    use crate::risk::RiskContext;

    fn risk(label: &str, role: Role, setting: Setting) -> Option<Risk> {
        let action = match role {
            Role::CheckBox | Role::Switch | Role::ToggleButton => ActionKind::Toggle,
            Role::MenuItem => ActionKind::Menu,
            _ => ActionKind::Click,
        };
        Risk::of(&RiskContext { role, name: label, shortcut: None, within: &[], action, setting })
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of labels")]
    fn orders_that_destroy_are_marked() {
        let rows: &[(Risk, &[&str])] = &[
            (
                Risk::Delete,
                &[
                    "Delete",
                    "Delete note",
                    "Delete…",
                    "Delete selected items",
                    "Remove",
                    "Remove account",
                    "Erase all",
                    "Move to Trash",
                    "Move to the bin",
                    "Empty Trash",
                    "Empty Recycle Bin",
                    "Uninstall",
                    "Wipe data",
                    "Yes, delete",
                    "Permanently delete",
                    "Archive and delete",
                    "Clear history",
                    "Clear all data",
                    "Forget this network",
                    "Close account",
                    "edit-delete-symbolic",
                    "🗑",
                    "DELETE",
                    "Destroy server",
                    "Remove from playlist",
                    "Drop table",
                ],
            ),
            (
                Risk::Overwrite,
                &[
                    "Overwrite",
                    "Overwrite file",
                    "Replace existing file",
                    "Restore backup",
                    "Restore defaults",
                    "Reset settings",
                ],
            ),
            (
                Risk::Discard,
                &[
                    "Discard",
                    "Discard changes",
                    "Don't save",
                    "Don’t Save",
                    "Do not save",
                    "Close without saving",
                    "Quit without Saving",
                    "Revert",
                    "Revert changes",
                    "OK, discard",
                    "Abandon changes",
                ],
            ),
            (
                Risk::Send,
                &[
                    "Send",
                    "Send message",
                    "Send newsletter",
                    "Send now",
                    "Submit",
                    "Publish",
                    "Post",
                    "Save and send",
                    "Send File…",
                ],
            ),
            (
                Risk::Purchase,
                &[
                    "Buy",
                    "Buy now",
                    "Purchase",
                    "Pay",
                    "Pay $12.00",
                    "Place order",
                    "Place your order",
                    "Confirm and pay",
                    "Complete purchase",
                    "Donate",
                    "Order now",
                    "Confirm order",
                    "Submit order",
                ],
            ),
            (
                Risk::Close,
                &[
                    "Close",
                    "Quit",
                    "Exit",
                    "Close Window",
                    "Close tab",
                    "Quit Firefox",
                    "Force quit",
                    "Save and close",
                    "window-close-symbolic",
                    "Save & Quit",
                    "End task",
                    "Close all",
                ],
            ),
            (
                Risk::SignOut,
                &["Log out", "Log Out…", "Sign out", "Logout", "Sign out of all devices", "Log off"],
            ),
            (
                Risk::System,
                &[
                    "Shut down",
                    "Shutdown",
                    "Restart",
                    "Restart now",
                    "Reboot",
                    "Power off",
                    "Format disk",
                    "Format Partition…",
                    "Factory reset",
                    "Erase disk",
                    "Suspend",
                    "Hibernate",
                    "Update and restart",
                    "Reset this PC",
                ],
            ),
        ];
        let mut count = 0;
        for (expected, labels) in rows {
            for label in *labels {
                for role in [Role::Button, Role::MenuItem] {
                    assert_eq!(risk(label, role, Setting::Window), Some(*expected), "{label} as {role}");
                }
                count += 1;
            }
        }
        assert!(count >= 60, "{count}");
        assert_eq!(risk("Replace", Role::Button, Setting::Dialog), Some(Risk::Overwrite));
        assert_eq!(risk("Close", Role::Button, Setting::Dialog), Some(Risk::Close));
        assert_eq!(risk("Quit", Role::MenuItem, Setting::Popover), Some(Risk::Close));
        assert_eq!(risk("Delete", Role::ToggleButton, Setting::Window), Some(Risk::Delete));
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of labels")]
    fn what_only_sounds_like_it_is_not_marked() {
        let labels = [
            "Save",
            "Save As…",
            "Open",
            "New",
            "Cancel",
            "OK",
            "Apply",
            "Undo",
            "Undo delete",
            "Redo",
            "Restore",
            "Undelete",
            "Deleted items",
            "Sent",
            "Sent mail",
            "Closed captions",
            "Closing bracket",
            "Close bracket",
            "Close parenthesis",
            "Hide panel",
            "Close panel",
            "Close sidebar",
            "Close search",
            "Clear",
            "Clear search",
            "Clear the search field",
            "Clear filter",
            "Clear selection",
            "Clear formatting",
            "Remove formatting",
            "Remove filter",
            "Exit full screen",
            "Leave Fullscreen",
            "Send to back",
            "Send backward",
            "Find and Replace…",
            "Search and replace",
            "Replace",
            "Replace…",
            "Sort by order",
            "Order by name",
            "Order history",
            "Payment methods",
            "Purchased items",
            "Buyer guide",
            "Pay attention to this",
            "Post-it",
            "Forgot password?",
            "Format",
            "Format cells",
            "Format text",
            "Format as table",
            "Restart game",
            "Reset zoom",
            "Don't delete",
            "Keep",
            "Keep editing",
            "Never send",
            "Do not send",
            "Add to cart",
            "Logo",
            "Login",
            "Log in",
            "Sign in",
            "Sign up",
            "Shut",
            "System settings",
            "Power",
            "Exited",
            "Closest match",
            "Resend code?",
            "About deletion",
            "Trashy novels",
            "Print…",
            "Copy",
            "Cut",
            "Next",
            "Previous",
            "Disclose",
            "Dispatch",
            "Quite good",
            "Closer",
            "Edit",
            "Billing",
            "×",
            "÷",
            "Square root",
            "Preview",
            "Archive",
            "Reply",
            "Forward",
        ];
        assert!(labels.len() >= 60);
        for label in labels {
            for role in [Role::Button, Role::MenuItem] {
                assert_eq!(risk(label, role, Setting::Window), None, "{label} as {role}");
            }
        }
        let placed = [
            ("Send newsletter", Role::CheckBox, Setting::Window),
            ("Send newsletter", Role::Switch, Setting::Window),
            ("Delete messages after 30 days", Role::RadioButton, Setting::Window),
            ("Delete", Role::Button, Setting::Keypad),
            ("⌫", Role::Button, Setting::Keypad),
            ("Close", Role::Button, Setting::Popover),
            ("Replace", Role::Button, Setting::FindBar),
            ("Replace All", Role::Button, Setting::FindBar),
            ("Trash", Role::ListItem, Setting::Window),
            ("Delete", Role::TextField, Setting::Window),
            ("Sent", Role::TreeItem, Setting::Window),
        ];
        for (label, role, setting) in placed {
            assert_eq!(risk(label, role, setting), None, "{label} as {role} in {setting:?}");
        }
    }

    #[test]
    fn a_chord_speaks_where_the_words_are_foreign() {
        let context = |name, shortcut| RiskContext {
            role: Role::MenuItem,
            name,
            shortcut: Some(shortcut),
            within: &[],
            action: ActionKind::Menu,
            setting: Setting::Window,
        };
        assert_eq!(Risk::of(&context("Beenden", "Ctrl+Q")), Some(Risk::Close));
        assert_eq!(Risk::of(&context("Ins Archiv", "ctrl+e")), None);
    }

    #[test]
    fn a_find_bar_is_known_by_its_words() {
        assert!(finds("Search") && finds("Find in page…") && finds("Replace with"));
        assert!(!finds("Name") && !finds("Findings"));
    }
}
