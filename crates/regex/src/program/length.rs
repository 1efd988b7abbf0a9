//! The length of lookbehinds, which must be fixed.

use crate::node::{Condition, Node, Verb};
use crate::parse::{Pattern, PatternError};

/// Maximum nesting of calls that is followed.
const MAX_DEPTH: usize = 20;

/// Checks that every lookbehind in a part of a pattern has a fixed length.
///
/// # Errors
/// A lookbehind of variable length.
pub(super) fn check(pattern: &Pattern, node: &Node) -> Result<(), PatternError> {
    match node {
        Node::Look { ahead: false, node, .. } => {
            let branches = match &**node {
                Node::Alternatives(all) => all.as_slice(),
                other => std::slice::from_ref(other),
            };
            branches.iter().try_for_each(|branch| of(pattern, branch).map(drop))?;
            check(pattern, node)
        }
        Node::Sequence(all) | Node::Alternatives(all) => all.iter().try_for_each(|node| check(pattern, node)),
        Node::Group(_, node) | Node::Atomic(node) | Node::Define(node) => check(pattern, node),
        Node::Repeat { node, .. } | Node::Look { node, .. } => check(pattern, node),
        Node::If { condition, then, otherwise } => {
            if let Condition::Look(look) = condition {
                check(pattern, look)?;
            }
            check(pattern, then)?;
            check(pattern, otherwise)
        }
        _ => Ok(()),
    }
}

/// Returns the fixed length of a node in characters.
///
/// # Errors
/// The length varies.
pub(super) fn of(pattern: &Pattern, node: &Node) -> Result<usize, PatternError> {
    Lengths { pattern, depth: 0 }.of(node)
}

struct Lengths<'p> {
    pattern: &'p Pattern,
    depth: usize,
}

impl Lengths<'_> {
    fn of(&mut self, node: &Node) -> Result<usize, PatternError> {
        Ok(match node {
            Node::Char(_) | Node::One(_) => 1,
            Node::Sequence(all) => {
                let mut length: usize = 0;
                for node in all {
                    // No step is executed after these.
                    if let Node::Verb(Verb::Accept | Verb::Fail) = node {
                        break;
                    }
                    length = length.saturating_add(self.of(node)?);
                }
                length
            }
            Node::Alternatives(all) => self.same(all)?,
            Node::Group(_, inner) | Node::Atomic(inner) => self.of(inner)?,
            Node::Repeat { node, .. } if matches!(**node, Node::Look { .. }) => 0,
            Node::Repeat { node, least, most, .. } if least == most => {
                self.of(node)?.saturating_mul(*least as usize)
            }
            Node::If { then, otherwise, .. } => self.same(&[(**then).clone(), (**otherwise).clone()])?,
            Node::Backreference { group, .. } | Node::Call(group) => {
                let numbers = self.pattern.numbers(group)?;
                let inner = numbers.first().and_then(|number| find(&self.pattern.node, *number));
                self.depth += 1;
                let length = match inner {
                    Some(inner) if self.depth < MAX_DEPTH && numbers.len() == 1 => self.of(inner)?,
                    _ => return Err(varies()),
                };
                self.depth -= 1;
                length
            }
            Node::Newline | Node::Repeat { .. } => return Err(varies()),
            Node::Empty | Node::Look { .. } | Node::Assertion(_) => 0,
            Node::SetStart | Node::Define(_) | Node::Verb(_) => 0,
        })
    }

    fn same(&mut self, all: &[Node]) -> Result<usize, PatternError> {
        let lengths = all.iter().map(|node| self.of(node)).collect::<Result<Vec<_>, _>>()?;
        match lengths.split_first() {
            Some((first, others)) if others.iter().all(|other| other == first) => Ok(*first),
            _ => Err(varies()),
        }
    }
}

fn varies() -> PatternError {
    "lookbehind assertion is not fixed length".to_owned()
}

/// Finds the group with a number.
fn find(node: &Node, number: usize) -> Option<&Node> {
    match node {
        Node::Group(known, inner) if *known == number => Some(inner),
        Node::Sequence(all) | Node::Alternatives(all) => all.iter().find_map(|node| find(node, number)),
        Node::Group(_, node) | Node::Atomic(node) | Node::Define(node) => find(node, number),
        Node::Repeat { node, .. } | Node::Look { node, .. } => find(node, number),
        Node::If { then, otherwise, .. } => find(then, number).or_else(|| find(otherwise, number)),
        _ => None,
    }
}
