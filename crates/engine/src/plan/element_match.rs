//! Conditions on the same element of an array: those of one `$elemMatch`. Only their bounds may be
//! intersected in an index with several entries per document
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/multikey-index-bounds/>).

use std::rc::Rc;

use super::conjuncts::conjuncts;
use crate::query::{Leaf, Node};
use crate::value::Path;

/// The `$elemMatch`es around a condition, outermost first. Each has the number of path parts to its array.
#[derive(Clone, Debug, Default)]
pub(super) struct EnclosingElemMatches(Vec<(*const (), usize)>);

impl EnclosingElemMatches {
    /// Returns the list extended by an inner `$elemMatch` on the array at a path.
    fn with(&self, leaf: &Leaf, path: &Path) -> Self {
        let mut all = self.clone();
        all.0.push((Rc::as_ptr(&leaf.predicate).cast(), path.parts().len()));
        all
    }

    /// Returns the `$elemMatch`es around both conditions.
    pub(super) fn common(&self, other: &Self) -> Self {
        let common = self.0.iter().zip(&other.0).take_while(|(one, other)| one.0 == other.0);
        EnclosingElemMatches(common.map(|(one, _)| *one).collect())
    }

    /// Whether an `$elemMatch` fixes the element of every array among the first `parts` parts of the path.
    /// `arrays` has a bit for each number of parts that leads to an array.
    pub(super) fn fixes_elements(&self, arrays: u64, parts: usize) -> bool {
        let depth = self.0.last().map_or(0, |(_, depth)| *depth);
        !(depth + 1..=parts).any(|taken| arrays & (1 << taken) != 0)
    }
}

/// Returns the conditions on elements inside an `$elemMatch`, each with its enclosing `$elemMatch`es and
/// its path prefix.
pub(super) fn inner_conditions(leaf: &Leaf) -> Vec<(Node, EnclosingElemMatches, Path)> {
    let mut found = Vec::new();
    collect(leaf, &leaf.path, &EnclosingElemMatches::default(), &mut found);
    found
}

fn collect(
    leaf: &Leaf,
    path: &Path,
    around: &EnclosingElemMatches,
    found: &mut Vec<(Node, EnclosingElemMatches, Path)>,
) {
    let Some(element) = leaf.predicate.element_filter() else { return };
    let around = around.with(leaf, path);
    for inner in conjuncts(element) {
        // An array inside an array is one entry, which doesn't show its elements.
        if let Node::Leaf(leaf) = &inner
            && !leaf.path.as_str().is_empty()
        {
            collect(leaf, &below(path, &leaf.path), &around, found);
        }
        found.push((inner, around.clone(), path.clone()));
    }
}

/// Appends one path to another.
pub(super) fn below(path: &Path, own: &Path) -> Path {
    Path::new(&format!("{}.{}", path.as_str(), own.as_str()))
}
