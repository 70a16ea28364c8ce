//! Screens as core reads them from real apps: a calculator with a keypad, a form, an editor, and what they let read.
//!
//! Facts are what `candidate::facts` and `screen::readable` gave for gnome-calculator, mousepad and the form of the
//! fixtures, shortened where many entries are alike.

use surehand_core::decider::OptionFacts;

use super::{buttons, choices, field, menu, near, option, risky, toggle, value, within};

const DISPLAY: &str = "the display above the keypad: entry, calculation, result, answer";
const KEYPAD: &str = "press the keys of the keypad one after the other";

/// A basic calculator of GNOME: nothing but the keypad and its display has words.
pub(super) fn keypad_calculator() -> Vec<OptionFacts> {
    let keys = ["7", "8", "9", "÷", "4", "5", "6", "×", "1", "2", "3", "−", "0", ".", "%", "+"];
    let more = ["Undo", "(", ")", "mod", "π", "√", "x²", "=", "log", "sin", "Memory", "Factorize"];
    let mut all: Vec<OptionFacts> = buttons(&keys).chain(buttons(&more)).collect();
    let mut clear = option("click", "Button", "Clear Display");
    clear.shortcut = Some("escape".to_owned());
    all.push(clear);
    all.push(option("click", "MenuButton", "Mode selection"));
    all.push(option("click", "MenuButton", "Primary menu"));
    all.push(risky(option("click", "Button", "Close"), "close"));
    all.extend(buttons(&["Minimize", "Maximize"]));
    let mut keypad = value(option("keypad", "Keypad", "keypad"), "8");
    keypad.description = KEYPAD.to_owned();
    all.push(keypad);
    all.extend(field("TextArea", "", "8").map(|mut facts| {
        facts.description = DISPLAY.to_owned();
        facts
    }));
    all
}

/// What can be read of that calculator.
pub(super) fn calculator_readable() -> Vec<OptionFacts> {
    let mut display = value(option("", "TextArea", ""), "8");
    display.description = DISPLAY.to_owned();
    let mut all = vec![value(option("", "TextArea", ""), ""), display];
    let history = ["48+16", "=", "64", "(48+16)/8", "8", "15%×80", "12", "7−19", "−12", "0x2A", "42"];
    all.extend(history.map(|text| value(option("", "Text", text), text)));
    all.push(value(option("", "Text", "Basic"), "Basic"));
    all.push(value(option("", "Heading", "Calculator"), "Calculator"));
    all
}

/// What can be read of the form.
pub(super) fn form_readable() -> Vec<OptionFacts> {
    let captions = ["Notes", "Name:", "Email:", "Note:", "Size:", "Volume:", "Billing", "Shipping", "Fruit:"];
    let mut all: Vec<OptionFacts> =
        captions.iter().map(|text| value(option("", "Text", text), text)).collect();
    for (role, label, held) in [
        ("TextField", "Search", "draft"),
        ("TextField", "Name", "Grace"),
        ("TextField", "Email", "ada@example.com"),
        ("TextArea", "Note", "todo: the phone number"),
        ("ComboBox", "Size", "Small"),
        ("Slider", "Volume", "30"),
        ("StatusBar", "", "Saved once"),
    ] {
        all.push(value(option("", role, label), held));
    }
    all.push(value(option("", "CheckBox", "Send newsletter"), "off"));
    all.push(option("", "List", "Fruit"));
    all.push(option("", "Table", "Transactions"));
    all.push(value(option("", "Text", "Balance: 12.50"), "Balance: 12.50"));
    all
}

/// An editor with its one text.
pub(super) fn plain_editor() -> Vec<OptionFacts> {
    let mut all = menu("File", &["New", "New Window", "Open...", "Save", "Save As...", "Print..."]);
    all.push(risky(within(option("menu", "MenuItem", "Close Tab"), "File"), "close"));
    all.push(risky(within(option("menu", "MenuItem", "Close Window"), "File"), "close"));
    all.push(risky(option("click", "Button", "Close"), "close"));
    all.extend(menu("Edit", &["Undo", "Redo", "Cut", "Copy", "Paste", "Select All", "Convert"]));
    all.push(risky(within(option("menu", "MenuItem", "Delete Selection"), "Edit"), "delete"));
    all.extend(menu("Search", &["Find", "Find and Replace...", "Go to..."]));
    all.extend(["File", "Edit", "Search"].map(|name| option("click", "Menu", name)));
    all.extend(field("TextArea", "", "Dear Ada, thank you for the result."));
    all
}

/// What can be read of the editor.
pub(super) fn editor_readable() -> Vec<OptionFacts> {
    vec![
        value(option("", "TextArea", ""), "Dear Ada, thank you for the name."),
        value(option("", "StatusBar", ""), "Filetype: None"),
        value(option("", "Text", "Line: 1 Column: 5"), "Line: 1 Column: 5"),
    ]
}

/// The form of GTK4, whose pop-ups do not tell their options.
pub(super) fn closed_form() -> Vec<OptionFacts> {
    let mut all: Vec<OptionFacts> = Vec::new();
    all.extend(field("TextField", "Name", ""));
    all.push(value(option("click", "MenuButton", "Size"), "Small"));
    all.push(value(option("choose_option", "ComboBox", "Language"), "English"));
    all.push(toggle("Send newsletter", "on"));
    all.extend(buttons(&["Save", "Clear search", "Clear list"]));
    all.extend(
        ["Apple", "Banana", "Cherry", "Date"].map(|fruit| near(option("click", "ListItem", fruit), "Fruit")),
    );
    all
}

/// Nothing but pop-ups, with their options.
pub(super) fn popups() -> Vec<OptionFacts> {
    let mut all = Vec::new();
    for (popup, options) in [
        ("Size", ["Small", "Medium", "Large"]),
        ("Paper", ["Letter", "Legal", "Tabloid"]),
        ("Quality", ["Draft", "Normal", "Best"]),
    ] {
        let whole = value(option("choose_option", "ComboBox", popup), options[0]);
        all.push(choices(whole, &options));
        all.extend(options.map(|name| value(within(option("click", "ComboBox", name), popup), options[0])));
    }
    all.extend(buttons(&["Print", "Cancel"]));
    all
}

/// A file manager of Qt with its menus.
pub(super) fn file_manager() -> Vec<OptionFacts> {
    let mut all: Vec<OptionFacts> = ["File", "Edit", "View", "Go", "Bookmarks", "Help"]
        .map(|name| option("click", "Menu", name))
        .into_iter()
        .collect();
    for (path, items) in [
        (&["File"][..], &["New Window", "New Tab", "File Properties", "Folder Properties"][..]),
        (&["File", "Create New"], &["Folder", "Blank File"]),
        (&["Edit"], &["Cut", "Copy", "Paste", "Rename", "Select All", "Invert Selection", "Preferences"]),
        (&["View"], &["Reload", "Show Hidden"]),
        (&["View", "Sorting"], &["By File Name", "By File Size", "Hidden Last", "Folder First"]),
        (&["View", "Path Bar"], &["Location", "Path Buttons"]),
        (&["Go"], &["Parent Folder", "Home", "Trash", "Go"]),
        (&["Help"], &["About", "Hidden Shortcuts"]),
    ] {
        all.extend(items.iter().map(|item| {
            path.iter().fold(option("menu", "MenuItem", item), |facts, name| within(facts, name))
        }));
    }
    all.push(value(option("toggle", "ToggleButton", "Icon View"), "on"));
    all.push(value(option("toggle", "ToggleButton", "Compact View"), "off"));
    all.extend(["notes.txt", "run.sh", "Downloads"].map(|name| option("click", "ListItem", name)));
    all.extend(["Places", "Desktop", "Trash"].map(|name| option("click", "TreeItem", name)));
    all
}

/// A scientific calculator in whose window and menus the same words stand.
pub(super) fn converter() -> Vec<OptionFacts> {
    let bases = ["Binary", "Octal", "Decimal", "Hexadecimal", "Roman Numerals"];
    let mut all = Vec::new();
    let base = value(option("choose_option", "ComboBox", "Number base"), "Decimal");
    all.push(choices(base, &bases));
    all.extend(bases.map(|name| value(within(option("click", "ComboBox", name), "Number base"), "Decimal")));
    for name in bases {
        let facts = within(within(option("menu", "RadioMenuItem", name), "Mode"), "Number Base");
        all.push(value(facts, "off"));
        let facts = within(within(option("menu", "MenuItem", name), "Functions"), "Number Theory");
        all.push(within(facts, "Number Bases"));
    }
    let other = within(within(option("menu", "MenuItem", "Number Base"), "Functions"), "Number Bases");
    all.push(other);
    all.push(within(option("menu", "MenuItem", "Convert Number Bases"), "File"));
    all.push(within(option("menu", "MenuItem", "Nibble (Hexadecimal Digit)"), "Units"));
    all
}

/// Clocks, with the stopwatch in front.
pub(super) fn clocks() -> Vec<OptionFacts> {
    let mut all: Vec<OptionFacts> = ["World", "Alarms", "Stopwatch", "Timer"]
        .map(|name| option("click", "Tab", name))
        .map(|facts| if facts.label == "Stopwatch" { value(facts, "selected") } else { facts })
        .into_iter()
        .collect();
    all.extend(buttons(&["Start", "Lap", "Clear", "Minimize", "Maximize"]));
    all.push(option("click", "MenuButton", "Main Menu"));
    all.push(risky(option("click", "Button", "Close"), "close"));
    all
}
