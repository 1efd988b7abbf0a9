//! `abortTransaction`.

use super::commit_transaction::ticket;
use crate::command::{Command, InTransactions, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/abortTransaction/>.
pub(super) static COMMAND: Command = Command {
    name: "abortTransaction",
    summary: "Discards the changes of a transaction.",
    example: r#"{"abortTransaction": 1, "lsid": "<session>", "txnNumber": {"$numberLong": "1"}, "autocommit": false, "$db": "admin"}"#,
    fields: &["recoveryToken"],
    run: |request, _| {
        let ticket = ticket(request)?;
        request.engine.roll_back(&ticket)
    },
    version_1: Some(&[]),
    // The transaction's commands have already checked the lock.
    writes: Writes::Sometimes,
    in_transactions: InTransactions::Ends,
    admin: true,
    ..Command::DEFAULT
};
