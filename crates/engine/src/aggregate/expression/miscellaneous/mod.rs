//! Operators that the manual lists as miscellaneous
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#miscellaneous-operators>).

mod expr;
mod rand;
mod to_hashed_index_key;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[expr::OPERATOR, rand::OPERATOR, to_hashed_index_key::OPERATOR];
