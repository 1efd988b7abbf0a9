//! The operator for what the plan knows about a document
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#text-expression-operator>).

mod meta;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[meta::OPERATOR];
