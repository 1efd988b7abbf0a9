//! Dumps: the whole state as bytes, which survive the end of a worker or a page.
//!
//! A dump is one BSON document: `{ v, now, random, counter, collections: [ { db, name, uuid, options,
//! capped…, indexes: [ … ], records: BinData } ] }`, with concatenated records. Loading validates
//! everything again.

use crate::collection::{Collection, CollectionOptions, IndexSpec};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, Value, View, validate};

const VERSION: i32 = 1;

impl Engine {
    /// Returns everything except cursors and the profile as bytes for [`Self::load`].
    pub fn dump(&self) -> Vec<u8> {
        let mut out = DocBuilder::new();
        out.append_i32("v", VERSION)
            .append_i64("now", self.state.now_millis)
            .append_i64("random", self.state.random as i64)
            .append_i64("counter", i64::from(self.state.object_id_counter));
        out.array("collections", |array| {
            for (database, collections) in self.state.databases.iter() {
                for (name, collection) in collections {
                    array.document(|doc| dump_collection(database, name, collection, doc));
                }
            }
        });
        out.finish()
    }

    /// Replaces everything by a dump. On an error nothing has changed.
    ///
    /// # Errors
    /// `InvalidBSON` or `BadValue` when the bytes are not a dump.
    pub fn load(&mut self, dump: &[u8]) -> Result<()> {
        validate(dump)?;
        let doc = RawDoc::new(dump);
        let number = |name: &str| doc.get(name).and_then(RawValue::as_number).map(|n| n.to_i64_clamped());
        if number("v") != Some(i64::from(VERSION)) {
            return Err(Error::bad_value(
                "the dump was written by another version: load it there, and export its collections",
            ));
        }
        let bad = || Error::bad_value("the dump is damaged");
        let mut fresh = Engine::new(crate::EngineOptions {
            now_millis: number("now").ok_or_else(bad)?,
            seed: number("random").ok_or_else(bad)? as u64,
        });
        let collections = doc.get("collections").and_then(RawValue::as_array).ok_or_else(bad)?;
        for entry in collections.values() {
            load_collection(&mut fresh, entry.as_document().ok_or_else(bad)?)?;
        }
        fresh.state.random = number("random").ok_or_else(bad)? as u64;
        fresh.state.object_id_counter = number("counter").ok_or_else(bad)? as u32;
        self.state = fresh.state;
        self.cursors = Default::default();
        self.sessions = Default::default();
        self.changes = None;
        Ok(())
    }
}

fn dump_collection(database: &str, name: &str, collection: &Collection, out: &mut DocBuilder) {
    out.append_str("db", database).append_str("name", name);
    if let Some(options) = &collection.options.document {
        out.append_doc("options", RawDoc::new(options));
    }
    out.array("indexes", |array| {
        for index in collection.indexes().iter().filter(|index| !index.spec.is_id()) {
            array.push_doc(RawDoc::new(&index.spec.document));
        }
    });
    let mut records = Vec::with_capacity(collection.records().data_bytes());
    for (_, bytes) in collection.records().iter() {
        records.extend_from_slice(bytes);
    }
    out.append("records", &Value::Binary { subtype: 0, bytes: records.into() });
}

fn load_collection(engine: &mut Engine, doc: RawDoc<'_>) -> Result<()> {
    let bad = || Error::bad_value("the dump is damaged");
    let database = doc.get("db").and_then(RawValue::as_str).ok_or_else(bad)?;
    let name = doc.get("name").and_then(RawValue::as_str).ok_or_else(bad)?;
    let options = match doc.get("options").and_then(RawValue::as_document) {
        Some(options) => CollectionOptions::parse(options)?,
        None => CollectionOptions::default(),
    };
    engine.add_collection(database, name, options)?;
    let now = engine.now();
    let collection = engine.collection_mut(database, name).ok_or_else(bad)?;
    for spec in doc.get("indexes").and_then(RawValue::as_array).ok_or_else(bad)?.values() {
        collection.create_index(IndexSpec::parse(spec.as_document().ok_or_else(bad)?)?, now)?;
    }
    let Some(View::Binary { bytes: mut rest, .. }) = doc.get("records").map(RawValue::view) else {
        return Err(bad());
    };
    while !rest.is_empty() {
        let length = rest.get(..4).and_then(|b| <[u8; 4]>::try_from(b).ok()).map(u32::from_le_bytes);
        let length = length.ok_or_else(bad)? as usize;
        let record = rest.get(..length).ok_or_else(bad)?;
        validate(record)?;
        collection.insert(record)?;
        rest = &rest[length..];
    }
    Ok(())
}
