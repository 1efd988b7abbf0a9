//! Aggregation commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-aggregation/>.

pub(super) mod aggregate;
mod count;
mod distinct;
mod map_reduce;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] =
    &[&aggregate::COMMAND, &count::COMMAND, &distinct::COMMAND, &map_reduce::COMMAND];
