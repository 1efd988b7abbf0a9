//! The commands that a router executes itself, one per file, and their table.

mod add_shard;
mod aggregate;
mod balancer_start;
mod balancer_status;
mod balancer_stop;
mod coll_mod;
mod coll_stats;
mod count;
mod create;
mod create_indexes;
mod db_stats;
mod delete;
mod distinct;
mod dojo_profile;
mod dojo_stages;
mod drop;
mod drop_database;
mod drop_indexes;
mod enable_sharding;
mod explain;
mod failure;
mod find;
mod find_and_modify;
mod flush_router_config;
mod get_more;
mod get_shard_map;
mod hello;
mod insert;
mod is_db_grid;
mod kill_cursors;
mod list_collections;
mod list_databases;
mod list_indexes;
mod list_shards;
mod map_reduce;
mod move_chunk;
mod primary_only;
mod rename_collection;
mod request;
mod shard_collection;
mod split;
mod unsupported;
mod update;
mod write;

pub(crate) use failure::Failure;
pub(crate) use request::Request;

/// A command's table entry.
#[derive(Debug)]
pub(crate) struct Command {
    /// The command's name and alternative spellings.
    pub names: &'static [&'static str],
    /// Whether the command must run on the database `admin`.
    pub admin: bool,
    /// Executes the command and returns the whole reply.
    pub run: fn(&mut Request<'_>) -> Result<Vec<u8>, Failure>,
}

/// All commands that the router executes.
static COMMANDS: &[&Command] = &[
    &add_shard::COMMAND,
    &aggregate::COMMAND,
    &balancer_start::COMMAND,
    &balancer_status::COMMAND,
    &balancer_stop::COMMAND,
    &coll_mod::COMMAND,
    &coll_stats::COMMAND,
    &count::COMMAND,
    &create::COMMAND,
    &create_indexes::COMMAND,
    &db_stats::COMMAND,
    &delete::COMMAND,
    &distinct::COMMAND,
    &dojo_profile::COMMAND,
    &dojo_stages::COMMAND,
    &drop::COMMAND,
    &drop_database::COMMAND,
    &drop_indexes::COMMAND,
    &enable_sharding::COMMAND,
    &explain::COMMAND,
    &find::COMMAND,
    &find_and_modify::COMMAND,
    &flush_router_config::COMMAND,
    &get_more::COMMAND,
    &get_shard_map::COMMAND,
    &hello::COMMAND,
    &insert::COMMAND,
    &is_db_grid::COMMAND,
    &kill_cursors::COMMAND,
    &list_collections::COMMAND,
    &list_databases::COMMAND,
    &list_indexes::COMMAND,
    &list_shards::COMMAND,
    &map_reduce::COMMAND,
    &move_chunk::COMMAND,
    &primary_only::COMMAND,
    &rename_collection::COMMAND,
    &shard_collection::COMMAND,
    &split::COMMAND,
    &unsupported::COMMAND,
    &update::COMMAND,
];

/// Finds a command by name.
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().copied().find(|command| command.names.contains(&name))
}
