//! `shardCollection` (<https://www.mongodb.com/docs/manual/reference/command/shardCollection/>).

use std::rc::Rc;

use engine::value::{DocBuilder, RawDoc, RawValue, Value, display_document};
use engine::{Error, ErrorCode};

use super::{Command, Failure, Request};
use crate::bounds::Bound;
use crate::chunk::Chunk;
use crate::config::Sharded;
use crate::reply::{documents, success};
use crate::shard_key::ShardKey;

pub(super) static COMMAND: Command =
    Command { names: &["shardCollection", "shardcollection"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let arguments = request.arguments();
    let given = arguments.required(request.name())?;
    let namespace = given.as_str().ok_or_else(|| arguments.wrong_type(request.name(), given, "string"))?;
    let (database, name) = split_namespace(namespace)?;
    let pattern = arguments.document("key")?.ok_or_else(|| arguments.missing("key"))?;
    let key = ShardKey::parse(pattern)?;
    let unique = arguments.boolean("unique")?.unwrap_or(false);
    let initial = arguments.count("numInitialChunks")?;
    for option in ["timeseries", "presplitHashedZones"] {
        if arguments.get(option).is_some_and(|value| value.as_bool() != Some(false)) {
            return Err(Error::not_supported(&format!("The option '{option}' of shardCollection")).into());
        }
    }
    if unique && key.is_hashed() {
        let text = "Hashed shard keys cannot be declared unique. It's possible to ensure uniqueness on the hashed field by declaring an additional (non-hashed) unique index on the field.";
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, text).into());
    }
    if let Some(sharded) = request.cluster.config.collections.get(namespace) {
        let same = sharded.key.pattern == key.pattern && sharded.unique == unique;
        return match same {
            true => Ok(success(|out| {
                out.append_str("collectionsharded", namespace);
            })),
            false => Err(Error::new(
                ErrorCode::ALREADY_INITIALIZED,
                format!("sharding already enabled for collection {namespace}"),
            )
            .into()),
        };
    }
    let primary = request.cluster.primary_or_assign(database)?;
    prepare(request, (database, name), primary, &key, unique)?;
    let chunks = first_chunks(request, (database, name), primary, &key, initial)?;
    let (since, uuid) = (request.cluster.now(), request.cluster.new_uuid());
    let sharded = Sharded { key, unique, uuid, since, unbalanced: false, chunks };
    request.cluster.config_mut().collections.insert(namespace.to_owned(), Rc::new(sharded));
    Ok(success(|out| {
        out.append_str("collectionsharded", namespace);
    }))
}

/// Splits and validates a namespace.
///
/// # Errors
/// `InvalidNamespace` (73).
pub(super) fn split_namespace(namespace: &str) -> Result<(&str, &str), Error> {
    let invalid =
        || Error::new(ErrorCode::INVALID_NAMESPACE, format!("Invalid namespace specified '{namespace}'"));
    let (database, name) = namespace.split_once('.').ok_or_else(invalid)?;
    engine::command::check_database_name(database)?;
    engine::command::check_collection_name(database, name)?;
    Ok((database, name))
}

/// Creates an index for the key on the primary shard if necessary, and the collection on all shards.
fn prepare(
    request: &mut Request<'_>,
    (database, name): (&str, &str),
    primary: usize,
    key: &ShardKey,
    unique: bool,
) -> Result<(), Failure> {
    let is_empty = request.cluster.shards[primary].documents(database, name).next().is_none();
    if !request.cluster.shards[primary].has_collection(database, name) {
        let mut create = DocBuilder::new();
        create.append_str("create", name).append_str("$db", database);
        request.try_run_on(primary, &create.finish())?;
    }
    let mut list = DocBuilder::new();
    list.append_str("listIndexes", name).append_str("$db", database);
    let list = request.try_run_on(primary, &list.finish())?;
    let cursor = crate::reply::document(RawDoc::new(&list), "cursor").unwrap_or(RawDoc::empty());
    let mut served = false;
    for index in documents(cursor, "firstBatch") {
        let pattern = index.get("key").and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
        let is_unique = index.get("unique").and_then(RawValue::as_bool).unwrap_or(false);
        let whole = !["partialFilterExpression", "sparse"].iter().any(|option| index.get(option).is_some());
        served |= key.is_served_by(pattern) && whole && (!unique || is_unique);
        if is_unique && !key.allows_unique(pattern) {
            let text = format!(
                "can't shard collection '{database}.{name}' with unique index on {} and proposed shard key {}. Uniqueness can't be maintained unless shard key is a prefix",
                display_document(pattern),
                display_document(key.doc())
            );
            return Err(Error::new(ErrorCode::INVALID_OPTIONS, text).into());
        }
    }
    if !served {
        if !is_empty {
            let text = "Please create an index that starts with the proposed shard key before sharding the collection";
            return Err(Error::new(ErrorCode::INVALID_OPTIONS, text).into());
        }
        let mut create = DocBuilder::new();
        create.append_str("createIndexes", name);
        create.array("indexes", |array| {
            array.document(|index| {
                let fields = key.doc().iter().map(|field| {
                    let kind = field.value.as_str().unwrap_or("1");
                    format!("{}_{kind}", field.name())
                });
                let fields: Vec<_> = fields.collect();
                index.append_doc("key", key.doc()).append_str("name", &fields.join("_"));
                if unique {
                    index.append_bool("unique", true);
                }
            });
        });
        create.append_str("$db", database);
        request.try_run_on(primary, &create.finish())?;
    }
    for document in request.cluster.shards[primary].documents(database, name) {
        key.of(document)?;
    }
    request.cluster.copy_collection(primary, (database, name));
    Ok(())
}

/// Returns the initial chunks: one on the primary shard; for an empty collection with a hashed key, one per
/// shard or the requested number.
fn first_chunks(
    request: &Request<'_>,
    (database, name): (&str, &str),
    primary: usize,
    key: &ShardKey,
    initial: Option<u64>,
) -> Result<Vec<Chunk>, Error> {
    let shards = request.cluster.shards.len() as u64;
    let is_empty = request.cluster.shards[primary].documents(database, name).next().is_none();
    if initial.is_some() && !(key.is_hashed() && is_empty) {
        let text = "numInitialChunks is not supported when the collection is not empty or the shard key is not hashed";
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, text));
    }
    let count = match initial {
        Some(count) => count.clamp(1, 8192 * shards),
        None if key.begins_hashed() && is_empty => shards,
        None => 1,
    };
    let mut chunks = Vec::new();
    let mut min = key.first();
    for number in 1..=count {
        let max = if number == count { key.last() } else { hashed_bound(key, number, count) };
        let shard = if count == 1 { primary as u64 } else { (number - 1) * shards / count };
        let at_most = if is_empty { 0 } else { u64::MAX };
        chunks.push(Chunk {
            min,
            max: max.clone(),
            shard: shard as usize,
            at_most,
            written: 0,
            jumbo: false,
        });
        min = max;
    }
    Ok(chunks)
}

/// Returns the lower bound of one of `count` equal parts of all hashes.
fn hashed_bound(key: &ShardKey, number: u64, count: u64) -> Bound {
    let hash = i128::from(i64::MIN) + (1_i128 << 64) * i128::from(number) / i128::from(count);
    let mut document = DocBuilder::new();
    for (at, path) in key.paths().enumerate() {
        match at {
            0 => document.append_i64(path, hash as i64),
            _ => document.append(path, &Value::MinKey),
        };
    }
    Bound::new(document.finish())
}
