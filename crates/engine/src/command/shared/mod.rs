//! Shared parts of several commands.

pub(in crate::command) mod capped_copy;
pub(in crate::command) mod change_stream;
pub(in crate::command) mod explain;
pub(in crate::command) mod index_change;
pub(in crate::command) mod metered;
pub(in crate::command) mod modify;
pub(in crate::command) mod named_sessions;
pub(in crate::command) mod names;
pub(in crate::command) mod output;
pub(in crate::command) mod query;
pub(in crate::command) mod resume_token;
pub(in crate::command) mod role_store;
pub(in crate::command) mod user_names;
pub(in crate::command) mod user_store;
pub(in crate::command) mod view;
pub(in crate::command) mod view_read;
pub(in crate::command) mod write;
