//! Commands of this project, which no server has: what the page and the cluster ask an engine.

mod dojo_profile;
mod dojo_stages;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[&dojo_profile::COMMAND, &dojo_stages::COMMAND];
