//! The aggregation language: pipeline stages, accumulators, expressions.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/aggregation/>.

pub mod expression;
pub mod sort_key;
pub mod total;
