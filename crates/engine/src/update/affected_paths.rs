//! The paths that an update's operators affect, for change streams.

use super::tree::Node;
use super::{Kind, Update};

/// The operators of an update at and below a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AffectedPaths<'u>(Place<'u>);

#[derive(Clone, Copy, Debug)]
enum Place<'u> {
    Node(Option<&'u Node>),
    /// Every field is set.
    Fields,
    /// The whole value is set.
    Value,
}

impl Update {
    /// Returns the paths of the operators; `None` for a pipeline, since only its results show its changes.
    pub(crate) fn touched(&self) -> Option<AffectedPaths<'_>> {
        match &self.kind {
            Kind::Operators { tree, .. } => Some(AffectedPaths(Place::Node(Some(tree)))),
            _ => None,
        }
    }
}

impl<'u> AffectedPaths<'u> {
    /// The paths of an update that sets any fields of a document.
    pub(crate) const FIELDS: AffectedPaths<'static> = AffectedPaths(Place::Fields);

    fn node(self) -> Option<&'u Node> {
        match self.0 {
            Place::Node(node) => node,
            Place::Fields | Place::Value => None,
        }
    }

    /// Returns the operators below a field or an element.
    pub(crate) fn below(self, name: &str) -> AffectedPaths<'u> {
        let node = match self.node() {
            _ if matches!(self.0, Place::Fields) => return AffectedPaths(Place::Value),
            Some(Node::Fields(fields)) => fields
                .named
                .iter()
                .find(|(known, _)| *known.text == *name)
                .map(|(_, node)| node)
                .or(fields.positional.as_ref()),
            // Any of several filters may have selected the element, but their subtrees are alike.
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

    /// Whether no operator affects the field or element `name`.
    pub(crate) fn leaves(self, name: &str) -> bool {
        matches!(self.below(name).0, Place::Node(None))
    }

    /// Whether the operator here appends to an array.
    pub(crate) fn appends(&self) -> bool {
        matches!(self.node(), Some(Node::Leaf(modifier)) if modifier.appends())
    }
}
