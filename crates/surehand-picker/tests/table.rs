//! What must be picked, and what must not be acted on.
//!
//! One row is an instruction, its text, and either the option meant (kind, label, container) or nothing. A row with
//! an option must pass the gate with that option; a row without must not pass it with any.

mod screens;

use screens::Screen::{
    Bank, Calculator, CalculatorReadable, Clocks, ClosedForm, Converter, Editor, EditorReadable, FileManager,
    Files, Fillets, Form, FormReadable, KeypadCalculator, PlainCalculator, PlainEditor, Popups, Preferences,
    Rows,
};
use screens::{Screen, answer, options, request};
use surehand_picker::{THRESHOLDS, explain};

type Wanted = Option<(&'static str, &'static str, &'static str)>;
type Row = (Screen, &'static str, Option<&'static str>, Wanted);

/// A row that must be acted on.
const fn act(
    screen: Screen,
    instruction: &'static str,
    text: Option<&'static str>,
    wanted: (&'static str, &'static str),
) -> Row {
    (screen, instruction, text, Some((wanted.0, wanted.1, "")))
}

/// A row that must be acted on within or near something.
const fn act_in(
    screen: Screen,
    instruction: &'static str,
    wanted: (&'static str, &'static str, &'static str),
) -> Row {
    (screen, instruction, None, Some(wanted))
}

/// A row that must not be acted on.
const fn refuse(screen: Screen, instruction: &'static str, text: Option<&'static str>) -> Row {
    (screen, instruction, text, None)
}

const FORM: &[Row] = &[
    act(Form, "Put the name into the Name field", Some("  Grace Hopper "), ("set_value", "Name")),
    act(Form, "Enter the name", Some("Grace"), ("set_value", "Name")),
    act(Form, "Add this to the end of the note", Some("buy milk"), ("append", "Note")),
    act(Form, "Append this to the note", Some("buy milk"), ("append", "Note")),
    act(Form, "Insert this at the caret in the note", Some("x"), ("type_into", "Note")),
    act(Form, "Replace the note", Some("done"), ("set_value", "Note")),
    act(Form, "Empty the search box", Some(""), ("set_value", "Search")),
    act(Form, "Clear the search", Some(""), ("set_value", "Search")),
    act(Form, "Clear the search", None, ("click", "Clear search")),
    act(Form, "Correct the email address", Some("ada@example.com"), ("set_value", "Email")),
    act(Form, "Set the email to ada@example.com", Some("ada@example.com"), ("set_value", "Email")),
    act(Form, "Put the name into the email field", Some("ada"), ("set_value", "Email")),
    act(Form, "Search for the invoice", Some("invoice"), ("set_value", "Search")),
    act_in(Form, "Choose the large size", ("click", "Large", "Size")),
    act(Form, "Choose the large size", Some("Large"), ("choose_option", "Size")),
    act(Form, "Set the size to medium", Some("Medium"), ("choose_option", "Size")),
    act(Form, "Save the form", None, ("click", "Save")),
    act(Form, "Press the save button", None, ("click", "Save")),
    act(Form, "Subscribe to the newsletter", None, ("toggle", "Send newsletter")),
    act(Form, "Tick \"Send newsletter\"", None, ("toggle", "Send newsletter")),
    act(Form, "Turn on the newsletter", None, ("toggle", "Send newsletter")),
    act(Form, "Delete the note", None, ("click", "Delete note")),
    act(Form, "Remove the note", None, ("click", "Delete note")),
    act_in(Form, "Press Edit for billing", ("click", "Edit", "Billing")),
    act_in(Form, "Edit the shipping", ("click", "Edit", "Shipping")),
    act(Form, "Set the volume to forty-two", Some("42"), ("set_value", "Volume")),
    act_in(Form, "Select Cherry in the fruit list", ("click", "Cherry", "Fruit")),
    act_in(Form, "Pick mango", ("click", "Mango", "Fruit")),
    refuse(Form, "Print the invoice", None),
    refuse(Form, "Send the mail", None),
    refuse(Form, "Send an email to Ada", None),
    refuse(Form, "Delete the account", None),
    refuse(Form, "Order a pizza", None),
    refuse(Form, "Order an orange juice", None),
    refuse(Form, "Press Edit", None),
    refuse(Form, "Press \"Submit\"", None),
    refuse(Form, "Untick the newsletter", None),
    refuse(Form, "Do not delete the note", None),
    refuse(Form, "Save the form and then delete the note", None),
    refuse(Form, "Fill in the name; press Save", None),
    refuse(Form, "Enter the phone number", Some("555")),
    refuse(Form, "Enter the password", Some("x")),
    refuse(Form, "Choose the small dog", None),
    refuse(Form, "I want to be told about everything new and never miss an offer", None),
    refuse(
        Form,
        "Please update my details on this form so that the company knows my new name and then also tick the box for \
         the newsletter and save everything when you are done with it",
        None,
    ),
];

const CALCULATOR: &[Row] = &[
    act(Calculator, "Press 4", None, ("click", "4")),
    act(Calculator, "press the seven key", None, ("click", "7")),
    act(Calculator, "Press zero", None, ("click", "0")),
    act(Calculator, "plus", None, ("click", "+")),
    act(Calculator, "minus", None, ("click", "−")),
    act(Calculator, "Press the divide key", None, ("click", "÷")),
    act(Calculator, "Press times", None, ("click", "×")),
    act(Calculator, "multiply", None, ("click", "×")),
    act(Calculator, "Press equals", None, ("click", "=")),
    act(Calculator, "Press =", None, ("click", "=")),
    act(Calculator, "open parenthesis", None, ("click", "(")),
    act(Calculator, "Press the closing bracket", None, ("click", ")")),
    act(Calculator, "percent", None, ("click", "%")),
    act(Calculator, "Press the decimal point", None, ("click", ".")),
    act(Calculator, "Press square root", None, ("click", "√")),
    act(Calculator, "Change the sign", None, ("click", "±")),
    act(Calculator, "Press clear", None, ("click", "C")),
    act(Calculator, "Press backspace", None, ("click", "⌫")),
    act(Calculator, "Undo", None, ("click", "Undo")),
    act(Calculator, "Open the mode menu", None, ("click", "Mode")),
    act(PlainCalculator, "plus", None, ("click", "Add")),
    act(PlainCalculator, "Press +", None, ("click", "Add")),
    act(PlainCalculator, "Press the minus key", None, ("click", "Subtract")),
    act(PlainCalculator, "Press ÷", None, ("click", "Divide")),
    act(PlainCalculator, "Press equals", None, ("click", "Equals")),
    act(PlainCalculator, "percent", None, ("click", "Percentage")),
    act(PlainCalculator, "Press (", None, ("click", "Open parenthesis")),
    act(PlainCalculator, "Clear", None, ("click", "Clear")),
    act(Calculator, "Type the expression on the keypad", Some("(48+16)/8"), ("keypad", "keypad")),
    act(Calculator, "Press these keys", Some("7-19"), ("keypad", "keypad")),
    act(Calculator, "Compute this", Some("48+16"), ("keypad", "keypad")),
    act(Calculator, "Put the expression into the display", Some("(48+16)/8"), ("set_value", "")),
    act(Calculator, "Enter the calculation", Some("80*15%"), ("set_value", "")),
    act(Calculator, "Clear the display", Some(""), ("set_value", "")),
    refuse(Calculator, "Press log", None),
    refuse(Calculator, "Plot the function", None),
    refuse(Calculator, "Save the result", None),
    refuse(Calculator, "Press \"sin\"", None),
    refuse(Calculator, "Press 42", None),
];

const EDITOR: &[Row] = &[
    act(Editor, "Save the document", None, ("menu", "Save")),
    act(Editor, "Save as", None, ("menu", "Save As…")),
    act(Editor, "Open the Find and Replace menu item", None, ("menu", "Find and Replace…")),
    act(Editor, "Undo", None, ("menu", "Undo")),
    act(Editor, "Undo the last change", None, ("menu", "Undo")),
    act(Editor, "Select all text", None, ("menu", "Select All")),
    act(Editor, "Zoom in", None, ("menu", "Zoom In")),
    act(Editor, "Print the document", None, ("menu", "Print…")),
    act(Editor, "Turn on line numbers", None, ("menu", "Line Numbers")),
    act(Editor, "Go to the next tab", None, ("menu", "Next Tab")),
    act(Editor, "Open the View menu", None, ("click", "View")),
    act(Editor, "Quit", None, ("menu", "Quit")),
    act(Editor, "Type the text into the document", Some("  a\nb é ✓"), ("set_value", "")),
    act(Editor, "Write this text", Some("hello"), ("set_value", "")),
    act(Editor, "Add this to the end of the document", Some("bye"), ("append", "")),
    act(Editor, "Insert this at the cursor", Some("x"), ("type_into", "")),
    refuse(Editor, "Send the document by mail", None),
    refuse(Editor, "Type the text into the document", None),
    refuse(Editor, "Export as PDF", None),
    refuse(Editor, "Make the heading bold", None),
    refuse(Editor, "Sign the contract", None),
    refuse(Editor, "Undo and then save", None),
    refuse(Editor, "Don't quit", None),
];

const OTHERS: &[Row] = &[
    act(Files, "Create a new folder", None, ("click", "New Folder")),
    act(Files, "Go back", None, ("click", "Back")),
    act(Files, "Select budget.ods", None, ("click", "budget.ods")),
    act(Files, "Double-click report.pdf", None, ("double_click", "report.pdf")),
    act(Files, "Right-click notes.txt", None, ("context_menu", "notes.txt")),
    act(Files, "Empty the trash", None, ("click", "Empty Trash")),
    act(Files, "Show hidden files", None, ("toggle", "Show hidden files")),
    act(Files, "Put the path into the location field", Some("/tmp"), ("set_value", "Location")),
    act(Files, "Choose the compact view", Some("Compact"), ("choose_option", "View as")),
    act(Files, "Open Downloads", None, ("click", "Downloads")),
    refuse(Files, "Upload the report", None),
    refuse(Files, "Compress the photos", None),
    refuse(Files, "Delete the budget", None),
    refuse(Files, "Share the folder", None),
    refuse(Files, "Hide the hidden files", None),
    act(Bank, "Read the balance", None, ("", "Balance")),
    act(Bank, "What is in the account holder field?", None, ("", "Account holder")),
    act(Bank, "Get the transactions", None, ("", "Transactions")),
    act(Bank, "Read the table", None, ("", "Transactions")),
    act(Bank, "Read the status bar", None, ("", "")),
    refuse(Bank, "Read the phone number", None),
    refuse(Bank, "What is the exchange rate?", None),
    act(Preferences, "Turn off dark mode", None, ("toggle", "Dark mode")),
    act(Preferences, "Enable Wi-Fi", None, ("toggle", "Wi-Fi")),
    act(Preferences, "Turn Bluetooth off", None, ("toggle", "Bluetooth")),
    act(Preferences, "Tick the \"Always show tab bar\" checkbox", None, ("toggle", "Always show tab bar")),
    act(Preferences, "Align the text to the left", None, ("click", "Align left")),
    act(Preferences, "Switch to the Plugins tab", None, ("click", "Plugins")),
    act(Preferences, "Set the tab width to 4", Some("4"), ("set_value", "Tab width")),
    act(Preferences, "Change the font size", Some("14"), ("set_value", "Font size")),
    act(Preferences, "Choose German as the language", Some("Deutsch"), ("choose_option", "Language")),
    act(Preferences, "Sign out", None, ("click", "Sign Out")),
    act(Preferences, "Klicke auf Speichern", None, ("click", "Speichern")),
    act(Preferences, "点击保存", None, ("click", "保存")),
    act(Preferences, "Click Appply", None, ("click", "Apply")),
    refuse(Preferences, "Turn on dark mode", None),
    refuse(Preferences, "Turn off Wi-Fi", None),
    refuse(Preferences, "Never show the tab bar", None),
    refuse(Preferences, "Delete the account", None),
    refuse(Preferences, "Pay the bill", None),
    refuse(Preferences, "Tick \"Use smart quotes\"", None),
    refuse(Preferences, "Choose a nicer look", None),
];

/// A row that must be read from something with that label.
const fn read(screen: Screen, instruction: &'static str, label: &'static str) -> Row {
    (screen, instruction, None, Some(("", label, "")))
}

/// A row that must be read from something without a label that holds this.
const fn read_held(screen: Screen, instruction: &'static str, held: &'static str) -> Row {
    (screen, instruction, None, Some(("", "", held)))
}

const TEXT: &str = "Dear Ada, thank you for the name.";

const READINGS: &[Row] = &[
    read_held(CalculatorReadable, "the value on the display", "8"),
    read_held(CalculatorReadable, "the result", "8"),
    read_held(CalculatorReadable, "the display", "8"),
    read_held(CalculatorReadable, "what is the answer", "8"),
    read_held(CalculatorReadable, "What's the result?", "8"),
    read_held(CalculatorReadable, "read the result", "8"),
    read_held(CalculatorReadable, "Read the result on the display", "8"),
    read_held(CalculatorReadable, "the current value of the display", "8"),
    read_held(CalculatorReadable, "What does the display show?", "8"),
    read_held(CalculatorReadable, "the current entry", "8"),
    refuse(CalculatorReadable, "the keypad", None),
    refuse(CalculatorReadable, "the name", None),
    refuse(CalculatorReadable, "the memory", None),
    refuse(CalculatorReadable, "the exchange rate", None),
    refuse(CalculatorReadable, "the value", None),
    refuse(CalculatorReadable, "the status", None),
    refuse(CalculatorReadable, "the result of the election", None),
    refuse(CalculatorReadable, "what is the answer to my mail", None),
    read(FormReadable, "the name", "Name"),
    read(FormReadable, "what is in the Email field", "Email"),
    read(FormReadable, "the email address", "Email"),
    read(FormReadable, "the note", "Note"),
    read(FormReadable, "Read the text of the note", "Note"),
    read(FormReadable, "is the newsletter on?", "Send newsletter"),
    read(FormReadable, "Is the newsletter ticked?", "Send newsletter"),
    read(FormReadable, "the size", "Size"),
    read(FormReadable, "Which size is selected?", "Size"),
    read(FormReadable, "volume", "Volume"),
    read(FormReadable, "What is the volume set to?", "Volume"),
    read_held(FormReadable, "the status", "Saved once"),
    read(FormReadable, "the fruit list", "Fruit"),
    read(FormReadable, "list the fruit", "Fruit"),
    read(FormReadable, "the transactions table", "Transactions"),
    read(FormReadable, "Get the table of transactions", "Transactions"),
    read(FormReadable, "the balance", "Balance: 12.50"),
    read(FormReadable, "list all transactions", "Transactions"),
    refuse(FormReadable, "the search result", None),
    refuse(FormReadable, "the name column", None),
    refuse(FormReadable, "the phone number", None),
    refuse(FormReadable, "the vegetable list", None),
    refuse(FormReadable, "the billing address", None),
    refuse(FormReadable, "the text", None),
    refuse(FormReadable, "the result", None),
    refuse(FormReadable, "the name and the email", None),
    refuse(FormReadable, "the password", None),
    refuse(FormReadable, "what is in the field", None),
    refuse(FormReadable, "the company name", None),
    refuse(FormReadable, "is the advertising on?", None),
    read_held(EditorReadable, "the text", TEXT),
    read_held(EditorReadable, "the document", TEXT),
    read_held(EditorReadable, "what is written in the window", TEXT),
    read_held(EditorReadable, "the content of the editor", TEXT),
    read_held(EditorReadable, "Read the whole text", TEXT),
    refuse(EditorReadable, "the name", None),
    refuse(EditorReadable, "the result", None),
    refuse(EditorReadable, "the table", None),
    refuse(EditorReadable, "the title of the second chapter", None),
];

const REAL: &[Row] = &[
    act(KeypadCalculator, "Compute 15 % of 80", Some("15%80"), ("keypad", "keypad")),
    act(KeypadCalculator, "Calculate (48+16)/8", Some("(48+16)/8"), ("keypad", "keypad")),
    act(KeypadCalculator, "Work out 7 − 19", Some("7−19"), ("keypad", "keypad")),
    act(KeypadCalculator, "Work out 7 minus 19", Some("7-19"), ("keypad", "keypad")),
    act(KeypadCalculator, "Work out the sum", Some("7+19"), ("keypad", "keypad")),
    act(KeypadCalculator, "Press the keys", Some("7+19"), ("keypad", "keypad")),
    act(KeypadCalculator, "Type the calculation on the keypad", Some("7+19"), ("keypad", "keypad")),
    act(KeypadCalculator, "Enter the calculation", Some("7+19"), ("set_value", "")),
    act(KeypadCalculator, "Put the calculation into the display", Some("7+19"), ("set_value", "")),
    act(KeypadCalculator, "Type the expression", Some("7+19"), ("set_value", "")),
    act(KeypadCalculator, "Write 7+19 into the display", Some("7+19"), ("set_value", "")),
    refuse(KeypadCalculator, "Enter the phone number", Some("555")),
    refuse(KeypadCalculator, "Compute the tax of 80", Some("80")),
    refuse(KeypadCalculator, "Send 15 to Ada", Some("15")),
    act(KeypadCalculator, "clear", None, ("click", "Clear Display")),
    act(KeypadCalculator, "Press Clear", None, ("click", "Clear Display")),
    act(KeypadCalculator, "Clear the display", None, ("click", "Clear Display")),
    act(KeypadCalculator, "undo", None, ("click", "Undo")),
    act(KeypadCalculator, "equals", None, ("click", "=")),
    act(KeypadCalculator, "percent", None, ("click", "%")),
    act(KeypadCalculator, "minus", None, ("click", "−")),
    act(KeypadCalculator, "close the bracket", None, ("click", ")")),
    act(KeypadCalculator, "Open the parenthesis", None, ("click", "(")),
    act(KeypadCalculator, "square root", None, ("click", "√")),
    act(KeypadCalculator, "pi", None, ("click", "π")),
    act(KeypadCalculator, "Calculate the result", None, ("click", "=")),
    act(KeypadCalculator, "Calculate", None, ("click", "=")),
    act(KeypadCalculator, "close", None, ("click", "Close")),
    refuse(KeypadCalculator, "Calculate the tax", None),
    refuse(KeypadCalculator, "Compute 15 % of 80", None),
    refuse(KeypadCalculator, "Clear the history", None),
    refuse(KeypadCalculator, "Clear the memory", None),
    refuse(KeypadCalculator, "redo", None),
    refuse(KeypadCalculator, "save", None),
    refuse(KeypadCalculator, "Close the account", None),
    refuse(KeypadCalculator, "cube root", None),
    act(PlainEditor, "Put this text into the editor", Some("hi"), ("set_value", "")),
    act(PlainEditor, "Write this into the document", Some("hi"), ("set_value", "")),
    act(PlainEditor, "Replace the text", Some("hi"), ("set_value", "")),
    act(PlainEditor, "put this at the end of the text", Some("hi"), ("append", "")),
    act(PlainEditor, "Add this to the end", Some("hi"), ("append", "")),
    act(PlainEditor, "Insert this at the start of the document", Some("hi"), ("type_into", "")),
    refuse(PlainEditor, "Put this text into the Name field", Some("hi")),
    refuse(PlainEditor, "Search for this", Some("hi")),
    refuse(PlainEditor, "Put this into the title", Some("hi")),
    refuse(PlainEditor, "close", None),
    refuse(PlainEditor, "replace", None),
    refuse(PlainEditor, "Replace the word", Some("hi")),
    refuse(PlainEditor, "Correct the last line", Some("hi")),
    act(PlainEditor, "undo", None, ("menu", "Undo")),
    act_in(Popups, "Choose the large size", ("click", "Large", "Size")),
    act_in(Popups, "set the size to medium", ("click", "Medium", "Size")),
    act_in(Popups, "Change the paper to Legal", ("click", "Legal", "Paper")),
    act_in(Popups, "pick Small", ("click", "Small", "Size")),
    refuse(Popups, "Choose the huge size", None),
    refuse(Popups, "set the size to Legal", None),
    refuse(Popups, "set the size to tiny", None),
    refuse(Popups, "Choose the size", None),
    refuse(Popups, "Choose the large paper", None),
    refuse(ClosedForm, "Choose the large size", None),
    refuse(ClosedForm, "set the size to medium", None),
    refuse(ClosedForm, "Change the size to Large", None),
    refuse(ClosedForm, "pick Small", None),
    refuse(ClosedForm, "clear", None),
    refuse(ClosedForm, "Press Clear", None),
    act(ClosedForm, "Select Cherry", None, ("click", "Cherry")),
    act_in(ClosedForm, "choose Banana in the fruit list", ("click", "Banana", "Fruit")),
    act_in(Form, "Select Cherry", ("click", "Cherry", "Fruit")),
    act_in(Form, "choose Banana in the fruit list", ("click", "Banana", "Fruit")),
    refuse(ClosedForm, "Select Plum", None),
    refuse(ClosedForm, "choose Banana in the vegetable list", None),
    refuse(ClosedForm, "Select the fruit", None),
    refuse(Files, "Select notes.txt in the music list", None),
    refuse(Files, "Empty the desktop", None),
    refuse(Files, "Click the Remove button", None),
    refuse(Files, "Press Move", None),
    refuse(Files, "Press \"New\"", None),
    refuse(Preferences, "Tick the \"Sign Out\" checkbox", None),
    refuse(Preferences, "Click the Reset button", None),
    act(Preferences, "Click the Reset to Defaults button", None, ("click", "Reset to Defaults")),
    act(Preferences, "Click \"Align left\"", None, ("click", "Align left")),
];

/// What real apps were picked wrongly on, and what must stay as it is beside it.
const KNOWN: &[Row] = &[
    act(PlainEditor, "put this into the text area", Some("hi"), ("set_value", "")),
    act(PlainEditor, "Type this into the text field", Some("hi"), ("set_value", "")),
    act(PlainEditor, "Put this text into the input field", Some("hi"), ("set_value", "")),
    refuse(Form, "put this into the text field", Some("hi")),
    act_in(Converter, "choose the hexadecimal number base", ("click", "Hexadecimal", "Number base")),
    act_in(Converter, "Set the number base to octal", ("click", "Octal", "Number base")),
    act_in(Converter, "Mode > Number Base > Hexadecimal", ("menu", "Hexadecimal", "Mode")),
    refuse(Converter, "hexadecimal", None),
    refuse(Converter, "choose the hexadecimal digit", None),
    act(Fillets, "Click Fillet", None, ("menu", "Fillet")),
    act(Fillets, "Click Fillets", None, ("menu", "Fillets")),
    act(Fillets, "Press \"↓n\"", None, ("click", "↓n")),
    act(Fillets, "Press \"↑n\"", None, ("click", "↑n")),
    refuse(Fillets, "Press n", None),
    act(Clocks, "start the stopwatch", None, ("click", "Start")),
    act(Clocks, "Press Start", None, ("click", "Start")),
    act(Clocks, "Open the stopwatch", None, ("click", "Stopwatch")),
    act(Clocks, "Go to the timer", None, ("click", "Timer")),
    refuse(Clocks, "start the timer", None),
    refuse(Clocks, "delete the stopwatch", None),
    refuse(Clocks, "start the alarm", None),
    act(FileManager, "open the about dialog", None, ("menu", "About")),
    act(FileManager, "Show the About window", None, ("menu", "About")),
    act(FileManager, "show hidden files", None, ("menu", "Show Hidden")),
    act_in(FileManager, "File > Create New > Folder", ("menu", "Folder", "Create New")),
    act_in(
        FileManager,
        "Choose File > Create New > Blank File in the menu",
        ("menu", "Blank File", "Create New"),
    ),
    act_in(FileManager, "Create New → Folder", ("menu", "Folder", "Create New")),
    act_in(FileManager, "View > Show Hidden", ("menu", "Show Hidden", "View")),
    refuse(FileManager, "File > Create New > Template", None),
    refuse(FileManager, "Edit > Create New > Folder", None),
    refuse(FileManager, "File > Folder", None),
    refuse(FileManager, "Tell me about the folder", None),
    refuse(FileManager, "hide hidden files", None),
    refuse(FileManager, "Insert what I copied", None),
    refuse(FileManager, "Go to the following trash", None),
    act(FileManager, "Copy", None, ("menu", "Copy")),
    act(FileManager, "Paste", None, ("menu", "Paste")),
];

const NUMBERS: &[Row] = &[
    act(Rows, "Select row 4,321", None, ("click", "Row 4321")),
    act(Rows, "Select row 4321", None, ("click", "Row 4321")),
    act(Rows, "Select row 4", None, ("click", "Row 4")),
    act(Rows, "Select row 4.5", None, ("click", "Row 4.5")),
    act(Rows, "Select row 1,234", None, ("click", "Row 1,234")),
    act(Rows, "Select row 1234", None, ("click", "Row 1,234")),
    refuse(Rows, "Select row 43", None),
    refuse(Rows, "Select row 4 321", None),
    refuse(Rows, "Select row 4.321", None),
    refuse(Rows, "Select row 4,322", None),
    refuse(Rows, "Select row 21", None),
    refuse(Rows, "Select row 44", None),
    refuse(Rows, "Select row 1", None),
    refuse(Rows, "Select row 5", None),
    refuse(Rows, "Select row 234", None),
];

/// What happened to a row that did not end as it should.
fn complaint(row: &Row) -> Option<String> {
    let (screen, instruction, text, wanted) = row;
    let request = request(instruction, *text, options(*screen, text.is_some()));
    let answer = answer(&request);
    let facts = &request.questions[0].options;
    let leader =
        (0..facts.len()).max_by(|&left, &right| answer.options[left].total_cmp(&answer.options[right]))?;
    let (led, p) = (&facts[leader], answer.options[leader]);
    let is_acted = p >= THRESHOLDS.strict && answer.none <= THRESHOLDS.most_none;
    let is_right = match wanted {
        None => !is_acted,
        Some((action, label, around)) => {
            let is_there = around.is_empty()
                || led.near.as_deref() == Some(around)
                || led.value.as_deref() == Some(around)
                || led.within.iter().any(|name| name == around);
            is_acted && led.action == *action && led.label == *label && is_there
        }
    };
    (!is_right).then(|| {
        let explained = explain(&request, 0).map(|all| all[leader].clone());
        let told: Vec<_> =
            explained.iter().flat_map(|all| &all.contributions).filter(|each| each.value != 0.0).collect();
        let cap = explained.as_ref().and_then(|all| all.cap);
        let state = (led.action, led.label.as_str(), led.near.as_deref());
        format!(
            "{screen:?} {instruction:?} wanted {wanted:?}: {state:?} p {p:.2} none {:.2} {cap:?} {told:?}",
            answer.none
        )
    })
}

#[test]
fn every_row_ends_as_it_should() {
    let rows: Vec<&Row> =
        [FORM, CALCULATOR, EDITOR, OTHERS, READINGS, REAL, KNOWN, NUMBERS].into_iter().flatten().collect();
    assert!(rows.len() >= 250);
    assert!(rows.iter().filter(|row| row.3.is_none()).count() >= 100);
    let complaints: Vec<String> = rows.into_iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
