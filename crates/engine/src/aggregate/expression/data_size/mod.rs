//! Operators that measure values in bytes
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#data-size-operators>).

mod binary_size;
mod bson_size;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[binary_size::OPERATOR, bson_size::OPERATOR];
