//! `$gte`: <https://www.mongodb.com/docs/manual/reference/operator/query/gte/>.

use super::ordering;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$gte",
    Place::Field,
    "Matches values greater than or equal to the given one, of the same kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$gte": 20}}"#, "true"),
    |argument| ordering::parse(argument, "$gte", Relation::GreaterOrEqual),
);
