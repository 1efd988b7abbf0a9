//! `dropIndexes`.

use std::rc::Rc;

use crate::change_stream::Operation;
use crate::collection::IndexSpec;
use crate::command::{Command, Request, Writes, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, View, compare_documents, display_document};

/// See <https://www.mongodb.com/docs/manual/reference/command/dropIndexes/>.
pub(super) static COMMAND: Command = Command {
    name: "dropIndexes",
    aliases: &["deleteIndexes"],
    summary: "Removes indexes.",
    example: r#"{"dropIndexes": "books", "index": "author_1"}"#,
    fields: &["index"],
    run,
    version_1: Some(&[]),
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let index = request.arguments().required("index")?;
    let series = timeseries::of(request.engine, request.database, name);
    let stored = series.as_ref().map(|_| timeseries::buckets(name));
    let name = stored.as_deref().unwrap_or(name);
    crate::command::shared::view::refuse(request, name)?;
    let mut key = DocBuilder::new();
    if let (Some(series), Some(pattern)) = (&series, index.as_document()) {
        key.append_doc("key", RawDoc::new(&series.bucket_key(pattern)?));
    }
    let key = key.finish();
    let index = RawDoc::new(&key).get("key").unwrap_or(index);
    let namespace = request.namespace();
    let database = request.database;
    let collection = request
        .engine
        .collection_mut(database, name)
        .ok_or_else(|| Error::new(ErrorCode::NAMESPACE_NOT_FOUND, format!("ns not found {namespace}")))?;
    let present: Vec<Rc<IndexSpec>> = collection.indexes().iter().map(|index| index.spec.clone()).collect();
    let all = index.as_str() == Some("*");
    let wanted = if all { Vec::new() } else { resolve(index, &present)? };
    let clustered = collection.options.clustered.as_ref();
    if clustered.is_some_and(|clustered| wanted.contains(&clustered.name)) {
        return Err(Error::new(5_979_800, "It is illegal to drop the clusteredIndex"));
    }
    if wanted.iter().any(|name| name == "_id_") {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "cannot drop _id index"));
    }
    for IndexSpec { name, .. } in present.iter().map(|spec| &**spec) {
        if all || wanted.contains(name) {
            collection.drop_index(name);
        }
    }
    for spec in present.iter() {
        let index = &spec.name;
        if wanted.contains(index) || (all && index != "_id_") {
            request.engine.cursors.close_index(database, name, index);
            if let Some(collection) = request.engine.collection(database, name) {
                request.engine.record_indexes(Operation::DropIndexes, collection, std::iter::once(spec));
            }
        }
    }
    out.append_count("nIndexesWas", (present.len() - usize::from(series.is_some())) as u64);
    if all {
        out.append_str("msg", "non-_id indexes dropped for collection");
    }
    Ok(())
}

/// Resolves `index`, which is a name, an array of names, or a key pattern, to index names.
fn resolve(index: RawValue<'_>, present: &[Rc<IndexSpec>]) -> Result<Vec<String>> {
    let by_name = |name: &str| {
        if present.iter().any(|other| other.name == name) {
            return Ok(name.to_owned());
        }
        Err(Error::new(ErrorCode::INDEX_NOT_FOUND, format!("index not found with name [{name}]")))
    };
    match index.view() {
        View::String(name) => by_name(&String::from_utf8_lossy(name)).map(|name| vec![name]),
        View::Array(names) => names
            .values()
            .enumerate()
            .map(|(at, value)| match value.as_str() {
                Some(name) => by_name(name),
                None => Err(Error::wrong_element_type("dropIndexes.index", at, value, "string")),
            })
            .collect(),
        View::Document(pattern) => {
            let same = |other: &&Rc<IndexSpec>| compare_documents(other.pattern(), pattern).is_eq();
            let found: Vec<&Rc<IndexSpec>> = present.iter().filter(same).collect();
            let key = display_document(pattern);
            let shown = |spec: &IndexSpec| display_document(RawDoc::new(&spec.document));
            match found.as_slice() {
                [only] => Ok(vec![only.name.clone()]),
                [] => {
                    Err(Error::new(ErrorCode::INDEX_NOT_FOUND, format!("can't find index with key: {key}")))
                }
                [one, other, ..] => Err(Error::new(
                    ErrorCode::AMBIGUOUS_INDEX_KEY_PATTERN,
                    format!(
                        "{} indexes found for key: {key}, identify by name instead. Conflicting indexes: {}, {}",
                        found.len(),
                        shown(one),
                        shown(other)
                    ),
                )),
            }
        }
        _ => Err(Error::type_mismatch(format!(
            "BSON field 'dropIndexes.index' is the wrong type '{}', expected types '[string, object']",
            crate::value::type_name(index.tag)
        ))),
    }
}
