//! `$nin`: <https://www.mongodb.com/docs/manual/reference/operator/query/nin/>.

use super::r#in;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$nin",
    Place::Field,
    "Matches what `$in` does not: none of the given values, or no such field.",
    (r#"{"status": "new"}"#, r#"{"status": {"$nin": ["new", "open"]}}"#, "false"),
    |argument| r#in::parse(argument, "$nin").map(|node| Node::Not(Box::new(node))),
);
