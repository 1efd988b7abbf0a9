//! Facts about every match that allow most positions and texts to be skipped.

use crate::node::{Node, One, Place};

type Bytes = [bool; 256];

/// Returns the bytes with which a match may begin; `None` when it may be empty.
pub(super) fn first_bytes(node: &Node) -> Option<Box<Bytes>> {
    let mut bytes = Box::new([false; 256]);
    (!add(node, &mut bytes)).then_some(bytes)
}

/// Adds the bytes with which a node may begin. Returns whether it may be empty.
fn add(node: &Node, bytes: &mut Bytes) -> bool {
    match node {
        Node::Char(c) => add_char(*c, bytes),
        Node::One(One::Is(c)) => add_char(*c, bytes),
        Node::One(One::Of(set)) => set.first_bytes(bytes),
        Node::One(One::Any | One::NotNewline) | Node::Newline => bytes.fill(true),
        Node::Sequence(all) => return all.iter().all(|node| add(node, bytes)),
        Node::Alternatives(all) => return all.iter().fold(false, |empty, node| add(node, bytes) | empty),
        Node::Group(_, inner) | Node::Atomic(inner) => return add(inner, bytes),
        Node::Repeat { node, least, most, .. } => return *most == 0 || add(node, bytes) || *least == 0,
        Node::If { then, otherwise, .. } => return add(then, bytes) | add(otherwise, bytes),
        Node::Empty
        | Node::Look { .. }
        | Node::Assertion(_)
        | Node::SetStart
        | Node::Define(_)
        | Node::Verb(_) => {
            return true;
        }
        Node::Backreference { .. } | Node::Call(_) => {
            bytes.fill(true);
            return true;
        }
    }
    false
}

fn add_char(c: char, bytes: &mut Bytes) {
    let mut buffer = [0; 4];
    c.encode_utf8(&mut buffer);
    if let Some(may) = bytes.get_mut(usize::from(buffer[0])) {
        *may = true;
    }
}

/// Returns the longest text that is known to be part of every match.
pub(super) fn needed(node: &Node) -> Option<Box<str>> {
    let mut found = Found::default();
    found.look(node);
    found.end();
    (!found.longest.is_empty()).then(|| found.longest.into())
}

#[derive(Default)]
struct Found {
    longest: String,
    /// The text being collected.
    last: String,
}

impl Found {
    fn end(&mut self) {
        let last = std::mem::take(&mut self.last);
        if last.len() > self.longest.len() {
            self.longest = last;
        }
    }

    fn look(&mut self, node: &Node) {
        match node {
            Node::Char(c) => self.last.push(*c),
            Node::Sequence(all) => all.iter().for_each(|node| self.look(node)),
            Node::Group(_, inner) | Node::Atomic(inner) => self.look(inner),
            Node::Empty | Node::SetStart => {}
            Node::Repeat { node, least: 1.., .. } => {
                self.end();
                self.look(node);
                self.end();
            }
            _ => self.end(),
        }
    }
}

/// Whether a match can only begin at the start of the text.
pub(super) fn is_anchored(node: &Node) -> bool {
    match node {
        Node::Assertion(Place::Start) => true,
        Node::Sequence(all) => all.first().is_some_and(is_anchored),
        Node::Alternatives(all) => all.iter().all(is_anchored),
        Node::Group(_, inner) | Node::Atomic(inner) => is_anchored(inner),
        _ => false,
    }
}
