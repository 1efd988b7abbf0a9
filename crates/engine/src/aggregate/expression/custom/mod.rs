//! User-defined operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#custom-aggregation-expression-operators>).

mod function;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[function::OPERATOR];
