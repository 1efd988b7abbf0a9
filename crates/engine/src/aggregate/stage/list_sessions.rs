//! `$listSessions`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/listSessions/>.
//! Lists the same sessions as `$listLocalSessions`, since sessions are written to `config.system.sessions` at once.

use super::super::stage_prelude::*;
use super::Position;
use super::shared::session_list;
use crate::internal_namespaces::STORED_SESSIONS;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    only_local: true,
    in_version_1: |_| false,
    ..stage(
        "$listSessions",
        "The sessions that clients have used, read from `config.system.sessions`.",
        ("[]", r#"{"$listSessions": {}}"#, r#"[]"#),
        |spec, context| {
            let named = (&*context.database, &*context.collection);
            // Outside of commands the database name is empty; nothing is checked then.
            if named != ("config", STORED_SESSIONS) && !context.database.is_empty() {
                return Err(Error::new(
                    ErrorCode::INVALID_NAMESPACE,
                    "$listSessions may only be run against config.system.sessions",
                ));
            }
            session_list::parse("$listSessions", STORED_SESSIONS, spec, context)
        },
    )
};
