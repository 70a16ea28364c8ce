//! Menus and commands that GTK apps export on the session bus.
//!
//! GTK 4 keeps closed menus out of its tree, and its menu bar's items offer no action. But an application exports its
//! menu bar (`org.gtk.Menus`) and what the items run (`org.gtk.Actions`), and says on its X windows where. Both are read
//! with every reading of such a window, and each item becomes a menu item of that window with a key of its own
//! (`menu:…`), so that everything above treats it like one that stands in a tree. Running one neither opens a menu nor
//! takes a grab.
//!
//! Left out: the menus of menu buttons, which no app exports; actions of windows other than the read one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use surehand_core::action::ActionKind;
use surehand_core::clock::Deadline;
use surehand_core::desktop::{MenuCommand, Reply};
use surehand_core::element::{Checked, Element, ElementKey, Role, State};
use surehand_core::error::Result;
use surehand_core::route::{Route, RouteKind};
use zbus::zvariant::{OwnedValue, Signature, Value};

use crate::label;
use crate::perform::{after_sending, before_sending};
use crate::transport::{Answer, Call, CallError, Client, body};

const ACTIONS: &str = "org.gtk.Actions";
const MENUS: &str = "org.gtk.Menus";
/// How the key of an exported menu item begins.
const PREFIX: &str = "menu:";
/// Menus inside menus are followed so far, and no more items than this are read.
const DEPTH: usize = 8;
const ITEMS: usize = 500;

/// Where a window's app exports its menus and actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Exported {
    /// The app's unique name on the session bus.
    pub(crate) bus: String,
    /// Actions that begin with `app.`.
    pub(crate) application: Option<String>,
    /// Actions that begin with `win.`.
    pub(crate) window: Option<String>,
    /// The menu bar.
    pub(crate) menu_bar: Option<String>,
}

/// An item of an exported menu.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) key: ElementKey,
    /// The menus above it and its own label.
    pub(crate) path: Vec<String>,
    call: Activation,
    enabled: bool,
    checked: Option<Checked>,
    is_radio: bool,
    shortcut: Option<String>,
}

/// What runs an item.
#[derive(Clone, Debug)]
struct Activation {
    bus: Arc<str>,
    path: Arc<str>,
    action: String,
    target: Option<Arc<OwnedValue>>,
}

/// An action as its app describes it: enabled, the type of its parameter, its state.
type Described = (bool, Signature, Vec<OwnedValue>);
type Attributes = HashMap<String, OwnedValue>;
/// Group and number of a menu or section.
type Place = (u32, u32);

/// Whether a key is one of an exported menu item.
pub(crate) fn is_item(key: &ElementKey) -> bool {
    key.as_str().starts_with(PREFIX)
}

/// The items of the menus that an app exports for a window; none when it exports none or does not answer.
pub(crate) fn read(session: &Client, exported: &Exported, deadline: &Deadline) -> Vec<Item> {
    let Some(menu_bar) = &exported.menu_bar else { return Vec::new() };
    let menus = read_menus(session, &exported.bus, menu_bar, deadline);
    let scopes = [("app.", &exported.application), ("win.", &exported.window)];
    let scopes: Vec<(&str, &String)> =
        scopes.iter().filter_map(|(prefix, path)| Some((*prefix, path.as_ref()?))).collect();
    let calls =
        scopes.iter().map(|(_, path)| Call::new(&exported.bus, path, ACTIONS, "DescribeAll", &())).collect();
    let answers = session.batch(calls, deadline);
    let described: Vec<HashMap<String, Described>> =
        answers.iter().map(|answer| body(answer).unwrap_or_default()).collect();
    let bus: Arc<str> = exported.bus.as_str().into();
    let actions = scopes.iter().zip(described).map(|((prefix, path), described)| Scope {
        prefix,
        path: path.as_str().into(),
        described,
    });
    let mut reader =
        Reader { bus, scopes: actions.collect(), menus, items: Vec::new(), keys: HashSet::new() };
    reader.menu((0, 0), &mut Vec::new());
    reader.items
}

/// All menus that can be reached from the menu bar, by their places.
fn read_menus(
    session: &Client,
    bus: &str,
    path: &str,
    deadline: &Deadline,
) -> HashMap<Place, Vec<Attributes>> {
    let mut menus: HashMap<Place, Vec<Attributes>> = HashMap::new();
    let mut asked: HashSet<u32> = HashSet::new();
    let mut wanted = vec![0_u32];
    for _ in 0..DEPTH {
        asked.extend(&wanted);
        let answer = session.call(Call::new(bus, path, MENUS, "Start", &(&wanted,)), deadline);
        let read: Vec<(u32, u32, Vec<Attributes>)> = body(&answer).unwrap_or_default();
        let mut linked: HashSet<u32> = HashSet::new();
        for (group, number, items) in read {
            let links = items.iter().flat_map(|item| [":submenu", ":section"].map(|name| link(item, name)));
            linked.extend(links.flatten().map(|(group, _)| group));
            menus.insert((group, number), items);
        }
        wanted = linked.into_iter().filter(|group| !asked.contains(group)).collect();
        if wanted.is_empty() {
            break;
        }
        wanted.sort_unstable();
    }
    // The app would otherwise go on telling of changes.
    let mut asked: Vec<u32> = asked.into_iter().collect();
    asked.sort_unstable();
    let _ = session.call(Call::new(bus, path, MENUS, "End", &(&asked,)), deadline);
    menus
}

fn link(item: &Attributes, name: &str) -> Option<Place> {
    item.get(name).and_then(|value| value.try_clone().ok()).and_then(|value| Place::try_from(value).ok())
}

fn text(item: &Attributes, name: &str) -> Option<String> {
    item.get(name).and_then(|value| value.downcast_ref::<&str>().ok()).map(str::to_owned)
}

/// The actions below one prefix.
struct Scope<'a> {
    prefix: &'a str,
    path: Arc<str>,
    described: HashMap<String, Described>,
}

struct Reader<'a> {
    bus: Arc<str>,
    scopes: Vec<Scope<'a>>,
    menus: HashMap<Place, Vec<Attributes>>,
    items: Vec<Item>,
    keys: HashSet<ElementKey>,
}

impl Reader<'_> {
    /// Takes in the items of a menu or section.
    fn menu(&mut self, place: Place, above: &mut Vec<String>) {
        // Each is taken once: a menu that holds itself ends here.
        for attributes in self.menus.remove(&place).unwrap_or_default() {
            if self.items.len() >= ITEMS {
                return;
            }
            if let Some(section) = link(&attributes, ":section") {
                self.menu(section, above);
            }
            let Some(name) = text(&attributes, "label").map(|text| label::without_mnemonics(&text)) else {
                continue;
            };
            if let Some(submenu) = link(&attributes, ":submenu") {
                above.push(name);
                self.menu(submenu, above);
                above.pop();
            } else {
                let mut path = above.clone();
                path.push(name);
                let item = self.item(&attributes, path);
                self.items.extend(item);
            }
        }
    }

    fn item(&mut self, attributes: &Attributes, path: Vec<String>) -> Option<Item> {
        let full = text(attributes, "action")?;
        let scope = self.scopes.iter().find(|scope| full.starts_with(scope.prefix))?;
        let action = full.strip_prefix(scope.prefix)?.to_owned();
        let target = attributes.get("target").and_then(|value| value.try_clone().ok()).map(Arc::new);
        let described = scope.described.get(&action);
        let (checked, is_radio) = checked(described, target.as_deref());
        let call = Activation { bus: Arc::clone(&self.bus), path: Arc::clone(&scope.path), action, target };
        let place = format!("{}{}", self.bus, scope.path);
        let mut key = ElementKey::new(format!("{PREFIX}{place}|{full}|{}", path.join("|")));
        while !self.keys.insert(key.clone()) {
            key = ElementKey::new(format!("{}+", key.as_str()));
        }
        let shortcut = text(attributes, "accel").and_then(|accel| label::chord(&accel));
        let enabled = call.is_enabled(described);
        Some(Item { key, path, call, enabled, checked, is_radio, shortcut })
    }
}

impl Activation {
    /// Whether it would do something now: an action that is there, enabled, and takes such a parameter.
    fn is_enabled(&self, described: Option<&Described>) -> bool {
        let given = self.target.as_deref().map(|target| target.value_signature().to_string());
        described.is_some_and(|(enabled, wanted, _)| {
            *enabled && given.unwrap_or_default() == wanted.to_string_no_parens()
        })
    }
}

/// How an item is ticked, and whether it is one of several of which one is.
fn checked(described: Option<&Described>, target: Option<&OwnedValue>) -> (Option<Checked>, bool) {
    let Some(state) = described.and_then(|(_, _, state)| state.first()) else { return (None, false) };
    let ticked = |on| Some(if on { Checked::On } else { Checked::Off });
    match (target, state.downcast_ref::<bool>()) {
        (Some(target), _) => (ticked(target == state), true),
        (None, Ok(on)) => (ticked(on), false),
        (None, Err(_)) => (None, false),
    }
}

impl Item {
    /// The item as an element of its window.
    pub(crate) fn element(&self) -> Element {
        let role = match (self.checked, self.is_radio) {
            (Some(_), true) => Role::RadioMenuItem,
            (Some(_), false) => Role::CheckMenuItem,
            (None, _) => Role::MenuItem,
        };
        let name = self.path.last().cloned().unwrap_or_default();
        let state = State { enabled: self.enabled, checked: self.checked, ..State::default() };
        Element {
            state,
            shortcut: self.shortcut.clone(),
            routes: vec![Route::quiet(ActionKind::Menu, RouteKind::MenuCommand)],
            ..Element::named(self.key.clone(), role, &name)
        }
    }

    pub(crate) fn command(&self) -> MenuCommand {
        MenuCommand {
            path: self.path.clone(),
            key: self.key.as_str().to_owned(),
            enabled: self.enabled,
            shortcut: self.shortcut.clone(),
        }
    }

    /// The item as its action stands now; `None` when the action has gone.
    pub(crate) fn afresh(&self, session: &Client, deadline: &Deadline) -> Result<Option<Self>> {
        let Activation { bus, path, action, target } = &self.call;
        let answer = session.call(Call::new(bus, path, ACTIONS, "Describe", &(action,)), deadline);
        let described: Described = match body::<(Described,)>(&answer) {
            Ok((described,)) => described,
            Err(CallError::Refused | CallError::NoObject) => return Ok(None),
            Err(error) => return Err(before_sending(error)),
        };
        let (checked, is_radio) = checked(Some(&described), target.as_deref());
        let enabled = self.call.is_enabled(Some(&described));
        Ok(Some(Self { enabled, checked, is_radio, ..self.clone() }))
    }

    /// Runs the item once.
    pub(crate) fn run(&self, session: &Client, deadline: &Deadline) -> Result<Reply> {
        let Activation { bus, path, action, target } = &self.call;
        let parameter: Vec<&Value<'_>> = target.iter().map(|target| &***target).collect();
        let arguments = (action, parameter, HashMap::<&str, Value<'_>>::new());
        let run = Call::new(bus, path, ACTIONS, "Activate", &arguments);
        // An app that answers this and not the other is inside of what the item opened.
        let question = Call::new(bus, path, ACTIONS, "Describe", &(action,));
        let answer: Option<Answer> = session.call_before(run, question, deadline);
        answer.map_or(Ok(Reply::Unanswered), |answer| answer.map(|_| Reply::Accepted).map_err(after_sending))
    }
}

/// Puts exported items into the elements of their window: below the menu bar that the tree shows, in place of its items
/// that cannot be used, or else behind everything.
pub(crate) fn graft(elements: &mut Vec<Element>, items: &[Item]) {
    if items.is_empty() {
        return;
    }
    let bar = elements.iter().position(|element| element.role == Role::MenuBar);
    let bar = bar.unwrap_or_else(|| {
        let key = ElementKey::new(format!("{PREFIX}bar|{}", items[0].key.as_str()));
        elements.push(Element::named(key, Role::MenuBar, ""));
        elements.len() - 1
    });
    let mut menus: HashMap<Vec<String>, usize> = HashMap::new();
    for item in items {
        let mut parent = bar;
        for depth in 1..item.path.len() {
            let path = item.path.get(..depth).unwrap_or_default();
            parent = *menus.entry(path.to_vec()).or_insert_with(|| menu(elements, bar, parent, path));
        }
        elements.push(Element { parent: Some(parent), ..item.element() });
    }
}

/// The menu of that path: the one that the menu bar shows, or a new one.
fn menu(elements: &mut Vec<Element>, bar: usize, parent: usize, path: &[String]) -> usize {
    let name = path.last().map(String::as_str).unwrap_or_default();
    let is_item = |element: &Element| matches!(element.role, Role::MenuItem | Role::Menu);
    let shown = (parent == bar)
        .then(|| elements.iter().position(|one| one.parent == Some(bar) && is_item(one) && one.name == name))
        .flatten();
    if let Some(shown) = shown {
        if let Some(element) = elements.get_mut(shown) {
            element.role = Role::Menu;
        }
        return shown;
    }
    let key = ElementKey::new(format!("{PREFIX}menu|{}", path.join("|")));
    elements.push(Element { parent: Some(parent), ..Element::named(key, Role::Menu, name) });
    elements.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(path: &[&str]) -> Item {
        let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
        Item {
            key: ElementKey::new(format!("menu:{}", path.join("|"))),
            path,
            call: Activation { bus: ":1.1".into(), path: "/a".into(), action: "x".into(), target: None },
            enabled: true,
            checked: None,
            is_radio: false,
            shortcut: None,
        }
    }

    #[test]
    fn items_go_below_the_menu_that_the_bar_shows() {
        let named = |key: &str, role, name: &str, parent| Element {
            parent,
            ..Element::named(ElementKey::new(key), role, name)
        };
        let mut elements = vec![
            named("bar", Role::MenuBar, "", None),
            named("file", Role::MenuItem, "File", Some(0)),
            named("ok", Role::Button, "OK", None),
        ];
        graft(&mut elements, &[item(&["File", "Export…"]), item(&["View", "Zoom", "In"])]);
        let shown: Vec<_> = elements.iter().map(|one| (one.role, one.name.as_str(), one.parent)).collect();
        assert_eq!(
            shown,
            [
                (Role::MenuBar, "", None),
                (Role::Menu, "File", Some(0)),
                (Role::Button, "OK", None),
                (Role::MenuItem, "Export…", Some(1)),
                (Role::Menu, "View", Some(0)),
                (Role::Menu, "Zoom", Some(4)),
                (Role::MenuItem, "In", Some(5)),
            ]
        );
    }

    #[test]
    fn ticks_are_states_of_actions() {
        let described = |state: Value<'static>| {
            let state = OwnedValue::try_from(state).ok();
            (true, Signature::Unit, state.into_iter().collect::<Vec<_>>())
        };
        let target = OwnedValue::try_from(Value::from("basic")).ok();
        let same = checked(Some(&described(Value::from("basic"))), target.as_ref());
        let other = checked(Some(&described(Value::from("advanced"))), target.as_ref());
        assert_eq!((same, other), ((Some(Checked::On), true), (Some(Checked::Off), true)));
        assert_eq!(checked(Some(&described(Value::from(true))), None), (Some(Checked::On), false));
        assert_eq!(checked(None, None), (None, false));
    }
}
