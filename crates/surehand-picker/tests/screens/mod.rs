//! Screens to pick on: what core would offer for a form, a calculator, a text editor, a file manager and a dialog.
//!
//! With a text only the kinds that take one are offered, without one only the others, as core does it. Everything here
//! is made up; labels are what such apps usually show.

mod real;

use surehand_core::action::ActionKind;
use surehand_core::clock::{Deadline, Moment};
use surehand_core::decider::{Decider, Distribution, OptionFacts, Purpose, Question, Request};
use surehand_picker::WordsDecider;

/// Which screen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Screen {
    Form,
    Calculator,
    PlainCalculator,
    Editor,
    Files,
    Preferences,
    /// What can be read of a bank's window.
    Bank,
    KeypadCalculator,
    CalculatorReadable,
    FormReadable,
    PlainEditor,
    EditorReadable,
    ClosedForm,
    Popups,
    /// Rows with numbers.
    Rows,
    FileManager,
    Converter,
    Clocks,
    /// Labels that a letter or a sign tells apart.
    Fillets,
}

/// The options of a screen, for an instruction with or without a text.
pub(crate) fn options(screen: Screen, has_text: bool) -> Vec<OptionFacts> {
    let all = match screen {
        Screen::Form => form(),
        Screen::Calculator => calculator(true),
        Screen::PlainCalculator => calculator(false),
        Screen::Editor => editor(),
        Screen::Files => files(),
        Screen::Preferences => preferences(),
        Screen::Bank => bank(),
        Screen::KeypadCalculator => real::keypad_calculator(),
        Screen::CalculatorReadable => real::calculator_readable(),
        Screen::FormReadable => real::form_readable(),
        Screen::PlainEditor => real::plain_editor(),
        Screen::EditorReadable => real::editor_readable(),
        Screen::ClosedForm => real::closed_form(),
        Screen::Popups => real::popups(),
        Screen::FileManager => real::file_manager(),
        Screen::Converter => real::converter(),
        Screen::Clocks => real::clocks(),
        Screen::Fillets => menu("Sketch", &["Fillet", "Fillets", "Chamfer"])
            .into_iter()
            .chain(buttons(&["↑n", "↓n", "+n"]))
            .collect(),
        Screen::Rows => {
            ["Row 4", "Row 4321", "Row 4.5", "Row 1,234"].map(|row| option("click", "Row", row)).to_vec()
        }
    };
    let takes_text =
        |action: &str| ActionKind::ALL.iter().any(|kind| kind.name() == action && kind.takes_text());
    all.into_iter().filter(|option| takes_text(option.action) == has_text).collect()
}

/// A request with one question.
pub(crate) fn request(instruction: &str, text: Option<&str>, options: Vec<OptionFacts>) -> Request {
    let is_reading = options.iter().any(|option| option.action.is_empty());
    let purpose = if is_reading { Purpose::Read } else { Purpose::Act };
    Request {
        instruction: instruction.to_owned(),
        text: text.map(str::to_owned),
        app: "App".to_owned(),
        window: "Window".to_owned(),
        modal: None,
        screen_text: Vec::new(),
        step: None,
        questions: vec![Question { purpose, options, none: true }],
    }
}

/// The answer to a request with one question.
pub(crate) fn answer(request: &Request) -> Distribution {
    let answers = WordsDecider::new().ask(request, &Deadline::new(Moment::default()));
    answers
        .map(|answers| answers.distributions[0].clone())
        .unwrap_or(Distribution { options: Vec::new(), none: 1.0 })
}

/// An option without surroundings.
pub(crate) fn option(action: &'static str, role: &'static str, label: &str) -> OptionFacts {
    OptionFacts { action, role, label: label.to_owned(), ..OptionFacts::default() }
}

fn within(mut facts: OptionFacts, name: &str) -> OptionFacts {
    facts.within.push(name.to_owned());
    facts
}

fn near(mut facts: OptionFacts, name: &str) -> OptionFacts {
    facts.near = Some(name.to_owned());
    facts
}

fn value(mut facts: OptionFacts, value: &str) -> OptionFacts {
    facts.value = Some(value.to_owned());
    facts
}

fn risky(mut facts: OptionFacts, risk: &'static str) -> OptionFacts {
    facts.risk = Some(risk);
    facts
}

fn choices(mut facts: OptionFacts, choices: &[&str]) -> OptionFacts {
    facts.choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
    facts
}

fn field(role: &'static str, label: &str, held: &str) -> [OptionFacts; 3] {
    ["set_value", "append", "type_into"].map(|action| value(option(action, role, label), held))
}

fn buttons(labels: &[&str]) -> impl Iterator<Item = OptionFacts> {
    labels.iter().map(|label| option("click", "Button", label))
}

fn menu(name: &str, items: &[&str]) -> Vec<OptionFacts> {
    items.iter().map(|item| within(option("menu", "MenuItem", item), name)).collect()
}

fn toggle(label: &str, state: &str) -> OptionFacts {
    value(option("toggle", "CheckBox", label), state)
}

fn form() -> Vec<OptionFacts> {
    let mut all = Vec::new();
    for mut facts in field("TextField", "Search", "draft") {
        facts.placeholder = Some("Search notes".to_owned());
        all.push(facts);
    }
    all.extend(field("TextField", "Name", ""));
    all.extend(field("TextField", "Email", "ada@exmaple.com"));
    all.extend(field("TextArea", "Note", "todo:"));
    let size = value(option("choose_option", "ComboBox", "Size"), "Small");
    all.push(choices(size, &["Small", "Medium", "Large"]));
    all.push(option("click", "ComboBox", "Size"));
    all.extend(["Small", "Medium", "Large"].map(|size| within(option("click", "ComboBox", size), "Size")));
    all.push(value(option("set_value", "Slider", "Volume"), "30"));
    all.push(toggle("Send newsletter", "off"));
    all.push(risky(option("click", "Button", "Delete note"), "delete"));
    all.extend(buttons(&["Clear search", "Save"]));
    all.extend(
        ["Company", "Billing", "Shipping"].map(|heading| near(option("click", "Button", "Edit"), heading)),
    );
    let fruit =
        ["Apple", "Banana", "Cherry", "Date", "Elderberry", "Fig", "Grape", "Lemon", "Mango", "Orange"];
    all.extend(fruit.map(|fruit| within(option("click", "ListItem", fruit), "Fruit")));
    all
}

fn calculator(with_symbols: bool) -> Vec<OptionFacts> {
    let mut all: Vec<OptionFacts> = buttons(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]).collect();
    if with_symbols {
        all.extend(buttons(&[
            "+", "−", "×", "÷", "=", "%", "(", ")", ".", "C", "⌫", "±", "√", "x²", "mod", "Undo",
        ]));
    } else {
        all.extend(buttons(&[
            "Add",
            "Subtract",
            "Multiply",
            "Divide",
            "Equals",
            "Percentage",
            "Open parenthesis",
        ]));
        all.extend(buttons(&[
            "Close parenthesis",
            "Decimal point",
            "Clear",
            "Backspace",
            "Square root",
            "Undo",
        ]));
    }
    all.push(option("click", "MenuButton", "Mode"));
    all.push(risky(option("click", "Button", "Close"), "close"));
    let mut keypad = option("keypad", "Keypad", "keypad");
    keypad.description = "press the keys of the keypad".to_owned();
    all.push(keypad);
    all.extend(field("TextArea", "", "0"));
    all
}

fn editor() -> Vec<OptionFacts> {
    let mut all = menu("File", &["New", "Open…", "Save", "Save As…", "Print…", "Revert"]);
    all.push(risky(within(option("menu", "MenuItem", "Close"), "File"), "close"));
    all.push(risky(within(option("menu", "MenuItem", "Quit"), "File"), "close"));
    all.extend(menu("Edit", &["Undo", "Redo", "Cut", "Copy", "Paste", "Select All", "Preferences…"]));
    all.push(risky(within(option("menu", "MenuItem", "Delete Selection"), "Edit"), "delete"));
    all.extend(menu("Search", &["Find…", "Find and Replace…", "Find Next", "Find Previous", "Go to Line…"]));
    all.extend(menu("Document", &["Line Numbers", "Word Wrap", "Previous Tab", "Next Tab"]));
    all.extend(menu("View", &["Zoom In", "Zoom Out", "Fullscreen", "Toolbar", "Statusbar", "Color Scheme"]));
    all.extend(menu("Help", &["Contents", "About"]));
    all.extend(
        ["File", "Edit", "Search", "View", "Document", "Help"].map(|name| option("click", "Menu", name)),
    );
    all.extend(field("TextArea", "", "Dear Ada,"));
    all
}

fn files() -> Vec<OptionFacts> {
    let mut all: Vec<OptionFacts> =
        buttons(&["Back", "Forward", "Up", "Home", "New Folder", "Rename…", "Copy", "Paste", "Properties"])
            .collect();
    all.push(risky(option("click", "Button", "Move to Trash"), "delete"));
    all.push(risky(option("click", "Button", "Empty Trash"), "delete"));
    all.extend(["Name", "Size", "Modified"].map(|name| option("click", "ColumnHeader", name)));
    let names = ["report.pdf", "budget.ods", "photos", "invoice-2026.pdf", "notes.txt"];
    all.extend(names.map(|name| within(option("click", "Row", name), "Documents")));
    all.extend(names.map(|name| within(option("double_click", "Row", name), "Documents")));
    all.extend(names.map(|name| within(option("context_menu", "Row", name), "Documents")));
    all.extend(
        ["Desktop", "Downloads", "Music"].map(|name| within(option("click", "ListItem", name), "Places")),
    );
    all.extend(field("TextField", "Location", "/home/ada"));
    let view = value(option("choose_option", "ComboBox", "View as"), "List");
    all.push(choices(view, &["Icons", "List", "Compact"]));
    all.push(value(option("toggle", "ToggleButton", "Show hidden files"), "off"));
    all
}

fn preferences() -> Vec<OptionFacts> {
    let mut all = vec![
        toggle("Dark mode", "on"),
        toggle("Check spelling as you type", "off"),
        toggle("Always show tab bar", "off"),
        toggle("Make backup copies", "on"),
        value(option("toggle", "Switch", "Bluetooth"), "on"),
        value(option("toggle", "Switch", "Wi-Fi"), "off"),
    ];
    all.extend(["General", "Editor", "Plugins", "Account"].map(|name| option("click", "Tab", name)));
    all.extend(
        ["Align left", "Align right"].map(|name| within(option("click", "RadioButton", name), "Text")),
    );
    all.extend(
        ["Never", "Weekly"].map(|name| within(option("click", "RadioButton", name), "Check for updates")),
    );
    all.extend(buttons(&["OK", "Cancel", "Apply", "Help", "Reset to Defaults", "Sign Out"]));
    if let Some(sign_out) = all.last_mut() {
        sign_out.risk = Some("sign_out");
    }
    all.push(value(option("set_value", "SpinButton", "Tab width"), "8"));
    all.push(value(option("set_value", "SpinButton", "Font size"), "11"));
    let language = value(option("choose_option", "ComboBox", "Language"), "English");
    all.push(choices(language, &["English", "Deutsch", "日本語"]));
    all.extend(field("TextField", "Display name", "Ada"));
    all.extend(
        ["Speichern", "Abbrechen", "保存"].map(|name| within(option("click", "Button", name), "Sprache")),
    );
    all
}

fn bank() -> Vec<OptionFacts> {
    vec![
        option("", "Table", "Transactions"),
        value(option("", "TextField", "Account holder"), "Ada"),
        value(option("", "TextField", "Balance"), "12.50"),
        value(option("", "TextField", "IBAN"), "XX00"),
        value(option("", "StatusBar", ""), "Ready"),
    ]
}
