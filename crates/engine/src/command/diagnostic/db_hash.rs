//! `dbHash`.

use md5::{Digest, Md5};

use crate::arguments::Arguments;
use crate::collection::Collection;
use crate::command::shared::query::parse_filter;
use crate::command::{Command, Request};
use crate::error::Result;
use crate::plan::{Direction, Hint, choose};
use crate::value::{DocBuilder, RawDoc, Value, hexadecimal};

/// See <https://www.mongodb.com/docs/manual/reference/command/dbHash/>.
pub(super) static COMMAND: Command = Command {
    name: "dbHash",
    aliases: &["dbhash"],
    summary: "Gives a hash of each collection's documents, and of all of them.",
    example: r#"{"dbHash": 1}"#,
    fields: &["collections"],
    run,
    ..Command::DEFAULT
};

/// Returns an MD5 hash as hexadecimal digits.
pub(in crate::command) fn digits(digest: Md5) -> String {
    hexadecimal(&digest.finalize())
}

/// Returns the requested collections; empty for all.
///
/// # Errors
/// `TypeMismatch`.
fn wanted<'a>(arguments: &Arguments<'a>) -> Result<Vec<&'a str>> {
    let mut names = Vec::new();
    for (at, value) in arguments.array("collections")?.unwrap_or(RawDoc::empty()).values().enumerate() {
        let wrong = || arguments.wrong_type(&format!("collections.{at}"), value, "string");
        names.push(value.as_str().ok_or_else(wrong)?);
    }
    Ok(names)
}

/// Returns the hash of the documents, in `_id` order, or in insertion order for a capped collection.
fn hash(request: &Request<'_>, collection: &Collection) -> Result<String> {
    let mut plan = parse_filter(request, None)?;
    let as_inserted = collection.options.capped.is_some() || collection.index("_id_").is_none();
    plan.hint = Some(if as_inserted { Hint::Natural(Direction::Forward) } else { Hint::Name("_id_".into()) });
    plan.collation.clone_from(&collection.options.collation);
    let (mut plan, _) = choose(Some(collection), &plan)?;
    let mut digest = Md5::new();
    while let Some(row) = plan.next(collection)? {
        if let Some(document) = row.document(collection) {
            digest.update(document.as_bytes());
        }
    }
    Ok(digits(digest))
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let wanted = wanted(&request.arguments())?;
    let database = request.engine.state.databases.get(request.database).cloned().unwrap_or_default();
    let stored: Vec<_> = database
        .iter()
        .filter(|(name, collection)| {
            collection.options.view.is_none() && (wanted.is_empty() || wanted.contains(&name.as_str()))
        })
        .collect();
    let mut all = Md5::new();
    let mut hashes = DocBuilder::new();
    for (name, collection) in &stored {
        let hash = hash(request, collection)?;
        all.update(hash.as_bytes());
        hashes.append_str(name, &hash);
    }
    out.append_str("host", "schema-dojo:27017").append_doc("collections", RawDoc::new(&hashes.finish()));
    out.array("capped", |names| {
        for (name, _) in stored.iter().filter(|(_, collection)| collection.options.capped.is_some()) {
            names.push_str(name);
        }
    });
    out.document("uuids", |uuids| {
        for (name, collection) in &stored {
            uuids.append(name, &Value::uuid(collection.uuid));
        }
    });
    out.append_str("md5", &digits(all)).append_i32("timeMillis", 0);
    Ok(())
}
