//! This project's own commands, by which the page and the cluster query an engine.

mod dojo_profile;
mod dojo_stages;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[&dojo_profile::COMMAND, &dojo_stages::COMMAND];
