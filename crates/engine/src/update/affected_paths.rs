//! Which parts of a document an update's operators name, for those who say what it has changed.

use super::tree::Node;
use super::{Kind, Update};

/// The effect of an update's operators at and below a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AffectedPaths<'u>(Place<'u>);

#[derive(Clone, Copy, Debug)]
enum Place<'u> {
    Node(Option<&'u Node>),
    /// Every field is set to a value.
    Fields,
    /// The value is set.
    Value,
}

impl Update {
    /// Where the operators' paths lead; `None` for a pipeline, which is known by its results alone.
    pub(crate) fn touched(&self) -> Option<AffectedPaths<'_>> {
        match &self.kind {
            Kind::Operators { tree, .. } => Some(AffectedPaths(Place::Node(Some(tree)))),
            _ => None,
        }
    }
}

impl<'u> AffectedPaths<'u> {
    /// What sets a document's fields, whichever they are.
    pub(crate) const FIELDS: AffectedPaths<'static> = AffectedPaths(Place::Fields);

    fn node(self) -> Option<&'u Node> {
        match self.0 {
            Place::Node(node) => node,
            Place::Fields | Place::Value => None,
        }
    }

    /// The same for a field or an element.
    pub(crate) fn below(self, name: &str) -> AffectedPaths<'u> {
        let node = match self.node() {
            _ if matches!(self.0, Place::Fields) => return AffectedPaths(Place::Value),
            Some(Node::Fields(fields)) => fields
                .named
                .iter()
                .find(|(known, _)| *known.text == *name)
                .map(|(_, node)| node)
                .or(fields.positional.as_ref()),
            // With several filters any of them may have chosen the element, but all go on alike from there.
            Some(Node::Elements(children)) => children.values().next(),
            _ => None,
        };
        AffectedPaths(Place::Node(node.map(|node| &**node)))
    }

    /// Whether an operator's path ends here, so that events show the whole value.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.0, Place::Value)
            || matches!(self.node(), Some(Node::Leaf(modifier)) if !modifier.appends())
    }

    /// Whether no operator's path leads here.
    pub(crate) fn leaves(self, name: &str) -> bool {
        matches!(self.below(name).0, Place::Node(None))
    }

    /// Whether an operator that adds to the end of an array stands here.
    pub(crate) fn appends(&self) -> bool {
        matches!(self.node(), Some(Node::Leaf(modifier)) if modifier.appends())
    }
}
