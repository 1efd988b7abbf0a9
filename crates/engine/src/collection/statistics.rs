//! The statistics of a collection, as `collStats` and `$collStats` report them
//! (<https://www.mongodb.com/docs/manual/reference/command/collStats/#output>).

use super::Collection;
use crate::value::DocBuilder;

/// Writes the statistics. Sizes are divided by `scale`.
pub(crate) fn write_statistics(collection: Option<&Collection>, scale: u64, out: &mut DocBuilder) {
    let Some(collection) = collection else {
        for field in
            ["size", "count", "numOrphanDocs", "storageSize", "totalSize", "nindexes", "totalIndexSize"]
        {
            out.append_i32(field, 0);
        }
        out.document("indexDetails", |_| {}).document("indexSizes", |_| {});
        out.append_count("scaleFactor", scale);
        return;
    };
    let records = collection.records();
    let (size, count) = (records.data_bytes() as u64, records.len() as u64);
    // A clustered index has no storage besides the documents.
    let indexes = &collection.indexes()[usize::from(collection.options.clustered.is_some())..];
    let index_bytes: u64 = indexes.iter().map(|i| i.tree.memory_bytes() as u64).sum();
    let storage = records.storage_bytes() as u64;
    out.append_count("size", size / scale);
    let counts = |out: &mut DocBuilder, total: &str, mean: &str| {
        out.append_count(total, count);
        if let Some(average) = size.checked_div(count) {
            out.append_count(mean, average);
        }
    };
    if collection.options.timeseries.is_some() {
        out.document("timeseries", |out| {
            out.append_str("bucketsNs", &collection.namespace);
            counts(out, "bucketCount", "avgBucketSize");
        });
    } else {
        counts(out, "count", "avgObjSize");
    }
    out.append_i32("numOrphanDocs", 0);
    out.append_count("storageSize", storage / scale).append_i32("freeStorageSize", 0);
    out.append_bool("capped", collection.options.capped.is_some());
    if let Some(capped) = collection.options.capped {
        out.append_count("max", capped.max.unwrap_or(0)).append_count("maxSize", capped.size / scale);
    }
    if collection.options.clustered.is_some() {
        out.append_bool("clustered", true);
    }
    // Details that only a storage engine would report are empty.
    out.append_count("nindexes", indexes.len() as u64)
        .document("indexDetails", |_| ())
        .array("indexBuilds", |_| {})
        .append_count("totalIndexSize", index_bytes / scale)
        .append_count("totalSize", (storage + index_bytes) / scale);
    out.document("indexSizes", |sizes| {
        for index in indexes {
            sizes.append_count(&index.spec.name, index.tree.memory_bytes() as u64 / scale);
        }
    });
    out.append_count("scaleFactor", scale);
}
