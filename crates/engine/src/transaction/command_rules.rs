//! The properties of a command that sessions, transactions and snapshot reads depend on.

use crate::error::Result;
use crate::value::RawDoc;

/// A command's properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandRules {
    pub(crate) name: &'static str,
    /// Whether the command must run on the database `admin`.
    pub(crate) admin: bool,
    /// Whether the command may be a retryable write.
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

/// The read concern levels that a command supports
/// (<https://www.mongodb.com/docs/manual/reference/read-concern/#operations-that-support-read-concern>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadConcern {
    /// Only `local`, which every command supports.
    Local,
    /// Every level except `snapshot`.
    NoSnapshot,
    /// Every level.
    Any,
    /// Every level. The reply names the snapshot.
    Snapshot,
    /// The level of the command that opened the cursor.
    OfCursor,
}

/// A command's role in transactions
/// (<https://www.mongodb.com/docs/manual/core/transactions-operations/>).
#[derive(Clone, Copy, Debug)]
pub enum InTransactions {
    /// Not allowed; the error ends with the hint.
    Refused {
        /// The alternative: a sentence with a leading space, or empty.
        hint: &'static str,
    },
    /// Returns only information about the server. Allowed on any database after a transaction's first command.
    Informs,
    /// Allowed.
    Part,
    /// Allowed if this function accepts the command.
    PartIf(fn(RawDoc<'_>) -> Result<()>),
    /// Allowed, except as the first command.
    NotFirst,
    /// Ends a transaction.
    Ends,
}
