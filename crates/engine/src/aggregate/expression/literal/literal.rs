//! `$literal`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/literal/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$literal",
    "A value as it is, without evaluating expressions in it.",
    ("{}", r#"{"$literal": "$1"}"#, r#""$1""#),
    Compile::Custom(|argument, _| Ok(Box::new(Constant(Value::from(argument).into_owned())))),
);
