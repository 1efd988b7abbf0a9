//! The in-memory document database: a BSON command in, a BSON reply out.
//!
//! Semantics are those of MongoDB 8.0 for a single node. This crate never
//! touches JavaScript, the DOM, the clock, the network or ambient randomness:
//! time and seed come in from outside.

pub mod aggregate;
pub mod error;
pub mod operator;
pub mod projection;
pub mod query;
pub mod update;
pub mod value;

mod host;
#[cfg(test)]
pub(crate) mod testing;

pub use error::{Error, ErrorCode, Result};
pub use host::Host;
