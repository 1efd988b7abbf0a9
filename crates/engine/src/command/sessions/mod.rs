//! Session and transaction commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-sessions/>.

mod abort_transaction;
mod commit_transaction;
mod end_sessions;
mod kill_all_sessions;
mod kill_sessions;
mod refresh_sessions;
mod start_session;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &abort_transaction::COMMAND,
    &commit_transaction::COMMAND,
    &end_sessions::COMMAND,
    &kill_all_sessions::COMMAND,
    &kill_sessions::COMMAND,
    &refresh_sessions::COMMAND,
    &start_session::COMMAND,
];
