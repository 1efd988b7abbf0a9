//! The kinds of events (<https://www.mongodb.com/docs/manual/reference/change-events/#operation-types>).

/// What was done: an event's `operationType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A document came.
    Insert,
    /// A document was changed by operators.
    Update,
    /// A document took the place of another.
    Replace,
    /// A document went.
    Delete,
    /// A collection or view was made.
    Create,
    /// Indexes were made.
    CreateIndexes,
    /// Indexes went.
    DropIndexes,
    /// A collection was changed by `collMod`.
    Modify,
    /// A collection went.
    Drop,
    /// A collection got another name.
    Rename,
    /// A database went.
    DropDatabase,
    /// The stream ends with the event before.
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

    /// Whether only streams with `showExpandedEvents` show it.
    pub(super) fn is_expanded(self) -> bool {
        use Operation::*;
        matches!(self, Create | CreateIndexes | DropIndexes | Modify)
    }

    /// Whether it was done to a document.
    pub(super) fn is_of_document(self) -> bool {
        use Operation::*;
        matches!(self, Insert | Update | Replace | Delete)
    }
}
