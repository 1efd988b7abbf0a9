//! Targets of coverage-guided fuzzing.
//!
//! A target is a function of bytes that panics when a promise is broken. The
//! fuzzer finds bytes (`cargo xtask fuzz`); `seeds/<target>/` keeps those that
//! once broke one, and `tests/seeds.rs` runs them, and some bytes of no meaning,
//! with every test.
//!
//! Targets about the languages read their bytes as choices ([`Source`]): which
//! operator, which path, which value. Nearly every input is then a filter, an
//! update or a pipeline worth running.

mod nested;
pub mod server;
pub mod source;
pub mod targets;

pub use server::Server;
pub use source::Source;
