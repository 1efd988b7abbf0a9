//! The kinds of events (<https://www.mongodb.com/docs/manual/reference/change-events/#operation-types>).

/// The kind of an event: its `operationType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A document was inserted.
    Insert,
    /// Operators changed a document.
    Update,
    /// A document was replaced.
    Replace,
    /// A document was deleted.
    Delete,
    /// A collection or view was created.
    Create,
    /// Indexes were created.
    CreateIndexes,
    /// Indexes were dropped.
    DropIndexes,
    /// `collMod` changed a collection.
    Modify,
    /// A collection was dropped.
    Drop,
    /// A collection was renamed.
    Rename,
    /// A database was dropped.
    DropDatabase,
    /// The stream ends with the previous event.
    Invalidate,
}

impl Operation {
    /// The name that events show.
    pub(super) fn name(self) -> &'static str {
        match self {
            Operation::Insert => "insert",
            Operation::Update => "update",
            Operation::Replace => "replace",
            Operation::Delete => "delete",
            Operation::Create => "create",
            Operation::CreateIndexes => "createIndexes",
            Operation::DropIndexes => "dropIndexes",
            Operation::Modify => "modify",
            Operation::Drop => "drop",
            Operation::Rename => "rename",
            Operation::DropDatabase => "dropDatabase",
            Operation::Invalidate => "invalidate",
        }
    }

    /// Whether events of this kind are visible only with `showExpandedEvents`.
    pub(super) fn is_expanded(self) -> bool {
        use Operation::*;
        matches!(self, Create | CreateIndexes | DropIndexes | Modify)
    }

    /// Whether events of this kind are about a single document.
    pub(super) fn is_of_document(self) -> bool {
        use Operation::*;
        matches!(self, Insert | Update | Replace | Delete)
    }
}
