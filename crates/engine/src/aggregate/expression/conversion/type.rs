//! `$type`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/type/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$type",
    "The name of a value's BSON type, such as int or missing.",
    (r#"{"a": 1.5}"#, r#"{"$type": "$a"}"#, r#""double""#),
    Compile::Unary(|value| Ok(Value::string(type_name(value.tag())))),
);
