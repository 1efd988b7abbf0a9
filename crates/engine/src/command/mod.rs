//! The commands, one a file, and the table that lists them.
//!
//! Beside them stand what all commands go through (`entry`, `request`, `dispatch`, `generic` for the
//! fields that all take, `api`, `refused`, `reply`, `lookup` for the quickest finds), and what some
//! share: names (`names`), queries (`query`), views (`view`, `view_read`), writes (`write`,
//! `modify`, `output`), indexes (`index_change`), time series (`timeseries`), `capped_copy`,
//! `named_sessions`, `user_names` and `user_store`.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/command/>.

mod abort_transaction;
mod aggregate;
mod api;
mod build_info;
mod bulk_write;
mod capped_copy;
mod clone_collection_as_capped;
mod coll_mod;
mod coll_stats;
mod commit_transaction;
mod compact;
mod configure_fail_point;
mod connection_pool_stats;
mod connection_status;
mod convert_to_capped;
mod count;
mod create;
mod create_indexes;
mod create_user;
mod current_op;
mod data_size;
mod db_hash;
mod db_stats;
mod delete;
mod dispatch;
mod distinct;
mod dojo_profile;
mod dojo_stages;
mod drop;
mod drop_all_users_from_database;
mod drop_database;
mod drop_indexes;
mod drop_user;
mod end_sessions;
mod entry;
mod explain;
mod features;
mod filemd5;
mod find;
mod find_and_modify;
mod fsync;
mod fsync_unlock;
mod generic;
mod get_cmd_line_opts;
mod get_log;
mod get_more;
mod get_parameter;
mod grant_roles_to_user;
mod hello;
mod host_info;
mod index_change;
mod insert;
mod kill_all_sessions;
mod kill_cursors;
mod kill_op;
mod kill_sessions;
mod list_collections;
mod list_commands;
mod list_databases;
mod list_indexes;
mod lock_info;
mod log_rotate;
mod logout;
mod lookup;
mod map_reduce;
mod modify;
mod named_sessions;
mod names;
mod output;
mod ping;
mod plan_cache_clear;
mod plan_cache_clear_filters;
mod plan_cache_list_filters;
mod plan_cache_set_filter;
mod profile;
mod query;
mod re_index;
mod refresh_sessions;
pub(crate) mod refused;
mod rename_collection;
mod reply;
mod request;
mod resume;
mod revoke_roles_from_user;
mod roles_info;
mod server_status;
mod set_feature_compatibility_version;
mod set_parameter;
mod sharding_state;
mod start_session;
mod test_version2;
mod timeseries;
mod top;
mod update;
mod update_user;
mod user_names;
mod user_store;
mod users_info;
mod validate;
mod view;
mod view_read;
mod whatsmyuri;
mod write;

pub(crate) use api::parameters as api_parameters;
pub(crate) use coll_stats::write_stats as write_collection_stats;
pub use names::{check_collection_name, check_database_name};

pub use dispatch::run;
use dispatch::{only_on_admin, structure};
pub use entry::{Command, Explain};
pub use request::Request;

/// All commands.
pub static COMMANDS: &[&Command] = &[
    &abort_transaction::COMMAND,
    &aggregate::COMMAND,
    &build_info::COMMAND,
    &bulk_write::COMMAND,
    &clone_collection_as_capped::COMMAND,
    &coll_mod::COMMAND,
    &coll_stats::COMMAND,
    &commit_transaction::COMMAND,
    &compact::COMMAND,
    &configure_fail_point::COMMAND,
    &connection_pool_stats::COMMAND,
    &connection_status::COMMAND,
    &convert_to_capped::COMMAND,
    &count::COMMAND,
    &create::COMMAND,
    &create_indexes::COMMAND,
    &create_user::COMMAND,
    &current_op::COMMAND,
    &data_size::COMMAND,
    &db_hash::COMMAND,
    &db_stats::COMMAND,
    &delete::COMMAND,
    &distinct::COMMAND,
    &dojo_profile::COMMAND,
    &dojo_stages::COMMAND,
    &drop::COMMAND,
    &drop_all_users_from_database::COMMAND,
    &drop_database::COMMAND,
    &drop_indexes::COMMAND,
    &drop_user::COMMAND,
    &end_sessions::COMMAND,
    &explain::COMMAND,
    &features::COMMAND,
    &filemd5::COMMAND,
    &find::COMMAND,
    &find_and_modify::COMMAND,
    &fsync::COMMAND,
    &fsync_unlock::COMMAND,
    &get_cmd_line_opts::COMMAND,
    &get_log::COMMAND,
    &get_more::COMMAND,
    &get_parameter::COMMAND,
    &grant_roles_to_user::COMMAND,
    &hello::COMMAND,
    &host_info::COMMAND,
    &insert::COMMAND,
    &kill_all_sessions::COMMAND,
    &kill_cursors::COMMAND,
    &kill_op::COMMAND,
    &kill_sessions::COMMAND,
    &list_collections::COMMAND,
    &list_commands::COMMAND,
    &list_databases::COMMAND,
    &list_indexes::COMMAND,
    &lock_info::COMMAND,
    &log_rotate::COMMAND,
    &logout::COMMAND,
    &map_reduce::COMMAND,
    &ping::COMMAND,
    &plan_cache_clear::COMMAND,
    &plan_cache_clear_filters::COMMAND,
    &plan_cache_list_filters::COMMAND,
    &plan_cache_set_filter::COMMAND,
    &profile::COMMAND,
    &re_index::COMMAND,
    &refresh_sessions::COMMAND,
    &rename_collection::COMMAND,
    &revoke_roles_from_user::COMMAND,
    &roles_info::COMMAND,
    &server_status::COMMAND,
    &set_feature_compatibility_version::COMMAND,
    &set_parameter::COMMAND,
    &sharding_state::COMMAND,
    &start_session::COMMAND,
    &test_version2::COMMAND,
    &top::COMMAND,
    &update::COMMAND,
    &update_user::COMMAND,
    &users_info::COMMAND,
    &validate::COMMAND,
    &whatsmyuri::COMMAND,
];

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
    frequent.or_else(|| COMMANDS.iter().copied().find(|c| c.name == name || c.aliases.contains(&name)))
}

/// The reply of a command that failed.
pub fn failure(error: &crate::error::Error) -> Vec<u8> {
    let mut out = crate::value::DocBuilder::new();
    reply::write_error(error, &mut out);
    out.finish()
}

#[cfg(test)]
mod tests;
