//! Variables: the operator that binds them, and references
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#variable-expression-operators>).

mod r#let;
mod reference;

use super::prelude::*;

pub use reference::check_user_variable_name;
pub(super) use reference::compile_reference;

pub(super) const TABLE: &[Operator] = &[r#let::OPERATOR];
