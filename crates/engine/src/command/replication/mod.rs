//! Replication commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-replication/>.

mod hello;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[&hello::COMMAND];
