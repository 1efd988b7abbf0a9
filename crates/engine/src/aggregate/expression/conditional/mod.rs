//! Conditional operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#conditional-expression-operators>).

mod cond;
mod if_null;
mod switch;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[cond::OPERATOR, if_null::OPERATOR, switch::OPERATOR];
