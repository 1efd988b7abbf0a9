//! Literal, variable, data-size and other operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/>).

mod binary_size;
mod bson_size;
mod let_;
mod literal;
mod rand;

use super::prelude::*;

pub(super) const TABLE: &[Operator] =
    &[binary_size::OPERATOR, bson_size::OPERATOR, let_::OPERATOR, literal::OPERATOR, rand::OPERATOR];
