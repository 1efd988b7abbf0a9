//! `$listLocalSessions`:
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/listLocalSessions/>.

use std::collections::VecDeque;

use super::super::stage_prelude::*;
use super::Position;
use crate::error::ErrorCode;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    ..stage(
        "$listLocalSessions",
        "The sessions that clients have used.",
        ("[]", r#"{"$listLocalSessions": {}}"#, r#"[]"#),
        parse,
    )
};

/// There are no users, so those of all are everyone's, and named ones have none.
fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(doc) = spec.as_document() else {
        return Err(Error::type_mismatch(format!(
            "$listLocalSessions options must be specified in an object, but found: {}",
            type_name(spec.tag)
        )));
    };
    let options = Arguments::new("$listLocalSessions", doc);
    options.only(&["allUsers", "users"])?;
    let all = options.boolean("allUsers")? == Some(true);
    let named = options.array("users")?.is_some_and(|users| !users.is_empty());
    if all && named {
        return Err(Error::new(
            ErrorCode::UNSUPPORTED_FORMAT,
            "$listLocalSessions may not specify {allUsers:true} and {users:[...]} at the same time",
        ));
    }
    let left = named.then(VecDeque::new);
    Ok(vec![Box::new(ListLocalSessions { database: context.database.clone(), left })])
}

#[derive(Debug)]
struct ListLocalSessions {
    database: String,
    /// What is still to come, once it has been looked up.
    left: Option<VecDeque<Vec<u8>>>,
}

impl Stage for ListLocalSessions {
    fn next<'db>(
        &mut self,
        _: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        let left = self.left.get_or_insert_with(|| {
            let found = execution.catalog.find(&self.database, crate::transaction::SESSIONS);
            let records = found.into_iter().flat_map(|(_, sessions)| sessions.records().iter());
            records.map(|(_, document)| document.to_vec()).collect()
        });
        Ok(left.pop_front().map(Document::Owned))
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
