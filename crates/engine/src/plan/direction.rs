//! The way in which a collection or an index is walked.

use std::ops::ControlFlow;

use crate::collection::{BTree, Entry, RecordId};

/// From the least on, or from the greatest back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the least on.
    #[default]
    Forward,
    /// From the greatest back.
    Backward,
}

impl Direction {
    /// Forward or not.
    pub fn of(forward: bool) -> Self {
        if forward { Direction::Forward } else { Direction::Backward }
    }

    /// Whether it is from the least on.
    #[inline]
    pub fn is_forward(self) -> bool {
        self == Direction::Forward
    }

    /// The other one.
    #[must_use]
    pub fn reversed(self) -> Self {
        Direction::of(!self.is_forward())
    }

    /// What explain calls it.
    pub fn name(self) -> &'static str {
        if self.is_forward() { "forward" } else { "backward" }
    }

    /// Where a walk goes on that was at this record: a position is in front of its record.
    #[inline]
    pub fn past(self, record: RecordId) -> RecordId {
        if self.is_forward() { record + 1 } else { record }
    }

    /// Visits the entries of an index at and behind a position, or those in front of it.
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
