//! `$tsSecond`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/tsSecond/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$tsSecond",
    "The seconds of a timestamp.",
    (r#"{"t": {"$timestamp": {"t": 7, "i": 3}}}"#, r#"{"$tsSecond": "$t"}"#, r#"{"$numberLong": "7"}"#),
    Compile::Unary(|value| match value {
        Value::Timestamp(t) => Ok(Value::Int64((t >> 32) as i64)),
        value if value.is_nullish() => Ok(Value::Null),
        other => Err(Error::wrong_type(
            5687301,
            " Argument to $tsSecond must be a timestamp, but is {type}",
            other.tag(),
        )),
    }),
);
