//! The plain data of the in-memory desktop: windows and the elements in them.
//!
//! A [`Node`] is the element as its app holds it, with what is below it. Ready-made ones carry the routes that a well
//! made toolkit gives them; anything else is set by [`Node::with`]. A protected node does hold its text here: hiding it
//! is the reading's part.

use surehand_core::action::ActionKind;
use surehand_core::element::{Bounds, Checked, Content, Element, ElementKey, Number, Place, Role};
use surehand_core::route::{Route, RouteKind};
use surehand_core::window::{App, Window, WindowKey, WindowKind};

/// The key of an element, short enough for tests.
#[must_use]
pub fn key(name: &str) -> ElementKey {
    ElementKey::new(name)
}

/// The key of a window, short enough for tests.
#[must_use]
pub fn window_key(name: &str) -> WindowKey {
    WindowKey::new(name)
}

/// A control as its app holds it, and the controls below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The control. Its `parent` means nothing here.
    pub element: Element,
    /// The controls directly below it, in reading order.
    pub children: Vec<Self>,
}

impl Node {
    /// A control that nothing can be done to.
    #[must_use]
    pub fn new(name: &str, role: Role, label: &str) -> Self {
        Self { element: Element::named(key(name), role, label), children: Vec::new() }
    }

    /// The same with more below it.
    #[must_use]
    pub fn below(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// The same with its facts edited.
    #[must_use]
    pub fn with(mut self, edit: impl FnOnce(&mut Element)) -> Self {
        edit(&mut self.element);
        self
    }

    /// The same with one more way to do something to it.
    #[must_use]
    pub fn able(mut self, route: Route) -> Self {
        self.element.routes.push(route);
        self
    }

    fn native(self, action: ActionKind) -> Self {
        self.able(Route::quiet(action, RouteKind::NativeAction))
    }

    /// A push button.
    #[must_use]
    pub fn button(name: &str, label: &str) -> Self {
        Self::new(name, Role::Button, label).native(ActionKind::Click)
    }

    /// Text that is shown.
    #[must_use]
    pub fn text(name: &str, shown: &str) -> Self {
        Self::new(name, Role::Text, shown)
    }

    /// A heading.
    #[must_use]
    pub fn heading(name: &str, shown: &str) -> Self {
        Self::new(name, Role::Heading, shown)
    }

    /// A group, named or not.
    #[must_use]
    pub fn group(name: &str, label: &str) -> Self {
        Self::new(name, Role::Group, label)
    }

    /// A field of one line that holds `text`.
    #[must_use]
    pub fn text_field(name: &str, label: &str, text: &str) -> Self {
        Self::field(name, Role::TextField, label, text)
    }

    /// A field of several lines that holds `text`.
    #[must_use]
    pub fn text_area(name: &str, label: &str, text: &str) -> Self {
        Self::field(name, Role::TextArea, label, text).with(|area| area.state.multiline = true)
    }

    /// A field whose text is never read.
    #[must_use]
    pub fn password_field(name: &str, label: &str, text: &str) -> Self {
        Self::field(name, Role::PasswordField, label, text).with(|field| field.state.protected = true)
    }

    fn field(name: &str, role: Role, label: &str, text: &str) -> Self {
        Self::new(name, role, label)
            .with(|field| {
                field.content = Some(Content::whole(text));
                field.state.editable = true;
            })
            .able(Route::quiet(ActionKind::SetValue, RouteKind::EditableText))
            .able(Route::quiet(ActionKind::TypeInto, RouteKind::InsertText))
            .able(Route::quiet(ActionKind::Append, RouteKind::InsertText))
    }

    /// A box with a tick.
    #[must_use]
    pub fn check_box(name: &str, label: &str, checked: Checked) -> Self {
        Self::ticked(name, Role::CheckBox, label, checked)
    }

    /// A switch.
    #[must_use]
    pub fn switch(name: &str, label: &str, checked: Checked) -> Self {
        Self::ticked(name, Role::Switch, label, checked)
    }

    fn ticked(name: &str, role: Role, label: &str, checked: Checked) -> Self {
        Self::new(name, role, label)
            .with(|element| element.state.checked = Some(checked))
            .native(ActionKind::Toggle)
    }

    /// One of several exclusive choices; its neighbours of the same role are the others.
    #[must_use]
    pub fn radio_button(name: &str, label: &str, checked: Checked) -> Self {
        Self::new(name, Role::RadioButton, label)
            .with(|element| element.state.checked = Some(checked))
            .native(ActionKind::Click)
    }

    /// A handle on the numbers from `minimum` to `maximum`.
    #[must_use]
    pub fn slider(name: &str, label: &str, value: f64, minimum: f64, maximum: f64) -> Self {
        Self::new(name, Role::Slider, label)
            .with(|slider| slider.number = Some(Number { value, minimum, maximum, step: Some(1.0) }))
            .able(Route::quiet(ActionKind::SetValue, RouteKind::Value))
    }

    /// A closed list of options that shows one of them. Its options get the keys `name/0`, `name/1`, …
    #[must_use]
    pub fn combo_box(name: &str, label: &str, options: &[&str], shown: &str) -> Self {
        let option = |(index, text): (usize, &&str)| {
            Self::new(&format!("{name}/{index}"), Role::ListItem, text).with(|item| {
                item.state.visible = false;
                item.state.selectable = true;
                item.state.selected = *text == shown;
            })
        };
        Self::new(name, Role::ComboBox, label)
            .with(|combo| combo.content = Some(Content::whole(shown)))
            .able(Route::quiet(ActionKind::ChooseOption, RouteKind::Selection))
            .below(options.iter().enumerate().map(option))
    }

    /// A list with items that can be selected. They get the keys `name/0`, `name/1`, …
    #[must_use]
    pub fn list(name: &str, label: &str, items: &[&str]) -> Self {
        let item = |(index, text): (usize, &&str)| {
            Self::new(&format!("{name}/{index}"), Role::ListItem, text)
                .with(|item| {
                    item.state.selectable = true;
                    item.place = Some(Place { row: index as u64, column: 0 });
                })
                .able(Route::quiet(ActionKind::Click, RouteKind::Selection))
        };
        Self::new(name, Role::List, label)
            .able(Route::quiet(ActionKind::ChooseOption, RouteKind::Selection))
            .below(items.iter().enumerate().map(item))
    }

    /// A table of texts. Its cells get the keys `name/row/column`, its rows `name/row`.
    #[must_use]
    pub fn table(name: &str, label: &str, rows: &[&[&str]]) -> Self {
        let cell = |row: usize, column: usize, text: &str| {
            Self::new(&format!("{name}/{row}/{column}"), Role::Cell, text)
                .with(|cell| cell.place = Some(Place { row: row as u64, column: column as u64 }))
        };
        let row = |(row, cells): (usize, &&[&str])| {
            Self::new(&format!("{name}/{row}"), Role::Row, "")
                .below(cells.iter().enumerate().map(|(column, text)| cell(row, column, text)))
        };
        Self::new(name, Role::Table, label).below(rows.iter().enumerate().map(row))
    }

    /// A menu, closed: its items are there and not shown.
    #[must_use]
    pub fn menu(name: &str, label: &str, items: impl IntoIterator<Item = Self>) -> Self {
        let hidden = items.into_iter().map(|item| item.with(|item| item.state.visible = false));
        Self::new(name, Role::Menu, label).below(hidden)
    }

    /// An item of a menu.
    #[must_use]
    pub fn menu_item(name: &str, label: &str) -> Self {
        Self::new(name, Role::MenuItem, label).native(ActionKind::Menu)
    }
}

/// A window and what is in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowState {
    /// The window. The desktop sets `active` when it is read, and `id` when it is opened with 0.
    pub window: Window,
    /// The controls at its top level, in reading order.
    pub content: Vec<Node>,
}

impl WindowState {
    /// An empty window of the app `app_name` with the process `pid`.
    #[must_use]
    pub fn new(name: &str, title: &str, app_name: &str, pid: u32) -> Self {
        let window = Window {
            key: window_key(name),
            app: App { name: app_name.to_owned(), aliases: Vec::new(), pid },
            title: title.to_owned(),
            bounds: Some(Bounds { x: 0, y: 0, width: 800, height: 600 }),
            ..Window::default()
        };
        Self { window, content: Vec::new() }
    }

    /// The same as a modal dialog.
    #[must_use]
    pub fn modal_dialog(self) -> Self {
        self.with(|window| {
            window.kind = WindowKind::Dialog;
            window.modal = true;
        })
    }

    /// The same with its facts edited.
    #[must_use]
    pub fn with(mut self, edit: impl FnOnce(&mut Window)) -> Self {
        edit(&mut self.window);
        self
    }

    /// The same with more in it.
    #[must_use]
    pub fn containing(mut self, content: impl IntoIterator<Item = Node>) -> Self {
        self.content.extend(content);
        self
    }
}
