//! `$comment`: <https://www.mongodb.com/docs/manual/reference/operator/query/comment/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$comment",
    Place::Document,
    "A note that shows up in the profile; it matches everything.",
    (r#"{"a": 1}"#, r#"{"a": 1, "$comment": "the newest only"}"#, "true"),
    |_| Ok(Node::always()),
);
