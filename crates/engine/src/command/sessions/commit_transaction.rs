//! `commitTransaction`.

use crate::command::{Command, InTransactions, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::transaction::TransactionContext;

/// See <https://www.mongodb.com/docs/manual/reference/command/commitTransaction/>.
pub(super) static COMMAND: Command = Command {
    name: "commitTransaction",
    summary: "Makes the changes of a transaction visible.",
    example: r#"{"commitTransaction": 1, "lsid": "<session>", "txnNumber": {"$numberLong": "1"}, "autocommit": false, "$db": "admin"}"#,
    fields: &["recoveryToken"],
    run: |request, _| {
        let ticket = ticket(request)?;
        request.engine.commit(&ticket)
    },
    version_1: Some(&[]),
    // The transaction's commands have already checked the lock.
    writes: Writes::Sometimes,
    in_transactions: InTransactions::Ends,
    admin: true,
    ..Command::DEFAULT
};

/// Returns the transaction that the command ends.
///
/// # Errors
/// `CommandFailed` (125) outside a transaction.
pub(super) fn ticket(request: &Request<'_>) -> Result<TransactionContext> {
    request.ticket.clone().ok_or_else(|| {
        Error::new(ErrorCode::COMMAND_FAILED, format!("{} must be run within a transaction", request.name))
    })
}
