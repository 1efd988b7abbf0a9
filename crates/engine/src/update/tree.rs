//! The tree of an update: paths, with operators at the leaves.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::operator::Modifier;
use super::path::{FieldName, Part, UpdatePath};
use crate::error::{Error, ErrorCode, Result};

/// The operators at and below a path.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Named children.
    Fields(Fields),
    /// Children for array elements, by array filter identifier (empty: all elements).
    Elements(BTreeMap<Box<str>, Rc<Node>>),
    /// An operator at the end of its path.
    Leaf(Rc<dyn Modifier>),
}

/// Children by field name, and the child for `$`.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    pub(super) named: BTreeMap<FieldName, Rc<Node>>,
    pub(super) positional: Option<Rc<Node>>,
}

impl Node {
    /// Returns the document's fields that operators change, as a whole or in part.
    pub(super) fn field_names(&self) -> Vec<Box<str>> {
        match self {
            Node::Fields(fields) => fields.named.keys().map(|name| name.text.clone()).collect(),
            Node::Leaf(_) | Node::Elements(_) => Vec::new(),
        }
    }

    /// Creates a tree without operators.
    pub(super) fn root() -> Self {
        Node::Fields(Fields::default())
    }

    /// Adds an operator at a path.
    ///
    /// # Errors
    /// `ConflictingUpdateOperators` (40) when another operator is at, above or below it.
    pub(super) fn add(&mut self, path: &UpdatePath, modifier: Rc<dyn Modifier>) -> Result<()> {
        self.add_below(path, 0, modifier)
    }

    /// Whether a path contains `$`.
    pub(super) fn needs_position(&self) -> bool {
        match self {
            Node::Leaf(_) => false,
            Node::Fields(fields) => {
                fields.positional.is_some() || fields.named.values().any(|node| node.needs_position())
            }
            Node::Elements(children) => children.values().any(|node| node.needs_position()),
        }
    }

    fn add_below(&mut self, path: &UpdatePath, at: usize, modifier: Rc<dyn Modifier>) -> Result<()> {
        let last = at + 1 == path.parts.len();
        let conflict = |at| {
            Error::new(
                ErrorCode::CONFLICTING_UPDATE_OPERATORS,
                format!("Updating the path '{}' would create a conflict at '{}'", path.text, path.prefix(at)),
            )
        };
        let fresh = || -> Node {
            match path.parts.get(at + 1) {
                None => Node::Leaf(modifier.clone()),
                Some(Part::Elements(_)) => Node::Elements(BTreeMap::new()),
                Some(_) => Node::root(),
            }
        };
        let mut added = false;
        let mut make = || {
            added = true;
            Rc::new(fresh())
        };
        let child = match (&mut *self, &path.parts[at]) {
            (Node::Fields(fields), Part::Field(name)) => {
                fields.named.entry(name.clone()).or_insert_with(&mut make)
            }
            (Node::Fields(fields), Part::Positional) => fields.positional.get_or_insert_with(&mut make),
            (Node::Elements(children), Part::Elements(identifier)) => {
                children.entry(identifier.clone()).or_insert_with(&mut make)
            }
            // A leaf, or fields instead of elements: the conflict is at the parent.
            _ => return Err(conflict(at.saturating_sub(1))),
        };
        if last {
            return if added { Ok(()) } else { Err(conflict(at)) };
        }
        Rc::make_mut(child).add_below(path, at + 1, modifier)
    }
}

impl Fields {
    /// Returns the children with `$` replaced by a position.
    ///
    /// # Errors
    /// `ConflictingUpdateOperators` (40) when an operator for the position conflicts with one for `$`.
    pub(super) fn at_position(
        &self,
        index: usize,
        path: &dyn Fn(&str) -> String,
    ) -> Result<BTreeMap<FieldName, Rc<Node>>> {
        let mut named = self.named.clone();
        if let Some(positional) = &self.positional {
            let name = FieldName::new(&index.to_string());
            let merged = match named.get(&name) {
                Some(own) => merge(own, positional, &path(&name.text))?,
                None => positional.clone(),
            };
            named.insert(name, merged);
        }
        Ok(named)
    }
}

/// Merges two trees at `path`.
///
/// # Errors
/// `ConflictingUpdateOperators` (40) when an operator of one is at, above or below an operator of the
/// other.
pub(super) fn merge(left: &Rc<Node>, right: &Rc<Node>, path: &str) -> Result<Rc<Node>> {
    let below = |name: &str| format!("{path}.{name}");
    let merged = match (&**left, &**right) {
        (Node::Fields(a), Node::Fields(b)) => {
            let mut named = a.named.clone();
            for (name, node) in &b.named {
                let node = match named.get(name) {
                    Some(own) => merge(own, node, &below(&name.text))?,
                    None => node.clone(),
                };
                named.insert(name.clone(), node);
            }
            let positional = match (&a.positional, &b.positional) {
                (Some(a), Some(b)) => Some(merge(a, b, &below("$"))?),
                (one, other) => one.clone().or_else(|| other.clone()),
            };
            Node::Fields(Fields { named, positional })
        }
        (Node::Elements(a), Node::Elements(b)) => {
            let mut children = a.clone();
            for (identifier, node) in b {
                let node = match children.get(identifier) {
                    Some(own) => merge(own, node, &below(&format!("$[{identifier}]")))?,
                    None => node.clone(),
                };
                children.insert(identifier.clone(), node);
            }
            Node::Elements(children)
        }
        _ => {
            return Err(Error::new(
                ErrorCode::CONFLICTING_UPDATE_OPERATORS,
                format!("Update created a conflict at '{path}'"),
            ));
        }
    };
    Ok(Rc::new(merged))
}
