//! `dropIndexes`.

use super::{Command, Request};
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
    write_concern: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    super::view::refuse(request, name)?;
    let index = request.arguments().required("index")?;
    let namespace = request.namespace();
    let database = request.database;
    let collection = request
        .engine
        .collection_mut(database, name)
        .ok_or_else(|| Error::new(ErrorCode::NAMESPACE_NOT_FOUND, format!("ns not found {namespace}")))?;
    let present: Vec<(String, Vec<u8>)> =
        collection.indexes().iter().map(|i| (i.spec.name.clone(), i.spec.key_pattern.clone())).collect();
    let all = index.as_str() == Some("*");
    let wanted = if all { Vec::new() } else { resolve(index, &present, &namespace)? };
    let clustered = collection.options.clustered.as_ref();
    if clustered.is_some_and(|clustered| wanted.contains(&clustered.name)) {
        return Err(Error::new(5_979_800, "It is illegal to drop the clusteredIndex"));
    }
    if wanted.iter().any(|name| name == "_id_") {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "cannot drop _id index"));
    }
    for (name, _) in &present {
        if all || wanted.contains(name) {
            collection.drop_index(name);
        }
    }
    out.append_count("nIndexesWas", present.len() as u64);
    if all {
        out.append_str("msg", "non-_id indexes dropped for collection");
    }
    Ok(())
}

/// The names that `index` asks for: a name, an array of names, or a key pattern.
fn resolve(index: RawValue<'_>, present: &[(String, Vec<u8>)], namespace: &str) -> Result<Vec<String>> {
    let by_name = |name: &str| {
        if present.iter().any(|(other, _)| other == name) {
            return Ok(name.to_owned());
        }
        Err(Error::new(ErrorCode::INDEX_NOT_FOUND, format!("index not found with name [{name}]")))
    };
    match index.view() {
        View::String(name) => by_name(&String::from_utf8_lossy(name)).map(|name| vec![name]),
        View::Array(names) => names
            .values()
            .map(|value| match value.as_str() {
                Some(name) => by_name(name),
                None => Err(Error::type_mismatch(format!(
                    "BSON field 'dropIndexes.index' must be an array of strings, in {namespace}"
                ))),
            })
            .collect(),
        View::Document(pattern) => {
            let same = |other: &&(String, Vec<u8>)| compare_documents(RawDoc::new(&other.1), pattern).is_eq();
            let found = present.iter().find(same).ok_or_else(|| {
                Error::new(
                    ErrorCode::INDEX_NOT_FOUND,
                    format!("can't find index with key: {}", display_document(pattern)),
                )
            })?;
            Ok(vec![found.0.clone()])
        }
        _ => Err(Error::type_mismatch(format!(
            "BSON field 'dropIndexes.index' is the wrong type '{}', expected types '[string, object, array]'",
            crate::value::type_name(index.tag)
        ))),
    }
}
