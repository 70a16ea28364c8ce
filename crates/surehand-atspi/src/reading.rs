//! From a window to its elements, and from a remembered element to its present state.
//!
//! A reading is a walk, a batch of details and a composition. The tree of the last reading of each window is kept, so
//! that a single element can be read afresh together with what its name depends on (the labels inside it, the menu
//! button around it) in one batch instead of a climb through its parents.

use std::collections::HashMap;
use std::sync::Arc;

use surehand_core::clock::{Clock, Deadline};
use surehand_core::desktop::{Rows, unsupported};
use surehand_core::element::{Element, Role};
use surehand_core::snapshot::{LeftOut, SnapshotBounds};

use crate::bus::{AppFacts, Toolkit, ToplevelFacts};
use crate::compose::{Parts, compose, find, needs_place};
use crate::detail::{self, Details, Subject};
use crate::foresight::Asker;
use crate::known::KnownObjects;
use crate::loose::LooseMenus;
use crate::object::{ACCESSIBLE, Interfaces, Object, States, TABLE, Wire};
use crate::perform::before_sending;
use crate::qt;
use crate::role::{RoleNumber, Sense};
use crate::transport::{Call, CallError, body, value};
use crate::walk::{self, Facts, Node, Source};
use crate::windows::Placement;

/// How far below an element its labels are looked for, and how many objects there may be.
const PARTS: SnapshotBounds = SnapshotBounds { elements: 120, depth: 8, text: 2_000 };
/// So many buttons beside a control are read with it.
const NEIGHBOURS: usize = 4;
/// Rows and columns read at once at the most.
const ROWS: u64 = 300;
const COLUMNS: i32 = 60;
/// A text that is read whole is still no longer than this.
const WHOLE: usize = 10_000_000;

/// The last tree of a window.
#[derive(Debug)]
pub(crate) struct Remembered {
    nodes: Vec<Node>,
    positions: HashMap<Object, usize>,
    placement: Placement,
}

impl Remembered {
    /// Whether an object is in this tree.
    pub(crate) fn has(&self, object: &Object) -> bool {
        self.positions.contains_key(object)
    }

    /// The object of the window itself.
    pub(crate) fn toplevel(&self) -> Option<&Object> {
        self.nodes.first().map(|node| &node.object)
    }

    /// The controls that can have the focus, in reading order. A text of several lines would take a Tab for its own,
    /// so it is none of them; rows and tabs only mirror the focus of what holds them.
    pub(crate) fn focusable(&self) -> Vec<Object> {
        let nodes = self.nodes.iter().filter(|node| {
            let states = node.facts.states;
            states.has(States::FOCUSABLE)
                && states.has(States::SHOWING)
                && states.has(States::SENSITIVE)
                && !states.has(States::MULTI_LINE)
                && !matches!(node.facts.role.0, 32 | 37 | 56)
        });
        nodes.map(|node| node.object.clone()).collect()
    }
}

/// What a reading needs.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) asker: &'a Asker<'a>,
    pub(crate) known: &'a KnownObjects,
    /// [`KnownObjects::tree`] from before anything was asked.
    pub(crate) tree: u64,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) app: &'a AppFacts,
    pub(crate) loose: &'a LooseMenus,
    pub(crate) placement: Placement,
}

/// A window's elements and the tree they were made from.
pub(crate) struct Reading {
    pub(crate) elements: Vec<Element>,
    pub(crate) left_out: LeftOut,
    pub(crate) remembered: Arc<Remembered>,
    /// The app's list of objects is worth asking for.
    pub(crate) list: bool,
}

impl Reader<'_> {
    const fn source(&self) -> Source<'_> {
        Source { asker: self.asker, known: self.known, toolkit: self.app.toolkit, tree: self.tree }
    }

    /// Reads a whole window, with the app's list of objects or without.
    pub(crate) fn window(
        &self,
        toplevel: &ToplevelFacts,
        bounds: &SnapshotBounds,
        list: bool,
        deadline: &Deadline,
    ) -> Result<Reading, CallError> {
        // A walk that uses up all the time leaves elements without names and places: it gets the greater half.
        let now = self.clock.now();
        let for_walk = deadline.sooner(now.plus(deadline.left(now).mul_f64(0.6)));
        let (tree, list) = walk::walk(self.source(), toplevel, bounds, list, &for_walk)?;
        let mut left_out = tree.left_out;
        let nodes = self.loose.insert(tree.nodes, self.source(), &for_walk);
        let (mut elements, late) = self.elements(&nodes, bounds.text, |_| true, deadline);
        left_out.out_of_time |= late;
        left_out.elements += elements.len().saturating_sub(bounds.elements) as u64;
        elements.truncate(bounds.elements);
        let positions = nodes.iter().enumerate().map(|(place, node)| (node.object.clone(), place)).collect();
        let remembered = Arc::new(Remembered { nodes, positions, placement: self.placement });
        Ok(Reading { elements, left_out, remembered, list })
    }

    /// Learns the details of the nodes that `wanted` picks and makes elements of all.
    fn elements(
        &self,
        nodes: &[Node],
        text: usize,
        wanted: impl Fn(usize) -> bool,
        deadline: &Deadline,
    ) -> (Vec<Element>, bool) {
        let toolkit = self.app.toolkit;
        let chosen: Vec<usize> = (0..nodes.len()).filter(|position| wanted(*position)).collect();
        let subjects: Vec<Subject<'_>> = chosen
            .iter()
            .filter_map(|position| Some((*position, nodes.get(*position)?)))
            .map(|(position, node)| Subject {
                object: &node.object,
                facts: &node.facts,
                placed: needs_place(nodes, position, toolkit),
            })
            .collect();
        let (learned, late) = detail::read(self.source(), &subjects, text, deadline);
        let mut details = vec![Details::default(); nodes.len()];
        for (position, learned) in chosen.into_iter().zip(learned) {
            if let Some(slot) = details.get_mut(position) {
                *slot = learned;
            }
        }
        let labels = self.outer_labels(nodes, &details, deadline);
        let parts = Parts { nodes, details: &details, labels: &labels, toolkit, placement: self.placement };
        (compose(&parts), late)
    }

    /// The names of objects outside of `nodes` that something inside refers to.
    fn outer_labels(
        &self,
        nodes: &[Node],
        details: &[Details],
        deadline: &Deadline,
    ) -> HashMap<Object, String> {
        let mut wanted: Vec<&Object> =
            details.iter().flat_map(|details| details.labels.iter().chain(&details.selected)).collect();
        wanted.retain(|object| !nodes.iter().any(|node| node.object == **object));
        let calls = wanted.iter().map(|object| object.property(ACCESSIBLE, "Name")).collect();
        let answers = self.asker.batch(calls, deadline);
        let named = wanted.into_iter().zip(answers).filter_map(|(object, answer)| {
            let name = value::<String>(&answer).ok()?;
            // A row of GTK 4 says what the label inside says.
            let in_row = self.app.toolkit == Toolkit::Gtk4 && name.is_empty();
            let name = if in_row { self.label_inside(object, deadline).unwrap_or(name) } else { name };
            Some((object.clone(), name))
        });
        named.collect()
    }

    /// What the first label below an object says.
    fn label_inside(&self, object: &Object, deadline: &Deadline) -> Option<String> {
        let below = walk::descend(self.source(), plain(object, None, 0), &PARTS, deadline);
        let label = below
            .nodes
            .into_iter()
            .find(|node| node.facts.role.is_static_text() && !node.facts.name.trim().is_empty());
        label.map(|label| label.facts.name)
    }

    /// Reads a single element afresh. `None` when it has gone.
    pub(crate) fn element_of(
        &self,
        object: &Object,
        remembered: &[Arc<Remembered>],
        deadline: &Deadline,
    ) -> Result<Option<Element>, CallError> {
        let known = remembered.iter().find_map(|tree| Some((tree, *tree.positions.get(object)?)));
        let placement = known.map_or(self.placement, |(tree, _)| tree.placement);
        let reader = Self { placement, ..*self };
        let branch = match known {
            Some((tree, position)) => branch(&tree.nodes, position, self.app.toolkit),
            None => vec![plain(object, None, 0), plain(object, Some(0), 1)],
        };
        let Some(nodes) = reader.afresh(object, branch, deadline)? else { return Ok(None) };
        let (elements, late) = reader.elements(&nodes, WHOLE, |position| position > 0, deadline);
        if late {
            return Err(CallError::Timeout);
        }
        Ok(find(elements, &object.key()))
    }

    /// Reads the facts of a branch again, and what is below its target where that has changed.
    fn afresh(
        &self,
        target: &Object,
        mut branch: Vec<Node>,
        deadline: &Deadline,
    ) -> Result<Option<Vec<Node>>, CallError> {
        let objects: Vec<Object> = branch.iter().map(|node| node.object.clone()).collect();
        let mut changed = false;
        let mut target_at = None;
        for (position, facts) in walk::read_facts(self.source(), &objects, deadline).into_iter().enumerate() {
            let Some(node) = branch.get_mut(position) else { continue };
            let is_target = node.object == *target;
            match facts {
                Ok(facts) => {
                    let below = target_at.is_some() || is_target;
                    changed |= below && facts.children != node.facts.children;
                    node.facts = facts;
                }
                Err(CallError::NoObject | CallError::NoMethod) if is_target => return Ok(None),
                Err(CallError::NoObject | CallError::NoMethod) => changed |= target_at.is_some(),
                Err(error) => return Err(error),
            }
            if is_target {
                target_at = Some(position);
            }
        }
        let Some(at) = target_at else { return Ok(None) };
        let Some(node) = branch.get(at).cloned() else { return Ok(None) };
        if node.facts.states.has(States::DEFUNCT) {
            return Ok(None);
        }
        if changed && has_parts(&node.facts) {
            let parent = node.parent;
            branch.truncate(at);
            let below = walk::descend(self.source(), node, &PARTS, deadline);
            branch.extend(
                below
                    .nodes
                    .into_iter()
                    .map(|node| Node { parent: node.parent.map(|parent| parent + at), ..node }),
            );
            // The first of them is the target itself.
            if let Some(target) = branch.get_mut(at) {
                target.parent = parent;
            }
        }
        Ok(Some(branch))
    }
}

impl Reader<'_> {
    /// Reads rows of a list by their numbers.
    pub(crate) fn rows(
        &self,
        container: &Object,
        remembered: &[Arc<Remembered>],
        first: u64,
        count: u64,
        deadline: &Deadline,
    ) -> surehand_core::error::Result<Rows> {
        let known = remembered.iter().find_map(|tree| Some((tree, *tree.positions.get(container)?)));
        let reader = Self { placement: known.map_or(self.placement, |(tree, _)| tree.placement), ..*self };
        let facts = walk::read_facts(self.source(), std::slice::from_ref(container), deadline)
            .pop()
            .unwrap_or(Err(CallError::Malformed))
            .map_err(before_sending)?;
        if !matches!(facts.role.sense(), Sense::Control(Role::List | Role::Tree | Role::Table)) {
            return Err(unsupported());
        }
        let table = Table::read(self.asker, container, &facts, deadline);
        let last = first.saturating_add(count.min(ROWS)).min(table.rows);
        let mut rows = Vec::new();
        for row in first..last {
            let cells = table.row(self.asker, container, row, deadline).map_err(before_sending)?;
            rows.push(reader.cells(container, &facts, &cells, deadline));
        }
        Ok(Rows { first, total: table.rows, rows })
    }

    /// The elements of the cells of one row, with what is inside them.
    fn cells(
        &self,
        container: &Object,
        facts: &Facts,
        cells: &[(i32, Object)],
        deadline: &Deadline,
    ) -> Vec<Element> {
        let mut row = Vec::new();
        for (index, cell) in cells {
            let read = walk::read_facts(self.source(), std::slice::from_ref(cell), deadline).pop();
            let Some(Ok(own)) = read else { continue };
            let node = Node {
                object: cell.clone(),
                parent: None,
                depth: 0,
                index: *index,
                facts: own,
                claimed: None,
            };
            let below = walk::descend(self.source(), node, &PARTS, deadline);
            let mut nodes = vec![Node { facts: facts.clone(), index: 0, ..plain(container, None, 0) }];
            nodes.extend(
                below
                    .nodes
                    .into_iter()
                    .map(|node| Node { parent: Some(node.parent.map_or(0, |parent| parent + 1)), ..node }),
            );
            row.extend(self.elements(&nodes, PARTS.text, |position| position > 0, deadline).0);
        }
        row
    }
}

/// The shape of a container of rows.
struct Table {
    rows: u64,
    columns: Option<i32>,
}

impl Table {
    fn read(asker: &Asker<'_>, container: &Object, facts: &Facts, deadline: &Deadline) -> Self {
        let of_children = Self { rows: u64::try_from(facts.children).unwrap_or_default(), columns: None };
        if !facts.interfaces.has(Interfaces::TABLE) {
            return of_children;
        }
        let calls = ["NRows", "NColumns"].map(|name| container.property(TABLE, name));
        let answers = asker.batch(calls.into(), deadline);
        let sizes: Vec<i32> = answers.iter().filter_map(|answer| value(answer).ok()).collect();
        match sizes.as_slice() {
            [rows, columns] if *rows >= 0 && *columns > 0 => {
                Self { rows: rows.unsigned_abs().into(), columns: Some((*columns).min(COLUMNS)) }
            }
            _ => of_children,
        }
    }

    fn row(
        &self,
        asker: &Asker<'_>,
        container: &Object,
        row: u64,
        deadline: &Deadline,
    ) -> Result<Vec<(i32, Object)>, CallError> {
        let row = i32::try_from(row).map_err(|_| CallError::Malformed)?;
        let calls: Vec<Call> = match self.columns {
            Some(columns) => (0..columns)
                .map(|column| container.call_with(TABLE, "GetAccessibleAt", &(row, column)))
                .collect(),
            None => vec![container.call_with(ACCESSIBLE, "GetChildAtIndex", &(row,))],
        };
        let answers = asker.batch(calls, deadline);
        let cells: Result<Vec<(Wire,)>, CallError> = answers.iter().map(body::<(Wire,)>).collect();
        Ok(cells?.iter().filter_map(|(wire,)| Some((row, Object::from_wire(wire)?))).collect())
    }
}

/// Whether what is below an object belongs to it: the label of a button, the list of a drop-down.
const fn has_parts(facts: &Facts) -> bool {
    !matches!(facts.role.0, 5 | 16 | 23 | 31 | 34 | 38 | 49 | 55 | 63 | 65 | 66 | 68 | 69 | 82 | 92..=96 | 98)
        && facts.children < 20
}

fn plain(object: &Object, parent: Option<usize>, depth: usize) -> Node {
    // A number of children that no object has: whatever there is counts as changed.
    let facts = Facts { children: -1, ..Facts::default() };
    Node { object: object.clone(), parent, depth, index: 0, facts, claimed: None }
}

/// The nodes above a position, itself, and what belongs to it, in reading order.
fn branch(nodes: &[Node], position: usize, toolkit: Toolkit) -> Vec<Node> {
    let mut chain = vec![position];
    while let Some(above) = chain.last().and_then(|last| nodes.get(*last)).and_then(|node| node.parent) {
        chain.push(above);
    }
    chain.reverse();
    let target = nodes.get(position);
    // The label right before a field may say that the field holds a secret.
    let before = position.checked_sub(1).and_then(|before| Some((before, nodes.get(before)?)));
    if let (Some((before, label)), Some(field)) = (before, target)
        && (field.facts.states.has(States::EDITABLE) || qt::takes_label(field.facts.role))
        && label.facts.role.is_static_text()
        && label.parent == field.parent
    {
        chain.insert(chain.len() - 1, before);
    }
    // Whether it is a box to be ticked or a button that stays down, its neighbours tell.
    if toolkit == Toolkit::Qt && target.is_some_and(|node| node.facts.role == RoleNumber::CHECK_BOX) {
        let at = chain.len() - 1;
        let beside: Vec<usize> = qt::buttons_beside(nodes, position).take(NEIGHBOURS).collect();
        chain.splice(at..at, beside);
    }
    let depth = target.map(|node| node.depth).unwrap_or_default();
    let below = nodes
        .iter()
        .enumerate()
        .skip(position + 1)
        .take_while(|(_, node)| node.depth > depth)
        .take(if target.is_some_and(|node| has_parts(&node.facts)) { PARTS.elements } else { 0 });
    chain.extend(below.map(|(place, _)| place));
    let place: HashMap<usize, usize> = chain.iter().enumerate().map(|(new, old)| (*old, new)).collect();
    let moved = chain.iter().filter_map(|old| nodes.get(*old)).map(|node| {
        let parent = node.parent.and_then(|parent| place.get(&parent).copied());
        Node { parent, ..node.clone() }
    });
    moved.collect()
}
