//! Which parts of a document an update's operators name, for those who tell what it has changed.

use super::tree::Node;
use super::{Kind, Update};

/// What operators do at and below a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched<'u>(Option<&'u Node>);

impl Update {
    /// Where the operators' paths lead; `None` for a pipeline, which is known by its results alone.
    pub(crate) fn touched(&self) -> Option<Touched<'_>> {
        match &self.kind {
            Kind::Operators { tree, .. } => Some(Touched(Some(tree))),
            _ => None,
        }
    }
}

impl<'u> Touched<'u> {
    /// The same for a field or an element.
    pub(crate) fn below(self, name: &str) -> Touched<'u> {
        let node = match self.0 {
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
        Touched(node.map(|node| &**node))
    }

    /// Whether an operator's path ends here, and what is told is the value as a whole.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.0, Some(Node::Leaf(modifier)) if !modifier.appends())
    }

    /// Whether an operator that adds to the end of an array stands here.
    pub(crate) fn appends(&self) -> bool {
        matches!(self.0, Some(Node::Leaf(modifier)) if modifier.appends())
    }
}
