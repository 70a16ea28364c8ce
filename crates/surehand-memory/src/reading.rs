//! Readings of the state: what an app would tell a desktop.
//!
//! The state holds everything; a reading holds what fits its bounds and hides what a protected field holds.

use surehand_core::clock::Moment;
use surehand_core::desktop::Rows;
use surehand_core::element::{Content, Element, Role};
use surehand_core::snapshot::{LeftOut, Snapshot, SnapshotBounds};
use surehand_core::window::Window;

use crate::node::Node;

/// Reads the controls of a window in reading order.
pub(crate) fn snapshot(window: Window, content: &[Node], bounds: &SnapshotBounds, at: Moment) -> Snapshot {
    let mut reader = Reader { bounds, elements: Vec::new(), left_out: LeftOut::default() };
    reader.read(content, None, 1);
    let mut snapshot = Snapshot::new(window, reader.elements, at);
    snapshot.left_out = reader.left_out;
    snapshot
}

struct Reader<'a> {
    bounds: &'a SnapshotBounds,
    elements: Vec<Element>,
    left_out: LeftOut,
}

impl Reader<'_> {
    /// Reads `nodes`, which stand `level` levels below the window, and answers how many of them it took.
    fn read(&mut self, nodes: &[Node], parent: Option<usize>, level: usize) -> usize {
        let mut taken = 0;
        for node in nodes {
            let too_deep = level > self.bounds.depth;
            if too_deep || self.elements.len() >= self.bounds.elements {
                self.left_out.too_deep |= too_deep;
                self.left_out.elements += size(node);
                continue;
            }
            taken += 1;
            let position = self.elements.len();
            self.elements.push(Element { parent, ..facts(&node.element, self.bounds.text) });
            if self.read(&node.children, Some(position), level + 1) < node.children.len() {
                self.elements[position].claimed_children = Some(node.children.len() as u64);
            }
        }
        taken
    }
}

fn size(node: &Node) -> u64 {
    1 + node.children.iter().map(size).sum::<u64>()
}

/// What the app tells about one control, with at most `most` code points of its text.
pub(crate) fn facts(held: &Element, most: usize) -> Element {
    let mut told = Element { parent: None, ..held.clone() };
    if told.state.protected {
        told.content = None;
    }
    if let Some(content) = &mut told.content
        && content.length > most as u64
    {
        content.text = content.text.chars().take(most).collect();
    }
    told
}

/// The rows of a table or items of a list; `None` for what has none.
pub(crate) fn rows(container: &Node, first: u64, count: u64) -> Option<Rows> {
    let is_row = |node: &&Node| matches!(node.element.role, Role::Row | Role::ListItem | Role::TreeItem);
    if !matches!(container.element.role, Role::Table | Role::List | Role::Tree) {
        return None;
    }
    let skip = usize::try_from(first).unwrap_or(usize::MAX);
    let take = usize::try_from(count).unwrap_or(usize::MAX);
    let all = || container.children.iter().filter(is_row);
    let cells = |row: &Node| match row.element.role {
        Role::Row => row.children.iter().map(|cell| facts(&cell.element, usize::MAX)).collect(),
        _ => vec![facts(&row.element, usize::MAX)],
    };
    Some(Rows { first, total: all().count() as u64, rows: all().skip(skip).take(take).map(cells).collect() })
}

/// The same content with another text, the length counted anew and the caret behind it.
pub(crate) fn content_of(text: String) -> Content {
    let content = Content::whole(text);
    Content { caret: Some(content.length), ..content }
}
