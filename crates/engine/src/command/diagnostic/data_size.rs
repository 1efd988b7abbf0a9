//! `dataSize`.

use std::rc::Rc;

use crate::collection::Collection;
use crate::command::shared::modify::records_of;
use crate::command::shared::names::split_namespace;
use crate::command::shared::query::parse_filter;
use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Hint, PlanRequest};
use crate::value::{DocBuilder, RawDoc, compare_documents};

/// See <https://www.mongodb.com/docs/manual/reference/command/dataSize/>.
pub(super) static COMMAND: Command = Command {
    name: "dataSize",
    aliases: &["datasize"],
    summary: "Gives the bytes of a collection's documents, or of those in a range of keys.",
    example: r#"{"dataSize": "test.books"}"#,
    fields: &["keyPattern", "min", "max", "estimate"],
    refused: &["maxSize", "maxObjects"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let namespace = arguments.string("dataSize")?.unwrap_or_default();
    let (database, name) = split_namespace(namespace)?;
    let estimate = arguments.flag("estimate")?;
    let end = |field: &str| Ok::<_, Error>(arguments.document(field)?.filter(|key| !key.is_empty()));
    let range = match (end("min")?, end("max")?) {
        (None, None) => None,
        (Some(min), Some(max)) => Some((min, max)),
        _ => return Err(Error::bad_value("only one of min or max specified")),
    };
    let pattern = end("keyPattern")?;
    let collection = request.engine.readable_collection(database, name);
    let (size, count) = match (&collection, range) {
        (None, _) => (0, 0),
        (Some(collection), None) => {
            (collection.records().data_bytes() as u64, collection.records().len() as u64)
        }
        (Some(collection), Some(range)) => between(request, collection, pattern, range)?,
    };
    out.append_bool("estimate", estimate)
        .append_count("size", size)
        .append_count("numObjects", count)
        .append_i32("millis", 0);
    Ok(())
}

/// The bytes and number of the documents from one key of an index up to another.
fn between(
    request: &mut Request<'_>,
    collection: &Rc<Collection>,
    pattern: Option<RawDoc<'_>>,
    (min, max): (RawDoc<'_>, RawDoc<'_>),
) -> Result<(u64, u64)> {
    // Without a pattern, that of the fields of the bounds.
    let mut inferred = DocBuilder::new();
    for element in min {
        inferred.append_i32(element.name(), 1);
    }
    let inferred = inferred.finish();
    let pattern = pattern.unwrap_or(RawDoc::new(&inferred));
    let mut indexes = collection.indexes().iter();
    if !indexes.any(|index| compare_documents(index.spec.pattern(), pattern).is_eq()) {
        let text = "couldn't find valid index containing key pattern";
        return Err(Error::new(ErrorCode::OPERATION_FAILED, text));
    }
    let mut plan: PlanRequest = parse_filter(request, None)?;
    plan.hint = Some(Hint::Pattern(pattern.as_bytes().to_vec()));
    plan.min = Some(min.as_bytes().to_vec());
    plan.max = Some(max.as_bytes().to_vec());
    let records = records_of(&mut request.meter, collection, &plan)?;
    let bytes = records.iter().filter_map(|record| collection.records().get(*record)).map(<[u8]>::len);
    Ok((bytes.sum::<usize>() as u64, records.len() as u64))
}
