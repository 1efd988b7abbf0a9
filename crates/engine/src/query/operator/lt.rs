//! `$lt`: <https://www.mongodb.com/docs/manual/reference/operator/query/lt/>.

use super::ordering;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$lt",
    Place::Field,
    "Matches values less than the given one, of the same kind.",
    (r#"{"qty": 20}"#, r#"{"qty": {"$lt": 20.5}}"#, "true"),
    |argument| ordering::parse(argument, "$lt", Relation::Less),
);
