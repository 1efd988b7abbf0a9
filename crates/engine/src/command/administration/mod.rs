//! Administration commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-administration/>.

mod clone_collection_as_capped;
mod coll_mod;
mod compact;
mod convert_to_capped;
mod create;
mod create_indexes;
mod current_op;
pub(super) mod drop;
mod drop_database;
mod drop_indexes;
mod filemd5;
pub(super) mod fsync;
mod fsync_unlock;
mod get_parameter;
mod kill_cursors;
mod kill_op;
mod list_collections;
mod list_databases;
mod list_indexes;
mod log_rotate;
mod re_index;
mod rename_collection;
mod set_feature_compatibility_version;
mod set_parameter;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &clone_collection_as_capped::COMMAND,
    &coll_mod::COMMAND,
    &compact::COMMAND,
    &convert_to_capped::COMMAND,
    &create::COMMAND,
    &create_indexes::COMMAND,
    &current_op::COMMAND,
    &drop::COMMAND,
    &drop_database::COMMAND,
    &drop_indexes::COMMAND,
    &filemd5::COMMAND,
    &fsync::COMMAND,
    &fsync_unlock::COMMAND,
    &get_parameter::COMMAND,
    &kill_cursors::COMMAND,
    &kill_op::COMMAND,
    &list_collections::COMMAND,
    &list_databases::COMMAND,
    &list_indexes::COMMAND,
    &log_rotate::COMMAND,
    &re_index::COMMAND,
    &rename_collection::COMMAND,
    &set_feature_compatibility_version::COMMAND,
    &set_parameter::COMMAND,
];
