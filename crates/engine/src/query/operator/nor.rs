//! `$nor`: <https://www.mongodb.com/docs/manual/reference/operator/query/nor/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$nor",
    Place::Document,
    "Matches documents that satisfy no filter of the list.",
    (r#"{"a": 1}"#, r#"{"$nor": [{"a": 1}, {"b": 1}]}"#, "false"),
    |argument| parse::parse_list(argument, "$nor").map(Node::Nor),
);
