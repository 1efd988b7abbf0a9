//! The scan direction of a collection or an index.

use std::ops::ControlFlow;

use crate::collection::{BTree, Entry, RecordId};

/// Ascending or descending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the least value.
    #[default]
    Forward,
    /// From the greatest value.
    Backward,
}

impl Direction {
    /// Returns `Forward` if `forward` is true, otherwise `Backward`.
    pub fn of(forward: bool) -> Self {
        if forward { Direction::Forward } else { Direction::Backward }
    }

    /// Whether the direction is [`Direction::Forward`].
    #[inline]
    pub fn is_forward(self) -> bool {
        self == Direction::Forward
    }

    /// Returns the opposite direction.
    #[must_use]
    pub fn reversed(self) -> Self {
        Direction::of(!self.is_forward())
    }

    /// Returns the name that explain shows.
    pub fn name(self) -> &'static str {
        if self.is_forward() { "forward" } else { "backward" }
    }

    /// Returns the position after a record in this direction. A position lies before its record.
    #[inline]
    pub fn past(self, record: RecordId) -> RecordId {
        if self.is_forward() { record + 1 } else { record }
    }

    /// Visits the entries of an index from a position on in this direction.
    pub fn walk(
        self,
        tree: &BTree,
        (key, record): (&[u8], RecordId),
        visit: impl FnMut(Entry<'_>) -> ControlFlow<()>,
    ) {
        match self {
            Direction::Forward => tree.walk_from(key, record, visit),
            Direction::Backward => tree.walk_back_from(key, record, visit),
        }
    }
}
