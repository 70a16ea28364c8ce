//! The tree of a window, read in waves.
//!
//! Where an app lists its objects (`Cache.GetItems`), one call gives most of the tree; what the list lacks is read level
//! by level, all nodes of a level in one batch. Nothing is ever enumerated that claims more than [`MANY`] children:
//! spreadsheets claim two thousand million. What is not shown is not descended into, closed menus excepted, whose items
//! can be used without opening them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use surehand_core::clock::Deadline;
use surehand_core::snapshot::{LeftOut, SnapshotBounds};
use zbus::zvariant::OwnedValue;

use crate::bus::{Toolkit, ToplevelFacts};
use crate::foresight::Asker;
use crate::known::KnownObjects;
use crate::object::{ACCESSIBLE, CACHE, CACHE_PATH, Interfaces, NULL, Object, States, Wire};
use crate::qt;
use crate::role::RoleNumber;
use crate::shown;
use crate::transport::{Answer, Call, CallError, body, value};

/// More children than this are never asked for at once.
pub(crate) const MANY: i32 = 1_000;
/// More rows than this of a list of GTK are never asked for at once: what of it may be read out, and no more. A row is two
/// or three objects there, and each costs as much as a button.
const MANY_ROWS: i32 = 300;
/// How many children of such a container are read, from the first one shown: more rows than a screen has.
pub(crate) const SCREENFUL: i32 = 60;
/// Nodes that are read at the least, however few elements are wanted: most nodes become no element.
const FEWEST: usize = 1_000;
/// A list of an app's objects that is so many times longer than the tree it is for costs more than it gives.
const TOO_LONG: usize = 5;

/// Whom to ask, and what is known of old.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) asker: &'a Asker<'a>,
    pub(crate) known: &'a KnownObjects,
    pub(crate) toolkit: Toolkit,
    /// [`KnownObjects::tree`] from before anything was asked.
    pub(crate) tree: u64,
}

/// What the walk learns about one object.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) object: Object,
    pub(crate) parent: Option<usize>,
    pub(crate) depth: usize,
    /// Its place among its siblings.
    pub(crate) index: i32,
    pub(crate) facts: Facts,
    /// The children its app claims, when fewer were read.
    pub(crate) claimed: Option<u64>,
}

/// An object's own facts, without its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) role: RoleNumber,
    pub(crate) states: States,
    pub(crate) interfaces: Interfaces,
    pub(crate) children: i32,
}

/// A walked tree: the window first, parents before children, in reading order.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) left_out: LeftOut,
}

/// One row of an app's list of objects.
type CacheRow = (Wire, Wire, Wire, i32, i32, Vec<String>, String, u32, String, Vec<u32>);

#[derive(Debug, Default)]
struct Cache {
    facts: HashMap<Arc<str>, Facts>,
    children: HashMap<Arc<str>, Vec<(i32, Arc<str>)>>,
}

/// Reads the tree below a toplevel. `list` says whether to ask for the app's list of objects; the answer says whether
/// that is worth while the next time.
pub(crate) fn walk(
    source: Source<'_>,
    toplevel: &ToplevelFacts,
    bounds: &SnapshotBounds,
    list: bool,
    deadline: &Deadline,
) -> Result<(Tree, bool), CallError> {
    let list = list && source.toolkit.lists_objects();
    let cache = if list { read_cache(source, &toplevel.object.bus, deadline)? } else { Cache::default() };
    let listed = cache.facts.len();
    let facts = match cache.facts.get(&toplevel.object.path).cloned() {
        Some(facts) => facts,
        None => read_facts(source, std::slice::from_ref(&toplevel.object), deadline)
            .pop()
            .unwrap_or(Err(CallError::Malformed))?,
    };
    let root =
        Node { object: toplevel.object.clone(), parent: None, depth: 0, index: 0, facts, claimed: None };
    let room = bounds.elements.saturating_mul(3).max(FEWEST);
    let mut tree = below(root, Walk { source, cache, bounds, room, deadline, tree: Tree::default() });
    if source.toolkit == Toolkit::Gtk4 {
        mark_lists_in_part(&mut tree.nodes);
    }
    let worth_it = list && listed <= tree.nodes.len() * TOO_LONG + FEWEST;
    Ok((tree, worth_it))
}

/// Of a list of GTK 4 that scrolls itself only the rows around those shown are there; nothing tells how many there are.
fn mark_lists_in_part(nodes: &mut [Node]) {
    let scrolls: HashSet<usize> = nodes
        .iter()
        .filter(|node| node.facts.role == RoleNumber::SCROLL_BAR)
        .filter_map(|node| node.parent)
        .collect();
    for node in nodes {
        let in_part = node.facts.role.0 == 31
            && node.facts.children > SCREENFUL
            && node.parent.is_some_and(|frame| scrolls.contains(&frame));
        if in_part && node.claimed.is_none() {
            node.claimed = Some(node.facts.children.unsigned_abs().into());
        }
    }
}

/// Reads the tree below any object, without the app's list: for a few objects that costs less.
pub(crate) fn descend(source: Source<'_>, from: Node, bounds: &SnapshotBounds, deadline: &Deadline) -> Tree {
    let root = Node { parent: None, depth: 0, ..from };
    let (cache, room) = (Cache::default(), bounds.elements);
    below(root, Walk { source, cache, bounds, room, deadline, tree: Tree::default() })
}

fn below(root: Node, mut walk: Walk<'_>) -> Tree {
    walk.tree.nodes.push(root);
    let mut level = vec![0];
    while !level.is_empty() {
        level = walk.level(&level);
    }
    in_reading_order(walk.tree)
}

struct Walk<'a> {
    source: Source<'a>,
    cache: Cache,
    bounds: &'a SnapshotBounds,
    /// How many nodes there may be.
    room: usize,
    deadline: &'a Deadline,
    tree: Tree,
}

impl Walk<'_> {
    /// Reads the children of all nodes of a level and returns them as the next.
    fn level(&mut self, level: &[usize]) -> Vec<usize> {
        self.count_children(level);
        let mut plans: Vec<(usize, Plan)> = Vec::new();
        for position in level {
            if let Some(plan) = self.plan(*position) {
                plans.push((*position, plan));
            }
        }
        let Source { asker, toolkit, .. } = self.source;
        let may_grow = |plan: &Plan| plan.may_grow(toolkit);
        let calls = |growing: bool| {
            let plans = plans.iter().filter(|(_, plan)| may_grow(plan) == growing);
            plans.flat_map(|(_, plan)| plan.calls()).collect::<Vec<Call>>()
        };
        let mut once = asker.once(calls(true), self.deadline).into_iter();
        let mut again = asker.batch(calls(false), self.deadline).into_iter();
        let mut found: Vec<(usize, i32, Object)> = Vec::new();
        for (position, plan) in plans {
            let source = if plan.may_grow(toolkit) { &mut once } else { &mut again };
            let answers: Vec<Answer> = source.take(plan.count()).collect();
            if answers.iter().any(|answer| matches!(answer, Err(CallError::Timeout))) {
                self.tree.left_out.out_of_time = true;
            }
            let children = plan.children(&answers);
            if let (Some(node), [(_, child)]) = (self.tree.nodes.get(position), children.as_slice()) {
                self.source.known.keep_only_child(&node.object, self.source.tree, child);
            }
            found.extend(children.into_iter().map(|(index, object)| (position, index, object)));
        }
        let room = self.room.saturating_sub(self.tree.nodes.len());
        if found.len() > room {
            self.tree.left_out.elements += (found.len() - room) as u64;
            found.truncate(room);
        }
        self.adopt(found)
    }

    /// The app's list does not say how many children a list or table has: −1.
    fn count_children(&mut self, level: &[usize]) {
        let nodes = &self.tree.nodes;
        let uncounted: Vec<usize> = level
            .iter()
            .copied()
            .filter(|place| nodes.get(*place).is_some_and(|node| node.facts.children < 0))
            .collect();
        let objects = uncounted.iter().filter_map(|place| nodes.get(*place));
        let calls = objects.map(|node| node.object.property(ACCESSIBLE, "ChildCount")).collect();
        for (place, answer) in uncounted.iter().zip(self.source.asker.batch(calls, self.deadline)) {
            if let (Some(node), Ok(count)) = (self.tree.nodes.get_mut(*place), value::<i32>(&answer)) {
                node.facts.children = count;
            }
        }
    }

    /// How to come by a node's children; `None` when there are none to be read.
    fn plan(&mut self, position: usize) -> Option<Plan> {
        let node = self.tree.nodes.get_mut(position)?;
        let claimed = node.facts.children;
        // Still −1: the object has just gone.
        if claimed <= 0 || !descends(node, self.source.toolkit) {
            return None;
        }
        if node.depth >= self.bounds.depth {
            self.tree.left_out.too_deep = true;
            return None;
        }
        if claimed > most_children(node.facts.role, self.source.toolkit) {
            node.claimed = Some(claimed.unsigned_abs().into());
            self.tree.left_out.elements += u64::from((claimed - SCREENFUL).unsigned_abs());
            let (parent, frame) = (node.object.clone(), self.frame_of(position));
            let first = shown::first(self.source, &parent, claimed, &frame, self.deadline);
            // A row more above: the first one may be half hidden.
            let from = first.saturating_sub(1).clamp(0, claimed - SCREENFUL);
            return Some(Plan::Some { parent, from, count: SCREENFUL });
        }
        let cached = self.cache.children.get(&node.object.path);
        match cached {
            Some(children)
                if children.len() == claimed.unsigned_abs() as usize
                    && !node.facts.states.has(States::MANAGES_DESCENDANTS) =>
            {
                let mut children = children.clone();
                children.sort_by_key(|(index, _)| *index);
                let bus = Arc::clone(&node.object.bus);
                let objects =
                    children.into_iter().map(|(index, path)| (index, Object::new(Arc::clone(&bus), path)));
                Some(Plan::Known(objects.collect()))
            }
            _ => {
                let only = (claimed == 1 && self.source.toolkit == Toolkit::Gtk3)
                    .then(|| self.source.known.only_child(&node.object));
                if let Some(Some(child)) = only {
                    return Some(Plan::Known(vec![(0, child)]));
                }
                // What holds rows may hold very many the next time.
                let holds_rows = matches!(node.facts.role.0, 25 | 31 | 55 | 65 | 66 | 82 | 84 | 92..=96 | 98);
                Some(Plan::All { parent: node.object.clone(), holds_rows })
            }
        }
    }

    /// The object in which a container scrolls; without one itself.
    fn frame_of(&self, position: usize) -> Object {
        let above = |place: usize| self.tree.nodes.get(place).and_then(|node| node.parent);
        let frames = std::iter::successors(above(position), |place| above(*place)).take(4);
        let frame =
            frames.filter_map(|place| self.tree.nodes.get(place)).find(|node| node.facts.role.0 == 49);
        frame
            .or_else(|| self.tree.nodes.get(position))
            .map_or_else(|| Object::new("", NULL), |node| node.object.clone())
    }

    fn adopt(&mut self, found: Vec<(usize, i32, Object)>) -> Vec<usize> {
        let unknown: Vec<Object> = found
            .iter()
            .filter(|(_, _, object)| !self.cache.facts.contains_key(&object.path))
            .map(|(_, _, object)| object.clone())
            .collect();
        let read = read_facts(self.source, &unknown, self.deadline);
        for (object, facts) in unknown.into_iter().zip(read) {
            match facts {
                Ok(facts) => drop(self.cache.facts.insert(object.path, facts)),
                Err(CallError::Timeout) => self.tree.left_out.out_of_time = true,
                // Gone between listing and reading: not there.
                Err(_) => {}
            }
        }
        let mut next = Vec::new();
        for (parent, index, object) in found {
            let Some(facts) = self.cache.facts.get(&object.path) else { continue };
            let Some(above) = self.tree.nodes.get(parent) else { continue };
            if facts.states.has(States::DEFUNCT) || is_hidden(facts, above, self.source.toolkit) {
                continue;
            }
            let depth = above.depth + 1;
            next.push(self.tree.nodes.len());
            let facts = facts.clone();
            self.tree.nodes.push(Node { object, parent: Some(parent), depth, index, facts, claimed: None });
        }
        next
    }
}

/// How many children of a container are read at the most before only what is shown is.
const fn most_children(role: RoleNumber, toolkit: Toolkit) -> i32 {
    match (role.0, toolkit) {
        // A list and a list box; in tables and trees every cell is a child.
        (31 | 98, Toolkit::Gtk3 | Toolkit::Gtk4) => MANY_ROWS,
        _ => MANY,
    }
}

/// Where children come from.
enum Plan {
    Known(Vec<(i32, Object)>),
    All { parent: Object, holds_rows: bool },
    Some { parent: Object, from: i32, count: i32 },
}

impl Plan {
    /// Whether the same calls could cost very much more in a while, or could meet what is not there any more.
    const fn may_grow(&self, toolkit: Toolkit) -> bool {
        match self {
            Self::Known(_) => false,
            Self::All { holds_rows, .. } => *holds_rows,
            Self::Some { .. } => !matches!(toolkit, Toolkit::Gtk3 | Toolkit::Gtk4),
        }
    }

    fn calls(&self) -> Vec<Call> {
        match self {
            Self::Known(_) => Vec::new(),
            Self::All { parent, .. } => vec![parent.call(ACCESSIBLE, "GetChildren")],
            Self::Some { parent, from, count } => (*from..from.saturating_add(*count))
                .map(|index| parent.call_with(ACCESSIBLE, "GetChildAtIndex", &(index,)))
                .collect(),
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::Known(_) => 0,
            Self::All { .. } => 1,
            Self::Some { count, .. } => count.unsigned_abs() as usize,
        }
    }

    fn children(self, answers: &[Answer]) -> Vec<(i32, Object)> {
        match self {
            Self::Known(children) => children,
            Self::All { .. } => {
                let list =
                    answers.first().and_then(|answer| body::<Vec<Wire>>(answer).ok()).unwrap_or_default();
                (0..)
                    .zip(list.iter())
                    .filter_map(|(index, wire)| Some((index, Object::from_wire(wire)?)))
                    .collect()
            }
            Self::Some { from, .. } => (from..)
                .zip(answers)
                .filter_map(|(index, answer)| {
                    Some((index, Object::from_wire(&body::<(Wire,)>(answer).ok()?.0)?))
                })
                .collect(),
        }
    }
}

/// Whether a node may be left out because it is not shown. Items of closed menus are kept.
fn is_hidden(facts: &Facts, above: &Node, toolkit: Toolkit) -> bool {
    let shown = if toolkit.tells_showing() { States::SHOWING } else { States::VISIBLE };
    // A toggle button (62) may hold the menu that it opens, or the menu's items.
    let in_menu = matches!(above.facts.role.0, 8 | 11 | 33 | 34 | 35 | 41 | 45)
        || (above.facts.role.0 == 62 && matches!(facts.role.0, 8 | 33 | 35 | 45));
    // The menu of a closed combo box is not even visible, and its options are.
    let may_be_used = in_menu && (facts.role == RoleNumber::MENU || facts.states.has(States::VISIBLE));
    let kept_closed = toolkit == Toolkit::Qt && qt::is_kept_closed(facts, &above.facts);
    !facts.states.has(shown) && !may_be_used && !kept_closed
}

/// Whether anything below a node is of interest.
const fn descends(node: &Node, toolkit: Toolkit) -> bool {
    // GTK 4 keeps the number of a scroll bar in an object inside of it.
    let is_bar = matches!(node.facts.role, RoleNumber::SCROLL_BAR);
    !(is_bar && !matches!(toolkit, Toolkit::Gtk4) || matches!(node.facts.role, RoleNumber::SEPARATOR))
}

fn read_cache(source: Source<'_>, bus: &str, deadline: &Deadline) -> Result<Cache, CallError> {
    let call = Call::new(bus, CACHE_PATH, CACHE, "GetItems", &());
    let answer = source.asker.call(call, deadline);
    let rows: Vec<CacheRow> = match body(&answer) {
        Ok(rows) => rows,
        Err(error @ (CallError::Timeout | CallError::Gone | CallError::Died | CallError::Disconnected)) => {
            return Err(error);
        }
        // An older layout or none: everything is read object by object.
        Err(_) => return Ok(Cache::default()),
    };
    let mut cache = Cache::default();
    for (object, _, parent, index, children, interfaces, name, role, description, states) in rows {
        let path: Arc<str> = object.1.as_str().into();
        let facts = Facts {
            name,
            description,
            role: RoleNumber(role),
            states: States::from_words(&states),
            interfaces: Interfaces::from_names(interfaces.iter().map(String::as_str)),
            children,
        };
        cache.facts.insert(Arc::clone(&path), facts);
        if index >= 0 {
            cache.children.entry(parent.1.as_str().into()).or_default().push((index, path));
        }
    }
    Ok(cache)
}

/// Reads the facts of objects, all in one batch.
pub(crate) fn read_facts(
    source: Source<'_>,
    objects: &[Object],
    deadline: &Deadline,
) -> Vec<Result<Facts, CallError>> {
    let kinds: Vec<_> = objects.iter().map(|object| source.known.kind(object)).collect();
    let calls = objects
        .iter()
        .zip(&kinds)
        .flat_map(|(object, kind)| fact_calls(object, source.toolkit, kind.is_some()))
        .collect();
    let mut answers = source.asker.batch(calls, deadline).into_iter();
    let own = if source.toolkit.tells_all_properties() { 2 } else { 4 };
    let mut read = Vec::with_capacity(objects.len());
    for (object, kind) in objects.iter().zip(kinds) {
        let count = own + if kind.is_some() { 0 } else { 2 };
        let answers: Vec<Answer> = answers.by_ref().take(count).collect();
        let facts = facts_of(&answers, kind);
        if let (Ok(facts), None) = (&facts, kind) {
            source.known.keep_kind(object, facts);
        }
        read.push(facts);
    }
    read
}

/// Role and interfaces come last, so that they may be missing when they are known.
fn fact_calls(object: &Object, toolkit: Toolkit, kind_known: bool) -> Vec<Call> {
    let mut calls = vec![object.call(ACCESSIBLE, "GetState")];
    if toolkit.tells_all_properties() {
        calls.push(Call::properties(&object.bus, &object.path, ACCESSIBLE));
    } else {
        // All properties at once crash Qt 5.
        calls.extend(["Name", "Description", "ChildCount"].map(|name| object.property(ACCESSIBLE, name)));
    }
    if !kind_known {
        calls.extend(["GetRole", "GetInterfaces"].map(|member| object.call(ACCESSIBLE, member)));
    }
    calls
}

fn facts_of(answers: &[Answer], kind: Option<(RoleNumber, Interfaces)>) -> Result<Facts, CallError> {
    let (answers, (role, interfaces)) = match (kind, answers) {
        (Some(kind), answers) => (answers, kind),
        (None, [answers @ .., role, interfaces]) => {
            let role = RoleNumber(body::<u32>(role)?);
            let names = body::<Vec<String>>(interfaces)?;
            (answers, (role, Interfaces::from_names(names.iter().map(String::as_str))))
        }
        (None, _) => return Err(CallError::Malformed),
    };
    let [states, properties @ ..] = answers else { return Err(CallError::Malformed) };
    let states = States::from_words(&body::<Vec<u32>>(states)?);
    let (name, description, children) = match properties {
        [all] => {
            let mut all = body::<HashMap<String, OwnedValue>>(all)?;
            let mut text = |name: &str| all.remove(name).and_then(|value| String::try_from(value).ok());
            let (name, description) =
                (text("Name").unwrap_or_default(), text("Description").unwrap_or_default());
            let children = all.remove("ChildCount").and_then(|count| i32::try_from(count).ok());
            (name, description, children.unwrap_or_default())
        }
        [name, description, children] => (
            value::<String>(name)?,
            value::<String>(description).unwrap_or_default(),
            value::<i32>(children).unwrap_or_default(),
        ),
        _ => return Err(CallError::Malformed),
    };
    Ok(Facts { name, description, role, states, interfaces, children })
}

/// Turns levels into reading order: each node followed by what is below it.
fn in_reading_order(tree: Tree) -> Tree {
    let Tree { nodes, left_out } = tree;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (position, node) in nodes.iter().enumerate() {
        if let Some(list) = node.parent.and_then(|parent| children.get_mut(parent)) {
            list.push(position);
        }
    }
    let mut order = Vec::with_capacity(nodes.len());
    let mut open = if nodes.is_empty() { Vec::new() } else { vec![0] };
    while let Some(position) = open.pop() {
        order.push(position);
        open.extend(children.get(position).into_iter().flatten().rev());
    }
    let mut place = vec![0; nodes.len()];
    for (new, old) in order.iter().enumerate() {
        if let Some(place) = place.get_mut(*old) {
            *place = new;
        }
    }
    let mut nodes: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    let sorted = order.iter().filter_map(|old| {
        let mut node = nodes.get_mut(*old)?.take()?;
        node.parent = node.parent.and_then(|parent| place.get(parent).copied());
        Some(node)
    });
    Tree { nodes: sorted.collect(), left_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, parent: Option<usize>) -> Node {
        let facts = Facts { name: name.into(), ..Facts::default() };
        Node { object: Object::new(":1.1", "/x"), parent, depth: 0, index: 0, facts, claimed: None }
    }

    #[test]
    fn levels_become_reading_order() {
        let nodes = vec![
            node("window", None),
            node("left", Some(0)),
            node("right", Some(0)),
            node("left child", Some(1)),
            node("right child", Some(2)),
        ];
        let tree = in_reading_order(Tree { nodes, left_out: LeftOut::default() });
        let names: Vec<_> = tree.nodes.iter().map(|node| node.facts.name.as_str()).collect();
        assert_eq!(names, ["window", "left", "left child", "right", "right child"]);
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), Some(3)]);
    }
}
