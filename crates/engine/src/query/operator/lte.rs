//! `$lte`: <https://www.mongodb.com/docs/manual/reference/operator/query/lte/>.

use super::ordering;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$lte",
    Place::Field,
    "Matches values less than or equal to the given one, of the same kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$lte": "x"}}"#, "false"),
    |argument| ordering::parse(argument, "$lte", Relation::LessOrEqual),
);
