//! The commands, one per file.
//!
//! A command is `<group>/<name>.rs`, with one [`Command`] entry in its group's table. The groups are those
//! of the manual, and `dojo` for this project's own commands; [`GROUPS`] lists the tables. The files
//! outside the groups execute all commands (`entry`, `request`, `dispatch`, `generic` for the common
//! fields, `versioned_api`, `refused`, `reply`, `point` for the fastest). `shared` contains the commands'
//! common parts (names, queries, views, writes, users …), and `timeseries` the parts for time series
//! collections.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/command/>.

mod dispatch;
mod entry;
mod generic;
pub(crate) mod refused;
mod reply;
mod request;
mod shared;
mod snapshot_read;
mod timeseries;
mod versioned_api;

mod administration;
mod aggregation;
mod diagnostic;
mod dojo;
mod point;
mod query_and_write;
mod query_plan_cache;
mod replication;
mod security;
mod sessions;
mod sharding;

pub use shared::names::{check_collection_name, check_database_name};

pub use crate::transaction::{InTransactions, ReadConcern};
use aggregation::aggregate;
use dispatch::only_on_admin;
pub use entry::{Command, Explain, Writes};
use query_and_write::{delete, find, insert, update};
pub(crate) use reply::CursorField;
pub use request::Request;
pub(crate) use shared::change_stream::is_change_stream;

/// All commands, by group in the manual's order.
pub static GROUPS: &[&[&Command]] = &[
    administration::TABLE,
    aggregation::TABLE,
    diagnostic::TABLE,
    dojo::TABLE,
    query_and_write::TABLE,
    query_plan_cache::TABLE,
    replication::TABLE,
    security::TABLE,
    sessions::TABLE,
    sharding::TABLE,
];

/// All commands.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().copied().flatten().copied()
}

/// Fields that every command takes.
pub const GENERIC_FIELDS: &[&str] = &[
    "$db",
    "$readPreference",
    "$clusterTime",
    "apiVersion",
    "apiStrict",
    "apiDeprecationErrors",
    "autocommit",
    "comment",
    "help",
    "lsid",
    "maxTimeMS",
    "readConcern",
    "startTransaction",
    "txnNumber",
    "writeConcern",
];

/// Marks a command that checks all of its fields itself.
const ANY_FIELDS: &[&str] = &["*"];

/// The most frequent commands, searched first.
static FREQUENT: &[&Command] =
    &[&find::COMMAND, &aggregate::COMMAND, &update::COMMAND, &insert::COMMAND, &delete::COMMAND];

/// Finds a command by name or alias.
pub fn find_command(name: &str) -> Option<&'static Command> {
    let frequent = FREQUENT.iter().copied().find(|c| c.name == name);
    frequent.or_else(|| commands().find(|c| c.name == name || c.aliases.contains(&name)))
}

/// Returns the reply of a failed command.
pub fn failure(error: &crate::error::Error) -> Vec<u8> {
    let mut out = crate::value::DocBuilder::new();
    reply::write_error(error, &mut out);
    out.finish()
}

#[cfg(test)]
mod tests;
