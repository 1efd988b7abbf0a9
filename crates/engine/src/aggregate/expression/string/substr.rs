//! `$substr`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/substr/>.

use super::super::node::Variadic;
use super::super::operands::between;
use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$substr",
    "The older name of $substrBytes.",
    (r#"{"a": "hello"}"#, r#"{"$substr": ["$a", 0, 2]}"#, r#""he""#),
    // Error texts say $substrBytes.
    Compile::Custom(|argument, context| {
        let operands = between("$substrBytes", argument, 3, 3, context)?;
        Ok(fold(Variadic { name: "$substr", apply: super::substr_bytes::apply, operands }, context))
    }),
);
