//! `$set`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/set/>.

use super::super::stage_prelude::*;

pub(super) const STAGE: StageOperator = stage(
    "$set",
    "Adds fields to documents or replaces existing ones; an alias of $addFields.",
    (r#"[{"_id": 1, "a": 2}]"#, r#"{"$set": {"a": {"$add": ["$a", 1]}}}"#, r#"[{"_id": 1, "a": 3}]"#),
    |spec, context| super::add_fields::parse("$set", spec, context),
)
.explained(explained::set)
.in_updates();
