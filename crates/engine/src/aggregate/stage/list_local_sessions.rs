//! `$listLocalSessions`, and `$listSessions`, which lists the same, as sessions are written to
//! `config.system.sessions` at once:
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/listLocalSessions/>,
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/listSessions/>.

use super::super::stage_prelude::*;
use super::Position;
use super::listed::Listed;
use crate::collection::Collection;
use crate::error::ErrorCode;
use crate::transaction::STORED_SESSIONS;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    ..stage(
        "$listLocalSessions",
        "The sessions that clients have used.",
        ("[]", r#"{"$listLocalSessions": {}}"#, r#"[]"#),
        |spec, context| parse("$listLocalSessions", crate::transaction::SESSIONS, spec, context),
    )
};

pub(super) const STORED: StageOperator = StageOperator {
    position: Position::First,
    ..stage(
        "$listSessions",
        "The sessions that clients have used, read from `config.system.sessions`.",
        ("[]", r#"{"$listSessions": {}}"#, r#"[]"#),
        |spec, context| {
            let named = (&*context.database, &*context.collection);
            // What is no command's is of no database.
            if named != ("config", STORED_SESSIONS) && !context.database.is_empty() {
                return Err(Error::new(
                    ErrorCode::INVALID_NAMESPACE,
                    "$listSessions may only be run against config.system.sessions",
                ));
            }
            parse("$listSessions", STORED_SESSIONS, spec, context)
        },
    )
};

/// There are no users, so those of all are everyone's, and named ones have none.
fn parse(
    stage: &str,
    collection: &str,
    spec: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document() else {
        return Err(Error::type_mismatch(format!(
            "{stage} options must be specified in an object, but found: {}",
            type_name(spec.tag)
        )));
    };
    let options = Arguments::new(stage, doc);
    options.only(&["allUsers", "users"])?;
    let all = options.boolean("allUsers")? == Some(true);
    let named = options.array("users")?.is_some_and(|users| !users.is_empty());
    if all && named {
        return Err(Error::new(
            ErrorCode::UNSUPPORTED_FORMAT,
            format!("{stage} may not specify {{allUsers:true}} and {{users:[...]}} at the same time"),
        ));
    }
    let list = if named { no_sessions } else { sessions };
    Ok(vec![Box::new(Listed::new(&context.database, collection, list))])
}

fn sessions(all: &Collection) -> Vec<Vec<u8>> {
    all.records().iter().map(|(_, document)| document.to_vec()).collect()
}

fn no_sessions(_: &Collection) -> Vec<Vec<u8>> {
    Vec::new()
}
