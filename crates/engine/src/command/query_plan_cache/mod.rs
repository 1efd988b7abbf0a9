//! Query plan cache commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-plan-cache/>.

mod plan_cache_clear;
mod plan_cache_clear_filters;
mod plan_cache_list_filters;
mod plan_cache_set_filter;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &plan_cache_clear::COMMAND,
    &plan_cache_clear_filters::COMMAND,
    &plan_cache_list_filters::COMMAND,
    &plan_cache_set_filter::COMMAND,
];
