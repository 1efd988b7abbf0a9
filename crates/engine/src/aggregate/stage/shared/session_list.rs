//! The list of sessions that `$listLocalSessions` and `$listSessions` emit.

use super::collection_listing::CollectionListing;
use crate::aggregate::stage_prelude::*;
use crate::collection::Collection;

/// Compiles the options of the stage with this name, which reads the sessions from `collection`. There
/// are no users: `allUsers` lists all sessions, named users have none.
///
/// # Errors
/// `TypeMismatch`, 40415 and `UnsupportedFormat` for the options.
pub(in crate::aggregate) fn parse(
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
    Ok(vec![Box::new(CollectionListing::new(&context.database, collection, list))])
}

fn sessions(all: &Collection) -> Vec<Vec<u8>> {
    all.records().iter().map(|(_, document)| document.to_vec()).collect()
}

fn no_sessions(_: &Collection) -> Vec<Vec<u8>> {
    Vec::new()
}
