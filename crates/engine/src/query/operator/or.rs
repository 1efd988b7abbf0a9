//! `$or`: <https://www.mongodb.com/docs/manual/reference/operator/query/or/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$or",
    Place::Document,
    "Matches documents that satisfy at least one filter of the list.",
    (r#"{"a": 1}"#, r#"{"$or": [{"a": 1}, {"b": 1}]}"#, "true"),
    |argument| parse::parse_list(argument, "$or").map(Node::Or),
);
