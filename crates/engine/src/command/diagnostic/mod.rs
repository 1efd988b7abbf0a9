//! Diagnostic commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-diagnostic/>.

pub(super) mod build_info;
pub(super) mod coll_stats;
mod configure_fail_point;
mod connection_pool_stats;
mod connection_status;
mod data_size;
pub(super) mod db_hash;
mod db_stats;
mod explain;
mod features;
mod get_cmd_line_opts;
mod get_log;
mod host_info;
mod list_commands;
mod lock_info;
mod ping;
mod profile;
mod server_status;
mod test_deprecation;
mod test_version2;
pub(super) mod top;
mod validate;
mod whatsmyuri;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &build_info::COMMAND,
    &coll_stats::COMMAND,
    &configure_fail_point::COMMAND,
    &connection_pool_stats::COMMAND,
    &connection_status::COMMAND,
    &data_size::COMMAND,
    &db_hash::COMMAND,
    &db_stats::COMMAND,
    &explain::COMMAND,
    &features::COMMAND,
    &get_cmd_line_opts::COMMAND,
    &get_log::COMMAND,
    &host_info::COMMAND,
    &list_commands::COMMAND,
    &lock_info::COMMAND,
    &ping::COMMAND,
    &profile::COMMAND,
    &server_status::COMMAND,
    &test_deprecation::COMMAND,
    &test_version2::COMMAND,
    &top::COMMAND,
    &validate::COMMAND,
    &whatsmyuri::COMMAND,
];
