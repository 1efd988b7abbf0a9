//! Targets of coverage-guided fuzzing.
//!
//! A target is a function of bytes that panics when an invariant is violated. The fuzzer searches for such
//! bytes (`cargo xtask fuzz`). `seeds/<target>/` contains those found before. `tests/seeds.rs` runs them,
//! and some random bytes, with every test.
//!
//! Targets for the languages read their bytes as choices ([`Source`]): of an operator, a path, a value. So
//! nearly every input is a valid filter, update or pipeline.

mod nested;
pub mod server;
pub mod source;
pub mod targets;

pub use server::Server;
pub use source::Source;
