//! `$listLocalSessions`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/listLocalSessions/>.

use super::super::stage_prelude::*;
use super::shared::session_list;
use super::{InputKind, Position};
use crate::internal_namespaces::NO_COLLECTION;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    input: InputKind::Nothing,
    in_transactions: false,
    only_local: true,
    in_version_1: |_| false,
    ..stage(
        "$listLocalSessions",
        "The sessions that clients have used.",
        ("[]", r#"{"$listLocalSessions": {}}"#, r#"[]"#),
        |spec, context| session_list::parse("$listLocalSessions", NO_COLLECTION, spec, context),
    )
};
