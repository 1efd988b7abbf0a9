//! `abortTransaction`.

use super::commit_transaction::ticket;
use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/abortTransaction/>.
pub(super) static COMMAND: Command = Command {
    name: "abortTransaction",
    summary: "Forgets what a transaction has done.",
    example: r#"{"abortTransaction": 1, "lsid": "<session>", "txnNumber": {"$numberLong": "1"}, "autocommit": false, "$db": "admin"}"#,
    fields: &["recoveryToken"],
    run: |request, _| {
        let ticket = ticket(request)?;
        request.engine.roll_back(&ticket)
    },
    version_1: Some(&[]),
    write_concern: true,
    transactional: true,
    admin: true,
    ..Command::DEFAULT
};
