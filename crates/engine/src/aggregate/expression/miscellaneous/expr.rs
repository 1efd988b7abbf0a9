//! `$expr` inside an expression, which evaluates to its operand
//! (<https://www.mongodb.com/docs/manual/reference/operator/query/expr/>).

use super::super::compile_bare;
use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$expr",
    "The value of an expression; in a filter, it allows expressions.",
    (r#"{"a": 1}"#, r#"{"$expr": {"$add": ["$a", 1]}}"#, "2"),
    Compile::Custom(compile_bare),
);
