//! The properties of a command that sessions, transactions and snapshot reads depend on.

use crate::error::Result;
use crate::value::RawDoc;

/// A command's properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandRules {
    pub(crate) name: &'static str,
    /// Whether it is for the database `admin` alone.
    pub(crate) admin: bool,
    /// Whether it is a write that may be sent twice.
    pub(crate) retryable: bool,
    pub(crate) read_concern: ReadConcern,
    pub(crate) in_transactions: InTransactions,
}

impl CommandRules {
    /// Whether the command ends a transaction.
    pub(crate) fn ends_transaction(self) -> bool {
        matches!(self.in_transactions, InTransactions::Ends)
    }
}

/// The levels at which a command may read
/// (<https://www.mongodb.com/docs/manual/reference/read-concern/#operations-that-support-read-concern>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadConcern {
    /// `local` alone, which is what every command does.
    Local,
    /// Every level but `snapshot`.
    NoSnapshot,
    /// Every level.
    Any,
    /// Every level, and its reply says which snapshot was read.
    Snapshot,
    /// That of the command that opened the cursor.
    OfCursor,
}

/// What a command is to a transaction
/// (<https://www.mongodb.com/docs/manual/core/transactions-operations/>).
#[derive(Clone, Copy, Debug)]
pub enum InTransactions {
    /// Not for transactions; the message ends with the hint.
    Refused {
        /// What to do instead: a sentence with a space in front, or nothing.
        hint: &'static str,
    },
    /// Only returns information about the server; allowed on any database once a transaction has begun.
    Informs,
    /// A part of it.
    Part,
    /// A part of it when this finds nothing against the command's fields.
    PartIf(fn(RawDoc<'_>) -> Result<()>),
    /// A part of it, but not the first.
    NotFirst,
    /// Its end.
    Ends,
}
