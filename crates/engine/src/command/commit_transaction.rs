//! `commitTransaction`.

use super::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::transaction::Ticket;

/// See <https://www.mongodb.com/docs/manual/reference/command/commitTransaction/>.
pub(super) static COMMAND: Command = Command {
    name: "commitTransaction",
    aliases: &[],
    summary: "Makes what a transaction has done visible.",
    example: r#"{"commitTransaction": 1, "lsid": "<session>", "txnNumber": {"$numberLong": "1"}, "autocommit": false, "$db": "admin"}"#,
    operation: "command",
    profiled: true,
    fields: &["recoveryToken"],
    run: |request, _| {
        let ticket = ticket(request)?;
        request.engine.commit(&ticket)
    },
    explain: None,
};

/// The transaction that a command ends.
///
/// # Errors
/// `Unauthorized` (13) outside of `admin`, `CommandFailed` (125) outside of a transaction.
pub(super) fn ticket(request: &Request<'_>) -> Result<Ticket> {
    super::require_admin(request)?;
    request.ticket.clone().ok_or_else(|| {
        Error::new(ErrorCode::COMMAND_FAILED, format!("{} must be run within a transaction", request.name))
    })
}
