//! The fuzz targets, one module each.

pub mod change_stream;
pub mod cluster;
pub mod command;
pub mod filter;
pub mod key;
pub mod merge;
pub mod pattern;
pub mod pipeline;
pub mod planner;
pub mod position;
pub mod reader;
pub mod update;
pub mod upsert;
pub mod window;

/// A target, which panics when an invariant is violated.
pub type Target = fn(&[u8]);

/// All targets, by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("change_stream", change_stream::run),
    ("cluster", cluster::run),
    ("command", command::run),
    ("filter", filter::run),
    ("key", key::run),
    ("merge", merge::run),
    ("pattern", pattern::run),
    ("pipeline", pipeline::run),
    ("planner", planner::run),
    ("position", position::run),
    ("reader", reader::run),
    ("update", update::run),
    ("upsert", upsert::run),
    ("window", window::run),
];
