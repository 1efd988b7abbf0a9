//! The conditions that a query joins by "and": taken apart for the planner, and joined to filters again.

use std::rc::Rc;

use crate::query::{Filter, Node};

/// Returns the conjuncts of a node: the children of an `$and`, or the node itself.
pub(super) fn conjuncts(node: &Node) -> Vec<Node> {
    match node {
        Node::And(children) => children.iter().flat_map(conjuncts).collect(),
        other => vec![other.clone()],
    }
}

/// Adds the conditions that the conjuncts imply for indexes.
pub(super) fn with_implied(mut conjuncts: Vec<Node>) -> Vec<Node> {
    let implied: Vec<Node> = conjuncts.iter().flat_map(Node::implied).cloned().collect();
    conjuncts.extend(implied);
    conjuncts
}

/// Whether two conditions are the same predicate.
pub(super) fn is_same(one: &Node, other: &Node) -> bool {
    match (one, other) {
        (Node::Leaf(one), Node::Leaf(other)) => Rc::ptr_eq(&one.predicate, &other.predicate),
        _ => false,
    }
}

/// Whether a condition only serves to find bounds.
pub(super) fn is_implied(node: &Node) -> bool {
    matches!(node, Node::Leaf(leaf) if leaf.predicate.is_implied())
}

/// Joins conditions into a filter; `None` if there are none.
pub(super) fn filter_of(nodes: &[Node]) -> Option<Rc<Filter>> {
    match nodes {
        [] => None,
        [only] => Some(Rc::new(Filter::from_node(only.clone()))),
        many => Some(Rc::new(Filter::from_node(Node::And(many.to_vec())))),
    }
}
