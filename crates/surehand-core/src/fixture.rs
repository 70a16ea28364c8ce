//! Text fixtures for tests: a window as indented text, so that a test shows what it is about.
//!
//! [`snapshot`] describes the format. For tests only: the rest of the crate never reads a fixture.

use crate::action::ActionKind;
use crate::clock::Moment;
use crate::element::{Bounds, Checked, Content, Element, ElementKey, Number, Place, Role};
use crate::error::Invalid;
use crate::route::{Disturbance, Route, RouteKind};
use crate::snapshot::Snapshot;
use crate::window::{App, Window, WindowKey, WindowKind};

/// The snapshot that `text` describes.
///
/// ```text
/// Window "Form"
///   Text "Billing"
///   Button "Edit" #edit2 click
///   TextField "Name" = "Grace" set_value append type_into
///   Slider "Volume" = 30 0..100 set_value
/// ```
///
/// One element a line: its role, then in any order its name in quotes, `#key` (else the number of the line's element),
/// `= "content"` or `= number` with `least..most`, `word:value` (`id`, `placeholder`, `description`, `shortcut`, `row`,
/// `column`, `children`, `bounds:x,y,width,height`; texts in quotes), states (`disabled hidden focused selected
/// selectable on off mixed expanded collapsed readonly editable multiline protected modal busy`) and the kinds of
/// action it has a route for, with `!grab`, `!focus` or `!pointer` behind one that disturbs. In quotes, `\n`, `\t`, `\"`
/// and `\\` are what they are in Rust. A window or dialog in the first line is the window that was read.
///
/// It is a reading of a window with the key `window` of an app `Fixture`.
///
/// # Errors
/// Names the line and the word that are not understood.
pub fn snapshot(text: &str) -> Result<Snapshot, Invalid> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = line.trim_start();
        if words.is_empty() || words.starts_with("//") {
            continue;
        }
        let indent = line.len() - words.len();
        open.retain(|(column, _)| *column < indent);
        let mut element = element(words, elements.len())
            .map_err(|rule| Invalid::new(format!("line {}", number + 1), rule))?;
        element.parent = open.last().map(|(_, position)| *position);
        open.push((indent, elements.len()));
        elements.push(element);
    }
    let mut window = Window {
        key: WindowKey::new("window"),
        id: 1,
        app: App { name: "Fixture".into(), aliases: Vec::new(), pid: 1 },
        ..Window::default()
    };
    if let Some(first) = elements.first().filter(|first| matches!(first.role, Role::Window | Role::Dialog)) {
        window.title.clone_from(&first.name);
        window.modal = first.state.modal;
        if first.role == Role::Dialog {
            window.kind = WindowKind::Dialog;
        }
    }
    Ok(Snapshot::new(window, elements, Moment::default()))
}

fn element(line: &str, ordinal: usize) -> Result<Element, String> {
    let mut words = words(line)?.into_iter().peekable();
    let role = words.next().map(|word| word.text).unwrap_or_default();
    let role = Role::ALL
        .iter()
        .copied()
        .find(|known| known.name() == role)
        .ok_or_else(|| format!("`{role}` is no role"))?;
    let mut element = Element::named(ElementKey::new(ordinal.to_string()), role, "");
    while let Some(word) = words.next() {
        if word.quoted {
            element.name = word.text;
        } else if word.text == "=" {
            let value = words.next().ok_or("a value must follow `=`")?;
            set_value(&mut element, &value)?;
        } else if let Some(key) = word.text.strip_prefix('#') {
            element.key = ElementKey::new(key);
        } else if let Some((name, value)) = word.text.split_once(':') {
            set_fact(&mut element, name, value)?;
        } else if let Some((least, most)) = word.text.split_once("..") {
            let number = element.number.as_mut().ok_or("a range needs `= number` before it")?;
            (number.minimum, number.maximum) = (parse(least)?, parse(most)?);
        } else if !set_state(&mut element, &word.text) {
            add_route(&mut element, &word.text)?;
        }
    }
    let writes = [ActionKind::SetValue, ActionKind::Append, ActionKind::TypeInto];
    if element.number.is_none() && writes.iter().any(|kind| element.can(*kind)) {
        element.state.editable = true;
    }
    if role == Role::TextArea {
        element.state.multiline = true;
    }
    Ok(element)
}

fn set_value(element: &mut Element, value: &Word) -> Result<(), String> {
    if value.quoted {
        element.content = Some(Content::whole(value.text.clone()));
    } else {
        let value = parse(&value.text)?;
        element.number = Some(Number { value, minimum: f64::MIN, maximum: f64::MAX, step: None });
    }
    Ok(())
}

fn set_fact(element: &mut Element, name: &str, value: &str) -> Result<(), String> {
    match name {
        "id" => element.identifier = Some(value.to_owned()),
        "placeholder" => element.placeholder = Some(value.to_owned()),
        "description" => value.clone_into(&mut element.description),
        "shortcut" => element.shortcut = Some(value.to_owned()),
        "row" => element.place.get_or_insert_with(Place::default).row = parse(value)?,
        "column" => element.place.get_or_insert_with(Place::default).column = parse(value)?,
        "children" => element.claimed_children = Some(parse(value)?),
        "bounds" => {
            let numbers = value.split(',').map(parse).collect::<Result<Vec<i32>, _>>()?;
            let [x, y, width, height] = numbers[..] else {
                return Err("`bounds` takes four numbers".into());
            };
            element.bounds = Some(Bounds { x, y, width, height });
        }
        _ => return Err(format!("`{name}` is no fact of an element")),
    }
    Ok(())
}

fn set_state(element: &mut Element, word: &str) -> bool {
    let state = &mut element.state;
    match word {
        "disabled" => state.enabled = false,
        "hidden" => state.visible = false,
        "focused" => state.focused = true,
        "selected" => (state.selected, state.selectable) = (true, true),
        "selectable" => state.selectable = true,
        "on" => state.checked = Some(Checked::On),
        "off" => state.checked = Some(Checked::Off),
        "mixed" => state.checked = Some(Checked::Mixed),
        "expanded" => state.expanded = Some(true),
        "collapsed" => state.expanded = Some(false),
        "editable" => state.editable = true,
        "readonly" => state.editable = false,
        "multiline" => state.multiline = true,
        "protected" => state.protected = true,
        "modal" => state.modal = true,
        "busy" => state.busy = true,
        _ => return false,
    }
    true
}

fn add_route(element: &mut Element, word: &str) -> Result<(), String> {
    let (name, disturbs) = word.split_once('!').unwrap_or((word, ""));
    let action = ActionKind::ALL
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| format!("`{name}` is neither a state nor a kind of action"))?;
    let disturbs = match disturbs {
        "" => Disturbance::Nothing,
        "grab" => Disturbance::Grab,
        "focus" => Disturbance::Focus,
        "pointer" => Disturbance::Pointer,
        _ => return Err(format!("`{disturbs}` is no disturbance")),
    };
    let kind = match action {
        ActionKind::SetValue if element.number.is_some() => RouteKind::Value,
        ActionKind::SetValue => RouteKind::EditableText,
        ActionKind::TypeInto | ActionKind::Append => RouteKind::InsertText,
        ActionKind::ChooseOption => RouteKind::Selection,
        ActionKind::Scroll => RouteKind::Value,
        ActionKind::Key => RouteKind::KeyInput,
        ActionKind::Drag => RouteKind::PointerInput,
        _ => RouteKind::NativeAction,
    };
    element.routes.push(Route::quiet(action, kind).disturbing(disturbs));
    Ok(())
}

fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number that fits"))
}

struct Word {
    text: String,
    quoted: bool,
}

/// Splits at blanks outside quotes. A word that begins with a quote is a text; a quote after `word:` is part of it.
fn words(line: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut characters = line.chars().peekable();
    while let Some(first) = characters.peek().copied() {
        if first == ' ' {
            characters.next();
            continue;
        }
        let mut word = Word { text: String::new(), quoted: first == '"' };
        let mut inside = false;
        while let Some(character) = characters.next_if(|next| inside || *next != ' ') {
            match character {
                '"' => inside = !inside,
                '\\' if inside => word.text.push(match characters.next() {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(other) => other,
                    None => return Err("a `\\` must not end the line".into()),
                }),
                other => word.text.push(other),
            }
        }
        if inside {
            return Err("a quote must be closed".into());
        }
        words.push(word);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_reads_as_it_is_written() {
        let read = snapshot(
            r#"
            Window "Form"
              Group "Billing"
                Button "Edit" #edit2 click!grab disabled
              TextField "Name" = "  Grace\n" placeholder:"Your name" set_value append
              Slider "Volume" = 30 0..100 set_value id:vol bounds:1,2,3,4
            "#,
        )
        .unwrap();
        assert_eq!(read.window.title, "Form");
        let [_, group, button, field, slider] = read.elements() else { panic!("five elements") };
        assert_eq!((group.parent, button.parent, field.parent), (Some(0), Some(1), Some(0)));
        assert!(!button.state.enabled && button.routes[0].disturbs == Disturbance::Grab);
        assert_eq!(button.key.as_str(), "edit2");
        assert_eq!(field.value().as_deref(), Some("  Grace\n"));
        assert_eq!(field.placeholder.as_deref(), Some("Your name"));
        assert!(field.state.editable && field.can(ActionKind::Append));
        assert_eq!(slider.number.map(|number| number.maximum), Some(100.0));
        assert_eq!(slider.identifier.as_deref(), Some("vol"));
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        for (text, rule) in [
            ("Window\n  Buton \"x\"", "`Buton` is no role"),
            ("Window\n  Button clock", "`clock` is neither a state nor a kind of action"),
            ("Window\n  Button \"x", "a quote must be closed"),
        ] {
            let error = snapshot(text).unwrap_err();
            assert_eq!((error.path.as_str(), error.rule.as_ref()), ("line 2", rule));
        }
    }
}
