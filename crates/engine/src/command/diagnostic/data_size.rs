//! `dataSize`.

use std::rc::Rc;

use crate::collection::{Collection, Index};
use crate::command::shared::modify::records_of;
use crate::command::shared::names::split_namespace;
use crate::command::shared::query::parse_filter;
use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Hint, PlanRequest};
use crate::value::{DocBuilder, RawDoc, Value, compare_raw, display_document};

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

/// Returns size and number of the documents between two keys of an index.
fn between(
    request: &mut Request<'_>,
    collection: &Rc<Collection>,
    pattern: Option<RawDoc<'_>>,
    (min, max): (RawDoc<'_>, RawDoc<'_>),
) -> Result<(u64, u64)> {
    // Without a pattern, derive it from the fields of the bounds.
    let mut inferred = DocBuilder::new();
    for element in min {
        inferred.append_i32(element.name(), 1);
    }
    let inferred = inferred.finish();
    let pattern = pattern.unwrap_or(RawDoc::new(&inferred));
    let mut indexes = collection.indexes().iter();
    let Some(index) = indexes.find(|index| holds_all_by(index, pattern)) else {
        let text = "couldn't find valid index containing key pattern";
        return Err(Error::new(ErrorCode::OPERATION_FAILED, text));
    };
    let mut plan: PlanRequest = parse_filter(request, None)?;
    plan.hint = Some(Hint::Name(index.spec.name.clone()));
    plan.min = Some(extended(min, index.spec.pattern())?);
    plan.max = Some(extended(max, index.spec.pattern())?);
    let records = records_of(&mut request.meter, collection, &plan)?;
    let bytes = records.iter().filter_map(|record| collection.records().get(*record)).map(<[u8]>::len);
    Ok((bytes.sum::<usize>() as u64, records.len() as u64))
}

/// Whether an index begins with the fields and has one key for each document.
fn holds_all_by(index: &Index, pattern: RawDoc<'_>) -> bool {
    let spec = &index.spec;
    let mut fields = spec.pattern().into_iter();
    let begins = pattern.into_iter().all(|wanted| {
        fields
            .next()
            .is_some_and(|field| field.key == wanted.key && compare_raw(field.value, wanted.value).is_eq())
    });
    begins && !spec.sparse && spec.partial.is_none() && !index.is_multikey()
}

/// Extends a bound to a whole key of the index, the least with the bound as prefix.
fn extended(bound: RawDoc<'_>, pattern: RawDoc<'_>) -> Result<Vec<u8>> {
    let (mut given, mut out) = (bound.into_iter(), DocBuilder::new());
    for field in pattern {
        match given.next() {
            Some(element) if element.key == field.key => {
                out.append_raw(field.name(), element.value);
            }
            Some(_) => {
                let [bound, pattern] = [bound, pattern].map(display_document);
                let text = format!("field names of bound {bound} do not match those of keyPattern {pattern}");
                return Err(Error::new(16634, text));
            }
            None => {
                let descends = field.value.as_number().is_some_and(|order| order.to_f64() < 0.0);
                out.append(field.name(), if descends { &Value::MaxKey } else { &Value::MinKey });
            }
        }
    }
    if given.next().is_some() {
        let [bound, pattern] = [bound, pattern].map(display_document);
        return Err(Error::new(16649, format!("keyPattern {pattern} shorter than bound {bound}")));
    }
    Ok(out.finish())
}
