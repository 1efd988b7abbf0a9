//! Conditions on the same element of an array: those of one `$elemMatch`. An index with several
//! entries for a document may be asked for two of them together, and for no others
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/multikey-index-bounds/>).

use std::rc::Rc;

use super::access::conjuncts;
use crate::query::{Leaf, Node};
use crate::value::Path;

/// The `$elemMatch`es around a condition, the outermost first: each with the number of parts of the path to its array.
#[derive(Clone, Debug, Default)]
pub(super) struct Surrounding(Vec<(*const (), usize)>);

impl Surrounding {
    /// With another one inside of these, on the array at a path.
    fn with(&self, leaf: &Leaf, path: &Path) -> Self {
        let mut all = self.clone();
        all.0.push((Rc::as_ptr(&leaf.predicate).cast(), path.parts().len()));
        all
    }

    /// The `$elemMatch`es around both.
    pub(super) fn common(&self, other: &Self) -> Self {
        let common = self.0.iter().zip(&other.0).take_while(|(one, other)| one.0 == other.0);
        Surrounding(common.map(|(one, _)| *one).collect())
    }

    /// Whether of the arrays on the way to a value (bits, by the number of parts that lead to each), all those that
    /// so many parts of the path may lead to are entered at one element.
    pub(super) fn settles(&self, arrays: u64, parts: usize) -> bool {
        let depth = self.0.last().map_or(0, |(_, depth)| *depth);
        !(depth + 1..=parts).any(|taken| arrays & (1 << taken) != 0)
    }
}

/// The conditions on the elements that an `$elemMatch` asks for, each with what surrounds it and the path that its own
/// begins behind.
pub(super) fn inside(leaf: &Leaf) -> Vec<(Node, Surrounding, Path)> {
    let mut found = Vec::new();
    collect(leaf, &leaf.path, &Surrounding::default(), &mut found);
    found
}

fn collect(leaf: &Leaf, path: &Path, around: &Surrounding, found: &mut Vec<(Node, Surrounding, Path)>) {
    let Some(element) = leaf.predicate.element_filter() else { return };
    let around = around.with(leaf, path);
    for inner in conjuncts(element) {
        // An array in an array is one entry, and says nothing of its elements.
        if let Node::Leaf(leaf) = &inner
            && !leaf.path.as_str().is_empty()
        {
            collect(leaf, &below(path, &leaf.path), &around, found);
        }
        found.push((inner, around.clone(), path.clone()));
    }
}

/// The path that leads on from another one.
pub(super) fn below(path: &Path, own: &Path) -> Path {
    Path::new(&format!("{}.{}", path.as_str(), own.as_str()))
}
