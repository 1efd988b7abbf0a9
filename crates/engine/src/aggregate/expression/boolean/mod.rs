//! Boolean operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#boolean-expression-operators>).

mod and;
mod not;
mod or;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[and::OPERATOR, not::OPERATOR, or::OPERATOR];
