//! `$replaceWith`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/replaceWith/>.

use super::super::stage_prelude::*;

pub(super) const STAGE: StageOperator = stage(
    "$replaceWith",
    "Replaces the document by an embedded or computed one; a shorter $replaceRoot.",
    (
        r#"[{"_id": 1, "name": {"first": "Ann"}}]"#,
        r#"{"$replaceWith": {"$mergeObjects": [{"_id": "$_id"}, "$name"]}}"#,
        r#"[{"_id": 1, "first": "Ann"}]"#,
    ),
    |spec, context| super::replace_root::stage_of("'replacement document' ", spec, context),
)
.explained(explained::replace_with)
.in_updates();
