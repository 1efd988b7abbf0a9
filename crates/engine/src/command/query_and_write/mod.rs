//! Query and write operation commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-crud/>.

mod bulk_write;
pub(super) mod delete;
pub(super) mod find;
mod find_and_modify;
mod get_more;
pub(super) mod insert;
pub(super) mod update;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &bulk_write::COMMAND,
    &delete::COMMAND,
    &find::COMMAND,
    &find_and_modify::COMMAND,
    &get_more::COMMAND,
    &insert::COMMAND,
    &update::COMMAND,
];
