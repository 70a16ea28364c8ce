//! The names of roles in AT-SPI, the macOS accessibility API (AX) and UI Automation, in the words of core.
//!
//! The driver passes on the platform's own name. The decision that matters: AT-SPI writes small letters and the others
//! capitals, which is all that tells AT-SPI's `text`, a field, from UI Automation's `Text`, a label.

use surehand_core::element::Role;

/// What a role means to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// Something with a meaning of its own.
    Control(Role),
    /// Holds other things; without a name it means nothing.
    Scaffold,
    /// Nothing to read and nothing to do.
    Ornament,
}

/// What a role name stands for.
pub(crate) fn sense(name: &str) -> Sense {
    if name == "Text" {
        return Sense::Control(Role::Text);
    }
    let plain: String = name
        .strip_prefix("AX")
        .unwrap_or(name)
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect::<String>()
        .to_lowercase();
    match plain.as_str() {
        "scrollbar" | "separator" | "thumb" | "widget" | "splitter" | "growarea" | "valueindicator" => {
            return Sense::Ornament;
        }
        "panel" | "filler" | "scrollpane" | "viewport" | "section" | "layeredpane" | "rootpane"
        | "splitpane" | "splitgroup" | "optionpane" | "scrollarea" | "pane" | "custom" | "group"
        | "redundantobject" | "form" | "landmark" | "generic" | "application" | "unknown" | "" => {
            return Sense::Scaffold;
        }
        _ => {}
    }
    Sense::Control(control(&plain))
}

fn control(plain: &str) -> Role {
    match plain {
        "pushbutton" | "button" | "splitbutton" => Role::Button,
        "togglebutton" => Role::ToggleButton,
        "checkbox" => Role::CheckBox,
        "switch" => Role::Switch,
        "radiobutton" => Role::RadioButton,
        "text" | "textbox" | "entry" | "edit" | "textfield" | "searchfield" | "searchbox" | "editbar"
        | "autocomplete" => Role::TextField,
        "textarea" | "terminal" => Role::TextArea,
        "passwordtext" | "password" | "securetextfield" => Role::PasswordField,
        "combobox" | "popupbutton" => Role::ComboBox,
        "spinbutton" | "spinner" | "incrementor" | "stepper" => Role::SpinButton,
        "slider" | "dial" => Role::Slider,
        "progressbar" | "progressindicator" | "levelbar" | "levelindicator" | "busyindicator" => {
            Role::ProgressBar
        }
        "label" | "static" | "statictext" | "caption" => Role::Text,
        "heading" => Role::Heading,
        "paragraph" | "blockquote" => Role::Paragraph,
        "list" | "listbox" => Role::List,
        "listitem" | "option" => Role::ListItem,
        "table" | "datagrid" | "grid" => Role::Table,
        "tablerow" | "row" | "dataitem" => Role::Row,
        "tablecell" | "cell" | "gridcell" => Role::Cell,
        "tablecolumnheader" | "columnheader" | "headeritem" | "header" => Role::ColumnHeader,
        "tablerowheader" | "rowheader" => Role::RowHeader,
        "tree" | "treetable" | "outline" => Role::Tree,
        "treeitem" => Role::TreeItem,
        "menu" => Role::Menu,
        "menubar" => Role::MenuBar,
        "menuitem" | "menubaritem" => Role::MenuItem,
        "checkmenuitem" => Role::CheckMenuItem,
        "radiomenuitem" => Role::RadioMenuItem,
        "menubutton" => Role::MenuButton,
        "pagetab" | "tab" | "tabitem" => Role::Tab,
        "pagetablist" | "tablist" | "tabgroup" => Role::TabList,
        "tabpanel" => Role::TabPanel,
        "link" | "hyperlink" => Role::Link,
        "image" => Role::Image,
        "icon" => Role::Icon,
        "canvas" | "drawingarea" => Role::Canvas,
        "calendar" | "dateeditor" => Role::Calendar,
        "statusbar" => Role::StatusBar,
        "toolbar" => Role::ToolBar,
        "tooltip" | "helptag" => Role::Tooltip,
        "titlebar" => Role::TitleBar,
        "alert" | "notification" => Role::Alert,
        "dialog" | "sheet" | "filechooser" | "colorchooser" | "fontchooser" => Role::Dialog,
        "frame" | "window" => Role::Window,
        "documentweb" | "documentframe" | "documenttext" | "document" | "webarea" | "embedded" => {
            Role::Document
        }
        "disclosuretriangle" | "expander" => Role::Expander,
        "popover" => Role::Popover,
        _ => Role::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_platforms_name_the_same_things() {
        for (names, role) in [
            (["push button", "AXButton", "Button"], Role::Button),
            (["text", "AXTextField", "Edit"], Role::TextField),
            (["label", "AXStaticText", "Text"], Role::Text),
            (["check box", "AXCheckBox", "CheckBox"], Role::CheckBox),
            (["combo box", "AXPopUpButton", "ComboBox"], Role::ComboBox),
            (["spin button", "AXIncrementor", "Spinner"], Role::SpinButton),
            (["password text", "AXSecureTextField", "password text"], Role::PasswordField),
            (["menu item", "AXMenuItem", "MenuItem"], Role::MenuItem),
            (["tree table", "AXOutline", "Tree"], Role::Tree),
            (["page tab", "tab", "TabItem"], Role::Tab),
        ] {
            for name in names {
                assert_eq!(sense(name), Sense::Control(role), "{name}");
            }
        }
        assert_eq!(sense("scroll bar"), Sense::Ornament);
        assert_eq!(sense("AXGroup"), Sense::Scaffold);
        assert_eq!(sense("frobnicator"), Sense::Control(Role::Unknown));
    }
}
