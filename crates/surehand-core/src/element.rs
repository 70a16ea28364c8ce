//! One control of a window, as a desktop read it.
//!
//! An [`Element`] is a plain value: it is never refreshed in place, and reading it again gives another value. Text is
//! kept exactly as the app gave it; cleaning for display happens where answers are written. What a desktop cannot tell
//! is `None`, never a guess.

use std::fmt;
use std::sync::Arc;

use crate::action::ActionKind;
use crate::route::Route;
use crate::value::Value;

/// The name of a live object on its desktop: the same while the object lives, never shared by two live objects.
///
/// Opaque to core, and no identity: an app may re-use an object for another row. See the identity of candidates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementKey(Arc<str>);

impl ElementKey {
    /// Takes the desktop's name for the object.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    /// The desktop's name for the object.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ElementKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ElementKey({})", self.0)
    }
}

macro_rules! roles {
    ($($(#[$doc:meta])* $variant:ident,)*) => {
        /// What kind of control an element is. A closed vocabulary; desktops map theirs onto it.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role {
            $($(#[$doc])* $variant,)*
            /// Anything that has no word here.
            #[default]
            Unknown,
        }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)* Self::Unknown];

            /// The word in answers, such as `TextField`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($variant),)*
                    Self::Unknown => "Unknown",
                }
            }
        }
    };
}

roles! {
    /// A message that asks for attention.
    Alert,
    /// A push button.
    Button,
    /// A month to choose days from.
    Calendar,
    /// A surface that draws itself; nothing inside is known.
    Canvas,
    /// A cell of a table.
    Cell,
    /// A box with a tick.
    CheckBox,
    /// A menu item with a tick.
    CheckMenuItem,
    /// The heading of a column.
    ColumnHeader,
    /// A field or button with a list of options to choose one from.
    ComboBox,
    /// A window that asks and is answered.
    Dialog,
    /// A document, page or editing surface as a whole.
    Document,
    /// A row that shows or hides what is below it.
    Expander,
    /// A group of controls, named or not.
    Group,
    /// A heading.
    Heading,
    /// A small picture that can be acted on.
    Icon,
    /// A picture.
    Image,
    /// A link.
    Link,
    /// A list of items.
    List,
    /// An item of a list.
    ListItem,
    /// A menu.
    Menu,
    /// A bar of menus.
    MenuBar,
    /// A button that opens a menu or a pop-over.
    MenuButton,
    /// An item of a menu.
    MenuItem,
    /// A paragraph of text.
    Paragraph,
    /// A field whose content is hidden.
    PasswordField,
    /// A small transient surface tied to a control.
    Popover,
    /// How far something has come.
    ProgressBar,
    /// One of several exclusive choices.
    RadioButton,
    /// A menu item that is one of several exclusive choices.
    RadioMenuItem,
    /// A row of a table.
    Row,
    /// The heading of a row.
    RowHeader,
    /// An area that scrolls.
    ScrollArea,
    /// A scroll bar.
    ScrollBar,
    /// A line between things.
    Separator,
    /// A handle on a range of numbers.
    Slider,
    /// A field for a number with steps.
    SpinButton,
    /// A line of status text.
    StatusBar,
    /// A switch.
    Switch,
    /// The label of a page.
    Tab,
    /// A row of tabs.
    TabList,
    /// The page below a tab.
    TabPanel,
    /// A table.
    Table,
    /// Text that is shown and not edited.
    Text,
    /// A field of several lines.
    TextArea,
    /// A field of one line.
    TextField,
    /// A title bar.
    TitleBar,
    /// A button that stays down.
    ToggleButton,
    /// A bar of tools.
    ToolBar,
    /// A hint that comes and goes.
    Tooltip,
    /// A tree of items.
    Tree,
    /// An item of a tree.
    TreeItem,
    /// A window.
    Window,
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The state of a box, switch or toggle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checked {
    /// Not ticked.
    Off,
    /// Ticked.
    On,
    /// Neither: stands for several that differ.
    Mixed,
}

/// What is so about an element at the moment of reading. Where a platform cannot tell: `enabled` and `visible` are
/// true, the rest false or `None`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// It reacts to input.
    pub enabled: bool,
    /// It is laid out and shown in its window (which may be covered or minimised; scrolled out is not visible).
    pub visible: bool,
    /// It has its window's keyboard focus.
    pub focused: bool,
    /// It is the chosen one, or one of them.
    pub selected: bool,
    /// It can be chosen.
    pub selectable: bool,
    /// The tick, for what can be ticked.
    pub checked: Option<Checked>,
    /// What it says of its tick may not be so, and counts only together with what it shows.
    pub hearsay: bool,
    /// Whether it shows what it can show or hide.
    pub expanded: Option<bool>,
    /// Its text can be changed.
    pub editable: bool,
    /// Its text may hold line breaks.
    pub multiline: bool,
    /// Its content is hidden from onlookers; text and length are never read.
    pub protected: bool,
    /// It blocks the rest of its app's windows.
    pub modal: bool,
    /// It says itself that it is not ready.
    pub busy: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            enabled: true,
            visible: true,
            focused: false,
            selected: false,
            selectable: false,
            checked: None,
            hearsay: false,
            expanded: None,
            editable: false,
            multiline: false,
            protected: false,
            modal: false,
            busy: false,
        }
    }
}

/// A rectangle in window coordinates: device pixels, from the top left corner of the window's content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// From the left edge.
    pub x: i32,
    /// From the top edge.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
}

impl Bounds {
    /// Whether it has an area.
    #[must_use]
    pub const fn has_area(self) -> bool {
        self.width > 0 && self.height > 0
    }

    /// The middle.
    #[must_use]
    pub const fn center(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

/// The text of a field, exactly as its app holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Content {
    /// The text from its start, code point by code point.
    pub text: String,
    /// The length the app claims, in code points.
    pub length: u64,
    /// Where the caret is, in code points, when the app tells.
    pub caret: Option<u64>,
}

impl Content {
    /// A text that was read whole.
    #[must_use]
    pub fn whole(text: impl Into<String>) -> Self {
        let text = text.into();
        let length = text.chars().count() as u64;
        Self { text, length, caret: None }
    }

    /// A text that is about what the app holds: trimmed, shortened or otherwise not to be trusted. It is never whole,
    /// so it proves nothing.
    #[must_use]
    pub fn about(text: impl Into<String>) -> Self {
        Self { text: text.into(), length: u64::MAX, caret: None }
    }

    /// Whether it is only about what the app holds.
    #[must_use]
    pub const fn is_about(&self) -> bool {
        self.length == u64::MAX
    }

    /// Whether `text` is all of it, exactly.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.text.chars().count() as u64 == self.length
    }
}

/// The number of a slider, spin button or progress bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The present value.
    pub value: f64,
    /// The least value.
    pub minimum: f64,
    /// The greatest value.
    pub maximum: f64,
    /// The step, when the app tells one.
    pub step: Option<f64>,
}

/// Where something stands in a table, list or tree, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The row.
    pub row: u64,
    /// The column; 0 in a list.
    pub column: u64,
}

/// Where the knowledge of an element comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The app's accessibility interface.
    #[default]
    Accessibility,
    /// Commands that the app exports beside its windows.
    Commands,
    /// Text recognised in a picture.
    Pixels,
}

/// One control of a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    /// The live object. Empty only in hand-made values.
    pub key: ElementKey,
    /// The index of the parent in [`crate::snapshot::Snapshot::elements`]; always smaller than the element's own.
    pub parent: Option<usize>,
    /// The kind of control.
    pub role: Role,
    /// The name a person would use: the label shown or attached, without mnemonic marks. Empty when there is none.
    pub name: String,
    /// A longer explanation, such as a tooltip.
    pub description: String,
    /// The name its programmer gave it.
    pub identifier: Option<String>,
    /// The hint shown while the field is empty. Never part of the content.
    pub placeholder: Option<String>,
    /// The text it holds, for what holds text of its own beside its name. `None` when protected.
    pub content: Option<Content>,
    /// The number it stands at.
    pub number: Option<Number>,
    /// What is so about it.
    pub state: State,
    /// Where it is shown.
    pub bounds: Option<Bounds>,
    /// The key chord that does the same, such as `ctrl+q`.
    pub shortcut: Option<String>,
    /// The number of children its app claims, when not all of them were read.
    pub claimed_children: Option<u64>,
    /// Where it stands in its table or list.
    pub place: Option<Place>,
    /// What can be done to it and how, best way first within a kind.
    pub routes: Vec<Route>,
    /// Where the knowledge comes from.
    pub source: Source,
    /// Whether things can be dropped on it.
    pub accepts_drop: bool,
    /// What else its app says about it.
    pub metadata: Value,
}

impl Default for ElementKey {
    fn default() -> Self {
        Self::new("")
    }
}

impl Element {
    /// An element with a role and a name and nothing else.
    #[must_use]
    pub fn named(key: ElementKey, role: Role, name: impl Into<String>) -> Self {
        Self { key, role, name: name.into(), ..Self::default() }
    }

    /// What it reads as: its text, else its number. `None` for what has neither or is protected.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        if self.state.protected {
            return None;
        }
        match (&self.content, &self.number) {
            (Some(content), _) => Some(content.text.clone()),
            (None, Some(number)) => Some(number_text(number.value)),
            (None, None) => None,
        }
    }

    /// The routes for one kind of action, best first.
    pub fn routes_for(&self, action: ActionKind) -> impl Iterator<Item = &Route> {
        self.routes.iter().filter(move |route| route.action == action)
    }

    /// Whether the element has any way to carry out `action`.
    #[must_use]
    pub fn can(&self, action: ActionKind) -> bool {
        self.routes_for(action).next().is_some()
    }

    /// What must still be so for an action to be safe.
    #[must_use]
    pub fn guard(&self) -> Guard {
        Guard { role: self.role, name: self.name.clone(), identifier: self.identifier.clone() }
    }
}

/// What identifies an element apart from its place: compared between the snapshot an action was chosen on and the
/// moment before it is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The kind of control.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Its programmer's name.
    pub identifier: Option<String>,
}

/// A number as a person writes it: without a fraction when it has none, otherwise the shortest form that reads back as
/// the same number.
#[must_use]
pub fn number_text(number: f64) -> String {
    // `Display` for f64 is the shortest text that parses back to the same number, and prints 42.0 as "42".
    if number == 0.0 { "0".to_owned() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_a_person_writes_them() {
        assert_eq!(number_text(42.0), "42");
        assert_eq!(number_text(-0.0), "0");
        assert_eq!(number_text(0.1), "0.1");
    }

    #[test]
    fn a_protected_field_has_no_value() {
        let mut field = Element::named(ElementKey::new("f"), Role::PasswordField, "Password");
        field.content = Some(Content::whole("secret"));
        field.state.protected = true;
        assert_eq!(field.value(), None);
    }

    #[test]
    fn a_cut_text_says_so() {
        assert!(Content::whole("é漢😀").is_whole());
        assert!(!Content { text: "ab".into(), length: 3, caret: None }.is_whole());
        assert!(!Content::about("ab").is_whole());
    }
}
