//! Normalization of filters into the form that the server plans and shows: constants folded, equalities on
//! one path under `$or` merged into `$in`, conditions sorted.
//!
//! <https://www.mongodb.com/docs/manual/reference/operator/query/or/#-or-versus--in>,
//! <https://www.mongodb.com/docs/manual/core/query-plans/#plan-cache-query-shape>

use std::cmp::Ordering;
use std::rc::Rc;

use super::node::single_or;
use super::operator::Membership;
use super::{Leaf, Node};
use crate::value::{DocBuilder, RawDoc, Value, sort_by};

/// The server's order of conditions, by operator.
const ORDER: &[&str] = &[
    "$and",
    "$or",
    "$elemMatch",
    "$size",
    "$eq",
    "$lte",
    "$lt",
    "$gt",
    "$gte",
    "$regex",
    "$mod",
    "$exists",
    "$in",
    "$bitsAllSet",
    "$bitsAllClear",
    "$bitsAnySet",
    "$bitsAnyClear",
    "$not",
    "$nor",
    "$type",
    "$geoWithin",
    "$geoIntersects",
    "$where",
    "$expr",
    "$alwaysFalse",
    "$near",
    "$geoNear",
    "$nearSphere",
    "$text",
];

/// Optional replacements by equivalent conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Folding {
    /// Whether to merge alternative equalities on one path into one `$in`.
    pub merge_equalities: bool,
    /// Whether to keep double negations.
    pub keep_double_negations: bool,
}

impl Node {
    /// Returns the filter in normal form.
    pub(super) fn optimized(self, folding: Folding) -> Node {
        match self {
            Node::And(children) => {
                let mut flat = Vec::with_capacity(children.len());
                for child in children {
                    match child.optimized(folding) {
                        Node::And(inner) => flat.extend(inner),
                        never if never.is_never() => return never,
                        other => flat.push(other),
                    }
                }
                in_order(flat, Node::And)
            }
            Node::Or(children) => {
                let mut flat = Vec::with_capacity(children.len());
                for child in children {
                    match child.optimized(folding) {
                        Node::Or(inner) => flat.extend(inner),
                        always if always.is_always() => return always,
                        other => flat.push(other),
                    }
                }
                if folding.merge_equalities {
                    merge_equalities_on_path(&mut flat);
                }
                in_order(flat, Node::Or)
            }
            Node::Nor(children) => {
                let mut kept = Vec::with_capacity(children.len());
                for child in children {
                    match child.optimized(folding) {
                        never if never.is_never() => {}
                        always if always.is_always() => return Node::Or(Vec::new()),
                        other => kept.push(other),
                    }
                }
                match kept.len() {
                    0 => Node::always(),
                    1 => negated(kept.remove(0), folding),
                    _ => in_order(kept, Node::Nor),
                }
            }
            Node::Not(child) => negated(child.optimized(folding), folding),
            Node::Leaf(leaf) if leaf.predicate.is_never() => Node::Or(Vec::new()),
            other => other,
        }
    }

    /// Whether the node is always false.
    pub fn is_never(&self) -> bool {
        matches!(self, Node::Or(children) if children.is_empty())
    }

    fn children(&self) -> &[Node] {
        match self {
            Node::And(children) | Node::Or(children) | Node::Nor(children) => children,
            Node::Not(child) => std::slice::from_ref(child),
            _ => &[],
        }
    }

    /// Returns the sort position of the operator, and the path.
    fn rank(&self) -> (usize, &str) {
        let (name, path) = match self {
            Node::And(_) => ("$and".to_owned(), ""),
            Node::Or(_) => ("$or".to_owned(), ""),
            Node::Nor(_) => ("$nor".to_owned(), ""),
            Node::Not(_) => ("$not".to_owned(), ""),
            Node::Leaf(leaf) => (written(|out| leaf.predicate.describe(out)), leaf.path.as_str()),
            Node::Document(predicate) => (written(|out| predicate.describe(out)), ""),
        };
        (ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len()), path)
    }

    fn order(&self, other: &Node) -> Ordering {
        let by_children = || {
            let (own, others) = (self.children(), other.children());
            let pairs = own.iter().zip(others).map(|(a, b)| a.order(b));
            pairs.fold(Ordering::Equal, Ordering::then).then(own.len().cmp(&others.len()))
        };
        self.rank().cmp(&other.rank()).then_with(by_children)
    }
}

/// Returns the name of the first operator that `describe` writes.
fn written(describe: impl FnOnce(&mut DocBuilder)) -> String {
    let mut out = DocBuilder::new();
    describe(&mut out);
    RawDoc::new(&out.finish()).first().map_or_else(String::new, |operator| operator.name().to_owned())
}

fn negated(child: Node, folding: Folding) -> Node {
    match child {
        Node::Not(inner) if !folding.keep_double_negations => *inner,
        never if never.is_never() => Node::always(),
        always if always.is_always() => Node::Or(Vec::new()),
        other => Node::Not(Box::new(other)),
    }
}

fn in_order(mut children: Vec<Node>, list: fn(Vec<Node>) -> Node) -> Node {
    sort_by(&mut children, Node::order);
    single_or(children, list)
}

/// Merges equalities on one path into one `$in`.
fn merge_equalities_on_path(children: &mut Vec<Node>) {
    let equality = |node: &Node| match node {
        Node::Leaf(leaf) => leaf.predicate.equals().cloned().map(|value| (leaf.path.clone(), value)),
        _ => None,
    };
    let mut at = 0;
    while at < children.len() {
        if let Some((path, first)) = equality(&children[at]) {
            let mut values: Vec<Value<'static>> = vec![first];
            let mut others = Vec::with_capacity(children.len());
            for node in children.drain(at + 1..) {
                match equality(&node) {
                    Some((other, value)) if other == path => values.push(value),
                    _ => others.push(node),
                }
            }
            let choice = Membership::of(values);
            // A duplicate value doesn't turn an equality into `$in`.
            if choice.count() > 1 {
                children[at] = Node::Leaf(Leaf { path, predicate: Rc::new(choice) });
            }
            children.extend(others);
        }
        at += 1;
    }
}
