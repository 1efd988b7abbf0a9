//! `$toObjectId`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toObjectId/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toObjectId",
    "A string of 24 hexadecimal digits as an ObjectId.",
    (
        r#"{"a": "507f1f77bcf86cd799439011"}"#,
        r#"{"$toObjectId": "$a"}"#,
        r#"{"$oid": "507f1f77bcf86cd799439011"}"#,
    ),
    Compile::Conversion(tag::OBJECT_ID),
);
