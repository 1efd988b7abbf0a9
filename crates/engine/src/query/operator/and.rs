//! `$and`: <https://www.mongodb.com/docs/manual/reference/operator/query/and/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$and",
    Place::Document,
    "Matches documents that satisfy every filter of the list.",
    (r#"{"a": 1}"#, r#"{"$and": [{"a": 1}, {"b": 1}]}"#, "false"),
    |argument| parse::parse_list(argument, "$and").map(Node::And),
);
