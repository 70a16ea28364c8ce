//! The shape of a snapshot, worked out once: children in order, and who is below whom in constant time.
//!
//! [`Snapshot::children`] looks at every element, which is fine for one question and ruinous in a loop. Everything that
//! walks a whole window walks an [`Outline`].

use crate::snapshot::Snapshot;

/// Children and nesting of the elements of one snapshot.
#[derive(Debug)]
pub(crate) struct Outline {
    /// Where the children of each position begin in `children`; one more entry than elements.
    starts: Vec<usize>,
    children: Vec<usize>,
    /// For each position when a walk from the top enters it, and how many it has entered when it leaves it.
    entered: Vec<(usize, usize)>,
    roots: Vec<usize>,
}

impl Outline {
    /// Works the shape out, in linear time.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let elements = snapshot.elements();
        let mut starts = vec![0; elements.len() + 1];
        for parent in elements.iter().filter_map(|element| element.parent) {
            starts[parent + 1] += 1;
        }
        for index in 0..elements.len() {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut children = vec![0; *starts.last().unwrap_or(&0)];
        let mut roots = Vec::new();
        for (position, element) in elements.iter().enumerate() {
            match element.parent {
                Some(parent) => {
                    children[next[parent]] = position;
                    next[parent] += 1;
                }
                None => roots.push(position),
            }
        }
        let mut outline = Self { starts, children, entered: vec![(0, 0); elements.len()], roots };
        outline.number();
        outline
    }

    fn number(&mut self) {
        let mut count = 0;
        let mut open: Vec<(usize, bool)> = self.roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((position, left)) = open.pop() {
            if left {
                self.entered[position].1 = count;
                continue;
            }
            self.entered[position].0 = count;
            count += 1;
            open.push((position, true));
            let range = self.starts[position]..self.starts[position + 1];
            open.extend(self.children[range].iter().rev().map(|child| (*child, false)));
        }
    }

    /// The elements directly below `position`, in reading order.
    pub(crate) fn children(&self, position: usize) -> &[usize] {
        &self.children[self.starts[position]..self.starts[position + 1]]
    }

    /// The elements that have no parent.
    pub(crate) fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// Whether `position` is `ancestor` or lies below it.
    pub(crate) fn within(&self, position: usize, ancestor: usize) -> bool {
        let (first, end) = self.entered[ancestor];
        (first..end).contains(&self.entered[position].0)
    }

    /// The number of elements below `position`.
    pub(crate) fn size(&self, position: usize) -> usize {
        let (first, end) = self.entered[position];
        end - first - 1
    }

    /// The elements below `position` in reading order, without going below those for which `enter` says no.
    pub(crate) fn below(
        &self,
        position: usize,
        mut enter: impl FnMut(usize) -> bool,
        mut visit: impl FnMut(usize),
    ) {
        let mut open: Vec<usize> = self.children(position).iter().rev().copied().collect();
        while let Some(next) = open.pop() {
            visit(next);
            if enter(next) {
                open.extend(self.children(next).iter().rev());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::snapshot;

    #[test]
    fn children_and_nesting_are_those_of_the_snapshot() {
        let read = snapshot("Window\n  Group\n    Button\n    Text\n  Group\n    Text").unwrap();
        let outline = Outline::of(&read);
        assert_eq!(outline.roots(), [0]);
        assert_eq!(outline.children(0), [1, 4]);
        assert_eq!(outline.children(1), [2, 3]);
        assert!(outline.within(3, 1) && outline.within(1, 1) && !outline.within(5, 1));
        assert_eq!((outline.size(0), outline.size(4)), (5, 1));
        let mut seen = Vec::new();
        outline.below(0, |position| position != 1, |position| seen.push(position));
        assert_eq!(seen, [1, 4, 5]);
    }
}
