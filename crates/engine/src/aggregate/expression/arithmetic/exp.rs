//! `$exp`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/exp/>.

use super::{super::prelude::*, number};

pub(super) const OPERATOR: Operator = operator(
    "$exp",
    "Euler's number to the given power.",
    ("{}", r#"{"$exp": 0}"#, "1.0"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    Ok(match number("$exp", &value)? {
        None => Value::Null,
        Some(n) => evaluate(Function::Exp, n).into(),
    })
}
