//! `$gt`: <https://www.mongodb.com/docs/manual/reference/operator/query/gt/>.

use super::ordering;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$gt",
    Place::Field,
    "Matches values greater than the given one, of the same kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$gt": 20}}"#, "false"),
    |argument| ordering::parse(argument, "$gt", Relation::Greater),
);
