//! The operator for values that aren't parsed as expressions
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#literal-expression-operator>).

#[allow(clippy::module_inception, reason = "files are named as the operators are")]
mod literal;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[literal::OPERATOR];
