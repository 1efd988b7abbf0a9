//! The commands, one a file.
//!
//! A command is `<group>/<name>.rs`, where the groups are those of the manual (and `dojo`, this project's
//! own), with one [`Command`] entry in its group's table; [`GROUPS`] lists the tables. No other file is a
//! command: beside the groups stand what all commands go through (`entry`, `request`, `dispatch`,
//! `generic` for the fields that all take, `api`, `refused`, `reply`, `point` for the quickest ones),
//! `shared` has what several are made of (names, queries, views, writes, users …), and `timeseries` what
//! they do to time series.
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
pub(crate) use shared::change_stream::follows;

/// All commands, group by group as the manual lists them.
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

/// The fields of a command that looks at all of them itself.
const ANY_FIELDS: &[&str] = &["*"];

/// What most commands are; looked for before all others.
static FREQUENT: &[&Command] =
    &[&find::COMMAND, &aggregate::COMMAND, &update::COMMAND, &insert::COMMAND, &delete::COMMAND];

/// Finds a command by name or alias.
pub fn find_command(name: &str) -> Option<&'static Command> {
    let frequent = FREQUENT.iter().copied().find(|c| c.name == name);
    frequent.or_else(|| commands().find(|c| c.name == name || c.aliases.contains(&name)))
}

/// The reply of a command that failed.
pub fn failure(error: &crate::error::Error) -> Vec<u8> {
    let mut out = crate::value::DocBuilder::new();
    reply::write_error(error, &mut out);
    out.finish()
}

#[cfg(test)]
mod tests;
