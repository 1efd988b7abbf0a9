//! Whether an index contains every document that a query could match. Sparse and partial indexes lack some.

use super::conjuncts::conjuncts;
use super::geo;
use super::wildcard::requires_existence;
use crate::collection::Index;
use crate::query::{Interval, Leaf, Node};
use crate::value::{Path, RawValue, Value};

/// Whether a sparse or partial index contains every document that the conjuncts match.
pub(super) fn is_complete_for(index: &Index, conjuncts: &[Node]) -> bool {
    let spec = &index.spec;
    let holds_all = spec.text.is_none() && spec.partial.is_none() && !spec.sparse && !spec.is_geospatial();
    if holds_all {
        return true;
    }
    // An expression may find a value where the index has the entry missing: behind an array on the path.
    let proves = |node: &&Node| match node {
        Node::Leaf(leaf) => !leaf.predicate.is_implied() || leaf.path.parts().len() == 1,
        _ => true,
    };
    let conjuncts: &[Node] = &conjuncts.iter().filter(proves).cloned().collect::<Vec<_>>();
    if index.spec.text.is_some() {
        return false;
    }
    if index.spec.is_geospatial() && !geo::needs_place(index, conjuncts) {
        return false;
    }
    if index.spec.sparse {
        let is_held = |leaf: &Leaf| index.spec.fields.iter().any(|field| field.path == leaf.path);
        let needs_value = |node: &Node| match node {
            Node::Leaf(leaf) => is_held(leaf) && !leaf.predicate.matches(RawValue::MISSING),
            Node::Not(inner) => index.spec.fields.iter().any(|field| is_null(inner, &field.path)),
            _ => false,
        };
        if !conjuncts.iter().any(needs_value) {
            return false;
        }
    }
    holds_partial(index, conjuncts)
}

/// Whether the conjuncts imply the filter of a partial index. True for other indexes.
pub(super) fn holds_partial(index: &Index, conjuncts: &[Node]) -> bool {
    match &index.spec.partial {
        Some(partial) => self::conjuncts(partial.root()).iter().all(|wanted| implied(wanted, conjuncts)),
        None => true,
    }
}

/// Whether every document of a partial index satisfies a condition.
pub(super) fn holds_in_partial(index: &Index, condition: &Node) -> bool {
    index.spec.partial.as_ref().is_some_and(|partial| implied(condition, &self::conjuncts(partial.root())))
}

/// Whether the conjuncts `given` imply the condition `wanted` of a partial filter.
fn implied(wanted: &Node, given: &[Node]) -> bool {
    match wanted {
        Node::And(children) => children.iter().all(|child| implied(child, given)),
        Node::Or(children) => {
            children.iter().any(|child| implied(child, given))
                || given.iter().any(|node| match node {
                    Node::Or(branches) => branches.iter().all(|branch| implied(wanted, &conjuncts(branch))),
                    _ => false,
                })
        }
        Node::Leaf(wanted) => given.iter().any(|node| match node {
            Node::Leaf(given) => given.path == wanted.path && leaf_implies(given, wanted),
            Node::Or(branches) => {
                branches.iter().all(|branch| implied(&Node::Leaf(wanted.clone()), &conjuncts(branch)))
            }
            Node::Not(inner) => requires_existence(wanted) && is_null(inner, &wanted.path),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether a condition tests that a field is null. Its negation implies that the field exists, which other
/// negations don't. Restricted to undotted paths: below an empty array a value is neither null nor present.
fn is_null(node: &Node, path: &Path) -> bool {
    let Node::Leaf(leaf) = node else { return false };
    leaf.path == *path && path.parts().len() == 1 && matches!(leaf.predicate.equals(), Some(Value::Null))
}

fn leaf_implies(given: &Leaf, wanted: &Leaf) -> bool {
    let describe = |leaf: &Leaf| {
        let mut out = crate::value::DocBuilder::new();
        leaf.predicate.describe(&mut out);
        out.finish()
    };
    if describe(given) == describe(wanted) {
        return true;
    }
    let given_needs_value = !given.predicate.matches(RawValue::MISSING);
    let (Some(given), Some(bounds)) = (given.predicate.bounds(), wanted.predicate.bounds()) else {
        return false;
    };
    if bounds.intervals == [Interval::all()] {
        // Any condition that a missing field fails implies existence.
        return given_needs_value && wanted.predicate.matches(RawValue::NULL);
    }
    bounds.exact && bounds.contains(&given)
}
