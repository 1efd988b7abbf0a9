//! `$toObjectId`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toObjectId/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toObjectId",
    "A text of 24 hexadecimal digits as an ObjectId.",
    (
        r#"{"a": "507f1f77bcf86cd799439011"}"#,
        r#"{"$toObjectId": "$a"}"#,
        r#"{"$oid": "507f1f77bcf86cd799439011"}"#,
    ),
    Compile::Custom(|argument, context| {
        single(
            "$toObjectId",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::OBJECT_ID) },
            argument,
            context,
        )
    }),
);
