//! The names of the BSON types.

use super::tag;

/// Type byte, `$type` number and name (<https://www.mongodb.com/docs/manual/reference/bson-types/>).
pub const TYPE_NAMES: &[(u8, i32, &str)] = &[
    (tag::DOUBLE, 1, "double"),
    (tag::STRING, 2, "string"),
    (tag::DOCUMENT, 3, "object"),
    (tag::ARRAY, 4, "array"),
    (tag::BINARY, 5, "binData"),
    (tag::UNDEFINED, 6, "undefined"),
    (tag::OBJECT_ID, 7, "objectId"),
    (tag::BOOL, 8, "bool"),
    (tag::DATE, 9, "date"),
    (tag::NULL, 10, "null"),
    (tag::REGEX, 11, "regex"),
    (tag::DB_POINTER, 12, "dbPointer"),
    (tag::CODE, 13, "javascript"),
    (tag::SYMBOL, 14, "symbol"),
    (tag::CODE_WITH_SCOPE, 15, "javascriptWithScope"),
    (tag::INT32, 16, "int"),
    (tag::TIMESTAMP, 17, "timestamp"),
    (tag::INT64, 18, "long"),
    (tag::DECIMAL128, 19, "decimal"),
    (tag::MIN_KEY, -1, "minKey"),
    (tag::MAX_KEY, 127, "maxKey"),
];

/// Returns the name of a type byte; `missing` for [`tag::EOO`].
pub fn type_name(tag: u8) -> &'static str {
    TYPE_NAMES.iter().find(|(byte, ..)| *byte == tag).map_or("missing", |(.., name)| name)
}
