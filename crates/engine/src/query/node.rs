//! The compiled filter and its evaluation.

use std::rc::Rc;

use super::{ArrayMode, DocumentPredicate, MatchPosition, ValuePredicate};
use crate::error::Result;
use crate::value::any_value;
use crate::value::{DocBuilder, Path, RawDoc, RawValue};

/// A node of a compiled filter.
#[derive(Clone, Debug)]
pub enum Node {
    /// All children must match; always true without children.
    And(Vec<Node>),
    /// One child must match; always false without children.
    Or(Vec<Node>),
    /// No child may match.
    Nor(Vec<Node>),
    /// The child must not match.
    Not(Box<Node>),
    /// A predicate on the values at a path.
    Leaf(Leaf),
    /// A predicate on the whole document.
    Document(Rc<dyn DocumentPredicate>),
}

/// A predicate on the values at a path.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The path.
    pub path: Path,
    /// The predicate.
    pub predicate: Rc<dyn ValuePredicate>,
}

impl Leaf {
    /// Creates a leaf node.
    pub fn node(path: &Path, predicate: impl ValuePredicate + 'static) -> Node {
        Node::Leaf(Leaf { path: path.clone(), predicate: Rc::new(predicate) })
    }

    /// Whether a document matches. `position` receives the matching array element.
    pub(crate) fn matches(&self, doc: RawDoc<'_>, position: Option<&mut Option<MatchPosition>>) -> bool {
        let predicate = &*self.predicate;
        let mode = predicate.array_mode();
        if let ([only], None) = (self.path.parts(), &position) {
            // The common case: a top-level field without an array.
            let value = doc.get(&only.name).unwrap_or(RawValue::MISSING);
            if !value.is_array() {
                return predicate.matches(value);
            }
        }
        let mut found = None;
        let matched = any_value(doc, self.path.parts(), mode, &mut |value, outer| {
            if !predicate.matches(value) {
                return false;
            }
            found = outer.or_else(|| predicate.matched_element(value));
            true
        });
        if let (Some(slot), Some(index)) = (position, found) {
            *slot = Some(MatchPosition { index });
        }
        matched
    }

    /// Whether a value satisfies the predicate.
    fn matches_value(&self, value: RawValue<'_>, arrays: Arrays) -> bool {
        if arrays == Arrays::Entered
            && self.predicate.array_mode() == ArrayMode::ElementsAndWhole
            && let Some(array) = value.as_array()
            && array.values().any(|element| self.predicate.matches(element))
        {
            return true;
        }
        self.predicate.matches(value)
    }
}

/// Whether conditions on one value also test its elements when it is an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrays {
    /// Test the elements too, as at the end of a path: `$pull`, array filters.
    Entered,
    /// Test only the value itself: `$elemMatch`.
    Whole,
}

impl Node {
    /// Returns a node that is always true.
    pub fn always() -> Node {
        Node::And(Vec::new())
    }

    /// Whether the node has no conditions and so is always true.
    pub fn is_always(&self) -> bool {
        matches!(self, Node::And(children) if children.is_empty())
    }

    /// Whether, for an array at the path without nested arrays, the node depends only on the array's
    /// length.
    pub fn depends_only_on_array_length(&self) -> bool {
        match self {
            Node::And(children) | Node::Or(children) | Node::Nor(children) => {
                children.iter().all(Node::depends_only_on_array_length)
            }
            Node::Not(child) => child.depends_only_on_array_length(),
            Node::Leaf(leaf) => leaf.predicate.depends_only_on_array_length(),
            Node::Document(_) => false,
        }
    }

    /// Whether the node contains a predicate on the whole document.
    pub(crate) fn has_document_predicate(&self) -> bool {
        match self {
            Node::And(children) | Node::Or(children) | Node::Nor(children) => {
                children.iter().any(Node::has_document_predicate)
            }
            Node::Not(child) => child.has_document_predicate(),
            Node::Leaf(_) => false,
            Node::Document(_) => true,
        }
    }

    /// Whether the document matches. `position` receives the array position of the last element involved.
    pub(crate) fn matches(
        &self,
        doc: RawDoc<'_>,
        mut position: Option<&mut Option<MatchPosition>>,
    ) -> Result<bool> {
        match self {
            Node::Leaf(leaf) => Ok(leaf.matches(doc, position)),
            Node::And(children) => {
                for child in children {
                    if !child.matches(doc, position.as_deref_mut())? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Or(children) => {
                // `$or` doesn't set the positional operator's position.
                for child in children {
                    if child.matches(doc, None)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Nor(children) => {
                for child in children {
                    if child.matches(doc, None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Not(child) => Ok(!child.matches(doc, None)?),
            Node::Document(predicate) => predicate.matches(doc),
        }
    }

    /// Whether one value satisfies conditions whose paths are all empty, as in `$elemMatch: { $gt: 5 }`.
    pub(super) fn matches_value(&self, value: RawValue<'_>, arrays: Arrays) -> bool {
        match self {
            Node::Leaf(leaf) => leaf.matches_value(value, arrays),
            Node::And(children) => children.iter().all(|child| child.matches_value(value, arrays)),
            Node::Or(children) => children.iter().any(|child| child.matches_value(value, arrays)),
            Node::Nor(children) => !children.iter().any(|child| child.matches_value(value, arrays)),
            Node::Not(child) => !child.matches_value(value, arrays),
            Node::Document(_) => false,
        }
    }

    /// Flattens nested `$and`s, and replaces an `$and` or `$or` of one child by the child.
    pub(super) fn simplified(self, keep_double_negations: bool) -> Node {
        match self {
            Node::And(children) => {
                let mut flat = Vec::with_capacity(children.len());
                for child in children {
                    match child.simplified(keep_double_negations) {
                        Node::And(inner) => flat.extend(inner),
                        other => flat.push(other),
                    }
                }
                single_or(flat, Node::And)
            }
            Node::Or(children) => {
                let mut simple = Vec::with_capacity(children.len());
                for child in children {
                    match child.simplified(keep_double_negations) {
                        Node::Or(inner) => simple.extend(inner),
                        other => simple.push(other),
                    }
                }
                single_or(simple, Node::Or)
            }
            Node::Nor(children) => {
                Node::Nor(children.into_iter().map(|child| child.simplified(keep_double_negations)).collect())
            }
            Node::Not(child) => match child.simplified(keep_double_negations) {
                Node::Not(inner) if !keep_double_negations => *inner,
                other => Node::Not(Box::new(other)),
            },
            other => other,
        }
    }

    /// Writes conditions on one value as operators: `{ $gt: 5, $lt: 8 }`.
    pub(super) fn describe_operators(&self, out: &mut DocBuilder) {
        match self {
            Node::And(children) => children.iter().for_each(|child| child.describe_operators(out)),
            Node::Leaf(leaf) => leaf.predicate.describe(out),
            Node::Not(child) => {
                out.document("$not", |inner| child.describe_operators(inner));
            }
            other => other.describe(out),
        }
    }

    /// Writes the node as explain's `parsedQuery` shows it.
    pub(super) fn describe(&self, out: &mut DocBuilder) {
        match self {
            Node::And(children) if children.is_empty() => {}
            Node::And(children) => {
                // Implied conditions are written after all others, except for `$or`s.
                let implied = children.iter().flat_map(Node::implied).cloned();
                let (first, implied): (Vec<_>, Vec<_>) =
                    implied.partition(|node| matches!(node, Node::Or(_)));
                out.array("$and", |array| {
                    for child in &first {
                        array.document(|inner| child.describe(inner));
                    }
                    for child in children {
                        array.document(|inner| child.describe_alone(inner));
                    }
                    for child in &implied {
                        array.document(|inner| child.describe(inner));
                    }
                });
            }
            Node::Or(children) if children.is_empty() => {
                out.append_i32("$alwaysFalse", 1);
            }
            Node::Or(children) => describe_list("$or", children, out),
            Node::Nor(children) => describe_list("$nor", children, out),
            Node::Leaf(leaf) => {
                out.document(leaf.path.as_str(), |inner| leaf.predicate.describe(inner));
            }
            Node::Not(child) => match &**child {
                Node::Leaf(leaf) => {
                    out.document(leaf.path.as_str(), |outer| {
                        outer.document("$not", |inner| leaf.predicate.describe(inner));
                    });
                }
                other => describe_list("$nor", std::slice::from_ref(other), out),
            },
            Node::Document(predicate) if predicate.implied().is_empty() => predicate.describe(out),
            Node::Document(_) => Node::And(vec![self.clone()]).describe(out),
        }
    }

    /// Like [`Self::describe`], without the conditions that a predicate on the whole document implies.
    fn describe_alone(&self, out: &mut DocBuilder) {
        match self {
            Node::Document(predicate) => predicate.describe(out),
            other => other.describe(out),
        }
    }

    /// Returns the conditions that a predicate on the whole document implies.
    pub fn implied(&self) -> &[Node] {
        match self {
            Node::Document(predicate) => predicate.implied(),
            _ => &[],
        }
    }
}

/// Returns the only node, or a list of all.
pub(super) fn single_or(mut nodes: Vec<Node>, list: fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 { nodes.remove(0) } else { list(nodes) }
}

fn describe_list(name: &str, children: &[Node], out: &mut DocBuilder) {
    out.array(name, |array| {
        for child in children {
            array.document(|inner| child.describe(inner));
        }
    });
}
