//! Sharding commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-sharding/>.

mod sharding_state;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[&sharding_state::COMMAND];
