//! Timestamp operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#timestamp-expression-operators>).

mod ts_increment;
mod ts_second;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[ts_increment::OPERATOR, ts_second::OPERATOR];
