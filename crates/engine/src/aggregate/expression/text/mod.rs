//! The operator that reads metadata of a document
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#text-expression-operator>).

mod meta;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[meta::OPERATOR];
