//! Dumps of a whole cluster: `{ v, shards: [BinData], router: BinData, stopped, databases: [ … ],
//! collections: [ { ns, key, unique, uuid, since, chunks: [ … ] } ], changes: [ … ] }`.

use std::rc::Rc;

use engine::value::{DocBuilder, RawDoc, RawValue, Value, View, validate};
use engine::{Engine, Error};

use crate::bounds::Bound;
use crate::chunk::Chunk;
use crate::cluster::{Cluster, MAX_SHARDS};
use crate::config::{Config, Sharded};
use crate::reply::{document, documents, number};
use crate::shard_key::ShardKey;

/// The version of a cluster's dump, different from an engine's.
const VERSION: i32 = 101;

impl Cluster {
    /// Returns everything except cursors and the profile, as bytes for [`Self::load`].
    pub fn dump(&self) -> Vec<u8> {
        let binary = |bytes: Vec<u8>| Value::Binary { subtype: 0, bytes: bytes.into() };
        let mut out = DocBuilder::new();
        out.append_i32("v", VERSION).append("router", &binary(self.router.dump()));
        out.array("shards", |array| {
            for (name, shard) in self.config.shards.iter().zip(&self.shards) {
                array.document(|doc| {
                    doc.append_str("name", name).append("dump", &binary(shard.dump()));
                });
            }
        });
        out.append_bool("stopped", self.config.stopped).append_count("writes", self.config.writes);
        out.array("databases", |array| {
            for (name, primary) in &self.config.databases {
                array.document(|doc| {
                    doc.append_str("name", name).append_count("primary", *primary as u64);
                });
            }
        });
        out.array("collections", |array| {
            for (namespace, sharded) in &self.config.collections {
                array.document(|doc| dump_collection(namespace, sharded, doc));
            }
        });
        out.array("changes", |array| {
            for change in &self.config.changes {
                array.push_doc(RawDoc::new(change));
            }
        });
        out.finish()
    }

    /// Replaces everything by a dump. On failure, nothing changes.
    ///
    /// # Errors
    /// `InvalidBSON` or `BadValue` when the bytes aren't a dump of a cluster.
    pub fn load(&mut self, dump: &[u8]) -> Result<(), Error> {
        validate(dump)?;
        let doc = RawDoc::new(dump);
        if number(doc, "v") != i64::from(VERSION) {
            return Err(Error::bad_value("this is not a dump of a cluster of this version"));
        }
        let mut router = Engine::new(self.options.engine);
        router.load(binary(doc, "router")?)?;
        let mut config = Config { stopped: flag(doc, "stopped"), ..Config::default() };
        config.writes = number(doc, "writes").max(0) as u64;
        let mut shards = Vec::new();
        for shard in documents(doc, "shards").take(MAX_SHARDS) {
            let mut engine = Engine::new(self.options.engine);
            engine.load(binary(shard, "dump")?)?;
            shards.push(engine);
            config.shards.push(text(shard, "name")?.to_owned());
        }
        for database in documents(doc, "databases") {
            config
                .databases
                .insert(text(database, "name")?.to_owned(), shard_number(database, "primary", shards.len())?);
        }
        for collection in documents(doc, "collections") {
            let sharded = load_collection(collection, shards.len())?;
            config.collections.insert(text(collection, "ns")?.to_owned(), Rc::new(sharded));
        }
        config.changes = documents(doc, "changes").map(|change| change.as_bytes().to_vec()).collect();
        self.router = router;
        self.shards = shards;
        self.config = Rc::new(config);
        self.unsettled = true;
        self.cursors.clear();
        self.share_host();
        Ok(())
    }
}

fn dump_collection(namespace: &str, sharded: &Sharded, out: &mut DocBuilder) {
    out.append_str("ns", namespace)
        .append_doc("key", sharded.key.doc())
        .append_bool("unique", sharded.unique);
    out.append("uuid", &Value::uuid(sharded.uuid));
    out.append_date("since", sharded.since).append_bool("unbalanced", sharded.unbalanced);
    out.array("chunks", |array| {
        for chunk in &sharded.chunks {
            array.document(|doc| {
                doc.append_doc("min", chunk.min.doc()).append_doc("max", chunk.max.doc());
                doc.append_count("shard", chunk.shard as u64).append_count("written", chunk.written);
                doc.append_bool("jumbo", chunk.jumbo);
            });
        }
    });
}

fn damaged() -> Error {
    Error::bad_value("the dump is damaged")
}

fn binary<'a>(doc: RawDoc<'a>, name: &str) -> Result<&'a [u8], Error> {
    match doc.get(name).map(|value| value.view()) {
        Some(View::Binary { bytes, .. }) => Ok(bytes),
        _ => Err(damaged()),
    }
}

fn text<'a>(doc: RawDoc<'a>, name: &str) -> Result<&'a str, Error> {
    doc.get(name).and_then(RawValue::as_str).ok_or_else(damaged)
}

fn flag(doc: RawDoc<'_>, name: &str) -> bool {
    doc.get(name).and_then(RawValue::as_bool).unwrap_or(false)
}

/// Reads the number of one of `shards` shards.
fn shard_number(doc: RawDoc<'_>, name: &str, shards: usize) -> Result<usize, Error> {
    usize::try_from(number(doc, name)).ok().filter(|&place| place < shards).ok_or_else(damaged)
}

fn load_collection(doc: RawDoc<'_>, shards: usize) -> Result<Sharded, Error> {
    let key = ShardKey::parse(document(doc, "key").ok_or_else(damaged)?)?;
    let mut chunks: Vec<Chunk> = Vec::new();
    for chunk in documents(doc, "chunks") {
        let bound = |name: &str| key.bound(document(chunk, name).ok_or_else(damaged)?);
        chunks.push(Chunk {
            min: bound("min")?,
            max: bound("max")?,
            shard: shard_number(chunk, "shard", shards)?,
            at_most: u64::MAX,
            written: number(chunk, "written").max(0) as u64,
            jumbo: flag(chunk, "jumbo"),
        });
    }
    check_gapless(&key, &chunks)?;
    let uuid = <[u8; 16]>::try_from(binary(doc, "uuid")?).map_err(|_| damaged())?;
    let since = match doc.get("since").map(|value| value.view()) {
        Some(View::Date(since)) => since,
        _ => return Err(damaged()),
    };
    Ok(Sharded { key, unique: flag(doc, "unique"), uuid, since, unbalanced: flag(doc, "unbalanced"), chunks })
}

/// Checks that consecutive chunks cover all keys without gaps.
fn check_gapless(key: &ShardKey, chunks: &[Chunk]) -> Result<(), Error> {
    let ends =
        |bound: Option<&Bound>, expected: &Bound| bound.is_some_and(|bound| bound.bytes == expected.bytes);
    let joined = chunks.windows(2).all(|pair| pair[0].max.bytes == pair[1].min.bytes);
    let rising = chunks.iter().all(|chunk| chunk.min.bytes < chunk.max.bytes);
    let first = ends(chunks.first().map(|chunk| &chunk.min), &key.first());
    let last = ends(chunks.last().map(|chunk| &chunk.max), &key.last());
    if first && last && joined && rising { Ok(()) } else { Err(damaged()) }
}
