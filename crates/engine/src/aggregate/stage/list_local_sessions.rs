//! `$listLocalSessions`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/listLocalSessions/>.

use super::super::stage_prelude::*;
use super::Position;
use super::shared::session_list;
use crate::transaction::SESSIONS;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    needs_no_collection: true,
    in_transactions: false,
    in_version_1: false,
    ..stage(
        "$listLocalSessions",
        "The sessions that clients have used.",
        ("[]", r#"{"$listLocalSessions": {}}"#, r#"[]"#),
        |spec, context| session_list::parse("$listLocalSessions", SESSIONS, spec, context),
    )
};
