//! Pictures of windows, as far as tests need them: what is ticked is white, everything else is black.
//!
//! A control may be stuck: it goes on showing the tick it had, whatever it says later. Left out: text, colours, overlap.

use std::collections::HashMap;

use surehand_core::desktop::Picture;
use surehand_core::element::{Bounds, Checked, ElementKey};

use crate::node::Node;
use crate::world::World;

/// How large every window is drawn.
const SIZE: (u32, u32) = (200, 100);

/// What controls show that is not what they say.
#[derive(Debug)]
pub(crate) struct Looks(HashMap<ElementKey, Option<Checked>>);

impl Looks {
    pub(crate) fn new(world: &World, stuck: &[ElementKey]) -> Self {
        let ticks = stuck.iter().filter_map(|key| world.node(key)).map(|node| &node.element);
        Self(ticks.map(|element| (element.key.clone(), element.state.checked)).collect())
    }

    /// A window's picture.
    pub(crate) fn picture(&self, content: &[Node]) -> Picture {
        let (width, height) = SIZE;
        let rgba = [0, 0, 0, 255].repeat((width * height) as usize);
        let mut picture = Picture { width, height, rgba };
        self.draw(content, &mut picture);
        picture
    }

    fn draw(&self, nodes: &[Node], picture: &mut Picture) {
        for node in nodes {
            let said = node.element.state.checked;
            let shown = self.0.get(&node.element.key).copied().unwrap_or(said);
            if let (Some(Checked::On), Some(bounds)) = (shown, node.element.bounds) {
                fill(picture, bounds);
            }
            self.draw(&node.children, picture);
        }
    }
}

fn fill(picture: &mut Picture, bounds: Bounds) {
    let line = picture.width as usize;
    for (place, pixel) in picture.rgba.chunks_exact_mut(4).enumerate() {
        let at = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let (x, y) = (at(place % line) - bounds.x, at(place / line) - bounds.y);
        if (0..bounds.width).contains(&x) && (0..bounds.height).contains(&y) {
            pixel.fill(255);
        }
    }
}
