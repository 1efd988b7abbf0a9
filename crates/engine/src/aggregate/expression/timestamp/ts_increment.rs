//! `$tsIncrement`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/tsIncrement/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$tsIncrement",
    "The increment of a timestamp.",
    (r#"{"t": {"$timestamp": {"t": 7, "i": 3}}}"#, r#"{"$tsIncrement": "$t"}"#, r#"{"$numberLong": "3"}"#),
    Compile::Unary(|value| match value {
        Value::Timestamp(t) => Ok(Value::Int64((t & 0xFFFF_FFFF) as i64)),
        value if value.is_nullish() => Ok(Value::Null),
        other => Err(Error::wrong_type(
            5687302,
            " Argument to $tsIncrement must be a timestamp, but is {type}",
            other.tag(),
        )),
    }),
);
