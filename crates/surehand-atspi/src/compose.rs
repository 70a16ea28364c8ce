//! Elements out of nodes: what a person would call a control, and what to do with the rest.
//!
//! Toolkits build one control out of many objects: a button with a box with a label, a menu button inside a menu
//! button, a drop-down around a button around a list row. Here the parts are put together again: labels go into the
//! control that shows them, scaffolding without a name is left out and its children move up. A single element read
//! afresh goes through the same code as a whole window, so that its name never differs between the two.

mod in_qt;
mod scrolling;

use std::collections::HashMap;

use surehand_core::element::{Bounds, Checked, Content, Element, ElementKey, Place, Role, Source, State};
use surehand_core::value::Value;

use crate::bus::Toolkit;
use crate::detail::Details;
use crate::label;
use crate::object::{Interfaces, Object, States};
use crate::popover::{self, Part};
use crate::qt;
use crate::role::{RoleNumber, Sense};
use crate::routes::{Grounds, routes};
use crate::secret;
use crate::walk::Node;
use crate::windows::Placement;

/// What elements are made from. All lists run in step with `nodes`.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    pub(crate) nodes: &'a [Node],
    pub(crate) details: &'a [Details],
    /// Names of objects outside of `nodes` that label something inside.
    pub(crate) labels: &'a HashMap<Object, String>,
    pub(crate) toolkit: Toolkit,
    pub(crate) placement: Placement,
}

/// Whether it matters where a node is: not in a closed menu, not for scaffolding that becomes no element, and not for
/// the label inside a button. Places are half of what there is to read.
pub(crate) fn needs_place(nodes: &[Node], position: usize, toolkit: Toolkit) -> bool {
    let Some(node) = nodes.get(position) else { return false };
    if is_tucked_away(nodes, position, toolkit) {
        // Of an invisible item nothing but its size tells that it is.
        return toolkit == Toolkit::Qt && qt::is_menu_item(nodes, position);
    }
    let scaffold = |node: &Node| matches!(node.facts.role.sense(), Sense::Scaffold(_));
    if is_range_of_bar(nodes, position) {
        return true;
    }
    if scaffold(node) {
        let clips = matches!(node.facts.role.0, 49 | 68);
        let named = toolkit != Toolkit::Gtk4 && !node.facts.name.is_empty();
        return clips || named || (toolkit == Toolkit::Gtk4 && popover::is_page(nodes, position));
    }
    let is_part =
        node.facts.role.is_static_text() || matches!(node.facts.role, RoleNumber::ICON | RoleNumber::IMAGE);
    let above =
        std::iter::successors(node.parent.and_then(|above| nodes.get(above)), |node| nodes.get(node.parent?));
    let holder = above.into_iter().find(|above| !scaffold(above));
    let in_button = holder.is_some_and(|holder| matches!(holder.facts.role.0, 7 | 43 | 44 | 62 | 130));
    // The only thing in a row of a list is what the row is called.
    let is_row = node.parent.and_then(|above| nodes.get(above)).is_some_and(|above| {
        above.facts.role.0 == 32
            && above.facts.children == 1
            && label::clean(&above.facts.name, toolkit).is_empty()
    });
    !(is_part && (in_button || (is_row && node.facts.role.is_static_text())))
}

/// Whether a node is what a scroll bar of GTK 4 is moved by.
fn is_range_of_bar(nodes: &[Node], position: usize) -> bool {
    nodes.get(position).is_some_and(|node| {
        let above = node.parent.and_then(|above| nodes.get(above));
        node.facts.interfaces.has(Interfaces::VALUE)
            && above.is_some_and(|above| above.facts.role == RoleNumber::SCROLL_BAR)
    })
}

/// Whether a node is an item of a menu or an option of a combo box that is not open.
fn is_tucked_away(nodes: &[Node], position: usize, toolkit: Toolkit) -> bool {
    let is_shown = |node: &Node| node.facts.states.has(States::SHOWING);
    toolkit.tells_showing() && !nodes.get(position).is_some_and(is_shown)
        || (toolkit == Toolkit::Qt && qt::is_in_combo_list(nodes, position))
}

/// Whether a control shows the labels below it as its own.
const fn captures(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::ToggleButton
            | Role::CheckBox
            | Role::RadioButton
            | Role::Switch
            | Role::MenuButton
            | Role::Expander
            | Role::Tab
            | Role::Link
            | Role::ListItem
            | Role::TreeItem
            | Role::MenuItem
            | Role::CheckMenuItem
            | Role::RadioMenuItem
            | Role::Slider
    )
}

/// The elements of a window; the first node is the window itself and becomes none.
pub(crate) fn compose(parts: &Parts<'_>) -> Vec<Element> {
    let composer = Composer::new(parts);
    let mut elements: Vec<Element> = Vec::new();
    let mut place: Vec<Option<usize>> = Vec::with_capacity(parts.nodes.len());
    for position in 0..parts.nodes.len() {
        let holder = composer.holder(position);
        let above = holder.and_then(|holder| place.get(holder).copied().flatten());
        if position == 0 || !composer.is_kept(position) {
            place.push(above);
            continue;
        }
        let mut element = composer.element(position);
        element.parent = above;
        place.push(Some(elements.len()));
        elements.push(element);
    }
    elements
}

/// Whether a node is an option of a combo box that tells its text as it is.
fn is_option(nodes: &[Node], position: usize, toolkit: Toolkit) -> bool {
    let is_item = nodes.get(position).is_some_and(|node| matches!(node.facts.role.0, 8 | 32 | 35 | 45 | 56));
    let parent = |node: &Node| nodes.get(node.parent?);
    let mut above = std::iter::successors(nodes.get(position).and_then(parent), |node| parent(node)).take(3);
    is_item && toolkit != Toolkit::Gtk4 && above.any(|above| above.facts.role == RoleNumber::COMBO_BOX)
}

/// What a node calls itself, if that is more than its kind.
fn own_name(nodes: &[Node], position: usize, toolkit: Toolkit) -> String {
    let Some(node) = nodes.get(position) else { return String::new() };
    // A blank at either end of an option tells it from others, and what is chosen is compared exactly.
    if is_option(nodes, position, toolkit) {
        return node.facts.name.clone();
    }
    if toolkit == Toolkit::Qt {
        return qt::own_name(nodes, position);
    }
    let name = label::clean(&node.facts.name, toolkit);
    // GTK 4.8 calls every tab "Tab".
    let is_kind = toolkit == Toolkit::Gtk4
        && matches!((node.facts.role.0, name.as_str()), (37, "Tab") | (38, "Tab list"));
    if is_kind { String::new() } else { name }
}

struct Composer<'a> {
    parts: &'a Parts<'a>,
    names: Vec<String>,
    roles: Vec<Role>,
    /// For each node the labels that it shows as its own, in reading order.
    captured: Vec<Vec<usize>>,
    /// For each label the control that shows it.
    captor: Vec<Option<usize>>,
    /// For the button inside a menu button or drop-down: the outer one.
    wrapper: Vec<Option<usize>>,
    /// For the outer one: the button inside.
    wrapped: HashMap<usize, usize>,
    /// The part of the window in which a node can be seen.
    clips: Vec<Option<Bounds>>,
    /// It is on a page of a notebook that is not the one shown.
    behind: Vec<bool>,
    /// What each node is to the open menu that it belongs to.
    menus: Vec<Part>,
    positions: HashMap<&'a Object, usize>,
}

impl<'a> Composer<'a> {
    fn new(parts: &'a Parts<'a>) -> Self {
        let count = parts.nodes.len();
        let names = (0..count).map(|position| own_name(parts.nodes, position, parts.toolkit)).collect();
        let positions = parts.nodes.iter().enumerate().map(|(place, node)| (&node.object, place)).collect();
        let mut composer = Self {
            parts,
            names,
            roles: vec![Role::Unknown; count],
            captured: vec![Vec::new(); count],
            captor: vec![None; count],
            wrapper: vec![None; count],
            wrapped: HashMap::new(),
            clips: vec![None; count],
            behind: vec![false; count],
            menus: vec![Part::Plain; count],
            positions,
        };
        composer.find_wrappers();
        composer.find_hidden_pages();
        if parts.toolkit == Toolkit::Gtk4 {
            composer.menus = popover::parts(parts.nodes);
        }
        for position in 0..count {
            let role = composer.role(position);
            let clip = composer.clip(position);
            if let (Some(slot), Some(clips)) =
                (composer.roles.get_mut(position), composer.clips.get_mut(position))
            {
                *slot = role;
                *clips = clip;
            }
            composer.capture(position);
        }
        composer
    }

    fn node(&self, position: usize) -> &'a Node {
        // Positions are made by counting the nodes.
        &self.parts.nodes[position]
    }

    fn details(&self, position: usize) -> &'a Details {
        &self.parts.details[position]
    }

    /// GTK 4 puts a button with the action into a menu button or drop-down that has none. Behind it stands what the
    /// button opens, as long as that is open.
    fn find_wrappers(&mut self) {
        if self.parts.toolkit != Toolkit::Gtk4 {
            return;
        }
        for position in 1..self.parts.nodes.len() {
            let node = self.node(position);
            let Some(above) = node.parent else { continue };
            let is_button = |number| matches!(number, RoleNumber::PUSH_BUTTON | RoleNumber::TOGGLE_BUTTON);
            let outer = &self.node(above).facts;
            let outer_fits = outer.role == RoleNumber::COMBO_BOX
                || (is_button(outer.role)
                    && self.details(above).actions.is_empty()
                    && matches!(outer.children, 1 | 2));
            if is_button(node.facts.role) && node.index == 0 && outer_fits {
                self.wrapper[position] = Some(above);
                self.wrapped.entry(above).or_insert(position);
            }
        }
    }

    /// GTK 4 says nothing about which page of a notebook is shown: all that were shown once have a size and the same
    /// place. The tabs tell: they are as many as the pages, which follow them.
    fn find_hidden_pages(&mut self) {
        if self.parts.toolkit != Toolkit::Gtk4 {
            return;
        }
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.parts.nodes.len()];
        for (position, node) in self.parts.nodes.iter().enumerate() {
            if let Some(children) = node.parent.and_then(|above| below.get_mut(above)) {
                children.push(position);
            }
        }
        let is_tab_list = |position: &usize| self.node(*position).facts.role.0 == 38;
        let lists: Vec<usize> = (0..below.len()).filter(is_tab_list).collect();
        for tabs in lists {
            let is_shown = |tab: &usize| self.node(*tab).facts.states.has(States::SELECTED);
            let shown: Vec<bool> = below[tabs].iter().map(is_shown).collect();
            if shown.len() < 2 || shown.iter().filter(|shown| **shown).count() != 1 {
                continue;
            }
            let holders = [Some(tabs), self.node(tabs).parent];
            let follows = |holder: usize| {
                let siblings = below.get(self.node(holder).parent?)?;
                let place = siblings.iter().position(|sibling| *sibling == holder)?;
                siblings.get(place + 1).copied()
            };
            let pages = holders
                .into_iter()
                .flatten()
                .find_map(|holder| follows(holder).filter(|pages| below[*pages].len() == shown.len()));
            for (page, shown) in pages.into_iter().flat_map(|pages| &below[pages]).zip(shown) {
                self.behind[*page] = !shown;
            }
        }
        for position in 1..self.behind.len() {
            let above = self.node(position).parent;
            self.behind[position] |= above.is_some_and(|above| self.behind[above]);
        }
    }

    /// Of GTK 4's combo box with a field only the field is of use: its options are no elements.
    fn is_around_field(&self, combo: usize) -> bool {
        self.parts.toolkit == Toolkit::Gtk4
            && (combo + 1..self.parts.nodes.len()).any(|below| {
                self.node(below).facts.states.has(States::EDITABLE)
                    && self.above(below).take(3).any(|above| above == combo)
            })
    }

    /// The button inside a combo box of GTK 4 opens its list, which takes a grab.
    fn opens_combo(&self, position: usize) -> bool {
        let is_combo = |above: usize| self.node(above).facts.role == RoleNumber::COMBO_BOX;
        self.parts.toolkit == Toolkit::Gtk4
            && self.wrapper[position].is_none()
            && self.above(position).take(2).any(is_combo)
    }

    fn is_wrapper(&self, position: usize) -> bool {
        self.wrapped.contains_key(&position)
    }

    /// What a node is below for people: what a menu button opens belongs to the button, and a page of a menu to the item
    /// that leads there.
    fn holder(&self, position: usize) -> Option<usize> {
        let above = self.node(position).parent?;
        match self.menus[position] {
            Part::Below(heading) if self.menus[above] != Part::Below(heading) => Some(heading),
            _ if self.wrapper[position] == Some(above) => Some(above),
            _ => Some(self.wrapped.get(&above).copied().unwrap_or(above)),
        }
    }

    /// Whether it stands on a page of an open menu that is not the one shown.
    fn is_on_hidden_page(&self, position: usize) -> bool {
        self.parts.toolkit == Toolkit::Gtk4
            && popover::pages_of(self.parts.nodes, position).any(|page| self.is_flat(page))
    }

    fn role(&self, position: usize) -> Role {
        let node = self.node(position);
        match self.menus[position] {
            Part::Heading => return Role::Menu,
            Part::Caption => return Role::Group,
            Part::Plain | Part::Back | Part::Below(_) => {}
        }
        let states = node.facts.states;
        let role = match node.facts.role.sense() {
            Sense::Control(role) | Sense::Scaffold(role) => role,
            Sense::Ornament => Role::Separator,
        };
        let has_action = |name: &str| self.details(position).actions.iter().any(|action| action.name == name);
        let is_button = matches!(role, Role::Button | Role::ToggleButton);
        // In GTK 3 no button has children, except a menu button its menu.
        let holds_menu =
            self.parts.toolkit == Toolkit::Gtk3 && role == Role::ToggleButton && node.facts.children > 0;
        match role {
            _ if is_range_of_bar(self.parts.nodes, position) => Role::ScrollBar,
            _ if is_button && self.wrapper[position].is_some() => Role::MenuButton,
            _ if is_button && states.has(States::EXPANDABLE) => Role::Expander,
            _ if is_button && (states.has(States::HAS_POPUP) || holds_menu) => Role::MenuButton,
            Role::CheckBox if self.parts.toolkit == Toolkit::Gtk4 && has_action("toggle") => Role::Switch,
            Role::TextField if states.has(States::MULTI_LINE) => Role::TextArea,
            role if self.parts.toolkit == Toolkit::Qt => self.role_in_qt(position, role),
            role => role,
        }
    }

    /// Gives a label to the control that shows it.
    fn capture(&mut self, position: usize) {
        let node = self.node(position);
        let is_hidden = self.is_flat(position) && !self.is_on_hidden_page(position);
        if !node.facts.role.is_static_text() || self.text(position).is_empty() || is_hidden {
            return;
        }
        let mut above = node.parent;
        while let Some(candidate) = above {
            if captures(self.roles[candidate]) || self.menus[candidate] == Part::Heading {
                self.captor[position] = Some(candidate);
                self.captured[candidate].push(position);
                return;
            }
            if !matches!(self.node(candidate).facts.role.sense(), Sense::Scaffold(_)) {
                return;
            }
            above = self.node(candidate).parent;
        }
    }

    /// Takes up no room, as GTK 4 shows what is hidden.
    fn is_flat(&self, position: usize) -> bool {
        self.details(position).extents.is_some_and(|(_, _, width, height)| width <= 0 || height <= 0)
    }

    /// What a label says.
    fn text(&self, position: usize) -> &str {
        match &self.details(position).content {
            Some(content) if !content.text.trim().is_empty() && content.text != "(None)" => {
                content.text.trim()
            }
            _ => &self.names[position],
        }
    }

    fn is_kept(&self, position: usize) -> bool {
        let node = self.node(position);
        // GTK 4 lists the pages of a stack that are not shown, and rows that are not built yet: all without a size.
        // Items of a page of a menu can be used all the same.
        let is_usable = popover::is_item(self.parts.nodes, position) && self.is_on_hidden_page(position);
        if self.parts.toolkit == Toolkit::Gtk4 && self.is_flat(position) && !is_usable {
            return false;
        }
        if matches!(self.menus[position], Part::Back | Part::Caption) {
            return false;
        }
        if self.parts.toolkit == Toolkit::Qt && !self.is_kept_in_qt(position) {
            return false;
        }
        if self.behind[position] || self.is_inside_secret(position) {
            return false;
        }
        if self.roles[position] == Role::ScrollBar {
            return self.scrolls(position);
        }
        let named = !self.names[position].is_empty();
        match node.facts.role.sense() {
            Sense::Ornament => false,
            Sense::Scaffold(_) => named && !self.is_flat(position) && self.parts.toolkit != Toolkit::Gtk4,
            Sense::Control(Role::Text) => {
                !self.is_part_of_name(position) && !self.text(position).is_empty() && !self.is_flat(position)
            }
            Sense::Control(Role::Image | Role::Icon) => {
                let in_field =
                    node.parent.is_some_and(|above| self.node(above).facts.states.has(States::EDITABLE));
                let acts = !self.details(position).actions.is_empty();
                !in_field && (acts || named) && !self.is_flat(position)
            }
            Sense::Control(Role::Menu) => named || !self.is_below_combo(position),
            Sense::Control(Role::Window | Role::Unknown) => named,
            Sense::Control(Role::Button) if self.is_wrapper(position) => false,
            Sense::Control(Role::Button | Role::ToggleButton) if self.opens_combo(position) => false,
            Sense::Control(Role::ComboBox) if self.is_around_field(position) => false,
            Sense::Control(_) => true,
        }
    }

    /// A label that is its control's name, or a slider's number in words.
    fn is_part_of_name(&self, position: usize) -> bool {
        let Some(captor) = self.captor[position] else { return false };
        if self.roles[captor] == Role::Slider {
            return true;
        }
        let text = self.text(position);
        self.wrapper[captor].is_some()
            || self.control_name(captor).0 == text
            || (self.shown_chord(captor).is_some() && label::shown_chord(text).is_some())
    }

    /// The chord that stands beside the text of a menu item.
    fn shown_chord(&self, position: usize) -> Option<String> {
        let is_item = self.parts.toolkit == Toolkit::Gtk4 && popover::is_item(self.parts.nodes, position);
        let beside = self.captured[position].iter().skip(1).filter(|_| is_item);
        beside.into_iter().find_map(|text| label::shown_chord(self.text(*text)))
    }

    fn is_below_combo(&self, position: usize) -> bool {
        self.above(position).take(3).any(|above| self.roles[above] == Role::ComboBox)
    }

    fn above(&self, position: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.node(position).parent, |above| self.node(*above).parent)
    }

    /// The name of a control, and the chord in its hint when the name came from there.
    fn control_name(&self, position: usize) -> (String, Option<String>) {
        let own = &self.names[position];
        let node = self.node(position);
        // The name has lost the blanks at its ends that the option may have.
        let chosen = if self.roles[position] == Role::ComboBox { self.chosen(position) } else { None };
        let is_value = chosen.is_some_and(|chosen| chosen.trim() == own);
        if !own.is_empty() && !is_value {
            return self.named_by_hint(position).unwrap_or_else(|| (own.clone(), None));
        }
        if let Some(combo) = self.wrapper[position].filter(|outer| self.roles[*outer] == Role::ComboBox) {
            return self.control_name(combo);
        }
        let combo = node
            .parent
            .filter(|above| self.roles[*above] == Role::ComboBox && node.facts.states.has(States::EDITABLE));
        if let Some(combo) = combo {
            return self.control_name(combo);
        }
        let captured = self.captured[position].first().map(|label| self.text(*label).to_owned());
        let outer = self.wrapper[position];
        let name = captured
            .or_else(|| self.attached_label(position))
            .or_else(|| self.label_beside(position))
            .or_else(|| outer.map(|outer| self.names[outer].clone()).filter(|name| !name.is_empty()));
        if let Some(name) = name {
            return (name, None);
        }
        // A control that shows only a picture goes by the hint that appears over it.
        let acts =
            !matches!(self.roles[position], Role::Group | Role::ScrollArea | Role::List | Role::Slider);
        let own_hint = Some(node.facts.description.as_str());
        let outer_hint = outer.map(|outer| self.node(outer).facts.description.as_str());
        let hint = own_hint.into_iter().chain(outer_hint).find(|hint| acts && !hint.trim().is_empty());
        hint.map_or_else(|| (String::new(), None), label::hint)
    }

    /// GTK 4 names a button that shows only a picture by its hint, chord and all.
    fn named_by_hint(&self, position: usize) -> Option<(String, Option<String>)> {
        let role = self.roles[position];
        let is_button = matches!(role, Role::Button | Role::ToggleButton | Role::MenuButton);
        let shows_picture = is_button && self.captured[position].is_empty();
        let hint = (self.parts.toolkit == Toolkit::Gtk4 && shows_picture)
            .then(|| label::hint(&self.names[position]))?;
        hint.1.is_some().then_some(hint)
    }

    /// The label that a relation attaches to a control.
    fn attached_label(&self, position: usize) -> Option<String> {
        // Qt attaches group boxes too: not the name of one control as long as there is a better one.
        let is_group = |object: &&Object| {
            let place = self.positions.get(*object);
            place.is_some_and(|place| self.node(*place).facts.role.0 == 39)
        };
        let labels = self.details(position).labels.iter().filter(|object| !is_group(object));
        let texts = labels.filter_map(|object| match self.positions.get(object) {
            Some(place) => Some(self.text(*place).to_owned()),
            None => self.parts.labels.get(object).map(|name| label::clean(name, self.parts.toolkit)),
        });
        texts
            .into_iter()
            .find(|text| !text.is_empty())
            .map(|text| text.trim_end_matches(':').trim_end().to_owned())
    }

    /// The option that a combo box shows.
    fn chosen(&self, position: usize) -> Option<String> {
        if self.parts.toolkit == Toolkit::Qt && self.roles[position] == Role::ComboBox {
            return Some(self.shown_by_qt(position));
        }
        if let Some(object) = &self.details(position).selected {
            return match self.positions.get(object) {
                Some(place) if self.names[*place].is_empty() => Some(self.control_name(*place).0),
                Some(place) => Some(self.names[*place].clone()),
                None => self.parts.labels.get(object).cloned(),
            };
        }
        let inner = *self.wrapped.get(&position)?;
        self.captured[inner].first().map(|label| self.text(*label).to_owned())
    }

    /// What a combo box of Qt shows. It is called so itself, but by its label while it shows nothing.
    fn shown_by_qt(&self, combo: usize) -> String {
        let name = &self.node(combo).facts.name;
        let is_called_by_its_label = || self.attached_label(combo).is_some_and(|label| label == name.trim());
        let field = (combo + 1..self.parts.nodes.len()).find(|below| {
            let node = self.node(*below);
            node.parent == Some(combo) && node.facts.states.has(States::EDITABLE)
        });
        match field.and_then(|field| self.details(field).content.as_ref()) {
            Some(content) if content.text.is_empty() && is_called_by_its_label() => String::new(),
            _ => name.clone(),
        }
    }

    fn clip(&self, position: usize) -> Option<Bounds> {
        let above = self.node(position).parent.and_then(|above| self.clips[above]);
        let clips = matches!(self.node(position).facts.role.0, 16 | 23 | 49 | 68 | 69);
        match self.bounds(position).filter(|_| clips && (position > 0 || self.parts.toolkit == Toolkit::Gtk4))
        {
            Some(own) => Some(above.map_or(own, |above| common(own, above))),
            None => above,
        }
    }

    fn bounds(&self, position: usize) -> Option<Bounds> {
        let extents = self.details(position).extents.filter(|(x, y, ..)| *x > i32::MIN && *y > i32::MIN)?;
        Some(self.parts.placement.place(extents))
    }

    fn element(&self, position: usize) -> Element {
        let node = self.node(position);
        let details = self.details(position);
        let role = self.roles[position];
        let (name, mut shortcut) = match role {
            Role::ScrollBar => (self.name_of_scrolled(position), None),
            Role::Text => (self.text(position).to_owned(), None),
            _ => self.control_name(position),
        };
        let state = self.state(position);
        let is_option = self.is_below_combo(position);
        let above = node.parent.map(|above| self.node(above));
        let in_qt = self.parts.toolkit == Toolkit::Qt;
        let selects = above.is_some_and(|above| {
            above.facts.interfaces.has(Interfaces::SELECTION) || (in_qt && qt::selects_rows(&above.facts))
        });
        let index = u32::try_from(node.index).unwrap_or_default();
        let grounds = Grounds {
            role,
            state: &state,
            interfaces: node.facts.interfaces,
            actions: &details.actions,
            toolkit: self.parts.toolkit,
            parent_selects: selects && !is_option,
            is_option,
            is_long: node.claimed.is_some(),
            takes_events: in_qt && self.parts.placement.takes_events,
            takes_keys: in_qt
                && self.parts.placement.takes_events
                && !self.has_below(position, &|node| node.facts.states.has(States::EDITABLE)),
            has_focus: node.facts.states.has(States::FOCUSABLE),
            index,
        };
        let routes = routes(&grounds);
        shortcut = details.actions.iter().find_map(|action| label::chord(&action.binding)).or(shortcut);
        shortcut = shortcut.or_else(|| self.shown_chord(position));
        let content = match role {
            // A label's name is its text.
            Role::Text => None,
            _ if state.protected => None,
            Role::ComboBox => self.chosen(position).map(Content::whole).or_else(|| details.content.clone()),
            // Of a list too long to be read at least this is told.
            Role::List | Role::Table if node.claimed.is_some() => self.chosen(position).map(Content::whole),
            _ if in_qt && qt::is_display(self.parts.nodes, position) => {
                Some(Content::whole(node.facts.name.clone()))
            }
            _ => details.content.clone(),
        };
        let (placeholder, description) = match node.facts.description.trim() {
            hint if in_qt && state.editable && !state.multiline => (Some(hint), ""),
            description if in_qt && role == Role::ComboBox => (self.field_hint(position), description),
            description => (details.placeholder.as_deref(), description),
        };
        let placeholder = placeholder.filter(|text| !text.is_empty()).map(str::to_owned);
        Element {
            key: node.object.key(),
            parent: None,
            role,
            description: if description == name { String::new() } else { description.to_owned() },
            name,
            identifier: (role == Role::ScrollBar && self.is_across(position))
                .then(|| "horizontal".to_owned()),
            placeholder,
            content,
            number: match details.number.filter(|_| !state.protected) {
                Some(number) if role == Role::ScrollBar => Some(self.by_pages(position, number)),
                number => number,
            },
            bounds: self.bounds(position).filter(|bounds| {
                bounds.has_area() && !is_tucked_away(self.parts.nodes, position, self.parts.toolkit)
            }),
            shortcut,
            claimed_children: node.claimed,
            place: (role == Role::ListItem).then_some(Place { row: index.into(), column: 0 }),
            routes,
            source: Source::Accessibility,
            accepts_drop: false,
            metadata: Value::default(),
            state,
        }
    }

    fn state(&self, position: usize) -> State {
        let node = self.node(position);
        let states = node.facts.states;
        let role = self.roles[position];
        let ticked = matches!(
            role,
            Role::CheckBox
                | Role::Switch
                | Role::ToggleButton
                | Role::RadioButton
                | Role::CheckMenuItem
                | Role::RadioMenuItem
        ) || states.has(States::CHECKABLE);
        let in_qt = self.parts.toolkit == Toolkit::Qt;
        let checked = match role {
            // GTK 4.8 has no role for a button that stays down; up, it looks like any other.
            Role::Button if states.has(States::PRESSED) && self.parts.toolkit == Toolkit::Gtk4 => {
                Some(Checked::On)
            }
            // Qt does not say that a menu item can be ticked, only that it is.
            Role::MenuItem if in_qt && states.has(States::CHECKED) => Some(Checked::On),
            _ if !ticked => None,
            _ if states.has(States::INDETERMINATE) => Some(Checked::Mixed),
            _ if states.has(States::CHECKED) => Some(Checked::On),
            Role::ToggleButton if states.has(States::PRESSED) => Some(Checked::On),
            _ => Some(Checked::Off),
        };
        let is_chosen_option = node
            .parent
            .into_iter()
            .chain(self.above(position))
            .take(3)
            .any(|above| self.details(above).selected.as_ref() == Some(&node.object));
        let is_shown_option = in_qt
            && role == Role::ListItem
            && qt::is_in_combo_list(self.parts.nodes, position)
            && self
                .above(position)
                .nth(1)
                .is_some_and(|combo| self.node(combo).facts.name == node.facts.name);
        // In Qt the tab that is shown has the focus of its row.
        let is_tab = in_qt && role == Role::Tab;
        let editable = states.has(States::EDITABLE) && !states.has(States::READ_ONLY);
        let opens = self.wrapper[position].map_or(states, |outer| self.node(outer).facts.states);
        State {
            enabled: states.has(States::SENSITIVE) || states.has(States::ENABLED),
            visible: self.is_visible(position),
            focused: states.has(States::FOCUSED) && !is_tab,
            selected: states.has(States::SELECTED)
                || is_chosen_option
                || is_shown_option
                || (is_tab && states.has(States::FOCUSED)),
            selectable: states.has(States::SELECTABLE) || is_tab,
            checked,
            // One that its app turns back while it tells that it turned goes on saying that it is on.
            hearsay: role == Role::Switch && self.parts.toolkit == Toolkit::Gtk4,
            expanded: opens.has(States::EXPANDABLE).then_some(opens.has(States::EXPANDED)),
            editable,
            multiline: role == Role::TextArea,
            protected: self.is_secret(position),
            modal: states.has(States::MODAL),
            busy: states.has(States::BUSY),
        }
    }

    /// Whether what a field holds is hidden from everybody: by its role, or because it is named after a password.
    fn is_secret(&self, position: usize) -> bool {
        let node = self.node(position);
        let takes_text = |node: &Node| {
            node.facts.states.has(States::EDITABLE) || node.facts.interfaces.has(Interfaces::EDITABLE_TEXT)
        };
        if self.roles[position] == Role::PasswordField || self.details(position).hides {
            return true;
        }
        let holds_text = takes_text(node)
            || matches!(self.roles[position], Role::TextField | Role::TextArea | Role::SpinButton)
            || (self.roles[position] == Role::ComboBox && self.has_below(position, &takes_text));
        let placeholder = self.details(position).placeholder.as_deref().unwrap_or_default();
        holds_text
            && (secret::names_one(&node.facts.name)
                || secret::names_one(placeholder)
                || secret::names_one(&self.control_name(position).0)
                || self.text_before(position).is_some_and(secret::names_one))
    }

    /// The label right before a field that has no name of its own: for people it is the field's.
    fn text_before(&self, position: usize) -> Option<&str> {
        let before = position.checked_sub(1).filter(|_| self.control_name(position).0.is_empty())?;
        let is_label = self.node(before).facts.role.is_static_text()
            && self.node(before).parent == self.node(position).parent;
        is_label.then(|| self.text(before))
    }

    /// Whether a direct child is like that.
    fn has_below(&self, position: usize, is_like: &impl Fn(&Node) -> bool) -> bool {
        self.parts.nodes.iter().any(|node| node.parent == Some(position) && is_like(node))
    }

    /// What a protected field is made of could show its text.
    fn is_inside_secret(&self, position: usize) -> bool {
        let holds_nothing =
            |role| matches!(role, Role::Button | Role::ToggleButton | Role::Icon | Role::Image);
        !holds_nothing(self.roles[position])
            && self.above(position).take(3).any(|above| self.is_secret(above))
    }

    fn is_visible(&self, position: usize) -> bool {
        if is_tucked_away(self.parts.nodes, position, self.parts.toolkit) {
            return false;
        }
        let Some(bounds) = self.bounds(position) else {
            // A label that was not asked for its place is where its control is.
            return match self.captor[position] {
                Some(captor) if self.details(position).extents.is_none() => self.is_visible(captor),
                _ => !self.node(position).facts.interfaces.has(Interfaces::COMPONENT),
            };
        };
        let clip = self.clips[position];
        bounds.has_area() && clip.is_none_or(|clip| common(bounds, clip).has_area())
    }
}

/// What two rectangles have in common; without an area when nothing.
fn common(one: Bounds, other: Bounds) -> Bounds {
    let left = one.x.max(other.x);
    let top = one.y.max(other.y);
    let right = one.x.saturating_add(one.width).min(other.x.saturating_add(other.width));
    let bottom = one.y.saturating_add(one.height).min(other.y.saturating_add(other.height));
    Bounds { x: left, y: top, width: (right - left).max(0), height: (bottom - top).max(0) }
}

/// The element of one object in a list of elements.
pub(crate) fn find(elements: Vec<Element>, key: &ElementKey) -> Option<Element> {
    elements.into_iter().find(|element| element.key == *key)
}
