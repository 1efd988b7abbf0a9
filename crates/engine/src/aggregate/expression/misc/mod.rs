//! Literal, variable, data-size and other operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/>).

mod binary_size;
mod bson_size;
mod function;
mod r#let;
mod literal;
mod meta;
mod rand;
mod to_hashed_index_key;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[
    binary_size::OPERATOR,
    bson_size::OPERATOR,
    function::OPERATOR,
    r#let::OPERATOR,
    literal::OPERATOR,
    meta::OPERATOR,
    rand::OPERATOR,
    to_hashed_index_key::OPERATOR,
];
