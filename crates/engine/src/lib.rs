//! The in-memory document database: a BSON command in, a BSON reply out.
//!
//! Implements the semantics of MongoDB 8.0 for a single node. This crate never accesses JavaScript, the
//! DOM, the clock, the network or system randomness: callers provide time and seed.

#[macro_use]
mod opaque_debug;

pub mod aggregate;
mod api_parameters;
mod change_stream;
pub mod collection;
pub mod command;
mod cursor;
mod dictionary;
mod dump;
mod engine;
#[cfg(test)]
mod engine_tests;
mod fail_point;
pub mod headroom;
mod held_memory;
#[cfg(feature = "help")]
mod help;
mod host;
mod internal_namespaces;
mod key_generator;
mod log_levels;
pub mod meter;
pub mod operator;
mod parameters;
pub mod plan;
pub mod projection;
pub mod query;
mod routed;
mod session_id;
#[cfg(test)]
pub(crate) mod testing;
pub mod timeseries;
mod transaction;
mod ttl;
pub mod update;
pub mod value;
pub mod value_hash;

pub use ::{geo, regex, text};
pub use engine::{Engine, EngineOptions, Snapshot};
#[cfg(feature = "help")]
pub use help::{HelpEntry, help};
pub use host::Host;
pub use sorted_map::SortedMap;
pub use values::{Error, ErrorCode, Result, arguments, error};
